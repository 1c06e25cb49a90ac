"""Halls as processes: forked from one that has loaded everything, or started from scratch.

Loading the server takes longer than most tests, and there are some hundred halls.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import IO, Protocol

# What a hall loads only when it opens.
LATE = [
    "aiosqlite",
    "anyio._backends._asyncio",
    "asyncpg",
    "litestar.plugins.pydantic",
    "pydantic.type_adapter",
    "rich._emoji_codes",
    "starhall.server.notify.push",
    "typer._adapters",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
]
GAMES = ["cassiopeia", "cyberstrife", "cysmic", "nexus_ops", "pulp_invasion"]
LOADED = [
    "starhall.cli.processes",
    "starhall.cli.serve",
    "starhall.server.app",
    *[f"starhall.games.{game}.game" for game in GAMES],
    *LATE,
]

_fork = multiprocessing.get_context("forkserver")
_fork.set_forkserver_preload(["tests.server.process", *LOADED, "tests.server.warm"])


class Process(Protocol):
    """What the tests need of a process, as `subprocess.Popen` has it."""

    pid: int
    stdout: IO[str] | None

    def poll(self) -> int | None: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


def start(arguments: list[str], environment: dict[str, str], log: Path) -> Process:
    """`starhall` from scratch, as on the command line."""
    command = [sys.executable, "-m", "starhall.cli", *arguments]
    with log.open("a") as errors:
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )


class Forked:
    """`starhall` forked from a process that has loaded it."""

    def __init__(self, arguments: list[str], environment: dict[str, str], log: Path) -> None:
        ours, theirs = _fork.Pipe(duplex=False)
        self._process = _fork.Process(target=_run, args=(arguments, environment, log, theirs))
        self._process.start()
        theirs.close()
        assert self._process.pid is not None
        self.pid: int = self._process.pid
        self.stdout: IO[str] | None = os.fdopen(os.dup(ours.fileno()))
        ours.close()
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        with self._lock:
            return self._process.exitcode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def wait(self, timeout: float | None = None) -> int:
        with self._lock:
            self._process.join(timeout)
            if self._process.exitcode is None:
                raise subprocess.TimeoutExpired("starhall", timeout or 0.0)
            return self._process.exitcode


def _run(arguments: list[str], environment: dict[str, str], log: Path, out: Connection) -> None:
    """In the new process."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(out.fileno(), 1)
    with log.open("a") as errors:
        os.dup2(errors.fileno(), 2)
    out.close()
    # Its workers must not load what the tests were started with.
    sys.modules["__main__"] = ModuleType("__main__")
    sys.argv = ["starhall", *arguments]

    from starhall.cli import console, main

    console.out.width = int(environment.get("COLUMNS", console.out.width))
    main()
