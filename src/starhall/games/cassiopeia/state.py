"""What lies on the table of Cassiopeia; everything is open to everybody (CA-13.1)."""

from __future__ import annotations

from typing import ClassVar, Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import OPEN, Part, State, Strand
from starhall.games.cassiopeia.cards import (
    BASE_SYMBOLS,
    INHABITED_COUNT,
    MARGIN,
    OBJECT_COPIES,
    ROW,
    SYSTEMS,
    TOKENS,
)

NONE: Final = -1
STREAMS: Final[tuple[str, ...]] = ("setup",)

# The phases of a game: setup (section 2), then the parts of a round (CA-3.1).
PICKING: Final = 0
COLOURING: Final = 1
SETTLING_SYSTEMS: Final = 2
DEALING: Final = 3
CHOOSING: Final = 4
TURNS: Final = 5

# The steps of an individual turn (CA-4.1).
BEGIN: Final = 0
START: Final = 1
PHASE_2: Final = 2
PURCHASING: Final = 3
EFFECTS: Final = 4
PHASE_3: Final = 5

# The steps of a payment (CA-5.12).
PAID: Final = 0
DROPPING: Final = 1
SUBSTITUTING: Final = 2
BY_CAPSULE: Final = 3

# How the Specialist cards are selected (section 17).
CORE_RANDOM: Final = 0
LOWEST: Final = 1
ALL_RANDOM: Final = 2
PICKED: Final = 3


class Player(Part):
    """A player: a row of planets, resources, Space Objects and a token."""

    __slots__ = ("colour", "held", "inhabited", "objects", "place", "row", "system")
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "colour": OPEN,
        "system": OPEN,
        "row": OPEN,
        "inhabited": OPEN,
        "held": OPEN,
        "objects": OPEN,
        "place": OPEN,
    }

    def __init__(
        self,
        seat: int = 0,
        row: list[int] | None = None,
        held: list[int] | None = None,
        objects: list[int] | None = None,
    ) -> None:
        self.seat = seat
        self.colour = NONE
        self.system = NONE
        self.row: list[int] = row if row is not None else []  # planet types from left to right
        self.inhabited = 0  # a mask of planet types
        self.held: list[int] = held if held is not None else [0, 0, 0, 0, 0]
        # By kind: which side of the player's object faces up, NONE where there is none.
        self.objects: list[int] = objects if objects is not None else [NONE, NONE, NONE]
        self.place = NONE  # where in the Specialist row the token lies, on or beside the card

    def copy(self) -> Player:
        twin = Player(self.seat, self.row[:], self.held[:], self.objects[:])
        twin.colour = self.colour
        twin.system = self.system
        twin.inhabited = self.inhabited
        twin.place = self.place
        return twin

    def planet(self, type: int) -> int:
        """The planet of that type in the player's system."""
        return self.system * ROW + type

    def planets(self) -> int:
        """How many planets are inhabited."""
        return INHABITED_COUNT[self.inhabited]

    def fund(self) -> int:
        """CA-10.1: the number of uninhabited planets."""
        return ROW - INHABITED_COUNT[self.inhabited]

    def margin(self) -> int:
        """How far Earth symbols lead, base included (CA-6.1, CA-9.5); behind is negative."""
        return MARGIN[self.system * 128 + self.inhabited] + BASE_SYMBOLS[self.objects[0] + 1]


