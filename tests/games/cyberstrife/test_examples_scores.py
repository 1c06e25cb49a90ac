"""The worked examples of section 20 that are decided by sums: every number given there."""

from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.lineups import battle


@rule("CS-6.9", "CS-6.13", "CS-7.1", "CS-7.2")
def test_cs_20_2_full_battle() -> None:
    fought = battle(
        "orbital_commando / chrome_colonel / breacher with aggressive_contracts",
        "bulwark_crew / braincase_sentinel / combat_sapper with hardened_perimeter",
    )
    assert fought.sums == [
        "13 = 8+2+3 against 11 = 9+2",
        "14 = 9+2+3 against 16 = 9+2+3+2",
        "13 = 10+2+4-3 against 9 = 7+2",
    ]
    assert (fought.lanes, fought.winner) == ("ADA", "A")


@rule("CS-6.10", "CS-7.4")
def test_cs_20_3_tie_in_a_fight() -> None:
    fought = battle("combat_sapper / - / -", "augmented_rifles / - / -")
    assert fought.sums[0] == "7 against 7"
    assert (fought.lanes, fought.winner) == ("D--", "D")


@rule("CS-7.5", "CS-7.6", "CS-18.10")
def test_cs_20_4_vs() -> None:
    fought = battle(
        "headhunter / ghostwire / juggernaut",
        "spymaster / braincase_sentinel / siege_marshal",
    )
    assert fought.sums == ["8 = 4+4 against 5", "7 against 9", "15 = 11+4 against 7 = 6+1"]
    assert (fought.lanes, fought.winner) == ("ADA", "A")


@rule("CS-7.7")
def test_cs_20_5_each_friendly_and_each_other_friendly() -> None:
    fought = battle(
        "command_node / picket_drone / strike_captain",
        "turret_hijacker / combat_sapper / bulwark_crew",
    )
    assert fought.sums == [
        "9 = 6+3+3-3 against 8",
        "11 = 6+3+2+3-3 against 10 = 7+3",
        "6 against 9",
    ]
    assert (fought.lanes, fought.winner) == ("AAD", "A")


@rule("CS-6.3", "CS-7.14", "CS-18.13")
def test_cs_20_6_duplicates() -> None:
    fought = battle(
        "datamite_swarm+2 / breacher+1 / saboteur", "bulwark_crew / juggernaut / mimic_drone+1"
    )
    assert fought.sums == [
        "18 = 6+12 against 6 = 9-3",
        "17 = 10+4+3 against 9 = 9-3+3",
        "6 against 8 = 8-3+3",
    ]
    assert (fought.lanes, fought.winner) == ("AAD", "A")


@rule("CS-6.14")
def test_cs_20_7_two_against_two_one_win_each() -> None:
    fought = battle("breacher / ghostwire / -", "combat_sapper / juggernaut / -")
    assert fought.sums[:2] == ["11 = 10+4-3 against 7", "7 against 9"]
    assert (fought.lanes, fought.winner) == ("AD-", "D")


@rule("CS-6.11")
def test_cs_20_8_three_against_one_is_won_in_advance() -> None:
    for attackers in (
        "spymaster / headhunter / field_coder",
        "repair_drone+2 / juggernaut / breacher",
    ):
        fought = battle(attackers, "- / goliath_walker / -")
        assert fought.lanes[0] == fought.lanes[2] == "A"
        assert fought.winner == "A"
    assert (
        battle("spymaster / works_director / siege_marshal", "- / goliath_walker / -").lanes
        == "ADA"
    )


@rule("CS-6.11")
def test_cs_20_9_one_against_three() -> None:
    fought = battle("- / juggernaut / -", "repair_drone / splice_surgeon / strike_captain")
    assert fought.sums[1] == "11 against 7 = 4+3"
    assert (fought.lanes, fought.winner) == ("DAD", "D")


@rule("CS-6.14")
def test_cs_20_10_two_against_one() -> None:
    fought = battle("repair_drone / breacher / -", "braincase_sentinel / - / -")
    assert fought.sums[0] == "5 against 9"
    assert (fought.lanes, fought.winner) == ("DA-", "D")
    exchanged = battle("breacher / repair_drone / -", "braincase_sentinel / - / -")
    assert exchanged.sums[0] == "13 = 10+3 against 9"
    assert (exchanged.lanes, exchanged.winner) == ("AA-", "A")


