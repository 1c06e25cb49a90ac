"""The WebSocket of a table. Reads what a client says, and sends it what is new."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Any

from litestar import MediaType, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect

from starhall.engine.errors import StarhallError
from starhall.engine.text.language import active
from starhall.server.errors import (
    HallError,
    NotFound,
    Unavailable,
    sentence_of,
)
from starhall.server.hall import Hall
from starhall.server.identities import COOKIE, hashed
from starhall.server.live.asyncapi import document
from starhall.server.live.delivery import deliver, together
from starhall.server.live.reading import Receive, read
from starhall.server.live.transport import SHORT_WAY, ShortWay
from starhall.server.notices import report, report_outage
from starhall.server.protocol.frames import CloseCode
from starhall.server.storage.database import DATABASE_ERRORS
from starhall.server.storage.models import Person
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table
from starhall.server.words import say

Socket = WebSocket[Any, Any, Any]

REASON_LETTERS = 120  # a reason has at most 123 bytes
# A client that is gone is noticed when reading, or when writing (ASGI raises OSError).
GONE = (WebSocketDisconnect, OSError)


@get("/schema/asyncapi.json", media_type=MediaType.JSON, include_in_schema=False)
async def schema() -> bytes:
    """The messages of a live table, for programs."""
    return document()


@websocket("/api/tables/{id:str}/live")
async def live(socket: Socket, hall: Hall, id: str) -> None:
    """A live table; see docs/protocol.md."""
    await socket.accept()
    try:
        token = socket.cookies.get(COOKIE, "")
        person = await hall.identities.find(token)
    except DATABASE_ERRORS as error:
        report_outage(error)
        await socket.close(CloseCode.NO_DATABASE, str(Unavailable()))
        return
    if person is None:
        await socket.close(CloseCode.NO_IDENTITY, say("refused.person.introduce"))
        return
    if not hall.sockets.open(person.id):
        await socket.close(CloseCode.TOO_MANY, say("refused.limit.sockets"))
        return
    try:
        await _join(socket, hall, id, person, hashed(token))
    finally:
        hall.sockets.close(person.id)


async def _join(socket: Socket, hall: Hall, id: str, person: Person, key: str) -> None:
    try:
        table = await hall.registry.get(id)
        if not table.row.visible_to(person.id):
            raise NotFound("table.none")
    except StarhallError as error:
        await socket.close(CloseCode.NO_TABLE, sentence_of(error)[:REASON_LETTERS])
    except DATABASE_ERRORS:
        await socket.close(CloseCode.NO_DATABASE, str(Unavailable()))
    else:
        connection = Connection(person, table.row.seat_of(person.id), key, active())
        await _attend(socket, hall, table, connection)


async def _attend(socket: Socket, hall: Hall, table: Table, connection: Connection) -> None:
    """Send and receive until one of the two ends."""
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    short: ShortWay | None = extensions.get(SHORT_WAY)
    receive: Receive = socket.receive
    if short is not None:
        receive = short.receive
        connection.deliver = partial(deliver, short.write, table, connection)
    table.audience.join(connection)
    _presence_changed(hall, table)
    sender = asyncio.create_task(_send(socket, table, connection))
    receiver = asyncio.create_task(read(receive, hall, table, connection))
    try:
        await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.audience.leave(connection)
        sender.cancel()
        if not connection.busy:
            receiver.cancel()
        results = await asyncio.gather(sender, receiver, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, GONE):
                report(result)
                connection.close(CloseCode.FAILED, HallError("hall.failed_socket"))
        _presence_changed(hall, table)
        if connection.closing is not None:
            await _close(socket, *connection.closing)


def _presence_changed(hall: Hall, table: Table) -> None:
    hall.presence.changed(table.id)
    table.tell_presence()


async def _send(socket: Socket, table: Table, connection: Connection) -> None:
    """Send small messages in order, but only the latest frame, so as not to flood slow clients."""
    while True:
        await connection.wait()
        if connection.stale and connection.outbox and table.lock.locked():
            await _send_all(socket, connection, connection.take())  # they need not wait for a frame
        messages = connection.take()
        if connection.stale:
            connection.stale = False
            async with table.lock:
                frame = table.frame_for(connection)
            messages += connection.take()
            if frame is not None:
                messages.append(frame)
        await _send_all(socket, connection, messages)
        if connection.closed:
            if connection.closing is None:
                connection.close(CloseCode.TOO_SLOW, HallError("limit.slow"))
            return


async def _send_all(socket: Socket, connection: Connection, messages: list[bytes]) -> None:
    for message in together(connection, messages):
        await _send_text(socket, message)


async def _send_text(socket: Socket, data: bytes) -> None:
    try:
        await socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})
    except RuntimeError as error:  # the web server got a malformed frame and closed the socket
        raise ConnectionError(str(error)) from None


async def _close(socket: Socket, code: int, reason: str) -> None:
    with contextlib.suppress(*GONE, RuntimeError):
        await socket.close(code, reason)
