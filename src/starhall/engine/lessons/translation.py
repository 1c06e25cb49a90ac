# mypyc: off
"""The texts of a lesson in another language: `lessons/de/NN-name.toml` beside `NN-name.toml`.

A translation has only texts. Everything else is in the lesson itself, so both play the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from starhall.engine.errors import LessonError

T = TypeVar("T", bound=msgspec.Struct)
Said = str | list[str] | dict[str, str]


class StepTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a step, each where the step has one."""

    say: str | list[str]
    hint: str | dict[str, str] = ""
    instead: str | dict[str, str] = ""
    notice: str = ""


class TipTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a tip."""

    say: str


class LessonTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of a translation contains."""

    title: str
    about: str
    step: list[StepTexts] = []
    tip: list[TipTexts] = []
    end: str | list[str] = ""


def translated(lesson: T, data: Mapping[str, object], file: str) -> T:
    """The file of a lesson with the texts of a translation."""
    try:
        texts = msgspec.convert(data, LessonTexts)
    except msgspec.ValidationError as bad:
        raise LessonError(f"{file}: {bad}; a translation has only texts") from None
    parts: dict[str, list[Any]] = {}
    for table in ("step", "tip"):
        given, wanted = getattr(texts, table), getattr(lesson, table)
        if len(given) != len(wanted):
            raise LessonError(
                f"{file}: the lesson has {len(wanted)} [[{table}]], the translation {len(given)}"
            )
        parts[table] = [
            _part(one, told, f"{file}, [[{table}]] {number}")
            for number, (one, told) in enumerate(zip(wanted, given, strict=True), start=1)
        ]
    _compare("end", getattr(lesson, "end", ""), texts.end, file)
    return replace(lesson, title=texts.title, about=texts.about, end=texts.end, **parts)


def _part(part: T, texts: msgspec.Struct, place: str) -> T:
    said = msgspec.structs.asdict(texts)
    for key, text in said.items():
        _compare(key, getattr(part, key), text, place)
    return replace(part, **said)


def _compare(key: str, wanted: Said, given: Said, place: str) -> None:
    """Both have this text or neither; texts by pattern have the same patterns."""
    if bool(wanted) != bool(given):
        raise LessonError(f"{place}: '{key}' is {'missing' if wanted else 'not in the lesson'}")
    if isinstance(wanted, dict) != isinstance(given, dict):
        raise LessonError(f"{place}: '{key}' has patterns in one of both only")
    if isinstance(wanted, dict) and isinstance(given, dict) and wanted.keys() != given.keys():
        other = ", ".join(sorted(wanted.keys() ^ given.keys()))
        raise LessonError(f"{place}: '{key}' has other patterns than the lesson: {other}")
