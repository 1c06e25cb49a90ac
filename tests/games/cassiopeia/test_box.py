"""Sections 1 and 16: what is in the box, card by card, and what a broken content file says."""

import pytest

import starhall
from starhall.engine.errors import ContentError
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import KINDS, RESOURCES
from starhall.games.cassiopeia.reading import OtherCard
from tests.games.cassiopeia.tables import (
    ACHIRD,
    CAPH,
    CONTENT,
    RUCHBAH,
    SEGIN,
    SHEDAR,
    own,
    seat,
    table,
)
from tests.packs import changed, packed, rewritten

BY_NUMBER = {
    "shedar": "Dagon Hastur Ithaqua Yig Azathoth Tsathoggua Cthulhu",
    "caph": "Tiangong Mir Salyut Almaz Skylab Zarya Freedom",
    "ruchbah": "Kirin Gryphon Djinn Dryad Leviathan Halfling Basilisk",
    "segin": "Hypatia Tycho Kepler Herschel Messier Leavitt Cannon",
    "achird": "Kitezh Avalon Atlantis Hyperborea Lemuria Shambhala Eldorado",
}
COSTS = {  # coins, bots, lenses, cells: uninhabited, then inhabited
    "trade_complex": ((0, 2, 1, 0), (0, 2, 2, 0)),
    "banking_complex": ((2, 0, 0, 1), (2, 0, 0, 2)),
    "engineering_complex": ((0, 2, 0, 1), (0, 2, 0, 2)),
    "genetic_complex": ((1, 0, 0, 2), (1, 0, 0, 3)),
    "robotics_complex": ((0, 1, 2, 0), (0, 1, 3, 0)),
    "defence_complex": ((1, 0, 2, 0), (2, 0, 3, 0)),
    "supply_complex": ((0, 1, 1, 1), (0, 2, 1, 1)),
}
SIDES_OF_CARDS = [
    ("engineer", "installer"),
    ("programmer", "cyberneticist"),
    ("geneticist", "ecologist"),
    ("martian", "earthman"),
    ("tax_officer", "broker"),
    ("archaeologist", "prospector"),
    ("planetologist", "foreman"),
    ("intendant", "captain"),
    ("commander", "xenologist"),
]


@rule("CA-1.1", "CA-1.7", "CA-16.58", "CA-16.31")
def test_56_cards() -> None:
    found = ContentFiles(GAME.package).load("others.toml", "card", OtherCard)
    others = {card.id: card.copies for card in found}
    assert others == {"logistics": 1, "reference": 5}
    counts = (
        len(CONTENT.planets),
        len(CONTENT.specialists) // 2,
        sum(CONTENT.object_copies),
        sum(others.values()),
    )
    assert counts == (35, 9, 6, 6)
    assert sum(counts) == 56


@rule("CA-1.2", "CA-5.7")
def test_98_tokens_and_their_prices() -> None:
    assert dict(zip(RESOURCES, CONTENT.tokens, strict=True)) == {
        "coin": 28,
        "bot": 20,
        "lens": 20,
        "cell": 20,
        "capsule": 10,
    }
    assert sum(CONTENT.tokens) == 98
    assert CONTENT.prices == [0, 2, 3, 4, 0]  # coins and capsules are not for sale


STOCK = {
    "coin": 28, "bot": 20, "lens": 20, "cell": 20, "capsule": 10,
    "shedar": 1, "caph": 1, "ruchbah": 1, "segin": 1, "achird": 1,
    **{f"specialist_{number}": 1 for number in range(1, 10)},
    "base": 2, "ship": 2, "station": 2,
}  # fmt: skip


