"""Attacks on a real hall, in short: one visitor cannot hurt the others.

`starhall bench --attack` makes the same attacks at full size and prints how long others waited.
"""

import asyncio
import os
import signal
from pathlib import Path

from tests.server.hall import Guest, Hall, until


def children(hall: Hall) -> set[int]:
    """The processes that the hall has started, except Python's own helper."""
    assert hall.process is not None
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            helper = b"resource_tracker" in (entry / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if parent == hall.process.pid and not helper:
            found.add(int(entry.name))
    return found


async def started(hall: Hall, guest: Guest) -> int:
    """The only worker, after it has played a game of two bots."""
    table = await guest.open_table("random", "random", settings={"round_cap": 20})
    async with guest.sit(table["id"], wants="options") as place:
        await place.until_frame(lambda frame: frame.get("over"))
    [worker] = children(hall)
    return worker


# Workers


def test_a_killed_worker_is_replaced_by_one(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            worker = await started(hall, ada)
            os.kill(worker, signal.SIGSTOP)  # so that jobs pile up
            waiting = [
                await ada.open_table("random", "random", settings={"round_cap": 20})
                for _ in range(12)
            ]
            os.kill(worker, signal.SIGKILL)
            most = 0
            for table in waiting:
                async with ada.sit(table["id"], wants="options") as place:
                    most = max(most, len(children(hall)))
                    await place.until_frame(lambda frame: frame.get("over"))
            assert max(most, len(children(hall))) == 1

    with Hall(database) as hall:
        asyncio.run(run(hall))


def test_a_worker_that_hangs_is_replaced(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            worker = await started(hall, ada)
            os.kill(worker, signal.SIGSTOP)
            table = await ada.open_table("random", "random", settings={"round_cap": 20})
            async with ada.sit(table["id"], wants="options") as place:
                await place.until_frame(lambda frame: frame.get("over"))
            assert worker not in children(hall)
            await until(lambda: f"Worker {worker} did not finish" in hall.log.read_text())

    with Hall(database, job_seconds=2.0) as hall:
        asyncio.run(run(hall))


# Tables


def test_tables_opened_at_the_same_time_are_counted(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            chairs = [{"kind": "me"}, {"kind": "open"}]
            wanted = {"game": "cyberstrife", "chairs": chairs}
            opened = [ada.http.post("/api/tables", json=wanted) for _ in range(40)]
            codes = [answer.status_code for answer in await asyncio.gather(*opened)]
            assert sorted(codes) == [201] * 10 + [429] * 30
            assert len((await ada.get("/api/lobby"))["mine"]) == 10

    with Hall(database, tables_per_person=10) as hall:
        asyncio.run(run(hall))
