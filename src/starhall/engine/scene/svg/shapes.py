"""Draws the things on the table: panels, cards, piles, numbers, tracks, dice, tables."""

# mypyc: off

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from starhall.engine.scene.elements import (
    Card,
    Die,
    Hexmap,
    Link,
    Note,
    Panel,
    Piece,
    Pile,
    Space,
    Stat,
    Table,
    Thing,
    Track,
    Value,
)
from starhall.engine.scene.svg.canvas import (
    EDGE,
    GLOW,
    INK,
    MUTED,
    NIGHT,
    PANEL,
    RAISED,
    Block,
    column,
    compose,
    fitting,
    flow,
    grid,
    ink_on,
    lines_block,
    mix,
    num,
    rect,
    shorten,
    tag,
    text_width,
    wrap,
    write,
)
from starhall.engine.scene.svg.hexmap import MapArtist
from starhall.engine.scene.svg.pen import Pen

GAP: Final = 14.0
PAD: Final = 14.0
CARD: Final = 172.0
NARROW_CARD: Final = 134.0  # the smallest width of cards that share a row
LINKED_CARD: Final = 104.0  # narrower still if links run along the row
LANE: Final = 32.0  # room below a row for the links between neighbours
DEEP_LANE: Final = 74.0  # room for links that pass below others


