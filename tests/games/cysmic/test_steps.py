"""The lists of steps: some steps neither ask nor tell, so no game shows their order."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import COMMANDS
from starhall.games.cysmic.rules.combat import COMBATS
from starhall.games.cysmic.rules.commands import CARDS
from starhall.games.cysmic.rules.setup import SETUP
from starhall.games.cysmic.rules.trading import TRADING
from starhall.games.cysmic.rules.turn import GAME, TURN
from tests.course import listed


@rule("CY-2.1", "CY-2.14", "CY-2.16")
def test_the_setup() -> None:
    assert listed(SETUP) == ("pick_factions, place_ship, take_goods, place_units, put_events_back")


@rule("CY-7.11", "CY-13.3")
def test_an_offer_names_gifts_then_wishes() -> None:
    assert listed(TRADING) == ("choose_partner, name_gifts, name_wishes, announce, answer")


@rule("CY-11.1", "CY-11.2", "CY-7.16")
def test_combats_are_fought_one_by_one() -> None:
    assert listed(COMBATS) == ("pick_combat, combat (as long as undecided (combat_turn), finish)")


@rule("CY-3.1", "CY-3.5", "CY-3.14")
def test_a_turn_plays_a_command_card_between_its_windows() -> None:
    steps = [step.name for step in TURN.steps]
    assert steps == ["start", "first_window", "burn", "play_command", "", "", "end"]
    sections, late = [step.inner for step in TURN.steps if step.inner is not None]
    assert sections.name == "sections" and len(sections.steps) == len(COMMANDS)
    assert listed(late) == "second_window, bonus, launch"


@rule("CY-3.1", "CY-3.2", "CY-3.3")
def test_the_game_is_setup_and_turns() -> None:
    setup, rounds = [step.inner for step in GAME.steps]
    assert setup is SETUP and rounds is not None
    names = [step.name if step.inner is None else "turn" for step in rounds.steps]
    assert names == ["turn", "pass_on", "end_round"]


SECTIONS = {
    "speaker_card": "note_promoters, move_units, persuade, promote",
    "miner_card": "move_units, dig",
    "soldier_card": "move_units",
    "harvester_card": "move_units, dig",
    "powermech_card": "move_units",
    "ship_card": "stabilize, move_ship, build, evacuate",
    "recruit": "count_influence, deploy, motivate",
    "upgrade": "upgrade, dropship, start_up",
    "negotiate": "initiative, trading as long as may_offer (choose_partner, name_gifts, "
    "name_wishes, announce, answer), blueprints, espionage, cyber_attack",
    "battle": "list_combats, as long as combats_left (pick_combat, combat (as long as undecided "
    "(combat_turn), finish))",
}


@rule("CY-3.14", "CY-6.1", "CY-7.1", "CY-7.10")
def test_the_sections_of_every_command_card() -> None:
    assert {COMMANDS[card]: listed(steps) for card, steps in CARDS.items()} == SECTIONS
