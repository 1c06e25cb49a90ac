"""Sections 9 to 12: the Search, Super Weapons, hand and Round End."""

from __future__ import annotations

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import BLACK, WHITE
from starhall.games.pulp_invasion.rules.effects import move_cubes
from starhall.games.pulp_invasion.rules.reckoning import search_draw, search_total
from starhall.games.pulp_invasion.rules.rounds import end_round
from tests.games.pulp_invasion.tables import (
    BLUE,
    CONTENT,
    ORANGE,
    RED,
    at,
    line,
    search,
    table,
    take,
)


@rule("PI-9.2", "PI-9.7", "PI-19.4", "PI-13.5")
def test_what_the_search_counts() -> None:
    s = table("synod", planet="lumen_reach", location="oracle_pit", auto=False)
    search(s, "guardforce_05", "guardforce_10", "hypno_herald", fates="nvn")
    s.gathered = 2
    assert search_total(s) == 3 + 3 + 1 + 1 + 2
    s = table("synod", planet="verdigris", location="crashed_dreadnought", auto=False)
    search(s, "guardforce_05", "hypno_herald", "distress_beacon")
    assert search_total(s) == (3 + 1) + (3 + 1) + 1
    s = table(planet="hollow_moon", auto=False)
    search(s, "guardforce_05", "guardforce_17", "guardforce_10", fates="vvn")
    assert search_total(s) == 1 + 0 + 2


@rule("PI-9.8")
def test_the_number_of_cubes_is_never_below_zero() -> None:
    s = table("quietus", location="frozen_embassy", planet="ashkar", auto=False)
    desk = search(s, "guardforce_17")
    assert search_total(s) == -1 and search_draw(s) == 0
    bag = s.bag[:]
    desk.choose("draw")
    assert s.bag == bag and desk.asked == "choose_planet"


@rule("PI-9.9", "PI-17.3", "PI-9.19")
def test_cubes_are_drawn_together() -> None:
    """A white cube that goes back cannot be drawn a second time in the same Search."""
    s = table(planet="ashkar", bag={"white": 2, "yellow": 1}, weapons=["nova_lance"])
    search(s, "guardforce_05")
    assert len(s.found.cards) == 2  # three cubes, so the yellow one is among them
    assert s.bag == [0, 0, 0, 0, 2, 0]


@rule("PI-9.10")
def test_a_small_bag_is_drawn_empty() -> None:
    s = table(planet="ashkar", bag={"white": 1, "yellow": 1})
    search(s, "guardforce_05", "guardforce_18")
    assert len(s.found.cards) == 1 and s.bag == [0, 0, 0, 0, 1, 0]


@rule("PI-9.5", "PI-9.6", "PI-9.4", "PI-D12", "PI-11.2", "PI-19.1", "PI-9.2")
def test_planet_action_and_die_in_any_order() -> None:
    s = table(hand=["guardforce_03"], dice={"infiltration": 1})
    desk = search(s, "guardforce_02", "guardforce_07")
    assert desk.tokens == ["draw", "act", "seek infiltration"]
    desk.choose("seek infiltration")
    assert desk.tokens == ["draw", "act"]
    desk.choose("act")  # then only `draw` is left, and is taken
    assert "guardforce_03" in desk.names(s.discard)


@rule("PI-9.5", "PI-D12", "PI-19.1")
def test_a_planet_action_is_used_once_and_only_if_it_changes_something() -> None:
    s = table(hand=["guardforce_03", "guardforce_07"], auto=False)
    desk = search(s, "guardforce_02").choose("act")
    assert desk.tokens == ["draw"]
    s = table(planet="ashkar", hand=["guardforce_02"], points=(9, 5, 5), auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]  # Combat is at its maximum
    s = table(planet="carcosa_drift", hand=["guardforce_02"], bag={"white": 4}, auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]  # no black cube in the bag
    s = table(planet="verdigris", hand=["guardforce_03"], auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]  # no weapon to study
    s = table(planet="lumen_reach", hand=["guardforce_03"], bag={"white": 1}, auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]  # the bag has no second cube


@rule("PI-19.4", "PI-D17", "PI-D14", "PI-D9", "PI-D11", "PI-19.1", "PI-9.17")
def test_actions_of_planets() -> None:
    s = table(planet="ashkar", hand=["guardforce_02"], auto=False)
    assert search(s, "guardforce_01").choose("act").points == "7/5/5"
    s = table(planet="choir_world", hand=["guardforce_03"], points=(9, 8, 5), auto=False)
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["gain diplomacy", "gain science"]
    assert desk.choose("gain diplomacy").points == "9/9/5"
    s = table(planet="verdigris", hand=["guardforce_03"], weapons=["nova_lance"], auto=False)
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["study nova_lance/red", "study nova_lance/orange"]
    desk.choose("study nova_lance/red", "study nova_lance/orange")
    assert s.on_weapons[9:12] == [1, 0, 1]
    s = table(planet="saffron_waste", hand=["guardforce_03"], auto=False)
    search(s, "guardforce_01").choose("act")
    assert s.bag[WHITE] == 3
    s = table(planet="terminus_gate", hand=["guardforce_02"], auto=False)
    desk = search(s, "guardforce_01").choose("act", "remove white", "remove white", "remove black")
    assert s.bag == [4, 4, 4, 3, 3, 5] and desk.asked == "search_action"
    s = table(planet="hollow_moon", hand=["guardforce_02"], dice={"weapons": 2}, auto=False)
    desk = search(s, "guardforce_01").choose("act", "upgrade weapons")
    assert desk.die("weapons") == 4


