"""The games, and the test suites of other projects."""

import warnings

with warnings.catch_warnings():
    # On its import, PettingZoo's suite loads an example by an old way of its own.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

GAMES = [
    "black-market",
    "cassiopeia",
    "comet-run",
    "cyberstrife",
    "cysmic",
    "nexus-ops",
    "pulp-invasion",
]

__all__ = [
    "GAMES",
    "api_test",
    "max_cycles_test",
    "parallel_api_test",
    "parallel_seed_test",
    "seed_test",
]
