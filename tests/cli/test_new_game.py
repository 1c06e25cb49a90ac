"""`starhall new-game`: the skeleton can be checked and played at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import environment, ok, refused, spawn


def test_the_skeleton_passes_all_checks_and_can_be_played(tmp_path: Path) -> None:
    assert "is a complete game" in ok("new-game", "star-salvage", "--in", tmp_path)
    checked = spawn("--games", tmp_path, "check", "star-salvage")
    assert checked.returncode == 0, checked.stderr
    assert "It passes all" in checked.stdout
    listed = spawn("--games", tmp_path, "games", "star-salvage")
    assert "Star Salvage" in listed.stdout
    played = spawn("--games", tmp_path, "simulate", "star-salvage", "--games", "2")
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize("name", ["Star", "star salvage", "../star", "2stars", "class", "star_"])
def test_a_name_that_is_not_an_id_is_refused(name: str, tmp_path: Path) -> None:
    assert "cannot be the id of a game" in refused("new-game", name, "--in", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "star").mkdir()
    assert "already exists" in refused("new-game", "star", "--in", tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "STARHALL_GAMES" not in environment()
    found = spawn("--games", tmp_path / "nowhere", "games")
    assert found.returncode == 1 and "there is no folder" in found.stderr
