# mypyc: off
"""The bots by name, and how one is asked."""

from __future__ import annotations

from difflib import get_close_matches
from hashlib import blake2b
from typing import ClassVar

import msgspec

from starhall.bots.search import Tree, shares
from starhall.bots.sight import NoMoreWorlds, Sight
from starhall.engine.chance import Stream
from starhall.engine.errors import RulesFault, StarhallError
from starhall.engine.match import Match
from starhall.engine.options import Option
from starhall.engine.play import Play

WORLDS = 4  # imagined worlds that greedy looks at


class UnknownBot(StarhallError):
    """No bot of that name, or a setting it does not have."""


class Bot:
    """Chooses for one seat; the same seed and the same sight give the same choice."""

    needs_sight = True  # does it look at anything but its options?

    def __init__(self, seed: int) -> None:
        key = blake2b(str(seed).encode(), person=b"starhall bot", digest_size=32).digest()
        self.stream = Stream(key)

    def worlds(self, options: int) -> int:
        """How many worlds it will imagine at most, for so many options."""
        return 0

    def choose(self, sight: Sight) -> Option:
        raise RulesFault(f"{type(self).__name__} must define choose()")


def ask(bot: Bot, match: Match, seat: int) -> Option:
    """What the bot chooses for the seat, with what the seat may know."""
    decision = match.decision_of(seat)
    options = len(decision.options) if decision is not None else 0
    return bot.choose(Sight(match, seat, bot.stream.new_key(), bot.worlds(options)))


class RandomBot(Bot):
    """Every option equally likely."""

    needs_sight = False

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        return options[self.stream.below(len(options))]


class GreedyBot(Bot):
    """One decision ahead: the option after which imagined worlds look best on average."""

    def worlds(self, options: int) -> int:
        return WORLDS * options

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        totals = [0.0] * len(options)
        for number in range(WORLDS):
            for place, option in enumerate(options):
                totals[place] += _worth(sight, number, option)
        best = max(totals)
        ties = [option for option, total in zip(options, totals, strict=True) if total == best]
        return ties[self.stream.below(len(ties))]


def _worth(sight: Sight, number: int, option: Option) -> float:
    """How well the seat stands right after the choice, in this world."""
    world = sight.imagine(number)
    decision = world.decision_of(sight.seat)
    if decision is None:
        raise RulesFault(f"seat {sight.seat} is not asked in the imagined world")
    world.choose(decision, option)
    return sight.game.evaluate(world.state, sight.seat)


class Estimate(msgspec.Struct, frozen=True):
    """What a search thinks of an option: the chance it sees, and from how many worlds."""

    option: int  # its number
    value: float
    worlds: int


class SearchBot(Bot):
    """Tree search over imagined worlds: information-set Monte Carlo, max^n."""

    SETTINGS: ClassVar[dict[str, float]] = {
        "simulations": 200,
        "milliseconds": 0,
        "depth": 8,
        "explore": 0.5,
    }

    def __init__(self, seed: int, **settings: float) -> None:
        super().__init__(seed)
        chosen = {**self.SETTINGS, **settings}
        self.simulations = int(chosen["simulations"])
        self.milliseconds = int(chosen["milliseconds"])
        self.depth = int(chosen["depth"])
        self.explore = float(chosen["explore"])

    def worlds(self, options: int) -> int:
        return self.simulations + options

    def choose(self, sight: Sight) -> Option:
        best = self.estimates(sight)[0]
        return sight.game.vocabulary.options[best.option]

    def estimates(self, sight: Sight) -> list[Estimate]:
        """All options, the best first."""
        game = sight.game

        def evaluate(world: Play, seat: int) -> float:
            return game.evaluate(world.state, seat)

        tree = Tree(sight.seat, evaluate, self.depth, self.explore)
        left = list(sight.decision.options)
        dropped: list[Option] = []
        try:
            first = 0
            for _, worlds in shares(self.simulations, len(left)):
                for number in range(first, first + worlds):
                    for option in left:
                        tree.simulate(sight.imagine(number), option)
                first += worlds
                left.sort(key=lambda option: -tree.roots[option.number].mean())
                keep = (len(left) + 1) // 2
                left, dropped = left[:keep], left[keep:] + dropped
        except NoMoreWorlds:
            left.sort(key=lambda option: -tree.roots[option.number].mean())
        found = [(option, tree.roots[option.number]) for option in left + dropped]
        return [Estimate(option.number, node.mean(), node.visits) for option, node in found]


_BOTS: dict[str, tuple[type[Bot], dict[str, float]]] = {
    "random": (RandomBot, {}),
    "greedy": (GreedyBot, {}),
    "easy": (SearchBot, {"simulations": 16}),
    "normal": (SearchBot, {"simulations": 64}),
    "strong": (SearchBot, {"simulations": 200}),
    "search": (SearchBot, {}),
}
NAMES: tuple[str, ...] = ("random", "greedy", "easy", "normal", "strong")


def make(name: str, seed: int) -> Bot:
    """A bot by its name; `search:simulations=800,depth=12` sets up a search of one's own."""
    kind, _, text = name.partition(":")
    if kind not in _BOTS:
        near = get_close_matches(kind, NAMES, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise UnknownBot(f"there is no bot '{name}'{hint} Known: {', '.join(NAMES)}.")
    cls, settings = _BOTS[kind]
    if not text:
        return cls(seed, **settings)
    return cls(seed, **settings, **_settings(kind, cls, text))


def _settings(kind: str, cls: type[Bot], text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for word in text.split(","):
        name, _, value = word.partition("=")
        known = cls.SETTINGS if issubclass(cls, SearchBot) else {}
        if kind != "search" or name not in known:
            allowed = ", ".join(SearchBot.SETTINGS)
            raise UnknownBot(f"'{word}' is no setting of '{kind}'; only search has any: {allowed}")
        try:
            found[name] = float(value)
        except ValueError:
            raise UnknownBot(f"'{word}': write a number after the equals sign") from None
    return found
