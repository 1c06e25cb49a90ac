"""Sections 3 to 5 and 9: the course of a turn, phase by phase.

A strand can be taken up again from the state at every decision: `turn.phase` says which phase,
marks and plan what has been decided in it.
"""

from __future__ import annotations

from starhall.engine.rules.decision import Until
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import EVERYONE
from starhall.games.cyberstrife.asking import ask, designs
from starhall.games.cyberstrife.battle import battle, close_at_cap
from starhall.games.cyberstrife.cards import CARDS, FIRST_TRAIT, PEEK, UNITS, power
from starhall.games.cyberstrife.drawing import draw_trait, draw_unit
from starhall.games.cyberstrife.passing import end_turn, holds_turn, next_player
from starhall.games.cyberstrife.state import (
    BATTLE,
    BEGIN,
    DEPLOY_ATTACKERS,
    DEPLOY_DEFENDERS,
    DISCARD_AND_DRAW,
    ENDED,
    FIRST,
    NONE,
    REDEPLOY,
    WAIT,
    Player,
    Table,
    Turn,
)
from starhall.games.cyberstrife.words import (
    D_ATTACK,
    D_DEFEND,
    D_MARK,
    D_PEEK,
    DONE,
    LANES,
    LEAVE_EMPTY,
    MARK_TRAIT,
    MARK_UNIT,
    PEEK_AT,
    PLACE,
    SKIP,
)


async def play_turn(s: Table, turn: Turn) -> None:
    """CS-3.1, CS-3.2: four phases; a first turn has only the first and the last of them."""
    if turn.phase == BEGIN:
        await begin(s, turn)
    if turn.phase == DISCARD_AND_DRAW:
        await discard_and_draw(s, turn)
        turn.phase = DEPLOY_DEFENDERS if turn.kind == FIRST else WAIT
    if turn.phase == WAIT:
        await wait_for_target(s, turn)
    if turn.phase == DEPLOY_ATTACKERS:
        await peek(s, turn)
        await deploy_attackers(s, turn)
        turn.phase = BATTLE
    if turn.phase == BATTLE:
        await battle(s, turn)
        if turn.kind == ENDED:
            return  # CS-10.4: the active player is out
        turn.phase = DEPLOY_DEFENDERS
    await deploy_defenders(s, turn)
    counted = turn.kind != REDEPLOY
    end_turn(s, turn)
    if counted:
        close_at_cap(s)


async def begin(s: Table, turn: Turn) -> None:
    """CS-11.13, CS-3.5: when the player is free: bind, and take all defenders back unseen."""
    player = s.players[turn.seat]
    if player.bound != 0:
        turn.fresh = True
        await Until(lambda: player.bound == 0)
    player.bound = turn.number
    if turn.kind == REDEPLOY:
        turn.phase = DEPLOY_DEFENDERS
        return
    for lane in player.lanes:
        s.gather(lane, player.hand)
    turn.phase = DISCARD_AND_DRAW


# Phase 1: Discard and Draw


async def discard_and_draw(s: Table, turn: Turn) -> None:
    """CS-4.1 to CS-4.5: mark any number of units and traits, discard them together, draw."""
    player = s.players[turn.seat]
    while True:
        choice = await ask(s, turn, turn.seat, D_MARK, markable(player))
        if choice is DONE:
            break
        trait = choice.verb == "mark_trait"
        player.marks.append(choice.value + FIRST_TRAIT if trait else choice.value)
    marks, player.marks = player.marks, []
    exchange(s, player, marks)


def markable(player: Player) -> list[Option]:
    """D1: each design in hand with an unmarked copy, each unmarked trait, `done`."""
    hand = player.hand.cards
    traits = player.traits.cards
    marks = player.marks
    if not marks:
        options = [MARK_UNIT[unit] for unit in designs(hand)]
        options += [MARK_TRAIT[trait - FIRST_TRAIT] for trait in designs(traits)]
    else:
        options = [
            MARK_UNIT[unit] for unit in designs(hand) if hand.count(unit) > marks.count(unit)
        ]
        options += [
            MARK_TRAIT[trait - FIRST_TRAIT]
            for trait in designs(traits)
            if traits.count(trait) > marks.count(trait)
        ]
    options.append(DONE)
    return options


def exchange(s: Table, player: Player, marks: list[int]) -> None:
    """CS-4.2 to CS-4.5: all discards first, then the units, then the traits."""
    copy = s.copies[player.copy_number]
    units = [card for card in marks if card < FIRST_TRAIT]
    traits = [card for card in marks if card >= FIRST_TRAIT]
    for unit in units:
        s.move(unit, player.hand, copy.unit_pile)
    for trait in traits:
        s.move(trait, player.traits, copy.trait_pile)
    if s.witness is not None:
        names = [UNITS[unit] for unit in units]
        rows = [CARDS[trait] for trait in traits]
        event = "keeps_all" if not marks else "exchanges"
        s.witness.tell(event, who=player.seat, n=len(marks), units=names, traits=rows)
    for _ in units:
        draw_unit(s, player)
    for _ in traits:
        draw_trait(s, player)


