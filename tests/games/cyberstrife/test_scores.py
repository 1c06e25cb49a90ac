"""Section 7 and the vocabulary of section 18: how scores come about."""

from starhall.engine.scene.elements import Card
from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.lineups import battle, check
from tests.games.cyberstrife.tables import Arranged, Game

ALONE = "orbital_commando / - / -"


def raid(table: Arranged, line: str) -> Game:
    game = table.active(1).play()
    game.choose(1, "done")
    game.attack(1, line)
    return game


@rule("CS-7.1", "CS-7.2")
def test_base_then_traits_then_texts_then_duplicates() -> None:
    fought = battle(
        "breacher+1 / strike_captain / - with aggressive_contracts, deep_cover",
        "railgun_team / signals_commander / - with hardened_perimeter, heavy_ordnance",
    )
    assert fought.sums[:2] == [
        "24 = 10+2+3+4+3-1+3 against 10 = 5+2+3",
        "7 = 6+2-1 against 8 = 6+2",
    ]
    sources = [share.source for share in fought.outcome.shares if share.place == 0]
    assert sources == ["base", "trait", "trait", "text", "text", "text", "stack"]


@rule("CS-7.2")
def test_traits_are_listed_in_the_order_acquired() -> None:
    one = battle("breacher / - / - with pincer, deep_cover", ALONE)
    other = battle("breacher / - / - with deep_cover, pincer", ALONE)
    assert (one.sum(0), other.sum(0)) == ("15 = 10+2+3", "15 = 10+3+2")


@rule("CS-7.2")
def test_conditions_look_at_the_line_up_and_not_at_scores() -> None:
    # Rookie Bonus asks for the printed value: what others add or take away does not matter.
    check("works_director / strike_captain / - with rookie_bonus", ALONE, "11 6 - : 6 - -")
    check("bulwark_crew / - / - with rookie_bonus", "combat_sapper / - / -", "3 - - : 7 - -")


@rule("CS-7.3")
def test_scores_have_no_limits() -> None:
    check("field_coder / - / -", "combat_sapper / signals_commander / -", "-1 - - : 7 6 -")
    fought = battle("field_coder / bulwark_crew / -", "combat_sapper / signals_commander / -")
    assert fought.lanes == "DD-"
    check("breacher+9 / - / -", "railgun_team / - / -", "41 - - : 5 - -")


@rule("CS-7.4", "CS-18.2")
def test_the_affected_units_role_chooses_the_half() -> None:
    # -3/+0 by a defender meets an attacker; by an attacker it meets a defender: nothing.
    check("bulwark_crew / - / -", "combat_sapper / - / -", "3 - - : 7 - -")
    check("combat_sapper / - / -", "bulwark_crew / - / -", "7 - - : 9 - -")


@rule("CS-7.5", "CS-18.4", "CS-7.6")
def test_vs_means_directly_opposite_and_counts_once() -> None:
    check(
        "juggernaut / bulwark_crew / -",
        "orbital_commando / firewall_architect / -",
        "11 6 - : 8 8 -",
    )
    check("bulwark_crew / - / - with counter_intel", "railgun_team / breacher / -", "6 - - : 5 6 -")
    # A Heavy who is also an Engineer gives Breacher +4 once; nobody opposite gives nothing.
    check("breacher / - / -", "bulwark_crew / - / -", "14 - - : 9 - -")
    check("- / breacher / -", "bulwark_crew / - / -", "- 10 - : 9 - -")


@rule("CS-7.6", "CS-18.3")
def test_a_counted_unit_with_two_of_the_types_counts_once() -> None:
    check("datamite_swarm / datamite_swarm / -", ALONE, "8 8 - : 6 - -")
    check("picket_drone / picket_drone / picket_drone", ALONE, "8 8 8 : 6 - -")


@rule("CS-7.7")
def test_each_friendly_includes_the_unit_and_each_other_does_not() -> None:
    check("command_node / - / -", ALONE, "9 - - : 6 - -")
    check("repair_drone / - / -", ALONE, "5 - - : 6 - -")
    check("spymaster / - / -", "breacher / - / -", "5 - - : 6 - -")


@rule("CS-7.8")
def test_two_copies_in_two_lanes_are_other_units_with_two_texts() -> None:
    check("strike_captain / strike_captain / bulwark_crew", ALONE, "9 9 12 : 6 - -")
    check("repair_drone / repair_drone / -", ALONE, "8 8 - : 6 - -")
    check(
        "works_director / - / -", "bulwark_crew / orbital_commando / bulwark_crew", "5 - - : 9 12 9"
    )


@rule("CS-7.9", "CS-6.7")
def test_texts_and_types_work_only_in_the_battle() -> None:
    table = Arranged(3).lanes(2, "orbital_commando / - / -").hand(2, "signals_commander, saboteur")
    game = raid(
        table.hand(1, "goliath_walker, works_director, strike_captain"), "goliath_walker / - / -"
    )
    # Neither the officers in hand nor the enemies in hand do anything.
    won = game.told("lane_won")[0]
    assert (won["who"], won["own"], won["enemy"]) == (0, 7, 6)


