"""Lessons in a real browser: found in the lobby, played by keys and by touch, ticked when done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from starhall.engine.game import installed
from starhall.engine.lessons.lesson import Lesson, course
from starhall.engine.lessons.puzzle import puzzles
from starhall.engine.lessons.trial import Trial
from tests.web.conftest import Visit
from tests.web.play import ROOT, until

FIRST = [lessons[0] for game in installed().values() if (lessons := course(game))]
AXE = Path(ROOT, "web/node_modules/axe-core/axe.min.js")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


def answers(lesson: Lesson) -> list[str]:
    """What the learner chooses on the lesson's own way."""
    trial = Trial(lesson, None, None)
    trial.run()
    return trial.chosen


def check_access(page: Page) -> None:
    """Everything in the dark; in the light only the colours are others."""
    page.evaluate(AXE.read_text("utf-8"))
    script = "rules => axe.run({exclude: ['.map-frame']}, {runOnly: rules})"
    faults = page.evaluate(script, TAGS)["violations"]
    page.emulate_media(color_scheme="light")
    faults += page.evaluate(script, ["color-contrast"])["violations"]
    page.emulate_media(color_scheme="dark")
    assert [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in faults] == []


def open_first(page: Page, lesson: Lesson) -> None:
    page.locator(f".lessons button[aria-label='Start: {lesson.title}']").press("Enter")
    expect(page.locator(".lesson h3")).to_have_text(lesson.title)


@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.game.id)
def test_the_first_lesson_is_played_by_keys(visit: Visit, lesson: Lesson) -> None:
    page = visit("Ann", f"/learn/{lesson.game.id}")
    check_access(page)
    open_first(page, lesson)
    check_access(page)
    for token in answers(lesson):
        option = page.locator(f".options button[data-option='{token}']:enabled")
        expect(option).not_to_have_class("closed")
        before = page.locator(".ask").inner_text()
        option.press("Enter")
        until(page, "before => document.querySelector('.ask').innerText !== before", before)
    expect(page.locator(".lesson.done")).to_be_visible()
    page.get_by_role("button", name="All lessons").press("Enter")
    expect(page.locator(".lessons li").first).to_contain_text("finished")


@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.game.id)
def test_the_first_lesson_is_played_on_a_phone(visit: Visit, lesson: Lesson) -> None:
    page = visit("Ann", f"/learn/{lesson.game.id}", phone=True)
    page.locator(".lessons button").first.tap()
    for number, token in enumerate(answers(lesson)):
        option = page.locator(f".options button[data-option='{token}']:enabled")
        before = page.locator(".ask").inner_text()
        # Twice at the same spot is a double tap, and does not answer the next question.
        option.tap(position={"x": 20 + 100 * (number % 2), "y": 12})
        until(page, "before => document.querySelector('.ask').innerText !== before", before)
    done = page.locator(".lesson.done")
    expect(done).to_be_visible()
    expect(done.get_by_role("button").first).to_be_in_viewport()


def test_learn_comes_before_play_now_until_one_has_played(visit: Visit) -> None:
    page = visit("Ann")
    game = page.locator(".game", has_text="Nexus Ops")
    first = game.get_by_role("button").first
    expect(first).to_have_accessible_name("Learn 3 min: Nexus Ops, by playing")
    game.get_by_role("button", name="Play now").click()
    page.locator(".ask").wait_for()
    page.goto("/")
    expect(game.get_by_role("button").first).to_have_accessible_name(
        "Play now against bots: Nexus Ops"
    )
    expect(game.get_by_role("button", name="Learn Nexus Ops")).to_be_visible()


def test_a_closed_choice_gets_the_reason_of_the_coach(visit: Visit) -> None:
    page = visit("Ann", "/learn/nexus-ops")
    page.locator(".lessons button").first.click()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".lesson .page")).to_contain_text("Buy a Human")
    page.locator(".options button[data-option='buy fungoid']").click()
    expect(page.locator(".lesson .refusal")).to_contain_text("Good taste")
    page.reload()
    expect(page.locator(".lesson")).to_contain_text("Step 1 of 12")
    page.locator(".options button[data-option='buy human']").click()
    expect(page.locator(".lesson .refusal")).to_have_count(0)
    expect(page.locator(".lesson")).to_contain_text("Step 2 of 12")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".lesson")).to_contain_text("Step 1 of 12")


def test_the_rule_book_leads_to_the_lesson(visit: Visit) -> None:
    page = visit("Ann", "/learn/nexus-ops")
    page.get_by_role("button", name="Rules").click()
    rule = page.locator("[data-rule='NX-8.25']")
    expect(rule.locator(".example")).to_contain_text("you win the battle")
    rule.get_by_role("button", name="Learn it by playing: Your first battle").click()
    expect(page.locator(".lesson h3")).to_have_text("Your first battle")


def test_the_rule_book_shows_the_pieces_it_names(visit: Visit) -> None:
    page = visit("Ann", "/learn/nexus-ops")
    page.get_by_role("button", name="Rules").click()
    pieces = page.locator(".rules .pictures li", has_text="Rock Strider").first
    expect(pieces.locator(".icon path")).to_have_attribute("d", re.compile("^[Mm]"))


def test_a_puzzle_is_tried_solved_and_remembered(visit: Visit) -> None:
    puzzle = puzzles(installed()["cassiopeia"])[0]
    page = visit("Ann", "/learn/cassiopeia")
    expect(page.locator(".puzzles")).to_contain_text(f"0 of {len(puzzles(puzzle.game))} solved")
    check_access(page)
    page.get_by_role("button", name="Puzzle 1", exact=True).press("Enter")
    expect(page.locator(".lesson h3")).to_have_text("Puzzle 1")
    page.locator(f".options button[data-option='{puzzle.data.option[-1].token}']").press("Enter")
    expect(page.locator(".lesson .hint")).to_contain_text("There is a choice with about")
    page.get_by_role("button", name="Try again").press("Enter")
    page.locator(f".options button[data-option='{puzzle.data.best.token}']").press("Enter")
    done = page.locator(".lesson.done")
    expect(done).to_contain_text("Yes:")
    check_access(page)
    done.get_by_role("button", name="Next: Puzzle 2").press("Enter")
    expect(page.locator(".lesson h3")).to_have_text("Puzzle 2")
    page.goto("/learn/cassiopeia")
    expect(page.get_by_role("button", name="Puzzle 1, solved")).to_be_visible()
