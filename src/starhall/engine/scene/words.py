"""The scene in words: a plain-text table complete enough to play by it alone."""

# mypyc: off

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from starhall.engine.hexes import DIRECTIONS
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Cell,
    Die,
    Hexmap,
    Link,
    Note,
    Panel,
    Piece,
    Pile,
    Scene,
    Space,
    Stat,
    Table,
    Thing,
    Track,
    Value,
)

INDENT: Final = "  "


def render(scene: Scene) -> str:
    """The whole scene: the seats, the table, the log and the pending question."""
    return Words(scene).scene_text()


def number_ranges(numbers: Iterable[int]) -> str:
    """`1, 3-5` for 1, 3, 4, 5."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def plain_name(thing: Thing) -> str:
    """The game's name for a thing, or an empty text."""
    match thing:
        case Panel() | Card() | Pile() | Track() | Hexmap() | Table():
            return thing.title
        case Stat() | Space() | Cell() | Piece() | Die() | Link():
            return thing.label
        case Note():
            return thing.text
        case _:
            return ""


def _indented(lines: Iterable[str]) -> list[str]:
    return [INDENT + line for line in lines]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sentences(*parts: str) -> str:
    """Parts as sentences on one line; a full stop is added where a part has none."""
    said = [_one_line(part) for part in parts if part.strip()]
    return " ".join(part if part[-1] in ".!?:;" or part[0] == "(" else part + "." for part in said)


