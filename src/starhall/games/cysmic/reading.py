"""Reads planet, ship, units, dice, cards and factions, and checks every effect (CY-25)."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from starhall.engine.errors import ContentError, Place
from starhall.engine.text.content import (
    Amount,
    AtLeastOne,
    ContentFiles,
    Copies,
    Effect,
    Verb,
    Word,
    place,
)
from starhall.games.cysmic.content import (
    ANY_FACE,
    CARD_TYPES,
    COLOURS,
    COLUMNS,
    COMMANDS,
    EITHER_SIGN,
    FEATURES,
    NO_VALUE,
    ROWS,
    STRIKE_FACES,
    TOKEN_NAMES,
    TYPES,
    Clause,
    Content,
    Term,
)
from starhall.games.cysmic.rules.powers import STANDING
from starhall.games.cysmic.rules.reactions import WINDOWS
from starhall.games.cysmic.rules.verbs import EFFECTS


class BadContent(ContentError):
    """Content that the rules cannot use."""

    package = "starhall.games.cysmic"


HEXES_PER_BIOME = 21
MOST_SEATS = 6
DEALT = 3  # boards to each player
LEAST_CARDS = 36  # so that the first hands can be dealt
FIGURES = [str(number) for number in range(10)]
LEFT_BEHIND = [f"up_to_{number}" for number in range(1, 10)]
DICE = {  # what their faces show, and how many there are
    "red": (FIGURES, 12),
    "yellow": (FIGURES, 12),
    "blue_strike": (STRIKE_FACES, 6),
    "green_strike": (STRIKE_FACES, 6),
    "humanity": ([*LEFT_BEHIND, "any", "none"], 6),
}
GAINS = ["gain_ore", "draw", "deploy"]  # what a Resource Gain can be
MODIFIERS = ["none", "both", *[f"{number:+d}" for number in range(-9, 10) if number]]


class Biome(msgspec.Struct):
    """How many of each feature a biome's 21 hexes show."""

    id: str
    camp: Amount
    outpost: Amount
    settlement: Amount
    ore: Amount
    cave: Amount
    mountain: Amount
    water: Amount
    plain: Amount


class Module(msgspec.Struct):
    """A ship module: whose native colour it has, and what it costs."""

    id: str
    colour: str
    ore: Amount
    workers: Amount


class Unit(msgspec.Struct):
    """A unit type; influence or ore as its cost, a second health number for Vehicles."""

    id: str
    copies: AtLeastOne
    cost: Amount
    move: Amount
    health: AtLeastOne
    second: Amount = 0
    red: Amount = 0
    yellow: Amount = 0
    shield: bool = False
    early: bool = False


class DieEntry(msgspec.Struct):
    """The faces of one die."""

    id: str
    faces: tuple[str, ...]


class CommandCard(msgspec.Struct):
    """A Command Card and its three colours."""

    id: str
    colours: tuple[str, str, str]


class BonusRow(msgspec.Struct):
    """A row of the bonus grid: five cells; columns in `either` let the player choose a part."""

    id: str
    cells: tuple[str, ...]
    either: tuple[int, ...] = ()


class Discovery(msgspec.Struct):
    """A Discovery design; events have neither modifiers nor a Resource Gain."""

    id: str
    type: str
    copies: Copies
    ability: str
    yellow: str = "none"
    red: str = "none"
    window: str = ""
    gain: str = ""


class Relic(msgspec.Struct):
    """A Relic design."""

    id: str
    copies: Copies
    effects: str


class EspionageCard(msgspec.Struct):
    """Both sides of an Espionage card; each is done now or stays in play."""

    id: str
    sabotage: str
    sabotage_effects: str
    exploit: str
    exploit_effects: str


class Faction(msgspec.Struct):
    """A Faction board."""

    id: str
    min_players: Amount
    influence: Amount
    camps: Amount
    outposts: Amount
    settlements: Amount
    soldiers: Amount
    speakers: Amount
    miners: Amount
    harvesters: Amount
    powermechs: Amount
    ore: Amount
    discovery: Amount
    relics: Amount
    abilities: str


def read(files: ContentFiles) -> Content:
    """All tables of the content."""
    content = Content()
    _read_units(content, files)
    _read_ship(content, files)
    _read_dice(content, files)
    _read_planet(content, files)
    _read_discoveries(content, files)
    _read_relics(content, files)
    _read_espionage(content, files)
    _read_factions(content, files)
    _read_commands(content, files)
    _number_cards(content)
    return content


