"""The worked examples of section 21 from the Search on."""

from __future__ import annotations

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.rules.reckoning import search_draw
from tests.games.pulp_invasion.tables import (
    Desk,
    finish_round,
    line,
    new_round,
    search,
    table,
    take,
)

# Search, weapons, end


@rule("PI-21.26", "PI-9.11", "PI-9.12", "PI-9.14", "PI-9.17", "PI-9.19", "PI-10.1", "PI-10.2")
def test_cubes_of_a_search() -> None:
    bag = {"yellow": 1, "black": 1, "red": 2, "white": 1}
    s = table("kah", points=(7, 4, 6), maxima=(7, 4, 6), weapons=["gravity_harpoon"], bag=bag)
    s.on_weapons[3 * 1 + 1] = 1
    s.on_weapons[3 * 1 + 2] = 1
    s.supply[1] -= 1
    s.supply[2] -= 1
    take(s, "star_mirror", s.weapon_deck)
    desk = search(s, "guardforce_05", "guardforce_01")
    assert desk.asked == "choose_planet"
    assert desk.names(s.found) == ["gravity_harpoon", "star_mirror"]
    assert s.quietus == 1
    assert desk.understood("gravity_harpoon") and desk.understood("star_mirror")
    assert desk.points == "7/4/6"
    assert s.bag == [0, 0, 0, 0, 1, 0]


@rule("PI-21.27", "PI-9.14", "PI-9.15", "PI-18.4")
def test_black_cubes_hurt_past_the_quietus() -> None:
    s = table("kah", order=("quietus", "kah", "synod"), points=(1, 0, 4), bag={"black": 2})
    desk = search(s, "guardforce_01")
    assert desk.tokens == ["lose combat", "lose science"]
    desk.choose("lose science", "lose science")
    assert desk.points == "1/0/2"
    assert desk.supply("black") == 15


@rule("PI-21.28", "PI-18.4")
def test_two_zeros_in_the_search_may_be_mended() -> None:
    bag = {"black": 2, "red": 1}
    s = table("kah", order=("quietus", "kah", "synod"), points=(1, 0, 4), bag=bag)
    take(s, "guardforce_01", s.decks[1])
    desk = search(s, "guardforce_10").choose("lose combat")
    assert desk.points == "1/0/3"  # the second point could only be science, the red cube combat
    assert not desk.play.over
    desk.choose(desk.tokens[0])
    assert not desk.play.over


@rule("PI-21.29", "PI-4.15", "PI-18.4", "PI-18.3")
def test_two_zeros_that_last_lose_when_the_next_line_lies() -> None:
    s = table("kah", order=("quietus", "kah", "synod"), points=(0, 0, 3))
    desk = new_round(s)
    assert desk.asked == "choose_planet"
    desk.choose(desk.tokens[0])
    assert desk.play.over and s.cause == "exhaustion"
    assert s.line.cards


@rule("PI-21.30", "PI-12.5")
def test_the_quietus_demands_by_its_cubes() -> None:
    for cubes, more in ((0, ""), (1, ""), (5, " 2S"), (6, " 3S"), (7, " 3S"), (9, " 3S")):
        desk = line(table("quietus", quietus=cubes), "guardforce_01", "guardforce_02")
        assert desk.demand("guardforce_01") == "1C" + more
        assert desk.demand("guardforce_02") == "2C"


@rule("PI-21.31", "PI-10.1", "PI-10.4", "PI-10.5")
def test_a_weapon_understood_in_the_search_waits_for_the_next_round() -> None:
    s = table("kah", points=(5, 5, 5), maxima=(5, 5, 9), weapons=["nova_lance"], bag={"orange": 1})
    s.on_weapons[3 * 3 + 0] = 2
    s.supply[0] -= 2
    desk = search(s, "guardforce_17").choose("place nova_lance")
    assert desk.understood("nova_lance")
    assert desk.asked == "choose_planet"


@rule("PI-21.32", "PI-18.1", "PI-18.5", "PI-9.13")
def test_the_last_weapon_wins_before_black_cubes_hurt() -> None:
    found = ["nova_lance", "mind_loom", "void_bell", "star_mirror"]
    bag = {"yellow": 1, "black": 3}
    s = table("kah", order=("quietus", "kah", "synod"), points=(1, 1, 0), weapons=found, bag=bag)
    desk = search(s, "guardforce_05")
    assert desk.play.over and s.cause == "won"
    assert desk.points == "1/1/0"
    assert s.drawn[3] == 3


@rule("PI-21.33", "PI-18.2", "PI-3.6")
def test_no_cards_left_is_a_loss_before_any_planet() -> None:
    found = ["nova_lance", "mind_loom", "void_bell", "star_mirror"]
    s = table("synod", order=("kah", "quietus", "synod"), weapons=found)
    for deck in s.decks:
        s.gather(deck, s.discard)
    desk = new_round(s)
    assert desk.play.over and s.cause == "time"
    assert not s.planet.cards


@rule("PI-21.34", "PI-11.1", "PI-11.2", "PI-7.13")
def test_engaged_cards_with_a_mark_go_to_the_hand() -> None:
    s = table(bag={"white": 4})
    desk = search(s, "guardforce_02", "guardforce_01", "guardforce_03", fates="nnv")
    assert desk.names(s.hand) == ["guardforce_02"]
    assert {"guardforce_01", "guardforce_03"} <= set(desk.names(s.discard))


