"""The verbs of CY-25.2 that no section of the rulebook has already: march, relocate, flags..."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cysmic.content import ALL_TYPES, KINDS, TROOP_TYPES, TYPES, Clause
from starhall.games.cysmic.geometry import HEX_IDS, HEXES, TOUCH
from starhall.games.cysmic.options import (
    D_ACTIVATE,
    D_TARGET_FOE,
    D_TARGET_HEX,
    D_TARGET_UNIT,
    D_UPGRADE,
    hex_of,
    owner_of,
    type_of,
)
from starhall.games.cysmic.rules.asking import pick_hex, pick_piece, pick_seat
from starhall.games.cysmic.rules.board import (
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
from starhall.games.cysmic.rules.deploying import deploy, recruit_options, upgradable, upgrade_one
from starhall.games.cysmic.rules.movement import can_move, walk_unit
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.unit_cards import activate, flag_kept
from starhall.games.cysmic.rules.verbs import ANY_NUMBER, EFFECTS, KIND, SOME
from starhall.games.cysmic.state import NONE, Table

LOW_LEVEL: Final = 2


# Deploying and upgrading


def _may_deploy(s: Table, seat: int, clause: Clause) -> bool:
    return len(recruit_options(s, seat, min(clause.numbers[0], influence(s, seat)), False)) > 0


@EFFECTS.verb("deploy", SOME, SOME, optional=1, when=_may_deploy)
async def _deploy(s: Table, seat: int, clause: Clause) -> None:
    down = await deploy(s, seat, clause.numbers[0])
    if clause.number(1) > 0:
        await activate_one_of(s, seat, down)


async def activate_one_of(s: Table, seat: int, pieces: int) -> bool:
    """D18: one of these pieces, if it is unlocked, may act at once."""
    able = [piece for piece in unlocked(s, seat, ALL_TYPES) if pieces & (1 << piece)]
    if not able:
        return False
    piece = await pick_piece(s, seat, D_ACTIVATE, able, s.options.done)
    if piece == NONE:
        return False
    s.made &= ~(1 << piece)
    await activate(s, seat, piece)
    return True


def _may_upgrade(s: Table, seat: int, clause: Clause) -> bool:
    return len(upgradable(s, seat, clause.numbers[1], False)) > 0


@EFFECTS.verb("upgrade", SOME, ANY_NUMBER, one_of("spawn"), when=_may_upgrade)
async def _upgrade(s: Table, seat: int, clause: Clause) -> None:
    for _ in range(clause.numbers[0]):
        if not await upgrade_one(s, seat, D_UPGRADE, clause.numbers[1], False, False):
            return


# Marching and relocating


def marchers(s: Table, seat: int, types: list[int], moves: int, used: int) -> list[int]:
    return [
        piece
        for piece in unlocked(s, seat, types)
        if not used & (1 << piece) and can_move(s, seat, piece, moves)
    ]


def _may_march(s: Table, seat: int, clause: Clause) -> bool:
    return len(marchers(s, seat, KINDS[clause.words[0]], clause.numbers[1], 0)) > 0


@EFFECTS.verb("march", SOME, KIND, SOME, when=_may_march)
async def _march(s: Table, seat: int, clause: Clause) -> None:
    """Up to n different units each move up to m; no Neutralize, no Jumpjet."""
    used = 0
    for _ in range(clause.numbers[0]):
        able = marchers(s, seat, KINDS[clause.words[0]], clause.numbers[1], used)
        if not able:
            return
        piece = await pick_piece(s, seat, D_TARGET_UNIT, able, s.options.done)
        if piece == NONE:
            return
        used |= 1 << piece
        await walk_unit(s, seat, piece, clause.numbers[1])


def places(s: Table, seat: int, where: str) -> list[int]:
    """Where a unit can be put by a relocation."""
    hexes = s.caves if where == "cave" else TOUCH[s.players[seat].ship]
    return sorted([hex for hex in hexes if quiet(s, seat, hex)])


def relocations(s: Table, seat: int, piece: int, hexes: list[int]) -> list[int]:
    player = s.players[seat]
    here = player.where[piece]
    return [hex for hex in hexes if hex != here and room(player, hex, s.content.type_of[piece])]


def _may_relocate(s: Table, seat: int, clause: Clause) -> bool:
    hexes = places(s, seat, clause.words[1])
    for piece in unlocked(s, seat, KINDS[clause.words[0]]):
        if relocations(s, seat, piece, hexes):
            return True
    return False


@EFFECTS.verb("relocate", SOME, KIND, one_of("cave", "ship"), when=_may_relocate)
async def _relocate(s: Table, seat: int, clause: Clause) -> None:
    """Straight onto a named hex; not a move."""
    for _ in range(clause.numbers[0]):
        hexes = places(s, seat, clause.words[1])
        able = [
            piece
            for piece in unlocked(s, seat, KINDS[clause.words[0]])
            if relocations(s, seat, piece, hexes)
        ]
        if not able:
            return
        piece = await pick_piece(s, seat, D_TARGET_UNIT, able, s.options.done)
        if piece == NONE:
            return
        hex = await pick_hex(s, seat, D_TARGET_HEX, relocations(s, seat, piece, hexes))
        lift(s, seat, piece)
        put(s, seat, piece, hex)
        if s.witness is not None:
            s.witness.tell(
                "moves", who=seat, unit=TYPES[s.content.type_of[piece]], hex=HEX_IDS[hex]
            )
        await pick_up(s, seat, hex)


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


def _may_flag(s: Table, seat: int, clause: Clause) -> bool:
    return len(flaggable(s, seat, clause.words[0] == "touching")) > 0


@EFFECTS.verb("flag", one_of("held", "touching"), when=_may_flag)
async def _flag(s: Table, seat: int, clause: Clause) -> None:
    hexes = flaggable(s, seat, clause.words[0] == "touching")
    if hexes:
        set_flag(s, await pick_hex(s, seat, D_TARGET_HEX, hexes), seat)


def unflaggable(s: Table, low: bool) -> list[int]:
    """Controlled Habitats without units of their controller."""
    return [
        hex
        for hex in range(HEXES)
        if s.flag[hex] != NONE
        and s.players[s.flag[hex]].here[hex] == 0
        and (not low or s.level[hex] <= LOW_LEVEL)
    ]


def _may_unflag(s: Table, seat: int, clause: Clause) -> bool:
    return len(unflaggable(s, clause.words[0] == "low")) > 0


@EFFECTS.verb("unflag", one_of("low", "any"), when=_may_unflag)
async def _unflag(s: Table, seat: int, clause: Clause) -> None:
    hexes = unflaggable(s, clause.words[0] == "low")
    if not hexes:
        return
    hex = await pick_hex(s, seat, D_TARGET_HEX, hexes)
    if s.flag[hex] != seat and await flag_kept(s, hex):
        return
    set_flag(s, hex, NONE, own_doing=s.flag[hex] == seat)


# Enemies


def foe_options(s: Table, seat: int, types: list[int]) -> list[Option]:
    """Unlocked enemy units of these types on surface hexes."""
    options: list[Option] = []
    for owner in s.others(seat):
        player = s.players[owner]
        for piece in unlocked(s, owner, types):
            hex = player.where[piece]
            option = s.options.foe_at(owner, s.content.type_of[piece], hex)
            if surface(s, hex) and option not in options:
                options.append(option)
    return options


def named_piece(s: Table, choice: Option) -> int:
    """The piece that a `foe` option names."""
    where = s.players[owner_of(choice)].where
    for piece, hex in enumerate(where):
        if hex == hex_of(choice) and s.content.type_of[piece] == type_of(choice):
            return piece
    return NONE


def _may_destroy(s: Table, seat: int, clause: Clause) -> bool:
    return len(foe_options(s, seat, TROOP_TYPES)) > 0


@EFFECTS.verb("destroy", one_of("surface_troop"), when=_may_destroy)
async def _destroy(s: Table, seat: int, clause: Clause) -> None:
    options = foe_options(s, seat, TROOP_TYPES)
    if not options:
        return
    choice = await Decision(seat, D_TARGET_FOE, options)
    destroy(s, owner_of(choice), named_piece(s, choice))


def destroy(s: Table, owner: int, piece: int) -> None:
    """A unit goes to its owner's reserve."""
    hex = s.players[owner].where[piece]
    lift(s, owner, piece)
    if s.witness is not None:
        s.witness.tell(
            "destroyed", who=owner, unit=TYPES[s.content.type_of[piece]], hex=HEX_IDS[hex]
        )


def robbable(s: Table, seat: int, richer: bool) -> list[int]:
    """Opponents with ore (or with more than oneself)."""
    least = s.players[seat].ore + 1 if richer else 1
    return [other for other in s.others(seat) if s.players[other].ore >= least]


def _may_steal(s: Table, seat: int, clause: Clause) -> bool:
    return len(robbable(s, seat, "richer" in clause.words)) > 0


@EFFECTS.verb("steal_ore", SOME, one_of("richer"), optional=1, when=_may_steal)
async def _steal(s: Table, seat: int, clause: Clause) -> None:
    victims = robbable(s, seat, "richer" in clause.words)
    if victims:
        pass_ore(s, await pick_seat(s, seat, victims), seat, clause.numbers[0])
