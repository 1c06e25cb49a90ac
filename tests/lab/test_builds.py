"""Plain and compiled Starhall play the same games, to the byte."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import starhall
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from starhall.lab.bench import builds

GAMES = list(starhall.installed().values())
PLAIN = Path(__file__).resolve().parents[2] / "src"
GAMES_EACH = 3


def traced(tree: Path, game: str, seats: int, hash_seed: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "starhall.lab.trace", game, str(seats), str(GAMES_EACH)],
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_build_and_hash_seed_gives_the_same_trace(game: Game[State]) -> None:
    seats = min(game.seats.stop - 1, 4)
    expected = traced(PLAIN, game.id, seats, "0")
    assert len(expected) == 32
    for hash_seed, tree in enumerate(builds().values(), 1):  # plain is one of them
        assert traced(tree, game.id, seats, str(hash_seed)) == expected


def test_the_compiled_build_is_there_wherever_a_compiler_is() -> None:
    compiler = any(shutil.which(name) for name in ("cc", "gcc", "clang"))
    assert ("compiled" in builds()) == compiler
