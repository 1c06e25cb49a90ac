"""Energize cards: playing them, and what the Deployment cards do (NX-16.7, NX-16.9)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import no_reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Number, Verbs
from starhall.games.nexus_ops.boards import HEXES, hexes_of
from starhall.games.nexus_ops.content import (
    AFTER_DICE,
    BEFORE_DICE,
    COUNT,
    DEPLOYMENT,
    MOMENTS,
    NONE,
    SLOT,
    SLOT_COUNT,
)
from starhall.games.nexus_ops.rules.control import (
    add,
    are_enemies,
    controlled_mask,
    deploy,
    enemies,
    enemy_mask,
    home_mask,
    homes,
    may_enter,
    seat_of,
    take,
)
from starhall.games.nexus_ops.rules.legality import (
    card_hexes,
    card_rule,
    no_entry,
    pick,
    pick_hex,
    place_name,
    rivals,
    sheet,
)
from starhall.games.nexus_ops.stacks import ONE, count, slots
from starhall.games.nexus_ops.state import Player, Table

# Carries out a card. If a verb has a `when`, it tells from the same arguments if it is playable.
Resolve = Callable[[Table, Player, int], Coroutine[Any, Any, None]]

DEPLOYMENT_CARDS: Final[Verbs[Resolve]] = Verbs()


def announce(s: Table, player: Player, card: int) -> None:
    """NX-11.11, NX-4.5: the card is shown and goes to the pile; its choices follow."""
    s.move(card, player.energize, s.energize_pile)
    s.card = card
    s.card_seat = player.seat
    s.picks = []
    if s.witness is not None:
        s.witness.tell("plays", who=player.seat, card=s.content.cards[card])


async def resolve(s: Table) -> None:
    """Carry out the card on the table."""
    await s.content.handler[s.card](s, s.players[s.card_seat], s.card)
    s.card = NONE
    s.card_seat = NONE
    s.picks = []


# What may be played


def moment_of(s: Table) -> int:
    """Which cards may be played now."""
    if s.fight is None:
        return DEPLOYMENT
    return AFTER_DICE if s.fight.dice_rolled() else BEFORE_DICE


def own_plays(s: Table, decision: Decision) -> list[Option]:
    """All Energize cards in hand, each design once."""
    hand = sorted(set(s.players[decision.seat].energize.cards))
    return [s.options.play[card - s.content.first_energize] for card in hand]


def why_not_play(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-4.5, NX-11.12, NX-4.6: it must be the moment, and the card needs something to work on."""
    content = s.content
    card = option.value + content.first_energize
    moment = content.moment[card]
    values: dict[str, object] = {"card": content.cards[card]}
    if moment != moment_of(s):
        rule = "NX-4.5" if moment == DEPLOYMENT else "NX-11.12"
        return Reason(rule, "wrong_moment", {**values, "moment": MOMENTS[moment]})
    if content.playable[card](s, s.players[decision.seat], card):
        return None
    fights = s.fight is not None and s.fight.side_of(decision.seat) != NONE
    if content.verb[card] in FIGHTERS_ONLY and not fights:
        return Reason("NX-16.9", "not_fighting", values)
    return Reason("NX-4.6", f"cannot_{content.verb[card]}", values)


FIGHTERS_ONLY: Final[tuple[str, ...]] = ("evac", "reinforce")


# gain(n), discount(n), suits()


@DEPLOYMENT_CARDS.verb("gain", Number(1))
async def gain(s: Table, player: Player, card: int) -> None:
    player.rubium += s.content.amount[card]
    if s.witness is not None:
        s.witness.tell("gains", who=player.seat, n=s.content.amount[card])


@DEPLOYMENT_CARDS.verb("discount", Number(1))
async def discount(s: Table, player: Player, card: int) -> None:
    s.discount += s.content.amount[card]
    if s.witness is not None:
        s.witness.tell("discounts", who=player.seat, n=s.discount)


@DEPLOYMENT_CARDS.verb("suits")
async def suits(s: Table, player: Player, card: int) -> None:
    s.suits = True
    if s.witness is not None:
        s.witness.tell("suits", who=player.seat)


# drop(slot, n)


def can_drop(s: Table, player: Player, card: int) -> bool:
    return count(player.supply, s.content.what[card]) > 0


