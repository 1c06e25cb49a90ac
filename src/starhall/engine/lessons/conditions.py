"""Conditions of goals and tips, looked up in what the learner's seat may see."""

# mypyc: off

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

from starhall.engine.errors import LessonError
from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.lessons.lesson import Condition
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Part, Zone
from starhall.engine.text.files import closest, listed


def fits(token: str, patterns: Iterable[str]) -> bool:
    """Is a token one of these, or does it fit one of these patterns?"""
    return any(fnmatchcase(token, pattern) for pattern in patterns)


def first_fit(patterns: Iterable[str], options: Iterable[Option]) -> Option | None:
    """The first option that fits, by the first pattern that fits any option."""
    offered = list(options)
    for pattern in patterns:
        for option in offered:
            if fnmatchcase(option.token, pattern):
                return option
    return None


def holds(conditions: Iterable[Condition], match: Match[Any], seat: int, since: int) -> bool:
    """Do all conditions hold now for the seat, with what happened after a ply?"""
    return all([_holds(condition, match, seat, since) for condition in conditions])


def _holds(condition: Condition, match: Match[Any], seat: int, since: int) -> bool:
    if condition.event:
        new = match.told(seat, since + 1)
        return any([_is_such(event, condition, seat) for _, event in new])
    if condition.choice:
        made = match.choices[since - match.history.first :]
        own = [chosen.option.token for chosen in made if chosen.seat == seat]
        return any([fits(token, [condition.choice]) for token in own])
    if condition.decision:
        decision = None if match.over else match.decision_of(seat)
        return decision is not None and decision.kind == condition.decision
    if condition.field:
        return _compares(condition, value_at(match.view(seat), condition.field, seat))
    return match.over


def _is_such(event: Event, condition: Condition, seat: int) -> bool:
    name = event.values.get("name") if event.what == GROUP else event.what
    if name != condition.event:
        return False
    by = seat if condition.by == "me" else condition.by
    if by != "" and event.values.get("who") != by:
        return False
    return all([event.values.get(key) == value for key, value in condition.where.items()])


def _compares(condition: Condition, value: object) -> bool:
    if condition.equals is not None:
        return value == condition.equals
    if not isinstance(value, int):
        return False
    low, high = condition.at_least, condition.at_most
    return (low is None or value >= low) and (high is None or value <= high)


def value_at(part: Part, path: str, seat: int) -> object:
    """The value of a path such as `players.me.rubium`; for lists and zones, the length."""
    value = inside(*walk(part, path, seat))
    return len(value) if isinstance(value, list | Zone) else value


def inside(owner: Part | list[Any], name: str | int) -> Any:
    """What a part or a list holds under this name or number."""
    return owner[int(name)] if isinstance(owner, list) else getattr(owner, str(name))


def walk(part: Part, path: str, seat: int) -> tuple[Part | list[Any], str | int]:
    """The part or list that holds the last thing of a path, and its name or place there."""
    owner: Any = part
    *outer, last = path.split(".")
    for name in outer:
        owner = inside(owner, _key(owner, name, path, seat))
    return owner, _key(owner, last, path, seat)


def _key(owner: object, name: str, path: str, seat: int) -> str | int:
    """A name or a number in a path, checked."""
    if isinstance(owner, list):
        place = seat if name == "me" else int(name) if name.isdecimal() else -1
        if not 0 <= place < len(owner):
            raise LessonError("lesson.index", name=name, path=path, last=len(owner) - 1)
        return place
    fields = list(type(owner).SHAPE) if isinstance(owner, Part) else []
    if name not in fields:
        near, known = closest(name, fields), listed(fields)
        kind = type(owner).__name__
        raise LessonError("lesson.path", name=name, path=path, near=near, kind=kind, known=known)
    return name
