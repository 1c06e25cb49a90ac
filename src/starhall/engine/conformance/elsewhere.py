# mypyc: off
"""Plays a random game in another Python process, where strings have other hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from importlib import import_module
from typing import Final

import msgspec

from starhall.engine.conformance.looks import Broken, plain
from starhall.engine.conformance.plan import Case
from starhall.engine.conformance.walk import Trial, play_through
from starhall.engine.game import Game, Value
from starhall.engine.state import State

PLIES: Final = 120
LAST_LINES: Final = 3


class Order(msgspec.Struct):
    """What the other process is to play."""

    module: str
    name: str
    seats: int
    settings: dict[str, Value]
    seed: int


def trace(trial: Trial) -> str:
    """The fingerprint of the first plies."""
    moments = trial.moments[: PLIES + 1]
    return blake2b(plain([moment.marks for moment in moments]), digest_size=16).hexdigest()


def trace_elsewhere(trial: Trial) -> tuple[str, str]:
    """The fingerprint of a trial here, and of the same one in another process."""
    case = trial.case
    module, name = _place(case.game)
    order = Order(module, name, case.seats, case.settings, case.seed)
    # Not the hash seed that this process may have been started with.
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=msgspec.json.encode(order),
        capture_output=True,
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join([path or os.getcwd() for path in sys.path]),
        },
    )
    if done.returncode != 0:
        said = " ".join(done.stderr.decode(errors="replace").split("\n")[-LAST_LINES:])
        raise Broken(f"another process could not play the game: {said.strip()}.")
    return trace(trial), done.stdout.decode().strip()


def _place(game: Game[State]) -> tuple[str, str]:
    """The module in which a game can be found, and its name there."""
    for module in (type(game).__module__, game.package):
        for name, value in vars(import_module(module)).items():
            if value is game:
                return module, name
    raise Broken(
        f"another process cannot find the game: neither {type(game).__module__} nor "
        f"{game.package} holds it under a name (GAME = {type(game).__name__}())."
    )


def main() -> None:
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    game = getattr(import_module(order.module), order.name)
    case = Case(game, order.seats, order.settings, order.seed, 0)
    print(trace(play_through(case, PLIES)))


if __name__ == "__main__":
    main()
