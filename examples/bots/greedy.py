"""A bot in Python: tries every option in a few imagined worlds and takes the best on average.

starhall simulate cassiopeia --games 2 --bots "run:python examples/bots/greedy.py",random
"""

import json
import sys

WORLDS = 2


def say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


def hear() -> dict[str, object]:
    return json.loads(sys.stdin.readline() or '{"type": "over"}')


def promise(option: dict[str, object]) -> float:
    """What the option is worth right after it is chosen, on average over the worlds."""
    total = 0.0
    for world in range(WORLDS):
        say({"try": option["number"], "world": world})
        total += hear()["value"] or 0.0
    return total


while True:
    message = hear()
    if message["type"] == "over":
        break
    if message["type"] == "choose":
        say({"choose": max(message["options"], key=promise)["number"]})
