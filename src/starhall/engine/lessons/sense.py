"""Checks a lesson when it is loaded, without playing it."""

# mypyc: off

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from starhall.engine.errors import LessonError, RuleError
from starhall.engine.game import Game
from starhall.engine.lessons.conditions import fits
from starhall.engine.lessons.lesson import Condition, Lesson, Step, Tip, listed, one_of

LONGEST_PAGE: Final = 420  # letters: what fits on a phone above the options
_QUESTIONS: Final = ("event", "choice", "decision", "field", "over")


def check_sense(lesson: Lesson) -> None:
    """Refuse what cannot be right: unknown rules, tokens, events, or steps without a choice."""
    _check_start(lesson)
    for number, step in enumerate(lesson.steps):
        _check_step(lesson, number, step)
    for number, tip in enumerate(lesson.tips):
        _check_conditions(lesson, "tip", number, "on", listed(tip.on))
        _check_part(lesson, "tip", number, tip, [tip.say])
        if not listed(tip.on) or tip.times < 1:
            raise LessonError("lesson.tip", lesson.place.at("tip", number))
    if not lesson.steps and not lesson.tips:
        raise LessonError("lesson.empty", lesson.place.file)


def _check_start(lesson: Lesson) -> None:
    start, place = lesson.start, lesson.place
    if not 0 <= start.seat < start.seats:
        where = place.at("start", 0, "seat")
        raise LessonError("lesson.seat", where, last=start.seats - 1, seat=start.seat)
    if start.bots and start.others:
        where = place.at("start", 0, "bots")
        raise LessonError("lesson.others", where)
    _check_patterns(lesson, "start", 0, "others", start.others)


def _check_step(lesson: Lesson, number: int, step: Step) -> None:
    where = lesson.place.at("step", number)
    if bool(step.chosen) == bool(step.goals):
        raise LessonError("lesson.step", where)
    for key in ("answer", "open", "within", "lost", "hint"):
        if step.chosen and getattr(step, key):
            spot = lesson.place.at("step", number, key)
            raise LessonError("lesson.of_goal", spot, key=key)
    if step.goals and not step.answer:
        raise LessonError("lesson.answer", where)
    if (step.within or listed(step.lost)) and not step.hint:
        raise LessonError("lesson.hint", where)
    _check_part(lesson, "step", number, step, step.pages)
    _check_patterns(lesson, "step", number, "choose", step.chosen)
    _check_patterns(lesson, "step", number, "open", step.open)
    if isinstance(step.instead, dict):
        _check_patterns(lesson, "step", number, "instead", step.instead)
    if isinstance(step.hint, dict):
        _check_patterns(lesson, "step", number, "hint", step.hint)
    _check_conditions(lesson, "step", number, "goal", step.goals)
    _check_conditions(lesson, "step", number, "lost", listed(step.lost))


def _check_part(lesson: Lesson, table: str, number: int, part: Step | Tip, said: list[str]) -> None:
    place = lesson.place
    for id in part.teaches:
        try:
            lesson.game.rulebook.find(id)
        except RuleError as error:
            where = place.at(table, number, "teaches", id)
            raise LessonError("file.wrong", where, why=error) from None
    if not said or not all(said):
        raise LessonError("lesson.silent", place.at(table, number, "say"))
    for page in said:
        if len(page) > LONGEST_PAGE:
            where = place.at(table, number, "say")
            raise LessonError("lesson.page", where, n=len(page), most=LONGEST_PAGE)


def _check_patterns(
    lesson: Lesson, table: str, number: int, key: str, patterns: Iterable[str]
) -> None:
    """Every pattern fits an option of the game."""
    tokens = lesson.game.vocabulary.tokens
    for pattern in patterns:
        if pattern not in tokens and not any(fits(token, [pattern]) for token in tokens):
            one_of(pattern, tokens, "option", lesson.place.at(table, number, key, pattern))


def _check_conditions(
    lesson: Lesson, table: str, number: int, key: str, conditions: list[Condition]
) -> None:
    where = lesson.place.at(table, number, key)
    for condition in conditions:
        asked = [name for name in _QUESTIONS if getattr(condition, name)]
        if len(asked) != 1:
            raise LessonError("lesson.condition", where, known=", ".join(_QUESTIONS))
        compared = [condition.equals, condition.at_least, condition.at_most]
        if bool(condition.field) != any([value is not None for value in compared]):
            raise LessonError("lesson.compared", where)
        if not condition.event and (condition.by != "" or condition.where):
            raise LessonError("lesson.of_event", where)
        if condition.event:
            one_of(condition.event, _names(lesson.game, "event", "group"), "event", where)
        if condition.decision:
            kinds = _names(lesson.game, "prompt")
            one_of(condition.decision, kinds, "decision", where)
        if condition.choice:
            _check_patterns(lesson, table, number, key, [condition.choice])


def _names(game: Game[Any], *tables: str) -> list[str]:
    """The keys of some tables of the text: the events, the groups, the kinds of decisions."""
    keys = [key.split(".") for key in game.text.templates]
    return list(dict.fromkeys([parts[1] for parts in keys if parts[0] in tables]))
