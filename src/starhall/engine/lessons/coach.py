# mypyc: off
"""The coach: where a learner is in a lesson, what to say, what is open, what happens next.

Everything follows from the choices of the match. So undo, saving, replay and several processes
need nothing else, and a coach that is shown a match for the first time knows as much as one that
has seen every choice.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, Literal

import msgspec

from starhall.engine.errors import IllegalChoice
from starhall.engine.lessons.conditions import first_fit, fits, holds
from starhall.engine.lessons.lesson import ME, Lesson, Step, Tip, listed
from starhall.engine.match.history import Chosen
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option

FEW = 3  # open choices that a refusal names

# The learner is asked; the others play; the goal was missed; the position does not fit; the end.
Situation = Literal["ask", "watch", "missed", "astray", "done"]


class Guidance(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the coach says now. Pages are read one after the other."""

    lesson: str
    title: str
    step: int  # from 0; in a guided game, the number of tips given so far
    steps: int  # 0 for a guided game without steps
    situation: Situation
    notice: str = ""  # about what has just happened
    pages: list[str] = []
    hint: str = ""
    rules: list[str] = []  # the rules that the step teaches
    things: list[str] = []  # ids or touch keys in the scene
    open: list[int] | None = None  # the numbers of the open choices; None: all are
    question: bool = False  # something to be found out


class Mark(msgspec.Struct, frozen=True):
    """How far the learner is after a choice."""

    step: int = 0
    began: int = 0  # the ply at which the step began
    played: int = -1  # lines of `then` that were played; -1: the learner's part is not done
    made: int = 0  # choices of the learner in this step
    missed: bool = False
    own: bool = False  # was the last choice made by the learner, not by the lesson?
    chose: int = 0  # the ply at which the learner last chose: what happens from there on is new
    tip: int = -1  # the one that is given now
    given: tuple[int, ...] = ()  # by tip: the number of decisions it was given for


