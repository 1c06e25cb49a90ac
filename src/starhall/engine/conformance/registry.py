# mypyc: off
"""The checks that every game passes: what each is about, and what it builds on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.conformance.walk import Look
from starhall.engine.text.catalogue import ENGINE
from starhall.engine.text.spoken import say

# When a check runs.
ONCE: Final = "once"  # at the start of the first random game of a run
EVERY_PLY: Final = "every ply"
POSITION: Final = "position"  # at some plies of each random game
END: Final = "end"  # after the last ply of each random game
TIMES: Final = (ONCE, EVERY_PLY, POSITION, END)


class Check:
    """A check that every game must pass, made of one or several functions."""

    def __init__(self, name: str, *needs: str) -> None:
        self.name = name
        self.needs = needs  # a failure here may be caused by a failure there
        self.looks: dict[str, list[Look]] = {time: [] for time in TIMES}

    @property
    def about(self) -> str:
        """What it is about, in the active language."""
        return say(ENGINE, f"check.{self.name}")


CHECKS: Final[dict[str, Check]] = {
    check.name: check
    for check in (
        Check("determinism"),
        Check("conservation"),
        Check("termination"),
        Check("result"),
        Check("shape", "determinism"),
        Check("fork", "shape"),
        Check("save_load", "fork"),
        Check("options", "fork"),
        Check("legality", "options"),
        Check("orders", "options"),
        Check("tokens"),
        Check("text"),
        Check("scene", "options", "text"),
        Check("events"),
        Check("told", "fork", "text", "events"),
        Check("translations"),
        Check("lessons", "text"),
        Check("puzzles", "text"),
        Check("secrecy", "fork", "options", "text", "events"),
        Check("imagine", "fork", "options", "conservation"),
    )
}


def check(name: str, when: str) -> Callable[[Look], Look]:
    """Register a function under the name of its check."""

    def add(look: Look) -> Look:
        CHECKS[name].looks[when].append(look)
        return look

    return add


def blamed(name: str, failed: set[str]) -> list[str]:
    """The failed checks that this one builds on, directly or indirectly."""
    found: list[str] = []
    for need in CHECKS[name].needs:
        for other in [need] * (need in failed) + blamed(need, failed):
            if other not in found:
                found.append(other)
    return found
