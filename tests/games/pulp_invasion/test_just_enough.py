"""Dice and Super Weapons: what is just enough to use one, and what it does to the point."""

from __future__ import annotations

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import BLACK
from starhall.games.pulp_invasion.rules.reckoning import evade_draw, search_draw
from tests.games.pulp_invasion.tables import line, search, table

# A right neighbour with each Engage icon, and how a demand of it is written
RIGHT = {"combat": ("guardforce_01", "C"), "diplomacy": ("guardforce_03", "D")}
RIGHT["science"] = ("guardforce_04", "S")


# PI-8.12: what a face takes off, from 1 to 6
TAKES_OFF = {
    ("weapons", "combat"): (1, 1, 2, 2, 2, 3),
    ("weapons", "diplomacy"): (0, 1, 0, 2, 0, 0),
    ("weapons", "science"): (0, 1, 0, 2, 0, 0),
    ("engineer", "combat"): (0, 0, 0, 2, 0, 0),
    ("engineer", "diplomacy"): (0, 0, 0, 2, 0, 0),
    ("engineer", "science"): (1, 1, 2, 2, 2, 2),
    ("infiltration", "combat"): (0, 0, 0, 1, 0, 0),
    ("infiltration", "diplomacy"): (0, 1, 1, 1, 2, 2),
    ("infiltration", "science"): (0, 0, 0, 1, 0, 0),
}


@rule("PI-8.12", "PI-8.8", "PI-8.9", "PI-8.10", "PI-5.13", "PI-6.4")
@pytest.mark.parametrize(("die", "ability"), list(TAKES_OFF))
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_face_takes_its_number_off_one_demand(die: str, ability: str, value: int) -> None:
    neighbour, letter = RIGHT[ability]
    less = TAKES_OFF[die, ability][value - 1]
    use = f"overhaul {die}" if (die, value) == ("engineer", 6) else f"boost {die}/{ability}"
    s = table(dice={die: value}, auto=False)
    desk = line(s, "guardforce_05", neighbour).choose("engage")
    assert (use in desk.tokens) == (less > 0)
    if less:
        desk.choose(use)
        if value > 1:
            desk.choose("turn 1")
        assert desk.demand("guardforce_05") == f"{4 - less}{letter}"
        desk.choose("pay")
        assert f"{ability}_{4 - less}" in desk.about


@rule("PI-8.8", "PI-10.9", "PI-8.10", "PI-6.13")
@pytest.mark.parametrize("ability", list(RIGHT))
def test_a_demand_of_1_is_enough_for_help_and_none_is_not(ability: str) -> None:
    everything = ["gravity_harpoon", "nova_lance", "star_mirror", "mind_loom"]
    s = table(dice={"weapons": 2}, understood=everything)
    desk = line(s, "guardforce_01", RIGHT[ability][0]).choose("engage")
    helpful = [
        f"boost weapons/{ability}",
        f"aim gravity_harpoon/{ability}",
        *[f"aim mind_loom/{other}" for other in RIGHT],
        *(["fire nova_lance"] if ability == "combat" else []),
        "fire star_mirror",
    ]
    assert desk.tokens == ["pay", *helpful, "evade_instead"]
    desk.choose(f"aim gravity_harpoon/{ability}")  # nothing is due any more
    looms = [f"aim mind_loom/{other}" for other in RIGHT]
    assert desk.tokens == ["pay", *looms, "evade_instead"]


@rule("PI-10.9", "PI-10.4", "PI-19.5", "PI-13.1")
def test_what_each_weapon_takes_off() -> None:
    everything = ["gravity_harpoon", "nova_lance", "mind_loom"]
    desk = line(table(understood=everything), "guardforce_05", "guardforce_01").choose("engage")
    assert desk.demand("guardforce_05") == "4C"
    desk.choose("fire nova_lance")
    assert desk.demand("guardforce_05") == "1C"
    desk.choose("aim mind_loom/science")
    assert desk.demand("guardforce_05") == "3S"  # 4 - 1, and the Lance worked on Combat
    desk.choose("aim gravity_harpoon/science")
    assert desk.demand("guardforce_05") == "1S"
    assert desk.tokens == ["pay", "evade_instead"]


@rule("PI-10.9", "PI-7.6", "PI-20.4")
def test_the_chronal_vault_needs_a_cube_to_hold_back() -> None:
    vault = "fire chronal_vault"
    for place, draws in (("", 1), ("antigrav_dockyard", 0)):
        s = table(understood=["chronal_vault"], location=place, bag={"red": 3}, auto=False)
        desk = line(s, "ion_storm", "guardforce_01").choose("evade")
        assert evade_draw(s, 0) == draws and (vault in desk.tokens) == (draws > 0)
    for bag, drawable in (
        ({"red": 1}, True),
        ({"blue": 1}, True),
        ({"orange": 1}, True),
        ({"black": 1}, True),
        ({"white": 3, "yellow": 2}, False),
    ):
        s = table(understood=["chronal_vault"], bag=bag, auto=False)
        assert (vault in line(s, "guardforce_01").choose("evade").tokens) == drawable
    s = table(understood=["chronal_vault"], bag={"black": 3}, black_redraw=True, auto=False)
    assert line(s, "guardforce_01").choose("evade").tokens == ["go"]


