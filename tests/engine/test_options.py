import pytest

from starhall.engine.errors import IllegalChoice, RulesFault
from starhall.engine.rules.options import Vocabulary


def some_words() -> Vocabulary:
    words = Vocabulary()
    words.single("pass")
    words.table("move", ["ed3", "ed4"], "hex")
    words.table("swap", ["1/2", "1/3", "2/3"], "lane", "lane")
    return words


def test_an_option_is_a_verb_and_its_argument() -> None:
    words = Vocabulary()
    nothing = words.single("pass", value=9)
    move = words.table("move", ["ed3", "ed4"], "hex")[1]
    assert (nothing.token, nothing.verb, nothing.arg, nothing.value) == ("pass", "pass", "", 9)
    assert (move.token, move.verb, move.arg, move.value) == ("move ed4", "move", "ed4", 1)
    assert repr(move) == "<Option move ed4>"


def test_numbers_count_all_options_and_find_them_again() -> None:
    words = some_words()
    assert len(words) == 6
    assert [option.number for option in words.options] == list(range(6))
    for option in words.options:
        assert words.find(option.token) is option
        assert words.options[option.number] is option


def test_targets_name_the_things_on_the_table() -> None:
    words = some_words()
    assert words.find("pass").parts == [] and words.find("pass").targets == []
    assert words.find("move ed3").targets == ["hex:ed3"]
    assert words.find("swap 1/3").parts == ["1", "3"]
    assert words.find("swap 1/3").targets == ["lane:1", "lane:3"]


def test_an_argument_that_names_nothing_has_no_targets() -> None:
    words = Vocabulary()
    assert words.table("say", ["hello"])[0].targets == []


def test_a_token_declared_twice_is_refused() -> None:
    words = some_words()
    with pytest.raises(RulesFault, match="'move ed4' is declared twice"):
        words.table("move", ["ed5", "ed4"], "hex")


def test_every_part_needs_its_kind() -> None:
    with pytest.raises(RulesFault, match=r"'swap 1/2' has 2 parts, kinds say \('lane',\)"):
        Vocabulary().table("swap", ["1/2"], "lane")


def test_an_unknown_token_is_refused_with_the_closest_known() -> None:
    with pytest.raises(IllegalChoice, match="'move ed33' is not an option.*mean 'move ed3'"):
        some_words().find("move ed33")


def test_a_token_like_none_is_refused_without_a_guess() -> None:
    with pytest.raises(IllegalChoice) as refused:
        some_words().find("qqqqqqqqqq")
    assert str(refused.value) == "'qqqqqqqqqq' is not an option of this game"
