"""What is on the table of Nexus Ops, and who may see it (sections 1, 2 and 13)."""

from __future__ import annotations

from typing import Final

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
from starhall.games.nexus_ops.content import NONE, SLOT_COUNT, Content
from starhall.games.nexus_ops.options import Options

STREAMS: Final[tuple[str, ...]] = ("chance",)  # NX-14.1: one generator, one order

# Families of cards with the same back.
MISSIONS: Final = 0
ENERGIZE: Final = 1
TOKENS: Final = 2

ATTACKER: Final = 0
DEFENDER: Final = 1


@part
class Player(Part):
    """A player: a company, its figures, rubium, cards and victory points."""

    faction: int = public(NONE)
    rubium: int = public(0)
    points: int = public(0)
    victories: int = public(0)  # Battle Victory cards
    hills: int = public(0)  # King of the Hill cards
    shattered: int = public(0)  # Shardians given up in this game: seen by all, kept by all
    out: bool = public(False)  # eliminated, in the team game
    # How many in the order of the open window it knows to have passed: all before it once it
    # is asked, itself too once it has passed. Nobody else may know (NX-13.6).
    heard: int = private(0, untold="NX-13.6: a pass looks like not being asked")
    stacks: list[int] = public([0] * HEX_COUNT)  # by hex
    mask: int = public(0)  # the hexes with units
    supply: int = public(0)
    missions: Zone = zone(MISSIONS, OWN)
    energize: Zone = zone(ENERGIZE, OWN)
    scored: Zone = zone(MISSIONS, EVERYONE)

    def hand(self) -> int:
        """How many cards the player holds, of both kinds."""
        return len(self.missions.cards) + len(self.energize.cards)


@part
class Fight(Part):
    """The current battle and its record (NX-8.6, NX-11.10); pairs are attacker, defender."""

    hex: int = public(0)
    attacker: int = public(0)
    defender: int = public(NONE)
    order: list[int] = public([], shared=True)  # who is asked in a window, in this order (NX-8.7)
    step: int = public(0)  # of the battle order (NX-8.11)
    started: list[int] = public([0, 0])  # participants before window 1
    present: list[int] = public([0, 0])  # participants now
    lost: list[int] = public([0, 0])  # destroyed
    killers: list[int] = public([0] * SLOT_COUNT)  # defending slot -> bits of slots that hit it
    bonus: list[int] = public([0, 0])  # what cards add to the dice
    extra: list[int] = public([0, 0])  # further dice per unit, four bits per slot
    early: list[int] = public([0, 0])  # bits of slots that roll in step 0
    direct: list[bool] = public([False, False])
    rolled: list[int] = public([0, 0])  # bits of slots that have rolled in step 0
    # Of this step: face + 8 * slot, + 64 once cancelled; see dice.py.
    dice: list[list[int]] = public([[], []])
    # Hits still to be suffered: scoring slot + 8 if directed, + 16 against the defender.
    due: list[int] = public([], untold="the dice and the losses are told")
    last_died: bool = public(False)  # was the last defender to go destroyed (NX-8.26)?
    won: bool = public(False)
    creeping: int = public(NONE)  # where Sporlings creep to

    def seat_of(self, side: int) -> int:
        return self.attacker if side == ATTACKER else self.defender

    def side_of(self, seat: int) -> int:
        """On which side a player fights, if on any."""
        if seat == self.attacker:
            return ATTACKER
        return DEFENDER if seat == self.defender else NONE

    def is_decided(self) -> bool:
        """NX-8.24: one side has no participant any more."""
        return self.present[ATTACKER] == 0 or self.present[DEFENDER] == 0

    def dice_rolled(self) -> bool:
        """Are dice on the table, so that a window is the one after the dice?"""
        return bool(self.dice[ATTACKER]) or bool(self.dice[DEFENDER])


@part
class Table(State):
    """The whole game."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)
    board: Board = internal(shared=True)

    # The settings
    alternate: int = public(0)  # 6 with the alternate units: added to a slot it gives the unit
    teams: bool = public(False)
    vortex: bool = public(False)
    hill: bool = public(False)
    top_priority: bool = public(False)
    transmissions: bool = public(False)
    line_size: int = public(0)
    target: int = public(12)
    round_cap: int = public(50)

    # The course of the game
    first: int = public(0)
    active: int = public(0)
    round: int = public(1)
    reason: str = public("")
    winner: int = public(NONE)  # who reached the victory point target

    # The map, which does not change after setup
    terrain: list[int] = public([], shared=True)  # by hex
    grounds: list[int] = public([], shared=True)  # by terrain, the mask of its hexes
    enter: list[int] = public([], shared=True)  # by slot, the mask of hexes it may enter

    refinery: list[int] = public([])  # by hex, the value
    refineries: int = public(0)  # the hexes that have one
    unexplored: list[int] = public([])  # the hexes of the cards in `ground`, in the same order
    vortex_dice: list[int] = public([])

    # What lasts for one turn (NX-3.6)
    buying: int = public(NONE, lasts="turn", untold="the purchase and the place are told")
    discount: int = public(0, lasts="turn")
    cloned: int = public(0, lasts="turn")  # home hexes with a new Clone
    marched: int = public(0, lasts="turn")  # bits of slots with a second move
    suits: bool = public(False, lasts="turn")
    vein: int = public(NONE, lasts="turn")
    # The group chosen to move: hex * 8 + slot, + 1024 for a march.
    moving: int = public(NONE, lasts="turn", untold="the move is told when the unit goes")
    ready: list[int] = public(
        [], lasts="turn", untold="follows from the moves that were told"
    )  # by hex, the stack of units that can move
    marching: list[int] = public(
        [], lasts="turn", untold="follows from the moves that were told"
    )  # by hex, those that still have a march move
    dormant: list[int] = public([], lasts="turn")  # by hex, those found this turn
    breathed: list[int] = public([], lasts="turn")  # a hex for each dragon that has breathed
    breather: int = public(NONE, lasts="turn", untold="the strike is told with its die")
    aim: int = public(NONE, lasts="turn", untold="the strike is told with its die")
    victim: int = public(NONE, lasts="turn")
    kills: int = public(0, lasts="turn")
    wins: int = public(0, lasts="turn")
    fought: int = public(0, lasts="turn")

    fight: Fight | None = public(None)
    # The Energize card being resolved, who plays it, and its choices so far
    card: int = public(NONE, untold="that it is played is told, and each of its effects")
    card_seat: int = public(NONE, untold="told with the card")
    picks: list[int] = public([], untold="the effect is told when all is chosen")

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
        """How many seats clockwise of the first player: 0 for him (NX-2.6)."""
        return (seat - self.first) % self.seats

    def battle(self) -> Fight:
        """The current battle."""
        fight = self.fight
        assert fight is not None
        return fight
