"""Sections 2 to 4: the order of a game, a round and a turn."""

from starhall.engine.text.rulebook import rule
from tests.course import check_order, course, parts

STORY = ("cassiopeia", 2, 3, 200)


@rule("CA-2.1", "CA-3.1", "CA-3.2")
def test_setup_and_rounds() -> None:
    story = course(*STORY)
    check_order(
        [story],
        "?choose_colour, takes_colour",
        "takes_system",
        "lays_planets",
        "lays_row",
        "goes_first",
        "[round]",
    )
    check_order(
        parts(story, "[round]"),
        "?choose_specialist, chooses",
        "turn_order",
        "begins",
        "ends_round",
        "lays_coins",
    )


@rule("CA-4.1", "CA-4.2")
def test_a_turn_is_start_and_four_phases() -> None:
    check_order(
        parts(course(*STORY), "[turn]", "ends_round"),
        "begins",
        "?start_effects",
        "takes_coins",
        "?phase_2, works, skips",
        "?terraform, terraforms",
    )
