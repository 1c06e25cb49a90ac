"""The scene as a self-contained SVG picture: dark, legible, without scripts or web fonts."""

# mypyc: off

from collections.abc import Sequence
from typing import Final

from starhall.engine.scene.elements import Hexmap, Link, Scene
from starhall.engine.scene.svg.canvas import (
    EDGE,
    FONT,
    GLOW,
    INK,
    MUTED,
    NIGHT,
    PANEL,
    Block,
    Spot,
    column,
    compose,
    flow,
    lines_block,
    mix,
    num,
    rect,
    safe,
    shorten,
    tag,
    text_width,
    write,
)
from starhall.engine.scene.svg.hexmap import DEFS, arrow_head
from starhall.engine.scene.svg.pen import Pen
from starhall.engine.scene.svg.shapes import GAP, PAD, Artist

MARGIN: Final = 24.0
SIDE: Final = 300.0


def render(scene: Scene, width: int = 1200) -> str:
    """The scene as an SVG document of the given width; the height follows from the contents."""
    return Picture(scene).draw(float(max(width, 360)))


class Picture:
    """Draws one scene: the head, the table, and the prompt and log at the side."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.pen = Pen(scene)
        self.artist = Artist(self.pen)

    def draw(self, width: float) -> str:
        inner = width - 2 * MARGIN
        asked = bool(self.scene.prompt or self.scene.options or self.scene.log)
        beside = asked and inner >= 760
        main = inner - SIDE - GAP if beside else inner
        areas = [area for area in self.scene.areas if not isinstance(area, Link)]
        table = flow([self.artist.area(area, main) for area in areas], main, GAP, fill=True)
        side = self._side(SIDE if beside else inner) if asked else Block(0, 0, "")
        head = self._head(inner)
        top = head.h + GAP
        if beside:
            items = [(0.0, 0.0, head), (0.0, top, table), (main + GAP, top, side)]
            tall = top + max(table.h, side.h)
        else:
            items = [(0.0, 0.0, head), (0.0, top, table), (0.0, top + table.h + GAP, side)]
            tall = top + table.h + GAP + side.h
        body = compose(items, inner, tall)
        over = "".join(self._link(link, body.spots) for link in self._free_links())
        height = tall + 2 * MARGIN
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}"'
            f' viewBox="0 0 {num(width)} {num(height)}" role="img"'
            f' font-family="{FONT}" text-rendering="geometricPrecision">'
            f"<title>{safe(self.scene.title)}</title><defs>{DEFS}</defs>"
            f"{rect(0, 0, width, height, NIGHT)}"
            f'<g transform="translate({num(MARGIN)} {num(MARGIN)})">{body.svg}{over}</g></svg>'
        )

    def _free_links(self) -> list[Link]:
        """The links that are not drawn by a map."""
        things = list(self.scene.things())
        drawn: set[str] = set()
        for board in things:
            if isinstance(board, Hexmap):
                cells = {cell.id for cell in board.cells}
                drawn |= {link.id for link in board.links if {link.source, link.target} <= cells}
        return [thing for thing in things if isinstance(thing, Link) and thing.id not in drawn]

    # The frame around the table.

    def _head(self, width: float) -> Block:
        title = lines_block(self.scene.title, width, 26, bold=True)
        subtitle = lines_block(self.scene.subtitle, width, 14, MUTED)
        chips = flow([self._seat(i, width) for i in range(len(self.scene.seats))], width, 10)
        return column([block for block in (title, subtitle, chips) if block.h], 8)

    def _seat(self, number: int, width: float) -> Block:
        seat = self.scene.seats[number]
        colour = self.scene.seat_colour(number)
        you = f" ({self.scene.label('you')})" if number == self.scene.viewer else ""
        name = shorten(seat.name + you, width * 0.5, 13, True)
        wide = text_width(name, 13, True)
        status = shorten(seat.status, width - wide - 60, 11)
        w = 40 + wide + (text_width(status, 11) + 8 if status else 0) + 12
        frame = rect(
            0.5, 0.5, w - 1, 31, mix(colour, NIGHT, 0.82), 16, colour, 2 if seat.active else 1
        )
        drawn = frame + self.pen.seat(19, 16, 9, number) + write(36, 20.5, name, 13, INK, True)
        drawn += write(44 + wide, 20.5, status, 11, MUTED)
        said = safe(f"{seat.name}: {seat.status}" if seat.status else seat.name)
        return Block(w, 32, f"<g><title>{said}</title>{drawn}</g>")

    def _side(self, width: float) -> Block:
        """The prompt, the options and the log."""
        inner = width - 2 * PAD
        blocks = []
        if self.scene.prompt or self.scene.options:
            asked = lines_block(self.scene.prompt, inner, 15, INK, bold=True)
            options = [self._option(i, inner) for i in range(len(self.scene.options))]
            content = column([b for b in (asked, column(options, 7)) if b.h], 12)
            blocks.append(self._framed(content, "", width, GLOW))
        if self.scene.log:
            log = column([lines_block(line, inner, 11.5, MUTED) for line in self.scene.log], 6)
            blocks.append(self._framed(log, self.scene.label("log"), width, EDGE))
        return column(blocks, GAP)

    def _option(self, index: int, width: float) -> Block:
        option = self.scene.options[index]
        number = str(option.number)
        w = max(22.0, text_width(number, 11, True) + 12)
        label = lines_block(option.label, width - w - 10, 12.5)
        chip = rect(0, 0, w, 18, mix(GLOW, NIGHT, 0.78), 9, GLOW)
        chip += write(w / 2, 12.8, number, 11, GLOW, True, "middle")
        return compose([(w + 10, 1.0, label)], width, max(18.0, label.h + 2), chip)

    def _framed(self, content: Block, title: str, width: float, edge: str) -> Block:
        top = PAD + (22 if title else 0)
        height = top + content.h + PAD
        frame = rect(0.5, 0.5, width - 1, height - 1, PANEL, 14, edge)
        frame += write(PAD, PAD + 11, title, 12.5, MUTED, True) if title else ""
        return compose([(PAD, top, content)], width, height, frame)

    # Links between things.

    def _link(self, link: Link, spots: dict[str, Spot]) -> str:
        """An arc below two things in the same row; otherwise a curve between the nearest sides."""
        if link.source not in spots or link.target not in spots:
            return ""
        ax, ay, aw, ah = spots[link.source]
        bx, by, bw, bh = spots[link.target]
        if ay < by + bh and by < ay + ah:
            low = max(ay + ah, by + bh)
            toward = 1 if bx >= ax else -1
            near = abs(bx - ax) < 1.5 * max(aw, bw) + GAP
            aside, deep = (toward * 14, 26) if near else (0, 84)
            start = (ax + aw / 2 + aside, ay + ah + 2)
            end = (bx + bw / 2 - aside, by + bh + 4)
            bends = [(start[0], low + deep), (end[0], low + deep)]
        else:
            down = 1 if by > ay else -1
            start = (ax + aw / 2, ay + (ah + 2 if down > 0 else -2))
            end = (bx + bw / 2, by + (-4 if down > 0 else bh + 4))
            half = (start[1] + end[1]) / 2
            bends = [(start[0], half), (end[0], half)]
        return self._curve(link, [start, *bends, end])

    def _curve(self, link: Link, points: Sequence[tuple[float, float]]) -> str:
        colour = mix(self.pen.accent(link), INK, 0.25)
        (ax, ay), *bends, (bx, by) = points
        path = f"M{num(ax)} {num(ay)}C" + " ".join(
            f"{num(x)} {num(y)}" for x, y in [*bends, (bx, by)]
        )
        drawn = f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        if link.arrow:
            up = 1.0 if by > bends[-1][1] else -1.0
            drawn += arrow_head(bx, by, 0, up, 5, colour)
        if link.label:
            x = sum(w * px for w, (px, _) in zip((1, 3, 3, 1), points, strict=True)) / 8
            y = sum(w * py for w, (_, py) in zip((1, 3, 3, 1), points, strict=True)) / 8
            label = tag(link.label, self.pen.accent(link), 10, max(90.0, abs(bx - ax) - 12))
            drawn += compose([(x - label.w / 2, y - label.h / 2, label)], 0, 0).svg
        return self.pen.told(link, drawn)
