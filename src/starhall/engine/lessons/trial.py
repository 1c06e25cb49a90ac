"""Plays a lesson to its end with its own answers, and refuses one that cannot be played."""

# mypyc: off

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from starhall.engine.errors import IllegalChoice, LessonError, Phrase, StarhallError
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.conditions import first_fit, holds, value_at
from starhall.engine.lessons.lesson import Condition, Lesson, Step, Tip, listed
from starhall.engine.lessons.position import begin
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.text.files import closest
from starhall.engine.text.files import listed as listed_words

Player = Callable[[Match[Any], int], Option]  # chooses for a seat
Look = Callable[[Coach, Match[Any]], None]  # at each point where the learner is asked


def check_lesson(lesson: Lesson, player: Player | None = None, look: Look | None = None) -> int:
    """Play the lesson with its answers; returns the number of choices.

    `player` plays the other seats if a bot plays them, and all seats in a guided game. Without it,
    only the steps of a guided game are played.
    """
    return Trial(lesson, player, look).run()


class Trial:
    """One way through a lesson."""

    def __init__(self, lesson: Lesson, player: Player | None, look: Look | None) -> None:
        self.lesson = lesson
        self.coach = Coach(lesson)
        self.match = begin(lesson)
        self.player = player
        self.look = look
        self.chosen: list[str] = []  # by the learner

    def run(self) -> int:
        for number, tip in enumerate(self.lesson.tips):
            self._check_fields("tip", number, "on", listed(tip.on))
        for number, step in enumerate(self.lesson.steps):
            self._let_others_play(number)
            self._check_asked(number, step)
            self._check_things("step", number, step)
            for token in self._answers(number, step):
                self._choose(number, token)
            self._let_others_play(number)
            if self.coach.follow(self.match).step == number:
                self._complain(number, step)
        if self.lesson.guided and self.player is not None:
            self._play_on(self.player)
        return self.match.ply

    def _answers(self, number: int, step: Step) -> Iterator[str]:
        if step.goals:
            self._check_goal(number, step)
            for token in step.answer:
                self._let_others_play(number)
                yield token
        else:
            yield self._first_choice(number, step)

    def _first_choice(self, number: int, step: Step) -> str:
        """The first open choice; each of the others must be offered too."""
        decision = self.match.decision_of(self.lesson.seat)
        offered = [] if decision is None else decision.options
        for pattern in step.chosen:
            if first_fit([pattern], offered) is None:
                tokens = [option.token for option in offered]
                where = self.lesson.place.at("step", number, "choose", pattern)
                near, offers = closest(pattern, tokens), ", ".join(tokens)
                raise LessonError(
                    "lesson.offered", where, pattern=pattern, near=near, offered=offers
                )
        option = first_fit(step.chosen, offered)
        assert option is not None
        return option.token

    def _choose(self, number: int, token: str) -> None:
        match, seat = self.match, self.lesson.seat
        where = self.lesson.place.at("step", number, "answer", token)
        if self.look is not None:
            self.look(self.coach, match)
        try:
            option = match.game.vocabulary.find(token)
            self.coach.check(match, seat, option)
            match.choose(option, seat)
            self.chosen.append(token)
        except StarhallError as error:
            raise LessonError("lesson.chosen", where, token=token, why=error) from None

    def _let_others_play(self, number: int) -> None:
        """Play what the lesson plays by itself, until the learner is asked."""
        match, coach = self.match, self.coach
        while not match.over:
            due = coach.due(match)
            if due is not None:
                match.choose(due[1], due[0])
                continue
            others = [d.seat for d in match.decisions if d.seat != self.lesson.seat]
            if not (self.lesson.start.bots and others):
                return
            if coach.situation(match) in ("missed", "done"):
                return
            match.choose(self._play_for(others[0]), others[0])

    def _play_for(self, seat: int) -> Option:
        """What a bot chooses; without one, what is chosen for a player whose time is up."""
        if self.player is not None:
            return self.player(self.match, seat)
        decision = self.match.decision_of(seat)
        assert decision is not None
        return self.match.game.default(decision)

    def _check_asked(self, number: int, step: Step) -> None:
        """The learner must be asked when a step begins."""
        if not self.match.over and self.match.decision_of(self.lesson.seat) is not None:
            return
        place = self.lesson.place
        where = place.at("step", number - 1, "then") if number else place.at("start")
        if self.match.over:
            raise LessonError("lesson.over", where)
        decision = self.match.decision
        seat, kind = decision.seat, decision.kind
        raise LessonError("lesson.asked", where, seat=seat, kind=kind, offered=_tokens(decision))

    def _check_goal(self, number: int, step: Step) -> None:
        self._check_fields("step", number, "goal", step.goals)
        self._check_fields("step", number, "lost", listed(step.lost))
        if holds(step.goals, self.match, self.lesson.seat, self.match.ply):
            where = self.lesson.place.at("step", number, "goal")
            raise LessonError("lesson.reached", where)

    def _check_fields(self, table: str, number: int, key: str, conditions: list[Condition]) -> None:
        for condition in conditions:
            if condition.field:
                try:
                    value_at(self.match.view(self.lesson.seat), condition.field, self.lesson.seat)
                except LessonError as error:
                    where = self.lesson.place.at(table, number, key)
                    raise error.at(where) from None

    def _check_things(self, table: str, number: int, part: Step | Tip) -> None:
        """Whatever is highlighted is in the scene."""
        if not part.highlight:
            return
        things = list(self.match.scene(self.lesson.seat).things())
        known = [thing.id for thing in things] + [key for t in things for key in t.touch]
        for key in part.highlight:
            if key not in known:
                where = self.lesson.place.at(table, number, "highlight", key)
                raise LessonError("lesson.thing", where, key=key, near=closest(key, known))

    def _complain(self, number: int, step: Step) -> None:
        """Say why a step did not end."""
        mark = self.coach.follow(self.match)
        place = self.lesson.place
        if 0 <= mark.played < len(step.then):
            line = step.then[mark.played]
            asked = [
                Phrase("lesson.is_asked", seat=d.seat, kind=d.kind, offered=_tokens(d))
                for d in self.match.decisions
            ]
            where = place.at("step", number, "then", line)
            raise LessonError("lesson.then", where, line=line, asked=asked)
        told = self.match.told(self.lesson.seat, mark.began + 1)
        happened = [f"{event.what} {dict(event.values)}" for _, event in told]
        where, events = place.at("step", number, "goal"), listed_words(dict.fromkeys(happened))
        raise LessonError("lesson.goal", where, events=events)

    def _play_on(self, player: Player) -> None:
        """Play a guided game to its end, and look at every tip that is given."""
        match, coach = self.match, self.coach
        bound = match.game.bound(match.seats, match.settings)
        while not match.over:
            mark = coach.follow(match)
            if mark.tip >= 0:
                self._check_things("tip", mark.tip, self.lesson.tips[mark.tip])
            due = coach.due(match)
            seat = match.decision.seat if due is None else due[0]
            if self.look is not None and seat == self.lesson.seat:
                self.look(coach, match)
            match.choose(player(match, seat) if due is None else due[1], seat)
            if match.ply > bound:
                raise IllegalChoice(f"the game does not end within {bound} choices")
        given = coach.follow(match).given
        missing = [n for n, tip in enumerate(self.lesson.tips) if not given[n] and not tip.rare]
        if missing:
            where = self.lesson.place.at("tip", missing[0], "on")
            raise LessonError("lesson.never", where)


def _tokens(decision: Decision) -> str:
    return ", ".join([option.token for option in decision.options])
