"""A WebSocket client that costs little, because it shares the machine with the hall under load.

It speaks the part of the protocol that the hall speaks: whole text messages, without
extensions.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable, Mapping
from typing import Final, cast

from starhall.engine.errors import StarhallError

TEXT: Final = 0x81  # the first byte of a whole message
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)  # masks protect proxies, and there is none on loopback


class Closed(StarhallError):
    """The hall has closed the socket."""


class SocketClient(asyncio.Protocol):
    """One WebSocket. Messages are passed to `hear`, or wait until somebody asks for them."""

    def __init__(self) -> None:
        self.hear: Callable[[bytes], None] | None = None
        self.on_close: Callable[[], None] | None = None
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._heard: asyncio.Queue[bytes | None] = asyncio.Queue()  # None: no more will come

    @staticmethod
    async def connect(address: str, path: str, headers: Mapping[str, str]) -> SocketClient:
        host, _, port = address.rpartition(":")
        _, client = await asyncio.get_running_loop().create_connection(
            SocketClient, host, int(port)
        )
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {address}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
            *[f"{name}: {value}" for name, value in headers.items()],
        ]
        client._write("\r\n".join([*lines, "", ""]).encode())
        await client._open
        return client

    @property
    def is_closed(self) -> bool:
        return self._gone.done()

    def send(self, text: str) -> None:
        self._write(_frame(TEXT, text.encode()))

    async def receive(self) -> bytes:
        """The next message, if messages are not passed to `hear`."""
        message = await self._heard.get()
        if message is None:
            self._heard.put_nowait(None)  # for the next caller
            raise Closed("the hall has closed the socket")
        return message

    async def close(self) -> None:
        if not self._gone.done():
            self._write(_frame(CLOSE, struct.pack("!H", 1000)))
        await self._gone

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(Closed("the hall has refused the socket"))
        self._gone.set_result(None)
        self._heard.put_nowait(None)
        if self.on_close is not None:
            self.on_close()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self._open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self._open.set_exception(Closed(head.partition(b"\r\n")[0].decode()))
                assert self._transport is not None
                self._transport.close()
                return
            self._open.set_result(None)
        start = 0
        while (found := _payload(data, start)) is not None:
            first, payload, start = found
            self._take(first, payload)
        self._rest = data[start:]

    def _take(self, first: int, payload: bytes) -> None:
        if first == TEXT:
            if self.hear is not None:
                self.hear(payload)
            else:
                self._heard.put_nowait(payload)
        elif first == PING:
            self._write(_frame(PONG, payload))
        elif first == CLOSE:
            assert self._transport is not None
            self._write(_frame(CLOSE, payload[:2]))
            self._transport.close()


def _frame(first: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        head = bytes((first, MASKED | size))
    else:
        head = struct.pack("!BBH", first, MASKED | 126, size)
    return head + NO_MASK + payload


def _payload(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """The frame that begins here: its first byte, its content and its end, once it is complete."""
    have = len(data) - start
    if have < 2:
        return None
    size, head = data[start + 1], 2
    if size == 126 and have >= 4:
        size, head = int.from_bytes(data[start + 2 : start + 4]), 4
    elif size == 127 and have >= 10:
        size, head = int.from_bytes(data[start + 2 : start + 10]), 10
    elif size > 125:
        return None
    end = start + head + size
    return None if end > len(data) else (data[start], data[start + head : end], end)
