"""Seeing what matters: facing cards on the stage, costly choices, colours, packs, open doors."""

from __future__ import annotations

import io
import re
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Position, expect

from tests.engine.test_colours import FAR_APART, lab, linear
from tests.server.hall import Hall
from tests.web.conftest import Visit
from tests.web.play import DESKTOP, MINE, ROOT, next_question, open_table, play_out, play_until

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}
LOOK = """
[palette]
hue = 120
accent = { dark = "#00ff00", light = "#004400" }

[cover]
motif = "rays"
"""


def test_cards_of_a_battle_face_each_other_with_who_won(visit: Visit) -> None:
    page = visit("Ann")
    greedy = {"kind": "bot", "bot": "greedy"}
    open_table(page, "cyberstrife", [ME, greedy, greedy], seed="face to face")
    lanes = page.locator(".stage .lane")
    play_until(page, ".stage .result:not(.open)")
    stage = page.locator(".stage")
    # Each lane has both sides, and who lost it is marked by more than colour.
    assert {lane.locator(".fighters").count() for lane in lanes.all()} == {2}
    assert stage.locator(".fighters .card").count() >= 2
    decided = lanes.filter(has=page.locator(".result:not(.open)"))
    assert decided.count()
    for lane in decided.all():
        assert "wins" in lane.locator(".result").inner_text()
        beaten = lane.locator(".fighters.beaten")
        expect(beaten).to_have_count(1)
        assert beaten.evaluate("one => getComputedStyle(one).borderStyle") == "dashed"
    stage.get_by_role("button", name="Continue").click()
    expect(stage).to_have_count(0)


def test_an_attacker_sees_the_battle_whatever_it_asks_then(visit: Visit) -> None:
    page = visit("Ann")
    open_table(page, "cyberstrife", [ME, BOT, BOT], seed="at once")
    done = page.locator(".options button[data-option=done]:enabled")
    stage = page.locator(".stage")
    for _ in range(20):
        expect(page.locator(MINE).first).to_be_visible()
        attacks = "who attacks" in page.locator(".prompt").inner_text()
        with next_question(page):
            (done if done.count() else page.locator(MINE).first).click()
        if attacks and "who attacks" not in page.locator(".prompt").inner_text():
            break
    expect(stage.locator(".lane")).to_have_count(3)
    expect(stage).to_contain_text("battle")
    page.keyboard.press("Escape")
    expect(stage).to_have_count(0)


FINDING = ("Pay 1 ", "it demands 1 ", "it demands 2 ", "Pay ", "Evade", "Search")


def test_a_find_is_celebrated_and_the_encounter_stays_in_sight(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    open_table(page, "pulp-invasion", [ME], seed="newcomer")
    for number in range(60):
        expect(page.locator(MINE).first).to_be_visible()
        if page.locator(".stage li.found").count():
            break
        if "Do you pay" in page.locator(".prompt").inner_text():
            met = page.locator(".card", has=page.locator(".badge", has_text="being encountered"))
            expect(met.locator("h4")).to_be_in_viewport()
        labels = page.locator(MINE).all_inner_texts()
        wanted = [n for word in FINDING for n, label in enumerate(labels) if word in label]
        # Twice at the same spot is a double tap, and does not answer the next question.
        spot: Position = {"x": 20 + 100 * (number % 2), "y": 12}
        with next_question(page):
            page.locator(MINE).nth((wanted or [0])[0]).tap(position=spot)
    found = page.locator(".stage li.found")
    expect(found).to_contain_text("You find the")
    expect(found.locator(".card")).to_be_visible()


def test_what_costs_something_of_ones_own_asks_once(visit: Visit) -> None:
    page = visit("Ann")
    open_table(page, "nexus-ops", [ME, BOT], seed="dear")
    costly = page.locator(".options button.costly:enabled")
    while not costly.count():
        with next_question(page):
            page.locator(MINE).last.click()
    label = costly.first.locator("span").first.inner_text()
    assert "Exchange" in label
    lines = page.locator(".log li").count()
    costly.first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"{label}: are you sure?")
    dialog.get_by_role("button", name="No").click()
    expect(dialog).to_have_count(0)
    assert page.locator(".log li").count() == lines
    expect(costly.first).to_contain_text(label)
    costly.first.click()
    dialog.get_by_role("button", name="Yes").click()
    expect(page.locator(".log li").nth(lines)).to_contain_text("exchange")


