"""Section 25: every card, Faction board and bonus action as the rules print it.

The tables are written out a second time, so that a changed number is noticed by name. Effects are
noted as verb, words, numbers; what is in force as power and amount.
"""

# ruff: noqa: E501 (a row of a table is one line)

from collections import Counter

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import (
    CARD_TYPES,
    COMMANDS,
    EITHER_SIGN,
    FEATURES,
    NO_VALUE,
    POWERS,
    RED,
    ROWS,
    YELLOW,
    Clause,
    Term,
)
from tests.games.cysmic.tables import CONTENT


def table(text: str) -> list[list[str]]:
    """A table, row by row, its cells separated by bars."""
    return [
        [cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.strip()
    ]


def effects(clauses: list[Clause]) -> str:
    return "; ".join(
        " ".join([clause.verb, *clause.words, *map(str, clause.numbers)]) for clause in clauses
    )


def powers(terms: list[Term]) -> str:
    return "; ".join(f"{POWERS[term.power]} {term.amount:+d}" for term in terms)


def modifier(value: int) -> str:
    return {NO_VALUE: "-", EITHER_SIGN: "±1"}.get(value, f"{value:+d}")


# id | copies | yellow | red | window | ability | Resource Gain
EVENTS = """
crystal_bloom | 2 | - | - |  | odd crystal_bloom |
foreshock | 3 | - | - |  | tremor 1 |
double_quake | 1 | - | - |  | tremor 2 |
sinkhole | 2 | - | - |  | odd sinkhole |
refugee_column | 2 | - | - |  | odd refugee_column |
riots | 2 | - | - |  | odd riots |
dust_storm | 2 | - | - |  | odd dust_storm |
prison_break | 2 | - | - |  | odd prison_break |
ore_rot | 2 | - | - |  | odd ore_rot |
alien_beacon | 2 | - | - |  | odd alien_beacon |
solar_flare | 2 | - | - |  | odd solar_flare |
"""
ACTIONS = """
forced_march | 3 | +1 | +1 |  | march troops 2 2 | gain_ore 1
rapid_deployment | 3 | +1 | +1 |  | deploy 3 | gain_ore 1
ore_cache | 4 | +1 | - |  | gain_ore 3 | draw 1
rich_vein | 3 | +2 | +1 |  | odd rich_vein | gain_ore 1
orbital_strike | 2 | +2 | +2 |  | destroy surface_troop; tremor 1 | gain_ore 1
seismic_charge | 3 | -1 | -2 |  | collapse near | gain_ore 1
hostage_swap | 3 | -2 | -1 |  | exchange 1 0 | gain_ore 1
field_workshop | 3 | +1 | +2 |  | upgrade spawn 1 -1 | gain_ore 2
prefab_assembly | 2 | +3 | - |  | build 1 -1 | gain_ore 2
propaganda | 3 | -1 | -1 |  | unflag low | deploy 1
grassroots | 2 | -2 | - |  | flag held | deploy 2
data_spike | 3 | ±1 | ±1 |  | cyber adjust 1 | draw 1
tunnel_rats | 2 | +2 | - |  | relocate troops cave 1 | gain_ore 1
black_market | 2 | ±1 | ±1 |  | odd black_market | gain_ore 2
relic_hunters | 3 | +1 | +2 |  | find_relic | gain_ore 1
emergency_airlift | 3 | -1 | -1 |  | relocate all ship 1 | gain_ore 1
skim_the_books | 2 | - | +3 |  | steal_ore richer 2 | gain_ore 1
"""
REACTIONS = """
dig_in | 3 | -2 | -2 | strike_final | add -2 | gain_ore 1
lucky_shot | 3 | +2 | +2 | strike_rolled | reroll | gain_ore 1
medevac | 3 | -1 | -1 | would_capture | save troop | deploy 1
ejection_seat | 2 | -1 | -2 | would_capture | save vehicle | gain_ore 2
seismograph | 3 | ±1 | ±1 | fracture_drawn | redraw | draw 1
grapple_lines | 3 | -1 | -1 | collapse | early | gain_ore 1
dampener | 3 | -1 | -1 | tremor | cancel | gain_ore 1
firewall | 3 | -2 | -2 | hack_hit | cancel | draw 1
signal_jam | 3 | ±1 | ±1 | action_played | cancel | gain_ore 1
loyalists | 2 | -3 | - | flag_threat | cancel | deploy 2
claim_jumper | 2 | +2 | +1 | ore_dug | take_ore 1 | gain_ore 2
rear_guard | 2 | -1 | -3 | fleeing | no_parting | gain_ore 1
hot_pursuit | 2 | +1 | +3 | pursuing | extra_die 1 | gain_ore 1
press_the_advantage | 2 | +2 | +2 | combat_won | advance 2 | gain_ore 1
spoils_of_war | 2 | +1 | +1 | captured | gain_ore 2 | gain_ore 2
"""


def discoveries(kind: str) -> list[list[str]]:
    return [
        [
            CONTENT.discoveries[card],
            str(CONTENT.discovery_copies[card]),
            modifier(CONTENT.modifier[YELLOW][card]),
            modifier(CONTENT.modifier[RED][card]),
            CONTENT.window[card],
            effects(CONTENT.ability[card]),
            effects(CONTENT.gain[card]),
        ]
        for card in range(len(CONTENT.discoveries))
        if CARD_TYPES[CONTENT.card_type[card]] == kind
    ]


@rule("CY-25.16", "CY-25.15", "CY-25.14")
def test_events_as_printed() -> None:
    assert discoveries("event") == table(EVENTS)


@rule("CY-25.17", "CY-25.15", "CY-25.14")
def test_actions_as_printed() -> None:
    assert discoveries("action") == table(ACTIONS)


@rule("CY-25.18", "CY-25.15", "CY-25.14", "CY-17.9")
def test_reactions_as_printed() -> None:
    assert discoveries("reaction") == table(REACTIONS)


# id | copies | in force
RELICS = """
gravity_boots | 2 | move_soldier +1
singing_sandals | 2 | move_speaker +1; move_miner +1
antigrav_skids | 2 | move_harvester +1; move_powermech +1
phase_plating | 2 | health_soldier +1
ward_halo | 2 | shield_miner +1
mirror_field | 2 | shield_harvester +1; shield_powermech +1
oracle_spore | 2 | early_soldier +1; early_speaker +1
seismic_anchor | 2 | quiet_harvest +1
ember_jets | 2 | quiet_jumps +1
hive_lens | 2 | reroll_yellow +1
war_prism | 2 | bonus_attacker_red +1
twin_fang | 2 | dice_soldier_here +1
choir_stone | 2 | infl +2
deep_silo | 2 | cap_ore +3
memory_vine | 2 | cap_hand +2
stasis_cage | 2 | cap_hold +4
lode_compass | 2 | yield_mine_ore +1
gleaner_swarm | 2 | yield_scavenge_ore +1
forge_heart | 2 | cost_upgrade_harvester -1; cost_upgrade_powermech -1
builder_glyph | 2 | first_module +1
cloud_step | 2 | cross_mountain +1; cross_water +1
whisper_coil | 2 | adjust_hack +1
thorn_mind | 2 | thorn_mind +1
crow_engine | 2 | exchange_ore +2
void_keel | 1 | void_keel +1
tyrant_crown | 1 | tyrant_crown +1
time_shard | 1 | time_shard +1
world_seed | 1 | world_seed +1
star_chart | 1 | two_tokens +1
mercy_engine | 1 | mercy_engine +1
"""


@rule("CY-25.21", "CY-25.20", "CY-25.30")
def test_relics_as_printed() -> None:
    found = [
        [id, str(CONTENT.relic_copies[relic]), powers(CONTENT.relic_terms[relic])]
        for relic, id in enumerate(CONTENT.relics)
    ]
    assert found == table(RELICS)


# id | Sabotage | Exploit; I done at once, W in force while in play
ESPIONAGE = """
border_lockdown | W no_arrows +1 | W free_arrow +1
cave_in_teams | W no_caves +1 | I relocate all cave 1
union_walkout | W yield_mine_ore -1; yield_harvest_ore -1 | I gain_ore 2
fuel_rationing | W move_harvester -1; move_powermech -1 | W move_harvester +1; move_powermech +1
jammed_sensors | W jammed +1 | W early_soldier +1
false_orders | I odd false_orders | I draw 2
counterfeit_ore | I odd counterfeit_ore | I gain_ore 1; draw 1
sleeper_cell | I unflag any | I flag touching
smear_campaign | W infl -2 | W infl +2
double_agents | W dear_exchange +1 | I odd cheap_exchange
bribed_guards | I odd bribe_out | I odd ransom
arms_embargo | W cost_upgrade_harvester +1; cost_upgrade_powermech +1 | I upgrade spawn 1 -3
dock_strike | W cost_module +1 | I build 1 -2
comms_blackout | W cap_hand -1 | W cap_hand +2
hacked_targeting | W guard_targeting +1 | W reroll_red +1
stolen_codes | I odd stolen_codes | I cyber adjust 1
ghost_signals | W guard_signals +1 | W adjust_hack +1
tremor_hoax | I tremor 2 | I tremor_back 1
evacuation_panic | W humanity -1 | W humanity +1
saboteurs | I odd saboteurs | W cost_upgrade_powermech -1
relic_smugglers | I odd relic_smugglers | I find_relic
martial_law | W budget -2 | I deploy 3
checkpoint_chaos | W move_soldier -1; move_speaker -1; move_miner -1 | I march troops 3 2
shadow_governor | W no_grand_persuade +1 | W move_speaker +1
stolen_initiative | I odd hand_over | I play_discovery 2
kill_zones | W guard_kill_zones +1 | W safe_flight +1
fifth_column | I odd fifth_column | I gain_ore 1; deploy 1
forged_treaties | W no_offers +1 | I steal_ore 2
lab_mole | I odd forget | I odd buy_blueprint
"""


@rule("CY-25.24", "CY-25.23", "CY-25.30")
def test_espionage_as_printed() -> None:
    found = [
        [
            id,
            *[
                f"W {powers(CONTENT.side_terms[card][side])}"
                if CONTENT.stays[card][side]
                else f"I {effects(CONTENT.side_clauses[card][side])}"
                for side in range(2)
            ],
        ]
        for card, id in enumerate(CONTENT.espionage)
    ]
    assert found == table(ESPIONAGE)


# id | players | influence | Camps Outposts Settlements |
# Soldiers Speakers Miners Harvesters Powermechs | ore Discovery Relics | in force
FACTIONS = """
helix_combine | 2 | 4 | 1 1 0 | 3 1 3 0 0 | 2 1 0 | yield_mine_ore +1; cap_ore +2; cost_upgrade_harvester -1
last_dawn | 2 | 5 | 2 1 0 | 2 3 1 0 0 | 1 1 0 | move_speaker +1; hallowed_ground +1; martyrs +1
starlight | 2 | 4 | 0 0 1 | 4 2 2 0 0 | 4 2 0 | fan_base +1; show_stopper +1; royalties +1
meridian | 2 | 4 | 1 1 0 | 3 1 2 0 0 | 2 3 1 | cap_hand +2; yield_explore_cards +1; curators +1
kessler | 3 | 4 | 0 1 0 | 3 1 2 0 0 | 5 1 0 | dividends +1; cap_ore +3; takeover +1
council | 2 | 5 | 0 0 1 | 4 2 2 0 0 | 3 1 0 | budget +2; immunity +1; exchange_ore +2
ironback | 2 | 4 | 2 0 0 | 5 1 1 0 0 | 1 2 0 | dice_massed +1; conscription +1; move_soldier +1
wayfarers | 3 | 4 | 2 0 0 | 4 1 2 0 0 | 2 2 0 | free_arrow +1; barter_kings +1; cross_water +1
cascade | 2 | 4 | 0 1 0 | 4 1 1 1 0 | 4 1 0 | cost_upgrade_harvester -1; cost_upgrade_powermech -1; two_startups +1; recall_beacons +1
tectonic | 2 | 4 | 1 1 0 | 3 1 2 0 0 | 1 2 0 | early_soldier +1; early_speaker +1; early_miner +1; two_tokens +1; damping +1
deepwell | 2 | 4 | 2 0 0 | 4 1 2 0 0 | 2 2 0 | free_cave +1; bonus_cave_red +1; cave_larders +1
ghostline | 2 | 4 | 1 1 0 | 4 1 1 0 0 | 2 2 0 | adjust_hack +1; relay_mesh +1; black_ice +1
verdant | 2 | 5 | 2 0 0 | 3 1 3 0 0 | 1 2 0 | health_miner +1; reclaimers +1; after_the_fall +1
redline | 2 | 4 | 1 0 0 | 3 1 1 0 0 | 2 3 0 | smash_and_grab +1; fade_out +1; cost_upgrade_powermech -1
aegis | 2 | 4 | 0 1 0 | 4 1 1 0 0 | 2 1 1 | shield_soldier +1; early_soldier +1; garrison +1
wardens | 2 | 4 | 1 1 0 | 3 1 2 0 0 | 1 1 2 | slots +1; cap_relic +2; attunement +1; dowsers +1
free_colonies | 2 | 4 | 3 0 0 | 3 2 3 0 0 | 3 1 0 | cost_workers -2; town_halls +1; strike_fund +1
vanguard | 2 | 4 | 0 1 0 | 3 1 1 0 1 | 2 1 0 | jump +2; hover_jets +1; tug_crews +1; evacuation_drill +2
"""


@rule("CY-25.26", "CY-25.27", "CY-25.28", "CY-25.30")
def test_factions_as_printed() -> None:
    found = []
    for number, id in enumerate(CONTENT.factions):
        goods = [
            CONTENT.faction_ore[number],
            CONTENT.faction_discovery[number],
            CONTENT.faction_relics[number],
        ]
        numbers = (CONTENT.faction_habitats[number][1:], CONTENT.faction_units[number], goods)
        found.append(
            [
                id,
                str(CONTENT.faction_seats[number]),
                str(CONTENT.faction_influence[number]),
                *[" ".join(map(str, group)) for group in numbers],
                powers(CONTENT.faction_terms[number]),
            ]
        )
    assert found == table(FACTIONS)


CELLS = """
red | march combat 1 1 | march combat 1 2 | march combat 2 2 | march combat 2 3 | march combat 3 3
orange | deploy 1 | deploy 2 | deploy 3 | deploy 4 | deploy act 6
purple | gain_ore 1 | gain_ore 1; draw 1 | gain_ore 2 | gain_ore 2; draw 1 | gain_ore 4
brown | play_discovery 1 | draw 1; play_discovery 1 | play_discovery 2 | draw 1; play_discovery 2 | draw 2; play_discovery 3
grey | manual 0 0 | manual 0 -1 | manual -1 0 | manual -1 -1 | manual -2 -2
blue | exchange 1 0 | exchange 1 1 | exchange 1 1; cyber 1 | exchange 1 1; cyber 1 | exchange 2 1; cyber 2
"""
COLOURS = """
speaker_card | orange blue brown
miner_card | purple brown grey
soldier_card | red blue orange
harvester_card | purple grey brown
powermech_card | red purple blue
ship_card | grey brown purple
recruit | orange red brown
upgrade | grey purple red
negotiate | blue orange grey
battle | red blue orange
"""


@rule("CY-25.12", "CY-10.2")
def test_bonus_grid_as_printed() -> None:
    found = [[id, *map(effects, CONTENT.cells[row])] for row, id in enumerate(ROWS)]
    assert found == table(CELLS)
    either = [
        (row, column) for row in range(6) for column in range(5) if CONTENT.either[row][column]
    ]
    assert either == [(ROWS.index("blue"), 2)]


@rule("CY-25.11", "CY-6.8")
def test_colours_of_the_command_cards() -> None:
    found = [
        [id, " ".join(ROWS[row] for row in CONTENT.card_rows[card])]
        for card, id in enumerate(COMMANDS)
    ]
    assert found == table(COLOURS)


@rule("CY-25.3", "CY-1.10")
def test_modules_as_printed() -> None:
    costs = list(zip(CONTENT.modules, CONTENT.module_ore, CONTENT.module_workers, strict=True))
    assert costs == [
        ("crew_bridge", 2, 2), ("control_systems", 2, 3), ("colonist_quarters", 3, 3),
        ("life_support", 3, 4), ("power_core", 4, 4), ("warp_drive", 5, 5),
    ]  # fmt: skip


# biome | camp outpost settlement ore cave mountain water plain
BIOMES = """
desert | 3 2 1 4 2 2 0 7
savannah | 3 2 1 3 2 1 1 8
tundra | 3 2 1 4 2 2 1 6
rocky | 3 2 1 5 2 3 0 5
forest | 3 2 1 3 2 1 1 8
wetlands | 3 2 1 3 2 0 3 7
"""


@rule("CY-25.5")
def test_biomes_as_printed() -> None:
    found = []
    for number, biome in enumerate(CONTENT.biomes):
        tiles = CONTENT.tile_feature[1 + number * 21 : 22 + number * 21]
        count = Counter(FEATURES[feature] for feature in tiles)
        found.append([biome, " ".join(str(count[feature]) for feature in FEATURES)])
    assert found == table(BIOMES)


@rule("CY-25.8", "CY-20.6", "CY-25.9")
def test_humanity_die_and_fracture_tokens() -> None:
    faces = dict(zip(CONTENT.humanity_faces, CONTENT.humanity, strict=True))
    assert faces == {"up_to_1": 1, "up_to_2": 2, "up_to_3": 3, "up_to_4": 4, "any": 99, "none": 0}
    rings = ["1", "2", "3", "4", "5", "6", "6b"]
    assert CONTENT.tokens == [f"fx_{biome}_{ring}" for biome in CONTENT.biomes for ring in rings]
