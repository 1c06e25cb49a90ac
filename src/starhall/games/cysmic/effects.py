"""The verbs of CY-25.2 that no section of the rulebook has already: march, relocate, flags..."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cysmic import verbs
from starhall.games.cysmic.asking import pick_hex, pick_piece, pick_seat
from starhall.games.cysmic.board import (
    lift,
    locked,
    pass_ore,
    put,
    quiet,
    room,
    set_flag,
    surface,
    unlocked,
)
from starhall.games.cysmic.cards import KIND_TYPES, TYPE_OF, TYPES, Clause
from starhall.games.cysmic.deploying import deploy, recruit_options, upgradable, upgrade_one
from starhall.games.cysmic.geometry import HEX_IDS, HEXES, TOUCH
from starhall.games.cysmic.movement import can_move, walk_unit
from starhall.games.cysmic.powers import influence
from starhall.games.cysmic.relics import pick_up
from starhall.games.cysmic.state import NONE
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.unit_cards import activate, flag_kept
from starhall.games.cysmic.words import (
    D_ACTIVATE,
    D_TARGET_FOE,
    D_TARGET_HEX,
    D_TARGET_UNIT,
    D_UPGRADE,
    DONE,
    foe_unit,
    hex_of,
    owner_of,
    type_of,
)

CAVE_PLACES: Final = 0
SHIP_PLACES: Final = 1
HELD_BY_UNIT: Final = 0
LOW: Final = 0
RICHER: Final = 1
LOW_LEVEL: Final = 2


# Deploying and upgrading


async def _deploy(s: Table, seat: int, clause: Clause) -> None:
    down = await deploy(s, seat, clause.a)
    if clause.b > 0:
        await activate_one_of(s, seat, down)


async def activate_one_of(s: Table, seat: int, pieces: int) -> bool:
    """D18: one of these pieces, if it is unlocked, may act at once."""
    able = [piece for piece in unlocked(s, seat, KIND_TYPES[8]) if pieces & (1 << piece)]
    if not able:
        return False
    piece = await pick_piece(s, seat, D_ACTIVATE, able, DONE)
    if piece == NONE:
        return False
    s.made &= ~(1 << piece)
    await activate(s, seat, piece)
    return True


def _may_deploy(s: Table, seat: int, clause: Clause) -> bool:
    return len(recruit_options(s, seat, min(clause.a, influence(s, seat)), False)) > 0


async def _upgrade(s: Table, seat: int, clause: Clause) -> None:
    for _ in range(clause.a):
        if not await upgrade_one(s, seat, D_UPGRADE, clause.b, False, False):
            return


def _may_upgrade(s: Table, seat: int, clause: Clause) -> bool:
    return len(upgradable(s, seat, clause.b, False)) > 0


# Marching and relocating


def marchers(s: Table, seat: int, kind: int, moves: int, used: int) -> list[int]:
    return [
        piece
        for piece in unlocked(s, seat, KIND_TYPES[kind])
        if not used & (1 << piece) and can_move(s, seat, piece, moves)
    ]


async def _march(s: Table, seat: int, clause: Clause) -> None:
    """Up to n different units each move up to m; no Neutralize, no Jumpjet."""
    used = 0
    for _ in range(clause.a):
        able = marchers(s, seat, clause.b, clause.c, used)
        if not able:
            return
        piece = await pick_piece(s, seat, D_TARGET_UNIT, able, DONE)
        if piece == NONE:
            return
        used |= 1 << piece
        await walk_unit(s, seat, piece, clause.c)


def _may_march(s: Table, seat: int, clause: Clause) -> bool:
    return len(marchers(s, seat, clause.b, clause.c, 0)) > 0


def places(s: Table, seat: int, where: int) -> list[int]:
    """Where a unit can be put by a relocation."""
    hexes = s.caves if where == CAVE_PLACES else TOUCH[s.players[seat].ship]
    return sorted([hex for hex in hexes if quiet(s, seat, hex)])


def relocations(s: Table, seat: int, piece: int, hexes: list[int]) -> list[int]:
    player = s.players[seat]
    here = player.where[piece]
    return [hex for hex in hexes if hex != here and room(player, hex, TYPE_OF[piece])]


async def _relocate(s: Table, seat: int, clause: Clause) -> None:
    """Straight onto a named hex; not a move."""
    for _ in range(clause.a):
        hexes = places(s, seat, clause.c)
        able = [
            piece
            for piece in unlocked(s, seat, KIND_TYPES[clause.b])
            if relocations(s, seat, piece, hexes)
        ]
        if not able:
            return
        piece = await pick_piece(s, seat, D_TARGET_UNIT, able, DONE)
        if piece == NONE:
            return
        hex = await pick_hex(seat, D_TARGET_HEX, relocations(s, seat, piece, hexes))
        lift(s, seat, piece)
        put(s, seat, piece, hex)
        if s.witness is not None:
            s.witness.tell("moves", who=seat, unit=TYPES[TYPE_OF[piece]], hex=HEX_IDS[hex])
        await pick_up(s, seat, hex)


def _may_relocate(s: Table, seat: int, clause: Clause) -> bool:
    hexes = places(s, seat, clause.c)
    for piece in unlocked(s, seat, KIND_TYPES[clause.b]):
        if relocations(s, seat, piece, hexes):
            return True
    return False


# Flags


def own_free_unit(s: Table, seat: int, hex: int) -> bool:
    return s.players[seat].here[hex] > 0 and not locked(s, hex)


def free_unit_near(s: Table, seat: int, hex: int) -> bool:
    """Does the hex hold or touch an own unlocked unit?"""
    return own_free_unit(s, seat, hex) or any([own_free_unit(s, seat, near) for near in TOUCH[hex]])


def flaggable(s: Table, seat: int, near: bool) -> list[int]:
    """Neutral Habitats of level 1 or 2 with an own unlocked unit there, or also beside it."""
    return [
        hex
        for hex in range(HEXES)
        if 0 < s.level[hex] <= LOW_LEVEL
        and s.flag[hex] == NONE
        and s.ship_at[hex] == NONE
        and (free_unit_near(s, seat, hex) if near else own_free_unit(s, seat, hex))
    ]


async def _flag(s: Table, seat: int, clause: Clause) -> None:
    hexes = flaggable(s, seat, clause.a != HELD_BY_UNIT)
    if hexes:
        set_flag(s, await pick_hex(seat, D_TARGET_HEX, hexes), seat)


def _may_flag(s: Table, seat: int, clause: Clause) -> bool:
    return len(flaggable(s, seat, clause.a != HELD_BY_UNIT)) > 0


def unflaggable(s: Table, low: bool) -> list[int]:
    """Controlled Habitats without units of their controller."""
    return [
        hex
        for hex in range(HEXES)
        if s.flag[hex] != NONE
        and s.players[s.flag[hex]].here[hex] == 0
        and (not low or s.level[hex] <= LOW_LEVEL)
    ]


async def _unflag(s: Table, seat: int, clause: Clause) -> None:
    hexes = unflaggable(s, clause.a == LOW)
    if not hexes:
        return
    hex = await pick_hex(seat, D_TARGET_HEX, hexes)
    if s.flag[hex] != seat and await flag_kept(s, hex):
        return
    set_flag(s, hex, NONE, own_doing=s.flag[hex] == seat)


def _may_unflag(s: Table, seat: int, clause: Clause) -> bool:
    return len(unflaggable(s, clause.a == LOW)) > 0


# Enemies


def foe_options(s: Table, seat: int, types: list[int]) -> list[Option]:
    """Unlocked enemy units of these types on surface hexes."""
    options: list[Option] = []
    for owner in s.others(seat):
        player = s.players[owner]
        for piece in unlocked(s, owner, types):
            hex = player.where[piece]
            option = foe_unit(owner, TYPE_OF[piece], hex)
            if surface(s, hex) and option not in options:
                options.append(option)
    return options


def named_piece(s: Table, choice: Option) -> int:
    """The piece that a `foe` option names."""
    where = s.players[owner_of(choice)].where
    for piece, hex in enumerate(where):
        if hex == hex_of(choice) and TYPE_OF[piece] == type_of(choice):
            return piece
    return NONE


async def _destroy(s: Table, seat: int, clause: Clause) -> None:
    options = foe_options(s, seat, KIND_TYPES[5])
    if not options:
        return
    choice = await Decision(seat, D_TARGET_FOE, options)
    destroy(s, owner_of(choice), named_piece(s, choice))


def destroy(s: Table, owner: int, piece: int) -> None:
    """A unit goes to its owner's reserve."""
    hex = s.players[owner].where[piece]
    lift(s, owner, piece)
    if s.witness is not None:
        s.witness.tell("destroyed", who=owner, unit=TYPES[TYPE_OF[piece]], hex=HEX_IDS[hex])


def _may_destroy(s: Table, seat: int, clause: Clause) -> bool:
    return len(foe_options(s, seat, KIND_TYPES[5])) > 0


def robbable(s: Table, seat: int, richer: bool) -> list[int]:
    """Opponents with ore (or with more than oneself)."""
    least = s.players[seat].ore + 1 if richer else 1
    return [other for other in s.others(seat) if s.players[other].ore >= least]


async def _steal(s: Table, seat: int, clause: Clause) -> None:
    victims = robbable(s, seat, clause.b == RICHER)
    if victims:
        pass_ore(s, await pick_seat(seat, victims), seat, clause.a)


def _may_steal(s: Table, seat: int, clause: Clause) -> bool:
    return len(robbable(s, seat, clause.b == RICHER)) > 0


verbs.enter("deploy", _deploy, _may_deploy)
verbs.enter("upgrade", _upgrade, _may_upgrade)
verbs.enter("march", _march, _may_march)
verbs.enter("relocate", _relocate, _may_relocate)
verbs.enter("flag", _flag, _may_flag)
verbs.enter("unflag", _unflag, _may_unflag)
verbs.enter("destroy", _destroy, _may_destroy)
verbs.enter("steal_ore", _steal, _may_steal)
