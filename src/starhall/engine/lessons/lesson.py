# mypyc: off
"""A lesson as its file describes it, and the loader that refuses a wrong one with its line.

A lesson is `lessons/NN-name.toml` in the package of its game; see docs/writing-a-lesson.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Final

import msgspec

from starhall.engine.errors import LessonError, Place
from starhall.engine.game import Game, Value
from starhall.engine.lessons.translation import translated
from starhall.engine.text.catalogue import languages
from starhall.engine.text.files import closest, decode, file_names, read, root, value_fault
from starhall.engine.text.language import ENGLISH, active
from starhall.engine.text.packs import key_lines

FOLDER: Final = "lessons"
ME: Final = "{me}"  # in texts: the name of the learner
NAMES: Final = ("Vega", "Rigel", "Mira", "Altair", "Spica", "Deneb", "Nunki")  # of the other seats
_FILE: Final = re.compile(r"[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*\.toml")


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that can be seen from the learner's seat; exactly one of the first five is given.

    Only events and choices since the step began count. `by` and `me` in paths mean seats.
    """

    event: str = ""  # this happened, or a group of this name was opened
    choice: str = ""  # the learner chose this token, or one of this pattern
    decision: str = ""  # the learner is asked this kind of question
    field: str = ""  # in the learner's view: `players.me.rubium`; for lists and zones, the length
    over: bool = False  # the game has ended
    by: int | str = ""  # for an event: the seat in its `who`, or "me"
    where: dict[str, Value] = {}  # for an event: some of its other values
    equals: Value | None = None  # for a field: its value
    at_least: int | None = None
    at_most: int | None = None


Conditions = Condition | list[Condition]  # if there are several, all must hold


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position in which the lesson begins: it follows from the seed and the choices played."""

    seed: int | str
    seats: int
    seat: int = 0  # the learner's, counted from 0
    settings: dict[str, Value] = {}
    set: dict[str, Value | bool] = {}  # fields of the state that are changed after the deal
    # By zone: the cards put on top of it after the deal, by name or number, the first on top.
    cards: dict[str, list[str | int]] = {}
    play: list[str] = []  # choices made before the lesson begins: "seat token"
    others: list[str] = []  # patterns of what the other seats choose: the first that is offered
    bots: str = ""  # or the bot that plays them
    names: list[str] = []  # the names of the other seats


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learner does one thing: makes one of some choices, or reaches a goal."""

    say: str | list[str]  # one page or several
    choose: str | list[str] = []  # the open choices, tokens or patterns; the first one is played
    goal: Conditions = []
    answer: list[str] = []  # choices of the learner that reach the goal
    open: list[str] = []  # patterns: the open choices on the way to a goal; empty: all
    within: int = 0  # at most this many choices; 0: any number
    lost: Conditions = []  # the goal is missed when this holds
    hint: str | dict[str, str] = ""  # after the goal was missed; by pattern of the last choice
    instead: str | dict[str, str] = ""  # the reason against closed choices, by pattern
    highlight: list[str] = []  # ids or touch keys of things in the scene
    then: list[str] = []  # choices made afterwards by the lesson: "seat token"
    notice: str = ""  # said when the step and what follows is done
    teaches: list[str] = []  # ids of rules

    @property
    def pages(self) -> list[str]:
        return [self.say] if isinstance(self.say, str) else self.say

    @property
    def chosen(self) -> list[str]:
        return [self.choose] if isinstance(self.choose, str) else self.choose

    @property
    def goals(self) -> list[Condition]:
        return listed(self.goal)

    @property
    def asks(self) -> bool:
        """Is there something to find out: can it be missed, or is the **task a question?**"""
        return bool(self.hint) or any("?**" in page for page in self.pages)


class Tip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Advice in a guided game: shown while a condition holds, for the first few decisions only."""

    on: Conditions
    say: str
    times: int = 1
    rare: bool = False  # it does not come up in every game
    highlight: list[str] = []
    teaches: list[str] = []


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file contains."""

    title: str
    about: str
    minutes: int
    start: Start
    step: list[Step] = []
    tip: list[Tip] = []
    end: str | list[str] = ""  # one page or several


