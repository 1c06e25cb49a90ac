"""The lists of steps: some steps neither ask nor tell, so no game shows their order."""

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia.rules.rounds import PLAY
from starhall.games.cassiopeia.rules.turn import TURN
from tests.course import listed


@rule("CA-2.1", "CA-3.1", "CA-3.2")
def test_a_game_is_setup_and_rounds_until_somebody_has_won() -> None:
    assert listed(PLAY) == (
        "setup (pick_specialists, choose_colours, choose_systems, deal), "
        "round as long as nobody_has_won (choose_specialists, set_turn_order, "
        "turn as long as turns_left (begin_turn, start_window, take_coins, "
        "purchase_or_effect, terraforming, move_token), end_round)"
    )


@rule("CA-4.1", "CA-4.2")
def test_a_turn_is_start_and_four_phases() -> None:
    assert listed(TURN) == (
        "begin_turn, start_window, take_coins, purchase_or_effect, terraforming, move_token"
    )
