"""The browser client as files in memory: built in the source tree or packed into the wheel."""

from __future__ import annotations

import gzip
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Request, Response, get

from starhall.server.errors import NotFound

DRAWINGS: Final = "icons.json"  # all icons; served by name, see icons.py
IMMUTABLE: Final = "public, max-age=31536000, immutable"
CHECK: Final = "no-cache"
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Starhall</title></head><body>
<h1>Starhall</h1>
<p>The hall is open, but its browser client has not been built yet. In the source tree, run
<code>make web</code> (or <code>make play</code>, which does that too) and start the hall again.</p>
<p>Programs can talk to it already: <a href="/schema/openapi.json">the API</a>.</p>
</body></html>
"""

_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Asset(msgspec.Struct, frozen=True):
    """One file with its headers; `zipped` is empty if compression does not pay."""

    body: bytes
    zipped: bytes
    kind: str
    cache: str


def folder() -> Path | None:
    """Where the built client is: in the source tree, above src/ or build/fast/, or in the wheel."""
    sources = [above / "web" / "dist" for above in Path(__file__).resolve().parents[4:6]]
    packed = Path(str(files("starhall.server").joinpath("static")))
    for place in (*sources, packed):
        if (place / "index.html").is_file():
            return place
    return None


def load(place: Path | None) -> dict[str, Asset]:
    """All files by path. Every other path gets the index."""
    if place is None:
        return {"index.html": _asset("index.html", NOT_BUILT.encode())}
    return {
        (name := path.relative_to(place).as_posix()): _asset(name, path.read_bytes())
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.name != DRAWINGS
    }


def _asset(name: str, body: bytes) -> Asset:
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, mtime=0) if len(body) > 500 else b""
    # Vite puts a hash of the content into the names below assets/.
    cache = IMMUTABLE if name.startswith("assets/") else CHECK
    return Asset(body, zipped if len(zipped) < len(body) else b"", kind, cache)


def pages() -> Any:
    """The handler for everything outside the API."""
    assets = load(folder())

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
        """A file of the browser client; addresses inside the client all get its index."""
        name = path.lstrip("/")
        if name.split("/", 1)[0] in ("api", "schema"):
            raise NotFound("page.none_at", path=f"/{name}")
        asset = assets.get(name) or assets["index.html"]
        headers = {"cache-control": asset.cache, "vary": "accept-encoding"}
        body = asset.body
        if asset.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            body = asset.zipped
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=asset.kind, headers=headers)

    return page
