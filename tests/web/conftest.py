"""A hall of its own and a real Chromium for the tests of the browser client."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import CHROMIUM
from playwright.sync_api import (
    Browser,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.server.hall import PATIENCE
from tests.web.play import DESKTOP, PHONE, alone, build_client, launch, running_hall


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running hall with the client as it is in the sources."""
    with alone():
        build_client()
    folder: Path = tmp_path_factory.mktemp("hall")
    with running_hall(folder) as address:
        yield address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Browser:
    return launch(playwright)


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Browser:
    """With what the shell leaves out."""
    return launch(playwright, CHROMIUM)


MILLISECONDS = PATIENCE * 1000
expect.set_options(timeout=MILLISECONDS)

Visit = Callable[..., Page]


@pytest.fixture
def visit(hall: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens the hall as a new person; a page that throws or breaks the policy fails the test."""
    contexts = []
    faults: list[str] = []

    def arrive(
        name: str,
        path: str = "/",
        phone: bool = False,
        motion: bool = False,
        speed: str = "once",
        size: ViewportSize = DESKTOP,
        whole: bool = False,
    ) -> Page:
        browser: Browser = request.getfixturevalue("whole_browser" if whole else "browser")
        context = browser.new_context(
            base_url=hall,
            viewport=PHONE if phone else size,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.add_init_script(
            "if (location.protocol.startsWith('http')) localStorage.starhall ??= "
            f"JSON.stringify({json.dumps({'speed': speed})})"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(MILLISECONDS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda said: faults.append(said.text) if "Content Security" in said.text else None,
        )
        page.goto(path)
        if name:
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Come in").click()
            page.locator(".bar").wait_for()
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert faults == []
