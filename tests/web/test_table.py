"""At a table, in a real browser: every way to a choice, and all that helps to make it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, Fingers, choose, middle_of, next_question, open_table, play_on

DUEL = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def duel(page: Page, game: str = "cyberstrife", **more: object) -> str:
    table = open_table(page, game, DUEL, **more)
    expect(page.locator(MINE).first).to_be_visible()
    return table


def marked(page: Page) -> Locator:
    return page.locator(".card .badge", has_text="marked")


def test_one_click_from_the_lobby_to_the_first_choice(visit: Visit) -> None:
    page = visit("Ann")
    page.get_by_role("button", name="Play now against bots: Cyberstrife").click()
    expect(page).to_have_url(re.compile("/t/.+"))
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("Ann")
    expect(page.locator(".goal")).to_contain_text("the last player left wins")


def test_a_glowing_card_a_key_and_the_list_lead_to_the_same_choice(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, seed="three ways")
    card = page.locator(".card[data-state~=glow]").first
    name = card.get_attribute("data-name") or ""
    row = page.locator(".options button", has_text=name).first
    key = row.get_attribute("aria-keyshortcuts") or ""
    before = page.locator(".options").inner_text()

    def back() -> None:
        page.keyboard.press("u")
        expect(marked(page)).to_have_count(0)
        assert page.locator(".options").inner_text() == before

    card.click()
    expect(marked(page)).to_have_count(1)
    by_card = page.locator(".scene").inner_text()
    back()
    page.keyboard.press(key)
    expect(marked(page)).to_have_count(1)
    assert page.locator(".scene").inner_text() == by_card
    back()
    row.click()
    expect(marked(page)).to_have_count(1)
    assert page.locator(".scene").inner_text() == by_card


def test_any_marked_card_can_be_unmarked(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, seed="three ways")
    names = page.locator(".card[data-state~=glow]").evaluate_all(
        "cards => cards.slice(0, 3).map((card) => card.dataset.name)"
    )
    for count, name in enumerate(names, 1):
        page.locator(f".card[data-name='{name}']").click()
        expect(marked(page)).to_have_count(count)
    page.reload()
    page.locator(f".card[data-name='{names[0]}'][data-state~=held]").click()
    expect(page.locator(f".card[data-name='{names[0]}'][data-state~=glow]")).to_have_count(1)
    expect(marked(page)).to_have_count(2)


def test_a_unit_is_picked_up_and_put_down_and_a_long_press_only_explains(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    duel(page, "nexus-ops", seed="on the map")
    for word in ("Lead", "Buy a Human", "Place it", "Done deploying"):
        choose(page, word)
    question = page.locator(".prompt").inner_text()
    option = page.locator(MINE, has_text="Move a Human").first
    Fingers(page).hold(option)
    expect(page.locator(".looking")).to_contain_text("Cannot enter Magma Pools")
    page.locator(".looking").get_by_role("button", name="Close").tap()
    expect(page.locator(".prompt")).to_have_text(question)
    option.tap(position={"x": 60, "y": 8})
    expect(page.locator(".prompt")).not_to_have_text(question)
    held = page.locator(".cell[data-state~=held]")
    expect(held).to_have_count(1)
    page.touchscreen.tap(*middle_of(held))
    expect(page.locator(".prompt")).to_have_text(question)
    expect(held).to_have_count(0)


def test_a_choice_waits_for_what_the_last_one_did(visit: Visit) -> None:
    page = visit("Ann", motion=True)
    duel(page, "nexus-ops", seed="quick hands")
    play_on(page, most=10)
    expect(page.locator(".notices .bad")).to_have_count(0)


def test_a_lost_connection_comes_back_in_mid_turn(visit: Visit) -> None:
    page = visit("Ann")
    duel(page)
    page.add_init_script(
        """
        const Real = WebSocket
        window.cut = false  // while it is, no connection comes about
        WebSocket = class extends Real {
            constructor(url) {
                super(window.cut ? `${url}/cut` : url)
                window.live = this
            }
        }
        """
    )
    page.reload()
    page.locator(".card[data-state~=glow]").first.click()
    expect(marked(page)).to_have_count(1)
    scene, log = page.locator(".scene").inner_text(), page.locator(".log li").all_inner_texts()
    page.evaluate("cut = true; live.close()")
    expect(page.locator(".offline")).to_have_count(1)
    page.evaluate("cut = false")
    expect(page.locator(".offline")).to_have_count(0)
    assert page.locator(".scene").inner_text() == scene
    assert page.locator(".log li").all_inner_texts() == log
    page.locator(".card[data-state~=glow]").first.click()
    expect(marked(page)).to_have_count(2)


def test_why_not_names_a_rule_that_opens_in_the_rules(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, seed="why not")
    page.locator(".card[data-state~=glow]").first.click()
    expect(marked(page)).to_have_count(1)
    page.get_by_role("button", name="Why not?").click()
    link = page.locator(".reasons .rule-link").first
    rule = link.inner_text()
    link.click()
    asked = page.locator(".rule.asked")
    expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text(rule)
    page.get_by_label("Search the rules").fill("clockwise")
    expect(page.locator(".rules mark").first).to_have_text(re.compile("clockwise", re.I))


def test_hovering_over_a_card_shows_all_its_text(visit: Visit) -> None:
    page = visit("Ann")
    duel(page)
    card = page.locator(".card[data-state~=glow]").first
    card.hover()
    expect(page.locator(".looking .card.large h4")).to_have_text(card.locator("h4").inner_text())
    page.mouse.move(2, 2)
    expect(page.locator(".looking")).to_have_count(0)


def test_hexes_can_be_chosen_on_the_map_and_the_map_zooms(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, "nexus-ops", seed="on the map")
    page.locator(".options button", has_text="Lead").first.click()
    page.locator(".options button[data-option='buy human']").click()
    places = page.locator(".cell[data-state~=glow]")
    expect(places).to_have_count(3)
    expect(page.locator(".cell .owner-mark")).to_have_count(6)  # whose home it is
    page.get_by_label("What can be chosen").click()
    close = page.locator(".map-frame > svg").get_attribute("viewBox") or ""
    name = places.first.get_attribute("data-name") or ""
    places.first.click()
    expect(page.locator(".log li").last).to_contain_text(f"places the Human on {name}")
    page.get_by_label("The whole map").click()
    whole = page.locator(".map-frame > svg").get_attribute("viewBox") or ""
    assert float(close.split()[2]) < float(whole.split()[2])


def test_a_hint_says_how_good_each_option_is(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, hints=True)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".options .chance", has_text="best hint")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("imagined games")
    for hint in page.locator(".hints li").all():
        expect(hint.locator(".chance")).to_have_text(re.compile(r"^\d+(–\d+)? %$"))
        expect(hint.locator("p")).to_have_text(re.compile(r"\w+"))
    expect(page.locator(".scene [data-state~=hinted]").first).to_be_attached()
    duel(page, "nexus-ops", hints=True)  # companies differ in name and colour
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hints")).to_contain_text("The bot sees no difference between them")
    expect(page.locator(".hints")).to_contain_text("depends on which one you choose")
    expect(page.locator(".hints li")).to_have_count(3)
    expect(page.locator(".hints .chance")).to_have_count(0)


def test_keys_alone_are_enough(visit: Visit) -> None:
    page = visit("")
    page.keyboard.press("Tab")
    page.get_by_label("Your name").press("Enter")
    page.get_by_role("button", name="Play now against bots: Cyberstrife").press("Enter")
    for _ in range(5):
        expect(page.locator(MINE).first).to_be_visible()
        with next_question(page):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowUp")
            expect(page.locator(".options button:focus")).to_have_count(1)
            page.keyboard.press("Enter")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("take back")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_can_be_chosen_is_a_button_with_a_name(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, seed="three ways")
    card = page.locator(".card[data-state~=glow]").first
    name = card.get_attribute("data-name") or ""
    button = card.get_by_role("button", name=name)
    expect(button).to_have_accessible_description(re.compile(name))
    button.press("i")
    expect(page.locator(".looking .card.large h4")).to_have_text(name)
    page.keyboard.press("Escape")
    button.press("Enter")
    expect(marked(page)).to_have_count(1)


def test_hexes_are_chosen_by_keys_too(visit: Visit) -> None:
    page = visit("Ann")
    duel(page, "nexus-ops", seed="on the map")
    page.locator(".options button", has_text="Lead").first.click()
    page.locator(".options button[data-option='buy human']").click()
    place = page.get_by_role("group", name="map").get_by_role("button").first
    name = page.locator(".cell[data-state~=glow]").first.get_attribute("data-name") or ""
    expect(place).to_have_accessible_name(re.compile(f"^{name}"))
    place.press("Enter")
    expect(page.locator(".log li").last).to_contain_text(f"places the Human on {name}")
