"""Clocks in the browser: set up, seen, heard of; and the way to the next game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, open_table, start_player, until
from tests.web.test_company import in_turn

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}
FIVE = {"type": "live", "minutes": 5, "seconds": 10}
LISTEN = """() => {
    window.tones = []
    const make = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
        return window.tones[window.tones.push(make.call(this)) - 1]
    }
}"""
WARNED = "tones.filter((tone) => tone.frequency.value === 880).length === 3"


def see_clock(page: Page) -> None:
    """The own clock runs, at the seat and beside the question."""
    expect(page.locator(MINE).first).to_be_visible()
    for place in (".seats .viewer", ".turn-mark"):
        clock = page.locator(f"{place} .clock.running")
        expect(clock).to_be_visible()
        expect(clock.locator("[aria-hidden]")).to_have_text(re.compile(r"[45]:\d\d"))
        expect(clock.locator(".sr")).to_have_text(re.compile(r"[45] minutes left"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_running_clock_on_a_desk_and_on_a_phone_warns_in_time(visit: Visit) -> None:
    for phone in (False, True):
        page = visit("Ann", phone=phone)
        page.clock.install()
        open_table(page, "nexus-ops", [ME, BOT], clock=FIVE)
        see_clock(page)
        expect(page.locator(".clock.low")).to_have_count(0)
        page.mouse.click(1, 1)  # a page may sound after it was touched
        page.evaluate(LISTEN)
        page.clock.fast_forward("04:15")
        until(page, WARNED)
        expect(page.locator(".turn-mark .clock.low")).to_be_visible()
        expect(page.locator("[aria-live]")).to_have_text("You have 1 minute left.")


def test_a_clock_is_set_up_in_words_and_orders_my_games(visit: Visit) -> None:
    ann = visit("Ann")
    open_table(ann, "pulp-invasion", [ME])
    expect(ann.locator(MINE).first).to_be_visible()
    ann.goto("/")
    ann.get_by_role("button", name="Set up a table: Cyberstrife").click()
    form = ann.get_by_role("dialog")
    form.get_by_label("Seat 2", exact=True).select_option("open")
    while form.locator(".chair").count() > 2:
        form.get_by_role("button", name="Remove a seat").click()
    expect(form.get_by_label("When the time is up")).to_have_count(0)
    form.get_by_label("Clock").select_option("days")
    form.get_by_label("Time for each turn").select_option("2 days")
    form.get_by_label("Saturdays and Sundays do not count").check()
    form.get_by_label("A player may pause once a month").select_option("for 3 days")
    form.get_by_label("When the time is up").select_option("The game chooses")
    form.get_by_role("button", name="Open the table").click()
    words = "2 days for each turn, weekends off, pause of 3 days once a month."
    expect(ann.locator(".waiting")).to_contain_text(words)
    table = ann.url.rsplit("/", 1)[1]
    boris = visit("Boris", ann.url)
    expect(boris.locator(".waiting")).to_contain_text(words)
    boris.get_by_role("button", name="Sit here").click()
    told = ann.evaluate("async id => (await fetch(`/api/tables/${id}`)).json()", table)
    assert told["clock"]["pause_days"] == 3 and told["clock"]["hours"] == 48
    for page in (ann, boris):
        expect(page.locator(".scene .panel").first).to_be_visible()

    # Whoever is asked may pause. Who has played the turn is led to the game that waits.
    asked, _ = in_turn(ann, boris)
    asked.get_by_role("button", name="More").click()
    asked.get_by_role("button", name="Pause my clock for 3 days").click()
    expect(asked.locator(".seats .viewer .clock.paused")).to_be_visible()
    expect(asked.locator(".log .remark")).to_contain_text("pauses the clock until")
    start_player(ann)
    ann.get_by_role("button", name="Next game waiting for you: Pulp Invasion!").click()
    expect(ann.locator("h1")).to_contain_text("Pulp Invasion!")


def test_choices_in_advance_are_given_in_a_dialog_and_used(visit: Visit) -> None:
    ann = visit("Ann")
    open_table(ann, "nexus-ops", [ME, BOT])
    expect(ann.locator(MINE).first).to_be_visible()
    answered = ann.locator(MINE).first.inner_text()
    ann.get_by_role("button", name="More").click()
    ann.get_by_role("button", name="Choices in advance").click()
    dialog = ann.get_by_role("dialog", name="Choices in advance")
    dialog.get_by_label("Lose the cheapest units first").check()
    dialog.get_by_label("Find a choice").fill("pass")
    dialog.locator(".found button").first.click()
    dialog.get_by_role("button", name="Remove: ").click()
    expect(dialog.locator("ol li")).to_have_count(0)
    dialog.get_by_label("Find a choice").fill("pass")
    dialog.locator(".found button").first.click()
    dialog.get_by_role("button", name="Save").click()
    # The question is another one: the plan stops at once and says so.
    expect(ann.locator(".log .remark").last).to_contain_text("Your plan stops:")
    expect(ann.get_by_role("button", name="You have 1 choice in advance")).to_be_visible()
    assert ann.locator(MINE).first.inner_text() == answered
