"""Every card, die and cube as it is printed, compared with the content files."""

# ruff: noqa: E501 (a row of a table is one line)

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.game import GAME
from tests.printed import agrees

GUARDFORCE = """
id | strength | icon | cube | planets | mark | text
guardforce_01 | 1 | combat | red | 1 | - | -
guardforce_02 | 2 | combat | red | 1 | key | -
guardforce_03 | 2 | diplomacy | black | 1 | code | -
guardforce_04 | 3 | science | orange | 2 | - | -
guardforce_05 | 4 | combat | red | 3 | key | -
guardforce_06 | 2 | combat | black | 1 | - | while: evade_draw(+1)
guardforce_07 | 3 | science | black | 2 | code | -
guardforce_08 | 1 | diplomacy | blue | 1 | - | while joined: strength(+1)
guardforce_09 | 3 | combat | red | 2 | - | engaged: gain(any, 2)
guardforce_10 | 2 | combat | black | 2 | key | -
guardforce_11 | 2 | science | orange | 2 | key | while: demand(combat, 1)
guardforce_12 | 2 | diplomacy | white | 1 | - | engaged: purge(white, 1)
guardforce_13 | 2 | science | black | 1 | - | evaded: seed(black, 1)
guardforce_14 | 0 | combat | black | 1 | - | -
guardforce_15 | 2 | diplomacy | blue | 2 | code | -
guardforce_16 | 2 | combat | red | 2 | - | while leftmost: demand(science, 1)
guardforce_17 | 1 | diplomacy | blue | 0 | code | engaged: gain(diplomacy, 1)
guardforce_18 | 4 | science | orange | 3 | - | -
"""
AGENTS = """
id | strength | icon | cube | planets | mark | text
countess_of_comets | 1 | diplomacy | blue | 2 | key | -
professor_nul | 2 | science | orange | 2 | code | engaged: study(1)
agent_scarlet | 1 | combat | red | 1 | code | evaded: drop(1)
the_whisperer | 2 | diplomacy | black | 2 | key | engaged: calm(2)
doktor_zeitgeist | 2 | science | orange | 1 | key | engaged: upgrade(any, 1)
madame_parallax | 2 | diplomacy | blue | 1 | - | while: type(own)
vox_the_smuggler | 2 | diplomacy | blue | 1 | code | engaged: gain(any, 1)
glass_assassin | 3 | combat | red | 2 | - | while: evade_draw(+1)
envoy_seventh_star | 1 | diplomacy | blue | 1 | key | -
rogue_cyberneticist | 2 | science | orange | 2 | - | while: no_die()
your_perfect_double | 1 | science | white | 2 | - | while: strength_weapons(1, 3)
hypno_herald | 3 | diplomacy | black | 3 | code | reveal: seed(black, 1)
"""
EVENTS = """
id | strength | icon | cube | planets | mark | text
ion_storm | 0 | science | black | 1 | - | while: evade_draw(-1)
meteor_swarm | 0 | combat | red | 1 | - | while: evade_cost(-1)
distress_beacon | 2 | diplomacy | blue | 1 | key | engaged: gain(any, 2)
reinforcements | 1 | combat | black | 1 | - | reveal: reinforce(1)
derelict_laboratory | 2 | science | orange | 2 | code | engaged: study(2)
time_slip | 0 | science | white | 0 | - | evaded: upgrade(any, 2)
"""
LOCATIONS = """
id | cubes | combat | diplomacy | science
crashed_dreadnought | red; black | while guardforce: strength(-1) | while guardforce: icons(+1) | while agents: strength(+1)
nine_moon_bazaar | red; blue | while agents: strength(-1) | line: gain(any, 1) | while all: evade_cost(+1)
sunken_observatory | blue; orange | search: search(+1) | while leftmost: strength(-1) | while rightmost: strength(+1)
garden_of_thorns | red; orange | evaded all: seed(black, 1) | while agents: icons(+1) | while all: evade_draw(-1)
ghost_barracks | red; black | while guardforce: strength(+1) | while guardforce: strength(-1) | engaged guardforce: calm(1)
mirror_palace | blue; black | while all: type(diplomacy) | while agents: demand(diplomacy, 1) | evaded all: calm(1)
antigrav_dockyard | orange; black | search: search(+1) | while all: evade_draw(-1) | while guardforce: demand(science, 1)
oracle_pit | blue; orange | while agents: demand(combat, 1) | search: search(+1) | line: purge(black, 1)
smugglers_cave | red; white | while all: evade_cost(-1) | while leftmost: strength(+1) | while agents: strength(-1)
radium_mine | orange; white | first_engaged: gain(combat, 1) | while rightmost: strength(-1) | line: lose(any, 1); search: search(+2)
frozen_embassy | blue; white | while guardforce: type(diplomacy) | first_engaged: gain(diplomacy, 1) | search: search(-1)
star_forge | orange; black | while guardforce: demand(combat, 1) | line: upgrade(any, 1) | first_engaged: gain(science, 1)
"""
PLANETS = """
id | passive | price | action
ashkar | while guardforce: strength(-1) | key | gain(combat, 2)
lumen_reach | search: search(+1) | code | search(+2)
port_meridian | while: cheap_convert(1) | code | gain(diplomacy, 2)
carcosa_drift | search: search(+1); while all: evade_draw(+1) | key | purge(black, 2)
verdigris | while agents: icons(+1) | code | study(2)
hollow_moon | while: keep_evaded(1) | key | upgrade(any, 2)
glacius | while: no_die(); search: search(+2) | code | gain(science, 2)
orrery | while: free_die() | key | gain(any, 2)
saffron_waste | while rightmost: strength(-2) | code | purge(white, 2)
nyx_anchorage | while agents: strength(-1) | key; code | search(+3)
choir_world | while: black_back() | code | gain(any, 2)
terminus_gate | while all: strength(+1); search: search(+2) | key | purge(any, 3)
"""
CAPTAINS = """
id | combat | diplomacy | science | dice | keep
mina_tormelson | 5 | 5 | 5 | weapons; infiltration; scanning | 3
rex_halloran | 7 | 4 | 6 | weapons; engineer; ai | 2
juno_valdaine | 6 | 7 | 4 | infiltration; weapons; scanning | 2
orrin_thrace | 6 | 6 | 7 | engineer; ai; scanning | 2
silas_marr | 6 | 6 | 5 | weapons; infiltration; ai | 2
zephyra_quill | 6 | 6 | 6 | engineer; infiltration; scanning | 2
"""
WEAPONS = """
id | needs | power
chronal_vault | orange; orange; blue | still()
gravity_harpoon | red; blue; orange | reduce(any, 2)
mind_loom | blue; blue; red | loom(1)
nova_lance | red; red; orange | reduce(combat, 3)
star_mirror | - | discount(2)
void_bell | - | toll(2)
"""
DICE = """
id | family | colour | faces
ai | system | grey | borrow(weapons); swap(guardforce); borrow(infiltration); reroll(agents); borrow(engineer); reroll(guardforce)
engineer | crew | orange | bonus(science, 1); bonus(science, 1) or upgrade(system, 1); bonus(science, 2); bonus(any, 2); bonus(science, 2); bonus(science, 2) and upgrade(system, 2)
infiltration | crew | blue | search(+1); bonus(diplomacy, 1); bonus(diplomacy, 1) or search(+1); bonus(any, 1); bonus(diplomacy, 2); bonus(diplomacy, 2) or purge(any, 2)
scanning | system | orange | scan_icons(1); take_cube(1); understand(1); probe(1); scan_icons(2); choose_weapon(1)
weapons | crew | red | bonus(combat, 1); bonus(any, 1); bonus(combat, 2); bonus(any, 2); bonus(combat, 2) or purge(white, 2); bonus(combat, 3)
"""


