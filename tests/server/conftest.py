"""Halls and databases for the tests; those that break a hall start their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starhall.lab.postgres import Postgres
from tests.server.hall import Hall
from tests.server.store import Store

KINDS = ["sqlite", "postgres"]
# The tests of these modules run on both databases where they use the common hall.
ON_BOTH = {"test_durable", "test_play", "test_programs", "test_tables"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "hall" in metafunc.fixturenames:
        both = metafunc.module.__name__.rsplit(".", 1)[-1] in ON_BOTH
        metafunc.parametrize("hall", KINDS if both else KINDS[:1], indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests that do not break it."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def hall(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    """One hall for all tests that only play."""
    store = new_store(request, tmp_path_factory.mktemp("hall"))
    with Hall(store, from_scratch=True) as opened:
        yield opened


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """An empty database, for tests that run on both kinds."""
    return new_store(request, tmp_path)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file for SQLite."""
    return tmp_path / "hall.db"


def new_store(request: pytest.FixtureRequest, folder: Path) -> Store:
    if request.param == "sqlite":
        return Store(str(folder / "hall.db"), folder)
    server: Postgres = request.getfixturevalue("postgres")
    return Store(server.new_database(), folder)
