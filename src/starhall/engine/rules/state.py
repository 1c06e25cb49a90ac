"""The state of a match as plain slotted data; each field's line says who may see it.

Every class of the table is a `Part` whose fields are declared with `@part` (see fields.py).
Views, imagined worlds, save files, digests and the secrecy tests all read these declarations.
"""

from __future__ import annotations

from typing import ClassVar, Final, Self

from mypy_extensions import mypyc_attr

from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.memory import SEEN_BY_ALL, Witness
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.codes import LEFT_OUT, Code
from starhall.engine.rules.fields import Field, internal, part, public

EVERYWHERE: Final = -1  # as a mask of zones
UNKNOWN: Final = -1  # in a view: a card that is hidden from the viewer
SHOWN: Final = 8  # items of a list that `repr` shows


@part
@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A part of the state; it can be created without arguments and can copy itself."""

    FIELDS: ClassVar[list[Field]]
    SHAPE: ClassVar[dict[str, object]]  # field -> who sees it, or the class of the nested part

    seat: int = public(-1)

    def owners(self) -> int:
        """The mask of seats that see private fields; by default the part's own seat."""
        return 1 << self.seat if self.seat >= 0 else 0

    def copy(self) -> Self:
        raise RulesFault(f"{type(self).__name__} is not declared with @part")

    def collect(self, found: list[Zone]) -> None:
        """Add the zones of this part, in the order of their declaration."""

    def clear(self, span: str) -> None:
        """Reset the fields that last for this span to their defaults."""
        raise RulesFault(f"{type(self).__name__} has no field that lasts for a {span}")

    def seen_by_all(self) -> list[object]:
        """What pages for learning programs are written from, apart from parts inside this one."""
        return []

    def seen_by_owners(self) -> list[object]:
        """The same for the private fields."""
        return []

    def __repr__(self) -> str:
        """The fields that are set, in the order of the declaration; long lists as their length."""
        codes = {field.name: field.declared.coded for field in type(self).FIELDS}
        shown = [_shown(name, getattr(self, name), codes[name]) for name in type(self).SHAPE]
        return f"<{' '.join([type(self).__name__, *[text for text in shown if text]])}>"


def _shown(name: str, value: object, code: Code | None) -> str:
    """A field for `repr`, packed numbers unpacked; nothing if it is empty, 0 or -1."""
    if isinstance(value, Zone):
        if not value.cards:
            return ""
        return f"{name}={value.cards}" if len(value.cards) <= SHOWN else f"{name}[{len(value)}]"
    if isinstance(value, list):
        if not any([bool(item) and item != -1 for item in value]):
            return ""
        if len(value) > SHOWN or isinstance(value[0], Part):
            return f"{name}[{len(value)}]"
        return f"{name}={code.plain(value) if code else value}"
    if isinstance(value, Part):
        return f"{name}={value!r}"
    if not value or value == -1:
        return ""
    return f"{name}={code.plain(value) if code else value!r}"


class Zone(Part):
    """A group of cards, and who may see them: a mask of seats, EVERYONE or NOBODY.

    `key` is the zone's number in the state, `name` its name in scenes and text, `family` the kind
    of cards it can hold (hidden cards are dealt again within a family). The last card is the
    top one. Everybody sees the number of cards in a zone; only entitled seats see the cards.
    """

    __slots__ = ("cards", "family", "key", "name", "sight")

    def __init__(
        self,
        key: int = 0,
        name: str = "",
        family: int = 0,
        seat: int = -1,
        sight: int = 0,
        cards: list[int] | None = None,
    ) -> None:
        self.seat = seat
        self.key = key
        self.name = name
        self.family = family
        self.sight = sight
        self.cards: list[int] = cards if cards is not None else []

    def copy(self) -> Zone:
        return Zone(self.key, self.name, self.family, self.seat, self.sight, self.cards[:])

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return f"<Zone {self.name} {self.cards}>"


def sees(zone: Zone, observer: int) -> bool:
    """May this seat (or the spectator, the number after the last seat) look at the cards?"""
    return (zone.sight >> observer) & 1 == 1


