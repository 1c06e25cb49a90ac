"""The worked examples of section 21 up to the Evade, one test each, in their order."""

from __future__ import annotations

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.rules.encounter import form_line
from starhall.games.pulp_invasion.rules.reckoning import search_draw
from tests.games.pulp_invasion.tables import (
    Desk,
    at,
    draws,
    finish_round,
    line,
    table,
    take,
)

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
    desk = at(s, form_line)
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


# Engage


@rule("PI-21.12", "PI-6.5", "PI-6.6", "PI-6.7", "PI-6.12", "PI-6.8")
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


@rule("PI-21.14", "PI-15.2", "PI-6.10", "PI-6.8")
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


@rule("PI-21.19", "PI-19.6", "PI-13.1", "PI-10.9")
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


@rule("PI-7.9", "PI-7.8", "PI-7.5")
def test_an_ignored_cube_counts_as_one_of_the_two() -> None:
    s = table("kah", points=(0, 3, 3), bag={"red": 5})
    desk = line(s, "countess_of_comets", "guardforce_01").choose("evade", "lose science")
    assert desk.points == "0/3/2"
    assert desk.bag("red") == 3 and desk.supply("red") == 11


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
