"""Compares the speed of two versions of Starhall, each in its own process, in turn.

    python tools/versus.py ../old/src src
    python tools/versus.py ../old/build/fast build/fast nexus-ops --rounds 40

Prints how many times as fast the second one is: decisions/s of random games and forks, as the
median of the ratios of all rounds and the middle half of them. Rounds are short, so that other
work on the machine affects both versions alike.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median, quantiles

import msgspec

from starhall.cli.bench import USUAL_SEATS
from starhall.engine.game import find, installed
from starhall.lab.bench import Round, Worker

RAW = argparse.RawDescriptionHelpFormatter  # keeps the lines of the description


def ratios(game: str, trees: list[Path], rounds: int, seconds: float) -> dict[str, list[float]]:
    """How many times as fast the second tree is, round by round."""
    seats = min(USUAL_SEATS, max(find(game).seats))
    workers = [Worker(game, str(tree), tree.resolve(), seats) for tree in trees]
    found: dict[str, list[float]] = {"decisions/s": [], "fork": []}
    try:
        for each in workers:
            each.ask("play 0.2")
        for number in range(rounds):
            order = workers if number % 2 else workers[::-1]
            played = {each: msgspec.convert(each.ask(f"play {seconds}"), Round) for each in order}
            forked = {each: msgspec.convert(each.ask("fork"), list[float]) for each in order}
            old, new = workers
            speed = {each: done.decisions / done.seconds for each, done in played.items()}
            found["decisions/s"].append(speed[new] / speed[old])
            found["fork"].append(forked[old][0] / forked[new][0])
    finally:
        for each in workers:
            each.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RAW)
    parser.add_argument("old", type=Path, help="a folder to import starhall from")
    parser.add_argument("new", type=Path, help="another one")
    parser.add_argument("games", nargs="*", help="ids; all games if none is given")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2, help="of CPU time, in each round")
    given = parser.parse_args()
    for game in given.games or list(installed()):
        found = ratios(game, [given.old, given.new], given.rounds, given.seconds)
        figures = []
        for name, values in found.items():
            low, _, high = quantiles(values, n=4)
            figures.append(f"{name} {median(values):.3f} ({low:.3f} to {high:.3f})")
        print(f"{game}: {', '.join(figures)}", flush=True)


if __name__ == "__main__":
    main()
