"""Fits the prospects of Pulp Invasion! to who wins: a logistic regression over greedy's games.

    python tools/fit_pulp.py [GAMES] [LEVEL]     1500 games at normal, two minutes compiled

Every choice of a Planet is one example: the terms of `games/pulp_invasion/bot/prospects.py` at that
moment, and whether that game was won. The output shows the weights that fit best, under the names
they have there, and how often games were won that these weights consider likely to some degree.
"""

from __future__ import annotations

import sys
from math import exp

from starhall.bots import ask, make
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import seed_bytes
from starhall.games.pulp_invasion.bot import evaluation as e
from starhall.games.pulp_invasion.bot import prospects as p
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.options import D_PLANET
from starhall.games.pulp_invasion.state import Table
from starhall.lab.simulate import bot_seed, game_seed

KEY = seed_bytes("collect")
TERMS = ("EVEN", "ABILITIES", "SECOND_LOWEST", "TO_DRAW", "LATE", "DICE", "WEAPONS", "QUIETUS")
DAMPING = 0.001  # keeps the weights of rare terms from running away
STEPS = 12
BUCKETS = 10


def terms(s: Table) -> list[float]:
    """What the position holds, in the order of TERMS."""
    left = s.wanted - len(s.found.cards)
    return [
        1.0,
        sum(e.TRACK[points] for points in s.abilities),
        e.SECOND[sorted(s.abilities)[1]],
        (sum(s.bag) + e.REFILL) * e.SEARCHING[left],
        float(left * max(0, p.LAST_ROUNDS - (p.ROUNDS - s.rounds))),
        e.dice_worth(s, GAME.worth),
        e.weapons_worth(s, GAME.worth),
        e.quietus_threat(s),
    ]


def play(games: int, level: str) -> tuple[list[list[float]], list[bool]]:
    """Greedy's positions: what they hold, and whether the game was won."""
    rows: list[list[float]] = []
    won: list[bool] = []
    for number in range(games):
        match = Match(GAME, 1, {"level": level}, game_seed(KEY, number))
        bot = make("greedy", bot_seed(KEY, number, 0))
        while not match.over:
            if match.decision.kind == D_PLANET:
                rows.append(terms(match.state))
            match.choose(ask(bot, match, 0), 0)
        assert match.result is not None
        won += [bool(match.result.winners)] * (len(rows) - len(won))
    return rows, won


def chance(weights: list[float], row: list[float]) -> float:
    return 1.0 / (1.0 + exp(-sum(w * x for w, x in zip(weights, row, strict=True))))


def fit(rows: list[list[float]], won: list[bool]) -> list[float]:
    """The weights that make the results likeliest, by Newton's method."""
    size = len(TERMS)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-DAMPING * weight for weight in weights]
        bend = [[DAMPING * (i == j) for j in range(size)] for i in range(size)]
        for row, win in zip(rows, won, strict=True):
            likely = chance(weights, row)
            for i in range(size):
                slope[i] += (win - likely) * row[i]
                for j in range(size):
                    bend[i][j] += likely * (1.0 - likely) * row[i] * row[j]
        weights = [w + d for w, d in zip(weights, solve(bend, slope), strict=True)]
    return weights


def solve(matrix: list[list[float]], target: list[float]) -> list[float]:
    """Gauss and Jordan; the matrix is positive definite, so that no pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, target, strict=True)]
    for i, pivot in enumerate(rows):
        pivot[:] = [value / pivot[i] for value in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [a - row[i] * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def main(games: int, level: str) -> None:
    rows, won = play(games, level)
    weights = fit(rows, won)
    print(f"{len(rows)} positions of {games} games at {level}")
    for name, weight in zip(TERMS, weights, strict=True):
        print(f"{name:14} {weight:7.3f}")
    print("chance       positions    won")
    for bucket in range(BUCKETS):
        low, high = bucket / BUCKETS, (bucket + 1) / BUCKETS
        part = [
            win for row, win in zip(rows, won, strict=True) if low <= chance(weights, row) < high
        ]
        if part:
            print(f"{low:.1f} to {high:.1f} {len(part):12} {sum(part) / len(part):6.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1500, (sys.argv[2:] or ["normal"])[0])
