"""The WebSocket below a table: a short way for whole text messages, that is for nearly all.

The usual way through the web server and the framework takes longer than making a choice.
Handshakes, fragments, control frames and everything unusual still take the usual way.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, cast

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from starhall.server.live.framing import end_of_frame, framed, whole_text
from starhall.server.live.inbox import Inbox

SHORT_WAY: Final = "starhall.short_way"  # the name of the extension to ASGI

# Writes a message at once. False: the client does not read fast enough, or is gone.
Write = Callable[[bytes], bool]


class ShortWay(NamedTuple):
    """What a table needs of its socket, without the framework in between."""

    receive: Callable[[], Awaitable[ASGIReceiveEvent]]
    write: Write


class TableProtocol(WebSocketsSansIOProtocol):
    """The web server's protocol with a short way in both directions."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", Inbox())
        self._aligned = True  # only whole frames have arrived so far

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # the handshake was not refused
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions[SHORT_WAY] = ShortWay(self.receive, self.write)

    def data_received(self, data: bytes) -> None:
        if not self._aligned or not self.handshake_complete or self.conn.state is not OPEN:
            super().data_received(data)
            return
        if not self.close_sent and self.conn.current_size is None:  # not inside a message
            text = whole_text(data, self.conn.max_message_size or sys.maxsize)
            if text is not None:
                self._take(text)
                return
        end = end_of_frame(data, 0)
        while -1 < end < len(data):
            end = end_of_frame(data, end)
        self._aligned = end != -1
        super().data_received(data)

    def _take(self, text: str) -> None:
        """Pass a whole message on."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:  # faster than the hall answers
            self.read_paused = True
            self.transport.pause_reading()

    def write(self, data: bytes) -> bool:
        if not self.writable.is_set() or self.close_sent or self.conn.state is not OPEN:
            return False
        if self.transport.is_closing():
            return False
        self.transport.write(framed(data))
        return True
