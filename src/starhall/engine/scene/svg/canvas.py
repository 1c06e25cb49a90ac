"""Drawing tools for SVG: colours, measured text, and blocks that are laid out side by side."""

# mypyc: off

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

# All of these have the widths of Helvetica, so text can be measured without a browser.
FONT: Final = "Helvetica Neue, Helvetica, Arial, Liberation Sans, Arimo, sans-serif"

INK: Final = "#e9eefb"
MUTED: Final = "#a3aecb"
NIGHT: Final = "#0c1120"
PANEL: Final = "#151c30"
EDGE: Final = "#2b3654"
RAISED: Final = "#1d2640"
GLOW: Final = "#ffd666"
DARK: Final = "#0b0e17"
LEADING: Final = 1.3  # the height of a line, as a share of the size of its letters

# Advance widths of Helvetica for the characters from space to tilde, in thousandths of an em.
_WIDTHS: Final[tuple[int, ...]] = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_BOLD_WIDTHS: Final[tuple[int, ...]] = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)  # fmt: skip

# Characters that are not allowed in XML, not even escaped.
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Spot = tuple[float, float, float, float]
"""Left, top, width and height of something drawn."""


def num(value: float) -> str:
    """A coordinate, written as short as possible."""
    return f"{value:.1f}".removesuffix(".0")


def safe(text: str) -> str:
    """Text escaped for use in elements and attributes."""
    return escape(_UNPRINTABLE.sub("", text), quote=True)


# Colours.


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """Mix two colours; `share` is the part of the second."""
    pairs = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as defined by WCAG."""
    light, dark = sorted((luminance(colour), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as defined by WCAG."""
    shares = (part / 255 for part in _rgb(colour))
    linear = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def ink_on(colour: str) -> str:
    """Dark or light letters, whichever have the higher contrast."""
    return max((DARK, "#ffffff"), key=lambda ink: contrast(ink, colour))


# Text.


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text; unknown letters count as wide ones."""
    widths = _BOLD_WIDTHS if bold else _WIDTHS
    units = 0
    for char in text:
        code = ord(char) - 32
        units += widths[code] if 0 <= code < len(widths) else 1000 if code > 0x1100 else 620
    return units * size / 1000 * 1.01


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Lines no wider than `width`; a word that is too long for a line is broken."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if text_width(longer, size, bold) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while text_width(word, size, bold) > width and len(word) > 1:
                cut = len(word) - 1
                while cut > 1 and text_width(word[:cut], size, bold) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        if line:
            lines.append(line)
    return lines


def shorten(text: str, width: float, size: float, bold: bool = False) -> str:
    """The text, shortened with an ellipsis if it is too wide."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def fitting(text: str, width: float, size: float, least: float) -> tuple[str, float]:
    """A bold text and the size at which it fits; shortened if even the smallest is too wide."""
    while size > least and text_width(text, size, True) > width:
        size -= 1
    return shorten(text, width, size, True), size


def write(
    x: float,
    y: float,
    text: str,
    size: float = 12,
    fill: str = INK,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """A line of text whose baseline is at y."""
    weight = ' font-weight="700"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}"{weight}{where}>'
        f"{safe(text)}</text>"
    )


# Shapes.


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    radius: float = 0,
    stroke: str = "none",
    line: float = 1,
) -> str:
    """A rectangle with round corners."""
    edge = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{num(line)}"'
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="{num(radius)}"'
        f' fill="{fill}"{edge}/>'
    )


def polygon(points: Sequence[tuple[float, float]], fill: str, stroke: str, line: float) -> str:
    """A closed shape."""
    corners = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return (
        f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="{num(line)}"'
        ' stroke-linejoin="round"/>'
    )


def regular(
    x: float, y: float, radius: float, corners: int, turn: float
) -> list[tuple[float, float]]:
    """The corners of a regular polygon, the first at `turn` degrees clockwise from the right."""
    angles = (math.radians(turn + 360 * i / corners) for i in range(corners))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def emblem(x: float, y: float, r: float, fill: str, shape: int) -> str:
    """The shape of a seat, which identifies it besides its colour; there are six, which repeat."""
    line = max(1.0, r * 0.12)
    match shape % 6:
        case 0:
            return (
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"'
                f' stroke="{NIGHT}" stroke-width="{num(line)}"/>'
            )
        case 1:
            return rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, fill, r * 0.25, NIGHT, line)
        case 2:
            return polygon(regular(x, y, r * 1.25, 4, 0), fill, NIGHT, line)
        case 3:
            return polygon(regular(x, y, r * 1.1, 6, 30), fill, NIGHT, line)
        case 4:
            return polygon(regular(x, y + r * 0.05, r * 1.15, 5, 90), fill, NIGHT, line)
        case _:
            return polygon(regular(x, y + r * 0.05, r * 1.15, 5, -90), fill, NIGHT, line)


