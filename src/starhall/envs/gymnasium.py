"""Gymnasium: `single` is one seat of a table of bots; `vector` many such tables in processes.

    env = single("cassiopeia", seat=0, opponents=["greedy", "random"])
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(action)

Actions are the numbers of options; `action_mask` says which are offered. An action that is not
counts as what the game chooses for an absent player, and `info["illegal"]` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AsyncVectorEnv
from numpy.typing import NDArray

from starhall.bots.base import Bot, ask
from starhall.bots.bot import bot_class
from starhall.bots.sight import Sight
from starhall.engine.errors import BadSetting
from starhall.engine.game import Game, Value, find
from starhall.envs.observed import Observation, Observed, Setup

Opponent = str | type[Bot]


class Single(gymnasium.Env[Any, Any], EzPickle):
    """One seat; bots play the others. The reward comes at the end: 1 for winning, -1 for losing."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 4}

    def __init__(
        self, setup: Setup, seat: int = 0, opponents: Sequence[Opponent] | None = None
    ) -> None:
        EzPickle.__init__(self, setup, seat, opponents)
        if opponents is None:
            rules = find(setup.game) if isinstance(setup.game, str) else setup.game
            opponents = ["random"] * (rules.seats.start - 1)
        seats = len(opponents) + 1
        if not 0 <= seat < seats:
            raise BadSetting(f"there is no seat {seat}: seats are 0 to {seats - 1}")
        self.seat = seat
        self.kinds = [bot_class(bot) if isinstance(bot, str) else bot for bot in opponents]
        # Bots that look at the table need a watched match: they see what their seat may see.
        watched = setup.watched or any(kind.needs for kind in self.kinds)
        self.table = Observed(replace(setup, seats=seats, watched=watched))
        self.max_choices = setup.limit  # of this seat
        self.choices = 0
        self.render_mode = setup.render_mode
        self.observation_space = self.table.space()
        self.action_space = spaces.Discrete(self.table.actions)
        self.bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.deal(self.np_random.bytes(32))
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        self.bots = {
            seat: kind(int(self.np_random.integers(1 << 31)))
            for seat, kind in zip(others, self.kinds, strict=True)
        }
        self.choices = 0
        self._let_others_play()
        return self._look(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {}
        table = self.table
        decision = table.play.decision_of(self.seat)
        if decision is not None:
            if action not in [option.number for option in decision.options]:
                info["illegal"] = True
                action = table.game.default(decision).number
            table.choose(self.seat, int(action))
            self.choices += 1
            self._let_others_play()
        over = table.play.over
        reward = table.rewards()[self.seat] if over else 0.0
        cut = self.max_choices is not None and self.choices >= self.max_choices and not over
        return self._look(), reward, over, cut, info

    def _let_others_play(self) -> None:
        """Bots choose until this seat is asked; if it is out of the game, until the end."""
        table = self.table
        while table.play.decision_of(self.seat) is None and not table.play.over:
            decision = table.play.decision
            assert decision is not None
            bot = self.bots[decision.seat]
            if bot.needs:
                option = ask(bot, table.match, decision.seat)
            else:
                option = bot.choose(Sight.of_options(table.game, decision, len(table.choices)))
            table.choose(decision.seat, option.number)

    def _look(self) -> Observation:
        return self.table.look(self.seat, self.table.play.decision_of(self.seat))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are offered now, as libraries for masked learning ask for it."""
        return self._look()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """The table in words, as the seat sees it."""
        return self.table.render(self.seat)


def single(
    game: str | Game[Any],
    seat: int = 0,
    opponents: Sequence[Opponent] | None = None,
    *,
    events: int = 0,
    watched: bool = False,
    max_choices: int | None = None,
    render_mode: str | None = None,
    **settings: Value,
) -> Single:
    """One seat of a table whose other seats are played by bots, by default by random ones."""
    setup = Setup(game, None, settings, events, watched, max_choices, render_mode)
    return Single(setup, seat, opponents)


def vector(
    game: str | Game[Any],
    count: int,
    seat: int = 0,
    opponents: Sequence[Opponent] | None = None,
    *,
    context: str | None = None,
    **settings: Any,
) -> AsyncVectorEnv:
    """Several tables at once, each in its own process; `context` says how these are started."""

    def table() -> Single:
        return single(game, seat, opponents, **settings)

    return AsyncVectorEnv([table] * count, context=context)
