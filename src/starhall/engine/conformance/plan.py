# mypyc: off
"""Plans the random games: all seat counts and settings, every pair of values at least once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, cast

from starhall.engine.errors import BadSetting
from starhall.engine.game import Game, S, Setting, Value
from starhall.engine.match.match import Match
from starhall.engine.match.record import Checkpoint
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.state import State

# In a wide range of seats, the limits are tested, and the numbers around which rules often change.
TELLING: Final = (3, 4, 5, 6, 7, 8, 12, 13)
FEW: Final = 8

Row = tuple[Value | None, ...]  # seats, then a value for each setting; None is the default
Pair = tuple[int, Value | None, int, Value | None]
Fits = Callable[[Row], bool]


@dataclass(eq=False)
class Case:
    """One random game; its seed makes it repeatable."""

    game: Game[State]
    seats: int
    settings: dict[str, Value]
    seed: int
    number: int  # its place in the run; some checks run only on game 0
    opening: Checkpoint | None = None  # where the match begins, if not at the deal
    skipped: int = 0  # how many choices were made before the opening

    def match(self, watched: bool = True) -> Match[Any]:
        match = Match(self.game, self.seats, self.settings, self.seed, watched=watched)
        if self.opening is not None:
            match.start_at(self.opening)
            if not watched:
                match.state.witness = None
        return match

    def stream(self, purpose: str) -> Stream:
        """Random numbers for the kit, separate from those of the game."""
        return Stream(seed_bytes(f"conformance {purpose} {self.seed}"))

    def __str__(self) -> str:
        chosen = "".join([f", {id}={value}" for id, value in self.settings.items()])
        return f"{self.game.id}, {self.seats} seats{chosen}, seed {self.seed}"


def seat_counts(game: Game[S]) -> list[int]:
    """All numbers of seats, or a selection from a wide range."""
    counts = list(game.seats)
    if len(counts) <= FEW:
        return counts
    telling = {counts[0], counts[1], counts[-1], *TELLING}
    return [count for count in counts if count in telling]


def cases(
    game: Game[S],
    seats: int | Sequence[int] | None = None,
    settings: Mapping[str, Value] | None = None,
    games: int | None = None,
    seed: int = 0,
) -> list[Case]:
    """The random games of a run; `games` lengthens or shortens the list."""
    counts = [seats] if isinstance(seats, int) else list(seats or seat_counts(game))
    if settings is None:
        chosen = combined(game, counts)
    else:
        chosen = [(count, dict(settings)) for count in counts]
        for count in counts:
            game.configure(count, settings)
    wanted = len(chosen) if games is None else games
    if wanted >= len(chosen):
        picked = [chosen[i % len(chosen)] for i in range(wanted)]
    else:
        picked = [chosen[i * len(chosen) // wanted] for i in range(wanted)]
    # The kit works with any state: all it knows is the SHAPE.
    rules = cast(Game[State], game)
    return [Case(rules, count, given, seed + i, i) for i, (count, given) in enumerate(picked)]


def combined(game: Game[S], counts: Sequence[int]) -> list[tuple[int, dict[str, Value]]]:
    """Seats and settings so that every compatible pair of values occurs at least once."""
    columns: list[list[Value | None]] = [[*counts], *[worth_trying(s) for s in game.settings]]

    def fits(row: Row) -> bool:
        try:
            game.configure(_seats(row), _given(game, row))
        except BadSetting:
            return False
        return True

    rows: list[Row] = [(count, *[None for _ in game.settings]) for count in counts]
    rows = [row for row in rows if fits(row)]
    if not rows:
        raise BadSetting("check.seats", game=game.id, seats=", ".join(map(str, counts)))
    wanted = dict.fromkeys(_all_pairs(columns))
    for row in rows:
        _strike(wanted, row)
    while wanted:
        pair = next(iter(wanted))
        found = _row_with(pair, columns, wanted, fits)
        del wanted[pair]
        if found is not None:
            rows.append(found)
            _strike(wanted, found)
    rows.sort(key=_seats)
    return [(_seats(row), _given(game, row)) for row in rows]


def worth_trying(setting: Setting) -> list[Value | None]:
    """The default first (None: the game determines it), then the other values to test."""
    return [None, *[value for value in setting.samples() if value != setting.default]]


def _seats(row: Row) -> int:
    return int(row[0] or 0)


def _given(game: Game[S], row: Row) -> dict[str, Value]:
    given = zip(game.settings, row[1:], strict=True)
    return {setting.id: value for setting, value in given if value is not None}


def _all_pairs(columns: list[list[Value | None]]) -> list[Pair]:
    return [
        (i, one, j, other)
        for i, j in combinations(range(len(columns)), 2)
        for one in columns[i]
        for other in columns[j]
    ]


def _strike(wanted: dict[Pair, None], row: Row) -> None:
    for i, j in combinations(range(len(row)), 2):
        wanted.pop((i, row[i], j, row[j]), None)


def _row_with(
    pair: Pair, columns: list[list[Value | None]], wanted: dict[Pair, None], fits: Fits
) -> Row | None:
    """A row with this pair and, if the game allows it, many other missing pairs."""
    i, one, j, other = pair
    row = [column[0] for column in columns]
    row[i], row[j] = one, other
    free = [k for k in range(len(columns)) if k not in (i, j)]
    if not fits(tuple(row)) and not _mend(row, columns, free, fits):
        return None
    for k in free:
        before, best = row[k], -1
        for value in columns[k]:
            trial = [*row[:k], value, *row[k + 1 :]]
            news = len([p for p in _all_pairs([[v] for v in trial]) if p in wanted])
            if news > best and fits(tuple(trial)):
                best, before = news, value
        row[k] = before
    return tuple(row)


def _mend(
    row: list[Value | None], columns: list[list[Value | None]], free: list[int], fits: Fits
) -> bool:
    """A pair that is not allowed with the defaults may be allowed with other values."""
    for k in free:
        before = row[k]
        for value in columns[k]:
            row[k] = value
            if fits(tuple(row)):
                return True
        row[k] = before
    return False
