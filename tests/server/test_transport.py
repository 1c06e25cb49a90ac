"""Frames of WebSockets in every shape: those that take the short way, and all others."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Iterator

import pytest

from starhall.server.live.framing import end_of_frame, framed, whole_text
from tests.server.hall import PATIENCE, Guest, Hall, Json

TEXT, CONTINUATION, BINARY, CLOSE, PING = 1, 0, 2, 8, 9


def frame(data: bytes, kind: int = TEXT, last: bool = True, masked: bool = True) -> bytes:
    size = len(data)
    long = b"\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x7f" + size.to_bytes(8)
    length = bytes([size]) if size < 126 else long
    length = bytes([length[0] | (0x80 if masked else 0)]) + length[1:]
    mask = os.urandom(4) if masked else b""
    hidden = bytes([byte ^ mask[place % 4] for place, byte in enumerate(data)]) if mask else data
    return bytes([kind | (0x80 if last else 0)]) + length + mask + hidden


def ping(ref: int, padding: int = 0) -> bytes:
    return json.dumps({"type": "ping", "ref": ref}).encode() + b" " * padding


class Wire:
    """A socket at a table, byte by byte."""

    def __init__(self, hall: Hall, table: str, cookie: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", hall.port), timeout=PATIENCE)
        self.send(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            self._data += self.socket.recv(65536)
        self._data = self._data.partition(b"\r\n\r\n")[2]

    def send(self, *data: bytes) -> None:
        for some in data:
            self.socket.sendall(some)

    def _read(self, count: int) -> bytes:
        while len(self._data) < count:
            some = self.socket.recv(65536)
            if not some:
                raise EOFError
            self._data += some
        taken, self._data = self._data[:count], self._data[count:]
        return taken

    def frames(self) -> Iterator[tuple[int, bytes]]:
        while True:
            first, size = self._read(2)
            if size > 125:
                size = int.from_bytes(self._read(2 if size == 126 else 8))
            yield first & 15, self._read(size)

    def heard(self, **wanted: object) -> Json:
        """The next message with these values."""
        for kind, data in self.frames():
            message: Json = json.loads(data) if kind == TEXT else {}
            if message and all(message.get(key) == value for key, value in wanted.items()):
                return message
        raise AssertionError


def sit(hall: Hall) -> Wire:
    async def run() -> Wire:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "open")
            return Wire(hall, table["id"], ada.cookie)

    return asyncio.run(run())


def test_messages_arrive_however_they_are_cut(hall: Hall) -> None:
    wire = sit(hall)
    with wire.socket:
        wire.send(frame(ping(1)))
        assert wire.heard(type="pong")["ref"] == 1
        wire.send(frame(ping(2)) + frame(b"x", PING) + frame(ping(3, 200)))
        assert [wire.heard(type="pong")["ref"] for _ in range(2)] == [2, 3]
        wire.send(frame(ping(4)[:9], last=False) + frame(ping(4)[9:], CONTINUATION))
        assert wire.heard(type="pong")["ref"] == 4
        wire.send(frame(ping(5)[:9], last=False), frame(b"", PING), frame(ping(5)[9:], 0))
        assert wire.heard(type="pong")["ref"] == 5
        half = frame(ping(6, 300))
        wire.send(half[:1])
        wire.send(frame(b"")[:0], half[1:100])
        wire.send(half[100:] + frame(ping(7)))
        assert [wire.heard(type="pong")["ref"] for _ in range(2)] == [6, 7]
        wire.send(frame(b"\x00", BINARY))
        assert "JSON in text frames" in wire.heard(type="refused")["error"]
        wire.send(frame(ping(8)))
        assert wire.heard(type="pong")["ref"] == 8


def closed_by(hall: Hall, *data: bytes) -> int:
    """The code with which the hall closes a socket that sends this."""
    wire = sit(hall)
    with wire.socket:
        wire.send(frame(ping(1)))
        wire.heard(type="pong")
        wire.send(*data)
        for kind, content in wire.frames():
            if kind == CLOSE:
                return int.from_bytes(content[:2])
    raise AssertionError


def test_frames_that_break_the_protocol_close_the_socket(hall: Hall) -> None:
    assert closed_by(hall, frame(ping(2), masked=False)) == 1002
    assert closed_by(hall, frame(b"a", last=False) + frame(ping(2))) == 1002
    assert closed_by(hall, frame(b"\xff\xfe")) == 1007
    assert closed_by(hall, frame(b"x" * 20_000)) == 1009
    assert closed_by(hall, bytes([0xC1]) + frame(ping(2))[1:]) == 1002
    assert closed_by(hall, frame(b"\x03\xe8", CLOSE)) == 1000


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_the_end_of_a_frame_is_found_whatever_its_length(size: int) -> None:
    data = b"x" * size
    for whole in (frame(data), frame(data, masked=False), framed(data)):
        assert end_of_frame(b"before" + whole + b"after", 6) == 6 + len(whole)
        assert end_of_frame(whole[:-1], 0) == -1
    short = size < 1 << 16  # longer ones take the usual way
    assert whole_text(frame(data), 1 << 20) == (data.decode() if short else None)
    assert whole_text(frame(data, masked=False), 1 << 20) is None
    assert whole_text(frame(data), size - 1) is None