# Phase 2: Deploy Attackers


async def wait_for_target(s: Table, turn: Turn) -> None:
    """CS-11.14: until the next player holds no turn, is free and has defenders out."""
    if not may_attack(s, turn):
        turn.fresh = True
        await Until(lambda: may_attack(s, turn))
    target = next_player(s, turn.seat)
    if turn.expiring or target == turn.seat:
        turn.phase = DEPLOY_DEFENDERS  # CS-11.7: the attack is left out
        return
    turn.target = target
    s.players[target].bound = turn.number
    turn.sudden = 0 < s.sudden_death <= s.round()
    turn.phase = DEPLOY_ATTACKERS


def may_attack(s: Table, turn: Turn) -> bool:
    """Is the wait over? The next player is looked up anew each time."""
    target = next_player(s, turn.seat)
    if turn.expiring or target == turn.seat:
        return True
    player = s.players[target]
    return player.bound == 0 and player.deployed() and not holds_turn(s, target)


async def peek(s: Table, turn: Turn) -> None:
    """CS-5.8, CS-18.14: look at face-down defenders before placing, once per `peek`."""
    allowed = power(s.players[turn.seat].traits.cards, PEEK)
    target = s.players[turn.target]
    while len(turn.peeked) < allowed:
        hidden = [lane for lane in range(3) if target.lanes[lane].cards and lane not in turn.peeked]
        if not hidden or s.players[turn.seat].plan:
            return
        options = [PEEK_AT[lane] for lane in hidden] + [SKIP]
        choice = await ask(s, turn, turn.seat, D_PEEK, options)
        if choice is SKIP:
            turn.peeked += [NONE] * (allowed - len(turn.peeked))
            return
        zone = target.lanes[choice.value]
        turn.peeked.append(choice.value)
        s.show(zone, zone.cards[0], turn.seat)
        if s.witness is not None:
            lane = LANES[choice.value]
            s.witness.tell("peeks", who=turn.seat, target=turn.target, lane=lane)


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
        last = decided == len(defended) - 1 and not any([unit != NONE for unit in plan])
        options = placeable(left, not last)
        choice = await ask(s, turn, turn.seat, D_ATTACK, options, LANES[order[decided]])
        plan.append(NONE if choice is LEAVE_EMPTY else choice.value)
    for lane, unit in zip(order, plan, strict=True):
        player.lanes[lane].sight = EVERYONE
        if unit != NONE:
            s.move(unit, player.hand, player.lanes[lane])
    player.plan = []
    if s.witness is not None:
        units = [UNITS[unit] for unit in plan if unit != NONE]
        s.witness.tell("attacks", who=turn.seat, target=turn.target, units=units)


def defended_lanes(target: Player) -> list[int]:
    return [lane for lane in range(3) if target.lanes[lane].cards]


def lane_order(target: Player) -> list[int]:
    """CS-5.6: in which order the attacker decides the lanes."""
    defended = defended_lanes(target)
    return defended + [lane for lane in range(3) if lane not in defended]


def unplaced(player: Player) -> list[int]:
    """The units in hand that are not yet in the plan."""
    left = player.hand.cards[:]
    for unit in player.plan:
        if unit != NONE:
            left.remove(unit)
    return left


def placeable(units: list[int], may_leave: bool) -> list[Option]:
    options = [PLACE[unit] for unit in designs(units)]
    if may_leave:
        options.append(LEAVE_EMPTY)
    return options


# Phase 4: Deploy Defenders


async def deploy_defenders(s: Table, turn: Turn) -> None:
    """CS-9.1 to CS-9.3: one to three units face down, lane by lane, gaps allowed."""
    player = s.players[turn.seat]
    plan = player.plan
    while len(plan) < 3:
        left = unplaced(player)
        if not left:
            plan.append(NONE)
            continue
        last = len(plan) == 2 and not any([unit != NONE for unit in plan])
        options = placeable(left, not last)
        choice = await ask(s, turn, turn.seat, D_DEFEND, options, LANES[len(plan)])
        plan.append(NONE if choice is LEAVE_EMPTY else choice.value)
    for lane, unit in enumerate(plan):
        player.lanes[lane].sight = 1 << turn.seat
        if unit != NONE:
            s.move(unit, player.hand, player.lanes[lane])
    player.plan = []
    if s.witness is not None:
        lanes = [LANES[lane] for lane, unit in enumerate(plan) if unit != NONE]
        s.witness.tell("defends", who=turn.seat, lanes=lanes)
