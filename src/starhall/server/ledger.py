"""A table's log and the match it makes: entries in, and what each observer has been told.

An observer is a seat or, as the last one, the spectators. What a client may count is counted
here for its observer alone, from what that observer sees: plies of the whole match never leave
the server. Everything here follows from the log, so that another process, or this one after a
crash, comes to the same numbers.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Mapping, Sequence

import msgspec

from starhall.engine.errors import IllegalChoice, UndoRefused
from starhall.engine.game import Game, Value
from starhall.engine.match.match import Match
from starhall.engine.match.record import Checkpoint
from starhall.engine.rules.state import State
from starhall.server.labels import Labels

CHOICE = "choice"
UNDO = "undo"
RULES = "rules"  # others than before: the game goes on from its origin
TAKEN_BACK = -1  # among the answers of a seat, which are numbers of options
EPOCH = 1_000_000  # bookmarks: how often lines were taken back, and how many there are
SLICE_SECONDS = 0.004  # replay lets others run this often
KEEP_EVERY = 16  # while replaying a log with undos, positions are kept at this distance


class Header(msgspec.Struct, frozen=True):
    """All that fixes a match but its choices."""

    game: str
    rules: str
    content: str
    settings: dict[str, Value]
    seed: str
    names: list[str]


class Position(msgspec.Struct, frozen=True):
    """A match as it stood after `count` entries: a checkpoint and the choices made since."""

    count: int
    ply: int  # of the checkpoint
    checkpoint: Checkpoint
    steps: list[tuple[int, str]]


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One line of the log: a choice, or an undo that leaves `what` choices standing.

    Where the rules have changed, the entry of that names the new ones.
    """

    seat: int
    kind: str
    what: str
    at: float


class Told:
    """What one observer has been told so far."""

    __slots__ = ("cuts", "lines", "since")

    def __init__(self) -> None:
        self.lines = 0
        self.cuts = 0
        self.since = 0.0

    @property
    def bookmark(self) -> int:
        return self.cuts * EPOCH + self.lines


