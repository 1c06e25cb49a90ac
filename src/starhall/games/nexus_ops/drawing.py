"""Sections 10 and 11A: the decks and the Draw phase."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.state import Zone
from starhall.games.nexus_ops.asking import choose
from starhall.games.nexus_ops.boards import MONO
from starhall.games.nexus_ops.cards import CARDS, FIRST_ENERGIZE, MONOLITH
from starhall.games.nexus_ops.control import controlled_mask
from starhall.games.nexus_ops.deployment import add_exchanges, exchange
from starhall.games.nexus_ops.ending import gain_points
from starhall.games.nexus_ops.state import Table
from starhall.games.nexus_ops.words import (
    D_END,
    D_HILL,
    D_PASS_CARD,
    D_TOP,
    DRAW_ENERGIZE,
    END_TURN,
    GIVE,
    GIVE_NOTHING,
    KEEP,
    TAKE_HILL,
)

MONOLITH_CARDS: Final = 2  # NX-10.2


# The decks


def draw_mission(s: Table, goal: Zone) -> bool:
    """NX-11.1: the deck, then what lies below it, then the pile shuffled anew."""
    deck = s.mission_deck
    if not deck.cards:
        s.gather(s.mission_bottom, deck)
    return _draw(s, deck, s.mission_pile, goal)


def draw_energize(s: Table, seat: int) -> bool:
    """One Energize card into a player's hand, if there is one."""
    return _draw(s, s.energize_deck, s.energize_pile, s.players[seat].energize)


def _draw(s: Table, deck: Zone, pile: Zone, goal: Zone) -> bool:
    if not deck.cards:
        if not pile.cards:
            return False
        s.gather(pile, deck)
        s.chance.streams[0].shuffle(deck.cards)
        if s.witness is not None:
            s.witness.tell("reshuffles", n=len(deck.cards))
    s.draw(deck, goal)
    return True


# Phase 6


def draw_phase(s: Table) -> None:
    """NX-10.1: one mission; NX-17.6: two to choose from; NX-17.13: the line is refilled."""
    player = s.players[s.active]
    if s.transmissions:
        while len(s.line.cards) < s.line_size and draw_mission(s, s.line):
            continue
    elif s.top_priority:
        s.offer.sight = 1 << s.active
        if draw_mission(s, s.offer):
            draw_mission(s, s.offer)
    elif draw_mission(s, player.missions) and s.witness is not None:
        s.witness.tell("draws_mission", who=s.active)


async def sift(s: Table) -> None:
    """NX-17.6, NX-17.38: keep one, the other goes below the deck, seen by nobody else."""
    cards = s.offer.cards
    if not cards:
        return
    keep = cards[0]
    if len(cards) > 1:
        options = [KEEP[card] for card in sorted(set(cards))]
        choice = await choose(s, s.active, D_TOP, options)
        keep = choice.value
    s.move(keep, s.offer, s.players[s.active].missions)
    if s.offer.cards:
        s.draw(s.offer, s.mission_bottom)
    if s.witness is not None:
        s.witness.tell("draws_mission", who=s.active)


async def monolith_draw(s: Table) -> None:
    """NX-10.2: two Energize cards; NX-17.4: or a King of the Hill card."""
    seat = s.active
    if s.terrain[MONO] != MONOLITH or not controlled_mask(s, seat) & 1:
        return
    if s.hill:
        choice = await choose(s, seat, D_HILL, [DRAW_ENERGIZE, TAKE_HILL])
        if choice is TAKE_HILL:
            s.players[seat].hills += 1
            if s.witness is not None:
                s.witness.tell("king", who=seat)
            gain_points(s, seat, 1)
            for step in range(1, s.seats):  # NX-17.5
                other = (seat + step) % s.seats
                if not s.players[other].out:
                    draw_energize(s, other)
            return
    drawn = 0
    for _ in range(MONOLITH_CARDS):
        if draw_energize(s, seat):
            drawn += 1
    if s.witness is not None:
        s.witness.tell("draws_energize", who=seat, n=drawn)


async def hand_over(s: Table) -> None:
    """NX-17.17, NX-17.37: the partner may pass the active player one card, face down."""
    partner = s.players[(s.active + 2) % s.seats]
    if partner.out or partner.hand() == 0:
        return
    hand = sorted(set(partner.missions.cards)) + sorted(set(partner.energize.cards))
    options = [GIVE[card] for card in hand]
    choice = await choose(s, partner.seat, D_PASS_CARD, [*options, GIVE_NOTHING])
    if choice is GIVE_NOTHING:
        return
    card = choice.value
    active = s.players[s.active]
    if card < FIRST_ENERGIZE:
        s.move(card, partner.missions, active.missions)
    else:
        s.move(card, partner.energize, active.energize)
    if s.witness is not None:
        kind = "gives_mission" if card < FIRST_ENERGIZE else "gives_energize"
        both = 1 << s.active | 1 << partner.seat
        s.witness.tell(kind, who=partner.seat, to_whom=s.active)
        s.witness.tell("given", to=both, card=CARDS[card])


async def end_of_turn(s: Table) -> None:
    """NX-10.4, NX-11.15: the last chance to exchange cards."""
    player = s.players[s.active]
    while player.hand():
        options = [END_TURN]
        add_exchanges(player, options)
        options.append(options.pop(0))
        choice = await choose(s, s.active, D_END, options)
        if choice is END_TURN:
            return
        exchange(s, player, choice.value)
