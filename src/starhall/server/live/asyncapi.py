"""The messages of a live table as an AsyncAPI document, generated from their types."""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from typing import Any, Final, get_args

import msgspec

from starhall import __version__
from starhall.server.protocol.frames import ServerMessage
from starhall.server.protocol.requests import ClientMessage

ADDRESS: Final = "/api/tables/{id}/live"
CHANNEL: Final = "#/channels/table"


@cache
def document() -> bytes:
    """The document as JSON."""
    heard, told = get_args(ClientMessage), get_args(ServerMessage)
    _, schemas = msgspec.json.schema_components(
        [*heard, *told], ref_template="#/components/schemas/{name}"
    )
    names = [kind.__name__ for kind in (*heard, *told)]
    made = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Starhall: live tables",
            "version": __version__,
            "description": "JSON in text frames over a WebSocket, the identity by cookie. "
            "docs/protocol.md says what the messages mean; /schema/openapi.json has the requests.",
        },
        "channels": {
            "table": {
                "address": ADDRESS,
                "parameters": {"id": {"description": "The id of a table."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
            }
        },
        "operations": {
            "hear": _operation("receive", "What a client sends.", heard),
            "tell": _operation("send", "What the hall sends.", told),
        },
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in (*heard, *told)},
            "schemas": schemas,
        },
    }
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"


def _operation(action: str, summary: str, kinds: tuple[type, ...]) -> dict[str, Any]:
    messages = [{"$ref": f"{CHANNEL}/messages/{kind.__name__}"} for kind in kinds]
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": CHANNEL},
        "messages": messages,
    }


def _message(kind: type) -> dict[str, Any]:
    return {
        "name": kind.__struct_config__.tag,  # type: ignore[attr-defined]
        "summary": (getdoc(kind) or "").partition("\n")[0],
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }
