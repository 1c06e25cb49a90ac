import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starhall.engine.errors import TextError
from starhall.engine.text.catalogue import Catalogue, languages
from starhall.engine.text.message import Template
from tests.engine.packages import Packages

ENGLISH = """
title = "Toy"

[log]
move = "{who, seat} moves {unit, unit} to {hex}."
lose = "{who, seat} loses {units, unit}."
take = "{who, seat} takes {n} {n, plural, one {card} other {cards}}."
spell = "'{'{n}'}'"
plural = "{things} {things, plural, one {is} other {are}} lost: {n} {n, plural, one {} other {s}}."

[name.unit]
drone = "Drone"
heavy = "Heavy Walker"
vox = "Vox, Smuggler King"
3 = "Third"
"""

GERMAN = """
[log]
move = "{who, seat} zieht {unit, unit} nach {hex}."

[name.unit]
drone = "Drohne"

[list]
and = " und "
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(tmp_path, monkeypatch)


@pytest.fixture
def package(packages: Packages) -> str:
    return packages.make({"text/en.toml": ENGLISH, "text/de.toml": GERMAN})


@pytest.fixture
def english(package: str) -> Catalogue:
    return Catalogue.load(package)


# Saying


def test_values_seats_and_names_are_filled_in(english: Catalogue) -> None:
    values = {"who": 1, "unit": "heavy", "hex": "ed3", "unused": 7}
    assert english.say("log.move", values, ["Ann", "Bob"]) == "Bob moves Heavy Walker to ed3."


@pytest.mark.parametrize("seats", [[], ["Ann"], ["Ann", ""]])
def test_a_seat_without_a_name_has_its_number(english: Catalogue, seats: list[str]) -> None:
    said = english.say("log.take", {"who": 1, "n": 2}, seats)
    assert said == "Player 2 takes 2 cards."


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 card."), (0, "0 cards."), (2, "2 cards."), (-1, "-1 card.")]
)
def test_one_is_singular_and_all_else_plural(english: Catalogue, n: int, said: str) -> None:
    assert english.say("log.take", {"who": 0, "n": n}) == f"Player 1 takes {said}"


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ([], "none"),
        (["drone"], "Drone"),
        (("drone", "heavy"), "Drone and Heavy Walker"),
        (["drone", "heavy", "drone", 3], "Drone, Heavy Walker, Drone and Third"),
        (["drone", "vox", "heavy"], "Drone; Vox, Smuggler King; and Heavy Walker"),
        (["vox", "drone"], "Vox, Smuggler King; and Drone"),
    ],
)
def test_several_things_are_listed(english: Catalogue, units: object, said: str) -> None:
    assert english.say("log.lose", {"who": 0, "units": units}) == f"Player 1 loses {said}."


def test_a_text_mentions_what_its_slots_name_each_once(english: Catalogue) -> None:
    values = {"who": 1, "units": ["drone", "heavy", "drone"]}
    assert english.mentions("log.lose", values) == ["seat:1", "unit:drone", "unit:heavy"]
    assert english.mentions("log.take", {"who": 0, "n": 2}) == ["seat:0"]


def test_seats_are_listed_too(packages: Packages) -> None:
    package = packages.make(
        {"text/en.toml": 'win = "{winners, seat} {winners, plural, one {wins} other {win}}."'}
    )
    catalogue = Catalogue.load(package)
    assert catalogue.say("win", {"winners": [2]}, ["A", "B", "C"]) == "C wins."
    assert catalogue.say("win", {"winners": [2, 0, 3]}, ["A", "B", "C"]) == "C, A and Player 4 win."


def test_an_option_counts_players_from_one(packages: Packages) -> None:
    catalogue = Catalogue.load(packages.make({"text/en.toml": 'to = "To {arg, player}"'}))
    assert catalogue.say("to", {"arg": "2"}, ["Ann", "Bob"]) == "To Bob"
    with pytest.raises(TextError, match=r"\{arg, player\} needs a seat number, not 'x'"):
        catalogue.say("to", {"arg": "x"})


def test_a_list_is_counted_by_its_length_and_a_form_may_be_empty(english: Catalogue) -> None:
    assert english.say("log.plural", {"things": ["a"], "n": 1}) == "a is lost: 1 ."
    assert english.say("log.plural", {"things": ["a", "b"], "n": 2}) == "a and b are lost: 2 s."


def test_a_text_may_be_made_of_other_texts(packages: Packages) -> None:
    english = """
        gets = "{who, seat} gets {what, text}."
        [item]
        ore = "{n} ore"
        flag = "the flag of {who, seat}"
        all = "everything"
    """
    catalogue = Catalogue.load(packages.make({"text/en.toml": english}))
    what = [{"key": "item.ore", "n": 3}, {"key": "item.flag", "who": 1}, "item.all"]
    said = catalogue.say("gets", {"who": 0, "what": what}, ["Ann", "Bob"])
    assert said == "Ann gets 3 ore, the flag of Bob and everything."
    with pytest.raises(TextError, match=r"no text 'item\.or'"):
        catalogue.say("gets", {"who": 0, "what": "item.or"})


def test_quoted_braces_are_braces(english: Catalogue) -> None:
    assert english.say("log.spell", {"n": 5}) == "{5}"


def test_what_is_filled_in_is_never_read_as_a_template(english: Catalogue) -> None:
    values = {"who": 0, "unit": "drone", "hex": "{unit}"}
    assert english.say("log.move", values, ["{hex}"]) == "{hex} moves Drone to {unit}."


@given(st.text())
def test_any_text_can_be_written_with_its_marks_quoted(text: str) -> None:
    source = re.sub(r"[{}]", r"'\g<0>'", text.replace("'", "''"))
    assert "".join(map(str, Template("key", source, "file").parts)) == text


def test_things_can_be_counted_by_their_name(packages: Packages) -> None:
    text = """
