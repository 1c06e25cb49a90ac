"""PettingZoo's own tests, for every game."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

from starhall.engine.errors import IllegalChoice
from starhall.envs.observed import sampled
from starhall.envs.pettingzoo import AtOnce, Turns, aec, parallel
from tests.envs.suites import (
    GAMES,
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

# The suite advises against observations that are not plain arrays. It exempts its own games that
# also give a mask in a dictionary, by their names.
ADVICE = (
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation is not a NumPy array",
)


@pytest.fixture(autouse=True)
def without_advice() -> Iterator[None]:
    with warnings.catch_warnings():
        for sentence in ADVICE:
            warnings.filterwarnings("ignore", message=sentence)
        yield


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_for_turns(game: str) -> None:
    api_test(aec(game), num_cycles=60)
    seed_test(lambda: aec(game), num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_for_seats_that_act_at_once(game: str) -> None:
    parallel_api_test(parallel(game), num_cycles=60)
    parallel_seed_test(lambda: parallel(game), num_cycles=20)


@pytest.mark.parametrize("game", ["cyberstrife", "nexus-ops"])
def test_the_suite_for_a_limit_of_cycles(game: str) -> None:
    def at_once(max_cycles: int) -> AtOnce:
        return parallel(game, max_cycles=max_cycles)

    def in_turns(max_cycles: int) -> Any:
        return parallel_to_aec(at_once(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=at_once, env=in_turns))


def play(env: Turns, random: np.random.Generator) -> dict[str, float]:
    """Play at random; returns the sum of the rewards of each agent."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        if termination or truncation:
            env.step(None)
        else:
            env.step(sampled(observation["action_mask"], random))
    return total


def test_a_game_ends_with_the_rewards_of_its_result() -> None:
    env, random = aec("cassiopeia", seats=3), np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        total = play(env, random)
        result = env.table.match.result
        assert result is not None and sum(total.values()) == pytest.approx(0)
        best = max(total.values())
        assert [s for s, a in enumerate(total) if total[a] == best] == result.winners


def test_a_solo_game_rewards_winning_and_losing() -> None:
    env, random = aec("pulp-invasion"), np.random.default_rng(1)
    env.reset(seed=1)
    assert set(play(env, random).values()) <= {1.0, -1.0}


def test_the_mask_is_what_the_match_offers() -> None:
    env, random = aec("nexus-ops", seats=3), np.random.default_rng(2)
    env.reset(seed=5)
    for _ in range(50):
        mask = env.last()[0]["action_mask"]
        offered = [option.number for option in env.table.match.decision.options]
        assert np.flatnonzero(mask).tolist() == sorted(offered)
        env.step(sampled(mask, random))


def test_an_observation_stays_as_it_was() -> None:
    env, random = aec("black-market"), np.random.default_rng(3)
    env.reset(seed=3)
    observation = env.last()[0]
    before = observation["observation"].copy(), observation["action_mask"].copy()
    for _ in range(4):
        env.step(sampled(env.last()[0]["action_mask"], random))
        env.observe("player_0")
    assert (observation["observation"] == before[0]).all()
    assert (observation["action_mask"] == before[1]).all()


def test_an_action_that_is_not_offered_is_refused_with_the_reason() -> None:
    env = aec("comet-run")
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="0 to 2, not 99"):
        env.step(99)
    env = aec("comet-run", fuel=0)
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="fuel"):
        env.step(2)  # both dice


def test_seats_that_are_not_asked_wait() -> None:
    env = parallel("comet-run")
    observations, _ = env.reset(seed=1)
    asked, other = observations["player_0"], observations["player_1"]
    assert np.flatnonzero(other["action_mask"]).tolist() == [3]
    assert asked["action_mask"][3] == 0


def test_all_seats_bid_at_once() -> None:
    env = parallel("black-market", seats=3)
    observations, _ = env.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(3):  # the last card of a hand is bid without a question
        assert env.agents == env.possible_agents
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        assert all(mask[7] == 0 and mask.any() for mask in masks.values())
        actions = {agent: sampled(mask, random) for agent, mask in masks.items()}
        observations, rewards, over, _, infos = env.step(actions)
        assert not any(infos.values())
    assert env.agents == [] and all(over.values())
    assert sum(rewards.values()) == pytest.approx(0)


def test_an_action_that_is_not_offered_counts_as_the_default() -> None:
    env = parallel("black-market")
    env.reset(seed=1)
    *_, infos = env.step({"player_0": 7, "player_1": 7})
    assert infos == {"player_0": {"illegal": True}, "player_1": {"illegal": True}}
    assert len(env.table.choices) == 2


def test_environments_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(aec("cassiopeia", seats=4, events=3, round_cap=20)))
    env.reset(seed=1)
    assert env.num_agents == 4 and env.table.settings == {"round_cap": 20}


def test_a_table_is_rendered_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec("comet-run", render_mode="ansi")
    env.reset(seed=1)
    assert "Comet Run" in str(env.render())
    env = aec("comet-run", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None and "Comet Run" in capsys.readouterr().out
