"""The content as tables of small numbers, for the rules (CY-1, CY-25)."""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Word
from starhall.games.cysmic import content

# Unit types and their 28 - 3 = 25 pieces per player: a piece has a number of its own.
SOLDIER: Final = 0
SPEAKER: Final = 1
MINER: Final = 2
HARVESTER: Final = 3
POWERMECH: Final = 4
TYPES: Final[list[str]] = list(content.UNIT_TYPES)

_UNITS: Final = content.units()
COST: Final[list[int]] = [unit.cost for unit in _UNITS]
MOVE: Final[list[int]] = [unit.move for unit in _UNITS]
HEALTH: Final[list[int]] = [unit.health for unit in _UNITS]
SECOND: Final[list[int]] = [unit.second for unit in _UNITS]
RED_DICE: Final[list[int]] = [unit.red for unit in _UNITS]
YELLOW_DICE: Final[list[int]] = [unit.yellow for unit in _UNITS]
HAS_SHIELD: Final[list[bool]] = [unit.shield for unit in _UNITS]
HAS_EARLY: Final[list[bool]] = [unit.early for unit in _UNITS]
COUNT: Final[list[int]] = [unit.copies for unit in _UNITS]
IS_VEHICLE: Final[list[bool]] = [unit.second > 0 for unit in _UNITS]
IS_COMBAT: Final[list[bool]] = [type in (SOLDIER, POWERMECH) for type in range(5)]
SIZE: Final[list[int]] = [2 if unit.second > 0 else 1 for unit in _UNITS]  # CY-12.2
UPGRADED: Final[list[int]] = [POWERMECH, -1, HARVESTER, -1, -1]  # CY-7.6

TYPE_OF: Final[list[int]] = [type for type in range(5) for _ in range(COUNT[type])]
PIECES: Final = len(TYPE_OF)
FIRST_PIECE: Final[list[int]] = [TYPE_OF.index(type) for type in range(5)]
END_PIECE: Final[list[int]] = [FIRST_PIECE[type] + COUNT[type] for type in range(5)]

KINDS: Final[list[str]] = list(content.KINDS)
KIND_TYPES: Final[list[list[int]]] = [[type] for type in range(5)] + [
    [SOLDIER, SPEAKER, MINER],
    [HARVESTER, POWERMECH],
    [SOLDIER, POWERMECH],
    [SOLDIER, SPEAKER, MINER, HARVESTER, POWERMECH],
]
TROOPS: Final = 5
ALL: Final = 8

# Modules, colours, dice
_MODULES: Final = content.modules()
MODULES: Final[list[str]] = [module.id for module in _MODULES]
COLOURS: Final[list[str]] = [module.colour for module in _MODULES]
MODULE_ORE: Final[list[int]] = [module.ore for module in _MODULES]
MODULE_WORKERS: Final[list[int]] = [module.workers for module in _MODULES]
MISSING: Final = 0
KNOWN: Final = 1
INSTALLED: Final = 2

_DICE: Final = content.dice()
RED: Final = 0
YELLOW: Final = 1
DIE_COLOURS: Final[list[str]] = ["red", "yellow"]
RED_FACES: Final[list[int]] = [int(face) for face in _DICE["red"]]
YELLOW_FACES: Final[list[int]] = [int(face) for face in _DICE["yellow"]]
STRIKE_FACES: Final[list[str]] = [
    "tremor", "reroll_any", "plus_1", "plus_2", "reroll_yellow", "reroll_red",
]  # fmt: skip
TREMOR_FACE: Final = 0
REROLL_ANY: Final = 1
PLUS_1: Final = 2
PLUS_2: Final = 3
REROLL_YELLOW: Final = 4
REROLL_RED: Final = 5
BLUE_DIE: Final[list[int]] = [STRIKE_FACES.index(face) for face in _DICE["blue_strike"]]
GREEN_DIE: Final[list[int]] = [STRIKE_FACES.index(face) for face in _DICE["green_strike"]]
HUMANITY_FACES: Final[list[str]] = list(_DICE["humanity"])
ANY_FACE: Final = 99
HUMANITY: Final[list[int]] = [
    ANY_FACE if face == "any" else 0 if face == "none" else int(face[-1]) for face in HUMANITY_FACES
]

# Biomes and the features of their hexes
_BIOMES: Final = content.biomes()
BIOMES: Final[list[str]] = [biome.id for biome in _BIOMES]
FEATURES: Final[list[str]] = list(content.FEATURES)
TILES: Final[list[str]] = ["colony_city"] + [
    f"{biome.id}_{feature}_{number + 1}"
    for biome in _BIOMES
    for feature, count in content.features(biome)
    for number in range(count)
]
TILE_FEATURE: Final[list[int]] = [-1] + [
    FEATURES.index(feature)
    for biome in _BIOMES
    for feature, count in content.features(biome)
    for _ in range(count)
]
LEVELS: Final[list[str]] = ["none", "camp", "outpost", "settlement", "none", "city"]
CITY_LEVEL: Final = 5

