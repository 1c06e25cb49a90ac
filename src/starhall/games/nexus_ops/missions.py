"""Section 11B and NX-16.8: which Secret Missions are fulfilled, and scoring them."""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.games.nexus_ops.boards import BOARDS, MONO, hexes_of
from starhall.games.nexus_ops.cards import (
    ALL_SLOTS,
    AT_LEAST,
    AT_REFINERY,
    BY_SLOT,
    CAMP,
    CARDS,
    DESTROYED,
    DESTROYED_BY,
    FEWER,
    FLAWLESS,
    FROM_THE_MONOLITH,
    HOLD_ENEMY_HOME,
    HOLD_MONO,
    HOME,
    IN_ENEMY_HOME,
    INCOME,
    IS_BATTLE,
    LAND,
    MISSION_COUNT,
    MONOLITH,
    MOST,
    POINTS,
    PREDICATE,
    PREDICATES,
    SLOT_COUNT,
    SOLE_SURVIVOR,
    SPECIAL_KILL,
    STARTED_WITH,
    WHAT,
    WINS,
    WON_IN,
)
from starhall.games.nexus_ops.control import (
    are_enemies,
    controlled_mask,
    enemy_homes,
    home_mask,
)
from starhall.games.nexus_ops.ending import gain_points
from starhall.games.nexus_ops.exploration import mined
from starhall.games.nexus_ops.fight import ATTACKER, DEFENDER, Fight
from starhall.games.nexus_ops.stacks import ALL_FIGURES, count, total
from starhall.games.nexus_ops.state import Table
from starhall.games.nexus_ops.words import CONTINUE, D_OBJECTIVE, SCORE

BATTLE_PREDICATES: Final[tuple[int, ...]] = (
    WON_IN, DESTROYED, DESTROYED_BY, STARTED_WITH, FLAWLESS, FEWER, IN_ENEMY_HOME,
    FROM_THE_MONOLITH, AT_REFINERY, SOLE_SURVIVOR,
)  # fmt: skip
OBJECTIVE_PREDICATES: Final[tuple[int, ...]] = (
    HOLD_MONO, MOST, INCOME, HOLD_ENEMY_HOME, ALL_SLOTS, CAMP, SPECIAL_KILL, WINS, LAND,
)  # fmt: skip

for _mission in range(MISSION_COUNT):
    _kind = BATTLE_PREDICATES if IS_BATTLE[_mission] else OBJECTIVE_PREDICATES
    if PREDICATE[_mission] not in _kind:
        raise ContentError(
            f"{CARDS[_mission]}: '{PREDICATES[PREDICATE[_mission]]}' is no condition of its type"
        )


# Battle missions: "you" are the attacker who won, the data are the battle record (NX-11.10)


def battle_fulfils(s: Table, fight: Fight, mission: int) -> bool:
    """Did the won battle fulfil this Battle mission?"""
    predicate = PREDICATE[mission]
    what = WHAT[mission]
    least = AT_LEAST[mission]
    lost = fight.lost
    if predicate == WON_IN:
        return s.terrain[fight.hex] == what
    if predicate == DESTROYED:
        return count(lost[DEFENDER], what) >= least
    if predicate == DESTROYED_BY:
        return (fight.killers[what] >> BY_SLOT[mission]) & 1 == 1
    if predicate == STARTED_WITH:
        return count(fight.started[ATTACKER], what) >= least
    if predicate == FLAWLESS:
        return lost[ATTACKER] == 0 and total(lost[DEFENDER]) >= least
    if predicate == FEWER:
        return total(fight.started[ATTACKER]) < total(fight.started[DEFENDER])
    if predicate == IN_ENEMY_HOME:
        return (enemy_homes(s, fight.attacker) >> fight.hex) & 1 == 1
    if predicate == FROM_THE_MONOLITH:
        beside = (BOARDS[s.board].near[MONO] >> fight.hex) & 1 == 1
        return beside and holds_monolith(s, fight.attacker)
    if predicate == AT_REFINERY:
        return s.refinery[fight.hex] > 0 and s.terrain[fight.hex] != HOME
    # SOLE_SURVIVOR: checked at import to be the only one left.
    return total(fight.present[ATTACKER]) == 1 and lost[ATTACKER] != 0


