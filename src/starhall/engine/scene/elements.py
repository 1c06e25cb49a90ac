"""The scene: one description of the table that is rendered as text, as SVG and in the browser."""

# mypyc: off

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from starhall.engine.errors import SceneError
from starhall.engine.text.catalogue import ENGINE, languages, texts
from starhall.engine.text.language import ENGLISH, active
from starhall.engine.text.translation import CLOSE, OPEN, PSEUDO

# Colours that every scene can use; a game adds its own (terrains, card kinds) in look.toml.
TONES: Final[dict[str, str]] = {
    "neutral": "#5b6785",
    "grey": "#8b93a7",
    "white": "#e8ecf6",
    "black": "#161a24",
    "red": "#e5484d",
    "orange": "#f08c3a",
    "yellow": "#f2cf4a",
    "green": "#46b36b",
    "teal": "#2fb8ac",
    "blue": "#4f8df5",
    "violet": "#9b6cf0",
    "pink": "#e66fb4",
    "brown": "#a8754f",
}

# Default colours of seats. They can be told apart with colour-blindness, because they differ in
# lightness too: see test_colours.py.
SEAT_COLOURS: Final[tuple[str, ...]] = (
    "#ff9800", "#25d4fd", "#803d98", "#1a7e69", "#ffd692", "#b72b08", "#8a61f9", "#ceeedf",
)  # fmt: skip

