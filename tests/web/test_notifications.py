"""What calls people back: the tab itself, and a service worker while the page is closed."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Page, expect

from tests.server.hall import PATIENCE
from tests.web.conftest import Visit
from tests.web.play import MINE, open_table, until
from tests.web.test_company import in_turn, pair

REGISTER = """async () => {
    const made = await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
    return made.scope
}"""
SHOWN = """async () => {
    const made = await navigator.serviceWorker.getRegistration('/')
    for (;;) {
        const shown = await made.getNotifications()
        if (shown.length) return shown.map(({title, body, data}) => ({title, body, url: data.url}))
        await new Promise((next) => setTimeout(next, 50))
    }
}"""


def test_a_push_message_is_shown_while_the_page_is_closed(visit: Visit, hall: str) -> None:
    page = visit("Ann", whole=True)
    context = page.context
    context.grant_permissions(["notifications"], origin=hall)
    page.evaluate(REGISTER)
    other = context.new_page()  # not a page of the hall
    browser = context.new_cdp_session(other)
    registrations: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]
        ),
    )
    browser.send("ServiceWorker.enable")
    patience = time.monotonic() + PATIENCE
    while not registrations and time.monotonic() < patience:
        other.evaluate("1")
    page.close()
    told = {"title": "Your turn: Nexus Ops", "body": "With Boris.", "url": "/t/abc?for=turn"}
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": hall, "registrationId": registrations[0], "data": json.dumps(told)},
    )
    # The worker ends when it has nothing to do. What it has shown stays: any page can ask for it.
    other.goto(f"{hall}/api/health")
    shown = until(other, SHOWN)
    assert shown.json_value() == [told]


def test_the_tab_says_that_something_waits(visit: Visit) -> None:
    ann, boris = pair(visit)
    first, second = in_turn(ann, boris)
    icon = "document.querySelector('link[rel=icon]').href"
    expect(first).to_have_title(re.compile(r"^\(1\) ● "))
    assert "data:image/svg" in first.evaluate(icon)
    expect(second).to_have_title(re.compile(r"^[^(●]"))
    first.goto("/")
    expect(first).to_have_title("(1) Starhall")
    first.get_by_role("button", name="Preferences").click()
    first.get_by_role("button", name="Notifications").click()
    first.get_by_label("Number in the title").uncheck()
    first.reload()
    expect(first.locator(".mine .line.turn")).to_be_visible()
    expect(first).to_have_title("Starhall")


def test_what_a_dialog_answers_is_seen_and_read_in_it(visit: Visit) -> None:
    """A dialog covers the page: what is said behind it, nobody sees, and no screen reader says."""
    page = visit("Ann")
    preferences(page, "Notifications")
    dialog = page.get_by_role("dialog", name="Notifications")
    dialog.get_by_role("button", name="Notify this browser").click()
    expect(dialog.get_by_role("status")).to_contain_text("does not allow notifications")
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog", name="Preferences").get_by_role("status")).to_be_attached()
    expect(page.locator(".notices")).to_have_count(1)


def test_links_of_messages_work_without_a_login(visit: Visit) -> None:
    page = visit("", "/unsubscribe/nothing.0000")
    expect(page.get_by_role("status").first).to_contain_text("This link does not work")
    expect(page.get_by_role("status").first).to_contain_text("copy all of it")


def test_friends_and_invitations(visit: Visit) -> None:
    ann, boris = visit("Ann"), visit("Boris")
    preferences(ann, "Friends")
    link = ann.get_by_label("Your link").input_value()
    boris.goto(link)
    boris.get_by_role("button", name="Become friends").click()
    expect(boris.locator(".notices")).to_contain_text("You and Ann are friends now.")
    open_table(ann, "nexus-ops", [{"kind": "me"}, {"kind": "friend"}], private=True)
    ann.get_by_label("Invite a friend to seat 2").select_option("Boris")
    expect(ann.locator(".notices")).to_contain_text("Boris is invited.")
    boris.reload()
    boris.get_by_role("heading", name="Invitations").wait_for()
    boris.get_by_role("button", name="Look").first.click()
    expect(boris.get_by_role("heading", name="Ann invites you to Nexus Ops")).to_be_visible()
    boris.get_by_role("button", name="Join").click()
    first, _ = in_turn(ann, boris) if ann.locator(MINE).count() else (boris, ann)
    expect(first.locator(".scene .panel").first).to_be_visible()


def test_a_page_of_ones_own_is_shared_by_link(visit: Visit) -> None:
    ann = visit("Ann", size={"width": 1440, "height": 900})
    preferences(ann, "My page")
    expect(ann.get_by_text("Only you can see this page")).to_be_visible()
    ann.get_by_role("button", name="Share by link").click()
    link = ann.get_by_label("Link to this page").input_value()
    stranger = visit("", link)
    expect(stranger.get_by_role("heading", name="Ann")).to_be_visible()
    expect(stranger.get_by_text("People you have played with")).to_have_count(0)


def preferences(page: Page, button: str) -> None:
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("dialog").get_by_role("button", name=button).click()
