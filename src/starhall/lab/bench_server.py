"""The hall under load: scripted players over WebSockets on loopback, choices acknowledged on disk.

The hall runs in processes of its own, started like `starhall serve`; this process plays. It
measures acknowledged choices a second (which are then on the disk) and their latency, the CPU time
of the hall and of the players for each choice, the longest delay of the hall's event loop, and the
memory of a live table.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from starhall.engine.errors import StarhallError
from starhall.lab.client import SocketClient
from starhall.lab.workers import LabError

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
    "connections_per_address": 100_000,
}
HALF = 500.0  # choices a second at which latencies are measured
WARM_UP_SECONDS = 1.0
AT_ONCE = 16  # sockets or tables being opened
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
    cpu_us: float  # of all processes of the hall, for each choice
    client_us: float  # of the players, for each choice
    table_kib: float  # growth of the hall's memory for each table with its two sockets

    @property
    def rate(self) -> float:
        return self.choices / self.seconds


class Round(msgspec.Struct):
    """A part of a period, during which no table is opened."""

    seconds: float
    cpu: float  # seconds of the hall's processes
    client: float  # seconds of the players
    lag_ms: float
    groups: int
    writes: int
    latencies: list[float]


class Server:
    """`starhall serve` in its own folder, or on a given database."""

    def __init__(
        self,
        folder: str,
        limits: Mapping[str, float] = UNLIMITED,
        options: Sequence[str] = (),
        database: str = "",
    ) -> None:
        self.token = secrets.token_hex(16)
        environment = {
            **os.environ,
            "STARHALL_LIMITS": json.dumps(limits),
            "STARHALL_OPERATOR_TOKEN": self.token,
        }
        self.database = database = database or str(Path(folder) / "hall.db")
        command = [sys.executable, "-m", "starhall.cli", "serve", "--port", "0", "--db", database]
        command += options
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([^/]+)/", self.process.stdout.readline())
        if found is None:
            raise LabError("bench.not_open")
        self.address = found[1]
        for _ in range(200):
            try:
                self.health()
                return
            except OSError:
                time.sleep(0.05)
        raise LabError("bench.silent")

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
        """With the part that only the operator sees."""
        return self.request("/api/health", headers={"Authorization": f"Bearer {self.token}"})[0]

    def memory_kib(self) -> float:
        total = 0.0
        for pid in self.processes():
            found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
            total += float(found[1]) if found else 0.0
        return total

    def cpu_seconds(self) -> float:
        return sum([_cpu_seconds(pid) for pid in self.processes()])

    def processes(self) -> list[int]:
        """The hall and what it has started: other processes of the hall, and workers."""
        found = [self.process.pid]
        parents = dict(_parents())
        while more := [pid for pid, of in parents.items() if of in found and pid not in found]:
            found += more
        return found

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


def _parents() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                yield int(entry.name), int(_statistics(entry)[1])
            except (OSError, IndexError):
                continue  # it has ended


def _cpu_seconds(pid: int) -> float:
    fields = _statistics(Path(f"/proc/{pid}"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _statistics(process: Path) -> list[str]:
    """What the system reports about a process, after its name."""
    return (process / "stat").read_text().rpartition(")")[2].split()


class Pace:
    """Paces the players: no limit, or a fixed rate."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.next = time.perf_counter()

    def delay(self) -> float:
        """Take the next turn; returns the seconds until then."""
        if not self.rate:
            return 0.0
        now = time.perf_counter()
        due = max(self.next, now - 0.02)
        self.next = due + 1 / self.rate
        return max(0.0, due - now)


class Stretch:
    """One period of play: its pace, its end, and the measured latencies.

    It ends early when `most_over` games are over: fewer players would offer less load.
    """

    def __init__(self, rate: float, seconds: float, most_over: int = 0) -> None:
        self.pace = Pace(rate)
        self.end = time.perf_counter() + seconds
        self.latencies: list[float] = []
        self._over_left = most_over
        self._stopped = asyncio.Event()

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.perf_counter())

    def game_over(self) -> None:
        self._over_left -= 1
        if self._over_left == 0:
            self.stop()

    def stop(self) -> None:
        self.end = 0.0
        self._stopped.set()

    async def play(self, players: Sequence[Player]) -> None:
        """Until the time has passed or enough games are over; no choice is left unanswered."""
        for player in players:
            player.begin(self)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), self.left)
        for player in players:
            await player.rest()


class Offered(msgspec.Struct):
    """The part of an option that a random player needs."""

    number: int


class Heard(msgspec.Struct):
    """The part of the hall's messages that these players need."""

    type: str
    answered: int | None = None
    options: list[Offered | int] | None = None
    over: bool = False
    error: str = ""


_decoder = msgspec.json.Decoder(Heard | list[Heard])


