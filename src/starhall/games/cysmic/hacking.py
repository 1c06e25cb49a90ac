"""Cyber attacks: rolling for an opponent's blueprint (CY-15)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cysmic import verbs
from starhall.games.cysmic.asking import pick_piece, pick_seat
from starhall.games.cysmic.board import unlocked
from starhall.games.cysmic.captives import learn
from starhall.games.cysmic.cards import (
    ALL,
    KIND_TYPES,
    MISSING,
    RED,
    RED_DICE,
    TYPE_OF,
    TYPES,
    YELLOW,
    YELLOW_DICE,
    Clause,
    power,
)
from starhall.games.cysmic.dice import change, modify, roll
from starhall.games.cysmic.geometry import DISTANCE
from starhall.games.cysmic.powers import guarded
from starhall.games.cysmic.reactions import W_HACKED, react
from starhall.games.cysmic.state import HACKED, NONE, Fight
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.words import (
    D_ADJUST,
    D_HACK,
    D_HACK_DIE,
    D_HACK_SHIP,
    DIE,
    DONE,
    MINUS,
    PASS,
    PLUS,
)

RELAY_MESH: Final = power("relay_mesh")
ADJUST_HACK: Final = power("adjust_hack")
BLACK_ICE: Final = power("black_ice")
THORN_MIND: Final = power("thorn_mind")
GUARD_SIGNALS: Final = power("guard_signals")


def ships_in_reach(s: Table, seat: int, piece: int) -> list[int]:
    """CY-15.1, CY-15.6: enemy ships touching the unit whose blueprint is missing."""
    player = s.players[seat]
    here = player.where[piece]
    most = 2 if player.powers[RELAY_MESH] > 0 else 1
    return [
        owner
        for owner in s.others(seat)
        if player.modules[s.players[owner].colour] == MISSING
        and s.players[owner].ship != NONE
        and 1 <= DISTANCE[here][s.players[owner].ship] <= most
        and not guarded(s, owner, GUARD_SIGNALS, seat)
    ]


def hackers(s: Table, seat: int, used: int) -> list[int]:
    """Unlocked units that may still hack."""
    return [
        piece
        for piece in unlocked(s, seat, KIND_TYPES[ALL])
        if not used & (1 << piece) and ships_in_reach(s, seat, piece)
    ]


async def hack_once(s: Table, seat: int, used: int, adjust: bool) -> int:
    """D27: one unit hacks one ship; the piece that did, or NONE when the player is done."""
    able = hackers(s, seat, used)
    if not able:
        return NONE
    piece = await pick_piece(s, seat, D_HACK, able, DONE)
    if piece == NONE:
        return NONE
    owner = await pick_seat(seat, ships_in_reach(s, seat, piece), D_HACK_SHIP)
    await attack(s, seat, piece, owner, adjust)
    return piece


async def attack(s: Table, seat: int, piece: int, owner: int, adjust: bool) -> None:
    """CY-15.1 to CY-15.5: roll, pick a die, change it, compare it with the module's number."""
    target = s.players[owner]
    first = not target.turn_marks & HACKED
    target.turn_marks |= HACKED
    if s.witness is not None:
        s.witness.tell("hacks", who=seat, foe=owner, unit=TYPES[TYPE_OF[piece]])
    if first and target.powers[THORN_MIND] > 0:
        return
    fight = s.fight = Fight(s.players[seat].where[piece], seat, owner)
    type = TYPE_OF[piece]
    fight.colours = [RED] * RED_DICE[type] + [YELLOW] * YELLOW_DICE[type]
    roll(s, fight)
    await _pick_die(s, fight)
    if target.powers[BLACK_ICE] > 0:
        change(fight, 0, -1)
    if adjust or s.players[seat].powers[ADJUST_HACK] > 0:
        choice = await Decision(seat, D_ADJUST, [PLUS, MINUS, PASS])
        if choice is not PASS:
            change(fight, 0, 1 if choice is PLUS else -1)
    await modify(s, fight, seat)
    value = fight.values[0]
    s.fight = None
    if s.witness is not None:
        s.witness.tell("hack_result", who=seat, n=value, needed=target.colour + 1)
    if value == target.colour + 1 and await react(s, owner, W_HACKED) == NONE:
        learn(s, seat, owner)


async def _pick_die(s: Table, fight: Fight) -> None:
    """CY-15.3: one die before any modifier; the others are dropped."""
    options: list[Option] = []
    seen: list[int] = []
    for die, value in enumerate(fight.values):
        key = value * 2 + fight.colours[die]
        if key not in seen:
            seen.append(key)
            options.append(DIE[die])
    choice = await Decision(fight.striker, D_HACK_DIE, options)
    kept = choice.value
    fight.values = [fight.values[kept]]
    fight.colours = [fight.colours[kept]]
    fight.shielded = [False]
    fight.changed = [0]


async def cyber(s: Table, seat: int, n: int, adjust: bool) -> None:
    """Up to n eligible units make one attack each."""
    used = 0
    for _ in range(n):
        piece = await hack_once(s, seat, used, adjust)
        if piece == NONE:
            return
        used |= 1 << piece


async def _cyber(s: Table, seat: int, clause: Clause) -> None:
    await cyber(s, seat, clause.a, clause.b > 0)


def _may_hack(s: Table, seat: int, clause: Clause) -> bool:
    return len(hackers(s, seat, 0)) > 0


verbs.enter("cyber", _cyber, _may_hack)
