"""The state of a match as plain slotted data that says of each field who may see it.

Every class of the table is a `Part` with a `SHAPE`: field name -> who sees it, or the class of
the part inside. Views, imagined worlds, save files, digests and the secrecy test all read this
one declaration; a field that is not in SHAPE is shown to nobody, and the conformance kit
refuses it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.memory import Witness
from starhall.engine.rules.chance import Chance

OPEN: Final = "open"  # everybody sees it
OWNER: Final = "owner"  # only the owners of the part it stands in
HIDDEN: Final = "hidden"  # nobody

EVERYONE: Final = -1  # as a mask of seats: all of them, and the spectators
NOBODY: Final = 0
EVERYWHERE: Final = -1  # as a mask of zones
UNKNOWN: Final = -1  # in a view: a card that the viewer cannot see


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A piece of the state; every part can be made without arguments and copies itself."""

    __slots__ = ("seat",)
    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN}

    def __init__(self, seat: int = -1) -> None:
        self.seat = seat

    def owners(self) -> int:
        """The mask of seats that see OWNER fields: by default the part's own seat."""
        return 1 << self.seat if self.seat >= 0 else 0


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
        sight: int = NOBODY,
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Strand(Part):
    """One thread of play: a plain game has one, a game with simultaneous turns several.

    `fresh` says that the strand, started again from the state as it is, would come to the very
    point where it stands: rules set it where that is so (phase starts), an answer clears it.
    """

    __slots__ = ("fresh", "number")
    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN, "number": OPEN}

    def __init__(self, number: int = 0, seat: int = -1) -> None:
        self.seat = seat
        self.number = number
        self.fresh = False

    def copy(self) -> Strand:
        return Strand(self.number, self.seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Part):
    """What every game's state has; games add their fields, SHAPE, `copy` and `zones`."""

    __slots__ = (
        "auto_single",
        "chance",
        "over",
        "seats",
        "started",
        "stopped",
        "strands",
        "witness",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        self.seat = -1
        self.seats = seats
        self.chance = chance if chance is not None else Chance(bytes(32), ())
        self.strands: list[Strand] = []
        self.started: list[Strand] = []  # begun since the engine last looked
        self.stopped: list[Strand] = []  # ended from outside since then
        self.over = False
        self.auto_single = True  # decisions with one option are taken by the engine
        self.witness: Witness | None = None  # only where somebody watches: never in rollouts

    def copy(self) -> State:
        raise RulesFault(f"{type(self).__name__} must define copy()")

    def zones(self) -> list[Zone]:
        """All zones, in the order of their keys."""
        return []

    def homes(self, card: int) -> int:
        """Where such a card can lie by the rules (a mask of zone keys): all over its family.

        A game overrides it for cards that everybody knows never to be in some of its zones, like
        an event that is carried out and not kept: then no imagined hand holds one.
        """
        return EVERYWHERE

    def copy_into(self, twin: State) -> None:
        """The part of `copy` that is the same in every game (strands are the game's own)."""
        twin.seat = self.seat
        twin.seats = self.seats
        twin.started = []
        twin.stopped = []
        twin.over = self.over
        twin.auto_single = self.auto_single
        twin.chance = self.chance.copy()
        twin.witness = self.witness.copy() if self.witness is not None else None

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