@rule("PI-19.7", "PI-19.1", "PI-1.11")
def test_guardforce() -> None:
    assert agrees(GAME, "guardforce.toml", "guardforce", GUARDFORCE)


@rule("PI-19.8", "PI-19.1", "PI-1.11")
def test_agents() -> None:
    assert agrees(GAME, "agents.toml", "agent", AGENTS)


@rule("PI-19.9", "PI-19.1", "PI-1.10")
def test_events() -> None:
    assert agrees(GAME, "events.toml", "event", EVENTS)


@rule("PI-19.10", "PI-19.1", "PI-1.12")
def test_locations() -> None:
    assert agrees(GAME, "locations.toml", "location", LOCATIONS)


@rule("PI-19.4", "PI-19.1", "PI-1.13")
def test_planets() -> None:
    assert agrees(GAME, "planets.toml", "planet", PLANETS)


@rule("PI-19.2", "PI-1.17", "PI-2.4")
def test_captains() -> None:
    assert agrees(GAME, "captains.toml", "captain", CAPTAINS)


@rule("PI-19.5", "PI-10.1", "PI-10.3")
def test_weapons() -> None:
    assert agrees(GAME, "weapons.toml", "weapon", WEAPONS)


@rule("PI-8.12", "PI-8.13")
def test_dice() -> None:
    assert agrees(GAME, "dice.toml", "die", DICE)
