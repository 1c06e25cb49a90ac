"""Takes the pictures in docs/screens: the lobby and each game in mid-game, on desktop and phone.

python tools/screens.py [GAME ...]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.play import DESKTOP, PHONE, answer, launch, open_table, running_hall  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
CHOICES = 12  # far enough into a game that something is to be seen
SEED = "a game to look at"


def arrive(browser: Browser, address: str) -> Page:
    context = browser.new_context(base_url=address, viewport=DESKTOP, color_scheme="dark")
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_selector(".game")
    return page


def settle(page: Page) -> None:
    """Nothing under the pointer, and everything has landed."""
    page.mouse.move(2, 2)
    page.wait_for_timeout(1200)


def shoot(page: Page, name: str) -> None:
    settle(page)
    page.screenshot(path=FOLDER / f"{name}-desktop.png")
    page.set_viewport_size(PHONE)
    settle(page)
    page.screenshot(path=FOLDER / f"{name}-phone.png")
    page.set_viewport_size(DESKTOP)


def play_on(page: Page, choices: int, seconds: float = 60) -> None:
    """Play until so many choices are made and it is one's turn again."""
    made = 0
    until = time.monotonic() + seconds
    while made < choices and time.monotonic() < until:
        state = answer(page)
        if state == "over":
            return
        made += state == "chosen"
        page.wait_for_timeout(60)
    page.locator(".ask.mine .options button:enabled").first.wait_for()


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hall(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        page = arrive(launch(playwright), address)
        if not wanted:
            shoot(page, "lobby")
        games = page.evaluate("async () => await (await fetch('/api/games')).json()")
        for game in games:
            if wanted and game["id"] not in wanted:
                continue
            seats = max(game["fewest"], min(3, game["most"]))
            bots = [{"kind": "bot", "bot": "random"}] * (seats - 1)
            open_table(page, game["id"], [{"kind": "me"}, *bots], seed=SEED)
            page.wait_for_selector(".scene .panel")
            play_on(page, CHOICES)
            shoot(page, game["id"])
            print(game["id"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
