"""Cards, dice and cubes as tables of small numbers: what the rules look at during play.

Cards are numbered 0 to 65: Guardforce, Agents, Events, Locations, Planets, Super Weapons.
An ability has the number of its cube colour (PI-1.6).
"""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Word
from starhall.games.pulp_invasion import content

NONE: Final = -1
ANY: Final = -1
OWN: Final = -2

COMBAT: Final = 0
DIPLOMACY: Final = 1
SCIENCE: Final = 2
ABILITIES: Final[list[str]] = list(content.ABILITIES)

RED: Final = 0
BLUE: Final = 1
ORANGE: Final = 2
BLACK: Final = 3
WHITE: Final = 4
YELLOW: Final = 5
COLOURS: Final[list[str]] = list(content.COLOURS)
CUBES: Final[list[int]] = [cube.copies for cube in content.CUBES]
SYMBOLS: Final[list[str]] = [cube.symbol for cube in content.CUBES]

CODE: Final = 0
KEY: Final = 1
MARKS: Final[list[str]] = list(content.MARKS)

GUARDFORCE: Final = 0
AGENT: Final = 1
EVENT: Final = 2
LOCATION: Final = 3

# Filters (PI-19.1); JOINED asks for another Guardforce in the line.
FILTERS: Final[list[str]] = list(content.FILTERS)
ALL_CARDS: Final = 0
GUARDFORCES: Final = 1
AGENTS: Final = 2
LEFTMOST: Final = 3
RIGHTMOST: Final = 4
JOINED: Final = 5

# Verbs; those that change an Engage in the order in which one step applies them (PI-13.3).
TYPE: Final = 0
STRENGTH_WEAPONS: Final = 1
STRENGTH: Final = 2
DEMAND: Final = 3
DEMAND_BLACK: Final = 4
ICONS: Final = 5
EVADE_COST: Final = 6
EVADE_DRAW: Final = 7
NO_DIE: Final = 8
FREE_DIE: Final = 9
CHEAP_CONVERT: Final = 10
KEEP_EVADED: Final = 11
BLACK_BACK: Final = 12
GAIN: Final = 13
LOSE: Final = 14
SEED: Final = 15
PURGE: Final = 16
CALM: Final = 17
STUDY: Final = 18
UPGRADE: Final = 19
SEARCH: Final = 20
DROP: Final = 21
REINFORCE: Final = 22
BONUS: Final = 23
BORROW: Final = 24
SWAP: Final = 25
REROLL: Final = 26
SCAN_ICONS: Final = 27
TAKE_CUBE: Final = 28
UNDERSTAND: Final = 29
PROBE: Final = 30
CHOOSE_WEAPON: Final = 31
REDUCE: Final = 32
LOOM: Final = 33
STILL: Final = 34
DISCOUNT: Final = 35
TOLL: Final = 36
VERBS: Final[list[str]] = [
    "type", "strength_weapons", "strength", "demand", "demand_black", "icons", "evade_cost",
    "evade_draw", "no_die", "free_die", "cheap_convert", "keep_evaded", "black_back", "gain",
    "lose", "seed", "purge", "calm", "study", "upgrade", "search", "drop", "reinforce", "bonus",
    "borrow", "swap", "reroll", "scan_icons", "take_cube", "understand", "probe",
    "choose_weapon", "reduce", "loom", "still", "discount", "toll",
]  # fmt: skip


class Clause:
    """One effect of a text: a verb, the cards it means, and its numbers.

    `who` is an ability, a colour, a die or a kind of card, as the verb has it; or ANY, OWN.
    """

    __slots__ = ("filter", "most", "n", "verb", "who")

    def __init__(self, verb: int, filter: int, who: int, n: int, most: int) -> None:
        self.verb = verb
        self.filter = filter
        self.who = who
        self.n = n
        self.most = most


class Text:
    """The effects of one card text (or of one Location action), sorted by when they count."""

    __slots__ = (
        "black_back",
        "cheap_convert",
        "engage",
        "engaged",
        "evade",
        "evaded",
        "first_engaged",
        "free_die",
        "icons",
        "keep_evaded",
        "line",
        "no_die",
        "reveal",
        "search",
    )

    def __init__(self) -> None:
        self.engage: list[Clause] = []  # type, strength and demand, in the order of PI-13.3
        self.icons: list[Clause] = []
        self.evade: list[Clause] = []
        self.reveal: list[Clause] = []
        self.line: list[Clause] = []
        self.engaged: list[Clause] = []
        self.first_engaged: list[Clause] = []
        self.evaded: list[Clause] = []
        self.search = 0
        self.cheap_convert = 0
        self.keep_evaded = 0
        self.no_die = False
        self.free_die = False
        self.black_back = False


