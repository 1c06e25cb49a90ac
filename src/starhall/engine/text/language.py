"""The language in which texts are read now, for the current thread or task."""

# mypyc: off

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.numbers import format_decimal

ENGLISH: Final = "en"

_active: ContextVar[str] = ContextVar("language", default=ENGLISH)


def active() -> str:
    """The language of the reader that is being served."""
    return _active.get()


def activate(language: str) -> None:
    """From now on, texts of this thread or task are in this language."""
    _active.set(language)


def decimal(number: float) -> str:
    """A number with at most one digit behind the decimal sign of the active language."""
    try:
        locale = Locale.parse(active(), sep="-")
    except (ValueError, UnknownLocaleError):  # a made-up language writes like English
        locale = Locale(ENGLISH)
    return format_decimal(number, "0.#", locale)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Texts are in this language inside of the block."""
    token = _active.set(language)
    try:
        yield
    finally:
        _active.reset(token)
