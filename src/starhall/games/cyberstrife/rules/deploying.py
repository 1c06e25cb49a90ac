"""Sections 5 and 9: attackers and defenders take their lanes."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.fields import EVERYONE
from starhall.games.cyberstrife.content import power
from starhall.games.cyberstrife.options import D_ATTACK, D_DEFEND, D_PEEK, LANES
from starhall.games.cyberstrife.rules.asking import ask
from starhall.games.cyberstrife.rules.legality import (
    QUESTIONS,
    defended_lanes,
    must_attack,
    must_defend,
    placeable,
    unplaced,
)
from starhall.games.cyberstrife.state import NONE, Player, Table, Turn


async def peek(s: Table, turn: Turn) -> None:
    """CS-5.8, CS-18.14: look at face-down defenders before placing, once per `peek`."""
    allowed = power(s.content.peeks, s.players[turn.seat].traits.cards)
    target = s.players[turn.target]
    while len(turn.peeked) < allowed and len(turn.peeked) < len(defended_lanes(target)):
        choice = await ask(s, QUESTIONS.ask(s, turn.seat, D_PEEK, f"{turn.target + 1}"))
        if choice is s.options.skip:
            return
        zone = target.lanes[choice.value]
        turn.peeked.append(choice.value)
        s.show(zone, zone.cards[0], turn.seat)
        if s.witness is not None:
            s.witness.tell("peeks", who=turn.seat, target=turn.target, lane=choice.arg)


async def deploy_attackers(s: Table, turn: Turn) -> None:
    """CS-5.1 to CS-5.7: defended lanes first, then, if all are filled, the others."""
    player = s.players[turn.seat]
    target = s.players[turn.target]
    defended = defended_lanes(target)
    order = lane_order(target)
    plan = player.plan
    while len(plan) < 3:
        decided = len(plan)
        dodging = decided >= len(defended) and NONE in plan[: len(defended)]
        left = unplaced(player)
        if dodging or not left:
            plan.append(NONE)
            continue
        options = placeable(s, left, not must_attack(player, defended))
        about = f"{LANES[order[decided]]}/{turn.target + 1}"
        choice = await ask(s, Decision(turn.seat, D_ATTACK, options, about))
        plan.append(NONE if choice is s.options.leave_empty else choice.value)
    line_up(s, player, order, EVERYONE)
    if s.witness is not None:
        units, lanes = standing(s, player)
        s.witness.tell("attacks", who=turn.seat, target=turn.target, units=units, lanes=lanes)


def lane_order(target: Player) -> list[int]:
    """CS-5.6: the order in which the attacker decides the lanes."""
    defended = defended_lanes(target)
    return defended + [lane for lane in range(3) if lane not in defended]


async def deploy_defenders(s: Table, turn: Turn) -> None:
    """CS-9.1 to CS-9.3: one to three units face down, lane by lane, gaps allowed."""
    player = s.players[turn.seat]
    plan = player.plan
    while len(plan) < 3:
        left = unplaced(player)
        if not left:
            plan.append(NONE)
            continue
        options = placeable(s, left, not must_defend(player))
        choice = await ask(s, Decision(turn.seat, D_DEFEND, options, LANES[len(plan)]))
        plan.append(NONE if choice is s.options.leave_empty else choice.value)
    line_up(s, player, [0, 1, 2], 1 << turn.seat)
    if s.witness is not None:
        lanes = [LANES[lane] for lane, unit in enumerate(plan) if unit != NONE]
        s.witness.tell("defends", who=turn.seat, lanes=lanes)


def standing(s: Table, player: Player) -> tuple[list[str], list[str]]:
    """The units in the lanes and their lanes, from the first lane to the third."""
    lanes = defended_lanes(player)
    units = [s.content.units[player.lanes[lane].cards[0]] for lane in lanes]
    return units, [LANES[lane] for lane in lanes]


def line_up(s: Table, player: Player, order: list[int], sight: int) -> None:
    """CS-5.7: all planned units take their lanes together."""
    for place, unit in enumerate(player.plan):
        lane = player.lanes[order[place]]
        lane.sight = sight
        if unit != NONE:
            s.move(unit, player.hand, lane)
    player.plan = []
