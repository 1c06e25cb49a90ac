"""Sections 3, 6 and 8: the order of a turn, of special attacks and of a battle."""

from starhall.engine.text.rulebook import rule
from tests.course import check_order, course, parts

STORY = ("nexus-ops", 2, 4, 500)


@rule("NX-2.13", "NX-3.1", "NX-3.4")
def test_the_factions_are_chosen_before_the_first_turn() -> None:
    check_order([course(*STORY)], "?faction, leads", "turn")


@rule("NX-3.1", "NX-3.2", "NX-3.3", "NX-6.1", "NX-8.1")
def test_a_turn_has_six_phases() -> None:
    check_order(
        parts(course(*STORY), "turn"),
        "turn",
        "?deploy, buys, ?place, places",
        "?move, ?dest, moves",
        "?breath",
        "finds_refinery, finds_unit, finds_both, joins",
        "attacks, rolls, misses, wins_battle, undecided",
        "mines",
        "draws_mission",
        "?end",
    )


@rule("NX-8.2", "NX-8.11", "NX-8.13", "NX-8.20", "NX-8.25")
def test_the_steps_of_a_battle() -> None:
    check_order(
        parts(course(*STORY), "[battle]", "mines"),
        "attacks",
        "rolls, misses, ?casualty, loses",
        "wins_battle, undecided",
        "draws_energize",
    )


@rule("NX-17.10", "NX-3.1")
def test_the_vortex_comes_before_every_turn() -> None:
    story = course("nexus-ops", 2, 1, 200, ("vortex", "on"))
    check_order(parts(story, "mines"), "mines", "vortex_blows, vortex_burns", "turn", "?deploy")
