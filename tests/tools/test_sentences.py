"""The reading script: it hears everything that is said, and marks known faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from sentences import Reading, Said, faults, main, read, report, tip_faults

from starhall.engine.text.message import Template
from tests.engine.conformance.comet import COMET, Comet


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("Mira pays {n} coins.", "an unreplaced brace"),
        ("Mira moves to in0.", "a raw token"),
        ("Mira moves to (3,-1).", "a raw token"),
        ("Mira plays en_ambush.", "a raw token"),
        ("Mira  wins.", "a double space"),
        ("You engage Reinforcements!.", "two end marks"),
        ("The end..", "two end marks"),
        ("It costs 1 coins.", "one of many"),
        ("Mira drops 2 Human on Inner 1.", "many of one"),
        ("Mira draws 0 cards.", "a zero"),
        ("It blows from Inner 1 to Inner 1.", "a thing and itself"),
        ("A Human cannot enter Monolith (Monolith).", "a thing and itself"),
        ("Seat 2 is asked.", "a seat by number"),
        ("Mira has the the lead.", "a word twice"),
        ("Mira wins", "no end mark"),
    ],
)
def test_a_known_fault_is_found(sentence: str, fault: str) -> None:
    assert [*faults(Said("event.toy", sentence))] == [fault]


@pytest.mark.parametrize(
    "sentence",
    [
        "Mira drops 2 Humans on Inner 1.",
        "It costs 1 coin, or 12 cards...",
        "Mira draws 10 cards and 20 coins.",
        "The battle is lost: 7 against 7.",
    ],
)
def test_a_good_sentence_has_no_fault(sentence: str) -> None:
    assert [*faults(Said("event.toy", sentence))] == []
    assert [*faults(Said("option.toy", sentence.rstrip(".")))] == []


def test_everything_that_is_said_is_collected() -> None:
    reading = read(COMET, games=3, seed=1)
    keys = set(reading.by_key())
    assert {"prompt.aim", "option.aim.aim", "event.lays", "event.sees", "result.done"} <= keys
    assert "refusal.not_in_hand (lay)" in keys
    assert Said("event.lays", "Mira lays a card.") in reading.where
    assert reading.faults() == []


def test_the_report_begins_with_the_faults() -> None:
    reading = Reading()
    reading.add("event.drops", "Mira drops 2 Human.", "here")
    reading.add("event.drops", "Tolan drops 3 Human.", "there")
    for number in range(30):
        reading.add("event.gains", f"Mira gains {number + 10} coins.", "here")
    text = report(Comet(), reading, games=1)
    assert text.count("many of one") == 1  # one example of each key
    assert "- many of one: `event.drops`: Mira drops 2 Human. (here)" in text
    assert "### event.gains (30 times, 30 different)" in text
    assert text.count("Mira gains") == 12


def test_the_report_ends_with_what_was_never_said() -> None:
    reading = Reading()
    reading.add("event.lays", "Mira lays a card.", "here")
    reading.add("refusal.not_in_hand (lay)", "You do not hold it.", "here")
    end = report(Comet(), reading, games=1).split("## Never said")[1]
    assert "- event.sees" in end and "- result.done" in end
    assert "event.lays" not in end and "not_in_hand" not in end


def test_a_tip_must_cite_a_rule_that_speaks_of_the_same() -> None:
    game = Comet()
    tips = {
        "aim": "Aim high if your card is good. (CM-1)",
        "lay": "A die decides how much you score. (CM-4)",
        "take": "Take a card if the deck is full. (CM-99)",
        "throw": "Throw what you need least.",
    }
    for kind, tip in tips.items():
        game.text.templates[f"tip.{kind}"] = Template(f"tip.{kind}", tip, "a test")
    assert tip_faults(game) == {
        "tip.lay": "a tip that shares no word with CM-4",
        "tip.take": "a tip without a rule",
        "tip.throw": "a tip without a rule",
    }


def test_a_game_that_does_not_exist_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chess", "--to", str(tmp_path / "chess.md")]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err
    assert not (tmp_path / "chess.md").exists()
