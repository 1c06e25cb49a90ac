"""What the games of a plan show: the figures of a report, each with its interval.

Everything here follows from the rows alone (and the names of things), so that a report can be
made again from its Parquet file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from starhall.engine.game import Game
from starhall.lab.course import (
    at,
    came_back,
    changes_of,
    leaders,
    length,
    ran_away,
    seat_gap,
    shares_of,
)
from starhall.lab.estimates import (
    Effect,
    Interval,
    adjusted,
    choice_model,
    mean,
    quantile,
    share,
    share_test,
    two_shares_test,
)
from starhall.lab.figures import (
    RARE,
    Belongings,
    Branching,
    Ending,
    Group,
    Lead,
    Length,
    Report,
    Usage,
    Uses,
    Variant,
)
from starhall.lab.names import Names
from starhall.lab.observe import Observed
from starhall.lab.words import say
from starhall.lab.workers import LabError

if TYPE_CHECKING:
    from starhall.lab.estimates import Array

POINTS: Final = tuple(range(10, 100, 10))  # per cent of a game at which it is looked at


# --- the games as tables -------------------------------------------------------------------------


class Sample:
    """The finished games, and the model of who wins with seat and bot held equal."""

    def __init__(self, rows: Sequence[Observed]) -> None:
        import numpy

        self.rows = [row for row in rows if not row.error]
        if not self.rows:
            raise LabError("lab.none_finished")
        self.seats = self.rows[0].seats
        # With several seats, a game that nobody wins says nothing about who wins.
        self.decided = [row for row in self.rows if row.winners or self.seats == 1]
        self.won = numpy.array([shares_of(row) for row in self.decided]).reshape(-1, self.seats)
        seats = numpy.eye(self.seats)[:, 1:]
        bots = sorted({bot for row in self.decided for bot in row.bots})
        base = numpy.zeros((len(self.decided), self.seats, len(bots) - 1 + self.seats - 1))
        base[:, :, : self.seats - 1] = seats
        for game, row in enumerate(self.decided):
            for seat, bot in enumerate(row.bots):
                if bot != bots[0]:
                    base[game, seat, self.seats - 2 + bots.index(bot)] = 1.0
        # A game for one player has a constant instead of other seats to compare with.
        alone = numpy.ones((len(self.decided), 1, 1))
        self.base = numpy.concatenate([base, alone], axis=2) if self.seats == 1 else base

    def effect(self, did: Array, could: Array, *held: Array) -> Effect | None:
        """What goes with having done something, among the seats that could.

        Seat and bot are held equal, as is everything in `held`, which is given by game and seat.
        """
        import numpy

        took, left = int((did * could).sum()), int(((1 - did) * could).sum())
        if min(took, left) < RARE:
            return None
        columns = [self.base, *[each[:, :, None] for each in (*held, could, did)]]
        features = numpy.concatenate(columns, axis=2)
        fit = choice_model(features, self.won)
        return fit.effect(features.shape[2] - 1, could)


# --- the report ----------------------------------------------------------------------------------


def analyse(
    rows: Sequence[Observed], rules: Game[Any], about: dict[str, Any], pace: float
) -> Report:
    """All figures, from the rows of one plan; `pace` is the seconds people take for a choice."""
    sample = Sample(rows)
    names = Names(rules)
    fair = sum(map(sum, sample.won)) / sample.won.size if len(sample.decided) else 0.0
    solo = sample.seats == 1
    report = Report(
        about=about,
        games=len(sample.rows),
        broken=len(rows) - len(sample.rows),
        seats=sample.seats,
        decided=share(len([row for row in sample.rows if row.winners]), len(sample.rows)),
        comparisons=0,
        by_seat=[] if solo else _groups(sample, lambda row: _seat_names(row.seats), fair),
        seat_gap=seat_gap(sample.rows),
        by_bot=_groups(sample, lambda row: row.bots, fair, tested=False),
        by_role=_roles(sample, names, fair),
        by_option=_options(sample),
        lengths=_lengths(sample.rows, pace),
        rounds=dict(sorted(Counter([row.rounds for row in sample.rows if row.rounds]).items())),
        decisions=dict(sorted(Counter([row.choices for row in sample.rows]).items())),
        lead=None if solo else _lead(sample.decided),
        uses=_uses(sample, names),
        endings=_endings(sample.rows, names),
        finals=_finals(sample.decided),
        branching=_branching(sample.rows),
        pace=pace,
    )
    return _corrected(report)


def _corrected(report: Report) -> Report:
    """Benjamini-Hochberg over all tests of the report together."""
    groups = [*report.by_seat, *[g for role in report.by_role.values() for g in role]]
    variants = [variant for found in report.by_option.values() for variant in found]
    used = [item for uses in report.uses for item in uses.items if item.effect is not None]
    tested: list[Any] = [*groups, *variants]
    p_values = [each.p for each in tested]
    p_values += [item.effect.p for item in used if item.effect is not None]
    q_values = dict(zip([id(each) for each in [*tested, *used]], adjusted(p_values), strict=True))

    def with_q(each: Any) -> Any:
        return msgspec.structs.replace(each, q=q_values.get(id(each), 1.0))

    return msgspec.structs.replace(
        report,
        comparisons=len(p_values),
        by_seat=[with_q(group) for group in report.by_seat],
        by_role={name: [with_q(g) for g in found] for name, found in report.by_role.items()},
        by_option={name: [with_q(v) for v in found] for name, found in report.by_option.items()},
        uses=[
            msgspec.structs.replace(uses, items=[with_q(item) for item in uses.items])
            for uses in report.uses
        ],
    )


# Who wins


def _seat_names(seats: int) -> list[str]:
    return [say("seat", n=seat + 1) for seat in range(seats)]


def _groups(
    sample: Sample, of: Callable[[Observed], list[str]], fair: float, tested: bool = True
) -> list[Group]:
    """How often the seats of each name win, compared with a fair share."""
    taken: Counter[str] = Counter()
    wins: dict[str, float] = {}
    for row in sample.decided:
        for name, part in zip(of(row), shares_of(row), strict=True):
            taken[name] += 1
            wins[name] = wins.get(name, 0.0) + part
    return [
        Group(
            name,
            count,
            wins[name],
            share(wins[name], count),
            fair,
            share_test(wins[name], count, fair) if tested else 1.0,
        )
        for name, count in sorted(taken.items())
    ]


def _roles(sample: Sample, names: Names, fair: float) -> dict[str, list[Group]]:
    """Win rates by faction, captain, system; the test holds seat and bot equal."""
    import numpy

    kinds = [role.name for role in sample.rows[0].roles]
    found: dict[str, list[Group]] = {}
    for place, kind in enumerate(kinds):
        groups = _groups(sample, lambda row, place=place: row.roles[place].values, fair)  # type: ignore[misc]
        everybody = numpy.ones((len(sample.decided), sample.seats))
        held = numpy.array([row.roles[place].values for row in sample.decided])
        tested = []
        for group in groups:
            plays = (held == group.name).astype(float)
            effect = sample.effect(plays, everybody)
            tested.append(
                msgspec.structs.replace(
                    group,
                    name=names.thing(kind, group.name),
                    p=1.0 if effect is None else effect.p,
                )
            )
        found[kind] = sorted(tested, key=lambda group: -group.won.value)
    return found


def _options(sample: Sample) -> dict[str, list[Variant]]:
    """Games by the value of each option that was varied."""
    settings = [msgspec.json.decode(row.settings) for row in sample.rows]
    found: dict[str, list[Variant]] = {}
    for option in settings[0]:
        values = sorted({str(each[option]) for each in settings})
        if len(values) < 2:
            continue
        total = len([row for row in sample.rows if row.winners])
        for value in values:
            rows = [
                row
                for row, each in zip(sample.rows, settings, strict=True)
                if str(each[option]) == value
            ]
            decided = [row for row in rows if row.winners]
            found.setdefault(option, []).append(
                Variant(
                    value,
                    len(rows),
                    share(len(decided), len(rows)),
                    share(sum([shares_of(row)[0] for row in decided]), len(decided)),
                    mean([length(row) for row in rows]),
                    two_shares_test(
                        len(decided), len(rows), total - len(decided), len(sample.rows) - len(rows)
                    ),
                )
            )
    return found


# How long


def _lengths(rows: Sequence[Observed], pace: float) -> list[Length]:
    units: list[tuple[str, list[float]]] = [
        ("rounds", [float(row.rounds) for row in rows if row.rounds]),
        ("decisions", [float(row.choices) for row in rows]),
        ("minutes", [row.choices * pace / 60 for row in rows]),
    ]
    return [
        Length(
            unit,
            mean(values),
            quantile(values, 0.5),
            quantile(values, 0.1),
            quantile(values, 0.9),
            min(values),
            max(values),
        )
        for unit, values in units
        if values
    ]


# The lead


def _lead(rows: Sequence[Observed]) -> Lead | None:
    rows = [row for row in rows if len(row.course) > 1]
    counts = [changes_of(row) for row in rows]
    kept: dict[int, Interval] = {}
    for percent in POINTS:
        wins, seen = 0.0, 0
        for row in rows:
            leader = leaders(row)[at(row, percent)]
            if leader >= 0:
                wins += shares_of(row)[leader]
                seen += 1
        if seen >= RARE:  # at first nobody is ahead
            kept[percent] = share(wins, seen)
    if 50 not in kept:
        return None  # too few games, or an evaluation that does not tell seats apart
    return Lead(
        games=len(rows),
        changes=mean([float(count) for count in counts]),
        counts=dict(sorted(Counter(counts).items())),
        kept=kept,
        runaway=share(len([row for row in rows if ran_away(row)]), len(rows)),
        comeback=share(len([row for row in rows if came_back(row)]), len(rows)),
    )


# What is used


def _uses(sample: Sample, names: Names) -> list[Uses]:
    import numpy

    places: dict[str, list[tuple[int, int, int, int]]] = {}
    for game, row in enumerate(sample.decided):
        for use in row.uses:
            places.setdefault(use.what, []).append((game, use.seat, use.offered, use.taken))
    shape = len(sample.decided), sample.seats
    verbs: dict[str, list[str]] = {}
    for what in sorted(places):
        verbs.setdefault(what.partition(" ")[0], []).append(what)
    found: list[Uses] = []
    for verb, whats in verbs.items():
        # How much of this kind a seat was offered or, for events, how much happened to it.
        offered, happened = numpy.zeros(shape), numpy.zeros(shape)
        for what in whats:
            for game, seat, offers, taken in places[what]:
                offered[game, seat] += offers
                happened[game, seat] += taken
        items = [
            _usage(sample, what, names.used(what), places[what], offered, happened)
            for what in whats
        ]
        found.append(Uses(verb, names.called("verb", verb), _told_apart(items)))
    return found


def _usage(
    sample: Sample,
    what: str,
    name: str,
    places: Sequence[tuple[int, int, int, int]],
    offered_of_kind: Array,
    happened_of_kind: Array,
) -> Usage:
    """A seat that acts more takes more of everything, and wins more or less for other reasons.

    So exposure is held equal: how often it was offered, and how often anything of its kind was.
    What was taken instead is not held equal: if one thing is taken in each round, it is the same
    as not taking this one. Events are not offered; their exposure is what else happened.
    """
    import numpy

    offers, took = numpy.zeros_like(offered_of_kind), numpy.zeros_like(offered_of_kind)
    for game, seat, offered, taken in places:
        offers[game, seat] = offered
        took[game, seat] = taken
    did = (took > 0).astype(float)
    optional = bool(offers.any())
    could = (offers > 0).astype(float) if optional else numpy.ones_like(did)
    able, takers = int(could.sum()), int((did * could).sum())
    exposure = [offers, offered_of_kind] if optional else [happened_of_kind - took]
    return Usage(
        what=what,
        name=name,
        seats=could.size,
        available=share(able, could.size) if optional else None,
        taken=share(takers, able),
        times=float(took.sum()) / max(1, len(sample.decided)),
        with_it=share(float((sample.won * did * could).sum()), takers),
        without=share(float((sample.won * (1 - did) * could).sum()), able - takers),
        effect=sample.effect(did, could, *[numpy.log1p(each) for each in exposure]),
    )


def _told_apart(items: list[Usage]) -> list[Usage]:
    """In the order of their effects; things of the same name also have their ids."""
    names = Counter([item.name for item in items])
    items = [
        item
        if names[item.name] == 1
        else msgspec.structs.replace(item, name=f"{item.name} ({item.what.partition(' ')[2]})")
        for item in items
    ]
    return sorted(
        items,
        key=lambda item: (
            item.effect is None,
            -(item.effect.change.value if item.effect is not None else item.taken.value),
            item.what,
        ),
    )


# How it ends, and what there is to choose


def _endings(rows: Sequence[Observed], names: Names) -> list[Ending]:
    by_reason: dict[str, list[Observed]] = {}
    for row in rows:
        by_reason.setdefault(row.reason, []).append(row)
    return [
        Ending(
            reason,
            names.ending(reason),
            len(found),
            share(len(found), len(rows)),
            sum([row.rounds for row in found]) / len(found),
        )
        for reason, found in sorted(by_reason.items(), key=lambda item: -len(item[1]))
    ]


def _finals(rows: Sequence[Observed]) -> list[Belongings]:
    found = []
    for place, measure in enumerate(rows[0].measures if rows else []):
        winners: list[float] = []
        others: list[float] = []
        for row in rows:
            values = row.measures[place].values
            for seat, value in enumerate(values):
                (winners if seat in row.winners else others).append(value)
        found.append(Belongings(measure.name, mean(winners), mean(others)))
    return found


def _branching(rows: Sequence[Observed]) -> Branching:
    """Means by game first, because the choices of one game are alike."""
    rows = [row for row in rows if row.widths]
    course: dict[int, Interval] = {}
    spread: dict[int, tuple[float, float]] = {}
    for first in range(0, 100, 10):
        parts = [_part(row.widths, first, first + 10) for row in rows]
        means = [sum(part) / len(part) for part in parts if part]
        everything = [float(width) for part in parts for width in part]
        course[first + 5] = mean(means)
        spread[first + 5] = quantile(everything, 0.1).value, quantile(everything, 0.9).value
    return Branching(
        options=mean([sum(row.widths) / len(row.widths) for row in rows]),
        choices=mean([float(row.choices) for row in rows]),
        widest=max([max(row.widths) for row in rows], default=0),
        course=course,
        spread=spread,
    )


def _part(widths: list[int], first: int, last: int) -> list[int]:
    return widths[len(widths) * first // 100 : len(widths) * last // 100]
