"""How often the chance in a hint comes true: for `Game.sharpness` of two-player games.

    python tools/calibrate.py GAME [GAMES] [EVERY]     60 games, about every sixth decision asked

Greedy plays against itself; now and then strong is asked what it thinks of its best option. The
output compares what it said with how often that came true, for the plain share and with the
sharpness that fits best, which is printed too.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from math import log

from starhall.bots import Sight, ask, make
from starhall.bots.bot import SearchBot
from starhall.bots.hints import likely
from starhall.engine.game import find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import seed_bytes
from starhall.lab.simulate import bot_seed, game_seed

KEY = seed_bytes("calib")
SEATS = 2
BUCKETS = 5
SHARPNESSES = [number / 4 for number in range(1, 60)]
SURE = 0.999  # no outcome is thought impossible when sharpnesses are compared


def play(id: str, games: int, every: int) -> list[tuple[float, float]]:
    """The share that strong saw for the deciding seat, and the share of the win it then had."""
    game = find(id)
    draw = random.Random(5)
    found: list[tuple[float, float]] = []
    for number in range(games):
        match = Match(game, SEATS, game.configure(SEATS, {}), game_seed(KEY, number))
        bots = [make("greedy", bot_seed(KEY, number, seat)) for seat in range(SEATS)]
        said: list[tuple[int, float]] = []
        while not match.over:
            decision = match.decision
            if draw.randrange(every) == 0:
                strong = SearchBot(number)
                worlds = strong.worlds(len(decision.options))
                sight = Sight(match, decision.seat, strong.stream.new_key(), worlds)
                said.append((decision.seat, strong.estimates(sight)[0].chance))
            match.choose(ask(bots[decision.seat], match, decision.seat), decision.seat)
        assert match.result is not None
        winners = match.result.winners
        found += [(share, (seat in winners) / max(1, len(winners))) for seat, share in said]
    return found


def surprise(found: list[tuple[float, float]], sharpness: float) -> float:
    """The mean log loss of chances of that sharpness."""
    total = 0.0
    for share, won in found:
        chance = min(SURE, max(1 - SURE, likely(share, SEATS, sharpness)))
        total -= won * log(chance) + (1 - won) * log(1 - chance)
    return total / len(found)


def show(found: list[tuple[float, float]], told: Callable[[float], float]) -> None:
    for bucket in range(BUCKETS):
        part = [had for share, had in found if int(min(SURE, told(share)) * BUCKETS) == bucket]
        if part:
            low, high = bucket / BUCKETS, (bucket + 1) / BUCKETS
            print(
                f"said {low:.1f} to {high:.1f} {len(part):6} times, won {sum(part) / len(part):.2f}"
            )


def main(id: str, games: int, every: int) -> None:
    found = play(id, games, every)
    best = min(SHARPNESSES, key=lambda sharpness: surprise(found, sharpness))
    print(f"{len(found)} decisions of {games} games; the share of all hopes:")
    show(found, lambda share: share)
    print(f"with the sharpness that fits best, {best}:")
    show(found, lambda share: likely(share, SEATS, best))


if __name__ == "__main__":
    counts = [int(word) for word in sys.argv[2:]]
    main(sys.argv[1], *(counts + [60, 6][len(counts) :]))