class Words:
    """Writes one scene; each method returns lines without indentation."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.glow = scene.glowing()
        self.names = self._link_names()
        self.home: int | None = None  # the owner of the current panel, who is not named again

    def scene_text(self) -> str:
        scene = self.scene
        blocks = [self._head(), self._seats()]
        blocks += [self.lines([area]) for area in scene.areas]
        if scene.log:
            log = _indented(_one_line(sentence) for sentence in scene.log)
            blocks.append([scene.label("log"), *log])
        blocks.append([_one_line(scene.prompt)] if scene.prompt else [])
        blocks.append(self._options())
        return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"

    # The frame around the table.

    def _head(self) -> list[str]:
        scene = self.scene
        who = scene.label("spectator")
        if scene.viewer is not None:
            name, mark = scene.seats[scene.viewer].name, scene.seat_mark(scene.viewer)
            who = f"{scene.label('viewer')} {name} ({mark})."
        return [line for line in (scene.title, _one_line(scene.subtitle), who) if line]

    def _seats(self) -> list[str]:
        scene = self.scene
        lines = [scene.label("seats")] if scene.seats else []
        for number, seat in enumerate(scene.seats):
            parts = [f"{scene.seat_mark(number)} {seat.name}"]
            if number == scene.viewer:
                parts.append(scene.label("you"))
            if seat.active:
                parts.append(scene.label("active"))
            line = ", ".join(parts)
            lines.append(INDENT + (f"{line}: {_one_line(seat.status)}" if seat.status else line))
        return lines

    def _options(self) -> list[str]:
        options = self.scene.options
        if not options:
            return []
        width = max(len(str(option.number)) for option in options)
        lines = [self.scene.label("options")]
        for option in options:
            token = f"  ({option.token})" if option.token != option.label else ""
            lines.append(f"{INDENT}{option.number:>{width}}. {_one_line(option.label)}{token}")
        return lines

    # The things on the table.

    def lines(self, things: Sequence[Thing]) -> list[str]:
        """One thing per line; consecutive numbers share a line, unknown cards are counted."""
        lines: list[str] = []
        for key, run in groupby(things, self._run_key):
            members = list(run)
            match members[0]:
                case Stat():
                    lines.append("; ".join(self._stat(m) for m in members if isinstance(m, Stat)))
                case Card() as card if key[0] == "unknown":
                    lines.append(self._unknown_cards(card, len(members)))
                case _:
                    for member in members:
                        lines += self.thing(member)
        return lines

    def _run_key(self, thing: Thing) -> tuple[str, ...]:
        match thing:
            case Stat():
                return ("stats",)
            case Card(face_up=False, title="") if not thing.pieces and thing.id not in self.names:
                return ("unknown", thing.subtitle, thing.text, self._tail(thing))
            case _:
                return (thing.id,)

    def thing(self, thing: Thing) -> list[str]:
        """One thing with its contents."""
        match thing:
            case Panel():
                return self._panel(thing)
            case Card():
                return self._card(thing)
            case Pile():
                return self._pile(thing)
            case Stat():
                return [self._stat(thing)]
            case Track():
                return self._track(thing)
            case Space():
                return [self._space(thing)]
            case Cell():
                return [self._cell(thing), *_indented(self._pieces(thing.pieces))]
            case Hexmap():
                return self._hexmap(thing)
            case Piece():
                return [self._piece(thing) + self._owner(thing)]
            case Die():
                return self._die(thing)
            case Link():
                return [self._link(thing)]
            case Table():
                return self._table(thing)
            case Note():
                return [_one_line(thing.text) + self._tail(thing)]
            case _:
                return [self.name(thing)]

    def _panel(self, panel: Panel) -> list[str]:
        tail = self._tail(panel)
        if panel.active:
            tail += f" ({self.scene.label('in_play')})"
        outer, self.home = self.home, self.home if panel.owner is None else panel.owner
        children = self.lines(panel.children) or [self.scene.label("empty")]
        self.home = outer
        return self._under(self.name(panel) + tail, children)

    def _under(self, head: str, lines: list[str]) -> list[str]:
        """Lines indented below their heading, if there is one."""
        return [head.strip(), *_indented(lines)] if head.strip() else lines

    def _unknown_cards(self, card: Card, count: int) -> str:
        label = self.scene.label
        noun = label("card") if count == 1 else f"{count} {label('cards')}"
        said = ", ".join(filter(None, (noun, label("face_down"), card.subtitle, card.text)))
        return _one_line(said) + self._tail(card)

    def _card(self, card: Card) -> list[str]:
        label = self.scene.label
        title = self.name(card) + (f" ({card.subtitle})" if card.subtitle else "")
        if not card.face_up and card.title:
            title += f", {label('face_down')}"
        if card.dim:
            title += f", {label('dim')}"
        values = ", ".join(self._value(value) for value in card.values)
        rule = f"({label('rule')} {card.rule})" if card.rule else ""
        head = title + self._tail(card)
        said = _sentences(values, card.text, rule)
        return [f"{head}: {said}" if said else head, *_indented(self._pieces(card.pieces))]

    def _value(self, value: Value) -> str:
        note = f" ({_one_line(value.note)})" if value.note else ""
        return f"{value.label} {value.value}{note}".strip()

    def _pile(self, pile: Pile) -> list[str]:
        label = self.scene.label
        size = str(pile.count) if pile.count else label("empty")
        lines = [f"{self.name(pile)}{self._owner(pile)}: {size}{self._marks(pile)}"]
        if pile.top is not None:
            first, *rest = self.lines([pile.top])
            lines += _indented([f"{label('top')}: {first}", *rest])
        return lines + _indented(self._pieces(pile.contents))

    def _stat(self, stat: Stat) -> str:
        limit = "" if stat.max is None else f" {self.scene.label('of')} {stat.max}"
        return f"{stat.label}{self._owner(stat)}: {stat.value}{limit}{self._marks(stat)}"

    def _track(self, track: Track) -> list[str]:
        head = self.name(track) + self._tail(track)
        spaces = [self._space(space) for space in track.spaces]
        if any(self._tail(space) or space.text for space in track.spaces):
            return self._under(head, spaces)
        listed = ", ".join(spaces) or self.scene.label("empty")
        return [f"{head}: {listed}" if head else listed]

    def _space(self, space: Space) -> str:
        inside = [self.scene.label("dim")] if space.dim else []
        inside += self._pieces(space.pieces)
        said = f" ({'; '.join(inside)})" if inside else ""
        text = f": {_one_line(space.text)}" if space.text else ""
        return self.name(space) + said + self._tail(space) + text

    def _die(self, die: Die) -> list[str]:
        label = self.scene.label
        head = f"{self.name(die)}{self._owner(die)} {label('shows')} {die.face}".strip()
        if die.needs:
            head += f", {label('needs')} {die.needs}"
        head += self._marks(die) + (f": {_one_line(die.text)}" if die.text else "")
        if not die.faces:
            return [head]
        faces = "; ".join(f"{face.face} {_one_line(face.text)}" for face in die.faces)
        return [head, f"{INDENT}{label('faces')}: {faces}"]

    def _table(self, table: Table) -> list[str]:
        rows = [table.columns, *table.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]
        aligned = [
            "  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        return self._under(self.name(table) + self._tail(table), aligned)

    # The map.

    def _hexmap(self, board: Hexmap) -> list[str]:
        lines: list[str] = []
        places = {(cell.q, cell.r): cell for cell in board.cells}
        names = self.scene.label("flat_directions" if board.flat else "pointy_directions").split()
        for cell in board.cells:
            near = [
                f"{name} {self.name(places[cell.q + dq, cell.r + dr])}"
                for name, (dq, dr) in zip(names, DIRECTIONS, strict=True)
                if (cell.q + dq, cell.r + dr) in places
            ]
            below = self._pieces(cell.pieces)
            below += [
                self._link(link) for link in board.links if cell.id in (link.source, link.target)
            ]
            if near:
                below.append(f"{self.scene.label('neighbours')}: {', '.join(near)}")
            lines += [self._cell(cell), *_indented(below)]
        inner = {cell.id for cell in board.cells}
        outer = [link for link in board.links if not {link.source, link.target} & inner]
        lines += [self._link(link) for link in outer]
        return self._under(self.name(board) + self._tail(board), lines)

    def _cell(self, cell: Cell) -> str:
        said = ". ".join(filter(None, (cell.terrain, _one_line(cell.text))))
        head = self.name(cell) + (f": {said}" if said else "")
        return head + self._badges(cell.highlights) + self._tail(cell)

    def _link(self, link: Link) -> str:
        line = "->" if link.arrow else "--"
        label = f": {_one_line(link.label)}" if link.label else ""
        ends = f"{self.names[link.source]} {line} {self.names[link.target]}"
        return ends + label + self._tail(link)

    # Pieces and marks.

    def _pieces(self, pieces: Sequence[Piece]) -> list[str]:
        """One line for each owner, the unowned ones first."""
        owners = sorted({-1 if piece.owner is None else piece.owner for piece in pieces})
        lines = []
        for owner in owners:
            mine = [p for p in pieces if (-1 if p.owner is None else p.owner) == owner]
            said = ", ".join(self._piece(piece) for piece in mine)
            lines.append(said if owner < 0 else f"{self.scene.seats[owner].name}: {said}")
        return lines

    def _piece(self, piece: Piece) -> str:
        count = "" if piece.count == 1 else f"{piece.count} "
        text = f" ({_one_line(piece.text)})" if piece.text else ""
        return count + self.name(piece) + text + self._marks(piece)

    def _tail(self, thing: Thing) -> str:
        return self._owner(thing) + self._marks(thing)

    def _owner(self, thing: Thing) -> str:
        if thing.owner is None or thing.owner == self.home:
            return ""
        name = self.scene.seats[thing.owner].name
        told = f"{plain_name(thing)} {thing.text if isinstance(thing, Cell) else ''}"
        said = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told)
        return "" if said else f" ({name})"

    def _marks(self, thing: Thing) -> str:
        numbers = self.glow.get(thing.id)
        option = f" ({self.scene.label('option')} {number_ranges(numbers)})" if numbers else ""
        return self._badges(thing.badges) + option

    def _badges(self, badges: Sequence[Badge]) -> str:
        return "".join(f" [{badge.label}]" for badge in badges)

    def name(self, thing: Thing) -> str:
        """The name of a thing, with a number if several ends of links share a name."""
        return self.names.get(thing.id) or plain_name(thing) or self._nameless(thing)

    def _nameless(self, thing: Thing) -> str:
        if isinstance(thing, Card) and not thing.face_up:
            return f"{self.scene.label('card')}, {self.scene.label('face_down')}"
        return self.scene.label("die") if isinstance(thing, Die) else ""

    def _link_names(self) -> dict[str, str]:
        """Names for all ends of links; the second one with the same name gets `#2`."""
        things = list(self.scene.things())
        ends = {end for t in things if isinstance(t, Link) for end in (t.source, t.target)}
        called = {t.id: plain_name(t) or self._nameless(t) for t in things}
        common = Counter(called.values())
        linked = {called[end] for end in ends}
        seen: Counter[str] = Counter()
        names: dict[str, str] = {}
        for thing in things:
            name = called[thing.id]
            seen[name] += 1
            if name in linked:
                names[thing.id] = f"{name} #{seen[name]}" if common[name] > 1 else name
        return names
