"""The planet: 127 positions, who touches whom, arrows and rings (CY-4.1 to CY-4.8).

Positions are numbered in the order of their ids: Colony City first, then sector, ring, index.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.hexes import Coord, Grid, step

SECTORS: Final = 6
RINGS: Final = 6
HEXES: Final = 127
CITY: Final = 0  # CY-4.1: the centre, on no ring
FAR: Final = 12  # the greatest distance on the planet

# CY-4.4: by position: its id, sector, ring and index; Colony City is on ring 0 of no sector.
HEX_IDS: Final[list[str]] = ["city"]
SECTOR: Final[list[int]] = [-1]
RING: Final[list[int]] = [0]
INDEX: Final[list[int]] = [0]
COORDS: Final[list[Coord]] = [(0, 0)]


def _lay_out() -> None:
    """CY-4.3: sector k, ring n, index j lies at n*V(k) + j*V(k+2)."""
    for k in range(SECTORS):
        for n in range(1, RINGS + 1):
            for j in range(n):
                HEX_IDS.append(f"{k}.{n}.{j}")
                SECTOR.append(k)
                RING.append(n)
                INDEX.append(j)
                COORDS.append(step(step((0, 0), k, n), k + 2, j))


_lay_out()
_GRID: Final = Grid(COORDS)


def hex_at(k: int, n: int, j: int) -> int:
    """The number of position `k.n.j`."""
    return 1 + 21 * k + n * (n - 1) // 2 + j


def hex_named(id: str) -> int:
    """The number of a position by its id."""
    return HEX_IDS.index(id)


# CY-4.5: touching positions, in the order of their ids.
TOUCH: Final[list[list[int]]] = [sorted(near) for near in _GRID.neighbours]

# CY-4.6: straight distance.
DISTANCE: Final[list[list[int]]] = [list(row) for row in _GRID.distances]

# NEAR[h][d]: the positions at distance d, in the order of their ids.
NEAR: Final[list[list[list[int]]]] = [
    [[other for other in range(HEXES) if DISTANCE[hex][other] == d] for d in range(FAR + 1)]
    for hex in range(HEXES)
]


def ring_hexes(k: int, n: int) -> list[int]:
    """All positions of one ring of one sector."""
    return [hex_at(k, n, j) for j in range(n)]


def _arrows(hex: int) -> list[int]:
    """CY-4.8: the five other edge positions with the same index, hence the same colour."""
    if RING[hex] != RINGS:
        return []
    return [hex_at(k, RINGS, INDEX[hex]) for k in range(SECTORS) if k != SECTOR[hex]]


def _antipodes(hex: int) -> list[int]:
    """The setting `antipodal`: an edge position is linked only to the one opposite."""
    if RING[hex] != RINGS:
        return []
    q, r = COORDS[hex]
    return [COORDS.index((-q, -r))]


ARROWS: Final[list[list[int]]] = [_arrows(hex) for hex in range(HEXES)]
ANTIPODES: Final[list[list[int]]] = [_antipodes(hex) for hex in range(HEXES)]
ARROW_COLOURS: Final[list[str]] = ["white", "yellow", "orange", "red", "violet", "blue"]

# CY-2.13: where a ship may start, by sector: off the border of the triangle, or rings 1 to 3.
INNER: Final[list[list[int]]] = [
    [hex_at(k, n, j) for n, j in ((3, 1), (4, 1), (4, 2), (5, 1), (5, 2), (5, 3))]
    for k in range(SECTORS)
]
RINGS_1_3: Final[list[list[int]]] = [
    [hex_at(k, n, j) for n in (1, 2, 3) for j in range(n)] for k in range(SECTORS)
]


def touching_with(links: list[list[int]]) -> list[list[int]]:
    """Per position: what it touches and where its arrow leads."""
    return [sorted(TOUCH[hex] + links[hex]) for hex in range(HEXES)]


TOUCH_ARROWS: Final[list[list[int]]] = touching_with(ARROWS)
TOUCH_ANTIPODES: Final[list[list[int]]] = touching_with(ANTIPODES)