class Face:
    """One face of a die: its parts, and whether all possible ones are used together."""

    __slots__ = ("parts", "together")

    def __init__(self, parts: list[Clause], together: bool) -> None:
        self.parts = parts
        self.together = together


_DICE: Final = content.dice()
DICE: Final[list[str]] = [die.id for die, _ in _DICE]
DIE_COUNT: Final = len(DICE)
SYSTEM: Final[list[bool]] = [die.family == "system" for die, _ in _DICE]
DIE_COLOURS: Final[list[str]] = [die.colour for die, _ in _DICE]
SCANNING: Final = DICE.index("scanning")
ANY_DIE: Final = -1
SYSTEM_DICE: Final = 1


def _number_of(word: str) -> int:
    """What a word of an effect stands for."""
    if word == "any":
        return ANY
    if word == "own":
        return OWN
    if word == "system":
        return SYSTEM_DICE
    for names in (ABILITIES, COLOURS, DICE):
        if word in names:
            return names.index(word)
    if word == "guardforce":
        return GUARDFORCE
    if word == "agents":
        return AGENT
    raise ContentError(f"the word '{word}' has no rule behind it")


def clause_of(effect: Effect, filter: str = "all") -> Clause:
    """A checked effect as numbers."""
    if effect.verb not in VERBS:
        raise ContentError(f"the verb '{effect.verb}' has no rule behind it")
    clause = Clause(VERBS.index(effect.verb), FILTERS.index(filter), ANY, 0, 0)
    numbers = 0
    for arg in effect.args:
        if isinstance(arg, Word):
            clause.who = _number_of(arg.name)
        elif isinstance(arg, int):
            if numbers == 0:
                clause.n = arg
            else:
                clause.most = arg
            numbers += 1
    return clause


def _by_verb(clause: Clause) -> int:
    return clause.verb


def text_of(found: list[content.Clause]) -> Text:
    """Sort the clauses of a text by when they count; a verb out of its place is refused."""
    text = Text()
    for source in found:
        clause = clause_of(source.effect, source.filter)
        trigger = source.trigger
        if trigger == "while":
            _standing(text, clause)
        elif trigger == "search":
            if clause.verb != SEARCH:
                raise ContentError(f"'{source.effect}' cannot stand under the trigger 'search'")
            text.search += clause.n
        elif trigger == "reveal":
            text.reveal.append(clause)
        elif trigger == "line":
            text.line.append(clause)
        elif trigger == "engaged":
            text.engaged.append(clause)
        elif trigger == "first_engaged":
            text.first_engaged.append(clause)
        elif trigger == "evaded":
            text.evaded.append(clause)
        else:
            raise ContentError(f"the trigger '{trigger}' has no rule behind it")
    text.engage.sort(key=_by_verb)
    return text


def _standing(text: Text, clause: Clause) -> None:
    verb = clause.verb
    if verb <= DEMAND_BLACK:
        text.engage.append(clause)
    elif verb == ICONS:
        text.icons.append(clause)
    elif verb in (EVADE_COST, EVADE_DRAW):
        text.evade.append(clause)
    elif verb == NO_DIE:
        text.no_die = True
    elif verb == FREE_DIE:
        text.free_die = True
    elif verb == CHEAP_CONVERT:
        text.cheap_convert += clause.n
    elif verb == KEEP_EVADED:
        text.keep_evaded += clause.n
    elif verb == BLACK_BACK:
        text.black_back = True
    else:
        raise ContentError(f"the standing verb '{VERBS[verb]}' has no rule behind it")


_GUARDFORCE: Final = content.lines("guardforce.toml", "guardforce")
_AGENTS: Final = content.lines("agents.toml", "agent")
_EVENTS: Final = content.lines("events.toml", "event")
_LINE: Final = _GUARDFORCE + _AGENTS + _EVENTS
_LOCATIONS: Final = content.locations()
_PLANETS: Final = content.planets()
_WEAPONS: Final = content.weapons()
_ALIENS: Final = content.aliens()
_CAPTAINS: Final = content.captains()

LINE_CARDS: Final = len(_LINE)
FIRST_LOCATION: Final = LINE_CARDS
ENCOUNTER_CARDS: Final = FIRST_LOCATION + len(_LOCATIONS)
FIRST_PLANET: Final = ENCOUNTER_CARDS
FIRST_WEAPON: Final = FIRST_PLANET + len(_PLANETS)
CARD_COUNT: Final = FIRST_WEAPON + len(_WEAPONS)

