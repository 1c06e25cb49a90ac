"""The review of a finished game in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.play import play_out, running_hall
from tests.web.test_lessons import check_access

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "greedy"}


@pytest.fixture
def market(
    hall: str, example_games: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A hall with the small example games, after the client was built for the common one."""
    with running_hall(tmp_path_factory.mktemp("market")) as address:
        yield address


def test_a_finished_game_is_reviewed_and_tried_again(visit: Visit, market: str) -> None:
    page = visit("Ann", f"{market}/")
    table = page.evaluate(
        """async (body) => {
            const headers = {'content-type': 'application/json', 'x-starhall': '1'}
            const sent = {method: 'POST', headers, body: JSON.stringify(body)}
            return (await (await fetch('/api/tables', sent)).json()).id
        }""",
        {"game": "comet-run", "chairs": [ME, BOT, BOT], "seed": "late"},
    )
    page.goto(f"{market}/t/{table}")
    play_out([page])
    page.locator(".finale").get_by_role("button", name="Review").click()
    review = page.get_by_role("region", name="Review")
    expect(review.locator("figure svg")).to_be_visible()
    expect(review).to_contain_text("from the choices of this seat")
    check_access(page)
    costly = review.locator(".costly li").first
    costly.locator(".open").click()
    ply = costly.locator(".open").inner_text().rsplit(" ", 1)[1]
    expect(page).to_have_url(f"{market}/t/{table}/replay/{ply}?seat=0")
    expect(page.locator(".prompt")).to_contain_text(ply)
    costly.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(lambda url: "/replay/" not in url)
    expect(page.locator(".ask.mine")).to_be_visible()
