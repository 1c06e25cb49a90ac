"""Sections 5 and 13: what a card demands, step by step, and what evading and searching count."""

from __future__ import annotations

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.rules.reckoning import (
    STRENGTH_NOW,
    TYPE_NOW,
    base_type,
    bill,
    evade_cost,
    evade_draw,
    icon_giver,
    planet_icons,
    scannable,
    search_total,
)
from starhall.games.pulp_invasion.state import EVADED
from tests.games.pulp_invasion.tables import DIPLOMACY, SCIENCE, line, search, table


# What a text does to a card, by the step it belongs to. Where nothing is said: Sector of the
# Synod, Lumen Reach, no Location. Each row: what is in force, the line, and each card's demand.
@rule("PI-13.1", "PI-13.2", "PI-13.3", "PI-13.5", "PI-5.12", "PI-5.13", "PI-5.17")
@pytest.mark.parametrize(
    ("force", "cards", "demands"),
    [
        # 1: the card itself
        ({}, ["guardforce_11", "guardforce_03"], ["1C 2D", "2S"]),
        ({}, ["guardforce_16", "guardforce_03"], ["2D 1S", "2C"]),
        ({}, ["guardforce_03", "guardforce_16"], ["2C", "2D"]),  # the Battery is not leftmost
        ({}, ["guardforce_08", "guardforce_03"], ["2D", "2D"]),
        ({}, ["guardforce_08", "agent_scarlet"], ["1C", "1D"]),
        ({}, ["madame_parallax", "guardforce_04"], ["2D", "3D"]),
        ({"weapons": []}, ["your_perfect_double"], ["1S"]),
        ({"weapons": ["nova_lance"]}, ["your_perfect_double"], ["1S"]),
        ({"weapons": ["nova_lance", "mind_loom"]}, ["your_perfect_double"], ["2S"]),
        # the alien
        ({"sector": "kah"}, ["guardforce_03", "agent_scarlet"], ["3C", "1D"]),
        ({"sector": "kah"}, ["distress_beacon"], ["2D"]),
        ({"sector": "quietus", "quietus": 1}, ["guardforce_03", "agent_scarlet"], ["2C", "1D"]),
        ({"sector": "quietus", "quietus": 2}, ["guardforce_03", "agent_scarlet"], ["2C 1S", "1D"]),
        ({"sector": "quietus", "quietus": 3}, ["agent_scarlet", "guardforce_03"], ["1D 1S", "2C"]),
        ({"sector": "quietus", "quietus": 6}, ["agent_scarlet", "guardforce_04"], ["4S", "3C"]),
        ({"sector": "quietus", "quietus": 8}, ["agent_scarlet", "guardforce_04"], ["4S", "3C"]),
        # 2: the Location
        ({"location": "mirror_palace"}, ["agent_scarlet", "guardforce_03"], ["2D", "2C"]),
        ({"location": "ghost_barracks"}, ["guardforce_04", "agent_scarlet"], ["2C", "1S"]),
        ({"location": "radium_mine"}, ["guardforce_04", "guardforce_05"], ["3C", "3S"]),
        ({"location": "smugglers_cave"}, ["guardforce_04", "guardforce_05"], ["4C", "4S"]),
        ({"location": "mirror_palace", "sector": "kah"}, ["agent_scarlet"], ["1D"]),
        (
            {"location": "frozen_embassy", "sector": "kah"},
            ["agent_scarlet", "guardforce_04"],
            ["1S", "1C 3D"],
        ),
        ({"location": "star_forge", "sector": "kah"}, ["guardforce_03"], ["2C 2D"]),
        ({"location": "oracle_pit", "sector": "kah"}, ["agent_scarlet"], ["2C"]),
        ({"location": "antigrav_dockyard", "sector": "quietus"}, ["guardforce_03"], ["2D 1S"]),
        ({"location": "crashed_dreadnought", "sector": "quietus"}, ["agent_scarlet"], ["2C"]),
        # 3: the Planet
        ({"planet": "ashkar"}, ["guardforce_04", "agent_scarlet"], ["2C", "1S"]),
        ({"planet": "nyx_anchorage"}, ["glass_assassin", "guardforce_04"], ["2S", "3C"]),
        ({"planet": "saffron_waste"}, ["guardforce_05", "guardforce_18"], ["4S", "2C"]),
        ({"planet": "terminus_gate"}, ["agent_scarlet", "distress_beacon"], ["2D", "3C"]),
        # The floor of 1 holds after each step, so a later +1 counts in full.
        ({"location": "radium_mine", "planet": "terminus_gate"}, ["agent_scarlet"], ["2C"]),
        ({"location": "radium_mine", "planet": "saffron_waste"}, ["guardforce_18"], ["1S"]),
    ],
)
def test_what_a_card_demands(
    force: dict[str, object], cards: list[str], demands: list[str]
) -> None:
    desk = line(table(**force), *cards)  # type: ignore[arg-type]
    assert [desk.demand(card) for card in cards] == demands


