"""Who gets the next free worker: a fair queue by person and table."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

W = TypeVar("W")


def always() -> bool:
    return True


class Turn(msgspec.Struct, frozen=True, eq=False):
    """The person and the table that a job is for, and whether somebody is watching there."""

    person: str
    table: str
    watched: Callable[[], bool] = always


class Account(Generic[W]):
    """One person's waiting jobs, by table, and the worker seconds used so far."""

    __slots__ = ("tables", "used")

    def __init__(self, used: float) -> None:
        self.used = used
        self.tables: dict[str, deque[tuple[Turn, asyncio.Future[W]]]] = {}

    def add(self, turn: Turn, given: asyncio.Future[W]) -> None:
        self.tables.setdefault(turn.table, deque()).append((turn, given))

    def next_table(self, watched: bool) -> str | None:
        """The table that has waited longest, among the watched ones or among the others."""
        for table, waiting in self.tables.items():
            if waiting[0][0].watched() == watched:
                return table
        return None

    def pop(self, table: str) -> tuple[Turn, asyncio.Future[W]]:
        """The first job of this table. The table then goes to the end."""
        waiting = self.tables.pop(table)
        first = waiting.popleft()
        if waiting:
            self.tables[table] = waiting
        return first


class FairQueue(Generic[W]):
    """Hands out workers.

    Tables that somebody watches come first. Among people, the one who has used the least worker
    time comes first, so a person with many tables delays nobody else. The tables of a person take
    turns. The last of several free workers is kept for a new person: people who are already being
    served, and tables that nobody watches, do not get it.
    """

    def __init__(self, workers: Sequence[W]) -> None:
        self._free = list(workers)
        self._keeps_one = len(workers) > 1
        self._accounts: dict[str, Account[W]] = {}
        self._served: Counter[str] = Counter()

    @property
    def spare(self) -> W | None:
        """The worker that is handed out next, if one is free."""
        return self._free[-1] if self._free else None

    async def take(self, turn: Turn) -> W:
        """Wait for a worker; `give_back` returns it."""
        account = self._accounts.get(turn.person)
        if account is None:
            # Newcomers start level with the person who has used the least.
            least = min([other.used for other in self._accounts.values()], default=0.0)
            account = self._accounts[turn.person] = Account(least)
        given: asyncio.Future[W] = asyncio.get_running_loop().create_future()
        account.add(turn, given)
        self._serve()
        try:
            return await given
        except asyncio.CancelledError:
            if not given.cancelled():
                self.give_back(turn, given.result(), 0.0)
            raise

    def give_back(self, turn: Turn, worker: W, seconds: float) -> None:
        self._free.append(worker)
        self._served[turn.person] -= 1
        self._accounts[turn.person].used += seconds
        self._serve()
        self._forget()

    def _serve(self) -> None:
        while self._free:
            found = self._next(True) or (None if self._at_last() else self._next(False))
            if found is None:
                return
            person, table = found
            _, given = self._accounts[person].pop(table)
            if not given.cancelled():
                self._served[person] += 1
                given.set_result(self._free.pop())

    def _at_last(self) -> bool:
        return self._keeps_one and len(self._free) == 1

    def _next(self, watched: bool) -> tuple[str, str] | None:
        """The person and the table to be served now."""
        best: tuple[float, str, str] | None = None
        for person, account in self._accounts.items():
            if self._at_last() and self._served[person]:
                continue
            if best is None or account.used < best[0]:
                table = account.next_table(watched)
                if table is not None:
                    best = account.used, person, table
        return None if best is None else (best[1], best[2])

    def _forget(self) -> None:
        """Close accounts that have no job and have used no more than any account that waits."""
        waiting = [account.used for account in self._accounts.values() if account.tables]
        least = min(waiting, default=float("inf"))
        for person, account in list(self._accounts.items()):
            if not account.tables and not self._served[person] and account.used <= least:
                del self._accounts[person], self._served[person]
