"""The history of a match: its choices, what happened, and positions to start again from."""

from __future__ import annotations

from collections.abc import Callable

from starhall.engine.knowledge.information import Happened
from starhall.engine.match.log import Log
from starhall.engine.match.packing import pack, unpack
from starhall.engine.match.pending import Asked
from starhall.engine.rules.fields import NOBODY
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State

NEAR = 8  # plies between the positions kept for recent choices
RECENT = 32  # the number of plies that count as recent
FAR = 16  # plies between older positions, which are packed


class Chosen:
    """One choice of the record and its consequences, which decide whether it can be undone."""

    __slots__ = ("chance", "led_by", "option", "revealed", "seat", "secret", "seen")

    def __init__(self, seat: int, option: Option, led_by: int, secret: bool) -> None:
        self.seat = seat
        self.option = option
        self.led_by = led_by  # the ply since which the seat was asked, not counting its own answers
        self.secret = secret  # the others did not know that the seat was asked
        self.chance = False
        self.revealed = NOBODY  # the mask of observers who learned something
        self.seen = NOBODY  # the mask of observers who noticed it

    def __str__(self) -> str:
        return f"{self.seat} {self.option.token}"


class Position:
    """A state from which the rules can be resumed, and since when each seat was asked."""

    __slots__ = ("_packed", "_state", "asked", "ply")

    def __init__(self, ply: int, state: State, asked: Asked) -> None:
        self.ply = ply
        self.asked = asked
        self._state: State | None = state
        self._packed = b""

    def pack(self) -> None:
        """Compress the position to about a tenth, since old positions are rarely needed."""
        if self._state is not None:
            self._packed = pack(self._state, self.ply)
            self._state = None

    def state(self, deal: Callable[[], State]) -> State:
        """The state, ready to be played; a packed one is unpacked into a newly dealt state."""
        return unpack(self._packed, deal()) if self._state is None else self._state.copy()


class History:
    """The choices since the first ply, and positions to go back to.

    More positions are kept for recent choices, so the cost of going back does not grow with the
    length of the game.
    """

    __slots__ = ("_midway", "choices", "first", "log", "positions", "resumable")

    def __init__(self, first: int) -> None:
        self.first = first
        self.choices: list[Chosen] = []
        self.log = Log()
        self.positions: list[Position] = []
        self.resumable = first  # the last ply before a choice at which the rules could be resumed
        self._midway = first - NEAR  # the last one at which they could not

    @property
    def ply(self) -> int:
        """How many choices have been made."""
        return self.first + len(self.choices)

    def copy(self) -> History:
        twin = History(self.first)
        twin.choices = self.choices[:]
        twin.log = self.log.copy()
        twin.positions = self.positions[:]
        twin.resumable = self.resumable
        twin._midway = self._midway
        return twin

    def wants(self, fresh: bool) -> bool:
        """Should a position be kept before the next choice?

        One is kept for each stretch of plies. If the rules cannot be resumed at every ply, the last
        one is kept too, because forks start there. Otherwise nothing would use that copy.
        """
        ply = self.ply
        if not fresh:
            self._midway = ply
            return False
        self.resumable = ply
        if not self.positions:
            return True
        last = self.positions[-1].ply
        return ply != last and (ply - self._midway < NEAR or ply // NEAR != last // NEAR)

    def keep(self, state: State, asked: Asked) -> None:
        """Keep this position, before the next choice; the rules can be resumed here."""
        ply = self.ply
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
        """Forget what came after this ply, at which a position is kept."""
        self.resumable = min(self.resumable, ply)
        self._midway = min(self._midway, ply)
        del self.choices[ply - self.first :]
        self.log.cut(ply)
        self.positions = [position for position in self.positions if position.ply <= ply]

    def since(self, ply: int) -> list[Chosen]:
        return self.choices[ply - self.first :]

    def last_of(self, seat: int) -> int:
        """The ply of the last choice of a seat; before the first one if it has made none."""
        ply = self.ply
        for chosen in reversed(self.choices):
            ply -= 1
            if chosen.seat == seat:
                return ply
        return self.first - 1

    def undoable(self, seat: int) -> int:
        """The number of its last choices that the seat can take back without consent."""
        count = 0
        built_on = 0  # another seat's open question, asked since this ply, has been answered
        ply = self.ply
        for chosen in reversed(self.choices):
            ply -= 1
            if chosen.seat == seat:
                if chosen.chance or chosen.revealed or ply < built_on:
                    break
                count += 1
            elif (chosen.seen >> seat) & 1:
                break
            elif not chosen.secret:
                built_on = max(built_on, chosen.led_by)
        return count

    def happened(self) -> list[Happened]:
        """Events and choices in their order."""
        found: list[Happened] = []
        place, entries = 0, self.log.after(0)
        for ply in range(self.first, self.ply + 1):
            if ply > self.first:
                chosen = self.choices[ply - self.first - 1]
                found.append((chosen.seat, chosen.option))
            while place < len(entries) and entries[place][0] <= ply:
                found.append(entries[place][1])
                place += 1
        return found
