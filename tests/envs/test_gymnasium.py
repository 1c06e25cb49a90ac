"""Gymnasium's own checker, for every game, and several tables in processes."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from starhall.bots import Bot, Sight
from starhall.bots.bot import RandomBot
from starhall.engine.errors import BadSetting
from starhall.engine.rules.options import Option
from starhall.envs.gymnasium import Single, single, vector
from starhall.envs.observed import sampled
from tests.envs.suites import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_checker(game: str) -> None:
    with warnings.catch_warnings():
        # An environment made without the registry cannot be made again by the checker.
        warnings.filterwarnings("ignore", message=".*different render modes.*")
        check_env(single(game, max_choices=20), skip_render_check=True)


def play(env: Single, seed: int) -> tuple[float, int]:
    """Play at random to the end; returns the reward and the number of choices."""
    random = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    for choices in range(1, 100_000):
        action = sampled(observation["action_mask"], random)
        observation, reward, over, cut, info = env.step(action)
        assert not cut and not info
        if over:
            return reward, choices
    raise AssertionError("the game does not end")


def test_a_game_against_bots_ends_with_a_reward() -> None:
    env = single("black-market", seat=1, opponents=["greedy", "random"])
    rewards = [play(env, seed)[0] for seed in range(4)]
    assert set(rewards) <= {1.0, 0.25, -0.5, 0.0} and len(set(rewards)) > 1


def test_the_same_seed_gives_the_same_game() -> None:
    env = single("comet-run", opponents=["random", "random"])
    assert [play(env, 3), play(env, 4)] == [play(env, 3), play(env, 4)]


def test_a_bot_class_of_ones_own_is_an_opponent() -> None:
    class Last(RandomBot):
        def choose(self, sight: Sight) -> Option:
            return sight.decision.options[-1]

    kinds: list[type[Bot]] = [Last]
    env = single("comet-run", seat=1, opponents=kinds)
    env.reset(seed=1)
    seat, option = env.table.choices[0]
    assert seat == 0 and option.token in ("fly both", "fly high", "fly low")
    assert option is env.table.match.at(0).decision.options[-1]


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetting, match="no seat 2"):
        single("comet-run", seat=2)


def test_masks_for_masked_learning() -> None:
    env = single("comet-run")
    observation, _ = env.reset(seed=1)
    assert (env.action_masks() == (observation["action_mask"] == 1)).all()


def test_several_tables_in_processes() -> None:
    envs = vector("comet-run", 2, opponents=["random"])
    try:
        observations, _ = envs.reset(seed=[1, 2])
        alone = single("comet-run", opponents=["random"])
        expected, _ = alone.reset(seed=2)
        assert observations["observation"].shape == (2, alone.table.encoding.size)
        assert (observations["observation"][1] == expected["observation"]).all()
        action = int(np.flatnonzero(expected["action_mask"])[0])
        observations, *_ = envs.step(np.array([action, action]))
        expected, *_ = alone.step(action)
        assert (observations["observation"][1] == expected["observation"]).all()
    finally:
        envs.close()
