"""Measures what a browser is sent while others move, for every game that is installed.

python tools/frames.py [SEED ...]

Plays random games and records every message that seat 1 and a spectator receive while nothing is
asked of them, beside the size of the whole frame at that moment. Sizes are bytes on the wire,
which is not compressed.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

import msgspec

sys.path[:0] = [str(Path(__file__).resolve().parent.parent / "src")]

from starhall.engine.game import installed  # noqa: E402
from starhall.engine.rules.chance import seed_bytes  # noqa: E402
from starhall.server.storage.models import Header, Person  # noqa: E402
from starhall.server.tables.audience import Audience, Connection  # noqa: E402
from starhall.server.tables.journal import Journal  # noqa: E402
from starhall.server.tables.viewpoint import Cursor, Viewpoint  # noqa: E402

MOST_CHOICES = 250
SEATS = 4  # if the game allows so many


class Sizes(msgspec.Struct):
    """The messages of one game that came while nothing was asked, and the whole frames."""

    updates: list[int] = []
    frames: list[int] = []


async def measure(game: str, seed: str) -> Sizes:
    rules = installed()[game]
    dice = random.Random(seed)
    fewest, most = rules.seats[0], rules.seats[-1]
    seats = max(fewest, min(SEATS, most))
    names = [f"Seat {seat + 1}" for seat in range(seats)]
    settings = rules.configure(seats, {})
    header = Header(
        game, rules.version, rules.content.hash, settings, seed_bytes(seed).hex(), names
    )
    journal = Journal(rules, header, time.time())
    audience, sizes = Audience({}, lambda: False), Sizes()
    watching = [Connection(Person("x", "x"), seat) for seat in (0, None)]
    for connection in watching:
        audience.join(connection)
        audience.look_from(connection, Viewpoint(connection.seat, steps=True), Cursor())
        audience.frame_for(journal, connection)
    while not journal.match.over and journal.count < MOST_CHOICES:
        decision = dice.choice(journal.match.decisions)
        journal.choose(decision.seat, [dice.choice(decision.options).number], time.time())
        for connection in watching:
            sent = audience.frame_for(journal, connection)
            asked = connection.seat in [d.seat for d in journal.match.decisions]
            if sent is None or asked or journal.match.over:
                continue
            sizes.updates.append(len(sent))
            newcomer = Connection(Person("y", "y"), connection.seat)
            newcomer.cursor = Cursor(connection.cursor.bookmark if connection.cursor else 0)
            sizes.frames.append(len(audience.frame_for(journal, newcomer) or b""))
    return sizes


def main(seeds: Sequence[str]) -> int:
    print("| game | messages | whole frame, median | sent, median | sent, 95 % below |")
    print("|---|---|---|---|---|")
    for game in sorted(installed()):
        found = [asyncio.run(measure(game, seed)) for seed in seeds]
        updates = [size for one in found for size in one.updates]
        frames = [size for one in found for size in one.frames]
        high = quantiles(updates, n=20)[-1] if len(updates) > 1 else 0.0
        title = installed()[game].text.say("game.title")
        print(
            f"| {title} | {len(updates):,} | {median(frames):,.0f} B | {median(updates):,.0f} B "
            f"| {high:,.0f} B |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["1", "2", "3"]))
