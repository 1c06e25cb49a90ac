"""Section 5: moving units one by one, and where each of them may go."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEX_COUNT, HEXES, hexes_of
from starhall.games.nexus_ops.content import NONE, SLOT_COUNT, TERRAINS, UNIT_COUNT
from starhall.games.nexus_ops.rules.control import (
    add,
    contested_mask,
    enemy_mask,
    may_enter,
    take,
)
from starhall.games.nexus_ops.rules.decks import add_exchanges, exchange
from starhall.games.nexus_ops.rules.legality import QUESTIONS, exchanges, no_entry
from starhall.games.nexus_ops.stacks import ONE, count, slots
from starhall.games.nexus_ops.state import Player, Table

MARCH_GROUP: Final = 1024  # in `moving`: a second, basic move (NX-16.7 march)


def ready_units(s: Table) -> None:
    """NX-4.4: all units may move, even those just bought; NX-16.7: a march comes after a move."""
    s.ready = s.players[s.active].stacks[:]
    s.marching = [0] * HEX_COUNT


async def movement(s: Table) -> None:
    """NX-5.1: each unit may move once, one after another, in the order the player chooses."""
    seat = s.active
    player = s.players[seat]
    options = s.options
    while True:
        if s.moving == NONE:
            choice = await Decision(seat, "move", movable(s, player))
            if choice is options.end_movement:
                break
            verb = choice.verb
            if verb == "exchange":
                exchange(s, player, choice.value)
                continue
            group = (choice.value // UNIT_COUNT) * 8 + choice.value % SLOT_COUNT
            s.moving = group if verb == "move" else group + MARCH_GROUP
        hex = moving_from(s)
        slot = s.moving & 7
        about = options.move[hex * UNIT_COUNT + slot + s.alternate].arg
        go = options.go
        goals = [go[goal] for goal in hexes_of(goals_of(s, hex, slot))]
        choice = await Decision(seat, "dest", goals, about)
        move_unit(s, player, hex, slot, choice.value)
        s.moving = NONE
    s.ready = []
    s.marching = []


def moving_from(s: Table) -> int:
    """The hex of the unit that was picked up; its slot is `s.moving & 7`."""
    return (s.moving & (MARCH_GROUP - 1)) >> 3


def goals_of(s: Table, hex: int, slot: int) -> int:
    """Where the unit that was picked up may go."""
    return march_goals(s, hex, slot) if s.moving >= MARCH_GROUP else destinations(s, hex, slot)


def movable(s: Table, player: Player) -> list[Option]:
    """Each group that has a legal destination, the cards to exchange, and the end."""
    options: list[Option] = []
    alternate = s.alternate
    near = s.board.near
    enter = s.enter
    ready = s.ready
    move = s.options.move
    contested = contested_mask(s)
    barred = enemy_mask(s, player.seat) | contested if contested else 0
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
                # Nearly every unit has a free neighbour; only the others need the slow check.
                if (plain and around & enter[slot]) or destinations(s, hex, slot):
                    options.append(move[base + slot])
            stack >>= 4
            slot += 1
    if s.marched:
        add_marches(s, player, options)
    add_exchanges(s, player, options)
    options.append(s.options.end_movement)
    return options


def destinations(s: Table, hex: int, slot: int) -> int:
    """NX-5.14: the mask of hexes that a unit of the active player may move to."""
    goals = reach(s, hex, slot)
    contested = contested_mask(s)
    if (contested >> hex) & 1:  # NX-5.4
        goals &= ~(enemy_mask(s, s.active) | contested)
    return goals


def reach(s: Table, hex: int, slot: int) -> int:
    """NX-5.2, NX-5.9 to NX-5.12: where a unit can get with its kind of move."""
    content = s.content
    enter = may_enter(s, s.active, slot)
    unit = slot + s.alternate
    terrain = s.terrain[hex]
    goals = s.board.near[hex] & enter
    if content.stride[unit] != NONE:
        enemy = enemy_mask(s, s.active)
        goals |= stride(s, hex, enter, enemy, s.grounds[content.stride[unit]])
    if content.leap[unit] == terrain:
        # NX-5.5: a unit that leaves a contested hex cannot pass enemies either.
        bound = (contested_mask(s) >> hex) & 1
        goals |= leap(s, hex, enter, enemy_mask(s, s.active) if bound else 0)
    if content.flight[unit] == terrain:
        goals |= enter  # NX-5.12: any hex, whatever lies between
    if content.dive[unit] == terrain:
        goals |= dive(s, terrain) & enter
    return goals & ~(1 << hex)


def stride(s: Table, hex: int, enter: int, enemy: int, rock: int) -> int:
    """NX-5.9: two hexes if one of them is Rock Plains; enemies in the first one stop it."""
    near = s.board.near
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
    near = s.board.near
    goals = 0
    steps = near[hex] & enter & ~blocked
    while steps:
        low = steps & -steps
        steps ^= low
        goals |= near[low.bit_length() - 1]
    return goals & enter


def dive(s: Table, terrain: int) -> int:
    """NX-17.29, NX-17.30: any pool, and any hex beside one, without a path."""
    near = s.board.near
    pools = s.grounds[terrain]
    goals = pools
    for pool in hexes_of(pools):
        goals |= near[pool]
    return goals


def move_unit(s: Table, player: Player, hex: int, slot: int, goal: int) -> None:
    """The unit moves; a slot with Forced March then still has a basic move."""
    one = ONE[slot]
    take(player, hex, one)
    add(player, goal, one)
    if s.moving >= MARCH_GROUP:
        s.marching[hex] -= one
    else:
        s.ready[hex] -= one
        if (s.marched >> slot) & 1:
            s.marching[goal] += one
    if s.witness is not None:
        unit = s.content.units[slot + s.alternate]
        s.witness.tell("moves", who=player.seat, unit=unit, origin=HEXES[hex], goal=HEXES[goal])


# Forced March


def march_goals(s: Table, hex: int, slot: int) -> int:
    """NX-16.7 march: a basic one-hex move, if its hex is not enemy-occupied."""
    enemy = enemy_mask(s, s.active)
    if (enemy >> hex) & 1:
        return 0
    goals = s.board.near[hex] & may_enter(s, s.active, slot)
    contested = contested_mask(s)
    if (contested >> hex) & 1:
        goals &= ~(enemy | contested)
    return goals


def add_marches(s: Table, player: Player, options: list[Option]) -> None:
    for hex in hexes_of(player.mask):
        for slot in slots(s.marching[hex]):
            if march_goals(s, hex, slot):
                options.append(s.options.march[hex * UNIT_COUNT + slot + s.alternate])


# What is legal


def own_groups(s: Table, decision: Decision) -> list[Option]:
    """All of the player's units, by hex and slot."""
    player = s.players[decision.seat]
    return [
        s.options.move[hex * UNIT_COUNT + slot + s.alternate]
        for hex in hexes_of(player.mask)
        for slot in slots(player.stacks[hex])
    ]


