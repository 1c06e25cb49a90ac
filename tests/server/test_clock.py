"""The clocks of a table, as a pure function of what the log tells."""

from __future__ import annotations

import datetime
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from starhall.server.errors import HallError
from starhall.server.hall_time import HallTime
from starhall.server.protocol.clocks import ClockSettings, DaysClock, LiveClock, SeatClock
from starhall.server.tables.clock import DAY, MONTH, OVERTIME, Calendar, Clock, check_settings
from starhall.server.tables.frames import frame
from starhall.server.tables.journal import Journal
from starhall.server.tables.viewpoint import Viewpoint
from tests.server.test_secrecy import _started

ZONES = ("UTC", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Auckland", "Asia/Kolkata")
SEATS = (0, 1, 2)
START = 1_750_000_000.0  # a Sunday in June 2025

moments = st.floats(1.6e9, 1.9e9)
seconds = st.floats(0, 30 * DAY)
settings = st.one_of(
    st.builds(LiveClock, minutes=st.floats(1, 60), seconds=st.floats(0, 60)),
    st.builds(
        DaysClock,
        hours=st.floats(1, 200),
        weekends_off=st.booleans(),
        zone=st.sampled_from(ZONES),
        pause_days=st.integers(1, 10),
    ),
)


def calendar(zone: str) -> Calendar:
    from zoneinfo import ZoneInfo

    return Calendar(ZoneInfo(zone))


# Which seconds count


@given(moments, seconds, st.sampled_from(ZONES))
def test_the_end_of_a_time_is_where_that_time_has_counted(
    start: float, length: float, zone: str
) -> None:
    week = calendar(zone)
    end = week.after(start, length)
    assert end >= start + length
    assert week.counted(start, end) == pytest.approx(length, abs=1e-3)


@given(moments, seconds, seconds, st.sampled_from(ZONES))
def test_time_adds_up(start: float, first: float, second: float, zone: str) -> None:
    week = calendar(zone)
    middle, end = start + first, start + first + second
    parts = week.counted(start, middle) + week.counted(middle, end)
    assert week.counted(start, end) == pytest.approx(parts, abs=1e-3)
    assert 0 <= week.counted(start, end) <= end - start + 1e-3


@pytest.mark.parametrize("zone", ZONES)
def test_a_week_has_five_days(zone: str) -> None:
    from zoneinfo import ZoneInfo

    here = ZoneInfo(zone)
    friday = datetime.datetime(2025, 6, 20, 18, tzinfo=here).timestamp()
    monday = datetime.datetime(2025, 6, 23, 6, tzinfo=here).timestamp()
    saturday = datetime.datetime(2025, 6, 21, 12, tzinfo=here).timestamp()
    week = calendar(zone)
    assert week.counted(friday, monday) == 12 * 3600
    assert week.after(friday, 12 * 3600) == monday
    assert week.counted(saturday, saturday + 3600) == 0
    assert week.counted(friday, friday + 7 * DAY) == 5 * DAY


# Whose time it is


Step = tuple[float, frozenset[int], frozenset[int], int, bool, bool]
steps = st.lists(
    st.tuples(
        st.floats(-3600, 2 * DAY),
        st.frozensets(st.sampled_from(SEATS)),  # who is asked openly
        st.frozensets(st.sampled_from(SEATS)),  # who is asked in secret
        st.sampled_from(SEATS),
        st.booleans(),  # time is up for the first one who is asked
        st.booleans(),  # taken back
    ),
    max_size=20,
)


def told(clock: Clock, course: list[Step], secretly: bool) -> list[list[SeatClock]]:
    """What a spectator is shown after each step, with or without what happens in secret."""
    at, answered = START, dict.fromkeys(SEATS, 0)
    shown: list[list[SeatClock]] = []
    openly_asked: frozenset[int] = frozenset()
    asked: frozenset[int] = frozenset()
    for ply, (passed, openly, hidden, by, _, back) in enumerate(course, 1):
        at = max(at, at + passed)
        chooser = by if by in asked and (secretly or by in openly_asked) else None
        if chooser is not None:
            answered[chooser] += 1
        asked = openly | hidden if secretly else openly
        openly_asked = openly
        clock.change(at, asked, openly, chooser, answered.get(by, 0), ply, back)
        shown.append(clock.shown(None))
    return shown


@given(settings, steps)
def test_nobody_sees_what_is_decided_in_secret(chosen: ClockSettings, course: list[Step]) -> None:
    one, other = Clock(chosen, SEATS, START), Clock(chosen, SEATS, START)
    assert told(one, course, secretly=True) == told(other, course, secretly=False)


@given(settings, steps)
def test_only_seats_that_are_asked_use_time(chosen: ClockSettings, course: list[Step]) -> None:
    """And time that goes backwards counts as none."""
    clock = Clock(chosen, SEATS, START)
    at = START
    asked: frozenset[int] = frozenset()
    for passed, openly, hidden, _, late, _ in course:
        before = {one.seat: one for one in (clock.shown(seat)[seat] for seat in SEATS)}
        at += passed
        asked = openly | hidden
        clock.change(at, asked, openly)
        for seat in SEATS:
            now = clock.shown(seat)[seat]
            assert (now.due is not None) == (seat in asked) == (seat in clock.dues())
            if seat not in asked and before[seat].due is None:
                assert now == before[seat]
            if now.due is not None and isinstance(chosen, LiveClock):
                assert now.due <= clock.at + max(chosen.minutes * 60, OVERTIME, chosen.seconds)
        if late and asked:
            seat = min(asked)
            clock.time_up(seat, clock.at)
            assert clock.is_out(seat) and clock.expired(clock.dues()[seat]) == (
                [one for one in asked if clock.dues()[one] <= clock.dues()[seat]]
            )


def test_a_live_clock_has_minutes_for_the_game_and_seconds_for_each_decision() -> None:
    clock = Clock(LiveClock(minutes=1, seconds=5), SEATS, START)
    clock.change(START, [0], [0])
    assert clock.dues() == {0: START + 60}
    clock.change(START + 20, [1], [1], by=0, answered=1, ply=1)
    assert clock.shown(None)[0].left == 45
    assert clock.dues() == {1: START + 80}
    clock.change(START + 30, [1], [1], by=1, answered=1, ply=2)
    assert clock.dues() == {1: START + 30 + 55}


def test_to_take_back_and_choose_again_gains_no_time() -> None:
    clock = Clock(LiveClock(minutes=1, seconds=5), SEATS, START)
    clock.change(START, [0], [0])
    for number in range(0, 20, 2):
        clock.change(START, [1], [1], by=0, answered=number + 1, ply=1)
        clock.change(START, [0], [0], by=0, answered=number + 2, ply=0, taken_back=True)
    assert clock.dues() == {0: START + 65}
    days = Clock(DaysClock(hours=1), SEATS, START)
    days.change(START, [0], [0])
    days.change(START + 1800, [1], [1], by=0, answered=1, ply=1)
    days.change(START + 1900, [0], [0], by=0, answered=2, ply=0, taken_back=True)
    assert days.dues() == {0: START + 1900 + 1800}


def test_a_turn_over_days_has_its_time_once() -> None:
    clock = Clock(DaysClock(hours=24), SEATS, START)
    clock.change(START, [0], [0])
    clock.change(START + 3600, [0], [0], by=0, answered=1, ply=1)
    assert clock.dues() == {0: START + DAY}
    clock.change(START + 7200, [1], [1], by=0, answered=2, ply=2)
    clock.change(START + 9000, [0], [0], by=1, answered=1, ply=3)
    assert clock.dues() == {0: START + 9000 + DAY}


def test_who_was_late_has_some_seconds_for_each_decision() -> None:
    clock = Clock(LiveClock(minutes=1, seconds=2), SEATS, START)
    clock.change(START, [0], [0])
    assert clock.expired(START + 59) == [] and clock.expired(START + 60) == [0]
    clock.time_up(0, START + 60)
    assert clock.shown(1)[0].out
    clock.change(START + 60, [1], [1], by=0, answered=1, ply=1)
    assert not clock.shown(1)[0].out
    clock.change(START + 61, [0], [0], by=1, answered=1, ply=2)
    assert clock.dues() == {0: START + 61 + OVERTIME}


def test_a_bot_that_plays_the_rest_of_a_turn_has_all_the_time() -> None:
    clock = Clock(LiveClock(minutes=1, then="bot"), SEATS, START)
    clock.change(START, [0], [0])
    clock.time_up(0, START + 60)
    assert clock.bot_plays(0) and clock.expired(START + 1000) == []
    clock.change(START + 70, [0], [0], by=0, answered=1, ply=1)
    assert clock.bot_plays(0)
    clock.change(START + 80, [1], [1], by=0, answered=2, ply=2)
    assert not clock.bot_plays(0)


def test_a_player_may_pause_once_a_month() -> None:
    clock = Clock(DaysClock(hours=24, pause_days=7), SEATS, START)
    clock.change(START, [0], [0])
    assert clock.pause(0, START + 3600) == START + 3600 + 7 * DAY
    assert clock.dues() == {0: START + DAY + 7 * DAY}
    assert clock.shown(1)[0].paused == START + 3600 + 7 * DAY
    with pytest.raises(HallError, match="once in 30 days; you may again in 20 days"):
        clock.pause(0, START + 3600 + 10 * DAY)
    clock.pause(0, START + 3600 + MONTH)
    with pytest.raises(HallError, match="has no pause"):
        Clock(LiveClock(minutes=1), SEATS, START).pause(0, START)


@pytest.mark.parametrize("chosen", [LiveClock(minutes=5, seconds=3), DaysClock(hours=2)])
@pytest.mark.parametrize("id", ["cyberstrife", "nexus-ops"])
def test_at_a_table_nobody_sees_the_clock_of_who_decides_in_secret(
    id: str, chosen: ClockSettings
) -> None:
    """Nor does a secret choice change what others see of any clock."""
    plain, dice, hidden, kept = _started(id, 3, "clocks"), random.Random(2), 0, 0
    header = msgspec.structs.replace(plain.header, clock=chosen, people=[0, 1, 2])
    journal = Journal(plain.game, header, START)
    for number in range(1, 400):
        if journal.over:
            break
        match = journal.match
        secretly = {one.seat for one in match.decisions if one.secret}
        before = {seat: frame(journal, Viewpoint(seat, False)).clocks for seat in (0, 1, 2, None)}
        for observer, clocks in before.items():
            for clock in clocks:
                if clock.seat in secretly and clock.seat != observer:
                    assert clock.due is None
                    hidden += 1
        openly, decision = match.waiting(), dice.choice(match.decisions)
        option = dice.choice([one for one in decision.options if one.verb != "concede"])
        journal.choose(decision.seat, [option.number], START + 7.0 * number)
        if decision.secret and journal.match.waiting() == openly:
            for observer in {0, 1, 2, None} - {decision.seat}:
                after = frame(journal, Viewpoint(observer, False)).clocks
                for old, new in zip(before[observer], after, strict=True):
                    assert old == new or new.seat == observer  # who may be asked now
                    kept += 1
    assert hidden > 10 and (kept > 3 or id != "cyberstrife")


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (LiveClock(minutes=0.5), "the minutes of a clock are 1 to 1440, not 0.5"),
        (LiveClock(minutes=5, seconds=-1), "the seconds of a clock are 0 to 3600, not -1"),
        (DaysClock(hours=1000), "the hours of a clock are 0.0166667 to 720, not 1000"),
        (DaysClock(hours=24, pause_days=99), "the pause_days of a clock are 0 to 30, not 99"),
        (DaysClock(hours=24, zone="Mars/Olympus"), "'Mars/Olympus' is not a time zone"),
        (DaysClock(hours=24, zone="../../etc/passwd"), "is not a time zone"),
        (DaysClock(hours=24, zone=""), "is not a time zone"),
        (LiveClock(minutes=float("nan")), "the minutes of a clock are"),
    ],
)
def test_impossible_clocks_are_refused(chosen: ClockSettings, said: str) -> None:
    with pytest.raises(HallError) as refused:
        check_settings(chosen, 60.0)
    assert said in str(refused.value)


def test_the_time_of_the_hall_does_not_follow_a_clock_that_is_set() -> None:
    system, steady = [START], [5.0]
    hall = HallTime(lambda: system[0], lambda: steady[0])
    assert hall() == START
    for moved in (-DAY, DAY):
        system[0] = START + moved
        steady[0] += 10
    assert hall() == START + 20
