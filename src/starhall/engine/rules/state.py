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
from starhall.engine.rules.fields import internal, part, public

EVERYWHERE: Final = -1  # as a mask of zones
UNKNOWN: Final = -1  # in a view: a card that the viewer cannot see


@part
@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A piece of the state; it can be made without arguments and copies itself."""

    SHAPE: ClassVar[dict[str, object]]  # field -> who sees it, or the class of the part inside

    seat: int = public(-1)

    def owners(self) -> int:
        """The mask of seats that see private fields: by default the part's own seat."""
        return 1 << self.seat if self.seat >= 0 else 0

    def copy(self) -> Self:
        raise RulesFault(f"{type(self).__name__} is not declared with @part")

    def collect(self, found: list[Zone]) -> None:
        """Add the zones of this part, in the order of their declaration."""

    def clear(self, span: str) -> None:
        """Set the fields that last for this span back to their defaults."""
        raise RulesFault(f"{type(self).__name__} has no field that lasts for a {span}")


class Zone(Part):
    """Cards lying together, and who may see them: a mask of seats, EVERYONE or NOBODY.

    `key` is the zone's number in the state, `name` what scenes and text call it, `family` which
    cards may lie here at all (hidden cards are redealt within a family). The last card is the
    top one. A zone is shown to all as a number of cards; what they are only to those entitled.
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
    """One thread of play: a plain game has one, a game with simultaneous turns several.

    `cursor` is where it stands in its steps, one number for each nested list of them. `fresh`
    says that the strand, started again from the state as it is, comes to the very point where it
    stands now.
    """

    number: int = public(0)
    cursor: list[int] = public([])
    fresh: bool = internal(False, fresh=True)
    depth: int = internal(0, fresh=True)  # how many lists of steps are running
    straight: bool = internal(False, fresh=True)  # inside a step that cannot be resumed


@part
@mypyc_attr(allow_interpreted_subclasses=True)
class State(Part):
    """What every game's state has; games add their fields."""

    strand_type: ClassVar[type[Strand]] = Strand

    seats: int = public(0)
    over: bool = public(False)
    auto_single: bool = public(True)  # decisions with one option are taken by the engine
    strands: list[Strand] = public([])
    started: list[Strand] = internal([], fresh=True)  # begun since the engine last looked
    stopped: list[Strand] = internal([], fresh=True)  # ended from outside since then
    chance: Chance = internal(Chance(bytes(32), ()))
    witness: Witness | None = internal(None)  # only where somebody watches: never in rollouts

    def zones(self) -> list[Zone]:
        """All zones, in the order of their keys."""
        found: list[Zone] = []
        self.collect(found)
        return found

    def number_zones(self) -> None:
        """A zone's key is its place among all zones."""
        for key, zone in enumerate(self.zones()):
            zone.key = key

    def homes(self, card: int) -> int:
        """Where such a card can lie by the rules (a mask of zone keys): all over its family.

        A game overrides it for cards that everybody knows never to be in some of its zones, like
        an event that is carried out and not kept: then no imagined hand holds one.
        """
        return EVERYWHERE

    def tell(self, what: str, to: int = SEEN_BY_ALL, **values: object) -> None:
        """Something happened; where speed counts, rules ask for a witness before they say so."""
        if self.witness is not None:
            self.witness.tell(what, to, **values)

    def start(self, strand: Strand) -> None:
        """A strand begins; the engine runs it when its turn comes."""
        self.strands.append(strand)
        self.started.append(strand)

    def stop(self, strand: Strand) -> None:
        """Another strand ends where it stands (a running one ends itself by returning)."""
        self.strands.remove(strand)
        if strand in self.started:
            self.started.remove(strand)
        else:
            self.stopped.append(strand)

    def move(self, card: int, src: Zone, dst: Zone) -> None:
        """One card goes from zone to zone; who may see either end sees which."""
        src.cards.remove(card)
        dst.cards.append(card)
        if self.witness is not None:
            self.witness.moved(card, src.key, src.sight, len(src.cards), dst.key, dst.sight)

    def draw(self, src: Zone, dst: Zone) -> int:
        """The top card of one zone goes to another."""
        card = src.cards.pop()
        dst.cards.append(card)
        if self.witness is not None:
            self.witness.moved(card, src.key, src.sight, len(src.cards), dst.key, dst.sight)
        return card

    def gather(self, src: Zone, dst: Zone) -> None:
        """All cards of one zone go to another."""
        while src.cards:
            self.draw(src, dst)

    def reveal(self, zone: Zone, sight: int) -> None:
        """From now on these seats see the zone (turning face up, or face down again)."""
        if self.witness is not None:
            self.witness.turned(zone.cards, zone.key, zone.sight, sight)
        zone.sight = sight

    def show(self, zone: Zone, card: int, observer: int) -> None:
        """One seat looks at one card and will remember it (a peek)."""
        if self.witness is not None:
            self.witness.peeked(card, zone.key, zone.sight, observer)