seat = "Player {n}"

[name.amount]
coin = "{n} {n, plural, one {coin} other {coins}}"
specialist_1 = "the first"
"""
    catalogue = Catalogue.load(packages.make({"text/en.toml": text}))
    assert catalogue.name("amount", "coin_1") == "1 coin"
    assert catalogue.name("amount", "coin_12") == "12 coins"
    assert catalogue.name("amount", "specialist_1") == "the first"
    with pytest.raises(TextError, match=r"no text 'name\.amount\.bot_2'"):
        catalogue.name("amount", "bot_2")


def test_name_has_keys(english: Catalogue) -> None:
    assert english.name("unit", "heavy") == "Heavy Walker"
    assert english.has("name.unit.heavy")
    assert not english.has("name.unit")
    keys = english.keys()
    assert keys == sorted(keys)
    assert {"log.move", "seat", "list.and"} <= set(keys)
    assert english.check(["log.fly", "log.move", "name.unit.x", "log.fly"]) == [
        "log.fly",
        "name.unit.x",
    ]


# Languages


def test_another_language_falls_back_to_english_key_by_key(package: str) -> None:
    german = Catalogue.load(package, "de")
    assert german.language == "de"
    assert german.say("log.move", {"who": 0, "unit": "drone", "hex": "x"}, ["Ann"]) == (
        "Ann zieht Drohne nach x."
    )
    assert german.say("log.lose", {"who": 0, "units": ["heavy", "drone"]}) == (
        "Spieler 1 loses Heavy Walker und Drohne."
    )


def test_a_game_may_name_its_seats_itself(packages: Packages) -> None:
    package = packages.make({"text/en.toml": 'seat = "Captain {n}"\nhi = "Hi {who, seat}"'})
    assert Catalogue.load(package).say("hi", {"who": 0}) == "Hi Captain 1"


def test_the_languages_of_a_package(package: str) -> None:
    assert languages(package) == ["de", "en"]


def test_the_engine_has_a_catalogue_of_its_own() -> None:
    engine = Catalogue.load("starhall.engine")
    assert engine.say("seat", {"n": 3}) == "Player 3"
    assert engine.say("list.and") == " and "


# Refusals


def test_a_missing_key_is_named_with_its_file_and_the_closest_key(english: Catalogue) -> None:
    with pytest.raises(TextError) as wrong:
        english.say("log.moves")
    assert str(wrong.value).startswith("there is no text 'log.moves' in text/en.toml of toy_game_")
    assert str(wrong.value).endswith("(did you mean 'log.move'?)")


def test_a_missing_name_is_refused(english: Catalogue) -> None:
    values = {"who": 0, "unit": "drones", "hex": "x"}
    with pytest.raises(TextError, match=r"'name\.unit\.drones' .* 'name\.unit\.drone'\?"):
        english.say("log.move", values)


def test_a_missing_value_is_named_with_key_and_file(english: Catalogue) -> None:
    with pytest.raises(TextError) as wrong:
        english.say("log.move", {"who": 0, "units": "drone", "hex": "x"})
    message = str(wrong.value)
    assert message.startswith("text 'log.move' in text/en.toml of toy_game_")
    assert message.endswith(
        "needs a value for {unit} (did you mean 'units'?); given: who, units, hex"
    )


@pytest.mark.parametrize("seat", [-1, "0", None, True])
def test_a_seat_is_a_number_from_0_up(english: Catalogue, seat: object) -> None:
    with pytest.raises(TextError, match=r"'log\.take' .*\{who, seat\} needs a seat number"):
        english.say("log.take", {"who": seat, "n": 1})


def test_only_numbers_and_lists_are_counted(english: Catalogue) -> None:
    with pytest.raises(TextError, match=r"'log\.take' .* must be a number or a list, not 'two'"):
        english.say("log.take", {"who": 0, "n": "two"})


@pytest.mark.parametrize(
    ("template", "column"),
    [
        ("Take {n", 8),
        ("Take n}", 7),
        ("Take {}", 7),
        ("Take {n!r}", 6),
        ("Take {n:}", 6),
        ("Take {n|card|cards}", 6),
        ("Take {a {n}", 9),
        ("Take {n, plural, one {card}}", 28),
        ("Take {n, plural, uno {card} other {cards}}", 6),
        ("Take {card, a unit}", 15),
    ],
)
def test_a_broken_template_is_refused_on_load(
    packages: Packages, template: str, column: int
) -> None:
    package = packages.make({"text/en.toml": f'[log]\ntake = "{template}"'})
    with pytest.raises(TextError) as wrong:
        Catalogue.load(package)
    message = str(wrong.value)
    assert message.startswith(f"text 'log.take' in text/en.toml of {package}: ")
    assert f"at column {column}" in message and "write {n}, {who, seat}" in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 3", "'a' is 3; it must be a text in quotes"),
        ("[b]\na = ['x']", r"'b\.a' is \['x'\]; it must be a text in quotes"),
        ('"b.a" = "x"\n[b]\na = "y"', r"has the text 'b\.a' twice"),
        ("a = ", r"text/en\.toml of toy_game_\d+ is not valid TOML"),
        ('seat = "Player {n, seat}"', "'seat' .* has only its number"),
        ('seat = "Player {who}"', "'seat' .* has only its number"),
    ],
)
def test_a_broken_file_is_refused(packages: Packages, text: str, message: str) -> None:
    package = packages.make({"text/en.toml": text})
    with pytest.raises(TextError, match=message):
        Catalogue.load(package)


@pytest.mark.parametrize("language", ["fr", "../en", ""])
def test_an_unknown_language_is_refused_with_those_there_are(package: str, language: str) -> None:
    with pytest.raises(TextError, match="it has: de, en"):
        Catalogue.load(package, language)


def test_a_package_without_texts_is_refused(packages: Packages) -> None:
    with pytest.raises(TextError, match="has no texts in 'en'; it has: none"):
        Catalogue.load(packages.make({}))
    with pytest.raises(TextError, match="there is no package toy_game_unheard_of"):
        Catalogue.load("toy_game_unheard_of")
