"""The same examples in every run, however busy the machine is; games from outside where wanted."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from starhall.engine.game import FOLDERS, add_folders, scan

settings.register_profile(
    "starhall", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("starhall")

# Looking for cycles took a tenth of the time: thousands of tests are in memory and stay there.
gc.set_threshold(20_000, 20, 100)


def pytest_collection_finish() -> None:
    gc.freeze()


@pytest.fixture(scope="module")
def example_games() -> Iterator[None]:
    """The example games are installed during the tests of a module."""
    before, path = os.environ.get(FOLDERS), sys.path[:]
    add_folders([Path(__file__).resolve().parents[1] / "examples" / "games"])
    yield
    if before is None:
        del os.environ[FOLDERS]
    else:
        os.environ[FOLDERS] = before
    sys.path[:] = path  # processes that later tests start would look there, too
    scan.cache_clear()
