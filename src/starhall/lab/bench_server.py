"""The hall under load: scripted players over WebSockets on loopback, choices acknowledged on disk.

The hall runs in a separate process, started like `starhall serve`; this process plays. The
figures are choices a second that were acknowledged (so they are on the disk), how long that
took, how late the hall's event loop ever was, and how much memory a live table costs.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from starhall.engine.errors import StarhallError

GAME = "cyberstrife"
UNLIMITED = {
    "messages_per_second": 1e9,
    "message_burst": 1_000_000_000,
    "requests_per_second": 1e9,
    "request_burst": 1_000_000_000,
    "sockets_per_person": 100_000,
    "sockets": 1_000_000,
    "tables_per_person": 100_000,
    "live_tables": 100_000,
}
HALF = 500.0  # choices a second at which latencies are measured: half of the target
WARM_UP_SECONDS = 1.0
AT_ONCE = 16  # sockets or tables being opened
ACK_SECONDS = 30.0  # at most, until a choice is acknowledged
FEWEST = 12  # tables over which memory is measured


class Load(msgspec.Struct):
    """The result of one period of play."""

    tables: int
    wanted: float  # choices a second offered; 0: as many as possible
    choices: int
    seconds: float
    p50_ms: float
    p99_ms: float
    lag_ms: float
    group: float  # choices in one commit, on average
    cpu_us: float  # of the hall's process, for each choice
    table_kib: float  # growth of the hall's memory for each table with its two sockets

    @property
    def rate(self) -> float:
        return self.choices / self.seconds


class Round(msgspec.Struct):
    """A part of a period, during which no table is opened."""

    seconds: float
    cpu: float  # seconds of the hall's process
    lag_ms: float
    groups: int
    writes: int
    latencies: list[float]


class Server:
    """`starhall serve` in its own folder."""

    def __init__(
        self, folder: str, limits: Mapping[str, float] = UNLIMITED, options: Sequence[str] = ()
    ) -> None:
        self.token = secrets.token_hex(16)
        environment = {
            **os.environ,
            "STARHALL_LIMITS": json.dumps(limits),
            "STARHALL_OPERATOR_TOKEN": self.token,
        }
        database = str(Path(folder) / "hall.db")
        command = [sys.executable, "-m", "starhall.cli", "serve", "--port", "0", "--db", database]
        command += options
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([^/]+)/", self.process.stdout.readline())
        if found is None:
            raise StarhallError("the hall did not open; try `starhall serve` to see why")
        self.address = found[1]
        for _ in range(200):
            try:
                self.health()
                return
            except OSError:
                time.sleep(0.05)
        raise StarhallError("the hall does not answer")

    def request(
        self,
        path: str,
        data: object = None,
        cookie: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> tuple[Any, str]:
        """The answer and the cookie that came with it."""
        body = None if data is None else json.dumps(data).encode()
        sent = {"X-Starhall": "1", "Content-Type": "application/json", "Cookie": cookie}
        sent.update(headers or {})
        request = urllib.request.Request(f"http://{self.address}{path}", body, sent)
        with urllib.request.urlopen(request, timeout=60) as answer:
            given = answer.headers.get("Set-Cookie") or ""
            return json.loads(answer.read()), given.split(";")[0]

    def health(self) -> Any:
        """With what only the operator is told."""
        return self.request("/api/health", headers={"Authorization": f"Bearer {self.token}"})[0]

    def memory_kib(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return float(found[1]) if found else 0.0

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Pace:
    """Paces the players: no limit, or a fixed rate."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.next = time.perf_counter()

    async def turn(self) -> float:
        """Wait for a turn; when it was due."""
        now = time.perf_counter()
        if not self.rate:
            return now
        due = max(self.next, now - 0.02)
        self.next = due + 1 / self.rate
        if due > now:
            await asyncio.sleep(due - now)
        return max(due, now)


class Stretch:
    """One period of play: its pace, its end, and the measured latencies.

    It ends early when `most_over` games are over: fewer players would offer less load.
    """

    def __init__(self, rate: float, seconds: float, most_over: int = 0) -> None:
        self.pace = Pace(rate)
        self.end = time.perf_counter() + seconds
        self.latencies: list[float] = []
        self._over_left = most_over
        self._idle: set[asyncio.Timeout] = set()

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.perf_counter())

    def game_over(self) -> None:
        self._over_left -= 1
        if self._over_left == 0:
            self.end = 0.0
            for clock in self._idle:
                clock.reschedule(asyncio.get_running_loop().time())

    @asynccontextmanager
    async def waiting(self, for_ack: bool) -> AsyncIterator[None]:
        """Wait for a message: for an acknowledgement in any case, otherwise until the end."""
        async with asyncio.timeout(self.left + (ACK_SECONDS if for_ack else 0.0)) as clock:
            if not for_ack:
                self._idle.add(clock)
            try:
                yield
            finally:
                self._idle.discard(clock)