@rule("PI-5.16", "PI-5.14", "PI-13.5")
@pytest.mark.parametrize("card", ["guardforce_14", "ion_storm", "meteor_swarm", "time_slip"])
def test_a_printed_0_is_left_alone_by_everything(card: str) -> None:
    s = table("quietus", location="antigrav_dockyard", planet="terminus_gate", quietus=8)
    desk = line(s, card, "guardforce_01")
    assert desk.demand(card) == "" and bill(s, 0)[STRENGTH_NOW] == 0
    s = table("kah", location="ghost_barracks", planet="terminus_gate")
    assert line(s, card, "guardforce_01").demand(card) == ""


@rule("PI-19.6", "PI-13.1", "PI-13.2", "PI-5.13")
def test_dice_and_weapons_count_for_the_active_card_only() -> None:
    s = table()
    desk = line(s, "guardforce_05", "guardforce_10", "guardforce_01")
    s.reduced, s.loom = [1, 0, 0], SCIENCE
    assert s.active == 0
    assert [desk.demand(card) for card in desk.names(s.line)] == ["3S", "2C", "1C"]
    assert bill(s, 0)[TYPE_NOW] == SCIENCE and bill(s, 0)[STRENGTH_NOW] == 3
    s.loom = DIPLOMACY
    assert desk.demand("guardforce_05") == "3D"
    s.loom = -1
    for reduced, left in ((0, "4C"), (1, "3C"), (2, "2C"), (4, ""), (5, "")):
        s.reduced = [reduced, 0, 0]
        assert desk.demand("guardforce_05") == left


@rule("PI-5.5", "PI-5.6", "PI-5.7", "PI-5.8", "PI-5.10", "PI-5.11")
@pytest.mark.parametrize(
    ("fates", "givers"),
    [
        ("   ", [1, 2, 0]),
        ("v  ", [1, 2, 1]),
        ("vv ", [1, 2, 2]),
        ("nv ", [1, 2, 0]),
        ("vn ", [1, 2, 1]),
        ("nn ", [1, 2, 0]),
    ],
)
def test_whose_icon_counts(fates: str, givers: list[int]) -> None:
    s = table()
    line(s, "guardforce_03", "guardforce_10", "guardforce_04")
    s.fates = [{"v": EVADED, "n": 1, " ": 0}[fate] for fate in fates]
    assert [icon_giver(s, place) for place in range(3)] == givers
    icons = [1, 0, 2]  # D, C, S
    assert [base_type(s, place) for place in range(3)] == [icons[giver] for giver in givers]


@rule("PI-7.3", "PI-7.4", "PI-7.5", "PI-13.5", "PI-5.17")
@pytest.mark.parametrize(
    ("force", "card", "cost", "draw"),
    [
        ({}, "guardforce_01", 1, 2),
        ({}, "guardforce_06", 1, 3),
        ({}, "glass_assassin", 1, 3),
        ({}, "ion_storm", 1, 1),
        ({}, "meteor_swarm", 0, 2),
        ({"location": "antigrav_dockyard"}, "guardforce_01", 1, 1),
        ({"location": "antigrav_dockyard"}, "ion_storm", 1, 0),
        ({"location": "nine_moon_bazaar", "sector": "quietus"}, "guardforce_01", 2, 2),
        ({"location": "nine_moon_bazaar", "sector": "quietus"}, "meteor_swarm", 1, 2),
        ({"location": "smugglers_cave", "sector": "kah"}, "guardforce_01", 0, 2),
        ({"location": "smugglers_cave", "sector": "kah"}, "meteor_swarm", 0, 2),
        ({"planet": "carcosa_drift"}, "guardforce_01", 1, 3),
        ({"planet": "carcosa_drift"}, "guardforce_06", 1, 4),
    ],
)
def test_what_an_evade_costs(force: dict[str, object], card: str, cost: int, draw: int) -> None:
    s = table(**force)  # type: ignore[arg-type]
    line(s, card, "guardforce_10")
    assert (evade_cost(s, 0), evade_draw(s, 0)) == (cost, draw)
    s.active, s.stilled = 0, True
    assert evade_draw(s, 0) == 0  # Chronal Vault, for the active card ...
    assert evade_draw(s, 1) >= 1  # ... and no other


@rule("PI-9.2", "PI-9.7", "PI-13.5", "PI-8.20", "PI-5.17")
def test_what_a_search_counts_of_each_card() -> None:
    s = table("quietus", location="frozen_embassy", planet="hollow_moon", auto=False)
    search(s, "guardforce_05", "guardforce_17", "guardforce_01", "hypno_herald", fates="vvvn")
    assert [planet_icons(s, place) for place in range(4)] == [3, 0, 1, 3]
    assert search_total(s) == 1 + 0 + 1 + 3 - 1
    assert scannable(s) == 1  # the one icon of Guardforce 1 counts already
    s.gathered = 2
    assert search_total(s) == 6
    s = table("kah", planet="ashkar", auto=False)
    search(s, "guardforce_05", "guardforce_17", "guardforce_01", fates="vvv")
    assert search_total(s) == 0 and scannable(s) == 2
