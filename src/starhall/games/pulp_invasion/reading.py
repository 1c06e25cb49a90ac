"""Reads the content files and checks every text against the verbs of PI-19.1."""

# mypyc: off

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from starhall.engine.errors import ContentError, Place
from starhall.engine.text.content import (
    Amount,
    AtLeastOne,
    ContentFiles,
    Copies,
    Effect,
    Verbs,
    Word,
    place,
)
from starhall.engine.text.files import closest
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    AGENT,
    ALL_CARDS,
    ANY,
    AT_BORROWED,
    AT_ENGAGE,
    COLOURS,
    EVENT,
    FILTERS,
    GUARDFORCE,
    MARKS,
    NO_TEXT,
    NONE,
    OWN_ICON,
    SYSTEM_DICE,
    WINDOW_COUNT,
    Clause,
    Content,
    Face,
    Happening,
    Text,
    Use,
)
from starhall.games.pulp_invasion.options import Options
from starhall.games.pulp_invasion.rules.dice import FACES, DieUse, Overhaul
from starhall.games.pulp_invasion.rules.effects import HAPPENING
from starhall.games.pulp_invasion.rules.reckoning import SEARCHING, STANDING
from starhall.games.pulp_invasion.rules.setup import DECK_SIZE, TRACK_END
from starhall.games.pulp_invasion.rules.weapons import POWERS


class BadContent(ContentError):
    """Content that the rules cannot use."""

    package = "starhall.games.pulp_invasion"


WORDS = {"any": ANY, "own": OWN_ICON, "system": SYSTEM_DICE, "guardforce": GUARDFORCE}
WORDS |= {"agents": AGENT}
WORDS |= {ability: number for number, ability in enumerate(ABILITIES)}
WORDS |= {colour: number for number, colour in enumerate(COLOURS)}

TRIGGERS = ("while", "search", "reveal", "line", "engaged", "first_engaged", "evaded")
FILLING = {"while": STANDING, "search": SEARCHING}  # the others are lists of a text


SECTORS = 3


class CubeEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies
    symbol: str
    ability: str = ""
    bag: Amount = 0
    by_level: bool = False


class LevelEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    weapons: AtLeastOne


class LineEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    strength: Amount
    icon: str
    cube: str
    planets: Amount
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
    keep: AtLeastOne


class WeaponEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    needs: list[str]
    power: str


class DieEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    family: str
    colour: str
    faces: tuple[str, str, str, str, str, str]


def read(files: ContentFiles) -> Content:
    """All content files as one content, with its options."""
    content = Content()
    reader = Reader(files, content)
    reader.cubes()
    reader.levels()
    dice = files.placed("dice.toml", "die", DieEntry, SECTORS)
    weapons = files.placed("weapons.toml", "weapon", WeaponEntry, max(content.level_weapons))
    content.dice = _alphabetical("dice.toml", [die.id for _, die in dice])
    content.weapons = _alphabetical("weapons.toml", [weapon.id for _, weapon in weapons])
    for file, table, kind in (
        ("guardforce.toml", "guardforce", GUARDFORCE),
        ("agents.toml", "agent", AGENT),
        ("events.toml", "event", EVENT),
    ):
        reader.line_cards(file, table, kind)
    reader.locations()
    if len(content.cards) != SECTORS * DECK_SIZE:
        where, need = Place("locations.toml"), SECTORS * DECK_SIZE
        raise BadContent("content.decks", where, n=len(content.cards), decks=SECTORS, need=need)
    reader.planets()
    content.first_weapon = len(content.cards)
    content.cards += content.weapons
    reader.aliens()
    reader.captains()
    content.options = Options(content)
    reader.dice(dice)
    reader.weapons(weapons)
    return content


