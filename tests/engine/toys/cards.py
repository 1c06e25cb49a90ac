"""No game at all: some zones of cards on a table, to be moved about by hand."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import strategies as st

from starhall.engine.chance import Chance
from starhall.engine.state import EVERYONE, NOBODY, OPEN, State, Strand, Zone
from starhall.engine.witness import Witness


class Cards(State):
    """Zones, and a witness who looks on."""

    __slots__ = ("piles",)
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "piles": [Zone],
    }

    def __init__(self, seats: int = 2, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.piles: list[Zone] = []
        self.witness = Witness(seats + 1)

    def copy(self) -> Cards:
        twin = Cards(self.seats)
        self.copy_into(twin)
        twin.piles = [zone.copy() for zone in self.piles]
        return twin

    def zones(self) -> list[Zone]:
        return self.piles

    def lay(self, sight: int, *cards: int, family: int = 0) -> Zone:
        """One more zone, seen by these seats (a mask)."""
        zone = Zone(len(self.piles), f"zone:{len(self.piles)}", family, -1, sight, list(cards))
        self.piles.append(zone)
        return zone

    def known(self, observer: int) -> list[tuple[int, list[int]]]:
        """The facts of an observer: the card, and the numbers of the zones it may lie in."""
        assert self.witness is not None
        return sorted(
            (fact.card, [key for key in range(len(self.piles)) if (fact.where >> key) & 1])
            for fact in self.witness.facts[observer]
        )


def satisfied(s: Cards, observer: int, zones: list[Zone] | None = None) -> bool:
    """Is there for every fact a card of its own among those the observer cannot see?"""
    assert s.witness is not None
    places = [
        (zone.key, card)
        for zone in (zones if zones is not None else s.zones())
        if not (zone.sight >> observer) & 1
        for card in zone.cards
    ]
    facts = s.witness.facts[observer]
    meant: dict[int, int] = {}  # place -> fact

    def find(fact: int, tried: set[int]) -> bool:
        for place, (key, card) in enumerate(places):
            if place in tried or card != facts[fact].card or not (facts[fact].where >> key) & 1:
                continue
            tried.add(place)
            if place not in meant or find(meant[place], tried):
                meant[place] = fact
                return True
        return False

    return all(find(fact, set()) for fact in range(len(facts)))


# Tables and deeds at random

SIGHTS = (NOBODY, 0b01, 0b10, 0b11, EVERYONE)
NUMBER = st.integers(0, 1000)
MOVES = st.lists(
    st.tuples(st.sampled_from("mmmmmmmddgrrsf"), NUMBER, NUMBER, NUMBER), min_size=1, max_size=40
)
CARDS = st.lists(st.integers(0, 2), max_size=4)
# Mostly hands of one seat: hidden from the others, with an open table to come from and go to.
TABLES = st.lists(
    st.tuples(st.sampled_from((EVERYONE, 0b01, 0b01, 0b01, *SIGHTS)), CARDS),
    min_size=3,
    max_size=6,
)


def make(zones: list[tuple[int, list[int]]]) -> Cards:
    s = Cards()
    for sight, cards in zones:
        s.lay(sight, *cards)
    return s


def carry_out(s: Cards, move: tuple[str, int, int, int]) -> None:
    """One random deed at the table; what cannot be done is left out."""
    kind, one, other, third = move
    src, dst = s.piles[one % len(s.piles)], s.piles[other % len(s.piles)]
    if kind == "r":
        s.reveal(src, SIGHTS[third % len(SIGHTS)])
    elif kind == "f":
        seat = third % 2
        for zone in s.piles:
            if (zone.sight >> seat) & 1 and not (zone.sight >> s.seats) & 1:
                s.reveal(zone, zone.sight & ~(1 << seat))
        assert s.witness is not None
        s.witness.forget(seat)
    elif kind == "s" and src.cards:
        s.show(src, src.cards[other % len(src.cards)], third % 3)
    elif src is dst or not src.cards:
        return
    elif kind == "m":
        s.move(src.cards[third % len(src.cards)], src, dst)
    elif kind == "d":
        s.draw(src, dst)
    elif kind == "g":
        s.gather(src, dst)
