"""Uniformly random play to the end: the inner loop of benchmarks and rollouts."""

from __future__ import annotations

from collections.abc import Callable

from starhall.engine.rules.play import Play


def play_out(play: Play, random: Callable[[], float], limit: int = 1_000_000) -> int:
    """Choose at random until the game is over; returns the number of choices made."""
    for choices in range(limit):
        decision = play.decision
        if decision is None:
            return choices
        options = decision.options
        play.choose(decision, options[int(random() * len(options))])
    return limit