class Player:
    """One seat at one table, which answers at random."""

    def __init__(self, socket: ClientConnection, dice: random.Random) -> None:
        self.socket = socket
        self.dice = dice
        self.answered = 0
        self.frame: dict[str, Any] = {}

    async def greet(self) -> None:
        """Say hello and get the table; this is not measured."""
        await self.socket.send('{"type":"hello","wants":"options","together":true}')
        while not self.frame:
            await self._hear()

    async def _hear(self) -> bool:
        """Handle what comes; is an acknowledgement among it?"""
        heard = json.loads(await self.socket.recv())
        messages = heard if isinstance(heard, list) else [heard]
        for message in messages:
            if message["type"] == "frame":
                self.frame = message
            elif message["type"] == "update":
                self._update(message)
            elif message["type"] == "refused":
                raise StarhallError(f"the hall refused a choice: {message['error']}")
        return any([message["type"] == "ack" for message in messages])

    def _update(self, update: dict[str, Any]) -> None:
        """What is left out has not changed; a number stands for an option of the last frame."""
        known = {option["number"]: option for option in self.frame.get("options", [])}
        self.frame = {**self.frame, **update}
        if "options" in update:
            options = [known[o] if isinstance(o, int) else o for o in update["options"]]
            self.frame["options"] = options

    @property
    def over(self) -> bool:
        return bool(self.frame.get("over"))

    async def hear(self) -> None:
        await self._hear()

    async def choose(self) -> None:
        """Make one choice and see the table after it."""
        await self._answer()
        while not await self._hear():
            pass
        await self._see()

    async def play(self, stretch: Stretch) -> None:
        """Play until the period or the game ends."""
        sent = 0.0
        while not self.over:
            if not sent and stretch.left and self.frame.get("options"):
                await stretch.pace.turn()
                sent = await self._answer()
            if not sent and not stretch.left:
                return
            try:
                async with stretch.waiting(for_ack=sent > 0):
                    if await self._hear():
                        stretch.latencies.append(time.perf_counter() - sent)
                        await self._see()
                        sent = 0.0
            except TimeoutError:
                return
        stretch.game_over()

    async def _answer(self) -> float:
        option = self.dice.choice(self.frame["options"])["number"]
        self.answered = self.frame["answered"]
        sent = time.perf_counter()
        await self.socket.send(
            f'{{"type":"choose","ref":1,"answered":{self.answered},"options":[{option}]}}'
        )
        return sent

    async def _see(self) -> None:
        """Wait for the frame after an own choice; until then the old options are not valid."""
        while self.frame["answered"] <= self.answered:
            await self._hear()