def _read_units(content: Content, files: ContentFiles) -> None:
    """CY-1.4: the five types, in the order the rules number them."""
    units = files.load("units.toml", "unit", Unit)
    _same([unit.id for unit in units], TYPES, "units.toml", "units")
    content.cost = [unit.cost for unit in units]
    content.moves = [unit.move for unit in units]
    content.health = [unit.health for unit in units]
    content.second = [unit.second for unit in units]
    content.red_dice = [unit.red for unit in units]
    content.yellow_dice = [unit.yellow for unit in units]
    content.has_shield = [unit.shield for unit in units]
    content.has_early = [unit.early for unit in units]
    content.count = [unit.copies for unit in units]
    content.type_of = [type for type, unit in enumerate(units) for _ in range(unit.copies)]
    content.first_piece = [content.type_of.index(type) for type in range(len(units))]
    content.end_piece = [content.first_piece[type] + unit.copies for type, unit in enumerate(units)]


def _read_ship(content: Content, files: ContentFiles) -> None:
    """CY-25.3: six modules, one of each colour."""
    modules = files.load("ship.toml", "module", Module)
    _same([module.colour for module in modules], COLOURS, "ship.toml", "native colours")
    content.modules = [module.id for module in modules]
    content.module_ore = [module.ore for module in modules]
    content.module_workers = [module.workers for module in modules]


def _read_dice(content: Content, files: ContentFiles) -> None:
    found = files.load("dice.toml", "die", DieEntry)
    _same([die.id for die in found], list(DICE), "dice.toml", "dice")
    for die in found:
        where = place("dice.toml", "die", die.id)
        known, count = DICE[die.id]
        if len(die.faces) != count:
            raise BadContent("content.faces", where, count=count, n=len(die.faces))
        for face in die.faces:
            _one_of(face, known, where, "face")
    dice = {die.id: list(die.faces) for die in found}
    content.faces = dice
    content.red_faces = [int(face) for face in dice["red"]]
    content.yellow_faces = [int(face) for face in dice["yellow"]]
    content.blue_die = [STRIKE_FACES.index(face) for face in dice["blue_strike"]]
    content.green_die = [STRIKE_FACES.index(face) for face in dice["green_strike"]]
    content.humanity_faces = dice["humanity"]
    content.humanity = [
        ANY_FACE if face == "any" else 0 if face == "none" else int(face[-1])
        for face in content.humanity_faces
    ]


def _read_planet(content: Content, files: ContentFiles) -> None:
    """CY-25.5: six biomes of 21 hexes each."""
    biomes = files.load("planet.toml", "biome", Biome)
    if len(biomes) != len(COLOURS):
        raise BadContent("content.biomes", file="planet.toml", n=len(biomes))
    content.biomes = [biome.id for biome in biomes]
    content.tokens = [f"fx_{biome.id}_{ring}" for biome in biomes for ring in TOKEN_NAMES]
    content.tile_feature = [-1]
    for biome in biomes:
        counts = [int(getattr(biome, feature)) for feature in FEATURES]
        if sum(counts) != HEXES_PER_BIOME:
            where = place("planet.toml", "biome", biome.id)
            raise BadContent("content.features", where, n=sum(counts))
        for feature, count in enumerate(counts):
            content.tile_feature += [feature] * count


def _read_discoveries(content: Content, files: ContentFiles) -> None:
    cards = files.load("discovery.toml", "discovery", Discovery, LEAST_CARDS)
    content.discoveries = [card.id for card in cards]
    content.discovery_copies = [card.copies for card in cards]
    for card in cards:
        where = place("discovery.toml", "discovery", card.id)
        for modifier in (card.red, card.yellow):
            _one_of(modifier, MODIFIERS, where, "modifier")
        _one_of(card.type, CARD_TYPES, where, "type")
        if (card.type == "event") != (not card.gain):
            raise BadContent("content.gain", where)
        content.card_type.append(CARD_TYPES.index(card.type))
        content.window.append(card.window)
        content.gain.append(_gain(card.gain, where))
        if card.type == "reaction":
            _one_of(card.window, list(WINDOWS), where, "window")
            effects = WINDOWS[card.window].parse(card.ability, where)
            content.ability.append([_clause(effect) for effect in effects])
        else:
            content.ability.append(_clauses(card.ability, where))
    # By colour of the die: red, then yellow
    content.modifier = [
        [_modifier(card.red) for card in cards],
        [_modifier(card.yellow) for card in cards],
    ]


def _gain(text: str, where: Place) -> list[Clause]:
    """CY-17.5: a Resource Gain is ore, cards or Troops, and one of them."""
    found = _clauses(text, where)
    for clause in found:
        _one_of(clause.verb, GAINS, where, "gain")
    if len(found) > 1:
        raise BadContent("content.one_gain", where, n=len(found))
    return found


