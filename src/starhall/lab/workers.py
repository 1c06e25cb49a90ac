"""Processes that play: results come in order, however many workers there are or die.

The games of a plan are numbered, and each can be played by itself. So a worker that is killed
(by a person, or by the system when memory is short) costs only the games it was playing. Another
worker plays them again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from starhall.engine.errors import BadSetting, SpokenError

P = TypeVar("P")
R = TypeVar("R")
Play = Callable[[P, int], R]  # plays the game of a plan with that number

CHUNKS_PER_JOB: Final = 16
LARGEST_CHUNK: Final = 8  # an interrupted run loses unfinished chunks
AHEAD: Final = 2  # chunks for each worker that are handed out before the first is ready
MOST_DEATHS: Final = 3  # in a row, without a finished game
LITTER: Final = 20_000  # new objects until Python looks for cycles; 700 is its default
LAB: Final = "starhall.lab"  # the package with the texts


class LabError(SpokenError):
    """A simulation cannot be run, or its results cannot be written."""

    package = LAB


class BadPlan(BadSetting):
    """Something cannot be played, found or written as asked."""

    package = LAB


def cores() -> int:
    """How many processes may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunks(numbers: Sequence[int], jobs: int) -> list[list[int]]:
    """The numbers in pieces: small enough to share them fairly, large enough to be worth it."""
    size = max(1, min(LARGEST_CHUNK, len(numbers) // (jobs * CHUNKS_PER_JOB)))
    return [list(numbers[first : first + size]) for first in range(0, len(numbers), size)]


def in_processes(
    play: Play[P, R], plan: P, numbers: Sequence[int], jobs: int
) -> Generator[R, None, None]:
    """The games with these numbers, in order, as they become ready."""
    if jobs < 1:
        raise LabError("lab.jobs", n=jobs)
    return _alone(play, plan, numbers) if min(jobs, len(numbers)) <= 1 else _pool(
        play, plan, numbers, min(jobs, len(numbers))
    )  # fmt: skip


@contextmanager
def seldom_tidied() -> Iterator[None]:
    """Look for cycles of references less often: games make many objects and hardly any cycles.

    With Python's default this took a quarter of the time of a game of Nexus Ops.
    """
    before = gc.get_threshold()
    gc.set_threshold(LITTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _alone(play: Play[P, R], plan: P, numbers: Sequence[int]) -> Generator[R, None, None]:
    with seldom_tidied():
        for number in numbers:
            yield play(plan, number)


def _pool(play: Play[P, R], plan: P, numbers: Sequence[int], jobs: int) -> Generator[R, None, None]:
    waiting = deque(chunks(numbers, jobs))
    playing: deque[tuple[list[int], Future[list[R]]]] = deque()
    before = multiprocessing.active_children()
    pool = _start(play, plan, jobs)
    deaths = 0
    try:
        while waiting or playing:
            try:
                while waiting and len(playing) < jobs * AHEAD:
                    playing.append((waiting[0], pool.submit(_work, waiting[0])))
                    waiting.popleft()
                rows = playing[0][1].result()
            except BrokenProcessPool:
                # It is not known who died. All unfinished games are handed out again.
                deaths += 1
                unfinished = [chunk for chunk, _ in playing]
                if deaths > MOST_DEATHS:
                    first, last = unfinished[0][0], unfinished[-1][-1]
                    raise LabError("lab.died", first=first, last=last, n=deaths) from None
                pool.shutdown(wait=True, cancel_futures=True)
                waiting.extendleft(reversed(unfinished))
                playing.clear()
                pool = _start(play, plan, jobs)
                continue
            playing.popleft()
            deaths = 0
            yield from rows
    finally:
        for worker in multiprocessing.active_children():
            if worker not in before:
                worker.terminate()  # in the middle of a game, if the caller stops early
        pool.shutdown(wait=True, cancel_futures=True)


def _start(play: Play[Any, Any], plan: object, jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked, because the caller may have threads.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, context, _begin_work, (play, plan))


# In each worker

_task: list[tuple[Play[Any, Any], Any]] = []


def _begin_work(play: Play[Any, Any], plan: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    _task.append((play, plan))


def _work(numbers: list[int]) -> list[Any]:
    return work(*_task[0], numbers)


def work(play: Play[P, R], plan: P, numbers: Sequence[int]) -> list[R]:
    """Play these games, in this process."""
    with seldom_tidied():
        return [play(plan, number) for number in numbers]
