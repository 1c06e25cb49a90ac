"""The pen that draws a scene: it knows the seats, tones, symbols and highlights."""

# mypyc: off

from collections.abc import Sequence

from starhall.engine.scene.elements import Badge, Piece, Pile, Scene, Thing
from starhall.engine.scene.svg.canvas import (
    DARK,
    GLOW,
    INK,
    NIGHT,
    RAISED,
    Block,
    compose,
    emblem,
    flow,
    ink_on,
    mix,
    num,
    rect,
    safe,
    shorten,
    tag,
    text_width,
    write,
)
from starhall.engine.scene.words import Words, number_ranges


def short_symbols(labels: Sequence[str]) -> dict[str, str]:
    """Two or three letters for each label, all different: `RS` for Rock Strider, `Hu` for Human."""
    symbols: dict[str, str] = {}
    taken: set[str] = set()
    for label in dict.fromkeys(labels):
        words = label.split() or ["?"]
        first = words[0]
        wishes = ["".join(word[0] for word in words[:2])] if len(words) > 1 else []
        wishes += [first[:2], first[:3], *(first[0] + letter for letter in first[2:])]
        wishes += [f"{first[0]}{number}" for number in range(1, len(labels) + 2)]
        symbol = next(wish for wish in wishes if wish.lower() not in taken)
        taken.add(symbol.lower())
        symbols[label] = symbol[0].upper() + symbol[1:]
    return symbols


