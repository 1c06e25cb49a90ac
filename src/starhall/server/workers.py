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
from hashlib import blake2b
from typing import TypeVar

import msgspec

from starhall import bots
from starhall.bots import ask, make
from starhall.engine.chance import commitment
from starhall.engine.errors import StarhallError
from starhall.engine.match import Match
from starhall.engine.record import Record
from starhall.server.ledger import Header, Position
from starhall.server.protocol import ReplayFrame
from starhall.server.shelf import find

T = TypeVar("T")
KEPT = 64  # matches in the memory of one process
COURSE_POINTS = 240


class Story(msgspec.Struct, frozen=True):
    """A match as told to a worker: header, choices, and how often it went back."""

    table: str
    header: Header
    steps: list[tuple[int, str]]
    undos: int = 0
    origin: Position | None = None


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
        if story.origin is not None:
            match.start_at(story.origin.checkpoint)
    for seat, token in story.steps[match.ply : until]:
        match.choose(token, seat)
    _matches[story.table] = (story.undos, match)
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return match


def think(story: Story, seat: int, bot: str) -> int:
    """The number of the option that a bot chooses for a seat, with what the seat knows."""
    return ask(make(bot, _luck(story, seat)), _match_of(story), seat).number


def hint(story: Story, seat: int) -> list[bots.Hint]:
    """The best options of a seat by what it knows itself."""
    return bots.hint(_match_of(story), seat, _luck(story, seat))


def _luck(story: Story, seat: int) -> int:
    """The seed of a bot: it follows from the seed of the game and the choices of its seat.

    So a game with bots can be repeated, and nobody gets another answer out of a bot by taking
    a choice back. The hash tells nothing about the cards that the same seed has dealt.
    """
    made = sum([chooser == seat for chooser, _ in story.steps])
    key = bytes.fromhex(story.header.seed)
    luck = blake2b(f"{seat} {made}".encode(), key=key, person=b"starhall hall", digest_size=8)
    return int.from_bytes(luck.digest(), "little")


def position(story: Story, ply: int, seat: int | None) -> bytes:
    """A ply of a finished game from one seat, as it goes out: it is large, and encoded here."""
    choice = ""
    if ply > 0:
        before = _match_of(story, ply - 1)
        chooser, token = story.steps[ply - 1]
        option = before.game.vocabulary.find(token)
        asked = before.decision_of(chooser)
        if asked is not None and option not in asked.options:
            asked = None  # it was said without being asked
        choice = f"{before.names[chooser]}: {before.label(option, asked)}"
    scene = _match_of(story, ply).scene(seat)
    frame = ReplayFrame(ply=ply, plies=len(story.steps), scene=scene, choice=choice)
    return msgspec.json.encode(frame)


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
