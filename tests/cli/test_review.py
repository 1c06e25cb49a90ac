"""Reviews at the terminal, and trying again from a choice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import starhall
from starhall.engine.match.match import Match
from tests.cli.program import lines, ok, refused


def played(choices: int = 1000) -> Match[Any]:
    """Ann takes the last option, which is to do nothing; Ben takes the first."""
    match = starhall.new("cassiopeia", seats=2, seed=3, names=["Ann", "Ben"])
    while not match.over and match.ply < choices:
        decision = match.decision
        match.choose(decision.options[-1 if decision.seat == 0 else 0])
    return match


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "finished.json"
    played().save(file)
    return file


def test_a_review_is_told_in_words(finished: Path) -> None:
    shown = ok("review", finished, "--seat", "0", "--budget", "300")
    assert shown.startswith("Ann, seat 0: ")
    assert "By choice −" in shown and "by luck" in shown
    assert "The choices that cost most" in shown and "better: " in shown
    assert f"starhall play --load {finished} --ply " in shown


def test_a_review_for_programs_is_the_same_each_time(finished: Path) -> None:
    arguments = ("review", finished, "--seat", "1", "--budget", "40", "--json")
    first = ok(*arguments)
    assert first == ok(*arguments)
    (found,) = json.loads(first)
    assert found["seat"] == 1 and found["plies"] == found["course"][-1]["ply"]


def test_an_unfinished_game_is_not_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    played(9).save(file)
    assert "is not finished; a game is reviewed when it is over" in refused("review", file)


def test_a_seat_that_is_not_there_is_refused(finished: Path) -> None:
    assert "There is no seat 5" in refused("review", finished, "--seat", "5")


def test_one_can_try_again_from_a_ply(finished: Path) -> None:
    shown = ok(
        "play", "--load", finished, "--ply", "4", "--players", "me:Ann,greedy", typed=lines("q", "")
    )
    assert "Ann" in shown
    assert "add --load FILE" in refused("play", "--ply", "4")