# Fracture Tokens (CY-25.9): 7 per biome; the last two are both ring 6.
TOKENS: Final[list[str]] = [
    f"fx_{biome}_{ring}" for biome in BIOMES for ring in ("1", "2", "3", "4", "5", "6", "6b")
]
TOKEN_BIOME: Final[list[int]] = [token // 7 for token in range(42)]
TOKEN_RING: Final[list[int]] = [min(6, token % 7 + 1) for token in range(42)]


# Effects done once


class Clause:
    """One verb with up to three numbers."""

    __slots__ = ("a", "b", "c", "verb")

    def __init__(self, verb: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.verb = verb
        self.a = a
        self.b = b
        self.c = c

    def __repr__(self) -> str:
        return f"<Clause {VERBS[self.verb]}({self.a}, {self.b}, {self.c})>"


VERBS: Final[list[str]] = list(content.NOW_VERBS.known)
REACTION_VERBS: Final[list[str]] = list(content.REACTION_VERBS.known)
ODD: Final[list[str]] = list(content.ODD)
_WORDS: Final[dict[str, list[str]]] = {
    "march": KINDS,
    "relocate": KINDS,
    "upgrade": ["spawn"],
    "steal_ore": ["anybody", "richer"],
    "flag": ["held", "touching"],
    "unflag": ["low", "any"],
    "destroy": ["surface_troop"],
    "collapse": ["near"],
    "odd": ODD,
    "save": ["troop", "vehicle"],
}
PLACES: Final[list[str]] = ["cave", "ship"]


def _clause(effect: Effect, verbs: list[str]) -> Clause:
    """A checked effect as numbers."""
    numbers = [0, 0, 0]
    for i, arg in enumerate(effect.args):
        if isinstance(arg, int):
            numbers[i] = arg
        elif isinstance(arg, Word):
            words = PLACES if arg.name in PLACES else _WORDS[effect.verb]
            numbers[i] = words.index(arg.name)
    return Clause(verbs.index(effect.verb), numbers[0], numbers[1], numbers[2])


def _clauses(effects: tuple[Effect, ...]) -> list[Clause]:
    return [_clause(effect, VERBS) for effect in effects]


# Effects in force: every term is a place in a player's list of powers, and numbers add up.

POWERS: Final[list[str]] = (
    [f"{term}_{type}" for term in ("move", "health", "shield", "early", "cost") for type in TYPES]
    + [f"dice_{term}" for term in content.DICE_TERMS]
    + [f"bonus_{term}" for term in content.BONUS_TERMS]
    + ["reroll_red", "reroll_yellow"]
    + [f"yield_{term}" for term in content.YIELDS]
    + [f"guard_{term}" for term in content.GUARDS]
    + list(content.AMOUNTS)
    + list(content.TRAITS)
)
_PER_TYPE: Final[dict[str, str]] = {
    "move": "move",
    "health": "health",
    "shield": "shield",
    "early": "early",
    "cost_upgrade": "cost",
}


class Term:
    """A power and by how much it changes."""

    __slots__ = ("amount", "power")

    def __init__(self, power: int, amount: int) -> None:
        self.power = power
        self.amount = amount

    def __repr__(self) -> str:
        return f"<Term {POWERS[self.power]} {self.amount:+}>"


def _terms(effects: tuple[Effect, ...]) -> list[Term]:
    found: list[Term] = []
    for effect in effects:
        words = [arg.name for arg in effect.args if isinstance(arg, Word)]
        numbers = [arg for arg in effect.args if isinstance(arg, int)]
        amount = numbers[0] if numbers else 1
        if effect.verb in _PER_TYPE:
            for type in KIND_TYPES[KINDS.index(words[0])]:
                found.append(Term(power(f"{_PER_TYPE[effect.verb]}_{TYPES[type]}"), amount))
        elif effect.verb == "trait":
            found.append(Term(power(words[0]), amount))
        elif words:
            found.append(Term(power(f"{effect.verb}_{words[0]}"), amount))
        else:
            found.append(Term(power(effect.verb), amount))
    return found


def power(name: str) -> int:
    """The place of a power by its name."""
    if name not in POWERS:
        raise ContentError(f"there is no power '{name}'")
    return POWERS.index(name)


# Cards: every card of the game has one number, whatever its back.

_DISCOVERIES: Final = content.discoveries()
_RELICS: Final = content.relics()
_ESPIONAGE: Final = content.espionage()
_FACTIONS: Final = content.factions()
_COMMANDS: Final = content.command_cards()

DISCOVERIES: Final[list[str]] = [card.id for card, _, _ in _DISCOVERIES]
RELICS: Final[list[str]] = [relic.id for relic, _ in _RELICS]
ESPIONAGE: Final[list[str]] = [card.id for card, _, _ in _ESPIONAGE]
FACTIONS: Final[list[str]] = [board.id for board, _ in _FACTIONS]
COMMANDS: Final[list[str]] = [card.id for card in _COMMANDS]
FIRST_RELIC: Final = len(DISCOVERIES)
FIRST_ESPIONAGE: Final = FIRST_RELIC + len(RELICS)
FIRST_FACTION: Final = FIRST_ESPIONAGE + len(ESPIONAGE)
FIRST_COMMAND: Final = FIRST_FACTION + len(FACTIONS)
CARDS: Final[list[str]] = DISCOVERIES + RELICS + ESPIONAGE + FACTIONS + COMMANDS

DISCOVERY_COPIES: Final[list[int]] = [card.copies for card, _, _ in _DISCOVERIES]
RELIC_COPIES: Final[list[int]] = [relic.copies for relic, _ in _RELICS]
EVENT: Final = 0
ACTION: Final = 1
REACTION: Final = 2
CARD_TYPE: Final[list[int]] = [
    [content.EVENT, content.ACTION, content.REACTION].index(card.type)
    for card, _, _ in _DISCOVERIES
]
NO_VALUE: Final = -99
EITHER_SIGN: Final = 99


def _modifier(text: str) -> int:
    """CY-25.15: a value, a dash, or a 1 whose sign the player chooses."""
    return NO_VALUE if text == "none" else EITHER_SIGN if text == "both" else int(text)


# By colour of the die, then by card.
MODIFIER: Final[list[list[int]]] = [
    [_modifier(card.red) for card, _, _ in _DISCOVERIES],
    [_modifier(card.yellow) for card, _, _ in _DISCOVERIES],
]
WINDOWS: Final[list[str]] = list(content.WINDOWS)
WINDOW: Final[list[int]] = [
    WINDOWS.index(card.window) if card.window else -1 for card, _, _ in _DISCOVERIES
]
ABILITY: Final[list[list[Clause]]] = [
    [] if card.type == content.REACTION else _clauses(ability) for card, ability, _ in _DISCOVERIES
]
REACTS: Final[list[Clause]] = [
    _clause(ability[0], REACTION_VERBS) if card.type == content.REACTION else Clause(-1)
    for card, ability, _ in _DISCOVERIES
]
GAIN: Final[list[list[Clause]]] = [_clauses(gain) for _, _, gain in _DISCOVERIES]
RELIC_TERMS: Final[list[list[Term]]] = [_terms(effects) for _, effects in _RELICS]

SABOTAGE: Final = 0
EXPLOIT: Final = 1
STAYS: Final[list[list[bool]]] = [
    [card.sabotage == "stays", card.exploit == "stays"] for card, _, _ in _ESPIONAGE
]
SIDE_CLAUSES: Final[list[list[list[Clause]]]] = [
    [
        [] if card.sabotage == "stays" else _clauses(sabotage),
        [] if card.exploit == "stays" else _clauses(exploit),
    ]
    for card, sabotage, exploit in _ESPIONAGE
]
SIDE_TERMS: Final[list[list[list[Term]]]] = [
    [
        _terms(sabotage) if card.sabotage == "stays" else [],
        _terms(exploit) if card.exploit == "stays" else [],
    ]
    for card, sabotage, exploit in _ESPIONAGE
]

FACTION_MIN: Final[list[int]] = [board.min_players for board, _ in _FACTIONS]
FACTION_INFLUENCE: Final[list[int]] = [board.influence for board, _ in _FACTIONS]
FACTION_HABITATS: Final[list[list[int]]] = [
    [0, board.camps, board.outposts, board.settlements] for board, _ in _FACTIONS
]
FACTION_UNITS: Final[list[list[int]]] = [
    [board.soldiers, board.speakers, board.miners, board.harvesters, board.powermechs]
    for board, _ in _FACTIONS
]
FACTION_ORE: Final[list[int]] = [board.ore for board, _ in _FACTIONS]
FACTION_DISCOVERY: Final[list[int]] = [board.discovery for board, _ in _FACTIONS]
FACTION_RELICS: Final[list[int]] = [board.relics for board, _ in _FACTIONS]
FACTION_TERMS: Final[list[list[Term]]] = [_terms(effects) for _, effects in _FACTIONS]

# Command Cards
SPEAKER_CARD: Final = COMMANDS.index("speaker_card")
MINER_CARD: Final = COMMANDS.index("miner_card")
SOLDIER_CARD: Final = COMMANDS.index("soldier_card")
HARVESTER_CARD: Final = COMMANDS.index("harvester_card")
POWERMECH_CARD: Final = COMMANDS.index("powermech_card")
SHIP_CARD: Final = COMMANDS.index("ship_card")
RECRUIT: Final = COMMANDS.index("recruit")
UPGRADE: Final = COMMANDS.index("upgrade")
NEGOTIATE: Final = COMMANDS.index("negotiate")
BATTLE: Final = COMMANDS.index("battle")

_ROWS: Final = content.bonus_rows()
ROWS: Final[list[str]] = [row.id for row, _ in _ROWS]
CARD_ROWS: Final[list[list[int]]] = [
    [ROWS.index(colour) for colour in card.colours] for card in _COMMANDS
]
CELLS: Final[list[list[list[Clause]]]] = [
    [_clauses(effects) for effects in cells] for _, cells in _ROWS
]
EITHER: Final[list[list[bool]]] = [
    [column + 1 in row.either for column in range(5)] for row, _ in _ROWS
]


def card(id: str) -> int:
    """The number of a card by its id."""
    return CARDS.index(id)
