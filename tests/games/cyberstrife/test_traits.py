"""Each of the 32 traits: what it does for its owner as an attacker and as a defender.

The units are chosen so that their own texts do nothing in the role and place they have.
"""

import pytest

from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.lineups import battle, check
from tests.games.cyberstrife.tables import TRAITS

ALONE = "orbital_commando / - / -"  # a defender of 6 whose text is about attacking

# A star stands for "with" the trait.
CASES: dict[str, list[tuple[str, str, str]]] = {
    "chain_of_command": [
        ("works_director / bulwark_crew / - *", ALONE, "8 6 - : 6 - -"),
        ("bulwark_crew / - / -", "strike_captain / breacher / - *", "6 - - : 8 6 -"),
    ],
    "deep_cover": [
        ("breacher / bulwark_crew / - *", ALONE, "13 6 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 9 5 -"),
    ],
    "live_fire_drills": [
        ("combat_sapper / bulwark_crew / - *", ALONE, "10 6 - : 6 - -"),
        ("bulwark_crew / - / -", "strike_captain / breacher / - *", "6 - - : 8 6 -"),
    ],
    "zero_day_vault": [
        ("firewall_architect / bulwark_crew / - *", ALONE, "8 6 - : 6 - -"),
        ("works_director / - / -", "turret_hijacker / breacher / - *", "5 - - : 11 6 -"),
    ],
    "hive_protocol": [
        ("braincase_sentinel / bulwark_crew / - *", ALONE, "11 6 - : 6 - -"),
        ("works_director / - / -", "braincase_sentinel / breacher / - *", "5 - - : 12 6 -"),
    ],
    "chrome_clinic": [
        ("braincase_sentinel / bulwark_crew / - *", ALONE, "11 6 - : 6 - -"),
        ("works_director / - / -", "juggernaut / breacher / - *", "5 - - : 12 6 -"),
    ],
    "heavy_ordnance": [
        ("bulwark_crew / works_director / - *", ALONE, "9 5 - : 6 - -"),
        ("works_director / - / -", "breacher / strike_captain / - *", "5 - - : 9 5 -"),
    ],
    "skunkworks": [
        ("bulwark_crew / braincase_sentinel / - *", ALONE, "9 8 - : 6 - -"),
        ("works_director / - / -", "combat_sapper / breacher / - *", "2 - - : 10 6 -"),
    ],
    "decapitation_orders": [
        ("bulwark_crew / combat_sapper / - *", "strike_captain / breacher / -", "9 7 - : 5 6 -"),
        ("works_director / bulwark_crew / -", "breacher / railgun_team / - *", "5 6 - : 9 5 -"),
    ],
    "counter_intel": [
        ("bulwark_crew / combat_sapper / - *", "breacher / strike_captain / -", "9 7 - : 6 5 -"),
        (
            "breacher / bulwark_crew / -",
            "orbital_commando / strike_captain / - *",
            "10 6 - : 9 5 -",
        ),
    ],
    "urban_suppression": [
        ("bulwark_crew / works_director / - *", "strike_captain / breacher / -", "9 5 - : 5 6 -"),
        ("combat_sapper / bulwark_crew / -", "breacher / strike_captain / - *", "7 6 - : 9 5 -"),
    ],
    "black_ice": [
        (
            "bulwark_crew / combat_sapper / - *",
            "firewall_architect / breacher / -",
            "9 7 - : 8 8 -",
        ),
        (
            "firewall_architect / bulwark_crew / -",
            "breacher / strike_captain / - *",
            "5 6 - : 9 5 -",
        ),
    ],
    "emp_grid": [
        (
            "bulwark_crew / combat_sapper / - *",
            "braincase_sentinel / breacher / -",
            "10 7 - : 9 6 -",
        ),
        (
            "braincase_sentinel / bulwark_crew / -",
            "breacher / strike_captain / - *",
            "8 6 - : 10 5 -",
        ),
    ],
    "neuro_toxins": [
        (
            "bulwark_crew / combat_sapper / - *",
            "braincase_sentinel / breacher / -",
            "9 7 - : 9 6 -",
        ),
        (
            "braincase_sentinel / bulwark_crew / -",
            "breacher / strike_captain / - *",
            "8 6 - : 9 5 -",
        ),
    ],
    "armour_piercing": [
        ("works_director / combat_sapper / - *", "breacher / strike_captain / -", "8 7 - : 6 5 -"),
        ("bulwark_crew / works_director / -", "breacher / strike_captain / - *", "6 5 - : 9 5 -"),
    ],
    "industrial_sabotage": [
        (
            "braincase_sentinel / works_director / - *",
            "combat_sapper / breacher / -",
            "8 5 - : 7 6 -",
        ),
        (
            "bulwark_crew / braincase_sentinel / -",
            "breacher / strike_captain / - *",
            "6 8 - : 9 5 -",
        ),
    ],
    "aggressive_contracts": [
        ("bulwark_crew / works_director / - *", ALONE, "8 7 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 6 5 -"),
    ],
    "hardened_perimeter": [
        ("bulwark_crew / works_director / - *", ALONE, "6 5 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 8 7 -"),
    ],
    "spearhead": [
        ("bulwark_crew / works_director / - *", ALONE, "6 9 - : 6 - -"),
        ("works_director / - / -", "breacher / strike_captain / - *", "5 - - : 6 7 -"),
    ],
    "pincer": [
        ("bulwark_crew / works_director / combat_sapper *", ALONE, "8 5 9 : 6 - -"),
        ("works_director / - / -", "breacher / strike_captain / railgun_team *", "5 - - : 7 5 6"),
    ],
    "last_stand": [
        ("bulwark_crew / - / - *", "breacher / strike_captain / -", "11 - - : 6 5 -"),
        ("bulwark_crew / - / - *", "breacher / - / -", "6 - - : 6 - -"),
        ("bulwark_crew / works_director / -", "breacher / - / - *", "6 5 - : 11 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 6 5 -"),
        ("bulwark_crew+1 / - / - *", "breacher / strike_captain / -", "14 - - : 6 5 -"),
    ],
    "combined_arms": [
        ("works_director / braincase_sentinel / breacher *", ALONE, "7 10 12 : 6 - -"),
        ("works_director / braincase_sentinel / bulwark_crew *", ALONE, "5 8 6 : 6 - -"),
        (
            "bulwark_crew / - / -",
            "braincase_sentinel / strike_captain / breacher *",
            "6 - - : 11 7 8",
        ),
    ],
    "unit_cohesion": [
        ("bulwark_crew / works_director / braincase_sentinel *", ALONE, "8 7 8 : 6 - -"),
        (
            "works_director / - / -",
            "breacher / railgun_team / braincase_sentinel *",
            "5 - - : 7 6 9",
        ),
    ],
    "rookie_bonus": [
        ("works_director / bulwark_crew / - *", ALONE, "8 6 - : 6 - -"),
        # Six for Attack and five for Defense: the role decides.
        ("strike_captain / - / - *", ALONE, "6 - - : 6 - -"),
        ("bulwark_crew / - / -", "strike_captain / breacher / - *", "6 - - : 8 6 -"),
    ],
    "clone_vats": [
        ("bulwark_crew+1 / works_director / - *", "orbital_commando+1 / - / -", "12 5 - : 9 - -"),
        ("bulwark_crew+1 / - / -", "orbital_commando+2 / - / - *", "9 - - : 18 - -"),
    ],
    "signal_jammer": [
        ("- / bulwark_crew / - *", "- / braincase_sentinel / -", "- 6 - : - 9 -"),
        ("bulwark_crew / - / - *", "signals_commander / - / -", "5 - - : 6 - -"),
        ("- / chrome_colonel / -", "- / orbital_commando / - *", "- 9 - : - 6 -"),
    ],
    "killer_instinct": [
        ("bulwark_crew / works_director / - *", ALONE, "7 6 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / - / - *", "6 - - : 6 - -"),
    ],
    "deep_recon": [
        ("bulwark_crew / works_director / - *", ALONE, "7 6 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / - / - *", "6 - - : 6 - -"),
    ],
    "rapid_redeploy": [
        ("bulwark_crew / works_director / - *", ALONE, "6 5 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 7 6 -"),
    ],
    "talent_scouts": [
        ("bulwark_crew / works_director / - *", ALONE, "7 6 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 7 6 -"),
    ],
    "golden_parachute": [
        ("bulwark_crew / works_director / - *", ALONE, "7 6 - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / strike_captain / - *", "6 - - : 7 6 -"),
    ],
}


