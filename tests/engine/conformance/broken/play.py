"""Toys that play wrongly: determinism, conservation, end, result, shape and fork."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from starhall.engine.game import Result, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import OPEN, Zone
from tests.engine.conformance.broken.toy import Toy
from tests.engine.conformance.comet import (
    Player,
    Table,
)

# Determinism


class GlobalRandom(Toy):
    """The die is Python's own."""

    caught_by = "determinism"
    saying = "randomness that is not the match's chance"

    def roll(self, s: Table) -> int:
        return random.randint(1, 6)


class HashOrder(Toy):
    """The die depends on the hash of a string, which is another one in every process."""

    caught_by = "determinism"
    saying = "PYTHONHASHSEED"

    def roll(self, s: Table) -> int:
        return hash(f"round {s.round}") % 6 + 1


class RuleForWatchers(Toy):
    """Something that belongs to the rules happens only when somebody watches."""

    caught_by = "determinism"
    saying = "an unwatched match"

    def refill(self, s: Table) -> None:
        super().refill(s)
        if s.witness is not None:
            s.players[0].score += 1


class OutsideTheState(Toy):
    """The scores of the round are remembered in the game object."""

    caught_by = "determinism"
    saying = "outside the state"

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        self.bonus = 0
        return super().setup(seats, settings, chance)

    def roll(self, s: Table) -> int:
        self.bonus += 1
        return super().roll(s) + self.bonus


# Conservation, termination, result


class LosesACard(Toy):
    """A card of the deck falls under the table."""

    caught_by = "conservation"
    saying = "instead of 4"

    def refill(self, s: Table) -> None:
        super().refill(s)
        if s.round == 2 and s.deck.cards:
            s.deck.cards.pop()


class NeverEnds(Toy):
    """The last round is never over."""

    caught_by = "termination"
    saying = "goes on after"

    def refill(self, s: Table) -> None:
        super().refill(s)
        s.round = 0
        if not s.deck.cards:
            s.gather(s.pile, s.deck)


class TooSmallABound(Toy):
    caught_by = "termination"
    saying = "the most that bound() allows"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return 5


class DenseRanks(Toy):
    """After two firsts comes a second."""

    caught_by = "result"
    saying = "are better: ranks"

    def result(self, state: Table) -> Result:
        right = super().result(state)
        return Result([1] * (state.seats - 1) + [2], right.scores, [0], right.reason)


class WrongWinners(Toy):
    caught_by = "result"
    saying = "the winners are"

    def result(self, state: Table) -> Result:
        right = super().result(state)
        return Result(right.ranks, right.scores, [state.seats - 1 - right.winners[0]], "done")


class TooFewScores(Toy):
    caught_by = "result"
    saying = "but ranks"

    def result(self, state: Table) -> Result:
        right = super().result(state)
        return Result(right.ranks, right.scores[1:], right.winners, right.reason)


# Shape and fork


class SharingPlayer(Player):
    __slots__ = ()

    def copy_to(self, twin: Player) -> Player:
        super().copy_to(twin)
        twin.said = self.said
        return twin


class SharedCopy(Toy):
    """The copy of a player shares a list with the player."""

    caught_by = "shape"
    saying = "copy() shares what it should copy (players[0].said"
    player = SharingPlayer


class ForgetfulPlayer(Player):
    __slots__ = ()

    def copy_to(self, twin: Player) -> Player:
        super().copy_to(twin)
        twin.score = 0
        return twin


class ForgetfulCopy(Toy):
    """A copy leaves something out."""

    caught_by = "shape"
    saying = "a copy of the state is not equal"
    player = ForgetfulPlayer


class LuckyTable(Table):
    __slots__ = ("luck",)

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.luck = 0

    def copy(self) -> Table:
        twin = super().copy()
        assert isinstance(twin, LuckyTable)
        twin.luck = self.luck
        return twin


class Undeclared(Toy):
    """A field that SHAPE does not mention."""

    caught_by = "shape"
    saying = "LuckyTable.luck is not declared"
    table = LuckyTable


class CountingTable(Table):
    __slots__ = ("counts",)
    SHAPE: ClassVar[dict[str, object]] = {**Table.SHAPE, "counts": OPEN}

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.counts: dict[int, int] = {}

    def copy(self) -> Table:
        twin = super().copy()
        assert isinstance(twin, CountingTable)
        twin.counts = dict(self.counts)
        return twin


class NumbersAsKeys(Toy):
    """Numbers as keys come back from a file as text."""

    caught_by = "shape"
    saying = "from the saved state"
    table = CountingTable

    def roll(self, s: Table) -> int:
        assert isinstance(s, CountingTable)
        s.counts[s.round] = super().roll(s)
        return s.counts.get(s.round - 1, 0) + s.counts[s.round]


class HiddenZoneTable(Table):
    __slots__ = ()

    def zones(self) -> list[Zone]:
        return super().zones()[:-1]


class ForgottenZone(Toy):
    caught_by = "shape"
    saying = "zones() does not list the zone 'pile'"
    table = HiddenZoneTable

    def census(self, state: Table) -> Counter[str]:
        return super().census(state) + Counter([str(card) for card in state.pile.cards])


class NotFresh(Toy):
    """The reward says that it can be taken up again, but the die would be rolled anew."""

    caught_by = "fork"
    saying = "a fork is not equal to the match"

    async def reward(self, s: Table, winner: Player) -> None:
        s.strands[0].fresh = True
        await super().reward(s, winner)
