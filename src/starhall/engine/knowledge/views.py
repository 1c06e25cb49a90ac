"""Reads the SHAPE declarations: states to plain data and back, digests, and views.

Only this module interprets the declarations, so saving and secrecy cannot drift
apart: only declared fields are saved, and fields not declared open are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from starhall.engine.errors import RecordError, RulesFault
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.fields import HIDDEN, OWNER
from starhall.engine.rules.state import UNKNOWN, Part, State, Zone, sees

Data = Any  # what JSON can hold
S = TypeVar("S", bound=State)

SIMPLE = frozenset({int, bool, str, type(None)})  # most fields: nothing to encode or to copy


def encode(part: Part) -> dict[str, Data]:
    """All declared fields of a part as plain data, in the order of the declaration."""
    data: dict[str, Data] = {}
    for name, shape in type(part).SHAPE.items():
        value = getattr(part, name)
        data[name] = value if type(value) in SIMPLE else _encode_value(value, shape)
    if isinstance(part, State):
        data["chance"] = [[stream.block, stream.position] for stream in part.chance.streams]
    return data


def _encode_value(value: Data, shape: object) -> Data:
    if isinstance(shape, list):
        return [_encode_value(item, shape[0]) for item in value]
    if isinstance(value, Zone):
        return [value.sight, value.cards[:]]
    if isinstance(value, Part):
        return encode(value)
    return _copied(value)


def _copied(value: Data) -> Data:
    """Copy lists, because saved data and the state must not share them."""
    if not isinstance(value, list):
        return value
    return [_copied(item) for item in value] if list in map(type, value) else value[:]


def to_bytes(state: State) -> bytes:
    """The canonical bytes of a state: equal states give equal bytes on every platform."""
    return msgspec.json.encode(encode(state))


def digest(state: State) -> str:
    """A short hash of a position."""
    return blake2b(to_bytes(state), digest_size=16).hexdigest()


def fill(part: Part, data: dict[str, Data]) -> None:
    """The reverse of `encode`, into a part made by the same game's setup."""
    for name, shape in type(part).SHAPE.items():
        if name not in data:
            raise RecordError(f"the saved position has no '{name}' of a {type(part).__name__}")
        present = getattr(part, name)
        if not _alike(present, data[name], shape):
            raise RecordError(
                f"the saved position has {str(data[name])[:40]!r} as '{name}' of a "
                f"{type(part).__name__}, which is not the kind of value this version keeps there"
            )
        setattr(part, name, _filled(present, data[name], shape))
    if isinstance(part, State):
        _restore_chance(part.chance, data["chance"])


def _alike(present: Data, data: Data, shape: object) -> bool:
    """Can the data be a value of this field, judging by the current value?"""
    if isinstance(shape, list):
        return isinstance(data, list)
    if isinstance(shape, type):
        return data is None or isinstance(data, list if shape is Zone else dict)
    return present is None or data is None or type(present) is type(data)


def _filled(present: Data, data: Data, shape: object) -> Data:
    if isinstance(shape, list):
        inner = shape[0]
        slots = list(present) if len(present) == len(data) else [None] * len(data)
        return [_filled(slot, item, inner) for slot, item in zip(slots, data, strict=True)]
    if shape is Zone:
        if present is None:
            raise RulesFault("zones belong in parts that setup makes, not in optional ones")
        present.sight, present.cards = data[0], list(data[1])
        return present
    if isinstance(shape, type):
        if data is None:
            return None
        part: Part = present if present is not None else shape()
        fill(part, data)
        return part
    return _copied(data)


def _restore_chance(chance: Chance, positions: list[list[int]]) -> None:
    for stream, (block, position) in zip(chance.streams, positions, strict=True):
        if block > 0:
            stream.block = block - 1
            stream._refill()
        stream.position = position


def view(state: S, observer: int) -> S:
    """A copy of the state that holds only what the observer may know.

    The observer is a seat, or the number after the last seat for a spectator. A zone that is
    hidden lists the cards the observer remembers to be there, then UNKNOWN for the others.
    """
    masked = state.copy()
    masked.chance = _no_chance(state.chance.names).copy()
    if not state.all_shown:
        known = remembered(state, observer)
        for zone in masked.zones():
            if not sees(zone, observer):
                cards = sorted(known.get(zone.key, []))
                zone.cards = cards + [UNKNOWN] * (len(zone.cards) - len(cards))
        blank(masked, observer)
    masked.witness = None
    return masked


@cache
def _no_chance(names: tuple[str, ...]) -> Chance:
    """A stand-in for the true chance, which would reveal the future."""
    return Chance(bytes(32), names)


def remembered(state: State, observer: int) -> dict[int, list[int]]:
    """By zone key, the cards that the observer knows for certain to be there."""
    known: dict[int, list[int]] = {}
    if state.witness is not None:
        for fact in state.witness.facts[observer]:
            if fact.where.bit_count() == 1:
                known.setdefault(fact.where.bit_length() - 1, []).append(fact.card)
    return known


def blank(part: Part, observer: int) -> None:
    """Set every field the observer may not see to its neutral value."""
    secrets, hidden, inside, rows = _secrecy(type(part))
    if secrets and not (part.owners() >> observer) & 1:
        for name in secrets:
            setattr(part, name, neutral(getattr(part, name)))
    for name in hidden:
        setattr(part, name, neutral(getattr(part, name)))
    for name in inside:
        value = getattr(part, name)
        if value is not None:
            blank(value, observer)
    for name in rows:
        for item in getattr(part, name):
            blank(item, observer)


Names = list[str]
_SECRECY: dict[type[Part], tuple[Names, Names, Names, Names]] = {}


def _secrecy(cls: type[Part]) -> tuple[Names, Names, Names, Names]:
    """The names of the OWNER fields, the HIDDEN ones, the parts inside and the lists of parts.

    Zones are not among them: their cards are masked by the sight of the zone.
    """
    if cls not in _SECRECY:
        shapes = cls.SHAPE.items()
        _SECRECY[cls] = (
            [name for name, shape in shapes if shape == OWNER],
            [name for name, shape in shapes if shape == HIDDEN],
            [name for name, shape in shapes if isinstance(shape, type) and shape is not Zone],
            [name for name, shape in shapes if isinstance(shape, list) and shape[0] is not Zone],
        )
    return _SECRECY[cls]


def neutral(value: Data) -> Data:
    """A value that reveals nothing: zero, empty or None."""
    kind = type(value)
    return kind() if kind in (bool, int, float, str, list) else None


def parts_of(part: Part) -> Iterator[Part]:
    """The part and all parts inside it, without zones."""
    yield part
    for name, shape in type(part).SHAPE.items():
        value = getattr(part, name)
        for item in value if isinstance(shape, list) else [value]:
            if isinstance(item, Part) and not isinstance(item, Zone):
                yield from parts_of(item)


def undeclared(part: Part) -> list[str]:
    """The classes of this part and its nested parts that are not declared with `@part`."""
    kinds = {type(each) for each in parts_of(part)}
    return sorted([kind.__name__ for kind in kinds if "SHAPE" not in vars(kind)])
