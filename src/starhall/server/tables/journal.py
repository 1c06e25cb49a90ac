# mypyc: on
"""The log of a table and the match that follows from it.

Each seat is an observer; the spectators together are the last one. Everything that a client may
count is counted here for its observer alone, from what that observer sees: plies of the whole match
never leave the server. Everything here follows from the log, so another process, or this one after
a crash, gets the same numbers.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from starhall.engine.errors import IllegalChoice, UndoRefused
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import GROUP
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.puzzle import exercise_of
from starhall.engine.match.log import Entry as Told
from starhall.engine.match.match import Match
from starhall.engine.match.undo import leave_out
from starhall.engine.rules.state import State
from starhall.engine.text.language import active
from starhall.engine.text.spoken import Said
from starhall.server.errors import Conflict
from starhall.server.proof import Damaged, check_chain, linked
from starhall.server.storage.models import (
    ABORT,
    CHOICE,
    ORDERED,
    ORDERS,
    PAUSE,
    RESIGN,
    RULES,
    TIME,
    UNDO,
    WITHOUT,
    Entry,
    Header,
    Position,
    taken_out,
)
from starhall.server.tables import remarks
from starhall.server.tables.clock import Clock
from starhall.server.tables.labels import Labels
from starhall.server.tables.lines import Lines
from starhall.server.tables.orders import PLAN, Given, Orders
from starhall.server.tables.viewpoint import EPOCH
from starhall.server.words import encoded, nested, of_result

TAKEN_BACK = -1  # among the answers of a seat, which are option numbers
SLICE_SECONDS = 0.004  # of replay before other tasks get a turn

Seen = tuple[int, int, float]  # by an observer: cuts, lines, and when it last saw a change


def _together(one: Entry, other: Entry) -> bool:
    """Were these choices made as a whole? Only such choices have the same time."""
    return one.kind == other.kind and (one.seat, one.at) == (other.seat, other.at)


class Turns:
    """Gives other tasks a turn now and then during a long operation."""

    __slots__ = ("_pause",)

    def __init__(self) -> None:
        self._pause = time.perf_counter() + SLICE_SECONDS

    async def give(self) -> None:
        if time.perf_counter() > self._pause:
            await asyncio.sleep(0)
            self._pause = time.perf_counter() + SLICE_SECONDS


class Shown:
    """What one observer has seen of the log so far."""

    __slots__ = ("_cuts", "lines", "since")

    def __init__(self) -> None:
        self.lines = 0
        self._cuts = array("i")  # for each time that lines were taken back: how many were left
        self.since = 0.0  # when the observer last saw a change

    @property
    def bookmark(self) -> int:
        return len(self._cuts) * EPOCH + self.lines

    def cut(self, left: int) -> None:
        """The lines after this number were taken back, or have a different text from now on."""
        self._cuts.append(left)

    def kept_of(self, bookmark: int) -> int:
        """How many lines of a client with this bookmark are still valid."""
        cuts, lines = divmod(bookmark, EPOCH)
        kept = lines if cuts == len(self._cuts) else min([lines, *self._cuts[cuts:]])
        return kept if cuts <= len(self._cuts) and kept <= self.lines else 0

    @property
    def seen(self) -> Seen:
        return len(self._cuts), self.lines, self.since


class Journal:
    """The match of one table and the entries that made it."""

    __slots__ = (
        "_labels", "_lines", "answers", "chain", "clock", "coach", "count", "ended", "game",
        "header", "match", "orders", "origin", "remarks", "resigned", "shown", "undos",
    )  # fmt: skip

    def __init__(
        self, game: Game[State], header: Header, at: float, origin: Position | None = None
    ) -> None:
        self.game = game
        self.header = header
        self.origin = origin  # where the match begins, if it was started under older rules
        self.count = 0
        self.chain = header.first_link  # the hash of the last entry
        self.undos = 0
        self.answers = [array("i") for _ in header.names]  # by seat: options, or TAKEN_BACK
        self.shown = [Shown() for _ in range(len(header.names) + 1)]
        self.resigned: dict[int, str] = {}  # by seat: the bot that plays on there
        self.orders: dict[int, Given] = {}  # by seat: choices in advance
        self.ended: Said | None = None  # how people ended the game before its rules did
        # Lines of the hall, by observer, each with the number of the observer's lines before it.
        self.remarks: list[list[tuple[int, Said]]] = [[] for _ in self.shown]
        self.match = self._deal()
        lesson = exercise_of(game, header.lesson) if header.lesson else None
        self.coach = None if lesson is None else Coach(lesson)
        for seat, token in () if origin is None else origin.steps:
            self.match.choose(token, seat)
        self._labels: dict[str, Labels] = {}  # by language
        self._lines: dict[str, Lines] = {}
        self._note(0, None, at)
        settings = header.clock
        self.clock = None if settings is None else Clock(settings, header.people, at)
        self._tick(at)

    def _deal(self) -> Match[Any]:
        header = self.header
        seed = bytes.fromhex(header.seed)
        match = Match(self.game, len(header.names), header.settings, seed, header.names)
        if self.origin is not None:
            match.start_at(self.origin.checkpoint)
        return match

    @property
    def over(self) -> bool:
        """Is the game over, by the rules or because people ended it?"""
        return self.ended is not None or self.match.over

    @property
    def labels(self) -> Labels:
        """The descriptions of the options in the active language."""
        language = active()
        labels = self._labels.get(language)
        if labels is None:
            labels = self._labels[language] = Labels(self.game)
        return labels

    @property
    def lines(self) -> Lines:
        """The log in the active language."""
        language = active()
        lines = self._lines.get(language)
        if lines is None:
            lines = self._lines[language] = Lines(self.game.texts(language))
        return lines

    @property
    def ending(self) -> str:
        """How the game ended, in the active language."""
        if self.ended is not None:
            return remarks.in_words(self.ended, self.match)
        return self.match.ending() if self.match.over else ""

    @property
    def conclusion(self) -> str:
        """How the game ended, as it is stored."""
        if self.ended is not None:
            return encoded(self.ended)
        return of_result(self.match.result) if self.match.result is not None else ""

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
        """Everything needed to continue from here, even under other rules."""
        checkpoint = self.match.checkpoint()
        if checkpoint is None:
            return None
        ply = checkpoint.ply
        steps = [(step.seat, step.option.token) for step in self.match.choices[ply:]]
        checkpoint.ply = 0  # so that a match can begin there
        return Position(self.count, ply, checkpoint, steps)

    # Reading the log

    async def read(self, entries: Sequence[Entry]) -> None:
        """Apply these entries if they follow the log; other tasks get a turn now and then."""
        check_chain(self.header.table, self.chain, self.count, entries)
        if self.origin is not None and self.count < self.origin.count:
            past = self.origin.count - self.count
            self._count_past(entries[:past])
            entries = entries[past:]
        turns = Turns()
        for entry, following in zip_longest(entries, entries[1:]):
            if entry.kind == CHOICE:
                option = self.game.vocabulary.find(entry.what)
                whole = following is None or not _together(entry, following)
                self.choose(entry.seat, [option.number], entry.at, whole)
            elif entry.kind == UNDO and entry.what.startswith(WITHOUT):
                await self.retract(entry.seat, taken_out(entry.what)[0], entry.at)
            elif entry.kind == UNDO:
                await self.undo(entry.seat, int(entry.what), entry.at)
            else:
                self._follow(entry)
            await turns.give()

    def _count_past(self, entries: Sequence[Entry]) -> None:
        """Count the choices made under older rules, which are not replayed."""
        tokens = self.game.vocabulary.tokens
        for entry in entries:
            if entry.kind in (RESIGN, ABORT, PAUSE):
                self._follow(entry)
                continue
            option = tokens.get(entry.what) if entry.kind == CHOICE else None
            if entry.kind in (CHOICE, UNDO):
                if self.clock is not None:
                    self.clock.skip(entry.at, entry.seat)
                number = TAKEN_BACK if option is None else option.number
                self.answers[entry.seat].append(number)
            if entry.kind in (UNDO, RULES):
                for shown in self.shown:
                    shown.cut(0)
                self.undos += 1
            self.count += 1
            self.chain = entry.hash

    # Making entries

    def choose(
        self, seat: int, options: Sequence[int], at: float, whole: bool = True
    ) -> list[Entry]:
        """Make one choice, or several as a whole; a refused list changes nothing.

        When read from the log, choices that were made as a whole come one by one, and the clock is
        told only after the last of them.
        """
        if self.ended is not None:
            raise IllegalChoice("choice.over")
        logged = len(self.match.log)
        self._ask_coach(seat, options)
        if len(options) == 1:
            self.match.choose(options[0], seat)
        else:
            self.match.choose_all(options, seat)
        self.answers[seat].extend(options)
        self._note(logged, seat, at)
        if whole:
            self._tick(at, seat)
        known = self.game.vocabulary.options
        return [self._entry(seat, CHOICE, known[number].token, at) for number in options]

    def _ask_coach(self, seat: int, options: Sequence[int]) -> None:
        """Refuse choices that the lesson does not allow."""
        if self.coach is not None:
            if len(options) > 1:
                raise IllegalChoice("choice.one")
            self.coach.check(self.match, seat, self.game.vocabulary.options[options[0]])

    async def _at(self, ply: int) -> Match[Any]:
        """The match at an earlier ply, from the last kept position; other tasks get a turn."""
        turns = Turns()
        match, steps = self.match.going_to(ply)
        for _ in steps:
            await turns.give()
        return match

    async def undo(self, seat: int, left: int, at: float) -> Entry:
        """Go back to a number of choices."""
        old = self.match
        match = await self._at(left)
        for observer, shown in enumerate(self.shown):
            lost = len(old.events(self._seat(observer), left + 1))
            if lost:
                shown.lines -= lost
                shown.cut(shown.lines)
            if lost or observer == seat:
                shown.since = at
        return self._undone(match, seat, str(left), at)

    async def retract(self, seat: int, ply: int, at: float) -> Entry:
        """Take out one choice. Others have chosen since then; their choices stay if possible.

        The others notice only if lines that they have seen are taken back.
        """
        old = self.match
        match = await self._at(ply)
        gone = leave_out(match, old, ply)
        for observer, shown in enumerate(self.shown):
            viewer = self._seat(observer)
            before, after = old.events(viewer, ply + 1), match.events(viewer, ply + 1)
            same = _same_events(before, after)
            if same < max(len(before), len(after)):
                shown.cut(shown.lines - len(before) + same)
                shown.lines += len(after) - len(before)
                shown.since = at
            if observer == seat:
                shown.since = at
        return self._undone(match, seat, WITHOUT + ",".join(map(str, gone)), at)

    def _undone(self, match: Match[Any], seat: int, what: str, at: float) -> Entry:
        self.match = match
        for lines in self._lines.values():
            lines.go_back()
        self.answers[seat].append(TAKEN_BACK)
        self.undos += 1
        self._tick(at, seat, taken_back=True)
        if self.orders.pop(seat, None) is not None:
            self._remark(Said("remark.orders_taken_back"), at, seat)
        return self._entry(seat, UNDO, what, at)

    def resign(self, seat: int, bot: str, at: float) -> Entry:
        """A seat resigns. A bot plays on there; without a bot the game ends."""
        others = [other for other in range(len(self.header.names)) if other != seat]
        self.resigned[seat] = bot
        clock = self.clock
        late = clock is not None and clock.settings.then == "loss" and clock.is_out(seat)
        why = "time" if late else "resigned"
        if bot:
            self._remark(Said(f"remark.{why}", {"who": seat, "bot": bot}), at)
        else:
            won = {"winner": others[0]} if len(others) == 1 else {}
            key = f"ending.{why}_won" if won else f"ending.{why}"
            self.ended = Said(key, {"who": seat, **won})
            self._remark(self.ended, at)
        self.orders.pop(seat, None)
        if self.clock is not None:
            self.clock.leave(seat)
        self._tick(at)
        return self._entry(seat, RESIGN, bot, at)

    def abort(self, seat: int, at: float) -> Entry:
        """End the game without a result. A host who does not play has the seat -1."""
        self.ended = Said("ending.aborted")
        by_host = Said("remark.aborted_by_host")
        self._remark(Said("remark.aborted", {"who": seat}) if seat >= 0 else by_host, at)
        self._tick(at)
        return self._entry(seat, ABORT, "", at)

    def _follow(self, entry: Entry) -> None:
        """Apply an entry that is not a move."""
        match entry.kind:
            case "resign":
                self.resign(entry.seat, entry.what, entry.at)
            case "abort":
                self.abort(entry.seat, entry.at)
            case "time":
                self.time_up(entry.seat, entry.at)
            case "pause":
                self.pause(entry.seat, entry.at)
            case "orders":
                orders = msgspec.json.decode(entry.what, type=Orders)
                self.give_orders(entry.seat, orders, entry.at)
            case "ordered":
                self.follow_order(entry.seat, entry.what, entry.at)
            case kind:
                raise Damaged(self.header.table, "kind", kind=kind)

    def _remark(self, said: Said, at: float, only: int | None = None) -> None:
        """Add a line of the hall to everybody's log, or only to that of one seat."""
        for observer, (shown, lines) in enumerate(zip(self.shown, self.remarks, strict=True)):
            if only in (None, observer):
                lines.append((shown.lines, said))
                shown.since = at

    # Choices in advance: only their seat is told of them

    def give_orders(self, seat: int, orders: Orders, at: float) -> Entry:
        """A seat gives new orders that replace its earlier ones, or the hall ends its plan."""
        if orders.standing or orders.plan:
            self.orders[seat] = Given(orders, self.match.ply)
        else:
            self.orders.pop(seat, None)
        stop = orders.stop or (Said("plan.told", {"what": orders.why}) if orders.why else None)
        if stop is not None:
            self._remark(Said("remark.plan_stops", {"why": nested(stop)}), at, seat)
        return self._entry(seat, ORDERS, msgspec.json.encode(orders).decode(), at)

    def follow_order(self, seat: int, by: str, at: float) -> Entry:
        """Let an order make the next choice of the seat."""
        given = self.orders[seat]
        if by == PLAN:
            plan = given.orders.plan[1:]
            given.orders = msgspec.structs.replace(given.orders, plan=plan)
            given.ply, given.begun = self.match.ply + 1, True
            if not plan:
                self._remark(Said("remark.plan_done"), at, seat)
                if not given.orders.standing:
                    del self.orders[seat]
        else:
            order = {remarks.OF_GAME: f"order.{by}"}
            self._remark(Said("remark.order", {"order": order}), at, seat)
        return self._entry(seat, ORDERED, by, at)

    # Time

    def _tick(self, at: float, by: int | None = None, taken_back: bool = False) -> None:
        """Tell the clock, if there is one, who is asked from now on."""
        if self.clock is not None:
            asked, openly = self.asked(), [] if self.over else self.match.waiting()
            answered = 0 if by is None else len(self.answers[by])
            ply = self.match.ply
            self.clock.change(at, asked, openly, by, answered, ply, taken_back)

    def time_up(self, seat: int, at: float) -> Entry:
        """The clock of a seat has run out. Others are told only if they saw that it was asked."""
        assert self.clock is not None
        then = self.clock.settings.then
        self.clock.time_up(seat, at)
        if then != "loss":
            only = None if seat in self.match.waiting() else seat
            self._remark(Said(f"remark.time_up_{then}", {"who": seat}), at, only)
        return self._entry(seat, TIME, then, at)

    def pause(self, seat: int, at: float) -> Entry:
        """Pause the clock of a seat, if that is allowed."""
        if self.clock is None:
            raise Conflict("clock.none")
        until = self.clock.pause(seat, at)
        self._remark(Said("remark.pause", {"who": seat, "until": until}), at)
        return self._entry(seat, PAUSE, "", at)

    def _entry(self, seat: int, kind: str, what: str, at: float) -> Entry:
        """The next entry of the log."""
        entry = linked(self.chain, self.count, Entry(seat, kind, what, at))
        self.count += 1
        self.chain = entry.hash
        return entry

    async def take_back(self, seat: int, at: float) -> Entry:
        """Take back the last choice of a seat. Everybody who must agree has agreed."""
        left = self.undo_target(seat, consent=True)
        free = self.coach is None and self.match.undoable(seat) > 0
        if free and left < self.match.ply - 1:
            return await self.retract(seat, left, at)
        return await self.undo(seat, left, at)

    def undo_target(self, seat: int, consent: bool) -> int:
        """The number of choices before the one to take back. Refused if others must agree."""
        match = self.match
        if self.over:
            raise UndoRefused("undo.over")
        if self.coach is not None:
            back = self.coach.back(match)
            if back is None:
                raise UndoRefused("undo.none")
            return back
        for back, step in enumerate(reversed(match.choices), start=1):
            if step.seat == seat:
                if not consent and not match.undoable(seat):
                    break
                return match.ply - back
        else:
            raise UndoRefused("undo.none")
        raise UndoRefused("undo.consent")

    def already(self, seat: int, answered: int, options: Sequence[int]) -> bool:
        """Has the seat made exactly these choices at that point? Refuses stale choices."""
        made = self.answers[seat]
        if answered == len(made):
            return False
        if 0 <= answered < len(made) and list(made[answered : answered + len(options)]) == options:
            return True
        raise IllegalChoice("choice.stale", answered=answered, made=len(made))

    # Counting

    def _note(self, logged: int, seat: int | None, at: float) -> None:
        """Count the new lines for everybody who sees them."""
        if self.match.all_shown:
            # The end shows everything, so the log is sent again from its beginning.
            lines = self.match.log.events
            for shown in self.shown:
                shown.cut(0)
                shown.lines, shown.since = lines, at
            return
        new = [event for _, event in self.match.log.after(logged) if event.what != GROUP]
        for observer, shown in enumerate(self.shown):
            seen = 0
            for event in new:
                if event.what == "move" or event.visible(observer):
                    seen += 1
            shown.lines += seen
            if seen or observer == seat or seat is None or self.match.over:
                shown.since = at

    def _seat(self, observer: int) -> int | None:
        return observer if observer < len(self.header.names) else None

    def asked(self) -> list[int]:
        """The seats that owe an answer. Only for the hall, as some are asked in secret."""
        if self.over:
            return []
        seats = [decision.seat for decision in self.match.decisions]
        seats.sort()
        return seats


def _same_events(before: Sequence[Told], after: Sequence[Told]) -> int:
    """How many events at the beginning are the same."""
    for number, ((_, one), (_, other)) in enumerate(zip(before, after, strict=False)):
        if (one.what, one.values) != (other.what, other.values):
            return number
    return min(len(before), len(after))
