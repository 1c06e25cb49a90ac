"""What the games of a plan show: the figures of a report, each with its interval.

Everything here follows from the rows alone (and the names of things), so that a report can be
made again from its Parquet file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from starhall.engine.game import Game
from starhall.lab.estimates import (
    LEVEL,
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
from starhall.lab.observe import Observed
from starhall.lab.workers import LabError

if TYPE_CHECKING:
    from starhall.lab.estimates import Array

AHEAD: Final = 0.02  # of the sum of all positions: by less, nobody is ahead of anybody
POINTS: Final = tuple(range(10, 100, 10))  # per cent of a game at which it is looked at
RARE: Final = 30  # seats that did something, or did not: with fewer, nothing is estimated
# Dead: fewer than one in twenty who could take it do. Dominant: nearly all who can take it do,
# or the chance to win is much larger with it.
DEAD: Final = 0.05
ALWAYS: Final = 0.9
LARGE: Final = 0.1


class Group(msgspec.Struct, frozen=True):
    """How often some seats win: those in one place, of one bot, of one faction."""

    name: str
    seats: int  # taken in games that somebody won
    wins: float  # a win that two share is half of one
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
    kept: dict[int, Interval]  # by per cent of the game: how often who is ahead then wins
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
    spread: dict[int, tuple[float, float]]  # the tenth and the ninetieth in a hundred


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


# --- names ---------------------------------------------------------------------------------------


class Names:
    """The names of what is counted, from the texts of the game."""

    def __init__(self, rules: Game[Any]) -> None:
        self.text = rules.text
        self.tokens = rules.vocabulary.tokens
        self.tables: dict[str, str] = {}  # by entry: where its name is
        for place, keys in rules.described.items():
            file, _, table = place.partition(".")
            for id, entry in rules.files.entries(f"{file}.toml").items():
                if entry[""] == table and keys:
                    self.tables.setdefault(id, keys[0])

    def thing(self, kind: str, id: str) -> str:
        if kind and self.text.has(f"name.{kind}.{id}"):
            return _upper(self.text.say(f"name.{kind}.{id}", {"n": 1}))
        table = self.tables.get(id, "")
        if table and self.text.has(f"{table}.{id}"):
            return _upper(self.text.say(f"{table}.{id}", {"n": 1}))
        return _words(id)

    def used(self, what: str) -> str:
        """`buy dragon` as `Rubium Dragon`."""
        option = self.tokens.get(what)
        if option is None:
            return self.thing("", what.partition(" ")[2])
        kinds = option.kinds or ("",) * len(option.parts)
        parts = [self.thing(*pair) for pair in zip(kinds, option.parts, strict=True)]
        return ", ".join(parts) or _words(option.verb)

    def ending(self, reason: str) -> str:
        return _words(reason)


def _words(id: str) -> str:
    return _upper(id.replace("_", " ").replace("/", ", "))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the games as tables -------------------------------------------------------------------------


class Sample:
    """The finished games, and the model of who wins with seat and bot held equal."""

    def __init__(self, rows: Sequence[Observed]) -> None:
        import numpy

        self.rows = [row for row in rows if not row.error]
        if not self.rows:
            raise LabError("no game was finished, so there is nothing to report")
        self.seats = self.rows[0].seats
        # With several seats, a game that nobody wins says nothing of who wins.
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
        # A game for one has no other seat to compare with, but a constant.
        alone = numpy.ones((len(self.decided), 1, 1))
        self.base = numpy.concatenate([base, alone], axis=2) if self.seats == 1 else base

    def effect(self, did: Array, could: Array, *held: Array) -> Effect | None:
        """What goes with having done something, among the seats that could.

        Seat and bot are held equal, and whatever else is given by game and seat.
        """
        import numpy

        took, left = int((did * could).sum()), int(((1 - did) * could).sum())
        if min(took, left) < RARE:
            return None
        columns = [self.base, *[each[:, :, None] for each in (*held, could, did)]]
        features = numpy.concatenate(columns, axis=2)
        fit = choice_model(features, self.won)
        return fit.effect(features.shape[2] - 1, could)


def shares_of(row: Observed) -> list[float]:
    """The share of the win of each seat."""
    return [1 / len(row.winners) if seat in row.winners else 0.0 for seat in range(row.seats)]


# --- the report ----------------------------------------------------------------------------------


def analyse(
    rows: Sequence[Observed], rules: Game[Any], about: dict[str, Any], pace: float
) -> Report:
    """All figures, from the rows of one plan; `pace` is the seconds that a choice takes people."""
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
    return [f"Seat {seat + 1}" for seat in range(seats)]


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
                    mean([_length(row) for row in rows]),
                    two_shares_test(
                        len(decided), len(rows), total - len(decided), len(sample.rows) - len(rows)
                    ),
                )
            )
    return found


# How long


def _length(row: Observed) -> float:
    return float(row.rounds or row.choices)


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


def leaders(row: Observed) -> list[int]:
    """Who is ahead at each look; whoever was ahead stays so until clearly overtaken. -1: nobody."""
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
        # Of this kind: how much a seat was offered; of events, how much happened to it.
        offered, happened = numpy.zeros(shape), numpy.zeros(shape)
        for what in whats:
            for game, seat, offers, taken in places[what]:
                offered[game, seat] += offers
                happened[game, seat] += taken
        items = [
            _usage(sample, what, names.used(what), places[what], offered, happened)
            for what in whats
        ]
        found.append(Uses(verb, _words(verb), _told_apart(items)))
    return found


def _usage(
    sample: Sample,
    what: str,
    name: str,
    places: Sequence[tuple[int, int, int, int]],
    offered_of_kind: Array,
    happened_of_kind: Array,
) -> Usage:
    """Who acts more takes more of everything, and wins more or less for other reasons.

    So exposure is held equal: how often it was offered, and how often anything of its kind was.
    What was taken instead is not: where one thing is taken in each round, that is the same
    as not taking this one. Events are not offered; there it is what else happened.
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
    """In the order of what goes with them; two of one name also have their ids."""
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


# --- games to look at ----------------------------------------------------------------------------


def typical(rows: Iterable[Observed]) -> Observed | None:
    """A game of middling length."""
    found = sorted(rows, key=lambda row: (_length(row), row.choices, row.index))
    return found[(len(found) - 1) // 2] if found else None
