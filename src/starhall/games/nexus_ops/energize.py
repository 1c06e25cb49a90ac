"""Energize cards: announcing them, and what the Deployment cards do (NX-16.7, NX-16.9)."""

from __future__ import annotations

from starhall.engine.errors import RulesFault
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.asking import pick
from starhall.games.nexus_ops.boards import HEXES, hexes_of
from starhall.games.nexus_ops.cards import (
    AMOUNT,
    CARD_SLOT,
    CARDS,
    DISCOUNT,
    DROP,
    FACTIONS,
    GAIN,
    MARCH,
    NONE,
    SLOT_COUNT,
    SPY,
    SUITS,
    UNITS,
    VEIN,
    VERB,
    WARP,
)
from starhall.games.nexus_ops.control import (
    add,
    controlled_mask,
    deploy,
    enemies,
    enemy_mask,
    home_mask,
    may_enter,
    take,
)
from starhall.games.nexus_ops.stacks import ONE, count, slots
from starhall.games.nexus_ops.state import Player, Table
from starhall.games.nexus_ops.words import (
    AT,
    D_CARD_FROM,
    D_CARD_HEX,
    D_CARD_NUMBER,
    D_CARD_PLAYER,
    D_CARD_SLOT,
    D_CARD_TO,
    D_CARD_UNIT,
    NUMBER,
    RIVAL,
    STOP,
    TAKE,
)


def announce(s: Table, player: Player, card: int) -> None:
    """NX-11.11, NX-4.5: the card is shown and goes to the pile; its choices follow."""
    s.move(card, player.energize, s.energize_pile)
    s.card = card
    s.card_seat = player.seat
    s.picks = []
    if s.witness is not None:
        s.witness.tell("plays", who=player.seat, card=CARDS[card])


def finish_card(s: Table) -> None:
    s.card = NONE
    s.card_seat = NONE
    s.picks = []


def playable_now(s: Table, player: Player, card: int) -> bool:
    """NX-4.6: every choice that the Deployment card requires has a legal option."""
    verb = VERB[card]
    if verb == DROP:
        return count(player.supply, CARD_SLOT[card]) > 0
    if verb == WARP:
        return bool(warp_origins(s, player))
    if verb == SPY:
        return bool(spied_on(s, player.seat))
    return True


async def resolve(s: Table) -> None:
    """Carry out the Deployment card on the table."""
    player = s.players[s.card_seat]
    card = s.card
    verb = VERB[card]
    if verb == GAIN:
        player.rubium += AMOUNT[card]
    elif verb == DISCOUNT:
        s.discount += AMOUNT[card]
    elif verb == SUITS:
        s.suits = True
    elif verb == DROP:
        await drop(s, player, CARD_SLOT[card], AMOUNT[card])
    elif verb == WARP:
        await warp(s, player, AMOUNT[card])
    elif verb == MARCH:
        slot = await pick(s, D_CARD_SLOT, [TAKE[i + s.alternate] for i in range(SLOT_COUNT)])
        s.marched |= 1 << (slot % SLOT_COUNT)
        if s.witness is not None:
            s.witness.tell("aims_unit", unit=UNITS[slot])
    elif verb == VEIN:
        s.vein = await pick(s, D_CARD_HEX, [AT[hex] for hex in hexes_of(s.refineries)])
        if s.witness is not None:
            s.witness.tell("aims_hex", hex=HEXES[s.vein])
    elif verb == SPY:
        await spy(s, player)
    else:
        raise RulesFault(f"{CARDS[card]} cannot be resolved in the Deployment phase")
    finish_card(s)


# drop(slot, n)


def drop_hexes(s: Table, player: Player, slot: int) -> int:
    """A controlled hex that the slot may enter, or one of the own home hexes."""
    seat = player.seat
    return (controlled_mask(s, seat) & may_enter(s, seat, slot)) | home_mask(s, seat)


