from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from starhall.engine.errors import ContentError
from starhall.engine.text.content import (
    NO_FILTER,
    ContentFiles,
    Effect,
    Filter,
    Number,
    OneOf,
    Pair,
    Pairs,
    Verbs,
    Word,
    one_of,
    parse_effects,
    place,
)
from tests.engine.packages import Packages

HERE = "units.toml, unit spymaster"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(tmp_path, monkeypatch)


# Effects


def test_effects_are_verbs_with_numbers_pairs_and_words() -> None:
    text = "mod(other_friendly[operative,hacker], +3/-1, vs[officer]); win_ties(); gain(C, -2)"
    assert parse_effects(text, HERE) == (
        Effect(
            "mod",
            (
                Word("other_friendly", ("operative", "hacker")),
                Pair(3, -1),
                Word("vs", ("officer",)),
            ),
        ),
        Effect("win_ties"),
        Effect("gain", (Word("C"), -2)),
    )


@pytest.mark.parametrize(
    ("text", "arg"),
    [
        ("2", 2),
        ("+2", 2),
        ("-1", -1),
        ("3/0", Pair(3, 0)),
        ("+3/+0", Pair(3, 0)),
        ("types_at_least[6]", Word("types_at_least", ("6",))),
        ("enemy [ drone , heavy ]", Word("enemy", ("drone", "heavy"))),
    ],
)
def test_arguments(text: str, arg: object) -> None:
    assert parse_effects(f" do ( {text} ) ", HERE)[0].args == (arg,)


def test_effects_are_written_in_one_way() -> None:
    (effect,) = parse_effects("mod( enemy[ drone,heavy ],3/0,+2 )", HERE)
    assert str(effect) == "mod(enemy[drone,heavy], +3/+0, 2)"


@pytest.mark.parametrize("text", ["", "   "])
def test_no_text_is_no_effect(text: str) -> None:
    assert parse_effects(text, HERE) == ()


names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)
numbers = st.integers(-999_999_999, 999_999_999)
items = names | st.integers(0, 999_999_999).map(str)
words = st.builds(Word, names, st.lists(items, max_size=3).map(tuple))
args = numbers | st.builds(Pair, numbers, numbers) | words
effects = st.builds(Effect, names, st.lists(args, max_size=4).map(tuple))


@given(st.lists(effects, max_size=4).map(tuple))
def test_written_effects_parse_back(them: tuple[Effect, ...]) -> None:
    assert parse_effects("; ".join(map(str, them)), HERE) == them


@given(st.text(alphabet="ab1+-/[](),; ", max_size=25))
def test_any_text_is_parsed_or_refused_with_its_place(text: str) -> None:
    try:
        found = parse_effects(text, HERE)
    except ContentError as wrong:
        assert str(wrong).startswith(f"{HERE}, column ")
    else:
        assert parse_effects("; ".join(map(str, found)), HERE) == found


@pytest.mark.parametrize(
    ("text", "column", "wanted", "found"),
    [
        ("mod(self, +3/)", 13, "',' or ')'", "'/'"),
        ("gain(coin, 2", 13, "',' or ')'", "the end"),
        ("gain coin", 6, "'(' after the verb gain", "'c'"),
        ("gain(2) gain(3)", 9, "';' between two effects", "'g'"),
        ("gain(2);", 9, "a verb", "the end"),
        ("gain(2,)", 8, "a number, a pair such as +3/+0, or a word", "')'"),
        ("jam(enemy[])", 11, "a word or a number", "']'"),
        ("jam(enemy[-1])", 11, "a word or a number", "'-'"),
        ("jam(enemy[drone)", 16, "',' or ']'", "')'"),
        ("(2)", 1, "a verb", "'('"),
        ("gain(1234567890)", 15, "',' or ')'", "'0'"),
    ],
)
def test_a_wrong_text_is_refused_at_its_column(
    text: str, column: int, wanted: str, found: str
) -> None:
    with pytest.raises(ContentError) as wrong:
        parse_effects(text, HERE)
    message = str(wrong.value)
    assert message.startswith(f"{HERE}, column {column}: expected {wanted}")
    assert message.endswith(f'found {found} in "{text}"')


# Verbs

BY_TYPE = Filter(("drone", "heavy", "officer"))
SCOPE = OneOf({"self": NO_FILTER, "friendly": BY_TYPE, "enemy": BY_TYPE})
CONDITION = OneOf(
    {
        "vs": Filter(("drone", "heavy", "officer"), needed=True),
        "types_at_least": Filter(numbers=True, needed=True),
        "outnumbered": NO_FILTER,
    }
)
VERBS: Verbs[Callable[[], None]] = Verbs()


