"""The table fits into the window: rivals, rings and hands, whole and in sight at every size."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Position, ViewportSize, expect

from tests.web.conftest import Visit
from tests.web.play import (
    DESKTOP,
    MINE,
    PHONE,
    boxes_of,
    choose,
    fitted,
    next_question,
    open_table,
    play_on,
    play_until,
)
from tests.web.test_following import BOT, ME, OWN, WIDE, in_sight, sit_down

TABLET: ViewportSize = {"width": 1024, "height": 768}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
WINDOWS = (WIDE, DESKTOP, TABLET)
SCROLLS = """([node]) => node.scrollHeight > node.clientHeight
    || [...node.querySelectorAll('.body.row:has(> .card)')].some(
        (row) => row.scrollWidth > row.clientWidth + 1)"""


# Cards whose words are cut, too small, or hidden while one is asked about them.
UNREADABLE = """texts => texts.filter((text) => {
    const card = text.parentElement
    const asked = card.matches('[data-state~=glow], .active')
    if (!text.checkVisibility()) return asked
    return parseFloat(getComputedStyle(text).fontSize) < 12
        || card.scrollHeight > card.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1
}).map((text) => text.parentElement.dataset.name)"""


# Names of cards that stand over an empty strip.
OVER_NOTHING = """names => names.filter((name) => {
    const card = name.closest('.card')
    const rest = [...card.children].filter((one) => !one.matches('header, .art, button'))
    return !rest.some((one) => one.checkVisibility())
        && card.clientHeight - name.parentElement.offsetHeight > 4
}).map((name) => name.innerText)"""


@pytest.mark.parametrize("hand", ["three rivals", "wordy 893", "wordy 2178"])
def test_three_rivals_stand_in_a_row_that_opens(visit: Visit, hand: str) -> None:
    page = visit("Ann", size=WIDE)
    open_table(page, "cyberstrife", [ME, BOT, BOT, BOT], seed=hand)
    choose(page, "Done")  # nothing is drawn: cards would depend on how quick the bots are
    rivals = page.locator(".centre > .others")
    expect(rivals).to_have_count(3)
    for size in WINDOWS:
        page.set_viewport_size(size)
        assert not fitted(page.locator(".centre"), SCROLLS), size
        assert not fitted(page.locator(".below"), SCROLLS), size
        assert len({box["y"] for box in boxes_of(rivals)}) == 1, size
        assert all(in_sight(card) for card in rivals.locator(".card").all()), size
        assert fitted(page.locator(".below .card .text"), UNREADABLE) == [], size
        assert fitted(page.locator(".scene .body .card h4"), OVER_NOTHING) == [], size
    # A trait may have only its name there, if room is short; the name above opens the whole side.
    page.locator(".seats button").first.click()
    expect(page.locator(".drawer [data-id^='traits'] .text").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


def test_planets_lie_in_a_ring_at_every_size(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cassiopeia")
    play_on(page, most=4)
    spots = page.locator(".centre .ring .spot")
    expect(spots).to_have_count(7)
    for size in (*WINDOWS, PHONE):
        page.set_viewport_size(size)
        boxes = boxes_of(spots)
        tops = [round(box["y"]) for box in boxes]
        # Three above, one on the right, two below, one on the left: back where it began.
        assert tops[0] == tops[1] == tops[2] < tops[3] == tops[6] < tops[4] == tops[5], size
        assert boxes[6]["x"] < boxes[5]["x"] < boxes[4]["x"] < boxes[3]["x"], size
        if size is not PHONE:
            assert not fitted(page.locator(".centre"), SCROLLS), size
            assert not fitted(page.locator(".beside"), SCROLLS), size
    spots.first.locator(".card").click()
    expect(page.locator(".looking .card.large .text")).to_be_visible()


def test_ten_command_cards_lie_beside_the_map(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cysmic")
    cards = page.locator("[data-id='hand'] .card")
    expect(cards).to_have_count(10)
    for size in (LARGE, *WINDOWS):
        page.set_viewport_size(size)
        assert not fitted(page.locator(".beside"), SCROLLS), size
        assert all(in_sight(card) for card in cards.all()), size
        if size is LARGE:  # in smaller ones their words give way to what one is asked about
            assert cards.locator(".text:visible").count() == 10, size
        assert in_sight(page.locator("[data-id='track']")), size
        assert in_sight(page.locator("[data-id='own_columns']")), size


def test_command_cards_one_is_asked_about_are_all_in_sight(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cysmic")
    play_until(page, "[data-id='hand'] .card[data-state~=glow]")
    cards = page.locator("[data-id='hand'] .card")
    for size in (LARGE, *WINDOWS):
        page.set_viewport_size(size)
        assert cards.locator(".text:visible").count() == cards.count(), size
        assert not fitted(page.locator(".beside"), SCROLLS), size
        assert all(in_sight(card) for card in cards.all()), size
        # The map stays in sight beside them.
        assert in_sight(page.locator(".map-frame")), size


def test_what_one_is_asked_about_keeps_its_words(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    for game in OWN:
        sit_down(page, game)
        play_on(page, most=6)
        for size in (*WINDOWS, PHONE):
            page.set_viewport_size(size)
            assert fitted(page.locator(".scene .body .card .text"), UNREADABLE) == [], (game, size)


def test_lines_between_cards_lie_inside_their_panel(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "pulp-invasion")
    for _ in range(2):  # the dice and the Planet: then the line is laid out
        with next_question(page):
            page.locator(MINE).first.click()
    labels = page.locator(".centre .link-label")
    expect(labels.first).to_be_visible()
    for size in (WIDE, LARGE, DESKTOP):
        page.set_viewport_size(size)
        [room] = boxes_of(page.locator(".centre > .panel").first)
        for box in boxes_of(labels):
            assert box["left"] >= room["left"], size
            assert box["bottom"] <= room["bottom"], size
    # What is only looked up is a drawer: the odds of what one may do, and the bag.
    page.locator("[data-drawer='cubes']").click()
    expect(page.locator(".drawer [data-id='bag']")).to_be_visible()
    # Fitting the table leaves the looks of its buttons alone: this one has no ground of its own.
    page.set_viewport_size(WIDE)
    [ground] = fitted(
        page.locator(".drawer .x"), "all => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert ground == "rgba(0, 0, 0, 0)"


def test_labels_of_lines_do_not_lie_on_each_other(visit: Visit) -> None:
    page = visit("Ann", size=TABLET)
    open_table(page, "pulp-invasion", [ME], seed="look")
    for _ in range(2):
        with next_question(page):
            page.locator(MINE).first.click()
    boxes = boxes_of(page.locator(".centre .link-label"))
    assert len(boxes) == 3
    for one, two in combinations(boxes, 2):
        beside = one["right"] <= two["left"] or two["right"] <= one["left"]
        below = one["bottom"] <= two["top"] or two["bottom"] <= one["top"]
        assert beside or below


def test_a_collapse_is_on_stage_until_it_is_read(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cysmic")
    stage = page.locator(".stage")
    for number in range(60):
        if stage.count():
            break
        burns = "burn" in page.locator(".prompt").inner_text().lower()
        ship = page.locator(MINE, has_text="Colony Ship")
        # Twice at the same spot is a double click, and does not answer the next question.
        spot: Position = {"x": 20 + 100 * (number % 2), "y": 12}
        with next_question(page):
            (ship if ship.count() and not burns else page.locator(MINE)).first.click(position=spot)
            sure = page.get_by_role("dialog").get_by_role("button", name="Yes")
            if sure.count():
                sure.click()
    expect(stage).to_contain_text("collapses")
    stage.get_by_role("button", name="Continue").click()
    expect(stage).to_have_count(0)


def test_grounds_have_textures_of_their_own(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cysmic")
    drawn = page.locator(".legends .swatch path").evaluate_all(
        "all => all.map((one) => one.getAttribute('d'))"
    )
    assert len(drawn) > 6
    assert len(set(drawn)) == len(drawn)
    shown = page.locator("pattern .texture")
    faint = float(shown.first.evaluate("one => getComputedStyle(one).opacity"))
    page.evaluate("localStorage.starhall = JSON.stringify({speed: 'once', colours: 'clear'})")
    page.reload()
    expect(page.locator(MINE).first).to_be_visible()
    assert float(shown.first.evaluate("one => getComputedStyle(one).opacity")) > 2 * faint


def test_a_map_takes_the_height_and_its_hexes_are_large(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    sit_down(page, "cysmic")
    hexes = page.locator(".cell .ground")
    windows = ((LARGE, 52), (DESKTOP, 32), (TABLET, 26), (WIDE, 40))
    widths: dict[int, float] = {}
    for size, least in (*windows, *reversed(windows)):
        page.set_viewport_size(size)
        [box] = boxes_of(hexes.first)
        assert box["width"] >= least, (size, box["width"])
        # Whatever the window was before.
        assert abs(box["width"] - widths.setdefault(size["width"], box["width"])) < 0.5, size


def test_a_battle_leaves_the_hand_in_sight(visit: Visit) -> None:
    page = visit("Ann", size=DESKTOP)
    greedy = {"kind": "bot", "bot": "greedy"}
    open_table(page, "cyberstrife", [ME, greedy, greedy], seed="face to face")
    play_until(page, ".scene:has(.below [data-state~=glow]) .stage .result:not(.open)")
    for size in WINDOWS:
        page.set_viewport_size(size)
        for card in page.locator(".below .card[data-state~=glow]").all():
            assert in_sight(card), size


def test_a_battle_above_the_hand_shows_all_its_names_and_lines(visit: Visit) -> None:
    page = visit("Ann", size=DESKTOP)
    open_table(page, "cyberstrife", [ME, {"kind": "bot", "bot": "greedy"}], seed="b2")
    play_until(page, ".scene:has(.below [data-state~=glow]) .stage .result:not(.open)")
    stage = page.locator(".stage")
    assert stage.locator("ol > li").count() > 4
    for size in (LARGE, *WINDOWS):
        page.set_viewport_size(size)
        assert fitted(stage, "([one]) => one.scrollHeight <= one.clientHeight"), size
        assert in_sight(stage.locator("ol > li").last), size
        assert fitted(stage.locator(".card h4"), OVER_NOTHING) == [], size
        for card in page.locator(".below .card[data-state~=glow]").all():
            assert in_sight(card), size


def test_seats_have_two_lines_and_one_height(visit: Visit) -> None:
    page = visit("Ann", size=WIDE)
    for game, rivals in (("nexus-ops", 3), ("cysmic", 5)):
        open_table(page, game, [ME, *[BOT] * rivals], seed="in a row")
        expect(page.locator(MINE).first).to_be_visible()
        for size in (LARGE, *WINDOWS):
            page.set_viewport_size(size)
            boxes = boxes_of(page.locator(".seats li"))
            assert len(boxes) == rivals + 1
            assert len({(round(box["y"]), round(box["height"])) for box in boxes}) == 1, size
            assert boxes[0]["height"] < 50, size
            names = page.locator(".seats .who > b")
            assert fitted(names, "all => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_the_end_of_a_game_numbers_the_places(visit: Visit) -> None:
    page = visit("Ann")
    open_table(page, "cyberstrife", [ME, BOT], seed="shared")
    expect(page.locator(MINE).first).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Report a problem").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Save the file")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    page.locator(".more-list button.fatal").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(page.locator(".finale .place")).to_have_text(["1.", "2."])
