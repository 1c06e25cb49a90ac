"""A game of simultaneous decisions: all seats lay a card face down, in any order (Together)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from starhall.engine.game import Game, Result, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure, Together
from starhall.engine.rules.fields import EVERYONE, NOBODY, OWN, part, public, zone
from starhall.engine.rules.options import Vocabulary
from starhall.engine.rules.state import Part, State, Strand, Zone

WORDS = Vocabulary()
KINDS = 5
BID = WORDS.table("bid", [str(card) for card in range(KINDS)], "card")
HAND = 3


@part
class Bidder(Part):
    """A seat: its hand, the bid before it, the points it won."""

    points: int = public(0)
    hand: Zone = zone(0, OWN)
    bid: Zone = zone(0, OWN)


@part
class Auction(State):
    """The whole game."""

    bidders: list[Bidder] = public([])
    deck: Zone = zone(0, NOBODY)
    pile: Zone = zone(0, EVERYONE)


async def auction(s: Auction, strand: Strand) -> None:
    """Round after round until the hands are empty; whoever has bid is not asked again."""
    while any(bidder.hand.cards or bidder.bid.cards for bidder in s.bidders):
        strand.fresh = True
        await Together([bid(s, strand, bidder) for bidder in s.bidders if not bidder.bid.cards])
        for bidder in s.bidders:
            s.reveal(bidder.bid, EVERYONE)
        best = max(s.bidders, key=lambda bidder: (bidder.bid.cards[0], -bidder.seat))
        best.points += 1
        for bidder in s.bidders:
            s.gather(bidder.bid, s.pile)
            bidder.bid.sight = 1 << bidder.seat
    raise GameOver


async def bid(s: Auction, strand: Strand, bidder: Bidder) -> None:
    held = sorted(set(bidder.hand.cards))
    choice = await Decision(bidder.seat, "bid", [BID[card] for card in held])
    s.move(choice.value, bidder.hand, bidder.bid)
    if s.witness is not None:
        s.witness.tell("bids", who=bidder.seat)
    strand.fresh = True


class Sealed(Game[Auction]):
    """2 to 4 players; three bids each."""

    id: ClassVar[str] = "sealed"
    version: ClassVar[str] = "1"
    package: ClassVar[str] = "tests.engine.toys"
    seats: ClassVar[range] = range(2, 5)
    words: ClassVar[Vocabulary] = WORDS

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Auction:
        s = Auction(seats=seats, chance=chance)
        s.bidders = [Bidder(seat=seat) for seat in range(seats)]
        s.deck.cards = [card for card in range(KINDS) for _ in range(3)]
        chance.streams[0].shuffle(s.deck.cards)
        for bidder in s.bidders:
            for _ in range(HAND):
                s.draw(s.deck, bidder.hand)
        s.start(Strand())
        return s

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Auction)
        return auction(state, strand)

    def result(self, state: Auction) -> Result:
        scores = [float(bidder.points) for bidder in state.bidders]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return Result(ranks, scores, winners, "dawn")


GAME = Sealed()
