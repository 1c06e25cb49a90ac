# mypyc: on
"""Reads the messages of a client at a table, and has them carried out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from starhall.engine.errors import RulesFault, StarhallError
from starhall.engine.text.language import activate
from starhall.server.errors import HallError, TooManyRequests, Unavailable
from starhall.server.hall import Hall
from starhall.server.live.messages import CHANGES_NOTHING, EXTRA_COST, handle
from starhall.server.notices import report
from starhall.server.protocol.frames import CloseCode
from starhall.server.protocol.requests import ClientMessage
from starhall.server.storage.database import DATABASE_ERRORS, is_outage
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table

# The next event of a client, as ASGI describes it.
Receive = Callable[[], Awaitable[Mapping[str, Any]]]

_decoder = msgspec.json.Decoder(ClientMessage)


class Reference(msgspec.Struct):
    """The `ref` of a message that cannot be read as a whole."""

    ref: int = 0


_reference_decoder = msgspec.json.Decoder(Reference)


async def read(receive: Receive, hall: Hall, table: Table, connection: Connection) -> None:
    """Read one message after the other, until the client leaves."""
    limits = hall.limits
    try:
        event = await asyncio.wait_for(receive(), limits.hello_seconds)
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
        event = await receive()


async def _answer(hall: Hall, table: Table, connection: Connection, text: str) -> None:
    """Read one message and do what it asks, or say why not."""
    activate(connection.viewpoint.language)
    try:
        message = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        connection.refuse(_reference(text), HallError("message.unread", why=str(error)))
        return
    try:
        extra = EXTRA_COST.get(type(message))
        if extra is not None and not hall.messages.take(connection.person.id, extra):
            raise TooManyRequests("limit.work")
        connection.busy = type(message) not in CHANGES_NOTHING
        await handle(hall, table, connection, message)
    except StarhallError as error:
        if isinstance(error, RulesFault):
            report(error)
        connection.refuse(getattr(message, "ref", 0), error)
    except DATABASE_ERRORS as error:
        if not is_outage(error):
            raise
        connection.refuse(getattr(message, "ref", 0), Unavailable())
    finally:
        connection.busy = False


def _reference(text: str) -> int:
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        return _reference_decoder.decode(text).ref
    return 0
