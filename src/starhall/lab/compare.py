"""Compares two packs or sets of options: what differs, and could it be chance?

Game 17 of one side and game 17 of the other have the same seed and the same bots. So each figure is
compared game by game, and the luck that both games share cancels out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from starhall.engine.game import Game
from starhall.engine.text.spoken import say
from starhall.lab.course import came_back, changes_of, ran_away, shares_of
from starhall.lab.estimates import (
    LEVEL,
    Z80,
    Z95,
    Interval,
    adjusted,
    games_needed,
    mean,
    two_sided,
)
from starhall.lab.names import Names
from starhall.lab.observe import Observed
from starhall.lab.workers import LAB, LabError

FEWEST: Final = 10  # pairs of games from which something is said
Number = Callable[[Observed], float]


class _Figure(NamedTuple):
    """What is compared: a number for each game, and how much the game counts."""

    topic: str
    name: str
    share: bool
    value: Number
    weight: Number = lambda row: 1.0


class Change(msgspec.Struct, frozen=True):
    """One figure on both sides, and the difference by pair."""

    topic: str  # who, length, lead, role, use, end
    name: str
    share: bool  # a share of games or seats, to be shown in per cent
    one: float
    other: float
    difference: Interval
    least: float  # the smallest difference that so many games find, four times out of five
    needed: int | None  # games that would find this difference; None: there is none
    p: float
    q: float = 1.0

    @property
    def real(self) -> bool:
        return self.q < LEVEL


class Comparison(msgspec.Struct, frozen=True):
    """All figures of two sides; `pairs` of games were finished on both."""

    one: str
    other: str
    pairs: int
    changes: list[Change]


def check_number(pairs: int) -> None:
    """Refuse fewer pairs of games than a comparison needs."""
    if pairs < FEWEST:
        raise LabError("compare.few", n=pairs, fewest=FEWEST)


def compare(
    one: Sequence[Observed],
    other: Sequence[Observed],
    rules: tuple[Game[Any], Game[Any]],
    names: tuple[str, str],
) -> Comparison:
    """Compare the games of two plans that have the same seed."""
    others = {row.index: row for row in other if not row.error}
    pairs = [(row, others[row.index]) for row in one if not row.error and row.index in others]
    check_number(len(pairs))
    for first, second in pairs:
        if first.seed != second.seed or first.seats != second.seats:
            raise LabError("compare.no_pairs")
    said = Names(rules[1]), Names(rules[0])
    found: list[Change] = []
    for figure in _figures([row for pair in pairs for row in pair], said):
        changed = _change(pairs, figure)
        if changed is not None:
            found.append(changed)
    q_values = adjusted([change.p for change in found])
    corrected = [
        msgspec.structs.replace(change, q=q) for change, q in zip(found, q_values, strict=True)
    ]
    return Comparison(*names, len(pairs), corrected)


def _change(pairs: Sequence[tuple[Observed, Observed]], figure: _Figure) -> Change | None:
    """The difference between the means of both sides; None if there is nothing to compare."""
    one = _Side([row for row, _ in pairs], figure)
    other = _Side([row for _, row in pairs], figure)
    if len({*one.values, *other.values}) == 1 or not one.weighs or not other.weighs:
        return None  # the same in every game of both sides, or nothing on one of them
    count = len(pairs)
    found = mean(differences := _differences(one, other))
    middle = found.value
    deviation = math.sqrt(math.fsum([(each - middle) ** 2 for each in differences]) / (count - 1))
    error = deviation / math.sqrt(count)
    p = two_sided(middle / error) if error else float(middle == 0)
    return Change(
        figure.topic,
        figure.name,
        figure.share,
        one.mean,
        other.mean,
        found,
        (Z95 + Z80) * error,
        games_needed(middle, deviation) if deviation else None,
        p,
    )


def _differences(one: _Side, other: _Side) -> list[float]:
    """The difference of each pair. If games weigh differently, it is what the pair adds to the two
    means, to the first order (the linearized ratio estimator)."""
    if {*one.weights, *other.weights} == {1.0}:
        return [second - first for first, second in zip(one.values, other.values, strict=True)]
    apart = other.mean - one.mean
    return [apart + other.part(i) - one.part(i) for i in range(len(one.values))]


class _Side:
    """A figure in the games of one side, and their weighted mean."""

    def __init__(self, rows: Sequence[Observed], figure: _Figure) -> None:
        self.values = [figure.value(row) for row in rows]
        self.weights = [figure.weight(row) for row in rows]
        self.weighs = math.fsum(self.weights)
        self.mean = math.fsum(self.values) / self.weighs if self.weighs else 0.0

    def part(self, i: int) -> float:
        """By how much a game moves the mean, times the number of games."""
        return (self.values[i] - self.mean * self.weights[i]) * len(self.values) / self.weighs


def _figures(rows: Sequence[Observed], names: Sequence[Names]) -> list[_Figure]:
    """All that is compared."""
    seats = rows[0].seats
    found: list[_Figure] = []
    if seats > 1:
        for seat in range(seats):
            found.append(_Figure("who", _said("seat_wins", n=seat + 1), True, _of_seat(seat)))
    somebody = _said("somebody_wins")
    found.append(_Figure("who", somebody, True, lambda row: float(bool(row.winners))))
    if any([row.rounds for row in rows]):
        found.append(_Figure("length", _said("rounds"), False, lambda row: float(row.rounds)))
    found.append(_Figure("length", _said("decisions"), False, lambda row: float(row.choices)))
    found.append(_Figure("length", _said("options"), False, _branching))
    if seats > 1:
        changes = _said("lead_changes")
        found.append(_Figure("lead", changes, False, lambda row: float(changes_of(row))))
        found.append(_Figure("lead", _said("runaway"), True, lambda row: float(ran_away(row))))
        found.append(_Figure("lead", _said("comeback"), True, lambda row: float(came_back(row))))
    for reason in sorted({row.reason for row in rows}):
        name = reason.replace("_", " ").capitalize()
        found.append(_Figure("end", _said("ends", reason=name), True, _ends(reason)))
    kinds = sorted({(role.name, id) for row in rows for role in row.roles for id in role.values})
    for kind, id in kinds:
        name = _said("role_wins", name=_name(names, kind, id))
        found.append(_Figure("role", name, True, _of_role(kind, id), _seats_of(kind, id)))
    for what in sorted({use.what for row in rows for use in row.uses}):
        verb = what.partition(" ")[0].replace("_", " ").capitalize()
        thing = next((each.used(what) for each in names if what in each.tokens), "")
        name = f"{verb}: {thing or names[0].used(what)}"
        found.append(_Figure("use", name, False, _taken(what)))
    return found


def _said(key: str, **values: object) -> str:
    return say(LAB, f"figure.{key}", values)


def _name(names: Sequence[Names], kind: str, id: str) -> str:
    return names[0].thing(kind, id)


def _of_seat(seat: int) -> Number:
    return lambda row: shares_of(row)[seat]


def _ends(reason: str) -> Number:
    return lambda row: float(row.reason == reason)


def _branching(row: Observed) -> float:
    return sum(row.widths) / len(row.widths) if row.widths else 0.0


def _held(row: Observed, kind: str) -> Sequence[str]:
    """What each seat plays as."""
    return next((role.values for role in row.roles if role.name == kind), [])


def _of_role(kind: str, id: str) -> Number:
    """Wins of a role; with `_seats_of` as the weight, how often its seats win."""

    def figure(row: Observed) -> float:
        held = _held(row, kind)
        return sum([part for part, of in zip(shares_of(row), held, strict=False) if of == id])

    return figure


def _seats_of(kind: str, id: str) -> Number:
    return lambda row: float(list(_held(row, kind)).count(id))


def _taken(what: str) -> Number:
    """How often it is taken in a game, by all seats together."""
    return lambda row: float(sum([use.taken for use in row.uses if use.what == what]))