@DEPLOYMENT_CARDS.verb("drop", SLOT, COUNT, when=can_drop)
async def drop(s: Table, player: Player, card: int) -> None:
    """NX-16.7: 1 to n units from the supply; they do not count as bought (NX-17.23)."""
    slot = s.content.what[card]
    if not s.picks:
        own = controlled_mask(s, player.seat) & may_enter(s, player.seat, slot)
        await pick_hex(s, "card_hex", own | home_mask(s, player.seat))
    hex = s.picks[0]
    number = await pick(s, "card_number")
    for _ in range(number):
        deploy(player, hex, slot)
        if s.witness is not None:
            unit = s.content.units[slot + s.alternate]
            s.witness.tell("drops", who=player.seat, unit=unit, hex=HEXES[hex])


@card_rule("drop", "card_hex", card_hexes)
def why_not_drop(s: Table, decision: Decision, option: Option) -> Reason | None:
    """A controlled hex that the slot may enter, or one of the player's home hexes."""
    hex = option.value
    slot = s.content.what[s.card]
    if hex in homes(s, decision.seat):
        return None
    if not (controlled_mask(s, decision.seat) >> hex) & 1:
        return Reason("NX-16.7", "not_controlled", {"hex": place_name(s, hex)})
    if not (may_enter(s, decision.seat, slot) >> hex) & 1:
        return no_entry(s, slot, hex)
    return None


def drop_numbers(s: Table, decision: Decision) -> list[Option]:
    return s.options.number[1 : s.content.amount[s.card] + 1]


