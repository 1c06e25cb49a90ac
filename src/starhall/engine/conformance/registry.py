# mypyc: off
"""The checks that every game passes: what each is about, and what it builds on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.conformance.walk import Look

# When a check runs.
ONCE: Final = "once"  # at the start of the first random game of a run
EVERY_PLY: Final = "every ply"
POSITION: Final = "position"  # at some plies of each random game
END: Final = "end"  # after the last ply of each random game
TIMES: Final = (ONCE, EVERY_PLY, POSITION, END)


class Check:
    """A check that every game must pass, made of one or several functions."""

    __slots__ = ("about", "looks", "name", "needs")

    def __init__(self, name: str, about: str, *needs: str) -> None:
        self.name = name
        self.about = about
        self.needs = needs  # a failure here may be caused by a failure there
        self.looks: dict[str, list[Look]] = {time: [] for time in TIMES}


CHECKS: Final[dict[str, Check]] = {
    check.name: check
    for check in (
        Check("determinism", "the same seed and choices give the same game, to the byte"),
        Check("conservation", "every card and piece exists exactly once"),
        Check("termination", "every game ends within the stated number of choices"),
        Check("result", "ranks, scores and winners fit together, at the end and not before"),
        Check("shape", "all fields are declared and saved; copies are independent", "determinism"),
        Check("fork", "a fork equals the original and stays equal", "shape"),
        Check("save_load", "a match can be saved, loaded and taken back at any ply", "fork"),
        Check("options", "every offered option is accepted, everything else refused", "fork"),
        Check("legality", "the options are exactly the candidates without a reason", "options"),
        Check("orders", "every standing order chooses what is offered, or nothing", "options"),
        Check("tokens", "every option has a readable token of its own"),
        Check("text", "everything a player meets has a sentence or a name"),
        Check("scene", "scenes are sound and can be drawn and read out", "options", "text"),
        Check("events", "events are told to those entitled and stay as they were told"),
        Check(
            "told",
            "no visible part of the state changes without an event that names it",
            *("fork", "text", "events"),
        ),
        Check("translations", "every text exists in every language of the game, with its slots"),
        Check("lessons", "every lesson can be played to its end by its own answers", "text"),
        Check("puzzles", "every puzzle follows from its record", "text"),
        Check(
            "secrecy",
            "what a seat must not know is dealt again, and nothing it sees changes",
            *("fork", "options", "text", "events"),
        ),
        Check(
            "imagine",
            "imagined worlds fit what a seat knows, play on, and do not depend on the truth",
            *("fork", "options", "conservation"),
        ),
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
