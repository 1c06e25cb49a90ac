"""Every installed game passes the conformance kit and plays its golden games again."""

from itertools import combinations
from pathlib import Path

import pytest

from starhall.engine.conformance import assert_conforms, label
from starhall.engine.conformance.golden import check
from starhall.engine.conformance.plan import Case, cases
from starhall.engine.game import Game, Value, installed
from starhall.engine.rules.state import State

GAMES = 12  # of each game; `starhall check GAME` plays one for every combination
# Options of Nexus Ops that work on each other, but are too many to meet in those games.
TOGETHER: list[tuple[int, dict[str, Value]]] = [
    (2, {"top_priority": "on", "executive_orders": "on", "extra_tokens": "random"}),
    (2, {"two_player_board": "rift_corridor", "alternate_units": "on", "vortex": "on"}),
    (3, {"king_of_the_hill": "on", "transmissions": "on", "alternate_units": "on"}),
    (3, {"vortex": "on", "top_priority": "on", "g_dragon": "ex_ref2", "vp_target": "14"}),
    (4, {"teams": "on", "vortex": "on", "executive_orders": "on", "extra_tokens": "random"}),
]
GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))

Fact = tuple[str, Value | None]


def facts(case: Case) -> list[Fact]:
    """The number of seats and the value of every setting."""
    settings = [(setting.id, case.settings.get(setting.id)) for setting in case.game.settings]
    return [("seats", case.seats), *settings]


def telling(game: Game[State]) -> list[Case]:
    """Random games in which every value occurs, and as many pairs of values as fit in."""
    left = cases(game)
    new = {fact for case in left for fact in facts(case)}
    met: set[tuple[Fact, Fact]] = set()
    chosen: list[Case] = []
    while left and (new or len(chosen) < GAMES):
        best = max(
            left,
            key=lambda case: (len(new & {*facts(case)}), len({*pairs(case)} - met)),
        )
        left.remove(best)
        new -= {*facts(best)}
        met |= {*pairs(best)}
        best.number = len(chosen)
        chosen.append(best)
    return chosen


def pairs(case: Case) -> list[tuple[Fact, Fact]]:
    return list(combinations(facts(case), 2))


def together() -> list[Case]:
    """Short games with options that work on each other."""
    game = installed()["nexus-ops"]
    number = 1 + max([case.number for case in telling(game)])
    return [
        Case(game, seats, {"round_cap": 10, **settings}, 0, number + i)
        for i, (seats, settings) in enumerate(TOGETHER)
    ]


CASES = [*[case for game in installed().values() for case in telling(game)], *together()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: label([case]))
def test_random_games_conform(case: Case) -> None:
    assert_conforms([case])


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_golden_games_come_out_the_same(file: Path) -> None:
    check(file.read_text(encoding="utf-8"), file.name)


def test_every_game_has_golden_games() -> None:
    recorded = {file.stem.rsplit("-", 2)[0] for file in GOLDEN}
    assert recorded == set(installed())
