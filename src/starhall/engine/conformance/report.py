# mypyc: off
"""The report of a conformance run: for each check how often it ran and what it found."""

from __future__ import annotations

import msgspec

from starhall.engine.errors import Phrase
from starhall.engine.game import Value


class Failure(msgspec.Struct, frozen=True):
    """One failure, with everything needed to reproduce it."""

    check: str
    game: str
    seats: int
    settings: dict[str, Value]
    seed: int
    ply: int | None
    sentence: str

    @property
    def reproduce(self) -> str:
        """The call that plays the same game and runs the same checks."""
        return (
            f"check_game({self.game!r}, seats={self.seats}, settings={self.settings!r}, "
            f"seed={self.seed})"
        )

    def __str__(self) -> str:
        chosen = "".join([f", {id}={value}" for id, value in self.settings.items()])
        ply = "none" if self.ply is None else str(self.ply)
        frame = Phrase(
            "fault.frame", game=self.game, check=self.check, seats=self.seats, settings=chosen,
            seed=self.seed, ply=ply, sentence=self.sentence, call=self.reproduce,
        )  # fmt: skip
        return str(frame)


class Outcome(msgspec.Struct):
    """The result of one check."""

    check: str
    about: str
    runs: int = 0  # how often it ran
    failed: int = 0  # in how many random games it found something
    failures: list[Failure] = []  # the first few of them
    follows: list[str] = []  # failed checks that this one builds on: fix those first

    @property
    def ok(self) -> bool:
        return self.failed == 0


class Report(msgspec.Struct):
    """The results for one game."""

    game: str
    version: str
    seed: int
    seats: list[int]
    games: int
    plies: int
    outcomes: list[Outcome]

    @property
    def ok(self) -> bool:
        return all([outcome.ok for outcome in self.outcomes])

    @property
    def causes(self) -> list[str]:
        """The failed checks that do not build on another failed one."""
        return [
            outcome.check for outcome in self.outcomes if not outcome.ok and not outcome.follows
        ]

    @property
    def failures(self) -> list[Failure]:
        """All failures, causes first."""
        ordered = sorted(self.outcomes, key=lambda outcome: bool(outcome.follows))
        return [failure for outcome in ordered for failure in outcome.failures]

    def __str__(self) -> str:
        played = f"{self.game} {self.version}: {self.games} random games, {self.plies} choices"
        if self.ok:
            passed = len(self.outcomes)
            return f"{played}: passes {'this check' if passed == 1 else f'all {passed} checks'}."
        lines = [f"{played}: fails {', '.join(self.causes)}."]
        for outcome in self.outcomes:
            if outcome.follows:
                lines.append(
                    f"'{outcome.check}' fails too, but may only follow from "
                    f"{', '.join(outcome.follows)}."
                )
        lines += [str(failure) for failure in self.failures]
        return "\n".join(lines)
