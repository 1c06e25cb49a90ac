"""Opens a match: a new one, or one that was saved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast, overload

from starhall.engine.game import Game, S, Value, find
from starhall.engine.match.match import Match
from starhall.engine.match.record import Record
from starhall.engine.match.resume import resume
from starhall.engine.rules.state import State


@overload
def new(
    game: str,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    names: Sequence[str] = (),
    watched: bool = True,
    **settings: Value,
) -> Match[State]: ...


@overload
def new(
    game: Game[S],
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    names: Sequence[str] = (),
    watched: bool = True,
    **settings: Value,
) -> Match[S]: ...


def new(
    game: str | Game[S],
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    names: Sequence[str] = (),
    watched: bool = True,
    **settings: Value,
) -> Match[S] | Match[State]:
    """Start a match; the default seed is 256 random bits from the system."""
    rules = find(game) if isinstance(game, str) else cast("Game[State]", game)
    count = seats if seats is not None else (len(names) or rules.seats.start)
    return Match(rules, count, settings, seed, names, watched)


@overload
def load(source: str | Path | Record) -> Match[State]: ...


@overload
def load(source: str | Path | Record, game: Game[S]) -> Match[S]: ...


def load(source: str | Path | Record, game: Game[S] | None = None) -> Match[S] | Match[State]:
    """Resume a saved match; `Match.notice` may hold a message for the user."""
    return resume(source, cast("Game[State] | None", game))