@rule("CS-6.11", "CS-18.6")
def test_cs_20_12_two_against_three() -> None:
    fought = battle(
        "orbital_commando / - / railgun_team", "works_director / bulwark_crew / splice_surgeon"
    )
    assert fought.sums[0] == "11 = 8+3 against 9 = 6+3"
    assert fought.sums[2] == "13 = 10+3 against 10 = 4+3+3"
    assert (fought.lanes, fought.winner) == ("ADA", "A")


@rule("CS-5.3", "CS-6.13")
def test_cs_20_13_three_against_two() -> None:
    fought = battle("field_coder / repair_drone / spymaster", "turret_hijacker / - / bulwark_crew")
    assert fought.sums[0] == "6 = 3+3 against 8"
    assert fought.sums[2] == "5 against 9"
    assert (fought.lanes, fought.winner) == ("DAD", "D")


@rule("CS-18.10")
def test_cs_20_14_jam_removes_a_drawback() -> None:
    defenders = "goliath_walker / picket_drone / neural_jockey"
    fought = battle("ghostwire / breacher / orbital_commando", defenders)
    assert fought.sums == ["7 against 9", "10 against 10 = 8+2", "11 = 8+3 against 8 = 6+2"]
    assert (fought.lanes, fought.winner) == ("DDA", "D")
    exchanged = battle("breacher / ghostwire / orbital_commando", defenders)
    assert exchanged.sums == [
        "14 = 10+4 against 5 = 9-4",
        "7 against 8",
        "11 = 8+3 against 8 = 6+2",
    ]
    assert (exchanged.lanes, exchanged.winner) == ("ADA", "A")


@rule("CS-18.11", "CS-7.2")
def test_cs_20_15_protection_beats_jams() -> None:
    fought = battle(
        "ghostwire / strike_captain / breacher with signal_jammer",
        "firewall_architect / works_director / splice_surgeon with chrome_clinic",
    )
    assert fought.sums == [
        "10 = 7+3 against 11 = 6+2+3",
        "6 against 8 = 6+2",
        "17 = 10+3+4 against 12 = 4+3+2+3",
    ]
    assert (fought.lanes, fought.winner) == ("DDA", "D")


@rule("CS-18.12", "CS-6.10")
def test_cs_20_16_copying_a_base_value() -> None:
    fought = battle("juggernaut / - / -", "mimic_drone / - / -")
    assert fought.sums[0] == "11 against 11"
    assert fought.winner == "D"
    reversed_roles = battle("mimic_drone / - / -", "juggernaut / - / -")
    assert reversed_roles.sums[0] == "9 against 9"
    assert reversed_roles.winner == "D"


@rule("CS-6.16", "CS-7.10")
def test_cs_20_17_a_beaten_unit_still_helps() -> None:
    fought = battle(
        "strike_captain / breacher / railgun_team",
        "juggernaut / braincase_sentinel / combat_sapper",
    )
    assert fought.sums == ["6 against 9", "13 = 10+3 against 11 = 9+2", "13 = 10+3+3-3 against 7"]
    assert (fought.lanes, fought.winner) == ("DAA", "A")


@rule("CS-18.16", "CS-6.14")
def test_cs_20_18_killer_instinct() -> None:
    fought = battle("augmented_rifles / - / - with killer_instinct", "chrome_colonel / - / -")
    assert fought.sums[0] == "8 = 7+1 against 8"
    assert (fought.lanes, fought.winner) == ("A--", "A")
    level = battle(
        "breacher / combat_sapper / - with killer_instinct", "works_director / juggernaut / -"
    )
    assert level.sums[:2] == ["15 = 10+1+4 against 6", "8 = 7+1 against 12 = 9+3"]
    assert (level.lanes, level.winner) == ("AD-", "D")


@rule("CS-18.7", "CS-5.2")
def test_cs_20_19_last_stand() -> None:
    fought = battle(
        "breacher / - / juggernaut with last_stand",
        "braincase_sentinel / works_director / bulwark_crew with hardened_perimeter",
    )
    assert fought.sums[0] == "15 = 10+5 against 14 = 9+2+3"
    assert fought.sums[2] == "16 = 11+5 against 14 = 9+2+3"
    assert (fought.lanes, fought.winner) == ("ADA", "A")


