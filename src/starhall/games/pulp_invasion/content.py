"""Reads cards, dice and cubes and checks every text against the vocabulary of PI-19.1."""

# mypyc: off

from __future__ import annotations

from typing import TypeVar

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.text.content import (
    Effect,
    Number,
    Verb,
    Verbs,
    closest,
    load,
    one_of,
    place,
)

PACKAGE = "starhall.games.pulp_invasion"
ABILITIES = ("combat", "diplomacy", "science")
MARKS = ("code", "key")
DIE_FAMILIES = ("any", "system")
TRIGGERS = ("while", "reveal", "line", "engaged", "first_engaged", "evaded", "search")
FILTERS = ("all", "guardforce", "agents", "leftmost", "rightmost", "joined")


class CubeEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    symbol: str
    ability: str = ""
    bag: int = 0
    by_level: bool = False


class LevelEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    weapons: int


class LineEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    strength: int
    icon: str
    cube: str
    planets: int
    mark: str = ""
    text: list[str] = []


class LocationEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    cubes: tuple[str, str]
    combat: list[str]
    diplomacy: list[str]
    science: list[str]


class PlanetEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    passive: list[str]
    price: list[str]
    action: str


class AlienEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    icon: str
    text: list[str]
    collects: bool = False


class CaptainEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    combat: int
    diplomacy: int
    science: int
    dice: tuple[str, str, str]
    keep: int


class WeaponEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    needs: list[str]
    power: str


class DieEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    family: str
    colour: str
    faces: tuple[str, str, str, str, str, str]


class Clause(msgspec.Struct, frozen=True):
    """One `trigger filter: verb(...)` of a card."""

    trigger: str
    filter: str
    effect: Effect


class Face(msgspec.Struct, frozen=True):
    """What a face of a die does: one of its parts, or all that are possible."""

    parts: tuple[Effect, ...]
    together: bool


# --- vocabulary ----------------------------------------------------------------------------------

CUBES = load(PACKAGE, "cubes.toml", "cube", CubeEntry)
LEVELS = load(PACKAGE, "levels.toml", "level", LevelEntry)
COLOURS = tuple(cube.id for cube in CUBES)
CREW = ("engineer", "infiltration", "weapons")

_ABILITY = one_of(*ABILITIES)
_ANY_ABILITY = one_of("any", *ABILITIES)
_COLOUR = one_of(*[colour for colour in COLOURS if colour != "yellow"])
_ANY_COLOUR = one_of("any", *[colour for colour in COLOURS if colour != "yellow"])
_CHANGE = Number(-3, 3)
_COUNT = Number(1, 3)

SEARCH_VERB = Verb("search", (_CHANGE,))
STANDING = Verbs(
    Verb("type", (one_of("own", *ABILITIES),)),
    Verb("strength", (_CHANGE,)),
    Verb("strength_weapons", (Number(1), Number(1))),
    Verb("demand", (_ABILITY, _COUNT)),
    Verb("demand_black", (_ABILITY, Number(1), Number(1))),
    Verb("icons", (_CHANGE,)),
    Verb("evade_cost", (_CHANGE,)),
    Verb("evade_draw", (_CHANGE,)),
    Verb("no_die"),
    Verb("free_die"),
    Verb("cheap_convert", (_COUNT,)),
    Verb("keep_evaded", (_COUNT,)),
    Verb("black_back"),
)
HAPPENING = Verbs(
    Verb("gain", (_ANY_ABILITY, _COUNT)),
    Verb("lose", (_ANY_ABILITY, _COUNT)),
    Verb("seed", (_COLOUR, _COUNT)),
    Verb("purge", (_ANY_COLOUR, _COUNT)),
    Verb("calm", (_COUNT,)),
    Verb("study", (_COUNT,)),
    Verb("upgrade", (one_of(*DIE_FAMILIES), _COUNT)),
    SEARCH_VERB,
    Verb("drop", (_COUNT,)),
    Verb("reinforce", (_COUNT,)),
)
FACES = Verbs(
    Verb("bonus", (_ANY_ABILITY, _COUNT)),
    Verb("upgrade", (one_of(*DIE_FAMILIES), _COUNT)),
    SEARCH_VERB,
    Verb("purge", (_ANY_COLOUR, _COUNT)),
    Verb("borrow", (one_of(*CREW),)),
    Verb("swap", (one_of("guardforce", "agents"),)),
    Verb("reroll", (one_of("guardforce", "agents"),)),
    Verb("scan_icons", (_COUNT,)),
    Verb("take_cube", (_COUNT,)),
    Verb("understand", (Number(1, 1),)),
    Verb("probe", (Number(1, 1),)),
    Verb("choose_weapon", (Number(1, 1),)),
)
POWERS = Verbs(
    Verb("reduce", (_ANY_ABILITY, _COUNT)),
    Verb("loom", (Number(1, 1),)),
    Verb("still"),
    Verb("discount", (_COUNT,)),
    Verb("toll", (_COUNT,)),
)


# --- entries -------------------------------------------------------------------------------------

E = TypeVar("E", LineEntry, LocationEntry, PlanetEntry, AlienEntry, CaptainEntry, WeaponEntry)


