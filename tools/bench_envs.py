"""Measures steps a second with mask and numbers, beside PettingZoo's Connect Four in the same run.

    python tools/bench_envs.py                         plain
    PYTHONPATH=build/fast python tools/bench_envs.py   compiled

Connect Four is `connect_four_v3.env()`, as PettingZoo's documentation makes it, and `raw_env()`,
the same without its wrappers. It needs pygame (`make peers`). Rounds are interleaved, the medians
of the CPU times are compared.
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from starhall.envs.pettingzoo import aec

SECONDS = 0.5  # of CPU, in each round
ROUNDS = 9


def connect_four() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is imported in an old way
        try:
            from pettingzoo.classic import connect_four_v3
        except ModuleNotFoundError as error:
            sys.exit(f"Connect Four needs {error.name}, which is not installed: run 'make peers'.")
    return connect_four_v3


def steps_a_second(env: Any) -> float:
    """Random play with `last` and `step`, as PettingZoo's documentation shows it."""
    random = np.random.default_rng(1)
    env.reset(seed=1)
    steps, begun = 0, time.process_time()
    while True:
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            allowed = observation["action_mask"].view(np.bool_).nonzero()[0]
            env.step(int(allowed[int(random.random() * len(allowed))]))
            steps += 1
            if steps % 256 == 0 and time.process_time() - begun > SECONDS:
                return steps / (time.process_time() - begun)
        env.reset()


def main() -> None:
    peer = connect_four()
    contestants: dict[str, Callable[[], Any]] = {
        "connect_four_v3.env()": peer.env,
        "connect_four_v3.raw_env()": peer.raw_env,
        "nexus-ops, 4 seats": lambda: aec("nexus-ops", seats=4),
        "cassiopeia, 4 seats": lambda: aec("cassiopeia", seats=4),
    }
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, make in contestants.items():
            rates[name].append(steps_a_second(make()))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    wrapped, raw, *_ = medians.values()
    for name, rate in medians.items():
        against = f"{rate / wrapped:.2f} x env(), {rate / raw:.2f} x raw_env()"
        sys.stdout.write(f"{name}: {rate:,.0f} steps/s, {against}\n")


if __name__ == "__main__":
    main()
