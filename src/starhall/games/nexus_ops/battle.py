"""Section 8: which battles are fought, the sequence of one battle, and its rewards."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.asking import choose
from starhall.games.nexus_ops.boards import BOARDS, HEXES, hexes_of
from starhall.games.nexus_ops.cards import CREEPS, FUNGOID, IS_BATTLE, NONE, SLOT_COUNT, UNITS
from starhall.games.nexus_ops.control import (
    add,
    contested_mask,
    destroy,
    enemies_at,
    enemy_mask,
    may_enter,
    take,
)
from starhall.games.nexus_ops.dice import (
    DIRECTED,
    LAST_STEP,
    ON_DEFENDER,
    hits_due,
    roll_step,
)
from starhall.games.nexus_ops.drawing import draw_energize
from starhall.games.nexus_ops.ending import gain_points
from starhall.games.nexus_ops.energize import seat_of
from starhall.games.nexus_ops.fight import (
    ATTACKER,
    CLOSED,
    CONSOLATION,
    CREEP,
    DEFENDER,
    LOSSES,
    MISSION,
    OUTCOME,
    ROLL,
    SHATTERED,
    WINDOW_1,
    WINDOW_2,
    Fight,
)
from starhall.games.nexus_ops.missions import battle_fulfils, mission_source, score
from starhall.games.nexus_ops.stacks import ONE, count, slots
from starhall.games.nexus_ops.state import Table
from starhall.games.nexus_ops.window import awake, is_decided, window, window_order
from starhall.games.nexus_ops.words import (
    CREEP_TO,
    D_BATTLE_HEX,
    D_BATTLE_MISSION,
    D_CASUALTY,
    D_CREEP,
    D_CREEP_NUMBER,
    D_DEFENDER,
    D_DIRECTED,
    DECLINE,
    FIGHT,
    LOSE,
    NUMBER,
    RIVAL,
    SCORE,
    STAY,
    STRIKE,
)

# Which battles


def battle_hexes(s: Table) -> list[int]:
    """NX-8.1, NX-8.2: unfought hexes with an enemy and a participant of the active player."""
    player = s.players[s.active]
    mask = player.mask & ~s.fought
    if mask:
        mask &= enemy_mask(s, s.active)
    return [hex for hex in hexes_of(mask) if awake(s, player, hex)] if mask else []


async def next_battle(s: Table) -> bool:
    """NX-8.1 to NX-8.3: one battle, from its choice to its end; False when none is left."""
    if s.fight is None:
        hexes = battle_hexes(s)
        if not hexes:
            return False
        hex = hexes[0]
        if len(hexes) > 1:
            options = [FIGHT[hex] for hex in hexes]
            choice = await choose(s, s.active, D_BATTLE_HEX, options)
            hex = choice.value
        s.fight = Fight(hex=hex, attacker=s.active)
    fight = s.fight
    if fight.defender == NONE:
        rivals = enemies_at(s, s.active, fight.hex)
        defender = rivals[0]
        if len(rivals) > 1:
            options = [RIVAL[s.players[seat].faction] for seat in rivals]
            choice = await choose(s, s.active, D_DEFENDER, options, HEXES[fight.hex])
            defender = seat_of(s, choice.value)
        open_battle(s, fight, defender)
    await battle(s, fight)
    s.fight = None
    return True


def open_battle(s: Table, fight: Fight, defender: int) -> None:
    """NX-8.4, NX-8.6: who takes part, and the start data for missions."""
    fight.defender = defender
    s.fought |= 1 << fight.hex
    fight.order = window_order(s, fight)
    fight.started = [
        awake(s, s.players[fight.attacker], fight.hex),
        s.players[defender].stacks[fight.hex],
    ]
    fight.present = fight.started[:]
    if s.witness is not None:
        s.witness.tell("attacks", who=s.active, target=defender, hex=HEXES[fight.hex])


# The sequence


async def battle(s: Table, fight: Fight) -> None:
    """NX-8.5, NX-8.6: one pass through the battle order, then it is over."""
    while fight.stage < OUTCOME:
        stage = fight.stage
        if stage == WINDOW_1:
            await window(s, fight)
            if fight.stage == WINDOW_1:
                fight.stage = OUTCOME if is_decided(fight) else ROLL
        elif stage == SHATTERED:
            await casualties(s, fight)
            fight.stage = WINDOW_1
        elif stage == ROLL:
            begin_step(s, fight)
        elif stage == WINDOW_2:
            await window(s, fight)
            fight.due = hits_due(s, fight)
            fight.stage = LOSSES
        else:
            await casualties(s, fight)
            end_step(fight)
    await aftermath(s, fight)


def begin_step(s: Table, fight: Fight) -> None:
    """NX-8.13, NX-8.24: a step in which no die is rolled is skipped without a window."""
    while not roll_step(s, fight):
        if fight.step == LAST_STEP:
            fight.stage = OUTCOME
            return
        fight.step += 1
    fight.stage = WINDOW_2
    if s.witness is not None:
        for side, seat in enumerate((fight.attacker, fight.defender)):
            if fight.dice[side]:
                faces = [str(die & 7) for die in fight.dice[side]]
                units = sorted({die >> 3 for die in fight.dice[side]}, reverse=True)
                names = [UNITS[slot + s.alternate] for slot in units]
                s.witness.tell("rolls", who=seat, units=names, dice=faces)


def end_step(fight: Fight) -> None:
    """NX-8.24: the battle ends early when one side has no participant left."""
    fight.dice = [[], []]
    if is_decided(fight) or fight.step == LAST_STEP:
        fight.stage = OUTCOME
    else:
        fight.step += 1
        fight.stage = ROLL


async def casualties(s: Table, fight: Fight) -> None:
    """NX-8.20 to NX-8.22: hit by hit; hits beyond the last participant are lost."""
    while fight.due:
        code = fight.due[0]
        side = DEFENDER if code >= ON_DEFENDER else ATTACKER
        present = fight.present[side]
        if present == 0:
            fight.due.pop(0)
            continue
        slot = slots(present)[0]
        if present != count(present, slot) * ONE[slot]:
            slot = await choose_casualty(s, fight, side, code & DIRECTED != 0)
        fight.due.pop(0)
        kill(s, fight, side, slot, code & 7)


async def choose_casualty(s: Table, fight: Fight, side: int, directed: bool) -> int:
    """NX-8.18: who scored a directed hit picks the unit; else the player who was hit."""
    units = [slot + s.alternate for slot in slots(fight.present[side])]
    s.strands[0].fresh = True
    about = HEXES[fight.hex]
    if directed:
        picker = fight.seat_of(1 - side)
        choice = await Decision(picker, D_DIRECTED, [STRIKE[unit] for unit in units], about)
    else:
        loser = fight.seat_of(side)
        choice = await Decision(loser, D_CASUALTY, [LOSE[unit] for unit in units], about)
    return choice.value % SLOT_COUNT


def kill(s: Table, fight: Fight, side: int, slot: int, scorer: int) -> None:
    """NX-8.20: the unit returns to its owner's supply; the record remembers who hit it."""
    seat = fight.seat_of(side)
    one = ONE[slot]
    destroy(s.players[seat], fight.hex, one)
    fight.present[side] -= one
    fight.lost[side] += one
    if side == DEFENDER:
        fight.killers[slot] |= 1 << scorer
        fight.last_died = True
    if s.witness is not None:
        s.witness.tell("loses", who=seat, unit=UNITS[slot + s.alternate], hex=HEXES[fight.hex])


