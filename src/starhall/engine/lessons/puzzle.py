# mypyc: off
"""Puzzles: positions of bot games in which one choice is clearly better, as files of a game.

A puzzle is `puzzles/NN.toml` in the package of its game, written by `starhall puzzles`. It is
played like a lesson with a single question, so every place that plays lessons plays puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final

import msgspec

from starhall.engine.errors import LessonError
from starhall.engine.game import Game, Value
from starhall.engine.lessons.lesson import (
    ME,
    Condition,
    Lesson,
    LessonFile,
    Lines,
    Start,
    Step,
    course,
    find_lesson,
    key_of,
)
from starhall.engine.lessons.position import begin
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.text.catalogue import languages
from starhall.engine.text.files import decode, file_names, read, root, wrong_value
from starhall.engine.text.language import ENGLISH, decimal, speaking

FOLDER: Final = "puzzles"
MINUTES: Final = 1
MOST_TOLD: Final = 4  # other options that the explanation compares with
_FILE: Final = re.compile(r"[0-9]{2}\.toml")


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a puzzle: what two searches with different seeds expected of it."""

    token: str
    chance: float  # to win, 0 to 1
    again: float  # the same by the second search
    worlds: int  # imagined by the first search


class PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file contains: a record with a ply, and what the searches found there.

    It has no texts: the question and the options come from the position.
    """

    rules: str  # the version of the rules
    content: str  # the hash of the content
    seed: str
    seats: int
    seat: int
    simulations: int  # of each search
    play: list[str]  # the choices before the puzzle: "seat token"
    option: list[Weighed]  # the best first
    settings: dict[str, Value] = {}
    # By measure: how much more of it the seat has on average, some decisions later, after the best
    # option than after the second.
    leads: dict[str, float] = {}
    hard: bool = False  # looking one decision ahead does not find it

    @property
    def best(self) -> Weighed:
        return self.option[0]

    @property
    def margin(self) -> float:
        """How much better the best option is than the second, by the more careful search."""
        first, second = self.option[0], self.option[1]
        return min(first.chance - second.chance, first.again - second.again)


class Puzzle:
    """One puzzle of a game."""

    def __init__(self, game: Game[Any], number: str, text: str) -> None:
        self.game = game
        self.number = number
        self.place = Lines(f"{FOLDER}/{number}.toml", text)
        self.text = text
        try:
            self.data = msgspec.convert(decode(text, self.place.file, LessonError), PuzzleFile)
        except msgspec.ValidationError as bad:
            raise wrong_value(LessonError, self.place.file, str(bad)) from None
        if len(self.data.option) < 2:
            raise LessonError("puzzle.options", self.place.file)

    @property
    def id(self) -> str:
        """The name under which it is played and remembered, beside the lessons of the game."""
        return f"puzzle-{self.number}"

    @property
    def key(self) -> str:
        return key_of(self.id, self.text)

    @cached_property
    def lesson(self) -> Lesson:
        """The puzzle as a lesson with one question, in all languages of the game."""
        match = self.position()
        decision = match.decision_of(self.data.seat)
        if decision is None:
            raise LessonError("puzzle.unasked", self.place.file, seat=self.data.seat)
        told = {}
        for language in {ENGLISH, *languages(self.game.package)}:
            with speaking(language):
                told[language] = self._told(match, decision)
        return Lesson(self.game, self.id, self.text, told)

    @property
    def _start(self) -> Start:
        data = self.data
        return Start(
            seed=data.seed,
            seats=data.seats,
            seat=data.seat,
            settings=data.settings,
            play=data.play,
        )

    def position(self) -> Match[Any]:
        """The match at the puzzle. The learner has no name yet: it is filled in later."""
        bare = LessonFile(title="", about="", minutes=MINUTES, start=self._start)
        return begin(Lesson(self.game, self.id, self.text, {ENGLISH: bare}), ME)

    def _told(self, match: Match[Any], decision: Decision) -> LessonFile:
        """The lesson in the active language."""
        data, say = self.data, self.game.text.say
        labels = {option.token: match.label(option, decision) for option in decision.options}
        asks = match.prompt(decision)
        hints = {
            weighed.token: say(
                "puzzle.missed",
                {
                    "what": labels.get(weighed.token, weighed.token),
                    "n": percent(weighed.chance),
                    "best": percent(data.best.chance),
                },
            )
            for weighed in data.option[1:]
        }
        step = Step(
            say=say("puzzle.ask", {"question": asks}),
            goal=Condition(choice=data.best.token),
            answer=[data.best.token],
            within=1,
            hint=hints,
        )
        return LessonFile(
            title=say("puzzle.title", {"n": int(self.number)}),
            about=asks,
            minutes=MINUTES,
            start=self._start,
            step=[step],
            end=self._explained(labels),
        )

    def _explained(self, labels: Mapping[str, str]) -> list[str]:
        """What the best option leads to, then what is expected of the others."""
        say, best = self.game.text.say, self.data.best
        told = [
            (labels.get(weighed.token, weighed.token), percent(weighed.chance))
            for weighed in self.data.option
        ]
        solved = say("puzzle.solved", {"what": told[0][0], "n": told[0][1]})
        more = [
            say("puzzle.more", {"n": decimal(amount), "measure": self.game.measure_name(measure)})
            for measure, amount in self.data.leads.items()
        ]
        if more:
            values = {"who": ME, "what": more, "other": f"**{told[1][0]}**"}
            solved += " " + say("puzzle.leads", values)
        others = [
            say("puzzle.other", {"what": what, "n": n}) for what, n in told[1 : MOST_TOLD + 1]
        ]
        compared = say("puzzle.others", {"what": others})
        return [solved, f"{compared} {say('puzzle.searched', {'n': best.worlds})}"]


def percent(chance: float) -> int:
    return round(chance * 100)


@cache
def puzzles(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles of a game in their order."""
    folder = root(game.package, LessonError).joinpath(FOLDER)
    found = []
    for name in sorted(file_names(folder, "")) if folder.is_dir() else []:
        if not _FILE.fullmatch(name):
            raise LessonError("puzzle.name", file=f"{FOLDER}/{name}")
        text = read(game.package, f"{FOLDER}/{name}", LessonError)
        found.append(Puzzle(game, name.removesuffix(".toml"), text))
    return tuple(found)