@rule("PI-9.14", "PI-19.4")
def test_the_choir_world_sends_black_cubes_back() -> None:
    s = table("kah", planet="choir_world", bag={"black": 2})
    search(s, "guardforce_10")
    assert s.bag[BLACK] == 2 and s.quietus == 0


@rule("PI-9.15", "PI-9.14")
def test_black_cubes_in_the_sector_of_the_quietus_and_with_nothing_to_lose() -> None:
    s = table("quietus", bag={"black": 2})
    search(s, "guardforce_10")
    assert s.quietus == 2
    s = table("kah", order=("quietus", "kah", "synod"), points=(0, 0, 0), bag={"black": 2})
    desk = search(s, "guardforce_10")
    assert desk.asked == "choose_planet" and s.supply[BLACK] == 15


@rule("PI-9.16", "PI-9.18", "PI-D16")
def test_a_coloured_cube_must_be_used() -> None:
    s = table("kah", weapons=["nova_lance", "gravity_harpoon"], bag={"red": 1})
    desk = search(s, "guardforce_17")
    assert desk.asked == "use_cube" and desk.about == "red"
    assert desk.tokens == ["raise combat", "place gravity_harpoon", "place nova_lance"]
    desk.choose("place nova_lance")
    assert s.on_weapons[9] == 1 and s.supply[RED] == 13
    s = table("kah", bag={"red": 1})
    desk = search(s, "guardforce_17")
    assert desk.points == "6/5/5"  # the only use is taken


@rule("PI-9.20")
def test_the_draw_cannot_be_declined() -> None:
    s = table(auto=False)
    assert search(s, "guardforce_01").tokens == ["draw"]


# Super Weapons


@rule("PI-10.4", "PI-10.9", "PI-D18")
def test_void_bell() -> None:
    s = table("kah", weapons=["void_bell"], quietus=1, bag={"black": 3})
    desk = line(s, "guardforce_01", "guardforce_02")
    assert desk.tokens == ["engage", "evade", "fire void_bell"]
    desk.choose("fire void_bell")
    assert desk.asked == "void_bell_mode" and desk.tokens == ["toll_bag", "toll_quietus"]
    desk.choose("toll_bag")
    assert s.bag[BLACK] == 1 and s.quietus == 1
    assert desk.tokens == ["engage", "evade"]
    s = table("kah", weapons=["void_bell"], quietus=3, bag={"white": 3})
    line(s, "guardforce_01", "guardforce_02").choose("fire void_bell")
    assert s.quietus == 1  # only one mode moves a cube
    s = table("kah", weapons=["void_bell"], bag={"white": 3})
    assert line(s, "guardforce_01", "guardforce_02").tokens == ["engage", "evade"]


@rule("PI-10.9", "PI-D6", "PI-19.5")
def test_chronal_vault() -> None:
    s = table("kah", understood=["chronal_vault"], bag={"red": 4})
    desk = line(s, "guardforce_01", "guardforce_02").choose("evade")
    assert desk.tokens == ["go", "fire chronal_vault"]
    desk.choose("fire chronal_vault", "lose science")
    assert desk.points == "5/5/4" and s.bag[RED] == 4
    assert desk.about == "guardforce_02"
    s = table("kah", understood=["chronal_vault"], bag={"white": 4})
    assert line(s, "guardforce_01", "guardforce_02").choose("evade").asked == "evade_pay"


@rule("PI-10.9", "PI-19.5")
def test_nova_lance_needs_a_combat_demand_and_mind_loom_a_strength() -> None:
    s = table(understood=["nova_lance", "mind_loom"])
    desk = line(s, "guardforce_01", "guardforce_04").choose("engage")
    assert desk.tokens == [
        "pay",
        "aim mind_loom/combat",
        "aim mind_loom/diplomacy",
        "aim mind_loom/science",
        "evade_instead",
    ]
    desk.choose("aim mind_loom/science")
    assert desk.demand("guardforce_01") == ""  # strength 1 - 1
    assert desk.tokens == ["pay", "evade_instead"]
    s = table(understood=["nova_lance", "star_mirror"])
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage", "fire nova_lance")
    assert desk.demand("guardforce_05") == "1C"
    desk.choose("fire star_mirror", "pay", "spend 0/1/0")
    assert desk.points == "5/4/5"


