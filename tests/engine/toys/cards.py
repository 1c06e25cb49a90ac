"""No game at all: some zones of cards on a table, to be moved about by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

from starhall.engine.knowledge.memory import Witness
from starhall.engine.rules.fields import EVERYONE, NOBODY, part, zones
from starhall.engine.rules.state import State, Zone


@part
class Cards(State):
    """Zones, and a witness who looks on."""

    piles: list[Zone] = zones(0, 0, NOBODY)  # `lay` adds them

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


def watched_table(seats: int = 2) -> Cards:
    """An empty table that is watched."""
    return Cards(seats=seats, witness=Witness(seats + 1))


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
MOSTLY = (0b01, 0b01, 0b01, *SIGHTS)  # mostly hands of one seat, so that others must remember
DEEDS = "mmmmmmmmmmddgrrsf"


def walk(seed: int, deeds: int = 40) -> Iterator[Cards]:
    """A table at random, and the same table after each of many deeds at random."""
    dice = random.Random(seed)
    s = watched_table()
    s.lay(EVERYONE, *[dice.randrange(3) for _ in range(5)])
    for _ in range(dice.randrange(2, 6)):
        s.lay(dice.choice(MOSTLY), *[dice.randrange(3) for _ in range(dice.randrange(4))])
    for _ in range(deeds):
        carry_out(s, dice)
        yield s


def carry_out(s: Cards, dice: random.Random) -> None:
    """One deed at the table: move, draw, gather, reveal, show or forget."""
    deed = dice.choice(DEEDS)
    src, dst = dice.sample(s.piles, 2)
    if deed == "r":
        s.reveal(src, dice.choice(SIGHTS))
    elif deed == "f":
        leave(s, dice.randrange(s.seats))
    elif not src.cards:
        return
    elif deed == "s":
        s.show(src, dice.choice(src.cards), dice.randrange(s.seats + 1))
    elif deed == "m":
        s.move(dice.choice(src.cards), src, dst)
    elif deed == "d":
        s.draw(src, dst)
    elif deed == "g":
        s.gather(src, dst)


def leave(s: Cards, seat: int) -> None:
    """A seat is out: it sees no more than the spectators do."""
    for zone in s.piles:
        if (zone.sight >> seat) & 1 and not (zone.sight >> s.seats) & 1:
            s.reveal(zone, zone.sight & ~(1 << seat))
    assert s.witness is not None
    s.witness.forget(seat)
