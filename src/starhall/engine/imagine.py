# mypyc: off
"""Imagined worlds: the hidden cards dealt anew, consistent with all that one seat knows.

Nothing here depends on what the hidden cards really are: the pool is sorted before it is dealt,
and facts are placed in an order of their own. Two truths that a seat cannot tell apart give,
for the same random stream, the same world; the conformance kit checks exactly that.
"""

from __future__ import annotations

from starhall.engine.chance import Chance, Stream
from starhall.engine.errors import RulesFault
from starhall.engine.shape import blank
from starhall.engine.state import State, Zone, sees
from starhall.engine.witness import Fact

SEED_STREAM = "imagine"


def redeal(state: State, observer: int, stream: Stream) -> None:
    """Replace all that the observer cannot know, in place, and re-seed the future."""
    hidden = [zone for zone in state.zones() if not sees(zone, observer)]
    facts = list(state.witness.facts[observer]) if state.witness is not None else []
    for family in sorted({zone.family for zone in hidden}):
        zones = [zone for zone in hidden if zone.family == family]
        _deal(zones, [fact for fact in facts if _concerns(fact, zones)], stream)
    blank(state, observer)
    seed = bytes([stream.below(256) for _ in range(32)])
    state.chance = Chance(seed, state.chance.names)


def _concerns(fact: Fact, zones: list[Zone]) -> bool:
    return any((fact.where >> zone.key) & 1 for zone in zones)


def _deal(zones: list[Zone], facts: list[Fact], stream: Stream) -> None:
    """Deal the cards of these zones anew: known ones where they may be, the rest anywhere."""
    sizes = [len(zone.cards) for zone in zones]
    pool = sorted([card for zone in zones for card in zone.cards])
    dealt: list[list[int]] = [[] for _ in zones]
    facts = sorted(facts, key=lambda fact: (fact.where.bit_count(), fact.where, fact.card))
    for fact, place in zip(facts, _place(facts, zones, sizes, stream), strict=True):
        dealt[place].append(fact.card)
        pool.remove(fact.card)
    stream.shuffle(pool)
    for zone, cards, size in zip(zones, dealt, sizes, strict=True):
        while len(cards) < size:
            cards.append(pool.pop())
        stream.shuffle(cards)
        zone.cards = cards


def _place(facts: list[Fact], zones: list[Zone], sizes: list[int], stream: Stream) -> list[int]:
    """A zone for each fact within the sizes: at random, making room by moving earlier ones."""
    allowed = [
        [i for i, zone in enumerate(zones) if (fact.where >> zone.key) & 1] for fact in facts
    ]
    places = [-1] * len(facts)
    held: list[list[int]] = [[] for _ in zones]

    def settle(fact: int, tried: set[int]) -> bool:
        choices = list(allowed[fact])
        stream.shuffle(choices)
        for place in choices:
            if len(held[place]) < sizes[place]:
                held[place].append(fact)
                places[fact] = place
                return True
        for place in choices:
            if place in tried:
                continue
            tried.add(place)
            for other in list(held[place]):
                held[place].remove(other)
                if settle(other, tried):
                    held[place].append(fact)
                    places[fact] = place
                    return True
                held[place].append(other)
                places[other] = place
        return False

    for fact in range(len(facts)):
        if not settle(fact, set()):
            raise RulesFault(f"what the seat remembers cannot all be true: {facts}")
    return places
