# mypyc: off
"""The texts of a lesson in another language: `lessons/de/NN-name.toml` beside `NN-name.toml`.

A translation has only texts. Everything else is in the lesson itself, so both play the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from starhall.engine.errors import LessonError, Place
from starhall.engine.text.files import value_fault

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
        path, why = value_fault(str(bad))
        raise LessonError("lesson.only_texts", Place(file, inside=path), why=why) from None
    parts: dict[str, list[Any]] = {}
    for table in ("step", "tip"):
        given, wanted = getattr(texts, table), getattr(lesson, table)
        if len(given) != len(wanted):
            found, wants = len(given), len(wanted)
            raise LessonError("lesson.parts", file, table=table, n=wants, found=found)
        parts[table] = [
            _part(one, told, Place(file, inside=f"[[{table}]] {number}"))
            for number, (one, told) in enumerate(zip(wanted, given, strict=True), start=1)
        ]
    _compare("end", getattr(lesson, "end", ""), texts.end, Place(file))
    return replace(lesson, title=texts.title, about=texts.about, end=texts.end, **parts)


def _part(part: T, texts: msgspec.Struct, place: Place) -> T:
    said = msgspec.structs.asdict(texts)
    for key, text in said.items():
        _compare(key, getattr(part, key), text, place)
    return replace(part, **said)


def _compare(key: str, wanted: Said, given: Said, place: Place) -> None:
    """Both have this text or neither; texts by pattern have the same patterns."""
    if bool(wanted) != bool(given):
        missing = "yes" if wanted else "no"
        raise LessonError("lesson.untranslated", place, key=key, missing=missing)
    if isinstance(wanted, dict) != isinstance(given, dict):
        raise LessonError("lesson.one_pattern", place, key=key)
    if isinstance(wanted, dict) and isinstance(given, dict) and wanted.keys() != given.keys():
        other = ", ".join(sorted(wanted.keys() ^ given.keys()))
        raise LessonError("lesson.other_patterns", place, key=key, other=other)
