"""Section 11 and NX-16.8: which Secret Missions are fulfilled, and scoring them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Procedure, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.engine.text.content import Number, Verbs
from starhall.games.nexus_ops.boards import HEXES, MONO, hexes_of
from starhall.games.nexus_ops.content import COUNT, HOME, MONOLITH, SLOT, SLOT_COUNT, TERRAIN
from starhall.games.nexus_ops.rules.control import (
    controlled_mask,
    enemies,
    enemy_homes,
    homes,
)
from starhall.games.nexus_ops.rules.ending import gain_points
from starhall.games.nexus_ops.rules.exploration import mined
from starhall.games.nexus_ops.rules.legality import QUESTIONS
from starhall.games.nexus_ops.stacks import count, slots, total
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Table

BATTLE_CONDITIONS: Final[Verbs[Callable[[Table, Fight, int], bool]]] = Verbs()
OBJECTIVES: Final[Verbs[Callable[[Table, int, int], bool]]] = Verbs()
ABOUT_THE_MONOLITH: Final[tuple[str, ...]] = ("hold_mono", "from_the_monolith")  # NX-17.9


# Battle missions: "you" is the attacker who won; the data come from the battle record (NX-11.10)


def battle_fulfils(s: Table, fight: Fight, mission: int) -> bool:
    """Did the won battle fulfil this Battle mission?"""
    fulfilled: bool = s.content.handler[mission](s, fight, mission)
    return fulfilled


@BATTLE_CONDITIONS.verb("won_in", TERRAIN)
def won_in(s: Table, fight: Fight, mission: int) -> bool:
    return s.terrain[fight.hex] == s.content.what[mission]


@BATTLE_CONDITIONS.verb("destroyed", SLOT, COUNT)
def destroyed(s: Table, fight: Fight, mission: int) -> bool:
    return count(fight.lost[DEFENDER], s.content.what[mission]) >= s.content.amount[mission]


@BATTLE_CONDITIONS.verb("destroyed_by", SLOT, SLOT)
def destroyed_by(s: Table, fight: Fight, mission: int) -> bool:
    return (fight.killers[s.content.what[mission]] >> s.content.by_slot[mission]) & 1 == 1


@BATTLE_CONDITIONS.verb("started_with", SLOT, COUNT)
def started_with(s: Table, fight: Fight, mission: int) -> bool:
    return count(fight.started[ATTACKER], s.content.what[mission]) >= s.content.amount[mission]


@BATTLE_CONDITIONS.verb("flawless", COUNT)
def flawless(s: Table, fight: Fight, mission: int) -> bool:
    return fight.lost[ATTACKER] == 0 and total(fight.lost[DEFENDER]) >= s.content.amount[mission]


@BATTLE_CONDITIONS.verb("fewer")
def fewer(s: Table, fight: Fight, mission: int) -> bool:
    return total(fight.started[ATTACKER]) < total(fight.started[DEFENDER])


@BATTLE_CONDITIONS.verb("in_enemy_home")
def in_enemy_home(s: Table, fight: Fight, mission: int) -> bool:
    return (enemy_homes(s, fight.attacker) >> fight.hex) & 1 == 1


@BATTLE_CONDITIONS.verb("from_the_monolith")
def from_the_monolith(s: Table, fight: Fight, mission: int) -> bool:
    beside = (s.board.near[MONO] >> fight.hex) & 1 == 1
    return beside and holds_monolith(s, fight.attacker)


@BATTLE_CONDITIONS.verb("at_refinery")
def at_refinery(s: Table, fight: Fight, mission: int) -> bool:
    return s.refinery[fight.hex] > 0 and s.terrain[fight.hex] != HOME


@BATTLE_CONDITIONS.verb("sole_survivor")
def sole_survivor(s: Table, fight: Fight, mission: int) -> bool:
    return total(fight.present[ATTACKER]) == 1 and fight.lost[ATTACKER] != 0


# Objectives


def objective_holds(s: Table, seat: int, mission: int) -> bool:
    """Is the condition of this Objective true now?"""
    holds: bool = s.content.handler[mission](s, seat, mission)
    return holds


def holds_monolith(s: Table, seat: int) -> bool:
    return s.terrain[MONO] == MONOLITH and controlled_mask(s, seat) & 1 == 1


@OBJECTIVES.verb("hold_mono", COUNT)
def hold_mono(s: Table, seat: int, mission: int) -> bool:
    units = total(s.players[seat].stacks[MONO])
    return holds_monolith(s, seat) and units >= s.content.amount[mission]


@OBJECTIVES.verb("most", TERRAIN, COUNT)
def most(s: Table, seat: int, mission: int) -> bool:
    """At least this many hexes of a terrain, and more than each enemy (NX-17.19)."""
    ground = s.grounds[s.content.what[mission]]
    own = (controlled_mask(s, seat) & ground).bit_count()
    if own < s.content.amount[mission]:
        return False
    rivals = [(controlled_mask(s, other) & ground).bit_count() for other in enemies(s, seat)]
    return own > max(rivals)


@OBJECTIVES.verb("income", Number(1))
def income(s: Table, seat: int, mission: int) -> bool:
    return mined(s, seat) >= s.content.amount[mission]


@OBJECTIVES.verb("hold_enemy_home")
def hold_enemy_home(s: Table, seat: int, mission: int) -> bool:
    return controlled_mask(s, seat) & enemy_homes(s, seat) != 0


@OBJECTIVES.verb("all_slots")
def all_slots(s: Table, seat: int, mission: int) -> bool:
    """A unit of every slot on the board: no slot has all its figures in the supply."""
    away = s.content.figures - s.players[seat].supply
    return len(slots(away)) == SLOT_COUNT


@OBJECTIVES.verb("camp", COUNT)
def camp(s: Table, seat: int, mission: int) -> bool:
    """A controlled field hex with enough units, beside a home hex of an enemy."""
    beside = 0
    for other in enemies(s, seat):
        for hex in homes(s, other):
            beside |= s.board.near[hex]
    beside &= controlled_mask(s, seat) & ~s.grounds[HOME]
    stacks = s.players[seat].stacks
    return any([total(stacks[hex]) >= s.content.amount[mission] for hex in hexes_of(beside)])


@OBJECTIVES.verb("special_kill", COUNT)
def special_kill(s: Table, seat: int, mission: int) -> bool:
    return s.kills >= s.content.amount[mission]


@OBJECTIVES.verb("wins", COUNT)
def wins(s: Table, seat: int, mission: int) -> bool:
    return s.wins >= s.content.amount[mission]


@OBJECTIVES.verb("land", Number(1, 31))
def land(s: Table, seat: int, mission: int) -> bool:
    return controlled_mask(s, seat).bit_count() >= s.content.amount[mission]


# Scoring


def mission_source(s: Table) -> Zone:
    """NX-17.13: the line, if it is used; otherwise the active player's hand."""
    return s.line if s.transmissions else s.players[s.active].missions


