"""The viewpoint of a client, and how much of the log it has seen."""

from __future__ import annotations

import msgspec

from starhall.engine.text.language import ENGLISH

EPOCH = 1_000_000  # in bookmarks: times that lines were taken back * EPOCH + number of lines


class Viewpoint(msgspec.Struct, frozen=True):
    """The observer and its preferences: clients with the same viewpoint share frames."""

    seat: int | None
    scene: bool = True
    words: bool = False
    language: str = ENGLISH
    steps: bool = False


class Cursor:
    """How far one client is: its bookmark, and the ply of its last frame (kept from the client)."""

    __slots__ = ("bookmark", "ply")

    def __init__(self, bookmark: int = 0) -> None:
        self.bookmark = bookmark
        self.ply: int | None = None

    @property
    def lines(self) -> int:
        """How many lines of the log the client has."""
        return self.bookmark % EPOCH
