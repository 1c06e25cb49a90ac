"""The sections of the five unit cards, unit by unit (CY-8)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import (
    IS_VEHICLE,
    MINER,
    POWERMECH,
    SOLDIER,
    SPEAKER,
    TROOP_TYPES,
    TYPES,
    power,
)
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import confirm, pick_piece
from starhall.games.cysmic.rules.board import (
    gain_ore,
    habitat_at,
    lift,
    locked,
    pass_ore,
    pay_ore,
    put,
    reserve_piece,
    set_flag,
    tell_ability,
    unlocked,
)
from starhall.games.cysmic.rules.discovery import draw
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    at_hex,
    every_type,
    given,
    of_type,
    pieces_rule,
    question,
    units_of,
    why_locked,
    yes_or_no,
)
from starhall.games.cysmic.rules.movement import (
    can_move,
    full_move,
    jump,
    jump_goals,
    walk_unit,
    why_no_way,
)
from starhall.games.cysmic.rules.reactions import react, window
from starhall.games.cysmic.rules.tremors import tremor
from starhall.games.cysmic.rules.verbs import SOME
from starhall.games.cysmic.state import (
    CAVE,
    DEVASTATED,
    HARVESTED,
    NONE,
    ORE_DEPOSIT,
    PLAIN,
    SITE,
    Table,
)

W_FLAG: Final = window("flag_threat", "cancel")
W_DUG: Final = window("ore_dug", "take_ore", SOME)
HALLOWED_GROUND: Final = power("hallowed_ground")
NO_GRAND_PERSUADE: Final = power("no_grand_persuade")
RECLAIMERS: Final = power("reclaimers")
CAVE_LARDERS: Final = power("cave_larders")
QUIET_HARVEST: Final = power("quiet_harvest")
YIELD_MINE: Final = power("yield_mine_ore")
YIELD_HARVEST: Final = power("yield_harvest_ore")
YIELD_SCAVENGE: Final = power("yield_scavenge_ore")
YIELD_EXPLORE: Final = power("yield_explore_cards")

# A section of a unit card: one unit of the type uses it (`only`: that very piece); False when the
# player ends it or nobody can.
Section = Callable[[Table, int, int, int], Coroutine[Any, Any, bool]]


async def _pick_unit(
    s: Table, seat: int, kind: str, type: int, only: int, may: Callable[[Table, int, int], bool]
) -> int:
    """CY-6.4: an unlocked unit of the type that may use the section and has not, or NONE."""
    pieces = [
        piece
        for piece in unlocked(s, seat, [type])
        if not s.acted & (1 << piece) and only in (NONE, piece) and may(s, seat, piece)
    ]
    if not pieces:
        return NONE
    piece = await pick_piece(s, seat, kind, pieces, s.options.done, TYPES[type], [only])
    if piece != NONE:
        s.acted |= 1 << piece
    return piece


async def move_one(s: Table, seat: int, type: int, only: int) -> bool:
    piece = await _pick_unit(s, seat, Ask.UNIT, type, only, may_go)
    if piece == NONE:
        return False
    if type == POWERMECH:
        await _move_powermech(s, seat, piece, only == NONE)
    else:
        await walk(s, seat, piece, only == NONE)
    return True


async def persuade_one(s: Table, seat: int, type: int, only: int) -> bool:
    piece = await _pick_unit(s, seat, Ask.PERSUADE, type, only, may_persuade)
    if piece == NONE:
        return False
    await persuade(s, seat, piece)
    return True


async def dig_one(s: Table, seat: int, type: int, only: int) -> bool:
    piece = await _pick_unit(s, seat, Ask.DIG, type, only, may_dig)
    if piece == NONE:
        return False
    await dig(s, seat, piece)
    return True


# Why not this unit: `given` is the only piece that may, or NONE.


def _why_not_ready(s: Table, seat: int, piece: int, only: int) -> Reason | None:
    hex = s.players[seat].where[piece]
    if only not in (NONE, piece):
        return at_hex("CY-6.5", "not_new", hex)
    if s.acted & (1 << piece):
        return at_hex("CY-6.4", "has_acted", hex)
    return why_locked(s, seat, piece)


def why_not_move(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    reason = _why_not_ready(s, seat, piece, given[0])
    if reason is None and not may_go(s, seat, piece):
        return at_hex("CY-5.1", "nowhere_to_go", s.players[seat].where[piece])
    return reason


def why_not_persuade(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-8.2, CY-8.3: on a Habitat that does not carry the player's flag."""
    reason = _why_not_ready(s, seat, piece, given[0])
    if reason is not None:
        return reason
    hex = s.players[seat].where[piece]
    if s.level[hex] == 0:
        return at_hex("CY-8.2", "no_habitat", hex)
    if s.flag[hex] == seat:
        return at_hex("CY-8.2", "own_flag", hex)
    if may_persuade(s, seat, piece):
        return None
    if not _can_pay_toll(s, seat, s.flag[hex]):
        return at_hex("CY-25.28", "toll", hex)
    return at_hex("CY-25.24", "grand_forbidden", hex)


