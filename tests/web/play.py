"""What a person does at a table, for tests and screenshots."""

from __future__ import annotations

import time
from collections.abc import Sequence

from playwright.sync_api import Page


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
