"""Finding puzzles: the same seed finds the same, and a position without a best choice is none."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import starhall
from starhall.bots.puzzles import as_toml, chosen, in_game, look, searched_again
from starhall.engine.game import find
from starhall.engine.lessons.puzzle import Puzzle, check_puzzle, puzzles
from starhall.engine.match.match import Match

DEEP = 48


def test_the_same_seed_finds_the_same_puzzle_and_an_update_keeps_it() -> None:
    game = find("cassiopeia")
    first = next(in_game(game, 2, "puzzle 1", DEEP))
    assert first == next(in_game(game, 2, "puzzle 1", DEEP))
    puzzle = Puzzle(game, "01", as_toml(first))
    assert puzzle.data == first
    check_puzzle(puzzle)
    again = searched_again(game, first, "other searches")
    assert again is not None and again == searched_again(game, first, "other searches")
    assert (again.play, again.best.token) == (first.play, first.best.token)


def test_a_puzzle_whose_record_cannot_be_played_any_more_is_given_up() -> None:
    game = find("cassiopeia")
    old = puzzles(game)[0].data
    lost = msgspec.structs.replace(old, play=["0 colour green"] * 2)
    assert searched_again(game, lost, "other searches") is None


@pytest.mark.usefixtures("example_games")
def test_a_position_without_a_clearly_best_choice_is_none() -> None:
    """The first bid of Black Market: much depends on cards that nobody has seen."""
    match: Match[Any] = starhall.new("black-market", seats=2, seed=1)
    assert look(match, 0, 1, DEEP) is None


def test_easy_puzzles_come_first_and_kinds_take_turns() -> None:
    found = [puzzle.data for puzzle in puzzles(find("cassiopeia"))]
    picked = chosen(found, 9)
    assert [puzzle.hard for puzzle in picked] == sorted([puzzle.hard for puzzle in picked])
    assert len({puzzle.best.token.split()[0] for puzzle in picked}) >= 3
    assert chosen(found[:2], 9) == sorted(found[:2], key=lambda one: (one.hard, -one.margin))