class Bench:
    """Two people who sit at every table."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._replaced = 0
        self.cookies = [server.request("/api/me", {"name": name})[1] for name in ("Ada", "Bob")]

    def open_table(self) -> str:
        chairs = [{"kind": "me"}, {"kind": "open"}]
        settings = {"round_cap": 200}
        wanted = {"game": GAME, "chairs": chairs, "settings": settings}
        table, _ = self.server.request("/api/tables", wanted, self.cookies[0])
        self.server.request(f"/api/tables/{table['id']}/join", {}, self.cookies[1])
        return str(table["id"])

    async def open_tables(self, count: int) -> list[str]:
        slots = asyncio.Semaphore(AT_ONCE)

        async def one() -> str:
            async with slots:
                return await asyncio.to_thread(self.open_table)

        return list(await asyncio.gather(*[one() for _ in range(count)]))

    async def connect(self, tables: Sequence[str]) -> list[ClientConnection]:
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(table: str, cookie: str) -> ClientConnection:
            async with slots:
                return await connect(
                    f"ws://{self.server.address}/api/tables/{table}/live",
                    additional_headers={"Cookie": cookie},
                    compression=None,
                    ping_interval=None,
                    proxy=None,
                )

        pairs = [one(table, cookie) for table in tables for cookie in self.cookies]
        return list(await asyncio.gather(*pairs))

    async def measure(
        self, tables: int, seconds: float, rates: Sequence[float], step: Callable[[str], None]
    ) -> list[Load]:
        """All rates at this number of live tables, one after the other.

        A process grows by pages, in which a single table does not show: with few tables, memory is
        measured over several that are opened one after the other.
        """
        step(f"{tables} tables: opening")
        sockets = await self._warm_up()
        before = self.server.memory_kib()
        rounds = max(1, FEWEST // tables)
        for number in range(rounds):
            players = await self._seated(tables, number)
            sockets += [player.socket for player in players]
            loads = []
            for rate in rates:
                step(f"{tables} tables: {f'{rate:.0f}/s' if rate else 'as fast as possible'}")
                loads.append(await self._period(tables, players, rate, seconds))
        for load in loads:
            load.table_kib = (self.server.memory_kib() - before) / (tables * rounds)
        await asyncio.gather(*[socket.close() for socket in sockets])
        return loads

    async def _seated(self, tables: int, number: int) -> list[Player]:
        """Players at new tables who have received their first frame, two for each table."""
        dice = random.Random(tables + number)
        sockets = await self.connect(await self.open_tables(tables))
        players = [Player(socket, dice) for socket in sockets]
        await asyncio.gather(*[player.greet() for player in players])
        return players

    async def _replace_finished(self, players: list[Player]) -> None:
        """Sit down at new tables where the game is over; this is not measured."""
        # Two players sit next to each other; one of them may not have heard of the end yet.
        over = [
            place for place in range(len(players)) if players[place].over or players[place ^ 1].over
        ]
        if not over:
            return
        await asyncio.gather(*[players[place].socket.close() for place in over])
        self._replaced += len(over)
        fresh = await self._seated(len(over) // 2, self._replaced)
        for place, player in zip(over, fresh, strict=True):
            players[place] = player

    async def _warm_up(self) -> list[ClientConnection]:
        """Open some tables, so that shared data is loaded before memory is measured.

        They stay open, so that the measured tables cannot reuse their memory.
        """
        players = await self._seated(AT_ONCE, 0)
        stretch = Stretch(0.0, WARM_UP_SECONDS, len(players))
        await asyncio.gather(*[player.play(stretch) for player in players])
        return [player.socket for player in players]

    async def _period(
        self, tables: int, players: list[Player], rate: float, seconds: float
    ) -> Load:
        """Play for a time, with new tables in place of those whose game ends."""
        rounds: list[Round] = []
        while (left := seconds - sum([one.seconds for one in rounds])) > 0:
            await self._replace_finished(players)
            rounds.append(await self._round(players, rate, left))
        latencies = sorted([latency for one in rounds for latency in one.latencies])
        count = len(latencies)
        if not count:
            raise StarhallError("not a single choice was acknowledged")
        return Load(
            tables=tables,
            wanted=rate,
            choices=count,
            seconds=sum([one.seconds for one in rounds]),
            p50_ms=latencies[count // 2] * 1000,
            p99_ms=latencies[min(count - 1, count * 99 // 100)] * 1000,
            lag_ms=max([one.lag_ms for one in rounds]),
            group=sum([one.writes for one in rounds]) / max(1, sum([r.groups for r in rounds])),
            cpu_us=sum([one.cpu for one in rounds]) / count * 1e6,
            table_kib=0.0,
        )

    async def _round(self, players: list[Player], rate: float, seconds: float) -> Round:
        """Play until the time has passed or a quarter of the games is over."""
        start = await asyncio.to_thread(self.server.health)
        cpu, began = self.server.cpu_seconds(), time.perf_counter()
        stretch = Stretch(rate, seconds, max(1, len(players) // 4))
        await asyncio.gather(*[player.play(stretch) for player in players])
        took = time.perf_counter() - began
        spent = self.server.cpu_seconds() - cpu
        health = await asyncio.to_thread(self.server.health)
        return Round(
            seconds=took,
            cpu=spent,
            lag_ms=health["lag_ms"],
            groups=health["groups"] - start["groups"],
            writes=health["writes"] - start["writes"],
            latencies=stretch.latencies,
        )


def run(
    counts: Sequence[int], seconds: float, half: float, step: Callable[[str], None]
) -> list[Load]:
    """Measure at these numbers of live tables: at full load and at the given one."""

    async def all_counts() -> list[Load]:
        loads: list[Load] = []
        for count in counts:
            with tempfile.TemporaryDirectory() as folder:
                server = await asyncio.to_thread(Server, folder)
                try:
                    bench = await asyncio.to_thread(Bench, server)
                    rates = [0.0] if count == 1 else [0.0, half]
                    loads += await bench.measure(count, seconds, rates, step)
                finally:
                    await asyncio.to_thread(server.close)
        return loads

    return asyncio.run(all_counts())
