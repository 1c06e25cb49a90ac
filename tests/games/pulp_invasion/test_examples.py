"""The worked examples of section 21, one test each, in their order."""

from __future__ import annotations

from starhall.engine.rulebook import rule
from starhall.games.pulp_invasion.reckoning import search_draw
from tests.games.pulp_invasion.desk import Desk, draws, line, new_round, search, table, take

# Reading the line


@rule("PI-21.1", "PI-5.4", "PI-5.5", "PI-5.6", "PI-4.7", "PI-4.9", "PI-4.4", "PI-4.11")
def test_example_a() -> None:
    s = table(bag={})
    desk = draws(s, "guardforce_13", "oracle_pit", "guardforce_18", "guardforce_02")
    assert desk.names(s.line) == ["guardforce_13", "guardforce_18", "guardforce_02"]
    assert desk.names(s.location) == ["oracle_pit"]
    seeded = [desk.bag(colour) for colour in ("black", "blue", "orange", "red", "white", "yellow")]
    assert seeded == [1, 1, 2, 1, 0, 0]
    assert desk.demand("guardforce_13") == "2S"
    assert desk.demand("guardforce_18") == "4C"
    assert desk.demand("guardforce_02") == "2S"


@rule("PI-21.2", "PI-5.14")
def test_example_b() -> None:
    s = table(auto=False)
    desk = draws(s, "professor_nul", "ion_storm", "antigrav_dockyard", "guardforce_05")
    assert desk.names(s.location) == ["antigrav_dockyard"]
    assert desk.demand("professor_nul") == "2S"
    assert desk.demand("guardforce_05") == "4S"
    desk.choose("engage", "pay", "spend 0/0/2")
    assert desk.about == "ion_storm"
    assert desk.tokens == ["evade"]
    assert desk.demand("guardforce_05") == "4S"


@rule("PI-21.3", "PI-12.3", "PI-5.16", "PI-5.12")
def test_example_b_in_kahs_sector() -> None:
    s = table("kah", auto=False)
    desk = draws(s, "professor_nul", "ion_storm", "antigrav_dockyard", "guardforce_05")
    assert desk.demand("guardforce_05") == "1C 4S"
    assert desk.demand("professor_nul") == "2S"
    assert desk.demand("ion_storm") == ""
    desk.choose("engage", "pay", "spend 0/0/2")
    assert desk.tokens == ["evade"]


@rule("PI-21.4", "PI-5.7", "PI-5.8", "PI-5.9")
def test_the_last_card_looks_for_the_leftmost_that_was_not_evaded() -> None:
    desk = line(
        table(bag={"black": 2}, points=(9, 9, 9)), "guardforce_03", "guardforce_10", "guardforce_04"
    )
    desk.choose("evade", "lose combat")
    assert desk.demand("guardforce_10") == "2S"
    desk.choose("engage", "pay", "spend 0/0/2")
    assert desk.demand("guardforce_04") == "3C"


@rule("PI-21.5", "PI-5.10", "PI-5.11")
def test_a_last_card_alone_uses_its_own_icon() -> None:
    desk = line(table(), "guardforce_03", "guardforce_10", "guardforce_04", fates="vv")
    assert desk.demand("guardforce_04") == "3S"


@rule("PI-21.6", "PI-5.16", "PI-13.5", "PI-13.2")
def test_reductions_stop_at_one_and_kah_comes_on_top() -> None:
    s = table("kah", planet="ashkar", location="crashed_dreadnought")
    desk = line(s, "guardforce_01", "guardforce_02")
    assert desk.demand("guardforce_01") == "2C"


@rule("PI-21.7", "PI-5.3", "PI-4.10", "PI-12.1", "PI-1.12")
def test_a_location_changes_its_action_with_the_sector() -> None:
    s = table("kah", location="crashed_dreadnought", order=("kah", "quietus", "synod"))
    desk = line(s, "guardforce_04", "professor_nul", "guardforce_02")
    assert desk.demand("guardforce_04") == "1C 2S"
    assert desk.demand("professor_nul") == "2C"
    s.sector = 1
    assert desk.demand("guardforce_04") == "3S"
    assert desk.demand("professor_nul") == "3C"


@rule("PI-21.8", "PI-4.7", "PI-4.9")
def test_the_last_of_several_locations_stays() -> None:
    s = table(bag={}, location="garden_of_thorns")
    desk = draws(s, "star_forge", "guardforce_01", "oracle_pit", "radium_mine")
    seeded = [desk.bag(colour) for colour in ("orange", "black", "red", "blue", "white")]
    assert seeded == [3, 1, 1, 1, 1]
    assert desk.names(s.location) == ["radium_mine"]
    assert set(desk.names(s.discard)) == {"star_forge", "oracle_pit", "garden_of_thorns"}
    assert desk.names(s.line) == ["guardforce_01"]
    assert desk.demand("guardforce_01") == "1C"


