"""Every puzzle follows from its record, and is solved by its best option."""

from __future__ import annotations

import msgspec
import pytest

from starhall.bots.puzzles import as_toml
from starhall.engine.errors import LessonError
from starhall.engine.game import installed
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.position import begin
from starhall.engine.lessons.puzzle import Puzzle, check_puzzle, exercise_of, puzzles

GAMES = sorted(installed())
LEAST = 9
SEARCHED = 0.012  # the margin that a search must have seen


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_puzzles_that_follow_from_their_records(game: str) -> None:
    found = puzzles(installed()[game])
    assert len(found) >= LEAST
    for puzzle in found:
        check_puzzle(puzzle)
        assert puzzle.data.margin >= SEARCHED
        assert exercise_of(puzzle.game, puzzle.lesson.key) is not None
    assert len({(puzzle.data.seed, len(puzzle.data.play)) for puzzle in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_option_solves_a_puzzle_and_another_does_not(game: str) -> None:
    puzzle = puzzles(installed()[game])[-1]
    lesson = puzzle.lesson
    match = begin(lesson, "Ann")
    wrong = match.fork()
    wrong.choose(puzzle.data.option[-1].token, lesson.seat)
    said = Coach(lesson).guidance(wrong)
    assert said.situation == "missed" and puzzle.data.option[-1].label.replace("{me}", "Ann") in (
        said.hint
    )
    match.choose(puzzle.data.best.token, lesson.seat)
    said = Coach(lesson).guidance(match)
    assert said.situation == "done"
    assert puzzle.data.best.label.replace("{me}", "Ann") in said.pages[0]
    assert "{me}" not in " ".join(said.pages)


def changed(puzzle: Puzzle, **fields: object) -> Puzzle:
    data = msgspec.structs.replace(puzzle.data, **fields)
    return Puzzle(puzzle.game, puzzle.number, as_toml(data))


def test_a_puzzle_of_other_rules_is_refused_with_what_to_do() -> None:
    puzzle = puzzles(installed()["cassiopeia"])[0]
    check_puzzle(changed(puzzle))
    with pytest.raises(LessonError, match=r"rules 0\.1 .* run `starhall puzzles cassiopeia --upd"):
        check_puzzle(changed(puzzle, rules="0.1"))
    with pytest.raises(LessonError, match="is not offered the options of this puzzle"):
        check_puzzle(changed(puzzle, option=puzzle.data.option[:-1]))
    with pytest.raises(LessonError, match="cannot be played"):
        check_puzzle(changed(puzzle, play=["0 choose nothing"]))
