"""The lists of steps: some steps neither ask nor tell, so no game shows their order."""

from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.rules.battle import BATTLE
from starhall.games.cyberstrife.rules.turn import FIRST_TURN, REDEPLOYMENT, TURN
from tests.course import listed


@rule("CS-3.2")
def test_the_first_turn_has_no_battle() -> None:
    assert listed(FIRST_TURN) == (
        "begin, discard_and_draw, deploy_defenders, count_turn, pass_turn, check_cap"
    )


@rule("CS-6.1", "CS-8.1", "CS-9.1")
def test_the_steps_of_a_battle() -> None:
    assert listed(BATTLE) == (
        "peek, deploy_attackers, reveal, exchange_lanes, duplicates, fights, "
        "winner_draws, loser_discards, return_units, winner_sifts, keep_limit, eliminate"
    )


@rule("CS-10.9")
def test_a_redeployment_is_defenders_only() -> None:
    assert listed(REDEPLOYMENT) == ("begin, deploy_defenders, pass_turn")


@rule("CS-3.1", "CS-10.1")
def test_a_turn_attacks_then_defends() -> None:
    steps = [step.name if step.inner is None else "battle" for step in TURN.steps]
    assert ", ".join(steps) == (
        "begin, discard_and_draw, wait_for_target, battle, go_on, deploy_defenders, "
        "count_turn, pass_turn, check_cap"
    )