class Artist:
    """Draws elements; each method returns a block no wider than asked, if possible."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.scene = pen.scene
        self.home: int | None = None  # the owner of the current panel, not shown again

    def thing(self, thing: Thing, width: float) -> Block:
        """One element within a width."""
        match thing:
            case Panel():
                return self._panel(thing, width)
            case Card():
                return self._card(thing, CARD)
            case Pile():
                return self._pile(thing, width)
            case Stat():
                return self._stat(thing, width)
            case Track():
                return self._track(thing, width)
            case Hexmap():
                return self._board(thing, width)
            case Piece():
                return self.pen.piece(thing, width)
            case Die():
                return self._die(thing, width)
            case Table():
                return self._table(thing, width)
            case Note():
                return self._note(thing, width)
            case _:
                return Block(0, 0, "")

    def area(self, area: Thing, width: float) -> Block:
        """An area of the table; it always has a frame."""
        if isinstance(area, Panel):
            return self._panel(area, width, framed=True)
        inside = self.thing(area, width - 2 * PAD)

        def draw(w: float, h: float) -> Block:
            frame = rect(0.5, 0.5, w - 1, h - 1, PANEL, 14, EDGE)
            block = compose([(PAD, PAD, inside)], w, h, frame)
            block.stretch, block.wide = draw, True
            return block

        return draw(inside.w + 2 * PAD, inside.h + 2 * PAD)

    def _panel(self, panel: Panel, width: float, framed: bool = False) -> Block:
        """A panel; a nested panel without text of its own has no frame."""
        owner = self._owner(panel)
        plain = owner is None and (panel.tone == "neutral" or panel.owner is not None)
        silent = not (panel.title or panel.badges or panel.active or panel.touch)
        bare = plain and silent and not framed
        pad = 0.0 if bare else PAD
        inner = width - 2 * pad
        head = self._caption(panel, panel.title, inner)
        outer, self.home = self.home, self.home if panel.owner is None else panel.owner
        body = self._body(panel, inner)
        self.home = outer
        top = pad + (head.h + 10 if head.h else 0)
        natural = body(0, 0)
        accent = self.pen.accent(panel)
        edge = GLOW if panel.active else EDGE if plain else mix(accent, NIGHT, 0.45)

        def draw(w: float, h: float) -> Block:
            frame = ""
            if not bare:
                frame = self.pen.halo(panel, w, h, 14)
                frame += rect(0.5, 0.5, w - 1, h - 1, PANEL, 14, edge, 1.5 if panel.active else 1)
            if not plain:
                frame += rect(0.5, 14, 4, h - 28, accent, 2)
            items = [(pad, pad, head), (pad, top, body(w - 2 * pad, h - top - pad))]
            block = compose(items, w, h, frame, self.pen.numbers(panel, w - 12, 1))
            block.svg = self.pen.marked(panel, block.svg)
            block.spots[panel.id] = (0, 0, w, h)
            block.stretch, block.wide = draw, True
            return block

        return draw(max(head.w, natural.w) + 2 * pad, top + natural.h + pad)

    def _body(self, panel: Panel, inner: float) -> Callable[[float, float], Block]:
        """The contents of a panel; the drawing can fill a given width and height."""
        shown = [child for child in panel.children if not isinstance(child, Link)]
        if not shown:
            note = lines_block(self.scene.label("empty"), inner, 11.5, MUTED)
            return lambda w, h: note
        if panel.layout == "grid":
            share = (inner - GAP * (panel.columns - 1)) / panel.columns
            cells = [self.thing(child, share) for child in shown]
            columns = panel.columns
            while columns > 1 and grid(cells, columns, GAP).w > inner:
                columns -= 1
            return lambda w, h: grid(cells, columns, GAP, w)
        if panel.layout == "column":
            rows = [self.thing(child, inner) for child in shown]
            if all(isinstance(child, Card) for child in shown):
                return lambda w, h: column(rows, GAP, w, h, centre=True)
            return lambda w, h: column(rows, GAP, w)
        lane = self._lane(panel, shown)
        row = flow(self._row(shown, inner, lane > 0), inner, GAP, GAP + lane)
        row.h += lane
        return lambda w, h: row

    def _row(self, shown: Sequence[Thing], inner: float, linked: bool) -> list[Block]:
        """Things side by side; cards become narrower if they then fit in one row."""
        fitting = (inner - GAP * (len(shown) - 1)) / len(shown)
        least = LINKED_CARD if linked else NARROW_CARD
        if all(isinstance(child, Card) for child in shown) and least <= fitting < CARD:
            return [self._card(child, fitting) for child in shown if isinstance(child, Card)]
        return [self.thing(child, inner) for child in shown]

    def _lane(self, panel: Panel, shown: Sequence[Thing]) -> float:
        """The space below a row for the links between its things."""
        places = {child.id: place for place, child in enumerate(shown)}
        links = [child for child in panel.children if isinstance(child, Link)]
        spans = [
            abs(places[link.source] - places[link.target])
            for link in links
            if link.source in places and link.target in places
        ]
        return 0.0 if not spans else LANE if max(spans) < 2 else DEEP_LANE

    def _owner(self, thing: Thing) -> int | None:
        """The seat whose emblem is shown; None if the enclosing panel already shows it."""
        return None if thing.owner == self.home else thing.owner

    def _caption(self, thing: Thing, title: str, width: float) -> Block:
        """A title with the owner's emblem and the badges."""
        parts = []
        if (owner := self._owner(thing)) is not None:
            parts.append(Block(20, 18, self.pen.seat(9, 8, 8, owner)))
        if title:
            parts.append(lines_block(title, width - 30, 13, mix(INK, MUTED, 0.2), bold=True))
        parts += [tag(b.label, self.scene.colour(b.tone), 10, width) for b in thing.badges]
        return flow(parts, width, 6)

    def _note(self, note: Note, width: float) -> Block:
        text = lines_block(note.text, min(width, 640), 13, mix(INK, MUTED, 0.35))
        badges = self.pen.badges(note.badges, min(width, 640))
        block = column([part for part in (text, badges) if part.h], 4)
        return self._spot(note, block)

    def _spot(self, thing: Thing, block: Block) -> Block:
        """The block as the drawing of a thing, glowing if an option refers to it."""
        halo = self.pen.halo(thing, block.w, block.h, 6)
        numbers = self.pen.numbers(thing, block.w, -9)
        block.svg = self.pen.marked(thing, halo + block.svg + numbers)
        block.spots[thing.id] = (0, 0, block.w, block.h)
        return block

    def _told(self, thing: Thing, block: Block, w: float, h: float) -> Block:
        """The block as the drawing of a thing of this size, with a description."""
        block.svg = self.pen.told(thing, block.svg)
        block.spots[thing.id] = (0, 0, w, h)
        return block

    def _board(self, board: Hexmap, width: float) -> Block:
        head = self._caption(board, board.title, width)
        drawn = MapArtist(self.pen, board, width).draw()
        return self._spot(board, column([part for part in (head, drawn) if part.h], 8))

    # Cards and piles.

    def _card(self, card: Card, width: float) -> Block:
        inner = width - 20
        hidden = not card.face_up
        colour = self.scene.colour(card.tone)
        band = mix(colour, NIGHT, 0.55) if hidden or card.dim else mix(colour, NIGHT, 0.12)
        owner = self._owner(card)
        room = inner - (24 if owner is not None else 0)
        title = lines_block(
            card.title or self.scene.label("face_down"), room, 13, ink_on(band), True
        )
        parts = [
            lines_block(card.subtitle, inner, 10.5, MUTED),
            lines_block(card.text, inner, 11.5),
        ]
        if hidden and card.title:
            parts.append(tag(self.scene.label("face_down"), MUTED, 9.5, inner))
        parts += [self.pen.badges(card.badges, inner, 9.5), self.pen.pieces(card.pieces, inner)]
        body = column([part for part in parts if part.h], 6)
        foot = self._values(card.values, width)
        rule = 12.0 if card.rule else 0.0
        top = title.h + 14
        height = top + 8 + body.h + 10 + foot.h + rule
        if hidden and not card.title:
            height = max(height, 128.0)

        def draw(w: float, h: float) -> Block:
            frame = self.pen.halo(card, w, h, 11)
            frame += rect(0.5, 0.5, w - 1, h - 1, RAISED, 11, mix(band, INK, 0.15), 1.2)
            frame += f'<path d="M1 {num(top)}V11a10 10 0 0 1 10-10H{num(w - 11)}' + (
                f'a10 10 0 0 1 10 10V{num(top)}z" fill="{band}"/>'
            )
            if owner is not None:
                frame += self.pen.seat(w - 18, top / 2, 9, owner)
            if hidden and not card.title:
                frame += _card_back(w, top, h - foot.h - body.h, colour)
            if card.rule:
                frame += write(
                    w - 10, h - foot.h - 6, card.rule, 8.5, mix(MUTED, NIGHT, 0.3), anchor="end"
                )
            at = h - foot.h - body.h - 10 if hidden and not card.title else top + 8
            items = [(10.0, 7.0, title), (10.0, at, body), (0.0, h - foot.h, foot)]
            clear = 8 if owner is None else 34
            block = compose(items, w, h, frame, self.pen.numbers(card, w - clear, -3))
            if card.dim:
                block.svg = f'<g opacity="0.5">{block.svg}</g>'
            block.stretch = draw
            return self._told(card, block, w, h)

        return draw(width, height)

    def _values(self, values: Sequence[Value], width: float) -> Block:
        """The numbers at the foot of a card, three in a row."""
        rows = [values[i : i + 3] for i in range(0, len(values), 3)]
        return column([self._value_row(row, width) for row in rows], 0)

    def _value_row(self, row: Sequence[Value], width: float) -> Block:
        w = (width - 12) / len(row)
        labels = [wrap(value.label, w - 8, 9) for value in row]
        notes = [wrap(value.note, w - 8, 9) for value in row]
        most = max(map(len, labels))
        h = 26 + 11 * most + 11 * max(map(len, notes))
        drawn = ""
        for i, value in enumerate(row):
            x = 6 + i * w
            tone = self.scene.colour(value.tone)
            drawn += rect(x + 2, 0, w - 4, h - 2, mix(tone, NIGHT, 0.72), 7)
            said, size = fitting(str(value.value), w - 8, 17, 9)
            drawn += write(x + w / 2, 19, said, size, INK, True, "middle")
            for j, line in enumerate([*labels[i], *notes[i]]):
                fill = MUTED if j < len(labels[i]) else mix(tone, INK, 0.5)
                drawn += write(x + w / 2, 31 + 11 * j, line, 9, fill, False, "middle")
        return Block(width, h + 5, drawn)

    def _pile(self, pile: Pile, width: float) -> Block:
        w, h = 76.0, 92.0
        stack = Block(w, h, self.pen.pile_back(pile, w, h) + self.pen.halo(pile, w - 8, h - 8, 7))
        many = len(pile.badges) + len(pile.contents) > 6
        room = min(width - w - 10, 440 if many else 190)
        parts = [self._caption(pile, pile.title, room)]
        if pile.top is not None:
            name = pile.top.title or self.scene.label("face_down")
            top = lines_block(f"{self.scene.label('top')}: {name}", room, 11, MUTED)
            parts.append(self._told(pile.top, top, top.w, top.h))
        parts.append(self.pen.pieces(pile.contents, room))
        text = column([part for part in parts if part.h], 6)
        items = [(0.0, 0.0, stack), (w + 8, 2.0, text)]
        over = self.pen.numbers(pile, w - 4, 0)
        block = compose(items, w + 8 + text.w, max(h, text.h + 2), "", over)
        return self._told(pile, block, w, h)

    # Numbers, tracks, dice and tables.

    def _stat(self, stat: Stat, width: float) -> Block:
        value = str(stat.value) + ("" if stat.max is None else f" / {stat.max}")
        accent = self.pen.accent(stat)
        owner = self._owner(stat)
        lead = 30.0 if owner is not None else 12.0
        number = text_width(value, 15, True)
        said = shorten(stat.label, width - lead - number - 22, 12)
        label = text_width(said, 12)
        w, h = lead + label + 10 + number + 12, 34.0
        drawn = self.pen.halo(stat, w, h, 9) + rect(
            0.5, 0.5, w - 1, h - 1, RAISED, 9, mix(accent, NIGHT, 0.4)
        )
        drawn += write(lead, 21.5, said, 12, MUTED)
        drawn += write(lead + label + 10, 22.5, value, 15, INK, True)
        if owner is not None:
            drawn += self.pen.seat(16, 17, 8, owner)
        if stat.max and isinstance(stat.value, int):
            share = min(1.0, max(0.0, stat.value / stat.max))
            drawn += rect(8, h - 5, w - 16, 2.5, EDGE, 1) + rect(
                8, h - 5, (w - 16) * share, 2.5, accent, 1
            )
        badges = self.pen.badges(stat.badges, 200)
        items = [(w + 6, (h - badges.h) / 2, badges)] if badges.h else []
        total = w + (badges.w + 6 if badges.h else 0)
        block = compose(items, total, h, drawn, self.pen.numbers(stat, w - 6, 0))
        return self._told(stat, block, w, h)

    def _track(self, track: Track, width: float) -> Block:
        head = self._caption(track, track.title, width)
        spaces = flow([self._space(space) for space in track.spaces], width, 5, 12)
        return self._spot(track, column([part for part in (head, spaces) if part.h], 6))

    def _space(self, space: Space) -> Block:
        room = 130.0 if space.text else 90.0
        label = lines_block(space.label, room, 12, INK, bold=True)
        tokens = [self._small(piece) for piece in space.pieces]
        parts = [label, lines_block(space.text, room, 10.5, MUTED), flow(tokens, room, 3)]
        parts.append(self.pen.badges(space.badges, room, 9))
        body = column([part for part in parts if part.h], 4, centre=True)
        accent = self.pen.accent(space)

        def draw(w: float, h: float) -> Block:
            fill = mix(accent, NIGHT, 0.9 if space.dim else 0.72)
            frame = self.pen.halo(space, w, h, 7)
            frame += rect(
                0.5, 0.5, w - 1, h - 1, fill, 7, mix(accent, NIGHT, 0.75 if space.dim else 0.3)
            )
            over = self.pen.numbers(space, w - 2, 0)
            left = (w - body.w) / 2
            block = compose([(left, 6.0, body)], w, h, frame, over)
            block.svg = f'<g opacity="{0.55 if space.dim else 1}">{block.svg}</g>'
            block.stretch = draw
            return self._told(space, block, w, h)

        return draw(max(30.0, body.w + 12), body.h + 12)

    def _small(self, piece: Piece) -> Block:
        w = 26.0 if piece.count == 1 else 32.0
        block = Block(w, 24, self.pen.token(13, 11, 9.5, piece))
        block.spots[piece.id] = (0, 0, w, 24)
        return block

    def _die(self, die: Die, width: float) -> Block:
        side = 46.0
        colour = self.scene.colour(die.tone) if die.tone != "neutral" else "#e8ecf6"
        face = self.pen.halo(die, side, side, 10) + rect(
            0, 0, side, side, colour, 10, mix(colour, INK, 0.4), 1.5
        )
        face += _die_face(die, side, ink_on(colour))
        room = max(60.0, min(width - side - 10, 200.0))
        head = (
            self._caption(die, die.label, room)
            if die.label or die.badges or die.owner is not None
            else None
        )
        parts = [head] if head else []
        if die.needs:
            parts.append(tag(f"{self.scene.label('needs')} {die.needs}", MUTED, 10, room))
        parts.append(lines_block(die.text, room, 11.5))
        for side_up in die.faces:
            ink = INK if side_up.face == die.face else MUTED
            parts.append(lines_block(f"{side_up.face}: {side_up.text}", room, 10.5, ink))
        text = column([part for part in parts if part.h], 4)
        items = [(side + 8, 0.0, text)] if text.h else []
        w = side + (8 + text.w if text.h else 0)
        block = compose(items, w, max(side, text.h), face, self.pen.numbers(die, side, 0))
        return self._told(die, block, side, side)

    def _table(self, table: Table, width: float) -> Block:
        rows = [table.columns, *table.rows]
        count = len(table.columns)
        natural = [max(text_width(row[i], 11.5, True) for row in rows) + 18 for i in range(count)]
        share = width / count if count else width
        widths = natural if sum(natural) <= width else [min(n, max(share, 60)) for n in natural]
        drawn, y = "", 0.0
        for number, row in enumerate(rows):
            cells = [
                wrap(text, w - 16, 11.5, number == 0) for text, w in zip(row, widths, strict=True)
            ]
            height = 15 * max((len(lines) for lines in cells), default=1) + 8
            fill = EDGE if number == 0 else RAISED if number % 2 else PANEL
            drawn += rect(0, y, sum(widths), height, fill, 4)
            x = 0.0
            for lines, w in zip(cells, widths, strict=True):
                for i, line in enumerate(lines):
                    ink = MUTED if number == 0 else INK
                    drawn += write(x + 9, y + 16 + 15 * i, line, 11.5, ink, number == 0)
                x += w
            y += height
        head = self._caption(table, table.title, width)
        body = Block(sum(widths), y, drawn)
        return self._spot(table, column([part for part in (head, body) if part.h], 6))


