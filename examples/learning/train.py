"""Trains a small policy by self-play: masked PPO, with nothing but NumPy.

python examples/learning/train.py comet-run --games 7680
python examples/learning/train.py cassiopeia --games 3840 --batch 96 --hidden 128

All seats play by the same policy, in several tables at once. After each batch of games the policy
is improved; at the end it plays against the built-in bots.

A choice is judged by its consequences: by how much the evaluation of the game's own bots rises
until the next choices of the seat, and at the end by the result. The network's value is what it
has learned to add to that evaluation.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: more threads are slower

import numpy as np
from bot import Array, Learned, Policy
from numpy.typing import NDArray

from starhall.bots.base import ask
from starhall.bots.bot import make
from starhall.engine.game import Game, add_folders, find
from starhall.engine.match.match import Match
from starhall.envs.observed import Observed, Setup
from starhall.lab.estimates import wilson

TABLES = 64  # played at once
FAR = 0.8  # how much of a gain counts for the choice before it
RATE = 1e-3  # of learning, at first; it falls to a twentieth
GAMES = Path(__file__).resolve().parents[1] / "games"


class Batch:
    """What happened in some games: a row for each choice."""

    def __init__(self) -> None:
        self.numbers: list[Array] = []
        self.masks: list[NDArray[np.int8]] = []
        self.actions: list[int] = []
        self.chances: list[float] = []
        self.outlooks: list[float] = []  # the evaluation of the game's bots, from 0 to 1
        self.values: list[float] = []  # what the network adds to it
        self.gains: list[float] = []  # how much better it went than expected

    def judge(self, rows: list[int], reward: float) -> None:
        """Judge the choices of one seat in one game, the last one first (TD(lambda))."""
        after, gain = (reward + 1) / 2, 0.0
        for row in reversed(rows):
            expected = self.outlooks[row] + self.values[row]
            gain = after - expected + FAR * gain
            self.gains[row] = gain
            after = expected


def play(game: Game[Any], seats: int, policy: Policy, games: int, random: Any) -> Batch:
    """Play games against itself."""
    batch = Batch()
    tables = [Observed(Setup(game, seats)) for _ in range(min(TABLES, games))]
    rows: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in tables]
    for table in tables:
        table.deal(random.bytes(32))
    begun = len(tables)
    playing = list(range(len(tables)))
    while playing:
        decisions = [tables[i].play.decision for i in playing]
        seen = [tables[i].look(d.seat, d) for i, d in zip(playing, decisions, strict=True) if d]
        numbers = np.stack([each["observation"] for each in seen])
        masks = np.stack([each["action_mask"] for each in seen])
        _, chances, values = policy.forward(numbers, masks)
        drawn = (chances.cumsum(1) > random.random((len(playing), 1))).argmax(1)
        for row, (i, decision) in enumerate(zip(playing[:], decisions, strict=True)):
            assert decision is not None
            table, seat, action = tables[i], decision.seat, int(drawn[row])
            if not masks[row, action]:  # a rounding error at the end of the sum
                action = int(chances[row].argmax())
            rows[i][seat].append(len(batch.actions))
            batch.numbers.append(numbers[row])
            batch.masks.append(masks[row])
            batch.actions.append(action)
            batch.chances.append(float(chances[row, action]))
            batch.outlooks.append(game.value(table.play.state, seat))
            batch.values.append(float(values[row]))
            batch.gains.append(0.0)
            table.choose(seat, action)
            if table.play.over:
                for one, reward in zip(rows[i], table.rewards(), strict=True):
                    batch.judge(one, reward)
                if begun == games:
                    playing.remove(i)
                    continue
                begun += 1
                rows[i] = [[] for _ in range(seats)]
                table.deal(random.bytes(32))
    return batch


class Learner:
    """Improves a policy by PPO: a few passes over each batch, with Adam."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.rate = RATE
        self.steps = 0
        self.first = {name: np.zeros_like(w) for name, w in policy.weights.items()}
        self.second = {name: np.zeros_like(w) for name, w in policy.weights.items()}

    def learn(self, batch: Batch, random: Any, passes: int = 3, size: int = 1024) -> None:
        numbers, masks = np.stack(batch.numbers), np.stack(batch.masks)
        actions = np.array(batch.actions)
        before = np.array(batch.chances, np.float32)
        gains = np.array(batch.gains, np.float32)
        wanted = np.array(batch.values, np.float32) + gains
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        for _ in range(passes):
            order = random.permutation(len(actions))
            for start in range(0, len(order), size):
                some = order[start : start + size]
                self._step(
                    numbers[some],
                    masks[some],
                    actions[some],
                    before[some],
                    wanted[some],
                    gains[some],
                )

    def _step(
        self,
        numbers: Array,
        masks: NDArray[np.int8],
        actions: NDArray[np.int64],
        before: Array,
        wanted: Array,
        gains: Array,
    ) -> None:
        w, count = self.policy.weights, len(actions)
        hidden, chances, values = self.policy.forward(numbers, masks)
        every = np.arange(count)
        ratio = chances[every, actions] / before
        # Clipped: no push where the policy has already moved far enough in this direction.
        pushed = np.where(gains > 0, ratio < 1.2, ratio > 0.8) * ratio * gains
        scores = -chances * pushed[:, None]
        scores[every, actions] += pushed
        logs = np.log(np.maximum(chances, 1e-9))
        entropy = -(chances * logs).sum(1, keepdims=True)
        scores += 0.01 * -chances * (logs + entropy)
        d_scores = -scores / count
        d_values = ((values - wanted) * (1 - values**2) / count)[:, None]
        d_hidden = (d_scores @ w["options"].T + d_values @ w["value"].T) * (1 - hidden**2)
        self._apply(
            {
                "hidden": numbers.T @ d_hidden,
                "hidden_bias": d_hidden.sum(0),
                "options": hidden.T @ d_scores,
                "options_bias": d_scores.sum(0),
                "value": hidden.T @ d_values,
                "value_bias": d_values.sum(0),
            }
        )

    def _apply(self, slopes: dict[str, Array]) -> None:
        """One step of Adam."""
        self.steps += 1
        for name, slope in slopes.items():
            self.first[name] = 0.9 * self.first[name] + 0.1 * slope
            self.second[name] = 0.999 * self.second[name] + 0.001 * slope**2
            mean = self.first[name] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.second[name] / (1 - 0.999**self.steps))
            self.policy.weights[name] -= (self.rate * mean / (spread + 1e-8)).astype(np.float32)


