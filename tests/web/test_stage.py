"""The stage: dice and hits to read, off what is asked about, folded into a line, opened again."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, choose, next_question, open_table, play_until

ME = {"kind": "me"}
QUICK = {"kind": "bot", "bot": "quick"}
RANDOM = {"kind": "bot", "bot": "random"}
WIDE: ViewportSize = {"width": 1440, "height": 900}


def covers(stage: Locator, things: str) -> bool:
    """Does the stage lie on one of these things?"""
    return bool(
        stage.evaluate(
            """(stage, things) => {
                const room = stage.getBoundingClientRect()
                return [...document.querySelectorAll(things)].some((thing) => {
                    const box = thing.getBoundingClientRect()
                    return box.width && box.left < room.right && box.right > room.left
                        && box.top < room.bottom && box.bottom > room.top
                })
            }""",
            things,
        )
    )


def test_a_battle_shows_its_dice_and_hits_beside_the_map(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    open_table(page, "nexus-ops", [ME, QUICK, QUICK], seed="hits 1")
    play_until(page, ".stage .cube.hit")
    stage = page.locator(".stage")
    page.keyboard.press("Escape")  # a drawer that the player has opened
    page.locator(".strip .folded").click()
    roll = stage.locator("li", has=page.locator(".cube.hit")).first
    needs = int(re.findall(r"needing (\d)", roll.inner_text())[0])
    faces = [int(face) for face in roll.locator(".cube.hit").all_inner_texts()]
    assert faces and min(faces) >= needs
    assert "hit" in roll.inner_text()
    assert not covers(stage, ".map-frame > svg")
    stage.get_by_role("button", name="Continue").click()
    expect(stage).to_have_count(0)
    expect(page.locator(".strip .folded")).to_be_visible()  # to look at it once more


def test_a_strike_shows_its_dice_in_their_colours(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    settings = {"faction_pick": "random"}
    open_table(page, "cysmic", [ME, QUICK], seed="strike 0", settings=settings)
    play_until(page, ".stage .cube, .strip .folded.fresh")
    if page.locator(".strip .folded").count():
        page.locator(".strip .folded").click()
    strike = page.locator(".stage li", has=page.locator(".cube")).first
    told = re.findall(r"(red|yellow) (\d)", strike.inner_text())
    shown = strike.locator(".cube").all_inner_texts()
    assert [face for _, face in told] == shown
    red = strike.locator(".cube").first.evaluate("one => getComputedStyle(one).backgroundColor")
    assert red != "rgb(232, 236, 246)"  # the colour of an ordinary die


def skip(page: Page) -> None:
    """To now, and again while the others are still at it."""
    while not page.locator(MINE).count():
        page.wait_for_selector(f".strip.playing, {MINE}")
        if page.locator(".strip.playing").count():
            page.keyboard.press("Escape")


def test_the_key_that_skips_to_now_leaves_the_battle_to_be_read(visit: Visit) -> None:
    page = visit("Ann", speed="slow")
    open_table(page, "cyberstrife", [ME, RANDOM, RANDOM], seed="follow me")
    skip(page)
    while not page.locator(".strip.playing").count():
        with next_question(page, ".strip.playing"):
            page.locator(MINE).last.click()
    skip(page)
    stage = page.locator(".stage")
    expect(stage).to_contain_text("attacks Ann")
    page.keyboard.press("Escape")
    expect(stage).to_have_count(0)


def encounter(page: Page) -> None:
    """Take two dice along, travel, evade the first card and pay for that."""
    for word in ("Keep", "Search", "Evade", "Pay 1 Combat"):
        choose(page, word)


def test_an_encounter_makes_way_for_the_next_and_opens_again(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    open_table(page, "pulp-invasion", [ME], seed="newcomer")
    expect(page.locator(MINE).first).to_be_visible()
    encounter(page)
    stage, line = page.locator(".stage"), page.locator(".strip .folded.fresh")
    expect(line).to_contain_text("Reinforcements!")
    expect(stage).to_have_count(0)
    met = page.locator(".card", has=page.locator(".badge", has_text="being encountered"))
    expect(met.locator("h4")).to_be_in_viewport()
    line.tap()
    expect(stage).to_contain_text("Reinforcements! is evaded.")
    expect(stage).to_contain_text("You pay 1 Combat.")
    low = page.locator(".play").bounding_box()
    box = stage.bounding_box()
    assert low and box and box["y"] + box["height"] <= low["y"]  # above the sheet
    stage.get_by_role("button", name="Continue").tap()
    expect(stage).to_have_count(0)
    expect(page.locator(MINE).first).to_be_visible()
