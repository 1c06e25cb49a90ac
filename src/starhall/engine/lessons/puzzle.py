# mypyc: off
"""Puzzles: positions of bot games where one choice is clearly better, as data files of a game.

A puzzle is `puzzles/NN.toml` in the package of its game, written by `starhall puzzles`. It is
played like a lesson with a single question, so every place that plays lessons plays puzzles.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from starhall.engine.errors import LessonError
from starhall.engine.game import Game, Value
from starhall.engine.lessons.lesson import (
    ME,
    Condition,
    Lesson,
    LessonFile,
    Place,
    Start,
    Step,
    course,
    find_lesson,
    key_of,
)
from starhall.engine.lessons.position import begin
from starhall.engine.text.content import decode, file_names, read, root

FOLDER: Final = "puzzles"
MINUTES: Final = 1
MOST_TOLD: Final = 4  # other options that the explanation compares with
_FILE: Final = re.compile(r"[0-9]{2}\.toml")


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a puzzle: what two searches with different seeds expected of it."""

    token: str
    label: str
    chance: float  # to win, 0 to 1
    again: float  # the same by the second search
    worlds: int  # imagined by the first search


class PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file contains: a record with a ply, and what the searches found there."""

    rules: str  # the version of the rules
    content: str  # the hash of the content
    seed: str
    seats: int
    seat: int
    asks: str  # the question of the decision, as a sentence
    simulations: int  # of each search
    play: list[str]  # the choices before the puzzle: "seat token"
    option: list[Weighed]  # the best first
    settings: dict[str, Value] = {}
    leads: str = ""  # what the best option leads to, as a sentence
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
        self.place = Place(f"{FOLDER}/{number}.toml", text)
        self.text = text
        try:
            self.data = msgspec.convert(decode(text, self.place.file, LessonError), PuzzleFile)
        except msgspec.ValidationError as bad:
            raise LessonError(f"{self.place.file}: {bad}".replace("`", "")) from None
        if len(self.data.option) < 2:
            raise LessonError(f"{self.place.file}: a puzzle has at least two options")

    @property
    def id(self) -> str:
        """The name under which it is played and remembered, beside the lessons of the game."""
        return f"puzzle-{self.number}"

    @property
    def key(self) -> str:
        return key_of(self.id, self.text)

    @property
    def title(self) -> str:
        return self.game.text.say("puzzle.title", {"n": int(self.number)})

    @property
    def lesson(self) -> Lesson:
        """The puzzle as a lesson with one question."""
        data, say = self.data, self.game.text.say
        hints = {
            weighed.token: say(
                "puzzle.missed",
                {
                    "what": weighed.label,
                    "n": percent(weighed.chance),
                    "best": percent(data.best.chance),
                },
            )
            for weighed in data.option[1:]
        }
        step = Step(
            say=say("puzzle.ask", {"question": data.asks}),
            goal=Condition(choice=data.best.token),
            answer=[data.best.token],
            within=1,
            hint=hints,
        )
        start = Start(
            seed=data.seed,
            seats=data.seats,
            seat=data.seat,
            settings=data.settings,
            play=data.play,
        )
        whole = LessonFile(
            title=self.title,
            about=data.asks,
            minutes=MINUTES,
            start=start,
            step=[step],
            end=self._explained(),
        )
        return Lesson(self.game, self.id, self.text, whole)

    def _explained(self) -> list[str]:
        """What the best option leads to, then what is expected of the others."""
        say, best = self.game.text.say, self.data.best
        solved = say("puzzle.solved", {"what": best.label, "n": percent(best.chance)})
        others = [
            say("puzzle.other", {"what": weighed.label, "n": percent(weighed.chance)})
            for weighed in self.data.option[1 : MOST_TOLD + 1]
        ]
        compared = say("puzzle.others", {"what": others})
        searched = say("puzzle.searched", {"n": best.worlds})
        return [f"{solved} {self.data.leads}".strip(), f"{compared} {searched}"]


def percent(chance: float) -> int:
    return round(chance * 100)


@cache
def puzzles(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles of a game in their order."""
    folder = root(game.package, LessonError).joinpath(FOLDER)
    found = []
    for name in sorted(file_names(folder, "")) if folder.is_dir() else []:
        if not _FILE.fullmatch(name):
            raise LessonError(f"{FOLDER}/{name} is not a puzzle; a puzzle is called 01.toml")
        text = read(game.package, f"{FOLDER}/{name}", LessonError)
        found.append(Puzzle(game, name.removesuffix(".toml"), text))
    return tuple(found)


def find_puzzle(game: Game[Any], id: str) -> Puzzle:
    """A puzzle by its number, or by its id."""
    known = puzzles(game)
    if not known:
        raise LessonError(f"{game.id} has no puzzles")
    for puzzle in known:
        if id == puzzle.id or (id.isdecimal() and int(id) == int(puzzle.number)):
            return puzzle
    raise LessonError(f"{game.id} has no puzzle '{id}': they are numbered 1 to {len(known)}")


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
    """Refuse a puzzle that the rules of today do not lead to."""
    data, game, place = puzzle.data, puzzle.game, puzzle.place
    if (data.rules, data.content) != (game.version, game.content.hash):
        raise LessonError(
            f"{place.file}: it was found under the rules {data.rules} and other content; this is "
            f"{game.id} {game.version}: run `starhall puzzles {game.id} --update`"
        )
    match = begin(puzzle.lesson, ME)
    decision = match.decision_of(data.seat)
    options = [] if decision is None else decision.options
    offered = {option.token: match.label(option, decision) for option in options}
    told = {weighed.token: weighed.label for weighed in data.option}
    if told != offered:
        changed = sorted(set(told.items()) ^ set(offered.items()))
        raise LessonError(
            f"{place.at('option')}: seat {data.seat} is not offered the options of this puzzle "
            f"({changed[0][0]}); run `starhall puzzles {game.id} --update`"
        )