@rule("PI-10.4", "PI-19.5")
def test_the_chronal_vault_holds_back_the_cubes_of_one_evade() -> None:
    s = table("kah", planet="ashkar", understood=["chronal_vault"], bag={"red": 9})
    desk = line(s, "guardforce_01", "guardforce_02").choose("evade", "fire chronal_vault")
    desk.choose("lose science")
    assert s.bag[0] == 9 and desk.points == "5/5/4"
    desk.choose("evade", "lose science")  # the Vault is spent: two cubes now
    assert s.bag[0] == 7 and desk.points == "3/5/3"


@rule("PI-10.9", "PI-D18", "PI-19.5")
@pytest.mark.parametrize(
    ("bag", "quietus", "modes"),
    [
        (0, 0, []),
        (1, 0, ["toll_bag"]),
        (0, 1, ["toll_quietus"]),
        (3, 4, ["toll_bag", "toll_quietus"]),
    ],
)
def test_one_black_cube_is_enough_for_the_void_bell(
    bag: int, quietus: int, modes: list[str]
) -> None:
    cubes = {"white": 2, "black": bag}
    s = table("kah", weapons=["void_bell"], quietus=quietus, bag=cubes, auto=False)
    desk = line(s, "guardforce_01", "guardforce_02")
    assert ("fire void_bell" in desk.tokens) == bool(modes)
    if modes:
        desk.choose("fire void_bell")
        assert desk.tokens == modes
        desk.choose(modes[-1])
        left = (bag, max(0, quietus - 2)) if modes[-1] == "toll_quietus" else (0, quietus)
        assert (s.bag[BLACK], s.quietus) == left
        assert "fire void_bell" not in desk.tokens


@rule("PI-8.13", "PI-8.19", "PI-14.2")
@pytest.mark.parametrize("colour", ["red", "blue", "orange", "black", "white"])
@pytest.mark.parametrize(
    ("die", "value", "use"),
    [("scanning", 2, "extract"), ("scanning", 4, "probe"), ("infiltration", 6, "sweep")],
)
def test_one_cube_that_is_not_yellow_can_be_removed(
    die: str, value: int, use: str, colour: str
) -> None:
    s = table("kah", dice={die: value}, bag={colour: 1, "yellow": 0}, auto=False)
    desk = line(s, "guardforce_01", "guardforce_02").choose("evade")
    supply = desk.supply(colour)
    desk.choose(f"{use} {die}", "turn 1")
    if use != "probe":
        assert desk.tokens[0] == f"remove {colour}"
        desk.choose(f"remove {colour}")
    assert sum(s.bag) == 0 and desk.supply(colour) == supply + 1
    assert desk.points == "5/5/5" and desk.tokens == ["go"]
    s = table("kah", dice={die: value}, bag={"yellow": 4}, auto=False)
    assert line(s, "guardforce_01", "guardforce_02").choose("evade").tokens == ["go"]