# The fields that contain things.
PARTS: Final = ("children", "cells", "links", "spaces", "pieces", "top", "contents")
WORDS: Final = "words."  # the texts of the engine for renderers
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class Badge(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A short label on a thing: dormant, contested, in reach, trained."""

    label: str
    tone: str = "neutral"
    icon: str = ""


class Value(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A labelled number on a card; `note` explains it (`5 + 3`)."""

    label: str
    value: int | str
    note: str = ""
    tone: str = "neutral"
    icon: str = ""


class DieFace(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One face of a die and what it does."""

    face: str
    text: str


class Thing(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """The base of all things on the table; `touch` holds the keys by which options refer to them.

    A key with `held:` before it says that this thing was picked by that key and can be put down.
    Tone and icon only decorate: labels and badges must say the same in words. `icon`
    names an entry of the game's look.toml, or two with a space between them.
    """

    id: str
    touch: tuple[str, ...] = ()
    owner: int | None = None
    tone: str = "neutral"
    icon: str = ""
    badges: list[Badge] = []


class Piece(Thing, kw_only=True):
    """Identical pieces in one place: units, coins, cubes, tokens. `symbol` has up to 3 letters."""

    label: str
    count: int = 1
    symbol: str = ""
    text: str = ""


class Card(Thing, kw_only=True):
    """A card; a face-down card with an empty title is unknown to the viewer.

    `active` means that it is being played, even if it cannot be chosen.
    """

    title: str = ""
    subtitle: str = ""
    text: str = ""
    values: list[Value] = []
    face_up: bool = True
    dim: bool = False
    active: bool = False
    pieces: list[Piece] = []
    rule: str = ""


class Pile(Thing, kw_only=True):
    """A deck, a discard pile, a closed hand or a bag, with its known contents."""

    title: str
    count: int
    top: Card | None = None
    contents: list[Piece] = []


class Stat(Thing, kw_only=True):
    """A number with a name: rubium 11, Combat 4 of 6."""

    label: str
    value: int | str
    max: int | None = None


class Space(Thing, kw_only=True):
    """One space of a track; `dim` when it is out of reach."""

    label: str
    text: str = ""
    dim: bool = False
    pieces: list[Piece] = []


class Track(Thing, kw_only=True):
    """A row of spaces with the pieces on them."""

    title: str
    spaces: list[Space]


class Cell(Thing, kw_only=True):
    """A hex at axial (q, r): its name, its ground, and the `rule` that holds there."""

    q: int
    r: int
    label: str
    terrain: str = ""
    text: str = ""
    rule: str = ""
    pieces: list[Piece] = []
    highlights: list[Badge] = []


class Link(Thing, kw_only=True):
    """A labelled line between two things; with `arrow` it points from source to target."""

    source: str
    target: str
    label: str = ""
    arrow: bool = True


class Hexmap(Thing, kw_only=True):
    """A map of hexes with a corner up, or with a side up if `flat`."""

    title: str
    cells: list[Cell]
    links: list[Link] = []
    flat: bool = False


class Die(Thing, kw_only=True):
    """A die: its upper face and the effect of that face, what it needs, and its other faces."""

    face: str
    label: str = ""
    text: str = ""
    needs: str = ""
    sides: int = 6
    faces: list[DieFace] = []


class Note(Thing, kw_only=True):
    """A sentence on the table."""

    text: str


class Table(Thing, kw_only=True):
    """Rows and columns of short strings: comparisons, odds, reference sheets."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class Panel(Thing, kw_only=True):
    """A titled group; `active` while its owner or its place is being played.

    A `ring` lays its cards out in a circle. `place` says where an area of the scene stands on a
    wide screen: in the centre, beside it, below it, or in a drawer that is opened when needed
    (the drawers of other seats open from their names).
    """

    title: str
    children: "Sequence[Element]"
    layout: Literal["row", "column", "grid", "ring"] = "row"
    columns: int = 3
    active: bool = False
    place: Literal["centre", "beside", "below", "drawer"] = "centre"


Element = Panel | Card | Pile | Stat | Track | Hexmap | Piece | Die | Link | Note | Table


class SeatInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The public data of a seat; `colour` is a tone or #rrggbb, `mark` a letter for the seat."""

    name: str
    colour: str = ""
    status: str = ""
    active: bool = False
    mark: str = ""


class SceneOption(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An option of the viewer: its number, token and sentence, and the keys it refers to.

    A `fatal` one loses the game at once; it is drawn as dangerous. A `costly` one gives up
    something of the viewer's own; it looks different from the others and is confirmed. A `noted`
    one says what it costs or leads to.
    """

    number: int
    token: str
    label: str
    targets: tuple[str, ...] = ()
    fatal: bool = False
    costly: bool = False
    noted: bool = False


class Scene(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The table as one seat (or, with `viewer` None, a spectator) sees it."""

    title: str = ""
    subtitle: str = ""
    viewer: int | None = None
    seats: list[SeatInfo] = []
    areas: list[Element] = []
    prompt: str = ""
    tip: str = ""
    options: list[SceneOption] = []
    log: list[str] = []
    tones: dict[str, str] = {}
    labels: dict[str, str] = {}

    def things(self) -> Iterator[Thing]:
        """Everything with an id, in the order of the table."""
        for area in self.areas:
            yield from _things(area)

    def glowing(self) -> dict[str, tuple[int, ...]]:
        """The ids of things that options refer to, with the numbers of those options."""
        numbers: dict[str, set[int]] = {}
        for option in self.options:
            for key in option.targets:
                numbers.setdefault(key, set()).add(option.number)
        glow: dict[str, tuple[int, ...]] = {}
        for thing in self.things():
            touched = {n for key in thing.touch for n in numbers.get(key, ())}
            if touched:
                glow[thing.id] = tuple(sorted(touched))
        return glow

    def colour(self, tone: str) -> str:
        """The #rrggbb of a tone; the game's tones override the common ones."""
        return self.tones.get(tone) or TONES.get(tone) or TONES["neutral"]

    def seat_colour(self, seat: int) -> str:
        """The #rrggbb of a seat."""
        colour = self.seats[seat].colour
        if colour.startswith("#"):
            return colour
        return self.colour(colour) if colour else SEAT_COLOURS[seat % len(SEAT_COLOURS)]

    def seat_mark(self, seat: int) -> str:
        """The letter of a seat: A to Z, then A2, B2 and so on."""
        letter, again = chr(ord("A") + seat % 26), seat // 26
        return self.seats[seat].mark or (f"{letter}{again + 1}" if again else letter)

    def label(self, key: str) -> str:
        """A word for the renderers; the scene's labels override the defaults."""
        return self.labels.get(key) or default_labels()[key]

    def check(self) -> "Scene":
        """Return the scene, or raise SceneError if it contradicts itself."""
        _check(self)
        return self

    def to_json(self) -> bytes:
        """The scene as JSON, for the browser."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(data: bytes | str) -> "Scene":
        """Read a scene from its JSON."""
        try:
            return msgspec.json.decode(data, type=Scene)
        except msgspec.DecodeError as error:
            raise SceneError(f"This is not the JSON of a scene: {error}.") from error

    def __str__(self) -> str:
        from starhall.engine.scene import words

        return words.render(self)

    def _repr_svg_(self) -> str:
        from starhall.engine.scene.svg import render as svg

        return svg.render(self)


def default_labels() -> dict[str, str]:
    """The words that renderers add, in the active language; a scene can override each of them."""
    return _labels(active())


@cache
def _labels(language: str) -> dict[str, str]:
    spoken = [ENGLISH, language] if language in languages(ENGINE) else [ENGLISH]
    found: dict[str, str] = {}
    for tongue in spoken:
        for key, text in texts(ENGINE, tongue).items():
            if key.startswith(WORDS):
                found[key.removeprefix(WORDS)] = text
    if language == PSEUDO:
        found = {key: _bracketed(key, text) for key, text in found.items()}
    return found


def _bracketed(key: str, text: str) -> str:
    words = text.split() if key.endswith("_directions") else [text]
    return " ".join([f"{OPEN}{word}{CLOSE}" for word in words])


def parts(thing: Thing) -> list[Thing]:
    """The things directly inside a thing."""
    found: list[Thing] = []
    for name in PARTS:
        inside = getattr(thing, name, None)
        if inside is not None:
            found += [inside] if isinstance(inside, Thing) else inside
    return found


def _things(thing: Thing) -> Iterator[Thing]:
    yield thing
    for part in parts(thing):
        yield from _things(part)


def _check(scene: Scene) -> None:
    ids: dict[str, Thing] = {}
    for thing in scene.things():
        kind = type(thing).__name__.lower()
        if not thing.id:
            raise SceneError(f"A {kind} of the scene has an empty id; give it a unique id.")
        if (other := ids.get(thing.id)) is not None:
            first = type(other).__name__.lower()
            raise SceneError(
                f"Two things of the scene have the id '{thing.id}' (a {first} and a {kind});"
                " every id must be unique."
            )
        ids[thing.id] = thing
    for thing in ids.values():
        if isinstance(thing, Link):
            for end in (thing.source, thing.target):
                if end not in ids:
                    raise SceneError(
                        f"The link '{thing.id}' ends at '{end}', but nothing in the scene has that"
                        " id; link only things that are on the table."
                    )
        _check_thing(scene, thing)
    _check_frame(scene)


def _check_thing(scene: Scene, thing: Thing) -> None:
    """Check one thing by itself."""
    where = f"The {type(thing).__name__.lower()} '{thing.id}'"
    _check_seat(scene, thing.owner, f"{where} belongs to")
    for tone in (thing.tone, *(mark.tone for mark in marks(thing))):
        if tone not in TONES and tone not in scene.tones:
            raise SceneError(
                f"{where} has the tone '{tone}', which is neither a common one"
                f" ({', '.join(TONES)}) nor one of the scene's own tones."
            )
    match thing:
        case Piece() | Pile() if thing.count < 0:
            raise SceneError(f"{where} has the count {thing.count}; it must be 0 or more.")
        case Panel() if thing.columns < 1:
            raise SceneError(f"{where} has {thing.columns} columns; it needs at least 1.")
        case Table():
            for number, row in enumerate(thing.rows, 1):
                if len(row) != len(thing.columns):
                    raise SceneError(
                        f"{where} has {len(row)} entries in row {number}, but"
                        f" {len(thing.columns)} columns; every row must fill them all."
                    )
        case Hexmap():
            places: dict[tuple[int, int], str] = {}
            for cell in thing.cells:
                other = places.setdefault((cell.q, cell.r), cell.id)
                if other != cell.id:
                    raise SceneError(
                        f"{where} has both '{other}' and '{cell.id}' at ({cell.q}, {cell.r});"
                        " every cell needs its own place."
                    )


def marks(thing: Thing) -> list[Badge | Value]:
    """The badges and other small parts of a thing."""
    found: list[Badge | Value] = [*thing.badges]
    if isinstance(thing, Card):
        found += thing.values
    if isinstance(thing, Cell):
        found += thing.highlights
    return found


def _check_seat(scene: Scene, seat: int | None, what: str) -> None:
    if seat is not None and not 0 <= seat < len(scene.seats):
        raise SceneError(
            f"{what} seat {seat}, but the scene has {len(scene.seats)} seats, numbered from 0."
        )


def _check_frame(scene: Scene) -> None:
    """Check everything besides the areas: viewer, options, colours and labels."""
    _check_seat(scene, scene.viewer, "The viewer is")
    numbers = [option.number for option in scene.options]
    if twice := sorted({n for n in numbers if numbers.count(n) > 1}):
        raise SceneError(f"Two options have the number {twice[0]}; every number must be unique.")
    for tone, colour in scene.tones.items():
        if not _COLOUR.fullmatch(colour):
            raise SceneError(f"The tone '{tone}' is '{colour}'; a colour is written #rrggbb.")
    for number, seat in enumerate(scene.seats):
        colour = seat.colour
        if colour and not _COLOUR.fullmatch(colour) and not {colour} & {*TONES, *scene.tones}:
            raise SceneError(
                f"Seat {number} has the colour '{colour}'; write a tone of the scene or #rrggbb."
            )
    if unknown := sorted(scene.labels.keys() - default_labels().keys()):
        raise SceneError(
            f"The scene overrides the label '{unknown[0]}', which no renderer uses; the labels are"
            f" {', '.join(sorted(default_labels()))}."
        )
