"""Section 8 and 16-A: the verbs of the specialists, clause by clause."""

from __future__ import annotations

from starhall.games.cassiopeia.cards import (
    BOT,
    BUY,
    CAPSULE,
    CLAUSES,
    COIN,
    DISCOUNT,
    EACH_GAIN,
    EXTRA_TERRAFORM,
    GAIN,
    LENS,
    LEVY,
    PURCHASE,
    RAID,
    RESOURCES,
    SET_LOGISTICS,
    TAKE_OBJECT,
    UPGRADE,
    Clause,
)
from starhall.games.cassiopeia.logistics import set_logistics
from starhall.games.cassiopeia.objects import take_object
from starhall.games.cassiopeia.resources import (
    eligible,
    exchange,
    gain,
    hand_over,
    loose,
    mask_of,
    owe_coins,
    pay,
    price_of,
    purchasable,
    rob,
    targets,
)
from starhall.games.cassiopeia.state import NONE, PAID, Player, Table, ask
from starhall.games.cassiopeia.words import (
    BUY_ONE,
    D_BUY,
    D_PURCHASE,
    D_TAKE,
    D_TARGET,
    D_UPGRADE,
    PASS,
    PRICE_WORDS,
    PURCHASE_ONE,
    STOP,
    TAKE_ONE,
    TARGET,
    UPGRADE_ONE,
)


async def resolve(s: Table, player: Player) -> None:
    """CA-4.10, CA-4.11: in written order, each part as far as possible, Logistics last."""
    clauses = CLAUSES[s.row[player.place]]
    while s.part < len(clauses):
        clause = clauses[s.part]
        if clause.logistics and not s.optimized(player):
            break  # CA-6.3: for this player the clause does not exist
        if not resolve_at_once(s, player, clause):
            await resolve_asking(s, player, clause)
        begin_part(s, player, s.part + 1)


def begin_part(s: Table, player: Player, part: int) -> None:
    """`left` counts the repetitions of the clause, so that it can be taken up in the middle."""
    clauses = CLAUSES[s.row[player.place]]
    s.part = part
    s.left = clauses[part].amount if part < len(clauses) else 0


def resolve_at_once(s: Table, player: Player, clause: Clause) -> bool:
    """The verbs that ask nothing; False for the others."""
    verb = clause.verb
    if verb == GAIN:
        gain(s, player, clause.thing, clause.amount)
    elif verb == EACH_GAIN:
        each_gain(s, player, clause.thing, clause.amount)
    elif verb == LEVY:
        levy(s, player, clause.amount)
    elif verb == DISCOUNT:
        s.discount += clause.amount
    elif verb == EXTRA_TERRAFORM:
        s.planets_left += clause.amount
    else:
        return False
    return True


async def resolve_asking(s: Table, player: Player, clause: Clause) -> None:
    verb = clause.verb
    if verb == PURCHASE:
        await purchase(s, player)
    elif verb == BUY:
        await buy(s, player, clause.thing, clause.price)
    elif verb == UPGRADE:
        await upgrade(s, player)
    elif verb == RAID:
        await raid(s, player)
    elif verb == SET_LOGISTICS:
        await set_logistics(s, player, clause.thing)
    elif verb == TAKE_OBJECT:
        await take_object(s, player, clause.thing, clause.price)
    else:
        raise ValueError(f"no rule for verb {verb}")


def each_gain(s: Table, player: Player, resource: int, amount: int) -> None:
    """CA-16.2, CA-5.3: you first, then the others in turn order after you."""
    gain(s, player, resource, amount)
    for other in s.others(player):
        gain(s, other, resource, amount)


def levy(s: Table, player: Player, amount: int) -> None:
    """CA-16.8: every eligible opponent gives unprotected coins; nobody chooses."""
    for other in s.others(player):
        if eligible(player, other):
            coins = min(amount, loose(other)[COIN])
            hand_over(other, player, COIN, coins)
            if s.witness is not None and coins > 0:
                taken = f"{RESOURCES[COIN]}_{coins}"
                s.witness.tell("takes", who=player.seat, victim=other.seat, amount=taken)


async def purchase(s: Table, player: Player) -> None:
    """CA-16.3, D10: up to `left` times, buy a bot, lens or cell at list price."""
    while s.left > 0:
        if s.payment == PAID:
            mask = purchasable(s, player)
            if mask == 0:
                break
            choice = await ask(s, player.seat, D_PURCHASE, PURCHASE_ONE[mask])
            if choice is PASS:
                break
            order(s, choice.value + BOT, price_of(player, choice.value + BOT))
        await receive(s, player)
        s.left -= 1


def order(s: Table, resource: int, price: int) -> None:
    """What is bought, and the price that is owed for it."""
    s.good = resource
    owe_coins(s, price)


async def receive(s: Table, player: Player) -> None:
    """Pay what is owed and take the token."""
    await pay(s, player)
    gain(s, player, s.good, 1)
    s.good = NONE


async def buy(s: Table, player: Player, resource: int, price: int) -> None:
    """CA-16.4, D11: up to `left` times, at a price that nothing lowers."""
    while s.left > 0:
        if s.payment == PAID:
            money = player.held[COIN] + player.held[CAPSULE]
            if s.reserve[resource] == 0 or money < price:
                break
            options = BUY_ONE[resource - BOT]
            choice = await ask(s, player.seat, D_BUY, options, PRICE_WORDS[price])
            if choice is STOP:
                break
            order(s, resource, price)
        await receive(s, player)
        s.left -= 1


async def upgrade(s: Table, player: Player) -> None:
    """CA-16.5, D12: up to `left` times, return a token and gain the next better one."""
    held = player.held
    while s.left > 0:
        mask = 0
        for resource in (COIN, BOT, LENS):
            if held[resource] and s.reserve[resource + 1]:
                mask |= 1 << resource
        if mask == 0:
            break
        choice = await ask(s, player.seat, D_UPGRADE, UPGRADE_ONE[mask])
        if choice is PASS:
            break
        exchange(s, player, choice.value, choice.value + 1)
        s.left -= 1


async def raid(s: Table, player: Player) -> None:
    """CA-16.9, D5, D7: up to `left` times, take one unprotected token from an opponent."""
    while s.left > 0:
        if s.victim == NONE:
            options = [TARGET[other.colour] for other in targets(s, player)]
            if not options:
                break
            options.append(PASS)
            choice = await ask(s, player.seat, D_TARGET, options)
            if choice is PASS:
                break
            s.victim = s.of_colour(choice.value).seat
        victim = s.players[s.victim]
        choice = await ask(s, player.seat, D_TAKE, TAKE_ONE[mask_of(loose(victim))])
        rob(s, player, victim, choice.value)
        s.left -= 1
