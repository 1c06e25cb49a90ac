"""One hall for all tests that only play; those that break it start their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.hall import Hall


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with Hall(tmp_path_factory.mktemp("hall") / "hall.db") as opened:
        yield opened


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "hall.db"
