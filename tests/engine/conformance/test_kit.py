"""Every check of the conformance kit can fail, and fails for its own reason."""

import pytest

from starhall.engine.conformance import CHECKS, check_game
from tests.engine.conformance.comet import COMET
from tests.engine.conformance.toys import TOYS, Toy

GAMES = 8


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.__name__)
def test_a_broken_game_is_caught_by_the_right_check(toy: type[Toy]) -> None:
    report = check_game(toy(), games=GAMES, seed=1)
    assert toy.caught_by in report.causes, str(report)
    assert {*report.causes} <= {toy.caught_by, *toy.also}, str(report)
    sentences = [str(failure) for failure in report.failures if failure.check == toy.caught_by]
    assert any(toy.saying in sentence for sentence in sentences), "\n".join(sentences)


def test_the_honest_game_passes_all() -> None:
    report = check_game(COMET, games=GAMES)
    assert report.ok, str(report)
    assert all(outcome.runs > 0 for outcome in report.outcomes)


def test_every_check_has_a_broken_game() -> None:
    assert {toy.caught_by for toy in TOYS} == set(CHECKS)
