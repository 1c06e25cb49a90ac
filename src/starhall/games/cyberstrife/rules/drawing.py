"""Section 13: drawing units and traits; an empty deck is made again from its pile."""

from __future__ import annotations

from starhall.engine.rules.state import Zone
from starhall.games.cyberstrife.state import TRAIT_STREAM, UNIT_STREAM, Player, Table


def draw_unit(s: Table, player: Player) -> None:
    """One unit from the player's own copy into the hand (CS-12.4)."""
    copy = s.copies[player.copy_number]
    _draw(s, copy.unit_deck, copy.unit_pile, player.hand, UNIT_STREAM, "units")


def draw_trait(s: Table, player: Player) -> None:
    """CS-4.8: one trait, face up in front of the player at once."""
    copy = s.copies[player.copy_number]
    _draw(s, copy.trait_deck, copy.trait_pile, player.traits, TRAIT_STREAM, "traits")


def units_left(s: Table, player: Player) -> bool:
    """CS-13.8: is there anything to draw, in the deck or in the pile?"""
    copy = s.copies[player.copy_number]
    return bool(copy.unit_deck.cards or copy.unit_pile.cards)


def _draw(s: Table, deck: Zone, pile: Zone, goal: Zone, stream: int, name: str) -> None:
    """CS-13.3: the pile is shuffled into a new deck only when a draw needs it."""
    if not deck.cards:
        s.gather(pile, deck)
        s.chance.streams[stream].shuffle(deck.cards)
        if s.witness is not None:
            s.witness.tell("reshuffles", deck=name, n=len(deck.cards))
    if deck.cards:
        s.draw(deck, goal)
