"""Boundaries of the rules: what comes first, what is just enough, what does not happen."""

from __future__ import annotations

import pytest

from starhall.engine.errors import ContentError
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import BLACK, WHITE, YELLOW
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.rules.payment import payable
from tests.games.pulp_invasion.tables import CONTENT, RED, draws, line, search, table
from tests.packs import changed


@rule("PI-6.13", "PI-6.5")
@pytest.mark.parametrize(
    ("have", "demands", "discounts", "enough"),
    [
        ((1, 0, 0), (1, 1, 0), 1, False),  # nothing is left to convert
        ((2, 0, 0), (1, 1, 0), 1, True),
        ((2, 0, 0), (1, 1, 0), 0, False),
        ((3, 0, 0), (1, 1, 0), 0, True),
        ((0, 2, 2), (3, 0, 0), 2, True),  # 1 and 1 discounted, 2 for the third
        ((0, 2, 1), (3, 0, 0), 2, False),
        ((0, 1, 1), (2, 0, 0), 2, True),
        ((0, 1, 1), (2, 0, 0), 1, False),
        ((0, 3, 0), (2, 0, 0), 1, True),
        ((0, 2, 0), (2, 0, 0), 1, False),
        ((0, 3, 3), (3, 0, 0), 0, False),
        ((0, 4, 2), (3, 0, 0), 0, True),
        ((0, 5, 3), (4, 0, 0), 1, True),
        ((0, 4, 2), (4, 0, 0), 1, False),
        ((0, 3, 4), (4, 0, 0), 1, True),
    ],
)
def test_what_spare_points_can_pay(
    have: tuple[int, ...], demands: tuple[int, ...], discounts: int, enough: bool
) -> None:
    assert payable(list(have), list(demands), discounts) is enough


@rule("PI-5.2", "PI-8.2", "PI-19.4")
def test_on_glacius_no_die_is_offered_at_any_time() -> None:
    dice = {"weapons": 6, "infiltration": 1, "scanning": 3}
    s = table(planet="glacius", dice=dice, weapons=["nova_lance"], auto=False)
    desk = line(s, "guardforce_01", "guardforce_02")
    assert desk.tokens == ["engage", "evade"]
    assert desk.choose("engage").tokens == ["pay", "evade_instead"]
    s = table(planet="glacius", dice={"infiltration": 1}, auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]


@rule("PI-8.2", "PI-9.1", "PI-19.8", "PI-5.2")
def test_a_card_without_dice_does_not_forbid_them_in_the_search() -> None:
    s = table(dice={"infiltration": 1}, auto=False)
    desk = line(s, "rogue_cyberneticist")
    assert "seek infiltration" not in desk.tokens
    desk.choose("engage", "pay", "spend 0/0/2")
    assert desk.asked == "search_action" and "seek infiltration" in desk.tokens
    assert s.active == -1 and s.searching


@rule("PI-9.11", "PI-9.19", "PI-9.14", "PI-9.12")
def test_white_cubes_go_back_after_all_others() -> None:
    s = table(points=(5, 5, 5), bag={"red": 1, "white": 2, "black": 1}, auto=False)
    desk = search(s, "guardforce_05", "guardforce_01")
    desk.choose("draw")
    assert desk.asked == "use_cube" and s.drawn == [1, 0, 0, 0, 2, 0]
    assert s.quietus == 1 and s.bag[WHITE] == 0
    desk.choose("raise combat")
    assert s.bag[WHITE] == 2 and s.drawn == [0] * 6


@rule("PI-9.17", "PI-19.1", "PI-D11")
@pytest.mark.parametrize(("before", "after"), [(5, 7), (6, 7), (4, 6)])
def test_a_gain_stops_at_the_number_of_the_captain(before: int, after: int) -> None:
    s = table(planet="ashkar", hand=["guardforce_02"], points=(before, 5, 5), auto=False)
    s.maxima = [7, 9, 9]
    assert search(s, "guardforce_01").choose("act").points == f"{after}/5/5"


@rule("PI-19.1", "PI-9.17", "PI-D12")
def test_a_gain_without_room_is_not_offered() -> None:
    s = table(planet="ashkar", hand=["guardforce_02"], points=(7, 5, 5), auto=False)
    s.maxima = [7, 9, 9]
    assert search(s, "guardforce_01").tokens == ["draw"]
    s = table(planet="choir_world", hand=["guardforce_03"], points=(7, 9, 8), auto=False)
    s.maxima = [7, 9, 9]
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["gain science"]


@rule("PI-19.1", "PI-19.9", "PI-4.8")
def test_reinforcements_from_an_empty_deck_and_the_first_location() -> None:
    s = table(bag={})
    desk = draws(s, "reinforcements")
    assert desk.names(s.line)[0] == "reinforcements"
    s = table(bag={"yellow": 1})
    for deck in s.decks:
        s.discard.cards += deck.cards
        deck.cards = []
    desk = draws(s, "reinforcements", "guardforce_01", "guardforce_02", "guardforce_03")
    assert len(s.line.cards) == 4 and len(s.fates) == 4
    s = table(bag={})
    desk = draws(
        s, "reinforcements", "guardforce_01", "guardforce_02", "guardforce_03", "antigrav_dockyard"
    )
    assert desk.names(s.location) == ["antigrav_dockyard"] and len(s.line.cards) == 4
    assert s.bag[BLACK] >= 1 and len(s.fates) == 4


