"""CA-13.1: what a table begins with, and by which numbers the rules know things."""

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import content, state
from starhall.games.cassiopeia.content import KINDS, RESOURCES, SIDES, Content
from starhall.games.cassiopeia.game import GAME
from starhall.games.cassiopeia.state import Player, Table
from tests.resting import begins, verbs


@rule("CA-13.1", "CA-2.4", "CA-2.11")
def test_a_table_begins_with_nothing_on_it() -> None:
    assert begins(Table) == {"random_systems": True, "object_reserve": [0, 0, 0]}
    assert begins(Player) == {"held": [0] * 5, "objects": [-1] * 3}


@rule("CA-13.1", "CA-2.6")
def test_the_ways_to_form_the_row_are_told_apart() -> None:
    assert [state.CORE_RANDOM, state.LOWEST, state.ALL_RANDOM, state.PICKED] == [0, 1, 2, 3]
    assert state.MOST_PLACES == 9


@rule("CA-1.2", "CA-1.3", "CA-2.7", "CA-2.11", "CA-12.1", "CA-13.1")
def test_tokens_sides_and_objects_have_their_numbers() -> None:
    tokens = [content.COIN, content.BOT, content.LENS, content.CELL, content.CAPSULE]
    assert [RESOURCES[n] for n in tokens] == ["coin", "bot", "lens", "cell", "capsule"]
    assert [SIDES[n] for n in (content.EARTH, content.MARS)] == ["earth", "mars"]
    kinds = [content.BASE, content.SHIP, content.STATION]
    assert [KINDS[n] for n in kinds] == ["base", "ship", "station"]
    assert content.ROW == 7
    assert content.ALL_INHABITED == 0b1111111
    assert content.MASKS == 128
    assert content.LOGISTICS_CARD == 3  # card IV, counted from 0
    assert content.MOST_OF_A_KIND == 4
    assert content.NONE == -1


def powers(tables: Content) -> dict[str, int]:
    """What complexes do by themselves: the bit of the complex, and how much it does."""
    return {
        "bank": tables.bank,
        "protected_coins": tables.protected_coins,
        "defence": tables.defence,
        "protected_best": tables.protected_best,
        "engineering": tables.engineering,
        "substitutes": tables.substitutes,
        "substitutes_optimized": tables.substitutes_optimized,
        "supply": tables.supply,
        "cheaper": tables.cheaper,
        "resupply": tables.resupply,
        "second_purchases": tables.second_purchases,
        "offering": tables.offering,
        "least_cost": tables.least_cost,
    }


@rule("CA-4.3", "CA-5.1", "CA-6.1", "CA-16.23", "CA-16.24", "CA-16.27", "CA-16.28", "CA-7.2")
def test_what_complexes_do_by_themselves() -> None:
    assert powers(GAME.content) == {
        "bank": 1 << 1,
        "protected_coins": 3,
        "defence": 1 << 5,
        "protected_best": 2,
        "engineering": 1 << 2,
        "substitutes": 1,
        "substitutes_optimized": 2,
        "supply": 1 << 6,
        "cheaper": 1,
        "resupply": 1 << 6,
        "second_purchases": 1,
        "offering": 1 << 3,  # the Genetic Complex
        "least_cost": 3,
    }
    assert set(powers(Content()).values()) == {0}
    assert Content().base_symbols == [0, 0, 0]


@rule("CA-6.1", "CA-16.17", "CA-16.29", "CA-16.52", "CA-9.1")
def test_how_far_earth_leads() -> None:
    tables = GAME.content
    assert tables.base_symbols == [0, 2, -2]  # no base, Lunar Base, Phobos
    for system, name in enumerate(tables.systems):
        lead = 3 if name in ("ruchbah", "achird") else 1
        assert tables.margin[system * 128] == lead
        assert tables.margin[system * 128 + 127] == -lead
        assert tables.margin[system * 128 + 1] == lead - 2  # planet 1 shows Mars when inhabited
    assert len(tables.margin) == 5 * 128


@rule("CA-4.4", "CA-6.1", "CA-16.25", "CA-16.53", "CA-16.54")
def test_the_effects_of_start() -> None:
    effects = [
        (effect.name, effect.kind, effect.side, effect.bit, effect.rivals)
        for effect in GAME.content.start_effects
    ]
    assert effects == [
        ("station", content.STATION, -1, 0, 0b00001),
        ("cruiser", content.SHIP, 0, 0, 0b00110),
        ("transporter", content.SHIP, 1, 0, 0b00110),
        ("genetic_lens", -1, -1, 1 << 3, 0b11000),
        ("genetic_bot", -1, -1, 1 << 3, 0b11000),
    ]


VERBS = """
pick 9, colour 5, system 5, choose 18, use 5, done 1, target 5, give 4, take 4, swap 7,
effect 1, purchase 3, skip 1, pass 1, buy 4, upgrade 3, stop 1, build 6, turn 6,
requisition 5, terraform 35, drop 4, substitute 2, capsules 5, discard 4
"""


@rule("CA-12.1", "CA-12.3")
def test_every_verb_has_its_options_in_order() -> None:
    assert verbs(GAME) == " ".join(VERBS.split())
