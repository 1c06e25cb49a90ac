"""The hall in another language, chosen in the preferences."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.play import MINE, open_table


def test_a_reader_chooses_german_and_plays_in_german(visit: Visit) -> None:
    page = visit("Ann")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Was möchtest du spielen?")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("main")).to_contain_text("Geheime Sicherheitsfirmen")

    open_table(page, "cyberstrife", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    expect(page.locator(MINE).first).to_be_visible()
    expect(page.locator(".ask.mine")).to_contain_text("Abwerfen und nachziehen")
    page.get_by_role("button", name="Warum nicht?").click()
    page.locator(MINE).last.click()
    expect(page.locator(".log")).to_contain_text(re.compile("behält alle Karten|wirft .* ab"))
    page.reload()
    expect(page.get_by_role("button", name="Regeln")).to_be_visible()
    page.get_by_role("button", name="Regeln").click()
    expect(page.get_by_label("Regeln durchsuchen")).to_be_visible()


def test_another_browser_follows_the_language_of_the_person(visit: Visit) -> None:
    page = visit("Bea")
    page.get_by_role("button", name="Preferences").click()
    with page.expect_navigation():  # the page is loaded again
        page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    phrase = page.evaluate(
        """fetch('/api/me/phrase', {
            method: 'POST', body: '{}',
            headers: { 'x-starhall': '1', 'content-type': 'application/json' },
        }).then((answer) => answer.json()).then((me) => me.phrase)"""
    )
    other = visit("")
    expect(other.locator("html")).to_have_attribute("lang", "en")
    other.get_by_role("button", name="I have a recovery phrase").click()
    other.get_by_label("Recovery phrase").fill(phrase)
    other.get_by_role("button", name="Recover my games").click()
    expect(other.locator("html")).to_have_attribute("lang", "de")
    expect(other.get_by_role("heading", name="Was möchtest du spielen?")).to_be_visible()
