"""Draws the hexes of a map: ground, pieces, highlights, links and the legend."""

# mypyc: off

import math
from collections.abc import Sequence
from typing import Final

from starhall.engine.scene.elements import Cell, Hexmap, Link, Piece
from starhall.engine.scene.svg.canvas import (
    EDGE,
    GLOW,
    INK,
    MUTED,
    NIGHT,
    Block,
    Spot,
    column,
    emblem,
    flow,
    ink_on,
    mix,
    num,
    polygon,
    rect,
    regular,
    shorten,
    tag,
    text_width,
    write,
)
from starhall.engine.scene.svg.pen import Pen

# Fine patterns over the ground, so that terrains differ by more than colour.
_GROUNDS: Final[tuple[str, ...]] = (
    '<circle cx="3" cy="3" r="1.3" fill="#fff"/><circle cx="10" cy="10" r="1.3" fill="#fff"/>',
    '<path d="M0 14L14 0" stroke="#fff" stroke-width="1.4"/>',
    '<path d="M0 5q3.5-5 7 0t7 0M0 12q3.5-5 7 0t7 0" fill="none" stroke="#fff"/>',
    '<path d="M2 11L7 3L12 11z" fill="none" stroke="#fff"/>',
    '<path d="M0 0L14 14M0 14L14 0" stroke="#fff" stroke-width="0.9"/>',
    '<path d="M0 7H14M7 0V14" stroke="#fff" stroke-width="0.9"/>',
    '<path d="M7 2V12M2 7H12" stroke="#fff" stroke-width="1.2"/>',
    "",
)

DEFS: Final = "".join(
    f'<pattern id="starhall-ground-{i}" width="14" height="14" patternUnits="userSpaceOnUse">'
    f"{drawing}</pattern>"
    for i, drawing in enumerate(_GROUNDS)
)

_SQRT3: Final = math.sqrt(3)


