"""What lies on the table of Cyberstrife, and who may see it (sections 1, 2 and 15)."""

from __future__ import annotations

from typing import ClassVar, Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import OPEN, OWNER, Part, State, Strand, Zone

HAND_LIMIT: Final = 6  # CS-8.7
NONE: Final = -1

# What a strand is (CS-11.12).
FIRST: Final = 0
ACTIVE: Final = 1
REDEPLOY: Final = 2
ENDED: Final = 3  # its procedure is about to return, or its player has left

# Where a strand stands; the phases of CS-3.1 with the wait of CS-11.14 between them.
BEGIN: Final = 0
DISCARD_AND_DRAW: Final = 1
WAIT: Final = 2
DEPLOY_ATTACKERS: Final = 3
BATTLE: Final = 4
DEPLOY_DEFENDERS: Final = 5

# Where a battle stands: the steps of section 6, then (a) to (f) of CS-8.1.
REVEAL: Final = 0
EXCHANGE: Final = 1
DUPLICATES: Final = 2
FIGHTS: Final = 3
WINNER_DRAWS: Final = 4
LOSER_DISCARDS: Final = 5
UNITS_RETURN: Final = 6
WINNER_SIFTS: Final = 7
LIMIT: Final = 8
ELIMINATION: Final = 9

# The random streams (CS-16.1).
SEAT_STREAM: Final = 0
UNIT_STREAM: Final = 1
TRAIT_STREAM: Final = 2
STREAMS: Final[tuple[str, ...]] = ("seat", "units", "traits")


class Player(Part):
    """A player: units in hand and lanes, traits, and what is being decided in secret."""

    __slots__ = (
        "alive",
        "bound",
        "conceding",
        "copy_number",
        "eliminations",
        "hand",
        "lanes",
        "left",
        "lost",
        "marks",
        "plan",
        "ring",
        "traits",
        "turns",
        "won",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "alive": OPEN,
        "conceding": OPEN,
        "bound": OPEN,
        "ring": OPEN,
        "copy_number": OPEN,
        "turns": OPEN,
        "eliminations": OPEN,
        "won": OPEN,
        "lost": OPEN,
        "left": OPEN,
        "hand": Zone,
        "lanes": [Zone],
        "traits": Zone,
        "marks": OWNER,
        "plan": OWNER,
    }

    def __init__(
        self,
        seat: int = 0,
        hand: Zone | None = None,
        lanes: list[Zone] | None = None,
        traits: Zone | None = None,
    ) -> None:
        self.seat = seat
        self.hand = hand if hand is not None else Zone()
        self.lanes: list[Zone] = lanes if lanes is not None else []
        self.traits = traits if traits is not None else Zone()
        self.alive = True
        self.conceding = False  # has conceded, but a battle must be finished first (CS-10.8)
        self.bound = 0  # the number of the strand that binds the player (CS-11.13)
        self.ring = 0
        self.copy_number = 0  # whose decks the player draws from (CS-12.4)
        self.turns = 0
        self.eliminations = 0
        self.won = 0
        self.lost = 0
        self.left = 0  # 1 for the first player to leave the game, 2 for the next ...
        self.marks: list[int] = []  # cards marked for discard, not yet shown (CS-14.1)
        self.plan: list[int] = []  # units chosen lane by lane, not yet placed (CS-5.7)

    def copy(self) -> Player:
        lanes = self.lanes
        twin = Player(
            self.seat,
            self.hand.copy(),
            [lanes[0].copy(), lanes[1].copy(), lanes[2].copy()],
            self.traits.copy(),
        )
        twin.alive = self.alive
        twin.conceding = self.conceding
        twin.bound = self.bound
        twin.ring = self.ring
        twin.copy_number = self.copy_number
        twin.turns = self.turns
        twin.eliminations = self.eliminations
        twin.won = self.won
        twin.lost = self.lost
        twin.left = self.left
        twin.marks = self.marks[:]
        twin.plan = self.plan[:]
        return twin

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


