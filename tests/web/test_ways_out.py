"""Leaving, resigning, aborting, deleting, and the list of one's own games."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, open_table
from tests.web.test_company import pair

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}


def test_my_games_are_links_with_filters_and_can_be_tidied(visit: Visit) -> None:
    page = visit("Ann")
    first = open_table(page, "cyberstrife", [ME, BOT])
    expect(page.locator(MINE).first).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave the table").click()
    ways = page.get_by_role("dialog", name="Leave the table")
    expect(ways.get_by_role("button", name="Resign")).to_have_count(0)  # the game has its own way
    ways.get_by_role("button", name="Concede the game").click()
    page.get_by_role("dialog", name="Concede the game: are you sure?").get_by_text("No").click()
    running = report(page)
    assert running["record"] is None and running["frame"]["scene"]["viewer"] == 0
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave the table").click()
    ways.get_by_role("button", name="Abort the game").click()
    expect(page.locator(".ending")).to_have_text("The game was aborted. Nobody wins.")
    assert report(page)["record"]["game"] == "cyberstrife"
    expect(page.locator(".finale .icon")).to_have_count(0)
    expect(page.locator(".log .remark")).to_have_text("Ann aborts the game. Nobody wins.")

    second = open_table(page, "pulp-invasion", [ME])
    expect(page.locator(MINE).first).to_be_visible()
    page.goto("/")
    mine = page.get_by_role("region", name="My games")
    expect(mine.locator(".line")).to_have_count(1)
    expect(mine.locator(".line .state")).to_have_text("Your turn")
    mine.get_by_role("button", name="Finished").click()
    link = mine.get_by_role("link", name="Cyberstrife")
    expect(link).to_contain_text("with Vega The game was aborted. Nobody wins.")
    expect(link).to_have_attribute("href", f"/t/{first}/replay/0")
    expect(link.locator("time")).to_have_text(re.compile(r"\d{4}"))
    mine.get_by_role("button", name="All").click()
    expect(mine.locator(".line")).to_have_count(2)
    expect(mine.locator(".line").first).to_contain_text("Pulp Invasion!")  # whose turn it is
    mine.get_by_label("Game", exact=True).select_option("cyberstrife")
    expect(mine.locator(".line")).to_have_count(1)
    mine.get_by_role("button", name="Delete the game: Cyberstrife").click()
    sure = page.get_by_role("dialog", name="Delete the game")
    sure.get_by_role("button", name="Delete the game").click()
    expect(mine.get_by_role("link", name="Cyberstrife")).to_have_count(0)
    expect(page.locator(f".halves a[href*='{second}']")).to_have_count(0)


def report(page: Page) -> dict[str, Any]:
    """The file that a player can attach to a report of a problem."""
    page.get_by_role("button", name="Keys").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    page.keyboard.press("Escape")
    found: dict[str, Any] = json.loads(download.value.path().read_text())
    return found


def test_play_now_is_private_and_its_game_can_be_deleted_at_the_table(visit: Visit) -> None:
    page, other = visit("Ann"), visit("Boris")
    page.get_by_role("button", name="Play now against bots: Cyberstrife").click()
    expect(page.locator(MINE).first).to_be_visible()
    expect(other.locator(".halves")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    watched = other.evaluate("async () => (await (await fetch('/api/lobby')).json()).watch")
    assert table not in [one["id"] for one in watched]
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Delete the game").click()
    expect(page.locator(".games")).to_be_visible()
    expect(page.get_by_role("region", name="My games")).to_have_count(0)


def test_two_people_abort_by_consent_or_one_resigns(visit: Visit) -> None:
    ann, boris = pair(visit)
    boris.get_by_role("button", name="More").click()
    boris.get_by_role("button", name="Leave the table").click()
    boris.get_by_role("button", name="Abort the game").click()
    wish = ann.get_by_role("dialog", name="Abort the game")
    expect(wish).to_contain_text("Boris would like to abort the game")
    wish.get_by_role("button", name="No").click()
    expect(boris.locator(".notices .bad")).to_have_text("Ann does not agree")
    boris.get_by_role("button", name="More").click()
    boris.get_by_role("button", name="Leave the table").click()
    ways = boris.get_by_role("dialog", name="Leave the table")
    expect(ways).to_contain_text("The game ends. You lose, the other side wins.")
    ways.get_by_role("button", name="Resign").click()
    for page in (ann, boris):
        expect(page.locator(".ending")).to_have_text("Ann wins: Boris resigns.")
        expect(page.locator(".log .remark")).to_have_text("Ann wins: Boris resigns.")
        expect(page.locator(".finale tbody tr").first).to_contain_text("Ann")
        expect(page.locator(".finale > .icon")).to_be_visible()
    ann.locator(".finale").get_by_role("button", name="Rematch").click()
    asked = boris.get_by_role("dialog", name="Rematch")
    expect(asked).to_contain_text("Ann asks for a rematch, with the seats rotated.")
    asked.get_by_role("button", name="Yes").click()
    for page in (ann, boris):
        expect(page.locator(".scene .panel").first).to_be_visible()
        expect(page.locator(".seats li").first).to_contain_text("Boris")
    assert ann.url == boris.url


def test_who_opens_a_table_says_who_stands_in_and_can_unmute(visit: Visit) -> None:
    ann = visit("Ann")
    ann.get_by_role("button", name="Set up a table: Nexus Ops").click()
    form = ann.get_by_role("dialog")
    expect(form.get_by_label("Private")).to_be_checked()
    expect(form.get_by_label("If somebody leaves")).to_have_count(0)
    form.get_by_label("Seat 2", exact=True).select_option("open")
    expect(form.get_by_label("Private")).not_to_be_checked()
    form.get_by_label("If somebody leaves").select_option("easy")
    form.get_by_label("A bot may take over after").select_option("5 minutes")
    form.get_by_role("button", name="Remove a seat").click()
    form.get_by_role("button", name="Remove a seat").click()
    form.get_by_role("button", name="Open the table").click()
    expect(ann.locator(".waiting")).to_be_visible()
    told = ann.evaluate(
        "async id => (await fetch(`/api/tables/${id}`)).json()", ann.url.rsplit("/", 1)[1]
    )
    boris = visit("Boris", ann.url)
    boris.get_by_role("button", name="Sit here").click()
    expect(boris.locator(".scene .panel").first).to_be_visible()
    assert (told["stand_in"], told["stand_in_seconds"]) == ("easy", 300)
    boris.get_by_role("tab", name="Chat").click()
    ann.get_by_role("tab", name="Chat").click()
    for said, pressed, then in (("one", "Mute", "Unmute"), ("two", "Unmute", "Mute")):
        if said == "one":
            boris.get_by_label("Say something").fill(said)
            boris.get_by_role("button", name="Send").click()
            expect(ann.locator(".chat")).to_contain_text(said)
        ann.get_by_role("button", name=f"{pressed} Boris", exact=True).click()
        expect(ann.get_by_role("button", name=f"{then} Boris", exact=True)).to_be_visible()
    boris.get_by_label("Say something").fill("again")
    boris.get_by_role("button", name="Send").click()
    expect(ann.locator(".chat")).to_contain_text("again")
