"""NX-8.18 to NX-8.22: hits are suffered one by one, and who chooses the unit."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Procedure, Reason
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.content import SLOT_COUNT
from starhall.games.nexus_ops.rules.control import destroy
from starhall.games.nexus_ops.rules.dice import DIRECTED, ON_DEFENDER
from starhall.games.nexus_ops.rules.legality import QUESTIONS, sheet
from starhall.games.nexus_ops.stacks import ONE, count, slots
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Table


def casualties(s: Table) -> Procedure | None:
    """NX-8.20: the hits of a step, if there are any."""
    return suffer_hits(s) if s.battle().due else None


async def suffer_hits(s: Table) -> None:
    """NX-8.20 to NX-8.22: one hit at a time; hits beyond the last participant are lost."""
    fight = s.battle()
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
    """NX-8.18: the scorer of a directed hit picks the unit, otherwise the player who was hit."""
    units = [slot + s.alternate for slot in slots(fight.present[side])]
    about = HEXES[fight.hex]
    if directed:
        options = [s.options.strike[unit] for unit in units]
        choice = await Decision(fight.seat_of(1 - side), "directed", options, about)
    else:
        options = [s.options.lose[unit] for unit in units]
        choice = await Decision(fight.seat_of(side), "casualty", options, about)
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
        unit = s.content.units[slot + s.alternate]
        s.witness.tell("loses", who=seat, unit=unit, hex=HEXES[fight.hex])


# What is legal


@QUESTIONS.rule("casualty", lambda s, _: sheet(s, s.options.lose))
def why_not_lose(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-8.20: one of the player's participants; NX-6.5: a special attack hits any unit there."""
    if s.fight is None:
        stack, hex, rule = s.players[decision.seat].stacks[s.aim], s.aim, "NX-6.5"
    else:
        side = s.fight.side_of(decision.seat)
        stack, hex, rule = s.fight.present[side], s.fight.hex, "NX-8.20"
    return why_not_hit(s, option, stack, hex, rule)


@QUESTIONS.rule("directed", lambda s, _: sheet(s, s.options.strike))
def why_not_strike(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-8.18: one of the enemy's participants."""
    fight = s.battle()
    stack = fight.present[1 - fight.side_of(decision.seat)]
    return why_not_hit(s, option, stack, fight.hex, "NX-8.18")


def why_not_hit(s: Table, option: Option, stack: int, hex: int, rule: str) -> Reason | None:
    if count(stack, option.value % SLOT_COUNT):
        return None
    return Reason(rule, "none_here", {"unit": option.arg, "hex": HEXES[hex]})
