"""Rollouts: searches of games that say where luck takes over."""

from __future__ import annotations

from typing import Any

import pytest

import starhall
from starhall.bots import ask, make
from starhall.bots.bot import SearchBot
from starhall.bots.outside import bot_from_text
from starhall.bots.rollout import Rollouts
from starhall.bots.sight import Sight
from starhall.engine.match.match import Match

PULP = starhall.find("pulp-invasion")
(SEARCH,) = PULP.horizon


def reached(kind: str, options: int, seed: int) -> Match[Any]:
    """A position of a greedy game with a decision of that kind and at least so many options."""
    for number in range(seed, seed + 100):
        match = starhall.new("pulp-invasion", seed=number)
        bot = make("greedy", number)
        while not match.over:
            if match.decision.kind == kind and len(match.decision.options) >= options:
                return match
            match.choose(ask(bot, match, 0))
    raise AssertionError(f"no '{kind}' with {options} options in a hundred games")


def rollouts() -> Rollouts:
    return Rollouts(0, PULP.evaluate, list(PULP.horizon), PULP.prospects, PULP.default)


@pytest.mark.parametrize("kind", ["choose_planet", "encounter_choice", "use_cube"])
def test_a_walk_ends_where_luck_takes_over(kind: str) -> None:
    match = reached(kind, 2, 3)
    sight = Sight(match, 0, b"luck")
    ends = set()
    for number, option in enumerate(match.decision.options * 4):
        there = rollouts().walk(sight.imagine(number), option)
        ends.add(there.decision.kind if there.decision is not None else "over")
    assert SEARCH in ends and ends <= {SEARCH, "over"}


def test_going_beyond_the_horizon_is_worth_the_position() -> None:
    """Which cubes an imagined Search gives must not count: all worlds agree on `draw`."""
    match = reached(SEARCH, 2, 2)
    found = SearchBot(1, simulations=12).estimates(Sight(match, 0, b"luck"))
    draw = next(one for one in found if one.option is PULP.default(match.decision))
    assert draw.chance == pytest.approx(PULP.prospects(match.state, 0))
    assert draw.worlds > 1


def test_looking_to_the_horizon_changes_minds() -> None:
    for seed in range(6):
        match = reached("choose_planet", 3, seed)
        near = ask(bot_from_text("search:simulations=18,depth=0", 1), match, 0)
        far = ask(bot_from_text("search:simulations=18,depth=8", 1), match, 0)
        if near is not far:
            return
    raise AssertionError("a bot that looks to the horizon chose as if it did not")
