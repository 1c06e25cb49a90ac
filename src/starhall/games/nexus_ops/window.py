"""NX-8.7 to NX-8.10 and the battle cards of NX-16.9: who may play what around the dice."""

from __future__ import annotations

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.asking import pick
from starhall.games.nexus_ops.boards import BOARDS, HEXES, hexes_of
from starhall.games.nexus_ops.cards import (
    AFTER_DICE,
    AMOUNT,
    BEFORE_DICE,
    CANCEL,
    CARDS,
    CRYSTALLINE,
    DIRECT,
    EVAC,
    FIRST,
    FIRST_ENERGIZE,
    MOD,
    NONE,
    REINFORCE,
    REROLL,
    SHATTER,
    SLOT_COUNT,
    TWICE,
    UNITS,
    VERB,
    WHEN,
)
from starhall.games.nexus_ops.control import add, destroy, enemy_mask, may_enter, take
from starhall.games.nexus_ops.dice import cancel, hits, misses, reroll
from starhall.games.nexus_ops.energize import announce, finish_card, tell_shift, unit_options
from starhall.games.nexus_ops.fight import ATTACKER, DEFENDER, SHATTERED, WINDOW_1, Fight
from starhall.games.nexus_ops.stacks import ONE, slots
from starhall.games.nexus_ops.state import Player, Table
from starhall.games.nexus_ops.words import (
    AT,
    D_CARD_DICE,
    D_CARD_FROM,
    D_CARD_SIDE,
    D_CARD_SLOT,
    D_CARD_TO,
    D_CARD_UNIT,
    D_WINDOW,
    DICE,
    PASS,
    PLAY,
    SHATTER_ONE,
    SIDE,
    TAKE,
)

BOTH: tuple[int, ...] = (ATTACKER, DEFENDER)
SIDE_NAMES: tuple[str, ...] = ("attacker", "defender")


def window_order(s: Table, fight: Fight) -> list[int]:
    """NX-8.7: attacker, defender, then the others clockwise from the defender's left."""
    order = [fight.attacker, fight.defender]
    for step in range(1, s.seats):
        seat = (fight.defender + step) % s.seats
        if seat != fight.attacker and not s.players[seat].out:
            order.append(seat)
    return order


async def window(s: Table, fight: Fight) -> None:
    """NX-8.8: asked in order, again from the attacker after each play, until all have passed."""
    place = max([player.heard for player in s.players])
    while place < len(fight.order):
        if s.card != NONE:
            await resolve_battle_card(s, fight)
        if fight.stage == SHATTERED or is_decided(fight):
            break
        player = s.players[fight.order[place]]
        options = plays(s, fight, player)
        if options or not s.auto_single:  # NX-8.10: a lone `pass` is not worth asking
            options.append(PASS)
            player.heard = place
            s.strands[0].fresh = True
            choice = await Decision(player.seat, D_WINDOW, options, HEXES[fight.hex], secret=True)
            if choice is not PASS:
                forget_passes(s)
                place = 0
                if choice is SHATTER_ONE:
                    shatter(s, fight, player.seat)
                else:
                    announce(s, player, choice.value + FIRST_ENERGIZE)
                continue
            player.heard = place + 1
        place += 1
    forget_passes(s)


def forget_passes(s: Table) -> None:
    for player in s.players:
        player.heard = 0


def is_decided(fight: Fight) -> bool:
    """NX-8.24: one side has no participant any more."""
    return fight.present[ATTACKER] == 0 or fight.present[DEFENDER] == 0


def plays(s: Table, fight: Fight, player: Player) -> list[Option]:
    """D-WINDOW: the playable cards, each design once, and the unit abilities."""
    options: list[Option] = []
    moment = BEFORE_DICE if fight.stage == WINDOW_1 else AFTER_DICE
    cards = player.energize.cards
    if cards:
        for card in sorted(set(cards)):
            if WHEN[card] == moment and is_playable(s, fight, player, card):
                options.append(PLAY[card - FIRST_ENERGIZE])
    if s.alternate and moment == BEFORE_DICE:
        side = side_of(fight, player.seat)
        if side != NONE and can_shatter(s, fight, side):
            options.append(SHATTER_ONE)
    return options


