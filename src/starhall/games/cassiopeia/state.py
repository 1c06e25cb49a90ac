"""What is on the table of Cassiopeia; everything is open to everybody (CA-13.1)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.fields import internal, part, public
from starhall.engine.rules.state import Part, State
from starhall.games.cassiopeia.content import (
    BASE,
    EARTH,
    INHABITED_COUNT,
    MASKS,
    NONE,
    ROW,
    Clause,
    Content,
)
from starhall.games.cassiopeia.options import Options

STREAMS: Final[tuple[str, ...]] = ("setup",)

# How the Specialist cards are selected (section 17).
CORE_RANDOM: Final = 0
LOWEST: Final = 1
ALL_RANDOM: Final = 2
PICKED: Final = 3


WORKING: Final = "the progress of an effect or a payment; what comes of it is told"


@part
class Player(Part):
    """A player: a row of planets, resources, Space Objects and a token."""

    colour: int = public(NONE)
    system: int = public(NONE)
    row: list[int] = public([])  # planet types from left to right
    inhabited: int = public(0)  # a mask of planet types
    held: list[int] = public([0, 0, 0, 0, 0])  # by resource
    # By kind: which side of the player's object faces up, NONE where there is none.
    objects: list[int] = public([NONE, NONE, NONE])
    place: int = public(NONE)  # where in the Specialist row the token lies, on or beside the card

    def planet(self, type: int) -> int:
        """The planet of that type in the player's system."""
        return self.system * ROW + type

    def planets(self) -> int:
        """How many planets are inhabited."""
        return INHABITED_COUNT[self.inhabited]

    def fund(self) -> int:
        """CA-10.1: the number of uninhabited planets."""
        return ROW - INHABITED_COUNT[self.inhabited]


@part
class Table(State):
    """The whole game, and the progress of the current turn."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)

    # The settings
    row_size: int = public(0)
    flipped_at_setup: int = public(0)
    selection: int = public(CORE_RANDOM)
    random_systems: bool = public(True)
    first: int = public(NONE)  # the first player, if the host named one
    round_cap: int = public(0)

    # The table
    players: list[Player] = public([])
    reserve: list[int] = public([])  # by resource
    logistics: int = public(EARTH)  # CA-2.11
    row: list[int] = public([])  # the specialist facing up, by place from left to right
    coins: list[int] = public([])  # lying on the card, by place
    on: list[int] = public([])  # whose token lies on the card, by place
    object_reserve: list[int] = public([0, 0, 0])  # Space Objects nobody owns, by kind
    box_systems: list[int] = public([], shared=True)
    box_specialists: list[int] = public([], shared=True)
    box_objects: list[int] = public([], shared=True)

    # The course of the game
    round: int = public(0)  # 0 during setup
    order: list[int] = public([])  # initiative order while choosing, then the turn order
    turn: int = public(0)  # whose turn in that order
    winner: int = public(NONE)
    reason: str = public("")

    # The current turn
    used: int = public(0, lasts="turn", untold=WORKING)  # START effects, as a mask
    using: int = public(NONE, untold=WORKING)  # the START effect being carried out
    # The clause being resolved, of a START effect or of the specialist. NONE: nothing has been
    # chosen yet; beyond the last one: there is nothing left to resolve.
    part: int = public(NONE, lasts="turn", untold=WORKING)
    left: int = public(0, untold=WORKING)  # how many times it may still be repeated
    victim: int = public(NONE)
    good: int = public(NONE)  # being paid for: a resource, or a side of an object
    target: int = public(NONE)  # the planet type being terraformed
    discount: int = public(0, lasts="turn")
    # May still be terraformed; 0 in START
    planets_left: int = public(0, lasts="turn", untold="one in each turn; more are told")
    discarding: bool = public(False)  # the Logistics card was flipped, the others discard

    # The current payment (CA-5.12)
    due: list[int] = public([])  # by resource; empty when nothing is owed
    by_capsule: list[int] = public(
        [], untold="the payment tells it"
    )  # how much of it capsules stand in for
    drops: int = public(0, untold=WORKING)
    substitutions: int = public(0, untold=WORKING)

    def dealt(self) -> bool:
        """Is setup done?"""
        return self.round > 0

    def active(self) -> Player:
        """Whose turn it is, to choose or to act."""
        return self.players[self.order[self.turn]]

    def choosing(self) -> bool:
        """Is the active player choosing a specialist? In a turn the token lies on its card."""
        return self.turn < self.seats and not self.has_chosen(self.active())

    def has_chosen(self, player: Player) -> bool:
        """Is the player's token on a card, its turn not over yet?"""
        return player.place != NONE and self.on[player.place] == player.seat

    def effect(self, player: Player) -> list[Clause]:
        """What the chosen specialist does."""
        return self.content.clauses[self.row[player.place]]

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

    def margin(self, player: Player) -> int:
        """How far Earth symbols lead, base included (CA-6.1, CA-9.5); behind is negative."""
        content = self.content
        planets = content.margin[player.system * MASKS + player.inhabited]
        return planets + content.base_symbols[player.objects[BASE] + 1]

    def optimized(self, player: Player) -> bool:
        """CA-6.1, CA-6.2: strictly more symbols of the active side; computed, never stored."""
        margin = self.margin(player)
        return margin > 0 if self.logistics == EARTH else margin < 0