@rule("PI-19.1", "PI-10.1", "PI-D17")
def test_a_study_of_the_last_missing_cube_understands_the_weapon() -> None:
    s = table(planet="verdigris", hand=["guardforce_03"], weapons=["nova_lance"], auto=False)
    s.on_weapons[9] = 2
    s.supply[RED] -= 2
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["study nova_lance/orange"]
    desk.choose("study nova_lance/orange")
    assert desk.understood("nova_lance") and s.understood == 1 << 3
    assert desk.asked == "search_action"  # nothing is left to study


@rule("PI-14.2", "PI-8.19", "PI-19.1")
def test_a_bag_of_yellow_cubes_has_nothing_to_remove() -> None:
    s = table(planet="terminus_gate", hand=["guardforce_02"], bag={"yellow": 3}, auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]
    assert s.bag[YELLOW] == 3


STANDING = {
    "port_meridian": {"cheap_convert": 1},
    "lumen_reach": {"search": 1},
    "carcosa_drift": {"search": 1},
    "hollow_moon": {"keep_evaded": 1},
    "glacius": {"no_die": True, "search": 2},
    "orrery": {"free_die": True},
    "choir_world": {"black_back": True},
    "terminus_gate": {"search": 2},
    "rogue_cyberneticist": {"no_die": True},
}


@rule("PI-19.1", "PI-19.4", "PI-19.8")
def test_what_standing_texts_set() -> None:
    names = ("no_die", "free_die", "black_back", "cheap_convert", "keep_evaded", "search")
    found = {}
    for card, text in zip(CONTENT.cards, CONTENT.texts, strict=False):
        values = {name: getattr(text, name) for name in names if getattr(text, name)}
        if values:
            found[card] = values
    assert found == STANDING


@rule("PI-4.1", "PI-5.2", "PI-15.3", "PI-D3")
def test_engage_and_evade_are_listed_before_the_dice() -> None:
    s = table(dice={"infiltration": 1, "engineer": 2, "ai": 3}, understood=["void_bell"], quietus=2)
    desk = line(s, "guardforce_01", "guardforce_02")
    assert desk.tokens == [
        "engage",
        "evade",
        "tune engineer",
        "seek infiltration",
        "fire void_bell",
    ]


@rule("PI-4.9", "PI-4.4", "PI-4.7", "PI-1.3")
@pytest.mark.parametrize("location", ["crashed_dreadnought", "star_forge"])
def test_the_first_and_the_last_location_leave_the_line(location: str) -> None:
    first, last = CONTENT.first_location, CONTENT.first_planet - 1
    assert {CONTENT.cards[first], CONTENT.cards[last]} == {"crashed_dreadnought", "star_forge"}
    s = table()
    desk = draws(s, "guardforce_01", location, "guardforce_02", "guardforce_03")
    assert desk.names(s.location) == [location] and len(s.line.cards) == len(s.fates) == 3


@rule("PI-9.16", "PI-9.18", "PI-9.11")
def test_every_coloured_cube_counts() -> None:
    s = table(points=(5, 5, 5), bag={"red": 2, "blue": 1, "orange": 1})
    desk = search(s, "guardforce_05", "guardforce_01")
    assert desk.points == "7/6/6" and s.drawn == [0] * 6 and sum(s.bag) == 0
    s = table(points=(9, 5, 5), bag={"red": 3})
    supply = s.supply[RED]
    search(s, "guardforce_05")
    assert s.supply[RED] == supply + 3 and s.drawn == [0] * 6


@rule("PI-5.1", "PI-5.12", "PI-8.1", "PI-8.12", "PI-19.1")
@pytest.mark.parametrize(
    ("file", "old", "new", "allowed"),
    [
        ("agents.toml", "evade_draw(+1)", "evade_draw(+3)", True),
        ("agents.toml", "evade_draw(+1)", "evade_draw(+4)", False),
        ("agents.toml", "evade_draw(+1)", "evade_draw(-3)", True),
        ("agents.toml", "evade_draw(+1)", "evade_draw(-4)", False),
        ("agents.toml", "study(1)", "study(3)", True),
        ("agents.toml", "study(1)", "study(4)", False),
        ("agents.toml", "study(1)", "study(0)", False),
        ("agents.toml", "strength_weapons(1, 3)", "strength_weapons(1, 1)", True),
        ("agents.toml", "strength_weapons(1, 3)", "strength_weapons(0, 1)", False),
        ("agents.toml", "strength_weapons(1, 3)", "strength_weapons(1, 0)", False),
        ("aliens.toml", "demand_black(science, 2, 3)", "demand_black(science, 1, 1)", True),
        ("aliens.toml", "demand_black(science, 2, 3)", "demand_black(science, 0, 1)", False),
        ("aliens.toml", "demand_black(science, 2, 3)", "demand_black(science, 1, 0)", False),
        ("dice.toml", "probe(1)", "probe(2)", False),
        ("dice.toml", "probe(1)", "probe(0)", False),
    ],
)
def test_the_numbers_of_texts_have_limits(file: str, old: str, new: str, allowed: bool) -> None:
    if allowed:
        assert changed(GAME, file, (old, new)).content.hash != CONTENT.hash
    else:
        with pytest.raises(ContentError):
            changed(GAME, file, (old, new))
