"""Hexes: the axial geometry that every board of hexagons shares, and boards numbered 0..n-1.

A coordinate is (q, r). Direction 0 points right, and the six directions go clockwise on the screen.
Hexes stand on a corner, and y grows downwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from starhall.engine.errors import ContentError

Coord: TypeAlias = tuple[int, int]

ORIGIN: Final = (0, 0)
DIRECTIONS: Final[list[Coord]] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def step(start: Coord, direction: int, times: int = 1) -> Coord:
    """The hex a number of steps away in a straight line; directions count modulo 6."""
    dq, dr = DIRECTIONS[direction % 6]
    return start[0] + times * dq, start[1] + times * dr


def turn(coord: Coord, times: int = 1) -> Coord:
    """The hex turned clockwise about the origin by sixths of a circle."""
    q, r = coord
    for _ in range(times % 6):
        q, r = -r, q + r
    return q, r


def distance(a: Coord, b: Coord) -> int:
    """The number of steps between two hexes on an endless, empty board."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def ring(radius: int, centre: Coord = ORIGIN) -> list[Coord]:
    """All hexes at that distance, clockwise from the one in direction 0."""
    if radius == 0:
        return [centre]
    return [
        step(step(centre, side, radius), side + 2, along)
        for side in range(6)
        for along in range(radius)
    ]


def spiral(radius: int, centre: Coord = ORIGIN) -> list[Coord]:
    """All hexes up to that distance: the centre, then ring by ring outwards."""
    return [coord for n in range(radius + 1) for coord in ring(n, centre)]


def reach(
    links: list[tuple[int, ...]], start: int, steps: int, passable: Callable[[int], bool]
) -> dict[int, int]:
    """The hexes within a number of steps along the links, each with its distance.

    The nearest come first, without the start. Only passable hexes are entered. The links
    can be a grid's neighbours, with or without a game's tunnels and arrows.
    """
    found: dict[int, int] = {}
    edge = [start]
    for taken in range(1, steps + 1):
        entered: list[int] = []
        for hex in edge:
            for other in links[hex]:
                if other != start and other not in found and passable(other):
                    found[other] = taken
                    entered.append(other)
        if not entered:
            break
        edge = entered
    return found


class Grid:
    """A board: hexes numbered in the given order, their neighbours and their distances."""

    def __init__(self, coords: list[Coord]) -> None:
        self.coords: list[Coord] = list(coords)
        self.index: dict[Coord, int] = {}
        for number, coord in enumerate(self.coords):
            if coord in self.index:
                first = self.index[coord]
                raise ContentError("content.same_hex", hex=str(coord), first=first, second=number)
            self.index[coord] = number
        self.neighbours: list[tuple[int, ...]] = [
            tuple([self.index[near] for near in ring(1, coord) if near in self.index])
            for coord in self.coords
        ]
        self.distances: list[tuple[int, ...]] = [
            tuple([distance(here, there) for there in self.coords]) for here in self.coords
        ]

    def __len__(self) -> int:
        return len(self.coords)

    def __repr__(self) -> str:
        return f"<Grid of {len(self.coords)} hexes>"

    def reach(self, start: int, steps: int, passable: Callable[[int], bool]) -> dict[int, int]:
        """The hexes within a number of steps, each with its distance, nearest first."""
        return reach(self.neighbours, start, steps, passable)
