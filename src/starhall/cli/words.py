"""The words of the command line: texts of `text/*.toml`, in the language that was asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final

from starhall.engine.errors import BadSetting, IllegalChoice, RecordError, UndoRefused
from starhall.engine.text import spoken
from starhall.engine.text.catalogue import languages
from starhall.engine.text.language import ENGLISH, formatted

CLI: Final = "starhall.cli"  # the package with the texts
VARIABLE: Final = "STARHALL_LANGUAGE"
OPTIONS: Final = ("--language", "--lang")
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as in POSIX


def say(key: str, **values: object) -> str:
    return spoken.say(CLI, key, values)


def number(value: float, form: str = ",") -> str:
    """A number as the language writes it: 1,234.5 or 1.234,5; 12.5% or 12,5 %."""
    return formatted(value, form)


def between(low: float, high: float, form: str) -> str:
    """An interval: `1.2 to 3.4`."""
    return say("interval", low=number(low, form), high=number(high, form))


class BadUse(BadSetting):
    """A command was given something that it cannot use."""

    package = CLI


class BadAnswer(IllegalChoice):
    """What was typed at a prompt is not possible there."""

    package = CLI


class NotTakenBack(UndoRefused):
    """A choice stays."""

    package = CLI


class NotProven(RecordError):
    """A record does not show what it claims; the sentence is in the reader's language."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(say(f"refused.{key}", **values))


def wanted_language(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """The language of a command line: an option of it, our variable, or that of the system."""
    known = languages(CLI)
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in OPTIONS:
            return value if equals else "".join(words[number + 1 : number + 2])
    if environment.get(VARIABLE):
        return environment[VARIABLE]
    system = next((environment[name] for name in LOCALES if environment.get(name)), "")
    language = system.partition(".")[0].partition("_")[0].lower()
    return language if language in known else ENGLISH
