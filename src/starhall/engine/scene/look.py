# mypyc: off
"""The look of a game: its palette, its cover, its icons and the marks of its seats.

A game defines it in `look.toml`. All parts of the file are optional. Missing parts are derived
from the game's id, so a game without the file also has its own colours and cover.
"""

from __future__ import annotations

import colorsys
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Final, Literal, NoReturn, get_args
from zlib import crc32

import msgspec

from starhall.engine import scene
from starhall.engine.errors import ContentError, Phrase, Place
from starhall.engine.scene.svg.canvas import luminance
from starhall.engine.text.files import closest, decode, read, root, value_fault

if TYPE_CHECKING:
    from starhall.engine.text.packs import Pack

FILE: Final = "look.toml"
Motif = Literal["city", "cracks", "hexes", "orbits", "rays"]
MOTIFS: Final[tuple[str, ...]] = get_args(Motif)
STARTERS: Final = (
    "astronaut-helmet", "falling-star", "moon", "orbital", "radar-dish", "ringed-planet",
    "rocket", "satellite", "space-shuttle", "spaceship", "spyglass", "ufo",
)  # fmt: skip
LONGEST_MARK: Final = 3
# Relative luminances with a contrast above 4.5, as WCAG requires, on dark panels and on white.
BRIGHT: Final = 0.35
DEEP: Final = 0.14

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class Accent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour of buttons and rule ids, legible in each theme."""

    dark: str
    light: str

    def __post_init__(self) -> None:
        _check_colours(dark=self.dark, light=self.light)


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hue` tints panels and backgrounds; the other colours are written #rrggbb."""

    hue: Annotated[int, msgspec.Meta(ge=0, le=359)]
    accent: Accent
    sky: Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)]  # top and horizon
    globe: Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)]  # light and dark side

    def __post_init__(self) -> None:
        for colour in self.sky:
            _check_colours(sky=colour)
        for colour in self.globe:
            _check_colours(globe=colour)


class Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The picture in the lobby: a motif, and three icons in front of it (centre, left, right)."""

    motif: Motif
    icons: Annotated[list[str], msgspec.Meta(min_length=3, max_length=3)]

    def __post_init__(self) -> None:
        for icon in self.icons:
            _check_icons(icons=icon)


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a game, available as `Game.look`.

    `tones` are colours that its scenes use besides the common ones. `marks` are the letters of
    a seat, by the tone of the seat. `icons` maps the ids that scenes use in `icon` to drawings:
    `unit:human` is the key `human` of the section `[icons.unit]`. An empty name draws nothing.
    `stages` names the groups of events that are shown on a stage until they are read: battles.
    `moments` names kinds of things whose lines are shown on stage without a group of their own.
    `finds` names the kinds of things whose discovery on a stage is celebrated.
    """

    palette: Palette
    cover: Cover
    tones: dict[str, str] = {}
    marks: dict[str, str] = {}
    icons: dict[str, str] = {}
    stages: list[str] = []
    moments: list[str] = []
    finds: list[str] = []

    def __post_init__(self) -> None:
        _check_colours(**{f"tones.{tone}": colour for tone, colour in self.tones.items()})
        _check_icons(**{f"icons.{id.replace(':', '.')}": icon for id, icon in self.icons.items()})
        for tone, mark in self.marks.items():
            if not 1 <= len(mark) <= LONGEST_MARK:
                wrong = Phrase("look.mark", key=f"marks.{tone}", mark=mark, most=LONGEST_MARK)
                raise ValueError(str(wrong))

    @staticmethod
    def load(package: str, id: str, pack: Pack | None = None) -> Look:
        """The look in the `look.toml` of a package, completed from the id of the game.

        The look of a pack changes the keys that it names.
        """
        where = f"{FILE} of {package}"
        data: dict[str, object] = {}
        if root(package, ContentError).joinpath(FILE).is_file():
            data = decode(read(package, FILE, ContentError), where, ContentError)
        source = pack.sources.get(FILE) if pack is not None else None
        if source is None:
            return _checked(data, id, where)
        try:
            return _checked(_merged(data, source.data), id, "")
        except ContentError as error:
            assert isinstance(error.where, Place)
            said = f"{error.where.inside} {error.sentence}"
            named = [word for word in re.findall(r"[\w.-]+", said) if word in source.lines]
            inside, place = error.where.inside, source.at(named[0] if named else "")
            key = "file.field" if inside else "file.wrong"
            raise ContentError(key, place, field=inside, why=error.at("")) from None


