# mypyc: off
"""Helpers for the test files of games: the random games of a run as cases for pytest."""

from __future__ import annotations

from typing import Final

from starhall.engine.conformance.plan import Case, cases
from starhall.engine.conformance.run import check_cases
from starhall.engine.game import Game, S

MOST: Final = 4  # games in one test, so that several processes can share the work


def by_seats(
    game: Game[S], games: int | None = None, seed: int = 0, most: int = MOST
) -> list[list[Case]]:
    """The random games of a run in small groups, each for one number of seats."""
    groups: list[list[Case]] = []
    for case in cases(game, games=games, seed=seed):
        if not groups or len(groups[-1]) == most or groups[-1][0].seats != case.seats:
            groups.append([])
        groups[-1].append(case)
    return groups


def label(chosen: list[Case]) -> str:
    """The name of such a group in pytest."""
    return f"{chosen[0].game.id}-{chosen[0].seats}-seats-{chosen[0].number}"


def assert_conforms(chosen: list[Case]) -> None:
    """Fail the test with all failures and how to reproduce them."""
    report = check_cases(chosen)
    if not report.ok:
        raise AssertionError(str(report))
