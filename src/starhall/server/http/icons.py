"""The drawings of icons. A client asks for those that a scene or a cover names."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

import msgspec
from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import Parameter

from starhall.engine.scene.look import icon_names
from starhall.server.errors import NotFound
from starhall.server.http import client

DAY: Final = 86_400

Names = Annotated[
    str, Parameter(description="Names of icons, with commas between them.", max_length=4000)
]


@cache
def drawings() -> dict[str, str]:
    """The path of each icon in a square of 512, by name; empty until the client is built."""
    place = client.folder()
    if place is None or not (file := place / client.DRAWINGS).is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


@get(
    "/api/icons",
    summary="The drawings of some icons: SVG paths in a square of 512",
    cache_control=CacheControlHeader(public=True, max_age=DAY),
    sync_to_thread=False,
)
def show_icons(names: Names) -> dict[str, str]:
    wanted = names.split(",")
    for name in wanted:
        if name not in icon_names():  # suggesting a similar name would take too long
            raise NotFound("icon.none", name=name[:80])
    return {name: drawings()[name] for name in wanted if name in drawings()}


HANDLERS = [show_icons]