@rule("PI-21.35", "PI-9.3", "PI-9.4")
def test_nyx_anchorage_takes_a_key_and_a_code() -> None:
    s = table(planet="nyx_anchorage", hand=["guardforce_02", "guardforce_05"], auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]
    s = table(planet="nyx_anchorage", hand=["guardforce_02", "guardforce_03"], auto=False)
    desk = search(s, "guardforce_01")
    assert desk.tokens == ["draw", "act"]
    desk.choose("act")
    assert s.hand.cards == []
    assert s.gathered == 3
    assert search_draw(s) == 4


@rule("PI-21.36", "PI-8.20")
def test_scanning_counts_only_cards_with_icons() -> None:
    s = table(planet="ashkar", dice={"scanning": 5}, auto=False)
    desk = search(s, "guardforce_07", "guardforce_17", "guardforce_01", fates="vvn")
    assert desk.tokens == ["draw", "scan scanning"]
    desk.choose("scan scanning", "turn 4")
    assert s.gathered == 1
    assert search_draw(s) == 2


@rule("PI-21.37", "PI-8.22", "PI-8.6")
def test_the_infiltrator_gives_one_cube_a_round() -> None:
    s = table(planet="ashkar", dice={"infiltration": 1}, auto=False)
    desk = search(s, "guardforce_01").choose("seek infiltration")
    assert s.gathered == 1
    assert desk.die("infiltration") == 1
    assert desk.tokens == ["draw"]
    desk.choose("draw")
    finish_round(desk)
    assert not s.die_sought


@rule("PI-21.38", "PI-4.2")
def test_three_new_planets_when_none_is_left() -> None:
    s = table()
    desk = new_round(s)
    assert desk.asked == "choose_planet"
    assert len(desk.tokens) == 3 and len(s.row) == 3 and len(s.planet_deck) == 8


@rule("PI-21.39", "PI-8.2", "PI-8.22", "PI-8.23", "PI-8.3")
def test_one_die_for_each_card() -> None:
    desk = three_cards(per_round=False)
    assert desk.die("weapons") == 5
    assert "seek infiltration" in desk.tokens
    desk.choose("seek infiltration", "turn 1", "engage")
    assert desk.demand("guardforce_02") == "2S"
    assert desk.tokens == ["pay", "evade_instead"]
    desk.choose("pay", "spend 0/0/2", "engage", "boost weapons/combat", "turn 4")
    assert desk.demand("guardforce_04") == "1C"
    desk.choose("pay", "spend 1/0/0")
    assert desk.asked == "search_action"
    assert not desk.s.die_spent
    assert desk.tokens == ["draw"]


@rule("PI-21.40", "PI-20.3")
def test_one_die_for_the_whole_round() -> None:
    desk = three_cards(per_round=True)
    assert desk.tokens == ["engage", "evade"]
    desk.choose("engage")
    assert desk.tokens == ["pay", "evade_instead"]
    desk.choose("pay", "spend 0/0/2")
    assert desk.about == "guardforce_04" and desk.tokens == ["engage", "evade"]
    desk.choose("evade")
    assert desk.tokens == ["go"]
    desk.choose("go", "lose science")
    assert desk.asked == "search_action"
    assert desk.tokens == ["draw"]  # the Infiltration Agent at 3 would add a cube
    while desk.asked != "choose_planet":
        desk.choose(desk.tokens[0])
    assert not desk.s.die_spent  # until Round End


def three_cards(per_round: bool) -> Desk:
    """Cards of 3 C, 2 S and 3 C; the Weapons Specialist has dealt with the first."""
    s = table(
        planet="orrery",
        dice={"weapons": 6, "infiltration": 3},
        per_round=per_round,
        auto=False,
        bag={"yellow": 1, "white": 9},
    )
    s.die_begun = True  # the Orrery's free die is gone
    desk = line(s, "glass_assassin", "guardforce_02", "guardforce_04")
    assert desk.demand("glass_assassin") == "3C"
    return desk.choose("engage", "boost weapons/combat", "turn 5", "pay")


@rule("PI-21.41", "PI-8.8")
def test_the_engineer_may_upgrade_only() -> None:
    s = table(dice={"engineer": 6, "scanning": 3})
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage")
    assert desk.tokens == ["pay", "overhaul engineer", "evade_instead"]
    desk.choose("overhaul engineer", "turn 1")
    assert desk.die("scanning") == 5
    assert desk.demand("guardforce_02") == "2C"


@rule("PI-21.42", "PI-10.2", "PI-10.5")
def test_a_weapon_understood_by_scanning_takes_no_cubes() -> None:
    s = table(dice={"scanning": 3}, weapons=["nova_lance"], maxima=(5, 5, 5), bag={"red": 1})
    desk = line(s, "guardforce_02", "guardforce_01").choose("fathom scanning", "turn 1")
    assert desk.understood("nova_lance")
    desk.choose("engage")
    assert "fire nova_lance" in desk.tokens
    s = table(weapons=["nova_lance"], understood=["nova_lance"], maxima=(5, 5, 5), bag={"red": 1})
    desk = search(s, "guardforce_17")
    assert desk.asked == "choose_planet"
    assert s.on_weapons == [0] * 18


@rule("PI-21.43", "PI-15.2")
def test_a_first_payment_can_be_fatal_already() -> None:
    s = table("kah", points=(1, 0, 5))
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage", "pay")
    assert desk.tokens == ["spend_fatal 1/0/0", "spend 0/0/2"]
    desk.choose("spend 0/0/2")
    assert desk.points == "1/0/1"
