"""Section 4: buying units, playing Deployment cards, exchanging cards for rubium."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.content import DEPLOYMENT, NONE, SLOT_COUNT
from starhall.games.nexus_ops.rules.control import deploy, homes
from starhall.games.nexus_ops.rules.decks import add_exchanges, exchange
from starhall.games.nexus_ops.rules.energize import announce, own_plays, resolve, why_not_play
from starhall.games.nexus_ops.rules.legality import QUESTIONS, exchanges, place_name, sheet
from starhall.games.nexus_ops.stacks import count
from starhall.games.nexus_ops.state import Player, Table


async def deployment(s: Table) -> None:
    """NX-4.1: buy and play Deployment cards in any order and any number, until done."""
    seat = s.active
    player = s.players[seat]
    while True:
        if s.card != NONE:
            await resolve(s)
        if s.buying != NONE:
            await place_bought(s, player)
        choice = await Decision(seat, "deploy", deployable(s, player))
        if choice is s.options.done:
            break
        verb = choice.verb
        if verb == "buy":
            buy(s, player, choice.value % SLOT_COUNT)
        elif verb == "exchange":
            exchange(s, player, choice.value)
        else:
            announce(s, player, choice.value + s.content.first_energize)
    s.discount = 0


def price(s: Table, slot: int) -> int:
    """NX-16.3, and NX-16.7: discounts add up, but nothing costs less than 1."""
    return max(1, s.content.cost[slot + s.alternate] - s.discount)


def free_homes(s: Table, slot: int) -> list[int]:
    """NX-4.3: the player's home hexes; NX-17.23: for a Clone only those without a new one."""
    own = homes(s, s.active)
    if not s.content.one_per_home[slot + s.alternate]:
        return own
    return [hex for hex in own if not (s.cloned >> hex) & 1]


def deployable(s: Table, player: Player) -> list[Option]:
    """What can be bought, played or exchanged, and `done`."""
    options: list[Option] = []
    content = s.content
    rubium = player.rubium
    supply = player.supply
    alternate = s.alternate
    for slot in range(SLOT_COUNT):
        cost = content.cost[slot + alternate]
        if s.discount:
            cost = price(s, slot)
        if cost > rubium or not (supply >> (4 * slot)) & 15:
            continue
        if not alternate or free_homes(s, slot):
            options.append(s.options.buy[slot + alternate])
    hand = player.energize.cards
    if hand:
        for card in sorted(set(hand)):
            if content.moment[card] == DEPLOYMENT and content.playable[card](s, player, card):
                options.append(s.options.play[card - content.first_energize])
    add_exchanges(s, player, options)
    options.append(s.options.done)
    return options


def buy(s: Table, player: Player, slot: int) -> None:
    """NX-4.2: the cost goes to the supply; the unit is placed at once."""
    cost = price(s, slot)
    player.rubium -= cost
    s.buying = slot
    if s.witness is not None:
        unit = s.content.units[slot + s.alternate]
        s.witness.tell("buys", who=player.seat, unit=unit, n=cost)


async def place_bought(s: Table, player: Player) -> None:
    """NX-4.3: the unit goes to one of the player's home hexes, even if others stand there."""
    slot = s.buying
    unit = slot + s.alternate
    options = [s.options.place[hex] for hex in free_homes(s, slot)]
    choice = await Decision(player.seat, "place", options, s.content.units[unit])
    hex = choice.value
    deploy(player, hex, slot)
    s.buying = NONE
    if s.content.one_per_home[unit]:
        s.cloned |= 1 << hex
    if s.witness is not None:
        s.witness.tell("places", who=player.seat, unit=s.content.units[unit], hex=HEXES[hex])


# What is legal


@QUESTIONS.rule("deploy", lambda s, _: sheet(s, s.options.buy))
def why_not_buy(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-4.2: the player needs the figure, the place and the money."""
    player = s.players[decision.seat]
    slot = option.value % SLOT_COUNT
    cost = price(s, slot)
    values: dict[str, object] = {"unit": s.content.units[option.value]}
    if not count(player.supply, slot):
        return Reason("NX-1.5", "no_figure", values)
    if not free_homes(s, slot):
        return Reason("NX-17.23", "clone_limit", values)
    if cost > player.rubium:
        return Reason("NX-4.2", "too_dear", {**values, "cost": cost, "rubium": player.rubium})
    return None


QUESTIONS.rule("deploy", own_plays)(why_not_play)
QUESTIONS.free("deploy", exchanges)
QUESTIONS.free("deploy", lambda s, _: [s.options.done])


def every_place(s: Table, decision: Decision) -> list[Option]:
    """The player's home hexes left, right and rear, then all others."""
    own = homes(s, decision.seat)
    return [s.options.place[hex] for hex in own + [hex for hex in s.board.hexes if hex not in own]]


@QUESTIONS.rule("place", every_place)
def why_not_place(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-4.3: only on the player's home hexes; NX-17.23: one new Clone on each."""
    values: dict[str, object] = {"hex": place_name(s, option.value)}
    if option.value not in homes(s, decision.seat):
        return Reason("NX-4.3", "not_home", values)
    if option.value not in free_homes(s, s.buying):
        return Reason("NX-17.23", "clone_here", values)
    return None
