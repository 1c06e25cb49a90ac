"""The log of a table and the match that follows from it.

An observer is a seat or, as the last one, the spectators. What a client may count is counted
here for its observer alone, from what that observer sees: plies of the whole match never leave
the server. Everything here follows from the log, so another process, or this one after a crash,
arrives at the same numbers.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Sequence
from typing import Any

from starhall.engine.errors import IllegalChoice, UndoRefused
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import GROUP
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.lesson import by_key
from starhall.engine.match.match import Match
from starhall.engine.rules.state import State
from starhall.server.proof import check_chain, linked
from starhall.server.protocol import Remark
from starhall.server.storage.models import (
    ABORT,
    CHOICE,
    RESIGN,
    RULES,
    UNDO,
    Entry,
    Header,
    Position,
)
from starhall.server.tables.labels import Labels
from starhall.server.tables.lines import Lines

TAKEN_BACK = -1  # among the answers of a seat, which are option numbers
EPOCH = 1_000_000  # bookmarks: how often lines were taken back, and how many there are
SLICE_SECONDS = 0.004  # of replay, before other tasks get a turn

Seen = tuple[int, int, float]  # by an observer: cuts, lines, and when it last saw a change


class Shown:
    """What one observer has seen of the log so far."""

    __slots__ = ("_cuts", "lines", "since")

    def __init__(self) -> None:
        self.lines = 0
        self._cuts = array("i")  # each time lines were taken back: how many were left
        self.since = 0.0  # when the observer last saw a change

    @property
    def bookmark(self) -> int:
        return len(self._cuts) * EPOCH + self.lines

    def cut(self, left: int) -> None:
        """The lines after this number were taken back, or are told differently from now on."""
        self._cuts.append(left)

    def kept_of(self, bookmark: int) -> int:
        """How many lines of a client with this bookmark are still right."""
        cuts, lines = divmod(bookmark, EPOCH)
        kept = min([lines, *self._cuts[cuts:]])
        return kept if cuts <= len(self._cuts) and kept <= self.lines else 0

    @property
    def seen(self) -> Seen:
        return len(self._cuts), self.lines, self.since


class Journal:
    """The match of one table and the entries that made it."""

    __slots__ = (
        "answers", "chain", "coach", "count", "ended", "game", "header", "labels", "lines",
        "match", "origin", "remarks", "resigned", "shown", "undos",
    )  # fmt: skip

    def __init__(
        self, game: Game[State], header: Header, at: float, origin: Position | None = None
    ) -> None:
        self.game = game
        self.header = header
        self.origin = origin  # where the match begins, if older rules played its beginning
        self.count = 0
        self.chain = header.first_link  # the hash of the last entry
        self.undos = 0
        self.answers = [array("i") for _ in header.names]  # by seat: options, or TAKEN_BACK
        self.shown = [Shown() for _ in range(len(header.names) + 1)]
        self.resigned: dict[int, str] = {}  # by seat: the bot that plays on there
        self.ended = ""  # how people ended the game before its rules did
        self.remarks: list[list[Remark]] = [[] for _ in self.shown]  # of the hall, by observer
        self.match = self._deal()
        lesson = by_key(game, header.lesson) if header.lesson else None
        self.coach = None if lesson is None else Coach(lesson)
        for seat, token in () if origin is None else origin.steps:
            self.match.choose(token, seat)
        self.labels = Labels()
        self.lines = Lines()
        self._note(0, None, at)

    def _deal(self) -> Match[Any]:
        header = self.header
        seed = bytes.fromhex(header.seed)
        match = Match(self.game, len(header.names), header.settings, seed, header.names)
        if self.origin is not None:
            match.start_at(self.origin.checkpoint)
        return match

    @property
    def over(self) -> bool:
        """By the rules, or because people ended it."""
        return bool(self.ended) or self.match.over

    @property
    def ending(self) -> str:
        return self.ended or (self.match.ending() if self.match.over else "")

    @property
    def winners(self) -> list[int]:
        """The seats that have won, once the game is over."""
        if self.match.result is not None:
            return self.match.result.winners
        left = [seat for seat in range(len(self.header.names)) if seat not in self.resigned]
        return left if self.resigned and len(self.header.names) == 2 else []

    @property
    def all_shown(self) -> bool:
        """May everybody see every card? At the end, unless the game keeps its secrets."""
        return self.over and self.match.state.shown_at_end

    def steps(self) -> list[tuple[int, str]]:
        """The choices that are in effect, as seats and tokens."""
        return [(step.seat, step.option.token) for step in self.match.choices]

    def position(self) -> Position | None:
        """Everything needed to continue from here, even by other rules."""
        checkpoint = self.match.checkpoint()
        if checkpoint is None:
            return None
        ply = checkpoint.ply
        steps = [(step.seat, step.option.token) for step in self.match.choices[ply:]]
        checkpoint.ply = 0  # for a match that begins there
        return Position(self.count, ply, checkpoint, steps)

    # Reading the log

    async def read(self, entries: Sequence[Entry]) -> None:
        """Apply these entries, if they follow; other tasks get a turn now and then."""
        check_chain(self.header.table, self.chain, self.count, entries)
        if self.origin is not None and self.count < self.origin.count:
            past = self.origin.count - self.count
            self._count_past(entries[:past])
            entries = entries[past:]
        pause = time.perf_counter() + SLICE_SECONDS
        for entry in entries:
            if entry.kind == CHOICE:
                option = self.game.vocabulary.find(entry.what)
                self.choose(entry.seat, [option.number], entry.at)
            elif entry.kind == UNDO:
                self.undo(entry.seat, int(entry.what), entry.at)
            else:
                self._leave_game(entry)
            if time.perf_counter() > pause:
                await asyncio.sleep(0)
                pause = time.perf_counter() + SLICE_SECONDS

    def _count_past(self, entries: Sequence[Entry]) -> None:
        """Count the choices made under older rules, which are not replayed."""
        tokens = self.game.vocabulary.tokens
        for entry in entries:
            if entry.kind in (RESIGN, ABORT):
                self._leave_game(entry)
                continue
            option = tokens.get(entry.what) if entry.kind == CHOICE else None
            if entry.kind != RULES:
                number = TAKEN_BACK if option is None else option.number
                self.answers[entry.seat].append(number)
            if entry.kind != CHOICE:
                for shown in self.shown:
                    shown.cut(0)
                self.undos += 1
            self.count += 1
            self.chain = entry.hash

    # Making entries

    def choose(self, seat: int, options: Sequence[int], at: float) -> list[Entry]:
        """Make one choice, or several as a whole; a refused list changes nothing."""
        if self.ended:
            raise IllegalChoice("the game is over: nobody is asked anything")
        logged = len(self.match.log)
        self._ask_coach(seat, options)
        if len(options) == 1:
            self.match.choose(options[0], seat)
        else:
            self.match.choose_all(options, seat)
        self.answers[seat].extend(options)
        self._note(logged, seat, at)
        known = self.game.vocabulary.options
        return [self._entry(seat, CHOICE, known[number].token, at) for number in options]

    def _ask_coach(self, seat: int, options: Sequence[int]) -> None:
        """In a lesson some choices are closed."""
        if self.coach is not None:
            if len(options) > 1:
                raise IllegalChoice("in a lesson, send one choice at a time")
            self.coach.check(self.match, seat, self.game.vocabulary.options[options[0]])

    def undo(self, seat: int, left: int, at: float) -> Entry:
        """Go back to a number of choices, starting from the last position the match has kept."""
        old = self.match
        match = old.at(left)
        for observer, shown in enumerate(self.shown):
            lost = len(old.events(self._seat(observer), left + 1))
            if lost:
                shown.lines -= lost
                shown.cut(shown.lines)
            if lost or observer == seat:
                shown.since = at
        self.match = match
        self.lines = Lines()
        self.answers[seat].append(TAKEN_BACK)
        self.undos += 1
        return self._entry(seat, UNDO, str(left), at)

    def resign(self, seat: int, bot: str, at: float) -> Entry:
        """A seat gives up. A bot plays on there; without one the game ends."""
        name, others = self.header.names[seat], self.header.names[:]
        del others[seat]
        self.resigned[seat] = bot
        if bot:
            self._remark(f"{name} resigns. The {bot} bot plays on for {name}.", at)
        else:
            self.ended = (
                f"{others[0]} wins: {name} resigns."
                if len(others) == 1
                else (f"The game ends here: {name} resigns.")
            )
            self._remark(self.ended, at)
        return self._entry(seat, RESIGN, bot, at)

    def abort(self, seat: int, at: float) -> Entry:
        """End the game without a result; a host who does not play has the seat -1."""
        self.ended = "The game was aborted. Nobody wins."
        name = self.header.names[seat] if seat >= 0 else "The host"
        self._remark(f"{name} aborts the game. Nobody wins.", at)
        return self._entry(seat, ABORT, "", at)

    def _leave_game(self, entry: Entry) -> None:
        if entry.kind == RESIGN:
            self.resign(entry.seat, entry.what, entry.at)
        else:
            self.abort(entry.seat, entry.at)

    def _remark(self, text: str, at: float) -> None:
        """A line of the hall in everybody's log."""
        for shown, remarks in zip(self.shown, self.remarks, strict=True):
            remarks.append(Remark(after=shown.lines, text=text))
            shown.since = at

    def _entry(self, seat: int, kind: str, what: str, at: float) -> Entry:
        """The next entry of the log."""
        entry = linked(self.chain, self.count, Entry(seat, kind, what, at))
        self.count += 1
        self.chain = entry.hash
        return entry

    def undo_target(self, seat: int, consent: bool) -> int:
        """The number of choices that an undo leaves; refused if the others must agree."""
        match = self.match
        if self.over:
            raise UndoRefused("the game is over and everything has been shown: nothing goes back")
        if self.coach is not None:
            back = self.coach.back(match)
            if back is None:
                raise UndoRefused("you have no choice that you could take back")
            return back
        if match.undoable(seat) > 0:
            return match.ply - 1
        own = [ply for ply, step in enumerate(match.choices) if step.seat == seat]
        if not own:
            raise UndoRefused("you have no choice that you could take back")
        if not consent:
            raise UndoRefused("going back that far needs the consent of the other seats")
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
        new = [event for _, event in self.match.log.after(logged) if event.what != GROUP]
        for observer, shown in enumerate(self.shown):
            if self.match.over:
                # The end shows everything: the log is sent again from its beginning.
                shown.cut(0)
                shown.lines = len(self.match.events())
                shown.since = at
                continue
            seen = 0
            for event in new:
                if event.what == "move" or event.visible(observer):
                    seen += 1
            shown.lines += seen
            if seen or observer == seat or seat is None:
                shown.since = at

    def _seat(self, observer: int) -> int | None:
        return observer if observer < len(self.header.names) else None

    def asked(self) -> list[int]:
        """The seats that owe an answer. Only for the hall: some are asked in secret."""
        return [] if self.over else sorted(d.seat for d in self.match.decisions)
