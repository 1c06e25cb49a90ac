"""Worker processes. Each does one job at a time, and is replaced when it dies or hangs."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from starhall.engine.text.language import active, speaking
from starhall.server import installed
from starhall.server.errors import Overworked
from starhall.server.notices import say
from starhall.server.workers.queue import FairQueue, Turn

NICER = 5  # how much nicer than the hall, for the scheduler of the system

T = TypeVar("T")


def speak(language: str, job: Callable[..., T], *args: object) -> T:
    """In the worker: do a job in the language of the person who asked for it."""
    with speaking(language):
        return job(*args)


class WorkerPool:
    """Some workers, and the fair queue in front of them.

    A hall without bots starts no process. From the first job on, the next process is started in
    advance, so that the person who gets it does not wait until Python has loaded the games.
    """

    def __init__(self, processes: int, job_seconds: float) -> None:
        self._workers = [Worker(job_seconds) for _ in range(processes)]
        self._queue = FairQueue(self._workers)
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, turn: Turn, job: Callable[..., T], *args: object) -> T:
        """Do a job when its turn comes. A job that has begun is completed even if nobody waits."""
        worker = await self._queue.take(turn)
        task = self._spawn(self._run(turn, worker, job, *args))
        spare = self._queue.spare
        if spare is not None and not spare.is_started:
            self._spawn(spare.start())
        return await asyncio.shield(task)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(_look_at)
        return task

    async def _run(self, turn: Turn, worker: Worker, job: Callable[..., T], *args: object) -> T:
        begun = time.monotonic()
        try:
            return await worker.run(job, *args)
        finally:
            self._queue.give_back(turn, worker, time.monotonic() - begun)

    def stop(self) -> None:
        for worker in self._workers:
            worker.kill()


class Worker:
    """One process, started when it is needed.

    It is an executor with a single process. So a death affects only one job, and it is known which
    process to kill when a job hangs.
    """

    def __init__(self, job_seconds: float) -> None:
        self._job_seconds = job_seconds
        self._executor: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()
        self._pid = 0

    @property
    def is_started(self) -> bool:
        return self._executor is not None

    async def run(self, job: Callable[..., T], *args: object) -> T:
        """Do a job. If the process dies, do it once more in a new one."""
        try:
            return await self._run(job, *args)
        except BrokenProcessPool:
            return await self._run(job, *args)

    async def _run(self, job: Callable[..., T], *args: object) -> T:
        loop = asyncio.get_running_loop()
        try:
            executor = await self.start()
            done = loop.run_in_executor(executor, speak, active(), job, *args)
        except BrokenProcessPool:  # it died while it was idle
            self.kill()
            raise
        await asyncio.wait([done], timeout=self._job_seconds)
        if not done.done():
            done.add_done_callback(_look_at)
            say(f"Worker {self._pid} did not finish within {self._job_seconds:g} s: replaced.")
            self.kill()
            raise Overworked
        if isinstance(done.exception(), BrokenProcessPool):
            self.kill()
        return done.result()

    async def start(self) -> ProcessPoolExecutor:
        """The executor, with its process ready. Starting one does not count as a job's time."""
        async with self._starting:
            executor = self._executor
            if executor is None:
                context = multiprocessing.get_context("spawn")
                executor = self._executor = ProcessPoolExecutor(1, context, _begin)
                loop = asyncio.get_running_loop()
                self._pid = await loop.run_in_executor(executor, _get_ready)
            return executor

    def kill(self) -> None:
        """End the process, whatever it is doing. The next job starts a new one."""
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor, self._pid = None, 0


def _look_at(done: asyncio.Future[Any]) -> None:
    """Retrieve the error of a job that nobody waits for, so that asyncio does not report it."""
    if not done.cancelled():
        done.exception()


def _begin() -> None:
    """In the worker: leave Ctrl+C to the hall, run at a lower priority, and end with the hall."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICER)  # people who wait for an answer come before bots that think
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _get_ready() -> int:
    """In the worker: load the games; returns the process id."""
    installed.packs()
    return os.getpid()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
