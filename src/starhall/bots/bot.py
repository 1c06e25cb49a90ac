# mypyc: off
"""The built-in bots, and the closed list of their names."""

from __future__ import annotations

import time
from contextlib import suppress
from difflib import get_close_matches
from typing import ClassVar

import msgspec

from starhall.bots.base import Bot, worth
from starhall.bots.looks import Look
from starhall.bots.rollout import Rollouts
from starhall.bots.search import Tree, worlds_by_round
from starhall.bots.sight import Need, NoMoreWorlds, Sight
from starhall.engine.errors import SpokenError
from starhall.engine.rules.options import Option

WORLDS = 4  # imagined worlds that greedy looks at
FINALISTS = 3  # options that quick tries in a second world, if it may show something else
CLOSE = 0.02  # how much less than the best option these may be worth
GUESSES = 5  # further worlds for them, if the best option depends on what others hide
ENDLESS = 10**9  # simulations, if time is the budget
SHOWN = 80  # letters of an unknown name that an error quotes
MOST_PREPARED = 1000  # worlds imagined beforehand, inside a phase


class UnknownBot(SpokenError):
    """No bot of that name, or a setting it does not have."""


class RandomBot(Bot):
    """Every option equally likely."""

    needs = Need.NOTHING

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        return options[self.stream.below(len(options))]


class GreedyBot(Bot):
    """One decision ahead: the option after which imagined worlds look best on average."""

    needs = Need.WORLDS

    def worlds(self, options: int) -> int:
        return WORLDS * options

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        looks = [worth(sight, number, options) for number in range(WORLDS)]
        totals = [sum(values) for values in zip(*looks, strict=True)]
        best = max(totals)
        ties = [option for option, total in zip(options, totals, strict=True) if total == best]
        return ties[self.stream.below(len(ties))]


class QuickBot(Bot):
    """As good as greedy in less time: looks again only if it may see something else.

    If no option that is close to the best depends on chance or on hidden cards, all worlds look
    the same to it. It also reuses the world in which it tried its last choice. The time saved goes
    into more worlds where the game declares that a choice is a guess.
    """

    needs = Need.WORLDS

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._first: Look | None = None  # kept while a second world is being dealt

    def worlds(self, options: int) -> int:
        return options

    def choose(self, sight: Sight) -> Option:
        options = sight.decision.options
        looked = self._first or sight.look(0, options)
        guess = sight.decision.kind in sight.game.guesses
        rivals = looked.leaders(FINALISTS) if guess else looked.undecided(FINALISTS, CLOSE)
        if len(rivals) > 1:
            self._first = looked  # if only one world was foreseen, this is asked once more
            again = [options[place] for place in rivals]
            with suppress(NoMoreWorlds):  # inside a phase one world is enough
                for number in range(1, 1 + (GUESSES if guess else 1)):
                    looked.again(rivals, sight.look(number, again))
            self._first = None
        best = looked.best()
        place = best[self.stream.below(len(best))]
        self.foreseen = looked.leads_to(place, options[place])
        return options[place]


class Estimate(msgspec.Struct, frozen=True):
    """The result of a search for an option: its chance, its error, and from how many worlds."""

    option: Option
    chance: float
    worlds: int
    error: float


class SearchBot(Bot):
    """Looks ahead: a tree search over imagined worlds in which everybody plays sensibly."""

    needs = Need.WORLDS

    SETTINGS: ClassVar[dict[str, float]] = {
        "simulations": 48,
        "milliseconds": 1900,  # of CPU, at most; given alone, it is the whole budget
        "depth": 8,  # decisions ahead, of all seats together
        "explore": 0.5,
        "slips": 0,  # choices in 100 that are made without thinking
    }

    def __init__(self, seed: int, **settings: float) -> None:
        super().__init__(seed)
        chosen = {**self.SETTINGS, **settings}
        timed = "milliseconds" in settings and "simulations" not in settings
        self.milliseconds = int(chosen["milliseconds"])
        self.simulations = ENDLESS if timed else int(chosen["simulations"])
        self.depth = int(chosen["depth"])
        self.explore = float(chosen["explore"])
        self.slips = int(chosen["slips"])

    def worlds(self, options: int) -> int:
        halvings = max(1, (options - 1).bit_length())
        return min(self.simulations, MOST_PREPARED) + options * halvings

    def choose(self, sight: Sight) -> Option:
        if self.slips and self.stream.below(100) < self.slips:
            options = sight.decision.options
            return options[self.stream.below(len(options))]
        return self.estimates(sight)[0].option

    def estimates(self, sight: Sight) -> list[Estimate]:
        """All options, the best first: each round drops the worse half of the rest."""
        tree = self.tree(sight)
        left = list(sight.decision.options)
        dropped: list[Option] = []
        rounds = worlds_by_round(self.simulations, len(left))
        begun = time.thread_time()
        number = 0
        for done, worlds in enumerate(rounds, start=1):
            deadline = begun + self.milliseconds / 1000 * done / len(rounds)
            last = number + worlds
            while number < last and self._meet(tree, sight, left, number):
                number += 1
                if time.thread_time() >= deadline:
                    break
            left.sort(key=lambda option: -tree.worth(option))
            keep = (len(left) + 1) // 2
            left, dropped = left[:keep], left[keep:] + dropped
        ranked = left + dropped
        return [
            Estimate(option, tree.chance(option), tree.visits(option), tree.error(option))
            for option in ranked
        ]

    def tree(self, sight: Sight) -> Tree:
        """An empty search of this decision."""
        game = sight.game
        if game.horizon and self.depth > 0:
            kinds = list(game.horizon)
            return Rollouts(sight.seat, game.value, kinds, game.prospects, game.default)
        return Tree(sight.seat, game.value, self.depth, self.explore)

    def _meet(self, tree: Tree, sight: Sight, left: list[Option], number: int) -> bool:
        """Try all remaining options in the same world; False if there are no more worlds."""
        try:
            for option in left:
                tree.simulate(sight.imagine(number), option)
        except NoMoreWorlds:
            return False
        return True


class EasyBot(SearchBot):
    """Looks one step ahead and is careless now and then: an opponent for the first games."""

    SETTINGS: ClassVar[dict[str, float]] = {
        **SearchBot.SETTINGS,
        "simulations": 8,
        "depth": 0,
        "slips": 25,
    }


class NormalBot(SearchBot):
    """Looks a few decisions ahead: a good partner to learn the game with."""

    SETTINGS: ClassVar[dict[str, float]] = {**SearchBot.SETTINGS, "simulations": 16, "depth": 4}


class StrongBot(SearchBot):
    """Looks ahead as far as it pays, in many imagined worlds; thinks for up to two seconds."""


_BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "quick": QuickBot,
    "easy": EasyBot,
    "normal": NormalBot,
    "strong": StrongBot,
}
NAMES: tuple[str, ...] = tuple(_BOTS)


def bot_class(name: str) -> type[Bot]:
    """The class of a built-in bot; other names are refused and load nothing."""
    if name not in _BOTS:
        near = get_close_matches(name[:SHOWN], NAMES, 1)
        known = ", ".join(NAMES)
        if near:
            raise UnknownBot("bot.unknown_near", id=name[:SHOWN], known=known, near=near[0])
        raise UnknownBot("bot.unknown", id=name[:SHOWN], known=known)
    return _BOTS[name]


def make(name: str, seed: int) -> Bot:
    """A built-in bot by name. `starhall.bots.outside` also creates bots from files and programs."""
    return bot_class(name)(seed)
