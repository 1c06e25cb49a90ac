"""The tokens of programs in a real browser: made, copied, used by plain requests, revoked."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.server.hall import PATIENCE
from tests.web.conftest import Visit
from tests.web.play import open_table
from tests.web.test_lessons import check_access
from tests.web.test_notifications import preferences


def program(hall: str, token: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=hall, headers=headers, timeout=PATIENCE)


def made(page: Page, name: str, *without: str) -> str:
    """Make a token in the open dialog, with all scopes except some, and copy it."""
    dialog = page.get_by_role("dialog", name="Programs that play")
    dialog.get_by_label("Name of the program").fill(name)
    dialog.get_by_label("open tables").check()
    for scope in without:
        dialog.get_by_label(scope).uncheck()
    dialog.get_by_role("button", name="Make a token").click()
    shown = dialog.get_by_role("textbox", name=f"Token of {name}")
    expect(shown).to_be_visible()
    dialog.get_by_role("button", name="Copy the token").click()
    expect(page.locator(".notices")).to_contain_text("Copied")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied == shown.input_value()
    return copied


def test_a_token_is_made_copied_used_and_revoked(visit: Visit, hall: str) -> None:
    page = visit("Ann")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=hall)
    preferences(page, "Programs that play")
    dialog = page.get_by_role("dialog", name="Programs that play")
    expect(dialog).to_contain_text("You have no programs.")
    check_access(page)
    token = made(page, "Pathfinder")
    expect(dialog.locator("li")).to_contain_text("Pathfinder look at tables, join and play")
    check_access(page)

    table = open_table(page, "cassiopeia", [{"kind": "me"}, {"kind": "open"}])
    with program(hall, token) as client:
        joined = client.post(f"/api/tables/{table}/join", json={})
        assert joined.is_success, joined.text
        seen: dict[str, Any] = client.get(f"/api/tables/{table}/observe").json()
        assert seen["seat"] == 1
        expect(page.locator(".scene .panel").first).to_be_visible()
        expect(page.locator(".seats .who", has_text="Pathfinder")).to_contain_text("program")

        page.goto("/")
        preferences(page, "Programs that play")
        expect(dialog.get_by_role("textbox", name="Token of Pathfinder")).to_have_count(
            0
        )  # shown only once
        dialog.get_by_role("button", name="Revoke the token of Pathfinder").click()
        page.get_by_role("dialog", name="Revoke").get_by_role("button", name="Revoke").click()
        expect(dialog).to_contain_text("You have no programs.")
        refused = client.get(f"/api/tables/{table}/observe")
        assert refused.status_code == 401 and "token" in refused.text


def test_a_token_allows_what_was_ticked_and_nothing_else(visit: Visit, hall: str) -> None:
    page = visit("Ann")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=hall)
    preferences(page, "Programs that play")
    token = made(page, "Watcher", "join and play", "open tables")
    table = open_table(page, "cassiopeia", [{"kind": "me"}, {"kind": "open"}])
    with program(hall, token) as client:
        assert client.get("/api/lobby").is_success
        refused = client.post(f"/api/tables/{table}/join", json={})
        assert refused.status_code == 403 and "play" in refused.text