def side_of(fight: Fight, seat: int) -> int:
    """On which side a player fights, if on any."""
    if seat == fight.attacker:
        return ATTACKER
    return DEFENDER if seat == fight.defender else NONE


def is_playable(s: Table, fight: Fight, player: Player, card: int) -> bool:
    """NX-4.6, NX-16.9: every choice of the card has a legal option."""
    verb = VERB[card]
    if verb == EVAC:
        return bool(evac_goals(s, fight, player))
    if verb == REINFORCE:
        return bool(reserves(s, fight, player))
    if verb == REROLL:
        return bool(fight.dice[ATTACKER] or fight.dice[DEFENDER]) and bool(dice_groups(s, fight))
    if verb == CANCEL:
        return bool(hits(s, fight, ATTACKER) or hits(s, fight, DEFENDER))
    return True


async def resolve_battle_card(s: Table, fight: Fight) -> None:
    """Carry out the battle card on the table."""
    card = s.card
    verb = VERB[card]
    if verb == MOD:
        side = await pick(s, D_CARD_SIDE, SIDE[:])
        fight.bonus[side] += AMOUNT[card]
        tell_side(s, side)
    elif verb == DIRECT:
        side = await pick(s, D_CARD_SIDE, SIDE[:])
        fight.direct[side] = True
        tell_side(s, side)
    elif verb in (TWICE, FIRST):
        await on_group(s, fight, verb)
    elif verb == EVAC:
        await evac(s, fight, s.players[s.card_seat], AMOUNT[card])
    elif verb == REINFORCE:
        await reinforce(s, fight, s.players[s.card_seat], AMOUNT[card])
    elif verb == REROLL:
        await look_again(s, fight)
    elif verb == CANCEL:
        await deflect(s, fight, AMOUNT[card])
    else:
        raise RulesFault(f"{CARDS[card]} cannot be resolved in a battle")
    finish_card(s)


def tell_side(s: Table, side: int) -> None:
    if s.witness is not None:
        s.witness.tell("aims_side", side=SIDE_NAMES[side])


async def on_group(s: Table, fight: Fight, verb: int) -> None:
    """twice(side, slot), first(side, slot): a side, then a slot that it has."""
    if not s.picks:
        await pick(s, D_CARD_SIDE, SIDE[:])
    side = s.picks[0]
    options = [TAKE[slot + s.alternate] for slot in slots(fight.present[side])]
    slot = await pick(s, D_CARD_SLOT, options) % SLOT_COUNT
    if verb == TWICE:
        fight.extra[side] += ONE[slot]
    else:
        fight.early[side] |= 1 << slot
    if s.witness is not None:
        s.witness.tell("aims_card", side=SIDE_NAMES[side], unit=UNITS[slot + s.alternate])


# evac(n), reinforce(n)


def evac_goals(s: Table, fight: Fight, player: Player) -> list[int]:
    """Adjacent hexes without enemies that a participant of the player may enter."""
    side = side_of(fight, player.seat)
    if side == NONE:
        return []
    goals = 0
    for slot in slots(fight.present[side]):
        goals |= may_enter(s, player.seat, slot)
    free = BOARDS[s.board].near[fight.hex] & ~enemy_mask(s, player.seat)
    return hexes_of(goals & free)


async def evac(s: Table, fight: Fight, player: Player, most: int) -> None:
    """1 to n participants leave the battle; they are not destroyed (NX-8.26)."""
    if not s.picks:
        await pick(s, D_CARD_TO, [AT[hex] for hex in evac_goals(s, fight, player)])
    goal = s.picks[0]
    side = side_of(fight, player.seat)
    while len(s.picks) < 1 + most:
        options = unit_options(s, player.seat, fight.present[side], goal, len(s.picks) > 1)
        if not options:
            break
        unit = await pick(s, D_CARD_UNIT, options)
        if unit == NONE:
            break
        slot = unit % SLOT_COUNT
        take(player, fight.hex, ONE[slot])
        add(player, goal, ONE[slot])
        fight.present[side] -= ONE[slot]
        if side == DEFENDER:
            fight.last_died = False
        tell_shift(s, player, slot, fight.hex, goal)


