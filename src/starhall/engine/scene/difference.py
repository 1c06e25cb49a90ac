# mypyc: off
"""The difference between two scenes: what a client that has the first one needs.

Things are recognised by their ids. A thing that is still on the table, perhaps in another place,
is not described again: only its changed fields are. `apply` is the counterpart of `difference`
for scenes as plain JSON; the browser has its own (`web/src/lib/difference.ts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from starhall.engine.scene.elements import PARTS, Scene, Thing

_HOLDING: Final = frozenset(("areas", *PARTS))

Json = dict[str, Any]


class SceneChange(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The changed fields of a scene, and of the things in it by their ids; null: left out now.

    Where a field contains things (`areas` of the scene; `children`, `cells`, `links`, `spaces`,
    `pieces`, `contents` and `top` of a thing), a string is the id of a thing that the client has.
    """

    fields: dict[str, Any] = {}
    things: dict[str, dict[str, Any]] = {}


def difference(old: Scene, new: Scene) -> SceneChange | None:
    """What changes the old scene into the new one; None if they are the same."""
    if old == new:
        return None
    return _Comparison(old).scene(new)


class _Comparison:
    """Collects what is different from an old scene."""

    def __init__(self, old: Scene) -> None:
        self._old = old
        self._known: dict[str, Thing] | None = None
        self._things: dict[str, Json] = {}

    def scene(self, new: Scene) -> SceneChange:
        return SceneChange(fields=self._changes(self._old, new), things=self._things)

    def _changes(self, old: Scene | Thing, new: Scene | Thing) -> Json:
        """The fields that are different; None where a field has its default now."""
        changes: Json = {}
        for name, default in _fields(type(new)):
            before, after = getattr(old, name), getattr(new, name)
            if before == after:
                continue
            if after == default:
                changes[name] = None
            elif name not in _HOLDING:
                changes[name] = after
            elif isinstance(after, Thing):
                changes[name] = self._reference(after)
            elif len(before) == len(after) and all(map(_same, before, after)):
                for inside, now in zip(before, after, strict=True):
                    self._thing(inside, now)
            else:
                changes[name] = [self._reference(thing) for thing in after]
        return changes

    def _thing(self, old: Thing, new: Thing) -> None:
        """Compare a thing that was on the table and still is."""
        if old != new and (changes := self._changes(old, new)):
            self._things[new.id] = changes

    def _reference(self, thing: Thing) -> str | Thing:
        """The id of a thing that the client has, or a new thing as a whole."""
        if self._known is None:
            self._known = {known.id: known for known in self._old.things()}
        old = self._known.get(thing.id)
        if old is None or not _same(old, thing):
            return thing
        self._thing(old, thing)
        return thing.id


def _same(old: Thing, new: Thing) -> bool:
    return old.id == new.id and type(old) is type(new)


@cache
def _fields(kind: type[Scene | Thing]) -> list[tuple[str, Any]]:
    """The fields of a kind of thing with their defaults."""
    return [
        (
            field.name,
            field.default
            if field.default_factory is msgspec.NODEFAULT
            else field.default_factory(),
        )
        for field in msgspec.structs.fields(kind)
    ]


def apply(scene: Json, change: Json) -> Json:
    """The new scene, from the JSON of the old one and of a change."""
    known = {thing["id"]: thing for thing in _walk(scene.get("areas", []))}
    things: Mapping[str, Json] = change.get("things", {})

    def renew(thing: Json) -> Json:
        new = _set(thing, things.get(thing["id"], {}))
        for part in PARTS:
            inside = new.get(part)
            if isinstance(inside, list):
                new[part] = [resolve(one) for one in inside]
            elif inside is not None:
                new[part] = resolve(inside)
        return new

    def resolve(one: str | Json) -> Json:
        if isinstance(one, str):
            return renew(known[one])
        return renew(one) if known.get(one["id"]) is one else one

    new = _set(scene, change.get("fields", {}))
    if "areas" in new:
        new["areas"] = [resolve(area) for area in new["areas"]]
    return new


def _set(thing: Json, fields: Json) -> Json:
    return {name: value for name, value in {**thing, **fields}.items() if value is not None}


def _walk(things: Sequence[Json]) -> Iterator[Json]:
    for thing in things:
        yield thing
        for part in PARTS:
            inside = thing.get(part)
            if inside is not None:
                yield from _walk(inside if isinstance(inside, list) else [inside])
