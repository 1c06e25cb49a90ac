# mypyc: off
"""Helpers for the test files of games: the random games of a run as cases for pytest."""

from __future__ import annotations

from starhall.engine.conformance.plan import Case, cases
from starhall.engine.conformance.run import check_cases
from starhall.engine.game import Game, S


def by_seats(game: Game[S], games: int | None = None, seed: int = 0) -> list[list[Case]]:
    """The random games of a run, those with equally many seats together."""
    groups: dict[int, list[Case]] = {}
    for case in cases(game, games=games, seed=seed):
        groups.setdefault(case.seats, []).append(case)
    return list(groups.values())


def label(chosen: list[Case]) -> str:
    """How pytest calls such a group."""
    return f"{chosen[0].game.id}-{chosen[0].seats}"


def assert_conforms(chosen: list[Case]) -> None:
    """Fail the test with all that is wrong, each with how to see it again."""
    report = check_cases(chosen)
    if not report.ok:
        raise AssertionError(str(report))