class Turn(Strand):
    """A strand: a first turn, one stay of an active turn with a player, or a redeployment."""

    __slots__ = (
        "counted",
        "drawn",
        "expiring",
        "kind",
        "lanes_won",
        "peeked",
        "phase",
        "sifted",
        "stacking",
        "step",
        "sudden",
        "swaps",
        "target",
        "turn_id",
        "winner",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "number": OPEN,
        "kind": OPEN,
        "turn_id": OPEN,
        "expiring": OPEN,
        "phase": OPEN,
        "target": OPEN,
        "sudden": OPEN,
        "peeked": OPEN,
        "step": OPEN,
        "swaps": OPEN,
        "stacking": OWNER,
        "counted": OPEN,
        "lanes_won": OPEN,
        "winner": OPEN,
        "drawn": OPEN,
        "sifted": OPEN,
    }

    def __init__(self, number: int = 0, seat: int = 0, kind: int = FIRST, turn_id: int = 0) -> None:
        self.number = number
        self.seat = seat
        self.fresh = False
        self.kind = kind
        self.turn_id = turn_id  # of the active turn; 0 for the other kinds
        self.expiring = False
        self.phase = BEGIN
        self.target = NONE
        self.sudden = False  # CS-19.2 applies to this turn's battle
        self.peeked: list[int] = []  # lanes looked at
        self.step = REVEAL
        self.swaps = 0
        # Who is placing duplicates; only the two in the battle know (CS-14.4).
        self.stacking = 0
        self.counted: list[int] = []  # units owned by both sides when the fights began (CS-7.16)
        self.lanes_won: list[int] = []
        self.winner = NONE
        self.drawn = 0
        self.sifted = 0

    def owners(self) -> int:
        both = 1 << self.seat
        return both | 1 << self.target if self.target >= 0 else both

    def copy(self) -> Turn:
        twin = Turn(self.number, self.seat, self.kind, self.turn_id)
        twin.expiring = self.expiring
        twin.phase = self.phase
        twin.target = self.target
        twin.sudden = self.sudden
        twin.peeked = self.peeked[:]
        twin.step = self.step
        twin.swaps = self.swaps
        twin.stacking = self.stacking
        twin.counted = self.counted[:]
        twin.lanes_won = self.lanes_won[:]
        twin.winner = self.winner
        twin.drawn = self.drawn
        twin.sifted = self.sifted
        return twin


class Copy(Part):
    """One copy of the game: two decks and their discard piles (CS-2.7, CS-13.2)."""

    __slots__ = ("trait_deck", "trait_pile", "unit_deck", "unit_pile")
    SHAPE: ClassVar[dict[str, object]] = {
        "unit_deck": Zone,
        "unit_pile": Zone,
        "trait_deck": Zone,
        "trait_pile": Zone,
    }

    def __init__(self, zones: list[Zone] | None = None) -> None:
        self.seat = NONE
        four = zones if zones is not None else [Zone(), Zone(), Zone(), Zone()]
        self.unit_deck = four[0]
        self.unit_pile = four[1]
        self.trait_deck = four[2]
        self.trait_pile = four[3]

    def copy(self) -> Copy:
        return Copy(
            [
                self.unit_deck.copy(),
                self.unit_pile.copy(),
                self.trait_deck.copy(),
                self.trait_pile.copy(),
            ]
        )


class Ring(Part):
    """The living players who sit in one clockwise circle, in seat order (seat 1 first)."""

    __slots__ = ("started", "sitting")
    SHAPE: ClassVar[dict[str, object]] = {"sitting": OPEN, "started": OPEN}

    def __init__(self, sitting: list[int] | None = None) -> None:
        self.seat = NONE
        self.sitting: list[int] = sitting if sitting is not None else []
        self.started = False  # have the active turns been handed out (CS-11.3)?

    def copy(self) -> Ring:
        twin = Ring(self.sitting[:])
        twin.started = self.started
        return twin


class Table(State):
    """The whole game."""

    __slots__ = (
        "closing",
        "copies",
        "first",
        "gone",
        "players",
        "reason",
        "rings",
        "round_cap",
        "simultaneous",
        "strands_begun",
        "sudden_death",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "first": OPEN,
        "simultaneous": OPEN,
        "round_cap": OPEN,
        "sudden_death": OPEN,
        "players": [Player],
        "rings": [Ring],
        "copies": [Copy],
        "strands": [Turn],
        "strands_begun": OPEN,
        "gone": OPEN,
        "reason": OPEN,
        "closing": OPEN,
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.first = 0  # the seat that is number 1 (CS-2.1)
        self.simultaneous = True
        self.round_cap = 60
        self.sudden_death = 0
        self.players: list[Player] = []
        self.rings: list[Ring] = []
        self.copies: list[Copy] = []
        self.strands_begun = 0  # the counter of CS-11.12
        self.gone = 0  # players who have left the game
        self.reason = ""
        self.closing = False  # the round cap is reached: what is owed takes its default

    def copy(self) -> Table:
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.first = self.first
        twin.simultaneous = self.simultaneous
        twin.round_cap = self.round_cap
        twin.sudden_death = self.sudden_death
        twin.players = [player.copy() for player in self.players]
        twin.rings = [ring.copy() for ring in self.rings]
        twin.copies = [copy.copy() for copy in self.copies]
        twin.strands = [turn.copy() for turn in self.strands]
        twin.strands_begun = self.strands_begun
        twin.gone = self.gone
        twin.reason = self.reason
        twin.closing = self.closing
        return twin

    def zones(self) -> list[Zone]:
        found: list[Zone] = []
        for player in self.players:
            found.append(player.hand)
            found += player.lanes
            found.append(player.traits)
        for copy in self.copies:
            found += [copy.unit_deck, copy.unit_pile, copy.trait_deck, copy.trait_pile]
        return found

    def turns(self) -> list[Turn]:
        """All strands, the oldest first."""
        return [strand for strand in self.strands if isinstance(strand, Turn)]

    def living(self) -> list[int]:
        """The living players of all rings, by ring and then by seat."""
        return [seat for ring in self.rings for seat in ring.sitting]

    def round(self) -> int:
        """CS-3.8: one more than the fewest turns completed by any living player."""
        return 1 + min([self.players[seat].turns for seat in self.living()])
