"""Every lesson of every game can be played to its end, through the rules."""

from __future__ import annotations

from typing import Any

import pytest

from starhall.bots import ask, make
from starhall.engine.game import installed
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.lesson import Lesson, course, taught_by
from starhall.engine.lessons.position import begin
from starhall.engine.lessons.trial import check_lesson
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option

LESSONS = [lesson for game in installed().values() for lesson in course(game)]


def named(lesson: Lesson) -> str:
    return f"{lesson.game.id}-{lesson.id}"


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_can_be_played_to_its_end(lesson: Lesson) -> None:
    bot = make("easy", 1)

    def player(match: Match[Any], seat: int) -> Option:
        return ask(bot, match, seat)

    assert check_lesson(lesson, player) > 0


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_coach_who_comes_late_says_the_same(lesson: Lesson) -> None:
    """Progress follows from the choices alone: a coach that sees only the end agrees."""
    followed: list[tuple[object, object]] = []

    def look(coach: Coach, match: Match[Any]) -> None:
        if len(followed) < 12:
            followed.append((coach.guidance(match), Coach(lesson).guidance(match)))

    check_lesson(lesson, None, look)
    assert all([early == late for early, late in followed])


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_begins_at_the_same_position_each_time(lesson: Lesson) -> None:
    assert begin(lesson).seal() == begin(lesson).seal()


@pytest.mark.parametrize("game", sorted(installed()))
def test_the_course_meets_every_section_of_the_rules(game: str) -> None:
    rules = installed()[game]
    sections = {rule.partition(".")[0] for rule in rules.rulebook.rules if "." in rule}
    met = {rule.partition(".")[0] for rule in taught_by(rules)}
    assert sections <= met
