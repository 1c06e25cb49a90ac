"""Reads files that authors write, and says in words what is wrong with one."""

# mypyc: off

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, cast

import msgspec

from starhall.engine.errors import AuthorError, Phrase

_AT: Final = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
# Messages of the TOML parser and msgspec, and our texts for them.
_TOML: Final = (
    (r"Cannot declare (?P<key>.*) twice", "toml.twice"),
    (r"Cannot mutate immutable namespace (?P<key>.*)", "toml.closed"),
    (r"Cannot overwrite a value", "toml.overwrite"),
    (r"Cannot redefine namespace (?P<key>.*)", "toml.redefine"),
    (r"Duplicate inline table key (?P<key>.*)", "toml.duplicate"),
    (r"Escaped character is not a Unicode scalar value", "toml.scalar"),
    (r"Expected '=' after a key in a key/value pair", "toml.equals"),
    (r"Expected '\]' at the end of a table declaration", "toml.table"),
    (r"Expected '\]\]' at the end of an array declaration", "toml.entry"),
    (r"Expected newline or end of document after a statement", "toml.newline"),
    (r"Expected (?P<what>.*)", "toml.expected"),
    (r"(?:Found invalid|Illegal) character (?P<what>.*)", "toml.character"),
    (r"Invalid date or datetime", "toml.date"),
    (r"Invalid hex value", "toml.hex"),
    (r"Invalid initial character for a key part", "toml.key"),
    (r"Invalid statement", "toml.statement"),
    (r"Invalid value", "toml.value"),
    (r"Unclosed array", "toml.array"),
    (r"Unclosed inline table", "toml.inline"),
    (r"Unescaped '\\' in a string", "toml.backslash"),
    (r"Unterminated string", "toml.string"),
)
_ICU: Final = (
    (r'Expected (?P<what>.*) at position (?P<n>\d+) but found "(?P<found>.*)"', "icu.expected"),
    (r'Unexpected "(?P<found>.*)" at position (?P<n>\d+)', "icu.unexpected"),
    (r"Too much recursion at position (?P<n>\d+)", "icu.deep"),
)
_VALUES: Final = (
    (r"Expected (?P<wanted>[\w |]+), got (?P<found>[\w |]+)", "wrong.type"),
    (r"Expected (?P<wanted>[\w |]+) >= (?P<bound>\S+)", "wrong.least"),
    (r"Expected (?P<wanted>[\w |]+) <= (?P<bound>\S+)", "wrong.most"),
    (r"Object missing required field (?P<field>\S+)", "wrong.missing"),
    (r"Object contains unknown field (?P<field>\S+)", "wrong.unknown"),
    (r"Invalid enum value (?P<value>.*)", "wrong.enum"),
)


class Near:
    """A suggestion to append to a wrong word: the closest known word, or nothing."""

    def __init__(self, word: str) -> None:
        self.word = word

    def __bool__(self) -> bool:
        return bool(self.word)

    def __str__(self) -> str:
        return str(Phrase("near", word=self.word)) if self.word else ""


def closest(word: str, known: Iterable[str]) -> Near:
    """The known word that was probably meant, as a suggestion."""
    near = get_close_matches(word, known, n=1)
    return Near(near[0] if near else "")


def listed(words: Iterable[str]) -> object:
    """Words with commas between them, or a text that says that there are none."""
    return ", ".join(words) or Phrase("nothing")


def read(package: str, path: str, error: type[AuthorError]) -> str:
    """The text of a file of a package; failures are raised as `error`."""
    file = root(package, error).joinpath(path)
    try:
        return file.read_bytes().decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as bad:
        raise error("file.utf8", file=path, owner=package, byte=bad.start) from None
    except OSError:
        raise error("file.unreadable", file=path, owner=package, path=file) from None


def decode(text: str, file: str, error: type[AuthorError]) -> dict[str, object]:
    """A TOML text as a dictionary; error messages name `file`."""
    try:
        return cast(dict[str, object], msgspec.toml.decode(text))
    except msgspec.DecodeError as bad:
        line, column, why = toml_fault(str(bad), text)
        if column:
            why = Phrase("toml.at", why=why, line=line, column=column)
        raise error("file.toml", file=file, why=why) from None


def toml_fault(message: str, text: str) -> tuple[int, int, object]:
    """The line and column (0 at the end of the text) of an error in a TOML text, and the error."""
    found = _AT.fullmatch(message)
    if found is None or found[2] is None:
        last = len(text.splitlines()) or 1
        return last, 0, _phrase(found[1] if found else message, _TOML)
    return int(found[2]), int(found[3]), _phrase(found[1], _TOML)


def message_fault(message: str) -> object:
    """What is wrong with a text in ICU MessageFormat."""
    counted = re.sub(r"position (\d+)", lambda at: f"position {int(at[1]) + 1}", message)
    return _phrase(counted, _ICU)


def value_fault(message: str) -> tuple[str, object]:
    """The path of a value that msgspec refuses, and what is wrong with it."""
    complaint, _, path = message.replace("`", "").partition(" - at $")
    return path.lstrip("."), _phrase(complaint, _VALUES)


def wrong_value(error: type[AuthorError], where: object, message: str) -> AuthorError:
    """The message of msgspec as an error, with the field first: `attack: expected int ...`."""
    path, why = value_fault(message)
    return error("file.field" if path else "file.wrong", where, field=path, why=why)


def _phrase(message: str, known: Sequence[tuple[str, str]]) -> object:
    """A message of a library in our words; an unknown one stays as it is."""
    for pattern, key in known:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return Phrase(key, **found.groupdict())
    return message[:1].lower() + message[1:]


def root(package: str, error: type[AuthorError]) -> Traversable:
    """The folder of a package."""
    try:
        return files(package)
    except ModuleNotFoundError:
        raise error("file.package", package=package) from None


def file_names(folder: Traversable, prefix: str) -> Iterator[str]:
    """The paths of all files below a folder."""
    for file in folder.iterdir():
        if file.name.startswith((".", "__")):  # left behind by editors and by Python itself
            continue
        if file.is_dir():
            yield from file_names(file, f"{prefix}{file.name}/")
        else:
            yield f"{prefix}{file.name}"