class Lesson:
    """One lesson: steps, or a guided game with tips, or both one after the other."""

    def __init__(
        self, game: Game[Any], id: str, text: str, made: dict[str, LessonFile] | None = None
    ) -> None:
        """A lesson by the text of its file, or `made` of another text, for each language."""
        self.game = game
        self.id = id
        self.place = Lines(f"{FOLDER}/{id}.toml", text)
        self._text = text
        if made is None:
            made = {ENGLISH: _converted(decode(text, self.place.file, LessonError), self.place)}
        data = made[ENGLISH]
        self.minutes, self.start = data.minutes, data.start
        self._told = dict(made)  # by language

    def translate(self, language: str, text: str) -> None:
        """Add the texts of `lessons/<language>/<id>.toml`."""
        file = f"{FOLDER}/{language}/{self.id}.toml"
        data = decode(text, file, LessonError)
        self._told[language] = translated(self._told[ENGLISH], data, file)

    @property
    def _file(self) -> LessonFile:
        """The lesson in the active language."""
        return self._told.get(active()) or self._told[ENGLISH]

    @property
    def title(self) -> str:
        return self._file.title

    @property
    def about(self) -> str:
        return self._file.about

    @property
    def steps(self) -> list[Step]:
        return self._file.step

    @property
    def tips(self) -> list[Tip]:
        return self._file.tip

    @property
    def end(self) -> list[str]:
        """The last pages."""
        end = self._file.end
        return [end] if isinstance(end, str) and end else list(end)

    @property
    def languages(self) -> list[str]:
        return list(self._told)

    @property
    def key(self) -> str:
        """The name and the fingerprint of the lesson, as records and tables store them."""
        return key_of(self.id, self._text)

    @property
    def seat(self) -> int:
        return self.start.seat

    @property
    def guided(self) -> bool:
        """Does it end with the game?"""
        return bool(self.tips)

    @property
    def teaches(self) -> list[str]:
        """The ids of the rules, in the order in which they are met."""
        parts: list[Step | Tip] = [*self.steps, *self.tips]
        return list(dict.fromkeys([id for part in parts for id in part.teaches]))

    def names(self, learner: str) -> list[str]:
        """The names of all seats."""
        given = iter([*self.start.names, *[name for name in NAMES if name != learner]])
        seats = range(self.start.seats)
        return [learner if seat == self.seat else next(given) for seat in seats]


