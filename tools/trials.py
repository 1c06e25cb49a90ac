"""Runs pytest again and again in the current folder, each time in a process of its own.

Loading pytest, Hypothesis and the engine takes longer than most tests, so they are loaded once
and every run is a fork of this process. The game and its tests are loaded by each run itself.

A request is a line of JSON on standard input: the arguments of pytest, the most CPU seconds, the
most seconds on the clock, and whether byte code is kept. The answer is a line on standard output:
the exit code, negative if the run was ended by a signal, and what it printed.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Sequence

MEMORY = 4 << 30  # bytes: a loop that collects things without end is stopped
LOADED = (
    "hypothesis",
    "pytest",
    "starhall.engine.conformance",
    "starhall.engine.game",
    "starhall.engine.match.match",
    "starhall.engine.scene.painter",
)


def load() -> None:
    """What all runs share; nothing that a mutant changes."""
    for name in LOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    games = [name for name in sys.modules if name.startswith("starhall.games.")]
    assert not games, f"these would not be loaded again: {games}"


def run(words: Sequence[str], seconds: int, clock: int, keep: bool) -> tuple[int, str]:
    """The exit code and what was printed."""
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if child == 0:
            sys.dont_write_bytecode = not keep
            forked(words, seconds, clock, printed.fileno())
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        return os.waitstatus_to_exitcode(status), printed.read().decode(errors="replace")


def forked(words: Sequence[str], seconds: int, clock: int, printed: int) -> None:
    """The run itself: it ends the process."""
    code = 1
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        signal.setitimer(signal.ITIMER_REAL, clock)  # a test that waits for ever uses no CPU
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        import pytest

        code = int(pytest.main(list(words)))
        sys.stdout.flush()
    finally:
        os._exit(code)


def main() -> None:
    load()
    for line in sys.stdin:
        request = json.loads(line)
        code, printed = run(**request)
        print(json.dumps({"code": code, "printed": printed}), flush=True)


if __name__ == "__main__":
    main()
