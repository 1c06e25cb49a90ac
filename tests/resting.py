"""What the tables of a game begin with, and what can be chosen at them."""

from collections import Counter
from typing import Any

from starhall.engine.game import Game
from starhall.engine.rules.fields import Field
from starhall.engine.rules.state import Part


def begins(part: type[Part]) -> dict[str, object]:
    """The fields that do not begin with zero, no, nobody (-1) or an empty list."""
    inherited = {field.name for base in part.__mro__[1:] for field in fields(base)}
    found = {
        field.name: field.declared.default
        for field in fields(part)
        if field.name not in inherited and not field.required
        if field.is_list or field.item != "Zone"
    }
    nothing: tuple[object, ...] = (0, -1, "", None, [])
    return {name: value for name, value in found.items() if value not in nothing}


def fields(part: type) -> list[Field]:
    found: list[Field] = getattr(part, "FIELDS", [])
    return found


def counts(game: Game[Any]) -> dict[str, int]:
    """How many things each verb can name; verbs that name nothing are left out."""
    found = Counter([option.verb for option in game.vocabulary.options])
    return {verb: n for verb, n in found.items() if n > 1}


def named(module: object, constants: str, names: list[str]) -> bool:
    """Whether each constant is the place of the thing it is called after: `SHIP` of "ship"."""
    words = constants.split()
    return [names[getattr(module, word)] for word in words] == [word.lower() for word in words]


def counted(module: object, constants: str) -> bool:
    """Whether the constants are told apart and count from 0, in this order."""
    words = constants.split()
    return [getattr(module, word) for word in words] == list(range(len(words)))
