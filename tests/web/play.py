"""What a person does at a table, for tests and screenshots."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, ViewportSize

ROOT = Path(__file__).resolve().parents[2]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


@contextmanager
def running_hall(folder: Path) -> Iterator[str]:
    """Build the client, open a hall that keeps its games in the folder, give its address."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "web.py")], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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


def open_table(page: Page, game: str, chairs: Sequence[dict[str, str]], **more: object) -> str:
    """Open a table as the page's own person and go there."""
    table = page.evaluate(
        """async (body) => {
            const headers = {'content-type': 'application/json', 'x-starhall': '1'}
            const sent = {method: 'POST', headers, body: JSON.stringify(body)}
            return await (await fetch('/api/tables', sent)).json()
        }""",
        {"game": game, "chairs": list(chairs), **more},
    )
    assert "id" in table, table
    page.goto(f"/t/{table['id']}")
    return str(table["id"])


def answer(page: Page) -> str:
    """Choose something if it is this page's turn: `over`, `chosen` or `waiting`.

    The last option is as good as any and says "done" where others would only mark cards.
    """
    return str(
        page.evaluate(
            """() => {
                const prompt = document.querySelector('.prompt')?.textContent ?? ''
                if (document.querySelector('.ending')) return 'over'
                const open = [...document.querySelectorAll('.options button:enabled')]
                if (!open.length) return 'waiting'
                open.at(-1).click()
                return prompt ? 'chosen' : 'waiting'
            }"""
        )
    )


def play_out(pages: Sequence[Page], seconds: float) -> int:
    """Let all pages play to the end of the game; how many choices it took."""
    chosen = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        states = [answer(page) for page in pages]
        chosen += states.count("chosen")
        if all(state == "over" for state in states):
            return chosen
        if "chosen" not in states:
            pages[0].wait_for_timeout(40)
    raise AssertionError(f"the game was not over after {seconds:.0f} s and {chosen} choices")
