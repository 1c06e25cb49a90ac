"""Puzzles at the terminal."""

from __future__ import annotations

from pathlib import Path

from starhall.engine.game import find
from starhall.engine.lessons.puzzle import find_puzzle, puzzles
from tests.cli.program import lines, ok, refused


def test_the_puzzles_of_a_game_are_listed() -> None:
    known = puzzles(find("cassiopeia"))
    shown = ok("puzzles", "cassiopeia")
    assert f"{len(known)} puzzles" in shown
    assert all([f" {puzzle.number} " in shown for puzzle in known])


def test_a_puzzle_is_tried_and_solved() -> None:
    puzzle = find_puzzle(find("cassiopeia"), "1")
    data, end = puzzle.data, puzzle.lesson.end[0].replace("**", "").replace("{me}", "Player 1")
    typed = lines(data.option[-1].token, "", data.best.token)
    shown = ok("puzzles", "cassiopeia", "1", "--play", typed=typed)
    assert "There is a choice with about" in shown
    assert " ".join(end.split()) in " ".join(shown.replace("│", "").split())
    assert shown.rstrip().endswith("Solved.")


def test_puzzles_are_found_and_written(tmp_path: Path) -> None:
    shown = ok(
        "puzzles",
        "cassiopeia",
        "--games",
        "1",
        "--seats",
        "2",
        "--count",
        "1",
        "--simulations",
        "24",
        "--seed",
        "a",
        "-o",
        tmp_path,
    )
    assert f"written to {tmp_path}." in shown
    assert sorted(tmp_path.glob("*.toml"))[0].name == "01.toml"


def test_wrong_orders_are_refused() -> None:
    assert "add --play" in refused("puzzles", "cassiopeia", "3")
    assert "-o FOLDER" in refused("puzzles", "cassiopeia", "--games", "3")
    assert "no puzzle '77'" in refused("puzzles", "cassiopeia", "77", "--play")
    found = refused("puzzles", "cassiopeia", "--games", "1", "--seats", "two", "-o", "x")
    assert "such as 2,3" in found