def test_every_trait_has_its_cases() -> None:
    assert sorted([*CASES, "underdog_funding"]) == sorted(TRAITS)


@pytest.mark.parametrize("trait", CASES)
@rule(
    "CS-18.21",
    "CS-4.8",
    "CS-18.1",
    "CS-18.2",
    "CS-18.3",
    "CS-18.4",
    "CS-18.5",
    "CS-18.6",
    "CS-18.7",
    "CS-18.8",
    "CS-18.9",
    "CS-18.10",
    "CS-18.11",
    "CS-7.4",
)
def test_trait(trait: str) -> None:
    for attacker, defender, expected in CASES[trait]:
        given = f"with {trait}"
        check(attacker.replace("*", given), defender.replace("*", given), expected)


@rule("CS-18.9", "CS-7.16")
def test_underdog_funding_looks_at_unit_cards_owned() -> None:
    attacker = "bulwark_crew / works_director / - with underdog_funding"
    check(attacker, ALONE, "9 8 - : 6 - -", owned=(4, 5))
    check(attacker, ALONE, "6 5 - : 6 - -", owned=(5, 5))
    check(attacker, ALONE, "6 5 - : 6 - -", owned=(6, 5))
    defender = "breacher / strike_captain / - with underdog_funding"
    check("bulwark_crew / - / -", defender, "6 - - : 9 8 -", owned=(5, 4))
    check("bulwark_crew / - / -", defender, "6 - - : 6 5 -", owned=(4, 5))


@rule("CS-18.16")
def test_killer_instinct_wins_tied_fights_for_the_attacker_only() -> None:
    tie = "works_director / - / - with killer_instinct"
    assert battle(tie, ALONE).scores[0] == (6, 6)
    assert battle(tie, ALONE).winner == "A"
    assert battle("bulwark_crew / - / -", ALONE).winner == "D"
    # The defender wins ties anyway; with the trait on both sides the attacker does.
    assert battle("bulwark_crew / - / -", "breacher / - / - with killer_instinct").winner == "D"
    assert battle(tie, "breacher / - / - with killer_instinct").winner == "A"
