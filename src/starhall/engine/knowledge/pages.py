"""Writes what an observer may know as numbers, straight from the state: no view is copied.

A part lists its values (`seen_by_all`, `seen_by_owners`: fields.py derives both). The writer of a
part compares them with those on the page and writes what has changed. Most of a table stays the
same from choice to choice, so a page is quickly up to date, whatever state it was written from
before. `encoding.py` makes the writers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr

from starhall.engine.knowledge.views import remembered
from starhall.engine.rules.codes import NOTHING, Code, OneHot, Page, share
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.state import Part, State, Zone

Getter = Callable[[Any], Any]


class Sighting:
    """What decides how much of a state is written: who looks, and what that seat remembers."""

    __slots__ = ("all_shown", "known", "page", "same")

    def __init__(self, page: Page, state: State) -> None:
        self.page = page
        self.all_shown = state.all_shown
        self.known: dict[int, list[int]] = {}  # by zone: the cards remembered there
        if not self.all_shown:
            self.known = remembered(state, page.observer)
        sight = (self.all_shown, page.masked, self.known)
        self.same = sight == page.sight  # otherwise cards that did not move can look different
        page.sight = sight

    def owns(self, part: Part) -> bool:
        """May the observer see the private fields of the part?"""
        return self.all_shown or (part.owners() >> self.page.observer) & 1 == 1

    def cards(self, zone: Zone) -> list[int]:
        """The cards that the observer knows to be in the zone, as a view shows them."""
        page = self.page
        if self.all_shown or (zone.sight >> page.observer) & 1:
            return zone.cards
        if page.masked:
            return [card for card in zone.cards if card >= 0]
        return sorted(self.known.get(zone.key, []))


# Places on a page


@mypyc_attr(allow_interpreted_subclasses=True)
class Place:
    """Where a field lies on the page."""

    nothing: Any = None  # its value on a blank page

    def change(self, page: Page, old: Any, new: Any) -> None:
        """Write the numbers that differ."""

    def kept(self, value: Any) -> Any:
        """The value as the page keeps it: a list that may be changed in place is copied."""
        return _copied(value) if isinstance(value, list) else value


class Nowhere(Place):
    """A field that has no place on this page."""


class Single(Place):
    """The place of a single value."""

    def __init__(self, code: Code, at: int) -> None:
        self.code = code
        self.at = at
        self.nothing = code.nothing

    def change(self, page: Page, old: Any, new: Any) -> None:
        self.code.change(page, self.at, old, new)


class Row(Place):
    """The place of a field that is a list of values."""

    def __init__(self, code: Code, at: int, count: int, width: int, shared: bool) -> None:
        self.code = code
        self.at = at
        self.count = count
        self.width = width  # numbers for each item
        self.shared = shared  # never changed in place
        empty: list[int] = []
        self.nothing = empty

    def kept(self, value: Any) -> Any:
        return value if self.shared else _copied(value)

    def change(self, page: Page, old: Any, new: Any) -> None:
        self._change(page, self._padded(old), self._padded(new))

    def _change(self, page: Page, old: list[Any], new: list[Any]) -> None:
        width, at = self.width, self.at
        for before, after in zip(old, new):  # noqa: B905  # mypyc knows it without keywords
            if before is not after and before != after:
                self.code.change(page, at, before, after)
            at += width

    def _padded(self, values: list[Any]) -> list[Any]:
        """As many items as there is room for."""
        if len(values) == self.count:
            return values
        return values[: self.count] + [self.code.nothing] * (self.count - len(values))


class Rows(Row):
    """A list of lists: each is padded to the same length."""

    def __init__(self, row: Row, outer: int, inner: int) -> None:
        super().__init__(row.code, row.at, row.count, row.width, row.shared)
        self.outer = outer
        self.inner = inner

    def change(self, page: Page, old: Any, new: Any) -> None:
        self._change(page, self._padded(self._flat(old)), self._padded(self._flat(new)))

    def _flat(self, rows: list[Any]) -> list[Any]:
        flat: list[Any] = []
        for i in range(min(self.outer, len(rows))):
            items: list[int] = rows[i]
            flat += items[: self.inner]
            flat += [self.code.nothing] * (self.inner - len(items))
        return flat


class Contained(Row):
    """A list in no particular order: which values it contains."""

    def change(self, page: Page, old: Any, new: Any) -> None:
        place: int
        for place in old:
            if 0 <= place < self.count and place not in new:
                page.numbers[self.at + place] = 0.0
        for place in new:
            if 0 <= place < self.count:
                page.numbers[self.at + place] = 1.0


def _copied(values: list[Any]) -> list[Any]:
    if values and isinstance(values[0], list):
        return [inner[:] for inner in values]
    return values[:]


@mypyc_attr(allow_interpreted_subclasses=True)
class Pile:
    """The place of a zone: how many cards it has, and how many of each kind are known."""

    def __init__(self, at: int, places: dict[int, int], copies: int, total: int) -> None:
        self.at = at  # the place of the number of cards; the kinds follow
        self.places = places  # by card, its place among the cards of the family
        self.copies = copies  # the largest number of copies of one card
        self.total = total

    def change(self, page: Page, old: list[int], new: list[int]) -> None:
        """Write the known cards; they are mostly added and taken at the end."""
        same = 0
        while same < len(old) and same < len(new) and old[same] == new[same]:
            same += 1
        for card in old[same:] + new[same:]:
            place = self.at + 1 + self.places[card]
            page.numbers[place] = new.count(card) / self.copies


class Ordered(Pile):
    """The place of a zone whose order matters: which kind is in each place."""

    def __init__(self, pile: Pile, length: int) -> None:
        super().__init__(pile.at, pile.places, pile.copies, pile.total)
        self.length = length

    def change(self, page: Page, old: list[int], new: list[int]) -> None:
        kinds = len(self.places)
        at = self.at + 1
        for i in range(min(self.length, max(len(old), len(new)))):
            if i < len(old):
                page.numbers[at + i * kinds + self.places[old[i]]] = 0.0
            if i < len(new):
                page.numbers[at + i * kinds + self.places[new[i]]] = 1.0


# Writers


@mypyc_attr(allow_interpreted_subclasses=True)
class Writer:
    """Writes one thing of a part; `number` is its place among the values kept on the page."""

    def __init__(self, number: int) -> None:
        self.number = number

    def write(self, sighting: Sighting, part: Part) -> None:
        raise NotImplementedError

    def blank(self, page: Page) -> None:
        """Write that the part is missing: all its numbers are 0."""
        raise NotImplementedError


class Whole(Writer):
    """A part: its fields and zones, then the parts inside it.

    The page keeps three things of it: what all see (values, the cards of the zones, who sees
    them), what only owners see, and for each zone what the observer knows of it.
    """

    def __init__(
        self,
        number: int,
        places: list[Place],
        owned: list[Place],
        zones: Getter | None,
        piles: list[Pile],
        inner: list[Writer],
    ) -> None:
        super().__init__(number)
        self.places = places  # the places of the values that `seen_by_all` begins with
        self.owned = owned  # the places of `seen_by_owners`
        self.zones = zones  # reads the zones
        self.piles = piles
        self.inner = inner
        self.nothing = nothing_at(places)
        for _ in piles:
            self.nothing.append([])
        self.nothing += [0] * len(piles)
        self.nothing_owned = nothing_at(owned)

    def write(self, sighting: Sighting, part: Part) -> None:
        page = sighting.page
        new: list[Any] = part.seen_by_all()
        old: list[Any] = page.last[self.number]
        if not sighting.same or new != old:
            put(page, self.places, old, new)
            count = len(self.places)
            if self.zones is not None and (not sighting.same or new[count:] != old[count:]):
                zones: tuple[Zone, ...] = self.zones(part)
                self._write_zones(sighting, zones, old, new)
        if self.owned:
            private: list[Any] = self.nothing_owned
            if sighting.owns(part):
                private = part.seen_by_owners()
            kept: list[Any] = page.last[self.number + 1]
            if private != kept:
                put(page, self.owned, kept, private)
        for writer in self.inner:
            writer.write(sighting, part)

    def _write_zones(
        self, sighting: Sighting, zones: tuple[Zone, ...], old: list[Any], new: list[Any]
    ) -> None:
        page = sighting.page
        known: list[list[int]] = page.last[self.number + 2]
        at = len(self.places)
        count = len(self.piles)
        for i, pile in enumerate(self.piles):
            if sighting.same and new[at] == old[at] and new[at + count] == old[at + count]:
                at += 1
                continue
            zone = zones[i]
            page.numbers[pile.at] = share(len(zone.cards), pile.total)
            old[at] = zone.cards[:]
            old[at + count] = zone.sight
            seen = sighting.cards(zone)
            if seen != known[i]:
                pile.change(page, known[i], seen)
                known[i] = seen[:]
            at += 1

    def blank(self, page: Page) -> None:
        put(page, self.places, page.last[self.number], self.nothing)
        put(page, self.owned, page.last[self.number + 1], self.nothing_owned)
        known: list[list[int]] = page.last[self.number + 2]
        for i, pile in enumerate(self.piles):
            page.numbers[pile.at] = 0.0
            pile.change(page, known[i], [])
            known[i] = []
        page.last[self.number] = self.nothing[:]
        for writer in self.inner:
            writer.blank(page)


def nothing_at(places: list[Place]) -> list[Any]:
    """What a blank page has at these places."""
    return [place.nothing for place in places]


def put(page: Page, places: list[Place], old: list[Any], new: list[Any]) -> None:
    """Write the values that differ; `old` are those on the page."""
    i = 0
    for before, after, place in zip(old, new, places):  # noqa: B905  # as above
        if before is not after and before != after:
            place.change(page, before, after)
            old[i] = place.kept(after)
        i += 1  # noqa: SIM113  # faster


class Inside(Writer):
    """A part in a field, which may be None: the first number says that it is there."""

    def __init__(self, number: int, get: Getter, at: int, inner: Writer) -> None:
        super().__init__(number)
        self.get = get
        self.at = at
        self.inner = inner

    def write(self, sighting: Sighting, part: Part) -> None:
        page = sighting.page
        inner: Part | None = self.get(part)
        if inner is None:
            self.blank(page)
            return
        if not page.last[self.number]:
            page.numbers[self.at] = 1.0
            page.last[self.number] = True
        self.inner.write(sighting, inner)

    def blank(self, page: Page) -> None:
        if page.last[self.number]:
            page.numbers[self.at] = 0.0
            page.last[self.number] = False
            self.inner.blank(page)


class Series(Writer):
    """A list of parts with one place for each; those of seats are counted from the observer."""

    def __init__(self, number: int, get: Getter, by_seat: bool, places: list[Writer]) -> None:
        super().__init__(number)
        self.get = get
        self.by_seat = by_seat
        self.places = places

    def write(self, sighting: Sighting, part: Part) -> None:
        page = sighting.page
        parts: list[Part] = self.get(part)
        count = len(self.places)
        filled = 0
        for i, each in enumerate(parts):
            place = (each.seat - page.observer) % page.seats if self.by_seat else i
            if place < count and not (filled >> place) & 1 and (each.seat >= 0 or not self.by_seat):
                filled |= 1 << place
                self.places[place].write(sighting, each)
        self._blank_rest(page, filled)

    def blank(self, page: Page) -> None:
        self._blank_rest(page, 0)

    def _blank_rest(self, page: Page, filled: int) -> None:
        """Blank the places that were filled the last time and are not now."""
        gone: int = page.last[self.number] & ~filled
        if gone:
            for place, writer in enumerate(self.places):
                if (gone >> place) & 1:
                    writer.blank(page)
        page.last[self.number] = filled


class PageWriter:
    """Writes whole pages: the table, the kind of the decision, and the mask of its options."""

    def __init__(self, table: Writer, kinds: dict[str, int], asked: int, asked_at: int) -> None:
        self.table = table
        self.kinds = kinds
        self.code = OneHot(len(kinds), 0)
        self.asked = asked  # its place among the values kept on the page
        self.asked_at = asked_at

    def write(self, page: Page, state: State, decision: Decision | None) -> None:
        """Bring a page up to date with the state; nothing hidden is written."""
        self.table.write(Sighting(page, state), state)
        if decision is not None and decision.seat != page.observer:
            decision = None
        kind = NOTHING if decision is None else self.kinds.get(decision.kind, NOTHING)
        before: int = page.last[self.asked]
        if kind != before:
            self.code.change(page, self.asked_at, before, kind)
            page.last[self.asked] = kind
        mask = page.mask
        for number in page.offered:
            mask[number] = 0
        offered: list[int] = []
        if decision is not None:
            for option in decision.options:
                mask[option.number] = 1
                offered.append(option.number)
        page.offered = offered