@rule("CS-7.10", "CS-6.16")
def test_beaten_and_unopposed_units_still_count() -> None:
    fought = battle("strike_captain / bulwark_crew / -", "juggernaut / orbital_commando / -")
    assert (fought.scores[1], fought.lanes) == ((9, 6), "DA-")
    check("- / works_director / strike_captain", "- / orbital_commando / -", "- 8 6 : - 6 -")


@rule("CS-7.11")
def test_traits_of_both_players_count() -> None:
    attacker = "bulwark_crew / - / - with aggressive_contracts"
    check(attacker, "breacher / - / - with hardened_perimeter", "8 - - : 8 - -")
    # A trait speaks of its owner's units, whoever attacks.
    check("breacher / - / -", "bulwark_crew / - / - with deep_cover", "14 - - : 9 - -")
    check("- / chrome_colonel / -", "- / breacher / - with signal_jammer", "- 9 - : - 6 -")


@rule("CS-7.12")
def test_traits_of_other_players_do_not_count() -> None:
    table = Arranged(3).lanes(2, "breacher / - / -").hand(2, "saboteur")
    table.traits(3, "aggressive_contracts, signal_jammer").hand(1, "bulwark_crew, ghostwire")
    game = raid(table, "bulwark_crew / - / -")
    won = game.told("lane_won")[0]
    assert (won["who"], won["own"], won["enemy"]) == (1, 6, 6)


@rule("CS-7.13")
def test_other_units_help_by_text_and_types_without_any_trait_card() -> None:
    check("siege_marshal / bulwark_crew / -", ALONE, "9 8 - : 6 - -")
    check("railgun_team / braincase_sentinel / -", ALONE, "13 8 - : 6 - -")


@rule("CS-7.14")
def test_duplicates_give_three_each() -> None:
    check("bulwark_crew+1 / - / -", "breacher+2 / - / -", "9 - - : 12 - -")


@rule("CS-7.15", "CS-6.11")
def test_an_unopposed_unit_wins_whatever_its_score() -> None:
    fought = battle("field_coder / - / -", "- / combat_sapper / signals_commander")
    assert fought.sum(0) == "2 = 3-1"
    assert fought.lanes == "ADD"


@rule("CS-7.16", "CS-18.9")
def test_cards_owned_are_counted_before_the_winner_draws() -> None:
    table = Arranged(3).lanes(2, "orbital_commando / breacher / -").traits(2, "underdog_funding")
    game = raid(
        table.hand(1, "bulwark_crew, works_director, ghostwire"),
        "bulwark_crew / works_director / -",
    )
    assert [(told["own"], told["enemy"]) for told in game.told("lane_won")] == [(9, 6), (9, 5)]
    # Seat 2 has drawn and owns as many now; the sums on the table do not change.
    assert game.owned(1, 2) == [3, 3]
    fighters = [
        thing
        for thing in game.match.scene(None).things()
        if isinstance(thing, Card) and thing.id.startswith("fighter:lane:1")
    ]
    shown = [fighter.values[0].value for fighter in fighters if fighter.values]
    assert shown == [9, 9]


# Section 18


@rule("CS-18.1")
def test_scopes() -> None:
    # self, opposite, friendly, other friendly, adjacent friendly, enemy: each reaches its own.
    check("chrome_colonel / chrome_colonel / bulwark_crew", ALONE, "9 12 6 : 6 - -")
    check("bulwark_crew / bulwark_crew / -", "combat_sapper / breacher / -", "3 6 - : 7 6 -")
    check("command_node / braincase_sentinel / -", ALONE, "9 11 - : 6 - -")
    check("strike_captain / bulwark_crew / -", ALONE, "6 9 - : 6 - -")
    check("works_director / - / -", "bulwark_crew / - / orbital_commando", "5 - - : 9 - 6")
    check("saboteur / - / -", "breacher / goliath_walker / railgun_team", "6 - - : 3 2 2")


@rule("CS-18.1")
def test_an_empty_scope_does_nothing() -> None:
    check("- / ghostwire / -", "chrome_colonel / - / -", "- 7 - : 8 - -")
    check("- / turret_hijacker / -", "braincase_sentinel / - / -", "- 7 - : 9 - -")


@rule("CS-18.5")
def test_lane_conditions_look_at_the_affected_unit() -> None:
    check("bulwark_crew / works_director / combat_sapper with spearhead", ALONE, "6 9 7 : 6 - -")
    check("bulwark_crew / works_director / combat_sapper with pincer", ALONE, "8 5 9 : 6 - -")


@rule("CS-18.6")
def test_with_and_without_leave_out_the_source() -> None:
    # The walker is a Drone itself and the team a Trooper: only others count.
    check("railgun_team / railgun_team / -", ALONE, "10 10 - : 6 - -")
    check("railgun_team / goliath_walker / -", ALONE, "13 7 - : 6 - -")
    check("goliath_walker / - / -", "works_director / - / -", "7 - - : 6 - -")


