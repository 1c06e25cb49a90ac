# mypyc: off
"""Where a choice leads some decisions later: what the seat has more of, if all play sensibly."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from starhall.bots.rollout import Steps
from starhall.bots.sight import Need, NoMoreWorlds, Sight
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play

LEAST: Final = 8  # decisions of all seats before the walk may end
MOST: Final = 16  # decisions of all seats, even if the seat has no turn until then
ALL_OPTIONS: Final = 10**6
WORLDS: Final = 12
TOLD: Final = 2  # measures
NOTABLE: Final = 0.04  # a difference, as a share of the size of the measure


class Gain(msgspec.Struct, frozen=True):
    """How much more of a measure a seat has."""

    measure: str
    more: float


def play_on(
    world: Play, seat: int, least: int = LEAST, most: int = MOST, widest: int = ALL_OPTIONS
) -> Play:
    """Play on: everybody takes the option that looks best right after the choice.

    The walk ends when a turn of the seat begins. A position looks better to the seat that has just
    played, so expectations are only comparable at the same point of the round. At most `widest`
    options are tried. A witness of the world sees everything that happens.
    """
    steps = Steps(world)
    last = seat
    for made in range(most):
        decision = steps.world.decision
        if decision is None or (made >= least and decision.seat == seat != last):
            break
        last = decision.seat
        _step(steps, decision, widest)
    return steps.world


def _step(steps: Steps, decision: Decision, widest: int) -> None:
    """Make the choice that looks best to whoever decides."""
    rules: Any = steps.world.rules
    best: tuple[float, Option, Play] | None = None
    every = -(-len(decision.options) // widest)
    for option in decision.options[::every] if len(decision.options) > 1 else ():
        trial = steps.trial(decision.seat, option)
        if trial is None:  # nothing can be tried inside a phase that began earlier
            break
        value = rules.evaluate(trial.state, decision.seat)
        if best is None or value > best[0]:
            best = value, option, trial
    if best is None:
        steps.choose(decision, rules.default(decision))
    elif steps.world.state.witness is not None:  # the trial's witness has seen only the trial
        steps.choose(decision, best[1])
    else:
        steps.go(decision.seat, best[1], best[2])


def gains(match: Match[Any], seat: int, luck: bytes, better: Option, worse: Option) -> list[Gain]:
    """What the seat has more of after one option than after another, on average.

    The most notable comes first.
    """
    sight = Sight(match, seat, luck, 2 * WORLDS, Need.WORLDS)
    after = [_measured(sight, option) for option in (better, worse)]
    size = {name: max(abs(after[0][name]), abs(after[1].get(name, 0.0)), 1e-9) for name in after[0]}
    more = {name: after[0][name] - after[1].get(name, 0.0) for name in after[0]}
    notable = [name for name in more if more[name] / size[name] >= NOTABLE]
    notable.sort(key=lambda name: -more[name] / size[name])
    return [Gain(name, round(more[name], 1)) for name in notable[:TOLD] if round(more[name], 1)]


def _measured(sight: Sight, option: Option) -> dict[str, float]:
    """The measures of the seat after an option, averaged over some worlds."""
    totals: dict[str, float] = {}
    tried = 0
    for number in range(WORLDS):
        try:
            world = sight.imagine(number)
        except NoMoreWorlds:
            break
        decision = world.decision_of(sight.seat)
        assert decision is not None
        world.choose(decision, option)
        world = play_on(world, sight.seat)
        tried += 1
        for name, values in sight.game.measures(world.state).items():
            totals[name] = totals.get(name, 0.0) + values[sight.seat]
    return {name: total / max(1, tried) for name, total in totals.items()}