def awake(s: Table, player: Player, hex: int) -> int:
    """The stack of a player's units in a hex without the dormant ones (NX-7.6)."""
    stack = player.stacks[hex]
    if player.seat == s.active and s.dormant:
        stack -= s.dormant[hex]
    return stack


def reserves(s: Table, fight: Fight, player: Player) -> list[int]:
    """Adjacent hexes without enemies with awake units that may enter the battle hex."""
    if side_of(fight, player.seat) == NONE:
        return []
    near = BOARDS[s.board].near[fight.hex] & player.mask & ~enemy_mask(s, player.seat)
    return [
        hex
        for hex in hexes_of(near)
        if unit_options(s, player.seat, awake(s, player, hex), fight.hex, False)
    ]


async def reinforce(s: Table, fight: Fight, player: Player, most: int) -> None:
    """1 to n units come in from one hex and take part from now on (NX-8.4)."""
    if not s.picks:
        await pick(s, D_CARD_FROM, [AT[hex] for hex in reserves(s, fight, player)])
    origin = s.picks[0]
    side = side_of(fight, player.seat)
    while len(s.picks) < 1 + most:
        stack = awake(s, player, origin)
        options = unit_options(s, player.seat, stack, fight.hex, len(s.picks) > 1)
        if not options:
            break
        unit = await pick(s, D_CARD_UNIT, options)
        if unit == NONE:
            break
        slot = unit % SLOT_COUNT
        take(player, origin, ONE[slot])
        add(player, fight.hex, ONE[slot])
        fight.present[side] += ONE[slot]
        tell_shift(s, player, slot, origin, fight.hex)


# reroll(side, group), cancel(side, n)


def dice_groups(s: Table, fight: Fight) -> list[Option]:
    """The hits or misses of a side, where there are any."""
    options: list[Option] = []
    for side in BOTH:
        if hits(s, fight, side):
            options.append(DICE[2 * side])
        if misses(s, fight, side):
            options.append(DICE[2 * side + 1])
    return options


async def look_again(s: Table, fight: Fight) -> None:
    """All hits or all misses of one side are rolled again."""
    group = await pick(s, D_CARD_DICE, dice_groups(s, fight))
    side = group // 2
    places = misses(s, fight, side) if group % 2 else hits(s, fight, side)
    places.sort()
    reroll(s, fight, side, places)
    if s.witness is not None:
        faces = [str(die & 7) for die in fight.dice[side]]
        s.witness.tell("rerolls", side=SIDE_NAMES[side], dice=faces)


async def deflect(s: Table, fight: Fight, most: int) -> None:
    """Up to n hits against a side are removed."""
    threatened = [side for side in BOTH if hits(s, fight, 1 - side)]
    side = await pick(s, D_CARD_SIDE, [SIDE[side] for side in threatened])
    number = cancel(s, fight, side, most)
    if s.witness is not None:
        s.witness.tell("deflects", side=SIDE_NAMES[side], n=number)


# Shatter (NX-17.26)


def can_shatter(s: Table, fight: Fight, side: int) -> bool:
    """NX-8.10: only for the own participants."""
    if SHATTER[CRYSTALLINE + s.alternate] > 6:
        return False
    return (fight.present[side] >> (4 * CRYSTALLINE)) & 15 > 0


def shatter(s: Table, fight: Fight, seat: int) -> None:
    """One own Shardian is destroyed by nobody's hit; on 3 or more an enemy is owed."""
    side = side_of(fight, seat)
    unit = CRYSTALLINE + s.alternate
    destroy(s.players[seat], fight.hex, ONE[CRYSTALLINE])
    fight.present[side] -= ONE[CRYSTALLINE]
    fight.lost[side] += ONE[CRYSTALLINE]
    s.players[seat].shattered += 1
    if side == DEFENDER:
        fight.last_died = True
    die = s.chance.streams[0].roll()
    if s.witness is not None:
        s.witness.tell("shatters", who=seat, unit=UNITS[unit], die=die, needs=SHATTER[unit])
    if die >= SHATTER[unit]:
        fight.due = [CRYSTALLINE if side == DEFENDER else CRYSTALLINE + 16]
        fight.stage = SHATTERED
