"""Sections 5 and 10: gaining, protection, and the payment procedure."""

from __future__ import annotations

from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.cards import (
    BANK,
    BOT,
    CAPSULE,
    CELL,
    CHEAPER,
    COIN,
    DEFENCE,
    ENGINEERING,
    LENS,
    PRICES,
    PROTECTED_BEST,
    PROTECTED_COINS,
    RESOURCES,
    SUBSTITUTES,
    SUBSTITUTES_OPTIMIZED,
    SUPPLY,
)
from starhall.games.cassiopeia.state import (
    BY_CAPSULE,
    DROPPING,
    NONE,
    PAID,
    SUBSTITUTING,
    Player,
    Table,
    ask,
)
from starhall.games.cassiopeia.words import (
    CAPSULE_RANGE,
    D_CAPSULES,
    D_DROP,
    D_SUBSTITUTE,
    DROP,
    STOP,
    SUBSTITUTE,
)

# Gaining


def gain(s: Table, player: Player, resource: int, amount: int) -> int:
    """CA-16.1, CA-5.2: as much as the reserve holds; tells how much that was."""
    got = min(amount, s.reserve[resource])
    s.reserve[resource] -= got
    player.held[resource] += got
    if s.witness is not None and got > 0:
        s.witness.tell("gains", who=player.seat, amount=f"{RESOURCES[resource]}_{got}")
    return got


def give_back(s: Table, player: Player, resource: int) -> None:
    """CA-5.1: one token goes to the reserve."""
    player.held[resource] -= 1
    s.reserve[resource] += 1


def hand_over(giver: Player, taker: Player, resource: int, amount: int) -> None:
    giver.held[resource] -= amount
    taker.held[resource] += amount


def exchange(s: Table, player: Player, given: int, taken: int) -> None:
    """CA-16.6: return one token and take another."""
    give_back(s, player, given)
    s.reserve[taken] -= 1
    player.held[taken] += 1
    if s.witness is not None:
        s.witness.tell("exchanges", who=player.seat, given=RESOURCES[given], taken=RESOURCES[taken])


# Protection


def loose(player: Player) -> list[int]:
    """CA-10.9: the unprotected coins, bots, lenses and cells; capsules never are."""
    held = player.held
    found = [held[COIN], held[BOT], held[LENS], held[CELL]]
    if player.inhabited & BANK:  # CA-10.7
        found[COIN] -= min(PROTECTED_COINS, found[COIN])
    if player.inhabited & DEFENCE:  # CA-10.8: the most expensive first
        left = PROTECTED_BEST
        for resource in (CELL, LENS, BOT):
            kept = min(left, found[resource])
            found[resource] -= kept
            left -= kept
    return found


def mask_of(found: list[int]) -> int:
    """Which of coin, bot, lens and cell there are, as bits."""
    mask = 0
    if found[COIN]:
        mask = 1
    if found[BOT]:
        mask |= 2
    if found[LENS]:
        mask |= 4
    if found[CELL]:
        mask |= 8
    return mask


# Prices


def price_of(player: Player, resource: int) -> int:
    """CA-4.9, CA-16.28: the list price, lower with a Supply Complex."""
    return PRICES[resource] - CHEAPER if player.inhabited & SUPPLY else PRICES[resource]


def purchasable(s: Table, player: Player) -> int:
    """CA-4.13: bot, lens and cell (as bits) that can be paid and are in the reserve."""
    money = player.held[COIN] + player.held[CAPSULE]  # CA-5.6
    if player.inhabited & SUPPLY:
        money += CHEAPER
    mask = 0
    if money >= PRICES[BOT] and s.reserve[BOT]:
        mask = 1
    if money >= PRICES[LENS] and s.reserve[LENS]:
        mask |= 2
    if money >= PRICES[CELL] and s.reserve[CELL]:
        mask |= 4
    return mask


# Can it be paid?


def shortage(player: Player, coin: int, bot: int, lens: int, cell: int) -> int:
    """How many capsules a cost needs at least."""
    held = player.held
    short = 0
    if coin > held[COIN]:
        short = coin - held[COIN]
    if bot > held[BOT]:
        short += bot - held[BOT]
    if lens > held[LENS]:
        short += lens - held[LENS]
    if cell > held[CELL]:
        short += cell - held[CELL]
    return short


def payable(
    player: Player, coin: int, bot: int, lens: int, cell: int, drops: int, substitutions: int
) -> bool:
    """CA-5.11: is there any way to pay this, with the drops and substitutions still open?"""
    if shortage(player, coin, bot, lens, cell) <= player.held[CAPSULE]:
        return True
    if drops > 0:
        return (
            (coin > 0 and payable(player, coin - 1, bot, lens, cell, drops - 1, substitutions))
            or (bot > 0 and payable(player, coin, bot - 1, lens, cell, drops - 1, substitutions))
            or (lens > 0 and payable(player, coin, bot, lens - 1, cell, drops - 1, substitutions))
            or (cell > 0 and payable(player, coin, bot, lens, cell - 1, drops - 1, substitutions))
        )
    if substitutions > 0:
        left = substitutions - 1
        return (bot > 0 and payable(player, coin + 1, bot - 1, lens, cell, 0, left)) or (
            lens > 0 and payable(player, coin + 1, bot, lens - 1, cell, 0, left)
        )
    return False


def open_substitutions(s: Table, player: Player) -> int:
    """CA-16.24: how many tokens the Engineering Complex would turn into coins now."""
    if not player.inhabited & ENGINEERING:
        return 0
    return SUBSTITUTES_OPTIMIZED if s.optimized(player) else SUBSTITUTES