class Coach:
    """Follows one match through a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seat = lesson.seat
        self._made: list[tuple[int, int]] = []  # the choices followed so far
        self._marks: list[Mark] = []  # before the first choice, and after each

    # Where the learner is

    def follow(self, match: Match[Any]) -> Mark:
        """The mark of the current position; choices that were taken back are forgotten."""
        made = [(chosen.seat, chosen.option.number) for chosen in match.choices]
        same = 0
        while same < min(len(made), len(self._made)) and made[same] == self._made[same]:
            same += 1
        del self._made[same:], self._marks[same + 1 :]
        if not self._marks:
            first = match if not made else match.at(match.history.first)
            given = (0,) * len(self.lesson.tips)
            self._marks.append(self._with_tip(Mark(chose=match.history.first, given=given), first))
        for number in range(len(self._marks) - 1, len(made)):
            ply = match.history.first + number + 1
            after = match if ply == match.ply else match.at(ply)
            self._marks.append(self._advance(self._marks[-1], match.choices[number], after))
        self._made = made
        return self._marks[-1]

    def _advance(self, mark: Mark, chosen: Chosen, match: Match[Any]) -> Mark:
        """The mark after one more choice."""
        own = chosen.seat == self.seat and mark.played < 0
        given = mark.given
        if own and mark.tip >= 0:
            given = tuple([n + (place == mark.tip) for place, n in enumerate(given)])
        chose = match.ply - 1 if own else mark.chose
        made = mark.made + own
        mark = msgspec.structs.replace(mark, own=own, chose=chose, made=made, given=given, tip=-1)
        step = self._step(mark)
        if step is None:
            return self._with_tip(mark, match)
        if mark.played >= 0:
            played = min(mark.played + 1, len(step.then))
            mark = msgspec.structs.replace(mark, played=played)
        elif self._is_done(step, mark, own, match):
            mark = msgspec.structs.replace(mark, played=0)
        elif step.goals and self._is_missed(step, mark, match):
            mark = msgspec.structs.replace(mark, missed=True)
        if mark.played >= len(step.then) and self._is_settled(match):
            mark = Mark(step=mark.step + 1, began=match.ply, own=own, chose=match.ply, given=given)
            mark = self._with_tip(mark, match)
        return mark

    def _step(self, mark: Mark) -> Step | None:
        steps = self.lesson.steps
        return steps[mark.step] if mark.step < len(steps) else None

    def _is_done(self, step: Step, mark: Mark, own: bool, match: Match[Any]) -> bool:
        if step.goals:
            return not mark.missed and holds(step.goals, match, self.seat, mark.began)
        return own

    def _is_missed(self, step: Step, mark: Mark, match: Match[Any]) -> bool:
        lost = listed(step.lost)
        return (
            (step.within > 0 and mark.made >= step.within)
            or (bool(lost) and holds(lost, match, self.seat, mark.began))
            or match.over
        )

    def _is_settled(self, match: Match[Any]) -> bool:
        """Can the next step begin, or must the other seats play first?"""
        if match.over or match.decision_of(self.seat) is not None:
            return True
        return not self.lesson.start.bots and self._other(match) is None

    def _other(self, match: Match[Any]) -> tuple[int, Option] | None:
        """What another seat chooses by the patterns of the lesson."""
        for decision in match.decisions:
            if decision.seat != self.seat:
                option = first_fit(self.lesson.start.others, decision.options)
                if option is not None:
                    return decision.seat, option
        return None

    def _with_tip(self, mark: Mark, match: Match[Any]) -> Mark:
        """Add the first tip that fits the learner's decision and may still be given."""
        if self._step(mark) is not None or match.over or match.decision_of(self.seat) is None:
            return mark
        for place, tip in enumerate(self.lesson.tips):
            if mark.given[place] < tip.times and holds(
                listed(tip.on), match, self.seat, mark.chose
            ):
                return msgspec.structs.replace(mark, tip=place)
        return mark

    # What happens next

    def due(self, match: Match[Any]) -> tuple[int, Option] | None:
        """The choice that the lesson makes now, for another seat or for the learner."""
        mark = self.follow(match)
        step = self._step(mark)
        if match.over or (step is None and not self.lesson.guided) or mark.missed:
            return None
        if step is not None and 0 <= mark.played < len(step.then):
            seat, _, token = step.then[mark.played].partition(" ")
            decision = match.decision_of(int(seat))
            option = match.game.vocabulary.tokens.get(token)
            if decision is None or option not in decision.options:
                return None
            return int(seat), option
        return self._other(match)

    def situation(self, match: Match[Any]) -> Situation:
        mark = self.follow(match)
        step = self._step(mark)
        if self.is_done(match):
            return "done"
        if mark.missed:
            return "missed"
        decision = None if match.over else match.decision_of(self.seat)
        if step is None or (step.goals and mark.played < 0):
            return "watch" if decision is None else "ask"
        if mark.played < 0 and decision is not None:
            return "ask" if self._open(match) else "astray"
        others = self.lesson.start.bots and not match.over and decision is None
        return "watch" if others or self.due(match) is not None else "astray"

    def is_done(self, match: Match[Any]) -> bool:
        """Has the learner reached the end of the lesson?"""
        finished = self.follow(match).step >= len(self.lesson.steps)
        return finished and (match.over or not self.lesson.guided)

    # What is open

    def _open(self, match: Match[Any]) -> list[Option] | None:
        """The open choices among those that are offered; None: all of them."""
        step = self._step(self.follow(match))
        if step is None or (step.goals and not step.open):
            return None
        decision = match.decision_of(self.seat)
        offered = [] if decision is None else decision.options
        return [o for o in offered if fits(o.token, step.chosen or step.open)]

    def check(self, match: Match[Any], seat: int, option: Option) -> None:
        """Refuse a choice that the lesson does not allow now, with a friendly reason."""
        situation = self.situation(match)
        if self.due(match) == (seat, option) or (seat != self.seat and situation != "done"):
            return
        say = match.game.text.say
        if situation == "done":
            raise IllegalChoice(say("lesson.done"))
        step = self._step(self.follow(match))
        if situation == "missed" and step is not None:
            raise IllegalChoice(self._hint(step, match))
        if situation == "astray":
            raise IllegalChoice(say("lesson.astray"))
        if situation == "watch":
            raise IllegalChoice(say("lesson.watch"))
        opened = self._open(match)
        if step is None or opened is None or option in opened:
            return
        decision = match.decision_of(self.seat)
        if decision is None or option not in decision.options:
            return  # the rules refuse it, with their own reason
        why = _by_pattern(step.instead, option.token)
        if not why and len(opened) <= FEW:
            why = say("lesson.choose", {"what": [match.label(o, decision) for o in opened]})
        raise IllegalChoice(why or say("lesson.closed"))

    # Going back

    def back(self, match: Match[Any]) -> int | None:
        """The ply before the last choice that the learner made, not counting the lesson's."""
        self.follow(match)
        for number in reversed(range(1, len(self._marks))):
            if self._marks[number].own:
                return match.history.first + number - 1
        return None

    def again(self, match: Match[Any]) -> int:
        """The ply at which the current step began."""
        return max(match.history.first, self.follow(match).began)

    # What the coach says

    def _hint(self, step: Step, match: Match[Any]) -> str:
        """The hint after a missed goal, about the last choice of the learner."""
        own = [chosen.option.token for chosen in match.choices if chosen.seat == self.seat]
        said = _by_pattern(step.hint, own[-1] if own else "")
        said = said or match.game.text.say("lesson.missed")
        return said.replace(ME, match.names[self.seat])

    def guidance(self, match: Match[Any]) -> Guidance:
        lesson, mark = self.lesson, self.follow(match)
        step, situation = self._step(mark), self.situation(match)
        say = match.game.text.say
        made = Guidance(
            lesson=lesson.id,
            title=lesson.title,
            step=mark.step,
            steps=len(lesson.steps),
            situation=situation,
        )
        if 0 < mark.step <= len(lesson.steps) and mark.made == 0:
            made.notice = lesson.steps[mark.step - 1].notice
        if situation == "done":
            made.pages = [page.replace(ME, match.names[self.seat]) for page in lesson.end]
        elif situation == "missed" and step is not None:
            made.hint = self._hint(step, match)
        elif situation == "astray":
            made.hint = say("lesson.astray")
        part: Step | Tip | None = step
        if step is None and mark.tip >= 0:
            part = lesson.tips[mark.tip]
        if situation == "ask" and part is not None:
            made.pages = part.pages if isinstance(part, Step) else [part.say]
            made.rules, made.things = part.teaches, part.highlight
            made.question = isinstance(part, Step) and part.asks
            opened = self._open(match)
            made.open = None if opened is None else [option.number for option in opened]
        return made


def _by_pattern(told: str | dict[str, str], token: str) -> str:
    """What the lesson says about a token: the same for all, or by pattern."""
    if isinstance(told, str):
        return told
    for pattern, sentence in told.items():
        if fnmatchcase(token, pattern):
            return sentence
    return ""
