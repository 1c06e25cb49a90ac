"""A lesson at the terminal: a session with a coach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from starhall.cli.answers import find_option
from starhall.cli.console import out
from starhall.cli.players import Player, unnamed
from starhall.cli.session import Session
from starhall.cli.table import ASIDE
from starhall.cli.words import BadAnswer, NotTakenBack, say
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.lesson import Lesson, course
from starhall.engine.lessons.position import begin
from starhall.engine.lessons.puzzle import exercise_of, puzzles
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision


def new_session(lesson: Lesson) -> LessonSession:
    """A lesson from its beginning."""
    match = begin(lesson, unnamed(0))
    return LessonSession(match, lesson, _players(lesson, match.names))


def session_of(match: Match[Any], players: Sequence[Player], file: str) -> Session:
    """The session of a saved game, which may be a lesson."""
    lesson = exercise_of(match.game, match.lesson) if match.lesson else None
    if lesson is None:
        return Session(match, players, file)
    return LessonSession(match, lesson, _players(lesson, match.names), file)


def _players(lesson: Lesson, names: Sequence[str]) -> list[Player]:
    bot = lesson.start.bots
    return [Player(name, bot if n != lesson.seat else "") for n, name in enumerate(names)]


class LessonSession(Session):
    """The learner at the keyboard; the lesson plays the other seats."""

    def __init__(
        self, match: Match[Any], lesson: Lesson, players: Sequence[Player], file: str = ""
    ) -> None:
        super().__init__(match, players, file)
        self.coach = Coach(lesson)
        self.people = [lesson.seat]
        self.at_keyboard = lesson.seat

    def _is_over(self) -> bool:
        return self.match.over or self.coach.is_done(self.match)

    def _go_on(self) -> None:
        due = self.coach.due(self.match)
        if due is not None:
            self.match.choose(due[1], due[0])
        elif self.coach.situation(self.match) in ("missed", "astray"):
            self._try_again()
        else:
            super()._go_on()

    def _try_again(self) -> None:
        self._news(self.at_keyboard)
        self._coach()
        self._read(say("lesson.again"))
        self._go_back(self.coach.again(self.match))

    def _go_back(self, ply: int) -> None:
        self.match = self.match.at(ply)
        self._seen = {reader: min(seen, ply) for reader, seen in self._seen.items()}

    def _greet(self) -> None:
        lesson = self.coach.lesson
        out.print(lesson.title, style="bold", markup=False)
        out.print(lesson.about, markup=False)
        out.print(f"{say('play.type_help_or_leave')}\n", style=ASIDE)

    def _show(self, seat: int, again: bool = False) -> None:
        super()._show(seat, again)
        self._coach()

    def _coach(self) -> None:
        """What the coach says now."""
        said = self.coach.guidance(self.match)
        told = [text for text in (said.notice, said.hint, *said.pages) if text]
        if told:
            step = say("lesson.tip")
            if said.steps:
                step = say("lesson.step", n=min(said.step + 1, said.steps), of=said.steps)
            text = Text("\n\n".join([_plain(line) for line in told]))
            out.print(Padding(Panel(text, title=step, title_align="left"), (1, 0, 0, 0)))

    def _choose(self, line: str, seat: int, decision: Decision) -> None:
        if line:
            option = find_option(line, decision.options, self.match.game.vocabulary)
            self.coach.check(self.match, seat, option)
        super()._choose(line, seat, decision)

    def _interject(self, text: str, seat: int) -> None:
        if not self.coach.lesson.guided:
            raise BadAnswer("answer.lesson_anytime")
        super()._interject(text, seat)

    def _undo(self, seat: int) -> None:
        back = self.coach.back(self.match)
        if back is None:
            raise NotTakenBack("undo.none")
        self._go_back(back)
        out.print(f"{say('play.taken_back_short')}\n", style=ASIDE)

    def _end(self) -> None:
        self._news(self.at_keyboard)
        self._coach()
        lesson = self.coach.lesson
        for puzzle in puzzles(lesson.game):
            if puzzle.id == lesson.id:
                out.print(f"\n{say('lesson.solved')}", style="bold")
                return
        lessons = course(lesson.game)
        following = [one for one in lessons if one.id > lesson.id][:1]
        out.print(f"\n{say('lesson.finished')}", style="bold")
        for one in following:
            command = f"starhall learn {lesson.game.id} {one.id}"
            out.print(say("lesson.next", command=command), markup=False)


def _plain(text: str) -> str:
    """Without the marks for bold and italic letters."""
    return text.replace("**", "").replace("*", "")
