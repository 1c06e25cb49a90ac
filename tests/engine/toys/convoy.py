"""A game of several strands: ships that wait for one another (Until), begin and are stopped.

Ship n may sail its next leg only when ship n - 1 is ahead of it or gone. A ship can call a tug,
which waits until the ship has arrived, and ram another ship, which then is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from starhall.engine.game import Game, Result, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure, Until
from starhall.engine.rules.fields import part, public
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import State, Strand

WORDS = Vocabulary()
SAIL = WORDS.single("sail")
CALL = WORDS.single("call")
RAM = WORDS.table("ram", [str(seat) for seat in range(4)], "seat")
FLARE = WORDS.single("flare")
TOW = WORDS.single("tow")
LEAVE = WORDS.single("leave")
LEGS = 3
SHIP, TUG = 0, 1


@part
class Ship(Strand):
    """A ship or a tug under way."""

    kind: int = public(SHIP)
    legs: int = public(0)


@part
class Sea(State):
    """The whole game: the ships are the strands."""

    strand_type: ClassVar[type[Strand]] = Ship

    begun: int = public(0)
    arrived: list[int] = public([])
    diary: list[str] = public([])

    def launch(self, seat: int, kind: int) -> None:
        self.start(Ship(number=self.begun, seat=seat, kind=kind))
        self.begun += 1

    def ships(self) -> list[Ship]:
        return [ship for ship in self.strands if isinstance(ship, Ship) and ship.kind == SHIP]

    def free(self, ship: Ship) -> bool:
        """Is the ship before this one ahead, arrived or gone?"""
        return all(other.legs > ship.legs for other in self.ships() if other.seat == ship.seat - 1)


async def voyage(s: Sea, ship: Ship) -> None:
    while ship.legs < LEGS:
        if not s.free(ship):
            ship.fresh = True
            await Until(lambda: s.free(ship))
        ship.fresh = True
        choice = await Decision(ship.seat, "leg", options(s, ship))
        if choice is SAIL:
            ship.legs += 1
        elif choice is CALL:
            s.launch(ship.seat, TUG)
        elif choice is FLARE:
            await end(s, 3)
        else:
            for other in s.ships():
                if other.seat == choice.value:
                    s.stop(other)
        s.diary.append(f"{ship.seat} {choice.token}")
    s.arrived[ship.seat] += 1


def options(s: Sea, ship: Ship) -> list[Option]:
    """A pending question must not hang on what others do meanwhile: a fork would ask another."""
    others = [RAM[seat] for seat in range(s.seats) if seat != ship.seat]
    calls = [] if any(tug.seat == ship.seat and tug is not ship for tug in s.strands) else [CALL]
    return [SAIL, *calls, *others, FLARE]


async def tug(s: Sea, ship: Ship) -> None:
    def alone() -> bool:
        return all(other.seat != ship.seat for other in s.ships())

    if not alone():
        ship.fresh = True
        await Until(alone)
    ship.fresh = True
    choice = await Decision(ship.seat, "tug", [TOW, LEAVE])
    s.diary.append(f"{ship.seat} {choice.token}")


async def end(s: Sea, depth: int) -> None:
    """The game ends some calls down; nothing above it is carried out any more."""
    if depth == 0:
        raise GameOver
    await end(s, depth - 1)
    s.diary.append("never")


class Convoy(Game[Sea]):
    """2 to 4 players."""

    id: ClassVar[str] = "convoy"
    version: ClassVar[str] = "1"
    package: ClassVar[str] = "tests.engine.toys"
    seats: ClassVar[range] = range(2, 5)
    words: ClassVar[Vocabulary] = WORDS

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Sea:
        s = Sea(seats=seats, chance=chance, arrived=[0] * seats)
        for seat in range(seats):
            s.launch(seat, SHIP)
        return s

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Sea) and isinstance(strand, Ship)
        return voyage(state, strand) if strand.kind == SHIP else tug(state, strand)

    def result(self, state: Sea) -> Result:
        scores = [float(count) for count in state.arrived]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return Result(ranks, scores, winners, "dawn")


GAME = Convoy()