def _card_back(w: float, top: float, bottom: float, colour: str) -> str:
    """A quiet pattern of rings on the back of an unknown card."""
    x, y = w / 2, (top + bottom) / 2
    rings = [34, 24, 14, 4]
    drawn = ""
    for outer, inner in pairwise(rings):
        share = 0.3 + 0.1 * (outer // 12)
        drawn += f'<circle cx="{num(x)}" cy="{num(y)}" r="{(outer + inner) / 2}" fill="none"'
        drawn += f' stroke="{mix(colour, NIGHT, min(share, 0.8))}" stroke-width="2"/>'
    return drawn


# The places of the pips in a grid of three by three.
_PIPS: Final[dict[str, tuple[int, ...]]] = {
    "1": (4,),
    "2": (0, 8),
    "3": (0, 4, 8),
    "4": (0, 2, 6, 8),
    "5": (0, 2, 4, 6, 8),
    "6": (0, 2, 3, 5, 6, 8),
}


def _die_face(die: Die, side: float, ink: str) -> str:
    """Pips on an ordinary die; other faces are written in letters."""
    if die.sides == 6 and not die.faces and die.face in _PIPS:
        step = side / 4
        return "".join(
            f'<circle cx="{num(step * (1 + p % 3))}" cy="{num(step * (1 + p // 3))}" r="4"'
            f' fill="{ink}"/>'
            for p in _PIPS[die.face]
        )
    said, size = fitting(die.face, side - 8, 22, 8)
    return write(side / 2, side / 2 + size * 0.36, said, size, ink, True, "middle")
