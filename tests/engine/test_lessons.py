"""Lessons: what the loader refuses, and how the coach follows a match."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from starhall.engine.errors import IllegalChoice, LessonError
from starhall.engine.game import find
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.lesson import Lesson, course, examples, find_lesson
from starhall.engine.lessons.position import begin
from starhall.engine.lessons.puzzle import exercise_of
from starhall.engine.lessons.sense import check_sense
from starhall.engine.lessons.trial import check_lesson
from starhall.engine.match.opening import load
from starhall.engine.text.language import speaking
from starhall.engine.text.translation import OPEN, PSEUDO
from tests.made_up import escaping

GAME = find("nexus-ops")
FILE = "lessons/09-test.toml"
GOOD = """\
title = "A test"
about = "About nothing."
minutes = 1

[start]
seed = "lesson 1842"
seats = 2
play = ["0 lead ares_inc", "1 lead black_helix"]
others = ["end_movement"]

[[step]]
say = "Buy a Human."
choose = "buy human"
instead = { "buy *" = "Too dear.", "*" = "Not yet." }
highlight = ["hex:ed0"]
teaches = ["NX-4.1"]

[[step]]
say = "Place it where you like, but not in the rear."
goal = { event = "places", by = "me", where = { hex = "hb0_l" } }
answer = ["place hb0_l"]
within = 1
hint = "On the left."
notice = "Well placed."

