"""The fair queue in front of the workers: who is served next."""

import asyncio
import contextlib
import os

import psutil

from starhall.server.workers.pool import WorkerPool
from starhall.server.workers.queue import FairQueue, Turn
from tests.server.hall import until


class Line:
    """People who want a worker, and the order in which they get one."""

    def __init__(self, workers: int) -> None:
        self.queue = FairQueue(list(range(workers)))
        self.served: list[str] = []
        self.held: dict[str, tuple[Turn, int]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, job: str, watched: bool = True) -> None:
        """A job is named by its person and its table: `eve 3`."""
        turn = Turn(job.split()[0], job, lambda: watched)
        self.tasks.append(asyncio.create_task(self._take(job, turn)))
        await asyncio.sleep(0)

    async def _take(self, job: str, turn: Turn) -> None:
        self.held[job] = turn, await self.queue.take(turn)
        self.served.append(job)

    async def done(self, job: str, seconds: float = 1.0) -> None:
        turn, worker = self.held.pop(job)
        self.queue.give_back(turn, worker, seconds)
        for _ in range(3):
            await asyncio.sleep(0)

    async def drain(self) -> None:
        while self.held:
            await self.done(next(iter(self.held)))


def test_many_tables_of_one_person_delay_that_person_only() -> None:
    async def run() -> None:
        line = Line(workers=1)
        for number in range(20):
            await line.ask(f"eve {number}")
        await line.done("eve 0")
        await line.ask("ada 0")
        await line.done("eve 1")
        assert line.served == ["eve 0", "eve 1", "ada 0"]
        await line.done("ada 0", seconds=0.1)
        await line.ask("ada 0")
        await line.done("eve 2")
        assert line.served[-1] == "ada 0"
        await line.drain()
        assert len(line.served) == 22

    asyncio.run(run())


def test_tables_that_nobody_watches_think_last() -> None:
    async def run() -> None:
        line = Line(workers=1)
        await line.ask("eve 0", watched=False)
        await line.ask("bob 0", watched=False)
        await line.ask("ada 0")
        await line.ask("eve 1")
        await line.drain()
        assert line.served == ["eve 0", "ada 0", "eve 1", "bob 0"]

    asyncio.run(run())


def test_the_tables_of_a_person_take_turns() -> None:
    async def run() -> None:
        line = Line(workers=1)
        turn = Turn("ada", "first")
        for job in ("a", "b", "c"):
            line.tasks.append(asyncio.create_task(line._take(job, turn)))
        line.tasks.append(asyncio.create_task(line._take("other", Turn("ada", "second"))))
        await asyncio.sleep(0)
        await line.drain()
        assert line.served == ["a", "b", "other", "c"]

    asyncio.run(run())


def test_the_last_worker_is_kept_for_the_next_person() -> None:
    async def run() -> None:
        line = Line(workers=2)
        for number in range(4):
            await line.ask(f"eve {number}")
        await line.ask("zoe 0", watched=False)
        assert line.served == ["eve 0"]
        await line.ask("ada 0")
        assert line.served == ["eve 0", "ada 0"]
        await line.drain()
        assert len(line.served) == 6

    asyncio.run(run())


def test_a_job_that_is_given_up_frees_its_place() -> None:
    async def run() -> None:
        line = Line(workers=1)
        for job in ("ada 0", "ada 1", "bob 0"):
            await line.ask(job)
        line.tasks[1].cancel()
        await line.done("ada 0")
        await line.drain()
        assert line.served == ["ada 0", "bob 0"]
        # Given a worker and given up in the same moment: the worker goes to the next.
        await line.ask("ada 2")
        await line.ask("bob 1")
        await line.ask("eve 0")
        turn, worker = line.held.pop("ada 2")
        line.queue.give_back(turn, worker, 0.0)
        line.tasks[4].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await line.drain()
        assert line.served[-1] == "eve 0" and "bob 1" not in line.served

    asyncio.run(run())


def workers() -> list[int]:
    found = []
    for one in psutil.Process().children():
        with contextlib.suppress(psutil.Error):  # it has just ended
            if "spawn_main" in " ".join(one.cmdline()):
                found.append(one.pid)
    return found


def test_the_worker_for_the_next_person_is_started_in_advance() -> None:
    async def run() -> None:
        pool = WorkerPool(3, job_seconds=60.0)
        assert workers() == []
        try:
            first = await pool.run(Turn("ada", "1"), os.getpid)
            await until(lambda: len(workers()) == 2)
            assert first in workers()
        finally:
            pool.stop()
        await until(lambda: not workers())

    asyncio.run(run())
