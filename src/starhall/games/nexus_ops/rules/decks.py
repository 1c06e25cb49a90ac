"""Section 11: the decks, and exchanging cards for rubium."""

from __future__ import annotations

from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.games.nexus_ops.state import Player, Table


def draw_mission(s: Table, goal: Zone) -> bool:
    """NX-11.1: the deck, then what lies below it, then the shuffled pile."""
    deck = s.mission_deck
    if not deck.cards:
        s.gather(s.mission_bottom, deck)
    return _draw(s, deck, s.mission_pile, goal, "missions")


def draw_energize(s: Table, seat: int, number: int = 1) -> None:
    """NX-11.1: Energize cards into a player's hand, as far as there are any."""
    hand = s.players[seat].energize
    drawn = 0
    while drawn < number and _draw(s, s.energize_deck, s.energize_pile, hand, "energize"):
        drawn += 1
    if s.witness is not None:
        if drawn:
            s.witness.tell("draws_energize", who=seat, n=drawn)
        else:
            s.witness.tell("no_energize_left", who=seat)


def _draw(s: Table, deck: Zone, pile: Zone, goal: Zone, name: str) -> bool:
    if not deck.cards:
        if not pile.cards:
            return False
        s.gather(pile, deck)
        s.chance.streams[0].shuffle(deck.cards)
        if s.witness is not None:
            s.witness.tell("reshuffles", deck=name, n=len(deck.cards))
    s.draw(deck, goal)
    return True


def add_exchanges(s: Table, player: Player, options: list[Option]) -> None:
    """NX-11.14: any card in hand, listed once per design."""
    exchange = s.options.exchange
    cards = player.missions.cards
    if cards:
        options += [exchange[card] for card in sorted(set(cards))]
    cards = player.energize.cards
    if cards:
        options += [exchange[card] for card in sorted(set(cards))]


def exchange(s: Table, player: Player, card: int) -> None:
    """NX-11.14: one card, face up to its own pile, for 1 rubium."""
    if card < s.content.first_energize:
        s.move(card, player.missions, s.mission_pile)
    else:
        s.move(card, player.energize, s.energize_pile)
    player.rubium += 1
    if s.witness is not None:
        s.witness.tell("exchanges", who=player.seat, card=s.content.cards[card])
