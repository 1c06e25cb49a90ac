"""Forks that go their own ways, and the past, opened again at every ply."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import starhall
from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Game
from starhall.engine.knowledge.views import digest
from starhall.engine.rules.state import State
from tests.engine.toys import expedition, lanterns
from tests.engine.toys.course import TOYS, course, standing, step


def evening(seats: int = 2, seed: int = 1, **settings: Any) -> starhall.Match[Any]:
    return starhall.new(lanterns.GAME, seats, seed=seed, **settings)


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_a_fork_stands_like_the_original_at_every_ply(game: Game[State]) -> None:
    for seed in range(6):
        for match in course(game, seed):
            assert standing(match.fork()) == standing(match)


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_a_fork_and_its_original_go_their_own_ways(game: Game[State]) -> None:
    for seed in range(6):
        match = starhall.new(game, seed=seed)
        dice = random.Random(seed)
        while not match.over:
            twin = match.fork()
            here = standing(match)
            while not twin.over:
                step(twin, dice)
            assert standing(match) == here
            there = standing(twin)
            step(match, dice)
            assert standing(twin) == there


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_the_same_choices_lead_a_fork_to_the_same_end(game: Game[State]) -> None:
    for seed in range(6):
        for match in course(game, seed):
            twin, third = match.fork(), match.fork().fork()
            for each in (twin, third):
                dice = random.Random(seed)
                while not each.over:
                    step(each, dice)
            assert standing(twin) == standing(third)
            if match.ply == 6:
                break


def test_a_fork_inside_a_phase_remembers_what_only_the_procedure_knew() -> None:
    match = starhall.new(expedition.GAME, seed=3)
    match.choose("go cave")
    match.choose(match.decision.options[0])
    twin = match.fork()
    match.choose("push")
    twin.choose("push")
    assert standing(twin) == standing(match)
    state = twin.state
    assert isinstance(state, expedition.Land)
    assert state.diary[0][1].startswith("cave ")


def test_a_fork_inside_a_phase_begins_at_the_last_position_to_resume_from() -> None:
    distances = set()
    for seed in range(6):
        resumable = 0
        for match in course(expedition.GAME, seed):
            if match.fresh:
                resumable = match.ply
            elif not match.over:
                state, since = match.phase()
                assert len(since) == match.ply - resumable
                assert digest(state) == digest(match.at(resumable).state)
                distances.add(resumable - match.history.positions[-1].ply)
    assert distances > {0}, "in some positions the last kept one is further back"


@pytest.mark.parametrize("watched", [True, False])
def test_an_unwatched_match_plays_the_same_game(watched: bool) -> None:
    match = starhall.new(lanterns.GAME, 3, seed=5, watched=watched)
    dice = random.Random(5)
    while not match.over:
        step(match, dice)
        assert digest(match.fork().state) == digest(match.state)
    assert digest(match.state) == digest(list(course_of(5))[-1].state)
    assert bool(match.log) == watched


def course_of(seed: int) -> Iterator[starhall.Match[Any]]:
    match = starhall.new(lanterns.GAME, 3, seed=seed)
    dice = random.Random(seed)
    while not match.over:
        step(match, dice)
        yield match


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_every_ply_can_be_opened_again(game: Game[State]) -> None:
    for seed in range(3):
        past = []
        for match in course(game, seed):
            past.append(standing(match))
        for ply, then in enumerate(past):
            assert standing(match.at(ply)) == then
        assert standing(match) == past[-1]


def test_only_plies_that_were_played_can_be_opened() -> None:
    match = evening()
    match.choose("pass")
    with pytest.raises(IllegalChoice, match="there is no ply 2: this match knows 0 to 1"):
        match.at(2)
    with pytest.raises(IllegalChoice, match="there is no ply -1"):
        match.at(-1)


def test_the_past_can_be_played_on() -> None:
    match = evening()
    for token in ("pass", "pass", "roll"):
        match.choose(token)
    other = match.at(2)
    other.choose("pass")
    assert [str(step) for step in other.choices] == ["0 pass", "0 pass", "1 pass"]
    assert [str(step) for step in match.choices] == ["0 pass", "0 pass", "1 roll"]