def _read_relics(content: Content, files: ContentFiles) -> None:
    relics = files.load("relics.toml", "relic", Relic, LEAST_CARDS)
    content.relics = [relic.id for relic in relics]
    content.relic_copies = [relic.copies for relic in relics]
    content.relic_terms = [
        _terms(relic.effects, place("relics.toml", "relic", relic.id)) for relic in relics
    ]


def _read_espionage(content: Content, files: ContentFiles) -> None:
    cards = files.load("espionage.toml", "espionage", EspionageCard)
    content.espionage = [card.id for card in cards]
    for card in cards:
        where = place("espionage.toml", "espionage", card.id)
        sides = ((card.sabotage, card.sabotage_effects), (card.exploit, card.exploit_effects))
        for lasts, _ in sides:
            _one_of(lasts, ("now", "stays"), where, "side")
        content.stays.append([lasts == "stays" for lasts, _ in sides])
        content.side_clauses.append(
            [_clauses(text, where) if lasts == "now" else [] for lasts, text in sides]
        )
        content.side_terms.append(
            [_terms(text, where) if lasts == "stays" else [] for lasts, text in sides]
        )


def _read_factions(content: Content, files: ContentFiles) -> None:
    boards = files.load("factions.toml", "faction", Faction)
    content.factions = [board.id for board in boards]
    content.faction_seats = [board.min_players for board in boards]
    for seats in range(2, MOST_SEATS + 1):
        fitting = len([board for board in boards if board.min_players <= seats])
        if fitting < DEALT * seats:
            where, needed = Place("factions.toml"), DEALT * seats
            raise BadContent("content.factions", where, n=fitting, seats=seats, needed=needed)
    content.faction_influence = [board.influence for board in boards]
    content.faction_habitats = [
        [0, board.camps, board.outposts, board.settlements] for board in boards
    ]
    content.faction_units = [
        [board.soldiers, board.speakers, board.miners, board.harvesters, board.powermechs]
        for board in boards
    ]
    content.faction_ore = [board.ore for board in boards]
    content.faction_discovery = [board.discovery for board in boards]
    content.faction_relics = [board.relics for board in boards]
    content.faction_terms = [
        _terms(board.abilities, place("factions.toml", "faction", board.id)) for board in boards
    ]


def _read_commands(content: Content, files: ContentFiles) -> None:
    """CY-25.11, CY-25.12: ten cards of three colours, six rows of five cells."""
    cards = files.load("command.toml", "card", CommandCard)
    rows = files.load("command.toml", "row", BonusRow)
    _same([card.id for card in cards], COMMANDS, "command.toml", "cards")
    _same([row.id for row in rows], ROWS, "command.toml", "rows")
    content.card_rows = [[ROWS.index(colour) for colour in card.colours] for card in cards]
    for row in rows:
        where = place("command.toml", "row", row.id)
        if len(row.cells) != COLUMNS:
            raise BadContent("content.cells", where, n=len(row.cells))
        content.cells.append([_clauses(cell, where) for cell in row.cells])
        content.either.append([column + 1 in row.either for column in range(COLUMNS)])


def _number_cards(content: Content) -> None:
    content.first_relic = len(content.discoveries)
    content.first_espionage = content.first_relic + len(content.relics)
    content.first_faction = content.first_espionage + len(content.espionage)
    content.first_command = content.first_faction + len(content.factions)
    content.cards = content.discoveries + content.relics + content.espionage
    content.cards += content.factions + COMMANDS


# Effects


def _clauses(text: str, where: Place) -> list[Clause]:
    return [_clause(effect, EFFECTS[effect.verb]) for effect in EFFECTS.parse(text, where)]


def _clause(effect: Effect, verb: Verb[Any] | None = None) -> Clause:
    numbers = [arg for arg in effect.args if isinstance(arg, int)]
    words = [arg.name for arg in effect.args if isinstance(arg, Word)]
    if verb is None:
        return Clause(effect.verb, numbers, words)
    return Clause(effect.verb, numbers, words, verb.handler, verb.when)


def _terms(text: str, where: Place) -> list[Term]:
    found: list[Term] = []
    for effect in STANDING.parse(text, where):
        found += STANDING[effect.verb].handler(_clause(effect))
    return found


def _modifier(text: str) -> int:
    """CY-25.15: a value, a dash, or a 1 whose sign the player chooses."""
    return NO_VALUE if text == "none" else EITHER_SIGN if text == "both" else int(text)


# Checks


def _same(found: list[str], wanted: list[str], file: str, what: str) -> None:
    if found != wanted:
        known = ", ".join(wanted)
        raise BadContent("content.order", Place(file), what=what, known=known)


def _one_of(word: str, known: Sequence[str], where: Place, what: str) -> None:
    if word not in known:
        listed = ", ".join(known)
        raise BadContent("content.one_of", where, what=what, word=word, known=listed)