class MapArtist:
    """Draws one map as large as the width allows."""

    def __init__(self, pen: Pen, board: Hexmap, width: float) -> None:
        self.pen = pen
        self.board = board
        terrains = dict.fromkeys(cell.terrain for cell in board.cells)
        self.grounds = {terrain: i % len(_GROUNDS) for i, terrain in enumerate(terrains)}
        unit = [self._unit(cell) for cell in board.cells] or [(0.0, 0.0)]
        half_w, half_h = (1.0, _SQRT3 / 2) if board.flat else (_SQRT3 / 2, 1.0)
        self.left = min(x for x, _ in unit) - half_w
        self.top = min(y for _, y in unit) - half_h
        across = max(x for x, _ in unit) + half_w - self.left
        down = max(y for _, y in unit) + half_h - self.top
        self.size = max(16.0, min(60.0, (width - 12) / across))
        self.w, self.h = across * self.size + 12, down * self.size + 12

    def draw(self) -> Block:
        """The map with its legend below."""
        board = self.board
        glowing = [cell for cell in board.cells if cell.id in self.pen.glow]
        drawn = "".join(self._ground(cell) for cell in board.cells)
        drawn += "".join(self._highlights(cell) for cell in board.cells)
        drawn += "".join(self._glow(cell) for cell in glowing)
        drawn += "".join(self._link(link) for link in board.links)
        drawn += "".join(self._content(cell) for cell in board.cells)
        spots: dict[str, Spot] = {}
        for cell in board.cells:
            x, y = self.centre(cell)
            spots[cell.id] = (x - self.size / 2, y - self.size / 2, self.size, self.size)
        return column([Block(self.w, self.h, drawn, spots), self._legend(self.w)], 8)

    def _unit(self, cell: Cell) -> tuple[float, float]:
        if self.board.flat:
            return 1.5 * cell.q, _SQRT3 * (cell.r + cell.q / 2)
        return _SQRT3 * (cell.q + cell.r / 2), 1.5 * cell.r

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Where a cell is drawn."""
        x, y = self._unit(cell)
        return (x - self.left) * self.size + 6, (y - self.top) * self.size + 6

    def _hex(self, cell: Cell, share: float) -> list[tuple[float, float]]:
        x, y = self.centre(cell)
        return regular(x, y, self.size * share, 6, 0 if self.board.flat else 30)

    # The ground and its outlines.

    def _fill(self, tone: str) -> str:
        return mix(self.pen.scene.colour(tone), NIGHT, 0.5)

    def _ground(self, cell: Cell) -> str:
        corners = self._hex(cell, 0.965)
        ground = polygon(corners, self._fill(cell.tone), mix(self._fill(cell.tone), INK, 0.18), 1)
        pattern = f"url(#starhall-ground-{self.grounds[cell.terrain]})"
        return ground + f'<g opacity="0.13">{polygon(corners, pattern, "none", 0)}</g>'

    def _highlights(self, cell: Cell) -> str:
        drawn = ""
        for i, mark in enumerate(cell.highlights):
            colour = self.pen.scene.colour(mark.tone)
            drawn += polygon(self._hex(cell, 0.9 - 0.09 * i), "none", colour, self.size * 0.065)
        return drawn

    def _glow(self, cell: Cell) -> str:
        rings = ((0.2, 0.16), (0.12, 0.3), (0.04, 1.0))
        return "".join(
            f'<g opacity="{opacity}">'
            + polygon(self._hex(cell, 0.965), "none", GLOW, self.size * share)
            + "</g>"
            for share, opacity in rings
        )

    # The things on the ground.

    def _content(self, cell: Cell) -> str:
        x, y = self.centre(cell)
        size, scene = self.size, self.pen.scene
        small = max(7.0, min(11.0, size * 0.2))
        roof = y - size * (0.6 if self.board.flat else 0.62)
        said = shorten(cell.label, size * 1.0, small, True)
        drawn = write(x, roof + small * 0.35, said, small, INK, True, "middle")
        if cell.owner is not None:
            aside = text_width(said, small, True) / 2 + small
            drawn += self.pen.seat(x - aside, roof, small * 0.7, cell.owner)
        right = x + size * (0.62 if self.board.flat else 0.87)
        drawn += self.pen.numbers(cell, right, y - size * 0.55, max(7.0, min(10.0, size * 0.19)))
        foot = size * 0.5
        if cell.badges:
            height = small * 1.65
            per = size * 1.5 / len(cell.badges) - 2
            tags = [tag(b.label, scene.colour(b.tone), small * 0.95, per) for b in cell.badges]
            row = flow(tags, size * 2, 2)
            foot -= height * 0.3
            at = f"translate({num(x - row.w / 2)} {num(y + foot)})"
            drawn += f'<g transform="{at}">{row.svg}</g>'
        drawn += self._tokens(cell.pieces, x, y - size * 0.42, y + foot - 1)
        return self.pen.told(cell, drawn)

    def _tokens(self, pieces: Sequence[Piece], x: float, top: float, bottom: float) -> str:
        """All pieces of a cell, as large as will fit."""
        if not pieces:
            return ""
        width, height = self.size * 1.5, bottom - top
        count = len(pieces)

        def radius(across: int) -> float:
            return min(width / across / 2.5, height / math.ceil(count / across) / 2.35)

        across = max(range(1, count + 1), key=radius)
        r = min(radius(across), self.size * 0.25)
        rows = math.ceil(count / across)
        drawn = ""
        for i, piece in enumerate(pieces):
            row, place = divmod(i, across)
            in_row = min(across, count - row * across)
            px = x + (place - (in_row - 1) / 2) * r * 2.5
            py = (top + bottom) / 2 + (row - (rows - 1) / 2) * r * 2.35 - r * 0.1
            drawn += self.pen.token(px, py, r, piece)
        return drawn

    def _link(self, link: Link) -> str:
        cells = {cell.id: cell for cell in self.board.cells}
        if link.source not in cells or link.target not in cells:
            return ""
        (ax, ay), (bx, by) = self.centre(cells[link.source]), self.centre(cells[link.target])
        length = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        inset = min(length * 0.3, self.size * 0.6)
        ax, ay, bx, by = ax + ux * inset, ay + uy * inset, bx - ux * inset, by - uy * inset
        colour = self.pen.accent(link)
        drawn = (
            f'<path d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}" stroke="{colour}"'
            f' stroke-width="{num(max(2.0, self.size * 0.07))}" stroke-linecap="round"/>'
        )
        if link.arrow:
            drawn += arrow_head(bx, by, ux, uy, max(5.0, self.size * 0.17), colour)
        if link.label:
            label = tag(link.label, colour, max(7.0, min(10.0, self.size * 0.2)), self.size * 2)
            # Above the line, so that the label covers neither line nor arrow.
            off = (label.h * 0.9 + abs(uy) * label.w * 0.5) * (1 if ux >= 0 else -1)
            left, top = (ax + bx) / 2 + uy * off, (ay + by) / 2 - ux * off
            at = f"translate({num(left - label.w / 2)} {num(top - label.h / 2)})"
            drawn += f'<g transform="{at}">{label.svg}</g>'
        return self.pen.told(link, drawn)

    # The legend.

    def _legend(self, width: float) -> Block:
        pen = self.pen
        entries: list[Block] = []
        for terrain, tone in {c.terrain: c.tone for c in self.board.cells if c.terrain}.items():
            ground = polygon(regular(9, 9, 8, 6, 30), self._fill(tone), EDGE, 1)
            pattern = f"url(#starhall-ground-{self.grounds[terrain]})"
            over = polygon(regular(9, 9, 8, 6, 30), pattern, "none", 0)
            entries.append(_entry(ground + f'<g opacity="0.3">{over}</g>', 22, terrain))
        marks = {m.label: m.tone for cell in self.board.cells for m in cell.highlights}
        for label, tone in marks.items():
            ring = polygon(regular(9, 9, 7, 6, 30), "none", pen.scene.colour(tone), 2.5)
            entries.append(_entry(ring, 22, label))
        seen = {pen.symbol(p): p.label for cell in self.board.cells for p in cell.pieces}
        for symbol, label in seen.items():
            w = text_width(symbol, 10, True) + 10
            chip = rect(0, 1, w, 16, MUTED, 5) + write(
                w / 2, 12.6, symbol, 10, ink_on(MUTED), True, "middle"
            )
            entries.append(_entry(chip, w + 5, label))
        states = {b.label: b.tone for c in self.board.cells for p in c.pieces for b in p.badges}
        for label, tone in states.items():
            colour = pen.scene.colour(tone)
            dot = emblem(9, 9, 6.5, colour, 0)
            dot += write(9, 12.2, label[:1].upper(), 9, ink_on(colour), True, "middle")
            entries.append(_entry(dot, 22, label))
        return flow(entries, width, 16, 5)


def _entry(drawn: str, lead: float, label: str) -> Block:
    return Block(lead + text_width(label, 11), 18, drawn + write(lead, 13, label, 11, MUTED))


def arrow_head(x: float, y: float, ux: float, uy: float, size: float, colour: str) -> str:
    """A triangle whose tip is at (x, y), pointing along the unit vector."""
    back_x, back_y = x - ux * size * 1.5, y - uy * size * 1.5
    corners = [
        (x, y),
        (back_x - uy * size * 0.8, back_y + ux * size * 0.8),
        (back_x + uy * size * 0.8, back_y - ux * size * 0.8),
    ]
    return polygon(corners, colour, colour, 1)
