"""People at a table, in a real browser: every way to a choice, and all that goes on around it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.play import ROOT, open_table, play_out

DUEL = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
MINE = ".ask.mine .options button:enabled"


def duel(page: Page, **more: object) -> str:
    expect(page.locator(".game").first).to_be_visible()
    table = open_table(page, "cyberstrife", DUEL, **more)
    expect(page.locator(MINE).first).to_be_visible()
    return table


def prompt_and_options(page: Page) -> str:
    return page.locator(".ask").inner_text()


def test_one_click_from_the_lobby_to_the_first_choice(visit: Visit) -> None:
    page = visit("Ann")
    page.get_by_role("button", name="Play now against bots: Cyberstrife").click()
    expect(page).to_have_url(re.compile("/t/.+"))
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("Ann")


def test_a_glowing_card_a_key_and_the_list_lead_to_the_same_choice(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, seed="three ways")
    card = page.locator(".card[data-state~=glow]").first
    name = card.get_attribute("data-name") or ""
    row = page.locator(".options button", has_text=name).first
    key = row.get_attribute("aria-keyshortcuts") or ""
    before = prompt_and_options(page)

    def back() -> None:
        page.keyboard.press("u")
        expect(page.locator(".card .badge", has_text="marked")).to_have_count(0)
        assert prompt_and_options(page) == before

    card.click()
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(1)
    by_card = page.locator(".scene").inner_text()
    back()
    page.keyboard.press(key)
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(1)
    assert page.locator(".scene").inner_text() == by_card
    back()
    row.click()
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(1)
    assert page.locator(".scene").inner_text() == by_card


def test_two_people_play_a_whole_game_by_link(visit: Visit) -> None:
    ann = visit("Ann")
    expect(ann.locator(".game").first).to_be_visible()
    table = open_table(ann, "cyberstrife", [{"kind": "me"}, {"kind": "friend"}])
    link = ann.get_by_label("Invitation for seat 2").input_value()
    boris = visit("Boris", link)
    boris.get_by_role("button", name="Join").click()
    expect(ann.locator(".scene .panel").first).to_be_visible()
    assert play_out([ann, boris], 240) > 20
    assert ann.locator(".ending").inner_text() == boris.locator(".ending").inner_text()

    ann.get_by_role("button", name="Verify the deal").click()
    expect(ann.get_by_role("dialog")).to_contain_text("Verified")
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name="Replay").click()
    expect(ann).to_have_url(re.compile(f"/t/{table}/replay/0"))
    ann.get_by_label("One on").click()
    expect(ann).to_have_url(re.compile(f"/t/{table}/replay/1"))
    expect(ann.locator(".prompt")).to_contain_text("Choice 1 of")
    ann.get_by_label("Seen by").select_option(label="Boris")
    expect(ann).to_have_url(re.compile("seat=1"))
    expect(ann.locator(".course svg").first).to_be_visible()
    ann.get_by_role("button", name="Play on from here").click()
    expect(ann).not_to_have_url(re.compile(table))
    expect(ann.locator(".scene .panel").first).to_be_visible()


def test_a_spectator_sees_no_hand_and_chat_reaches_all(visit: Visit) -> None:
    ann = visit("Ann")
    table = duel(ann)
    boris = visit("Boris", f"/t/{table}")
    expect(boris.locator(".scene .panel").first).to_be_visible()
    expect(boris.locator(".ask")).to_contain_text("You are watching")
    hand = ann.locator("[data-id='hand:0'] .card h4").all_inner_texts()
    assert len(hand) == 6
    expect(boris.locator(".options button")).to_have_count(0)
    shown = boris.locator(".scene .card h4").all_inner_texts()
    assert not set(hand) & set(shown)
    ann.get_by_role("tab", name="Chat").click()
    ann.get_by_label("Say something").fill("<b>hello</b>")
    ann.get_by_role("button", name="Send").click()
    boris.get_by_role("tab", name="Chat").click()
    expect(boris.locator(".chat")).to_contain_text("<b>hello</b>")


def test_a_lost_connection_comes_back_in_mid_turn(visit: Visit) -> None:
    page = visit("Ann")
    duel(page)
    page.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "WebSocket = class extends Real { constructor(...a) { super(...a); sockets.push(this) } }"
    )
    page.reload()
    page.locator(".card[data-state~=glow]").first.click()
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(1)
    scene, log = page.locator(".scene").inner_text(), page.locator(".log li").all_inner_texts()
    page.evaluate("sockets.at(-1).close()")
    expect(page.locator(".offline")).to_be_visible()
    expect(page.locator(".offline")).to_have_count(0)
    assert page.evaluate("sockets.length") == 2
    assert page.locator(".scene").inner_text() == scene
    assert page.locator(".log li").all_inner_texts() == log
    page.locator(".card[data-state~=glow]").first.click()
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(2)


def test_why_not_names_a_rule_that_opens_in_the_rules(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, seed="why not")
    page.locator(".card[data-state~=glow]").first.click()
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(1)
    page.get_by_role("button", name="Why not?").click()
    link = page.locator(".reasons .rule-link").first
    rule = link.inner_text()
    link.click()
    asked = page.locator(".rule.asked")
    expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text(rule)
    page.get_by_label("Search the rules").fill("clockwise")
    expect(page.locator(".rules mark").first).to_have_text(re.compile("clockwise", re.I))


def test_keys_alone_are_enough(visit: Visit) -> None:
    page = visit("Ann")
    duel(page)
    for _ in range(6):
        expect(page.locator(MINE).first).to_be_visible()
        answered = page.locator(".log li").count(), prompt_and_options(page)
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        expect(page.locator(".options button:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.querySelector('.ask').innerText !== before", arg=answered[1]
        )
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("take back")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phone_shows_the_question_and_never_scrolls_sideways(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    duel(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(MINE).first).to_be_in_viewport()
    page.locator(MINE).last.tap()
    page.get_by_label("Unfold").click()
    expect(page.get_by_role("tab", name="Log")).to_be_in_viewport()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_serious(visit: Visit, theme: str) -> None:
    page = visit("Ann")
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    axe = Path(ROOT, "web/node_modules/axe-core/axe.min.js").read_text("utf-8")

    def serious() -> list[str]:
        page.evaluate(axe)
        found = page.evaluate("axe.run()")["violations"]
        return [
            f"{fault['id']}: {node['html'][:150]} {node.get('failureSummary', '')[:250]}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"][:3]
        ]

    expect(page.locator(".game").first).to_be_visible()
    found = serious()
    duel(page)
    found += serious()
    page.keyboard.press("r")
    expect(page.locator(".rules .rule").first).to_be_visible()
    assert found + serious() == []
