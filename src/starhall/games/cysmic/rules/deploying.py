"""Troops from the reserve onto spawn points, and Troops made into Vehicles (CY-7.1 to CY-7.8)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import (
    IS_VEHICLE,
    MINER,
    SOLDIER,
    TROOP_TYPES,
    TYPES,
    UPGRADED,
    power,
)
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import pick_hex, pick_piece, resumable
from starhall.games.cysmic.rules.board import (
    VEHICLE,
    lift,
    may_stop,
    pay_ore,
    put,
    reserve_piece,
    spawn_points,
    unlocked,
)
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    at_hex,
    done,
    every_hex,
    every_type,
    given,
    of_type,
    pieces_rule,
    why_locked,
    why_no_stop,
)
from starhall.games.cysmic.rules.powers import COST_OF, influence
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.tremors import tremor
from starhall.games.cysmic.state import DEPLOYED_FREE, NONE, RESERVE, Table

CONSCRIPTION: Final = power("conscription")


# Deploying


def deploy_hexes(s: Table, seat: int, type: int) -> list[int]:
    """CY-7.3, CY-7.4: spawn points where a unit of this type may come down."""
    return [hex for hex in spawn_points(s, seat) if may_stop(s, seat, type, hex)]


def troop_price(s: Table, seat: int, type: int, recruit: bool) -> int:
    """Influence needed; Ironback's first Soldier of a Recruit card is free."""
    player = s.players[seat]
    if (
        recruit
        and type == SOLDIER
        and player.powers[CONSCRIPTION] > 0
        and not player.turn_marks & DEPLOYED_FREE
    ):
        return 0
    return s.content.cost[type]


def recruit_options(s: Table, seat: int, budget: int, recruit: bool) -> list[Option]:
    """CY-7.1 to CY-7.4: affordable Troop types in reserve with a legal hex."""
    player = s.players[seat]
    return [
        s.options.type[type]
        for type in TROOP_TYPES
        if troop_price(s, seat, type, recruit) <= budget
        and reserve_piece(s, player.seat, type) != NONE
        and deploy_hexes(s, seat, type)
    ]


