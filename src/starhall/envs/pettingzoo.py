"""PettingZoo: `aec` asks one seat after the other, `parallel` all that have to decide at once.

    env = aec("nexus-ops", seats=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ...

Actions are the numbers of options; the mask says which are offered. Rewards come at the end.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv

from starhall.engine.game import Game, Value
from starhall.envs.observed import Observation, Observed, Setup, agents


class Spaces:
    """What both kinds of environments say about their observations and actions."""

    def _open(self, setup: Setup, waits: bool = False) -> None:
        table = self.table = Observed(setup, waits)
        self.render_mode = setup.render_mode
        self.random = np.random.default_rng()
        self.possible_agents: list[str] = agents(table.seats)
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: table.space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(table.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table in words, as a spectator sees it."""
        return self.table.render()

    def close(self) -> None:
        pass


class Turns(Spaces, AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """One seat decides at a time; where several may decide at once, the first of them."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "starhall_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, setup: Setup) -> None:
        EzPickle.__init__(self, setup)
        AECEnv.__init__(self)
        self._open(setup)
        self.max_cycles = setup.limit  # choices of all seats together

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.table.deal(self.random.bytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """The seat that is asked next, or the end."""
        self.decision = self.table.play.decision
        if self.decision is not None:
            self.agent_selection = self.possible_agents[self.decision.seat]
            if self.max_cycles is not None and len(self.table.choices) >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, reward in zip(self.agents, self.table.rewards(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        decision = self.decision if agent == self.agent_selection else None
        return self.table.look(self.seat_of[agent], decision)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        table = self.table
        table.choose(self.seat_of[agent], int(action))
        decision = table.play.decision
        if decision is not None and self.max_cycles is None:  # as `_select` does; this is hot
            self.decision = decision
            self.agent_selection = self.possible_agents[decision.seat]
        else:
            self._select()


class AtOnce(Spaces, ParallelEnv, EzPickle):  # type: ignore[misc]
    """All seats act at once. A seat with nothing to decide waits, which is the last action.

    An action that is not offered counts as what the game chooses for an absent player, and
    the agent's info says so.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "starhall_parallel_v0",
        "render_modes": ["human", "ansi"],
    }

    def __init__(self, setup: Setup) -> None:
        EzPickle.__init__(self, setup)
        self._open(setup, waits=True)
        self.max_cycles = setup.limit  # rounds of actions
        self.cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.table.deal(self.random.bytes(32))
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        play = self.table.play
        return {
            agent: self.table.look(seat, play.decision_of(seat))
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        table, play = self.table, self.table.play
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for decision in play.decisions:
            seat = decision.seat
            if play.decision_of(seat) is not decision:
                continue  # another seat's choice removed the question
            agent = self.possible_agents[seat]
            action = actions.get(agent)
            if action not in [option.number for option in decision.options]:
                infos[agent]["illegal"] = True
                action = table.game.default(decision).number
            table.choose(seat, int(action))
        self.cycles += 1
        rewards = dict.fromkeys(self.agents, 0.0)
        if play.over:
            rewards = dict(zip(self.agents, table.rewards(), strict=True))
        cut = self.max_cycles is not None and self.cycles >= self.max_cycles and not play.over
        terminations = dict.fromkeys(self.agents, play.over)
        truncations = dict.fromkeys(self.agents, cut)
        observations = self._observations()
        if play.over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos


def aec(
    game: str | Game[Any],
    seats: int | None = None,
    *,
    events: int = 0,
    watched: bool = False,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **settings: Value,
) -> Turns:
    """An environment in which one seat decides at a time.

    With `events`, an observation also has that many of the latest events. With `watched`, it has
    the cards that a seat remembers; both cost time.
    """
    return Turns(Setup(game, seats, settings, events, watched, max_cycles, render_mode))


def parallel(
    game: str | Game[Any],
    seats: int | None = None,
    *,
    events: int = 0,
    watched: bool = False,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **settings: Value,
) -> AtOnce:
    """An environment in which all seats that have to decide do it at once."""
    return AtOnce(Setup(game, seats, settings, events, watched, max_cycles, render_mode))
