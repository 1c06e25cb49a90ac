"""The example games are installed for these tests too."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def installed(example_games: None) -> None:
    pass
