"""Section 18: the verbs of the cards. Each enters its effect into the tables of the content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.text.content import (
    NO_FILTER,
    Effect,
    Filter,
    Number,
    OneOf,
    Pair,
    Pairs,
    Verbs,
    Word,
    one_of,
)
from starhall.games.cyberstrife.content import Clause, Condition, Content, Scope
from starhall.games.cyberstrife.rules.scores import (
    EMPTY,
    TRAIT_SOURCE,
    Lineup,
    present,
    printed,
    types_shown,
)

# Scopes


def _reached(source: int) -> dict[str, list[int]]:
    """CS-18.1: by scope, the places that a source reaches; a trait belongs to a whole side."""
    side = source // 3 if source < TRAIT_SOURCE else source - TRAIT_SOURCE
    own = [side * 3, side * 3 + 1, side * 3 + 2]
    return {
        "self": [source],
        "opposite": [(source + 3) % 6],
        "friendly": own,
        "other_friendly": [place for place in own if place != source],
        "adjacent_friendly": [place for place in own if abs(place - source) == 1],
        "enemy": [(place + 3) % 6 for place in own],
    }


SOURCES: Final[list[dict[str, list[int]]]] = [_reached(source) for source in range(8)]


def _scope(content: Content, word: Word) -> Scope:
    return Scope([reached[word.name] for reached in SOURCES], content.bits(word.filter))


# Conditions


class Versus(Condition):
    """CS-18.4: the affected unit stands opposite an enemy of one of the types."""

    def __init__(self, content: Content, filter: tuple[str, ...]) -> None:
        self.types = content.bits(filter)

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        enemy = line.units[(place + 3) % 6]
        return enemy != EMPTY and line.content.unit_types[enemy] & self.types != 0


class InLane(Condition):
    """CS-18.5: in the centre, or in one of the flank lanes."""

    def __init__(self, content: Content, filter: tuple[str, ...]) -> None:
        self.centre = filter[0] == "centre"

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return (place % 3 == 1) == self.centre


class With(Condition):
    """CS-18.6: a friendly unit other than the source has one of the types."""

    def __init__(self, content: Content, filter: tuple[str, ...]) -> None:
        self.types = content.bits(filter)

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return types_shown(line, side, source) & self.types != 0


class Without(With):
    """CS-18.6: no friendly unit other than the source has any of them."""

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return types_shown(line, side, source) & self.types == 0


class Outnumbered(Condition):
    """CS-18.7: the side has fewer units in the battle than the other side."""

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return present(line, side) < present(line, 1 - side)


class TypesAtLeast(Condition):
    """CS-18.8: the units of the side together show this many types."""

    def __init__(self, content: Content, filter: tuple[str, ...]) -> None:
        self.number = int(filter[0])

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return types_shown(line, side, -1).bit_count() >= self.number


class Cohesion(Condition):
    """CS-18.8: the affected unit shares a type with another one of its side."""

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return types_shown(line, side, place) & line.content.unit_types[line.units[place]] != 0


class Weak(Condition):
    """CS-18.9: the printed value of the affected unit in its role is at most this."""

    def __init__(self, content: Content, filter: tuple[str, ...]) -> None:
        self.number = int(filter[0])

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return printed(line, place) <= self.number


class FewerCards(Condition):
    """CS-18.9: the owner owns fewer units than the other player."""

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        return line.owned[side] < line.owned[1 - side]


# The types are those of the match's content, which is read later.
OF_TYPES: Final = Filter(any=True)
SOME_TYPE: Final = Filter(any=True, needed=True)
ONE_NUMBER: Final = Filter(numbers=True, needed=True, single=True)

CONDITIONS: Final[dict[str, tuple[Filter, type[Condition]]]] = {
    "vs": (SOME_TYPE, Versus),
    "lane": (Filter(words=("centre", "flank"), needed=True, single=True), InLane),
    "with": (SOME_TYPE, With),
    "without": (SOME_TYPE, Without),
    "outnumbered": (NO_FILTER, Outnumbered),
    "types_at_least": (ONE_NUMBER, TypesAtLeast),
    "cohesion": (NO_FILTER, Cohesion),
    "weak": (ONE_NUMBER, Weak),
    "fewer_cards": (NO_FILTER, FewerCards),
}


# Verbs

Handler = Callable[[Content, int, Effect], None]

UNIT_VERBS: Final[Verbs[Handler]] = Verbs()
TRAIT_VERBS: Final[Verbs[Handler]] = Verbs()

UNITS: Final = one_of(*SOURCES[0], filter=OF_TYPES)
SIDES: Final = one_of("friendly", "enemy", filter=OF_TYPES)  # all that a trait can reach
CONDITION: Final = OneOf({name: filter for name, (filter, _) in CONDITIONS.items()})


def _clause(content: Content, effect: Effect) -> Clause:
    """Scope, what is counted, the two values and the conditions, as far as the verb has them."""
    words = [arg for arg in effect.args if isinstance(arg, Word)]
    scopes = [_scope(content, word) for word in words if word.name in SOURCES[0]]
    clause = Clause(scopes[0])
    if len(scopes) > 1:
        clause.counted = scopes[1]
    for arg in effect.args:
        if isinstance(arg, Pair):
            clause.attack = arg.first
            clause.defense = arg.second
    for word in words:
        if word.name in CONDITIONS:
            clause.conditions.append(CONDITIONS[word.name][1](content, word.filter))
    return clause


@UNIT_VERBS.verb("mod", UNITS, Pairs(), rest=CONDITION)
@TRAIT_VERBS.verb("mod", SIDES, Pairs(), rest=CONDITION)
@UNIT_VERBS.verb("per", UNITS, UNITS, Pairs())
@TRAIT_VERBS.verb("per", SIDES, SIDES, Pairs())
def modify(content: Content, card: int, effect: Effect) -> None:
    """CS-18.2: every unit in the scope for which the conditions hold gets the values.

    CS-18.3: with `per`, as many times as there are units in the second scope.
    """
    content.modifiers[card].append(_clause(content, effect))


@UNIT_VERBS.verb("jam", UNITS, rest=CONDITION)
@TRAIT_VERBS.verb("jam", SIDES, rest=CONDITION)
def jam(content: Content, card: int, effect: Effect) -> None:
    """CS-18.10: the texts of the units in the scope are blank."""
    content.jams[card].append(_clause(content, effect))


@UNIT_VERBS.verb("unjammable", UNITS)
@TRAIT_VERBS.verb("unjammable", SIDES)
def protect(content: Content, card: int, effect: Effect) -> None:
    """CS-18.11: their texts cannot be jammed."""
    content.shields[card].append(_clause(content, effect))


@UNIT_VERBS.verb("dup_bonus", UNITS, Pairs())
@TRAIT_VERBS.verb("dup_bonus", SIDES, Pairs())
def improve_duplicates(content: Content, card: int, effect: Effect) -> None:
    """CS-18.13: duplicates on units in the scope are worth this."""
    content.dup_bonuses[card].append(_clause(content, effect))


@UNIT_VERBS.verb("copy_base", one_of("self"), one_of("opposite"))
def copy_base(content: Content, card: int, effect: Effect) -> None:
    """CS-18.12: the higher of the unit's own and the opposite printed value."""
    content.copies_base[card] = True


@TRAIT_VERBS.verb("peek", Number(1, 3))
def peek(content: Content, card: int, effect: Effect) -> None:
    """CS-18.14: look at this many face-down defenders before placing attackers."""
    content.peeks[card] += effect.number()


@TRAIT_VERBS.verb("swap")
def swap(content: Content, card: int, effect: Effect) -> None:
    """CS-18.15: a defender may exchange two lanes after the reveal."""
    content.swaps[card] += 1


@TRAIT_VERBS.verb("win_ties")
def win_ties(content: Content, card: int, effect: Effect) -> None:
    """CS-18.16: as an attacker, win fights with equal scores."""
    content.ties_won[card] += 1


@TRAIT_VERBS.verb("victory_sift", Number(1, 3))
def victory_sift(content: Content, card: int, effect: Effect) -> None:
    """CS-18.17: after a won battle draw this many more units, then discard as many."""
    content.sifts[card] += effect.number()


@TRAIT_VERBS.verb("free_loss")
def free_loss(content: Content, card: int, effect: Effect) -> None:
    """CS-18.18: the unit given up after a lost battle may be any unit owned."""
    content.free_losses[card] += 1
