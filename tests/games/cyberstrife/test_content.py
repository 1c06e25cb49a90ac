"""Cards as data: what the files say, and that wrong files are refused with the place named."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Pair
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife import content
from starhall.games.cyberstrife.cards import CARDS
from starhall.games.cyberstrife.game import GAME
from tests.engine.packages import Packages

FOLDER = files(GAME.package).joinpath("content")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(tmp_path, monkeypatch)


def altered(packages: Packages, file: str, old: str, new: str) -> str:
    """A package whose content differs from the real one in a single place."""
    texts = {name: FOLDER.joinpath(name).read_text() for name in ("units.toml", "traits.toml")}
    assert old in texts[file]
    texts[file] = texts[file].replace(old, new, 1)
    return packages.make({f"content/{name}": text for name, text in texts.items()})


def test_the_real_files_are_accepted_from_another_package(packages: Packages) -> None:
    package = altered(packages, "units.toml", "attack = 5", "attack = 6")
    assert [unit.id for unit, _ in content.units(package)] == [u.id for u, _ in content.units()]
    assert content.units(package)[0][0].attack == 6
    assert len(content.traits(package)) == 32


@rule("CS-1.1", "CS-1.3", "CS-18.0", "CS-18.1")
@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "mod(other_friendly, +3/+0)",
            "boost(other_friendly, +3/+0)",
            "unit strike_captain.*no verb 'boost'",
        ),
        (
            "mod(other_friendly, +3/+0)",
            "mod(other_friendly)",
            "mod: takes 2 or more arguments, not 1",
        ),
        (
            "mod(other_friendly, +3/+0)",
            "mod(others, +3/+0)",
            "others: must be one of self, opposite",
        ),
        (
            "friendly[drone], +3/+3",
            "friendly[drones], +3/+3",
            r"knows no \[drones\].*did you mean 'drone'",
        ),
        ("lane[centre]", "lane[middle]", r"knows no \[middle\]"),
        (
            "lane[centre]",
            "lane[centre,flank]",
            r"chrome_colonel: 'lane\[centre,flank\]' must have one",
        ),
        ("lane[centre]", "lane", "'lane' needs brackets"),
        ("copy_base(self, opposite)", "copy_base(opposite, self)", "opposite: must be one of self"),
        ("dup_bonus(self, +6/+6)", "dup_bonus(self, 6)", "must be a pair such as"),
        ("mod(self, -3/-3, vs[hacker])", "peek(1)", "no verb 'peek'"),
        ("copies = 3", "copies = 2", "the total at the top is 76, but the copies .* add up to 75"),
        ('id = "strike_captain"', 'id = "spymaster"', "number 2: the id spymaster is taken"),
        (
            '["officer", "trooper"]',
            '["officer", "soldier"]',
            "unit strike_captain: there is no type 'soldier'",
        ),
        (
            '["officer", "trooper"]',
            '["officer", "officer"]',
            r"two types of a unit differ \(CS-1\.3\)",
        ),
        ('["officer", "trooper"]', '["officer"]', "unit strike_captain: types: .*length 2"),
        ("attack = 6", 'attack = "six"', "unit strike_captain: attack: expected int, got str"),
        ("attack = 6", "atack = 6", "no field 'atack' .did you mean 'attack'"),
    ],
)
def test_wrong_units_are_refused(packages: Packages, old: str, new: str, complaint: str) -> None:
    package = altered(packages, "units.toml", old, new)
    with pytest.raises(ContentError, match=r"units\.toml.*") as refused:
        content.units(package)
    assert re.search(complaint, str(refused.value)), str(refused.value)


@rule("CS-18.1")
@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("mod(friendly, +2/+0)", "mod(self, +2/+0)", "friendly or enemy, not on self"),
        ("mod(friendly, +2/+0)", "per(friendly, opposite, +2/+0)", "not on opposite"),
        ("mod(friendly, +2/+0)", "copy_base(self, opposite)", "no verb 'copy_base'"),
        ("victory_sift(1)", "victory_sift(0)", "must be at least 1"),
        ("peek(1)", "peek(4)", "must be at most 3"),
        ("peek(1)", "peek", r"expected '\(' after the verb peek"),
        ("weak[5]", "weak[five]", r"knows no \[five\]"),
        ("weak[5]", "weak[5,6]", r"'weak\[5,6\]' must have one entry"),
        ("swap()", "swap(2)", "swap: takes 0 arguments, not 1"),
        ("total = 32", "total = 33", "the total at the top is 33.* add up to 32"),
        ('id = "pincer"', 'id = "spearhead"', "the id spearhead is taken"),
    ],
)
def test_wrong_traits_are_refused(packages: Packages, old: str, new: str, complaint: str) -> None:
    package = altered(packages, "traits.toml", old, new)
    with pytest.raises(ContentError, match=r"traits\.toml.*") as refused:
        content.traits(package)
    assert re.search(complaint, str(refused.value)), str(refused.value)


def test_missing_and_broken_files_are_refused(packages: Packages) -> None:
    with pytest.raises(ContentError, match=r"no readable file content/units\.toml"):
        content.units(packages.make({"content/traits.toml": ""}))
    with pytest.raises(ContentError, match=r"traits\.toml is not valid TOML"):
        content.traits(packages.make({"content/traits.toml": "[[trait]\nid ="}))


@rule("CS-1.3", "CS-18.20", "CS-18.21")
def test_every_card_has_a_name_and_a_text_with_the_numbers_of_its_effects() -> None:
    cards = [(unit.id, effects) for unit, effects in content.units()]
    cards += [(trait.id, effects) for trait, effects in content.traits()]
    assert len({GAME.text.name(kind, id) for kind, id in map(kind_and_id, CARDS)}) == 60
    for id, effects in cards:
        kind, _ = kind_and_id(id)
        text = GAME.text.say(f"card.{kind}.{id}")
        for effect in effects:
            for pair in [arg for arg in effect.args if isinstance(arg, Pair)]:
                assert str(pair) in text, f"{id}: {text}"


def kind_and_id(id: str) -> tuple[str, str]:
    return ("unit" if CARDS.index(id) < 28 else "trait"), id
