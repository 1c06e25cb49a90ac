"""Simulations on a Ray cluster: the same games, in the same order, as on one machine.

A task is a chunk of numbers of a plan. Ray starts the workers, replaces those that die and runs
their tasks again; the results are taken in the order of the numbers.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from traceback import walk_tb
from typing import Any, Final

from starhall.engine.game import FOLDERS
from starhall.lab.workers import AHEAD, LabError, P, Play, R, chunks, in_processes, work

LOCAL: Final = "local"  # a cluster on this machine, for as long as the command runs
LOCAL_TRIES: Final = 3  # Ray waits 30 seconds for its start: too short for a busy machine
PATIENCE: Final = 10.0  # seconds until a cluster must have answered
RETRIES: Final = 5  # of a task whose worker died
AT_MOST: Final = 64  # workers that are kept busy at once


class Cluster:
    """A connection to Ray; use it as a context, so that it is closed."""

    def __init__(self, address: str, jobs: int) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise LabError("lab.extras", missing="ray", n=1, extra="starhall[ray]") from None
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
        # Workers find the packages that this process finds, and the same additional games.
        shared = {name: os.environ[name] for name in ("PYTHONPATH", FOLDERS) if name in os.environ}
        options: dict[str, Any] = {
            "logging_level": "ERROR",
            "log_to_driver": False,
            "runtime_env": {"env_vars": shared},
        }
        if address == LOCAL:
            options |= {"num_cpus": jobs, "include_dashboard": False, "address": "local"}
        else:
            _knock(address)
            options["address"] = address
        tries = LOCAL_TRIES if address == LOCAL else 1
        for left in reversed(range(tries)):
            try:
                self.ray.init(**options)
                return
            except Exception as error:  # Ray has no error of its own for this
                _end_what_was_started(error)
                if not left:
                    raise LabError("lab.cluster", address=address, why=error) from None

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *failure: object) -> None:
        self.ray.shutdown()

    @property
    def workers(self) -> int:
        return max(1, min(AT_MOST, int(self.ray.cluster_resources().get("CPU", 1))))

    def play(self, play: Play[P, R], plan: P, numbers: Sequence[int]) -> Generator[R, None, None]:
        """The games with these numbers, in order, as they become ready."""
        ray = self.ray
        task = ray.remote(max_retries=RETRIES, num_cpus=1)(work)
        shared = ray.put(plan)
        workers = self.workers
        waiting = deque(chunks(numbers, workers))
        playing: deque[tuple[list[int], Any]] = deque()
        while waiting or playing:
            while waiting and len(playing) < workers * AHEAD:
                chunk = waiting.popleft()
                playing.append((chunk, task.remote(play, shared, chunk)))
            chunk, result = playing.popleft()
            try:
                rows = ray.get(result)
            except ray.exceptions.WorkerCrashedError:
                games = {"first": chunk[0], "last": chunk[-1]}
                raise LabError("lab.died", **games, n=RETRIES + 1) from None
            yield from rows


def _knock(address: str) -> None:
    """Does the address answer? Ray itself tries for minutes and fills the screen with warnings."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except OSError as error:
            raise LabError("lab.cluster", address=address, why=error.strerror or error) from None


def _end_what_was_started(error: Exception) -> None:
    """End the processes of a node that was not ready in time.

    Ray forgets them and lets them run, which would slow down the next try even more.
    """
    for frame, _ in walk_tb(error.__traceback__):
        node: Any = frame.f_locals.get("self")
        if hasattr(node, "kill_all_processes"):
            node.kill_all_processes(check_alive=False, wait=True)


class Crew:
    """What plays the games: processes of this machine, or a cluster."""

    def __init__(self, cluster: Cluster | None, jobs: int) -> None:
        self.cluster = cluster
        self.jobs = jobs

    def play(self, play: Play[P, R], plan: P, numbers: Sequence[int]) -> Generator[R, None, None]:
        if self.cluster is None:
            return in_processes(play, plan, numbers, self.jobs)
        return self.cluster.play(play, plan, numbers)


@contextmanager
def crew(address: str | None, jobs: int) -> Iterator[Crew]:
    """The processes of this machine or, with an address, a cluster."""
    if address is None:
        yield Crew(None, jobs)
        return
    with Cluster(address, jobs) as cluster:
        yield Crew(cluster, jobs)