@rule("CA-1.1", "CA-1.2", "CA-1.8", "CA-5.15")
def test_everything_is_counted_wherever_it_is() -> None:
    match = starhall.new(GAME, 3, seed=2, row_size=8, system_assignment="choose")
    for _ in range(5):  # in the box, while colours and systems are chosen
        assert GAME.stock(match.state) == GAME.census(match.state) == STOCK
        match.choose(match.decision.options[0])
    s = table(seat(0, SHEDAR, coin=3, bot=2, capsule=1), seat(1, CAPH, lens=4, cell=5),
              coins="1 0 2 0 0 0 3")  # fmt: skip
    own(s, 0, "phobos")
    own(s, 1, "cruiser")
    own(s, 1, "signal_relay")
    assert GAME.census(s) == STOCK
    s.coins[0] += 1
    assert GAME.census(s)["coin"] == 29
    s.reserve[2] -= 1
    assert GAME.census(s)["lens"] == 19
    s.players[0].objects[0] = -1
    assert GAME.census(s)["base"] == 1
    s.box_specialists = []
    assert GAME.census(s)["specialist_7"] == 0


@rule("CA-1.9")
def test_five_colours() -> None:
    assert CONTENT.colours == ["red", "blue", "yellow", "green", "black"]


@rule("CA-1.3", "CA-16.30")
def test_five_systems_of_seven_named_planets() -> None:
    assert CONTENT.systems == ["shedar", "caph", "ruchbah", "segin", "achird"]
    named = {}
    for system in CONTENT.systems:
        numbers = [f"{system}_{number}" for number in range(1, 8)]
        named[system] = " ".join(GAME.text.name("planet", planet) for planet in numbers)
    assert named == BY_NUMBER
    assert len({name for row in named.values() for name in row.split()}) == 35


@rule("CA-1.4", "CA-7.4", "CA-16.19", "CA-16.20", "CA-16.21")
@rule("CA-16.22", "CA-16.23", "CA-16.24", "CA-16.25", "CA-16.26", "CA-16.27", "CA-16.28")
def test_what_each_complex_shows_for_its_right_neighbour() -> None:
    for type, complex in enumerate(CONTENT.complexes):
        assert (CONTENT.cost[type * 2], CONTENT.cost[type * 2 + 1]) == COSTS[complex]
        assert sum(CONTENT.cost[type * 2]) == 3 < sum(CONTENT.cost[type * 2 + 1])


@rule("CA-1.4", "CA-16.29")
def test_the_symbols_of_all_planets() -> None:
    for number, planet in enumerate(CONTENT.planets):
        system, _, type = planet.partition("_")
        earth = type in "1367" or (type == "2" and system in ("ruchbah", "achird"))
        assert CONTENT.symbols[number * 2] == (0 if earth else 1), planet
        assert CONTENT.symbols[number * 2 + 1] == 1 - CONTENT.symbols[number * 2], planet
    assert [CONTENT.margin[system * 128] for system in range(5)] == [1, 1, 3, 1, 3]


@rule("CA-16.29", "CA-6.1")
def test_everybody_starts_optimized() -> None:
    rows = (SHEDAR, CAPH, RUCHBAH, SEGIN, ACHIRD)
    s = table(*[seat(number, row) for number, row in enumerate(rows)])
    assert all(s.optimized(player) for player in s.players)
    s.logistics = 1
    assert not any(s.optimized(player) for player in s.players)


@rule("CA-1.5", "CA-16.50", "CA-16.51")
def test_nine_cards_with_two_specialists_each() -> None:
    sides = CONTENT.specialists
    assert list(zip(sides[::2], sides[1::2], strict=True)) == SIDES_OF_CARDS
    # The base belongs to VIII: without it there are no bases.
    assert CONTENT.object_card[KINDS.index("base")] == 7


@rule("CA-1.6", "CA-16.52", "CA-16.53", "CA-16.54", "CA-16.55")
def test_six_space_objects_with_two_sides() -> None:
    assert CONTENT.object_copies == [2, 2, 2]
    assert CONTENT.faces == [
        "lunar_base",
        "phobos",
        "cruiser",
        "transporter",
        "alien_station",
        "signal_relay",
    ]


