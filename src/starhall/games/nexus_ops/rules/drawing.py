"""Section 10: the Draw phase."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Procedure
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.rules.decks import (
    add_exchanges,
    draw_energize,
    draw_mission,
    exchange,
)
from starhall.games.nexus_ops.rules.ending import gain_points
from starhall.games.nexus_ops.rules.legality import QUESTIONS, ask, exchanges
from starhall.games.nexus_ops.rules.missions import holds_monolith
from starhall.games.nexus_ops.state import Player, Table

MONOLITH_CARDS: Final = 2  # NX-10.2


def draw_missions(s: Table) -> None:
    """NX-10.1: one mission; NX-17.6: two to choose from; NX-17.13: the line is refilled."""
    if s.transmissions:
        refill_line(s)
    elif s.top_priority:
        s.offer.sight = 1 << s.active
        if draw_mission(s, s.offer):
            draw_mission(s, s.offer)
        tell_mission(s, "looks_at_missions", len(s.offer.cards))
    else:
        drawn = draw_mission(s, s.players[s.active].missions)
        tell_mission(s, "draws_mission", 1 if drawn else 0)


def tell_mission(s: Table, event: str, number: int) -> None:
    """Tell that missions were drawn, or that there are none."""
    if s.witness is not None:
        s.witness.tell(event if number else "no_mission_left", who=s.active, n=number)


def refill_line(s: Table) -> None:
    """NX-17.13, NX-17.14: fill the line to its size as long as there are cards."""
    before = len(s.line.cards)
    while len(s.line.cards) < s.line_size and draw_mission(s, s.line):
        continue
    if s.witness is not None and len(s.line.cards) > before:
        added = [s.content.cards[card] for card in s.line.cards[before:]]
        s.witness.tell("refills", who=s.active, cards=added)


def keep_mission(s: Table) -> Procedure | None:
    """NX-17.6: one of two, with Top Priority."""
    return sift(s) if s.offer.cards else None


async def sift(s: Table) -> None:
    """NX-17.6, NX-17.38: keep one; the other goes below the deck, and nobody else sees it."""
    choice = await ask(s, s.active, "top")
    s.move(choice.value, s.offer, s.players[s.active].missions)
    event = "keeps_one_mission" if s.offer.cards else "keeps_the_mission"
    if s.offer.cards:
        s.draw(s.offer, s.mission_bottom)
    if s.witness is not None:
        s.witness.tell(event, who=s.active)


def monolith_draw(s: Table) -> Procedure | None:
    """NX-10.2: for the player who controls the Monolith."""
    return draw_or_take_hill(s) if holds_monolith(s, s.active) else None


async def draw_or_take_hill(s: Table) -> None:
    """NX-10.2: two Energize cards; NX-17.4: or a King of the Hill card."""
    seat = s.active
    if s.hill and await ask(s, seat, "hill") is s.options.take_hill:
        take_hill(s, seat)
        return
    if s.witness is not None:
        s.witness.tell("holds_monolith", who=seat)
    draw_energize(s, seat, MONOLITH_CARDS)


def take_hill(s: Table, seat: int) -> None:
    """NX-17.4, NX-17.5: a point for the king, an Energize card for everybody else."""
    s.players[seat].hills += 1
    if s.witness is not None:
        s.witness.tell("king", who=seat)
    gain_points(s, seat, 1)
    for step in range(1, s.seats):
        other = (seat + step) % s.seats
        if not s.players[other].out:
            draw_energize(s, other)


def hand_over(s: Table) -> Procedure | None:
    """NX-17.17, NX-17.37: a partner who is still in the game and has cards may pass one on."""
    if not s.teams:
        return None
    partner = s.players[(s.active + 2) % s.seats]
    return None if partner.out or partner.hand() == 0 else pass_card(s, partner)


async def pass_card(s: Table, partner: Player) -> None:
    """NX-17.17: one card to the active player, face down."""
    choice = await ask(s, partner.seat, "pass_card", str(s.active + 1))
    if choice is s.options.give_nothing:
        return
    card = choice.value
    active = s.players[s.active]
    is_mission = card < s.content.first_energize
    if is_mission:
        s.move(card, partner.missions, active.missions)
    else:
        s.move(card, partner.energize, active.energize)
    if s.witness is not None:
        kind = "gives_mission" if is_mission else "gives_energize"
        both = 1 << s.active | 1 << partner.seat
        s.witness.tell(kind, who=partner.seat, to_whom=s.active)
        s.witness.tell("given", to=both, card=s.content.cards[card])


async def end_turn(s: Table) -> None:
    """NX-10.4, NX-11.15: the last chance to exchange cards."""
    player = s.players[s.active]
    while player.hand():
        options: list[Option] = []
        add_exchanges(s, player, options)
        options.append(s.options.end_turn)
        choice = await Decision(s.active, "end", options)
        if choice is s.options.end_turn:
            return
        exchange(s, player, choice.value)


# What is legal


def offered_missions(s: Table, decision: Decision) -> list[Option]:
    return [s.options.keep[card] for card in sorted(set(s.offer.cards))]


def own_cards(s: Table, decision: Decision) -> list[Option]:
    player = s.players[decision.seat]
    hand = sorted(set(player.missions.cards)) + sorted(set(player.energize.cards))
    return [s.options.give[card] for card in hand]


QUESTIONS.free("hill", lambda s, _: [s.options.draw_energize, s.options.take_hill])
QUESTIONS.free("top", offered_missions)
QUESTIONS.free("pass_card", own_cards)
QUESTIONS.free("pass_card", lambda s, _: [s.options.give_nothing])
QUESTIONS.free("end", exchanges)
QUESTIONS.free("end", lambda s, _: [s.options.end_turn])