def why_not_dig(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-8.7, CY-8.13."""
    reason = _why_not_ready(s, seat, piece, given[0])
    if reason is None and not may_dig(s, seat, piece):
        rule = "CY-8.7" if s.content.type_of[piece] == MINER else "CY-8.13"
        return at_hex(rule, "nothing_to_dig", s.players[seat].where[piece])
    return reason


def _of_the_type(s: Table, decision: Decision) -> list[Option]:
    return units_of(s, decision.seat, [TYPES.index(decision.about)])


pieces_rule(Ask.UNIT, why_not_move, _of_the_type)
pieces_rule(Ask.PERSUADE, why_not_persuade, _of_the_type)
pieces_rule(Ask.DIG, why_not_dig, _of_the_type)


async def activate(s: Table, seat: int, piece: int) -> None:
    """CY-6.5: all sections of the unit type's card for this one unit."""
    type = s.content.type_of[piece]
    acted = s.acted
    promoters, s.may_promote = s.may_promote, 1 << piece
    for section in SECTIONS_OF[type]:
        s.acted = 0
        while await section(s, seat, type, piece):
            pass
    s.acted = acted
    s.may_promote = promoters


# Moving, and what ends a move


def may_go(s: Table, seat: int, piece: int) -> bool:
    """Can it walk or, as a Powermech, jump anywhere?"""
    return can_move(s, seat, piece, full_move(s, seat, piece)) or (
        s.content.type_of[piece] == POWERMECH and len(jump_goals(s, seat, piece)) > 0
    )


async def walk(s: Table, seat: int, piece: int, fresh: bool) -> None:
    """A full move, and what a Soldier may do at its end."""
    moved = await walk_unit(s, seat, piece, full_move(s, seat, piece), fresh=fresh)
    if s.content.type_of[piece] == SOLDIER and moved:
        await neutralize(s, seat, piece)


async def _move_powermech(s: Table, seat: int, piece: int, fresh: bool) -> None:
    """CY-8.14: walk, jump or stay."""
    about = HEX_IDS[s.players[seat].where[piece]]
    choice = await question(s, seat, Ask.MODE, about, [piece], s.options.stay)
    if choice is s.options.move:
        await walk(s, seat, piece, fresh)
    elif choice is s.options.jump:
        await jump(s, seat, piece)


@QUESTIONS.rule(Ask.MODE, lambda s, d: [s.options.move, s.options.jump])
def why_not_mode(s: Table, decision: Decision, option: Option) -> Reason | None:
    seat, piece = decision.seat, given(decision)[0]
    if option is s.options.move:
        return why_no_way(s, seat, piece, full_move(s, seat, piece))
    if s.flare:
        return Reason("CY-25.16", "no_jumps")
    goals = jump_goals(s, seat, piece)
    return None if goals else at_hex("CY-5.16", "nowhere_to_go", s.players[seat].where[piece])


QUESTIONS.free(Ask.NEUTRALIZE, yes_or_no)


async def neutralize(s: Table, seat: int, piece: int) -> None:
    """CY-8.9 to CY-8.11: a Soldier that moved onto an enemy's empty Habitat may take the flag."""
    hex = s.players[seat].where[piece]
    if hex < 0 or locked(s, hex):
        return
    owner = s.flag[hex]
    if owner in (NONE, seat) or not _can_pay_toll(s, seat, owner):
        return
    about = f"{HEX_IDS[hex]}/{owner + 1}"
    if not await confirm(s, seat, Ask.NEUTRALIZE, about):
        return
    _pay_toll(s, seat, owner)
    if not await flag_kept(s, seat, hex):
        take_flag_down(s, seat, hex)


def take_flag_down(s: Table, seat: int, hex: int) -> None:
    """The flag over a Habitat goes, by that player's doing."""
    owner = s.flag[hex]
    if s.witness is not None:
        told = "neutralizes" if owner != seat else "neutralizes_own"
        habitat = habitat_at(s, hex)
        s.witness.tell(told, who=seat, foe=owner, hex=HEX_IDS[hex], habitat=habitat)
    set_flag(s, hex, NONE, own_doing=owner == seat)


def raise_flag(s: Table, seat: int, hex: int) -> None:
    """The player's flag goes up over a Habitat, in place of any other."""
    if s.witness is not None:
        owner, habitat = s.flag[hex], habitat_at(s, hex)
        told = "persuades" if owner in (NONE, seat) else "persuades_foe"
        s.witness.tell(told, who=seat, foe=owner, hex=HEX_IDS[hex], habitat=habitat)
    set_flag(s, hex, seat)


def _can_pay_toll(s: Table, seat: int, owner: int) -> bool:
    """CY-25.28: Order of the Last Dawn: an opponent pays 1 ore to touch their flag."""
    return toll(s, owner) <= s.players[seat].ore


def toll(s: Table, owner: int) -> int:
    """CY-25.28: what an opponent of the owner pays to touch a flag."""
    return 1 if s.players[owner].powers[HALLOWED_GROUND] > 0 else 0


def _pay_toll(s: Table, seat: int, owner: int) -> None:
    if toll(s, owner):
        tell_ability(s, owner, "hallowed_ground")
        pay_ore(s, seat, toll(s, owner))


async def flag_kept(s: Table, seat: int, hex: int) -> bool:
    """Window `flag_threat`: the controller may save the flag from that player."""
    owner = s.flag[hex]
    return owner != NONE and await react(s, owner, W_FLAG, f"{seat + 1}/{HEX_IDS[hex]}") != NONE


# Speakers


def may_persuade(s: Table, seat: int, piece: int) -> bool:
    """CY-8.2, CY-8.3: on a Habitat that does not carry the player's flag."""
    hex = s.players[seat].where[piece]
    level = s.level[hex]
    owner = s.flag[hex]
    if level == 0 or owner == seat:
        return False
    if level >= 3 and s.players[seat].powers[NO_GRAND_PERSUADE] > 0:
        return False
    return owner == NONE or _can_pay_toll(s, seat, owner)


async def persuade(s: Table, seat: int, piece: int) -> None:
    """The player's flag goes up."""
    hex = s.players[seat].where[piece]
    owner = s.flag[hex]
    if owner != NONE:
        _pay_toll(s, seat, owner)
        if await flag_kept(s, seat, hex):
            return
    raise_flag(s, seat, hex)


def promotable(s: Table, seat: int) -> list[int]:
    """The player's unlocked Troops that can become a type that is in reserve."""
    player = s.players[seat]
    ready = [type for type in TROOP_TYPES if reserve_piece(s, player.seat, type) != NONE]
    return [
        piece
        for piece in unlocked(s, seat, TROOP_TYPES)
        if len(ready) > 1 or (ready and ready[0] != s.content.type_of[piece])
    ]


def promoters(s: Table, seat: int, only: int) -> list[int]:
    """CY-8.5: unlocked Speakers that may still promote."""
    return [
        piece
        for piece in unlocked(s, seat, [SPEAKER])
        if s.may_promote & (1 << piece) and (only == NONE or piece == only)
    ]


async def promote_one(s: Table, seat: int, type: int, only: int) -> bool:
    """CY-8.4: a Speaker turns a Troop anywhere into another type; each Speaker once."""
    speakers = promoters(s, seat, only)
    troops = promotable(s, seat)
    if not speakers or not troops:
        return False
    about = str(len(speakers))
    piece = await pick_piece(s, seat, Ask.PROMOTE, troops, s.options.done, about)
    if piece == NONE:
        return False
    about = f"{TYPES[s.content.type_of[piece]]}/{HEX_IDS[s.players[seat].where[piece]]}"
    become = await question(s, seat, Ask.PROMOTE_TO, about, [piece])
    _swap(s, seat, piece, become.value, speakers)
    return True


def why_no_promotion(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-8.4."""
    type = s.content.type_of[piece]
    if IS_VEHICLE[type]:
        return of_type("CY-8.4", "not_troop", type)
    reason = why_locked(s, seat, piece)
    if reason is None and piece not in promotable(s, seat):
        return of_type("CY-8.4", "no_other_role", type)
    return reason


pieces_rule(Ask.PROMOTE, why_no_promotion)


@QUESTIONS.rule(Ask.PROMOTE_TO, every_type)
def why_not_become(s: Table, decision: Decision, option: Option) -> Reason | None:
    type = option.value
    if IS_VEHICLE[type]:
        return of_type("CY-8.4", "not_troop", type)
    if type == s.content.type_of[given(decision)[0]]:
        return of_type("CY-8.4", "same_role", type)
    if reserve_piece(s, decision.seat, type) == NONE:
        return of_type("CY-8.4", "none_in_reserve", type)
    return None


def _swap(s: Table, seat: int, piece: int, type: int, speakers: list[int]) -> None:
    """One Speaker's promotion is used up: another's if the one promoted is a Speaker itself."""
    player = s.players[seat]
    hex = player.where[piece]
    lift(s, seat, piece)
    fresh = reserve_piece(s, player.seat, type)
    put(s, seat, fresh, hex)
    # A Speaker that is promoted uses its own promotion, if it has one left.
    if piece in speakers:
        s.may_promote &= ~(1 << piece)
    else:
        s.may_promote &= ~(1 << speakers[0])
    if s.witness is not None:
        old, new = TYPES[s.content.type_of[piece]], TYPES[type]
        s.witness.tell("promotes", who=seat, unit=old, into=new, hex=HEX_IDS[hex])


# Miners and Harvesters


def explorable(s: Table, seat: int, hex: int) -> bool:
    """CY-4.12 to CY-4.15: plain ground, caves, sites without a Habitat; Reclaimers: ruins too."""
    ground = s.ground[hex]
    if ground == SITE:
        return s.level[hex] == 0
    if ground == DEVASTATED:
        return s.players[seat].powers[RECLAIMERS] > 0
    return ground in (PLAIN, CAVE)


def may_dig(s: Table, seat: int, piece: int) -> bool:
    hex = s.players[seat].where[piece]
    return s.ground[hex] == ORE_DEPOSIT or explorable(s, seat, hex)


async def dig(s: Table, seat: int, piece: int) -> None:
    """CY-8.7, CY-8.13: the ground under the unit decides which of the two actions it is."""
    deposit = s.ground[s.players[seat].where[piece]] == ORE_DEPOSIT
    if s.witness is not None:
        unit, hex = TYPES[s.content.type_of[piece]], HEX_IDS[s.players[seat].where[piece]]
        s.witness.tell(dig_action(s, piece, deposit), who=seat, unit=unit, hex=hex)
    if s.content.type_of[piece] == MINER:
        if deposit:
            await mine(s, seat)
        else:
            await explore(s, seat, s.players[seat].where[piece])
    elif deposit:
        await harvest(s, seat)
    else:
        await scavenge(s, seat)


def dig_action(s: Table, piece: int, deposit: bool) -> str:
    """What the unit's action is called."""
    if s.content.type_of[piece] == MINER:
        return "mines" if deposit else "explores"
    return "harvests" if deposit else "scavenges"


async def mine(s: Table, seat: int) -> None:
    """1 ore and a card."""
    gained = gain_ore(s, seat, max(0, 1 + s.players[seat].powers[YIELD_MINE]))
    await _dug(s, seat, gained)
    await draw(s, seat, 1)


async def explore(s: Table, seat: int, hex: int) -> None:
    """A card; Deepwell Brotherhood finds ore in caves, Meridian Academy one card more."""
    player = s.players[seat]
    if s.ground[hex] == CAVE and player.powers[CAVE_LARDERS] > 0:
        tell_ability(s, seat, "cave_larders")
        gain_ore(s, seat, player.powers[CAVE_LARDERS])
    await draw(s, seat, max(0, 1 + player.powers[YIELD_EXPLORE]))


async def harvest(s: Table, seat: int) -> None:
    """5 ore, two cards, one tremor (Seismic Anchor: not for the first each turn)."""
    player = s.players[seat]
    first = not player.turn_marks & HARVESTED
    player.turn_marks |= HARVESTED
    gained = gain_ore(s, seat, max(0, 5 + player.powers[YIELD_HARVEST]))
    await _dug(s, seat, gained)
    await draw(s, seat, 2)
    if first and player.powers[QUIET_HARVEST] > 0:
        tell_ability(s, seat, "quiet_harvest")
    else:
        await tremor(s, seat)


async def scavenge(s: Table, seat: int) -> None:
    """2 ore and a card."""
    gain_ore(s, seat, max(0, 2 + s.players[seat].powers[YIELD_SCAVENGE]))
    await draw(s, seat, 1)


async def _dug(s: Table, seat: int, gained: int) -> None:
    """Window `ore_dug`: each other player may claim 1 ore of it."""
    if gained == 0:
        return
    for other in s.clockwise(s.active):
        if other != seat and await react(s, other, W_DUG, f"{seat + 1}/{gained}") != NONE:
            pass_ore(s, seat, other, 1)


# The sections of the unit cards, by unit type
SECTIONS_OF: Final[list[list[Section]]] = [
    [move_one],
    [move_one, persuade_one, promote_one],
    [move_one, dig_one],
    [move_one, dig_one],
    [move_one],
]
