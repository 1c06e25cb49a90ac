"""Writes what an observer may know as numbers, straight from the state: no view is copied.

A writer belongs to one place on the page. It reads its values, compares them with those on the
page and writes what has changed. Most of a table stays the same from choice to choice, so a page
is quickly up to date, whatever state it was written from before. `encoding.py` makes the writers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import mypyc_attr

from starhall.engine.rules.codes import Code, Page, share
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.state import Part, State, Zone

Getter = Callable[[Any], Any]
OPEN: Final = 0  # who sees what a writer writes: everybody
OWNERS: Final = 1  # only the owners of the part


class Sighting:
    """What decides how much of a state is written: who looks, and what that seat remembers."""

    __slots__ = ("all_shown", "known", "page")

    def __init__(self, page: Page, state: State) -> None:
        self.page = page
        self.all_shown = state.over and state.shown_at_end
        self.known: dict[int, list[int]] | None = None  # by zone: the cards remembered there
        witness = state.witness
        if witness is not None and not self.all_shown:
            for fact in witness.facts[page.observer]:
                if fact.where.bit_count() == 1:
                    if self.known is None:
                        self.known = {}
                    self.known.setdefault(fact.where.bit_length() - 1, []).append(fact.card)

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
        if self.known is not None and zone.key in self.known:
            return sorted(self.known[zone.key])
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Writer:
    """Writes one thing of a part; `number` is its place among the values kept on the page."""

    def __init__(self, number: int) -> None:
        self.number = number

    def write(self, sighting: Sighting, part: Part) -> None:
        raise NotImplementedError

    def blank(self, page: Page) -> None:
        """The part is not there: all its numbers are 0."""
        raise NotImplementedError


class Values(Writer):
    """The fields of a part that are single values, read together."""

    def __init__(
        self, number: int, sight: int, get: Getter, codes: list[Code], places: list[int]
    ) -> None:
        super().__init__(number)
        self.sight = sight
        self.get = get
        self.codes = codes
        self.places = places
        self.nothing: tuple[int, ...] = tuple([code.nothing for code in codes])

    def write(self, sighting: Sighting, part: Part) -> None:
        if self.sight == OPEN or sighting.owns(part):
            self._put(sighting.page, self.get(part))
        else:
            self._put(sighting.page, self.nothing)

    def blank(self, page: Page) -> None:
        self._put(page, self.nothing)

    def _put(self, page: Page, values: tuple[int, ...]) -> None:
        old: tuple[int, ...] = page.last[self.number]
        if values == old:
            return
        for i, code in enumerate(self.codes):
            if values[i] != old[i]:
                code.change(page, self.places[i], old[i], values[i])
        page.last[self.number] = values


@mypyc_attr(allow_interpreted_subclasses=True)
class Row:
    """The place of a field that is a list of values."""

    def __init__(self, code: Code, at: int, count: int, width: int) -> None:
        self.code = code
        self.at = at
        self.count = count
        self.width = width  # numbers for each item

    def change(self, page: Page, old: list[Any], new: list[Any]) -> None:
        code = self.code
        if len(old) != self.count:
            old = self._padded(old)
        if len(new) != self.count:
            new = self._padded(new)
        if old == new:
            return
        at = self.at
        for before, after in zip(old, new, strict=True):
            if before != after:
                code.change(page, at, before, after)
            at += self.width

    def _padded(self, values: list[Any]) -> list[Any]:
        """As many items as there is room for."""
        return values[: self.count] + [self.code.nothing] * (self.count - len(values))


class Rows(Row):
    """A list of lists: each is padded to the same length."""

    def __init__(self, row: Row, outer: int, inner: int) -> None:
        super().__init__(row.code, row.at, row.count, row.width)
        self.outer = outer
        self.inner = inner

    def change(self, page: Page, old: list[Any], new: list[Any]) -> None:
        super().change(page, self._flat(old), self._flat(new))

    def _flat(self, rows: list[Any]) -> list[Any]:
        flat: list[Any] = []
        for i in range(min(self.outer, len(rows))):
            items: list[int] = rows[i]
            flat += items[: self.inner]
            flat += [self.code.nothing] * (self.inner - len(items))
        return flat


class Contained(Row):
    """A list in no particular order: which values it contains."""

    def change(self, page: Page, old: list[Any], new: list[Any]) -> None:
        place: int
        for place in old:
            if 0 <= place < self.count and place not in new:
                page.numbers[self.at + place] = 0.0
        for place in new:
            if 0 <= place < self.count:
                page.numbers[self.at + place] = 1.0


class Lists(Writer):
    """The fields of a part that are lists, read together.

    The page keeps copies: a list may be changed in place.
    """

    def __init__(self, number: int, sight: int, get: Getter, rows: list[Row]) -> None:
        super().__init__(number)
        self.sight = sight
        self.get = get
        self.rows = rows
        self.nothing: tuple[list[Any], ...] = tuple([[] for _ in rows])

    def write(self, sighting: Sighting, part: Part) -> None:
        if self.sight == OPEN or sighting.owns(part):
            self._put(sighting.page, self.get(part))
        else:
            self._put(sighting.page, self.nothing)

    def blank(self, page: Page) -> None:
        self._put(page, self.nothing)

    def _put(self, page: Page, lists: tuple[list[Any], ...]) -> None:
        old: tuple[list[Any], ...] = page.last[self.number]
        if lists == old:
            return
        kept: list[list[Any]] = []
        for i, row in enumerate(self.rows):
            if lists[i] == old[i]:
                kept.append(old[i])
            else:
                row.change(page, old[i], lists[i])
                kept.append(_copied(lists[i]))
        page.last[self.number] = tuple(kept)


def _copied(values: list[Any]) -> list[Any]:
    if values and isinstance(values[0], list):
        return [inner[:] for inner in values]
    return values[:]


@mypyc_attr(allow_interpreted_subclasses=True)
class Pile:
    """The place of a zone: how many cards it has, and how many of each kind are known."""

    def __init__(self, at: int, places: dict[int, int], copies: int, total: int) -> None:
        self.at = at  # of the number of cards; the kinds follow
        self.places = places  # by card, its place among the cards of the family
        self.copies = copies  # the most of one card
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


class Zones(Writer):
    """The zones of a part, read together.

    The page keeps the cards and who saw them, and for each zone what the observer knew of it.
    """

    def __init__(self, number: int, get: Getter, cards: Getter, sights: Getter) -> None:
        super().__init__(number)
        self.get = get
        self.cards = cards
        self.sights = sights
        self.piles: list[Pile] = []

    def write(self, sighting: Sighting, part: Part) -> None:
        page = sighting.page
        cards: tuple[list[int], ...] = self.cards(part)
        key = (self.sights(part), sighting.all_shown, sighting.known, page.masked)
        old: tuple[list[int], ...] = page.last[self.number]
        if cards == old and key == page.last[self.number + 1]:
            return
        known: list[list[int]] = page.last[self.number + 2]
        zones: tuple[Zone, ...] = self.get(part)
        for i, pile in enumerate(self.piles):
            zone = zones[i]
            if len(zone.cards) != len(old[i]):
                page.numbers[pile.at] = share(len(zone.cards), pile.total)
            seen = sighting.cards(zone)
            if seen != known[i]:
                pile.change(page, known[i], seen)
                known[i] = seen[:]
        page.last[self.number] = tuple([zone.cards[:] for zone in zones])
        page.last[self.number + 1] = key

    def blank(self, page: Page) -> None:
        known: list[list[int]] = page.last[self.number + 2]
        for i, pile in enumerate(self.piles):
            page.numbers[pile.at] = 0.0
            pile.change(page, known[i], [])
            known[i] = []
        page.last[self.number] = tuple([[] for _ in self.piles])
        page.last[self.number + 1] = None


class Whole(Writer):
    """A part: its writers in turn."""

    def __init__(self, writers: list[Writer]) -> None:
        super().__init__(-1)
        self.writers = writers

    def write(self, sighting: Sighting, part: Part) -> None:
        for writer in self.writers:
            writer.write(sighting, part)

    def blank(self, page: Page) -> None:
        for writer in self.writers:
            writer.blank(page)


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
    """A list of parts: one place for each, those of the seats counted from the observer."""

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


def write_options(page: Page, decision: Decision | None) -> None:
    """Set the mask of the options that are offered."""
    mask = page.mask
    for number in page.offered:
        mask[number] = 0
    offered: list[int] = []
    if decision is not None and decision.seat == page.observer:
        for option in decision.options:
            mask[option.number] = 1
            offered.append(option.number)
    page.offered = offered
