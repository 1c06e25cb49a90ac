"""The difference between two contents of a game: entries, fields and texts."""

# mypyc: off

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from starhall.engine.text.catalogue import flat, languages, texts

if TYPE_CHECKING:
    from starhall.engine.game import Game


class Difference(msgspec.Struct, frozen=True):
    """One thing that differs. Without `before` it was added, without `after` removed."""

    file: str
    what: str  # `unit dragon`, or the key of a text
    field: str = ""
    before: object = None
    after: object = None


def differences(one: Game[Any], other: Game[Any]) -> list[Difference]:
    """Everything in which the second content differs from the first, file by file."""
    found: list[Difference] = []
    for file in one.files.names:
        before, after = one.files.entries(file), other.files.entries(file)
        for id in {**before, **after}:
            old, new = before.get(id), after.get(id)
            table = (old or new or {})[""]
            found += _fields(file, f"{table} {id}", old, new)
        moved = [id for id in before if id in after] != [id for id in after if id in before]
        if moved:
            orders = list(before), list(after)
            found.append(Difference(file, "the order of its entries", "", *orders))
    for language in sorted({"en", *_languages(one), *_languages(other)}):
        found += _texts(f"text/{language}.toml", _sources(one, language), _sources(other, language))
    if one.look != other.look:
        looks = msgspec.to_builtins(one.look), msgspec.to_builtins(other.look)
        found += _fields("look.toml", "the look", *looks)
    return found


def _fields(
    file: str, what: str, old: Mapping[str, object] | None, new: Mapping[str, object] | None
) -> list[Difference]:
    if old is None or new is None:
        return [Difference(file, what, "", _plain(old), _plain(new))]
    fields = [field for field in {**old, **new} if old.get(field) != new.get(field)]
    return [Difference(file, what, field, old.get(field), new.get(field)) for field in fields]


def _plain(entry: Mapping[str, object] | None) -> object:
    if entry is None:
        return None
    return {field: value for field, value in entry.items() if field not in ("", "id")}


def _languages(game: Game[Any]) -> list[str]:
    return game.pack.languages() if game.pack is not None else []


def _sources(game: Game[Any], language: str) -> dict[str, str]:
    """The texts of a game in a language, by key, those of its pack first."""
    source = game.pack.sources.get(f"text/{language}.toml") if game.pack is not None else None
    own = texts(game.package, language) if language in languages(game.package) else {}
    return own if source is None else own | dict(flat(source.data, "", source.shown))


def _texts(file: str, old: Mapping[str, str], new: Mapping[str, str]) -> list[Difference]:
    return [
        Difference(file, key, "", old.get(key), new.get(key))
        for key in {**old, **new}
        if old.get(key) != new.get(key)
    ]
