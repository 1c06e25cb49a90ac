"""Rollouts: every option is tried in many worlds, and each world is played on as greedy would.

For games that declare a horizon: decisions after which luck takes over, where the game can give
the chance to win. A tree stores results by choices, which says little if cubes or dice come in
between. Here only the results of the options at the root are stored. Every world is played to the
horizon, so luck beyond it adds no noise.

At a horizon, the default option is worth as much as the position itself, so the walk stops. All
other options there are tried as usual.
"""

from __future__ import annotations

from collections.abc import Callable

from starhall.bots.search import Evaluate, Tree
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

Default = Callable[[Decision], Option]


class Rollouts(Tree):
    """The search of one decision of one seat, without a tree."""

    __slots__ = ("default", "horizon", "impression")

    def __init__(
        self,
        seat: int,
        evaluate: Evaluate,
        horizon: list[str],
        prospects: Evaluate,
        default: Default,
    ) -> None:
        super().__init__(seat, prospects, 0, 0.0)
        self.impression = evaluate  # good enough to compare the options of one decision
        self.horizon = horizon  # kinds of decisions
        self.default = default

    def simulate(self, world: Play, option: Option) -> None:
        """One imagined world: the option, then play to the horizon."""
        there = self.walk(world, option)
        self.count_odds(option, there.state)
        self._carry_back(there, [self.root(option)], [self.seat])

    def walk(self, world: Play, option: Option) -> Play:
        """Play like greedy up to the horizon or the end."""
        decision = world.decision_of(self.seat)
        assert decision is not None
        # A single option may be the last before luck takes over, so it is not chosen automatically.
        world.state.auto_single = False
        if option is self._rest(decision):
            return world
        steps = Steps(world)
        steps.choose(decision, option)
        asked = steps.world.decision
        while asked is not None:
            rest = self._rest(asked)
            if rest is None and len(asked.options) == 1:
                steps.choose(asked, asked.options[0])
            elif not self._best_step(steps, asked, rest):
                break
            asked = steps.world.decision
        return steps.world

    def _rest(self, decision: Decision) -> Option | None:
        """The option that would go beyond the horizon; None if the walk is not there."""
        return self.default(decision) if decision.kind in self.horizon else None

    def _best_step(self, steps: Steps, asked: Decision, rest: Option | None) -> bool:
        """Choose what looks best for the deciding seat; False if stopping here looks best."""
        mover = asked.seat
        judge = self.impression if rest is None else self.evaluate
        highest = -1.0 if rest is None else judge(steps.world.state, mover)
        best = rest
        after: Play | None = None
        for option in asked.options:
            if option is rest:
                continue
            trial = steps.trial(mover, option)
            if trial is None:  # nothing can be tried here: take the first option
                steps.choose(asked, asked.options[0])
                return True
            value = judge(trial.state, mover)
            if value > highest:
                highest = value
                best = option
                after = trial
        if best is None or after is None:
            return False
        steps.go(mover, best, after)
        return True


class Steps:
    """A walk that continues in the copy in which the next step was tried.

    So a step costs only its trials. Coroutines cannot be copied: inside a phase, a
    trial starts where the phase started and repeats the choices.
    """

    __slots__ = ("anchor", "since", "world")

    def __init__(self, world: Play) -> None:
        self.world = world
        self.anchor: State | None = None
        self.since: list[tuple[int, Option]] = []

    def choose(self, decision: Decision, option: Option) -> None:
        """A step that needs no trial."""
        if self.world.fresh:
            self.anchor = self.world.state.copy()
            self.since = []
        self.since.append((decision.seat, option))
        self.world.choose(decision, option)

    def trial(self, mover: int, option: Option) -> Play | None:
        """The world after an option; None inside a phase that began before the walk."""
        if self.world.fresh:
            trial = Play(self.world.rules, self.world.state.copy())
        elif self.anchor is None:
            return None
        else:
            trial = Play(self.world.rules, self.anchor.copy())
            for seat, chosen in self.since:
                decision = trial.decision_of(seat)
                if decision is None:
                    return None
                trial.choose(decision, chosen)
        asked = trial.decision_of(mover)
        if asked is None:
            return None
        trial.choose(asked, option)
        return trial

    def go(self, mover: int, option: Option, after: Play) -> None:
        """Continue in a trial; inside a phase, the next trial starts from the previous world."""
        if self.world.fresh:
            self.anchor = self.world.state
            self.since = []
        self.since.append((mover, option))
        self.world = after
