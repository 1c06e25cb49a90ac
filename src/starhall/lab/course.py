"""The course of games: how long they are, who wins, who is ahead and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from starhall.lab.estimates import Interval, mean
from starhall.lab.observe import Observed

AHEAD: Final = 0.02  # of the sum of all positions; nobody is ahead by less


def shares_of(row: Observed) -> list[float]:
    """The share of the win of each seat."""
    return [1 / len(row.winners) if seat in row.winners else 0.0 for seat in range(row.seats)]


def seat_gap(rows: Sequence[Observed]) -> Interval:
    """The gap between the best and the worst seat of these games.

    One seat is always best, so equal seats have a gap too: about 0.07 in 200 games with 4 seats.
    """
    decided = [row for row in rows if row.winners]
    if not decided or decided[0].seats == 1:
        return Interval(0.0, 0.0, 0.0)
    seats = range(decided[0].seats)
    totals = [sum([shares_of(row)[seat] for row in decided]) for seat in seats]
    best, worst = totals.index(max(totals)), totals.index(min(totals))
    if best == worst:
        return Interval(0.0, 0.0, 0.0)
    found = mean([shares_of(row)[best] - shares_of(row)[worst] for row in decided])
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high))


def length(row: Observed) -> float:
    """In rounds; in choices if the game has no rounds."""
    return float(row.rounds or row.choices)


def leaders(row: Observed) -> list[int]:
    """Who is ahead at each look; a leader stays ahead until clearly overtaken. -1: nobody."""
    found: list[int] = []
    leader = -1
    for values in row.course:
        total = sum(values) or 1.0
        best = max(range(len(values)), key=lambda seat: values[seat])
        second = max([value for seat, value in enumerate(values) if seat != best], default=0.0)
        if (values[best] - second) / total > AHEAD:
            leader = best
        found.append(leader)
    return found


def changes_of(row: Observed) -> int:
    """How often the lead changes hands."""
    ahead = [seat for seat in leaders(row) if seat >= 0]
    return sum([one != other for one, other in zip(ahead, ahead[1:], strict=False)])


def at(row: Observed, percent: int) -> int:
    """The look at that part of the game."""
    return min(len(row.course) - 1, len(row.course) * percent // 100)


def ran_away(row: Observed) -> bool:
    """Ahead at half time, never behind again, and won."""
    if not row.course:
        return False
    second_half = set(leaders(row)[at(row, 50) :])
    return len(second_half) == 1 and second_half <= set(row.winners)


def came_back(row: Observed) -> bool:
    """The winner was last at half time."""
    if not row.course:
        return False
    values = row.course[at(row, 50)]
    last = min(values)
    return last < max(values) and any([values[seat] == last for seat in row.winners])


def typical(rows: Iterable[Observed]) -> Observed | None:
    """A game of median length."""
    found = sorted(rows, key=lambda row: (length(row), row.choices, row.index))
    return found[(len(found) - 1) // 2] if found else None
