"""CA-13.1: what a table begins with, and that the rules' numbers mean what the cards name."""

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import content
from starhall.games.cassiopeia.content import KINDS, RESOURCES, SIDES, Content
from starhall.games.cassiopeia.game import GAME
from starhall.games.cassiopeia.rules.setup import SELECTIONS
from starhall.games.cassiopeia.state import MOST_PLACES, Player, Table
from tests.resting import begins, counts, named

TABLES = GAME.content


@rule("CA-13.1", "CA-2.4", "CA-2.11", "CA-2.12")
def test_a_table_begins_with_nothing_on_it() -> None:
    assert begins(Table) == {"random_systems": True, "object_reserve": [0, 0, 0]}
    assert begins(Player) == {"held": [0] * 5, "objects": [-1] * 3}


@rule("CA-13.1", "CA-2.6", "CA-2.7")
def test_the_ways_to_form_the_row_are_told_apart() -> None:
    setting = next(one for one in GAME.settings if one.id == "specialist_selection")
    assert list(SELECTIONS) == list(setting.choices)
    assert sorted(SELECTIONS.values()) == list(range(len(setting.choices)))
    assert len(set(TABLES.specialist_cards)) == MOST_PLACES  # all cards can lie in the row


@rule("CA-1.2", "CA-1.3", "CA-2.7", "CA-2.11", "CA-7.2", "CA-13.1")
def test_tokens_sides_and_objects_are_known_by_their_names() -> None:
    assert named(content, "COIN BOT LENS CELL CAPSULE", RESOURCES)
    assert named(content, "EARTH MARS", SIDES) and named(content, "BASE SHIP STATION", KINDS)
    # Seven planets a system, each inhabited or not.
    assert len(TABLES.planets) == content.ROW * len(TABLES.systems)
    assert len(TABLES.complexes) == content.ROW
    assert content.MASKS == 2**content.ROW == content.ALL_INHABITED + 1
    # Card IV is the one with the Martian and the Earthman.
    sides = TABLES.specialists[2 * content.LOGISTICS_CARD : 2 * content.LOGISTICS_CARD + 2]
    assert sides == ["martian", "earthman"]


def bit(complex: str) -> int:
    return 1 << TABLES.complexes.index(f"{complex}_complex")


@rule("CA-4.3", "CA-5.1", "CA-6.1", "CA-16.23", "CA-16.24", "CA-16.27", "CA-16.28", "CA-7.2")
def test_what_complexes_do_by_themselves() -> None:
    bank = (TABLES.bank, TABLES.protected_coins)
    assert bank == (bit("banking"), 3)
    assert (TABLES.defence, TABLES.protected_best) == (bit("defence"), 2)
    substitutes = (TABLES.substitutes, TABLES.substitutes_optimized)
    assert (TABLES.engineering, substitutes) == (bit("engineering"), (1, 2))
    assert (TABLES.supply, TABLES.cheaper) == (bit("supply"), 1)
    assert (TABLES.resupply, TABLES.second_purchases) == (bit("supply"), 1)
    assert (TABLES.offering, TABLES.least_cost) == (bit("genetic"), 3)


@rule("CA-4.3", "CA-6.1", "CA-16.52")
def test_nothing_has_a_power_before_the_cards_are_read() -> None:
    empty = Content()
    powers = {name: value for name, value in vars(empty).items() if isinstance(value, int)}
    assert len(powers) == 13 and set(powers.values()) == {0}
    assert empty.base_symbols == [0, 0, 0]


@rule("CA-6.1", "CA-16.17", "CA-16.29", "CA-16.52", "CA-9.1")
def test_how_far_earth_leads() -> None:
    assert TABLES.base_symbols == [0, 2, -2]  # no base, Lunar Base, Phobos
    for system, name in enumerate(TABLES.systems):
        lead = 3 if name in ("ruchbah", "achird") else 1
        assert TABLES.margin[system * 128] == lead
        assert TABLES.margin[system * 128 + 127] == -lead
        assert TABLES.margin[system * 128 + 1] == lead - 2  # planet 1 shows Mars when inhabited
    assert len(TABLES.margin) == 5 * 128


@rule("CA-4.4", "CA-6.1", "CA-16.25", "CA-16.53", "CA-16.54")
def test_the_effects_of_start() -> None:
    """The effects of one card exclude each other: `rivals` has a bit for each of them."""
    effects = {effect.name: effect for effect in TABLES.start_effects}
    assert list(effects) == ["station", "cruiser", "transporter", "genetic_lens", "genetic_bot"]
    cards = [{"station"}, {"cruiser", "transporter"}, {"genetic_lens", "genetic_bot"}]
    for card in cards:
        mask = sum([1 << list(effects).index(name) for name in card])
        assert {effects[name].rivals for name in card} == {mask}
    objects = {effect.name: (effect.kind, effect.side) for effect in effects.values()}
    assert objects["station"] == (content.STATION, -1)
    assert objects["cruiser"] == (content.SHIP, 0) and objects["transporter"] == (content.SHIP, 1)
    assert objects["genetic_lens"] == objects["genetic_bot"] == (-1, -1)
    complexes = {effect.name: effect.bit for effect in effects.values() if effect.bit}
    assert complexes == {"genetic_lens": bit("genetic"), "genetic_bot": bit("genetic")}


@rule("CA-12.1", "CA-12.3", "CA-4.13", "CA-5.5", "CA-4.17")
def test_everything_that_can_be_named_has_its_options() -> None:
    """A verb has an option for each thing of the box that it can name."""
    cards, seats, systems = 9, 5, 5
    tokens, kinds, planets = 4, 3, 7  # capsules are neither taken nor given
    things = {
        "pick": cards, "colour": seats, "system": systems, "choose": 2 * cards,
        "use": len(TABLES.start_effects), "target": seats, "give": tokens, "take": tokens,
        "swap": planets, "purchase": 3, "buy": tokens, "upgrade": 3, "build": 2 * kinds,
        "turn": 2 * kinds, "requisition": seats, "terraform": systems * planets, "drop": tokens,
        "substitute": 2, "capsules": content.MOST_OF_A_KIND + 1, "discard": tokens,
    }  # fmt: skip
    assert counts(GAME) == things