def find_puzzle(game: Game[Any], id: str) -> Puzzle:
    """A puzzle by its number, or by its id."""
    known = puzzles(game)
    if not known:
        raise LessonError("puzzle.none", game=game.id)
    for puzzle in known:
        if id == puzzle.id or (id.isdecimal() and int(id) == int(puzzle.number)):
            return puzzle
    raise LessonError("puzzle.unknown", game=game.id, id=id, last=len(known))


def exercise(game: Game[Any], id: str) -> Lesson:
    """A lesson or a puzzle of a game, by its id."""
    return find_puzzle(game, id).lesson if id.startswith("puzzle-") else find_lesson(game, id)


def exercise_of(game: Game[Any], key: str) -> Lesson | None:
    """The lesson or the puzzle of a record or a table, unless it has been changed since."""
    for puzzle in puzzles(game):
        if key == puzzle.key:
            return puzzle.lesson
    return next((lesson for lesson in course(game) if lesson.key == key), None)


def check_puzzle(puzzle: Puzzle) -> None:
    """Refuse a puzzle that the current rules do not lead to."""
    data, game, place = puzzle.data, puzzle.game, puzzle.place
    if (data.rules, data.content) != (game.version, game.content.hash):
        now = game.version
        raise LessonError("puzzle.rules", place.file, rules=data.rules, game=game.id, now=now)
    decision = puzzle.position().decision_of(data.seat)
    offered = set() if decision is None else {option.token for option in decision.options}
    changed = sorted(offered ^ {weighed.token for weighed in data.option})
    if changed:
        where, other = place.at("option"), changed[0]
        raise LessonError("puzzle.offered", where, seat=data.seat, option=other, game=game.id)
