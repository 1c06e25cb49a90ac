"""Processes that play: in order, the same whatever their number, and not stopped by a death."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest

from starhall.lab.workers import LITTER, LabError, chunks, in_processes


def square(plan: Path, number: int) -> int:
    return number * number


def dies_once(plan: Path, number: int) -> int:
    """The worker that plays number 7 is killed, the first time."""
    if number == 7 and not plan.exists():
        plan.write_text("killed")
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_dies(plan: Path, number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_order(tmp_path: Path) -> None:
    wanted = [number * number for number in range(40)]
    assert list(in_processes(square, tmp_path, range(40), 1)) == wanted
    assert list(in_processes(square, tmp_path, range(40), 3)) == wanted


def test_a_killed_worker_is_replaced_and_its_games_are_played_again(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    found = list(in_processes(dies_once, marker, range(20), 2))
    assert marker.exists()
    assert found == [number * number for number in range(20)]


def test_a_game_that_always_kills_its_worker_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="end without a word"):
        list(in_processes(always_dies, tmp_path, range(4), 2))


def litter(plan: Path, number: int) -> int:
    return gc.get_threshold()[0]


def test_python_looks_for_garbage_less_often_while_games_are_played(tmp_path: Path) -> None:
    before = gc.get_threshold()
    assert list(in_processes(litter, tmp_path, range(4), 2)) == [LITTER] * 4
    playing = in_processes(litter, tmp_path, range(4), 1)
    assert next(playing) == LITTER
    playing.close()
    assert gc.get_threshold() == before


def test_a_run_can_be_left_early(tmp_path: Path) -> None:
    playing = in_processes(square, tmp_path, range(1000), 2)
    assert next(playing) == 0
    playing.close()


def test_chunks_hold_every_number_once() -> None:
    for count, jobs in ((1, 1), (7, 2), (1000, 3), (5000, 2)):
        parts = chunks(range(count), jobs)
        assert [number for part in parts for number in part] == list(range(count))
        assert max([len(part) for part in parts]) <= 50
