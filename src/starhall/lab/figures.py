"""The figures of a report, each with its interval, and what counts as dead or dominant."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from starhall.lab.estimates import LEVEL, Effect, Interval

RARE: Final = 30  # seats that did something, or did not; nothing is estimated from fewer
# Dead: fewer than one in twenty who could take it do. Dominant: nearly all who can take it do,
# or the chance to win is much larger with it.
DEAD: Final = 0.05
ALWAYS: Final = 0.9
LARGE: Final = 0.1


class Group(msgspec.Struct, frozen=True):
    """How often some seats win: those in one place, of one bot, of one faction."""

    name: str
    seats: int  # taken in games that somebody won
    wins: float  # a win shared by two counts half
    won: Interval
    fair: float
    p: float
    q: float = 1.0

    @property
    def real(self) -> bool:
        return self.q < LEVEL


class Variant(msgspec.Struct, frozen=True):
    """What games with one value of an option are like."""

    name: str
    games: int
    decided: Interval  # the share of games that somebody won
    first_seat: Interval
    length: Interval
    p: float  # that the share of decided games is the same as with the other values
    q: float = 1.0


class Length(msgspec.Struct, frozen=True):
    """How long games are, in one unit."""

    unit: str
    mean: Interval
    median: Interval
    tenth: Interval
    ninetieth: Interval
    shortest: float
    longest: float


class Lead(msgspec.Struct, frozen=True):
    """Who is ahead, and what becomes of it."""

    games: int
    changes: Interval  # by game
    counts: dict[int, int]  # games by their number of changes
    kept: dict[int, Interval]  # by per cent of the game: how often the leader at that point wins
    runaway: Interval  # ahead at half time, never behind again, and won
    comeback: Interval  # the winner was last at half time


class Usage(msgspec.Struct, frozen=True):
    """One card, unit, action: how often it is there, how often it is taken, who wins with it."""

    what: str
    name: str
    seats: int  # all of them
    available: Interval | None  # the share of seats that could take it; None: not an option
    taken: Interval  # the share of those who could
    times: float  # by game
    with_it: Interval  # how often those who took it won
    without: Interval  # how often those who could have, but did not, won
    effect: Effect | None  # with seat and bot held equal; None: too few to tell
    q: float = 1.0

    @property
    def real(self) -> bool:
        return self.q < LEVEL

    @property
    def dead(self) -> bool:
        return self.available is not None and self.taken.high < DEAD

    @property
    def dominant(self) -> bool:
        large = self.effect is not None and self.real and self.effect.change.low > LARGE
        return large or (self.available is not None and self.taken.low > ALWAYS)


class Uses(msgspec.Struct, frozen=True):
    """All that is done by one verb, or told by one event."""

    verb: str
    name: str
    items: list[Usage]


class Branching(msgspec.Struct, frozen=True):
    """How many options there are where there is a choice."""

    options: Interval
    choices: Interval
    widest: int
    course: dict[int, Interval]  # by per cent of the game
    spread: dict[int, tuple[float, float]]  # the 10th and the 90th percentile


class Belongings(msgspec.Struct, frozen=True):
    """What seats have at the end: winners and the others."""

    name: str
    winners: Interval
    others: Interval


class Ending(msgspec.Struct, frozen=True):
    reason: str
    name: str
    games: int
    share: Interval
    rounds: float


class Report(msgspec.Struct, frozen=True):
    """All figures of a report."""

    about: dict[str, Any]
    games: int
    broken: int
    seats: int
    decided: Interval  # the share of games that somebody won
    comparisons: int  # tests that were corrected for together
    by_seat: list[Group]
    seat_gap: Interval  # between the best seat and the worst
    by_bot: list[Group]
    by_role: dict[str, list[Group]]
    by_option: dict[str, list[Variant]]
    lengths: list[Length]
    rounds: dict[int, int]  # games by their rounds
    decisions: dict[int, int]
    lead: Lead | None
    uses: list[Uses]
    endings: list[Ending]
    finals: list[Belongings]
    branching: Branching
    pace: float
