"""Sections 4 and 7: the individual turn, phase by phase."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps
from starhall.games.cassiopeia.content import ALL_INHABITED, BOT, COIN, NONE, ROW, Cost
from starhall.games.cassiopeia.options import D_PHASE_2, D_TERRAFORM
from starhall.games.cassiopeia.rules.legality import QUESTIONS, passing
from starhall.games.cassiopeia.rules.payment import (
    missing,
    open_substitutions,
    owe_planet,
    pay,
    payable,
)
from starhall.games.cassiopeia.rules.purchases import (
    order,
    price_of,
    purchasable,
    purchase,
    receive,
)
from starhall.games.cassiopeia.rules.resources import token_names
from starhall.games.cassiopeia.rules.specialists import begin_part, resolve
from starhall.games.cassiopeia.rules.start import run_automatic, start_window
from starhall.games.cassiopeia.state import Player, Table


def begin_turn(s: Table) -> None:
    """The automatic effects of START come first (CA-4.3)."""
    player = s.active()
    s.clear("turn")
    if s.witness is not None:
        s.witness.tell("begins", who=player.seat, specialist=chosen_by(s, player))
    run_automatic(s, player, s.content.at_start)


def chosen_by(s: Table, player: Player) -> str:
    return s.content.specialists[s.row[player.place]]


def take_coins(s: Table) -> None:
    """CA-4.7, CA-4.8, CA-4.17: all coins from the card, then what planets give in COINS."""
    player = s.active()
    coins = s.coins[player.place]
    if coins > 0:
        player.held[COIN] += coins
        s.coins[player.place] = 0
        if s.witness is not None:
            s.witness.tell("takes_coins", who=player.seat, n=coins)
    run_automatic(s, player, s.content.at_coins)
    s.planets_left = 1


# Phase 2


async def purchase_or_effect(s: Table) -> None:
    """CA-4.9 to CA-4.12: one purchase, or the specialist's effect, or neither."""
    player = s.active()
    clauses = s.effect(player)
    if s.part == NONE:
        options = s.options.phase_2[purchasable(s, player)]
        choice = await Decision(player.seat, D_PHASE_2, options, chosen_by(s, player))
        begin_part(s, clauses, 0 if choice is s.options.effect else len(clauses))
        if choice.verb == "purchase":
            resource = choice.value + BOT
            order(s, player, resource, price_of(s, player, resource))
        elif s.witness is not None:
            key = "works" if choice is s.options.effect else "skips"
            s.witness.tell(key, who=player.seat, specialist=chosen_by(s, player))
    if s.part < len(clauses):
        await resolve(s, player, clauses)
    elif s.good != NONE or s.left > 0:
        await purchase_tokens(s, player)


QUESTIONS.free(D_PHASE_2, lambda s, decision: [s.options.effect, s.options.skip])


async def purchase_tokens(s: Table, player: Player) -> None:
    """One token, then with an optimized Supply Complex perhaps another (CA-16.28)."""
    if s.left == 0:
        await receive(s, player)
        if player.inhabited & s.content.resupply and s.optimized(player):
            s.left = s.content.second_purchases
    complex = s.content.complexes[s.content.resupply.bit_length() - 1]
    await purchase(s, player, f"complex/{complex}")
    s.left = 0


# Phase 3


def cost_of(s: Table, player: Player, place: int) -> Cost:
    """CA-7.2, CA-7.3: it stands on the planet to the left, in a circle, on its upper side."""
    left = player.row[place - 1]
    return s.content.cost[left * 2 + (player.inhabited >> left & 1)]


async def terraforming(s: Table) -> None:
    """CA-7.1, CA-7.8, CA-7.9: one planet, or two with the Foreman, or none."""
    player = s.active()
    while s.planets_left > 0:
        if s.target == NONE:
            options = terraformable(s, player)
            if not options:
                return
            options.append(s.options.pass_)
            choice = await Decision(player.seat, D_TERRAFORM, options)
            if choice is s.options.pass_:
                return
            s.target = choice.value - player.planet(0)
            owe_planet(s, player, cost_of(s, player, player.row.index(s.target)))
            if s.witness is not None:
                s.witness.tell("picks_planet", who=player.seat, planet=choice.arg)
        await pay(s, player)
        settle_planet(s, player)
        s.planets_left -= 1


def terraformable(s: Table, player: Player) -> list[Option]:
    """The uninhabited planets whose cost can be paid, from left to right."""
    options: list[Option] = []
    coins, bots, lenses, cells, capsules = player.held
    if coins + bots + lenses + cells + capsules + s.discount < s.content.least_cost:
        return options
    substitutions = open_substitutions(s, player)
    discount = s.discount
    spared = capsules + discount + substitutions  # at most
    inhabited = player.inhabited
    costs = s.content.cost
    planets = s.options.terraform
    first = player.planet(0)
    left = player.row[ROW - 1]
    for type in player.row:
        if not inhabited >> type & 1:
            coin, bot, lens, cell = costs[left * 2 + (inhabited >> left & 1)]
            short = 0
            if coin > coins:
                short = coin - coins
            if bot > bots:
                short += bot - bots
            if lens > lenses:
                short += lens - lenses
            if cell > cells:
                short += cell - cells
            if short <= spared and (
                short <= capsules or payable(player, coin, bot, lens, cell, discount, substitutions)
            ):
                options.append(planets[first + type])
        left = type
    return options


def own_planets(s: Table, decision: Decision) -> list[Option]:
    player = s.players[decision.seat]
    return [s.options.terraform[player.planet(type)] for type in player.row]


@QUESTIONS.rule(D_TERRAFORM, own_planets)
def why_not_terraform(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-7.1: which planets are settled already, and what the others still miss."""
    player = s.players[decision.seat]
    type = option.value - player.planet(0)
    values: dict[str, object] = {"planet": option.arg}
    if player.inhabited >> type & 1:
        return Reason("CA-7.10", "is_inhabited", values)
    cost = cost_of(s, player, player.row.index(type))
    short = missing(player, cost, s.discount, open_substitutions(s, player))
    if not any(short):
        return None
    values |= {"cost": token_names(list(cost)), "missing": token_names(short), "n": s.discount}
    return Reason("CA-7.1", "cannot_pay_discounted" if s.discount else "cannot_pay", values)


QUESTIONS.free(D_TERRAFORM, passing)


def settle_planet(s: Table, player: Player) -> None:
    """CA-7.6: the planet is flipped in place; CA-15.1: the seventh wins the game at once."""
    player.inhabited |= 1 << s.target
    if s.witness is not None:
        planet = s.content.planets[player.planet(s.target)]
        s.witness.tell("terraforms", who=player.seat, planet=planet, n=player.planets())
    s.target = NONE
    s.discount = 0  # used up by the first planet
    if player.inhabited == ALL_INHABITED:
        s.winner = player.seat
        s.reason = "settled"
        raise GameOver


# Phase 4


def move_token(s: Table) -> None:
    """CA-4.14, CA-4.15: END effects, then the token goes from the card to the table beside it."""
    player = s.active()
    run_automatic(s, player, s.content.at_end)
    s.on[player.place] = NONE
    s.turn += 1


def turns_left(s: Table) -> bool:
    return s.turn < s.seats


# CA-4.1
TURN: Final[Steps] = Steps(
    "turn",
    begin_turn,
    start_window,
    take_coins,
    purchase_or_effect,
    terraforming,
    move_token,
    as_long_as=turns_left,
    about=lambda s: {"who": s.active().seat},
)
