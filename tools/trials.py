"""Runs pytest again and again in the current folder, each time in a process of its own.

Loading pytest, Hypothesis and the engine takes longer than most tests, so they are loaded once
and every run is a fork of this process. The game and its tests are loaded by each run itself.

A request is a line of JSON on standard input: the arguments of pytest, the most CPU seconds, the
most seconds on the clock, and a file for what the tests reach, or nothing. The answer is a line on
standard output: the exit code, negative if the run was ended by a signal, and what it printed.
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
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ENOUGH = 100  # calls of a function in one test; further ones hardly ever reach new lines
MEMORY = 4 << 30  # bytes, to stop a loop that collects things without end
LOADED = (
    "hypothesis",
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


Lines = dict[CodeType, set[int]]


class Reach:
    """Which lines of the games each test reaches, and how long it takes: a plugin of pytest.

    Lines reached while the modules are loaded come first, without a name.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.tests: dict[str, Lines] = {"": {}}
        self.took: dict[str, float] = {}
        self.now: Lines = self.tests[""]
        self.calls: Counter[CodeType] = Counter()

    def trace(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if not code.co_filename.startswith(self.folder):
            return None
        self.calls[code] += 1
        if self.calls[code] > ENOUGH:
            return None
        seen = self.now.setdefault(code, set())

        def line(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            seen.add(frame.f_lineno)
            return line

        return line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        test = item.nodeid.split("[")[0]
        self.now = self.tests.setdefault(test, {})
        self.calls.clear()
        began = time.process_time()
        sys.settrace(self.trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.took[test] = self.took.get(test, 0) + time.process_time() - began

    def write(self, file: Path) -> None:
        found = {
            test: {
                "ms": int(1000 * self.took.get(test, 0)),
                "lines": merged(lines, self.folder),
            }
            for test, lines in self.tests.items()
        }
        file.write_text(json.dumps(found), encoding="utf-8")


def merged(lines: Lines, folder: str) -> dict[str, list[int]]:
    """The lines by file, relative to the folder."""
    found: dict[str, set[int]] = {}
    for code, seen in lines.items():
        found.setdefault(code.co_filename.removeprefix(folder).lstrip("/"), set()).update(seen)
    return {file: sorted(seen) for file, seen in found.items()}


def run(words: Sequence[str], seconds: int, clock: int, reach: str) -> tuple[int, str]:
    """The exit code and what was printed."""
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if child == 0:
            sys.dont_write_bytecode = not reach  # what is not changed is compiled once
            forked(words, seconds, clock, reach, printed.fileno())
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        return os.waitstatus_to_exitcode(status), printed.read().decode(errors="replace")


def forked(words: Sequence[str], seconds: int, clock: int, reach: str, printed: int) -> None:
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
        plugin = Reach(Path("src/starhall/games").resolve())
        if reach:
            sys.settrace(plugin.trace)
        code = int(pytest.main(list(words), plugins=[plugin] if reach else []))
        if reach:
            plugin.write(Path(reach))
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
