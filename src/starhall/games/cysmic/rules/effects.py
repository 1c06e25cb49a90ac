"""The verbs of CY-25.2 that no section of the rulebook covers: march, relocate, flags..."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cysmic.content import ALL_TYPES, IS_VEHICLE, KINDS, TROOP_TYPES, TYPES, Clause
from starhall.games.cysmic.geometry import HEX_IDS, HEXES, TOUCH
from starhall.games.cysmic.options import Ask, hex_of, owner_of, type_of
from starhall.games.cysmic.rules.asking import (
    for_effect,
    opponents,
    pick_piece,
    target,
    target_seat,
)
from starhall.games.cysmic.rules.board import (
    lift,
    locked,
    pass_ore,
    piece_at,
    quiet,
    room,
    surface,
    unlocked,
)
from starhall.games.cysmic.rules.deploying import deploy, recruit_options, upgradable, upgrade_one
from starhall.games.cysmic.rules.legality import (
    any_target,
    at_hex,
    card_rule,
    of_type,
    pieces_rule,
    why_locked,
    why_no_place,
)
from starhall.games.cysmic.rules.movement import can_move, step_to, walk_unit, why_no_way
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.unit_cards import (
    activate,
    flag_kept,
    raise_flag,
    take_flag_down,
)
from starhall.games.cysmic.rules.verbs import EFFECTS, KIND, NO_MORE, SOME
from starhall.games.cysmic.state import NONE, Table

LOW_LEVEL: Final = 2


# Deploying and upgrading


def why_not_act(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-6.5: an unlocked one of the pieces that have just come."""
    if not given[0] & (1 << piece):
        return at_hex("CY-6.5", "not_new", s.players[seat].where[piece])
    return why_locked(s, seat, piece)


pieces_rule(Ask.ACTIVATE, why_not_act)


def _may_deploy(s: Table, seat: int, clause: Clause) -> bool:
    return len(recruit_options(s, seat, min(clause.numbers[0], influence(s, seat)), False)) > 0


@EFFECTS.verb("deploy", SOME, one_of("act"), optional=1, when=_may_deploy)
async def _deploy(s: Table, seat: int, clause: Clause) -> None:
    down = await deploy(s, seat, clause.numbers[0])
    if clause.words:
        await activate_one_of(s, seat, down)


async def activate_one_of(s: Table, seat: int, pieces: int) -> bool:
    """CY-6.5: one of these pieces, if it is unlocked, may act at once."""
    able = [piece for piece in unlocked(s, seat, ALL_TYPES) if pieces & (1 << piece)]
    if not able:
        return False
    piece = await pick_piece(s, seat, Ask.ACTIVATE, able, s.options.done, given=[pieces])
    if piece == NONE:
        return False
    s.made &= ~(1 << piece)
    await activate(s, seat, piece)
    return True


def _may_upgrade(s: Table, seat: int, clause: Clause) -> bool:
    return len(upgradable(s, seat, clause.numbers[1], False)) > 0


@EFFECTS.verb("upgrade", SOME, NO_MORE, one_of("spawn"), when=_may_upgrade)
async def _upgrade(s: Table, seat: int, clause: Clause) -> None:
    for _ in range(clause.numbers[0]):
        if not await upgrade_one(s, seat, Ask.UPGRADE, clause.numbers[1], False, False):
            return


# Marching and relocating


