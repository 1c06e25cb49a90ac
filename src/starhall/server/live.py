"""The WebSocket of a table: reads what a client says, sends what it is to know."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from starhall.engine.errors import RulesFault, StarhallError
from starhall.server.actions import obey
from starhall.server.database import unanswered
from starhall.server.errors import NotThere, Unwritten, sentence_of
from starhall.server.guard import Bucket
from starhall.server.hall import Hall
from starhall.server.lobby import may_see
from starhall.server.notices import complain, report
from starhall.server.people import COOKIE, hashed
from starhall.server.protocol import ClientMessage, Refused
from starhall.server.store import Person
from starhall.server.table import Connection, Table

# What a client finds as the reason why its socket was closed.
NO_IDENTITY, NO_TABLE, TOO_MANY, TOO_FAST, TOO_SLOW = 4401, 4404, 4429, 4428, 4408
NO_DATABASE = 4503
HELLO_SECONDS = 30.0
# A client that is gone: heard when reading, or found out when writing (ASGI says OSError).
GONE = (WebSocketDisconnect, OSError)

_decoder = msgspec.json.Decoder(ClientMessage)


class Refer(msgspec.Struct):
    """Of a message that cannot be read: at least what to refer to."""

    ref: int = 0


_referring = msgspec.json.Decoder(Refer)


@websocket("/api/tables/{id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], hall: Hall, id: str) -> None:
    """A live table; see docs/protocol.md."""
    await socket.accept()
    try:
        person = await _person(socket, hall)
    except SQLAlchemyError as error:
        complain(error)
        await socket.close(NO_DATABASE, str(Unwritten()))
        return
    if person is None:
        await socket.close(NO_IDENTITY, "introduce yourself first: POST /api/me")
        return
    if not hall.admit(person.id):
        await socket.close(TOO_MANY, "too many open sockets; close some")
        return
    try:
        try:
            table = await hall.table(id)
            if not may_see(table.row, person.id):
                raise NotThere("there is no such table")
        except StarhallError as error:
            await socket.close(NO_TABLE, sentence_of(error)[:120])
            return
        except SQLAlchemyError:
            await socket.close(NO_DATABASE, str(Unwritten()))
            return
        connection = Connection(person, table.row.seat_of(person.id))
        await _attend(socket, hall, table, connection)
    finally:
        hall.dismiss(person.id)


async def _person(socket: WebSocket[Any, Any, Any], hall: Hall) -> Person | None:
    token = socket.cookies.get(COOKIE, "")
    return await hall.who(hashed(token)) if token else None


async def _attend(
    socket: WebSocket[Any, Any, Any], hall: Hall, table: Table, connection: Connection
) -> None:
    table.connections.add(connection)
    hall.company.changed(table.id)
    table.tell_presence()
    sender = asyncio.create_task(_send(socket, table, connection))
    listener = asyncio.create_task(_listen(socket, hall, table, connection))
    try:
        await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
    finally:
        connection.closed = True
        table.connections.discard(connection)
        if connection.seat is not None:
            table.left[connection.seat] = time.monotonic()
        for task in (sender, listener):
            task.cancel()
        results = await asyncio.gather(sender, listener, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, GONE):
                report(result)
        hall.company.changed(table.id)
        table.tell_presence()
        if connection.ending is not None:
            await _close(socket, *connection.ending)


async def _listen(
    socket: WebSocket[Any, Any, Any], hall: Hall, table: Table, connection: Connection
) -> None:
    """One message after the other, until the client leaves."""
    limits = hall.limits
    bucket = Bucket(limits.messages_per_second, limits.message_burst)
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        if not bucket.take():
            connection.ending = (TOO_FAST, "too many messages a second")
            return
        text = event.get("text")
        if not isinstance(text, str):
            connection.send(Refused(ref=0, error="messages are JSON in text frames"))
            continue
        await hear(hall, table, connection, text)


async def hear(hall: Hall, table: Table, connection: Connection, text: str) -> None:
    """Read one message and do what it says, or say why not."""
    try:
        message = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        refused = Refused(ref=_reference(text), error=f"this message cannot be read: {error}")
        connection.send(refused)
        return
    ref = getattr(message, "ref", 0)
    try:
        # The table may have been read anew since this client came.
        await obey(hall, table, connection, message)
    except StarhallError as error:
        if isinstance(error, RulesFault):
            report(error)
        connection.send(Refused(ref=ref, error=sentence_of(error)))
    except SQLAlchemyError as error:
        if not unanswered(error):
            raise
        connection.send(Refused(ref=ref, error=str(Unwritten())))


def _reference(text: str) -> int:
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        return _referring.decode(text).ref
    return 0


async def _send(socket: WebSocket[Any, Any, Any], table: Table, connection: Connection) -> None:
    """Small messages in order; frames only the latest, so that a slow client is not flooded."""
    while True:
        await connection.wait()
        while connection.outbox:
            await _post(socket, connection.outbox.popleft())
        if connection.stale:
            connection.stale = False
            await _post(socket, await _frame(table, connection))
        if connection.closed:
            connection.ending = (TOO_SLOW, "come back and look again")
            return


async def _frame(table: Table, connection: Connection) -> bytes | None:
    async with table.lock:
        return table.frame_for(connection)


async def _post(socket: WebSocket[Any, Any, Any], data: bytes | None) -> None:
    if data is not None:
        await socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})


async def _close(socket: WebSocket[Any, Any, Any], code: int, reason: str) -> None:
    with contextlib.suppress(*GONE, RuntimeError):
        await socket.close(code, reason)
