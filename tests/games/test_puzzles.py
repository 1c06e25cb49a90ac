"""Every puzzle follows from its record, and is solved by its best option."""

from __future__ import annotations

import msgspec
import pytest

from starhall.bots.puzzles import MARGIN, as_toml
from starhall.engine.errors import LessonError
from starhall.engine.game import installed
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.position import begin
from starhall.engine.lessons.puzzle import Puzzle, check_puzzle, exercise_of, puzzles
from starhall.engine.text.language import speaking

GAMES = sorted(installed())
LEAST = 20


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_puzzles_that_follow_from_their_records(game: str) -> None:
    found = puzzles(installed()[game])
    assert len(found) >= LEAST
    for puzzle in found:
        check_puzzle(puzzle)
        assert puzzle.data.margin >= MARGIN
        assert exercise_of(puzzle.game, puzzle.lesson.key) is not None
    assert len({(puzzle.data.seed, len(puzzle.data.play)) for puzzle in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_option_solves_a_puzzle_and_another_does_not(game: str) -> None:
    puzzle = puzzles(installed()[game])[-1]
    lesson = puzzle.lesson
    worse, best = puzzle.data.option[-1].token, puzzle.data.best.token
    for language in ("en", "de"):
        with speaking(language):
            match = begin(lesson, "Ann")
            asked = match.decision_of(lesson.seat)
            assert asked is not None
            label = {option.token: match.label(option, asked) for option in asked.options}
            assert lesson.about == match.prompt(asked)
            wrong = match.fork()
            wrong.choose(worse, lesson.seat)
            said = Coach(lesson).guidance(wrong)
            assert said.situation == "missed" and label[worse] in said.hint
            match.choose(best, lesson.seat)
            said = Coach(lesson).guidance(match)
            assert said.situation == "done" and label[best] in said.pages[0]
            assert "{me}" not in " ".join(said.pages)


def test_a_puzzle_reads_in_the_language_of_the_learner() -> None:
    leads = {"points": 1.0, "units": 2.5}
    puzzle = changed(puzzles(installed()["nexus-ops"])[0], leads=leads)
    assert "more victory points (+1) and more units (+2.5)" in puzzle.lesson.end[0]
    with speaking("de"):
        assert "mehr Siegpunkte (+1) und mehr Einheiten (+2,5)" in puzzle.lesson.end[0]
        assert puzzle.lesson.title == f"Rätsel {int(puzzle.number)}"


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
