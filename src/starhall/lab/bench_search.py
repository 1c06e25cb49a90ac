"""The speed of search: simulations a second for each game, compared with other engines.

Each engine has its own kind of simulation: here an imagined world, walked eight decisions deep
with every new position ranked and the last one evaluated; in OpenSpiel's Python MCTS a descent
and one random rollout of Connect Four; in Catanatron, whose only searching player looks one
action ahead, a copy, an action and a look at the points. The rounds are interleaved and medians
of CPU time are taken. Nothing here is a test: figures are reported, never asserted.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

import msgspec

import starhall
from starhall.bots.bot import SearchBot
from starhall.bots.sight import Sight
from starhall.lab.bench import Worker, builds, entered, must_be_installed

MODULE = "starhall.lab.bench_search"
POSITIONS = 12
STEPS = 60  # random choices before a position, at most
OPENSPIEL_GAME = "connect_four"
OPENSPIEL_SIMULATIONS = 50


class Speed(msgspec.Struct):
    """The medians of one contestant."""

    name: str
    build: str
    what: str  # who searches
    simulations_per_second: float
    ms_per_decision: float


class Searches(msgspec.Struct):
    """All contestants of one run."""

    speeds: list[Speed]
    rounds: int
    python: str


class Starhall:
    """Strong search at positions of random games."""

    what = "search, 48 simulations, depth 8"

    def __init__(self, game: str, seats: int) -> None:
        rules = entered(game)
        dice = random.Random(3)
        self.bot = SearchBot(1)
        self.matches: list[starhall.Match[Any]] = []
        while len(self.matches) < POSITIONS:
            match = starhall.new(rules, seats=seats, seed=len(self.matches))
            for _ in range(dice.randrange(STEPS)):
                if not match.over:
                    match.choose(dice.choice(match.decision.options))
            self.matches.append(match if not match.over else match.at(match.ply - 1))
        self.turn = 0

    def think(self) -> int:
        """One decision; returns how many simulations it took."""
        match = self.matches[self.turn % POSITIONS]
        self.turn += 1
        seat = match.decision.seat
        worlds = self.bot.worlds(len(match.decision.options))
        sight = Sight(match, seat, self.bot.stream.new_key(), worlds)
        return sum([found.worlds for found in self.bot.estimates(sight)])


class Catanatron:
    """Catanatron's searching player: every action tried on a copy of the game."""

    what = "VictoryPointPlayer, one action ahead"

    def __init__(self, game: str, seats: int) -> None:
        catanatron: Any = import_module("catanatron")
        search: Any = import_module("catanatron.players.search")
        colours = list(catanatron.Color)[:4]
        self.games = []
        for number in range(POSITIONS):
            table = catanatron.Game([catanatron.RandomPlayer(c) for c in colours], seed=number)
            for _ in range(60 + 15 * number):
                table.play_tick()
            while len(table.state.playable_actions) == 1:
                table.play_tick()
            self.games.append(table)
        self.player = search.VictoryPointPlayer
        self.turn = 0

    def think(self) -> int:
        table = self.games[self.turn % POSITIONS]
        self.turn += 1
        actions = table.state.playable_actions
        self.player(table.state.current_color()).decide(table, actions)
        return len(actions)


class OpenSpiel:
    """OpenSpiel's MCTS in Python, on a game of its own with states in C++."""

    what = f"Python MCTS on {OPENSPIEL_GAME}, random rollouts"

    def __init__(self, game: str, seats: int) -> None:
        pyspiel: Any = import_module("pyspiel")
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
        rules = pyspiel.load_game(OPENSPIEL_GAME)
        dice = random.Random(3)
        self.states = []
        for _ in range(POSITIONS):
            state = rules.new_initial_state()
            for _ in range(dice.randrange(10)):
                if not state.is_terminal():
                    state.apply_action(dice.choice(state.legal_actions()))
            self.states.append(state if not state.is_terminal() else rules.new_initial_state())
        evaluator = mcts.RandomRolloutEvaluator(1)
        self.bot = mcts.MCTSBot(rules, 2.0, OPENSPIEL_SIMULATIONS, evaluator, solve=False)
        self.turn = 0

    def think(self) -> int:
        state = self.states[self.turn % POSITIONS]
        self.turn += 1
        self.bot.mcts_search(state)
        return OPENSPIEL_SIMULATIONS


Contestant = Starhall | Catanatron | OpenSpiel
PEERS: dict[str, type[Catanatron] | type[OpenSpiel]] = {
    "catanatron": Catanatron,
    "open_spiel": OpenSpiel,
}


def _contestant(name: str, seats: int) -> Contestant:
    return PEERS[name](name, seats) if name in PEERS else Starhall(name, seats)


def worker(name: str, seats: int) -> None:
    """Search for the CPU seconds given in each line of standard input."""
    contestant = _contestant(name, seats)
    for line in sys.stdin:
        seconds = float(line)
        simulations = decisions = 0
        begun = time.process_time()
        spent = 0.0
        while spent < seconds:
            simulations += contestant.think()
            decisions += 1
            spent = time.process_time() - begun
        print(msgspec.json.encode([simulations, decisions, spent]).decode(), flush=True)


def run(
    games: list[tuple[str, int]],
    peers: list[str],
    rounds: int = 5,
    seconds: float = 1.0,
    progress: Callable[[str], None] = lambda step: None,
) -> Searches:
    """Measure these games (id, seats) in every build at hand, and these peers, interleaved."""
    must_be_installed(peers)
    trees = builds()
    workers = [
        Worker(game, build, tree, seats, MODULE)
        for game, seats in games
        for build, tree in trees.items()
    ]
    workers += [Worker(peer, "plain", next(iter(trees.values())), 4, MODULE) for peer in peers]
    found: dict[Worker, list[list[float]]] = {each: [] for each in workers}
    try:
        for _ in range(rounds):
            for each in workers:
                progress(f"{each.name} ({each.build})")
                found[each].append(msgspec.convert(each.ask(str(seconds)), list[float]))
    finally:
        for each in workers:
            each.close()
    speeds = [
        Speed(
            name=each.name,
            build=each.build,
            what=PEERS[each.name].what if each.name in PEERS else Starhall.what,
            simulations_per_second=median(done / spent for done, _, spent in rows),
            ms_per_decision=median(1000 * spent / decisions for _, decisions, spent in rows),
        )
        for each, rows in found.items()
    ]
    return Searches(speeds, rounds, sys.version.split()[0])


if __name__ == "__main__":
    worker(sys.argv[1], int(sys.argv[2]))
