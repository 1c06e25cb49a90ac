"""Imagined worlds: hidden cards are dealt again, consistent with what one seat knows.

Nothing here depends on what the hidden cards really are: the pool is sorted before it is dealt,
and facts are placed in a fixed order. For the same random stream, two true
states that a seat cannot tell apart give the same world; the conformance kit checks exactly that.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.memory import Fact
from starhall.engine.knowledge.views import blank, encode, to_bytes, view
from starhall.engine.rules.chance import SEED_BYTES, Chance, Stream
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play, Rules
from starhall.engine.rules.state import UNKNOWN, State, Strand, Zone, sees

TRIES: Final = 2000


# Worlds


class Knowledge:
    """What one seat knows when every strand is fresh: just enough to deal worlds.

    Hidden cards are kept sorted, hidden fields are blank and the future has no seed. A bot may
    have this object, because the true state cannot be recovered from it.
    """

    __slots__ = ("base", "expected", "hidden", "observer", "rules")

    def __init__(self, play: Play, observer: int) -> None:
        self.rules: Rules = play.rules
        self.observer = observer
        self.expected = _outside(play, observer)
        base = play.state.copy()
        self.hidden: list[Unseen] = unseen_cards(base, observer)
        base.witness = None
        _forget(base, observer)
        names = base.chance.names
        base.chance = Chance(bytes(SEED_BYTES), ())  # each world has streams of its own
        base.chance.names = names
        self.base: State = base

    def world(self, stream: Stream) -> Play:
        """Deal the hidden cards into a copy and start the rules on it."""
        return self.copies(stream, 1)[0]

    def copies(self, stream: Stream, count: int) -> list[Play]:
        """The same world several times: dealt once, and copied.

        A world that would look different to the seat is drawn again.
        """
        for _ in range(TRIES):
            state = self.base.copy()
            _deal(state, self.hidden, stream)
            first = Play(self.rules, state.copy() if count > 1 else state)
            if _outside(first, self.observer) == self.expected:
                worlds = [first]
                for _ in range(count - 2):
                    worlds.append(Play(self.rules, state.copy()))
                if count > 1:
                    worlds.append(Play(self.rules, state))
                return worlds
        raise RulesFault(f"no world consistent with what seat {self.observer} sees was found")

    def moved(self, state: State) -> bool:
        """Has a card left or reached a place that the seat does not see?"""
        zones = state.zones()
        for unseen in self.hidden:
            for place, key in enumerate(unseen.keys):
                if len(zones[key].cards) != unseen.sizes[place]:
                    return True
        return False


class Midway:
    """A position inside a phase, where rules cannot be restarted, to deal many worlds from.

    Every world starts where the phase started, repeats the choices and is then dealt again
    while the rule is running. Unlike Knowledge it contains the true state, so bots never get it.
    """

    __slots__ = ("base", "hidden", "observer", "rules", "since")

    def __init__(
        self, play: Play, base: State, since: list[tuple[int, Option]], observer: int
    ) -> None:
        for decision in play.decisions:
            if decision.seat != observer:
                raise RulesFault(
                    f"seat {observer} cannot imagine while seat {decision.seat} decides inside a "
                    f"phase ({decision.kind}); rules set `fresh` where several seats decide"
                )
        self.rules: Rules = play.rules
        self.observer = observer
        self.since = since
        self.hidden: list[Unseen] = unseen_cards(play.state, observer)
        self.base: State = base.copy()
        self.base.witness = None  # what is remembered is in `hidden`

    def world(self, stream: Stream) -> Play:
        world = Play(self.rules, self.base.copy())
        replay(world, self.since)
        _deal_again(world.state, self.observer, self.hidden, stream)
        return world


def replay(play: Play, since: list[tuple[int, Option]]) -> None:
    """Repeat choices, including interjections."""
    for seat, option in since:
        decision = play.decision_of(seat)
        if decision is not None and option in decision.options:
            play.choose(decision, option)
        else:
            play.interject(seat, option)


def _outside(play: Play, observer: int) -> object:
    """What the seat sees of all strands: it must be the same in an imagined world.

    Rules that are restarted with other cards may skip a question to another seat: then the
    table looks different, or at least one of several strands is elsewhere.
    """
    # Of other seats, it sees who is asked but not what, which may depend on hidden cards.
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
    return asked, to_bytes(view(_without_memory(play.state), observer))


def _without_memory(state: State) -> State:
    """Imagined worlds have no witness: what the observer remembers is not compared."""
    if state.witness is None:
        return state
    twin = state.copy()
    twin.witness = None
    return twin


def _visible(strand: Strand, observer: int) -> dict[str, object]:
    """What the observer sees of a strand's position."""
    twin = strand.copy()
    blank(twin, observer)
    return encode(twin)


# Cards


