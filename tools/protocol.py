"""Writes web/src/lib/protocol.ts: what goes over the wire, and what all scenes share.

python tools/protocol.py            write it
python tools/protocol.py --check    fail when it does not follow src/starhall/server/protocol.py

The types go from msgspec to JSON Schema, and by json-schema-to-typescript to TypeScript.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from web import npm

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src")]

from starhall.engine.scene import difference  # noqa: E402
from starhall.engine.scene import elements as scene  # noqa: E402
from starhall.server import protocol  # noqa: E402

TARGET: Final = ROOT / "web" / "src" / "lib" / "protocol.ts"
UNIONS: Final[dict[str, Any]] = {
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
    "Element": scene.Element,
}
CONSTANTS: Final = {
    "TONES": scene.TONES,
    "SEAT_COLOURS": scene.SEAT_COLOURS,
    "PARTS": difference.PARTS,
}
BASES: Final = (protocol.Message, protocol.Answer)
HEAD: Final = """\
// What goes over the wire, written by tools/protocol.py: change src/starhall/server/protocol.py.
// The hall leaves out what has its default, hence the question marks. At the end are the
// colours that every scene may name, and the fields of things that contain things.
"""


def schema() -> dict[str, Any]:
    """All messages of the hall, and what they are made of, as one JSON Schema."""
    types = {
        name: kind
        for name, kind in inspect.getmembers(protocol, inspect.isclass)
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
    written = typescript()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(written, "utf-8")
    elif TARGET.read_text("utf-8") != written:
        print("web/src/lib/protocol.ts is stale: run python tools/protocol.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