@rule("PI-10.4", "PI-11.5")
def test_a_weapon_works_once_in_each_encounter_phase() -> None:
    s = table("kah", understood=["gravity_harpoon"], bag={"white": 3, "yellow": 1})
    desk = line(s, "countess_of_comets", "envoy_seventh_star", "guardforce_03")
    desk.choose("engage", "aim gravity_harpoon/diplomacy", "pay", "engage")
    assert desk.tokens == ["pay", "evade_instead"]
    s.fired = 63
    s.gathered = 3
    s.die_spent = s.die_begun = s.die_sought = s.planet_paid = s.engaged_any = True
    at(s, end_round)
    assert s.fired == s.gathered == s.meridian == 0
    assert not (s.die_spent or s.die_begun or s.die_sought or s.planet_paid or s.engaged_any)


@rule("PI-10.6")
def test_weapons_need_not_be_understood_to_win() -> None:
    found = ["nova_lance", "mind_loom", "chronal_vault"]
    s = table("kah", level="basic", weapons=found, bag={"yellow": 1})
    take(s, "gravity_harpoon", s.weapon_deck)
    desk = search(s, "guardforce_17")
    assert desk.play.over and s.cause == "won" and s.understood == 0


@rule("PI-10.7", "PI-10.1", "PI-19.1")
def test_cubes_stay_on_weapons() -> None:
    s = table("kah", weapons=["gravity_harpoon"], maxima=(5, 5, 5), bag={"red": 1})
    desk = search(s, "guardforce_17")
    assert s.on_weapons[3] == 1 and s.supply[RED] == 13
    s.on_weapons[4] = s.on_weapons[5] = 1
    s.supply[BLUE] -= 1
    s.supply[ORANGE] -= 1
    s.understood |= 2
    for _ in range(3):
        while desk.asked and desk.asked != "choose_planet":
            s.abilities = [5, 5, 5]
            desk.choose(desk.tokens[-1])
        if desk.asked:
            desk.choose(desk.tokens[0])
    assert s.on_weapons[3:6] == [1, 1, 1]


@rule("PI-19.8", "PI-D17", "PI-14.3", "PI-19.1")
def test_study_takes_cubes_from_the_supply() -> None:
    s = table(weapons=["gravity_harpoon"], bag={"white": 1})
    s.bag[RED], s.supply[RED] = 14, 0
    desk = line(s, "professor_nul", "guardforce_01").choose("engage", "pay", "spend 2/0/0")
    assert desk.tokens == ["study gravity_harpoon/blue", "study gravity_harpoon/orange"]
    desk.choose("study gravity_harpoon/blue")
    assert s.on_weapons[3:6] == [0, 1, 0] and s.supply[BLUE] == 13
    desk = line(table(), "professor_nul", "guardforce_01")
    desk.choose("engage", "pay", "spend 2/0/0")
    assert desk.asked == "encounter_choice"  # no weapon: nothing


# Round End


@rule("PI-11.3", "PI-11.4", "PI-11.7", "PI-16.2")
def test_round_end() -> None:
    hand = [card for card in CONTENT.cards[:36] if CONTENT.marks[CONTENT.cards.index(card)] >= 0][
        :15
    ]
    s = table(planet="ashkar", hand=hand, bag={"white": 2}, auto=False)
    desk = search(s, "guardforce_01", "hypno_herald").choose("draw")
    assert len(s.hand.cards) == 16 and s.hand.sight == -1
    assert "ashkar" in desk.names(s.searched)
    assert "guardforce_01" in desk.names(s.discard)
    discarded = set(s.discard.cards)
    for deck in s.decks:
        assert not discarded & set(deck.cards)


@rule("PI-14.3", "PI-19.1")
def test_what_is_not_there_is_not_moved() -> None:
    source, target = [2, 0], [0, 0]
    assert move_cubes(source, target, 0, 3) == 2 and source == [0, 0] and target == [2, 0]
    assert move_cubes(source, target, 1, 3) == 0


@rule("PI-12.4")
def test_the_synod_adds_a_black_cube_to_the_bag() -> None:
    s = table("synod", bag={"white": 1})
    line(s, "guardforce_02", "guardforce_01").choose("evade", "lose combat")
    assert s.bag[BLACK] == 1
    s = table("kah", bag={"white": 1})
    line(s, "guardforce_02", "guardforce_01").choose("evade", "lose combat")
    assert s.bag[BLACK] == 0


@rule("PI-12.6", "PI-19.1")
def test_the_whisperer_calms_the_quietus() -> None:
    s = table("kah", quietus=3)
    line(s, "the_whisperer", "guardforce_01").choose("engage", "pay", "spend 2/0/0")
    assert s.quietus == 1


@rule("PI-9.3", "PI-9.6", "PI-9.7")
def test_nothing_is_drawn_before_the_actions() -> None:
    s = table("kah", dice={"infiltration": 1}, bag={"white": 6, "yellow": 1}, auto=False)
    desk = search(s, "guardforce_01")
    assert desk.asked == "search_action"
    assert sum(s.drawn) == 0 and sum(s.bag) == 7
    desk.choose("seek infiltration")
    assert sum(s.drawn) == 0 and sum(s.bag) == 7 and search_draw(s) == 3
    desk.choose("draw")
    assert sum(s.last_search) == 3
