"""Lessons at the terminal, typed in through a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.program import lines, ok, refused

FIRST = ("learn", "nexus-ops", "1")
TURN = [
    "buy human", "place hb0_l", "buy human", "place hb0_r", "buy human", "place hb0_rear",
    "buy human", "place hb0_l", "move hb0_l/human", "go ed0", "move hb0_r/human", "go co1",
    "end_movement",
]  # fmt: skip


def test_the_courses_are_listed() -> None:
    shown = ok("learn")
    assert "01-first-turn" in shown and "Your first turn" in shown
    assert "7 lessons" in ok("learn", "nexus-ops")


def test_a_lesson_is_played_to_its_end() -> None:
    shown = ok(*FIRST, typed=lines(*TURN))
    assert "step 1 of 12" in shown and "Buy a Human." in shown
    assert "a Fungoid has joined you" in shown
    assert "This lesson is finished." in shown
    assert "starhall learn nexus-ops 02-first-battle" in shown


def test_a_closed_choice_is_refused_and_one_goes_on() -> None:
    shown = ok(*FIRST, typed=lines("buy fungoid", "done", *TURN))
    assert shown.count("Good taste, but you need cheap workers first. Buy a Human.") == 2
    assert "This lesson is finished." in shown


def test_a_choice_is_taken_back() -> None:
    shown = ok(*FIRST, typed=lines(TURN[0], "u", *TURN))
    assert "Taken back." in shown and "This lesson is finished." in shown


def test_a_saved_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "lesson.json"
    ok(*FIRST, typed=lines(*TURN[:4], f"s {file}", "q"))
    assert json.loads(file.read_bytes())["lesson"].startswith("01-first-turn@")
    shown = ok("play", "--load", file, typed=lines(*TURN[4:]))
    assert "step 5 of 12" in shown and "This lesson is finished." in shown


def test_authors_see_what_is_asked() -> None:
    shown = ok("learn", "nexus-ops", "first-battle", "--walk")
    assert "* move in1/strider" in shown and "hex:in2" in shown
    assert re.search(r"02-first-battle can be played to its end: \d+ choices\.", shown)


def test_an_unknown_lesson_is_refused_with_the_known_ones() -> None:
    assert refused("learn", "nexus-ops", "frist-turn").startswith(
        "nexus-ops has no lesson 'frist-turn'"
    )


def test_the_taught_rules_are_listed_by_section() -> None:
    shown = ok("rules", "nexus-ops", "--taught")
    assert "NX-8.25" in shown and "02-first-battle, 07-first-game" in shown
    found = json.loads(ok("rules", "nexus-ops", "--taught", "--json"))
    assert found["NX-5.6"] == ["01-first-turn", "03-creatures", "05-monolith"]