@rule("PI-21.9", "PI-4.12", "PI-9.2")
def test_four_locations_leave_an_empty_line() -> None:
    s = table(auto=False, dice={"infiltration": 1})
    desk = draws(s, "star_forge", "mirror_palace", "radium_mine", "oracle_pit")
    assert desk.asked == "search_action"
    assert search_draw(s) == 2


@rule("PI-21.10", "PI-4.8")
def test_missing_cubes_are_skipped() -> None:
    s = table(bag={"white": 10})
    desk = draws(s, "guardforce_12", "smugglers_cave", "guardforce_15", "guardforce_17")
    assert desk.bag("white") == 10
    assert desk.bag("red") == 1
    assert desk.bag("blue") == 2
    assert sum(s.bag) == 13


@rule("PI-21.11", "PI-4.6", "PI-3.3", "PI-4.13", "PI-4.5", "PI-3.2")
def test_reinforcements_shorten_the_deck() -> None:
    s = table(bag={"white": 4, "yellow": 3}, points=(9, 9, 9), auto=False)
    cards = ["reinforcements", "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05"]
    later = ["guardforce_10", "guardforce_06", "guardforce_09"]
    for zone in s.decks:
        while zone.cards:
            s.draw(zone, s.discard)
    for card in [*reversed(later), *reversed(cards)]:
        take(s, card, s.decks[0])
    take(s, "guardforce_15", s.decks[1])
    s.step = 3  # the line is formed
    desk = Desk(s)
    assert desk.names(s.line) == cards
    assert desk.bag("red") == 3  # of guardforce_01, guardforce_02 and the fifth card
    assert len(s.decks[0]) == 3
    finish_round(desk)
    assert s.sector == 0
    desk.choose(desk.tokens[0])
    assert desk.names(s.line) == later
    finish_round(desk)
    assert s.sector == 1
    desk.choose(desk.tokens[0])
    assert desk.names(s.line) == ["guardforce_15"]


def finish_round(desk: Desk) -> None:
    """Evade and search until the next Planet is to be chosen, always with full strength."""
    while desk.asked != "choose_planet":
        desk.s.abilities = [9, 9, 9]
        tokens = desk.tokens
        wanted = [token for token in ("evade", "go", "draw", "no") if token in tokens]
        desk.choose(wanted[0] if wanted else tokens[0])


# Engage


@rule("PI-21.12", "PI-6.5", "PI-6.6", "PI-6.7", "PI-6.12")
def test_payments_for_three_science() -> None:
    s = table(points=(3, 4, 2))
    desk = line(s, "guardforce_04", "guardforce_18")
    desk.choose("engage", "pay")
    assert desk.asked == "pay_demand"
    assert desk.tokens == [
        "spend 2/0/2",
        "spend 0/2/2",
        "spend 2/2/1",
        "spend 0/4/1",
        "spend 2/4/0",
    ]


@rule("PI-21.13", "PI-6.2", "PI-6.12", "PI-6.8")
def test_a_payment_leaves_the_later_demand_payable() -> None:
    s = table("kah", points=(1, 6, 3))
    desk = line(s, "guardforce_05", "guardforce_18")
    assert desk.demand("guardforce_05") == "1C 4S"
    desk.choose("engage", "pay")
    assert desk.tokens == ["spend 1/0/0", "spend 0/2/0", "spend 0/0/2"]
    desk.choose("spend 0/2/0")
    assert desk.points == "1/4/3"
    assert desk.tokens == ["spend 0/2/3", "spend 0/4/2"]


@rule("PI-21.14", "PI-15.2", "PI-6.10")
def test_a_fatal_payment_is_offered_and_marked() -> None:
    def desk() -> Desk:
        s = table(points=(2, 3, 0))
        return line(s, "guardforce_03", "guardforce_02", fates="v").choose("engage", "pay")

    assert desk().tokens == ["spend_fatal 2/0/0", "spend 1/2/0"]
    assert desk().choose("spend 1/2/0").points == "1/1/0"
    lost = desk().choose("spend_fatal 2/0/0")
    assert lost.play.over and lost.s.cause == "exhaustion"


@rule("PI-21.15", "PI-6.11", "PI-5.15", "PI-8.4", "PI-8.9")
def test_a_die_pays_all_and_its_surplus_is_lost() -> None:
    s = table(dice={"weapons": 6})
    desk = line(s, "guardforce_02", "guardforce_10", "guardforce_01")
    desk.choose("engage", "boost weapons/combat")
    assert desk.asked == "lower_die"
    assert desk.tokens == ["turn 5", "turn 4", "turn 3", "turn 2", "turn 1"]
    desk.choose("turn 5")
    assert s.reduced == [3, 0, 0]
    assert desk.demand("guardforce_02") == ""
    desk.choose("pay")
    assert desk.points == "5/5/5"
    assert s.fates[0] == 1
    assert desk.demand("guardforce_10") == "2C"