@pytest.mark.parametrize("vision", ["protanopia", "deuteranopia", "tritanopia"])
def test_marks_of_seats_are_told_apart_by_colour_blind_people(visit: Visit, vision: str) -> None:
    page = visit("Ann")
    page.locator(".me").click()
    page.get_by_label("Colours for colour-blind players").check()
    page.keyboard.press("Escape")
    open_table(page, "nexus-ops", [ME, BOT, BOT, BOT], seed="colours")
    expect(page.locator(MINE).first).to_be_visible()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    marks = page.locator(".seats .owner")
    expect(marks).to_have_count(4)
    shown = [commonest(mark.screenshot()) for mark in marks.all()]
    for one, other in combinations(shown, 2):
        pairs = zip(lab(*linear(one)), lab(*linear(other)), strict=True)
        apart = sum((a - b) ** 2 for a, b in pairs) ** 0.5
        assert apart >= FAR_APART, f"{one} and {other}: {apart:.0f}"


def commonest(picture: bytes) -> str:
    """The colour that most of a picture has, as #rrggbb."""
    data = Image.open(io.BytesIO(picture)).convert("RGB").tobytes()
    ((colour, _),) = Counter(data[i : i + 3] for i in range(0, len(data), 3)).most_common(1)
    return f"#{colour.hex()}"


def test_an_invitation_greets_before_it_asks_for_a_name(visit: Visit) -> None:
    ann = visit("Ann")
    table = open_table(ann, "cyberstrife", [ME, {"kind": "friend"}, BOT], private=True)
    link = ann.get_by_label("Invitation for seat 2").input_value()
    boris = visit("", link)
    expect(boris.get_by_role("heading", name="Ann invites you to Cyberstrife")).to_be_visible()
    expect(boris.locator(".welcome")).to_contain_text("At the table: Ann")
    boris.get_by_label("Your name").fill("Boris")
    boris.get_by_role("button", name="Come in").click()
    boris.get_by_role("button", name="Join").click()
    expect(boris).to_have_url(f"{ann.url.split('/t/')[0]}/t/{table}?invitation={link[-32:]}")
    expect(boris.locator(".scene .panel").first).to_be_visible()


def test_a_shared_replay_opens_without_a_name(visit: Visit) -> None:
    ann = visit("Ann")
    table = open_table(ann, "cyberstrife", [ME, BOT], seed="shared")
    expect(ann.locator(MINE).first).to_be_visible()
    play_out([ann])
    decisive = ann.locator(".finale .decisive li")
    expect(decisive.first).to_contain_text(re.compile(r"\d+ → \d+ %"))
    decisive.first.get_by_role("button").click()
    expect(ann).to_have_url(re.compile(rf"/t/{table}/replay/[1-9]\d*"))
    stranger = visit("", f"/t/{table}/replay/3")
    expect(stranger.get_by_role("heading", name="Choice 3 of")).to_be_visible()
    expect(stranger.locator(".scene .panel").first).to_be_visible()
    expect(stranger.get_by_role("button", name="Play from here")).to_have_count(0)

    stranger.goto(f"/t/{table}/replay/9999")
    expect(stranger.get_by_role("heading", name="there is no ply 9999")).to_be_visible()
    stranger.get_by_role("button", name="Go to the start").click()
    expect(stranger.get_by_role("heading", name="Choice 0 of")).to_be_visible()
    stranger.goto("/t/nowhere/replay")
    expect(stranger.get_by_role("heading", name="there is no such table")).to_be_visible()
    stranger.get_by_role("button", name="Lobby").click()
    expect(stranger.get_by_label("Your name")).to_be_visible()


def test_a_table_with_a_pack_looks_as_the_pack_says(
    browser: Browser, hall: str, tmp_path: Path
) -> None:
    del hall  # the client has been built for it
    packs = tmp_path / "packs"
    shutil.copytree(ROOT / "examples" / "packs", packs)
    (packs / "cheap-dragons" / "look.toml").write_text(LOOK)
    with Hall(tmp_path / "hall.sqlite", packs=packs) as packed:
        context = browser.new_context(base_url=packed.url, viewport=DESKTOP, color_scheme="dark")
        page = context.new_page()
        page.goto("/")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Come in").click()
        page.locator(".game").first.wait_for()
        assert accent(page, {}) != "#00ff00"
        assert accent(page, {"pack": "cheap-dragons"}) == "#00ff00"
        page.get_by_role("button", name="Rules", exact=True).click()
        expect(page.locator(".rules")).to_contain_text("a Rubium Dragon 10")
        context.close()


def accent(page: Page, settings: dict[str, str]) -> str:
    """The colour of the buttons of a table with these settings."""
    open_table(page, "nexus-ops", [ME, BOT], settings=settings)
    page.locator(MINE).first.wait_for()
    page.wait_for_selector("main.table[data-palette]")
    found: str = page.locator("main.table").evaluate(
        "one => getComputedStyle(one).getPropertyValue('--accent')"
    )
    return found.strip()
