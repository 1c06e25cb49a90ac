"""The cards as tables of small numbers: what the rules look at during play.

Units are cards 0 to 27, traits follow. A type is a bit; a clause is one effect of a text.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Pair, Word
from starhall.games.cyberstrife import content

MOD: Final = 0
PER: Final = 1
JAM: Final = 2
UNJAMMABLE: Final = 3
COPY_BASE: Final = 4
DUP_BONUS: Final = 5
PEEK: Final = 6
SWAP: Final = 7
WIN_TIES: Final = 8
VICTORY_SIFT: Final = 9
FREE_LOSS: Final = 10
VERBS: Final[dict[str, int]] = {
    "mod": MOD,
    "per": PER,
    "jam": JAM,
    "unjammable": UNJAMMABLE,
    "copy_base": COPY_BASE,
    "dup_bonus": DUP_BONUS,
    "peek": PEEK,
    "swap": SWAP,
    "win_ties": WIN_TIES,
    "victory_sift": VICTORY_SIFT,
    "free_loss": FREE_LOSS,
}

SELF: Final = 0
OPPOSITE: Final = 1
FRIENDLY: Final = 2
OTHER_FRIENDLY: Final = 3
ADJACENT_FRIENDLY: Final = 4
ENEMY: Final = 5
SCOPES: Final[dict[str, int]] = {name: i for i, name in enumerate(content.SCOPES)}

VS: Final = 0
CENTRE: Final = 1
FLANK: Final = 2
WITH: Final = 3
WITHOUT: Final = 4
OUTNUMBERED: Final = 5
TYPES_AT_LEAST: Final = 6
COHESION: Final = 7
WEAK: Final = 8
FEWER_CARDS: Final = 9

TYPES: Final[list[str]] = content.TYPES
ANY_TYPE: Final = 0


class Scope:
    """Which units an effect reaches: a scope of CS-18.1, narrowed down to some types."""

    __slots__ = ("kind", "types")

    def __init__(self, kind: int, types: int) -> None:
        self.kind = kind
        self.types = types


class Condition:
    """A condition of CS-18.4 to CS-18.9 with its types (as bits) or its number."""

    __slots__ = ("kind", "value")

    def __init__(self, kind: int, value: int) -> None:
        self.kind = kind
        self.value = value


class Clause:
    """One effect of a card's text, ready to be applied."""

    __slots__ = ("attack", "conditions", "counted", "defense", "scope", "value", "verb")

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.scope = Scope(SELF, ANY_TYPE)
        self.counted = Scope(SELF, ANY_TYPE)
        self.attack = 0
        self.defense = 0
        self.value = 0
        self.conditions: list[Condition] = []


def _types(names: tuple[str, ...]) -> int:
    bits = 0
    for name in names:
        bits |= 1 << TYPES.index(name)
    return bits


def _scope(word: Word) -> Scope:
    return Scope(SCOPES[word.name], _types(word.filter))


def _condition(word: Word) -> Condition:
    name = word.name
    if name == "vs":
        return Condition(VS, _types(word.filter))
    if name == "lane":
        return Condition(CENTRE if word.filter[0] == "centre" else FLANK, 0)
    if name == "with":
        return Condition(WITH, _types(word.filter))
    if name == "without":
        return Condition(WITHOUT, _types(word.filter))
    if name == "outnumbered":
        return Condition(OUTNUMBERED, 0)
    if name == "types_at_least":
        return Condition(TYPES_AT_LEAST, int(word.filter[0]))
    if name == "cohesion":
        return Condition(COHESION, 0)
    if name == "weak":
        return Condition(WEAK, int(word.filter[0]))
    if name == "fewer_cards":
        return Condition(FEWER_CARDS, 0)
    raise ContentError(f"the condition '{name}' has no rule behind it")


def _clause(effect: Effect) -> Clause:
    """Turn a checked effect into numbers; words in order are scope, counted, conditions."""
    if effect.verb not in VERBS:
        raise ContentError(f"the verb '{effect.verb}' has no rule behind it")
    clause = Clause(VERBS[effect.verb])
    scopes = 0
    for arg in effect.args:
        if isinstance(arg, Pair):
            clause.attack = arg.first
            clause.defense = arg.second
        elif isinstance(arg, Word):
            if arg.name in SCOPES:
                if scopes == 0:
                    clause.scope = _scope(arg)
                else:
                    clause.counted = _scope(arg)
                scopes += 1
            else:
                clause.conditions.append(_condition(arg))
        else:
            clause.value = arg
    return clause


_UNITS: Final = content.units()
_TRAITS: Final = content.traits()

UNITS: Final[list[str]] = [unit.id for unit, _ in _UNITS]
TRAITS: Final[list[str]] = [trait.id for trait, _ in _TRAITS]
UNIT_COUNT: Final = len(UNITS)
FIRST_TRAIT: Final = len(UNITS)
CARDS: Final[list[str]] = UNITS + TRAITS

COPIES: Final[list[int]] = [unit.copies for unit, _ in _UNITS] + [t.copies for t, _ in _TRAITS]
ATTACK: Final[list[int]] = [unit.attack for unit, _ in _UNITS]
DEFENSE: Final[list[int]] = [unit.defense for unit, _ in _UNITS]
UNIT_TYPES: Final[list[int]] = [_types(unit.types) for unit, _ in _UNITS]

# By card number: the whole text, and the clauses sorted by when the battle looks at them.
CLAUSES: Final[list[list[Clause]]] = [
    [_clause(effect) for effect in effects]
    for effects in [e for _, e in _UNITS] + [e for _, e in _TRAITS]
]
MODIFIERS: Final[list[list[Clause]]] = [
    [clause for clause in clauses if clause.verb in (MOD, PER)] for clauses in CLAUSES
]
JAMS: Final[list[list[Clause]]] = [
    [clause for clause in clauses if clause.verb == JAM] for clauses in CLAUSES
]
SHIELDS: Final[list[list[Clause]]] = [
    [clause for clause in clauses if clause.verb == UNJAMMABLE] for clauses in CLAUSES
]
DUP_BONUSES: Final[list[list[Clause]]] = [
    [clause for clause in clauses if clause.verb == DUP_BONUS] for clauses in CLAUSES
]
COPIES_BASE: Final[list[bool]] = [
    any([clause.verb == COPY_BASE for clause in clauses]) for clauses in CLAUSES
]


def power(traits: list[int], verb: int) -> int:
    """How much of a special trait verb a player has: `peek`, `swap`, `victory_sift` add up."""
    total = 0
    for trait in traits:
        for clause in CLAUSES[trait]:
            if clause.verb == verb:
                total += clause.value if clause.value > 0 else 1
    return total


def card(id: str) -> int:
    """The number of a unit or trait by its id."""
    return CARDS.index(id)
