"""Section 4: buying units, playing Deployment cards, exchanging cards for rubium."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.cards import (
    CARDS,
    COST,
    DEPLOYMENT,
    FIRST_ENERGIZE,
    NONE,
    ONE_PER_HOME,
    SLOT_COUNT,
    UNITS,
    WHEN,
)
from starhall.games.nexus_ops.control import deploy, homes
from starhall.games.nexus_ops.energize import announce, playable_now, resolve
from starhall.games.nexus_ops.state import Player, Table
from starhall.games.nexus_ops.words import (
    BUY,
    D_DEPLOY,
    D_PLACE,
    DONE,
    EXCHANGE,
    PLACE,
    PLAY,
)


async def deployment(s: Table) -> None:
    """NX-4.1: buy and play Deployment cards in any order and any number, until done."""
    seat = s.active
    player = s.players[seat]
    while True:
        if s.card != NONE:
            await resolve(s)
        if s.buying != NONE:
            await place_bought(s, player)
        s.strands[0].fresh = True
        choice = await Decision(seat, D_DEPLOY, deployable(s, player))
        if choice is DONE:
            break
        verb = choice.verb
        if verb == "buy":
            buy(s, player, choice.value % SLOT_COUNT)
        elif verb == "exchange":
            exchange(s, player, choice.value)
        else:
            announce(s, player, choice.value + FIRST_ENERGIZE)
    s.discount = 0


def price(s: Table, slot: int) -> int:
    """NX-16.3, and NX-16.7: discounts add up, but nothing costs less than 1."""
    return max(1, COST[slot + s.alternate] - s.discount)


def free_homes(s: Table, slot: int) -> list[int]:
    """NX-4.3: the own home hexes; NX-17.23: for a Clone only those without a new one."""
    own = homes(s, s.active)
    if not ONE_PER_HOME[slot + s.alternate]:
        return own
    return [hex for hex in own if not (s.cloned >> hex) & 1]


def deployable(s: Table, player: Player) -> list[Option]:
    """D-DEPLOY: what can be bought, played or exchanged, and `done`."""
    options: list[Option] = []
    rubium = player.rubium
    supply = player.supply
    alternate = s.alternate
    for slot in range(SLOT_COUNT):
        cost = COST[slot + alternate]
        if s.discount:
            cost = price(s, slot)
        if cost > rubium or not (supply >> (4 * slot)) & 15:
            continue
        if not alternate or free_homes(s, slot):
            options.append(BUY[slot + alternate])
    hand = player.energize.cards
    if hand:
        for card in sorted(set(hand)):
            if WHEN[card] == DEPLOYMENT and playable_now(s, player, card):
                options.append(PLAY[card - FIRST_ENERGIZE])
    add_exchanges(player, options)
    options.append(DONE)
    return options


def add_exchanges(player: Player, options: list[Option]) -> None:
    """NX-11.14: any card in hand, listed once per design."""
    cards = player.missions.cards
    if cards:
        options += [EXCHANGE[card] for card in sorted(set(cards))]
    cards = player.energize.cards
    if cards:
        options += [EXCHANGE[card] for card in sorted(set(cards))]


def exchange(s: Table, player: Player, card: int) -> None:
    """NX-11.14: one card, face up to its own pile, for 1 rubium."""
    if card < FIRST_ENERGIZE:
        s.move(card, player.missions, s.mission_pile)
    else:
        s.move(card, player.energize, s.energize_pile)
    player.rubium += 1
    if s.witness is not None:
        s.witness.tell("exchanges", who=player.seat, card=CARDS[card])


def buy(s: Table, player: Player, slot: int) -> None:
    """NX-4.2: the cost goes to the supply; the unit is placed at once."""
    player.rubium -= price(s, slot)
    s.buying = slot


async def place_bought(s: Table, player: Player) -> None:
    """NX-4.3: on one of the own home hexes, even if others stand there."""
    slot = s.buying
    options = [PLACE[hex] for hex in free_homes(s, slot)]
    s.strands[0].fresh = True
    choice = await Decision(player.seat, D_PLACE, options, UNITS[slot + s.alternate])
    hex = choice.value
    deploy(player, hex, slot)
    s.buying = NONE
    if ONE_PER_HOME[slot + s.alternate]:
        s.cloned |= 1 << hex
    if s.witness is not None:
        unit = UNITS[slot + s.alternate]
        s.witness.tell("buys", who=player.seat, unit=unit, hex=HEXES[hex])