def why_no_march(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """`given` are the moves, the pieces that have marched, and the types that may."""
    if s.content.type_of[piece] not in given[2:]:
        return of_type(card_rule(s), "other_type", s.content.type_of[piece])
    if given[1] & (1 << piece):
        return at_hex("CY-25.2", "has_marched", s.players[seat].where[piece])
    return why_locked(s, seat, piece) or why_no_way(s, seat, piece, given[0])


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
    types, moves = KINDS[clause.words[0]], clause.numbers[1]
    used = 0
    for _ in range(clause.numbers[0]):
        able = marchers(s, seat, types, moves, used)
        if not able:
            return
        given = [moves, used, *types]
        about = for_effect(s, "march", str(moves))
        piece = await pick_piece(
            s, seat, Ask.TARGET_UNIT, able, s.options.done, about, given, why_no_march
        )
        if piece == NONE:
            return
        used |= 1 << piece
        await walk_unit(s, seat, piece, moves)


def places(s: Table, seat: int, caves: bool) -> list[int]:
    """Where a unit can be put by a relocation."""
    hexes = s.caves if caves else TOUCH[s.players[seat].ship]
    return sorted([hex for hex in hexes if quiet(s, seat, hex)])


def relocations(s: Table, seat: int, piece: int, hexes: list[int]) -> list[int]:
    player = s.players[seat]
    here = player.where[piece]
    return [hex for hex in hexes if hex != here and room(player, hex, s.content.type_of[piece])]


def why_no_relocation(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """`given` are whether it goes to a cave, and the types that may."""
    if s.content.type_of[piece] not in given[1:]:
        return of_type(card_rule(s), "other_type", s.content.type_of[piece])
    reason = why_locked(s, seat, piece)
    if reason is None and not relocations(s, seat, piece, places(s, seat, given[0] > 0)):
        return at_hex("CY-25.2", "no_place_to_put", s.players[seat].where[piece])
    return reason


def why_not_there(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """`given` are the piece that is put and whether it goes to a cave."""
    if hex == s.players[seat].where[given[0]]:
        return at_hex("CY-25.2", "stands_there", hex)
    if given[1] > 0 and hex not in s.caves:
        return at_hex(card_rule(s), "no_cave", hex)
    if given[1] == 0 and hex not in TOUCH[s.players[seat].ship]:
        return at_hex(card_rule(s), "not_by_ship", hex)
    return why_no_place(s, seat, s.content.type_of[given[0]], hex, "CY-25.2")


def _may_relocate(s: Table, seat: int, clause: Clause) -> bool:
    hexes = places(s, seat, clause.words[1] == "cave")
    for piece in unlocked(s, seat, KINDS[clause.words[0]]):
        if relocations(s, seat, piece, hexes):
            return True
    return False


@EFFECTS.verb("relocate", SOME, KIND, one_of("cave", "ship"), when=_may_relocate)
async def _relocate(s: Table, seat: int, clause: Clause) -> None:
    """Straight onto a named hex; not a move."""
    types, cave = KINDS[clause.words[0]], 1 if clause.words[1] == "cave" else 0
    for _ in range(clause.numbers[0]):
        hexes = places(s, seat, cave > 0)
        able = [piece for piece in unlocked(s, seat, types) if relocations(s, seat, piece, hexes)]
        if not able:
            return
        about, given = for_effect(s, "relocate"), [cave, *types]
        piece = await pick_piece(
            s, seat, Ask.TARGET_UNIT, able, s.options.done, about, given, why_no_relocation
        )
        if piece == NONE:
            return
        about = for_effect(s, "relocate", TYPES[s.content.type_of[piece]])
        goal = await target(s, seat, Ask.TARGET_HEX, why_not_there, about, [piece, cave])
        assert goal is not None  # it was able to go
        step_to(s, seat, piece, goal.value, "relocates")
        await pick_up(s, seat, goal.value)


# Flags


def own_free_unit(s: Table, seat: int, hex: int) -> bool:
    return s.players[seat].here[hex] > 0 and not locked(s, hex)


def free_unit_near(s: Table, seat: int, hex: int) -> bool:
    """Does the hex hold or touch an unlocked unit of the player?"""
    return own_free_unit(s, seat, hex) or any([own_free_unit(s, seat, near) for near in TOUCH[hex]])


def why_no_flag(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """Neutral Habitats of level 1 or 2 with an unlocked unit of the player there.

    `given` is whether a unit beside the Habitat is enough.
    """
    if not 0 < s.level[hex] <= LOW_LEVEL:
        return at_hex(card_rule(s), "not_small", hex)
    if s.flag[hex] != NONE:
        return at_hex(card_rule(s), "has_flag", hex)
    if s.ship_at[hex] != NONE:
        return at_hex("CY-25.2", "ship_there", hex)
    if given[0]:
        return None if free_unit_near(s, seat, hex) else at_hex(card_rule(s), "no_unit_near", hex)
    return None if own_free_unit(s, seat, hex) else at_hex(card_rule(s), "no_unit_there", hex)


def _may_flag(s: Table, seat: int, clause: Clause) -> bool:
    habitats = [hex for hex in range(HEXES) if s.level[hex] > 0]
    given = [1 if clause.words[0] == "touching" else 0]
    return any_target(s, seat, habitats, why_no_flag, given)


@EFFECTS.verb("flag", one_of("held", "touching"), when=_may_flag)
async def _flag(s: Table, seat: int, clause: Clause) -> None:
    about, given = for_effect(s, "flag"), [1 if clause.words[0] == "touching" else 0]
    choice = await target(s, seat, Ask.TARGET_HEX, why_no_flag, about, given)
    if choice is not None:
        raise_flag(s, seat, choice.value)


def why_flag_stays(s: Table, seat: int, hex: int, given: list[int]) -> Reason | None:
    """Controlled Habitats without units of their controller.

    `given` is whether only small Habitats count.
    """
    if s.flag[hex] == NONE:
        return at_hex("CY-25.2", "no_flag", hex)
    if s.players[s.flag[hex]].here[hex]:
        return at_hex(card_rule(s), "guarded_flag", hex)
    if given[0] and s.level[hex] > LOW_LEVEL:
        return at_hex(card_rule(s), "not_small", hex)
    return None


def _may_unflag(s: Table, seat: int, clause: Clause) -> bool:
    flags = [hex for player in s.players for hex in player.holds]
    return any_target(s, seat, flags, why_flag_stays, [1 if clause.words[0] == "low" else 0])


@EFFECTS.verb("unflag", one_of("low", "any"), when=_may_unflag)
async def _unflag(s: Table, seat: int, clause: Clause) -> None:
    about, given = for_effect(s, "unflag"), [1 if clause.words[0] == "low" else 0]
    choice = await target(s, seat, Ask.TARGET_HEX, why_flag_stays, about, given)
    if choice is None:
        return
    if s.flag[choice.value] == seat or not await flag_kept(s, seat, choice.value):
        take_flag_down(s, seat, choice.value)


# Enemies


def why_no_surface_troop(s: Table, seat: int, value: int, given: list[int]) -> Reason | None:
    """An unlocked Troop on the surface; `value` is that of a `foe` option."""
    option = s.options.foe_unit[value]
    type, hex = type_of(option), hex_of(option)
    if IS_VEHICLE[type]:
        return of_type(card_rule(s), "not_troop", type)
    if locked(s, hex):
        return at_hex("CY-4.21", "is_locked", hex)
    return None if surface(s, hex) else at_hex("CY-4.16", "not_surface", hex)


def named_piece(s: Table, choice: Option) -> int:
    """The piece that a `foe` option names."""
    return piece_at(s, owner_of(choice), type_of(choice), hex_of(choice))


def _may_destroy(s: Table, seat: int, clause: Clause) -> bool:
    for owner in s.others(seat):
        where = s.players[owner].where
        if any([surface(s, where[piece]) for piece in unlocked(s, owner, TROOP_TYPES)]):
            return True
    return False


@EFFECTS.verb("destroy", one_of("surface_troop"), when=_may_destroy)
async def _destroy(s: Table, seat: int, clause: Clause) -> None:
    about = for_effect(s, "destroy")
    choice = await target(s, seat, Ask.TARGET_FOE, why_no_surface_troop, about)
    if choice is not None:
        destroy(s, owner_of(choice), named_piece(s, choice))


def destroy(s: Table, owner: int, piece: int) -> None:
    """A unit goes to its owner's reserve."""
    hex = s.players[owner].where[piece]
    lift(s, owner, piece)
    if s.witness is not None:
        s.witness.tell(
            "destroyed", who=owner, unit=TYPES[s.content.type_of[piece]], hex=HEX_IDS[hex]
        )


def why_not_rob(s: Table, seat: int, other: int, given: list[int]) -> Reason | None:
    """Opponents with ore; `given` is whether they must be richer."""
    if other == seat:
        return Reason("CY-25.2", "yourself")
    ore = s.players[other].ore
    if ore == 0:
        return Reason("CY-25.2", "has_no_ore", {"who": other})
    if given[0] and ore <= s.players[seat].ore:
        return Reason(card_rule(s), "not_richer", {"who": other})
    return None


def _may_steal(s: Table, seat: int, clause: Clause) -> bool:
    return len(opponents(s, seat, why_not_rob, [1 if clause.words else 0])) > 0


@EFFECTS.verb("steal_ore", SOME, one_of("richer"), optional=1, when=_may_steal)
async def _steal(s: Table, seat: int, clause: Clause) -> None:
    about, given = for_effect(s, "rob", str(clause.numbers[0])), [1 if clause.words else 0]
    victim = await target_seat(s, seat, why_not_rob, about, given)
    if victim != NONE:
        pass_ore(s, victim, seat, clause.numbers[0])
