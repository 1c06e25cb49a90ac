"""Espionage cards: drawing, choosing a side, making room (CY-14)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.games.cysmic import verbs
from starhall.games.cysmic.asking import pick_seat
from starhall.games.cysmic.captives import settle_holds
from starhall.games.cysmic.cards import (
    CARDS,
    EXPLOIT,
    FIRST_ESPIONAGE,
    SABOTAGE,
    SIDE_CLAUSES,
    STAYS,
)
from starhall.games.cysmic.discovery import restock
from starhall.games.cysmic.powers import refresh
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.words import D_DROP_SPY, D_SIDE, EXPLOIT_SIDE, SABOTAGE_SIDE


def most_active(seats: int) -> int:
    """CY-14.3: how many cards may be active in the whole game."""
    return 1 if seats <= 3 else 2 if seats <= 5 else 3


async def infiltrate(s: Table, seat: int) -> None:
    """CY-14.1, CY-14.2: show the top card, choose a side, use it now or let it stay."""
    if not restock(s, s.espionage_deck, s.espionage_pile):
        return
    s.strands[0].fresh = False  # from here on the card lies open
    card = s.draw(s.espionage_deck, s.shown)
    choice = await Decision(seat, D_SIDE, [SABOTAGE_SIDE, EXPLOIT_SIDE], CARDS[card])
    side = SABOTAGE if choice is SABOTAGE_SIDE else EXPLOIT
    if s.witness is not None:
        key = "sabotages" if side == SABOTAGE else "exploits"
        s.witness.tell(key, who=seat, card=CARDS[card])
    if STAYS[card - FIRST_ESPIONAGE][side]:
        await _make_room(s, seat)
        s.move(card, s.shown, s.players[seat].spy)
        s.players[seat].spy_side = side
        refresh(s)
    else:
        await verbs.resolve(s, seat, SIDE_CLAUSES[card - FIRST_ESPIONAGE][side])
        s.move(card, s.shown, s.espionage_pile)
    await settle_holds(s)


async def _make_room(s: Table, seat: int) -> None:
    """CY-14.4, CY-14.5: the own card goes first, then another player's if need be."""
    s.gather(s.players[seat].spy, s.espionage_pile)
    active = [other for other in s.others(seat) if s.players[other].spy.cards]
    if len(active) >= most_active(s.seats):
        dropped = await pick_seat(seat, active, D_DROP_SPY)
        s.gather(s.players[dropped].spy, s.espionage_pile)
