"""One text in ICU MessageFormat, split into literal parts and slots when it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from babel.dates import format_date, format_time
from pyicumessageformat import Parser

from starhall.engine.errors import ContentError, Phrase, TextError
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.files import message_fault
from starhall.engine.text.language import locale_of

PLURAL: Final = "plural"
SELECT: Final = "select"
COUNT: Final = "number"  # the mark # in a plural
SIZE: Final = "size"  # {=relics.forge_heart.effects.1, size}: a number without its sign
MOMENTS: Final = ("date", "time")  # {until, date}: a POSIX time in UTC
OTHER: Final = "other"
FACT: Final = "="  # begins the name of a slot that is filled when the text is read
DEEPEST: Final = 5  # slots within slots
HELP: Final = Phrase("text.help")

Facts = Callable[[str, str], str]  # the value of {=path, type}
_MARKS: Final = re.compile(r"[{}']")
_POSITION: Final = re.compile(r"at position (\d+)")
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")
_CATEGORY: Final = re.compile(r"zero|one|two|few|many|other|=\d+")
_parser: Final = Parser({"maximum_depth": DEEPEST, "include_indices": True})


class Slot:
    """A place in a text: `{n}`, `{who, seat}`, `{card, unit}` or `{n, plural, one {…} other {…}}`.

    `{who, seat}` takes the number of a seat, `{arg, player}` an option that counts seats from 1.
    `{what, text}` takes the key of another text, or a mapping with the `key` and its values.
    `{card, unit, dat}` is a form of the name, if the language has several.
    """

    __slots__ = ("form", "kind", "name", "options")

    def __init__(self, name: str, kind: str, form: str, options: dict[str, list[Part]]) -> None:
        self.name = name
        self.kind = kind
        self.form = form
        self.options = options  # the options of a plural or a select, by their keys


Part = str | Slot


class Template:
    """A text of the catalogue.

    `{=units.dragon.cost}` is a number of the content, filled in when the text is read, and
    `{=units.dragon.cost, plural, one {coin} other {coins}}` a word that agrees with it.
    """

    __slots__ = ("file", "key", "language", "parts")

    def __init__(
        self,
        key: str,
        source: str,
        file: object,  # and the line, if it is known
        facts: Facts | ContentFiles | None = None,
        language: str = "en",
    ) -> None:
        self.key = key
        self.file = file
        self.language = language
        read = facts_of(facts) if isinstance(facts, ContentFiles) else facts
        try:
            tree = _parser.parse(source) if _MARKS.search(source) else [source]
        except SyntaxError as error:
            raise TextError("text.form", self, why=message_fault(str(error)), help=HELP) from None
        self.parts: list[Part] = list(_joined(self._parts(tree, read)))

    def slots(self) -> list[Slot]:
        """All slots, including those inside others."""
        return [part for part in _all(self.parts) if isinstance(part, Slot)]

    def literals(self) -> list[str]:
        """What the text says by itself, in all its variants."""
        return [part for part in _all(self.parts) if isinstance(part, str)]

    def _parts(self, tree: list[Any], facts: Facts | None) -> Iterator[Part]:
        for node in tree:
            if isinstance(node, str):
                yield node
                continue
            name, kind = str(node["name"]), str(node.get("type", ""))
            options: Mapping[str, list[Any]] = node.get("options", {})
            if name.startswith(FACT):
                yield from self._fact(name.removeprefix(FACT), kind, options, facts)
                continue
            wrong = [key for key in options if kind == PLURAL and not _CATEGORY.fullmatch(key)]
            if wrong or not _NAME.fullmatch(name) or (kind and not _NAME.fullmatch(kind)):
                column, plural = int(node.get("start", 0)) + 1, wrong[0] if wrong else "no"
                raise TextError(
                    "text.slot", self, plural=plural, n=column, name=repr(name), help=HELP
                )
            forms = {key: list(_joined(self._parts(o, facts))) for key, o in options.items()}
            yield Slot(name, kind, str(node.get("format", "")).strip(), forms)

    def _fact(
        self, path: str, kind: str, options: Mapping[str, list[Any]], facts: Facts | None
    ) -> Iterator[Part]:
        if facts is None:
            raise TextError("text.no_content", self, path=path)
        try:
            value = facts(path, "" if kind == PLURAL else kind)
        except ContentError as error:
            raise TextError("text.fact", self, path=path, why=error) from None
        if kind != PLURAL:
            yield value
            return
        size = value.lstrip("+-")
        chosen = plural(self.language, int(size)) if size.isdecimal() else OTHER
        yield from self._parts(options.get(f"={size}", options.get(chosen, options[OTHER])), facts)

    def __str__(self) -> str:
        return str(Phrase("text.at", key=self.key, file=self.file))


def facts_of(content: ContentFiles) -> Facts:
    """Numbers of the content; a dash for what a pack removes."""

    def fact(path: str, kind: str) -> str:
        value = content.fact(path)
        if value is None:
            return "\N{EN DASH}"
        return value.lstrip("+-") if kind == SIZE else value

    return fact


def moment(language: str, kind: str, seconds: object) -> str:
    """A POSIX time in UTC as a language writes it: `Friday, November 20, 2026`, `14:05`."""
    locale = locale_of(language)
    at = datetime.fromtimestamp(float(str(seconds)), UTC)
    if kind == "time":
        return format_time(at, "HH:mm", locale=locale)
    return format_date(at, "full", locale=locale)


@lru_cache(1024)
def plural(language: str, n: int) -> str:
    """The plural category of a number in a language: `one`, `other` ..."""
    return str(locale_of(language).plural_form(n))


def _joined(parts: Iterator[Part]) -> Iterator[Part]:
    """Join neighbouring literals."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
        else:
            if text:
                yield text
            text = ""
            yield part
    if text:
        yield text


def _all(parts: list[Part]) -> Iterator[Part]:
    """The parts, and those of the options of slots."""
    for part in parts:
        yield part
        if isinstance(part, Slot):
            for option in part.options.values():
                yield from _all(option)
