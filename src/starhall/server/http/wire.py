"""HTTP connections with limits on the size of headers and the time a request takes to arrive.

Uvicorn has none of these limits; `LimitedProtocol` adds them to its protocol.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from starhall.server.config import Config
from starhall.server.http.session import address_of


class Wire:
    """The limits of all HTTP connections of a process, and how many each address has."""

    def __init__(self, config: Config) -> None:
        self.limits = config.limits
        self._proxies = [ip_network(name) for name in config.trusted_proxies]
        self._open: Counter[str] = Counter()

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """The protocol for Uvicorn, which calls it with its own arguments."""
        return cast("type[asyncio.Protocol]", partial(LimitedProtocol, self))

    def enter(self, client: tuple[str, int] | None) -> str | None:
        """Count a connection; None if its address has too many. Proxies are not limited."""
        address = address_of({"client": client})
        if client is not None and self._is_proxy(client[0]):
            return ""
        if self._open[address] >= self.limits.connections_per_address:
            return None
        self._open[address] += 1
        return address

    def leave(self, address: str) -> None:
        if address:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _is_proxy(self, name: str) -> bool:
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is closed if its requests are too large or too slow."""

    def __init__(self, wire: Wire, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._wire = wire
        self._address: str | None = None
        self._header_bytes = 0
        self._reading_headers = True
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self._wire.enter(self.client)
        if self._address is None:
            transport.abort()
        else:
            self._expect(self._wire.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._reading_headers:
            self._header_bytes += len(data)
            if self._deadline is None:  # the next request of a connection that is kept
                self._expect(self._wire.limits.header_seconds)
        super().data_received(data)
        limit = self._wire.limits.header_bytes
        if self._reading_headers and self._header_bytes > limit:
            self._refuse(f"The headers of a request have at most {limit} bytes.", 431)

    def on_headers_complete(self) -> None:
        self._reading_headers = False
        self._expect(self._wire.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._reading_headers, self._header_bytes = True, 0
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._done()
        super().handle_websocket_upgrade()

    def _expect(self, seconds: float) -> None:
        """The next part of the request must be complete by then."""
        self._stop()
        self._deadline = self.loop.call_later(seconds, self._late)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        self._refuse("The request did not arrive in time.", 408)

    def _refuse(self, sentence: str, status: int) -> None:
        self._stop()
        if not self.transport.is_closing():
            answer = f"HTTP/1.1 {status} \r\nconnection: close\r\ncontent-length: {len(sentence)}"
            self.transport.write(f"{answer}\r\n\r\n{sentence}".encode())
            self.transport.close()

    def _done(self) -> None:
        """This is no longer an HTTP connection."""
        self._stop()
        if self._address is not None:
            self._wire.leave(self._address)
            self._address = None
