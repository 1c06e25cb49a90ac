"""Toys whose worlds cannot be imagined."""

from __future__ import annotations

from collections import Counter

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.fields import hidden, part, public
from tests.engine.conformance.broken.toy import Toy, rival
from tests.engine.conformance.comet import (
    AIM,
    Player,
    Table,
)

# Imagining


class OwnFamilies(Toy):
    """The hands are dealt anew each for itself: imagined worlds tell what they hold."""

    caught_by = "imagine"
    saying = "give both one family"

    def family(self, seat: int) -> int:
        return seat + 1


@part
class StashingPlayer(Player):
    stash: list[int] = hidden([])


@part
class StashTable(Table):
    players: list[StashingPlayer] = public([])  # type: ignore[assignment]


class CardsOutsideZones(Toy):
    """A hidden card is kept in a field: nobody deals it anew."""

    caught_by = "imagine"
    saying = "hidden cards must be in zones"
    player = StashingPlayer
    table = StashTable

    def refill(self, s: Table) -> None:
        super().refill(s)
        for player in s.playing():
            assert isinstance(player, StashingPlayer)
            if s.deck.cards:
                player.stash.append(s.deck.cards.pop())

    def census(self, state: Table) -> Counter[str]:
        there = super().census(state)
        for player in state.players:
            assert isinstance(player, StashingPlayer)
            there.update([str(card) for card in player.stash])
        return there


@part
class PeekingTable(Table):
    """Says where a card can lie by where it does lie."""

    def homes(self, card: int) -> int:
        """Where a card can lie: cheating, where it does lie."""
        return sum([1 << zone.key for zone in self.zones() if card in zone.cards])


class HomesByTruth(Toy):
    """What is said of where a card can lie hangs on where it lies."""

    caught_by = "imagine"
    saying = "depends on what it must not know"
    table = PeekingTable


class BehindTheBack(Toy):
    """Cards are exchanged without telling the engine, so what seats remember is wrong."""

    caught_by = "imagine"
    saying = "remembers"

    def turn_up(self, s: Table) -> Player:
        winner = super().turn_up(s)
        for player in s.playing():
            if player.hand.cards:
                s.show(player.hand, player.hand.cards[0], rival(s, player).seat)
        return winner

    def refill(self, s: Table) -> None:
        super().refill(s)
        one, other = s.playing()[:2]
        one.hand.cards, other.hand.cards = other.hand.cards, one.hand.cards


class NeutralFails(Toy):
    """The rules cannot bear the neutral value that an imagined world has for a secret."""

    caught_by = "imagine"
    saying = "cannot go on"
    games = 2

    def turn_up(self, s: Table) -> Player:
        for player in s.playing():
            assert player.aim or not player.laid.cards, "everybody has aimed"
        return super().turn_up(s)


class AsksBySecretField(Toy):
    """Whether a seat is done hangs on its secret field, so no imagined world looks the same."""

    caught_by = "imagine"
    saying = "cannot imagine a world"

    async def pick(self, s: Table, player: Player) -> None:
        if player.aim == 0:
            player.aim = (await Decision(player.seat, "aim", AIM[:])).value + 1
            s.strands[0].fresh = True

    def turn_up(self, s: Table) -> Player:
        for player in s.playing():
            if player.hand.cards:
                s.move(player.hand.cards[0], player.hand, player.laid)
        return super().turn_up(s)


class WildEvaluation(Toy):
    caught_by = "imagine"
    saying = "it must be from 0 to 1"

    def evaluate(self, state: Table, seat: int) -> float:
        return float(state.players[seat].score)
