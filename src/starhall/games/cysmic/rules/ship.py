"""The Colony Ship card: stabilize, move, evacuate (CY-9)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import ALL_TYPES, POWERMECH, TYPES, power
from starhall.games.cysmic.geometry import DISTANCE, HEX_IDS, TOUCH
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import confirm, pick_hex
from starhall.games.cysmic.rules.board import (
    land_ship,
    lift,
    pay_ore,
    ship_links,
    surface,
    unlocked,
)
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    at_hex,
    every_hex,
    why_impassable,
    yes_or_no,
)
from starhall.games.cysmic.rules.movement import (
    STEPS,
    Walk,
    best_key,
    jump_range,
    jump_tremor,
    reach,
    step_price,
    step_to,
    way_to,
)
from starhall.games.cysmic.rules.powers import complete, move_of
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.tremors import closest_for_ship, collapse, safe_links
from starhall.games.cysmic.state import NONE, Table

TUG_CREWS: Final = power("tug_crews")
EVACUATION_DRILL: Final = power("evacuation_drill")


async def stabilize(s: Table, seat: int) -> None:
    """CY-9.4 to CY-9.8: on to a next hex, and the old one collapses, unless it cannot move."""
    player = s.players[seat]
    left = player.ship
    goals = safe_links(s, left)
    price = 0
    if not goals:
        goals = closest_for_ship(s, left)
        if not goals:
            return
        price = DISTANCE[left][goals[0]] - 1
    about = f"far/{HEX_IDS[left]}/{price}" if price > 0 else f"stabilize/{HEX_IDS[left]}"
    goal = await pick_hex(s, seat, Ask.SHIP, goals, None, about)
    if player.ore >= price:
        pay_ore(s, seat, price)
    else:
        s.ended = True  # CY-9.7
        if s.witness is not None:
            s.witness.tell("cannot_pay", who=seat, n=price)
    land_ship(s, seat, goal)
    if surface(s, left):
        await collapse(s, [left])


@QUESTIONS.rule(Ask.SHIP, every_hex)
def why_not_flee_there(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-9.4 to CY-9.6, CY-19.12, CY-19.13: a next hex, else one of the closest."""
    hex = option.value
    ship = s.players[decision.seat].ship
    if hex in s.doomed:
        return at_hex("CY-19.12", "collapsing", hex)
    reason = why_impassable(s, hex)
    if reason is not None:
        return reason
    goals = safe_links(s, ship)
    if goals:
        return None if hex in goals else at_hex("CY-9.5", "not_next_ship", hex)
    return None if hex in closest_for_ship(s, ship) else at_hex("CY-9.6", "closer_hex", hex)


