"""The clocks of a table, computed from its log alone.

A clock is told when something was decided and who is asked now. It never asks what time it is, so
every process gets the same figures, even after a crash. Time that goes backwards counts as no
time.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Final, assert_never
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from starhall.server.errors import BadRequest, Conflict
from starhall.server.protocol.clocks import ClockSettings, DaysClock, LiveClock, SeatClock

OVERTIME: Final = 10.0  # seconds that a player whose time is up has at least for each decision
DAY: Final = 86_400.0
MONTH: Final = 30 * DAY  # between two pauses of a player
MOST_MINUTES: Final = 24 * 60
MOST_SECONDS: Final = 3600
MOST_HOURS: Final = 30 * 24
MOST_PAUSE: Final = 30
SATURDAY: Final = 5  # days after Monday


class Calendar:
    """Which seconds count: all of them, or those outside the weekends of a time zone."""

    def __init__(self, zone: ZoneInfo | None) -> None:
        self._zone = zone  # weekends in this zone do not count

    def counted(self, start: float, end: float) -> float:
        """How many seconds between two moments count."""
        if self._zone is None:
            return max(0.0, end - start)
        total = 0.0
        while start < end:
            closes, following = _week(start, self._zone)
            total += max(0.0, min(end, closes) - start)
            start = following
        return total

    def after(self, start: float, seconds: float) -> float:
        """The moment when so many seconds have counted."""
        if self._zone is None:
            return start + seconds
        while True:
            closes, following = _week(start, self._zone)
            if start + seconds <= closes:
                return start + seconds
            seconds -= max(0.0, closes - start)
            start = following


def _week(moment: float, zone: ZoneInfo) -> tuple[float, float]:
    """The moments when the weekend of this week and the next week begin."""
    today = datetime.fromtimestamp(moment, zone).date()
    monday = today - timedelta(days=today.weekday())
    return (
        _midnight(monday + timedelta(days=SATURDAY), zone),
        _midnight(monday + timedelta(days=7), zone),
    )


def _midnight(day: date, zone: ZoneInfo) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()


class Account:
    """Time that runs while a seat is asked."""

    __slots__ = ("flagged", "left", "out", "since")

    def __init__(self, seconds: float) -> None:
        self.left = seconds  # when the seat was asked, or now if it is not asked
        self.since: float | None = None  # when the seat was asked; None: it is not asked
        self.out = False  # the time of this turn is up
        self.flagged = False  # the time was up at least once


class SeatTime:
    """The time of one seat.

    `own` is the real time. `told` is what others may see: it runs only while everybody sees that
    the seat is asked. Otherwise it would reveal who is asked in secret, and who has chosen.
    """

    __slots__ = ("answered", "own", "paused", "told")

    def __init__(self, seconds: float) -> None:
        self.own, self.told = Account(seconds), Account(seconds)
        self.answered = 0  # choices, including those that were taken back
        self.paused = 0.0  # the clock stands still until then


class Clock:
    """The clocks of the people at one table."""

    __slots__ = ("_calendar", "_furthest", "_seats", "at", "settings")

    def __init__(self, settings: ClockSettings, people: Collection[int], at: float) -> None:
        self.settings = settings
        self.at = at  # the latest moment that the clock was told of
        self._calendar = Calendar(_weekend_zone(settings))
        self._seats = {seat: SeatTime(_seconds(settings)) for seat in people}
        self._furthest = 0  # ply reached so far; choices that are made again earn no bonus

    # What the log tells

    def change(
        self,
        at: float,
        asked: Collection[int],
        openly: Collection[int],
        by: int | None = None,
        answered: int = 0,
        ply: int = 0,
        taken_back: bool = False,
    ) -> None:
        """Something was decided at this moment; these seats are asked now, some of them openly.

        `by` has made `answered` choices so far. If nothing has changed for a seat, its clock is
        not touched, because it must look the same whatever others do in secret.
        """
        self.at = at = max(at, self.at)
        new = ply > self._furthest
        self._furthest = max(self._furthest, ply)
        for seat, time in self._seats.items():
            made = 0
            if seat == by:
                made, time.answered = answered - time.answered, answered
            bonus = made * self._bonus if new and not taken_back else 0.0
            for account, seats in ((time.own, asked), (time.told, openly)):
                if account.since is None:
                    if seat in seats:
                        self._begin(account, at, taken_back)
                elif made or seat not in seats:
                    account.left = self._left(account, time.paused, at) + bonus
                    if seat in seats:
                        self._ask(account, at)
                    else:
                        account.since, account.out = None, False

    def skip(self, at: float, by: int) -> None:
        """Somebody chose under older rules. Others are not charged: it is unknown who was asked."""
        passed, self.at = max(0.0, at - self.at), max(at, self.at)
        for seat, time in self._seats.items():
            time.answered += seat == by
            for account in (time.own, time.told):
                if seat == by and isinstance(self.settings, LiveClock):
                    account.left = max(0.0, account.left - passed)
                if account.since is not None:
                    account.since = self.at

    def time_up(self, seat: int, at: float) -> None:
        """The time of this seat is used up. The log also holds what follows from that."""
        self.at = at = max(at, self.at)
        time = self._seats[seat]
        for account in (time.own, time.told):
            if account.since is not None:
                account.left, account.since = 0.0, at
                account.out = account.flagged = True

    def pause(self, seat: int, at: float) -> float:
        """Pause the clock of this seat; returns until when. Refused too soon after the last one."""
        may, settings = self.pause_from(seat), self.settings
        if may is None or not isinstance(settings, DaysClock):
            raise Conflict("clock.no_pause")
        if at < may:
            days = max(1, round((may - at) / DAY))
            raise Conflict("clock.pause_again", days=days)
        self.at = at = max(at, self.at)
        time = self._seats[seat]
        for account in (time.own, time.told):
            if account.since is not None:
                account.left = self._left(account, time.paused, at)
                account.since = at
        time.paused = at + settings.pause_days * DAY
        return time.paused

    def leave(self, seat: int) -> None:
        """Stop counting the time of a seat whose player has resigned."""
        self._seats.pop(seat, None)

    @property
    def _bonus(self) -> float:
        return self.settings.seconds if isinstance(self.settings, LiveClock) else 0.0

    def _left(self, account: Account, paused: float, at: float) -> float:
        assert account.since is not None
        used = self._calendar.counted(max(account.since, paused), at)
        return max(0.0, account.left - used)

    def _begin(self, account: Account, at: float, taken_back: bool) -> None:
        """Begin a turn. If a choice was only taken back, the turn continues."""
        if isinstance(self.settings, DaysClock) and not taken_back:
            account.left = _seconds(self.settings)
        self._ask(account, at)

    def _ask(self, account: Account, at: float) -> None:
        account.since = at
        if account.flagged and isinstance(self.settings, LiveClock):
            account.left = max(account.left, OVERTIME, self._bonus)

    # What follows from it

    def dues(self) -> dict[int, float]:
        """When the time of each seat that is asked is up."""
        return {
            seat: self._due(time, time.own)
            for seat, time in self._seats.items()
            if time.own.since is not None
        }

    def _due(self, time: SeatTime, account: Account) -> float:
        assert account.since is not None
        return self._calendar.after(max(account.since, time.paused), account.left)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up, except where a bot plays the rest of the turn."""
        late = [seat for seat, due in self.dues().items() if due <= now]
        return [seat for seat in late if not self.bot_plays(seat)]

    def bot_plays(self, seat: int) -> bool:
        """Does a bot play the rest of this turn?"""
        return self.is_out(seat) and self.settings.then == "bot"

    def is_out(self, seat: int) -> bool:
        """Is the time of this turn up?"""
        time = self._seats.get(seat)
        return time is not None and time.own.out

    def pause_from(self, seat: int) -> float | None:
        """The moment from which a seat may pause; None: never."""
        time, settings = self._seats.get(seat), self.settings
        if time is None or not isinstance(settings, DaysClock) or not settings.pause_days:
            return None
        return time.paused - settings.pause_days * DAY + MONTH if time.paused else 0.0

    def shown(self, observer: int | None) -> list[SeatClock]:
        """The clocks as an observer may know them. Only the observer's own is always exact."""
        return [self._shown(seat, time, seat == observer) for seat, time in self._seats.items()]

    def _shown(self, seat: int, time: SeatTime, own: bool) -> SeatClock:
        account = time.own if own else time.told
        running = account.since is not None
        days = isinstance(self.settings, DaysClock)
        return SeatClock(
            seat=seat,
            due=self._due(time, account) if running else None,
            left=None if running or days else account.left,
            out=account.out,
            paused=time.paused or None,
            pause_from=self.pause_from(seat) if own else None,
        )


def _weekend_zone(settings: ClockSettings) -> ZoneInfo | None:
    """The time zone whose weekends do not count, if any."""
    if isinstance(settings, DaysClock) and settings.weekends_off:
        return ZoneInfo(settings.zone)
    return None


def _seconds(settings: ClockSettings) -> float:
    """The time at the start of the game, or of each turn."""
    match settings:
        case LiveClock():
            return settings.minutes * 60.0
        case DaysClock():
            return settings.hours * 3600.0
        case _:
            assert_never(settings)


def check_settings(settings: ClockSettings, least: float) -> None:
    """Refuse unplayable settings. The shortest clock has `least` seconds."""
    match settings:
        case LiveClock():
            _check("minutes", settings.minutes, least / 60, MOST_MINUTES)
            _check("seconds", settings.seconds, 0, MOST_SECONDS)
        case DaysClock():
            _check("hours", settings.hours, least / 3600, MOST_HOURS)
            _check("pause_days", settings.pause_days, 0, MOST_PAUSE)
            _check_zone(settings.zone)
        case _:
            assert_never(settings)


def _check(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadRequest(f"clock.{name}", low=f"{low:g}", high=f"{high:g}", value=f"{value:g}")


def _check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadRequest("clock.zone", name=name[:40]) from None
