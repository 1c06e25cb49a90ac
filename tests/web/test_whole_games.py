"""Whole games through the page: on the table and in the list, from the lobby to the replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.play import open_table, play_on, play_out

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}


def test_two_people_play_a_whole_game_by_link(visit: Visit) -> None:
    ann = visit("Ann")
    ann.get_by_role("button", name="Set up a table: Cyberstrife").click()
    while ann.get_by_role("button", name="Remove a seat").is_enabled():
        ann.get_by_role("button", name="Remove a seat").click()
    ann.get_by_label("Seat 2", exact=True).select_option("friend")
    ann.get_by_role("button", name="Open the table").click()
    link = ann.get_by_label("Invitation for seat 2").input_value()
    boris = visit("Boris", link)
    boris.get_by_role("button", name="Join").click()
    expect(ann.locator(".scene .panel").first).to_be_visible()
    played = play_out([ann, boris])
    assert played["choices"] > 10
    assert played["touched"] + played["choices"] > 10
    assert ann.locator(".ending").inner_text() == boris.locator(".ending").inner_text()

    table = ann.url.rsplit("/", 1)[1]
    ann.get_by_role("button", name="Verify the deal").click()
    expect(ann.get_by_role("dialog")).to_contain_text("Verified")
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name="Replay").click()
    expect(ann).to_have_url(re.compile(f"/t/{table}/replay/0"))
    ann.get_by_label("Next choice").click()
    expect(ann).to_have_url(re.compile(f"/t/{table}/replay/1"))
    expect(ann.locator(".prompt")).to_contain_text("Choice 1 of")
    ann.get_by_label("Seen by").select_option(label="Boris")
    expect(ann).to_have_url(re.compile("seat=1"))
    expect(ann.locator(".course svg").first).to_be_visible()
    ann.get_by_role("button", name="Play from here").click()
    expect(ann).not_to_have_url(re.compile(table))
    expect(ann.locator(".scene .panel").first).to_be_visible()
    play_on(ann, most=2)


@pytest.mark.parametrize(
    ("game", "bots", "settings"),
    [
        ("cassiopeia", 1, {"round_cap": 20}),
        ("cysmic", 1, {"round_cap": 20, "trading": "off", "faction_pick": "random"}),
        ("nexus-ops", 1, {"vp_target": "10", "round_cap": 10}),
        ("pulp-invasion", 0, {"level": "basic"}),
    ],
)
def test_one_person_plays_a_whole_game(
    visit: Visit, game: str, bots: int, settings: dict[str, object]
) -> None:
    page = visit("Ann")
    open_table(page, game, [ME, *[BOT] * bots], seed="to the end", settings=settings)
    expect(page.locator(".scene .panel").first).to_be_visible()
    played = play_out([page])
    assert played["choices"] > 10
    expect(page.locator(".prompt")).to_have_text("The game is over")
    expect(page.locator(".ending")).not_to_be_empty()
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Go to the end").click()
    expect(page.locator(".prompt")).to_have_text(re.compile(r"^Choice (\d+) of \1$"))