@rule("CS-18.8")
def test_cohesion_looks_at_each_unit_and_types_at_least_at_the_side() -> None:
    line = "bulwark_crew / breacher / braincase_sentinel with unit_cohesion"
    check(line, ALONE, "8 12 8 : 6 - -")
    check("bulwark_crew / - / - with unit_cohesion", ALONE, "6 - - : 6 - -")
    check("bulwark_crew / bulwark_crew / - with unit_cohesion", ALONE, "8 8 - : 6 - -")


@rule("CS-18.9")
def test_weak_looks_at_the_printed_value_before_copying() -> None:
    # Mimic Drone has 9 and 8 printed: never weak. Works Director has 5 and 6.
    check("works_director / - / - with rookie_bonus", ALONE, "8 - - : 6 - -")
    check("bulwark_crew / - / -", "works_director / - / - with rookie_bonus", "6 - - : 6 - -")


@rule("CS-18.10")
def test_a_jammed_unit_keeps_types_values_and_duplicates() -> None:
    # Blank, Command Node still is an Officer and a Drone, has 5 and its duplicate.
    check(
        "headhunter / ghostwire / neural_jockey",
        "- / command_node+1 / -",
        "4 11 10 : - 8 -",
    )


@rule("CS-18.10", "CS-7.2")
def test_a_jammed_jammer_still_jams() -> None:
    check("ghostwire / signals_commander / -", "ghostwire / - / -", "7 7 - : 5 - -")
    jammer = "- / ghostwire / - with signal_jammer"
    check(jammer, "- / ghostwire / chrome_colonel", "- 7 - : - 6 8")
    # Datamites blanked by the unit opposite lose their better duplicates too.
    check("datamite_swarm+1 / - / -", "ghostwire / - / -", "9 - - : 6 - -")


@rule("CS-7.2", "CS-18.10")
def test_all_jams_work_at_once_whoever_is_jammed() -> None:
    # Signal Jammer blanks the Ghostwire in the centre, which still blanks the Colonel opposite.
    check("- / chrome_colonel / - with signal_jammer", "- / ghostwire / -", "- 9 - : - 6 -")
    check("- / chrome_colonel / -", "- / ghostwire / -", "- 9 - : - 6 -")
    check("- / chrome_colonel / - with signal_jammer", "- / breacher / -", "- 12 - : - 6 -")
    # The same with the roles exchanged: the defender's jam comes later in the order of texts.
    check("- / ghostwire / -", "- / chrome_colonel / - with signal_jammer", "- 7 - : - 8 -")
    check("- / breacher / -", "- / chrome_colonel / - with signal_jammer", "- 10 - : - 11 -")


@rule("CS-18.11")
def test_protection_covers_its_own_source_and_its_own_side_only() -> None:
    check("ghostwire / - / -", "firewall_architect / - / -", "7 - - : 8 - -")
    check("firewall_architect / ghostwire / -", "- / chrome_colonel / -", "5 7 - : - 8 -")


@rule("CS-18.12")
def test_copying_uses_printed_values_of_both_roles() -> None:
    check("mimic_drone / - / -", "mimic_drone / - / -", "9 - - : 9 - -")
    check("- / juggernaut / - with signal_jammer", "- / mimic_drone / -", "- 11 - : - 8 -")
    # What the enemy gains besides is not copied.
    check("breacher / - / - with deep_cover", "mimic_drone / - / -", "13 - - : 10 - -")


@rule("CS-18.13", "CS-18.19")
def test_the_best_duplicate_bonus_counts_once() -> None:
    check("datamite_swarm+1 / bulwark_crew+1 / - with clone_vats", ALONE, "12 12 - : 6 - -")
    check("datamite_swarm+1 / - / - with clone_vats, clone_vats", ALONE, "12 - - : 6 - -")


@rule("CS-18.19")
def test_modifiers_add_up_and_jams_do_not_grow() -> None:
    twice = "bulwark_crew / - / - with aggressive_contracts, aggressive_contracts"
    check(twice, ALONE, "10 - - : 6 - -")
    check("- / ghostwire / - with signal_jammer", "- / chrome_colonel / -", "- 7 - : - 8 -")
    both = "works_director / - / - with killer_instinct, killer_instinct"
    assert (battle(both, ALONE).scores[0], battle(both, ALONE).winner) == ((7, 6), "A")
    level = battle(
        "works_director / - / - with killer_instinct, killer_instinct", "signals_commander / - / -"
    )
    assert (level.scores[0], level.winner) == ((6, 6), "A")


@rule("CS-18.16")
def test_win_ties_leaves_level_battles_to_the_defender() -> None:
    fought = battle(
        "works_director / bulwark_crew / - with killer_instinct", "breacher / juggernaut / -"
    )
    assert (fought.scores[0], fought.lanes, fought.winner) == ((6, 6), "AD-", "D")
