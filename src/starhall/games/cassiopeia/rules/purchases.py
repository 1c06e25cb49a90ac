"""Purchases: at list price in Phase 2 and with the Broker, at a fixed price with `buy`."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Number
from starhall.games.cassiopeia.content import (
    BOT,
    CAPSULE,
    CELL,
    COIN,
    LENS,
    MOST_OF_A_KIND,
    NONE,
    RESOURCES,
    Asking,
    Clause,
    Content,
)
from starhall.games.cassiopeia.options import D_BUY, D_PHASE_2, D_PURCHASE
from starhall.games.cassiopeia.rules.legality import QUESTIONS, passing
from starhall.games.cassiopeia.rules.payment import owe_coins, pay
from starhall.games.cassiopeia.rules.resources import gain, token_names
from starhall.games.cassiopeia.rules.verbs import ACTS, COUNT, POWERS, RESOURCE
from starhall.games.cassiopeia.state import Player, Table

# Prices


@POWERS.verb("cheaper", COUNT, when=lambda window, logistics: window == "buy" and not logistics)
def lower_prices(content: Content, bit: int, logistics: bool, numbers: list[int]) -> None:
    content.supply, content.cheaper = bit, numbers[0]


@POWERS.verb("purchase", COUNT, when=lambda window, logistics: window == "buy" and logistics)
def allow_second_purchase(content: Content, bit: int, logistics: bool, numbers: list[int]) -> None:
    content.resupply, content.second_purchases = bit, numbers[0]


def price_of(s: Table, player: Player, resource: int) -> int:
    """CA-4.9, CA-16.28: the list price, lower with a Supply Complex."""
    content = s.content
    price = content.prices[resource]
    return price - content.cheaper if player.inhabited & content.supply else price


def money_of(player: Player) -> int:
    """CA-5.6: capsules pay prices and fees as well."""
    return player.held[COIN] + player.held[CAPSULE]


def purchasable(s: Table, player: Player) -> int:
    """CA-4.13: bot, lens and cell (as bits) that can be paid and are in the reserve."""
    content = s.content
    prices = content.prices
    reserve = s.reserve
    money = money_of(player)
    if player.inhabited & content.supply:
        money += content.cheaper
    mask = 0
    if money >= prices[BOT] and reserve[BOT]:
        mask = 1
    if money >= prices[LENS] and reserve[LENS]:
        mask |= 2
    if money >= prices[CELL] and reserve[CELL]:
        mask |= 4
    return mask


@QUESTIONS.rule(D_PURCHASE, lambda s, decision: s.options.purchase)
@QUESTIONS.rule(D_PHASE_2, lambda s, decision: s.options.purchase)
def why_not_purchase(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-4.13: it can be paid, and it is in the reserve."""
    resource = option.value + BOT
    player = s.players[decision.seat]
    values: dict[str, object] = {"resource": RESOURCES[resource]}
    if s.reserve[resource] == 0:
        return Reason("CA-4.13", "reserve_empty", values)
    price = price_of(s, player, resource)
    if money_of(player) >= price:
        return None
    held = token_names([player.held[COIN], 0, 0, 0, player.held[CAPSULE]])
    values |= {"price": f"coin_{price}", "held": held}
    return Reason("CA-4.13", "too_dear" if held else "too_dear_without", values)


QUESTIONS.free(D_PURCHASE, passing)


# Purchasing


async def purchase(s: Table, player: Player, about: str) -> None:
    """CA-16.3: up to `left` times, buy a bot, lens or cell at list price.

    `about` is the card that allows it.
    """
    while s.left > 0:
        if s.good == NONE:
            mask = purchasable(s, player)
            if mask == 0:
                return
            choice = await Decision(player.seat, D_PURCHASE, s.options.purchase_any[mask], about)
            if choice is s.options.pass_:
                return
            resource = choice.value + BOT
            order(s, player, resource, price_of(s, player, resource))
        await receive(s, player)
        s.left -= 1


@ACTS.verb("purchase", COUNT)
def purchase_tokens(s: Table, player: Player, clause: Clause) -> Asking:
    return purchase(s, player, f"specialist/{s.content.specialists[s.row[player.place]]}")


def order(s: Table, player: Player, resource: int, price: int) -> None:
    """What is bought, and the price that is owed for it."""
    s.good = resource
    owe_coins(s, price)
    if s.witness is not None:
        s.witness.tell("orders", who=player.seat, resource=RESOURCES[resource])


async def receive(s: Table, player: Player) -> None:
    """Pay what is owed and take the token."""
    await pay(s, player)
    gain(s, player, s.good, 1)
    s.good = NONE


@ACTS.verb("buy", RESOURCE, Number(1, MOST_OF_A_KIND), COUNT)
async def buy(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.4: up to `left` times, at a price that nothing lowers."""
    resource, price, _ = clause.numbers
    while s.left > 0:
        if s.good == NONE:
            if s.reserve[resource] == 0 or money_of(player) < price:
                return
            options = [s.options.buy[resource - BOT], s.options.stop]
            about = f"{RESOURCES[resource]}/coin_{price}"
            choice = await Decision(player.seat, D_BUY, options, about)
            if choice is s.options.stop:
                return
            order(s, player, resource, price)
        await receive(s, player)
        s.left -= 1


@QUESTIONS.rule(D_BUY, lambda s, decision: s.options.buy)
def why_not_buy(s: Table, decision: Decision, option: Option) -> Reason | None:
    """A specialist sells one kind of token; it is offered only if it can be had."""
    sold = s.effect(s.players[decision.seat])[s.part].numbers[0]
    if option.value + BOT == sold:
        return None
    return Reason("CA-16.4", "not_sold", {"sold": RESOURCES[sold]})


QUESTIONS.free(D_BUY, lambda s, decision: [s.options.stop])
