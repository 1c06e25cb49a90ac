"""The language in which texts are read now, for the current thread or task."""

from __future__ import annotations

from contextvars import ContextVar, Token
from functools import cache
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.numbers import format_decimal

ENGLISH: Final = "en"
_COMMA: Final = str.maketrans({",": ".", ".": ",", "%": "\N{NO-BREAK SPACE}%"})

_active: ContextVar[str] = ContextVar("language", default=ENGLISH)


def active() -> str:
    """The language of the reader who is being served."""
    return _active.get()


def activate(language: str) -> None:
    """From now on, texts of this thread or task are in this language."""
    _active.set(language)


@cache
def locale_of(language: str) -> Locale:
    """How a language writes numbers and dates, and counts; a made-up one does it like English."""
    try:
        return Locale.parse(language.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale(ENGLISH)


def decimal(number: float) -> str:
    """A number with at most one digit after the decimal sign of the active language."""
    return format_decimal(number, "0.#", locale_of(active()))


def formatted(value: object, form: str) -> str:
    """A number in a Python format, as the active language writes it: 1,234.5 or 1.234,5."""
    # An argument declared as float turns 60 into 60.0 when compiled.
    text = format(value, form)
    return text.translate(_COMMA) if decimal(0.5) == "0,5" else text


class speaking:
    """Inside the block, texts are in this language."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        self._language = language
        self._before: Token[str] | None = None

    def __enter__(self) -> None:
        self._before = _active.set(self._language)

    def __exit__(self, *_: object) -> None:
        assert self._before is not None
        _active.reset(self._before)
