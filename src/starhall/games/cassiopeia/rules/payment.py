"""Section 5: can it be paid, and the payment procedure (CA-5.12)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.content import (
    BOT,
    CAPSULE,
    CELL,
    COIN,
    LENS,
    RESOURCES,
    Content,
    Cost,
)
from starhall.games.cassiopeia.options import D_CAPSULES, D_DROP, D_SUBSTITUTE
from starhall.games.cassiopeia.rules.legality import QUESTIONS, must
from starhall.games.cassiopeia.rules.resources import token_names
from starhall.games.cassiopeia.rules.verbs import COUNT, POWERS
from starhall.games.cassiopeia.state import Player, Table

# Can it be paid?


def payable(
    player: Player, coin: int, bot: int, lens: int, cell: int, drops: int, substitutions: int
) -> bool:
    """CA-5.11: is there any way to pay this, with the drops and substitutions still open?"""
    coins, bots, lenses, cells, capsules = player.held
    if coin > coins:
        capsules -= coin - coins
    if bot > bots:
        capsules -= bot - bots
    if lens > lenses:
        capsules -= lens - lenses
    if cell > cells:
        capsules -= cell - cells
    if capsules >= 0:
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


def missing(player: Player, cost: Cost, drops: int, substitutions: int) -> list[int]:
    """The tokens still missing at best: drops, substitutions and capsules save the dearest."""
    short = [max(0, cost[resource] - player.held[resource]) for resource in range(CAPSULE)]
    drops = spare(short, (CELL, LENS, BOT), drops)
    changed = substitutions - spare(short, (LENS, BOT), substitutions)
    short[COIN] = max(0, cost[COIN] + changed - player.held[COIN])
    spare(short, (COIN,), drops)
    spare(short, (CELL, LENS, BOT, COIN), player.held[CAPSULE])
    return short


def spare(short: list[int], resources: tuple[int, ...], number: int) -> int:
    """Take `number` tokens off the shortage, in this order; return how many could not be taken."""
    for resource in resources:
        saved = min(number, short[resource])
        short[resource] -= saved
        number -= saved
    return number


@POWERS.verb("substitute", COUNT, when=lambda window, logistics: window == "pay")
def allow_substitutes(content: Content, bit: int, logistics: bool, numbers: list[int]) -> None:
    content.engineering = bit
    if logistics:
        content.substitutes_optimized = numbers[0]
    else:
        content.substitutes = numbers[0]


def open_substitutions(s: Table, player: Player) -> int:
    """CA-16.24: how many tokens the Engineering Complex would turn into coins now."""
    content = s.content
    if not player.inhabited & content.engineering:
        return 0
    return content.substitutes_optimized if s.optimized(player) else content.substitutes


# Paying


def owe_coins(s: Table, price: int) -> None:
    """CA-5.13: a price or fee; only capsules can help."""
    s.due = [price, 0, 0, 0]
    s.by_capsule = []
    s.drops = 0
    s.substitutions = 0


def owe_planet(s: Table, player: Player, cost: Cost) -> None:
    """A terraforming cost: all steps apply."""
    s.due = [cost[0], cost[1], cost[2], cost[3]]
    s.by_capsule = []
    s.drops = s.discount
    s.substitutions = open_substitutions(s, player)


async def pay(s: Table, player: Player) -> None:
    """CA-5.12: do what is left of the payment that is owed."""
    if s.drops > 0:
        await drop(s, player)
    if s.substitutions > 0:
        await substitute(s, player)
    if player.held[CAPSULE] > 0:
        await use_capsules(s, player)
    settle(s, player)


async def drop(s: Table, player: Player) -> None:
    """Step 1: a discount removes tokens of the cost, one at a time."""
    while s.drops > 0 and sum(s.due) > 0:
        choice = await QUESTIONS.ask(s, player.seat, D_DROP, planet_owed(s, player))
        s.due[choice.value] -= 1
        s.drops -= 1
        if s.witness is not None:
            s.witness.tell("drops", who=player.seat, resource=choice.arg)
    s.drops = 0


@QUESTIONS.rule(D_DROP, lambda s, decision: s.options.drop)
def why_not_drop(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-5.11: only what is in the cost, and only if the rest can be paid then."""
    cost = s.due[:]
    cost[option.value] -= 1
    player = s.players[decision.seat]
    return why_not_reduce(player, option.value, cost, s.drops - 1, s.substitutions)


def why_not_reduce(
    player: Player, resource: int, cost: list[int], drops: int, substitutions: int
) -> Reason | None:
    """`cost` is what would be left of it without one token of the resource."""
    if cost[resource] < 0:
        return Reason("CA-5.12", "not_in_cost", {"resource": RESOURCES[resource]})
    if not payable(player, cost[COIN], cost[BOT], cost[LENS], cost[CELL], drops, substitutions):
        return Reason("CA-5.11", "rest_unpayable")
    return None