@rule("CS-18.15")
def test_cs_20_20_rapid_redeploy_scores() -> None:
    attackers = "juggernaut / field_coder / orbital_commando"
    kept = battle(attackers, "chrome_colonel / turret_hijacker / repair_drone with rapid_redeploy")
    assert kept.sums[0] == "15 = 11+4 against 12 = 8+1+3"
    assert kept.scores == [(15, 12), (3, 12), (15, 5)]
    assert kept.sums[2] == "15 = 8+4+3 against 5 = 4+1"
    assert (kept.lanes, kept.winner) == ("ADA", "A")
    moved = battle(attackers, "turret_hijacker / chrome_colonel / repair_drone with rapid_redeploy")
    assert moved.sums[:2] == ["5 = 11-3-3 against 12 = 8+1+3", "7 = 3+4 against 15 = 8+1+3+3"]
    assert moved.scores[2] == (15, 5)
    assert (moved.lanes, moved.winner) == ("DDA", "D")


@rule("CS-18.9", "CS-7.16")
def test_cs_20_21_underdog_funding() -> None:
    attackers = "ghostwire / juggernaut / orbital_commando with underdog_funding"
    defenders = "splice_surgeon / firewall_architect / bulwark_crew"
    fewer = battle(attackers, defenders, owned=(3, 5))
    assert fewer.sums == [
        "10 = 7+3 against 6 = 4+2",
        "11 = 11+3-3 against 11 = 6+2+3",
        "14 = 8+3+3 against 11 = 9+2",
    ]
    assert (fewer.lanes, fewer.winner) == ("ADA", "A")
    level = battle(attackers, defenders, owned=(5, 5))
    assert level.scores == [(7, 6), (8, 11), (11, 11)]
    assert (level.lanes, level.winner) == ("ADD", "D")


@rule("CS-18.8", "CS-18.9")
def test_cs_20_22_condition_traits() -> None:
    fought = battle(
        "repair_drone / spymaster / augmented_rifles with rookie_bonus, combined_arms",
        "picket_drone / neural_jockey / siege_marshal with unit_cohesion, spearhead",
    )
    assert fought.sums == [
        "10 = 5+3+2 against 9 = 8+1",
        "10 = 5+3+2 against 10 = 6+2+2",
        "12 = 7+2+3 against 7 = 6+1",
    ]
    assert (fought.lanes, fought.winner) == ("ADA", "A")


# The two battles that the rulebook itself works out


@rule("CS-7.1", "CS-7.5", "CS-7.10", "CS-5.3")
def test_ada_raids_ben() -> None:
    defenders = (
        "combat_sapper / braincase_sentinel / bulwark_crew"
        " with hardened_perimeter, urban_suppression"
    )
    fought = battle(
        "augmented_rifles+1 / splice_surgeon / orbital_commando with deep_recon, emp_grid",
        defenders,
    )
    assert fought.sums == [
        "14 = 7+1+3+3-3+3 against 12 = 7+2+3",
        "10 = 5+1+4 against 16 = 9+2+2+3",
        "15 = 8+1+3+3 against 14 = 9+2+3",
    ]
    assert (fought.lanes, fought.winner) == ("ADA", "A")
    without = battle(
        "augmented_rifles / splice_surgeon / orbital_commando with deep_recon, emp_grid", defenders
    )
    assert without.scores[0] == (11, 12)


@rule("CS-18.15", "CS-18.7", "CS-18.12", "CS-6.10")
def test_cleo_raids_dev() -> None:
    attackers = "mimic_drone / - / ghostwire with last_stand, golden_parachute"
    traits = "with rapid_redeploy, combined_arms"
    kept = battle(attackers, f"goliath_walker / command_node / juggernaut {traits}", owned=(4, 4))
    assert kept.sums[0] == "15 = 9+5+1 against 13 = 9+1+3"
    assert kept.sums[2] == "13 = 7+5+1 against 10 = 9+1"
    assert (kept.lanes, kept.winner) == ("ADA", "A")
    moved = battle(attackers, f"juggernaut / command_node / goliath_walker {traits}", owned=(4, 4))
    assert moved.sums[0] == "15 = 9+5+1 against 10 = 9+1"
    assert moved.sums[2] == "13 = 7+5+1 against 13 = 9+1+3"
    assert (moved.lanes, moved.winner) == ("ADD", "D")