class Ledger:
    """The match of one table and the entries that made it."""

    __slots__ = ("answers", "count", "game", "header", "labels", "match", "origin", "told", "undos")

    def __init__(
        self, game: Game[State], header: Header, at: float, origin: Position | None = None
    ) -> None:
        self.game = game
        self.header = header
        self.origin = origin  # where the match begins, if older rules dealt and began it
        self.count = 0
        self.undos = 0
        self.answers = [array("i") for _ in header.names]  # by seat: options, or TAKEN_BACK
        self.told = [Told() for _ in range(len(header.names) + 1)]
        self.match = self._deal()
        for seat, token in () if origin is None else origin.steps:
            self.match.choose(token, seat)
        self.labels = Labels()
        self._note(0, None, at)

    def _deal(self) -> Match:
        header = self.header
        seed = bytes.fromhex(header.seed)
        match = Match(self.game, len(header.names), header.settings, seed, header.names)
        if self.origin is not None:
            match.start_at(self.origin.checkpoint)
        return match

    def position(self) -> Position | None:
        """All that is needed to go on from here, even by other rules."""
        checkpoint = self.match.checkpoint()
        if checkpoint is None:
            return None
        ply = checkpoint.ply
        steps = [(step.seat, step.option.token) for step in self.match.steps[ply:]]
        checkpoint.ply = 0  # for a match that begins there
        return Position(self.count, ply, checkpoint, steps)

    # Reading the log

    async def read(self, entries: Sequence[Entry]) -> None:
        """Make all these entries, letting others run in between."""
        if self.origin is not None and self.count < self.origin.count:
            past = self.origin.count - self.count
            self._remember(entries[:past])
            entries = entries[past:]
        taken_back = any(entry.kind == UNDO for entry in entries)
        kept = {self.match.ply: self.match.fork()} if taken_back else {}
        pause = time.perf_counter() + SLICE_SECONDS
        for entry in entries:
            if entry.kind == CHOICE:
                option = self.game.vocabulary.find(entry.what)
                self.choose(entry.seat, [option.number], entry.at)
                if kept and self.match.ply % KEEP_EVERY == 0:
                    kept[self.match.ply] = self.match.fork()
            else:
                await self.undo(entry.seat, int(entry.what), entry.at, kept)
            if time.perf_counter() > pause:
                await asyncio.sleep(0)
                pause = time.perf_counter() + SLICE_SECONDS

    def _remember(self, entries: Sequence[Entry]) -> None:
        """What was played by older rules is not made again, but it still counts."""
        tokens = self.game.vocabulary.tokens
        for entry in entries:
            option = tokens.get(entry.what) if entry.kind == CHOICE else None
            if entry.kind != RULES:
                number = TAKEN_BACK if option is None else option.number
                self.answers[entry.seat].append(number)
            if entry.kind != CHOICE:
                for told in self.told:
                    told.cuts += 1
                self.undos += 1
            self.count += 1

    # Making entries

    def choose(self, seat: int, options: Sequence[int], at: float) -> list[Entry]:
        """Make one choice, or several as a whole; a refused list changes nothing."""
        logged = len(self.match.log)
        if len(options) == 1:
            self.match.choose(options[0], seat)
        else:
            self.match.choose_all(options, seat)
        self.answers[seat].extend(options)
        self.count += len(options)
        self._note(logged, seat, at)
        known = self.game.vocabulary.options
        return [Entry(seat, CHOICE, known[number].token, at) for number in options]

    async def undo(
        self, seat: int, left: int, at: float, kept: Mapping[int, Match] | None = None
    ) -> Entry:
        """Go back to so many choices, by playing them again from the deal or a kept position."""
        old = self.match
        before = max((ply for ply in kept or () if ply <= left), default=None)
        match = self._deal() if before is None or kept is None else kept[before].fork()
        pause = time.perf_counter() + SLICE_SECONDS
        for step in old.steps[match.ply : left]:
            match.choose(step.option, step.seat)
            if time.perf_counter() > pause:
                await asyncio.sleep(0)
                pause = time.perf_counter() + SLICE_SECONDS
        for observer, told in enumerate(self.told):
            lost = len(old.events(self._seat(observer), left + 1))
            if lost:
                told.lines -= lost
                told.cuts += 1
            if lost or observer == seat:
                told.since = at
        self.match = match
        self.answers[seat].append(TAKEN_BACK)
        self.count += 1
        self.undos += 1
        return Entry(seat, UNDO, str(left), at)

    def undo_target(self, seat: int, consent: bool) -> int:
        """How many choices would be left; refuses where the others must agree."""
        match = self.match
        if match.over:
            raise UndoRefused("the game is over and everything has been shown: nothing goes back")
        if match.undoable(seat) > 0:
            return match.ply - 1
        own = [ply for ply, step in enumerate(match.steps) if step.seat == seat]
        if not own:
            raise UndoRefused("you have not chosen anything yet that could be taken back")
        if not consent:
            raise UndoRefused("going back so far needs the consent of the other seats")
        return own[-1]

    def already(self, seat: int, answered: int, options: Sequence[int]) -> bool:
        """Has the seat made exactly these choices at that point? Refuses what is stale."""
        made = self.answers[seat]
        if answered == len(made):
            return False
        if 0 <= answered < len(made) and list(made[answered : answered + len(options)]) == options:
            return True
        raise IllegalChoice(
            f"this answers what you were asked after {answered} choices, but you have made "
            f"{len(made)}: look again"
        )

    # Counting

    def _note(self, logged: int, seat: int | None, at: float) -> None:
        """Count the new lines for everybody who sees them."""
        log = self.match.log
        new = log.after(logged)
        for observer, told in enumerate(self.told):
            if self.match.over:
                # The end shows everything: the log is told again from its beginning.
                told.lines = len(log)
                told.cuts += 1
                told.since = at
                continue
            seen = 0
            for _, event in new:
                if event.what == "move" or event.visible(observer):
                    seen += 1
            told.lines += seen
            if seen or observer == seat or seat is None:
                told.since = at

    def _seat(self, observer: int) -> int | None:
        return observer if observer < len(self.header.names) else None

    def asked(self) -> list[int]:
        """The seats that owe an answer; for the hall itself, not for its guests."""
        return [] if self.match.over else sorted(d.seat for d in self.match.decisions)
