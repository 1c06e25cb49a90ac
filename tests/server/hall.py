"""A real hall in a process of its own on a free port, and guests who talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from starhall.engine.game import FOLDERS
from starhall.engine.scene.difference import apply
from tests.server.process import Forked, Process, start
from tests.server.store import Store

Json = dict[str, Any]
GENEROUS = {
    "messages_per_second": 1e6,
    "message_burst": 1_000_000,
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "identities_per_hour": 100_000,
    "connections_per_address": 100_000,
    "program_requests_per_second": 1e6,
    "program_request_burst": 1_000_000,
    "chat_per_second": 1e6,
    "spectators_chat_per_second": 1e6,
    "gone_seconds": 0.0,
    "look_seconds": 0.1,
}
# Nothing waits this long unless something hangs: a busy machine is slow, not wrong.
PATIENCE = 300.0  # seconds

# No certificates are needed on loopback: reading them takes longer than most tests.
PLAIN: Json = {"timeout": PATIENCE, "trust_env": False, "verify": False}
_LOGS = itertools.count()  # two halls on one database have a log each


async def until(test: Callable[[], object]) -> None:
    """Until the test holds, for what nobody sends a word about."""
    async with asyncio.timeout(PATIENCE):
        while not test():
            await asyncio.sleep(0.01)


class Hall:
    """`starhall serve` on a database file; the deals and the bots are the same in every run."""

    def __init__(
        self,
        database: Path | str | Store,
        port: int = 0,
        path: Path | None = None,
        trusted: str = "",
        processes: int = 1,
        seed: str = "tests",
        proxies: str = "",
        packs: Path | None = None,
        from_scratch: bool = False,
        **limits: float,
    ) -> None:
        self.store = database if isinstance(database, Store) else Store.file(Path(database))
        self.database = self.store.url
        self.trusted = trusted  # host names, besides loopback
        self.processes = processes
        self.seed = seed  # of all tables; empty: each has its own
        self.proxies = proxies
        self.packs = packs  # the folder that the operator names
        self.path = path  # where Python looks for the games first
        self.port = port
        self.limits = {**GENEROUS, **limits}
        # A process that has loaded games from other folders would play those.
        self.from_scratch = (
            from_scratch or processes > 1 or path is not None or FOLDERS in os.environ
        )
        self.process: Process | None = None
        self.log = self.store.folder / f"hall.{next(_LOGS)}.log"
        self._http: httpx.Client | None = None

    def open(self) -> Hall:
        environment = {
            **os.environ,
            "STARHALL_LIMITS": json.dumps(self.limits),
            "STARHALL_SEED": self.seed,
            "STARHALL_TRUSTED_HOSTS": self.trusted,
            "STARHALL_TRUSTED_PROXIES": self.proxies,
        }
        if self.path is not None:
            paths = [str(self.path), *[entry for entry in sys.path if entry]]
            environment["PYTHONPATH"] = os.pathsep.join(paths)
        command = ["serve", "--workers", "1", "--port", str(self.port), "--db", self.store.url]
        if self.packs is not None:
            command += ["--packs", str(self.packs)]
        if self.processes > 1:
            command += ["--processes", str(self.processes)]
        self.process = (start if self.from_scratch else Forked)(command, environment, self.log)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/", line)
        assert found, f"the hall did not open: {line!r} {self.log.read_text()}"
        self.port = int(found[1])
        while self.process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                self.http.get("/api/health")
                return self
            time.sleep(0.02)
        raise AssertionError(f"the hall did not answer: {self.log.read_text()}")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def http(self) -> httpx.Client:
        """For requests of strangers: it keeps its connection, but no cookies."""
        if self._http is None:
            self._http = httpx.Client(base_url=self.url, **PLAIN)
        self._http.cookies.clear()
        return self._http

    def kill(self) -> None:
        self.strike()
        self._gone()

    def strike(self) -> None:
        """As a power cut would: nothing is finished, nothing flushed."""
        assert self.process is not None
        self._check_log()
        self.process.send_signal(signal.SIGKILL)
        # A worker that loses its hall while it starts complains, and rightly so.
        self.log = self.log.with_name(f"after.{next(_LOGS)}.log")
        self.log.touch()

    def _check_log(self) -> None:
        assert "Traceback" not in self.log.read_text(), self.log.read_text()

    def _gone(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        if self._http is not None:
            self._http.close()
            self._http = None

    def close(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self._gone()

    def __enter__(self) -> Hall:
        return self.open()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.close()
        self._check_log()


class Guest:
    """A person with a browser: cookie, requests, sockets."""

    def __init__(self, hall: Hall, name: str, known: httpx.Cookies | None = None) -> None:
        self.hall = hall
        self.name = name
        self.known = known  # the cookies of a browser that has been here before
        self.http = httpx.AsyncClient(
            base_url=hall.url,
            headers={"X-Starhall": "1"},
            cookies=known,
            **PLAIN,
        )
        self.me: Json = {}

    async def __aenter__(self) -> Guest:
        try:
            if self.known is None:
                self.me = await self.post("/api/me", {"name": self.name})
            else:
                self.me = await self.get("/api/me")
        except BaseException:
            await self.http.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str, status: int = 200, **params: object) -> Any:
        answer = await self.http.get(path, params=params)  # type: ignore[arg-type]
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, data: Json | None = None, status: int | None = None) -> Any:
        answer = await self.http.post(path, json=data if data is not None else {})
        wanted = (200, 201, 204) if status is None else (status,)
        assert answer.status_code in wanted, answer.text
        return answer.json() if answer.content else None

    async def open_table(self, *chairs: str, **more: Any) -> Json:
        """Chairs are `me`, `friend`, `open`, or the name of a bot."""
        wanted = [
            {"kind": chair} if chair in ("me", "friend", "open") else {"kind": "bot", "bot": chair}
            for chair in chairs
        ]
        table: Json = await self.post(
            "/api/tables", {"game": "cyberstrife", "chairs": wanted, **more}
        )
        return table

    @property
    def cookie(self) -> str:
        return "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())

    @contextlib.asynccontextmanager
    async def sit(self, table: str, **hello: Any) -> AsyncIterator[Place]:
        """At a table, having said hello and seen the first frame if the game has begun."""
        url = f"ws://127.0.0.1:{self.hall.port}/api/tables/{table}/live"
        headers = {"Cookie": self.cookie, "Origin": self.hall.url}
        async with connect(
            url,
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            proxy=None,
        ) as socket:
            place = Place(socket)
            with contextlib.suppress(websockets.ConnectionClosed):  # the hall may be faster
                await place.send(type="hello", **hello)
            try:
                yield place
            finally:
                await place.stop()


def told(lines: list[Json]) -> list[Json]:
    """The lines of a log, each with the groups around it: a message repeats them at its start."""
    made: list[Json] = []
    for line in lines:
        heads = line.get("heads", made[-1]["heads"] if made else [])
        made.append({**line, "heads": heads})
    return made


def updated(frame: Json, update: Json) -> Json:
    """The next frame of a client that has the one before it."""
    known = {option["number"]: option for option in frame.get("options", [])}
    new = {**frame, **update, "type": "frame"}
    if "scene" in update:
        new["scene"] = apply(frame["scene"], update["scene"])
    if "options" in update:
        new["options"] = [known[o] if isinstance(o, int) else o for o in update["options"]]
    return new


class Place:
    """One socket: everything that came over it is kept, as bytes and as messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self.raw: list[str] = []
        self.frame: Json = {}
        self.lines: list[Json] = []
        self.ref = 0
        self._news = asyncio.Condition()
        self._closed = False
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in self.socket:
                assert isinstance(text, str)
                message = json.loads(text)
                async with self._news:
                    self.raw.append(text)
                    self.heard.append(message)
                    if message["type"] in ("frame", "update"):
                        self._see(message)
                    self._news.notify_all()
        async with self._news:
            self._closed = True
            self._news.notify_all()

    def _see(self, message: Json) -> None:
        """A whole frame, or what is different from the last one."""
        if message["type"] == "frame":
            self.frame, kept = message, message.get("log_from", 0)
        else:
            self.frame, kept = updated(self.frame, message), message.get("log_from")
        self.lines = self.lines[:kept] + message.get("log", [])

    async def stop(self) -> None:
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, **wanted: Any) -> Json:
        """The first message that has all these values; what was heard before counts."""
        seen = 0
        async with asyncio.timeout(PATIENCE), self._news:
            while True:
                for message in self.heard[seen:]:
                    if all(message.get(key) == value for key, value in wanted.items()):
                        return message
                seen = len(self.heard)
                if self._closed:
                    raise ConnectionError(f"closed before {wanted}")
                await self._news.wait()

    async def until_closed(self) -> None:
        """Until the hall has closed the socket."""
        await asyncio.wait_for(self.socket.wait_closed(), PATIENCE)

    async def until_frame(self, test: Any) -> Json:
        """Until the latest frame passes the test."""
        async with asyncio.timeout(PATIENCE), self._news:
            while not (self.frame and test(self.frame)):
                if self._closed:
                    raise ConnectionError("closed before that frame")
                await self._news.wait()
            return self.frame

    async def until_asked(self) -> Json:
        return await self.until_frame(lambda f: f.get("options") or f.get("over"))

    async def ask(self, **message: Any) -> Json:
        """Send with a new ref and wait for what refers to it."""
        self.ref += 1
        ref = self.ref
        await self.send(ref=ref, **message)
        return await self.until(ref=ref)

    async def choose(self, *options: int, answered: int | None = None) -> Json:
        """Answer; on success wait until the frame shows it."""
        asked = self.frame["answered"] if answered is None else answered
        answer = await self.ask(type="choose", answered=asked, options=list(options))
        if answer["type"] == "ack":
            await self.until_frame(lambda frame: frame["answered"] >= answer["answered"])
        return answer

    async def play_on(self, pick: Any, choices: int = 1_000_000) -> int:
        """Answer whatever is asked until the game is over or so many choices are made."""
        made = 0
        while made < choices:
            frame = await self.until_asked()
            if frame.get("over"):
                break
            option = pick(frame["options"])
            answer = await self.choose(option["number"])
            assert answer["type"] == "ack", answer
            made += 1
        return made


def presence(place: Place) -> Json:
    """The latest word on who is there."""
    said = [message for message in place.heard if message["type"] == "presence"]
    return said[-1] if said else {"seats": [], "watching": 0}


def here(table: Json) -> list[bool]:
    return [bool(seat.get("here")) for seat in table["seats"]]


async def seen(place: Place, who: list[bool], watching: int) -> Json:
    """Until the latest word on who is there says this."""
    await until(lambda: here(presence(place)) == who and presence(place)["watching"] == watching)
    return presence(place)
