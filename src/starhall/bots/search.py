"""Information-set Monte Carlo tree search: many imagined worlds, one tree of choices.

Every simulation imagines a world that fits what the seat knows and walks down the tree along
choices that are legal in it, up to the horizon; the position there is evaluated for all seats that
decided on the way. One tree serves all worlds: a node describes a choice after a
history of choices, whatever the cards and dice are. Every seat maximizes its own value (max^n).

A new node ranks its options as greedy does, so the first walk through
it is sensible play; later walks correct that with their results.

At the root the budget is divided by sequential halving: all remaining options are tried in the same
worlds, then the worse half is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

Evaluate = Callable[[State, int], float]

TRUST: Final = 2.0  # how many walks the first impression of an option counts for
SURE: Final = 0.98  # what a promising position counts, where a game that is won counts 1
HASTE: Final = 0.0002  # lost for each decision that a win comes later: bots prefer early wins


class Node:
    """The statistics of one choice after one history of choices."""

    __slots__ = ("available", "children", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior  # the value right after the choice, as greedy sees it
        self.visits = 0
        self.available = 0  # how often it was offered
        self.total = 0.0  # of the values for the seat that made the choice
        self.children: dict[int, Node] = {}

    def mean(self) -> float:
        return self.total / self.visits if self.visits else self.prior


class Walk:
    """A world being played, and how to reach its position again.

    Coroutines cannot be copied: inside a phase, a trial starts where the phase started and
    repeats the choices.
    """

    __slots__ = ("anchor", "since", "world")

    def __init__(self, world: Play) -> None:
        self.world = world
        self.anchor: State | None = world.state.copy() if world.fresh else None
        self.since: list[tuple[int, Option]] = []

    def choose(self, decision: Decision, option: Option) -> None:
        world = self.world
        self.since.append((decision.seat, option))
        world.choose(decision, option)
        if world.fresh and not world.over:
            self.anchor = world.state.copy()
            self.since.clear()

    def trial(self) -> Play | None:
        """A copy for a trial; None inside a phase that began before the walk."""
        if self.anchor is None:
            return None
        trial = Play(self.world.rules, self.anchor.copy())
        for seat, option in self.since:
            decision = trial.decision_of(seat)
            if decision is None:
                return None
            trial.choose(decision, option)
        return trial


class Tree:
    """The search of one decision of one seat."""

    __slots__ = (
        "count", "depth", "evaluate", "explore", "odds", "odds_squares", "roots", "seat", "squares",
        "sum",
    )  # fmt: skip

    def __init__(self, seat: int, evaluate: Evaluate, depth: int, explore: float) -> None:
        self.seat = seat
        self.evaluate = evaluate
        self.depth = depth
        self.explore = explore
        self.roots: dict[int, Node] = {}
        self.odds: dict[int, float] = {}  # by option: the sum of what `_odds` saw at the horizon
        self.odds_squares: dict[int, float] = {}
        # The spread of the values determines how much rarely tried options are favoured.
        self.count = 0
        self.sum = 0.0
        self.squares = 0.0

    def worth(self, option: Option) -> float:
        """The value of the option for the seat, by the game's evaluation."""
        node = self.roots.get(option.number)
        return node.mean() if node is not None else 0.0

    def chance(self, option: Option) -> float:
        """The same relative to the other seats: roughly the chance of the seat to win."""
        visits = self.visits(option)
        return self.odds[option.number] / visits if visits else 0.0

    def error(self, option: Option) -> float:
        """The standard error of the chance."""
        visits = self.visits(option)
        if visits < 2:
            return 0.5
        mean = self.odds[option.number] / visits
        variance = self.odds_squares[option.number] / visits - mean * mean
        return sqrt(max(0.0, variance) / (visits - 1))

    def visits(self, option: Option) -> int:
        """The number of worlds in which it was tried."""
        node = self.roots.get(option.number)
        return node.visits if node is not None else 0

    def root(self, option: Option) -> Node:
        """The statistics of an option of the searching seat."""
        node = self.roots.get(option.number)
        if node is None:
            node = Node(0.5)
            self.roots[option.number] = node
        return node

    def simulate(self, world: Play, option: Option) -> None:
        """One imagined world: the option, then down the tree to the horizon, and back."""
        decision = world.decision_of(self.seat)
        assert decision is not None
        node = self.root(option)
        path: list[Node] = [node]
        movers: list[int] = [self.seat]
        walk = Walk(world)
        walk.choose(decision, option)
        for _ in range(self.depth):
            decision = world.decision
            if decision is None:
                break
            chosen = self._select(node, walk, decision.seat, decision.options)
            node = node.children[chosen.number]
            path.append(node)
            movers.append(decision.seat)
            walk.choose(decision, chosen)
        self.count_odds(option, world.state)
        self._carry_back(world, path, movers)

    def count_odds(self, option: Option, state: State) -> None:
        """Take down what the seat's chance is at the horizon."""
        odds = self._odds(state)
        self.odds[option.number] = self.odds.get(option.number, 0.0) + odds
        self.odds_squares[option.number] = self.odds_squares.get(option.number, 0.0) + odds * odds

    def _odds(self, state: State) -> float:
        """The seat's share of the total value of all seats; alone, its own value."""
        own = self.evaluate(state, self.seat)
        total = own
        for seat in range(state.seats):
            if seat != self.seat:
                total += self.evaluate(state, seat)
        if state.seats == 1:
            return own
        return own / total if total > 0.0 else 1.0 / state.seats

    def _carry_back(self, world: Play, path: list[Node], movers: list[int]) -> None:
        values: dict[int, float] = {}
        for node, mover in zip(path, movers, strict=True):
            value = values.get(mover, -1.0)
            if value < 0.0:
                value = self._value(world, mover, len(path))
                values[mover] = value
            node.visits += 1
            node.total += value
        own = values[self.seat]
        self.count += 1
        self.sum += own
        self.squares += own * own

    def _select(self, node: Node, walk: Walk, mover: int, options: list[Option]) -> Option:
        """The option with the best upper bound; new options come first."""
        children = node.children
        for option in options:
            if option.number not in children:
                children[option.number] = Node(self._impression(walk, mover, option))
        width = self.explore * self._spread()
        best = options[0]
        highest = -1.0
        for option in options:
            child = children[option.number]
            child.available += 1
            tried = child.visits + TRUST
            bound = (child.total + TRUST * child.prior) / tried
            if width > 0.0:
                bound += width * sqrt(log(child.available + 1.0) / tried)
            if bound > highest:
                highest = bound
                best = option
        return best

    def _impression(self, walk: Walk, mover: int, option: Option) -> float:
        """Greedy's value of an option; the value of the position if it cannot be tried."""
        trial = walk.trial()
        decision = trial.decision_of(mover) if trial is not None else None
        if trial is None or decision is None:
            return self._value(walk.world, mover, 1)
        trial.choose(decision, option)
        return self._value(trial, mover, 1)

    def _value(self, world: Play, seat: int, steps: int) -> float:
        """The value for a seat after a number of decisions."""
        value = self.evaluate(world.state, seat)
        return value * (1.0 - HASTE * steps if world.over else SURE)

    def _spread(self) -> float:
        """The standard deviation of the values seen so far."""
        if self.count < 2:
            return 0.0
        mean = self.sum / self.count
        return sqrt(max(0.0, self.squares / self.count - mean * mean))


def worlds_by_round(budget: int, options: int) -> list[int]:
    """Sequential halving: the number of worlds for the remaining options in each round."""
    halvings = 1
    while (1 << halvings) < options:
        halvings += 1
    rounds: list[int] = []
    left = options
    for _ in range(halvings):
        rounds.append(max(1, budget // (halvings * left)))
        left = (left + 1) // 2
    return rounds