def checkpoint(s: Table) -> Procedure | None:
    """NX-3.3: an offer to score Objectives, if there are any."""
    return score_objectives(s) if fulfilled_objectives(s) or not s.auto_single else None


async def score_objectives(s: Table) -> None:
    """NX-11.7, NX-11.8: score fulfilled Objectives one after another, or go on."""
    while True:
        options = fulfilled_objectives(s)
        if not options and s.auto_single:
            return
        options.append(s.options.continue_)
        choice = await Decision(s.active, "objective", options, secret=True)
        if choice is s.options.continue_:
            return
        score(s, choice.value)


def fulfilled_objectives(s: Table) -> list[Option]:
    """The Objectives the active player could score now, each design once."""
    is_battle = s.content.is_battle
    found: list[int] = []
    for mission in mission_source(s).cards:
        if not is_battle[mission] and objective_holds(s, s.active, mission):
            found.append(mission)
    return [s.options.score[mission] for mission in sorted(set(found))] if found else []


async def battle_mission(s: Table) -> None:
    """NX-8.29: at most one Battle mission that this battle fulfilled."""
    fight = s.battle()
    options: list[Option] = []
    for mission in sorted(set(mission_source(s).cards)):
        if s.content.is_battle[mission] and battle_fulfils(s, fight, mission):
            options.append(s.options.score[mission])
    if not options and s.auto_single:
        return
    options.append(s.options.decline)
    about = HEXES[fight.hex]
    choice = await Decision(s.active, "battle_mission", options, about, secret=True)
    if choice is not s.options.decline:
        score(s, choice.value)


def score(s: Table, mission: int) -> None:
    """NX-11.4: the card lies face up before its player for the rest of the game."""
    player = s.players[s.active]
    points = s.content.points[mission]
    s.move(mission, mission_source(s), player.scored)
    if s.witness is not None:
        s.witness.tell("scores", who=s.active, card=s.content.cards[mission], n=points)
    gain_points(s, s.active, points)


# What is legal


def missions(s: Table, decision: Decision) -> list[Option]:
    """The missions in hand or in the line."""
    return [s.options.score[mission] for mission in sorted(set(mission_source(s).cards))]


@QUESTIONS.rule("objective", missions)
def why_not_objective(s: Table, decision: Decision, option: Option) -> Reason | None:
    values: dict[str, object] = {"card": option.arg}
    if s.content.is_battle[option.value]:
        return Reason("NX-11.6", "battle_only", values)
    if not objective_holds(s, decision.seat, option.value):
        return Reason("NX-11.7", "not_fulfilled", values)
    return None


@QUESTIONS.rule("battle_mission", missions)
def why_not_battle_mission(s: Table, decision: Decision, option: Option) -> Reason | None:
    values: dict[str, object] = {"card": option.arg}
    if not s.content.is_battle[option.value]:
        return Reason("NX-11.8", "objective_later", values)
    if not battle_fulfils(s, s.battle(), option.value):
        return Reason("NX-8.29", "not_by_battle", values)
    return None


QUESTIONS.free("objective", lambda s, _: [s.options.continue_])
QUESTIONS.free("battle_mission", lambda s, _: [s.options.decline])