# Outcome and rewards


async def aftermath(s: Table, fight: Fight) -> None:
    """NX-8.25 to NX-8.31, then Creep (NX-17.24)."""
    if fight.stage == OUTCOME:
        fight.won = fight.present[DEFENDER] == 0 and fight.last_died
        if not fight.won:
            if s.witness is not None:
                s.witness.tell("undecided", hex=HEXES[fight.hex])
            fight.stage = CLOSED
            return
        fight.stage = MISSION
        take_victory(s, fight)
    if fight.stage == MISSION:
        await battle_mission(s, fight)
        fight.stage = CONSOLATION
    if fight.stage == CONSOLATION:
        # NX-8.30, NX-8.31: the loser's draw is automatic.
        drawn = not s.players[fight.defender].out and draw_energize(s, fight.defender)
        if drawn and s.witness is not None:
            s.witness.tell("draws_energize", who=fight.defender, n=1)
        fight.stage = CREEP
    if fight.stage == CREEP:
        await creep(s, fight)
        fight.stage = CLOSED


def take_victory(s: Table, fight: Fight) -> None:
    """NX-8.28: one Battle Victory card, one point."""
    s.wins += 1
    s.players[s.active].victories += 1
    if s.witness is not None:
        s.witness.tell("wins_battle", who=s.active, target=fight.defender, hex=HEXES[fight.hex])
    gain_points(s, s.active, 1)


async def battle_mission(s: Table, fight: Fight) -> None:
    """NX-8.29: at most one Battle mission that this battle fulfilled."""
    options: list[Option] = []
    for mission in sorted(set(mission_source(s).cards)):
        if IS_BATTLE[mission] and battle_fulfils(s, fight, mission):
            options.append(SCORE[mission])
    if not options and s.auto_single:
        return
    options.append(DECLINE)
    s.strands[0].fresh = True
    about = HEXES[fight.hex]
    choice = await Decision(s.active, D_BATTLE_MISSION, options, about, secret=True)
    if choice is not DECLINE:
        score(s, choice.value)


# Creep


def creep_goals(s: Table, fight: Fight) -> int:
    """NX-17.24: adjacent hexes that Sporlings may enter; NX-5.4 applies."""
    goals = BOARDS[s.board].near[fight.hex] & may_enter(s, s.active, FUNGOID)
    contested = contested_mask(s)
    if (contested >> fight.hex) & 1:
        goals &= ~(contested | enemy_mask(s, s.active))
    return goals


async def creep(s: Table, fight: Fight) -> None:
    """NX-17.24, NX-17.25: any number of Sporlings that took part go on to one hex."""
    if not CREEPS[FUNGOID + s.alternate]:
        return
    able = count(fight.present[ATTACKER], FUNGOID)
    if able == 0:
        return
    if fight.creeping == NONE:
        goals = hexes_of(creep_goals(s, fight))
        if not goals:
            return
        options = [CREEP_TO[hex] for hex in goals]
        choice = await choose(s, s.active, D_CREEP, [*options, STAY], HEXES[fight.hex])
        if choice is STAY:
            return
        fight.creeping = choice.value
    options = [NUMBER[n] for n in range(1, able + 1)]
    choice = await choose(s, s.active, D_CREEP_NUMBER, options, HEXES[fight.creeping])
    stack = choice.value * ONE[FUNGOID]
    player = s.players[s.active]
    take(player, fight.hex, stack)
    add(player, fight.creeping, stack)
    if s.witness is not None:
        s.witness.tell(
            "creeps", who=s.active, n=choice.value, origin=HEXES[fight.hex],
            goal=HEXES[fight.creeping],
        )  # fmt: skip
