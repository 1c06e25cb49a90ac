"""Following the game: playback, the turns of the others, the log, and what a table looks like."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, PHONE, fitted, next_question, open_table, play_on, until

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}
WIDE: ViewportSize = {"width": 1440, "height": 900}

# How often the live region is rewritten.
LISTEN = """() => {
    window.heard = []
    const region = document.querySelector('.sr[aria-live]')
    const note = () => region.textContent && heard.push(region.textContent)
    const all = {childList: true, characterData: true, subtree: true}
    new MutationObserver(note).observe(region, all)
}"""


# How high the table is, whenever that changes.
WATCH_HEIGHT = """() => {
    window.heights = []
    const note = (all) => heights.push(...all.map((one) => one.contentRect.height))
    new ResizeObserver(note).observe(document.querySelector('.table .scene'))
}"""


# Lines of the log in which a mark begins a row of text, or that are too wide.
BROKEN = r"""lines => lines.filter((line) => {
    const words = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
    let before = null
    while (words.nextNode()) {
        const {data} = words.currentNode
        for (let i = 0; i < data.length; i++) {
            const one = document.createRange()
            one.setStart(words.currentNode, i)
            one.setEnd(words.currentNode, i + 1)
            const box = one.getBoundingClientRect()
            if (!box.width) continue
            if (/[,.;:]/.test(data[i]) && box.top >= before.bottom - 2) return true
            before = box
        }
    }
    return line.scrollWidth > line.clientWidth + 1
}).map((line) => line.innerText)"""


def test_names_of_cards_in_the_log_are_buttons_that_read_as_words(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    open_table(page, "cyberstrife", [ME, BOT, BOT], seed="fence")
    play_on(page, most=14)
    names = page.locator(".log li").get_by_role("button").filter(has_text=re.compile(r"\w"))
    assert names.count() > 10
    assert set(names.evaluate_all("all => all.map((one) => one.tagName)")) == {"BUTTON"}
    for width in range(150, 340, 10):
        page.locator(".log").evaluate("(log, width) => log.style.width = `${width}px`", width)
        assert fitted(page.locator(".log li > span"), BROKEN) == [], width
    for key in ("Enter", "Space"):
        names.last.press(key)
        expect(page.locator(".looking h4")).to_have_text(names.last.inner_text())
        page.keyboard.press("Escape")
        expect(page.locator(".looking")).to_have_count(0)


def until_others_play(page: Page) -> None:
    """End every phase until the others have their turn."""
    while not page.locator(".strip.playing").count():
        with next_question(page, ".strip.playing"):
            page.locator(MINE).last.click()


@pytest.mark.parametrize("game", ["cassiopeia", "pulp-invasion"])
def test_the_table_stays_where_it_is_whatever_is_told_above_it(visit: Visit, game: str) -> None:
    page = visit("Ann")
    open_table(page, game, [ME] if game == "pulp-invasion" else [ME, BOT, BOT], seed="still")
    expect(page.locator(MINE).first).to_be_visible()
    page.evaluate(WATCH_HEIGHT)
    told = page.locator(".strip :is(.turns, .folded)")
    while not told.count():  # until then there is a line without a frame
        play_on(page, most=5)
    play_on(page, most=15)
    assert len(page.evaluate("heights")) == 1


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

    line = page.locator(".log li", has_text="places the").last
    line.hover()
    expect(page.locator(".cell[data-state~=pointed]").first).to_be_attached()
    line.click(position={"x": 2, "y": 8})
    expect(page.locator(".strip.past .caption")).to_contain_text("places the")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator(".log h3").last).to_contain_text("turn of")


def test_the_table_changes_with_each_line_of_one_choice(visit: Visit) -> None:
    page = visit("Ann", speed="slow", size=WIDE)
    open_table(page, "nexus-ops", [ME, BOT, BOT], seed="follow me")
    expect(page.locator(MINE).first).to_be_visible()
    caption, units = page.locator(".strip .caption span").last, page.locator(".map-frame .token")
    seen: list[tuple[str, int]] = []  # what was told, and how many units stood there then
    turns = 0
    while turns < 4:
        until_others_play(page)
        page.keyboard.press(" ")
        while page.locator(".strip.playing").count():
            seen.append((caption.inner_text(), units.count()))
            page.keyboard.press("ArrowRight")
        if finds(seen):
            return
        page.wait_for_selector(f"{MINE}, .strip.playing")  # bots that think make a pause
        turns += page.locator(MINE).count() > 0
    raise AssertionError(seen)


def finds(seen: list[tuple[str, int]]) -> bool:
    """Has somebody explored several hexes after one movement, and met units one after the other?"""
    counts: list[int] = []
    for told, units in seen:
        if "explores" not in told and "joins" not in told:
            counts = []
        elif counts and units > counts[-1]:
            return True
        else:
            counts.append(units)
    return False


def in_sight(thing: Locator) -> bool:
    """Is the upper part of a thing inside the window and not behind something?"""
    thing.wait_for(state="attached")
    return bool(
        fitted(
            thing,
            """([node]) => {
                const box = node.getBoundingClientRect()
                const y = box.top + Math.min(box.height / 2, 30)
                const seen = document.elementFromPoint(box.left + box.width / 2, y)
                return !!seen && (node.contains(seen) || seen.contains(node))
            }""",
        )
    )


OWN = {
    "cassiopeia": "[data-id^='player:']",
    "cyberstrife": "[data-id='hand:0'] .card",
    "cysmic": "[data-id='hand'] .card",
    "nexus-ops": "[data-id='stats:0']",
    "pulp-invasion": "[data-id='hand']",
}
SOLO = "pulp-invasion"


def sit_down(page: Page, game: str) -> None:
    settings = {"faction_pick": "random"} if game == "cysmic" else {}
    chairs = [ME] if game == SOLO else [ME, BOT]
    open_table(page, game, chairs, seed="at a glance", settings=settings)
    expect(page.locator(MINE).first).to_be_visible()
    page.evaluate("document.querySelector('.recap .x')?.click()")  # what one has missed
    expect(page.locator(".recap")).to_have_count(0)


SIZES: tuple[ViewportSize, ...] = (
    WIDE,
    {"width": 1920, "height": 1080},
    {"width": 1024, "height": 768},
    PHONE,
)


@pytest.mark.parametrize("game", OWN)
def test_each_size_of_screen_shows_board_hand_and_question(visit: Visit, game: str) -> None:
    page = visit("Ann")
    sit_down(page, game)
    if game == "cassiopeia":  # the planets lie there after the setup
        play_on(page, most=4)
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        for what in (".prompt", MINE, ".tools"):
            assert in_sight(page.locator(what).first), (size, what)
        if size is PHONE:  # one thing at a time: the page brings what is asked about into sight
            expect(page.locator(".play.half")).to_be_visible()  # opened by itself
            continue
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], size
        for what in (".centre > *", OWN[game]):
            assert in_sight(page.locator(what).first), (size, what)
        if size is WIDE:
            assert shown_options(page) >= min(8, page.locator(MINE).count())
    sizes = page.locator(".scene .card .text").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert all(size >= 12 for size in sizes), min(sizes)


def test_on_a_phone_a_finger_meets_one_hex(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    sit_down(page, "cysmic")
    open_cells = page.locator(".cell[data-state~=glow] .ground")
    while not open_cells.count():
        page.locator(MINE).first.click()
        expect(page.locator(MINE).first).to_be_visible()
    until(
        page,
        """() => document.querySelector('.cell[data-state~=glow] .ground')
            .getBoundingClientRect().width >= 44""",
    )
    assert page.locator(".map-frame").evaluate(
        """frame => [...document.querySelectorAll('.cell[data-state~=glow]')].some((cell) => {
            const [box, room] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()]
            return box.left >= room.left && box.right <= room.right && box.top >= room.top
        })"""
    )


def test_a_hex_says_whose_it_is_what_stands_there_and_which_rule_holds(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "nexus-ops")
    page.get_by_text("What the icons mean").click()
    expect(page.locator(".icon-legend .legend")).to_contain_text("refinery")
    page.get_by_text("What the icons mean").click()
    page.locator(".cell[data-name='Inner 1']").dispatch_event("click")
    expect(page.locator(".looking")).to_contain_text("NX-")
    page.keyboard.press("Escape")
    page.locator(".cell:not([data-state~=glow])[data-name^='Base']").first.dispatch_event("click")
    expect(page.locator(".looking")).to_contain_text("New units of this home's player start here")


def test_a_phone_shows_the_question_and_does_not_scroll_sideways(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    for game in OWN:
        sit_down(page, game)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        for what in (".prompt", MINE, ".tools"):
            assert in_sight(page.locator(what).first), (game, what)


def shown_options(page: Page) -> int:
    count = fitted(
        page.locator(".options"),
        """([list]) => [...list.querySelectorAll('button')].filter((button) => {
            const [box, room] = [button.getBoundingClientRect(), list.getBoundingClientRect()]
            return box.top >= room.top - 1 && box.bottom <= Math.min(room.bottom, innerHeight) + 1
        }).length""",
    )
    return int(count)


def test_the_list_keeps_its_room_and_the_tools_their_places(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    open_table(page, "cyberstrife", [ME, BOT], seed="at a glance")
    expect(page.locator(MINE).nth(8)).to_be_attached()
    closing = page.locator(".options .closing button").last
    assert shown_options(page) >= 8
    assert in_sight(closing)
    page.keyboard.press("w")
    expect(page.locator(".reasons")).to_be_visible()
    assert shown_options(page) >= 8
    assert in_sight(closing)
    page.keyboard.press("w")
    undo = page.get_by_role("button", name="Take back")
    place, hand = undo.bounding_box(), page.locator("[data-id='hand:0']").bounding_box()
    options = page.locator(MINE).count()
    page.locator(MINE).first.click()
    expect(page.locator(MINE)).to_have_count(options - 1)
    expect(page.locator(".card[data-state~=held] .badge", has_text="marked")).to_be_visible()
    assert undo.bounding_box() == place
    assert page.locator("[data-id='hand:0']").bounding_box() == hand


def test_many_places_are_grouped_by_consequence_and_direction(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cysmic")
    groups = page.locator(".options .group")  # where the ship lands: 30 hexes
    expect(groups.first).to_have_text("With consequences")
    directions = [title for title in groups.all_inner_texts() if title.startswith("To the ")]
    assert len(directions) == len(set(directions)) >= 4
    assert page.locator(".map-frame svg.many-open .cell[data-state~=glow]").count() > 24


def test_the_wheel_belongs_to_the_page_until_the_map_has_the_focus(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "nexus-ops")
    shown = page.locator(".map-frame > svg")
    view = shown.get_attribute("viewBox") or ""
    shown.hover(position={"x": 5, "y": 5})
    page.mouse.wheel(0, -300)
    assert shown.get_attribute("viewBox") == view
    shown.focus()
    page.mouse.wheel(0, -300)
    expect(shown).not_to_have_attribute("viewBox", view)