def score(
    game: Game[Any], seats: int, policy: Policy, opponent: str, games: int, seed: int
) -> float:
    """The share of games that the policy wins, in each seat by turns, against bots."""
    won = 0.0
    for number in range(games):
        own = number % seats
        learned = Learned(seed)
        learned.policy = policy
        bots = [make(opponent, seed + number * seats + seat) for seat in range(seats)]
        match = Match(game, seats, seed=f"{seed} {number}")
        while not match.over:
            seat = match.decision.seat
            match.choose(ask(learned if seat == own else bots[seat], match, seat), seat)
        assert match.result is not None
        if own in match.result.winners:
            won += 1 / len(match.result.winners)
    return won / games


def train(game: Game[Any], seats: int, games: int, batch: int, hidden: int, seed: int) -> Policy:
    """A policy that has played so many games; the same seed gives the same policy."""
    random = np.random.default_rng(seed)
    encoding = game.encoding(seats)
    policy = Policy.new(encoding.size, encoding.options, hidden, random)
    learner, begun = Learner(policy), time.monotonic()
    for played in range(0, games, batch):
        learner.rate = RATE * max(0.05, 1 - played / games)
        learner.learn(play(game, seats, policy, batch, random), random)
        if (played // batch) % 10 == 9:
            spent = f"{time.monotonic() - begun:5.0f} s ({time.process_time():.0f} s of CPU)"
            print(f"{spent}, {played + batch} games", flush=True)
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a policy by self-play.")
    parser.add_argument("game", nargs="?", default="comet-run")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=7_680, help="games against itself")
    parser.add_argument("--batch", type=int, default=256, help="games between two improvements")
    parser.add_argument("--hidden", type=int, default=64, help="the width of the network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=200, help="games against each bot")
    given = parser.parse_args()
    add_folders([GAMES])
    game = find(given.game)
    policy = train(game, given.seats, given.games, given.batch, given.hidden, given.seed)
    policy.save(game.id)
    for opponent in ("random", "greedy"):
        share = score(game, given.seats, policy, opponent, given.test, given.seed)
        low, high = wilson(share * given.test, given.test)
        interval = f"{share:.1%} ({low:.1%} to {high:.1%}) of {given.test} games"
        print(f"wins {interval} against {opponent}", flush=True)


if __name__ == "__main__":
    main()
