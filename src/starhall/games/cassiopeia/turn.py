"""Section 4 and 7: the individual turn, phase by phase.

`s.step` says where the turn stands; every decision can be taken up again from the state.
"""

from __future__ import annotations

from starhall.engine.rules.decision import GameOver
from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.cards import (
    ALL_INHABITED,
    AT_COINS,
    AT_END,
    BOT,
    COIN,
    COST,
    PLANETS,
    ROW,
    SECOND_PURCHASES,
    SPECIALISTS,
    SUPPLY,
)
from starhall.games.cassiopeia.resources import (
    open_substitutions,
    owe_planet,
    pay,
    payable,
    price_of,
    purchasable,
)
from starhall.games.cassiopeia.specialists import begin_part, order, purchase, receive, resolve
from starhall.games.cassiopeia.start import begin_start, run_automatic, start_window
from starhall.games.cassiopeia.state import (
    BEGIN,
    EFFECTS,
    NONE,
    PHASE_2,
    PHASE_3,
    PURCHASING,
    START,
    Player,
    Table,
    ask,
)
from starhall.games.cassiopeia.words import (
    D_PHASE_2,
    D_TERRAFORM,
    EFFECT,
    PASS,
    SKIP,
    TERRAFORM,
)
from starhall.games.cassiopeia.words import PHASE_2 as PHASE_2_OPTIONS


async def individual_turn(s: Table, player: Player) -> None:
    """CA-4.1: START, coins, purchase or effect, terraforming, token."""
    if s.step == BEGIN:
        if s.witness is not None:
            specialist = SPECIALISTS[s.row[player.place]]
            s.witness.tell("begins", who=player.seat, specialist=specialist)
        begin_start(s, player)
        s.step = START
    if s.step == START:
        await start_window(s, player)
        take_coins(s, player)
        s.discount = 0
        s.planets_left = 1
        s.step = PHASE_2
    if s.step == PHASE_2:
        await purchase_or_effect(s, player)
    if s.step == PURCHASING:
        await purchasing(s, player)
        s.step = PHASE_3
    if s.step == EFFECTS:
        await resolve(s, player)
        s.step = PHASE_3
    await terraforming(s, player)
    run_automatic(s, player, AT_END)  # CA-4.15
    move_token(s, player)


def take_coins(s: Table, player: Player) -> None:
    """CA-4.7, CA-4.8, CA-4.17: all coins from the card, then what planets give in COINS."""
    coins = s.coins[player.place]
    if coins > 0:
        player.held[COIN] += coins
        s.coins[player.place] = 0
        if s.witness is not None:
            s.witness.tell("takes_coins", who=player.seat, n=coins)
    run_automatic(s, player, AT_COINS)


async def purchase_or_effect(s: Table, player: Player) -> None:
    """CA-4.9 to CA-4.12, D9: one purchase, or the specialist's effect, or neither."""
    options = PHASE_2_OPTIONS[purchasable(s, player)]
    specialist = SPECIALISTS[s.row[player.place]]
    choice = await ask(s, player.seat, D_PHASE_2, options, specialist)
    if choice is EFFECT:
        begin_part(s, player, 0)
        s.step = EFFECTS
    elif choice is SKIP:
        s.step = PHASE_3
    else:
        resource = choice.value + BOT
        order(s, resource, price_of(player, resource))
        s.left = 0
        s.step = PURCHASING


async def purchasing(s: Table, player: Player) -> None:
    """The token of D9, then with an optimized Supply Complex perhaps another (CA-16.28)."""
    if s.left == 0:
        await receive(s, player)
        if player.inhabited & SUPPLY and s.optimized(player):
            s.left = SECOND_PURCHASES
    await purchase(s, player)
    s.left = 0


def cost_of(player: Player, place: int) -> tuple[int, int, int, int]:
    """CA-7.2, CA-7.3: it stands on the planet to the left, in a circle, on its upper side."""
    left = player.row[place - 1]
    return COST[left * 2 + (player.inhabited >> left & 1)]


async def terraforming(s: Table, player: Player) -> None:
    """CA-7.1, CA-7.8, CA-7.9, D15: one planet, or two with the Foreman, or none."""
    while s.planets_left > 0:
        if s.target == NONE:
            options = terraformable(s, player)
            if not options:
                break
            options.append(PASS)
            choice = await ask(s, player.seat, D_TERRAFORM, options)
            if choice is PASS:
                break
            s.target = choice.value - player.planet(0)
            owe_planet(s, cost_of(player, player.row.index(s.target)))
        await pay(s, player)
        settle_planet(s, player)
        s.planets_left -= 1


def terraformable(s: Table, player: Player) -> list[Option]:
    """The uninhabited planets whose cost can be paid, from left to right."""
    options: list[Option] = []
    substitutions = open_substitutions(s, player)
    discount = s.discount
    inhabited = player.inhabited
    first = player.planet(0)
    row = player.row
    left = row[ROW - 1]
    for type in row:
        if not inhabited >> type & 1:
            coin, bot, lens, cell = COST[left * 2 + (inhabited >> left & 1)]
            if payable(player, coin, bot, lens, cell, discount, substitutions):
                options.append(TERRAFORM[first + type])
        left = type
    return options


def settle_planet(s: Table, player: Player) -> None:
    """CA-7.6: the planet is flipped in place; CA-15.1: the seventh wins the game at once."""
    player.inhabited |= 1 << s.target
    if s.witness is not None:
        planet = PLANETS[player.planet(s.target)]
        s.witness.tell("terraforms", who=player.seat, planet=planet, n=player.planets())
    s.target = NONE
    s.discount = 0  # used up by the first planet
    if player.inhabited == ALL_INHABITED:
        s.winner = player.seat
        s.reason = "settled"
        raise GameOver


def move_token(s: Table, player: Player) -> None:
    """CA-4.14: from the card to the table beside it; the next player's turn begins."""
    s.on[player.place] = NONE
    s.step = BEGIN
    s.turn += 1