@VERBS.verb("mod", SCOPE, Pairs(), rest=CONDITION)
@VERBS.verb("gain", one_of("coin", "bot"), Number(1, 9))
@VERBS.verb("find_relic", Number(), optional=1)
@VERBS.verb("swap")
def carry_out() -> None:
    """What an effect does is not looked at here."""


@pytest.mark.parametrize(
    "text",
    [
        "mod(friendly[drone,heavy], +3/+0)",
        "mod(self, +3/+0, vs[officer], outnumbered, types_at_least[6])",
        "gain(coin, 9); swap()",
        "find_relic(); find_relic(-3)",
    ],
)
def test_what_the_verbs_allow_is_parsed(text: str) -> None:
    assert VERBS.parse(text, HERE) == parse_effects(text, HERE)


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        (
            "swap(); mood(self, +1/+1)",
            9,
            "there is no verb 'mood' (did you mean 'mod'?); "
            "known verbs: find_relic, gain, mod, swap",
        ),
        ("explode()", 1, "there is no verb 'explode'; known verbs: find_relic, gain, mod, swap"),
        ("gain(coin)", 1, "gain: takes 2 arguments, not 1"),
        ("gain(coin, 1, 2)", 1, "gain: takes 2 arguments, not 3"),
        ("find_relic(1, 2)", 1, "find_relic: takes 0 to 1 arguments, not 2"),
        ("mod(self)", 1, "mod: takes 2 or more arguments, not 1"),
        ("swap(1)", 1, "swap: takes 0 arguments, not 1"),
        ("gain(coin, bot)", 1, "gain: argument 2, bot: must be a number"),
        ("gain(coin, 0)", 1, "gain: argument 2, 0: must be at least 1"),
        ("gain(coin, 10)", 1, "gain: argument 2, 10: must be at most 9"),
        (
            "gain(coins, 1)",
            1,
            "gain: argument 1, coins: must be one of coin, bot (did you mean 'coin'?)",
        ),
        ("gain(3, 1)", 1, "gain: argument 1, 3: must be a word: coin, bot"),
        ("gain(coin[drone], 1)", 1, "gain: argument 1, coin[drone]: 'coin' takes no brackets"),
        ("mod(self, 3)", 1, "mod: argument 2, 3: must be a pair such as +3/+0"),
        (
            "mod(enemy[dron], +1/+1)",
            1,
            "mod: argument 1, enemy[dron]: 'enemy' knows no [dron] (did you mean 'drone'?); "
            "allowed: drone, heavy, officer",
        ),
        (
            "mod(enemy[6], +1/+1)",
            1,
            "mod: argument 1, enemy[6]: 'enemy' knows no [6]; allowed: drone, heavy, officer",
        ),
        (
            "mod(self, +1/+1, outnumbered, vs)",
            1,
            "mod: argument 4, vs: 'vs' needs brackets with drone, heavy, officer",
        ),
        (
            "mod(self, +1/+1, types_at_least[six])",
            1,
            "mod: argument 3, types_at_least[six]: 'types_at_least' knows no [six]; "
            "allowed: a number",
        ),
    ],
)
def test_what_the_verbs_do_not_allow_is_refused(text: str, column: int, problem: str) -> None:
    with pytest.raises(ContentError) as wrong:
        VERBS.parse(text, HERE)
    assert str(wrong.value) == f"{HERE}, column {column}: {problem}"


def test_a_verb_is_declared_once() -> None:
    with pytest.raises(ContentError, match="'swap' is declared twice"):
        VERBS.verb("swap", Number())(carry_out)


# Files


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    attack: int
    types: list[str] = []
    copies: int = 1


UNITS = """
total = 4

[[unit]]
id = "scout"
attack = 3
types = ["trooper", "drone"]
copies = 3

[[unit]]
id = "tank"
attack = 9
"""


def test_load_reads_entries_in_order(packages: Packages) -> None:
    package = packages.make({"content/units.toml": UNITS})
    assert ContentFiles(package).load("units.toml", "unit", Unit) == [
        Unit("scout", 3, ["trooper", "drone"], 3),
        Unit("tank", 9),
    ]


def test_one_file_may_hold_several_tables_and_the_total_counts_all(packages: Packages) -> None:
    text = UNITS.replace("total = 4", "total = 6") + '[[trait]]\nid = "luck"\ncopies = 2\n'
    package = packages.make({"content/cards.toml": text})
    assert [unit.id for unit in ContentFiles(package).load("cards.toml", "unit", Unit)] == [
        "scout",
        "tank",
    ]


