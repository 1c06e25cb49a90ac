"""The processes of `starhall serve`: one, or several on one port, and how they end."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import FrameType

import msgspec
import uvicorn

from starhall.cli.words import BadUse
from starhall.server.app import make_app
from starhall.server.config import Config
from starhall.server.http.wire import Wire
from starhall.server.live.transport import TableProtocol

GARBAGE_AFTER = 20_000  # new objects before the youngest generation is collected
# A hall that is told to end does so within five seconds. Requests and sockets get the first two,
# then the hall closes (see hall.CLOSE_SECONDS), and whatever still hangs is abandoned.
GRACE_SECONDS = 2
END_SECONDS = 4.5
RESTART_SECONDS = 1.0  # before a process that died is replaced

_spawn = multiprocessing.get_context("spawn")


class HallServer(uvicorn.Server):
    """A web server that says when it is open, and ends in time."""

    def __init__(self, config: Config, opened: Callable[[], None]) -> None:
        self._opened = opened
        super().__init__(
            uvicorn.Config(
                make_app(config),
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=bool(config.trusted_proxies),
                forwarded_allow_ips=list(config.trusted_proxies),
                http=Wire(config).protocol,
                ws=TableProtocol,
                ws_max_size=config.limits.message_bytes,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened()
            # Objects created so far stay, because collecting them would only delay requests.
            gc.collect()
            gc.freeze()
            gc.set_threshold(GARBAGE_AFTER)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            for name in ("uvicorn.error", "sqlalchemy.pool.impl.AsyncAdaptedQueuePool"):
                logging.getLogger(name).addFilter(_not_cancelled)
            end = threading.Timer(END_SECONDS, _give_up)
            end.daemon = True
            end.start()
        super().handle_exit(sig, frame)


def _not_cancelled(record: logging.LogRecord) -> bool:
    """A task that is cut off when the hall ends is not a fault."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def _give_up() -> None:
    """A thread or a connection hangs; whatever was acknowledged is in the database."""
    print("The hall did not end in time and is stopped.", file=sys.stderr, flush=True)
    os._exit(1)


def run_server(config: Config, listener: socket.socket, opened: Callable[[], None]) -> bool:
    """Serve until told to end; returns whether it could be opened."""
    _raise_file_limit()
    server = HallServer(config, opened)
    server.run(sockets=[listener])
    return server.started


def _raise_file_limit() -> None:
    """A socket is an open file: allow as many as the system lets this process have."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def share(config: Config, processes: int) -> Config:
    """The configuration of each of several processes."""
    if config.database_url.startswith("sqlite"):
        raise BadUse("use.processes")
    return msgspec.structs.replace(config, workers=max(1, config.bot_workers // processes))


class Supervisor:
    """Keeps several processes of the hall open on one socket, and replaces those that die."""

    def __init__(
        self, config: Config, listener: socket.socket, count: int, opened: Callable[[], None]
    ) -> None:
        self._config = config
        self._listener = listener
        self._count = count
        self._opened = opened
        self._members: list[Member] = []
        self._ending = False

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        self._members = [self._new() for _ in range(self._count)]
        try:
            if all([member.is_open() for member in self._members]):
                self._opened()
                self._watch()
            elif not self._ending:
                raise BadUse("use.not_opened")
        finally:
            deadline = time.monotonic() + END_SECONDS + 0.3
            for member in self._members:
                member.process.terminate()
            for member in self._members:
                member.end(deadline)
        if self._ending:
            # On a busy machine Python takes seconds to clear away all that is loaded.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)

    def _new(self) -> Member:
        return Member(self._config, self._listener)

    def _end(self, *_: object) -> None:
        self._ending = True
        for member in self._members:
            member.process.terminate()

    def _watch(self) -> None:
        while not self._ending:
            wait([member.process.sentinel for member in self._members], timeout=0.2)
            for number, member in enumerate(self._members):
                if not (member.process.is_alive() or self._ending):
                    print("A process of the hall has died; another takes over.", file=sys.stderr)
                    time.sleep(RESTART_SECONDS)
                    self._members[number] = self._new()


class Member:
    """One process of several."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self._news, theirs = _spawn.Pipe(duplex=False)
        self.process = _spawn.Process(target=_serve, args=(config, listener, theirs))
        self.process.start()
        theirs.close()

    def is_open(self) -> bool:
        """Wait until it is open, or has failed to."""
        try:
            return bool(self._news.recv())
        except EOFError:
            return False

    def end(self, deadline: float) -> None:
        self.process.join(max(0.0, deadline - time.monotonic()))
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _serve(config: Config, listener: socket.socket, news: Connection) -> None:
    """In the new process: serve until the supervisor says so or is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()

    def opened() -> None:
        news.send(True)

    with suppress(KeyboardInterrupt):  # the terminal tells every process
        run_server(config, listener, opened)


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