# Blocks.


@dataclass
class Block:
    """A drawing relative to its top left corner; `stretch` redraws it in a larger frame."""

    w: float
    h: float
    svg: str
    spots: dict[str, Spot] = field(default_factory=dict)
    stretch: Callable[[float, float], "Block"] | None = None
    wide: bool = False

    def grown(self, w: float, h: float) -> "Block":
        """The block in a larger frame, if it can fill one; only `wide` ones take more width."""
        if self.stretch is None:
            return self
        return self.stretch(max(w, self.w) if self.wide else self.w, max(h, self.h))


def compose(
    items: Sequence[tuple[float, float, Block]], w: float, h: float, under: str = "", over: str = ""
) -> Block:
    """Several blocks, each at its position, as one block."""
    drawn = [under]
    spots: dict[str, Spot] = {}
    for x, y, block in items:
        drawn.append(f'<g transform="translate({num(x)} {num(y)})">{block.svg}</g>')
        for key, (left, top, width, height) in block.spots.items():
            spots[key] = (x + left, y + top, width, height)
    return Block(w, h, "".join(drawn) + over, spots)


def column(
    blocks: Sequence[Block], gap: float, width: float = 0, height: float = 0, centre: bool = False
) -> Block:
    """Blocks in a column; if a width or a height is given, they grow to fill it."""
    wide = max([width, *(block.w for block in blocks)])
    growing = sum(block.stretch is not None for block in blocks)
    spare = height - sum(block.h for block in blocks) - gap * (len(blocks) - 1)
    more = max(0.0, spare / growing) if height and growing else 0.0
    items, y = [], 0.0
    for block in blocks:
        drawn = block.grown(width, block.h + more) if width or more else block
        items.append(((wide - drawn.w) / 2 if centre else 0.0, y, drawn))
        y += drawn.h + gap
    return compose(items, wide, max(0.0, y - gap))


def flow(
    blocks: Sequence[Block], width: float, gap: float, row_gap: float = 0, fill: bool = False
) -> Block:
    """Blocks side by side in as many rows as needed; the blocks of a row have the same height.

    With `fill`, blocks that can grow share the remaining width of a row.
    """
    rows: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if rows and used + gap + block.w <= width + 0.5:
            rows[-1].append(block)
            used += gap + block.w
        else:
            rows.append([block])
            used = block.w
    items: list[tuple[float, float, Block]] = []
    y = widest = 0.0
    for row in rows:
        height = max(block.h for block in row)
        takers = sum(block.wide for block in row)
        spare = width - sum(block.w for block in row) - gap * (len(row) - 1)
        share = spare / takers if fill and takers else 0.0
        x = 0.0
        for block in row:
            drawn = block.grown(block.w + share, height)
            items.append((x, y, drawn))
            x += drawn.w + gap
        widest = max(widest, x - gap)
        y += height + (row_gap or gap)
    return compose(items, widest, max(0.0, y - (row_gap or gap)))


def grid(blocks: Sequence[Block], columns: int, gap: float, width: float = 0) -> Block:
    """Blocks in columns as wide as their widest block, wider if all can fill the width given."""
    widths = [max((b.w for b in blocks[i::columns]), default=0.0) for i in range(columns)]
    if all(block.wide for block in blocks):
        share = (width - gap * (columns - 1)) / columns
        widths = [max(w, share) if w else 0.0 for w in widths]
    items, y = [], 0.0
    for start in range(0, len(blocks), columns):
        row = blocks[start : start + columns]
        height = max(block.h for block in row)
        x = 0.0
        for block, w in zip(row, widths, strict=False):
            items.append((x, y, block.grown(w, height)))
            x += w + gap
        y += height + gap
    used = [w for w in widths if w]
    return compose(items, sum(used) + gap * (len(used) - 1) if used else 0.0, max(0.0, y - gap))


def lines_block(text: str, width: float, size: float, fill: str = INK, bold: bool = False) -> Block:
    """Wrapped text."""
    lines = wrap(text, width, size, bold)
    step = size * LEADING
    drawn = "".join(
        write(0, size * 0.95 + i * step, line, size, fill, bold) for i, line in enumerate(lines)
    )
    widest = max((text_width(line, size, bold) for line in lines), default=0.0)
    return Block(widest, step * len(lines), drawn)


def tag(label: str, colour: str, size: float = 10, width: float = 400) -> Block:
    """A word in a small coloured pill."""
    said = shorten(label, width - size, size, bold=True)
    w, h = text_width(said, size, bold=True) + size, size * 1.65
    pill = rect(0.5, 0.5, w - 1, h - 1, mix(colour, NIGHT, 0.55), h / 2, colour)
    return Block(w, h, pill + write(w / 2, h * 0.7, said, size, INK, True, "middle"))
