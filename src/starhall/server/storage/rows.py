# mypyc: on
"""Entries, positions and clocks as rows of the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from starhall.server.storage.many_rows import Row
from starhall.server.storage.models import Entry, Position


def entry_rows(table: str, first: int, made: Sequence[Entry]) -> list[Row]:
    """Entries as rows for the database, numbered from `first`."""
    return [
        {
            "table_id": table,
            "ply": ply,
            "seat": entry.seat,
            "kind": entry.kind,
            "what": entry.what,
            "at": entry.at,
            "hash": entry.hash,
        }
        for ply, entry in enumerate(made, start=first)
    ]


def position_row(table: str, position: Position) -> Row:
    data = msgspec.json.encode(position).decode()
    return {"table_id": table, "count": position.count, "data": data}


def due_values(dues: Mapping[int, float]) -> dict[str, Any]:
    """When the time of each seat is up, as values for the columns of a table."""
    text = msgspec.json.encode(dues).decode() if dues else ""
    return {"dues": text, "due": min(dues.values(), default=None)}


def seats_text(seats: Sequence[int]) -> str:
    return ",".join([str(seat) for seat in seats])
