"""Sections 2, 3, 6, 7 and 11: the order of the game, of a turn, of a card and of a combat."""

import pytest

from starhall.engine.text.rulebook import rule
from tests.course import check_order, course, parts

STORY = ("cysmic", 2, 7, 500)


@rule("CY-2.1", "CY-2.14", "CY-2.16")
def test_the_setup() -> None:
    story = course(*STORY)
    check_order(
        [story[: story.index("turn")]],
        "?pick_faction, leads",
        "?place_ship",
        "?pick_habitat",
        "?place_start_unit, deploys",
        "events_back",
    )


@rule("CY-3.1", "CY-3.2", "CY-3.3", "CY-3.5", "CY-3.14")
def test_a_turn_plays_a_command_card_between_its_windows() -> None:
    check_order(
        parts(course(*STORY), "turn"),
        "turn",
        "?free_window_1",
        "?burn, burns",
        "?play",
        "plays",
        "[sections]",
        "?bonus",
        "bonus",
        "cycle",
    )


@rule("CY-7.11", "CY-13.3")
def test_an_offer_names_gifts_then_wishes() -> None:
    offers = parts(course(*STORY), "[trading]", "draws_espionage")
    stages = "?trade_partner", "?trade_give", "?trade_get", "offers", "?trade_answer", "accepts"
    check_order(offers, *stages)


@rule("CY-3.14", "CY-6.1", "CY-7.1", "CY-7.10")
@pytest.mark.parametrize(
    ("card", "stages"),
    [
        ("speaker_card", ["?pick_unit", "?persuade", "?promote"]),
        ("miner_card", ["?pick_unit", "?dig"]),
        ("harvester_card", ["?pick_unit", "?dig"]),
        ("ship_card", ["?ship_hex", "falls", "?ship_move", "?build"]),
        ("recruit", ["?recruit_type, deploys", "?activate_pick", "?pick_unit"]),
        ("upgrade", ["?upgrade_pick, upgrades", "?activate_pick"]),
        ("negotiate", ["initiative", "?trade_partner", "draws_espionage", "?hack_unit"]),
    ],
)
def test_the_sections_of_a_command_card(card: str, stages: list[str]) -> None:
    check_order(parts(course(*STORY), f"plays {card}", "?bonus"), *stages)