@rule("PI-21.16", "PI-8.8")
def test_a_bonus_without_its_demand_is_not_offered() -> None:
    s = table(dice={"weapons": 6}, auto=False)
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage")
    assert desk.demand("guardforce_02") == "2S"
    assert desk.tokens == ["pay", "evade_instead"]


@rule("PI-21.17", "PI-8.11")
def test_the_engineer_helps_and_upgrades() -> None:
    s = table(dice={"engineer": 6, "scanning": 5})
    desk = line(s, "guardforce_04", "guardforce_18")
    desk.choose("engage", "overhaul engineer", "turn 4")
    assert desk.demand("guardforce_04") == "1S"
    assert desk.die("scanning") == 6
    assert desk.die("engineer") == 4


@rule("PI-21.18", "PI-8.14", "PI-8.15", "PI-8.6", "PI-8.5")
def test_the_ai_borrows_a_roll() -> None:
    s = table(dice={"ai": 1, "weapons": 3})
    desk = line(s, "guardforce_04", "guardforce_10", "guardforce_05").choose("engage")
    assert desk.demand("guardforce_04") == "3C"
    desk.rig_roll(6).choose("borrow ai/weapons")
    assert desk.asked == "borrowed_face"
    assert desk.tokens == ["boost weapons/combat", "decline"]
    desk.choose("boost weapons/combat")
    assert desk.demand("guardforce_04") == ""
    assert desk.die("weapons") == 3 and desk.die("ai") == 1
    assert desk.tokens == ["pay", "evade_instead"]
    desk.choose("pay", "engage")
    assert desk.tokens == ["pay", "borrow ai/weapons", "boost weapons/combat", "evade_instead"]


@rule("PI-21.19", "PI-19.6", "PI-13.1")
def test_mind_loom_does_not_move_reductions() -> None:
    s = table(dice={"weapons": 3}, understood=["mind_loom"])
    desk = line(s, "guardforce_09", "guardforce_10").choose("engage")
    assert desk.demand("guardforce_09") == "3C"
    desk.choose("boost weapons/combat", "turn 1", "aim mind_loom/science")
    assert desk.demand("guardforce_09") == "2S"


@rule("PI-21.20", "PI-5.15")
def test_a_weapon_brings_a_demand_to_nothing() -> None:
    s = table(understood=["gravity_harpoon"])
    desk = line(s, "guardforce_02", "guardforce_18", "guardforce_01")
    desk.choose("engage", "aim gravity_harpoon/science", "pay")
    assert s.fates[0] == 1
    assert desk.points == "5/5/5"


# Evade


@rule("PI-21.21", "PI-7.5", "PI-7.6", "PI-7.7", "PI-12.4", "PI-7.3")
def test_an_evade_draws_two_cubes_that_count() -> None:
    s = table(bag={"white": 3, "yellow": 2, "red": 1, "black": 1})
    desk = line(s, "guardforce_02", "guardforce_01").choose("evade", "lose diplomacy")
    assert desk.points == "4/4/5"
    assert desk.bag("red") == 0 and desk.bag("white") == 3 and desk.bag("yellow") == 2
    assert desk.bag("black") == 1  # seeded by the Synod after the black cube had left
    assert desk.supply("red") == 14 and desk.supply("black") == 14


@rule("PI-21.22", "PI-7.8", "PI-7.9")
def test_a_cube_of_an_ability_at_zero_is_ignored() -> None:
    s = table("kah", points=(0, 3, 3), bag={"red": 1, "blue": 1})
    desk = line(s, "countess_of_comets", "guardforce_01").choose("evade", "lose science")
    assert desk.points == "0/2/2"
    assert sum(s.bag) == 0


@rule("PI-21.23", "PI-7.10", "PI-15.2", "PI-7.4")
def test_the_second_cube_is_not_drawn_after_a_loss() -> None:
    s = table("kah", points=(0, 1, 4), bag={"blue": 2})
    desk = line(s, "countess_of_comets", "guardforce_01").choose("evade")
    assert desk.tokens == ["lose_fatal diplomacy", "lose science"]
    desk.choose("lose science")
    assert desk.points == "0/0/3"
    assert desk.play.over and s.cause == "exhaustion"
    assert desk.bag("blue") == 1


@rule("PI-21.24", "PI-7.11")
def test_a_bag_of_yellow_and_white_draws_nothing() -> None:
    s = table("kah", bag={"yellow": 2, "white": 4})
    desk = line(s, "guardforce_02", "guardforce_01").choose("evade", "lose combat")
    assert desk.points == "4/5/5"
    assert sum(s.bag) == 6


@rule("PI-21.25", "PI-7.4")
def test_meteor_swarm_costs_nothing_but_cubes() -> None:
    s = table("kah", bag={"blue": 2})
    desk = line(s, "meteor_swarm", "guardforce_01")
    assert desk.about == "guardforce_01"
    assert desk.points == "5/3/5"


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
