"""Reads the units and traits and checks every effect against the vocabulary of CS-18."""

# mypyc: off

from __future__ import annotations

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.text.content import (
    Effect,
    Filter,
    Number,
    Pairs,
    Verb,
    Verbs,
    Word,
    load,
    one_of,
    place,
)

PACKAGE = "starhall.games.cyberstrife"
SCOPES = ("self", "opposite", "friendly", "other_friendly", "adjacent_friendly", "enemy")
TRAIT_SCOPES = ("friendly", "enemy")
SINGLE = ("lane", "types_at_least", "weak")


class TypeEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    types: tuple[str, str]
    attack: int
    defense: int
    copies: int
    effects: str


class TraitEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    effects: str
    copies: int = 1


TYPES = [entry.id for entry in load(PACKAGE, "types.toml", "type", TypeEntry)]
_OF_TYPE = Filter(words=tuple(TYPES))
_SOME_TYPE = Filter(words=tuple(TYPES), needed=True)
_SCOPE = one_of(*SCOPES, filter=_OF_TYPE)
_CONDITION = msgspec.structs.replace(
    one_of("outnumbered", "cohesion", "fewer_cards"),
    words={
        "vs": _SOME_TYPE,
        "with": _SOME_TYPE,
        "without": _SOME_TYPE,
        "lane": Filter(words=("centre", "flank"), needed=True),
        "types_at_least": Filter(numbers=True, needed=True),
        "weak": Filter(numbers=True, needed=True),
        "outnumbered": Filter(),
        "cohesion": Filter(),
        "fewer_cards": Filter(),
    },
)

BATTLE_VERBS = (
    Verb("mod", (_SCOPE, Pairs()), rest=_CONDITION),
    Verb("per", (_SCOPE, _SCOPE, Pairs())),
    Verb("jam", (_SCOPE,), rest=_CONDITION),
    Verb("unjammable", (_SCOPE,)),
    Verb("dup_bonus", (_SCOPE, Pairs())),
)
UNIT_VERBS = Verbs(*BATTLE_VERBS, Verb("copy_base", (one_of("self"), one_of("opposite"))))
TRAIT_VERBS = Verbs(
    *BATTLE_VERBS,
    Verb("peek", (Number(1, 3),)),
    Verb("swap"),
    Verb("win_ties"),
    Verb("victory_sift", (Number(1, 3),)),
    Verb("free_loss"),
)


def units(package: str = PACKAGE) -> list[tuple[UnitEntry, tuple[Effect, ...]]]:
    """All unit designs with their checked effects, in the order of the file."""
    found = []
    for unit in load(package, "units.toml", "unit", UnitEntry):
        where = place("units.toml", "unit", unit.id)
        for type in unit.types:
            if type not in TYPES:
                raise ContentError(f"{where}: there is no type '{type}': {', '.join(TYPES)}")
        if unit.types[0] == unit.types[1]:
            raise ContentError(f"{where}: the two types of a unit differ (CS-1.3)")
        effects = UNIT_VERBS.parse(unit.effects, where)
        _check_single(effects, where)
        found.append((unit, effects))
    return found


def traits(package: str = PACKAGE) -> list[tuple[TraitEntry, tuple[Effect, ...]]]:
    """All traits with their checked effects."""
    found = []
    for trait in load(package, "traits.toml", "trait", TraitEntry):
        where = place("traits.toml", "trait", trait.id)
        effects = TRAIT_VERBS.parse(trait.effects, where)
        _check_single(effects, where)
        for word in _words(effects):
            if word.name in SCOPES and word.name not in TRAIT_SCOPES:
                raise ContentError(
                    f"{where}: a trait acts on friendly or enemy, not on {word.name} (CS-18.1)"
                )
        found.append((trait, effects))
    return found


def _words(effects: tuple[Effect, ...]) -> list[Word]:
    return [arg for effect in effects for arg in effect.args if isinstance(arg, Word)]


def _check_single(effects: tuple[Effect, ...], where: str) -> None:
    """Conditions that ask for one lane or one number cannot ask for two."""
    for word in _words(effects):
        if word.name in SINGLE and len(word.filter) > 1:
            raise ContentError(f"{where}: '{word}' must have one entry in its brackets")