def holds_monolith(s: Table, seat: int) -> bool:
    return s.terrain[MONO] == MONOLITH and controlled_mask(s, seat) & 1 == 1


# Objectives


def objective_holds(s: Table, seat: int, mission: int) -> bool:
    """Is the condition of this Objective true now?"""
    predicate = PREDICATE[mission]
    least = AT_LEAST[mission]
    if predicate == HOLD_MONO:
        return holds_monolith(s, seat) and total(s.players[seat].stacks[MONO]) >= least
    if predicate == MOST:
        return most(s, seat, WHAT[mission], least)
    if predicate == INCOME:
        return mined(s, seat) >= least
    if predicate == HOLD_ENEMY_HOME:
        return controlled_mask(s, seat) & enemy_homes(s, seat) != 0
    if predicate == ALL_SLOTS:
        return has_all_slots(s, seat)
    if predicate == CAMP:
        return camps(s, seat, least)
    if predicate == SPECIAL_KILL:
        return s.kills >= least
    if predicate == WINS:
        return s.wins >= least
    # LAND
    return controlled_mask(s, seat).bit_count() >= least


def most(s: Table, seat: int, terrain: int, least: int) -> bool:
    """At least so many hexes of a terrain, and more than each enemy (NX-17.19)."""
    ground = s.grounds[terrain]
    own = (controlled_mask(s, seat) & ground).bit_count()
    if own < least:
        return False
    for other in range(s.seats):
        if are_enemies(s, seat, other):
            if (controlled_mask(s, other) & ground).bit_count() >= own:
                return False
    return True


def has_all_slots(s: Table, seat: int) -> bool:
    """A unit of every slot on the board: no slot has all its figures in the supply."""
    away = ALL_FIGURES - s.players[seat].supply
    for slot in range(SLOT_COUNT):
        if not (away >> (4 * slot)) & 15:
            return False
    return True


def camps(s: Table, seat: int, least: int) -> bool:
    """A controlled field hex with enough units, beside a home hex of an enemy."""
    board = BOARDS[s.board]
    beside = 0
    for other in range(s.seats):
        if are_enemies(s, seat, other):
            for hex in hexes_of(home_mask(s, other)):
                beside |= board.near[hex]
    beside &= controlled_mask(s, seat) & ~s.grounds[HOME]
    for hex in hexes_of(beside):
        if total(s.players[seat].stacks[hex]) >= least:
            return True
    return False


# Scoring


def mission_source(s: Table) -> Zone:
    """NX-17.13: the line, where it is used; else the active player's hand."""
    return s.line if s.transmissions else s.players[s.active].missions


def fulfilled_objectives(s: Table) -> list[Option]:
    """The Objectives the active player could score now, each design once."""
    cards = mission_source(s).cards
    options: list[Option] = []
    for mission in cards:
        if not IS_BATTLE[mission] and objective_holds(s, s.active, mission):
            option = SCORE[mission]
            if option not in options:
                options.append(option)
    return options


async def checkpoint(s: Table) -> None:
    """NX-3.3, NX-11.7, NX-11.8: score fulfilled Objectives one after another, or go on."""
    while True:
        options = fulfilled_objectives(s)
        if not options and s.auto_single:
            return
        options.sort(key=by_value)
        s.strands[0].fresh = True
        choice = await Decision(s.active, D_OBJECTIVE, [*options, CONTINUE], secret=True)
        if choice is CONTINUE:
            return
        score(s, choice.value)


def by_value(option: Option) -> int:
    return option.value


def score(s: Table, mission: int) -> None:
    """NX-11.4: the card lies face up before its player for the rest of the game."""
    player = s.players[s.active]
    s.move(mission, mission_source(s), player.scored)
    if s.witness is not None:
        s.witness.tell("scores", who=s.active, card=CARDS[mission], n=POINTS[mission])
    gain_points(s, s.active, POINTS[mission])
