"""Clocks: how much time players have, and what happens when it is used up."""

from __future__ import annotations

from typing import Literal

from starhall.server.protocol.wire import Answer, Message

# What happens when the time is up: the game's default choice, a bot for the rest of the turn, or
# the player loses.
TimeUp = Literal["default", "bot", "loss"]


class LiveClock(Message, tag="live"):
    """For people who sit at the table together."""

    minutes: float  # of each player, for the whole game
    seconds: float = 0.0  # added for each decision
    then: TimeUp = "default"


class DaysClock(Message, tag="days"):
    """For games over days: each turn has the same time."""

    hours: float  # for each turn
    weekends_off: bool = False  # Saturdays and Sundays do not count
    zone: str = "UTC"  # of the weekends, by its name in the IANA database
    pause_days: int = 0  # of a pause, which a player may take once a month; 0: none
    then: TimeUp = "default"


ClockSettings = LiveClock | DaysClock


class SeatClock(Answer):
    """The clock of one seat, as an observer may know it.

    Times are those of the hall, whose clock `Presence.now` tells. The time that a seat uses to
    decide in secret shows only in its own clock; the clock that others see stands still meanwhile.
    """

    seat: int
    due: float | None = None  # when the time is up; None: the clock stands still
    left: float | None = None  # seconds, while it stands still; None: a full turn comes next
    out: bool = False  # the time of this turn is up
    paused: float | None = None  # the clock stands still until then
    pause_from: float | None = None  # one's own seat may pause from then on; None: never
