"""Benchmarks: how fast games play and fork, compared with a peer in the same run.

Every contestant (plain Starhall, compiled Starhall, a peer) is a separate process that plays
on command. The rounds are interleaved and the medians of CPU time compared, so that a busy
machine affects all equally. Nothing here is a test: figures are reported, never asserted.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

import starhall
from starhall.bots.playout import play_out
from starhall.engine.game import Game, with_pack
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State
from starhall.engine.text.packs import MANIFEST
from starhall.lab.workers import LabError

FORK_POSITIONS = 24
FORKS = 20
MEMORY_GAMES = 5


class Round(msgspec.Struct):
    """The result of one contestant in one round."""

    games: int
    decisions: int  # forced ones included
    choices: int  # with at least two options
    seconds: float  # of CPU


class Figures(msgspec.Struct):
    """The medians of one contestant."""

    name: str
    build: str
    seats: int
    decisions_per_second: float
    choices_per_second: float
    games_per_second: float
    us_per_choice: float
    fork_us: float
    search_us: float | None  # fork + choose + evaluate, per option
    game_kib: float  # peak memory of one game
    growth_kib: float  # of the whole process over the games of `growth_games`
    growth_games: int


class Contest(msgspec.Struct):
    """All contestants of one run."""

    figures: list[Figures]
    rounds: int
    peers: list[str]
    python: str

    def ratio(self, name: str, build: str, peer: str) -> dict[str, float]:
        """The speed relative to a peer; for forks, the relative time."""
        own = next(f for f in self.figures if (f.name, f.build) == (name, build))
        other = next(f for f in self.figures if f.name == peer)
        return {
            "decisions": own.decisions_per_second / other.decisions_per_second,
            "choices": own.choices_per_second / other.choices_per_second,
            "fork": own.fork_us / other.fork_us,
        }


# Contestants: what a worker process plays


def entered(name: str) -> Game[State]:
    """A game by its id, or by the folder of a pack for it."""
    folder = Path(name)
    return with_pack(folder) if (folder / MANIFEST).is_file() else starhall.find(name)


class Starhall:
    """Uniformly random games of one Starhall game."""

    def __init__(self, game: str, seats: int) -> None:
        self.game = entered(game)
        self.seats = seats
        self.settings = self.game.configure(seats, {})
        self.random = random.Random(1)
        self.played = 0

    def play_one(self) -> tuple[int, int]:
        self.played += 1
        chance = Chance(seed_bytes(self.played), self.game.streams)
        play = Play(self.game, self.game.setup(self.seats, self.settings, chance))
        choices = play_out(play, self.random.random)
        return choices + play.forced, choices

    def forks(self) -> float:
        """CPU µs of a fork in the middle of a turn, over positions of random games."""
        total = 0.0
        for match in self._positions():
            total += _timed(match.fork_play, FORKS)
        return total / FORK_POSITIONS

    def searched(self) -> float | None:
        """CPU µs to fork, choose and evaluate one option."""
        total = 0.0
        for match in self._positions():
            decision = match.decision
            option = decision.options[0]
            seat = decision.seat

            def look(match: starhall.Match[Any] = match, seat: int = seat) -> None:
                world = match.fork_play()
                pending = world.decision_of(seat)
                if pending is not None:
                    world.choose(pending, option)  # noqa: B023
                self.game.evaluate(world.state, seat)

            total += _timed(look, FORKS)
        return total / FORK_POSITIONS

    def _positions(self) -> Iterator[starhall.Match[Any]]:
        """Matches stopped at random moments of random games."""
        dice = random.Random(5)
        for number in range(FORK_POSITIONS):
            match = starhall.Match(self.game, self.seats, seed=number)
            for _ in range(dice.randrange(20, 120)):
                if match.over:
                    match = starhall.Match(self.game, self.seats, seed=number + 1000)
                match.choose(dice.choice(match.decision.options))
            if match.over:
                match = match.at(match.ply - 1)
            yield match


class Catanatron:
    """Four random players of Catanatron, a common reference."""

    def __init__(self, game: str, seats: int) -> None:
        catanatron: Any = import_module("catanatron")
        colours = list(catanatron.Color)[:seats]

        def make(seed: int) -> Any:
            players = [catanatron.RandomPlayer(colour) for colour in colours]
            return catanatron.Game(players, seed=seed)

        self.make = make
        self.played = 0

    def play_one(self) -> tuple[int, int]:
        self.played += 1
        game = self.make(self.played)
        decisions = choices = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            decisions += 1
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
        return decisions, choices

    def forks(self) -> float:
        total = 0.0
        for number in range(FORK_POSITIONS):
            game = self.make(number)
            for _ in range(100 + 15 * number):
                game.play_tick()
            total += _timed(game.copy, FORKS)
        return total / FORK_POSITIONS

    def searched(self) -> float | None:
        return None


PEERS: dict[str, type[Catanatron]] = {"catanatron": Catanatron}


def _timed(action: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - start) / times * 1e6


# The worker process


def worker(name: str, seats: int) -> None:
    """Answer commands on standard input, one JSON line each, until it closes."""
    contestant = PEERS[name](name, seats) if name in PEERS else Starhall(name, seats)
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        answer: object
        if command == "play":
            answer = _play_for(contestant, float(argument))
        elif command == "fork":
            answer = [contestant.forks(), contestant.searched()]
        elif command == "memory":
            answer = _memory(contestant, int(argument))
        else:
            raise SystemExit(f"unknown command {command}")
        print(msgspec.json.encode(answer).decode(), flush=True)


def _play_for(contestant: Starhall | Catanatron, seconds: float) -> Round:
    """Play whole games until this much CPU time has passed."""
    done = Round(0, 0, 0, 0.0)
    start = time.process_time()
    while done.seconds < seconds:
        decisions, choices = contestant.play_one()
        done.games += 1
        done.decisions += decisions
        done.choices += choices
        done.seconds = time.process_time() - start
    return done


def _memory(contestant: Starhall | Catanatron, games: int) -> list[float]:
    """Peak KiB of one game, and how much the process grew over many."""
    tracemalloc.start()
    peaks = []
    for _ in range(MEMORY_GAMES):
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        contestant.play_one()
        peaks.append((tracemalloc.get_traced_memory()[1] - before) / 1024)
    tracemalloc.stop()
    for _ in range(MEMORY_GAMES * 4):
        contestant.play_one()
    resident = _resident_kib()
    for _ in range(games):
        contestant.play_one()
    return [median(peaks), _resident_kib() - resident]


def _resident_kib() -> float:
    """The current memory of this process, if the system reports it."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS"):
                return float(line.split()[1])
    import resource

    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