@rule("PI-8.12", "PI-8.19", "PI-19.1")
@pytest.mark.parametrize(("white", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_the_weapons_specialist_removes_up_to_two_white_cubes(white: int, left: int) -> None:
    s = table("kah", dice={"weapons": 5}, bag={"white": white, "red": 2}, auto=False)
    desk = line(s, "guardforce_01", "guardforce_02").choose("evade")
    assert ("sweep weapons" in desk.tokens) == (white > 0)
    if white:
        desk.choose("sweep weapons", "turn 4")
        assert desk.bag("white") == left and desk.bag("red") == 2


@rule("PI-8.11", "PI-8.12", "PI-19.1")
@pytest.mark.parametrize(
    ("system", "after"), [({}, 0), ({"ai": 6}, 6), ({"ai": 5}, 6), ({"ai": 4}, 5), ({"ai": 1}, 2)]
)
def test_the_engineer_turns_up_a_system_die_below_6(system: dict[str, int], after: int) -> None:
    s = table(dice={"engineer": 2, "weapons": 3, **system}, auto=False)
    desk = line(s, "guardforce_01", "guardforce_02")
    possible = system != {} and system["ai"] < 6
    assert ("tune engineer" in desk.tokens) == possible
    if possible:
        desk.choose("tune engineer", "turn 1")
        assert desk.tokens == ["upgrade ai"]
        desk.choose("upgrade ai")
    assert desk.die("ai") == after and desk.die("weapons") == 3


@rule("PI-8.12", "PI-8.11", "PI-8.8")
@pytest.mark.parametrize(("before", "after"), [(3, 5), (4, 6), (5, 6)])
def test_the_engineer_at_6_upgrades_by_two(before: int, after: int) -> None:
    s = table(dice={"engineer": 6, "ai": before}, auto=False)
    desk = line(s, "guardforce_05", "guardforce_04").choose("engage", "overhaul engineer", "turn 2")
    desk.choose("upgrade ai")
    assert (desk.die("ai"), desk.die("engineer")) == (after, 2)
    assert desk.demand("guardforce_05") == "2S"


@rule("PI-8.13", "PI-8.20")
@pytest.mark.parametrize(
    ("value", "evaded", "more"),
    [
        (1, ["guardforce_17"], 0),
        (1, ["guardforce_01"], 1),
        (1, ["guardforce_05", "guardforce_04"], 1),
        (5, ["guardforce_01"], 1),
        (5, ["guardforce_05", "guardforce_04"], 2),
        (5, ["guardforce_05", "guardforce_04", "guardforce_10"], 2),
    ],
)
def test_scanning_counts_one_icon_of_each_evaded_card(
    value: int, evaded: list[str], more: int
) -> None:
    s = table("kah", planet="ashkar", dice={"scanning": value}, auto=False)
    desk = search(s, *evaded, fates="v" * len(evaded))
    assert ("scan scanning" in desk.tokens) == (more > 0)
    if more:
        desk.choose("scan scanning")
    assert search_draw(s) == more


@rule("PI-8.13", "PI-10.5", "PI-10.1")
def test_scanning_3_needs_a_weapon_that_is_not_understood() -> None:
    s = table(dice={"scanning": 3}, auto=False)
    assert "fathom scanning" not in line(s, "guardforce_01").tokens
    s = table(dice={"scanning": 3}, weapons=["void_bell"], bag={"white": 1}, auto=False)
    assert "fathom scanning" not in line(s, "guardforce_01").tokens
    s = table(dice={"scanning": 3}, weapons=["nova_lance"], bag={"white": 1}, auto=False)
    desk = line(s, "guardforce_05", "guardforce_01")
    desk.choose("fathom scanning", "turn 2", "understand nova_lance")
    assert desk.understood("nova_lance")
    assert "fire nova_lance" in desk.choose("engage").tokens  # in this phase already


@rule("PI-8.13", "PI-8.21")
@pytest.mark.parametrize(
    ("card", "value", "use"),
    [
        ("guardforce_01", 2, "swap ai"),  # one Planet icon
        ("guardforce_17", 2, ""),  # none
        ("countess_of_comets", 2, ""),
        ("distress_beacon", 2, ""),
        ("guardforce_01", 6, "reroll ai"),
        ("guardforce_17", 6, ""),
        ("countess_of_comets", 6, ""),
        ("distress_beacon", 6, ""),
        ("guardforce_01", 4, ""),
        ("countess_of_comets", 4, "reroll ai"),
        ("distress_beacon", 4, ""),
    ],
)
def test_against_whom_the_ai_swaps_and_rolls(card: str, value: int, use: str) -> None:
    desk = line(table(dice={"ai": value}), card, "guardforce_02").choose("engage")
    assert desk.tokens == ["pay", *([use] if use else []), "evade_instead"]


@rule("PI-8.16", "PI-8.17", "PI-8.7")
def test_the_ai_may_give_back_or_roll_any_die_that_is_owned() -> None:
    dice = {"ai": 2, "engineer": 3, "scanning": 4}
    desk = line(table(dice=dice), "guardforce_01", "guardforce_02").choose("engage").rig_roll(3)
    desk.choose("swap ai")  # and the die is turned to 1, its only lower value
    assert desk.tokens == ["give ai", "give engineer", "give scanning"]
    desk.choose("give engineer")
    assert desk.about == "engineer" and desk.tokens == ["take infiltration", "take weapons"]
    desk.choose("take weapons")
    assert [desk.die(die) for die in ("ai", "engineer", "scanning", "weapons")] == [1, 0, 4, 3]
    desk = line(table(dice={"ai": 6, "engineer": 3}), "guardforce_01", "guardforce_02")
    desk.choose("engage").rig_roll(1).choose("reroll ai", "turn 5", "roll engineer")
    assert (desk.die("ai"), desk.die("engineer")) == (5, 1)


@rule("PI-8.2", "PI-8.3", "PI-10.4", "PI-8.23")
def test_one_die_and_each_weapon_once_on_a_card_and_the_die_again_on_the_next() -> None:
    s = table(dice={"weapons": 3, "engineer": 4}, understood=["gravity_harpoon", "nova_lance"])
    desk = line(s, "guardforce_05", "guardforce_10", "guardforce_01").choose("engage")
    desk.choose("boost engineer/combat", "turn 3")
    assert desk.tokens == ["pay", "aim gravity_harpoon/combat", "fire nova_lance", "evade_instead"]
    desk.choose("fire nova_lance")
    assert desk.tokens == ["pay", "evade_instead"]  # nothing is due, so the Harpoon is idle
    desk.choose("pay", "engage")
    assert desk.tokens == [
        "pay",
        "boost weapons/combat",
        "aim gravity_harpoon/combat",
        "evade_instead",
    ]
