# mypyc: off
"""What a bot receives: its seat's view, its decision, what happened, and imagined worlds.

A sight does not hold the true state, not even by reference. If the position can be resumed, worlds
are dealt from what the seat knows; inside a phase, they are imagined before the sight is created.
A bot declares what it needs (`Need`), and only that is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto
from hashlib import blake2b
from typing import Any

from starhall.bots.looks import Foreseen, Look
from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.engine.game import Game, Result
from starhall.engine.knowledge.memory import Event
from starhall.engine.knowledge.worlds import Knowledge
from starhall.engine.match.log import Entry
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import SEED_BYTES, Stream
from starhall.engine.rules.decision import Decision, Refusal, Remark
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State
from starhall.engine.scene.stage import LOG_LINES, stage
from starhall.engine.scene.words import render
from starhall.engine.text.sentences import Telling

WORLDS = 256  # imagined beforehand inside a phase, for bots that do not say how many they want


class Need(Flag):
    """What a bot looks at besides its options. Making it costs time, so a bot declares it."""

    NOTHING = 0
    WORLDS = auto()  # imagined worlds, as many as `Bot.worlds` says
    VIEW = auto()  # the state as the seat may know it, and all that is told from it
    EVENTS = auto()  # what has happened since the seat's last decision


ALL = Need.WORLDS | Need.VIEW | Need.EVENTS
# Plain numbers, because combining flags takes longer than some bots think.
_WORLDS = Need.WORLDS.value
_TOLD = (Need.VIEW | Need.EVENTS).value


class NoMoreWorlds(StarhallError):
    """The worlds that were imagined beforehand, inside a phase, are used up."""


class Unforeseen(StarhallError):
    """The foreseen world cannot answer this; another one is needed."""


class NotDeclared(StarhallError):
    """A bot looks at something that is not among its needs."""


class Standpoint(Telling):
    """A match as one seat knows it now, put into words without the match."""

    def __init__(
        self, match: Match[Any], seat: int, decision: Decision | None, needs: Need
    ) -> None:
        self.game = match.game
        self.names = match.names
        self.seat = seat
        self.decision = decision
        self._over = match.over
        self._result = match.result
        self._waiting = [] if match.over else match.waiting(seat)
        self._view: State | None = match.view(seat) if Need.VIEW in needs else None
        self._recent: list[Entry] | None = None  # at least the log lines below a table in words
        self._since = 0
        if Need.EVENTS in needs:
            self._since = _last_decision(match, seat)
            self._recent = self._latest(match)

    def _latest(self, match: Match[Any]) -> list[Entry]:
        found: list[Entry] = []
        lines = 0
        for ply, event in match.latest(self.seat):
            if ply < self._since and lines >= LOG_LINES:
                break
            lines += self.is_told(event)
            found.append((ply, event.copy()))
        return found[::-1]

    @property
    def over(self) -> bool:
        return self._over

    @property
    def result(self) -> Result | None:
        return self._result

    def view(self, seat: int | None = None) -> State:
        if self._view is None:
            raise _not_declared("VIEW")
        return self._view

    def decision_of(self, seat: int) -> Decision | None:
        return self.decision

    def waiting(self, viewer: int | None = None) -> list[int]:
        return self._waiting

    def remark_on(self, option: Option, decision: Decision) -> Remark | None:
        remark: Remark | None = self.game.remark(self.view(), decision, option)
        return remark

    def refusals_of(self, decision: Decision) -> list[Refusal]:
        refusals: list[Refusal] = self.game.refusals(self.view(), decision)
        return refusals

    def events(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        """What has happened since the last decision of the seat."""
        if self._recent is None:
            raise _not_declared("EVENTS")
        return [(ply, event) for ply, event in self._recent if ply >= self._since]

    def latest(self, seat: int | None = None) -> Iterator[Entry]:
        if self._recent is None:
            raise _not_declared("EVENTS")
        return reversed(self._recent)


class Sight:
    """A match as one seat may know it; when the game is over, with its result."""

    __slots__ = ("_decision", "_foreseen", "_knowledge", "_luck", "_prepared", "_standpoint",
                 "game", "ply", "seat")  # fmt: skip

    def __init__(
        self,
        match: Match[Any],
        seat: int,
        luck: bytes = b"",
        worlds: int = WORLDS,
        needs: Need = ALL,
    ) -> None:
        asked = None if match.over else match.decision_of(seat)
        if asked is None and not match.over:
            raise IllegalChoice("choice.seat_unasked", seat=seat)
        self.seat = seat
        self.ply = match.ply
        self.game: Game[State] = match.game
        self._decision = None if asked is None else asked.copy()
        self._standpoint: Standpoint | None = None
        wanted: int = needs.value
        if wanted & _TOLD or asked is None:
            self._standpoint = Standpoint(match, seat, self._decision, needs)
            if self._decision is not None:
                self._decision.teller = self._standpoint
        self._luck = luck
        self._foreseen: Foreseen | None = None
        self._knowledge: Knowledge | None = None
        self._prepared: dict[int, list[Play]] = {}
        if worlds == 0 or asked is None or not wanted & _WORLDS:
            return  # a bot that imagines nothing
        if match.play.fresh:
            self._knowledge = match.knowledge(seat)
        else:
            copies = len(asked.options)
            for number in range(-(-worlds // copies)):
                self._prepared[number] = [
                    match.imagine(seat, self._stream(number)) for _ in range(copies)
                ]

    @classmethod
    def of_options(cls, game: Game[Any], decision: Decision, ply: int) -> Sight:
        """What a bot without needs receives; no match is necessary for it."""
        sight = cls.__new__(cls)
        sight.seat = decision.seat
        sight.ply = ply
        sight.game = game
        sight._decision = decision
        sight._standpoint = None
        sight._luck = b""
        sight._foreseen = None
        sight._knowledge = None
        sight._prepared = {}
        return sight

    @classmethod
    def of_foreseen(
        cls, game: Game[Any], decision: Decision, ply: int, foreseen: Foreseen
    ) -> Sight:
        """What a bot receives if it expected this question: the world of its last look."""
        sight = cls.of_options(game, decision, ply)
        sight._foreseen = foreseen
        sight._knowledge = foreseen.knowledge
        return sight

    @property
    def decision(self) -> Decision:
        """What the seat is asked, with its options."""
        if self._decision is None:
            raise IllegalChoice("choice.over")
        return self._decision

    @property
    def result(self) -> Result | None:
        """Ranks, scores and winners; None while the game goes on."""
        return None if self._decision is not None else self._told().result

    @property
    def view(self) -> State:
        """The state with everything masked that the seat may not know."""
        return self._told("VIEW").view()

    @property
    def events(self) -> list[Event]:
        """What the seat has seen since its last decision, with the consequences."""
        return [event for _, event in self._told("EVENTS").events()]

    @property
    def log(self) -> list[str]:
        """The events in sentences."""
        return self._told("EVENTS").sentences()

    @property
    def prompt(self) -> str:
        """The question of the decision, as a sentence."""
        return self._told().prompt(self.decision)

    @property
    def labels(self) -> list[str]:
        """The options of the decision as sentences, in their order."""
        self._told("VIEW")
        return self.decision.labels()

    @property
    def reasons(self) -> dict[str, str]:
        """Options that are not offered, by token, with the reason and its rule."""
        told = self._told("VIEW")
        return {each.option.token: told.reason(each) for each in self.decision.refusals()}

    @property
    def words(self) -> str:
        """The complete table in words, with the end of the log."""
        return render(stage(self._told("VIEW"), self.seat))

    def _told(self, need: str = "VIEW") -> Standpoint:
        if self._standpoint is None:
            raise _not_declared(need)
        return self._standpoint

    def copies(self, number: int, count: int) -> list[Play]:
        """The same world several times, to try options in: cheaper than imagining it again."""
        if self._foreseen is not None:
            if number:
                raise Unforeseen("a second world was not foreseen")
            return self._foreseen.copies(count)
        if self._knowledge is not None:
            return self._knowledge.copies(self._stream(number), count)
        return [self.imagine(number) for _ in range(count)]

    def look(self, number: int, options: list[Option]) -> Look:
        """What the options are worth right after the choice, all in the same world."""
        worlds = self.copies(number, len(options))
        return Look(self.game, self.seat, options, worlds, self._knowledge)

    def imagine(self, number: int) -> Play:
        """A running world that fits what the seat knows; the same number gives the same world."""
        if self._knowledge is not None:
            return self._knowledge.world(self._stream(number))
        if number not in self._prepared and self._prepared:
            number = next(iter(self._prepared))
        if number not in self._prepared:
            raise NoMoreWorlds("no world is left: all that were imagined beforehand have been used")
        copies = self._prepared[number]
        world = copies.pop()
        if not copies:
            del self._prepared[number]
        return world

    def _stream(self, number: int) -> Stream:
        what = f"{self.ply} {number}".encode()
        return Stream(
            blake2b(what, key=self._luck, person=b"starhall world", digest_size=SEED_BYTES).digest()
        )

    def __repr__(self) -> str:
        now = "over" if self._decision is None else repr(self._decision)
        return f"<Sight {self.game.id}, seat {self.seat}: {now}>"


def _last_decision(match: Match[Any], seat: int) -> int:
    """The ply right after the last choice of the seat, 0 before its first."""
    for back, chosen in enumerate(reversed(match.choices)):
        if chosen.seat == seat:
            return match.ply - back
    return 0


def _not_declared(need: str) -> NotDeclared:
    return NotDeclared(
        f"this bot looks at something that it does not declare: add Need.{need} to its `needs`"
    )