# The contest


def builds() -> dict[str, Path]:
    """The paths of plain and compiled Starhall, if they exist."""
    here = Path(starhall.__file__).resolve().parent.parent
    found = {"compiled" if is_compiled() else "plain": here}
    if here.name == "src" and (here.parent / "build" / "fast" / "starhall").is_dir():
        found["compiled"] = here.parent / "build" / "fast"
    elif here.parent.name == "build" and (here.parent.parent / "src" / "starhall").is_dir():
        found["plain"] = here.parent.parent / "src"
    return dict(sorted(found.items(), reverse=True))


def is_compiled() -> bool:
    import starhall.engine.rules.play as play

    return not str(play.__file__).endswith(".py")


MODULE = "starhall.lab.bench"


class Worker:
    """A contestant in its own process."""

    def __init__(self, name: str, build: str, tree: Path, seats: int, module: str = MODULE) -> None:
        self.name = name
        self.build = build
        self.seats = seats
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, name, str(seats)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": _path(tree), "PYTHONHASHSEED": "0"},
        )

    def ask(self, command: str) -> object:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise LabError("bench.ended", name=self.name, build=self.build)
        return json.loads(line)

    def close(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def _path(tree: Path) -> str:
    """The search path with this build first; peers may be elsewhere on it."""
    return os.pathsep.join([str(tree), os.environ.get("PYTHONPATH", "")])


def must_be_installed(peers: list[str]) -> None:
    for peer in peers:
        if find_spec(peer) is None:
            how = "run `make peers`, or pip install 'starhall[peers]'"
            raise LabError("bench.peer", name=peer, how=how)


def run(
    games: list[tuple[str, int]],
    peers: list[str],
    rounds: int = 5,
    seconds: float = 1.0,
    growth_games: int = 300,
    progress: Callable[[str], None] = lambda step: None,
) -> Contest:
    """Measure these games (id, seats) in every build at hand, and these peers, interleaved."""
    must_be_installed(peers)
    trees = builds()
    workers = [
        Worker(game, build, tree, seats) for game, seats in games for build, tree in trees.items()
    ]
    workers += [Worker(peer, "plain", next(iter(trees.values())), 4) for peer in peers]
    try:
        for each in workers:
            each.ask("play 0.1")
        plays: dict[Worker, list[Round]] = {each: [] for each in workers}
        forks: dict[Worker, list[list[float | None]]] = {each: [] for each in workers}
        for _ in range(rounds):
            for each in workers:
                progress(f"{each.name} ({each.build})")
                plays[each].append(msgspec.convert(each.ask(f"play {seconds}"), Round))
                forks[each].append(msgspec.convert(each.ask("fork"), list[float | None]))
        figures = [_figures(each, plays[each], forks[each], growth_games) for each in workers]
    finally:
        for each in workers:
            each.close()
    return Contest(figures, rounds, peers, sys.version.split()[0])


def _figures(
    worker: Worker, plays: list[Round], forks: list[list[float | None]], growth_games: int
) -> Figures:
    is_peer = worker.name in PEERS
    games = MEMORY_GAMES if is_peer else growth_games
    game_kib, growth = msgspec.convert(worker.ask(f"memory {games}"), list[float])
    searched = [fork[1] for fork in forks if fork[1] is not None]
    return Figures(
        name=worker.name,
        build=worker.build,
        seats=worker.seats,
        decisions_per_second=median(p.decisions / p.seconds for p in plays),
        choices_per_second=median(p.choices / p.seconds for p in plays),
        games_per_second=median(p.games / p.seconds for p in plays),
        us_per_choice=median(p.seconds / p.choices * 1e6 for p in plays),
        fork_us=median(fork[0] for fork in forks if fork[0] is not None),
        search_us=median(searched) if searched else None,
        game_kib=game_kib,
        growth_kib=growth,
        growth_games=games,
    )


if __name__ == "__main__":
    worker(sys.argv[1], int(sys.argv[2]))
