"""Fits the evaluation of Pulp Invasion! to who wins: a logistic regression over greedy's games.

    python tools/fit_pulp.py [GAMES] [LEVEL]     1500 games at normal, about two minutes compiled

Every position in which a Planet is chosen is one example: what it holds in the evaluation's own
terms, and whether that game was won. Printed are the numbers that would fit best now, under the
names they have in `games/pulp_invasion/evaluation.py`, and how often games were won that the
evaluation, as it is, thinks likely to some degree.
"""

from __future__ import annotations

import sys
from math import exp

from starhall.bots import ask, make
from starhall.engine.chance import seed_bytes
from starhall.engine.game import find
from starhall.engine.match import Match
from starhall.games.pulp_invasion import evaluation as e
from starhall.games.pulp_invasion.state import CHOOSE_PLANET, Table
from starhall.lab.simulate import bot_seed, game_seed

KEY = seed_bytes("fit")
TERMS = [
    *("EVEN", "POINT", "SECOND[0]", "SECOND[1]", "SECOND[2]", "EFFORT", "HURRY"),
    *("DIE_SHARE", "UNDERSTOOD, factor", "THREAT, factor"),
]
DAMPING = 0.001  # keeps terms that seldom occur from running away
STEPS = 12
BUCKETS = 10


def terms(s: Table) -> list[float]:
    """What the position holds, in the order of TERMS."""
    second = sorted(s.abilities)[1]
    left = s.wanted - len(s.found.cards)
    return [
        1.0,
        sum(e.TRACK[points] for points in s.abilities),
        float(second == 0),
        float(second == 1),
        float(second == 2),
        -(sum(s.bag) + e.REFILL) * e.SEARCHING[left],
        -left * max(0, e.FEW_ROUNDS - (e.ROUNDS - s.rounds)),
        e.dice_worth(s) / e.DIE_SHARE,
        e.weapons_worth(s),
        -e.quietus_threat(s),
    ]


def play(games: int, level: str) -> list[tuple[list[float], float, bool]]:
    """Greedy's positions: what they hold, the chance seen now, and whether the game was won."""
    game = find("pulp-invasion")
    settings = game.configure(1, {"level": level})
    found = []
    for number in range(games):
        match = Match(game, 1, settings, game_seed(KEY, number))
        bot = make("greedy", bot_seed(KEY, number, 0))
        seen = []
        while not match.over:
            state = match.state
            assert isinstance(state, Table)
            if state.step == CHOOSE_PLANET:
                past = state.copy()
                past.last_search = [0] * len(past.last_search)  # what was luck is had now
                seen.append((terms(state), e.evaluate(past, 0)))
            match.choose(ask(bot, match, 0), 0)
        won = bool(match.result and match.result.winners)
        found += [(holds, chance, won) for holds, chance in seen]
    return found


def fit(rows: list[list[float]], won: list[bool]) -> list[float]:
    """The weights that make what happened likeliest, by Newton's method."""
    size = len(TERMS)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-DAMPING * len(rows) * weight for weight in weights]
        bend = [[DAMPING * len(rows) * (i == j) for j in range(size)] for i in range(size)]
        for row, win in zip(rows, won, strict=True):
            chance = 1.0 / (1.0 + exp(-sum(w * x for w, x in zip(weights, row, strict=True))))
            spread = chance * (1.0 - chance)
            for i in range(size):
                slope[i] += (win - chance) * row[i]
                for j in range(size):
                    bend[i][j] += spread * row[i] * row[j]
        weights = [w + d for w, d in zip(weights, solve(bend, slope), strict=True)]
    return weights


def solve(matrix: list[list[float]], target: list[float]) -> list[float]:
    """Gauss: the matrix is symmetric and positive definite, so no pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, target, strict=True)]
    for i, pivot in enumerate(rows):
        pivot[:] = [value / pivot[i] for value in pivot]
        for row in rows:
            if row is not pivot and row[i]:
                row[:] = [a - row[i] * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def main(games: int, level: str) -> None:
    found = play(games, level)
    weights = fit([holds for holds, _, _ in found], [won for _, _, won in found])
    point = weights[1]
    print(f"{len(found)} positions of {games} games at {level}")
    for name, weight in zip(TERMS, weights, strict=True):
        fitted = point if name == "POINT" else weight / point
        print(f"{name:20} {-fitted if name == 'EVEN' else fitted:8.3f}")
    print("chance seen   positions   won")
    for bucket in range(BUCKETS):
        part = [won for _, chance, won in found if int(chance * BUCKETS) == bucket]
        if part:
            low, high = bucket / BUCKETS, (bucket + 1) / BUCKETS
            print(f"{low:.1f} to {high:.1f} {len(part):12} {sum(part) / len(part):7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1500, (sys.argv[2:] or ["normal"])[0])
