"""Writes what goes over the wire, for programs and people.

web/src/lib/protocol.ts   all types, and what all scenes share, for the browser client
docs/asyncapi.json        the messages of live tables, served at /schema/asyncapi.json

python tools/protocol.py            write them
python tools/protocol.py --check    fail when they do not follow src/starhall/server/protocol

The types go from msgspec to JSON Schema, and by json-schema-to-typescript to TypeScript.
"""

from __future__ import annotations

import inspect
import json
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from web import npm

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src")]

from starhall.engine.scene import elements as scene  # noqa: E402
from starhall.server import protocol  # noqa: E402
from starhall.server.live.asyncapi import document  # noqa: E402
from starhall.server.protocol.frames import ServerMessage  # noqa: E402
from starhall.server.protocol.requests import ClientMessage  # noqa: E402
from starhall.server.protocol.wire import Answer, Message  # noqa: E402

TARGET: Final = ROOT / "web" / "src" / "lib" / "protocol.ts"
LIVE: Final = ROOT / "docs" / "asyncapi.json"
UNIONS: Final[dict[str, Any]] = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "Element": scene.Element,
}
CONSTANTS: Final = {
    "TONES": scene.TONES,
    "SEAT_COLOURS": scene.SEAT_COLOURS,
    "PARTS": scene.PARTS,
}
BASES: Final = (Message, Answer)
HEAD: Final = """\
// What goes over the wire, written by tools/protocol.py: change src/starhall/server/protocol.
// The hall leaves out what has its default, hence the question marks. At the end are the
// colours that every scene may name, and the fields of things that contain things.
"""


def schema() -> dict[str, Any]:
    """All messages of the hall, and what they are made of, as one JSON Schema."""
    types = {
        name: kind
        for module in pkgutil.iter_modules(protocol.__path__, f"{protocol.__name__}.")
        for name, kind in inspect.getmembers(import_module(module.name), inspect.isclass)
        if issubclass(kind, BASES) and kind not in BASES
    }
    named = {**types, **UNIONS}
    roots, parts = msgspec.json.schema_components(
        named.values(), ref_template="#/definitions/{name}"
    )
    for name, root in zip(named, roots, strict=True):
        if name in UNIONS:
            parts[name] = {**root, "title": name}
    return {
        "title": "Wire",
        "description": "Every type by its name.",
        "type": "object",
        "properties": {name: {"$ref": f"#/definitions/{name}"} for name in sorted(named)},
        "required": sorted(named),
        "additionalProperties": False,
        "definitions": parts,
    }


def typescript() -> str:
    options = ["--no-additionalProperties", "--no-style.semi", "--style.singleQuote"]
    command = ["exec", "--silent", "--", "json2ts", *options, "--bannerComment", HEAD]
    types = str(npm(*command, input=json.dumps(schema()), capture_output=True).stdout)
    constants = [f"export const {name} = {json.dumps(c)}\n" for name, c in CONSTANTS.items()]
    return "".join([types, *constants])


def main() -> int:
    stale = 0
    for target, written in ((TARGET, typescript()), (LIVE, document().decode())):
        if "--check" not in sys.argv[1:]:
            target.write_text(written, "utf-8")
        elif not target.exists() or target.read_text("utf-8") != written:
            name = target.relative_to(ROOT)
            print(f"{name} is stale: run python tools/protocol.py", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
