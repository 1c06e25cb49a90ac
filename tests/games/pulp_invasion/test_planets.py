"""PI-19.4: what each Planet does from the moment it is chosen, and what its action buys."""

from __future__ import annotations

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import BLACK, WHITE
from starhall.games.pulp_invasion.rules.reckoning import evade_draw, search_draw, search_total
from starhall.games.pulp_invasion.state import EVADED, Table
from tests.games.pulp_invasion.tables import CONTENT, Desk, new_round, search, table, take

LINE = ("guardforce_05", "countess_of_comets", "distress_beacon", "guardforce_10")


def visit(s: Table, planet: str) -> Desk:
    """Travel to a Planet of the row; then the line lies."""
    for other in ("ashkar", "lumen_reach", planet):
        take(s, other, s.row)
    for card in reversed(LINE):
        take(s, card, s.decks[s.sector])
    desk = new_round(s).choose(f"visit {planet}")
    assert desk.names(s.planet) == [planet] and desk.names(s.line) == list(LINE)
    return desk


def home(**other: object) -> Table:
    """A round that begins in the Sector of the Synod, with a Planet that is none of the others."""
    return table(planet="saffron_waste", auto=False, **other)  # type: ignore[arg-type]


# Right neighbours: Diplomacy, Diplomacy, Combat, and Combat of the leftmost card.
DEMANDS = {
    "ashkar": ["3D", "1D", "2C", "1C"],
    "lumen_reach": ["4D", "1D", "2C", "2C"],
    "nyx_anchorage": ["4D", "1D", "2C", "2C"],  # the Countess stays at 1
    "terminus_gate": ["5D", "2D", "3C", "3C"],
    "glacius": ["4D", "1D", "2C", "2C"],
}


@rule("PI-4.1", "PI-19.4", "PI-13.1", "PI-5.16")
@pytest.mark.parametrize("planet", list(DEMANDS))
def test_what_cards_demand_on_a_planet(planet: str) -> None:
    desk = visit(home(), planet)
    assert [desk.demand(card) for card in LINE] == DEMANDS[planet]


@rule("PI-4.1", "PI-19.4", "PI-19.1")
def test_nyx_anchorage_weakens_agents_of_more_than_1() -> None:
    s = table(planet="nyx_anchorage", auto=False)
    take(s, "glass_assassin", s.line)
    take(s, "distress_beacon", s.line)
    s.fates = [0, 0]
    assert Desk(s).demand("glass_assassin") == "2D"  # 3 - 1
    assert Desk(s).demand("distress_beacon") == "2C"  # an Event is not an Agent


@rule("PI-4.1", "PI-6.13", "PI-19.4")
def test_port_meridian_discounts_from_the_moment_it_is_chosen() -> None:
    s = home(points=(5, 1, 5))
    desk = visit(s, "port_meridian")
    assert s.meridian == 1
    desk.choose("engage", "pay")
    assert "spend 4/1/1" in desk.tokens  # 1 of its own; 3 converted, one of them for 1 point
    desk.choose("spend 4/1/1")
    assert s.meridian == 0
    for planet in ("lumen_reach", "orrery"):
        s = home()
        visit(s, planet)
        assert s.meridian == 0


# Cubes of a Search after this line, all engaged: 3 + 2 + 1 + 2 icons.
CUBES = {
    "ashkar": 8,
    "lumen_reach": 9,
    "carcosa_drift": 9,
    "verdigris": 9,
    "hollow_moon": 8,
    "glacius": 10,
    "terminus_gate": 10,
}


@rule("PI-4.1", "PI-9.2", "PI-9.7", "PI-19.4")
@pytest.mark.parametrize("planet", list(CUBES))
def test_how_many_cubes_a_search_draws_on_a_planet(planet: str) -> None:
    s = home()
    visit(s, planet)
    assert search_total(s) == CUBES[planet]
    assert evade_draw(s, 0) == (3 if planet == "carcosa_drift" else 2)
    s.fates[0] = s.fates[1] = EVADED
    agents = 1 if planet == "verdigris" else 0  # the icon of the Countess goes with her
    kept = 2 if planet == "hollow_moon" else 0
    assert search_total(s) == CUBES[planet] - 5 - agents + kept


# What a mark buys: the Planet, a card that pays, and what is different afterwards.
CODE, KEY = "guardforce_03", "guardforce_02"


@rule("PI-19.4", "PI-9.3", "PI-9.4", "PI-9.5", "PI-19.1")
@pytest.mark.parametrize(
    ("planet", "price", "points"),
    [
        ("ashkar", [KEY], "5/3/3"),
        ("port_meridian", [CODE], "3/5/3"),
        ("glacius", [CODE], "3/3/5"),
    ],
)
def test_actions_that_raise_one_ability(planet: str, price: list[str], points: str) -> None:
    s = table(planet=planet, points=(3, 3, 3), hand=price, auto=False)
    desk = search(s, "guardforce_01").choose("act")
    assert desk.points == points and desk.tokens == ["draw"]


