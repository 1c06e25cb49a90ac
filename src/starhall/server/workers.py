"""Processes that think: bots, hints, replays and proofs are worked out away from the hall.

Each process keeps the matches it has worked on lately and only makes the choices that are new.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

import msgspec

from starhall.bots import Sight, make
from starhall.engine.chance import Stream, commitment
from starhall.engine.errors import StarhallError
from starhall.engine.game import find
from starhall.engine.match import Match
from starhall.engine.record import Record
from starhall.engine.scene import Scene
from starhall.server.ledger import Header

T = TypeVar("T")
KEPT = 64  # matches in the memory of one process
COURSE_POINTS = 240
HINT_WORLDS = 24  # imagined for each option
HINT_OPTIONS = 3


class Story(msgspec.Struct, frozen=True):
    """A match as told to a worker: header, choices, and how often it went back."""

    table: str
    header: Header
    steps: list[tuple[int, str]]
    undos: int = 0


class Workers:
    """A pool of processes that outlives the death of any of them."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _begin)
        return self._pool

    async def run(self, job: Callable[..., T], *args: object) -> T:
        """Do a job in one of the processes; if it dies, once more in a new one."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), job, *args)
        except BrokenProcessPool:
            self._pool = None
            return await loop.run_in_executor(self._started(), job, *args)

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


# In the worker


_matches: OrderedDict[str, tuple[int, Match]] = OrderedDict()


def _begin() -> None:
    """A worker leaves the keyboard to the hall, and dies when the hall does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _match_of(story: Story, ply: int | None = None) -> Match:
    """The match as it stands after so many choices, from the last one kept if that is earlier."""
    until = len(story.steps) if ply is None else ply
    kept = _matches.pop(story.table, None)
    if kept is not None and kept[0] == story.undos and kept[1].ply <= until:
        match = kept[1]
    else:
        header = story.header
        seed = bytes.fromhex(header.seed)
        match = Match(find(header.game), len(header.names), header.settings, seed, header.names)
    for seat, token in story.steps[match.ply : until]:
        match.choose(token, seat)
    _matches[story.table] = (story.undos, match)
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return match


def think(story: Story, seat: int, bot: str, seed: int) -> int:
    """The number of the option that a bot chooses for a seat, with what the seat knows."""
    match = _match_of(story)
    return make(bot, seed).choose(Sight(match, seat)).number


def hint(story: Story, seat: int, seed: bytes) -> list[tuple[int, str, float]]:
    """The best options of a seat by what it knows itself: number, label, estimated chance."""
    match = _match_of(story)
    sight = Sight(match, seat)
    decision = sight.decision
    found = []
    for option in decision.options:
        total = 0.0
        for number in range(HINT_WORLDS):
            # The same worlds for every option, so that luck does not decide between them.
            world = sight.imagine(Stream(bytes([number]) + seed[1:]))
            asked = world.decision_of(seat)
            assert asked is not None
            world.choose(asked, option)
            total += sight.game.evaluate(world.state, seat)
        found.append((option.number, match.label(option, decision), total / HINT_WORLDS))
    found.sort(key=lambda entry: -entry[2])
    return found[:HINT_OPTIONS]


class Position(msgspec.Struct, frozen=True):
    """A ply of a finished game from one seat."""

    scene: Scene
    choice: str


def position(story: Story, ply: int, seat: int | None) -> Position:
    choice = ""
    if ply > 0:
        before = _match_of(story, ply - 1)
        chooser, token = story.steps[ply - 1]
        option = before.game.vocabulary.find(token)
        asked = before.decision_of(chooser)
        if asked is not None and option not in asked.options:
            asked = None  # it was said without being asked
        choice = f"{before.names[chooser]}: {before.label(option, asked)}"
    return Position(_match_of(story, ply).scene(seat), choice)


def course(story: Story) -> tuple[list[int], dict[str, list[list[float]]]]:
    """What the game measures of each seat, at some plies from first to last."""
    last = len(story.steps)
    points = sorted({round(i * last / COURSE_POINTS) for i in range(COURSE_POINTS + 1)})
    found: dict[str, list[list[float]]] = {}
    _matches.pop(story.table, None)
    for ply in points:
        match = _match_of(story, ply)
        for name, values in match.game.measures(match.view(None)).items():
            rows = found.setdefault(name, [[] for _ in values])
            for row, value in zip(rows, values, strict=True):
                row.append(value)
    return points, found


def record(story: Story) -> Record:
    return _match_of(story).record()


def verify(story: Story, promised: str, ending: str) -> str:
    """Play a finished game again from its seed; what is wrong with it, or nothing."""
    header = story.header
    found = commitment(bytes.fromhex(header.seed))
    if found != promised:
        return f"the seed gives the commitment {found}, but {promised} was shown before the game"
    _matches.pop(story.table, None)
    try:
        match = _match_of(story)
    except StarhallError as error:
        return f"the choices cannot be made again: {error}"
    if not match.over:
        return "played again, the game is not over after its last choice"
    if match.ending() != ending:
        return f"played again, the game ends differently: {match.ending()}"
    return ""
