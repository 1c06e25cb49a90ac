# mypyc: off
"""The table as numbers, for learning programs: derived from the declarations of the fields.

    encoding = game.encoding(seats=4)
    page = encoding.page(seat=0)
    encoding.write(page, match.state, match.decision)
    numpy.asarray(page.numbers)   # float32, of a fixed size; page.mask marks the offered options
    encoding.legend[17]           # what number 17 is

A page holds what the seat's view holds. Seats are counted from the observer, who is always first.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from math import prod
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.knowledge.pages import (
    Contained,
    Inside,
    Nowhere,
    Ordered,
    PageWriter,
    Pile,
    Place,
    Row,
    Rows,
    Series,
    Single,
    Whole,
    Writer,
)
from starhall.engine.rules.chance import SEED_BYTES, Chance
from starhall.engine.rules.codes import (
    FLAG,
    LEFT_OUT,
    NOTHING,
    PLAIN,
    SEAT,
    Code,
    Each,
    InOrder,
    Members,
    OneHot,
    Page,
    share,
    whose,
)
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.fields import ENCODED, OPEN, OWNER, Field, Fields
from starhall.engine.rules.state import Part, State, Strand, Zone

if TYPE_CHECKING:
    from starhall.engine.game import Game, Value

MOVE: Final = "move"
AMOUNT: Final = 16  # amounts in events are given as shares of this
COUNTED: Final = ("n", "amount", "count")  # values of events that are amounts
ACTING: Final = ("who", "seat")  # values of events that are seats


class Entry(msgspec.Struct, frozen=True):
    """What one number of a page is: the path of its field, and which part of its value."""

    path: str  # players[own].stacks[3]
    label: str = ""  # `digit 2`, `is 4`, `seat +1`

    def __str__(self) -> str:
        return f"{self.path} {self.label}".strip()


class Encoding:
    """The numbers of a game, for one number of seats and one set of settings."""

    def __init__(
        self, game: Game[Any], seats: int, settings: Mapping[str, Value], events: int = 0
    ) -> None:
        self.game = game
        self.seats = seats
        self.events = events  # how many of the latest events are on a page
        self.legend: list[Entry] = []
        self.left_out: list[str] = []  # fields without a code whose size is not known
        self._blanks: list[Any] = []  # the values of an empty page
        dealt = game.deal(seats, settings, Chance(bytes(SEED_BYTES), game.streams))
        self._families = _families(dealt)
        table = self._whole(dealt, "", ("seat", "strands"))
        if _strands_tell(dealt):
            strands = [dealt.strand_type(seat=seat) for seat in range(seats)]
            table.inner.append(self._series(strands, "strands", ""))
        kinds = {kind: i for i, kind in enumerate(sorted(game.questions.rules))}
        asked_at = self._room("decision", OneHot(len(kinds), 0), list(kinds))
        self.writer = PageWriter(table, kinds, self._slot(NOTHING), asked_at)
        self._events_at = len(self.legend)
        self._event_kinds = _event_kinds(game)
        for place in range(events):
            self._event_entries(place)

    @property
    def size(self) -> int:
        """How many numbers a page has."""
        return len(self.legend)

    @property
    def options(self) -> int:
        """How many options the game has: the length of the mask."""
        return len(self.game.vocabulary)

    # Pages

    def page(self, seat: int | None) -> Page:
        """An empty page for a seat, or for a spectator."""
        observer = self.seats if seat is None else seat
        page = Page(observer, self.seats, self.size, self.options)
        page.last = deepcopy(self._blanks)
        return page

    def write(self, page: Page, state: State, decision: Decision | None = None) -> None:
        """Bring a page up to date with the true state; nothing hidden is written."""
        self.writer.write(page, state, decision)

    def write_view(self, page: Page, view: State, decision: Decision | None = None) -> None:
        """The same from a view, which is all a bot has."""
        page.masked = True
        self.write(page, view, decision)
        page.masked = False

    def write_events(self, page: Page, events: Iterable[Event]) -> None:
        """The latest events that the observer has heard, the last one first."""
        width = self._event_width
        latest = list(deque((event for event in events if event.what != GROUP), self.events))
        numbers = page.numbers
        for at in range(self._events_at, self.size):
            numbers[at] = 0.0
        for place, event in enumerate(reversed(latest)):
            self._write_event(page, self._events_at + place * width, event)

    # Writers

    def _slot(self, blank: object) -> int:
        """Room for values on the page."""
        self._blanks.append(blank)
        return len(self._blanks) - 1

    def _room(self, path: str, code: Code, labels: Sequence[str] = ()) -> int:
        """Room for the numbers of one value; returns the place of the first."""
        at = len(self.legend)
        self.legend += [Entry(path, label) for label in labels or code.labels(self.seats)]
        return at

    def _whole(self, part: Part, path: str, skipped: Sequence[str] = ()) -> Whole:
        """The writer of a part: values, lists, zones, then the parts inside it."""
        fields = Fields(type(part).__name__, type(part).FIELDS, [])
        places: dict[str, Place] = {name: Nowhere() for name in skipped}
        if "seat" not in skipped:  # its place does not tell whose part it is
            places["seat"] = Single(SEAT, self._room(f"{path}seat", SEAT))
        for sight in (OPEN, OWNER):
            encoded = [f for f in fields.encoded(sight) if f.name not in places]
            for field in sorted(encoded, key=lambda field: field.is_list):
                places[field.name] = self._place(field, part, path)
            self.left_out += [
                f"{path}{field.name}"
                for field in fields.all
                if field.declared.sight == sight
                and field.declared.coded is not LEFT_OUT
                and field.annotation not in ENCODED
                and not field.is_part
            ]
        names = _zone_names(fields.encoded_zones(), part)
        zones = several(names) if names else None
        coded = {field.name: field.declared.coded for field in fields.encoded_zones()}
        piles = [
            self._pile(zone, f"{path}{name}", coded[name.partition("[")[0]])
            for name, zone in zip(names, zones(part) if zones else (), strict=True)
        ]
        inner = [
            self._inner(field, part, path)
            for field in fields.all
            if field.is_part and field.item != "Zone" and field.declared.coded is not LEFT_OUT
            if field.name not in skipped
        ]
        seen, owned = [[places[f.name] for f in fields.encoded(sight)] for sight in (OPEN, OWNER)]
        whole = Whole(len(self._blanks), seen, owned, zones, piles, inner)
        if len(part.seen_by_all()) != len(whole.nothing):
            raise RulesFault(f"{fields.name}.seen_by_all does not list the fields of the class")
        self._blanks += [whole.nothing, whole.nothing_owned, [[] for _ in piles]]
        return whole

    def _place(self, field: Field, part: Part, path: str) -> Place:
        """Where a field lies; nowhere if it is a list whose length is not known."""
        if field.is_list:
            return self._row(field, part, path) or Nowhere()
        code = field.declared.coded or (FLAG if field.annotation == "bool" else PLAIN)
        return Single(code, self._room(f"{path}{field.name}", code))

    def _inner(self, field: Field, part: Part, path: str) -> Writer:
        """The writer of a part inside this one, or of a list of them."""
        value, shape = getattr(part, field.name), type(part).SHAPE[field.name]
        if isinstance(shape, list):
            return self._series(value, field.name, path)
        assert isinstance(shape, type)
        return self._inside(value, shape, field.name, path)

    def _row(self, field: Field, part: Part, path: str) -> Row | None:
        """The place of a list; None if its length is not known."""
        path = f"{path}{field.name}"
        code, sizes = field.declared.coded, []
        if isinstance(code, Members):
            return Contained(code, self._room(path, code), code.count, 1, field.declared.shared)
        while isinstance(code, Each):
            sizes.append(code.count)
            code = code.code
        length = len(getattr(part, field.name))
        sizes = [sizes[0] or length, *sizes[1:]] if sizes else [length]
        depth = {"list[int]": 1, "list[bool]": 1, "list[list[int]]": 2}.get(field.annotation, 0)
        if len(sizes) != depth or not sizes[0]:
            self.left_out.append(path)
            return None
        if code is None:
            code = FLAG if field.annotation == "list[bool]" else PLAIN
        at, count = len(self.legend), prod(sizes)
        for i in range(count):
            inner = f"[{i}]" if len(sizes) == 1 else f"[{i // sizes[1]}][{i % sizes[1]}]"
            self._room(f"{path}{inner}", code)
        row = Row(code, at, count, code.size(self.seats), field.declared.shared)
        return row if len(sizes) == 1 else Rows(row, sizes[0], sizes[1])

    def _pile(self, zone: Zone, path: str, code: Code | None) -> Pile:
        family = self._families[zone.family]
        at = self._room(path, PLAIN, ["cards"])
        pile = Pile(at, family.places, family.copies, family.total)
        labels = [f"card {self.game.card_name(card)}" for card in family.places]
        if isinstance(code, InOrder):
            for place in range(code.places):
                self._room(f"{path}[{place}]", PLAIN, labels)
            return Ordered(pile, code.places)
        self._room(path, PLAIN, labels)
        return pile

    def _inside(self, value: Part | None, cls: type[Part], name: str, path: str) -> Writer:
        path = f"{path}{name}"
        at = self._room(path, PLAIN, ["is there"])
        inner = self._whole(value or cls(), f"{path}.")
        return Inside(self._slot(False), attrgetter(name), at, inner)

    def _series(self, parts: Sequence[Part], name: str, path: str) -> Writer:
        by_seat = bool(parts) and [part.seat for part in parts] == list(range(self.seats))
        if not parts:
            self.left_out.append(f"{path}{name}")
        places: list[Writer] = []
        for i, part in enumerate(parts):
            inner = f"{path}{name}[{whose(i) if by_seat else i}]."
            places.append(self._whole(part, inner, ("seat",) if by_seat else ()))
        return Series(self._slot(0), attrgetter(name), by_seat, places)

    # Events

    @property
    def _event_width(self) -> int:
        return len(self._event_kinds) + self.seats + 1

    def _event_entries(self, place: int) -> None:
        path = f"events[-{place + 1}]"
        self.legend += [Entry(path, f"is '{kind}'") for kind in self._event_kinds]
        self.legend += [Entry(path, f"by {whose(i)}") for i in range(self.seats)]
        self.legend.append(Entry(path, "amount"))

    def _write_event(self, page: Page, at: int, event: Event) -> None:
        kinds = self._event_kinds
        if event.what in kinds:
            page.numbers[at + kinds[event.what]] = 1.0
        at += len(kinds)
        for name in ACTING:
            seat = event.values.get(name)
            if isinstance(seat, int) and 0 <= seat < self.seats:
                page.numbers[at + (seat - page.observer) % self.seats] = 1.0
        amounts = [event.values.get(name) for name in COUNTED]
        for amount in amounts:
            if isinstance(amount, int):
                page.numbers[at + self.seats] = share(amount, AMOUNT)


def several(names: list[str]) -> Callable[[Any], Any]:
    """Reads several attributes as a tuple; `decks[1]` is a name too."""
    places = ", ".join([f"part.{name}" for name in names])
    get: Callable[[Any], Any] = eval(f"lambda part: ({places},)")
    return get


def _zone_names(fields: list[Field], part: Part) -> list[str]:
    """The zones of a part; one of several side by side is called `decks[1]`."""
    return [
        name
        for field in fields
        for name in (
            [f"{field.name}[{i}]" for i in range(len(getattr(part, field.name)))]
            if field.is_list
            else [field.name]
        )
    ]


def _strands_tell(state: State) -> bool:
    """Whether a game's strands have more than the position in their steps."""
    return len(type(state).strand_type.FIELDS) > len(Strand.FIELDS)


class Family:
    """The cards with one back: the place of each kind, and how many there are."""

    def __init__(self, cards: Counter[int]) -> None:
        self.places = {card: place for place, card in enumerate(sorted(cards))}
        self.copies = max(cards.values(), default=1)
        self.total = max(1, cards.total())


def _families(state: State) -> dict[int, Family]:
    """All cards of the table; their number does not change during a game."""
    found: dict[int, Counter[int]] = {}
    for zone in state.zones():
        found.setdefault(zone.family, Counter()).update(zone.cards)
    return {family: Family(cards) for family, cards in found.items()}


def _event_kinds(game: Game[Any]) -> dict[str, int]:
    """The kinds of events by the keys of their sentences, each with a number."""
    keys = [key.split(".")[1] for key in game.text.templates if key.startswith("event.")]
    return {kind: i for i, kind in enumerate(sorted({MOVE, *keys}))}
