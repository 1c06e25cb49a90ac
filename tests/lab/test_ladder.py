"""Ladders: mirror matches, ratings that fit the scores, and the command that repeats them."""

from __future__ import annotations

import json

import pytest

from starhall.engine.errors import BadSetting
from starhall.lab.ladder import VIRTUAL, Played, climb, contest, elos, fit, run
from tests.cli.program import run as starhall


def test_elo_fits_the_scores() -> None:
    """Three of four points are 191 Elo; the ladder adds up along its pairs."""
    many = 10**6  # so that the virtual draws do not count
    one, two, three = fit(3, [(1, 0), (2, 1)], [(0.75 * many, many), (0.75 * many, many)])
    assert one == 0
    assert two == pytest.approx(190.85, abs=0.1)
    assert three == pytest.approx(2 * two, abs=0.2)


def test_a_bot_that_wins_all_has_a_finite_rating() -> None:
    assert VIRTUAL > 0
    rating, low, high = elos(2, [(1, 0)], [(10.0, 10)], b"seed")[1]
    assert 100 < low < rating <= high < 1000


def test_games_repeat_whatever_the_number_of_jobs() -> None:
    plan = contest("cassiopeia", ["random", "greedy"], 4, seed="5")
    alone, together = list(run(plan, 1)), list(run(plan, 2))

    def played(games: list[Played]) -> list[tuple[int, int, float, tuple[int, int]]]:
        return [(game.pair, game.deal, game.share, game.decisions) for game in games]

    assert played(alone) == played(together)
    assert [game.deal for game in alone] == [0, 0, 1, 1]  # every deal from both sides


def test_the_ladder_counts_both_sides_of_a_pair() -> None:
    plan = contest("cassiopeia", ["random", "greedy", "strong"], 2)
    assert plan.pairs == [(1, 0), (2, 0), (2, 1)]
    games = [
        Played(0, 0, 1.0, (6.0, 4.0), (10, 20), (0.01, 0.002)),
        Played(0, 0, 1.0, (6.0, 4.0), (10, 20), (0.01, 0.002)),
        Played(2, 0, 1.0, (6.0, 4.0), (5, 10), (1.0, 0.01)),
        Played(2, 0, 0.5, (6.0, 4.0), (5, 10), (1.0, 0.01)),
    ]
    ladder = climb(plan, games, "command", "1")
    assert [rung.wins for rung in ladder.rungs] == [0.0, 2.5, 1.5]
    assert [rung.games for rung in ladder.rungs] == [2, 4, 2]
    assert [rung.score for rung in ladder.rungs] == [4.0, 5.0, 6.0]
    assert ladder.rungs[1].ms_per_decision == pytest.approx(1.0)
    assert ladder.rungs[2].ms_per_decision == pytest.approx(200.0)
    ratings = [rung.elo for rung in ladder.rungs]
    assert ratings == sorted(ratings, key=lambda elo: elo or 0.0)


def test_alone_all_bots_play_the_same_deals() -> None:
    plan = contest("pulp-invasion", ["random", "greedy"], 2)
    assert plan.pairs == [(0, 0), (1, 1)]
    games = [
        Played(pair, deal, float(deal <= pair), (1.0, 0.0), (9, 0), (0.1, 0.0))
        for pair in (0, 1)
        for deal in (0, 1)
    ]
    random, greedy = climb(plan, games, "command", "1").rungs
    assert (random.share, greedy.share, greedy.ratio, greedy.elo) == (0.5, 1.0, 2.0, None)


def test_the_command_repeats_the_ladder() -> None:
    words = [
        "ladder",
        "cassiopeia",
        "--games",
        "2",
        "--bots",
        "random,search:simulations=2,depth=0",
    ]
    first = json.loads(starhall(*words, "--seed", "8", "--jobs", "1", "--json").stdout)
    again = first["command"].split()
    assert again[0] == "starhall"
    second = json.loads(starhall(*again[1:], "--jobs", "1", "--json").stdout)
    assert second["pairings"] == first["pairings"]
    assert [rung["elo"] for rung in second["rungs"]] == [rung["elo"] for rung in first["rungs"]]
    assert first["rungs"][1]["bot"] == "search:simulations=2,depth=0"


@pytest.mark.parametrize(
    "bots, games, said",
    [
        (["greedy"], 2, "at least two bots"),
        (["greedy", "greedy"], 2, "named twice"),
        (["greedy", "random"], 3, "an even number of games"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(bots: list[str], games: int, said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        contest("cassiopeia", bots, games)