def test_windows_line_ends_and_a_missing_total_are_fine(packages: Packages) -> None:
    text = UNITS.replace("total = 4", "").replace("\n", "\r\n")
    package = packages.make({"content/units.toml": text})
    assert len(ContentFiles(package).load("units.toml", "unit", Unit)) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: text.replace("total = 4", "total = 5"),
            r"units\.toml: the total at the top is 5, but the copies .* add up to 4;",
        ),
        (
            lambda text: text.replace("total = 4", 'total = "4"'),
            r"units\.toml: total is '4'; it must be a number",
        ),
        (
            lambda text: text.replace("total", "totl"),
            r"units\.toml: 'totl' must be a list of entries, each headed \[\[totl\]\]",
        ),
        (
            lambda text: text.replace("tank", "scout"),
            r"units\.toml, unit number 2: the id scout is used",
        ),
        (
            lambda text: text.replace('id = "tank"', ""),
            r"units\.toml, unit number 2: every entry needs an id",
        ),
        (
            lambda text: text.replace("attack = 9", "atack = 9"),
            r"units\.toml, unit tank: there is no field 'atack' \(did you mean 'attack'\?\); "
            r"the fields are id, attack, types, copies",
        ),
        (
            lambda text: text.replace("attack = 9", ""),
            r"units\.toml, unit tank: the field attack is missing",
        ),
        (
            lambda text: text.replace("attack = 9", 'attack = "9"'),
            r"units\.toml, unit tank: attack: expected a whole number, got a text",
        ),
        (
            lambda text: text.replace('"drone"', "7"),
            r"units\.toml, unit scout: types\[1\]: expected a text in quotes, got a whole number",
        ),
        (
            lambda text: text.replace("copies = 3", "copies = -3"),
            r"units\.toml, unit scout: copies is -3; it must be 0 or more",
        ),
        (
            lambda text: text.replace("unit", "units"),
            r"units\.toml has no \[\[unit\]\] \(did you mean 'units'\?\); it has: units",
        ),
        (
            lambda text: text.replace("attack = 9", "attack = = 9"),
            r"units\.toml is not valid TOML: .*line 12",
        ),
    ],
)
def test_a_broken_file_is_refused(
    packages: Packages, change: Callable[[str], str], message: str
) -> None:
    package = packages.make({"content/units.toml": change(UNITS)})
    with pytest.raises(ContentError, match=message):
        ContentFiles(package).load("units.toml", "unit", Unit)


def test_missing_and_unreadable_files_are_refused(packages: Packages) -> None:
    package = packages.make({"content/units.toml": b"\xff\xfe"})
    with pytest.raises(ContentError, match=r"content/units\.toml .* is not UTF-8 text"):
        ContentFiles(package).load("units.toml", "unit", Unit)
    with pytest.raises(ContentError, match=r"no readable file content/cards\.toml"):
        ContentFiles(package).load("cards.toml", "unit", Unit)
    with pytest.raises(ContentError, match="there is no package toy_game_unheard_of"):
        ContentFiles("toy_game_unheard_of").load("units.toml", "unit", Unit)


def test_an_effect_is_refused_with_file_card_and_column(packages: Packages) -> None:
    package = packages.make({"content/units.toml": UNITS})
    tank = ContentFiles(package).load("units.toml", "unit", Unit)[1]
    with pytest.raises(ContentError, match=r"^units\.toml, unit tank, column 9: there is no verb"):
        VERBS.parse("swap(); fly()", place("units.toml", "unit", tank.id))


# The hash of the content


def test_the_hash_is_stable(packages: Packages) -> None:
    """It stands in every record, so it must never change for the same content."""
    package = packages.make({"content/b.toml": "x = 1\n", "content/a/c.toml": "", "other": "!"})
    assert ContentFiles(package).hash() == "15be0af59a47b034608a105fbcc12cb4"


def test_the_hash_ignores_line_ends_and_files_that_are_no_content(packages: Packages) -> None:
    package = packages.make({"content/a.toml": "x = 1\ny = 2\n"})
    before = ContentFiles(package).hash()
    packages.write(package, {"content/a.toml": "x = 1\r\ny = 2\r\n"})
    packages.write(package, {"content/.a.toml.swp": "?", "RULES.md": "# Rules"})
    assert ContentFiles(package).hash() == before


@pytest.mark.parametrize(
    "files",
    [
        {"content/a.toml": "x = 2\n"},
        {"content/b.toml": "x = 1\n"},
        {"content/a.toml": "x = 1\n", "content/b.toml": ""},
        {"content/in/a.toml": "x = 1\n"},
        {},
    ],
)
def test_any_other_content_has_another_hash(packages: Packages, files: dict[str, str]) -> None:
    package = packages.make({"content/a.toml": "x = 1\n"})
    assert ContentFiles(packages.make(files)).hash() != ContentFiles(package).hash()
