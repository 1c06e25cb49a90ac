"""The WebSocket below a table: a short way for whole text messages, which nearly all are.

The usual way through the web server and the framework takes longer than making a choice.
Handshakes, fragments, control frames and everything unusual still go that way.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its compiled part
    from websockets.utils import apply_mask

WRITE: Final = "starhall.write"  # the name of the extension to ASGI

# Writes a message at once. False: the client does not read fast enough, or is gone.
Write = Callable[[bytes], bool]

WHOLE_TEXT: Final = 0x81  # the first byte of a message in one frame
MASKED: Final = 0x80  # a bit of the second byte; the others are the length, or
TWO_BYTES: Final = 126  # the length follows in two bytes
EIGHT_BYTES: Final = 127


class TableProtocol(WebSocketsSansIOProtocol):
    """The web server's protocol with a short way in both directions."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._aligned = True  # all that came so far were whole frames

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # it was not refused
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions[WRITE] = self.write

    def data_received(self, data: bytes) -> None:
        if not self._aligned or not self.handshake_complete or self.conn.state is not OPEN:
            super().data_received(data)
            return
        end = _end_of_frame(data, 0)
        if end == len(data) and data[0] == WHOLE_TEXT and self._take(data, end):
            return
        while end is not None and end < len(data):
            end = _end_of_frame(data, end)
        self._aligned = end is not None
        super().data_received(data)

    def _take(self, data: bytes, end: int) -> bool:
        """Pass a whole message on; False if it is not one or breaks a rule of the protocol."""
        head = 8 if data[1] & ~MASKED == TWO_BYTES else 6
        limit = self.conn.max_message_size
        if not data[1] & MASKED or self.conn.current_size is not None:
            return False
        if self.close_sent or (limit is not None and end - head > limit):
            return False
        try:
            text = apply_mask(data[head:], data[head - 4 : head]).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:  # faster than they are answered
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def write(self, data: bytes) -> bool:
        if not self.writable.is_set() or self.close_sent or self.conn.state is not OPEN:
            return False
        if self.transport.is_closing():
            return False
        size = len(data)
        if size < TWO_BYTES:
            head = bytes((WHOLE_TEXT, size))
        elif size < 1 << 16:
            head = struct.pack("!BBH", WHOLE_TEXT, TWO_BYTES, size)
        else:
            head = struct.pack("!BBQ", WHOLE_TEXT, EIGHT_BYTES, size)
        self.transport.write(head + data)
        return True


def _end_of_frame(data: bytes, start: int) -> int | None:
    """Where the frame that begins here ends; None if that is not known or not here yet."""
    have = len(data) - start
    if have < 2:
        return None
    size, head = data[start + 1] & ~MASKED, 2
    if size == TWO_BYTES and have >= 4:
        size, head = int.from_bytes(data[start + 2 : start + 4]), 4
    elif size == EIGHT_BYTES and have >= 10:
        size, head = int.from_bytes(data[start + 2 : start + 10]), 10
    elif size > 125:
        return None
    end = start + head + (4 if data[start + 1] & MASKED else 0) + size
    return end if end <= len(data) else None
