"""What is on the table of Cassiopeia; everything is open to everybody (CA-13.1)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.codes import LEFT_OUT, SEAT, bits, each, number, one_hot
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

MOST_PLACES: Final = 9  # in the Specialist row
MOST_TOKENS: Final = 28  # of one resource: the coins (CA-1.2)

# How the Specialist cards are selected (section 17).
CORE_RANDOM: Final = 0
LOWEST: Final = 1
ALL_RANDOM: Final = 2
PICKED: Final = 3


WORKING: Final = "the progress of an effect or a payment; what comes of it is told"


@part
class Player(Part):
    """A player: a row of planets, resources, Space Objects and a token."""

    colour: int = public(NONE, coded=one_hot(5))
    system: int = public(NONE, coded=one_hot(5))
    row: list[int] = public([], coded=each(ROW, one_hot(ROW)))  # planet types from left to right
    inhabited: int = public(0, coded=bits(ROW))  # a mask of planet types
    held: list[int] = public([0, 0, 0, 0, 0], coded=each(5, number(MOST_TOKENS)))  # by resource
    # By kind: which side of the player's object faces up, NONE if there is none.
    objects: list[int] = public([NONE, NONE, NONE], coded=each(3, one_hot(2)))
    # Where in the Specialist row the token lies, on or beside the card
    place: int = public(NONE, coded=one_hot(MOST_PLACES))

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
    row_size: int = public(0, coded=LEFT_OUT)
    flipped_at_setup: int = public(0, coded=LEFT_OUT)
    selection: int = public(CORE_RANDOM, coded=LEFT_OUT)
    random_systems: bool = public(True, coded=LEFT_OUT)
    first: int = public(NONE, coded=LEFT_OUT)  # the first player, if the host named one
    round_cap: int = public(0, coded=LEFT_OUT)

    # The table
    players: list[Player] = public([])
    reserve: list[int] = public([], coded=each(5, number(MOST_TOKENS)))  # by resource
    logistics: int = public(EARTH, coded=number(1))  # CA-2.11
    # The specialist facing up, by place from left to right
    row: list[int] = public([], coded=each(MOST_PLACES, one_hot(18)))
    # Lying on the card, by place
    coins: list[int] = public([], coded=each(MOST_PLACES, number(MOST_TOKENS)))
    # Whose token lies on the card, by place
    on: list[int] = public([], coded=each(MOST_PLACES, SEAT))
    # Space Objects nobody owns, by kind
    object_reserve: list[int] = public([0, 0, 0], coded=each(3, number(5)))
    box_systems: list[int] = public([], shared=True, coded=LEFT_OUT)
    box_specialists: list[int] = public([], shared=True, coded=LEFT_OUT)
    box_objects: list[int] = public([], shared=True, coded=LEFT_OUT)

    # The course of the game
    round: int = public(0, coded=number(60))  # 0 during setup
    # Initiative order while choosing, then the turn order
    order: list[int] = public([], coded=each(5, SEAT))
    turn: int = public(0, coded=number(5))  # whose turn in that order
    winner: int = public(NONE, coded=SEAT)
    reason: str = public("", coded=LEFT_OUT)

    # The current turn
    used: int = public(0, lasts="turn", untold=WORKING, coded=bits(8))  # START effects, as a mask
    # The START effect being carried out
    using: int = public(NONE, untold=WORKING, coded=one_hot(8))
    # The clause being resolved, of a START effect or of the specialist. NONE: nothing has been
    # chosen yet; beyond the last one: there is nothing left to resolve.
    part: int = public(NONE, lasts="turn", untold=WORKING, coded=number(4))
    # How many times it may still be repeated
    left: int = public(0, untold=WORKING, coded=number(4))
    victim: int = public(NONE, coded=SEAT)
    good: int = public(NONE, coded=one_hot(8))  # being paid for: a resource, or a side of an object
    target: int = public(NONE, coded=one_hot(ROW))  # the planet type being terraformed
    discount: int = public(0, lasts="turn", coded=number(4))
    # May still be terraformed; 0 in START
    planets_left: int = public(
        0, lasts="turn", untold="one in each turn; more are told", coded=number(3)
    )
    discarding: bool = public(False)  # the Logistics card was flipped, the others discard

    # The current payment (CA-5.12)
    due: list[int] = public([], coded=each(5, number(4)))  # by resource; empty when nothing is owed
    # How much of it capsules stand in for
    by_capsule: list[int] = public([], untold="the payment tells it", coded=each(5, number(4)))
    drops: int = public(0, untold=WORKING, coded=number(4))
    substitutions: int = public(0, untold=WORKING, coded=number(4))

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
