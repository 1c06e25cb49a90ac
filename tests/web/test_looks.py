"""Fit for everybody: a phone in the hand, a finger for a mouse, axe on every kind of page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from tests.engine.packages import install_lanterns
from tests.server.hall import Hall
from tests.web.conftest import Visit
from tests.web.play import MINE, PHONE, ROOT, Fingers, middle_of, open_table, play_on, until

DUEL = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
GAMES = {
    "cassiopeia": DUEL,
    "cyberstrife": DUEL,
    "cysmic": DUEL,
    "nexus-ops": DUEL,
    "pulp-invasion": DUEL[:1],
}


def test_a_phone_shows_the_question_and_never_scrolls_sideways(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    for game, chairs in GAMES.items():
        open_table(page, game, chairs, seed="in the hand")
        play_on(page, most=6)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], game
        expect(page.locator(MINE).first).to_be_in_viewport()
    page.get_by_label("Unfold", exact=True).tap()
    expect(page.get_by_role("tab", name="Log")).to_be_in_viewport()


def test_the_way_in_stays_where_it_is_when_the_games_come_late(visit: Visit) -> None:
    page = visit("")
    late: list[Route] = []
    page.route("**/api/games", lambda route: late.append(route))
    page.reload()
    enter = page.get_by_role("button", name="Come in")
    expect(enter).to_be_visible()
    before = enter.bounding_box()
    expect(page.locator(".shelf li")).to_have_count(0)
    late[0].continue_()
    expect(page.locator(".shelf li")).to_have_count(len(GAMES))
    assert enter.bounding_box() == before


def test_holding_a_card_shows_it_large(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    open_table(page, "cyberstrife", DUEL)
    card = page.locator(".card[data-state~=glow]").first
    Fingers(page).hold(card)
    expect(page.locator(".looking .card.large h4")).to_have_text(card.locator("h4").inner_text())
    page.locator(".looking").get_by_role("button", name="Close").tap()
    expect(page.locator(".looking")).to_have_count(0)
    expect(page.locator(".card .badge", has_text="marked")).to_have_count(0)


def test_two_fingers_zoom_the_map(visit: Visit) -> None:
    page = visit("Ann", phone=True)
    open_table(page, "nexus-ops", DUEL)
    frame = page.locator(".map-frame > svg")
    x, y = middle_of(frame)
    wide = float((frame.get_attribute("viewBox") or "").split()[2])
    fingers = Fingers(page)
    fingers.do("touchStart", (x - 20, y), (x + 20, y))
    for spread in (40, 60, 80):
        fingers.do("touchMove", (x - spread, y), (x + spread, y))
    fingers.do("touchEnd")
    until(
        page,
        """wide => {
            const shown = document.querySelector('.map-frame > svg').getAttribute('viewBox')
            return Number(shown.split(' ')[2]) < wide / 2
        }""",
        arg=wide,
    )


def test_axe_finds_nothing_serious(visit: Visit) -> None:
    page = visit("Ann")
    axe = Path(ROOT, "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
    found: list[str] = []

    def run(where: str, options: dict[str, object]) -> None:
        # Maps have their own colours, the same in every theme, and a thousand things in them.
        script = "options => axe.run({exclude: options.runOnly ? ['.map-frame'] : []}, options)"
        for fault in page.evaluate(script, options)["violations"]:
            if fault["impact"] in ("serious", "critical"):
                node = fault["nodes"][0]
                why = node.get("failureSummary", "")[:250]
                found.append(f"{where}: {fault['id']}: {node['html'][:150]} {why}")

    def look(where: str) -> None:
        """Everything in the dark; in the light only the colours are others."""
        page.evaluate(axe)
        run(where, {"resultTypes": ["violations"]})
        page.emulate_media(color_scheme="light")
        run(f"{where} in the light", {"runOnly": ["color-contrast"]})
        page.emulate_media(color_scheme="dark")

    expect(page.locator(".game").first).to_be_visible()
    look("lobby")
    page.get_by_role("button", name="Set up a table: Nexus Ops").click()
    look("set up")
    for game, chairs in GAMES.items():
        open_table(page, game, chairs, seed="well seen")
        play_on(page, most=8)
        look(game)
    page.keyboard.press("r")
    expect(page.locator(".rules .rule").first).to_be_visible()
    look("rules")
    assert found == []


OUTSIDE = """
[palette]
hue = 50

[cover]
motif = "cracks"
icons = ["lantern-flame", "night-sky", "torch"]

[icons.card]
lantern = "lantern-flame"
"""


def test_games_from_outside_are_dressed_too(hall: str, browser: Browser, tmp_path: Path) -> None:
    install_lanterns(tmp_path, "far-lanterns", OUTSIDE)
    install_lanterns(tmp_path, "bare-lanterns")
    with (
        Hall(tmp_path / "hall.db", path=tmp_path) as wide,
        browser.new_context(base_url=wide.url) as context,
    ):
        page = context.new_page()
        page.goto("/")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Come in").click()
        covers = page.locator(".game", has_text="Lanterns").locator(".art")
        expect(covers).to_have_count(2)
        for cover in covers.all():
            drawn = cover.locator(".stamp path:not([d=''])")
            expect(drawn).to_have_count(3)
        hues = covers.evaluate_all("all => all.map((one) => one.style.getPropertyValue('--hue'))")
        assert "50" in hues and len(set(hues)) == 2
        open_table(page, "far-lanterns", DUEL)
        expect(page.locator(".scene .icon path:not([d=''])").first).to_be_attached()
        open_table(page, "bare-lanterns", DUEL)
        expect(page.locator(MINE).first).to_be_visible()