PLANETS: Final[list[str]] = [planet.id for planet, _, _ in _PLANETS]
WEAPONS: Final[list[str]] = [weapon.id for weapon, _ in _WEAPONS]
ALIENS: Final[list[str]] = [alien.id for alien, _ in _ALIENS]
CAPTAINS: Final[list[str]] = [captain.id for captain in _CAPTAINS]
CARDS: Final[list[str]] = (
    [card.id for card, _ in _LINE] + [card.id for card, _ in _LOCATIONS] + PLANETS + WEAPONS
)

# Line cards
KINDS: Final[list[int]] = (
    [GUARDFORCE] * len(_GUARDFORCE) + [AGENT] * len(_AGENTS) + [EVENT] * len(_EVENTS)
)
STRENGTHS: Final[list[int]] = [card.strength for card, _ in _LINE]
ENGAGE_ICONS: Final[list[int]] = [ABILITIES.index(card.icon) for card, _ in _LINE]
PLANET_ICONS: Final[list[int]] = [card.planets for card, _ in _LINE]
CARD_MARKS: Final[list[int]] = [MARKS.index(card.mark) if card.mark else NONE for card, _ in _LINE]
CARD_TEXTS: Final[list[Text]] = [text_of(clauses) for _, clauses in _LINE]
CARD_CUBES: Final[list[list[int]]] = [[COLOURS.index(card.cube)] for card, _ in _LINE] + [
    [COLOURS.index(cube) for cube in card.cubes] for card, _ in _LOCATIONS
]

# Locations by card and icon: LOCATION_TEXTS[3 * (card - FIRST_LOCATION) + icon]
LOCATION_TEXTS: Final[list[Text]] = [
    text_of(action) for _, actions in _LOCATIONS for action in actions
]
NO_TEXT: Final = Text()

PLANET_TEXTS: Final[list[Text]] = [text_of(passive) for _, passive, _ in _PLANETS]
PLANET_PRICES: Final[list[list[int]]] = [
    [MARKS.index(mark) for mark in planet.price] for planet, _, _ in _PLANETS
]
PLANET_ACTIONS: Final[list[Clause]] = [clause_of(action) for _, _, action in _PLANETS]

ALIEN_ICONS: Final[list[int]] = [ABILITIES.index(alien.icon) for alien, _ in _ALIENS]
ALIEN_TEXTS: Final[list[Text]] = [text_of(clauses) for _, clauses in _ALIENS]
QUIETUS: Final = [alien.collects for alien, _ in _ALIENS].index(True)

CAPTAIN_NUMBERS: Final[list[list[int]]] = [
    [captain.combat, captain.diplomacy, captain.science] for captain in _CAPTAINS
]
CAPTAIN_DICE: Final[list[list[int]]] = [
    sorted([DICE.index(die) for die in captain.dice]) for captain in _CAPTAINS
]
CAPTAIN_KEEPS: Final[list[int]] = [captain.keep for captain in _CAPTAINS]

# NEEDS[3 * weapon + colour]: how many cubes of the colour understand the weapon
NEEDS: Final[list[int]] = [
    weapon.needs.count(colour) for weapon, _ in _WEAPONS for colour in COLOURS[:3]
]
NEEDS_NOTHING: Final[list[bool]] = [not weapon.needs for weapon, _ in _WEAPONS]
POWERS: Final[list[Clause]] = [clause_of(power) for _, power in _WEAPONS]

# FACES[7 * die + value], value 1 to 6; a die that is not owned has value 0
NO_FACE: Final = Face([], False)
FACES: Final[list[Face]] = [
    face
    for _, faces in _DICE
    for face in [NO_FACE]
    + [Face([clause_of(part) for part in face.parts], face.together) for face in faces]
]

LEVELS: Final[list[str]] = [level.id for level in content.LEVELS]
LEVEL_WEAPONS: Final[list[int]] = [level.weapons for level in content.LEVELS]
BAG: Final[list[int]] = [cube.bag for cube in content.CUBES]
BY_LEVEL: Final[list[bool]] = [cube.by_level for cube in content.CUBES]


def _check_colours() -> None:
    """The rules count on the numbers of colours and abilities above."""
    names = ["red", "blue", "orange", "black", "white", "yellow"]
    tracks = [cube.ability for cube in content.CUBES]
    if names != COLOURS or tracks != ABILITIES + ["", "", ""]:
        raise ContentError(
            f"cubes.toml: the colours are {', '.join(names)}, in this order, the first three with "
            f"the abilities {', '.join(ABILITIES)} (PI-1.6)"
        )


_check_colours()