@card_rule("drop", "card_number", drop_numbers)
def why_not_so_many(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-1.5: figures are limited."""
    slot = s.content.what[s.card]
    left = count(s.players[decision.seat].supply, slot)
    if option.value <= left:
        return None
    unit = s.content.units[slot + s.alternate]
    return Reason("NX-1.5", "too_few_figures", {"unit": unit, "n": left})


# warp(n)


def warp_goals(s: Table, player: Player, origin: int) -> int:
    """Other hexes without enemy units that at least one unit of the origin may enter."""
    goals = entered_by(s, player.seat, player.stacks[origin])
    return goals & ~enemy_mask(s, player.seat) & ~(1 << origin)


def can_warp(s: Table, player: Player, card: int) -> bool:
    return any([warp_goals(s, player, hex) for hex in hexes_of(player.mask)])


@DEPLOYMENT_CARDS.verb("warp", COUNT, when=can_warp)
async def warp(s: Table, player: Player, card: int) -> None:
    """NX-16.7: origin, destination, then 1 to n units, whatever lies between; NX-5.4 is ignored."""
    if not s.picks:
        await pick(s, "card_from")
    if len(s.picks) == 1:
        await pick_hex(s, "card_to", warp_goals(s, player, s.picks[0]))
    origin, goal = s.picks[0], s.picks[1]
    while len(s.picks) < 2 + s.content.amount[card]:
        if not (entered_by(s, player.seat, player.stacks[origin]) >> goal) & 1:
            break
        unit = await pick(s, "card_unit")
        if unit == NONE:
            break
        shift(s, player, unit % SLOT_COUNT, origin, goal)


def own_hexes(s: Table, decision: Decision) -> list[Option]:
    return [s.options.at[hex] for hex in hexes_of(s.players[decision.seat].mask)]


@card_rule("warp", "card_from", own_hexes)
def why_not_warp_from(s: Table, decision: Decision, option: Option) -> Reason | None:
    if warp_goals(s, s.players[decision.seat], option.value):
        return None
    return Reason("NX-4.6", "nobody_can_go", {"hex": HEXES[option.value]})


@card_rule("warp", "card_to", card_hexes)
def why_not_warp_to(s: Table, decision: Decision, option: Option) -> Reason | None:
    origin = s.picks[0]
    if option.value == origin:
        return Reason("NX-16.7", "same_hex", {"hex": HEXES[origin]})
    return why_not_shift_to(s, decision.seat, s.players[decision.seat].stacks[origin], option.value)


def warp_units(s: Table, decision: Decision) -> list[Option]:
    return units_of_stack(s, s.players[decision.seat].stacks[s.picks[0]])


@card_rule("warp", "card_unit", warp_units)
def why_not_warp_unit(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_shift(s, decision.seat, option, s.picks[1], len(s.picks) > 2)


# Units that a card moves, chosen one by one


def entered_by(s: Table, seat: int, stack: int) -> int:
    """The hexes that at least one unit of the stack may enter."""
    goals = 0
    for slot in slots(stack):
        goals |= may_enter(s, seat, slot)
    return goals


def shift(s: Table, player: Player, slot: int, origin: int, goal: int) -> None:
    take(player, origin, ONE[slot])
    add(player, goal, ONE[slot])
    if s.witness is not None:
        unit = s.content.units[slot + s.alternate]
        s.witness.tell("shifts", who=player.seat, unit=unit, origin=HEXES[origin], goal=HEXES[goal])


def units_of_stack(s: Table, stack: int) -> list[Option]:
    return [*[s.options.take[slot + s.alternate] for slot in slots(stack)], s.options.stop]


def why_not_shift(s: Table, seat: int, option: Option, goal: int, may_stop: bool) -> Reason | None:
    """NX-16.7: a unit that may enter the goal; `stop` after the first one."""
    if option is s.options.stop:
        return None if may_stop else Reason("NX-16.7", "at_least_one")
    slot = option.value % SLOT_COUNT
    return None if (may_enter(s, seat, slot) >> goal) & 1 else no_entry(s, slot, goal)


def why_not_shift_to(s: Table, seat: int, stack: int, goal: int) -> Reason | None:
    """NX-16.7: no enemies there, and at least one unit may enter."""
    if (enemy_mask(s, seat) >> goal) & 1:
        return Reason("NX-16.7", "enemy_there", {"hex": HEXES[goal]})
    if not (entered_by(s, seat, stack) >> goal) & 1:
        return no_entry(s, slots(stack)[0], goal)
    return None


# march(slot), vein()


@DEPLOYMENT_CARDS.verb("march")
async def march(s: Table, player: Player, card: int) -> None:
    unit = await pick(s, "card_slot")
    s.marched |= 1 << (unit % SLOT_COUNT)
    if s.witness is not None:
        s.witness.tell("may_march", who=player.seat, unit=s.content.units[unit])


def every_kind(s: Table, decision: Decision) -> list[Option]:
    return sheet(s, s.options.take)


card_rule("march", "card_slot", every_kind)(no_reason)


@DEPLOYMENT_CARDS.verb("vein")
async def vein(s: Table, player: Player, card: int) -> None:
    s.vein = await pick_hex(s, "card_hex", s.refineries)
    if s.witness is not None:
        s.witness.tell("vein", who=player.seat, hex=HEXES[s.vein])


@card_rule("vein", "card_hex", card_hexes)
def why_not_vein(s: Table, decision: Decision, option: Option) -> Reason | None:
    if (s.refineries >> option.value) & 1:
        return None
    return Reason("NX-16.7", "no_refinery", {"hex": place_name(s, option.value)})


# spy()


def can_spy(s: Table, player: Player, card: int) -> bool:
    return any([s.players[other].energize.cards for other in enemies(s, player.seat)])


@DEPLOYMENT_CARDS.verb("spy", when=can_spy)
async def spy(s: Table, player: Player, card: int) -> None:
    """NX-16.7: one of an enemy's Energize cards; only the two of them see it (NX-13.4)."""
    victim = seat_of(s, await pick(s, "card_player"))
    hand = s.players[victim].energize
    stolen = hand.cards[s.chance.streams[0].below(len(hand.cards))]
    s.move(stolen, hand, player.energize)
    if s.witness is not None:
        both = 1 << player.seat | 1 << victim
        s.witness.tell("spies", who=player.seat, victim=victim)
        s.witness.tell("stolen", to=both, card=s.content.cards[stolen])


@card_rule("spy", "card_player", rivals)
def why_not_spy(s: Table, decision: Decision, option: Option) -> Reason | None:
    other = seat_of(s, option.value)
    if not are_enemies(s, decision.seat, other):
        return Reason("NX-1.9", "is_partner", {"who": other})
    if not s.players[other].energize.cards:
        return Reason("NX-16.7", "no_energize", {"who": other})
    return None