def _merged(base: dict[str, object], given: dict[str, object]) -> dict[str, object]:
    """The tables of both; given values replace those of the base."""
    found = dict(base)
    for key, value in given.items():
        below = found.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            value = _merged(below, value)
        found[key] = value
    return found


def _checked(data: dict[str, object], id: str, where: str) -> Look:
    """The look, with what is missing derived from the id of the game."""
    data["palette"] = _completed(data, "palette", _derived_palette(_hue(data, id)))
    data["cover"] = _completed(data, "cover", _derived_cover(id))
    data["icons"] = _flat(data.get("icons", {}), where)
    try:
        return msgspec.convert(data, Look)
    except msgspec.ValidationError as error:
        _complain(str(error), where)


@cache
def icon_names() -> frozenset[str]:
    """All icons, named as on game-icons.net; `npm run icons` in web/ writes the list."""
    names = files(scene).joinpath("icons.txt").read_text("utf-8")
    return frozenset(names.split())


def _check_icons(**icons: str) -> None:
    for key, name in icons.items():
        if name and name not in icon_names():
            near = closest(name, icon_names())
            raise ValueError(str(Phrase("look.icon", key=key, name=name, near=near)))


def _check_colours(**colours: str) -> None:
    for key, colour in colours.items():
        if not _COLOUR.fullmatch(colour):
            raise ValueError(str(Phrase("look.colour", key=key, colour=colour)))


# What the file leaves out


def _completed(data: dict[str, object], key: str, derived: dict[str, object]) -> object:
    given = data.get(key, {})
    return {**derived, **given} if isinstance(given, dict) else given


def _hue(data: dict[str, object], id: str) -> int:
    palette = data.get("palette")
    hue = palette.get("hue") if isinstance(palette, dict) else None
    return hue if isinstance(hue, int) else crc32(id.encode()) % 360


def _derived_palette(hue: int) -> dict[str, object]:
    # Accents come from the opposite side of the colour wheel, where they stand out.
    shades = [_colour(hue + 150, 0.9, percent / 100) for percent in range(15, 90)]
    bright = next(shade for shade in shades[45:] if luminance(shade) >= BRIGHT)
    deep = next(shade for shade in reversed(shades) if luminance(shade) <= DEEP)
    return {
        "hue": hue,
        "accent": {"dark": bright, "light": deep},
        "sky": [_colour(hue, 0.6, 0.12), _colour(hue + 20, 0.55, 0.38)],
        "globe": [bright, _colour(hue, 0.5, 0.18)],
    }


def _derived_cover(id: str) -> dict[str, object]:
    seed = crc32(id.encode())
    first = seed // len(MOTIFS)
    icons = [STARTERS[(first + 5 * step) % len(STARTERS)] for step in range(3)]
    return {"motif": MOTIFS[seed % len(MOTIFS)], "icons": icons}


def _colour(hue: int, saturation: float, lightness: float) -> str:
    parts = colorsys.hls_to_rgb(hue % 360 / 360, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _flat(icons: object, where: str) -> object:
    """Icons in sections by `kind:id`, icons outside of sections by id."""
    if not isinstance(icons, dict):
        return icons
    flat: dict[str, object] = {}
    for key, entry in icons.items():
        if isinstance(entry, dict):
            flat |= {f"{key}:{id}": icon for id, icon in entry.items()}
        else:
            flat[key] = entry
    for key, icon in flat.items():
        if not isinstance(icon, str):
            at = f"icons.{key.replace(':', '.')}"
            raise ContentError("look.not_icon", Place(where, inside=at), icon=repr(icon))
    return flat


def _complain(message: str, where: str) -> NoReturn:
    """The message of msgspec with the key first and the word that was probably meant."""
    path, why = value_fault(message)
    place = Place(where, inside=path)
    if unknown := re.search(r"unknown field `(\w+)", message):
        structs = (Look, Palette, Accent, Cover)
        near = closest(unknown[1], [name for s in structs for name in s.__struct_fields__])
        raise ContentError("look.field", place, why=why, near=near)
    if motif := re.search(r"enum value '(.*)'", message):
        near, known = closest(motif[1], MOTIFS), ", ".join(MOTIFS)
        raise ContentError("look.motif", place, why=why, near=near, known=known)
    raise ContentError("file.wrong", place, why=why)
