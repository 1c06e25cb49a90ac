"""The WebSocket of a table: reads what a client says, and sends it what is new."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Any

import msgspec
from litestar import MediaType, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect

from starhall.engine.errors import RulesFault, StarhallError
from starhall.engine.text.language import activate, active
from starhall.server.errors import (
    HallError,
    NotFound,
    TooManyRequests,
    Unavailable,
    sentence_of,
)
from starhall.server.hall import Hall
from starhall.server.identities import COOKIE, hashed
from starhall.server.live.asyncapi import document
from starhall.server.live.delivery import deliver, together
from starhall.server.live.messages import CHANGES_NOTHING, EXTRA_COST, handle
from starhall.server.live.transport import WRITE, Write
from starhall.server.notices import report, report_outage
from starhall.server.protocol.frames import CloseCode
from starhall.server.protocol.requests import ClientMessage
from starhall.server.storage.database import DATABASE_ERRORS, is_outage
from starhall.server.storage.models import Person
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table
from starhall.server.words import say

Socket = WebSocket[Any, Any, Any]

REASON_LETTERS = 120  # a reason has at most 123 bytes
# A client that is gone: noticed when reading, or when writing (ASGI says OSError).
GONE = (WebSocketDisconnect, OSError)

_decoder = msgspec.json.Decoder(ClientMessage)


class Reference(msgspec.Struct):
    """Of a message that cannot be read: at least its `ref`."""

    ref: int = 0


_reference_decoder = msgspec.json.Decoder(Reference)


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
    write: Write | None = extensions.get(WRITE)
    if write is not None:
        connection.deliver = partial(deliver, write, table, connection)
    table.audience.join(connection)
    _presence_changed(hall, table)
    sender = asyncio.create_task(_send(socket, table, connection))
    receiver = asyncio.create_task(_receive(socket, hall, table, connection))
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


async def _receive(socket: Socket, hall: Hall, table: Table, connection: Connection) -> None:
    """One message after the other, until the client leaves."""
    limits = hall.limits
    try:
        event = await asyncio.wait_for(socket.receive(), limits.hello_seconds)
    except TimeoutError:
        seconds = f"{limits.hello_seconds:g}"
        connection.close(CloseCode.TOO_SLOW, HallError("limit.hello", seconds=seconds))
        return
    while event["type"] != "websocket.disconnect" and not connection.closed:
        if not hall.messages.take(connection.person.id):
            connection.close(CloseCode.TOO_FAST, HallError("limit.messages"))
            return
        text = event.get("text")
        if isinstance(text, str):
            await _answer(hall, table, connection, text)
        else:
            connection.refuse(0, HallError("message.text"))
        event = await socket.receive()


async def _answer(hall: Hall, table: Table, connection: Connection, text: str) -> None:
    """Read one message and do what it asks, or say why not."""
    activate(connection.viewpoint.language)
    try:
        message = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        connection.refuse(_reference(text), HallError("message.unread", why=str(error)))
        return
    ref = getattr(message, "ref", 0)
    try:
        extra = EXTRA_COST.get(type(message))
        if extra is not None and not hall.messages.take(connection.person.id, extra):
            raise TooManyRequests("limit.work")
        connection.busy = not isinstance(message, CHANGES_NOTHING)
        await handle(hall, table, connection, message)
    except StarhallError as error:
        if isinstance(error, RulesFault):
            report(error)
        connection.refuse(ref, error)
    except DATABASE_ERRORS as error:
        if not is_outage(error):
            raise
        connection.refuse(ref, Unavailable())
    finally:
        connection.busy = False


def _reference(text: str) -> int:
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        return _reference_decoder.decode(text).ref
    return 0


async def _send(socket: Socket, table: Table, connection: Connection) -> None:
    """Small messages in order; of frames only the latest, so that a slow client is not flooded."""
    while True:
        await connection.wait()
        if connection.stale and connection.outbox and table.lock.locked():
            await _send_all(socket, connection, connection.take())  # they need not wait for it
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
    except RuntimeError as error:  # the web server has closed it: it got a malformed frame
        raise ConnectionError(str(error)) from None


async def _close(socket: Socket, code: int, reason: str) -> None:
    with contextlib.suppress(*GONE, RuntimeError):
        await socket.close(code, reason)