# Broken content


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("specialists.toml", "gain(bot, 2)", "gian(bot, 2)", "did you mean 'gain'"),
        ("specialists.toml", "raid(1)", "raid(0)", "at least 1"),
        ("specialists.toml", "set_logistics(mars)", "set_logistics(venus)", "earth, mars"),
        ("specialists.toml", "upgrade(1)", "interest(coin, 3, 1)", "no verb 'interest'"),
        ("specialists.toml", 'side = "b"', 'side = "a"', "here belongs side b of card 1"),
        ("complexes.toml", "lens = 1 }", "lens = 2 }", "the cost is 3 tokens"),
        ("complexes.toml", "coin = 2, lens = 3", "coin = 5, lens = 3", "4 of a kind at most"),
        ("complexes.toml", 'window = "coins"', 'window = "pay"', "there is no verb 'gain'"),
        ("complexes.toml", 'window = "pay"', 'window = "always"', "no meaning in 'always'"),
        (
            "complexes.toml",
            'window = "always", does = "protect(',
            'window = "pay", does = "protect(',
            "no meaning in 'pay'",
        ),
        (
            "complexes.toml",
            'window = "always", does = "protect(coin',
            'window = "always", logistics = true, does = "protect(coin',
            "no meaning in 'always'",
        ),
        ("complexes.toml", "cheaper(1)", "purchase(1)", "no meaning in 'buy' without Logistics"),
        ("planets.toml", 'inhabited = "mars"', 'inhabited = "earth"', "one side shows Earth"),
        ("planets.toml", "number = 3", "number = 4", "belongs number 3, engineering_complex"),
        ("planets.toml", "total = 35", "total = 34", "add up to 35"),
        ("objects.toml", 'window = "always"', 'window = "start"', "a base works in 'always'"),
        ("objects.toml", "extort()", "symbols(mars, 2)", "there is no verb 'symbols'"),
        ("objects.toml", 'id = "ship"', 'id = "boat"', "the kinds must be base, ship, station"),
        ("others.toml", "copies = 5", "copies = 4", "add up to 5"),
        ("tokens.toml", 'id = "bot"', 'id = "robot"', "the tokens must be coin, bot"),
    ],
)
def test_a_wrong_entry_is_named(file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        changed(GAME, file, (old, new))


# Two contents side by side

TEXTS = """
[name.specialist]
fitter = "Fitter"
[card.specialist]
fitter = "Gain 1 lens."
[card.complex]
genetic_complex = "At the start of your turn you may exchange 1 coin for a cell."
[name.start_effect]
genetic_coin = "the Genetic Complex on a coin"
"""


def test_another_content_is_played_beside_this_one() -> None:
    """Prices, effects and names of a second content change nothing in the first."""
    changes = {
        "tokens.toml": ("price = 2", "price = 1"),
        "specialists.toml": ('id = "installer"', 'id = "fitter"'),
        "complexes.toml": ("exchange(lens, cell)", "exchange(coin, cell)"),
    }
    files = {f"content/{file}": rewritten(GAME, file, change) for file, change in changes.items()}
    files["text/en.toml"] = TEXTS
    other = packed(GAME, files)
    assert other.content.hash != GAME.content.hash
    tokens = set(GAME.vocabulary.tokens), set(other.vocabulary.tokens)
    assert tokens[1] - tokens[0] == {"choose fitter", "use genetic_coin"}
    assert tokens[0] - tokens[1] == {"choose installer", "use genetic_lens"}
    matches = [starhall.Match(game, 2, {}, seed=1) for game in (GAME, other, GAME)]
    for match in matches:
        while match.decision.kind != "phase_2":
            match.choose(match.decision.options[0])
        match.state.players[match.decision.seat].held[0] = 1
        match.play.restart()
    offered = [[option.token for option in match.decision.options] for match in matches]
    assert offered[0] == offered[2] == ["effect", "skip"]
    assert offered[1] == ["effect", "purchase bot", "skip"]
    assert {match.record().content for match in matches} == {GAME.content.hash, other.content.hash}