def due_payable(s: Table, player: Player, drops: int, substitutions: int) -> bool:
    due = s.due
    return payable(player, due[COIN], due[BOT], due[LENS], due[CELL], drops, substitutions)


# Paying (CA-5.12)


def owe_coins(s: Table, price: int) -> None:
    """CA-5.13: a price or fee; only capsules can help."""
    s.due = [price, 0, 0, 0]
    s.by_capsule = [0, 0, 0, 0]
    s.next_type = COIN
    s.payment = BY_CAPSULE


def owe_planet(s: Table, cost: tuple[int, int, int, int]) -> None:
    """A terraforming cost: all steps apply."""
    s.due = [cost[0], cost[1], cost[2], cost[3]]
    s.by_capsule = [0, 0, 0, 0]
    s.next_type = COIN
    s.drops = s.discount
    s.payment = DROPPING


async def pay(s: Table, player: Player) -> None:
    """The steps still to come of the payment that is owed."""
    if s.payment == DROPPING:
        if s.drops > 0:
            await drop(s, player)
        s.substitutions = open_substitutions(s, player)
        s.payment = SUBSTITUTING
    if s.payment == SUBSTITUTING:
        if s.substitutions > 0:
            await substitute(s, player)
        s.payment = BY_CAPSULE
    if player.held[CAPSULE] > 0:
        await use_capsules(s, player)
    settle(s, player)


async def drop(s: Table, player: Player) -> None:
    """Step 1, D16: a discount removes tokens of the cost, one at a time."""
    due = s.due
    later = open_substitutions(s, player)
    while s.drops > 0 and sum(due) > 0:
        options: list[Option] = []
        for resource in range(CAPSULE):
            if due[resource] > 0:
                due[resource] -= 1
                if due_payable(s, player, s.drops - 1, later):
                    options.append(DROP[resource])
                due[resource] += 1
        choice = await ask(s, player.seat, D_DROP, options)
        due[choice.value] -= 1
        s.drops -= 1
        if s.witness is not None:
            s.witness.tell("drops", who=player.seat, resource=choice.arg)
    s.drops = 0


async def substitute(s: Table, player: Player) -> None:
    """Step 2, D17: the Engineering Complex turns bots and lenses of the cost into coins."""
    due = s.due
    while s.substitutions > 0 and due[BOT] + due[LENS] > 0:
        options: list[Option] = []
        for resource in (BOT, LENS):
            if due[resource] > 0:
                due[resource] -= 1
                due[COIN] += 1
                if due_payable(s, player, 0, s.substitutions - 1):
                    options.append(SUBSTITUTE[resource - BOT])
                due[resource] += 1
                due[COIN] -= 1
        if due_payable(s, player, 0, 0):
            options.append(STOP)
        choice = await ask(s, player.seat, D_SUBSTITUTE, options)
        if choice is STOP:
            break
        due[choice.value + BOT] -= 1
        due[COIN] += 1
        s.substitutions -= 1
        if s.witness is not None:
            s.witness.tell("substitutes", who=player.seat, resource=choice.arg)
    s.substitutions = 0


async def use_capsules(s: Table, player: Player) -> None:
    """Step 3, D18: for each type, how many tokens capsules stand in for."""
    while s.next_type <= CELL:
        resource = s.next_type
        if s.due[resource] > 0:
            low, high = capsule_range(s, player, resource)
            number = low
            if high > low:
                options = CAPSULE_RANGE[low * 5 + high]
                choice = await ask(s, player.seat, D_CAPSULES, options, RESOURCES[resource])
                number = choice.value
            s.by_capsule[resource] = number
        s.next_type = resource + 1


def capsule_range(s: Table, player: Player, resource: int) -> tuple[int, int]:
    """At least the shortage; at most what the types still to come do not need."""
    held = player.held
    due = s.due
    left = held[CAPSULE]
    for other in range(CAPSULE):
        if other < resource:
            left -= s.by_capsule[other]
        elif other > resource and due[other] > held[other]:
            left -= due[other] - held[other]
    return max(0, due[resource] - held[resource]), min(due[resource], left)


def settle(s: Table, player: Player) -> None:
    """Step 4: all tokens go to the reserve together."""
    held = player.held
    reserve = s.reserve
    capsules = 0
    for resource in range(CAPSULE):
        due = s.due[resource]
        if due > 0:
            joker = s.by_capsule[resource]
            capsules += joker
            held[resource] -= due - joker
            reserve[resource] += due - joker
    held[CAPSULE] -= capsules
    reserve[CAPSULE] += capsules
    s.payment = PAID
    if s.witness is not None:
        paid = [s.due[resource] - s.by_capsule[resource] for resource in range(CAPSULE)]
        s.witness.tell("pays", who=player.seat, tokens=token_names([*paid, capsules]))


def token_names(tokens: list[int]) -> list[str]:
    """The tokens as the text catalogue names amounts: `coin_2`, `cell_1`."""
    return [f"{RESOURCES[r]}_{n}" for r, n in enumerate(tokens) if n > 0]


# Attacks


def eligible(player: Player, other: Player) -> bool:
    """CA-10.2: only an opponent whose fund is not higher."""
    return other.planets() >= player.planets()


def targets(s: Table, player: Player) -> list[Player]:
    """CA-10.3 to CA-10.5: the eligible opponents with something unprotected."""
    return [
        other
        for other in s.others(player)
        if eligible(player, other) and mask_of(loose(other)) != 0
    ]


def rob(s: Table, player: Player, victim: Player, resource: int) -> None:
    """One token changes hands."""
    hand_over(victim, player, resource, 1)
    s.victim = NONE
    if s.witness is not None:
        amount = f"{RESOURCES[resource]}_1"
        s.witness.tell("takes", who=player.seat, victim=victim.seat, amount=amount)
