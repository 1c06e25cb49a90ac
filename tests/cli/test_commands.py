"""The smaller commands: games, new, rules, check, help and version."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import starhall
from starhall.cli import COMMANDS
from starhall.engine.rules.chance import commitment
from starhall.engine.text.rulebook import Citation, citations, coverage
from tests.cli.program import environment, ok, refused, run

ROOT = Path(__file__).resolve().parents[2]
GAME = starhall.find("cyberstrife")

TESTS_OF_ONE_RULE = """
from starhall.engine.text.rulebook import rule


@rule("CS-5.3")
def test_lanes():
    assert True
"""


# --- games ---------------------------------------------------------------------------------------


def test_games_are_listed_with_seats_and_options() -> None:
    shown = ok("games")
    assert re.search(r"^Cyberstrife  cyberstrife  2 to 48 seats", shown, re.MULTILINE)
    for setting in GAME.settings:
        lines = [line for line in shown.splitlines() if line.strip().startswith(setting.id)]
        assert any(GAME.text.say(f"setting.{setting.id}.help") in line for line in lines)
    assert re.search(r"round_cap +20 to 200 +60 with 2 seats", shown)
    assert re.search(r"large_game +pools \| merged +pools", shown)


def test_one_game_may_be_asked_for() -> None:
    version = starhall.find("cassiopeia").version
    shown = ok("games", "cassiopeia")
    assert re.findall(r"rules [\d.]+$", shown, re.MULTILINE) == [f"rules {version}"]
    assert [game["id"] for game in json.loads(ok("games", "cysmic", "--json"))] == ["cysmic"]
    assert "did you mean 'cysmic'" in refused("games", "cosmic")


def test_games_for_a_program() -> None:
    found = {game["id"]: game for game in json.loads(ok("games", "--json"))}
    assert set(found) == set(starhall.installed())
    game = found["cyberstrife"]
    assert game["seats"] == {"from": 2, "to": 48}
    assert game["title"] == "Cyberstrife"
    settings = {setting["id"]: setting for setting in game["settings"]}
    assert list(settings) == [setting.id for setting in GAME.settings]
    assert settings["round_cap"]["values"] == {"from": 20, "to": 200, "also": []}
    assert settings["round_cap"]["default"] is None
    assert settings["large_game"]["values"] == {"words": ["pools", "merged"]}


# --- new -----------------------------------------------------------------------------------------


def test_new_prints_the_commitment_to_the_seed_it_keeps(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = ok("new", "cyberstrife", "--seats", "4", "--out", file)
    record = json.loads(file.read_bytes())
    assert f"commitment {commitment(bytes.fromhex(record['seed']))}\n" in shown
    assert len(record["names"]) == 4 and record["choices"] == []
    assert starhall.load(file).ply == 0


def test_new_draws_a_seed_or_takes_the_one_given(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.json" for number in range(4)]
    for file, seed in zip(files, ([], [], ["--seed", "7"], ["--seed", "7"]), strict=True):
        ok("new", "cyberstrife", *seed, "--out", file)
    seeds = [json.loads(file.read_bytes())["seed"] for file in files]
    assert len(set(seeds)) == 3 and seeds[2] == seeds[3]
    assert seeds[2] == starhall.new("cyberstrife", seed=7).seed.hex()


def test_new_with_names_for_a_program(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = ok(
        "new", "cyberstrife", "--names", "Ann,Ben", "-o", "round_cap=30", "--out", file, "--json"
    )
    data = json.loads(shown)
    assert data["names"] == ["Ann", "Ben"] and data["settings"]["round_cap"] == 30
    assert data["commitment"] == json.loads(file.read_bytes())["commitment"]
    assert "seed" not in data
    assert "name is empty" in refused("new", "cyberstrife", "--names", "Ann,,Ben", "--out", file)


# --- rules ---------------------------------------------------------------------------------------


def test_the_rule_book_is_shown_whole() -> None:
    shown = ok("rules", "cyberstrife")
    for id in GAME.rulebook.rules:
        assert id in shown
    assert "**" not in shown, "rendered, not raw"


def test_the_rule_book_for_a_program() -> None:
    data = json.loads(ok("rules", "cyberstrife", "--json"))
    assert [rule["id"] for rule in data] == list(GAME.rulebook.rules)


def test_one_rule_with_the_tests_that_cite_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_lanes.py").write_text(TESTS_OF_ONE_RULE)
    monkeypatch.chdir(tmp_path)
    shown = ok("rules", "cyberstrife", "cs-5.3")
    rule = GAME.rulebook.find("CS-5.3")
    assert rule.section in shown and rule.text.split(".")[0] in shown
    assert "tested by  tests/test_lanes.py:6 test_lanes" in shown
    assert "No test cites it." in ok("rules", "cyberstrife", "CS-5.4")
    data = json.loads(ok("rules", "cyberstrife", "CS-5.3", "--json"))
    assert data["tests"] == [{"path": "tests/test_lanes.py", "line": 6, "test": "test_lanes"}]


def test_coverage_lists_what_no_test_cites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_lanes.py").write_text(TESTS_OF_ONE_RULE)
    monkeypatch.chdir(tmp_path)
    result = run("rules", "cyberstrife", "--coverage")
    assert result.exit_code == 1
    active = [rule.id for rule in GAME.rulebook.rules.values() if not rule.withdrawn]
    assert f"cyberstrife  1 of {len(active)} rules are tested" in result.stdout
    listed = re.findall(r"^  ([A-Z]{2}-\S+)", result.stdout, re.MULTILINE)
    assert listed == [id for id in active if id != "CS-5.3"]
    assert f"{len(active) - 1} rules without a test" in result.stderr
    result = run("rules", "--coverage", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["cyberstrife"] == listed


def test_coverage_succeeds_when_every_rule_is_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [f'"{id}"' for id in GAME.rulebook.rules]
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_all.py").write_text(
        f"@rule({', '.join(ids)})\ndef test_all():\n    assert True\n"
    )
    monkeypatch.chdir(tmp_path)
    assert "rules are tested" in ok("rules", "cyberstrife", "--coverage")


def test_coverage_of_this_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    cited: dict[str, list[Citation]] = citations([ROOT / "tests"])
    missing = {game.id: coverage(game.rulebook, cited) for game in starhall.installed().values()}
    result = run("rules", "--coverage", "--json")
    assert json.loads(result.stdout) == missing
    assert result.exit_code == (1 if any(missing.values()) else 0)


def test_rules_asked_for_wrongly() -> None:
    sentence = refused("rules").replace("Say", "say")
    assert f"say which game's rules: {', '.join(starhall.installed())}" in sentence
    assert "There is no rule CS-77 in RULES.md" in refused("rules", "cyberstrife", "CS-77")
    assert "leave out the rule" in refused("rules", "cyberstrife", "CS-5.3", "--coverage")


# --- check ---------------------------------------------------------------------------------------


def test_a_single_check_can_be_run() -> None:
    args = (
        "check",
        "cassiopeia",
        "-n",
        "1",
        "--seats",
        "2",
        "--check",
        "tokens",
        "--check",
        "result",
    )
    shown = ok(*args)
    assert "tokens" in shown and "result" in shown and "secrecy" not in shown
    assert "It passes all 2 checks." in shown


def test_check_passes_a_sound_game() -> None:
    shown = ok("check", "cyberstrife", "--games", "1", "--seats", "2")
    for name in ("determinism", "secrecy", "conservation", "imagine"):
        assert re.search(rf"^{name} +[1-9][\d,]* +ok ", shown, re.MULTILINE), name
    assert re.search(r"It passes all \d+ checks\.", shown)


def test_check_for_a_program() -> None:
    args = ("check", "cyberstrife", "-n", "1", "--seats", "3", "--seed", "5", "--json")
    data = json.loads(ok(*args))
    assert data["ok"] is True
    report = data["report"]
    assert (report["game"], report["seats"], report["games"]) == ("cyberstrife", [3], 1)
    assert report["seed"] == 5 and report["plies"] > 20


def test_check_refuses_what_is_not_there() -> None:
    assert "There is no game" in refused("check", "cybrstrife")
    assert "There is no check 'luck'" in refused("check", "cyberstrife", "--check", "luck")
    assert "2 to 48 players, not 1" in refused("check", "cyberstrife", "--seats", "1")
    assert "no option 'pace'" in refused("check", "cyberstrife", "-o", "pace=1", "-n", "1")


# --- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself_with_examples(name: str) -> None:
    shown = ok(name, "--help")
    assert f"Usage: starhall {name}" in shown
    assert f"starhall {name}" in shown.split("Examples:")[1]


def test_version_and_overview() -> None:
    assert ok("--version") == f"starhall {starhall.__version__}\n"
    shown = ok("--help")
    for name in COMMANDS:
        assert re.search(rf"\b{name}\b", shown)


def test_help_loads_neither_games_nor_polars() -> None:
    """What is heavy is imported by the commands that need it."""
    heavy = "polars", "multiprocessing", "starhall.games", "starhall.lab", "starhall.bots"
    code = f"import sys, starhall.cli; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout.strip() == "[]"
