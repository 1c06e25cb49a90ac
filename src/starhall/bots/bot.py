# mypyc: off
"""The bots by name."""

from __future__ import annotations

from difflib import get_close_matches
from hashlib import blake2b

from starhall.bots.sight import Sight
from starhall.engine.chance import Stream
from starhall.engine.errors import RulesFault, StarhallError
from starhall.engine.options import Option

WORLDS = 4  # imagined worlds that greedy looks at


class UnknownBot(StarhallError):
    """No bot of that name."""


class Bot:
    """Chooses for one seat; the same seed and the same sight give the same choice."""

    needs_sight = True  # does it look at anything but its options?

    def __init__(self, seed: int) -> None:
        key = blake2b(str(seed).encode(), person=b"starhall bot", digest_size=32).digest()
        self.stream = Stream(key)

    def choose(self, sight: Sight) -> Option:
        raise RulesFault(f"{type(self).__name__} must define choose()")


class RandomBot(Bot):
    """Every option equally likely."""

    needs_sight = False

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        return options[self.stream.below(len(options))]


class GreedyBot(Bot):
    """One decision ahead: the option after which imagined worlds look best on average."""

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        totals = [0.0] * len(options)
        for _ in range(WORLDS):
            world = Stream(bytes(self.stream.below(256) for _ in range(32)))
            for number, option in enumerate(options):
                totals[number] += self._worth(sight, world.copy(), option)
        best = max(totals)
        ties = [option for option, total in zip(options, totals, strict=True) if total == best]
        return ties[self.stream.below(len(ties))]

    def _worth(self, sight: Sight, stream: Stream, option: Option) -> float:
        world = sight.imagine(stream)
        decision = world.decision_of(sight.seat)
        if decision is None:
            raise RulesFault(f"seat {sight.seat} is not asked in the imagined world")
        world.choose(decision, option)
        return sight.game.evaluate(world.state, sight.seat)


_BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}
NAMES: tuple[str, ...] = tuple(_BOTS)


def make(name: str, seed: int) -> Bot:
    """A bot by its name."""
    if name not in _BOTS:
        near = get_close_matches(name, NAMES, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise UnknownBot(f"there is no bot '{name}'{hint} Known: {', '.join(NAMES)}.")
    return _BOTS[name](seed)
