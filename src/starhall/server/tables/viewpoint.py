"""Where a client looks from, and how far it has looked."""

from __future__ import annotations

import msgspec

from starhall.engine.text.language import ENGLISH

EPOCH = 1_000_000  # bookmarks: how often lines were taken back, and how many there are


class Viewpoint(msgspec.Struct, frozen=True):
    """The observer and its preferences: clients with the same viewpoint share frames."""

    seat: int | None
    scene: bool = True
    words: bool = False
    language: str = ENGLISH
    steps: bool = False


class Cursor:
    """How far one client is: its bookmark, and the ply of its last frame (which it is not told)."""

    __slots__ = ("bookmark", "ply")

    def __init__(self, bookmark: int = 0) -> None:
        self.bookmark = bookmark
        self.ply: int | None = None

    @property
    def lines(self) -> int:
        """How many lines of the log the client has."""
        return self.bookmark % EPOCH
