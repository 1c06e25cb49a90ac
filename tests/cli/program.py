"""Runs the real program, in a process of its own or in this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

import starhall
from starhall.cli import app, console

SOURCES = str(Path(starhall.__file__).resolve().parents[1])
WIDTH = 240
WIDE = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "LC_ALL": "C"}
console.out.width = console.err.width = WIDTH  # they may have been made in a narrow terminal


def environment(**more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    return {**plain, **WIDE, "PYTHONPATH": SOURCES, "PYTHONDONTWRITEBYTECODE": "1", **more}


def command(*args: str | Path) -> list[str]:
    return [sys.executable, "-m", "starhall.cli", *map(str, args)]


def spawn(*args: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """In a process of its own."""
    return subprocess.run(
        command(*args), input=typed, capture_output=True, text=True, env=environment(), check=False
    )


def run(*args: str | Path, typed: str = "") -> Result:
    """In this process, which is faster."""
    return CliRunner().invoke(app, [str(arg) for arg in args], input=typed, env=WIDE)


def ok(*args: str | Path, typed: str = "") -> str:
    """What a command that must succeed prints."""
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def refused(*args: str | Path, typed: str = "", code: int = 1) -> str:
    """The one sentence of a command that must fail, on stderr and without a traceback."""
    result = run(*args, typed=typed)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert result.stderr.count("Error: ") == 1
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith((".\n", "?\n"))
    return result.stderr.removeprefix("Error: ").strip()


def lines(*typed: str) -> str:
    return "".join([line + "\n" for line in typed])


def choices(file: Path) -> list[str]:
    found: list[str] = json.loads(file.read_bytes())["choices"]
    return found
