"""The boards as geometry: hexes are numbered once for all boards, sets of hexes are bit masks.

Hex 0 is the Monolith, then `in0` to `in5`, `co0`, `ed0` to `ed5`, the home bases by side, and
the hexes that only `rift_corridor` has (NX-2.1 to NX-2.7, NX-17.35, NX-17.36).
"""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.hexes import Coord, distance, step

MONO: Final = 0
SIDES: Final = 6

HEXES: Final[list[str]] = ["mono"]
_AT: Final[list[Coord]] = [(0, 0)]


def _name(name: str, coord: Coord) -> None:
    HEXES.append(name)
    _AT.append(coord)


def _along(*directions: int) -> Coord:
    """The hex reached from the Monolith by these steps."""
    at = (0, 0)
    for direction in directions:
        at = step(at, direction)
    return at


for _k in range(SIDES):
    _name(f"in{_k}", _along(_k))
for _k in range(SIDES):
    _name(f"co{_k}", _along(_k, _k))
    _name(f"ed{_k}", _along(_k, _k + 1))
for _k in range(SIDES):
    _name(f"hb{_k}_l", _along(_k, _k, _k + 1))
    _name(f"hb{_k}_r", _along(_k, _k + 1, _k + 1))
    _name(f"hb{_k}_rear", _along(_k, _k, _k + 1, _k + 1))
for _q, _r in ((3, 0), (3, -1), (2, 1), (-3, 0), (-3, 1), (-2, -1)):
    _name(f"({_q},{_r})", (_q, _r))
HEX_COUNT: Final = len(HEXES)
INNER: Final[list[int]] = [1, 2, 3, 4, 5, 6]  # in0 to in5: numbers 1 to 6 of the Vortex (NX-17.11)


def hex_of(name: str) -> int:
    """The number of a hex by its alias."""
    if name not in HEXES:
        raise ContentError("content.no_hex", hex=name, known=", ".join(HEXES))
    return HEXES.index(name)


class Board:
    """One map: which hexes exist, where they lie, who touches whom, what lies on them."""

    def __init__(
        self,
        id: str,
        field: list[str],
        singles: list[str],
        doubles: list[tuple[str, str]],
        homes: list[tuple[str, str, str]],
        apart: list[tuple[str, str]],
        places: dict[str, tuple[int, int]],
    ) -> None:
        self.id = id
        self.field: list[int] = [hex_of(name) for name in field]
        self.singles: list[int] = [hex_of(name) for name in singles]
        self.doubles: list[tuple[int, int]] = [(hex_of(a), hex_of(b)) for a, b in doubles]
        self.homes: list[list[int]] = [[hex_of(name) for name in home] for home in homes]
        self.apart: list[tuple[int, int]] = [(hex_of(a), hex_of(b)) for a, b in apart]
        self.hexes: list[int] = [MONO, *self.field, *[hex for home in self.homes for hex in home]]
        self.coords: list[Coord] = [
            places.get(name, coord) for name, coord in zip(HEXES, _AT, strict=True)
        ]
        self.whole: int = mask_of(self.hexes)
        # Hex -> the mask of its neighbours on this board (NX-2.1).
        self.near: list[int] = [0] * HEX_COUNT
        for hex in self.hexes:
            self.near[hex] = mask_of(
                [other for other in self.hexes if distance(self._at(hex), self._at(other)) == 1]
            )

    def _at(self, hex: int) -> Coord:
        return self.coords[hex]


def mask_of(hexes: list[int]) -> int:
    mask = 0
    for hex in hexes:
        mask |= 1 << hex
    return mask


def hexes_of(mask: int) -> list[int]:
    """The hexes of a mask, in the order of their numbers."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
