"""What the tables of a game begin with, and what can be chosen at them."""

from itertools import groupby
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


def verbs(game: Game[Any]) -> str:
    """The verbs in the order of the vocabulary, each with the number of its options."""
    groups = groupby([option.verb for option in game.vocabulary.options])
    return ", ".join([f"{verb} {len(list(options))}" for verb, options in groups])
