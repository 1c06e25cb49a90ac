"""Following the game: playback, the turns of the others, the log, and what a table looks like."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.conftest import Visit
from tests.web.play import open_table, start_player

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}
MINE = ".ask.mine .options button:enabled"
WIDE: ViewportSize = {"width": 1440, "height": 900}

# How often the live region is rewritten.
LISTEN = """() => {
    window.heard = []
    const region = document.querySelector('.sr[aria-live]')
    const note = () => region.textContent && heard.push(region.textContent)
    const all = {childList: true, characterData: true, subtree: true}
    new MutationObserver(note).observe(region, all)
}"""


def until_others_play(page: Page) -> None:
    """End every phase until the others have their turn."""
    while not page.locator(".strip.playing").count():
        question = page.locator(".ask").inner_text()
        page.locator(MINE).last.click()
        page.wait_for_function(
            """question => document.querySelector('.strip.playing')
                || document.querySelector('.ask').innerText !== question""",
            arg=question,
        )


def test_a_round_of_bots_is_played_back_and_can_be_looked_back_at(visit: Visit) -> None:
    page = visit("Ann", speed="slow", size=WIDE)
    open_table(page, "nexus-ops", [ME, BOT, BOT], seed="follow me")
    expect(page.locator(MINE).first).to_be_visible()
    until_others_play(page)
    page.evaluate(LISTEN)
    caption = page.locator(".strip .caption")
    expect(caption).not_to_be_empty()
    expect(page.locator(".options button")).to_have_count(0)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    while not page.locator(".cell[data-state~=told]").count():  # a place on the map lights up
        page.wait_for_selector(".strip .left")  # the bots may still be thinking
        page.keyboard.press("ArrowRight")
    assert page.evaluate("heard") == []
    page.keyboard.press("Escape")
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator("[data-state~=told]")).to_have_count(0)
    heard = page.evaluate("heard")
    assert page.locator(".prompt").inner_text() in heard[-1]
    assert len(heard) < page.locator(".log li").count() / 3

    turns = page.locator(".strip .turns button")
    expect(turns).to_have_count(2)
    page.reload()
    recap = page.locator(".recap")  # opens by itself
    expect(recap).to_contain_text("turn of")
    recap.get_by_role("button", name="Show on the table").click()
    expect(page.locator(".strip.past")).to_be_visible()
    expect(page.locator(".options button")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(MINE).first).to_be_visible()

    line = page.locator(".log li", has_text="places it on").last
    line.hover()
    expect(page.locator(".cell[data-state~=pointed]").first).to_be_attached()
    line.click(position={"x": 2, "y": 8})
    expect(page.locator(".strip.past .caption")).to_contain_text("places it on")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator(".log h3").last).to_contain_text("turn of")


def in_sight(page: Page, thing: Locator) -> bool:
    """Is the upper part of a thing inside the window and not behind something?"""
    return bool(
        thing.evaluate(
            """node => {
                const box = node.getBoundingClientRect()
                const y = box.top + Math.min(box.height / 2, 30)
                const seen = document.elementFromPoint(box.left + box.width / 2, y)
                return !!seen && (node.contains(seen) || seen.contains(node))
            }"""
        )
    )


OWN = {
    "cassiopeia": ".ring .spot >> nth=-1",
    "cyberstrife": "[data-id='hand:0'] .card >> nth=0",
    "cysmic": "[data-id='hand'] .card >> nth=0",
    "nexus-ops": "[data-id='stats:0']",
    "pulp-invasion": "[data-id='hand']",
}


@pytest.mark.parametrize("width,height", [(1440, 900), (1920, 1080), (1024, 768)])
def test_board_hand_and_question_are_in_one_view(visit: Visit, width: int, height: int) -> None:
    page = visit("Ann", size={"width": width, "height": height})
    for game, own in OWN.items():
        chairs = [ME] if game == "pulp-invasion" else [ME, BOT, BOT]
        settings = {"faction_pick": "random"} if game == "cysmic" else {}
        open_table(page, game, chairs, seed="at a glance", settings=settings)
        start_player(page, most=14)
        page.wait_for_function("() => player.done")
        page.evaluate("document.querySelector('.stage .go')?.click()")
        page.evaluate("document.querySelector('.recap .x')?.click()")
        page.evaluate("document.querySelector('.drawer .x')?.click()")
        assert page.evaluate("document.documentElement.scrollHeight") <= height, game
        for what in (".centre > *", own, ".prompt", MINE):
            assert in_sight(page, page.locator(what).first), (game, what)
        sizes = page.locator(".scene .card .text").evaluate_all(
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert all(size >= 12 for size in sizes), (game, min(sizes))


def shown_options(page: Page) -> int:
    count = page.locator(".options").evaluate(
        """list => [...list.querySelectorAll('button')].filter((button) => {
            const [box, room] = [button.getBoundingClientRect(), list.getBoundingClientRect()]
            return box.top >= room.top - 1 && box.bottom <= Math.min(room.bottom, innerHeight) + 1
        }).length"""
    )
    return int(count)


def test_the_list_keeps_its_room_and_the_tools_their_places(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    open_table(page, "nexus-ops", [ME, BOT], seed="on the map", hints=True)
    page.locator(".options button", has_text="Lead").first.click()
    undo = page.get_by_role("button", name="Take back")
    expect(undo).to_be_enabled()
    while page.locator(".options button").count() < 10:  # one buys, places, and then moves
        before = page.locator(".ask").inner_text()
        buys = page.locator(".options button[data-option='buy human']:enabled")
        (buys if buys.count() else page.locator(MINE)).first.click()
        page.wait_for_function(
            "before => document.querySelector('.ask').innerText !== before", arg=before
        )
    places = [undo.bounding_box(), page.get_by_role("button", name="More").bounding_box()]
    closing = page.locator(".options .closing button")
    for key in ("", "w", "h"):
        if key:
            page.keyboard.press(key)
        if key == "w":
            expect(page.locator(".reasons")).to_be_visible()
        if key == "h":
            expect(page.locator(".hinted")).to_be_visible()
        assert shown_options(page) >= 8
        assert in_sight(page, closing)
    page.locator(".options").evaluate("list => { list.scrollTop = 999 }")
    page.locator(MINE).first.dblclick()  # the second click must not answer the next question
    expect(undo).to_be_enabled()
    assert page.locator(".options").evaluate("list => list.scrollTop") == 0
    assert places[0] is not None and places[1] is not None

    # What was picked up is marked; a click puts it down.
    held = page.locator(".cell[data-state~=held]")
    if held.count():
        asked = page.locator(".prompt").inner_text()
        held.first.click()
        expect(page.locator(".prompt")).not_to_have_text(asked)

    # The wheel belongs to the page until the map has the focus.
    shown = page.locator(".map-frame > svg")
    view = shown.get_attribute("viewBox") or ""
    shown.hover(position={"x": 5, "y": 5})
    page.mouse.wheel(0, -300)
    assert shown.get_attribute("viewBox") == view
    shown.focus()
    page.mouse.wheel(0, -300)
    expect(shown).not_to_have_attribute("viewBox", view)
