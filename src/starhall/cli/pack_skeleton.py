"""The skeleton of a pack: all content of a game as comments, with what each field is."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from starhall.engine.text.catalogue import languages, texts
from starhall.engine.text.descriptions import PARTS
from starhall.engine.text.files import root

MANIFEST = """# What this pack is. All keys but the description are needed.
name = "{name}"
version = "0.1"
game = "{game}"
content = "{content}"  # the beginning of the hash of the content that it changes
author = "Your name"
licence = "CC-BY-4.0"  # of your texts; for your own table alone: "private"
description = "What changes, in a sentence: players read it when they choose the pack."
"""

HEAD = """# {file} of {game}, as a comment. Remove the marks before what you want to change.
#
#   An entry with the id of a known one changes the fields that it names.
#   An entry with a new id is added; it needs all fields without a default, and its texts.
#     after = "ID" or before = "ID" says where; otherwise it comes last.
#   remove = true      in an entry removes it: only the id stands beside it.
#   replace = true     in an entry forgets all fields of the known one;
#                      at the top of the file it forgets all entries.
#   total = N          at the top is the number of pieces. Without it, the game's number stays.
"""


def skeleton(game: Game[State], name: str) -> dict[str, str]:
    """The files of a new pack, by path."""
    manifest = MANIFEST.format(name=_name(name), game=game.id, content=game.content.hash[:8])
    files = {"pack.toml": manifest}
    for file in game.files.names:
        files[f"content/{file}"] = _content(game, file)
    for language in languages(game.package):
        files[f"text/{language}.toml"] = _texts(game, language)
    files["look.toml"] = _look(game)
    return files


def _name(folder: str) -> str:
    """The name of a pack from that of its folder."""
    words = "".join([letter if letter.isalnum() else " " for letter in folder.lower()]).split()
    return "-".join([word for word in words if word.isascii()]) or "my-pack"


def _content(game: Game[State], file: str) -> str:
    lines = [HEAD.format(file=file, game=game.id).rstrip()]
    for (of, table), schema in game.files.schemas.items():
        if of == file:
            lines += ["#", f"# Fields of `{table}`:"]
            lines += [f"#   {field}" for field in fields(schema)]
    lines += ["", *_commented(game.files.read(file))]
    return "\n".join(lines) + "\n"


def fields(schema: type[msgspec.Struct]) -> list[str]:
    """The fields of an entry: name, type, and the default if there is one."""
    hints = get_type_hints(schema, include_extras=True)
    found = []
    for field in msgspec.structs.fields(schema):
        if field.encode_name == "id":
            continue
        made = field.default_factory
        default = field.default if made is msgspec.NODEFAULT else made()
        without = "" if field.required else f"; without it: {_toml(default)}"
        found.append(f"{field.encode_name}: {_kind(hints[field.name])}{without}")
    return found


def _kind(hint: Any) -> str:
    """The type of a field in words."""
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
    origin, args = get_origin(hint), [arg for arg in get_args(hint) if arg is not Ellipsis]
    if origin is Annotated:
        bounds = [arg for arg in args if isinstance(arg, msgspec.Meta)]
        return _kind(args[0]) + "".join([_bounds(meta) for meta in bounds])
    if origin is Literal:
        return "one of " + ", ".join([_toml(arg) for arg in args])
    if origin in (list, tuple):
        fixed = origin is tuple and Ellipsis not in get_args(hint)
        return (
            f"a list of {len(args)}, each {_kind(args[0])}"
            if fixed
            else f"a list, each {_kind(args[0])}"
        )
    if origin is dict:
        return f"a table, each {_kind(args[1])}"
    if origin in (Union, UnionType):
        return " or ".join([_kind(arg) for arg in args if arg is not type(None)])
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return "a table with " + ", ".join(
            [field.encode_name for field in msgspec.structs.fields(hint)]
        )
    return names.get(hint) or str(hint).replace("typing.", "")


def _bounds(meta: msgspec.Meta) -> str:
    if meta.ge is not None and meta.le is not None:
        return f" from {meta.ge} to {meta.le}"
    return f" of at least {meta.ge}" if meta.ge is not None else ""


def _toml(value: object) -> str:
    """A default as it is written in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join([_toml(item) for item in value])}]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _texts(game: Game[State], language: str) -> str:
    """The names and texts of all entries in a language."""
    lines = [
        "# The names and texts of the content, as a comment. New entries need theirs, at least in",
        "# English; a text may take its numbers from the content: {=units.dragon.cost}. Each",
        "# language has a file of its own.",
    ]
    known = texts(game.package, language)
    described: dict[str, list[str]] = {}  # by key: several tables may share one
    for place, keys in game.described.items():
        name, _, table = place.partition(".")
        rows = game.files.entries(f"{name}.toml")
        for key in keys:
            ids = [id for id, entry in rows.items() if entry[""] == table]
            if key.endswith(PARTS):
                key = key.removesuffix(PARTS)
                ids = [text.removeprefix(f"{key}.") for text in known if text.startswith(f"{key}.")]
            described.setdefault(key, []).extend(ids)
    for key, ids in described.items():
        lines += ["", f"# [{key}]"]
        lines += [f"# {_bare(id)} = {_value(known, f'{key}.{id}')}" for id in ids]
    return "\n".join(lines) + "\n"


def _value(known: Mapping[str, str], key: str) -> str:
    """A text, or the forms of a name in a language that has several."""
    forms = [name for name in known if name.startswith(f"{key}.")]
    if not forms:
        return _quoted(known[key])
    told = [f"{form.removeprefix(f'{key}.')} = {_quoted(known[form])}" for form in forms]
    return f"{{ {', '.join(told)} }}"


def _bare(key: str) -> str:
    """A key of TOML, in quotes where it needs them."""
    return key if key.replace("_", "").isalnum() else _quoted(key)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _look(game: Game[State]) -> str:
    lines = ["# The look of the game, as a comment; what you name here replaces what it has.", ""]
    file = root(game.package, ContentError).joinpath("look.toml")
    if file.is_file():
        lines += _commented(file.read_text("utf-8"))
    return "\n".join(lines) + "\n"


def _commented(text: str) -> list[str]:
    lines = text.splitlines()
    return [line if line.startswith("#") else f"# {line}".rstrip() for line in lines]