def known(word: str, words: tuple[str, ...], what: str, where: str) -> str:
    """The word, if it is one of those allowed."""
    if word not in words:
        raise ContentError(
            f"{where}: {what} is '{word}'{closest(word, words)}; right are {', '.join(words)}"
        )
    return word


def clauses(lines: list[str], where: str) -> list[Clause]:
    """The clauses of a card text: `while guardforce: strength(-1)`."""
    found = []
    for line in lines:
        head, colon, body = line.partition(":")
        words = head.split()
        if not colon or not words or len(words) > 2:
            raise ContentError(f'{where}: "{line}" must read `trigger filter: verb(...)`')
        trigger = known(words[0], TRIGGERS, "the trigger", where)
        filter = known(words[1], FILTERS, "the filter", where) if len(words) == 2 else "all"
        verbs = STANDING if trigger == "while" else HAPPENING
        found += [Clause(trigger, filter, effect) for effect in verbs.parse(body, where)]
    return found


def lines(file: str, table: str) -> list[tuple[LineEntry, list[Clause]]]:
    """The line cards of one kind."""
    found = []
    for entry in load(PACKAGE, file, table, LineEntry):
        where = place(file, table, entry.id)
        known(entry.icon, ABILITIES, "the Engage icon", where)
        known(entry.cube, COLOURS, "the cube", where)
        if entry.mark:
            known(entry.mark, MARKS, "the mark", where)
        found.append((entry, clauses(entry.text, where)))
    return found


def locations() -> list[tuple[LocationEntry, list[list[Clause]]]]:
    """The Locations with their actions by ability."""
    found = []
    for entry in load(PACKAGE, "locations.toml", "location", LocationEntry):
        where = place("locations.toml", "location", entry.id)
        for cube in entry.cubes:
            known(cube, COLOURS, "a cube", where)
        actions = [entry.combat, entry.diplomacy, entry.science]
        found.append((entry, [clauses(action, where) for action in actions]))
    return found


def planets() -> list[tuple[PlanetEntry, list[Clause], Effect]]:
    """The Planets with their passive text and their paid action."""
    found = []
    for entry in load(PACKAGE, "planets.toml", "planet", PlanetEntry):
        where = place("planets.toml", "planet", entry.id)
        for mark in entry.price:
            known(mark, MARKS, "the price", where)
        actions = HAPPENING.parse(entry.action, where)
        if len(actions) != 1 or not entry.price:
            raise ContentError(f"{where}: a Planet has one action and a price for it")
        found.append((entry, clauses(entry.passive, where), actions[0]))
    return found


def aliens() -> list[tuple[AlienEntry, list[Clause]]]:
    """The aliens of the Cosmic Hegemony."""
    found = []
    for entry in load(PACKAGE, "aliens.toml", "alien", AlienEntry):
        where = place("aliens.toml", "alien", entry.id)
        known(entry.icon, ABILITIES, "the icon", where)
        found.append((entry, clauses(entry.text, where)))
    if sum(entry.collects for entry, _ in found) != 1:
        raise ContentError("aliens.toml: exactly one alien collects black cubes (PI-9.14)")
    return found


def captains() -> list[CaptainEntry]:
    """The Captains."""
    found = load(PACKAGE, "captains.toml", "captain", CaptainEntry)
    names = tuple(die.id for die, _ in dice())
    for entry in found:
        where = place("captains.toml", "captain", entry.id)
        for die in entry.dice:
            known(die, names, "a die", where)
        for number in (entry.combat, entry.diplomacy, entry.science):
            if not 1 <= number <= 9:
                raise ContentError(f"{where}: ability tracks run from 0 to 9 (PI-1.8)")
    return found


def weapons() -> list[tuple[WeaponEntry, Effect]]:
    """The Super Weapons with their power."""
    found = []
    for entry in load(PACKAGE, "weapons.toml", "weapon", WeaponEntry):
        where = place("weapons.toml", "weapon", entry.id)
        for cube in entry.needs:
            known(cube, ("red", "blue", "orange"), "a cube", where)
        powers = POWERS.parse(entry.power, where)
        if len(powers) != 1:
            raise ContentError(f"{where}: a Super Weapon has one power")
        found.append((entry, powers[0]))
    _alphabetical("weapons.toml", [entry.id for entry, _ in found])
    return found


def dice() -> list[tuple[DieEntry, list[Face]]]:
    """The Captain's dice with their six faces."""
    found = []
    for entry in load(PACKAGE, "dice.toml", "die", DieEntry):
        where = place("dice.toml", "die", entry.id)
        known(entry.family, ("crew", "system"), "the family", where)
        found.append((entry, [_face(text, where) for text in entry.faces]))
    _alphabetical("dice.toml", [entry.id for entry, _ in found])
    return found


def _alphabetical(file: str, ids: list[str]) -> None:
    """PI-15.3: options are offered in the order of the ids, and numbers follow the file."""
    if ids != sorted(ids):
        raise ContentError(f"{file}: entries are listed by id: {', '.join(sorted(ids))}")


def _face(text: str, where: str) -> Face:
    together = " and " in text
    parts = text.split(" and " if together else " or ")
    return Face(tuple(effect for part in parts for effect in FACES.parse(part, where)), together)
