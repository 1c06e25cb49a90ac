"""What one has missed: the recap after a lost connection, the finale after the battle."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, open_table, until

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}

# The page keeps its sockets at hand, so that a test can cut the connection.
KEEP = """() => {
    window.sockets = []
    const Socket = window.WebSocket
    window.WebSocket = class extends Socket {
        constructor(...args) {
            super(...args)
            sockets.push(this)
        }
    }
}"""
# A line that is about to be lost: the hall still hears the page, the page hears nothing.
SILENCE = """() => {
    window.unheard = ''
    sockets.at(-1).onmessage = ({data}) => unheard += data
}"""
ASKED_AGAIN = "() => unheard.includes('Ann begins a turn')"
CUT = "() => sockets.at(-1).close()"
PHASE = ".table-title small"


def end_turn(page: Page) -> None:
    """End every phase of a turn; at the last one the connection is lost until the next turn."""
    while "End of turn" not in (phase := page.locator(PHASE).inner_text()):
        page.locator(MINE).last.click()
        changed = "([small, phase]) => document.querySelector(small).innerText !== phase"
        until(page, changed, [PHASE, phase])
    page.evaluate(SILENCE)
    page.locator(MINE).last.click()  # no card is exchanged, and the others have their turn
    until(page, ASKED_AGAIN)
    page.evaluate(CUT)


def test_after_a_lost_connection_the_recap_opens_by_itself(visit: Visit) -> None:
    page = visit("Ann", speed="slow")
    page.context.add_init_script(f"({KEEP})()")
    open_table(page, "nexus-ops", [ME, BOT], seed="missed")
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator(".recap")).to_have_count(0)  # nothing was missed
    end_turn(page)
    recap = page.locator(".recap")
    expect(recap).to_be_visible()
    assert page.evaluate("sockets.length") > 1
    expect(page.locator(".offline")).to_have_count(0)
    expect(recap.locator("h3")).to_contain_text(re.compile("turn of (?!Ann)"))
    assert recap.locator("li").count() > 1
    recap.get_by_role("button", name="Show on the table").click()
    expect(page.locator(".strip.past .caption")).to_contain_text("begins a turn")
    page.keyboard.press("Escape")
    expect(page.locator(MINE).first).to_be_visible()
    turn = page.locator(".strip .turns button").first
    turn.hover()  # lights the places of that turn
    expect(page.locator(".cell[data-state~=pointed]").first).to_be_attached()
    turn.click()
    page.keyboard.press("Escape")
    expect(recap).to_have_count(0)


def test_the_end_is_shown_when_the_battle_has_been_read(visit: Visit) -> None:
    page = visit("Ann", speed="slow")
    open_table(page, "cyberstrife", [ME, BOT], seed="the last battle")
    expect(page.locator(MINE).first).to_be_visible()
    page.evaluate(LAST)
    until(page, "() => document.querySelector('.ending')")
    stage, finale = page.locator(".stage"), page.locator(".finale")
    expect(stage).to_be_visible()
    expect(stage).to_contain_text("battle")
    expect(finale).to_have_count(0)
    stage.get_by_role("button", name="Continue").click()
    expect(finale).to_be_visible()
    expect(finale.locator("h2")).not_to_be_empty()
    expect(finale.locator(".place")).to_have_text(["1.", "2."])


# Plays to the end, skipping what the others do, and leaves what is on stage then.
LAST = """() => {
    const step = () => {
        if (document.querySelector('.ending')) return
        document.querySelector('.strip .go')?.click()
        document.querySelector('.acts button.fatal')?.click()
        const list = document.querySelectorAll('.ask.mine .options button:enabled')
        list[list.length - 1]?.click()
        setTimeout(step, 4)
    }
    step()
}"""