class Player:
    """One seat at one table that answers at random, as soon as it is asked."""

    def __init__(self, socket: SocketClient, dice: random.Random) -> None:
        self.socket = socket
        self.dice = dice
        self.answered = 0  # as the last frame says
        self.options: list[int] = []
        self.over = False
        self.error = ""
        self.awaiting = 0  # the number of answers in the frame after the last choice
        self._sent = 0.0  # when the unacknowledged choice was sent; 0: there is none
        self._due: asyncio.Handle | None = None
        self._stretch: Stretch | None = None
        self._news = asyncio.Event()
        self._seen = False
        socket.hear = self._hear
        socket.on_close = self._lost

    async def greet(self) -> None:
        """Say hello and get the table; this is not measured."""
        self.socket.send('{"type":"hello","wants":"options","together":true}')
        while not self._seen:
            await self.news()

    async def news(self) -> None:
        """Wait until something comes."""
        self._news.clear()
        await self._news.wait()
        self.check()

    def check(self) -> None:
        if self.error:
            raise StarhallError(self.error)

    @property
    def asked(self) -> bool:
        """Is there something to choose? Old options are not valid after the player's own choice."""
        return bool(self.options) and not self.over and self.answered >= self.awaiting

    def begin_choice(self) -> None:
        """Make a choice without waiting for the answer."""
        self._answer()

    async def choose(self) -> None:
        """Make one choice and see the table after it."""
        self._answer()
        while self._sent or self.answered < self.awaiting:
            await self.news()

    # In a period of play

    def begin(self, stretch: Stretch) -> None:
        self._stretch = stretch
        self._go_on()

    async def rest(self) -> None:
        """Wait for outstanding answers."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self.check()
        while self._sent or self.answered < self.awaiting:
            await self.news()

    def _go_on(self) -> None:
        stretch = self._stretch
        if stretch is None or not self.asked or self._sent or self._due or not stretch.left:
            return
        delay = stretch.pace.delay()
        if delay:
            self._due = asyncio.get_running_loop().call_later(delay, self._answer)
        else:
            self._answer()

    def _answer(self) -> None:
        self._due = None
        self._sent = time.perf_counter()
        self.awaiting = self.answered + 1
        option = self.dice.choice(self.options)
        self.socket.send(
            f'{{"type":"choose","ref":1,"answered":{self.answered},"options":[{option}]}}'
        )

    def _hear(self, data: bytes) -> None:
        heard = _decoder.decode(data)
        was_over = self.over
        for message in heard if isinstance(heard, list) else [heard]:
            if message.type == "ack":
                if self._stretch is not None:
                    self._stretch.latencies.append(time.perf_counter() - self._sent)
                self._sent = 0.0
            elif message.type in ("frame", "update"):
                self._see(message)
            elif message.type == "refused":
                self.error = f"the hall refused a choice: {message.error}"
                if self._stretch is not None:
                    self._stretch.stop()
        if self.over and not was_over and self._stretch is not None:
            self._stretch.game_over()
        self._news.set()
        self._go_on()

    def _lost(self) -> None:
        self.error = self.error or "the hall has closed the socket"
        if self._stretch is not None:
            self._stretch.stop()
        self._news.set()

    def _see(self, message: Heard) -> None:
        """What an update leaves out has not changed."""
        self._seen = True
        if message.answered is not None:
            self.answered = message.answered
        if message.options is not None:
            self.options = [o if isinstance(o, int) else o.number for o in message.options]
        elif message.type == "frame":
            self.options = []
        self.over = self.over or message.over


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

    async def connect(self, tables: Sequence[str]) -> list[SocketClient]:
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(table: str, cookie: str) -> SocketClient:
            async with slots:
                path = f"/api/tables/{table}/live"
                return await SocketClient.connect(self.server.address, path, {"Cookie": cookie})

        pairs = [one(table, cookie) for table in tables for cookie in self.cookies]
        return list(await asyncio.gather(*pairs))

    async def measure(
        self, tables: int, seconds: float, rates: Sequence[float], step: Callable[[str], None]
    ) -> list[Load]:
        """All rates at this number of live tables, one after the other.

        A process grows by pages, so a single table does not show. With few tables, memory is
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

    async def _warm_up(self) -> list[SocketClient]:
        """Open some tables, so that shared data is loaded before memory is measured.

        They stay open, so that the measured tables cannot reuse their memory.
        """
        players = await self._seated(AT_ONCE, 0)
        stretch = Stretch(0.0, WARM_UP_SECONDS, len(players))
        await stretch.play(players)
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
            raise LabError("bench.no_choice")
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
            client_us=sum([one.client for one in rounds]) / count * 1e6,
            table_kib=0.0,
        )

    async def _round(self, players: list[Player], rate: float, seconds: float) -> Round:
        """Play until the time has passed or a quarter of the games is over."""
        start = await asyncio.to_thread(self.server.health)
        cpu, client, began = self.server.cpu_seconds(), time.process_time(), time.perf_counter()
        stretch = Stretch(rate, seconds, max(1, len(players) // 4))
        await stretch.play(players)
        took = time.perf_counter() - began
        spent, played = self.server.cpu_seconds() - cpu, time.process_time() - client
        health = await asyncio.to_thread(self.server.health)
        return Round(
            seconds=took,
            cpu=spent,
            client=played,
            lag_ms=health["lag_ms"],
            groups=health["groups"] - start["groups"],
            writes=health["writes"] - start["writes"],
            latencies=stretch.latencies,
        )


@contextmanager
def hall(processes: int, database: str) -> Iterator[Server]:
    """A hall on an SQLite file, or with several processes on PostgreSQL."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        if processes > 1 and not database:
            from starhall.lab.postgres import Postgres

            database = stack.enter_context(Postgres(durable=True)).new_database()
        server = Server(folder, options=["--processes", str(processes)], database=database)
        stack.callback(server.close)
        yield server


def run(
    counts: Sequence[int],
    seconds: float,
    half: float,
    step: Callable[[str], None],
    processes: int = 1,
    database: str = "",
) -> list[Load]:
    """Measure at these numbers of live tables: at full load and at the given one."""
    loads: list[Load] = []
    for count in counts:
        with hall(processes, database) as server:
            bench = Bench(server)
            rates = [0.0] if count == 1 else [0.0, half]
            loads += asyncio.run(bench.measure(count, seconds, rates, step))
    return loads
