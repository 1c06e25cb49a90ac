"""What a person does at a table, for tests and screenshots."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browser import SHELL, chromium
from playwright.sync_api import Browser, JSHandle, Locator, Page, Playwright, ViewportSize

from tests.server.hall import Hall

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "build" / "web.lock"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
MINE = ".ask.mine .options button:enabled"  # what one can choose now
POLLING = 50  # milliseconds; every frame would be drawn for it otherwise
MOST_CHOICES = 10_000  # of a person in a game; one that goes on does not come to an end
# A test ends before optimised scripts have paid for their compilation.
FLAGS = ["--no-sandbox", "--js-flags=--no-opt --no-maglev"]


def launch(playwright: Playwright, names: Sequence[str] = SHELL) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(names), args=FLAGS)


@contextmanager
def alone() -> Iterator[None]:
    """What one worker does while the others wait: to build."""
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build_client() -> None:
    """Build the client if it is older than its sources."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "web.py")], check=True)


def where_to_run() -> Path:
    """The compiled package where it is up to date: bots and servers are quicker then."""
    tool = [sys.executable, str(ROOT / "tools" / "fast.py"), "path"]
    found = subprocess.run(tool, check=True, capture_output=True, text=True).stdout
    return Path(found.strip())


@contextmanager
def running_hall(folder: Path) -> Iterator[str]:
    """Open a hall that keeps its games in the folder, give its address."""
    with Hall(folder / "hall.db", path=where_to_run()) as hall:
        yield hall.url


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


def until(page: Page, condition: str, arg: object = None) -> JSHandle:
    """Wait for a condition inside the page; what it came to. A promise must wait by itself."""
    return page.wait_for_function(condition, arg=arg, polling=POLLING)


# What the hall sends is drawn first and fitted into the window with the next frame.
FITTED = """things => new Promise((found) => requestAnimationFrame(() => setTimeout(
    () => found((%s)(things)))))"""


def fitted(things: Locator, script: str) -> Any:
    """What a script finds in the elements when they are drawn and fitted."""
    return things.evaluate_all(FITTED % script)


def boxes_of(things: Locator) -> list[dict[str, float]]:
    """Where things are, all at one time."""
    found: list[dict[str, float]] = fitted(
        things, "things => things.map((one) => one.getBoundingClientRect().toJSON())"
    )
    return found


# Between two questions nothing can be chosen; a click would wait for the next turn.
ASKED = """([before, mine, seen]) => (seen && document.querySelector(seen))
    || (document.querySelector(mine) && document.querySelector('.play').innerText !== before)"""


@contextmanager
def next_question(page: Page, seen: str = "") -> Iterator[None]:
    """Around an answer: afterwards the next question is asked, or something is in sight."""
    before = page.locator(".play").inner_text()
    yield
    until(page, ASKED, [before, MINE, seen])


def choose(page: Page, word: str) -> None:
    """Answer with the first option that has a word in it."""
    option = page.locator(MINE, has_text=word).first
    option.wait_for()  # until then another question is asked, or none
    with next_question(page):
        option.dispatch_event("click")


# A new page still moves: it is fitted to the window, scrolled and covered by the sheet. Where the
# middle of a thing has stayed in sight for some frames, a finger meets it.
AT_REST = """thing => new Promise((found) => {
    let still = 0, before = ''
    const look = () => {
        const {x, y, width, height} = thing.getBoundingClientRect()
        const middle = [x + width / 2, y + height / 2]
        const drawing = thing.ownerSVGElement ?? thing
        const met = drawing.contains(document.elementFromPoint(...middle))
        still = met && `${middle}` === before ? still + 1 : 0
        before = `${middle}`
        if (still < 10) requestAnimationFrame(look)
        else found(middle)
    }
    look()
})"""


def middle_of(thing: Locator) -> tuple[float, float]:
    """Where a finger meets a thing, once the page is at rest."""
    thing.scroll_into_view_if_needed()
    found = until(thing.page, AT_REST, thing.element_handle())
    x, y = found.json_value()
    return x, y


class Fingers:
    """Touches as a screen reports them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def do(self, kind: str, *points: tuple[float, float]) -> None:
        sent = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    def hold(self, thing: Locator) -> None:
        """Stay on the middle of a thing until something is explained, then leave."""
        self.do("touchStart", middle_of(thing))
        self.page.locator(".looking").wait_for()
        self.do("touchEnd")


# A player inside the page, quick as a page can be: now a glowing thing on the table, now the list.
# It stops before the choice numbered `most`, when something is in sight, or at the end of the game.
PLAYER = """
({seed, most, seen}) => {
    let luck = seed
    const any = (list) => {
        luck = (Math.imul(luck, 1103515245) + 12345) >>> 0
        return list[Math.floor((luck / 4294967296) * list.length)]
    }
    const state = window.player = {choices: 0, touched: 0, done: false, over: false}
    const step = () => {
        if (document.querySelector('.ending')) {
            const read = document.querySelector('.stage .go') // what decided it
            read?.click()
            state.done = state.over = !read
            if (!read) return
        }
        document.querySelector('.acts button.fatal')?.click() // yes, sure
        const list = [...document.querySelectorAll('.ask.mine .options button:enabled')]
        const menu = [...document.querySelectorAll('.menu button')]
        const found = seen && document.querySelector(seen)
        if (list.length && (state.choices >= most || found)) {
            state.done = true
            return
        }
        if (menu.length) {
            state.touched++
            any(menu).click()
        } else if (list.length) {
            const glowing = [...document.querySelectorAll('.scene [data-state~=glow]')]
            const thing = state.choices % 3 === 0 ? any(glowing) : undefined
            // Some things are buttons, others have one inside.
            const button = thing?.querySelector(':scope button') ?? thing
            // The last one is often "done": without it some players would never be.
            if (!button) (state.choices % 2 ? list.at(-1) : any(list)).click()
            else if (button instanceof HTMLElement) button.click()
            else button.dispatchEvent(new MouseEvent('click', {bubbles: true}))
            state.choices++
        }
        setTimeout(step, 4)
    }
    step()
}
"""


def start_player(page: Page, seed: int = 1, most: int = 100_000, seen: str = "") -> None:
    """Let the page play by itself from now on."""
    page.evaluate(PLAYER, {"seed": seed, "most": most, "seen": seen})


def play_on(page: Page, seed: int = 1, most: int = 100_000, seen: str = "") -> None:
    """Let the page play and wait until it stops."""
    start_player(page, seed, most, seen)
    until(page, "() => player.done")


def play_until(page: Page, seen: str, seed: int = 1, most: int = 400) -> None:
    """Let the page play until something is in sight."""
    play_on(page, seed, most, seen)
    assert page.locator(seen).count(), page.evaluate("player")


def play_out(pages: Sequence[Page]) -> dict[str, int]:
    """Let all pages play to the end of the game; how many choices the first one made."""
    for seed, page in enumerate(pages, 1):
        start_player(page, seed)
    for page in pages:
        for some in range(0, MOST_CHOICES, 50):  # at a time: the limit is for what hangs
            until(page, "some => player.over || player.choices > some", some)
            if page.evaluate("player.over"):
                break
        else:
            raise AssertionError(f"it never ends: {page.locator('.ask').inner_text()}")
    found: dict[str, int] = pages[0].evaluate("player")
    return found
