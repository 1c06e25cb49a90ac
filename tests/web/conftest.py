"""A hall of its own and a real Chromium for the tests of the browser client."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running hall with the client as it is in the sources."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "web.py")], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("hall")
    command = [sys.executable, "-m", "starhall.cli", "serve", "--port", str(port), "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(
            [*command, "--db", str(folder / "hall.db")], env=environment, stdout=log, stderr=log
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/api/health", timeout=5)
                break
            except OSError:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        yield playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


Visit = Callable[..., Page]


@pytest.fixture
def visit(hall: str, browser: Browser) -> Iterator[Visit]:
    """Opens the hall as a new person; whatever the page throws or the policy blocks fails the test."""
    contexts = []
    faults: list[str] = []

    def arrive(name: str, path: str = "/", phone: bool = False) -> Page:
        context = browser.new_context(
            base_url=hall,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme="dark",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda said: faults.append(said.text) if "Content Security" in said.text else None,
        )
        page.goto(path)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Come in").click()
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert faults == []