@QUESTIONS.rule(Ask.RECRUIT, every_type)
def why_not_recruit(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-7.1 to CY-7.4: a Troop in reserve that the budget allows, and a place for it."""
    seat, type = decision.seat, option.value
    if IS_VEHICLE[type]:
        return of_type("CY-7.6", "only_upgraded", type)
    if reserve_piece(s, seat, type) == NONE:
        return of_type("CY-7.1", "none_in_reserve", type)
    cost = troop_price(s, seat, type, given(decision)[0] > 0)
    if cost > int(decision.about):
        values: dict[str, object] = {"unit": option.arg, "cost": cost, "left": decision.about}
        return Reason("CY-7.1", "too_dear", values)
    return None if deploy_hexes(s, seat, type) else of_type("CY-7.4", "no_room_for", type)


QUESTIONS.free(Ask.RECRUIT, done)


@QUESTIONS.rule(Ask.DEPLOY, every_hex)
def why_not_deploy_here(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-7.3, CY-7.4."""
    if option.value not in spawn_points(s, decision.seat):
        return at_hex("CY-7.1", "not_spawn", option.value)
    return why_no_stop(s, decision.seat, TYPES.index(decision.about), option.value)


async def pick_troop(s: Table, seat: int, budget: int, recruit: bool) -> Option | None:
    """CY-7.1 to CY-7.4: a Troop type, or None if the player is done or cannot deploy any."""
    options = recruit_options(s, seat, budget, recruit)
    if not options:
        return None
    if recruit:
        resumable(s)
    kept = [1 if recruit else 0]
    choice = await Question(seat, Ask.RECRUIT, options, str(budget), kept, s.options.done)
    return None if choice is s.options.done else choice


async def deploy_one(s: Table, seat: int, type: int, recruit: bool) -> int:
    """CY-7.1 to CY-7.4: one Troop is deployed; returns its price."""
    player = s.players[seat]
    price = troop_price(s, seat, type, recruit)
    if recruit and type == SOLDIER:
        player.turn_marks |= DEPLOYED_FREE
    hex = await pick_hex(s, seat, Ask.DEPLOY, deploy_hexes(s, seat, type), None, TYPES[type])
    piece = reserve_piece(s, player.seat, type)
    if s.witness is not None:
        s.witness.tell("deploys", who=seat, unit=TYPES[type], hex=HEX_IDS[hex])
    put(s, seat, piece, hex)
    if recruit:
        s.made |= 1 << piece
    await pick_up(s, seat, hex)
    return price


async def deploy(s: Table, seat: int, budget: int) -> int:
    """An effect deploys Troops, never beyond the influence; return the pieces put down, as bits."""
    budget = min(budget, influence(s, seat))
    before = s.players[seat].where[:]
    while (choice := await pick_troop(s, seat, budget, False)) is not None:
        budget -= await deploy_one(s, seat, choice.value, False)
    down = 0
    for piece, place in enumerate(s.players[seat].where):
        if place >= 0 and before[piece] == RESERVE:
            down |= 1 << piece
    return down


# Upgrading


def upgrade_price(s: Table, seat: int, type: int, change: int) -> int:
    """Ore for the Vehicle that a Troop of this type becomes; never below 0."""
    vehicle = UPGRADED[type]
    return max(0, s.content.cost[vehicle] + s.players[seat].powers[COST_OF + vehicle] + change)


def upgradable(s: Table, seat: int, change: int, anywhere: bool) -> list[int]:
    """CY-7.6 to CY-7.8: unlocked Soldiers and Miners that can be replaced and paid for."""
    player = s.players[seat]
    spawn = [] if anywhere else spawn_points(s, seat)
    found: list[int] = []
    for type in (SOLDIER, MINER):
        if upgrade_price(s, seat, type, change) > player.ore:
            continue
        if reserve_piece(s, player.seat, UPGRADED[type]) == NONE:
            continue
        for piece in unlocked(s, seat, [type]):
            hex = player.where[piece]
            if player.here[hex] < VEHICLE and (anywhere or hex in spawn):
                found.append(piece)
    return found


def why_no_upgrade(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-7.6 to CY-7.8; `given` are the change of the price and whether it may be anywhere."""
    player = s.players[seat]
    type, hex = s.content.type_of[piece], player.where[piece]
    rule = "CY-7.7" if given[1] else "CY-7.6"
    if UPGRADED[type] == NONE:
        return of_type(rule, "no_upgrade", type)
    reason = why_locked(s, seat, piece)
    if reason is not None:
        return reason
    vehicle = UPGRADED[type]
    price = upgrade_price(s, seat, type, given[0])
    if price > player.ore:
        values: dict[str, object] = {"unit": TYPES[vehicle], "price": price, "ore": player.ore}
        return Reason(rule, "upgrade_too_dear", values)
    if reserve_piece(s, seat, vehicle) == NONE:
        return of_type("CY-7.8", "none_in_reserve", vehicle)
    if player.here[hex] >= VEHICLE:
        return at_hex("CY-4.19", "vehicle_there", hex)
    if not given[1] and hex not in spawn_points(s, seat):
        return at_hex("CY-7.6", "not_spawn", hex)
    return None


pieces_rule(Ask.UPGRADE, why_no_upgrade)
pieces_rule(Ask.DROPSHIP, why_no_upgrade)


def upgrade_piece(s: Table, seat: int, piece: int, change: int) -> int:
    """The Troop goes home and its Vehicle takes its place; return the new piece."""
    player = s.players[seat]
    type = s.content.type_of[piece]
    hex = player.where[piece]
    if s.witness is not None:
        into = TYPES[UPGRADED[type]]
        s.witness.tell("upgrades", who=seat, unit=TYPES[type], into=into, hex=HEX_IDS[hex])
    pay_ore(s, seat, upgrade_price(s, seat, type, change))
    lift(s, seat, piece)
    vehicle = reserve_piece(s, player.seat, UPGRADED[type])
    put(s, seat, vehicle, hex)
    s.made |= 1 << vehicle
    return vehicle


async def upgrade_one(
    s: Table, seat: int, kind: str, change: int, anywhere: bool, dropship: bool
) -> bool:
    """CY-7.6 to CY-7.8: one Troop is upgraded, or the player is done; a dropship is a tremor."""
    pieces = upgradable(s, seat, change, anywhere)
    if not pieces:
        return False
    given = [change, 1 if anywhere else 0]
    piece = await pick_piece(s, seat, kind, pieces, s.options.done, given=given)
    if piece == NONE:
        return False
    upgrade_piece(s, seat, piece, change)
    if dropship:
        await tremor(s, seat)
    return True
