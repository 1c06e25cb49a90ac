"""The witness of a watched match: the events, who may see them, and what observers remember.

Zones say what a seat sees now. The witness keeps what the seat saw earlier. A card that was seen
when it moved to a hidden place is a *fact*: "one such card is in one of these zones". Facts are
kept for each seat and, as the last observer, for the spectators. Rollouts have no witness.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

SEEN_BY_ALL: Final = -1
GROUP: Final = "group"


class Fact:
    """The observer knows that one such card is in one of these zones (a mask of keys).

    Facts are replaced, never changed in place, so observers and copies share them.
    """

    __slots__ = ("card", "where")

    def __init__(self, card: int, where: int) -> None:
        self.card = card
        self.where = where

    def __repr__(self) -> str:
        return f"<Fact {self.card} in {self.where:b}>"


class Event:
    """An event for the log and the animation, with a mask of who may see it.

    Everybody sees a `move` event; only observers in `to` see its card. A `group` event opens a
    group (a turn, a battle): the following deeper events of its strand belong to it.
    """

    __slots__ = ("depth", "strand", "to", "values", "what")

    def __init__(
        self, what: str, to: int, values: dict[str, object], strand: int = 0, depth: int = 0
    ) -> None:
        self.what = what
        self.to = to
        self.values = values
        self.strand = strand
        self.depth = depth

    def visible(self, observer: int) -> bool:
        return (self.to >> observer) & 1 == 1

    def copy(self) -> Event:
        return Event(self.what, self.to, dict(self.values), self.strand, self.depth)

    def __repr__(self) -> str:
        return f"<Event {self.what} {self.values}>"


class Witness:
    """Facts by observer, new events, and a mask of observers who learned something.

    A listener hears of each event while the rules run, just after the state has changed.
    """

    __slots__ = ("depth", "events", "facts", "listener", "revealed", "strand")

    def __init__(self, observers: int) -> None:
        self.facts: list[list[Fact]] = [[] for _ in range(observers)]
        self.events: list[Event] = []
        self.revealed = 0
        self.strand = 0  # of the current events
        self.depth = 0  # the number of groups around them
        self.listener: Callable[[Event], None] | None = None

    def copy(self) -> Witness:
        twin = Witness(0)
        twin.facts = [facts[:] for facts in self.facts]
        return twin

    def tell(self, what: str, to: int = SEEN_BY_ALL, **values: object) -> None:
        """Add a sentence to the log of the entitled observers."""
        self._add(Event(what, to, values, self.strand, self.depth))

    def _add(self, event: Event) -> None:
        self.events.append(event)
        if self.listener is not None:
            self.listener(event)

    def open(self, name: str, depth: int, values: dict[str, object]) -> None:
        """A named group of events begins."""
        self.events.append(Event(GROUP, SEEN_BY_ALL, {"name": name, **values}, self.strand, depth))
        self.depth = depth + 1

    def moved(
        self, card: int, src: int, src_sight: int, left: int, dst: int, dst_sight: int
    ) -> None:
        """A card moved from zone to zone; `left` cards remain in the first."""
        seen = src_sight | dst_sight
        arrived = Fact(card, 1 << dst)
        elsewhere: dict[Fact, Fact] = {}
        blurred: dict[Fact, Fact] = {}
        for observer, facts in enumerate(self.facts):
            if (seen >> observer) & 1:
                if not (src_sight >> observer) & 1:
                    _consume(facts, card, 1 << src)
                    if left == 0:
                        _rule_out(facts, 1 << src, elsewhere)
                if not (dst_sight >> observer) & 1:
                    facts.append(arrived)
            else:
                _blur(facts, 1 << src, 1 << dst, left == 0, blurred)
        self.revealed |= dst_sight & ~src_sight
        values: dict[str, object] = {"card": card, "src": src, "dst": dst}
        self._add(Event("move", seen, values, self.strand, self.depth))

    def turned(self, cards: list[int], zone: int, before: int, after: int) -> None:
        """The cards of a zone stay where they are, but other seats see them now."""
        hidden = [Fact(card, 1 << zone) for card in cards]
        elsewhere: dict[Fact, Fact] = {}
        for observer, facts in enumerate(self.facts):
            saw = (before >> observer) & 1
            sees = (after >> observer) & 1
            if sees and not saw:
                for card in cards:
                    _consume(facts, card, 1 << zone)
                _rule_out(facts, 1 << zone, elsewhere)
            elif saw and not sees:
                facts += hidden
        if cards:
            self.revealed |= after & ~before

    def peeked(self, card: int, zone: int, sight: int, observer: int) -> None:
        """One seat sees a card that stays hidden, and remembers it."""
        if not (sight >> observer) & 1:
            facts = self.facts[observer]
            _consume(facts, card, 1 << zone)
            facts.append(Fact(card, 1 << zone))
            self.revealed |= 1 << observer

    def forget(self, observer: int) -> None:
        """A seat out of the game knows what a spectator knows; it must have no zones left."""
        self.facts[observer] = self.facts[-1][:]


def _consume(facts: list[Fact], card: int, zone: int) -> None:
    """A card of this kind left the zone: the narrowest matching fact is used up.

    It is unknown which of several equal cards left, so the other facts that might describe
    it gain the zones of the used fact: they stay true in either case.
    """
    matching = [i for i, fact in enumerate(facts) if fact.card == card and fact.where & zone]
    if not matching:
        return
    best = matching[0]
    for i in matching[1:]:
        if facts[i].where.bit_count() < facts[best].where.bit_count():
            best = i
    used = facts[best].where
    for i in matching:
        if used & ~facts[i].where:
            facts[i] = Fact(card, facts[i].where | used)
    del facts[best]


def _rule_out(facts: list[Fact], zone: int, elsewhere: dict[Fact, Fact]) -> None:
    """The zone has no unseen cards, so remembered cards are elsewhere.

    `elsewhere` maps the facts of other observers to the new ones.
    """
    for i, fact in enumerate(facts):
        if fact.where & zone:
            if fact not in elsewhere:
                elsewhere[fact] = Fact(fact.card, fact.where & ~zone)
            facts[i] = elsewhere[fact]


def _blur(facts: list[Fact], src: int, dst: int, emptied: bool, blurred: dict[Fact, Fact]) -> None:
    """An unknown card moved from zone to zone: it may be any remembered card.

    `blurred` maps the facts of other observers to the new ones.
    """
    before = after = 0
    for i, fact in enumerate(facts):
        if fact.where != before:  # many facts in a row are about the same zones
            before = after = fact.where
            if before & src:
                after = before | dst
                if emptied:
                    after &= ~src
        if after != before:
            if fact not in blurred:
                blurred[fact] = Fact(fact.card, after)
            facts[i] = blurred[fact]