async def drop(s: Table, player: Player, slot: int, most: int) -> None:
    """1 to n units from the supply, not dormant; they do not count as bought (NX-17.23)."""
    if not s.picks:
        await pick(s, D_CARD_HEX, [AT[hex] for hex in hexes_of(drop_hexes(s, player, slot))])
    hex = s.picks[0]
    most = min(most, count(player.supply, slot))
    number = await pick(s, D_CARD_NUMBER, [NUMBER[n] for n in range(1, most + 1)])
    for _ in range(number):
        deploy(player, hex, slot)
    if s.witness is not None:
        unit = UNITS[slot + s.alternate]
        s.witness.tell("drops", who=player.seat, n=number, unit=unit, hex=HEXES[hex])


# warp(n), and how units are chosen one by one


def warp_goals(s: Table, player: Player, origin: int) -> int:
    """Other hexes without enemy units that at least one unit of the origin may enter."""
    goals = 0
    for slot in slots(player.stacks[origin]):
        goals |= may_enter(s, player.seat, slot)
    return goals & ~enemy_mask(s, player.seat) & ~(1 << origin)


def warp_origins(s: Table, player: Player) -> list[int]:
    return [hex for hex in hexes_of(player.mask) if warp_goals(s, player, hex)]


async def warp(s: Table, player: Player, most: int) -> None:
    """Origin, destination, then 1 to n units; distance, path and NX-5.4 are ignored."""
    if not s.picks:
        await pick(s, D_CARD_FROM, [AT[hex] for hex in warp_origins(s, player)])
    if len(s.picks) == 1:
        goals = hexes_of(warp_goals(s, player, s.picks[0]))
        await pick(s, D_CARD_TO, [AT[hex] for hex in goals])
    origin, goal = s.picks[0], s.picks[1]
    while len(s.picks) < 2 + most:
        options = unit_options(s, player.seat, player.stacks[origin], goal, len(s.picks) > 2)
        if not options:
            break
        unit = await pick(s, D_CARD_UNIT, options)
        if unit == NONE:
            break
        slot = unit % SLOT_COUNT
        take(player, origin, ONE[slot])
        add(player, goal, ONE[slot])
        tell_shift(s, player, slot, origin, goal)


def unit_options(s: Table, seat: int, stack: int, goal: int, may_stop: bool) -> list[Option]:
    """Each slot of the stack that may enter the goal; `stop` after the first unit."""
    options = [
        TAKE[slot + s.alternate] for slot in slots(stack) if (may_enter(s, seat, slot) >> goal) & 1
    ]
    if options and may_stop:
        options.append(STOP)
    return options


def tell_shift(s: Table, player: Player, slot: int, origin: int, goal: int) -> None:
    if s.witness is not None:
        unit = UNITS[slot + s.alternate]
        s.witness.tell("shifts", who=player.seat, unit=unit, origin=HEXES[origin], goal=HEXES[goal])


# spy()


def spied_on(s: Table, seat: int) -> list[int]:
    """The enemies with at least one Energize card."""
    return [other for other in enemies(s, seat) if s.players[other].energize.cards]


async def spy(s: Table, player: Player) -> None:
    """One of the enemy's Energize cards at random; only the two of them see it (NX-13.4)."""
    rivals = spied_on(s, player.seat)
    faction = await pick(s, D_CARD_PLAYER, [RIVAL[s.players[seat].faction] for seat in rivals])
    victim = seat_of(s, faction)
    hand = s.players[victim].energize
    card = hand.cards[s.chance.streams[0].below(len(hand.cards))]
    s.move(card, hand, player.energize)
    if s.witness is not None:
        both = 1 << player.seat | 1 << victim
        s.witness.tell("spies", who=player.seat, victim=victim)
        s.witness.tell("stolen", to=both, card=CARDS[card])


def seat_of(s: Table, faction: int) -> int:
    """The seat that leads a faction."""
    for player in s.players:
        if player.faction == faction:
            return player.seat
    raise RulesFault(f"nobody leads {FACTIONS[faction]}")