class Unseen:
    """The hidden cards of one family, sorted so that nothing reveals their places."""

    __slots__ = ("facts", "keys", "pool", "sizes")

    def __init__(self, zones: list[Zone], facts: list[Fact]) -> None:
        self.keys = [zone.key for zone in zones]
        self.sizes = [len(zone.cards) for zone in zones]
        self.facts = sorted(facts, key=_narrowest_first)
        self.pool = sorted([card for zone in zones for card in zone.cards])
        for fact in self.facts:
            self.pool.remove(fact.card)

    def deal(self, zones: list[Zone], stream: Stream) -> None:
        """Deal known cards to possible places and the rest anywhere."""
        dealt: list[list[int]] = [[] for _ in self.keys]
        if self.facts:
            for place, held in enumerate(_place(self.facts, self.keys, self.sizes, stream)):
                dealt[place] = [fact.card for fact in held]
        pool = self.pool[:]
        stream.shuffle(pool)
        for place, cards in enumerate(dealt):
            missing = self.sizes[place] - len(cards)
            if missing:
                known = len(cards)
                cards += pool[len(pool) - missing :]
                del pool[len(pool) - missing :]
                if known:
                    stream.shuffle(cards)
            else:
                stream.shuffle(cards)
            zones[self.keys[place]].cards = cards


def _narrowest_first(fact: Fact) -> tuple[int, int, int]:
    return fact.where.bit_count(), fact.where, fact.card


def unseen_cards(state: State, observer: int) -> list[Unseen]:
    """The cards that the observer cannot see, by family, with what it remembers of them."""
    facts = state.witness.facts[observer] if state.witness is not None else []
    hidden = [zone for zone in state.zones() if not sees(zone, observer)]
    found: list[Unseen] = []
    for family in sorted({zone.family for zone in hidden}):
        zones = [zone for zone in hidden if zone.family == family]
        known = [fact for fact in facts if _concerns(fact, zones)]
        found.append(Unseen(zones, _at_home(state, zones, known)))
    return found


def _concerns(fact: Fact, zones: list[Zone]) -> bool:
    for zone in zones:
        if (fact.where >> zone.key) & 1:
            return True
    return False


def _at_home(state: State, zones: list[Zone], facts: list[Fact]) -> list[Fact]:
    """The facts, and for each card that cannot be in all of these zones, where it can be."""
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


def redeal(state: State, observer: int, stream: Stream) -> None:
    """Replace everything that the observer cannot know, in place, and seed the future again."""
    _deal_again(state, observer, unseen_cards(state, observer), stream)


def _deal_again(state: State, observer: int, hidden: list[Unseen], stream: Stream) -> None:
    _forget(state, observer)
    _deal(state, hidden, stream)


def _deal(state: State, hidden: list[Unseen], stream: Stream) -> None:
    """Deal the hidden cards and seed the future."""
    zones = state.zones()
    for unseen in hidden:
        unseen.deal(zones, stream)
    state.chance = Chance(stream.new_key(), state.chance.names)


def _forget(state: State, observer: int) -> None:
    """Mask hidden cards first: who owns a hidden field must not depend on a true card."""
    for zone in state.zones():
        if not sees(zone, observer):
            zone.cards = [UNKNOWN] * len(zone.cards)
    blank(state, observer)


def _place(
    facts: list[Fact], keys: list[int], sizes: list[int], stream: Stream
) -> list[list[Fact]]:
    """The facts by zone, within the sizes of the zones.

    Every free place that a fact allows is equally likely: a card known to be in a deck or a
    hand is placed in proportion to their sizes. If no place is free, earlier facts move.
    """
    held: list[list[Fact]] = [[] for _ in keys]
    for fact in facts:
        allowed = _allowed(fact, keys)
        free = sum([sizes[place] - len(held[place]) for place in allowed])
        if free == 0:
            if not _make_room(fact, keys, sizes, held, set()):
                raise RulesFault(f"what the seat remembers cannot all be true: {facts}")
            continue
        draw = stream.below(free)
        for place in allowed:
            draw -= sizes[place] - len(held[place])
            if draw < 0:
                held[place].append(fact)
                break
    return held


def _allowed(fact: Fact, keys: list[int]) -> list[int]:
    return [place for place, key in enumerate(keys) if (fact.where >> key) & 1]


def _make_room(
    fact: Fact, keys: list[int], sizes: list[int], held: list[list[Fact]], tried: set[int]
) -> bool:
    """Place a fact by moving others, each to a zone that was not tried yet."""
    for place in _allowed(fact, keys):
        if place in tried:
            continue
        tried.add(place)
        if len(held[place]) < sizes[place]:
            held[place].append(fact)
            return True
        for slot, other in enumerate(held[place]):
            if _make_room(other, keys, sizes, held, tried):
                held[place][slot] = fact
                return True
    return False
