"""Toys that play wrongly: determinism, conservation, end, result, shape and fork."""

from __future__ import annotations

import random
from collections.abc import Mapping

from starhall.engine.game import Result, Value
from starhall.engine.orders import Order
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.fields import internal, part, public
from tests.engine.conformance.broken.toy import Toy
from tests.engine.conformance.comet import (
    LEAVE,
    Player,
    Table,
)

# Determinism


DICE = random.Random(1)  # seeded, so that the same check finds it in every test run


class GlobalRandom(Toy):
    """The die is Python's own."""

    caught_by = "determinism"
    saying = "randomness that is not the match's chance"

    def roll(self, s: Table) -> int:
        return DICE.randint(1, 6)


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
    games = 2

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


@part
class SharingPlayer(Player):
    said: list[int] = public([], shared=True)


class SharedCopy(Toy):
    """A list that changes in place is declared as shared."""

    caught_by = "determinism"
    saying = "remember something outside the state"
    player = SharingPlayer


@part
class ForgetfulPlayer(Player):
    luck: int = internal(0, fresh=True)


class ForgetfulCopy(Toy):
    """Something that matters is declared as no part of the position."""

    caught_by = "fork"
    saying = "made the choices of the match and stands elsewhere"
    player = ForgetfulPlayer

    def refill(self, s: Table) -> None:
        super().refill(s)
        for player in s.playing():
            assert isinstance(player, ForgetfulPlayer)
            player.luck += 1
            player.score += player.luck


class LuckyTable(Table):
    """A field without a declaration."""

    __slots__ = ("luck",)


class Undeclared(Toy):
    """The class of the state is not declared with @part."""

    caught_by = "shape"
    saying = "LuckyTable is not declared"
    table = LuckyTable


class NotFresh(Toy):
    """The reward says that it can be taken up again, but the die would be rolled anew."""

    caught_by = "fork"
    saying = "a fork is not equal to the match"

    async def reward(self, s: Table, winner: Player) -> None:
        s.strands[0].fresh = True
        await super().reward(s, winner)


# Standing orders


class StrangeOrder(Toy):
    """An order chooses something that is not offered, and it has no sentence."""

    caught_by = "orders"
    saying = "the order 'leave' chooses 'leave', which is not offered"
    orders = (Order("leave", ("aim",), lambda view, decision: LEAVE),)
