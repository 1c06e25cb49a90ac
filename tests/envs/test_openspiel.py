"""OpenSpiel's own tests and algorithms on games of Starhall."""

from __future__ import annotations

import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, mcts

from starhall.envs import openspiel
from tests.envs.poker import LEDUC

LITTLE_MARKET = {"rounds": 2, "bids": 3, "hand": 2, "cargo": 2}
LITTLE_RACE = {"turns": 1, "sides": 3, "fuel": 1}
openspiel.register(LEDUC)


@pytest.fixture(scope="module")
def suite() -> Any:
    """The module with OpenSpiel's tests of every game; it reads the command line on its import."""
    given, sys.argv = sys.argv, sys.argv[:1]
    try:
        from absl import flags
        from open_spiel.integration_tests import api_test

        flags.FLAGS(sys.argv)
    finally:
        sys.argv = given
    return api_test


def run_suite(base: Any, game: Any, name: str) -> None:
    case = type("Case", (base,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [trace for _, trace in result.failures + result.errors] == []


def test_the_suite_on_the_whole_tree_of_leduc_poker(suite: Any) -> None:
    """With the figures of OpenSpiel's own Leduc poker: all nodes, and 936 information sets."""
    game = pyspiel.load_game("starhall_leduc(cached=true)")
    run_suite(suite.EnforceAPIOnFullTreeBase, game, "leduc_poker")


@pytest.mark.parametrize("game", ["black-market", "comet-run"])
def test_the_suite_on_a_part_of_the_tree(suite: Any, game: str) -> None:
    settings = LITTLE_MARKET if game == "black-market" else LITTLE_RACE
    loaded = openspiel.load(game, cached=True, **settings)
    run_suite(suite.EnforceAPIOnPartialTreeBase, loaded, openspiel.short_name(game))


@pytest.mark.parametrize(
    "game", ["black-market", "comet-run", "cassiopeia", "cyberstrife", "pulp-invasion"]
)
def test_random_simulations(game: str) -> None:
    """Each state is written and read again, too."""
    pyspiel.random_sim_test(openspiel.load(game), num_sims=1, serialize=True, verbose=False)


def test_a_setting_of_digits_survives_the_text_of_a_game() -> None:
    game = openspiel.load("nexus-ops", vp_target="14", round_cap=20)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) and "vp_target=14" in str(game)
    assert again.tree.settings["vp_target"] == "14" and again.tree.settings["round_cap"] == 20


@pytest.mark.parametrize("game", ["cassiopeia", "pulp-invasion"])
def test_a_large_game_is_played_by_openspiel(game: str) -> None:
    state, random = openspiel.load(game).new_initial_state(), np.random.default_rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(actions, p=chances)))
        else:
            seat = state.current_player()
            assert len(state.observation_tensor(seat)) > 100
            state.apply_action(int(random.choice(state.legal_actions())))
    assert len(state.history()) > 20


@pytest.mark.parametrize("game", ["black-market", "comet-run"])
def test_counterfactual_regret_minimization_finds_an_equilibrium(game: str) -> None:
    settings = LITTLE_MARKET if game == "black-market" else LITTLE_RACE
    loaded = openspiel.load(game, cached=True, **settings)
    solver = cfr.CFRPlusSolver(loaded)
    for _ in range(16):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(loaded, solver.average_policy()) < 0.01


def test_tree_search_beats_random_play() -> None:
    """OpenSpiel's MCTS in Comet Run, where everything is open."""
    loaded, random = openspiel.load("comet-run", cached=True, turns=2), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(loaded, 1.4, 40, evaluator, random_state=random)
    total = 0.0
    for number in range(10):
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                action = random.choice(actions, p=chances)
            elif state.current_player() == number % 2:
                action = bot.step(state)
            else:
                action = random.choice(state.legal_actions())
            state.apply_action(int(action))
        total += state.returns()[number % 2]
    assert total >= 4


def test_every_installed_game_is_registered_by_its_name() -> None:
    openspiel.register_all()
    names = pyspiel.registered_names()
    for game in ("cassiopeia", "cyberstrife", "cysmic", "nexus_ops", "pulp_invasion", "comet_run"):
        assert f"starhall_{game}" in names
    loaded = pyspiel.load_game("starhall_comet_run(players=3,fuel=4)")
    assert loaded.num_players() == 3
    assert loaded.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
