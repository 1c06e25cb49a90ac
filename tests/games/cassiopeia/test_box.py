"""Sections 1 and 16: what is in the box, card by card, and what a broken content file says."""

from pathlib import Path

import pytest

from starhall.engine.errors import ContentError
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME, content
from starhall.games.cassiopeia.cards import (
    COLOURS,
    COMPLEXES,
    COST,
    FACES,
    KINDS,
    MARGIN,
    OBJECT_CARD,
    OBJECT_COPIES,
    PLANETS,
    PRICES,
    RESOURCES,
    SPECIALISTS,
    SYMBOLS,
    SYSTEMS,
    TOKENS,
)
from tests.games.cassiopeia.table import ACHIRD, CAPH, RUCHBAH, SEGIN, SHEDAR, seat, table

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
    others = {card.id: card.copies for card in content.others()}
    assert others == {"logistics": 1, "reference": 5}
    counts = len(PLANETS), len(SPECIALISTS) // 2, sum(OBJECT_COPIES), sum(others.values())
    assert counts == (35, 9, 6, 6)
    assert sum(counts) == 56


@rule("CA-1.2", "CA-5.7")
def test_98_tokens_and_their_prices() -> None:
    assert dict(zip(RESOURCES, TOKENS, strict=True)) == {
        "coin": 28,
        "bot": 20,
        "lens": 20,
        "cell": 20,
        "capsule": 10,
    }
    assert sum(TOKENS) == 98
    assert PRICES == [0, 2, 3, 4, 0]  # coins and capsules are not for sale


@rule("CA-1.9")
def test_five_colours() -> None:
    assert COLOURS == ["red", "blue", "yellow", "green", "black"]


@rule("CA-1.3", "CA-16.30")
def test_five_systems_of_seven_named_planets() -> None:
    assert SYSTEMS == ["shedar", "caph", "ruchbah", "segin", "achird"]
    named = {}
    for system in SYSTEMS:
        numbers = [f"{system}_{number}" for number in range(1, 8)]
        named[system] = " ".join(GAME.text.name("planet", planet) for planet in numbers)
    assert named == BY_NUMBER
    assert len({name for row in named.values() for name in row.split()}) == 35


@rule("CA-1.4", "CA-7.4", "CA-16.19", "CA-16.20", "CA-16.21")
def test_what_each_complex_shows_for_its_right_neighbour() -> None:
    for type, complex in enumerate(COMPLEXES):
        assert (COST[type * 2], COST[type * 2 + 1]) == COSTS[complex]
        assert sum(COST[type * 2]) == 3 < sum(COST[type * 2 + 1])


@rule("CA-1.4", "CA-16.29")
def test_the_symbols_of_all_planets() -> None:
    for number, planet in enumerate(PLANETS):
        system, _, type = planet.partition("_")
        earth = type in "1367" or (type == "2" and system in ("ruchbah", "achird"))
        assert SYMBOLS[number * 2] == (0 if earth else 1), planet
        assert SYMBOLS[number * 2 + 1] == 1 - SYMBOLS[number * 2], planet
    assert [MARGIN[system * 128] for system in range(5)] == [1, 1, 3, 1, 3]


@rule("CA-16.29", "CA-6.1")
def test_everybody_starts_optimized() -> None:
    rows = (SHEDAR, CAPH, RUCHBAH, SEGIN, ACHIRD)
    s = table(*[seat(number, row) for number, row in enumerate(rows)])
    assert all(s.optimized(player) for player in s.players)
    s.logistics = 1
    assert not any(s.optimized(player) for player in s.players)


@rule("CA-1.5", "CA-16.50", "CA-16.51")
def test_nine_cards_with_two_specialists_each() -> None:
    assert list(zip(SPECIALISTS[::2], SPECIALISTS[1::2], strict=True)) == SIDES_OF_CARDS
    # The base belongs to VIII: without it there are no bases.
    assert OBJECT_CARD[KINDS.index("base")] == 7


@rule("CA-1.6", "CA-16.52", "CA-16.53", "CA-16.54", "CA-16.55")
def test_six_space_objects_with_two_sides() -> None:
    assert OBJECT_COPIES == [2, 2, 2]
    assert FACES == [
        "lunar_base",
        "phobos",
        "cruiser",
        "transporter",
        "alien_station",
        "signal_relay",
    ]


# Broken content


def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str) -> None:
    """A copy of the package's content with one place changed."""
    name = f"broken_{tmp_path.name}".replace("-", "_")
    folder = tmp_path / name / "content"
    folder.mkdir(parents=True)
    (tmp_path / name / "__init__.py").write_text("")
    source = Path(content.__file__).parent / "content"
    for path in source.glob("*.toml"):
        text = path.read_text("utf-8")
        if path.name == file:
            assert old in text
            text = text.replace(old, new, 1)
        (folder / path.name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(content, "PACKAGE", name)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("specialists.toml", "gain(bot, 2)", "gian(bot, 2)", "did you mean 'gain'"),
        ("specialists.toml", "raid(1)", "raid(0)", "at least 1"),
        ("specialists.toml", "set_logistics(mars)", "set_logistics(venus)", "earth, mars"),
        ("specialists.toml", 'side = "b"', 'side = "a"', "here belongs side b of card 1"),
    ],
)
def test_a_wrong_specialist_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, said: str
) -> None:
    broken(tmp_path, monkeypatch, file, old, new)
    with pytest.raises(ContentError, match=said):
        content.specialists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("lens = 1 }", "lens = 2 }", "the cost is 3 tokens"),
        ("coin = 2, lens = 3", "coin = 5, lens = 3", "4 of a kind at most"),
        ('window = "coins"', 'window = "end"', "there is no verb 'gain'"),
    ],
)
def test_a_wrong_complex_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    broken(tmp_path, monkeypatch, "complexes.toml", old, new)
    with pytest.raises(ContentError, match=said):
        content.complexes()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('inhabited = "mars"', 'inhabited = "earth"', "one side shows Earth"),
        ("number = 3", "number = 4", "here belongs number 3, engineering_complex"),
        ("total = 35", "total = 34", "add up to 35"),
    ],
)
def test_a_wrong_planet_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    broken(tmp_path, monkeypatch, "planets.toml", old, new)
    with pytest.raises(ContentError, match=said):
        content.planets()


def test_a_wrong_object_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(tmp_path, monkeypatch, "objects.toml", 'window = "always"', 'window = "start"')
    with pytest.raises(ContentError, match="a base works in 'always'"):
        content.objects()


def test_a_missing_card_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(tmp_path, monkeypatch, "others.toml", "copies = 5", "copies = 4")
    with pytest.raises(ContentError, match="add up to 5"):
        content.check_cards()