class Reader:
    """Fills the tables of a content, one kind of entry after the other."""

    def __init__(self, files: ContentFiles, content: Content) -> None:
        self.files = files
        self.content = content

    def cubes(self) -> None:
        """The rules count on the numbers of colours and abilities (PI-1.6)."""
        found = self.files.load("cubes.toml", "cube", CubeEntry)
        tracks = [cube.ability for cube in found]
        if [cube.id for cube in found] != COLOURS or tracks != [*ABILITIES, "", "", ""]:
            colours, abilities = ", ".join(COLOURS), ", ".join(ABILITIES)
            where = Place("cubes.toml")
            raise BadContent("content.colours", where, colours=colours, abilities=abilities)
        self.content.cubes = [cube.copies for cube in found]
        self.content.symbols = [cube.symbol for cube in found]
        self.content.in_bag = [cube.bag for cube in found]
        self.content.by_level = [cube.by_level for cube in found]
        for cube in found:
            if cube.copies <= cube.bag:
                where = place("cubes.toml", "cube", cube.id)
                raise BadContent("content.bag", where, n=cube.bag)

    def levels(self) -> None:
        found = self.files.load("levels.toml", "level", LevelEntry)
        self.content.levels = [level.id for level in found]
        self.content.level_weapons = [level.weapons for level in found]

    def line_cards(self, file: str, table: str, kind: int) -> None:
        content = self.content
        for where, entry in self.files.placed(file, table, LineEntry):
            content.cards.append(entry.id)
            content.kinds.append(kind)
            content.strengths.append(entry.strength)
            content.engage_icons.append(known(entry.icon, ABILITIES, "engage_icon", where))
            content.planet_icons.append(entry.planets)
            content.printed_cubes.append([known(entry.cube, COLOURS, "the_cube", where)])
            content.marks.append(known(entry.mark, MARKS, "mark", where) if entry.mark else NONE)
            content.texts.append(self.text(entry.text, where, f"card/{entry.id}"))

    def locations(self) -> None:
        content = self.content
        content.first_location = len(content.cards)
        for where, entry in self.files.placed("locations.toml", "location", LocationEntry):
            content.cards.append(entry.id)
            content.texts.append(NO_TEXT)
            cubes = [known(cube, COLOURS, "a cube", where) for cube in entry.cubes]
            content.printed_cubes.append(cubes)
            for action in (entry.combat, entry.diplomacy, entry.science):
                content.location_texts.append(self.text(action, where, f"card/{entry.id}"))

    def planets(self) -> None:
        content = self.content
        content.first_planet = len(content.cards)
        for where, entry in self.files.placed("planets.toml", "planet", PlanetEntry, 2 * SECTORS):
            content.planets.append(entry.id)
            content.texts.append(self.text(entry.passive, where, f"card/{entry.id}"))
            price = [known(mark, MARKS, "price", where) for mark in entry.price]
            content.planet_prices.append(price)
            actions = HAPPENING.parse(entry.action, where)
            if len(actions) != 1 or not price:
                raise BadContent("content.action", where)
            content.planet_actions.append(self.happening(actions[0], f"card/{entry.id}"))
        content.cards += content.planets

    def aliens(self) -> None:
        content = self.content
        found = self.files.placed("aliens.toml", "alien", AlienEntry, SECTORS)
        for where, entry in found:
            content.aliens.append(entry.id)
            content.alien_icons.append(known(entry.icon, ABILITIES, "icon", where))
            content.alien_texts.append(self.text(entry.text, where, f"alien/{entry.id}"))
        collecting = [entry.collects for _, entry in found]
        if collecting.count(True) != 1:
            raise BadContent("content.collector", Place("aliens.toml"))
        content.quietus = collecting.index(True)

    def captains(self) -> None:
        content = self.content
        for where, entry in self.files.placed("captains.toml", "captain", CaptainEntry):
            numbers = [entry.combat, entry.diplomacy, entry.science]
            if not all(1 <= number <= TRACK_END for number in numbers):
                raise BadContent("content.track", where, end=TRACK_END)
            content.captains.append(entry.id)
            content.captain_numbers.append(numbers)
            dice = [known(die, content.dice, "a die", where) for die in entry.dice]
            content.captain_dice.append(sorted(dice))
            content.captain_keeps.append(entry.keep)

    def dice(self, entries: list[tuple[Place, DieEntry]]) -> None:
        content = self.content
        for die, (where, entry) in enumerate(entries):
            known(entry.family, ["crew", "system"], "family", where)
            content.system.append(entry.family == "system")
            content.die_colours.append(entry.colour)
            content.faces.append(Face([], False, _no_uses()))
            content.faces += [self.face(die, text, where) for text in entry.faces]
        for window in range(WINDOW_COUNT):
            usable = [n for n, face in enumerate(content.faces) if face.uses[window]]
            content.usable_faces.append(sum(1 << n for n in usable))

    def face(self, die: int, text: str, where: Place) -> Face:
        """A face with `or` is used for one of its parts, one with `and` for all (PI-8.8)."""
        together = " and " in text
        effects = [
            effect
            for part in text.split(" and " if together else " or ")
            for effect in FACES.parse(part, where)
        ]
        face = Face([self.clause(effect) for effect in effects], together, _no_uses())
        made = [FACES[part.verb].handler(self.content, die, part) for part in face.parts]
        if together:
            uses = [use for part in made for use in part if isinstance(use, DieUse)]
            if len(uses) != len(made):
                raise BadContent("content.no_choice", where, text=text)
            overhaul = Overhaul(self.content.options.overhaul[die], die, uses)
            face.uses[AT_ENGAGE].append(overhaul)
            face.uses[AT_BORROWED].append(overhaul)
        else:
            for part, uses_of_part in zip(face.parts, made, strict=True):
                _enter(FACES, part, uses_of_part, face.uses)
        return face

    def weapons(self, entries: list[tuple[Place, WeaponEntry]]) -> None:
        content = self.content
        for weapon, (where, entry) in enumerate(entries):
            needs = [known(cube, COLOURS[:3], "a cube", where) for cube in entry.needs]
            content.needs += [needs.count(colour) for colour in range(3)]
            content.needs_nothing.append(not needs)
            powers = POWERS.parse(entry.power, where)
            if len(powers) != 1:
                raise BadContent("content.one_power", where)
            power = self.clause(powers[0])
            content.powers.append(power)
            uses = _no_uses()
            _enter(POWERS, power, POWERS[power.verb].handler(content, weapon, power), uses)
            content.weapon_uses.append(uses)

    # Texts

    def text(self, lines: list[str], where: Place, origin: str) -> Text:
        """The clauses of a card text: `while guardforce: strength(-1)`."""
        text = Text()
        for line in lines:
            head, colon, body = line.partition(":")
            words = head.split()
            if not colon or not words or len(words) > 2:
                raise BadContent("content.line", where, line=line)
            trigger = TRIGGERS[known(words[0], TRIGGERS, "trigger", where)]
            filter = known(words[1], FILTERS, "filter", where) if len(words) == 2 else ALL_CARDS
            if trigger in FILLING:
                self.fill(text, FILLING[trigger], trigger, filter, body, where)
            else:
                for effect in HAPPENING.parse(body, where):
                    getattr(text, trigger).append(self.happening(effect, origin, filter))
        demands = text.demands + text.black_demands
        text.changes_engage = bool(text.types + text.weapon_strengths + text.strengths + demands)
        order = list(STANDING.known)
        text.standing.sort(key=lambda clause: order.index(clause.verb))
        return text

    def fill(
        self,
        text: Text,
        verbs: Verbs[Callable[[Text, Clause], None]],
        trigger: str,
        filter: int,
        body: str,
        where: Place,
    ) -> None:
        for effect in verbs.parse(body, where):
            clause = self.clause(effect, filter)
            verbs[effect.verb].handler(text, clause)
            if trigger == "while":
                text.standing.append(clause)

    def happening(self, effect: Effect, origin: str, filter: int = ALL_CARDS) -> Happening:
        verb = HAPPENING[effect.verb]
        return self.content.happening(self.clause(effect, filter), verb.handler, verb.when, origin)

    def clause(self, effect: Effect, filter: int = ALL_CARDS) -> Clause:
        """A checked effect as numbers."""
        words = [arg.name for arg in effect.args if isinstance(arg, Word)]
        numbers = [arg for arg in effect.args if isinstance(arg, int)]
        n, most = [*numbers, 0, 0][:2]
        word = words[0] if words else ""
        dice = self.content.dice
        who = dice.index(word) if word in dice else WORDS.get(word, ANY)
        return Clause(effect.verb, filter, word, who, n, most)


def known(word: str, words: Iterable[str], what: str, where: Place) -> int:
    """The number of the word, if it is one of those allowed."""
    allowed = list(words)
    if word not in allowed:
        near, right = closest(word, allowed), ", ".join(allowed)
        raise BadContent("content.known", where, what=what, word=word, near=near, known=right)
    return allowed.index(word)


def _alphabetical(file: str, ids: list[str]) -> list[str]:
    """PI-15.3: options are offered in the order of the ids, and numbers follow the file."""
    if ids != sorted(ids):
        raise BadContent("content.sorted", Place(file), ids=", ".join(sorted(ids)))
    return ids


def _no_uses() -> list[list[Use]]:
    return [[] for _ in range(WINDOW_COUNT)]


def _enter(verbs: Verbs[Any], part: Clause, made: list[Use], uses: list[list[Use]]) -> None:
    """Put the uses of a part into the windows of its verb."""
    for window in range(WINDOW_COUNT):
        if verbs[part.verb].when(window):
            uses[window] += made