@QUESTIONS.rule(Ask.SHIP_MOVE, every_hex)
def why_not_move_there(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-9.9."""
    hex = option.value
    if hex not in ship_links(s, s.players[decision.seat].ship):
        return at_hex("CY-9.9", "not_next_ship", hex)
    return why_impassable(s, hex)


QUESTIONS.free(Ask.EVACUATE, yes_or_no)
QUESTIONS.free(Ask.EVAC_JUMP, yes_or_no)


async def move_ship(s: Table, seat: int) -> None:
    """CY-9.9: one hex further; Vanguard's tugs manage two."""
    for _ in range(2 if s.players[seat].powers[TUG_CREWS] > 0 else 1):
        goals = safe_links(s, s.players[seat].ship)
        goal = await pick_hex(s, seat, Ask.SHIP_MOVE, goals, s.options.stay) if goals else NONE
        if goal == NONE:
            return
        land_ship(s, seat, goal)


# Evacuation


async def evacuate(s: Table, seat: int) -> None:
    """CY-9.11, CY-9.12: with a complete ship all who can reach it come aboard.

    Who can reach it is checked again after each unit, as a tremor may have moved the ship.
    """
    player = s.players[seat]
    if not complete(player) or not _anybody_to_evacuate(s, seat):
        return
    if not await confirm(s, seat, Ask.EVACUATE):
        return
    for piece in unlocked(s, seat, ALL_TYPES):
        if player.where[piece] in TOUCH[player.ship]:
            _board(s, seat, piece)
    walked: dict[int, Legs] = {}
    asked = 0
    while True:
        piece = _nearest(s, seat, walked)
        if piece != NONE:
            await _walk_home(s, seat, piece, walked)
            continue
        piece = _jumper(s, seat, walked, asked)
        if piece == NONE:
            return
        asked |= 1 << piece
        if await confirm(s, seat, Ask.EVAC_JUMP, HEX_IDS[player.where[piece]]):
            _board(s, seat, piece)
            await jump_tremor(s, seat)


class Legs:
    """What is left of an evacuee's move."""

    __slots__ = ("free", "moves")

    def __init__(self, moves: int, free: int) -> None:
        self.moves = moves
        self.free = free


def _anybody_to_evacuate(s: Table, seat: int) -> bool:
    player = s.players[seat]
    for piece in unlocked(s, seat, ALL_TYPES):
        if player.where[piece] in TOUCH[player.ship]:
            return True
    return _jumper(s, seat, {}, 0) != NONE or _nearest(s, seat, {}) != NONE


def _board(s: Table, seat: int, piece: int) -> None:
    hex = HEX_IDS[s.players[seat].where[piece]]
    lift(s, seat, piece)
    if s.witness is not None:
        s.witness.tell("evacuates", who=seat, unit=TYPES[s.content.type_of[piece]], hex=hex)


def evacuation_move(s: Table, seat: int, type: int) -> int:
    return move_of(s, seat, type) + s.players[seat].powers[EVACUATION_DRILL]


def _legs(s: Table, seat: int, piece: int, walked: dict[int, Legs]) -> Legs:
    """What the unit may still walk: all of its Move, unless it has begun."""
    if piece in walked:
        return walked[piece]
    type = s.content.type_of[piece]
    return Legs(evacuation_move(s, seat, type), Walk(s, seat, type).free)


def _nearest(s: Table, seat: int, walked: dict[int, Legs]) -> int:
    """The unlocked unit with the fewest steps to the ship, then the smallest hex id."""
    player = s.players[seat]
    best = NONE
    fewest = 0
    for piece in unlocked(s, seat, ALL_TYPES):
        walk = Walk(s, seat, s.content.type_of[piece], player.ship)
        here = player.where[piece]
        legs = _legs(s, seat, piece, walked)
        if legs.free:
            key = best_key(reach(s, walk, here, legs.moves, legs.free).keys, player.ship)
            steps = key % STEPS if key != NONE else NONE
        else:
            found = reach(s, walk, here, legs.moves, 0)
            steps = found.cost[player.ship] if player.ship in found.stops else NONE
        if steps == NONE:
            continue
        if best == NONE or (steps, here) < (fewest, player.where[best]):
            best = piece
            fewest = steps
    return best


async def _walk_home(s: Table, seat: int, piece: int, walked: dict[int, Legs]) -> None:
    """By the best path, up to the next Relic Token on it: a find may change everything."""
    player = s.players[seat]
    here = player.where[piece]
    if s.tokens_out > 0:
        walk = Walk(s, seat, s.content.type_of[piece], player.ship)
        legs = walked[piece] = _legs(s, seat, piece, walked)
        found = reach(s, walk, here, legs.moves, legs.free)
        way = way_to(s, walk, here, player.ship, found, legs.free)
        assert way is not None
        for hex in way.hexes[:-1]:
            price, legs.free = step_price(s, here, hex, legs.free)
            legs.moves -= price
            here = hex
            if s.tokens[hex]:
                step_to(s, seat, piece, hex)
                await pick_up(s, seat, hex)
                return
    _board(s, seat, piece)


def _can_jump_home(s: Table, seat: int, piece: int) -> bool:
    player = s.players[seat]
    return not s.flare and DISTANCE[player.where[piece]][player.ship] <= jump_range(s, seat)


def _jumper(s: Table, seat: int, walked: dict[int, Legs], asked: int) -> int:
    """CY-9.12: a Powermech that can reach the ship only by Jumpjet and has not been asked."""
    for piece in unlocked(s, seat, [POWERMECH]):
        if not asked & (1 << piece) and piece not in walked and _can_jump_home(s, seat, piece):
            return piece
    return NONE
