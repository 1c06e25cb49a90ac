"""`starhall pack`, and --pack of the other commands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import starhall
from starhall.engine.game import find, installed, with_pack
from tests.cli.program import ok, refused, run

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"
CHEAP = EXAMPLES / "cheap-dragons"


@pytest.mark.parametrize("game", sorted(installed()))
def test_a_new_pack_holds_all_content_and_changes_nothing(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "My Cards"
    assert "changes nothing yet" in ok("pack", "new", game, folder)
    assert ok("pack", "diff", game, folder) == "Nothing differs.\n"
    pack = with_pack(folder)
    assert pack.pack is not None and pack.pack.manifest.name == "my-cards"
    assert pack.content.hash == find(game).content.hash
    for file in find(game).files.names:
        text = (folder / "content" / file).read_text()
        for id in find(game).files.entries(file):
            assert f'# id = "{id}"' in text
        assert not re.search(
            r"<class|tuple\[|list\[|Literal|False|True|\(\)\n", text.split("\n\n")[0]
        )
    for path in ("text/en.toml", "text/de.toml"):
        marked = (folder / path).read_text().splitlines()[3:]  # after the words to the author
        (folder / path).write_text("\n".join([line.removeprefix("# ") for line in marked]))
    assert with_pack(folder).content.hash == find(game).content.hash


def test_a_folder_keeps_its_name_in_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    assert refused("pack", "new", "nexus-ops", "mine").startswith("mine already exists")


def test_lines_that_lose_their_marks_count(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    ok("pack", "new", "nexus-ops", folder)
    file = folder / "content" / "units.toml"
    marked = '# [[unit]]\n# id = "human"\n'
    assert marked in file.read_text()
    file.write_text(file.read_text().replace(marked, '[[unit]]\nid = "human"\ncost = 3\n'))
    assert "unit human, cost: 2 -> 3" in ok("pack", "diff", "nexus-ops", folder)


def test_a_good_pack_says_what_it_changes() -> None:
    shown = ok("pack", "check", CHEAP, "--games", "0")
    assert "unit dragon, cost: 12 -> 10" in shown and "The pack is good" in shown
    data = json.loads(ok("pack", "check", CHEAP, "--games", "0", "--json"))
    assert data["ok"] and data["name"] == "cheap-dragons"
    assert data["changes"] == [
        {"file": "units.toml", "what": "unit dragon", "field": "cost", "before": 12, "after": 10}
    ]


def test_a_bad_pack_is_one_sentence(tmp_path: Path) -> None:
    ok("pack", "new", "cyberstrife", tmp_path / "bad")
    (tmp_path / "bad" / "content" / "units.toml").write_text('[[unit]]\nid = "spymaster"\natack=1')
    said = refused("pack", "check", tmp_path / "bad")
    assert "units.toml, line 3, unit spymaster" in said and "did you mean 'attack'" in said
    assert "There is no pack.toml in" in refused("pack", "check", tmp_path)
    assert "compare one game" in refused("pack", "diff", "cysmic", CHEAP)


def test_commands_play_with_a_pack(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    ok("simulate", "nexus-ops", "-n", "1", "-j", "1", "--pack", CHEAP, "--out", file,
       "-o", "round_cap=20")  # fmt: skip
    assert json.loads(file.read_text())["error"] == ""
    shown = ok("check", "nexus-ops", "--pack", CHEAP, "-n", "1", "--seats", "2", "--check", "text",
               "--check", "determinism", "--check", "puzzles", "-o", "round_cap=10")  # fmt: skip
    assert "It passes all 3 checks" in shown
    assert "Rubium Dragon 10, 2+" in ok("rules", "nexus-ops", "NX-16.3", "--pack", CHEAP)
    assert "this is a pack for nexus-ops, not for cysmic" in refused(
        "simulate", "cysmic", "-n", "1", "--pack", CHEAP
    )


def test_play_shows_the_prices_of_the_pack() -> None:
    """Without the name of the game: the pack knows it."""
    shown = run("play", "--pack", CHEAP, "--seed", "3", "--players", "me,random",
                typed="lead ares_inc\nq\nq\n")  # fmt: skip
    assert "Rubium Dragon (rolls in step 1): Cost 10" in shown.output
    assert "Buy a Human (2 rubium)" in shown.output


def test_ladder_and_bench_play_with_a_pack() -> None:
    common = ("--bots", "random,quick", "--games", "2", "-o", "round_cap=10", "--pack", CHEAP)
    alone = json.loads(ok("ladder", "nexus-ops", *common, "--jobs", "1", "--json"))
    several = json.loads(ok("ladder", "nexus-ops", *common, "--jobs", "2", "--json"))
    assert [rung["wins"] for rung in alone["rungs"]] == [rung["wins"] for rung in several["rungs"]]
    assert f"--pack {CHEAP}" in alone["command"]
    measured = json.loads(
        ok("bench", "--pack", CHEAP, "--rounds", "1", "--seconds", "0.1", "--soak", "10", "--json")
    )
    assert measured["figures"][0]["games_per_second"] > 0
    assert "pack is for one game" in refused("bench", "nexus-ops", "cysmic", "--pack", CHEAP)


def test_the_lab_names_the_pack_that_its_records_need(tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    ok("pack", "new", "pulp-invasion", pack)
    (pack / "content" / "levels.toml").write_text('[[level]]\nid = "normal"\nweapons = 1\n')
    options = ("--games", "12", "--bots", "random", "-j", "1", "--out", tmp_path / "mine.html")
    said = " ".join(ok("lab", "pulp-invasion", "--pack", pack, *options).split())
    command = said.split("starhall replay ")[1].split()
    assert command[1:] == ["--pack", str(pack)]
    assert run("replay", *command, typed="q\n").exit_code == 0


def test_a_saved_game_needs_its_pack(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    match = starhall.Match(with_pack(CHEAP), 2, seed=1)
    match.choose("lead ares_inc")
    match.save(file)
    assert "load it with the pack cheap-dragons" in refused("replay", file, "--ply", "1")
    assert "Nexus Ops" in ok("replay", file, "--ply", "1", "--pack", CHEAP)
    assert "The record is true" in ok("replay", file, "--verify", "--pack", CHEAP)
