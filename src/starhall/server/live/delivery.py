# mypyc: on
"""Sends what is new to a client of a table, at once and in one step."""

from __future__ import annotations

from starhall.server.live.transport import Write
from starhall.server.tables.audience import Connection
from starhall.server.tables.table import Table


def deliver(write: Write, table: Table, connection: Connection) -> bool:
    """Send what is new, unless the table is being changed or the client is slow."""
    if connection.sending or (connection.stale and table.lock.locked()):
        return False
    messages = connection.take()
    if connection.stale:
        try:
            frame = table.frame_for(connection)
        except Exception:
            connection.outbox = messages
            return False  # the sending task meets the same error, and reports it
        connection.stale = False
        if frame is not None:
            messages.append(frame)
    for number, message in enumerate(together(connection, messages)):
        if not write(message):
            connection.outbox = messages[number:]
            return False
    return True


def together(connection: Connection, messages: list[bytes]) -> list[bytes]:
    """The messages as they are written: one after the other, or as one if the client wants that."""
    if connection.together and len(messages) > 1:
        return [b"[" + b",".join(messages) + b"]"]
    return messages
