"""Every card and token as it is printed, compared with the content files."""

# ruff: noqa: E501 (a row of a table is one line)

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from tests.printed import agrees

COMPLEXES = """
id | uninhabited | inhabited | effects
trade_complex | bot 2, lens 1 | bot 2, lens 2 | window coins, does gain(coin, 1)
banking_complex | coin 2, cell 1 | coin 2, cell 2 | window always, does protect(coin, 3); window end, logistics yes, does interest(coin, 3, 1)
engineering_complex | bot 2, cell 1 | bot 2, cell 2 | window pay, does substitute(1); window pay, logistics yes, does substitute(2)
genetic_complex | coin 1, cell 2 | coin 1, cell 3 | window start, does exchange(lens, cell); window start, logistics yes, does exchange(bot, cell)
robotics_complex | bot 1, lens 2 | bot 1, lens 3 | window start, logistics yes, does gain(bot, 1)
defence_complex | coin 1, lens 2 | coin 2, lens 3 | window always, does protect_best(2)
supply_complex | bot 1, lens 1, cell 1 | bot 2, lens 1, cell 1 | window buy, does cheaper(1); window buy, logistics yes, does purchase(1)
"""
PLANETS = """
id | system | number | complex | uninhabited | inhabited
shedar_1 | shedar | 1 | trade_complex | earth | mars
shedar_2 | shedar | 2 | banking_complex | mars | earth
shedar_3 | shedar | 3 | engineering_complex | earth | mars
shedar_4 | shedar | 4 | genetic_complex | mars | earth
shedar_5 | shedar | 5 | robotics_complex | mars | earth
shedar_6 | shedar | 6 | defence_complex | earth | mars
shedar_7 | shedar | 7 | supply_complex | earth | mars
caph_1 | caph | 1 | trade_complex | earth | mars
caph_2 | caph | 2 | banking_complex | mars | earth
caph_3 | caph | 3 | engineering_complex | earth | mars
caph_4 | caph | 4 | genetic_complex | mars | earth
caph_5 | caph | 5 | robotics_complex | mars | earth
caph_6 | caph | 6 | defence_complex | earth | mars
caph_7 | caph | 7 | supply_complex | earth | mars
ruchbah_1 | ruchbah | 1 | trade_complex | earth | mars
ruchbah_2 | ruchbah | 2 | banking_complex | earth | mars
ruchbah_3 | ruchbah | 3 | engineering_complex | earth | mars
ruchbah_4 | ruchbah | 4 | genetic_complex | mars | earth
ruchbah_5 | ruchbah | 5 | robotics_complex | mars | earth
ruchbah_6 | ruchbah | 6 | defence_complex | earth | mars
ruchbah_7 | ruchbah | 7 | supply_complex | earth | mars
segin_1 | segin | 1 | trade_complex | earth | mars
segin_2 | segin | 2 | banking_complex | mars | earth
segin_3 | segin | 3 | engineering_complex | earth | mars
segin_4 | segin | 4 | genetic_complex | mars | earth
segin_5 | segin | 5 | robotics_complex | mars | earth
segin_6 | segin | 6 | defence_complex | earth | mars
segin_7 | segin | 7 | supply_complex | earth | mars
achird_1 | achird | 1 | trade_complex | earth | mars
achird_2 | achird | 2 | banking_complex | earth | mars
achird_3 | achird | 3 | engineering_complex | earth | mars
achird_4 | achird | 4 | genetic_complex | mars | earth
achird_5 | achird | 5 | robotics_complex | mars | earth
achird_6 | achird | 6 | defence_complex | earth | mars
achird_7 | achird | 7 | supply_complex | earth | mars
"""
SPECIALISTS = """
id | card | side | does | logistics
engineer | 1 | a | each_gain(lens, 1) | gain(lens, 1)
installer | 1 | b | gain(lens, 1) | gain(bot, 1); gain(coin, 1)
programmer | 2 | a | gain(bot, 2) | gain(bot, 1)
cyberneticist | 2 | b | gain(bot, 1); upgrade(1) | upgrade(2)
geneticist | 3 | a | gain(cell, 1) | gain(bot, 1)
ecologist | 3 | b | gain(coin, 2); buy(cell, 3, 2) | gain(coin, 2)
martian | 4 | a | set_logistics(mars) | gain(coin, 1)
earthman | 4 | b | set_logistics(earth) | gain(coin, 1)
tax_officer | 5 | a | gain(coin, 2); levy(coin, 1) | gain(coin, 2)
broker | 5 | b | gain(coin, 3); purchase(1) | gain(coin, 2)
archaeologist | 6 | a | gain(capsule, 1) | gain(coin, 1)
prospector | 6 | b | gain(coin, 1); buy(capsule, 3, 2) | gain(bot, 1)
planetologist | 7 | a | gain(coin, 1); discount(1) | gain(bot, 1)
foreman | 7 | b | extra_terraform(1) | gain(bot, 1)
intendant | 8 | a | take_object(base, 1) | gain(coin, 1)
captain | 8 | b | gain(coin, 1); take_object(ship, 2) | gain(bot, 1)
commander | 9 | a | gain(coin, 1); raid(1) | raid(1)
xenologist | 9 | b | take_object(station, 3) | gain(coin, 1)
"""
OBJECTS = """
id | copies | specialist | a | b
base | 2 | 8 | id lunar_base, window always, does symbols(earth, 2) | id phobos, window always, does symbols(mars, 2)
ship | 2 | 8 | id cruiser, window start, does extort() | id transporter, window start, does swap_neighbours()
station | 2 | 9 | id alien_station, window start, does gain(capsule, 1); turn_over() | id signal_relay, window start, does gain(coin, 1); turn_over()
"""
TOKENS = """
id | copies | price | worth
coin | 28 | 0 | 1
bot | 20 | 2 | 2
lens | 20 | 3 | 3
cell | 20 | 4 | 4
capsule | 10 | 0 | 5
"""
OTHERS = """
id | copies
logistics | 1
reference | 5
"""


@rule("CA-16.22", "CA-16.23", "CA-16.24", "CA-16.25", "CA-16.26", "CA-16.27", "CA-16.28", "CA-4.3")
def test_complexes() -> None:
    assert agrees(GAME, "complexes.toml", "complex", COMPLEXES)


@rule("CA-1.3", "CA-16.29", "CA-16.30")
def test_planets() -> None:
    assert agrees(GAME, "planets.toml", "planet", PLANETS)


@rule(
    "CA-16.32",
    "CA-16.33",
    "CA-16.34",
    "CA-16.35",
    "CA-16.36",
    "CA-16.37",
    "CA-16.38",
    "CA-16.39",
    "CA-16.40",
    "CA-16.41",
    "CA-16.42",
    "CA-16.43",
    "CA-16.44",
    "CA-16.45",
    "CA-16.46",
    "CA-16.47",
    "CA-16.48",
    "CA-16.49",
)
def test_specialists() -> None:
    assert agrees(GAME, "specialists.toml", "specialist", SPECIALISTS)


@rule("CA-16.52", "CA-16.53", "CA-16.54", "CA-2.10")
def test_space_objects() -> None:
    assert agrees(GAME, "objects.toml", "object", OBJECTS)


@rule("CA-1.2", "CA-5.7")
def test_tokens() -> None:
    assert agrees(GAME, "tokens.toml", "token", TOKENS)


@rule("CA-1.1", "CA-1.7", "CA-16.31", "CA-16.58")
def test_cards_without_an_effect() -> None:
    assert agrees(GAME, "others.toml", "card", OTHERS)
