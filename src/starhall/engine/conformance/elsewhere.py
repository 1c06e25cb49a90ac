# mypyc: off
"""Plays a random game in another Python process, where strings have other hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec

from starhall.engine.conformance.looks import Broken, plain
from starhall.engine.conformance.plan import Case
from starhall.engine.conformance.walk import Trial, open_later, play_through
from starhall.engine.game import Value
from starhall.engine.text.packs import Pack

PLIES: Final = 120


class Order(msgspec.Struct):
    """The game that the other process plays."""

    module: str
    name: str  # the name of the class of the game
    seats: int
    settings: dict[str, Value]
    seed: int
    plies: int
    pack: dict[str, str]  # the files of the pack, if there is one


def trace(trial: Trial) -> str:
    """The fingerprint of the first plies."""
    moments = trial.moments[: PLIES + 1]
    return blake2b(plain([moment.marks for moment in moments]), digest_size=16).hexdigest()


def trace_elsewhere(trial: Trial) -> tuple[str, str]:
    """The fingerprints of a trial in this process and in another one."""
    case = trial.case
    kind = type(case.game)
    plies = min(PLIES, len(trial.steps))
    pack = case.game.pack.texts if case.game.pack is not None else {}
    order = Order(
        kind.__module__, kind.__qualname__, case.seats, case.settings, case.seed, plies, pack
    )
    # Not the fixed hash seed that this process may have been started with.
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
        said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise Broken("fault.elsewhere", said=" ".join(said))
    return trace(trial), done.stdout.decode().strip()


def main() -> None:
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    kind = attrgetter(order.name)(import_module(order.module))
    game = kind(Pack(Path("pack"), order.pack)) if order.pack else kind()
    case = Case(game, order.seats, order.settings, order.seed, 0)
    open_later(case)
    print(trace(play_through(case, order.plies)))


if __name__ == "__main__":
    main()