@QUESTIONS.rule("move", own_groups)
def why_not_move(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-5.1, NX-5.4, NX-5.14: units that have moved, and units that cannot go anywhere."""
    hex = option.value // UNIT_COUNT
    slot = option.value % SLOT_COUNT
    if not count(s.ready[hex], slot):
        return Reason("NX-5.1", "has_moved", group_values(s, hex, slot))
    return None if destinations(s, hex, slot) else no_way(s, hex, slot)


def marchers(s: Table, decision: Decision) -> list[Option]:
    """NX-16.7 march: the units that have moved and may go on."""
    return [
        s.options.march[hex * UNIT_COUNT + slot + s.alternate]
        for hex in hexes_of(s.players[decision.seat].mask)
        for slot in slots(s.marching[hex])
    ]


@QUESTIONS.rule("move", marchers)
def why_not_march(s: Table, decision: Decision, option: Option) -> Reason | None:
    hex = option.value // UNIT_COUNT
    slot = option.value % SLOT_COUNT
    if march_goals(s, hex, slot):
        return None
    if (enemy_mask(s, decision.seat) >> hex) & 1:
        return Reason("NX-16.7", "no_march", group_values(s, hex, slot))
    return no_way(s, hex, slot)


QUESTIONS.free("move", exchanges)
QUESTIONS.free("move", lambda s, _: [s.options.end_movement])


def group_values(s: Table, hex: int, slot: int) -> dict[str, object]:
    return {"unit": s.content.units[slot + s.alternate], "hex": HEXES[hex]}


def no_way(s: Table, hex: int, slot: int) -> Reason:
    """NX-5.4 if its contested hex holds the unit back, otherwise NX-5.6: it may enter nothing."""
    bound = (contested_mask(s) >> hex) & 1 and s.board.near[hex] & may_enter(s, s.active, slot)
    if bound:
        return Reason("NX-5.4", "held_back", group_values(s, hex, slot))
    return Reason("NX-5.6", "no_way", group_values(s, hex, slot))


def other_hexes(s: Table, decision: Decision) -> list[Option]:
    """Every hex but the one it stands on."""
    origin = moving_from(s)
    return [s.options.go[hex] for hex in sorted(s.board.hexes) if hex != origin]


@QUESTIONS.rule("dest", other_hexes)
def why_not_go(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-5.3 to NX-5.14: why a unit cannot go to a hex."""
    goal = option.value
    hex = moving_from(s)
    slot = s.moving & 7
    if (goals_of(s, hex, slot) >> goal) & 1:
        return None
    enter = may_enter(s, decision.seat, slot)
    if not (enter >> goal) & 1:
        return no_entry(s, slot, goal)
    enemy = enemy_mask(s, decision.seat)
    contested = contested_mask(s)
    marching = s.moving >= MARCH_GROUP
    within = s.board.near[hex] if marching else reach(s, hex, slot)
    if (contested >> hex) & 1 and ((contested | enemy) & within) >> goal & 1:
        return Reason("NX-5.4", "both_contested", {"goal": HEXES[goal], "hex": HEXES[hex]})
    values: dict[str, object] = {**group_values(s, hex, slot), "goal": HEXES[goal]}
    return Reason("NX-16.7", "one_step", values) if marching else too_far(s, hex, slot, goal)


def too_far(s: Table, hex: int, slot: int, goal: int) -> Reason:
    """What blocks the way before the goal: an enemy, the terrain or the distance."""
    unit = slot + s.alternate
    enter = may_enter(s, s.active, slot)
    values: dict[str, object] = {**group_values(s, hex, slot), "goal": HEXES[goal]}
    if s.content.leap[unit] == s.terrain[hex] and (leap(s, hex, enter, 0) >> goal) & 1:
        return Reason("NX-5.5", "no_leap", values)
    if s.content.stride[unit] != NONE:
        rock = s.grounds[s.content.stride[unit]]
        if (stride(s, hex, enter, 0, rock) >> goal) & 1:
            return Reason("NX-5.3", "stopped", values)
        if (leap(s, hex, enter, 0) >> goal) & 1:
            values["terrain"] = TERRAINS[s.content.stride[unit]]
            return Reason("NX-5.9", "wrong_ground", values)
    return Reason("NX-5.14", "out_of_reach", values)
