"""`starhall golden`: recorded games are played again, added and recorded again."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import ok, refused


def test_a_game_is_added_and_comes_out_the_same(tmp_path: Path) -> None:
    ok("golden", "cassiopeia", "--add", "2,5", "--folder", tmp_path)
    assert ok("golden", "--folder", tmp_path) == "1 golden game comes out the same.\n"
    assert "0 of them changed" in ok("golden", "--update", "--folder", tmp_path)
    file = tmp_path / "cassiopeia-2-5.txt"
    file.write_text(file.read_text().replace("rules ", "rules 0."))
    assert "record it again" in refused("golden", "--folder", tmp_path)
    assert "1 of them changed" in ok("golden", "cassiopeia", "--update", "--folder", tmp_path)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "no game 'chess'" in refused("golden", "chess")
    assert "no golden games of cassiopeia" in refused("golden", "cassiopeia", "--folder", tmp_path)
    assert "two numbers" in refused("golden", "cassiopeia", "--add", "two,1")
    assert "which game" in refused("golden", "--add", "2,1")
    assert "could not be written" in refused(
        "golden", "cassiopeia", "--add", "2,1", "--folder", tmp_path / "nowhere"
    )
    (tmp_path / "notes-1-1.txt").write_text("milk, eggs")
    assert "is not a golden playthrough" in refused("golden", "--folder", tmp_path)
