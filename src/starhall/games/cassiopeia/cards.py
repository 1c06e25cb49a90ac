"""The cards as tables of small numbers: what the rules look at during play.

A planet is `system * 7 + type`, a specialist `card * 2 + side`, a set of planet types a mask of
seven bits. An effect without a rule behind it is refused when this module is imported.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Word
from starhall.games.cassiopeia import content

COIN: Final = 0
BOT: Final = 1
LENS: Final = 2
CELL: Final = 3
CAPSULE: Final = 4
RESOURCES: Final[list[str]] = list(content.RESOURCES)

EARTH: Final = 0
MARS: Final = 1
SIDES: Final[list[str]] = list(content.SIDES)

BASE: Final = 0
SHIP: Final = 1
STATION: Final = 2
KINDS: Final[list[str]] = list(content.KINDS)

# The verbs of specialists (16-A).
GAIN: Final = 0
EACH_GAIN: Final = 1
PURCHASE: Final = 2
BUY: Final = 3
UPGRADE: Final = 4
SET_LOGISTICS: Final = 5
LEVY: Final = 6
RAID: Final = 7
DISCOUNT: Final = 8
EXTRA_TERRAFORM: Final = 9
TAKE_OBJECT: Final = 10
VERBS: Final[dict[str, int]] = {
    "gain": GAIN,
    "each_gain": EACH_GAIN,
    "purchase": PURCHASE,
    "buy": BUY,
    "upgrade": UPGRADE,
    "set_logistics": SET_LOGISTICS,
    "levy": LEVY,
    "raid": RAID,
    "discount": DISCOUNT,
    "extra_terraform": EXTRA_TERRAFORM,
    "take_object": TAKE_OBJECT,
}


class Clause:
    """One verb of a specialist: what, how many, at what price; a Logistics clause or not."""

    __slots__ = ("amount", "logistics", "price", "thing", "verb")

    def __init__(self, verb: int, thing: int, amount: int, price: int, logistics: bool) -> None:
        self.verb = verb
        self.thing = thing  # a resource, a side of the Logistics card or a kind of object
        self.amount = amount
        self.price = price
        self.logistics = logistics


class Automatic:
    """What an inhabited complex gives by itself in one window (CA-4.16)."""

    __slots__ = ("amount", "bit", "logistics", "needed", "resource")

    def __init__(self, bit: int, logistics: bool, resource: int, amount: int, needed: int) -> None:
        self.bit = bit
        self.logistics = logistics
        self.resource = resource
        self.amount = amount
        self.needed = needed  # how many of the resource must be held already


class Exchange:
    """An exchange that an inhabited complex offers in START."""

    __slots__ = ("bit", "given", "logistics", "taken")

    def __init__(self, bit: int, logistics: bool, given: int, taken: int) -> None:
        self.bit = bit
        self.logistics = logistics
        self.given = given
        self.taken = taken


def _word(effect: Effect, place: int) -> str:
    arg = effect.args[place]
    if not isinstance(arg, Word):
        raise ContentError(f"{effect}: argument {place + 1} must be a word")
    return arg.name


def _number(effect: Effect, place: int) -> int:
    arg = effect.args[place]
    if not isinstance(arg, int):
        raise ContentError(f"{effect}: argument {place + 1} must be a number")
    return arg


def _resource(effect: Effect, place: int) -> int:
    return RESOURCES.index(_word(effect, place))


def _clause(effect: Effect, logistics: bool) -> Clause:
    """A checked effect of a specialist as numbers."""
    if effect.verb not in VERBS:
        raise ContentError(f"the verb '{effect.verb}' has no rule behind it")
    verb = VERBS[effect.verb]
    if verb in (GAIN, EACH_GAIN, LEVY):
        return Clause(verb, _resource(effect, 0), _number(effect, 1), 0, logistics)
    if verb == BUY:
        resource = _resource(effect, 0)
        return Clause(verb, resource, _number(effect, 2), _number(effect, 1), logistics)
    if verb == SET_LOGISTICS:
        return Clause(verb, SIDES.index(_word(effect, 0)), 1, 0, logistics)
    if verb == TAKE_OBJECT:
        return Clause(verb, KINDS.index(_word(effect, 0)), 1, _number(effect, 1), logistics)
    return Clause(verb, 0, _number(effect, 0), 0, logistics)


# Tokens


TOKENS: Final[list[int]] = [token.copies for token in content.tokens()]
PRICES: Final[list[int]] = [token.price for token in content.tokens()]
WORTH: Final[list[int]] = [token.worth for token in content.tokens()]
FOR_SALE: Final[list[int]] = [resource for resource in range(5) if PRICES[resource] > 0]
COLOURS: Final[list[str]] = content.colours()

# Planets

_COMPLEXES: Final = content.complexes()
_PLANETS: Final = content.planets()
PLANETS: Final[list[str]] = [planet.id for planet in _PLANETS]
COMPLEXES: Final[list[str]] = [entry.id for entry, _ in _COMPLEXES]
ROW: Final = 7  # planets in a row
ALL_INHABITED: Final = 127
SYSTEMS: Final[list[str]] = [_PLANETS[first].system for first in range(0, len(_PLANETS), ROW)]

# COST[type * 2 + inhabited]: what the planet to the right of that card costs (CA-7.2).
COST: Final[list[tuple[int, int, int, int]]] = [
    cost.tokens() for entry, _ in _COMPLEXES for cost in (entry.uninhabited, entry.inhabited)
]
# SYMBOLS[planet * 2 + inhabited]: the logistics symbol of either side (CA-16.29).
SYMBOLS: Final[list[int]] = [
    SIDES.index(side) for planet in _PLANETS for side in (planet.uninhabited, planet.inhabited)
]
INHABITED_COUNT: Final[list[int]] = [mask.bit_count() for mask in range(ALL_INHABITED + 1)]


def _margin(system: int, mask: int) -> int:
    """Earth symbols less Mars symbols in a row with these types inhabited."""
    margin = 0
    for type in range(ROW):
        symbol = SYMBOLS[(system * ROW + type) * 2 + (mask >> type & 1)]
        margin += 1 if symbol == EARTH else -1
    return margin


# MARGIN[system * 128 + mask]: how far Earth leads among the planets' symbols (CA-6.1).
MARGIN: Final[list[int]] = [
    _margin(system, mask) for system in range(len(SYSTEMS)) for mask in range(ALL_INHABITED + 1)
]

# What complexes do. Filled below from the content; a bit of 0 would mean that no planet has it.
AT_START: Final[list[Automatic]] = []
AT_COINS: Final[list[Automatic]] = []
AT_END: Final[list[Automatic]] = []
EXCHANGES: Final[list[Exchange]] = []


class Powers:
    """The passive powers of complexes: which planet has each, and how much it does."""

    __slots__ = (
        "bank",
        "cheaper",
        "defence",
        "engineering",
        "protected_best",
        "protected_coins",
        "second_purchases",
        "substitutes",
        "substitutes_optimized",
        "supply",
    )

    def __init__(self) -> None:
        self.bank = 0
        self.protected_coins = 0
        self.defence = 0
        self.protected_best = 0
        self.engineering = 0
        self.substitutes = 0
        self.substitutes_optimized = 0
        self.supply = 0
        self.cheaper = 0
        self.second_purchases = 0


_POWERS: Final = Powers()


def _install(bit: int, window: str, logistics: bool, effect: Effect) -> None:
    """Put one effect of a complex where the rules will find it."""
    verb = effect.verb
    if verb == "gain" and window in ("start", "coins"):
        gain = Automatic(bit, logistics, _resource(effect, 0), _number(effect, 1), 0)
        (AT_START if window == "start" else AT_COINS).append(gain)
    elif verb == "interest" and window == "end":
        resource, needed, amount = _resource(effect, 0), _number(effect, 1), _number(effect, 2)
        AT_END.append(Automatic(bit, logistics, resource, amount, needed))
    elif verb == "exchange" and window == "start":
        EXCHANGES.append(Exchange(bit, logistics, _resource(effect, 0), _resource(effect, 1)))
    elif verb == "protect" and window == "always" and not logistics:
        _POWERS.bank, _POWERS.protected_coins = bit, _number(effect, 1)
    elif verb == "protect_best" and window == "always" and not logistics:
        _POWERS.defence, _POWERS.protected_best = bit, _number(effect, 0)
    elif verb == "substitute" and window == "pay":
        _POWERS.engineering = bit
        if logistics:
            _POWERS.substitutes_optimized = _number(effect, 0)
        else:
            _POWERS.substitutes = _number(effect, 0)
    elif verb == "cheaper" and window == "buy" and not logistics:
        _POWERS.supply, _POWERS.cheaper = bit, _number(effect, 0)
    elif verb == "purchase" and window == "buy" and logistics:
        _POWERS.second_purchases = _number(effect, 0)
    else:
        raise ContentError(f"'{effect}' has no rule behind it in the window '{window}'")


for _type, (_, _effects) in enumerate(_COMPLEXES):
    for _part in _effects:
        _install(1 << _type, _part.window, _part.logistics, _part.effect)

BANK: Final = _POWERS.bank
PROTECTED_COINS: Final = _POWERS.protected_coins
DEFENCE: Final = _POWERS.defence
PROTECTED_BEST: Final = _POWERS.protected_best
ENGINEERING: Final = _POWERS.engineering
SUBSTITUTES: Final = _POWERS.substitutes
SUBSTITUTES_OPTIMIZED: Final = _POWERS.substitutes_optimized
SUPPLY: Final = _POWERS.supply
CHEAPER: Final = _POWERS.cheaper
SECOND_PURCHASES: Final = _POWERS.second_purchases

# Specialists

_SPECIALISTS: Final = content.specialists()
SPECIALISTS: Final[list[str]] = [entry.id for entry, _, _ in _SPECIALISTS]
SPECIALIST_CARDS: Final[list[str]] = [
    f"specialist_{card + 1}" for card in range(len(SPECIALISTS) // 2)
]
CLAUSES: Final[list[list[Clause]]] = [
    [_clause(effect, False) for effect in does] + [_clause(effect, True) for effect in logistics]
    for _, does, logistics in _SPECIALISTS
]
LOGISTICS_CARD: Final = 3  # card IV: without it the Logistics card could never change (CA-2.7)

# Space Objects

_OBJECTS: Final = content.objects()
OBJECT_COPIES: Final[list[int]] = [entry.copies for entry, _, _ in _OBJECTS]
OBJECT_CARD: Final[list[int]] = [entry.specialist - 1 for entry, _, _ in _OBJECTS]
# FACES[kind * 2 + side]
FACES: Final[list[str]] = [face.id for entry, _, _ in _OBJECTS for face in (entry.a, entry.b)]
_FACE_EFFECTS: Final = [effects for _, a, b in _OBJECTS for effects in (a, b)]


def _symbols(face: int) -> int:
    """How far a base moves the margin towards Earth (CA-16.17)."""
    effect = _FACE_EFFECTS[face][0]
    number = _number(effect, 1)
    return number if _word(effect, 0) == "earth" else -number


def _station_gain(face: int) -> tuple[int, int]:
    """CA-16.54: a station gives something and turns over."""
    verbs = [effect.verb for effect in _FACE_EFFECTS[face]]
    if verbs != ["gain", "turn_over"]:
        raise ContentError(f"{FACES[face]}: a station gains and turns over, nothing else")
    return _resource(_FACE_EFFECTS[face][0], 0), _number(_FACE_EFFECTS[face][0], 1)


# By side of the base + 1, so that no base (-1) is the first entry.
BASE_SYMBOLS: Final[list[int]] = [0, _symbols(0), _symbols(1)]
STATION_RESOURCE: Final[list[int]] = [_station_gain(4)[0], _station_gain(5)[0]]
STATION_AMOUNT: Final[list[int]] = [_station_gain(4)[1], _station_gain(5)[1]]
CRUISER: Final = 0  # sides of a ship
TRANSPORTER: Final = 1

if [effects[0].verb for effects in _FACE_EFFECTS[2:4]] != ["extort", "swap_neighbours"]:
    raise ContentError("objects.toml: a ship is extort() on side a, swap_neighbours() on side b")
if 0 in (BANK, DEFENCE, ENGINEERING, SUPPLY):
    raise ContentError("complexes.toml: protect, protect_best, substitute and cheaper are needed")
content.check_cards()
