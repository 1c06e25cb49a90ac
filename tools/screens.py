"""Takes the pictures in docs/screens: the lobby and each game in mid-game, on desktop and phone.

python tools/screens.py [GAME ...]
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.play import (  # noqa: E402
    DESKTOP,
    PHONE,
    build_client,
    launch,
    open_table,
    running_hall,
    start_player,
)

FOLDER = ROOT / "docs" / "screens"
SEED = "a game to look at"
BOT = {"kind": "bot", "bot": "greedy"}

# Seats, and how many choices into a game there is something to be seen.
MOMENTS: Final[dict[str, tuple[int, int]]] = {
    "cassiopeia": (3, 24),
    "cyberstrife": (3, 9),
    "cysmic": (3, 42),
    "nexus-ops": (4, 46),
    "pulp-invasion": (1, 7),
}
ELSE = (2, 12)


def small(picture: bytes) -> bytes:
    """256 well chosen colours instead of millions: a third of the size, and no eye sees it."""
    squeezed = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(
        squeezed, "PNG", optimize=True
    )
    return squeezed.getvalue()


def arrive(browser: Browser, address: str) -> Page:
    context = browser.new_context(
        base_url=address, viewport=DESKTOP, color_scheme="dark", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_selector(".game")
    return page


def shoot(page: Page, name: str) -> None:
    """Desktop and phone, with nothing under the pointer and everything landed."""
    for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
        page.set_viewport_size(viewport)
        page.mouse.move(2, 2)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(1000)
        picture = small(page.screenshot())
        (FOLDER / f"{name}-{size}.png").write_bytes(picture)


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
    ):
        build_client()
        with running_hall(Path(folder)) as address:
            page = arrive(launch(playwright), address)
            if not wanted:
                shoot(page, "lobby")
            games = page.evaluate("async () => await (await fetch('/api/games')).json()")
            for game in [found["id"] for found in games]:
                if wanted and game not in wanted:
                    continue
                seats, choices = MOMENTS.get(game, ELSE)
                open_table(page, game, [{"kind": "me"}, *[BOT] * (seats - 1)], seed=SEED)
                page.wait_for_selector(".scene .panel")
                start_player(page, most=choices)
                page.wait_for_function("() => player.done", timeout=120_000)
                shoot(page, game)
                print(game)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