class Pen:
    """The colours, symbols and highlights of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.words = Words(scene)
        self.glow = scene.glowing()
        pieces = [thing for thing in scene.things() if isinstance(thing, Piece)]
        self.symbols = short_symbols([piece.label for piece in pieces if not piece.symbol])

    def accent(self, thing: Thing) -> str:
        """The colour of the owner, or of the tone."""
        if thing.owner is not None:
            return self.scene.seat_colour(thing.owner)
        return self.scene.colour(thing.tone)

    def symbol(self, piece: Piece) -> str:
        """The letters on a piece."""
        return piece.symbol or self.symbols[piece.label]

    def marked(self, thing: Thing, svg: str) -> str:
        """The drawing with the id and keys of its thing."""
        touch = f' data-touch="{safe(" ".join(thing.touch))}"' if thing.touch else ""
        icon = f' data-icon="{safe(thing.icon)}"' if thing.icon else ""
        return f'<g data-id="{safe(thing.id)}"{touch}{icon}>{svg}</g>'

    def told(self, thing: Thing, svg: str) -> str:
        """The same with a description, which browsers show on hover."""
        said = safe("\n".join(self.words.thing(thing)))
        return self.marked(thing, f"<title>{said}</title>{svg}")

    # Seats and pieces.

    def seat(self, x: float, y: float, r: float, seat: int) -> str:
        """The emblem of a seat with its letter."""
        return self._lettered(
            x, y, r, self.scene.seat_colour(seat), seat, self.scene.seat_mark(seat)
        )

    def token(self, x: float, y: float, r: float, piece: Piece) -> str:
        """A piece: the owner's shape, the symbol, and a number if there are several."""
        drawn = self._figure(x, y, r, piece)
        if piece.count != 1:
            drawn += self._bubble(x + r * 0.95, y + r * 0.8, r * 0.62, str(piece.count))
        for place, badge in enumerate(piece.badges):
            colour = self.scene.colour(badge.tone)
            left, top = x - r * (0.95 - place), y - r * 0.85
            drawn += self._bubble(left, top, r * 0.5, badge.label[:1].upper(), colour)
        return self.told(piece, drawn)

    def _figure(self, x: float, y: float, r: float, piece: Piece) -> str:
        colour = self.scene.colour(piece.tone)
        if piece.owner is None:
            said = self.symbol(piece)
            w = max(1.8 * r, text_width(said, r * 0.95, True) + r * 0.5)
            drawn = rect(
                x - w / 2, y - r * 0.8, w, r * 1.6, colour, r * 0.4, NIGHT, max(1, r * 0.1)
            )
            drawn += write(x, y + r * 0.33, said, r * 0.95, ink_on(colour), True, "middle")
        else:
            colour = self.scene.seat_colour(piece.owner)
            drawn = self._lettered(x, y, r, colour, piece.owner, self.symbol(piece))
        if piece.id in self.glow:
            ring = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 1.22)}" fill="none"'
            drawn = f'{ring} stroke="{GLOW}" stroke-width="{num(max(1.5, r * 0.16))}"/>' + drawn
        return drawn

    def _lettered(self, x: float, y: float, r: float, colour: str, shape: int, said: str) -> str:
        size = r * (1.15 if len(said) == 1 else 1.0 if len(said) == 2 else 0.78)
        letters = write(x, y + size * 0.35, said, size, ink_on(colour), True, "middle")
        return emblem(x, y, r, colour, shape) + letters

    def _bubble(self, x: float, y: float, r: float, said: str, fill: str = "#05070d") -> str:
        w = max(2 * r, text_width(said, r * 1.35, True) + r * 0.7)
        pill = rect(x - w / 2, y - r, w, 2 * r, fill, r, mix(INK, NIGHT, 0.4), 0.8)
        return pill + write(x, y + r * 0.48, said, r * 1.35, ink_on(fill), True, "middle")

    def piece(self, piece: Piece, width: float) -> Block:
        """A piece with its name beside it, as used on cards and beside the board."""
        r = 9.0
        label = piece.label if piece.count == 1 else f"{piece.count} {piece.label}"
        lead = 2.6 * r
        if piece.owner is None:
            lead = max(lead, text_width(self.symbol(piece), r * 0.95, True) + r)
        said = shorten(label, width - lead - 8, 11)
        drawn = self._figure(lead / 2, 12, r, piece) + write(lead + 4, 16, said, 11)
        w = lead + 8 + text_width(said, 11)
        badges = self.badges(piece.badges, width)
        items = [(lead + 4, 24.0, badges)] if badges.h else []
        block = compose(items, max(w, lead + 4 + badges.w), 24 + badges.h, self.told(piece, drawn))
        block.spots[piece.id] = (0, 0, w, 24)
        return block

    def pieces(self, pieces: Sequence[Piece], width: float) -> Block:
        """Pieces with their names in rows."""
        return flow([self.piece(piece, width) for piece in pieces], width, 8, 4)

    # Marks.

    def badges(self, badges: Sequence[Badge], width: float, size: float = 10) -> Block:
        """Badges in rows."""
        tags = [tag(b.label, self.scene.colour(b.tone), size, width) for b in badges]
        return flow(tags, width, 4, 4)

    def halo(self, thing: Thing, w: float, h: float, radius: float) -> str:
        """The glow around a thing that an option refers to."""
        if thing.id not in self.glow:
            return ""
        rings = ((6, 0.14), (3.5, 0.3), (1.5, 1.0))
        return "".join(
            f'<rect x="{num(-out / 2)}" y="{num(-out / 2)}" width="{num(w + out)}"'
            f' height="{num(h + out)}" rx="{num(radius + out / 2)}" fill="none"'
            f' stroke="{GLOW}" stroke-width="{num(out)}" opacity="{opacity}"/>'
            for out, opacity in rings
        )

    def numbers(self, thing: Thing, right: float, y: float, size: float = 10) -> str:
        """The numbers of the options that refer to a thing, ending at `right`."""
        if thing.id not in self.glow:
            return ""
        said = shorten(number_ranges(self.glow[thing.id]), 6.4 * size, size, True)
        w, half = max(text_width(said, size, True) + 0.8 * size, 1.6 * size), 0.8 * size
        chip = rect(right - w, y - half, w, 2 * half, GLOW, half, NIGHT)
        letters = write(right - w / 2, y + 0.36 * size, said, size, DARK, True, "middle")
        return chip + letters

    def pile_back(self, pile: Pile, w: float, h: float) -> str:
        """A stack of card backs with its number."""
        layers = min(3, max(1, pile.count))
        colour = mix(self.accent(pile), NIGHT, 0.5)
        drawn = ""
        for layer in range(layers):
            x = y = 4.0 * (layers - 1 - layer)
            fill = RAISED if pile.count == 0 else mix(colour, NIGHT, 0.25 * (layers - 1 - layer))
            drawn += rect(x, y, w - 8, h - 8, fill, 7, self.accent(pile), 1.2)
        size = 24 if pile.count < 1000 else 18
        return drawn + write((w - 8) / 2, h / 2 + 5, str(pile.count), size, INK, True, "middle")