class Table(State):
    """The whole game, and how far the turn under way has come."""

    __slots__ = (
        "box_objects",
        "box_specialists",
        "box_systems",
        "by_capsule",
        "coins",
        "discount",
        "discarding",
        "drops",
        "due",
        "first",
        "flipped_at_setup",
        "good",
        "left",
        "logistics",
        "next_type",
        "object_reserve",
        "on",
        "order",
        "part",
        "payment",
        "phase",
        "planets_left",
        "players",
        "random_systems",
        "reason",
        "reserve",
        "round",
        "round_cap",
        "row",
        "row_size",
        "selection",
        "step",
        "substitutions",
        "target",
        "turn",
        "used",
        "using",
        "victim",
        "winner",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        # settings
        "row_size": OPEN,
        "flipped_at_setup": OPEN,
        "selection": OPEN,
        "random_systems": OPEN,
        "first": OPEN,
        "round_cap": OPEN,
        # the table
        "players": [Player],
        "reserve": OPEN,
        "logistics": OPEN,
        "row": OPEN,
        "coins": OPEN,
        "on": OPEN,
        "object_reserve": OPEN,
        "box_systems": OPEN,
        "box_specialists": OPEN,
        "box_objects": OPEN,
        # the course of the game
        "phase": OPEN,
        "round": OPEN,
        "order": OPEN,
        "turn": OPEN,
        "winner": OPEN,
        "reason": OPEN,
        # the turn under way
        "step": OPEN,
        "used": OPEN,
        "using": OPEN,
        "part": OPEN,
        "left": OPEN,
        "victim": OPEN,
        "good": OPEN,
        "target": OPEN,
        "discount": OPEN,
        "planets_left": OPEN,
        "discarding": OPEN,
        # the payment under way
        "payment": OPEN,
        "due": OPEN,
        "drops": OPEN,
        "substitutions": OPEN,
        "by_capsule": OPEN,
        "next_type": OPEN,
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.row_size = 0
        self.flipped_at_setup = 0
        self.selection = CORE_RANDOM
        self.random_systems = True
        self.first = NONE  # the first player, if the host named one
        self.round_cap = 0
        self.players: list[Player] = []
        self.reserve: list[int] = TOKENS[:]
        self.logistics = 0
        self.row: list[int] = []  # the specialist facing up, by place from left to right
        self.coins: list[int] = []  # lying on the card, by place
        self.on: list[int] = []  # whose token lies on the card, by place
        self.object_reserve: list[int] = [0, 0, 0]  # Space Objects nobody owns, by kind
        # What lies in the box is replaced, never changed in place: copies share these lists.
        self.box_systems: list[int] = list(range(len(SYSTEMS)))
        self.box_specialists: list[int] = []
        self.box_objects: list[int] = OBJECT_COPIES
        self.phase = PICKING
        self.round = 0
        self.order: list[int] = []  # initiative order while choosing, then the turn order
        self.turn = 0  # whose turn in that order
        self.winner = NONE
        self.reason = ""
        self.step = BEGIN
        self.used = 0  # START effects used this turn, as a mask
        self.using = NONE  # the START effect being carried out
        self.part = 0  # of the specialist's effect: which clause
        self.left = 0  # how many times the clause, or purchasing, may still be repeated
        self.victim = NONE
        self.good = NONE  # what is being paid for: a resource, or a side of a Space Object
        self.target = NONE  # the planet type being terraformed
        self.discount = 0
        self.planets_left = 0  # that may still be terraformed this turn
        self.discarding = False  # the Logistics card was flipped, the others discard (CA-6.6)
        self.payment = PAID
        self.due: list[int] = [0, 0, 0, 0]
        self.drops = 0
        self.substitutions = 0
        self.by_capsule: list[int] = [0, 0, 0, 0]
        self.next_type = 0

    def copy(self) -> Table:
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.strands = [strand.copy() for strand in self.strands]
        twin.row_size = self.row_size
        twin.flipped_at_setup = self.flipped_at_setup
        twin.selection = self.selection
        twin.random_systems = self.random_systems
        twin.first = self.first
        twin.round_cap = self.round_cap
        twin.players = [player.copy() for player in self.players]
        twin.reserve = self.reserve[:]
        twin.logistics = self.logistics
        twin.row = self.row[:]
        twin.coins = self.coins[:]
        twin.on = self.on[:]
        twin.object_reserve = self.object_reserve[:]
        twin.box_systems = self.box_systems
        twin.box_specialists = self.box_specialists
        twin.box_objects = self.box_objects
        twin.phase = self.phase
        twin.round = self.round
        twin.order = self.order[:]
        twin.turn = self.turn
        twin.winner = self.winner
        twin.reason = self.reason
        twin.step = self.step
        twin.used = self.used
        twin.using = self.using
        twin.part = self.part
        twin.left = self.left
        twin.victim = self.victim
        twin.good = self.good
        twin.target = self.target
        twin.discount = self.discount
        twin.planets_left = self.planets_left
        twin.discarding = self.discarding
        twin.payment = self.payment
        twin.due = self.due[:]
        twin.drops = self.drops
        twin.substitutions = self.substitutions
        twin.by_capsule = self.by_capsule[:]
        twin.next_type = self.next_type
        return twin

    def active(self) -> Player:
        """Whose turn it is, to choose or to act."""
        return self.players[self.order[self.turn]]

    def others(self, player: Player) -> list[Player]:
        """CA-5.3: the opponents in turn order from the player on, wrapping round."""
        order = self.order
        at = order.index(player.seat)
        return [self.players[seat] for seat in order[at + 1 :] + order[:at]]

    def of_colour(self, colour: int) -> Player:
        """Options name players by their colour."""
        for player in self.players:
            if player.colour == colour:
                return player
        raise ValueError(f"nobody plays colour {colour}")

    def optimized(self, player: Player) -> bool:
        """CA-6.1, CA-6.2: strictly more symbols of the active side; computed, never stored."""
        margin = player.margin()
        return margin > 0 if self.logistics == 0 else margin < 0


def ask(s: Table, seat: int, kind: str, options: list[Option], about: str = "") -> Decision:
    """One decision; all progress lies in the state, so the strand is fresh at each of them."""
    s.strands[0].fresh = True
    return Decision(seat, kind, options, about)
