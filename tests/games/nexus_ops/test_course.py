"""Sections 3, 6 and 8: the order of a turn, of special attacks and of a battle."""

import pytest

from starhall.engine.text.rulebook import rule
from tests.course import check_order, course, parts
from tests.games.nexus_ops.tables import DEPLOY, MOVE, Arranged

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


@rule("NX-3.3", "NX-3.4", "NX-11.7", "NX-15.2", "NX-15.3")
@pytest.mark.parametrize(("step", "done"), [(DEPLOY, "done"), (MOVE, "end_movement")])
def test_objectives_are_scored_before_anybody_is_eliminated(step: list[int], done: str) -> None:
    table = Arranged().units(0, "mono", strider=2).hand(0, "sm_secure_the_monolith")
    game = table.rubium(9, 0).at(step).play()
    game.choose(done)
    assert game.kind == "objective"
    game.choose("score sm_secure_the_monolith")
    assert game.over and game.s.reason == "elimination" and game.s.players[0].points == 2


@rule("NX-3.1", "NX-3.3", "NX-7.2", "NX-9.1")
def test_what_is_explored_counts_at_the_checkpoint_before_the_battles() -> None:
    table = Arranged().units(0, "in0", human=1).token("in0", "ex_ref2").hand(0, "sm_energy_baron")
    table.units(0, "in4", human=1).refinery("in4", 5).units(0, "in5", human=1).refinery("in5", 5)
    table.units(0, "in2", human=1).units(1, "in2", human=1).rubium(9, 9)
    game = table.at(MOVE).play().choose("end_movement")
    assert (game.kind, game.offered) == ("objective", ["score sm_energy_baron", "continue"])
