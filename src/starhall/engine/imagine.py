# mypyc: off
"""Imagined worlds: the hidden cards dealt anew, consistent with all that one seat knows.

Nothing here depends on what the hidden cards really are: the pool is sorted before it is dealt,
and facts are placed in an order of their own. Two truths that a seat cannot tell apart give,
for the same random stream, the same world; the conformance kit checks exactly that.
"""

from __future__ import annotations

from starhall.engine.chance import Chance, Stream
from starhall.engine.errors import RulesFault
from starhall.engine.play import Play
from starhall.engine.shape import blank, encode, to_bytes, view
from starhall.engine.state import State, Strand, Zone, sees
from starhall.engine.witness import Fact

TRIES = 2000


# Worlds


def imagine_anew(play: Play, observer: int, stream: Stream) -> Play:
    """Where every strand is fresh: redeal a copy and start the rules on it.

    A world in which it would not look from outside as it does is drawn again.
    """
    expected = _outside(play, observer)
    for _ in range(TRIES):
        state = play.state.copy()
        redeal(state, observer, stream)
        world = Play(play.rules, state)
        if _outside(world, observer) == expected:
            state.witness = None
            return world
    raise RulesFault(f"no world consistent with what seat {observer} sees was found")


def imagine_inside(play: Play, world: Play, observer: int, stream: Stream) -> Play:
    """Inside a phase: redeal a fork under the running rule."""
    for decision in play.decisions:
        if decision.seat != observer:
            raise RulesFault(
                f"seat {observer} cannot imagine while seat {decision.seat} decides inside a "
                f"phase ({decision.kind}); rules set `fresh` where several seats decide"
            )
    redeal(world.state, observer, stream)
    world.state.witness = None
    return world


def _outside(play: Play, observer: int) -> object:
    """What the seat sees of who does what: it must be the same in an imagined world.

    Where others are asked, rules started on other cards may pass them by and go on: then the
    table looks different, or with several strands at least one of these stands elsewhere.
    """
    # Of the others it sees who is asked, not what: that may hang on what they hide.
    asked = [
        (decision.seat, decision.kind, decision.about)
        if decision.seat == observer
        else (decision.seat, "", "")
        for decision in play.decisions
        if not decision.secret or decision.seat == observer
    ]
    strands = play.state.strands
    if len(strands) > 1:
        return asked, [_visible(strand, observer) for strand in strands], play.over
    if len(asked) == 1 and asked[0][0] == observer:
        return asked
    return asked, to_bytes(view(play.state, observer))


def _visible(strand: Strand, observer: int) -> dict[str, object]:
    """What the observer sees of where a strand stands."""
    twin = strand.copy()
    blank(twin, observer)
    return encode(twin)


# Cards


def redeal(state: State, observer: int, stream: Stream) -> None:
    """Replace all that the observer cannot know, in place, and re-seed the future."""
    hidden = [zone for zone in state.zones() if not sees(zone, observer)]
    facts = list(state.witness.facts[observer]) if state.witness is not None else []
    for family in sorted({zone.family for zone in hidden}):
        zones = [zone for zone in hidden if zone.family == family]
        known = [fact for fact in facts if _concerns(fact, zones)]
        _deal(zones, _at_home(state, zones, known), stream)
    blank(state, observer)
    seed = bytes([stream.below(256) for _ in range(32)])
    state.chance = Chance(seed, state.chance.names)


def _concerns(fact: Fact, zones: list[Zone]) -> bool:
    return any((fact.where >> zone.key) & 1 for zone in zones)


def _at_home(state: State, zones: list[Zone], facts: list[Fact]) -> list[Fact]:
    """The facts, and for every card that cannot lie in all of these zones where it can."""
    everywhere = sum([1 << zone.key for zone in zones])
    found: list[Fact] = []
    left = facts
    for card in sorted({card for zone in zones for card in zone.cards}):
        homes = state.homes(card) & everywhere
        if homes == everywhere:
            continue
        known = [fact for fact in left if fact.card == card]
        left = [fact for fact in left if fact.card != card]
        found += [Fact(card, fact.where & homes) for fact in known]
        others = sum([zone.cards.count(card) for zone in zones]) - len(known)
        found += [Fact(card, homes) for _ in range(others)]
    return left + found


def _deal(zones: list[Zone], facts: list[Fact], stream: Stream) -> None:
    """Deal the cards of these zones anew: known ones where they may be, the rest anywhere."""
    sizes = [len(zone.cards) for zone in zones]
    pool = sorted([card for zone in zones for card in zone.cards])
    facts = sorted(facts, key=lambda fact: (fact.where.bit_count(), fact.where, fact.card))
    dealt = [[fact.card for fact in held] for held in _place(facts, zones, sizes, stream)]
    for fact in facts:
        pool.remove(fact.card)
    stream.shuffle(pool)
    for zone, cards, size in zip(zones, dealt, sizes, strict=True):
        while len(cards) < size:
            cards.append(pool.pop())
        stream.shuffle(cards)
        zone.cards = cards


def _place(
    facts: list[Fact], zones: list[Zone], sizes: list[int], stream: Stream
) -> list[list[Fact]]:
    """The facts by zone, within the sizes.

    Every free place that a fact allows is equally likely: what is known to lie in a deck or a
    hand lies in the deck as often as the deck is larger. Where all are taken, earlier facts move.
    """
    held: list[list[Fact]] = [[] for _ in zones]
    for fact in facts:
        allowed = _allowed(fact, zones)
        free = sum([sizes[place] - len(held[place]) for place in allowed])
        if free == 0:
            if not _make_room(fact, zones, sizes, held, set()):
                raise RulesFault(f"what the seat remembers cannot all be true: {facts}")
            continue
        draw = stream.below(free)
        for place in allowed:
            draw -= sizes[place] - len(held[place])
            if draw < 0:
                held[place].append(fact)
                break
    return held


def _allowed(fact: Fact, zones: list[Zone]) -> list[int]:
    return [place for place, zone in enumerate(zones) if (fact.where >> zone.key) & 1]


def _make_room(
    fact: Fact, zones: list[Zone], sizes: list[int], held: list[list[Fact]], tried: set[int]
) -> bool:
    """Place a fact by moving others on, each to a zone that was not tried yet."""
    for place in _allowed(fact, zones):
        if place in tried:
            continue
        tried.add(place)
        if len(held[place]) < sizes[place]:
            held[place].append(fact)
            return True
        for slot, other in enumerate(held[place]):
            if _make_room(other, zones, sizes, held, tried):
                held[place][slot] = fact
                return True
    return False
