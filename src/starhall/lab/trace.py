"""Trace hashes: one hash for random games, equal on every build and platform."""

from __future__ import annotations

import sys
from hashlib import blake2b

import starhall
from starhall.engine.knowledge.views import to_bytes
from starhall.engine.rules.chance import Stream

STATE_EVERY = 10


def trace(game: str, seats: int, games: int) -> str:
    """A hash of every option list, every choice and, at intervals, the whole state."""
    rules = starhall.find(game)
    total = blake2b(digest_size=16)
    dice = Stream(blake2b(game.encode(), digest_size=32).digest())
    for number in range(games):
        match = starhall.Match(rules, seats, seed=number)
        while not match.over:
            decisions = match.decisions
            decision = decisions[dice.below(len(decisions))]
            option = decision.options[dice.below(len(decision.options))]
            offered = " ".join(str(other.number) for other in decision.options)
            total.update(f"{decision.seat} {decision.kind} {offered} > {option.token};".encode())
            match.choose(option, decision.seat)
            if match.ply % STATE_EVERY == 0:
                total.update(to_bytes(match.state))
        total.update(to_bytes(match.state) + repr(match.result).encode())
    return total.hexdigest()


if __name__ == "__main__":
    print(trace(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
