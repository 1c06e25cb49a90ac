"""Golden playthroughs are played again line by line, and every change is told with its line."""

import pytest

from starhall.engine.conformance import golden
from starhall.engine.errors import RecordError
from tests.engine.conformance.comet import COMET, Comet


@pytest.fixture(scope="module")
def text() -> str:
    return golden.record(COMET, 3, {"wild": "on"}, 5)


def changed(text: str, start: str, new: str) -> tuple[str, int]:
    """The text with the third line of that start replaced, and the number of the line."""
    lines = text.splitlines()
    place = [i for i, line in enumerate(lines) if line.startswith(start)][2]
    lines[place] = new
    return "\n".join(lines) + "\n", place + 1


def test_a_transcript_is_readable_and_comes_out_the_same(text: str) -> None:
    lines = text.splitlines()
    assert lines[:6] == ["game comet", "rules 1", "seats 3", "setting wild=on", "seed 5", ""]
    assert any(line.endswith(" - Do you aim high or low?") for line in lines)
    assert any(line.startswith("  Player ") and " rolls " in line for line in lines)
    # Only when the game is over the spectator hears what was told to others.
    last = max([i for i, line in enumerate(lines) if line.startswith("> ")])
    assert not any("You draw" in line for line in lines[:last])
    golden.check(text, "comet.txt", COMET)


def test_a_sentence_that_changed_is_found(text: str) -> None:
    broken, line = changed(text, "  Player", "  Player 9 rolls 7.")
    with pytest.raises(RecordError, match=f"comet.txt, line {line}: expected '  Player 9 rolls 7"):
        golden.check(broken, "comet.txt", COMET)


def test_a_state_that_changed_is_found(text: str) -> None:
    broken = text.replace("= 20 ", "= 20 0")
    with pytest.raises(RecordError, match="expected '= 20 0"):
        golden.check(broken, "comet.txt", COMET)


def test_a_choice_that_is_not_offered_any_more_is_found(text: str) -> None:
    broken, line = changed(text, "> ", "> 0 throw 6")
    with pytest.raises(RecordError, match=f"line {line}"):
        golden.check(broken, "comet.txt", COMET)


@pytest.mark.parametrize("lost", [1, 2, 5])
def test_a_transcript_that_was_cut_is_found(text: str, lost: int) -> None:
    with pytest.raises(RecordError, match="the end of the file"):
        golden.check("\n".join(text.splitlines()[:-lost]) + "\n", "comet.txt", COMET)


def test_a_line_too_many_is_found(text: str) -> None:
    with pytest.raises(RecordError, match="'  And so on.' follows the end"):
        golden.check(text + "  And so on.\n", "comet.txt", COMET)


def test_another_version_of_the_rules_is_told(text: str) -> None:
    broken = text.replace("rules 1\n", "rules 0.9\n")
    with pytest.raises(
        RecordError, match="recorded with rules 0.9 of comet; installed are rules 1"
    ):
        golden.check(broken, "comet.txt", COMET)


def test_a_rule_that_changed_is_found(text: str) -> None:
    class Generous(Comet):
        def bound(self, seats: int, settings: object) -> int:
            return 1000

        def roll(self, s: object) -> int:
            return 6

    with pytest.raises(RecordError, match="expected '  Player . rolls"):
        golden.check(text, "comet.txt", Generous())


def test_a_long_game_is_cut() -> None:
    text = golden.record(COMET, 2, {}, 1, plies=7)
    assert text.endswith("end after 7 choices\n")
    golden.check(text, "comet.txt", COMET)


# Recording again


@pytest.fixture
def comet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "find", lambda id: COMET)


@pytest.mark.usefixtures("comet")
def test_an_unchanged_game_is_recorded_the_same(text: str) -> None:
    assert golden.updated(text, "comet.txt") == text


@pytest.mark.usefixtures("comet")
def test_a_changed_game_needs_a_new_version(text: str) -> None:
    broken = text.replace("= 20 ", "= 20 0")
    with pytest.raises(RecordError, match="are still called 1: raise `version` in its game.py"):
        golden.updated(broken, "comet.txt")
    assert golden.updated(broken.replace("rules 1\n", "rules 0.9\n"), "comet.txt") == text


@pytest.mark.usefixtures("comet")
def test_sentences_may_change_within_a_version(text: str) -> None:
    other, _ = changed(text, "  Player", "  Player 9 rolls 7.")
    assert golden.updated(other, "comet.txt") == text
