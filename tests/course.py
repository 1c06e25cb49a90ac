"""The order of play of a game: as a random game shows it, and as its lists of steps have it."""

from functools import cache
from itertools import pairwise
from typing import Any

from starhall.engine.conformance.looks import pick
from starhall.engine.game import find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.steps import Steps

RESTLESS = 60


@cache
def course(game: str, seats: int, seed: int, plies: int, *settings: tuple[str, Any]) -> list[str]:
    """What is asked (`?deploy`), told (`mines`) and begun (`[turn]`) in a game, in order.

    A Command Card and the like is told with its name: `plays recruit`.
    """
    match = Match(find(game), seats, dict(settings), seed)
    stream, heard, found = Stream(seed_bytes(seed)), 0, list[str]()
    while not match.over and match.ply < plies:
        found += [f"?{decision.kind}" for decision in match.decisions]
        seat, option = pick(match, stream, restless=RESTLESS)
        match.choose(option, seat)
        for _, event in match.log.after(heard):
            if event.what == "group":
                found.append(f"[{event.values['name']}]")
            else:
                found += [event.what, f"{event.what} {event.values.get('card', '')}"]
        heard = len(match.log)
    return found


def parts(story: list[str], begin: str, end: str = "") -> list[list[str]]:
    """The parts of the story that begin so, each up to the next one or to its end."""
    found: list[list[str]] = []
    inside = False
    for item in story:
        if item == begin:
            found.append([])
            inside = True
        elif item == end:
            inside = False
        if inside:
            found[-1].append(item)
    return found


def check_order(story: list[list[str]], *stages: str) -> None:
    """In each part, what belongs to a stage comes after all earlier stages; nothing is missing."""
    rank = {item: n for n, stage in enumerate(stages) for item in stage.split(", ")}
    assert rank.keys() <= {item for part in story for item in part}, "not in this game"
    for part in story:
        met = [item for item in part if item in rank]
        for one, other in pairwise(met):
            assert rank[one] <= rank[other], f"{other} after {one}: {met}"


def listed(steps: Steps) -> str:
    """The steps in order; an inner list stands in brackets after its name and its condition."""
    return ", ".join([_written(step.inner) if step.inner else step.name for step in steps.steps])


def _written(steps: Steps) -> str:
    word = "as long as" if steps.repeated else "when"
    marks = [f"{word} {steps.condition.__name__}"] if steps.condition else []
    return " ".join([*([steps.name] if steps.name else []), *marks, f"({listed(steps)})"])
