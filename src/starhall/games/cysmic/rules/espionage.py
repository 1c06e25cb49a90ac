"""Espionage cards: drawing, choosing a side, making room (CY-14)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import EXPLOIT, SABOTAGE
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import pick_seat
from starhall.games.cysmic.rules.captives import settle_holds
from starhall.games.cysmic.rules.discovery import restock
from starhall.games.cysmic.rules.legality import QUESTIONS, every_seat, question
from starhall.games.cysmic.rules.powers import refresh
from starhall.games.cysmic.rules.verbs import carry_out
from starhall.games.cysmic.state import Table


def most_active(seats: int) -> int:
    """CY-14.3: how many cards may be active in the whole game."""
    return 1 if seats <= 3 else 2 if seats <= 5 else 3


async def infiltrate(s: Table, seat: int) -> None:
    """CY-14.1, CY-14.2: show the top card, choose a side, use it now or let it stay."""
    if not restock(s, s.espionage_deck, s.espionage_pile):
        return
    card = s.draw(s.espionage_deck, s.shown)
    if s.witness is not None:
        s.witness.tell("draws_espionage", who=seat, card=s.content.cards[card])
    choice = await question(s, seat, Ask.SIDE, s.content.cards[card])
    side = SABOTAGE if choice is s.options.sabotage_side else EXPLOIT
    if s.witness is not None:
        key = "sabotages" if side == SABOTAGE else "exploits"
        s.witness.tell(key, who=seat, card=s.content.cards[card])
    if s.content.stays[card - s.content.first_espionage][side]:
        await _make_room(s, seat)
        s.move(card, s.shown, s.players[seat].spy)
        s.players[seat].spy_side = side
        if s.witness is not None:
            s.witness.tell("espionage_stays", who=seat, card=s.content.cards[card])
        refresh(s)
    else:
        clauses = s.content.side_clauses[card - s.content.first_espionage][side]
        await carry_out(s, seat, f"name.espionage.{s.content.cards[card]}", clauses)
        s.move(card, s.shown, s.espionage_pile)
        if s.witness is not None:
            s.witness.tell("espionage_ends", who=seat, card=s.content.cards[card])
    await settle_holds(s)


async def _make_room(s: Table, seat: int) -> None:
    """CY-14.4, CY-14.5: the player's card goes first, then another player's if need be."""
    _drop(s, seat)
    active = [other for other in s.others(seat) if s.players[other].spy.cards]
    if len(active) >= most_active(s.seats):
        dropped = await pick_seat(s, seat, active, Ask.DROP_SPY)
        _drop(s, dropped)


def _drop(s: Table, seat: int) -> None:
    """The active card of that player, if any, is discarded."""
    spy = s.players[seat].spy
    if s.witness is not None:
        for card in spy.cards:
            s.witness.tell("espionage_ends", who=seat, card=s.content.cards[card])
    s.gather(spy, s.espionage_pile)


QUESTIONS.free(Ask.SIDE, lambda s, d: [s.options.sabotage_side, s.options.exploit_side])


@QUESTIONS.rule(Ask.DROP_SPY, every_seat)
def why_not_drop(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-14.4: somebody's active card."""
    if s.players[option.value].spy.cards:
        return None
    return Reason("CY-14.4", "no_active_card", {"who": option.value})
