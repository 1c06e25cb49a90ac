"""What is on the table of Cyberstrife, and who may see it (sections 1, 2 and 15)."""

from __future__ import annotations

from typing import ClassVar, Final

from starhall.engine.errors import RulesFault
from starhall.engine.rules.codes import LEFT_OUT, SEAT, each, members, number, one_hot
from starhall.engine.rules.fields import (
    EVERYONE,
    NOBODY,
    OWN,
    internal,
    part,
    private,
    public,
    zone,
    zones,
)
from starhall.engine.rules.state import Part, State, Strand, Zone
from starhall.games.cyberstrife.content import Content
from starhall.games.cyberstrife.options import Options

HAND_LIMIT: Final = 6  # CS-8.7
NONE: Final = -1
MOST_CARDS: Final = 64  # numbers of cards

# What a strand is (CS-11.12).
FIRST: Final = 0
ACTIVE: Final = 1
REDEPLOY: Final = 2
ENDED: Final = 3  # its procedure is about to return, or its player has left

# Cards with the same back, in one copy of the game; those of the next one follow.
UNITS: Final = 0
TRAITS: Final = 1
FAMILIES: Final = 2

# The random streams (CS-16.1).
SEAT_STREAM: Final = 0
UNIT_STREAM: Final = 1
TRAIT_STREAM: Final = 2
STREAMS: Final[tuple[str, ...]] = ("seat", "units", "traits")


@part
class Player(Part):
    """A player: units in hand and lanes, traits, and what is being decided in secret."""

    alive: bool = public(True)
    conceding: bool = public(False)  # but a battle must be finished first (CS-10.8)
    # The number of the strand that binds the player (CS-11.13)
    bound: int = public(0, coded=LEFT_OUT)
    ring: int = public(0, coded=number(4))
    copy_number: int = public(0, coded=number(4))  # whose decks the player draws from (CS-12.4)
    turns: int = public(0, coded=number(60))
    eliminations: int = public(0)
    won: int = public(0)
    lost: int = public(0)
    # 1 for the first player to leave the game, 2 for the next ...
    left: int = public(0)
    hand: Zone = zone(UNITS, OWN)
    lanes: list[Zone] = zones(3, UNITS, OWN)
    traits: Zone = zone(TRAITS, EVERYONE)
    # Cards marked for discard, not yet shown (CS-14.1)
    marks: list[int] = private([], coded=members(MOST_CARDS))
    # Units chosen lane by lane, not yet placed (CS-5.7)
    plan: list[int] = private([], coded=each(3, one_hot(MOST_CARDS)))

    def owned(self) -> int:
        """How many unit cards the player owns: hand, lanes and duplicates."""
        lanes = self.lanes
        return (
            len(self.hand.cards) + len(lanes[0].cards) + len(lanes[1].cards) + len(lanes[2].cards)
        )

    def deployed(self) -> bool:
        """Does any lane hold a unit?"""
        lanes = self.lanes
        return bool(lanes[0].cards or lanes[1].cards or lanes[2].cards)


@part
class Turn(Strand):
    """A strand: a first turn, one stay of an active turn with a player, or a redeployment."""

    kind: int = public(FIRST, coded=one_hot(4))
    turn_id: int = public(0)  # of the active turn; 0 for the other kinds
    expiring: bool = public(False)
    target: int = public(NONE, coded=SEAT)
    fighting: bool = public(False)  # from the end of the wait to the elimination check (CS-10.8)
    sudden: bool = public(False)  # CS-19.2 applies to this turn's battle
    peeked: list[int] = public([], coded=members(3))  # lanes looked at
    swaps: int = public(0, coded=number(3))
    # Who is placing duplicates; only the two in the battle know (CS-14.4).
    stacking: int = private(0, coded=number(2))
    # Units owned by both sides when the fights began (CS-7.16)
    counted: list[int] = public([], coded=each(2, number(9)))
    lanes_won: list[int] = public([], coded=each(3, number(1)))
    winner: int = public(NONE, coded=SEAT)
    drawn: int = public(0, coded=number(3))
    sifted: int = public(0, coded=number(3))

    def owners(self) -> int:
        both = 1 << self.seat
        return both | 1 << self.target if self.target >= 0 else both


@part
class Copy(Part):
    """One copy of the game: two decks and their discard piles (CS-2.7, CS-13.2)."""

    unit_deck: Zone = zone(UNITS, NOBODY)
    unit_pile: Zone = zone(UNITS, EVERYONE)
    trait_deck: Zone = zone(TRAITS, NOBODY)
    trait_pile: Zone = zone(TRAITS, EVERYONE)


@part
class Ring(Part):
    """The living players who sit in one clockwise circle, in seat order (seat 1 first)."""

    sitting: list[int] = public([], coded=LEFT_OUT)
    started: bool = public(False)  # have the active turns been handed out (CS-11.3)?


@part
class Table(State):
    """The whole game."""

    strand_type: ClassVar[type[Strand]] = Turn

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)

    # The settings
    first: int = public(0, coded=SEAT)  # the seat that is number 1 (CS-2.1)
    simultaneous: bool = public(True, coded=LEFT_OUT)
    round_cap: int = public(60, coded=LEFT_OUT)
    sudden_death: int = public(0, coded=LEFT_OUT)

    players: list[Player] = public([])
    rings: list[Ring] = public([])
    copies: list[Copy] = public([])
    strands_begun: int = public(0, coded=LEFT_OUT)  # the counter of CS-11.12
    gone: int = public(0)  # players who have left the game
    reason: str = public("", coded=LEFT_OUT)
    closing: bool = public(False)  # the round cap is reached: all choices take their default

    def turns(self) -> list[Turn]:
        """All strands, the oldest first."""
        return [strand for strand in self.strands if isinstance(strand, Turn)]

    def turn_of(self, seat: int) -> Turn:
        """The strand that binds a player: the one in which it is asked."""
        number = self.players[seat].bound
        for turn in self.turns():
            if turn.number == number:
                return turn
        raise RulesFault(f"seat {seat} is bound to no strand")

    def preparing(self, turn: Turn) -> bool:
        """Are attackers being placed?"""
        undecided = turn.fighting and turn.winner == NONE
        return undecided and not self.players[turn.seat].deployed()

    def face_to_face(self, turn: Turn) -> bool:
        """Do both sides stand face up against each other?"""
        return turn.fighting and self.players[turn.seat].deployed()

    def living(self) -> list[int]:
        """The living players of all rings, by ring and then by seat."""
        return [seat for ring in self.rings for seat in ring.sitting]

    def round(self) -> int:
        """CS-3.8: one more than the fewest turns completed by any living player."""
        return 1 + min([self.players[seat].turns for seat in self.living()])
