"""Each of the 28 units: what its text does, for it as an attacker and as a defender.

The companions are chosen so that their own texts do nothing in the role and place they have.
"""

import pytest

from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.lineups import check
from tests.games.cyberstrife.tables import UNITS

ALONE = "orbital_commando / - / -"  # a defender of 6 whose text is about attacking

CASES: dict[str, list[tuple[str, str, str]]] = {
    "spymaster": [
        ("spymaster / breacher / bulwark_crew", "- / - / orbital_commando", "5 13 6 : - - 6"),
        ("works_director / - / -", "spymaster / turret_hijacker / railgun_team", "5 - - : 5 11 5"),
    ],
    "strike_captain": [
        ("strike_captain / bulwark_crew / braincase_sentinel", ALONE, "6 9 11 : 6 - -"),
        ("combat_sapper / - / -", "strike_captain / breacher / -", "7 - - : 5 6 -"),
    ],
    "signals_commander": [
        (
            "signals_commander / - / -",
            "orbital_commando / breacher / railgun_team",
            "7 - - : 5 5 4",
        ),
        ("bulwark_crew / works_director / -", "- / signals_commander / -", "5 4 - : - 6 -"),
    ],
    "command_node": [
        ("command_node / braincase_sentinel / bulwark_crew", ALONE, "9 11 6 : 6 - -"),
        ("bulwark_crew / - / -", "command_node / breacher / braincase_sentinel", "6 - - : 8 6 12"),
    ],
    "chrome_colonel": [
        ("chrome_colonel / - / -", "railgun_team / - / -", "9 - - : 5 - -"),
        ("- / chrome_colonel / -", "- / railgun_team / -", "- 12 - : - 5 -"),
        ("- / bulwark_crew / -", "- / chrome_colonel / -", "- 6 - : - 11 -"),
        ("- / - / bulwark_crew", "- / - / chrome_colonel", "- - 6 : - - 8"),
    ],
    "siege_marshal": [
        ("siege_marshal / combat_sapper / braincase_sentinel", ALONE, "9 9 8 : 6 - -"),
        ("works_director / - / -", "siege_marshal / strike_captain / mimic_drone", "5 - - : 7 6 8"),
    ],
    "works_director": [
        ("bulwark_crew / - / -", "works_director / breacher / railgun_team", "6 - - : 6 9 8"),
        ("works_director / bulwark_crew / -", ALONE, "5 6 - : 6 - -"),
    ],
    "orbital_commando": [
        ("orbital_commando / - / -", "strike_captain / - / -", "11 - - : 5 - -"),
        ("- / orbital_commando / -", "- / strike_captain / -", "- 8 - : - 5 -"),
        ("- / - / orbital_commando", "- / - / strike_captain", "- - 11 : - - 5"),
        ("- / - / bulwark_crew", "- / - / orbital_commando", "- - 6 : - - 6"),
    ],
    "ghostwire": [
        ("ghostwire / - / -", "signals_commander / - / -", "7 - - : 6 - -"),
        (
            "ghostwire / bulwark_crew / -",
            "orbital_commando / signals_commander / -",
            "6 5 - : 6 6 -",
        ),
        ("strike_captain / breacher / -", "ghostwire / railgun_team / -", "6 14 - : 6 5 -"),
    ],
    "mimic_drone": [
        ("juggernaut / - / -", "mimic_drone / - / -", "11 - - : 11 - -"),
        ("mimic_drone / - / -", "railgun_team / - / -", "9 - - : 5 - -"),
        ("mimic_drone / bulwark_crew / -", "- / juggernaut / -", "9 6 - : - 9 -"),
        ("breacher / - / -", "mimic_drone / - / -", "10 - - : 10 - -"),
    ],
    "headhunter": [
        (
            "headhunter / bulwark_crew / works_director",
            "breacher / strike_captain / railgun_team",
            "8 10 5 : 6 5 5",
        ),
        ("works_director / combat_sapper / -", "headhunter / railgun_team / -", "5 7 - : 8 5 -"),
    ],
    "breacher": [
        ("breacher / - / -", "railgun_team / - / -", "14 - - : 5 - -"),
        ("breacher / - / -", "works_director / - / -", "14 - - : 6 - -"),
        ("breacher / - / -", ALONE, "10 - - : 6 - -"),
        ("bulwark_crew / - / -", "breacher / - / -", "6 - - : 6 - -"),
    ],
    "saboteur": [
        ("saboteur / - / -", "braincase_sentinel / breacher / orbital_commando", "6 - - : 6 3 6"),
        ("bulwark_crew / works_director / -", "saboteur / - / -", "3 5 - : 5 - -"),
    ],
    "field_coder": [
        (
            "field_coder / bulwark_crew / works_director",
            "braincase_sentinel / orbital_commando / juggernaut",
            "7 6 9 : 9 6 9",
        ),
        ("braincase_sentinel / bulwark_crew / -", "field_coder / breacher / -", "8 6 - : 8 6 -"),
    ],
    "picket_drone": [
        ("picket_drone / combat_sapper / braincase_sentinel", ALONE, "8 7 8 : 6 - -"),
        (
            "works_director / - / -",
            "picket_drone / orbital_commando / braincase_sentinel",
            "5 - - : 12 6 9",
        ),
        ("picket_drone / bulwark_crew / -", ALONE, "6 6 - : 6 - -"),
    ],
    "augmented_rifles": [
        ("augmented_rifles / combat_sapper / braincase_sentinel", ALONE, "10 7 8 : 6 - -"),
        (
            "works_director / - / -",
            "augmented_rifles / orbital_commando / strike_captain",
            "5 - - : 13 6 5",
        ),
    ],
    "railgun_team": [
        ("railgun_team / braincase_sentinel / -", ALONE, "13 8 - : 6 - -"),
        ("railgun_team / breacher / -", ALONE, "13 10 - : 6 - -"),
        ("railgun_team / bulwark_crew / -", ALONE, "10 6 - : 6 - -"),
        ("bulwark_crew / - / -", "railgun_team / orbital_commando / -", "6 - - : 5 6 -"),
    ],
    "combat_sapper": [
        ("bulwark_crew / works_director / -", "combat_sapper / breacher / -", "3 5 - : 7 6 -"),
        ("combat_sapper / - / -", ALONE, "7 - - : 6 - -"),
    ],
    "datamite_swarm": [
        ("datamite_swarm / braincase_sentinel / bulwark_crew", ALONE, "8 8 6 : 6 - -"),
        (
            "works_director / - / -",
            "datamite_swarm / turret_hijacker / braincase_sentinel",
            "5 - - : 10 8 9",
        ),
        ("datamite_swarm+1 / - / -", "orbital_commando+1 / - / -", "12 - - : 9 - -"),
        ("bulwark_crew+1 / - / -", "datamite_swarm+2 / - / -", "9 - - : 18 - -"),
    ],
    "neural_jockey": [
        (
            "neural_jockey / - / -",
            "braincase_sentinel / breacher / orbital_commando",
            "12 - - : 9 6 6",
        ),
        (
            "braincase_sentinel / bulwark_crew / works_director",
            "neural_jockey / - / -",
            "8 6 5 : 10 - -",
        ),
        ("goliath_walker / - / -", "neural_jockey / - / -", "7 - - : 8 - -"),
    ],
    "turret_hijacker": [
        ("turret_hijacker / - / -", "breacher / - / -", "7 - - : 3 - -"),
        ("turret_hijacker / - / -", ALONE, "7 - - : 6 - -"),
        (
            "braincase_sentinel / bulwark_crew / -",
            "turret_hijacker / orbital_commando / -",
            "5 6 - : 8 6 -",
        ),
    ],
    "firewall_architect": [
        ("bulwark_crew / - / -", "firewall_architect / orbital_commando / -", "6 - - : 8 8 -"),
        ("firewall_architect / bulwark_crew / -", ALONE, "5 6 - : 6 - -"),
        ("- / ghostwire / -", "firewall_architect / chrome_colonel / -", "- 7 - : 8 13 -"),
        ("ghostwire / - / -", "firewall_architect / orbital_commando / -", "7 - - : 8 8 -"),
    ],
    "braincase_sentinel": [
        ("- / bulwark_crew / -", "- / braincase_sentinel / -", "- 6 - : - 11 -"),
        ("bulwark_crew / - / -", "braincase_sentinel / - / -", "6 - - : 9 - -"),
        ("- / braincase_sentinel / -", "- / orbital_commando / -", "- 8 - : - 6 -"),
    ],
    "goliath_walker": [
        ("goliath_walker / braincase_sentinel / -", ALONE, "7 8 - : 6 - -"),
        ("goliath_walker / bulwark_crew / -", ALONE, "11 6 - : 6 - -"),
        ("works_director / - / -", "goliath_walker / strike_captain / -", "5 - - : 9 5 -"),
        ("works_director / - / -", "goliath_walker / breacher / -", "5 - - : 5 6 -"),
    ],
    "repair_drone": [
        ("repair_drone / braincase_sentinel / bulwark_crew", ALONE, "5 11 9 : 6 - -"),
        (
            "works_director / - / -",
            "repair_drone / juggernaut / orbital_commando",
            "5 - - : 4 12 6",
        ),
    ],
    "juggernaut": [
        ("juggernaut / - / -", "firewall_architect / - / -", "8 - - : 8 - -"),
        ("juggernaut / - / -", ALONE, "11 - - : 6 - -"),
        ("firewall_architect / - / -", "juggernaut / - / -", "5 - - : 6 - -"),
    ],
    "splice_surgeon": [
        ("splice_surgeon / combat_sapper / bulwark_crew", ALONE, "5 10 6 : 6 - -"),
        (
            "works_director / - / -",
            "splice_surgeon / juggernaut / orbital_commando",
            "5 - - : 4 12 9",
        ),
    ],
    "bulwark_crew": [
        (
            "works_director / - / -",
            "orbital_commando / bulwark_crew / strike_captain",
            "5 - - : 9 9 8",
        ),
        (
            "works_director / - / -",
            "bulwark_crew / orbital_commando / strike_captain",
            "5 - - : 9 9 5",
        ),
        ("bulwark_crew / works_director / -", ALONE, "6 5 - : 6 - -"),
    ],
}


def test_every_unit_has_its_cases() -> None:
    assert list(CASES) == UNITS


@pytest.mark.parametrize("unit", CASES)
@rule(
    "CS-18.20",
    "CS-1.4",
    "CS-18.1",
    "CS-18.2",
    "CS-18.3",
    "CS-18.4",
    "CS-18.5",
    "CS-18.6",
    "CS-18.10",
    "CS-18.11",
    "CS-18.12",
    "CS-18.13",
    "CS-7.4",
    "CS-7.5",
    "CS-7.6",
    "CS-7.7",
)
def test_unit(unit: str) -> None:
    for attacker, defender, expected in CASES[unit]:
        check(attacker, defender, expected)
