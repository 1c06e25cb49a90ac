"""Sections 3, 6 and 10: the order of a turn and of a battle."""

from starhall.engine.text.rulebook import rule
from tests.course import check_order, course, parts

STORY = ("cyberstrife", 3, 3, 160)


@rule("CS-3.2", "CS-3.3")
def test_the_first_turns_have_no_battle() -> None:
    story = course(*STORY)
    assert story[: story.index("begins_turn")].count("begins_first_turn") == 3
    check_order([story], "begins_first_turn", "begins_turn, ?place_attacker, attacks")
    check_order(
        parts(story, "begins_first_turn", "begins_turn"),
        "?mark_discard",
        "?place_defender, defends",
    )


@rule("CS-3.1", "CS-6.1", "CS-8.1", "CS-9.1", "CS-10.1")
def test_a_turn_attacks_then_defends() -> None:
    check_order(
        parts(course(*STORY), "begins_turn"),
        "begins_turn",
        "?mark_discard, discards_units",
        "?place_attacker",
        "attacks",
        "reveals",
        "lane_won, lane_unopposed",
        "battle_won",
        "winner_draws",
        "?defeat_discard, loses",
        "returns",
        "?limit_discard, limits",
        "?place_defender",
        "defends",
    )
