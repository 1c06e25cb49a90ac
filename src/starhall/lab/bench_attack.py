"""The hall under attack: what one visitor can do to the others, with the usual limits.

The hall runs in a process of its own and trusts loopback as a proxy, so every guest has an
address. Two people at a table measure how long their choices take meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import tempfile
import time
import urllib.error
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import msgspec

from starhall.engine.errors import StarhallError
from starhall.lab.bench_server import GAME, Player, Server, Stretch
from starhall.lab.client import SocketClient
from starhall.lab.workers import BadPlan

AT_ONCE = 32  # connections being opened
CHOICES_PER_SECOND = 20.0  # of the two people who are disturbed
SECONDS = 10.0  # of each attack
MOST_SECONDS = 400.0  # until an attack that does not finish is given up
MEGABYTE = 1 << 20
LONG_GAME = "nexus-ops"  # some 3,200 choices of four seats at random
OWN_CHOICES = 725  # of one of the four: about ply 2,900
FEW_LINES = 500  # of a chat: whatever the limit of a hall, its history is bounded
CHOICE_SECONDS = 0.03  # between two of them: more messages are refused
HANDSHAKES_THEN = 385  # a second, when they took 91 % of the CPU
UNDO_SECONDS = 0.3  # between two of these, which count as ten messages each


class Figure(msgspec.Struct):
    """One attack: what it did before the hall had its limits, what is wanted, what it does now."""

    attack: str
    before: str
    wanted: str
    measured: str
    met: bool | None = None  # None: nothing is wanted


class Guest:
    """Somebody with an identity and an address."""

    def __init__(self, server: Server, name: str, address: str) -> None:
        self.server = server
        self.headers = {"X-Forwarded-For": address}
        _, self.cookie = server.request("/api/me", {"name": name}, headers=self.headers)

    def at(self, server: Server) -> Guest:
        """The same person at another hall on the same database."""
        there = copy(self)
        there.server = server
        return there

    def ask(self, path: str, data: object = None) -> Any:
        return self.server.request(path, data, self.cookie, self.headers)[0]

    def open_table(self, *chairs: str, game: str = GAME) -> str:
        """Chairs are `me`, `open` or the name of a bot."""
        people = ("me", "open")
        wanted = [{"kind": one} if one in people else {"kind": "bot", "bot": one} for one in chairs]
        settings = {"round_cap": 200} if game == GAME else {}
        table = self.ask("/api/tables", {"game": game, "chairs": wanted, "settings": settings})
        return str(table["id"])

    async def sit(self, table: str) -> SocketClient:
        path = f"/api/tables/{table}/live"
        headers = {"Cookie": self.cookie, **self.headers}
        return await SocketClient.connect(self.server.address, path, headers)


class Attack:
    """One hall, its guests, and two of them whose choices are measured."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.count = 0
        self.stretch = Stretch(0.0, 0.0, 1)

    def guest(self, name: str = "Eve") -> Guest:
        self.count += 1
        return Guest(self.server, name, f"10.{self.count >> 8}.{self.count & 255}.1")

    async def guests(self, count: int) -> list[Guest]:
        return [await asyncio.to_thread(self.guest) for _ in range(count)]

    async def couple(self) -> tuple[str, list[Guest]]:
        """Two people and their table."""
        ada, bob = await self.guests(2)
        table = await asyncio.to_thread(ada.open_table, "me", "open")
        await asyncio.to_thread(bob.ask, f"/api/tables/{table}/join", {})
        return table, [ada, bob]

    @contextlib.asynccontextmanager
    async def measured(
        self, table: str, guests: Sequence[Guest], seconds: float = SECONDS
    ) -> AsyncIterator[None]:
        """The two play while this lasts, and at least for some time."""
        dice = random.Random(5)
        players = [Player(await guest.sit(table), dice) for guest in guests]
        for player in players:
            await player.greet()
        self.stretch = Stretch(CHOICES_PER_SECOND, seconds, 1)
        playing = asyncio.create_task(self.stretch.play(players))
        try:
            yield
        finally:
            await playing
            await stand_up([player.socket for player in players])

    def within(self, milliseconds: float) -> bool:
        """Did half of the choices take less than that?"""
        ordered = sorted(self.stretch.latencies)
        return bool(ordered) and ordered[len(ordered) // 2] * 1000 < milliseconds

    def latencies(self) -> str:
        """The time within which half of the choices, and nearly all, were acknowledged."""
        ordered = sorted(self.stretch.latencies)
        if not ordered:
            return "no choice was made"
        half, nearly = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
        return f"{half * 1000:.0f} ms; 95 %: {nearly * 1000:.0f} ms"


async def sit_down(guests: Sequence[Guest], table: str, each: int = 1) -> list[SocketClient]:
    """Sockets at a table that have said hello."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(guest: Guest) -> SocketClient:
        async with slots:
            sitting = await guest.sit(table)
            sitting.send('{"type":"hello"}')
            while "frame" not in [said["type"] for said in await hear(sitting)]:
                pass
            return sitting

    return list(await asyncio.gather(*[one(guest) for guest in guests for _ in range(each)]))


async def hear(sitting: SocketClient) -> list[dict[str, Any]]:
    """The next messages; the hall may send several at once."""
    heard = json.loads(await sitting.receive())
    return heard if isinstance(heard, list) else [heard]


async def stand_up(sockets: Sequence[SocketClient]) -> None:
    await asyncio.gather(*[one.close() for one in sockets], return_exceptions=True)


def listen(sockets: Sequence[SocketClient]) -> None:
    """Read what comes, as browsers do."""
    for sitting in sockets:
        sitting.hear = _ignore


def _ignore(_: bytes) -> None:
    pass


async def presence(attack: Attack) -> Figure:
    crowded, _ = await attack.couple()
    table, couple = await attack.couple()
    crowd = await attack.guests(30)
    sockets = await sit_down(crowd, crowded, 24)
    listen(sockets[1:])
    await sockets[0].close()

    async def come_and_go() -> None:
        while True:
            [sitting] = await sit_down(crowd[:1], crowded)
            await sitting.close()

    async with attack.measured(table, couple):
        coming = asyncio.create_task(come_and_go())
        await asyncio.sleep(SECONDS)
        coming.cancel()
    await stand_up(sockets)
    what = "720 idle sockets at a table, one comes and goes: choices at another table"
    return Figure(what, "1,012 ms", "under 20 ms", attack.latencies(), attack.within(20))


async def spectators(attack: Attack) -> list[Figure]:
    few = await crowded(attack, 5)
    soon = attack.within(100)
    choices = attack.latencies()
    many = await crowded(attack, 20)
    more = "2,000 spectators join one table"
    return [
        Figure("500 spectators join one table", "53 s", "within 5 s", f"{few:.1f} s", few <= 5),
        Figure("a choice there", "", "under 100 ms", choices, soon),
        Figure(more, "500 more: 202 s", "possible", f"{many:.1f} s", True),
        Figure("a choice there", "", "under 100 ms", attack.latencies(), attack.within(100)),
    ]


async def crowded(attack: Attack, each: int) -> float:
    """The seconds until a hundred people have joined with `each` sockets; then two of them play."""
    table, couple = await attack.couple()
    crowd = await attack.guests(100)
    begun = time.perf_counter()
    sockets = await sit_down(crowd, table, each)
    took = time.perf_counter() - begun
    listen(sockets)
    async with attack.measured(table, couple):
        pass
    await stand_up(sockets)
    return took


async def strong_bots(attack: Attack) -> Figure:
    eve, ada = await attack.guests(2)
    for _ in range(25):
        await asyncio.to_thread(eve.open_table, "strong", "strong", "strong", "strong")
    table = await asyncio.to_thread(ada.open_table, "me", "random")
    player = Player(await ada.sit(table), random.Random(1))
    await player.greet()
    waits = []
    end = time.perf_counter() + 3 * SECONDS
    while time.perf_counter() < end and not player.over:
        begun = time.perf_counter()
        while not (player.asked or player.over):
            await player.news()
        waits.append(time.perf_counter() - begun)
        if not player.over:
            await player.choose()
    await player.socket.close()
    what = "25 tables of four strong bots: another person waits for a random bot"
    most = max(waits)
    return Figure(what, "37 s", "under 2 s", f"{most:.1f} s at most", most < 2)


async def killed_worker(attack: Attack) -> Figure:
    """The strong bots of the attack before this one are still thinking."""
    pid = attack.server.process.pid
    before = workers(pid)
    worker = next(iter(before))
    os.kill(worker, signal.SIGKILL)
    most = 0
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        most = max(most, len(workers(pid)))
        await asyncio.sleep(0.05)
    what = "one bot worker killed while 50 jobs wait: worker processes"
    wanted = f"{len(before)}, as before"
    return Figure(what, "51", wanted, str(most), most <= len(before))


def workers(hall: int) -> set[int]:
    """The processes that the hall has started, except Python's own helper."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            helper = b"resource_tracker" in (entry / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if parent == hall and not helper:
            found.add(int(entry.name))
    return found


async def opens(attack: Attack) -> Figure:
    [eve] = await attack.guests(1)

    def one() -> bool:
        try:
            eve.open_table("me", "open")
        except urllib.error.HTTPError as refused:
            refused.close()
            return False
        return True

    opened = await asyncio.gather(*[asyncio.to_thread(one) for _ in range(150)])
    count = sum(opened)
    return Figure("150 tables opened at once, limit 40", "150", "40", str(count), count == 40)


async def chat(attack: Attack) -> list[Figure]:
    table, couple = await attack.couple()
    [eve] = await attack.guests(1)
    sockets = await sit_down([eve], table, 24)
    listen(sockets)

    async def talk(sitting: SocketClient) -> None:
        while not sitting.is_closed:
            sitting.send('{"type":"chat","text":"la la la"}')
            await asyncio.sleep(0.05)

    async with attack.measured(table, couple):
        talking = [asyncio.create_task(talk(sitting)) for sitting in sockets]
        await asyncio.sleep(SECONDS)
        for task in talking:
            task.cancel()
    await stand_up(sockets)
    [late] = await sit_down(couple[:1], table)
    late.send('{"type":"hello"}')
    heard: list[str] = []
    while "frame" not in heard:
        heard += [said["type"] for said in await hear(late)]
    await late.close()
    what = "24 sockets of a spectator chat: choices of the players"
    kept = heard.count("chat")
    return [
        Figure(what, "151 ms", "under 20 ms", attack.latencies(), attack.within(20)),
        Figure("lines kept", "2,813", f"at most {FEW_LINES}", str(kept), kept <= FEW_LINES),
    ]


async def undo(attack: Attack) -> Figure:
    [eve] = await attack.guests(1)
    player = await late_in_the_game(eve)
    made = player.answered
    table, couple = await attack.couple()
    undone = 0

    def heard(data: bytes) -> None:
        nonlocal undone
        undone += data.count(b'"type":"ack"')

    async def again_and_again() -> None:
        while not player.socket.is_closed:
            player.socket.send('{"type":"undo","ref":1}')
            await asyncio.sleep(UNDO_SECONDS)

    player.socket.hear = heard
    async with attack.measured(table, couple):
        going_back = asyncio.create_task(again_and_again())
        await asyncio.sleep(SECONDS)
        going_back.cancel()
    await player.socket.close()
    what = f"{undone} times undo from ply {4 * made:,}, again and again: choices elsewhere"
    met = undone > 0 and made >= OWN_CHOICES and attack.within(20)
    return Figure(what, "546 ms at ply 2,900", "under 20 ms", attack.latencies(), met)


async def late_in_the_game(guest: Guest) -> Player:
    """A seat among bots at ply 2,900; some games end before that."""
    while True:
        table = await asyncio.to_thread(guest.open_table, "me", *["random"] * 3, game=LONG_GAME)
        player = Player(await guest.sit(table), random.Random(2))
        await player.greet()
        while not player.over and player.answered < OWN_CHOICES:
            if player.asked:
                await player.choose()
                await asyncio.sleep(CHOICE_SECONDS)
            else:
                await player.news()
        if not player.over:
            return player
        await player.socket.close()


async def headers(attack: Attack) -> Figure:
    host, _, port = attack.server.address.partition(":")
    before = attack.server.memory_kib()
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < 300:
            writer.write(b"x" * MEGABYTE)
            await writer.drain()
            sent += 1
    grown = (attack.server.memory_kib() - before) / 1024
    writer.close()
    what = "300 MB of one request header: growth of memory"
    measured = f"{grown:.0f} MB; cut off after {sent} MB"
    return Figure(what, "335 MB", "refused at 64 kB", measured, sent < 10 and grown < 10)


async def handshakes(attack: Attack) -> list[Figure]:
    """Without identity, from one address, as fast as possible: refused, but each has a cost."""
    table, couple = await attack.couple()
    slots = asyncio.Semaphore(AT_ONCE)
    path = "/api/tables/none/live"
    address = {"X-Forwarded-For": "10.99.0.1"}
    made = 0

    async def one() -> None:
        nonlocal made
        async with slots:
            with contextlib.suppress(StarhallError, OSError):
                shaken = await SocketClient.connect(attack.server.address, path, address)
                await shaken.close()
            made += 1

    async with attack.measured(table, couple):
        cpu, begun = attack.server.cpu_seconds(), time.perf_counter()
        end = begun + SECONDS
        while time.perf_counter() < end:
            await asyncio.gather(*[one() for _ in range(AT_ONCE)])
        took = time.perf_counter() - begun
        share = (attack.server.cpu_seconds() - cpu) / took
    rate = made / took
    then = share * HANDSHAKES_THEN / rate
    what = f"handshakes without identity, {rate:,.0f}/s: CPU of the hall for {HANDSHAKES_THEN}/s"
    choices = attack.latencies()
    return [
        Figure(what, "91 %", "limited by address", f"{then:.0%}", then < 0.5),
        Figure("a choice meanwhile", "", "under 20 ms", choices, attack.within(20)),
    ]


async def half_open(attack: Attack) -> Figure:
    host, _, port = attack.server.address.partition(":")
    writers = []
    for _ in range(1_100):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        writers.append(writer)
    begun = time.perf_counter()
    try:
        await asyncio.to_thread(attack.guest, "Max")
        served, met = f"served after {(time.perf_counter() - begun) * 1000:.0f} ms", True
    except OSError as error:
        served, met = f"shut out: {error}", False
    for writer in writers:
        writer.close()
    return Figure("1,100 half-open requests: a new visitor", "shut out", "served", served, met)


Figures = Figure | list[Figure]
ATTACKS: list[Callable[[Attack], Coroutine[None, None, Figures]]] = [
    presence,
    spectators,
    opens,
    chat,
    undo,
    headers,
    handshakes,
    half_open,
    strong_bots,
    killed_worker,
]


async def bounded(name: str, made: Coroutine[None, None, Figures]) -> list[Figure]:
    """The figures of an attack, or a note that it did not finish."""
    try:
        async with asyncio.timeout(MOST_SECONDS):
            found = await made
    except TimeoutError:
        return [Figure(name, "", "", f"not at its end after {MOST_SECONDS:.0f} s", False)]
    return found if isinstance(found, list) else [found]


def title(make: Callable[..., object]) -> str:
    return make.__name__.replace("_", "-")


def run(step: Callable[[str], None], names: Sequence[str] = ()) -> list[Figure]:
    """The named attacks on one hall, one after the other, and outages of halls of their own."""
    from starhall.lab.bench_outage import OUTAGES

    known = [title(make) for make in ATTACKS] + [title(make) for make in OUTAGES]
    for name in names:
        if name not in known:
            raise BadPlan("bench.attack", name=name, known=", ".join(known))
    chosen = names or known
    on_one = [make for make in ATTACKS if title(make) in chosen]

    async def attacks() -> list[Figure]:
        figures: list[Figure] = []
        if on_one:
            with tempfile.TemporaryDirectory() as folder:
                proxy = ["--trusted-proxies", "127.0.0.1"]
                server = await asyncio.to_thread(Server, folder, {}, proxy)
                attack = Attack(server)
                try:
                    for make in on_one:
                        step(title(make))
                        figures += await bounded(title(make), make(attack))
                finally:
                    await asyncio.to_thread(server.close)
        for outage in OUTAGES:
            if title(outage) in chosen:
                step(title(outage))
                figures += await bounded(title(outage), outage())
        return figures

    return asyncio.run(attacks())
