"""Section 5: moving units one by one, and where each of them may go."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import BOARDS, HEX_COUNT, HEXES, hexes_of
from starhall.games.nexus_ops.cards import DIVE, FLIGHT, LEAP, NONE, SLOT_COUNT, STRIDE, UNITS
from starhall.games.nexus_ops.control import add, contested_mask, enemy_mask, may_enter, take
from starhall.games.nexus_ops.deployment import add_exchanges, exchange
from starhall.games.nexus_ops.stacks import ONE
from starhall.games.nexus_ops.state import Player, Table
from starhall.games.nexus_ops.words import (
    D_DEST,
    D_MOVE,
    END_MOVEMENT,
    GO,
    MARCH_ON,
    MOVE,
    UNIT_COUNT,
)

MARCH_GROUP: Final = 1024  # in `moving`: a second, basic move (NX-16.7 march)


async def movement(s: Table) -> None:
    """NX-5.1: each unit may move once, one after another, in the order the player chooses."""
    seat = s.active
    player = s.players[seat]
    if not s.ready:
        s.ready = player.stacks[:]
        s.marching = [0] * HEX_COUNT
    while True:
        if s.moving == NONE:
            s.strands[0].fresh = True
            choice = await Decision(seat, D_MOVE, movable(s, player))
            if choice is END_MOVEMENT:
                break
            verb = choice.verb
            if verb == "exchange":
                exchange(s, player, choice.value)
                continue
            slot = choice.value % SLOT_COUNT
            group = (choice.value // UNIT_COUNT) * 8 + slot
            s.moving = group if verb == "move" else group + MARCH_GROUP
        group = s.moving & 1023
        marching = s.moving >= MARCH_GROUP
        goals = march_goals(s, group) if marching else destinations(s, group >> 3, group & 7)
        s.strands[0].fresh = True
        about = UNITS[(group & 7) + s.alternate]
        choice = await Decision(seat, D_DEST, [GO[hex] for hex in hexes_of(goals)], about)
        move_unit(s, player, group >> 3, group & 7, choice.value, marching)
        s.moving = NONE
    s.ready = []
    s.marching = []


def movable(s: Table, player: Player) -> list[Option]:
    """D-MOVE: each group that has a legal destination, the cards to exchange, and the end."""
    options: list[Option] = []
    alternate = s.alternate
    near = BOARDS[s.board].near
    enter = s.enter
    ready = s.ready
    enemy = enemy_mask(s, player.seat)
    contested = contested_mask(s)
    barred = enemy | contested
    plain = not s.suits
    mask = player.mask
    while mask:
        low = mask & -mask
        mask ^= low
        hex = low.bit_length() - 1
        stack = ready[hex]
        if stack == 0:
            continue
        around = near[hex]
        if contested & low:
            around &= ~barred
        slot = 0
        base = hex * UNIT_COUNT + alternate
        while stack:
            if stack & 15:
                # Nearly every unit has a free neighbour; the rare others are looked at closely.
                if (plain and around & enter[slot]) or destinations(s, hex, slot):
                    options.append(MOVE[base + slot])
            stack >>= 4
            slot += 1
    if s.marched:
        add_marches(s, player, options)
    add_exchanges(player, options)
    options.append(END_MOVEMENT)
    return options


def destinations(s: Table, hex: int, slot: int) -> int:
    """NX-5.14: the mask of hexes that a unit of the active player may move to."""
    seat = s.active
    board = BOARDS[s.board]
    enter = may_enter(s, seat, slot)
    unit = slot + s.alternate
    goals = board.near[hex] & enter
    contested = contested_mask(s)
    enemy = enemy_mask(s, seat)
    here = 1 << hex
    bound = (contested >> hex) & 1 == 1  # NX-5.4: out of a contested hex
    if STRIDE[unit] != NONE:
        goals |= stride(s, hex, enter, enemy, s.grounds[STRIDE[unit]])
    if LEAP[unit] == s.terrain[hex]:
        goals |= leap(s, hex, enter, enemy if bound else 0)
    if FLIGHT[unit] == s.terrain[hex]:
        goals |= enter  # NX-5.12: any hex, whatever lies between
    if DIVE[unit] == s.terrain[hex]:
        goals |= dive(s, DIVE[unit]) & enter
    if bound:
        goals &= ~(enemy | contested)
    return goals & ~here


def stride(s: Table, hex: int, enter: int, enemy: int, rock: int) -> int:
    """NX-5.9: two hexes if one of them is Rock Plains; enemies in the first one stop it."""
    near = BOARDS[s.board].near
    goals = 0
    steps = near[hex] & enter & ~enemy
    while steps:
        low = steps & -steps
        steps ^= low
        beyond = near[low.bit_length() - 1]
        goals |= beyond if rock & low else beyond & rock
    return goals & enter


def leap(s: Table, hex: int, enter: int, blocked: int) -> int:
    """NX-5.10: two hexes, over enemies too unless the leaper's own hex is contested (NX-5.5)."""
    near = BOARDS[s.board].near
    goals = 0
    steps = near[hex] & enter & ~blocked
    while steps:
        low = steps & -steps
        steps ^= low
        goals |= near[low.bit_length() - 1]
    return goals & enter


def dive(s: Table, terrain: int) -> int:
    """NX-17.29, NX-17.30: any pool, and any hex beside one, without a path."""
    near = BOARDS[s.board].near
    pools = s.grounds[terrain]
    goals = pools
    for pool in hexes_of(pools):
        goals |= near[pool]
    return goals


def move_unit(s: Table, player: Player, hex: int, slot: int, goal: int, marching: bool) -> None:
    """One unit goes; a slot with Forced March then still has a basic move."""
    one = ONE[slot]
    take(player, hex, one)
    add(player, goal, one)
    if marching:
        s.marching[hex] -= one
    else:
        s.ready[hex] -= one
        if (s.marched >> slot) & 1:
            s.marching[goal] += one
    if s.witness is not None:
        unit = UNITS[slot + s.alternate]
        s.witness.tell("moves", who=player.seat, unit=unit, origin=HEXES[hex], goal=HEXES[goal])


# Forced March


def march_goals(s: Table, group: int) -> int:
    """NX-16.7 march: a basic one-hex move, if its hex is not enemy-occupied."""
    hex = group >> 3
    seat = s.active
    enemy = enemy_mask(s, seat)
    if (enemy >> hex) & 1:
        return 0
    goals = BOARDS[s.board].near[hex] & may_enter(s, seat, group & 7)
    contested = contested_mask(s)
    if (contested >> hex) & 1:
        goals &= ~(enemy | contested)
    return goals


def add_marches(s: Table, player: Player, options: list[Option]) -> None:
    for hex in hexes_of(player.mask):
        stack = s.marching[hex]
        if stack:
            for slot in range(SLOT_COUNT):
                if (stack >> (4 * slot)) & 15 and march_goals(s, hex * 8 + slot):
                    options.append(MARCH_ON[hex * UNIT_COUNT + slot + s.alternate])
