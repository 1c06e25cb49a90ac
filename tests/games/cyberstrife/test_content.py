"""Cards as data: what the files say, and that wrong files are refused with the place named."""

import re

import pytest

from starhall.engine.errors import ContentError
from starhall.engine.match.match import Match
from starhall.engine.text.content import Pair
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.rules.scores import EMPTY, Lineup, resolve
from tests.games.cyberstrife import oracle
from tests.games.cyberstrife.tables import CARDS, CONTENT, Game, card
from tests.packs import changed, packed


def test_two_contents_are_played_side_by_side() -> None:
    other = changed(GAME, "units.toml", ("attack = 5", "attack = 6"))
    assert (CONTENT.attack[0], other.content.attack[0]) == (5, 6)
    assert other.content.hash != CONTENT.hash
    assert other.content.cards == CONTENT.cards
    matches = [Match(game, 2, seed=4) for game in (GAME, other)]
    for _ in range(40):
        for match in matches:
            match.choose(match.decision.options[-1].token)
    assert [Game(match).state.content.attack[0] for match in matches] == [5, 6]
    records = [match.record() for match in matches]
    assert [record.content for record in records] == [CONTENT.hash, other.content.hash]
    assert records[0].choices == records[1].choices


def test_a_new_unit_has_its_own_options() -> None:
    unit = """
total = 77
[[unit]]
id = "night_shift"
types = ["officer", "engineer"]
attack = 1
defense = 1
copies = 1
effects = ""
"""
    texts = '[name.unit]\nnight_shift = "Night Shift"\n[card.unit]\nnight_shift = ""\n'
    other = packed(GAME, {"content/units.toml": unit, "text/en.toml": texts})
    assert other.vocabulary.find("place night_shift").value == 28
    assert "place night_shift" not in GAME.vocabulary.tokens
    assert other.content.card("pincer") == card("pincer") + 1


@rule("CS-18.11")
def test_a_trait_protects_texts_as_a_unit_does() -> None:
    """No trait of ours does, but a pack's may: every verb works wherever it may be written."""
    old, new = "mod(friendly, +2/+0)", "unjammable(friendly)"
    texts = '[card.trait]\naggressive_contracts = "The text of your units cannot be blanked."'
    shielding = changed(GAME, "traits.toml", (old, new), texts=texts).content
    units = [card("ghostwire"), EMPTY, EMPTY, card("signals_commander"), EMPTY, EMPTY]
    scores = []
    for content in (CONTENT, shielding):
        traits = [[], [content.card("aggressive_contracts")]]
        scores.append(resolve(Lineup(content, units, [0] * 6, traits, [6, 6])).scores)
    assert [score[0] for score in scores] == [7, 6]


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
            r"unit command_node: mod.*no type 'drones' \(did you mean 'drone'\?\); types: officer",
        ),
        ("vs[hacker]", "vs[hack]", "unit juggernaut: mod.*no type 'hack'"),
        ("vs[hacker]", "vs[3]", r"'vs' knows no \[3\]; allowed: a word"),
        ("lane[centre]", "lane[middle]", r"knows no \[middle\]"),
        (
            "lane[centre]",
            "lane[centre,flank]",
            r"chrome_colonel.*'lane\[centre,flank\]' must have one",
        ),
        ("lane[centre]", "lane", "'lane' needs brackets"),
        ("copy_base(self, opposite)", "copy_base(opposite, self)", "opposite: must be one of self"),
        ("dup_bonus(self, +6/+6)", "dup_bonus(self, 6)", "must be a pair such as"),
        ("mod(self, -3/-3, vs[hacker])", "peek(1)", "no verb 'peek'"),
        ("copies = 3", "copies = 2", "the total at the top is 76, but the copies .* add up to 75"),
        (
            'id = "strike_captain"',
            'id = "spymaster"',
            "unit spymaster is in this file twice",
        ),
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
        (
            "attack = 6",
            'attack = "six"',
            "unit strike_captain: attack: expected a whole number, got a text",
        ),
        ("attack = 6", "atack = 6", "no field 'atack' .did you mean 'attack'"),
    ],
)
def test_wrong_units_are_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ContentError, match=r"units\.toml.*") as refused:
        changed(GAME, "units.toml", (old, new))
    assert re.search(complaint, str(refused.value)), str(refused.value)


@rule("CS-18.1")
@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("mod(friendly, +2/+0)", "mod(self, +2/+0)", "self: must be one of friendly, enemy"),
        (
            "mod(friendly, +2/+0)",
            "per(friendly, opposite, +2/+0)",
            "argument 2, opposite: must be one of friendly, enemy",
        ),
        ("mod(friendly, +2/+0)", "copy_base(self, opposite)", "no verb 'copy_base'"),
        ("victory_sift(1)", "victory_sift(0)", "must be at least 1"),
        ("peek(1)", "peek(4)", "must be at most 3"),
        ("peek(1)", "peek", r"expected '\(' after the verb peek"),
        ("weak[5]", "weak[five]", r"knows no \[five\]"),
        ("weak[5]", "weak[5,6]", r"'weak\[5,6\]' must have one entry"),
        ("swap()", "swap(2)", "swap: takes 0 arguments, not 1"),
        ("total = 32", "total = 33", "the total at the top is 33.* add up to 32"),
        ('id = "pincer"', 'id = "spearhead"', "trait spearhead is in this file twice"),
    ],
)
def test_wrong_traits_are_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ContentError, match=r"traits\.toml.*") as refused:
        changed(GAME, "traits.toml", (old, new))
    assert re.search(complaint, str(refused.value)), str(refused.value)


def test_broken_files_are_refused() -> None:
    with pytest.raises(
        ContentError, match=r"traits\.toml, line 1, column 8: this is not valid TOML"
    ):
        packed(GAME, {"content/traits.toml": "[[trait]\nid ="})


@rule("CS-1.3", "CS-18.20", "CS-18.21")
def test_every_card_has_a_name_and_a_text_with_the_numbers_of_its_effects() -> None:
    cards = {id: effects for id, (_, effects) in oracle.UNITS.items()} | oracle.TRAITS
    assert list(cards) == CARDS
    assert len({GAME.text.name(kind_of(id), id) for id in CARDS}) == 60
    for id, effects in cards.items():
        text = GAME.text.say(f"card.{kind_of(id)}.{id}")
        for effect in effects:
            for pair in [arg for arg in effect.args if isinstance(arg, Pair)]:
                assert str(pair) in text, f"{id}: {text}"


def kind_of(id: str) -> str:
    return "unit" if card(id) < 28 else "trait"
