"""The witness of a watched match: what happened, who may know it, and what they remember.

Zones say what a seat sees now. The witness keeps what it saw on the way: a card seen when it
went to a hidden place is a *fact* "one such card lies in one of these zones". Facts are kept
for each seat and, as the last observer, for the spectators. Rollouts have no witness.
"""

from __future__ import annotations

from typing import Final

SEEN_BY_ALL: Final = -1
GROUP: Final = "group"


class Fact:
    """The observer knows that one such card lies in one of these zones (a mask of keys)."""

    __slots__ = ("card", "where")

    def __init__(self, card: int, where: int) -> None:
        self.card = card
        self.where = where

    def __repr__(self) -> str:
        return f"<Fact {self.card} in {self.where:b}>"


class Event:
    """Something that happened, for the log and the animation, with who may see it (a mask).

    A `move` event is seen by everybody; its card only by those in `to`. A `group` event opens a
    group (a turn, a battle): the later events of its strand that stand deeper belong to it.
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

    def __repr__(self) -> str:
        return f"<Event {self.what} {self.values}>"


class Witness:
    """Facts by observer, events since the last look, and who has learned anything (a mask)."""

    __slots__ = ("depth", "events", "facts", "revealed", "strand")

    def __init__(self, observers: int) -> None:
        self.facts: list[list[Fact]] = [[] for _ in range(observers)]
        self.events: list[Event] = []
        self.revealed = 0
        self.strand = 0  # whose events these are, ...
        self.depth = 0  # ... and how many groups they stand in

    def copy(self) -> Witness:
        twin = Witness(0)
        # Facts are replaced, never changed in place, so the lists may share them.
        twin.facts = [facts[:] for facts in self.facts]
        return twin

    def tell(self, what: str, to: int = SEEN_BY_ALL, **values: object) -> None:
        """A sentence for the log of those entitled."""
        self.events.append(Event(what, to, values, self.strand, self.depth))

    def open(self, name: str, depth: int, values: dict[str, object]) -> None:
        """A named group of events begins."""
        self.events.append(Event(GROUP, SEEN_BY_ALL, {"name": name, **values}, self.strand, depth))
        self.depth = depth + 1

    def moved(
        self, card: int, src: int, src_sight: int, left: int, dst: int, dst_sight: int
    ) -> None:
        """A card went from zone to zone; `left` cards remain where it was."""
        seen = src_sight | dst_sight
        for observer, facts in enumerate(self.facts):
            if (seen >> observer) & 1:
                if not (src_sight >> observer) & 1:
                    _consume(facts, card, 1 << src)
                    if left == 0:
                        _rule_out(facts, 1 << src)
                if not (dst_sight >> observer) & 1:
                    facts.append(Fact(card, 1 << dst))
            else:
                _blur(facts, 1 << src, 1 << dst, left == 0)
        self.revealed |= dst_sight & ~src_sight
        values: dict[str, object] = {"card": card, "src": src, "dst": dst}
        self.events.append(Event("move", seen, values, self.strand, self.depth))

    def turned(self, cards: list[int], zone: int, before: int, after: int) -> None:
        """The cards of a zone stay where they are, but other seats see them now."""
        for observer, facts in enumerate(self.facts):
            saw = (before >> observer) & 1
            sees = (after >> observer) & 1
            if sees and not saw:
                for card in cards:
                    _consume(facts, card, 1 << zone)
                _rule_out(facts, 1 << zone)
            elif saw and not sees:
                for card in cards:
                    facts.append(Fact(card, 1 << zone))
        if cards:
            self.revealed |= after & ~before

    def peeked(self, card: int, zone: int, sight: int, observer: int) -> None:
        """One seat sees a card that stays hidden, and will remember it."""
        if not (sight >> observer) & 1:
            facts = self.facts[observer]
            _consume(facts, card, 1 << zone)
            facts.append(Fact(card, 1 << zone))
            self.revealed |= 1 << observer

    def forget(self, observer: int) -> None:
        """A seat that is out knows what a spectator does; it must have no zone of its own left."""
        self.facts[observer] = self.facts[-1][:]


def _consume(facts: list[Fact], card: int, zone: int) -> None:
    """A card of this kind came out of the zone: the narrowest fact that fits is used up.

    Which of several equal cards came out is unknown, so the other facts that might have meant
    it widen by the zones of the one used up: what they say stays true either way.
    """
    best = -1
    for i, fact in enumerate(facts):
        if fact.card == card and fact.where & zone:
            if best < 0 or fact.where.bit_count() < facts[best].where.bit_count():
                best = i
    if best < 0:
        return
    used = facts.pop(best).where
    for i, fact in enumerate(facts):
        if fact.card == card and fact.where & zone and used & ~fact.where:
            facts[i] = Fact(card, fact.where | used)


def _rule_out(facts: list[Fact], zone: int) -> None:
    """Nothing unseen lies in this zone: what is remembered lies elsewhere."""
    for i, fact in enumerate(facts):
        if fact.where & zone:
            facts[i] = Fact(fact.card, fact.where & ~zone)


def _blur(facts: list[Fact], src: int, dst: int, emptied: bool) -> None:
    """An unknown card went from zone to zone: whatever was known there may have gone along."""
    for i, fact in enumerate(facts):
        if fact.where & src:
            where = fact.where | dst
            if emptied:
                where &= ~src
            facts[i] = Fact(fact.card, where)
