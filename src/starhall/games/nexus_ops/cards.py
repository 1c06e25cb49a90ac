"""The content as tables of small numbers: what the rules look at during play.

A unit is a slot (0 to 5), plus 6 on the alternate side of the sheet. Mission designs are cards
0 to 29, Energize designs follow; tokens are numbered by themselves.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Word
from starhall.games.nexus_ops import content

NONE: Final = -1

# Slots (NX-1.6), from the cheapest to the dearest figure.
HUMAN: Final = 0
FUNGOID: Final = 1
CRYSTALLINE: Final = 2
STRIDER: Final = 3
LEAPER: Final = 4
DRAGON: Final = 5
SLOT_COUNT: Final = 6
SLOTS: Final[list[str]] = list(content.SLOTS)

# Terrain (NX-2.8, NX-2.9).
ROCK: Final = 0
FOREST: Final = 1
SPIRES: Final = 2
MAGMA: Final = 3
MONOLITH: Final = 4
VORTEX: Final = 5
HOME: Final = 6
TERRAINS: Final[list[str]] = list(content.TERRAINS)

FACTIONS: Final[list[str]] = content.factions()

# --- units ---------------------------------------------------------------------------------------

_UNITS: Final = content.units()
UNITS: Final[list[str]] = [unit.id for unit, _ in _UNITS]
COUNT: Final[list[int]] = [unit.count for unit, _ in _UNITS[:SLOT_COUNT]]
COST: Final[list[int]] = [unit.cost for unit, _ in _UNITS]
VALUE: Final[list[int]] = [unit.value for unit, _ in _UNITS]
STEP: Final[list[int]] = [unit.step for unit, _ in _UNITS]
BARRED: Final[list[list[int]]] = [
    [content.TERRAINS.index(terrain) for terrain in unit.barred] for unit, _ in _UNITS
]
# Unit, terrain -> what is added to its dice there (NX-8.16), as one flat table.
TERRAIN_MODIFIER: Final[list[int]] = [0] * (len(UNITS) * len(TERRAINS))
DIRECTED_FROM: Final[list[int]] = [7] * len(UNITS)  # the face from which hits are directed
BREATH: Final[list[int]] = [7] * len(UNITS)  # what a special attack needs to hit
AVALANCHE: Final[list[int]] = [NONE] * len(UNITS)  # the terrain in which it rolls in step 0
IDLE_DICE: Final[list[int]] = [0] * len(UNITS)  # dice fewer than units (NX-17.23)
SHATTER: Final[list[int]] = [7] * len(UNITS)  # what a shattered unit needs to hit
# Unit -> the terrain from which it strides, leaps, flies or dives.
STRIDE: Final[list[int]] = [NONE] * len(UNITS)
LEAP: Final[list[int]] = [NONE] * len(UNITS)
FLIGHT: Final[list[int]] = [NONE] * len(UNITS)
DIVE: Final[list[int]] = [NONE] * len(UNITS)
CREEPS: Final[list[bool]] = [False] * len(UNITS)
CHAINS: Final[list[bool]] = [False] * len(UNITS)
ONE_PER_HOME: Final[list[bool]] = [False] * len(UNITS)


def _word(effect: Effect, place: int, words: list[str]) -> int:
    arg = effect.args[place]
    assert isinstance(arg, Word)
    return words.index(arg.name)


def _number(effect: Effect, place: int) -> int:
    arg = effect.args[place]
    assert isinstance(arg, int)
    return arg


def _learn(unit: int, effect: Effect) -> None:
    """Put one ability of a unit into its table; an ability without one is refused."""
    verb = effect.verb
    if verb == "terrain":
        place = unit * len(TERRAINS) + _word(effect, 0, TERRAINS)
        TERRAIN_MODIFIER[place] = _number(effect, 1)
    elif verb == "stride":
        STRIDE[unit] = _word(effect, 0, TERRAINS)
    elif verb == "leap":
        LEAP[unit] = _word(effect, 0, TERRAINS)
    elif verb == "directed":
        DIRECTED_FROM[unit] = _number(effect, 0)
    elif verb == "flight":
        FLIGHT[unit] = _word(effect, 0, TERRAINS)
    elif verb == "breath":
        BREATH[unit] = _number(effect, 0)
    elif verb == "chain":
        CHAINS[unit] = True
    elif verb == "dive":
        DIVE[unit] = _word(effect, 0, TERRAINS)
    elif verb == "avalanche":
        AVALANCHE[unit] = _word(effect, 0, TERRAINS)
    elif verb == "shatter":
        SHATTER[unit] = _number(effect, 0)
    elif verb == "creep":
        CREEPS[unit] = True
    elif verb == "vat_grown":
        IDLE_DICE[unit] = _number(effect, 0)
        ONE_PER_HOME[unit] = True
    else:
        raise ContentError(f"the ability '{verb}' of {UNITS[unit]} has no rule behind it")


for _unit in range(len(UNITS)):
    for _ability in _UNITS[_unit][1]:
        _learn(_unit, _ability)

# NX-8.11: the slot that rolls in a step, 1 to 6; from 7 on the same for the alternate sheet.
SLOT_AT: Final[list[int]] = [NONE] * 14
for _unit in range(len(UNITS)):
    _sheet = 7 if _unit >= SLOT_COUNT else 0
    SLOT_AT[_sheet + STEP[_unit]] = _unit % SLOT_COUNT
if SLOT_AT.count(NONE) != 2:
    raise ContentError("units.toml: on each sheet the six units need the steps 1 to 6, one each")

CHEAPEST: Final[list[int]] = [min(COST[:SLOT_COUNT]), min(COST[SLOT_COUNT:])]  # NX-15.4, NX-17.33

# --- tiles and tokens ----------------------------------------------------------------------------

_TILES: Final = content.tiles()
SINGLES: Final[list[int]] = [
    TERRAINS.index(tile.terrain[0])
    for tile in _TILES
    if tile.shape == "single" and not tile.back
    for _ in range(tile.copies)
]
DOUBLES: Final[list[tuple[int, int]]] = [
    (TERRAINS.index(tile.terrain[0]), TERRAINS.index(tile.terrain[1]))
    for tile in _TILES
    if tile.shape == "double"
    for _ in range(tile.copies)
]
HOME_REFINERIES: Final[list[int]] = [
    value for tile in _TILES if tile.shape == "triple" for value in tile.refineries
]

_TOKENS: Final = content.tokens()
TOKENS: Final[list[str]] = [token.id for token in _TOKENS]
TOKEN_COPIES: Final[list[int]] = [token.copies for token in _TOKENS]
TOKEN_UNIT: Final[list[int]] = [
    SLOTS.index(token.unit) if token.unit else NONE for token in _TOKENS
]
TOKEN_REFINERY: Final[list[int]] = [token.refinery for token in _TOKENS]
GREEN: Final[list[bool]] = [token.green for token in _TOKENS]

# --- missions ------------------------------------------------------------------------------------

WON_IN: Final = 0
DESTROYED: Final = 1
DESTROYED_BY: Final = 2
STARTED_WITH: Final = 3
FLAWLESS: Final = 4
FEWER: Final = 5
IN_ENEMY_HOME: Final = 6
FROM_THE_MONOLITH: Final = 7
AT_REFINERY: Final = 8
SOLE_SURVIVOR: Final = 9
HOLD_MONO: Final = 10
MOST: Final = 11
INCOME: Final = 12
HOLD_ENEMY_HOME: Final = 13
ALL_SLOTS: Final = 14
CAMP: Final = 15
SPECIAL_KILL: Final = 16
WINS: Final = 17
LAND: Final = 18
PREDICATES: Final[list[str]] = [
    "won_in", "destroyed", "destroyed_by", "started_with", "flawless", "fewer", "in_enemy_home",
    "from_the_monolith", "at_refinery", "sole_survivor", "hold_mono", "most", "income",
    "hold_enemy_home", "all_slots", "camp", "special_kill", "wins", "land",
]  # fmt: skip
_MISSIONS: Final = content.missions()
MISSIONS: Final[list[str]] = [mission.id for mission, _ in _MISSIONS]
MISSION_COUNT: Final = len(MISSIONS)
IS_BATTLE: Final[list[bool]] = [mission.type == "battle" for mission, _ in _MISSIONS]
POINTS: Final[list[int]] = [mission.points for mission, _ in _MISSIONS]
PREDICATE: Final[list[int]] = [0] * MISSION_COUNT
# What a predicate asks for: a terrain or slot, a second slot, a number.
WHAT: Final[list[int]] = [NONE] * MISSION_COUNT
BY_SLOT: Final[list[int]] = [NONE] * MISSION_COUNT
AT_LEAST: Final[list[int]] = [0] * MISSION_COUNT


def _condition(mission: int, effect: Effect) -> None:
    if effect.verb not in PREDICATES:
        raise ContentError(f"the condition '{effect.verb}' has no rule behind it")
    PREDICATE[mission] = PREDICATES.index(effect.verb)
    words = 0
    for arg in effect.args:
        if isinstance(arg, int):
            AT_LEAST[mission] = arg
        elif isinstance(arg, Word):
            known = SLOTS if arg.name in SLOTS else TERRAINS
            (WHAT if words == 0 else BY_SLOT)[mission] = known.index(arg.name)
            words += 1


for _mission in range(MISSION_COUNT):
    _condition(_mission, _MISSIONS[_mission][1])

MONOLITH_MISSIONS: Final[list[int]] = [  # NX-17.9
    mission for mission in range(MISSION_COUNT)
    if PREDICATE[mission] in (HOLD_MONO, FROM_THE_MONOLITH)
]  # fmt: skip

# --- Energize cards ------------------------------------------------------------------------------

DEPLOYMENT: Final = 0
BEFORE_DICE: Final = 1
AFTER_DICE: Final = 2

GAIN: Final = 0
DROP: Final = 1
DISCOUNT: Final = 2
WARP: Final = 3
MARCH: Final = 4
SUITS: Final = 5
VEIN: Final = 6
SPY: Final = 7
MOD: Final = 8
TWICE: Final = 9
FIRST: Final = 10
DIRECT: Final = 11
EVAC: Final = 12
REINFORCE: Final = 13
REROLL: Final = 14
CANCEL: Final = 15
VERBS: Final[list[str]] = [
    "gain", "drop", "discount", "warp", "march", "suits", "vein", "spy", "mod", "twice", "first",
    "direct", "evac", "reinforce", "reroll", "cancel",
]  # fmt: skip
DEPLOYMENT_VERBS: Final[tuple[int, ...]] = (GAIN, DROP, DISCOUNT, WARP, MARCH, SUITS, VEIN, SPY)
BEFORE_DICE_VERBS: Final[tuple[int, ...]] = (MOD, TWICE, FIRST, DIRECT, EVAC, REINFORCE)
AFTER_DICE_VERBS: Final[tuple[int, ...]] = (REROLL, CANCEL)

_ENERGIZE: Final = content.energize()
ENERGIZE: Final[list[str]] = [card.id for card, _ in _ENERGIZE]
FIRST_ENERGIZE: Final = MISSION_COUNT
CARDS: Final[list[str]] = MISSIONS + ENERGIZE
COPIES: Final[list[int]] = [m.copies for m, _ in _MISSIONS] + [c.copies for c, _ in _ENERGIZE]

# By card number; missions have no verb.
WHEN: Final[list[int]] = [NONE] * MISSION_COUNT + [
    content.WHEN.index(card.when) for card, _ in _ENERGIZE
]
VERB: Final[list[int]] = [NONE] * len(CARDS)
AMOUNT: Final[list[int]] = [0] * len(CARDS)
CARD_SLOT: Final[list[int]] = [NONE] * len(CARDS)


def _effect(card: int, effect: Effect) -> None:
    if effect.verb not in VERBS:
        raise ContentError(f"the verb '{effect.verb}' has no rule behind it")
    verb = VERBS.index(effect.verb)
    rules = (DEPLOYMENT_VERBS, BEFORE_DICE_VERBS, AFTER_DICE_VERBS)[WHEN[card]]
    if verb not in rules:
        raise ContentError(f"{CARDS[card]}: '{effect.verb}' has no rule at that moment (NX-16.9)")
    VERB[card] = verb
    for arg in effect.args:
        if isinstance(arg, int):
            AMOUNT[card] = arg
        elif isinstance(arg, Word):
            CARD_SLOT[card] = SLOTS.index(arg.name)


for _card in range(len(ENERGIZE)):
    _effect(FIRST_ENERGIZE + _card, _ENERGIZE[_card][1])


def card(id: str) -> int:
    """The number of a mission or Energize card by its id."""
    return CARDS.index(id)
