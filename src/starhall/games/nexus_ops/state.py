"""What is on the table of Nexus Ops, and who may see it (sections 1, 2 and 13)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.codes import (
    FLAG,
    LEFT_OUT,
    SEAT,
    Code,
    bits,
    each,
    joined,
    members,
    number,
    one_hot,
    packed,
)
from starhall.engine.rules.fields import (
    EVERYONE,
    NOBODY,
    OWN,
    internal,
    part,
    private,
    public,
    zone,
)
from starhall.engine.rules.state import Part, State, Zone
from starhall.games.nexus_ops.boards import HEX_COUNT, Board
from starhall.games.nexus_ops.content import NONE, SLOT_COUNT, TERRAIN_COUNT, Content
from starhall.games.nexus_ops.options import Options

STREAMS: Final[tuple[str, ...]] = ("chance",)  # NX-14.1: one generator, one order

# Families of cards with the same back.
MISSIONS: Final = 0
ENERGIZE: Final = 1
TOKENS: Final = 2

# Stacks (stacks.py) and dice (dice.py) are packed; a stack has four bits for each slot.
STACK: Final[Code] = packed(SLOT_COUNT, 4, 6)
DIE: Final[Code] = joined(8, one_hot(6, first=1), joined(8, one_hot(SLOT_COUNT), FLAG))

ATTACKER: Final = 0
DEFENDER: Final = 1


@part
class Player(Part):
    """A player: a company, its figures, rubium, cards and victory points."""

    faction: int = public(NONE, coded=one_hot(6))
    rubium: int = public(0)
    points: int = public(0, coded=number(20))
    victories: int = public(0, coded=number(12))  # Battle Victory cards
    hills: int = public(0, coded=number(8))  # King of the Hill cards
    # Shardians given up in this game: seen by all, kept by all
    shattered: int = public(0, coded=number(5))
    out: bool = public(False)  # eliminated, in the team game
    # How many players in the order of the open window have passed, as far as this one knows: all
    # before it once it is asked, itself too once it has passed. Nobody else may know (NX-13.6).
    heard: int = private(0, untold="NX-13.6: a pass looks like not being asked", coded=number(4))
    stacks: list[int] = public([0] * HEX_COUNT, coded=each(HEX_COUNT, STACK))  # by hex
    mask: int = public(0, coded=LEFT_OUT)  # the hexes with units
    supply: int = public(0, coded=STACK)
    missions: Zone = zone(MISSIONS, OWN)
    energize: Zone = zone(ENERGIZE, OWN)
    scored: Zone = zone(MISSIONS, EVERYONE)

    def hand(self) -> int:
        """How many cards the player holds, of both kinds."""
        return len(self.missions.cards) + len(self.energize.cards)


@part
class Fight(Part):
    """The current battle and its record (NX-8.6, NX-11.10); pairs are attacker, defender."""

    hex: int = public(0, coded=one_hot(HEX_COUNT))
    attacker: int = public(0, coded=SEAT)
    defender: int = public(NONE, coded=SEAT)
    # Who is asked in a window, in this order (NX-8.7)
    order: list[int] = public([], shared=True, coded=each(4, SEAT))
    step: int = public(0, coded=one_hot(7))  # of the battle order (NX-8.11)
    started: list[int] = public([0, 0], coded=each(2, STACK))  # participants before window 1
    present: list[int] = public([0, 0], coded=each(2, STACK))  # participants now
    lost: list[int] = public([0, 0], coded=each(2, STACK))  # destroyed
    # Defending slot -> bits of slots that hit it
    killers: list[int] = public([0] * SLOT_COUNT, coded=each(SLOT_COUNT, bits(SLOT_COUNT)))
    bonus: list[int] = public([0, 0], coded=each(2, number(3)))  # what cards add to the dice
    # Further dice per unit, four bits per slot
    extra: list[int] = public([0, 0], coded=each(2, STACK))
    # Bits of slots that roll in step 0
    early: list[int] = public([0, 0], coded=each(2, bits(SLOT_COUNT)))
    direct: list[bool] = public([False, False])
    # Bits of slots that have rolled in step 0
    rolled: list[int] = public([0, 0], coded=each(2, bits(SLOT_COUNT)))
    # The dice of this step: face + 8 * slot, + 64 once cancelled; see dice.py.
    dice: list[list[int]] = public([[], []], coded=each(2, each(10, DIE)))
    # Hits still to be suffered: scoring slot + 8 if directed, + 16 against the defender.
    due: list[int] = public(
        [],
        untold="the dice and the losses are told",
        coded=each(10, joined(8, one_hot(SLOT_COUNT), bits(2))),
    )
    last_died: bool = public(False)  # was the last defender to go destroyed (NX-8.26)?
    won: bool = public(False)
    creeping: int = public(NONE, coded=one_hot(HEX_COUNT))  # where Sporlings creep to

    def seat_of(self, side: int) -> int:
        return self.attacker if side == ATTACKER else self.defender

    def side_of(self, seat: int) -> int:
        """The side on which a player fights, if any."""
        if seat == self.attacker:
            return ATTACKER
        return DEFENDER if seat == self.defender else NONE

    def is_decided(self) -> bool:
        """NX-8.24: one side has no participants left."""
        return self.present[ATTACKER] == 0 or self.present[DEFENDER] == 0

    def dice_rolled(self) -> bool:
        """Are dice on the table? Then a window is the one after the dice."""
        return bool(self.dice[ATTACKER]) or bool(self.dice[DEFENDER])


@part
class Table(State):
    """The whole game."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)
    board: Board = internal(shared=True)

    # The settings
    # 6 with the alternate units; this plus the slot is the unit
    alternate: int = public(0, coded=LEFT_OUT)
    teams: bool = public(False, coded=LEFT_OUT)
    vortex: bool = public(False, coded=LEFT_OUT)
    hill: bool = public(False, coded=LEFT_OUT)
    top_priority: bool = public(False, coded=LEFT_OUT)
    transmissions: bool = public(False, coded=LEFT_OUT)
    line_size: int = public(0, coded=LEFT_OUT)
    target: int = public(12, coded=LEFT_OUT)
    round_cap: int = public(50, coded=LEFT_OUT)

    # The course of the game
    first: int = public(0, coded=SEAT)
    active: int = public(0, coded=SEAT)
    round: int = public(1, coded=number(50))
    reason: str = public("", coded=LEFT_OUT)
    winner: int = public(NONE, coded=SEAT)  # who reached the victory point target

    # The map, which does not change after setup
    # By hex
    terrain: list[int] = public([], shared=True, coded=each(HEX_COUNT, one_hot(TERRAIN_COUNT)))
    # By terrain, the mask of its hexes
    grounds: list[int] = public([], shared=True, coded=LEFT_OUT)
    # By slot, the mask of hexes it may enter
    enter: list[int] = public([], shared=True, coded=LEFT_OUT)

    refinery: list[int] = public([], coded=each(HEX_COUNT, number(3)))  # by hex, the value
    refineries: int = public(0, coded=LEFT_OUT)  # the hexes that have one
    # The hexes of the cards in `ground`, in the same order
    unexplored: list[int] = public([], coded=members(HEX_COUNT))
    vortex_dice: list[int] = public([], coded=each(2, one_hot(6, first=1)))

    # What lasts for one turn (NX-3.6)
    buying: int = public(
        NONE, lasts="turn", untold="the purchase and the place are told", coded=one_hot(SLOT_COUNT)
    )
    discount: int = public(0, lasts="turn", coded=number(6))
    cloned: int = public(0, lasts="turn", coded=bits(HEX_COUNT))  # home hexes with a new Clone
    # Bits of slots with a second move
    marched: int = public(0, lasts="turn", coded=bits(SLOT_COUNT))
    suits: bool = public(False, lasts="turn")
    vein: int = public(NONE, lasts="turn", coded=one_hot(HEX_COUNT))
    # The group chosen to move: hex * 8 + slot, + 1024 for a march.
    moving: int = public(
        NONE,
        lasts="turn",
        untold="the move is told when the unit goes",
        coded=joined(8, one_hot(SLOT_COUNT), joined(128, one_hot(HEX_COUNT), FLAG)),
    )
    # By hex, the stack of units that can move
    ready: list[int] = public(
        [],
        lasts="turn",
        untold="follows from the moves that were told",
        coded=each(HEX_COUNT, STACK),
    )
    # By hex, the units that still have a march move
    marching: list[int] = public(
        [],
        lasts="turn",
        untold="follows from the moves that were told",
        coded=each(HEX_COUNT, STACK),
    )
    # By hex, the units found this turn
    dormant: list[int] = public([], lasts="turn", coded=each(HEX_COUNT, STACK))
    # A hex for each dragon that has breathed
    breathed: list[int] = public([], lasts="turn", coded=members(HEX_COUNT))
    breather: int = public(
        NONE, lasts="turn", untold="the strike is told with its die", coded=one_hot(HEX_COUNT)
    )
    aim: int = public(
        NONE, lasts="turn", untold="the strike is told with its die", coded=one_hot(HEX_COUNT)
    )
    victim: int = public(NONE, lasts="turn", coded=SEAT)
    kills: int = public(0, lasts="turn", coded=number(6))
    wins: int = public(0, lasts="turn", coded=number(4))
    fought: int = public(0, lasts="turn", coded=bits(HEX_COUNT))

    fight: Fight | None = public(None)
    # The Energize card being resolved, who plays it, and its choices so far
    card: int = public(
        NONE, untold="that it is played is told, and each of its effects", coded=one_hot(64)
    )
    card_seat: int = public(NONE, untold="told with the card", coded=SEAT)
    picks: list[int] = public(
        [], untold="the effect is told when all is chosen", coded=each(4, number(43))
    )

    players: list[Player] = public([])
    mission_deck: Zone = zone(MISSIONS, NOBODY)
    mission_bottom: Zone = zone(MISSIONS, NOBODY)  # below the deck; the first one is drawn first
    mission_pile: Zone = zone(MISSIONS, EVERYONE)
    line: Zone = zone(MISSIONS, EVERYONE)
    offer: Zone = zone(MISSIONS, NOBODY)
    mission_box: Zone = zone(MISSIONS, EVERYONE)
    energize_deck: Zone = zone(ENERGIZE, NOBODY)
    energize_pile: Zone = zone(ENERGIZE, EVERYONE)
    ground: Zone = zone(TOKENS, NOBODY)
    found: Zone = zone(TOKENS, EVERYONE)
    spare: Zone = zone(TOKENS, NOBODY)
    token_box: Zone = zone(TOKENS, EVERYONE)

    def position(self, seat: int) -> int:
        """How many seats clockwise from the first player; 0 for the first player (NX-2.6)."""
        return (seat - self.first) % self.seats

    def battle(self) -> Fight:
        """The current battle."""
        fight = self.fight
        assert fight is not None
        return fight
