"""Errors. Each message is a sentence that says what was wrong, where, and what would be right."""

# mypyc: off

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

import msgspec

_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")


class StarhallError(Exception):
    """Base of every error a user can cause; the command line prints it without a traceback."""

    @property
    def code(self) -> str:
        """A word for programs, which stays the same in all languages."""
        return _HUMP.sub("_", type(self).__name__).lower()


class SpokenError(StarhallError):
    """An error that players read: the key of a sentence and its values.

    `IllegalChoice("choice.seat", seat=4, last=3)` is put into words when it is read, in the
    language of the reader, with the text `refused.choice.seat` of the package. A key without a
    text is used as the sentence itself.
    """

    package: ClassVar[str] = "starhall.engine"

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    @property
    def code(self) -> str:
        return self.key if self._text.has(f"refused.{self.key}") else super().code

    @property
    def _text(self) -> Any:
        from starhall.engine.text.spoken import catalogue

        return catalogue(self.package)

    def __str__(self) -> str:
        text = self._text
        key = f"refused.{self.key}"
        return str(text.say(key, self.values)) if text.has(key) else self.key

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the values when the error is sent from a worker."""
        return type(self).__new__, (type(self), self.key), self.__dict__


class Phrase:
    """A part of a sentence: a text of the engine, put into words when the sentence is read."""

    __slots__ = ("key", "values")

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values

    def __str__(self) -> str:
        from starhall.engine.text.spoken import catalogue

        return str(catalogue().say(self.key, self.values))


class Place(msgspec.Struct, frozen=True):
    """Where an author has to look: `units.toml, line 12, unit dragon, column 3`."""

    file: str
    line: int = 0
    table: str = ""
    id: str = ""
    number: int = 0  # the number of an entry without an id
    inside: str = ""  # a part of the entry
    column: int = 0

    def __str__(self) -> str:
        parts: list[object] = [self.file]
        if self.line:
            parts.append(Phrase("place.line", n=self.line))
        if self.id:
            parts.append(f"{self.table} {self.id}")
        elif self.number:
            parts.append(Phrase("place.number", table=self.table, n=self.number))
        if self.inside:
            parts.append(self.inside)
        if self.column:
            parts.append(Phrase("place.column", n=self.column))
        return ", ".join([str(part) for part in parts])


class AuthorError(SpokenError):
    """An error in what an author has written: content, a pack, a text, a rule book, a lesson.

    `ContentError("content.no_verb", place("units.toml", "unit", "dragon"), verb="fly")`. The
    place comes before the sentence. A game with its own sentences defines a subclass that
    names its `package`.
    """

    def __init__(self, key: str, where: object = "", /, **values: object) -> None:
        super().__init__(key, **values)
        self.where = where

    def at(self, where: object) -> AuthorError:
        """The same error at another place."""
        return type(self)(self.key, where, **self.values)

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        return super().__str__()

    def __str__(self) -> str:
        where = str(self.where)
        return f"{where}: {self.sentence}" if where else self.sentence

    @property
    def _text(self) -> Any:
        from starhall.engine.text.spoken import refusals

        return refusals(self.package)


class UnknownGame(SpokenError):
    """No game with that name is installed."""


class BadSetting(SpokenError):
    """A seat count or an option of a game is not one of those allowed."""


class IllegalChoice(SpokenError):
    """The choice is not offered: wrong option, wrong seat, stale ply, or the game is over."""


class UndoRefused(SpokenError):
    """The seat may not take back that many choices on its own."""


class RecordError(SpokenError):
    """A record is damaged, edited, of another game, or of another version."""


class ContentError(AuthorError):
    """A content file is wrong: unknown verb, wrong count, duplicate id."""


class TextError(AuthorError):
    """A text is missing or its template is wrong."""


class RuleError(AuthorError):
    """An unknown rule id."""


class SceneError(StarhallError):
    """A scene contradicts itself: duplicate id, dangling link."""


class RulesFault(StarhallError):
    """The rules code of a game broke the engine's contract (a bug of the game, not of the user)."""


class LessonError(AuthorError):
    """A lesson is wrong: an impossible step, an unknown rule, a goal that is not reached."""