@cache
def course(game: Game[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game in their order, each checked as far as possible without playing it."""
    from starhall.engine.lessons.sense import check_sense

    folder = root(game.package, LessonError).joinpath(FOLDER)
    lessons = []
    for name in sorted(file_names(folder, "")) if folder.is_dir() else []:
        if "/" in name:  # a translation
            continue
        if not _FILE.fullmatch(name):
            raise LessonError("lesson.name", file=f"{FOLDER}/{name}")
        text = read(game.package, f"{FOLDER}/{name}", LessonError)
        lesson = Lesson(game, name.removesuffix(".toml"), text)
        for language in languages(game.package):
            if folder.joinpath(language, name).is_file():
                lesson.translate(
                    language, read(game.package, f"{FOLDER}/{language}/{name}", LessonError)
                )
        check_sense(lesson)
        lessons.append(lesson)
    return tuple(lessons)


def find_lesson(game: Game[Any], id: str) -> Lesson:
    """A lesson by its id, by the part after its number, or by its number."""
    lessons = course(game)
    if not lessons:
        raise LessonError("lesson.none", game=game.id)
    for lesson in lessons:
        number, _, name = lesson.id.partition("-")
        if id in (lesson.id, name, number) or (id.isdecimal() and int(id) == int(number)):
            return lesson
    ids = [lesson.id for lesson in lessons]
    near, known = closest(id, ids), ", ".join(ids)
    raise LessonError("lesson.unknown", game=game.id, id=id, near=near, known=known)


def taught_by(game: Game[Any]) -> dict[str, list[str]]:
    """By rule, in the order of the rule book: the ids of the lessons that teach it."""
    lessons = course(game)
    found = {
        rule: [lesson.id for lesson in lessons if rule in lesson.teaches]
        for rule in game.rulebook.rules
    }
    return {rule: ids for rule, ids in found.items() if ids}


class Example(msgspec.Struct, frozen=True):
    """Where a rule is taught first, and what the coach says of it."""

    lesson: str
    text: str  # empty if nothing that is said there is about the rule itself


SHARED: Final = 2  # words that a rule and its example have in common, at least


def examples(game: Game[Any]) -> dict[str, Example]:
    """By rule: the first lesson that teaches it, with what the coach says of it there."""
    found: dict[str, Example] = {}
    for lesson in course(game):
        parts: list[Step | Tip] = [*lesson.steps, *lesson.tips]
        for part in parts:
            said = [part.notice, *part.pages] if isinstance(part, Step) else [part.say]
            for rule in part.teaches:
                if rule not in found:
                    found[rule] = Example(lesson.id, _about(game.rulebook.rules[rule].text, said))
    return found


def _about(rule: str, said: Sequence[str]) -> str:
    """The text that shares the most words with the rule; if several do, the first one."""
    words = _words(rule)
    nearest = max(said, key=lambda text: len(words & _words(text)))
    return nearest if len(words & _words(nearest)) >= SHARED else ""


def _words(text: str) -> set[str]:
    """Beginnings of words: the same in the singular and in the plural."""
    return {word[:5] for word in re.findall(r"\w{4,}", text.lower())}


def key_of(id: str, text: str) -> str:
    return f"{id}@{blake2b(text.encode(), digest_size=8).hexdigest()}"


def listed(conditions: Conditions) -> list[Condition]:
    return conditions if isinstance(conditions, list) else [conditions]


# --- where something stands in the file -----------------------------------------------------------


class Lines:
    """Finds the line of an entry, for messages: `lessons/01-first.toml, line 12`."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self._text = text.splitlines()
        self._lines = key_lines(text)

    def line(self, table: str, index: int, key: str = "", value: str = "") -> int:
        """The line of a key, or of one value behind it; otherwise of the table around it."""
        entry = f"{table}#{index}" if f"{table}#{index}" in self._lines else table
        path = f"{entry}.{key}".lstrip(".")
        if path not in self._lines:
            return self._lines.get(entry, 1)
        found = self._lines[path]
        if value:
            later = [n for at, n in self._lines.items() if n > found and not at.startswith(path)]
            for number in range(found, min([*later, len(self._text) + 1])):
                if f'"{value}"' in self._text[number - 1]:
                    return number
        return found

    def at(self, table: str, index: int = 0, key: str = "", value: str = "") -> Place:
        return Place(self.file, line=self.line(table, index, key, value))


_SCHEMAS: Final[dict[str, type[msgspec.Struct]]] = {
    "": LessonFile,
    "start": Start,
    "step": Step,
    "tip": Tip,
}


def _converted(data: Mapping[str, object], place: Lines) -> LessonFile:
    """The data of a file, checked; unknown keys are named with what was probably meant."""
    _check_keys("", 0, data, place)
    for table in ("start", "step", "tip"):
        found = data.get(table, [])
        for index, entry in enumerate(found if isinstance(found, list) else [found]):
            if isinstance(entry, dict):
                _check_keys(table, index, entry, place)
    try:
        return msgspec.convert(data, LessonFile)
    except msgspec.ValidationError as bad:
        path, why = value_fault(str(bad))
        where = re.match(r"(start|step|tip)?(?:\[(\d+)\])?\.?(\w*)", path)
        assert where is not None
        table, index, field = where[1] or "", int(where[2] or 0), where[3]
        key = "file.field" if field else "file.wrong"
        raise LessonError(key, place.at(table, index, field), field=field, why=why) from None


def _check_keys(table: str, index: int, entry: Mapping[str, object], place: Lines) -> None:
    known = [field.encode_name for field in msgspec.structs.fields(_SCHEMAS[table])]
    for key in entry:
        if key not in known:
            where, near = place.at(table, index, key), closest(key, known)
            raise LessonError("lesson.key", where, key=key, near=near, known=", ".join(known))


def one_of(word: str, known: Iterable[str], what: str, place: Place) -> None:
    """Refuse a word that is not known, with the closest one that is."""
    words: Sequence[str] = list(known)
    if word not in words:
        near = closest(word, words)
        raise LessonError("lesson.no_such", place, what=what, word=word, near=near)
