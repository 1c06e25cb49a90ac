"""`starhall simulate`: the same rows for any number of jobs, kept and summed up."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars

from tests.cli.program import command, environment, ok, refused, run, spawn


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


SIMULATE = ("simulate", "cyberstrife", "--seats", "3", "--seed", "9")


def test_the_number_of_jobs_changes_no_byte(tmp_path: Path) -> None:
    args = (*SIMULATE, "-n", "24", "--bots", "random", "--records")
    for suffix in ("parquet", "csv", "jsonl"):
        one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
        ok(*args, "--jobs", "1", "--out", one)
        ok(*args, "--jobs", "2", "--out", two)
        assert one.read_bytes() == two.read_bytes()


def test_watched_games_do_not_depend_on_jobs_either(tmp_path: Path) -> None:
    args = (*SIMULATE, "-n", "2", "--bots", "greedy,random")
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    ok(*args, "--jobs", "1", "--out", one)
    done = spawn(*args, "--jobs", "2", "--out", two)
    assert (done.returncode, done.stderr) == (0, "")
    assert one.read_bytes() == two.read_bytes()
    assert polars.read_parquet(one)["bots"].to_list() == [
        ["greedy", "random", "greedy"],
        ["random", "greedy", "random"],
    ]


def test_the_seed_changes_the_games(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    ok("simulate", "cyberstrife", "-n", "3", "-j", "1", "--seed", "1", "--out", first)
    ok("simulate", "cyberstrife", "-n", "3", "-j", "1", "--seed", "2", "--out", second)
    seeds = {row["seed"] for row in [*rows(first), *rows(second)]}
    assert len(seeds) == 6


def test_the_summary(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    shown = ok(*SIMULATE, "-n", "20", "-j", "1", "--out", file)
    kept = rows(file)
    wins = sum(bool(row["winners"]) for row in kept)
    assert re.search(rf"^random +60 +{wins} ", shown, re.MULTILINE)
    mean = sum(row["plies"] for row in kept) / 20
    assert f"length {mean:.1f} decisions on average" in shown
    assert "20 games with 3 seats" in shown and "decisions/s" in shown
    assert f"written to {file}" in shown


def test_the_summary_for_a_program(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    data = json.loads(ok(*SIMULATE, "-n", "10", "-j", "1", "--out", file, "--json"))
    assert data["games"] == 10 and data["out"] == str(file)
    assert data["bots"][0]["bot"] == "random" and data["bots"][0]["seats"] == 30
    assert data["decisions_per_second"] > 0 and data["seconds"] > 0


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """Interrupted once the progress bar shows that games were finished."""
    file = tmp_path / "games.jsonl"
    master, slave = pty.openpty()
    program = subprocess.Popen(
        command(*SIMULATE, "-n", "100000", "-j", "2", "--out", file),
        stdout=subprocess.PIPE,
        stderr=slave,
        env=environment(TERM="xterm", COLUMNS="100"),
        text=True,
        start_new_session=True,
    )
    os.close(slave)
    shown = ""
    while not re.search(r"[1-9]\d*/100000", shown):
        shown += os.read(master, 4096).decode()
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to the workers as well
    while True:
        try:
            shown += os.read(master, 4096).decode()
        except OSError:
            break
    summary, _ = program.communicate()
    os.close(master)
    assert program.returncode == 130
    assert "Traceback" not in shown
    stopped = re.search(r"Stopped after (\d+) of 100000 games; they are counted and written", shown)
    assert stopped
    kept = int(stopped[1])
    assert f"{kept:,} games with 3 seats" in summary
    assert [row["index"] for row in rows(file)] == list(range(kept))
    assert (tmp_path / "games.jsonl.part").exists() and "goes on from there" in shown
    again = tmp_path / "again.jsonl"
    first = min(kept, 10)
    ok(*SIMULATE, "-n", str(first), "-j", "1", "--out", again)
    assert rows(again) == rows(file)[:first]


FAILING = """
from starhall.bots import Bot


class Failing(Bot):
    def choose(self, sight):
        if sight.ply > 20 and self.stream.below(2):
            raise ZeroDivisionError("division by zero")
        return sight.decision.options[0]
"""


def test_a_bot_that_fails_is_a_row_and_the_others_are_kept(tmp_path: Path) -> None:
    bot, file = tmp_path / "failing.py", tmp_path / "games.jsonl"
    bot.write_text(FAILING)
    args = ("simulate", "cyberstrife", "-n", "3", "-j", "1", "--bots", f"random,random,{bot}")
    result = run(*args, "--out", file)
    assert result.exit_code == 1 and "Traceback" not in result.output
    broken = [row for row in rows(file) if row["error"]]
    assert len(rows(file)) == 3 and broken
    assert re.match(r".*failing\.py in seat \d, ply \d+: ZeroDivisionError", broken[0]["error"])
    assert broken[0]["plies"] > 20 and len(broken[0]["seed"]) == 64
    assert f"seed {broken[0]['seed']}" in result.stderr
    assert f"{len(broken)} game" in result.stderr


def test_all_is_checked_before_the_first_game(tmp_path: Path) -> None:
    """A run of a million games that cannot be written is refused at once."""
    args = ("simulate", "cyberstrife", "-n", "1000000", "-j", "1")
    assert "ends in .parquet" in refused(*args, "--out", tmp_path / "games.xls")
    assert "no folder" in refused(*args, "--out", tmp_path / "no" / "games.csv")
    assert "no bot 'gredy'" in refused(*args, "--bots", "gredy")
    hide = "import sys; sys.modules['polars'] = None; from starhall.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", hide, *args, "--out", str(tmp_path / "games.parquet")],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 1 and "need polars" in done.stderr
