"""What the tables of a game begin with, and what can be chosen at them."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from starhall.engine.game import Game
from starhall.engine.knowledge.views import view
from starhall.engine.rules.fields import Field
from starhall.engine.rules.state import Part, State


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


def unseen(s: State, observer: int, parts: Callable[[Any], Iterable[Part]]) -> set[str]:
    """The fields that an observer is not shown as they are; the table is changed everywhere.

    Every value is changed first, so that the default of a hidden field cannot be taken for it.
    """
    for part in parts(s):
        for name, value in plain(part).items():
            setattr(part, name, changed(value))
    seen = view(s, observer)
    return {
        f"{type(part).__name__}.{name}"
        for part, shown in zip(parts(s), parts(seen), strict=True)
        for name, value in plain(part).items()
        if getattr(shown, name) != value
    }


def plain(part: Part) -> dict[str, Any]:
    """The fields that the game itself declares and that hold numbers, words or lists of them."""
    engine = {field.name for base in (State, Part) for field in fields(base)}
    found = {field.name: getattr(part, field.name, None) for field in fields(type(part))}
    return {
        name: value
        for name, value in found.items()
        if name not in engine and isinstance(value, int | str | list)
        if not (isinstance(value, list) and value and not isinstance(value[0], int))
    }


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return [changed(item) for item in value] or [1]
    return value + 1 if isinstance(value, int) else f"{value}x"
