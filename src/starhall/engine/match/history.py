"""The history of a match: its choices, what happened, and positions to start again from."""

# mypyc: off

from __future__ import annotations

import zlib
from collections.abc import Callable

import msgspec

from starhall.engine.match.log import Log
from starhall.engine.match.record import Checkpoint
from starhall.engine.rules.fields import NOBODY
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State

NEAR = 8  # plies between the positions kept for recent choices
RECENT = 32  # the number of plies that count as recent
FAR = 64  # plies between older positions, which are packed

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Checkpoint)


class Chosen:
    """One choice of the record and its consequences, which decide whether it can be undone."""

    __slots__ = ("chance", "option", "revealed", "seat")

    def __init__(self, seat: int, option: Option) -> None:
        self.seat = seat
        self.option = option
        self.chance = False
        self.revealed = NOBODY  # the mask of observers who learned something

    def __str__(self) -> str:
        return f"{self.seat} {self.option.token}"


class Position:
    """A state from which the rules can be resumed, and the ply at which each seat was asked."""

    __slots__ = ("_packed", "_state", "asked", "ply")

    def __init__(self, ply: int, state: State, asked: dict[int, int]) -> None:
        self.ply = ply
        self.asked = asked
        self._state: State | None = state
        self._packed = b""

    def pack(self) -> None:
        """Compress the position to about a tenth, since old positions are rarely needed."""
        if self._state is not None:
            plain = _encoder.encode(Checkpoint.of(self._state, self.ply))
            self._packed = zlib.compress(plain, 1)
            self._state = None

    def state(self, deal: Callable[[], State]) -> State:
        """The state, ready to be played; a packed one is unpacked into a newly dealt state."""
        if self._state is not None:
            return self._state.copy()
        return _decoder.decode(zlib.decompress(self._packed)).restore(deal())


class History:
    """The choices since the first ply. More positions are kept for recent choices.

    So the cost of going back does not grow with the length of the game.
    """

    __slots__ = ("choices", "first", "log", "positions")

    def __init__(self, first: int) -> None:
        self.first = first
        self.choices: list[Chosen] = []
        self.log = Log()
        self.positions: list[Position] = []

    @property
    def ply(self) -> int:
        """How many choices have been made."""
        return self.first + len(self.choices)

    def copy(self) -> History:
        twin = History(self.first)
        twin.choices = self.choices[:]
        twin.log = self.log.copy()
        twin.positions = self.positions[:]
        return twin

    def keep(self, state: State, asked: dict[int, int]) -> None:
        """The rules can be resumed here, before the next choice."""
        ply = self.ply
        if self.positions and self.positions[-1].ply == ply:
            return
        # This position replaces the last one, unless that one begins a stretch.
        if self.positions and not self._marks(len(self.positions) - 1):
            self.positions.pop()
        self.positions.append(Position(ply, state.copy(), asked))
        self._thin_out()

    def _marks(self, place: int) -> bool:
        """Is it the first position of a stretch of plies?"""
        before = self.positions[place - 1].ply if place else self.first - NEAR
        return self.positions[place].ply // NEAR != before // NEAR

    def _thin_out(self) -> None:
        """Keep one packed position for each long stretch of older plies."""
        edge = self.ply - RECENT
        old = [place for place, kept in enumerate(self.positions) if kept.ply < edge]
        if not old or self.positions[old[-1]]._state is None:
            return
        place = old[-1]
        before = self.positions[place - 1].ply if place else self.first - FAR
        if self.positions[place].ply // FAR == before // FAR:
            del self.positions[place]
        else:
            self.positions[place].pack()

    def before(self, ply: int) -> Position | None:
        """The last position kept at this ply or before it."""
        for position in reversed(self.positions):
            if position.ply <= ply:
                return position
        return None

    def cut(self, ply: int) -> None:
        """Forget what came after this ply."""
        del self.choices[ply - self.first :]
        self.log.cut(ply)
        self.positions = [position for position in self.positions if position.ply <= ply]

    def since(self, ply: int) -> list[Chosen]:
        return self.choices[ply - self.first :]