@part
@mypyc_attr(allow_interpreted_subclasses=True)
class Strand(Part):
    """One thread of play: most games have one, games with simultaneous turns have several.

    `cursor` is its position in its steps, one number for each nested list of steps. `fresh`
    says that the strand, restarted from the current state, arrives exactly where it is now.
    """

    number: int = public(0, coded=LEFT_OUT)
    cursor: list[int] = public([], coded=LEFT_OUT)
    fresh: bool = internal(False, fresh=True)
    depth: int = internal(0, fresh=True)  # the number of lists of steps that are running
    resumable: bool = internal(False, fresh=True)  # inside a step that can be entered again


@part
@mypyc_attr(allow_interpreted_subclasses=True)
class State(Part):
    """What every game's state has; games add their fields."""

    strand_type: ClassVar[type[Strand]] = Strand
    # At the end everybody sees all cards and hears all events. A game in which hidden cards stay
    # hidden (players who fold do not show) sets it to False; its rules turn up what may be seen.
    shown_at_end: ClassVar[bool] = True

    seats: int = public(0, coded=LEFT_OUT)
    over: bool = public(False)
    auto_single: bool = public(True, coded=LEFT_OUT)  # the engine answers decisions with one option
    strands: list[Strand] = public([])
    started: list[Strand] = internal([], fresh=True)  # since the engine last checked
    stopped: list[Strand] = internal([], fresh=True)  # by another strand, since then
    chance: Chance = internal(Chance(bytes(32), ()))
    witness: Witness | None = internal(None)  # only in watched matches, never in rollouts

    @property
    def all_shown(self) -> bool:
        """Is the game over, and are all cards turned up then?"""
        return self.over and self.shown_at_end

    def zones(self) -> list[Zone]:
        """All zones, in the order of their keys."""
        found: list[Zone] = []
        self.collect(found)
        return found

    def number_zones(self) -> None:
        """Number the zones: a zone's key is its index among all zones."""
        for key, zone in enumerate(self.zones()):
            zone.key = key

    def homes(self, card: int) -> int:
        """The zones where the rules allow such a card, as a mask; by default all of its family.

        A game overrides it for cards that are known never to be in some of these zones, such as
        events that are resolved and not kept. Then no imagined hand contains one.
        """
        return EVERYWHERE

    def tell(self, what: str, to: int = SEEN_BY_ALL, **values: object) -> None:
        """Report an event; where speed matters, rules check for a witness first."""
        if self.witness is not None:
            self.witness.tell(what, to, **values)

    def start(self, strand: Strand) -> None:
        """Start a strand; the engine runs it when its turn comes."""
        self.strands.append(strand)
        self.started.append(strand)

    def stop(self, strand: Strand) -> None:
        """Stop another strand (a running one ends itself by returning)."""
        self.strands.remove(strand)
        if strand in self.started:
            self.started.remove(strand)
        else:
            self.stopped.append(strand)

    def move(self, card: int, src: Zone, dst: Zone) -> None:
        """Move one card from zone to zone; seats that see either zone see the card."""
        src.cards.remove(card)
        dst.cards.append(card)
        if self.witness is not None:
            self.witness.moved(card, src.key, src.sight, len(src.cards), dst.key, dst.sight)

    def draw(self, src: Zone, dst: Zone) -> int:
        """Move the top card of one zone to another."""
        script = self.chance.script
        if script is not None and src.name in script.piles:
            script.bring_up(src.cards)
        card = src.cards.pop()
        dst.cards.append(card)
        if self.witness is not None:
            self.witness.moved(card, src.key, src.sight, len(src.cards), dst.key, dst.sight)
        return card

    def gather(self, src: Zone, dst: Zone) -> None:
        """Move all cards of one zone to another."""
        while src.cards:
            self.draw(src, dst)

    def shuffle(self, zone: Zone, stream: int = 0) -> None:
        """Shuffle a pile that is declared with `shuffled` and only drawn from."""
        script = self.chance.script
        if script is not None and zone.name in script.piles:
            zone.cards.sort()
        else:
            self.chance.streams[stream].shuffle(zone.cards)

    def reveal(self, zone: Zone, sight: int) -> None:
        """Set which seats see the zone (to turn cards face up, or face down again)."""
        if self.witness is not None:
            self.witness.turned(zone.cards, zone.key, zone.sight, sight)
        zone.sight = sight

    def show(self, zone: Zone, card: int, observer: int) -> None:
        """One seat looks at one card and remembers it (a peek)."""
        if self.witness is not None:
            self.witness.peeked(card, zone.key, zone.sight, observer)