[[step]]
say = "Done."
choose = "done"
then = ["0 end_movement", "0 end_turn"]
"""


def lesson_of(text: str) -> Lesson:
    lesson = Lesson(GAME, "09-test", text)
    check_sense(lesson)
    return lesson


def line_of(text: str, what: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if what in line)


def test_the_good_one_can_be_played() -> None:
    assert check_lesson(lesson_of(GOOD)) == 5


WRONG = [
    # an unknown key, a missing one, a value of the wrong type
    ('choose = "buy human"', 'chose = "buy human"', "there is no 'chose' (did you mean 'choose'?)"),
    ("minutes = 1", 'minutes = "one"', "minutes: expected a whole number, got a text"),
    ('say = "Done."', "", "the field say is missing"),
    # what the game does not know
    ('"NX-4.1"', '"NX-4.99"', "there is no rule NX-4.99"),
    ('choose = "buy human"', 'choose = "buy humans"', "the option 'buy humans' does not exist"),
    ('event = "places"', 'event = "place"', "the event 'place' does not exist (did you mean"),
    ("seats = 2", "seats = 7", "nexus-ops is for 2 to 4 players, not 7"),
    ('"hex:ed0"', '"hex:ed9"', "nothing in the scene is called 'hex:ed9' (did you mean"),
    # what cannot be played
    ('choose = "buy human"', 'choose = "buy dragon"', "'buy dragon' is not offered here"),
    ('"1 lead black_helix"', '"1 lead ares_inc"', "'1 lead ares_inc' cannot be played"),
    ('"0 end_movement"', '"1 end_movement"', "'1 end_movement' cannot be played here"),
    (
        'answer = ["place hb0_l"]',
        'answer = ["place hb0_r"]',
        "does not reach the goal; events since the step began: places {'who': 0, ",
    ),
    (
        'goal = { event = "places", by = "me", where = { hex = "hb0_l" } }',
        'goal = { field = "players.me.rubium", at_least = 3 }',
        "the goal is reached before anything is chosen",
    ),
    (
        'goal = { event = "places", by = "me", where = { hex = "hb0_l" } }',
        'goal = { field = "players.me.rubum", at_least = 9 }',
        "there is no 'rubum' in 'players.me.rubum' (did you mean 'rubium'?)",
    ),
    # what makes no sense
    ('choose = "done"', "", "a step has either 'choose'"),
    ('hint = "On the left."', "", "a goal that can be missed needs a 'hint'"),
    ('answer = ["place hb0_l"]', "", "a goal needs an 'answer'"),
    ('say = "Buy a Human."', f'say = "{"Long. " * 100}"', "does not fit on a phone"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG)
def test_a_wrong_lesson_is_refused_with_its_line(right: str, wrong: str, said: str) -> None:
    text = GOOD.replace(right, wrong)
    assert text != GOOD
    with pytest.raises(LessonError) as refused:
        check_lesson(lesson_of(text))
    message = str(refused.value)
    assert said in message, message
    assert message.startswith(f"{FILE}, line "), message
    if wrong and not wrong.startswith(("answer", "seats")):  # told with their goal, with [start]
        assert message.startswith(f"{FILE}, line {line_of(text, wrong)}:"), message


@pytest.mark.parametrize(("right", "wrong"), [each[:2] for each in WRONG])
def test_an_author_reads_it_in_any_language(right: str, wrong: str) -> None:
    with pytest.raises(LessonError) as refused:
        check_lesson(lesson_of(GOOD.replace(right, wrong)))
    with speaking(PSEUDO):
        assert OPEN in str(refused.value) and not escaping(shortened(str(refused.value)))
    with speaking("de"):
        assert str(refused.value).startswith(f"{FILE}, Zeile ")


def shortened(told: str) -> str:
    """Without the tokens of options, which are for authors in every language."""
    tokens = sorted(GAME.vocabulary.tokens, key=len, reverse=True)
    for token in tokens:
        told = told.replace(token, "")
    return told


def test_a_file_that_is_not_toml_is_refused() -> None:
    with pytest.raises(LessonError, match="not valid TOML.*line 1"):
        lesson_of("title = \nminutes = 1")


# Arranging


ARRANGED = GOOD.replace(
    'play = ["0 lead ares_inc", "1 lead black_helix"]',
    'play = ["0 lead ares_inc", "1 lead black_helix"]\n'
    'set = { "players.me.rubium" = 30, "players.1.points" = 11 }\n'
    'cards = { mission_deck = ["sm_foothold"], "players.me.energize" = ["en_overdrive"] }',
)


def test_fields_are_set_and_cards_put_where_they_are_wanted() -> None:
    match = begin(lesson_of(ARRANGED))
    me, rival = match.state.players
    assert (me.rubium, rival.points) == (30, 11)
    assert [GAME.card_name(card) for card in me.energize.cards] == ["en_overdrive"]
    assert GAME.card_name(match.state.mission_deck.cards[-1]) == "sm_foothold"
    plain = begin(lesson_of(GOOD))
    assert GAME.census(match.state) == GAME.census(plain.state)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            '"players.me.rubium" = 30',
            '"players.me.rubium" = "30"',
            "is 8 and cannot be set to '30'",
        ),
        ('"players.me.rubium" = 30', '"players.me.gold" = 30', "there is no 'gold'"),
        ('"players.me.rubium" = 30', '"players.5.rubium" = 30', "must be a number from 0 to 1"),
        ('"players.me.rubium" = 30', '"over" = true', "cannot be set"),
        ('"players.me.rubium" = 30', '"players.me.supply" = 0', "pieces appear or disappear"),
        ('["sm_foothold"]', '["sm_foot"]', "no card 'sm_foot' to put here (did you mean"),
        ('["sm_foothold"]', '["sm_foothold", "sm_foothold"]', "no further card 'sm_foothold'"),
        ("mission_deck", "target", "'target' is not a zone of cards"),
    ],
)
def test_a_wrong_arrangement_is_refused(right: str, wrong: str, said: str) -> None:
    with pytest.raises(LessonError) as refused:
        begin(lesson_of(ARRANGED.replace(right, wrong, 1)))
    assert said in str(refused.value)
    assert str(refused.value).startswith(f"{FILE}, line ")


# The coach


def test_closed_choices_are_refused_with_the_reason_of_the_lesson() -> None:
    lesson = lesson_of(GOOD)
    match, coach = begin(lesson), Coach(lesson)
    options = GAME.vocabulary.tokens
    coach.check(match, 0, options["buy human"])
    with pytest.raises(IllegalChoice, match="Too dear"):
        coach.check(match, 0, options["buy fungoid"])
    with pytest.raises(IllegalChoice, match="Not yet"):
        coach.check(match, 0, options["done"])
    coach.check(match, 0, options["buy dragon"])  # the rules refuse it with their own reason


def test_only_what_has_to_be_found_out_is_marked_as_a_question() -> None:
    lesson = lesson_of(GOOD.replace('say = "Done."', 'say = "**What now?** Nothing else."'))
    match, coach = begin(lesson), Coach(lesson)
    marked = []
    for token in ("buy human", "place hb0_l", "done"):
        marked.append(coach.guidance(match).question)
        match.choose(token)
    assert marked == [False, True, True]  # told, can be missed, asked


def test_an_example_speaks_of_its_rule() -> None:
    taught = examples(find("cassiopeia"))
    assert "left neighbour" in taught["CA-7.2"].text  # and not what happened besides
    assert taught["CA-7.3"].lesson == "01-first-planet"


def test_a_missed_goal_gives_a_hint_and_another_try() -> None:
    lesson = lesson_of(GOOD)
    match, coach = begin(lesson), Coach(lesson)
    match.choose("buy human")
    match.choose("place hb0_r")
    said = coach.guidance(match)
    assert (said.situation, said.hint) == ("missed", "On the left.")
    with pytest.raises(IllegalChoice, match="On the left"):
        coach.check(match, 0, GAME.vocabulary.find("done"))
    match = match.at(coach.again(match))
    assert match.ply == 1
    match.choose("place hb0_l")
    assert coach.guidance(match).notice == "Well placed."


def test_progress_follows_from_the_record_alone(tmp_path: Path) -> None:
    lesson = find_lesson(GAME, "first-turn")
    match = begin(lesson)
    for token in ("buy human", "place hb0_l", "buy human"):
        match.choose(token)
    seen = Coach(lesson).guidance(match)
    match.save(tmp_path / "lesson.json")
    again = load(tmp_path / "lesson.json")
    found = exercise_of(GAME, again.lesson)
    assert found is lesson
    assert Coach(found).guidance(again) == seen
    assert Coach(lesson).guidance(pickle.loads(pickle.dumps(match))) == seen
    coach = Coach(lesson)
    assert coach.guidance(match).step == 3
    assert coach.guidance(match.at(1)).step == 1
    assert coach.guidance(match) == seen


def test_going_back_skips_what_the_lesson_has_played() -> None:
    lesson = lesson_of(GOOD)
    match, coach = begin(lesson), Coach(lesson)
    for token in ("buy human", "place hb0_l", "done"):
        match.choose(token)
    while (due := coach.due(match)) is not None:
        match.choose(due[1], due[0])
    assert match.ply == 5
    assert coach.back(match) == 2
    assert coach.is_done(match)
    with pytest.raises(IllegalChoice, match="over"):
        coach.check(match, match.decision.seat, match.decision.options[0])


def test_a_tip_stops_by_itself() -> None:
    tips = """
[[tip]]
on = { decision = "deploy" }
say = "Buy."
times = 2
"""
    lesson = lesson_of(GOOD[: GOOD.index("[[step]]")] + tips)
    match, coach = begin(lesson), Coach(lesson)
    given = []
    for _ in range(4):
        given.append(coach.guidance(match).pages)
        match.choose("buy human")
        assert coach.guidance(match).pages == []  # at another kind of decision
        match.choose("place hb0_l")
    assert given == [["Buy."], ["Buy."], [], []]


def test_lessons_are_found_by_name_and_number() -> None:
    first = course(GAME)[0]
    assert find_lesson(GAME, "1") is find_lesson(GAME, "01") is first
    with pytest.raises(LessonError, match="has no lesson 'first-trn'"):
        find_lesson(GAME, "first-trn")