@rule("PI-19.4", "PI-D11", "PI-19.1")
@pytest.mark.parametrize(("planet", "price"), [("orrery", KEY), ("choir_world", CODE)])
def test_actions_that_raise_an_ability_of_your_choice(planet: str, price: str) -> None:
    s = table(planet=planet, points=(3, 3, 3), hand=[price], auto=False)
    desk = search(s, "guardforce_01").choose("act", "gain science")
    assert desk.points == "3/3/5"


@rule("PI-19.4", "PI-9.2", "PI-9.7", "PI-19.1")
@pytest.mark.parametrize(
    ("planet", "price", "before", "more"),
    [("lumen_reach", [CODE], 2, 2), ("nyx_anchorage", [KEY, CODE], 1, 3)],
)
def test_actions_that_draw_more_cubes(
    planet: str, price: list[str], before: int, more: int
) -> None:
    s = table(planet=planet, hand=price, bag={"white": 9}, auto=False)
    desk = search(s, "guardforce_01")
    assert search_draw(s) == before
    desk.choose("act")
    assert search_draw(s) == before + more
    desk.choose("draw")
    assert sum(s.last_search) == before + more


@rule("PI-D12", "PI-9.10", "PI-19.1")
@pytest.mark.parametrize(("cubes", "offered"), [(2, False), (3, True)])
def test_more_cubes_are_offered_only_if_the_bag_has_them(cubes: int, offered: bool) -> None:
    s = table(planet="lumen_reach", hand=[CODE], bag={"white": cubes}, auto=False)
    assert ("act" in search(s, "guardforce_01").tokens) == offered


@rule("PI-19.4", "PI-19.1", "PI-14.3")
@pytest.mark.parametrize(("cubes", "left"), [(1, 0), (2, 0), (3, 1)])
def test_actions_that_remove_cubes_of_one_colour(cubes: int, left: int) -> None:
    for planet, price, colour in (
        ("carcosa_drift", KEY, "black"),
        ("saffron_waste", CODE, "white"),
    ):
        s = table(planet=planet, hand=[price], bag={colour: cubes, "red": 2}, auto=False)
        supply = s.supply[:]
        search(s, "guardforce_01").choose("act")
        place = BLACK if colour == "black" else WHITE
        assert s.bag[place] == left and s.bag[0] == 2
        assert s.supply[place] == supply[place] + cubes - left


@rule("PI-19.4", "PI-D14", "PI-19.1")
def test_terminus_gate_removes_up_to_three_cubes() -> None:
    s = table(
        planet="terminus_gate", hand=[KEY], bag={"red": 2, "blue": 2, "yellow": 1}, auto=False
    )
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["remove red", "remove blue", "stop"]
    desk.choose("remove red", "remove red")
    assert desk.tokens == ["remove blue", "stop"]
    desk.choose("remove blue")
    assert s.bag == [0, 1, 0, 0, 0, 1] and desk.asked == "search_action"
    s = table(planet="terminus_gate", hand=[KEY], bag={"red": 1, "yellow": 1}, auto=False)
    desk = search(s, "guardforce_01").choose("act", "remove red")
    assert desk.asked == "search_action"  # only yellow is left
    s = table(planet="terminus_gate", hand=[KEY], bag={"red": 1, "yellow": 1}, auto=False)
    desk = search(s, "guardforce_01").choose("act", "stop")
    assert desk.asked == "search_action" and s.bag[0] == 1 and desk.names(s.hand) == []


@rule("PI-19.4", "PI-8.11", "PI-19.1")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (4, 6), (5, 6), (6, 6)])
def test_the_hollow_moon_turns_up_any_die_by_two(before: int, after: int) -> None:
    s = table(planet="hollow_moon", hand=[KEY], dice={"weapons": before}, auto=False)
    desk = search(s, "guardforce_01")
    assert ("act" in desk.tokens) == (before < 6)
    if before < 6:
        desk.choose("act", "upgrade weapons")
    assert desk.die("weapons") == after


@rule("PI-9.3", "PI-9.4", "PI-15.4")
@pytest.mark.parametrize("planet", CONTENT.planets)
def test_an_action_costs_its_marks_and_no_others(planet: str) -> None:
    """Of two Codes and two Keys the longest held pay; without the right ones nothing is offered."""
    prices = {"nyx_anchorage": [CODE, KEY]}
    for name in ("ashkar", "carcosa_drift", "hollow_moon", "orrery", "terminus_gate"):
        prices[name] = [KEY]
    price = prices.get(planet, [CODE])
    cards = ["guardforce_03", "guardforce_02", "guardforce_07", "guardforce_05"]
    weapons = ["nova_lance"] if planet == "verdigris" else []
    options = {"dice": {"weapons": 1}, "weapons": weapons, "auto": False}
    s = table(planet=planet, hand=cards, **options)  # type: ignore[arg-type]
    desk = search(s, "guardforce_01").choose("act")
    assert desk.names(s.hand) == [card for card in cards if card not in price]
    assert set(desk.names(s.discard)) == set(price)
    for short in range(len(price)):
        held = [*price[:short], *price[short + 1 :]]
        wrong = [KEY] if price == [CODE] else [CODE] if price == [KEY] else []
        s = table(planet=planet, hand=[*held, *wrong], **options)  # type: ignore[arg-type]
        assert "act" not in search(s, "guardforce_01").tokens