must(D_DROP, "CA-12.2", "must_resolve")


def planet_owed(s: Table, player: Player) -> str:
    """What the question is about: the planet, and the tokens that are owed for it."""
    owed = "+".join(token_names(s.due))
    return f"{s.content.planets[player.planet(s.target)]}/{owed}"


async def substitute(s: Table, player: Player) -> None:
    """Step 2: the Engineering Complex turns bots and lenses of the cost into coins."""
    due = s.due
    while s.substitutions > 0 and due[BOT] + due[LENS] > 0:
        options = substitutes(s, player)
        choice = await Decision(player.seat, D_SUBSTITUTE, options, planet_owed(s, player))
        if choice is s.options.stop:
            break
        due[choice.value + BOT] -= 1
        due[COIN] += 1
        s.substitutions -= 1
        if s.witness is not None:
            s.witness.tell("substitutes", who=player.seat, resource=choice.arg)
    s.substitutions = 0


def substitutes(s: Table, player: Player) -> list[Option]:
    """CA-5.11: the changes after which the rest can be paid, and perhaps stopping."""
    coin, bot, lens, cell = s.due
    left = s.substitutions - 1
    options: list[Option] = []
    if bot > 0 and payable(player, coin + 1, bot - 1, lens, cell, 0, left):
        options.append(s.options.substitute[0])
    if lens > 0 and payable(player, coin + 1, bot, lens - 1, cell, 0, left):
        options.append(s.options.substitute[1])
    if payable(player, coin, bot, lens, cell, 0, 0):
        options.append(s.options.stop)
    return options


@QUESTIONS.rule(D_SUBSTITUTE, lambda s, decision: s.options.substitute)
def why_not_substitute(s: Table, decision: Decision, option: Option) -> Reason | None:
    cost = s.due[:]
    resource = option.value + BOT
    cost[resource] -= 1
    cost[COIN] += 1
    return why_not_reduce(s.players[decision.seat], resource, cost, 0, s.substitutions - 1)


@QUESTIONS.rule(D_SUBSTITUTE, lambda s, decision: [s.options.stop])
def why_not_stop(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-5.11: a player may stop only if the rest can then still be paid."""
    coin, bot, lens, cell = s.due
    if payable(s.players[decision.seat], coin, bot, lens, cell, 0, 0):
        return None
    return Reason("CA-5.11", "rest_unpayable")


must(D_SUBSTITUTE, "CA-12.2", "must_resolve")


async def use_capsules(s: Table, player: Player) -> None:
    """Step 3: type by type, how many tokens capsules stand in for."""
    while len(s.by_capsule) < CAPSULE:
        resource = len(s.by_capsule)
        number = 0
        if s.due[resource] > 0:
            number, high = capsule_range(s, player, resource)
            if high > number:
                options = s.options.capsules[number : high + 1]
                about = f"{RESOURCES[resource]}_{s.due[resource]}"
                number = (await Decision(player.seat, D_CAPSULES, options, about)).value
        s.by_capsule.append(number)


def capsule_range(s: Table, player: Player, resource: int) -> tuple[int, int]:
    """At least the shortage; at most what the types still to come do not need."""
    held = player.held
    due = s.due
    left = held[CAPSULE] - sum(s.by_capsule)
    for other in range(resource + 1, CAPSULE):
        if due[other] > held[other]:
            left -= due[other] - held[other]
    return max(0, due[resource] - held[resource]), min(due[resource], left)


@QUESTIONS.rule(D_CAPSULES, lambda s, decision: s.options.capsules)
def why_not_capsules(s: Table, decision: Decision, option: Option) -> Reason | None:
    resource = len(s.by_capsule)
    due = s.due[resource]
    name = RESOURCES[resource]
    if option.value > due:
        return Reason("CA-5.12", "capsules_beyond_cost", {"due": f"{name}_{due}"})
    low, high = capsule_range(s, s.players[decision.seat], resource)
    if option.value < low:
        return Reason("CA-5.12", "capsules_too_few", {"short": f"{name}_{low}", "low": low})
    if option.value > high:
        return Reason("CA-5.11", "capsules_too_many", {"high": high})
    return None


def settle(s: Table, player: Player) -> None:
    """Step 4: all tokens go to the reserve together."""
    paid = still_due(s)
    for resource, number in enumerate(paid):
        if number > 0:
            player.held[resource] -= number
            s.reserve[resource] += number
    s.due = []
    s.by_capsule = []
    if s.witness is not None:
        s.witness.tell("pays", who=player.seat, tokens=token_names(paid))


def still_due(s: Table) -> list[int]:
    """The tokens that the payment takes as far as it is decided, capsules included."""
    tokens = [*s.due, 0]
    for resource, joker in enumerate(s.by_capsule):
        tokens[resource] -= joker
        tokens[CAPSULE] += joker
    return tokens
