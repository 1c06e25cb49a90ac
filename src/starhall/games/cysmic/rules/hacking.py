"""Cyber attacks: rolling for an opponent's blueprint (CY-15)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cysmic.content import ALL_TYPES, MISSING, RED, TYPES, YELLOW, Clause, power
from starhall.games.cysmic.geometry import DISTANCE, HEX_IDS
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import pick_piece, pick_seat
from starhall.games.cysmic.rules.board import tell_ability, unlocked
from starhall.games.cysmic.rules.captives import learn
from starhall.games.cysmic.rules.dice import (
    change,
    dice_names,
    die_name,
    modify,
    roll,
    why_twin,
)
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    at_hex,
    every_die,
    every_seat,
    given,
    pieces_rule,
    question,
    why_locked,
)
from starhall.games.cysmic.rules.powers import guarded
from starhall.games.cysmic.rules.reactions import react, window
from starhall.games.cysmic.rules.verbs import EFFECTS, SOME
from starhall.games.cysmic.state import HACKED, NONE, Fight, Table

W_HACKED: Final = window("hack_hit", "cancel")
RELAY_MESH: Final = power("relay_mesh")
ADJUST_HACK: Final = power("adjust_hack")
BLACK_ICE: Final = power("black_ice")
THORN_MIND: Final = power("thorn_mind")
GUARD_SIGNALS: Final = power("guard_signals")


def ships_in_reach(s: Table, seat: int, piece: int) -> list[int]:
    """CY-15.1, CY-15.6: enemy ships touching the unit whose blueprint is missing."""
    player = s.players[seat]
    distance = DISTANCE[player.where[piece]]
    most = 2 if player.powers[RELAY_MESH] > 0 else 1
    found: list[int] = []
    for owner in s.others(seat):
        ship = s.players[owner].ship
        if ship != NONE and 1 <= distance[ship] <= most:
            missing = player.modules[s.players[owner].colour] == MISSING
            if missing and not guarded(s, owner, GUARD_SIGNALS, seat):
                found.append(owner)
    return found


@QUESTIONS.rule(Ask.HACK_SHIP, every_seat)
def why_not_hack(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-15.1, CY-15.6."""
    seat, owner, piece = decision.seat, option.value, given(decision)[0]
    if owner == seat:
        return Reason("CY-15.1", "yourself")
    if owner in ships_in_reach(s, seat, piece):
        return None
    if s.players[seat].modules[s.players[owner].colour] != MISSING:
        return Reason("CY-15.6", "blueprint_known", {"who": owner})
    if guarded(s, owner, GUARD_SIGNALS, seat):
        return Reason("CY-25.24", "signals_guarded", {"who": owner})
    return Reason("CY-15.1", "ship_too_far", {"who": owner})


def why_no_hacker(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """`given` are the units that have hacked, one bit each."""
    hex = s.players[seat].where[piece]
    if given[0] & (1 << piece):
        return at_hex("CY-15.6", "has_hacked", hex)
    reason = why_locked(s, seat, piece)
    if reason is None and not ships_in_reach(s, seat, piece):
        return at_hex("CY-15.1", "no_ship_in_reach", hex)
    return reason


pieces_rule(Ask.HACK, why_no_hacker)


def hackers(s: Table, seat: int, used: int) -> list[int]:
    """Unlocked units that may still hack."""
    return [
        piece
        for piece in unlocked(s, seat, ALL_TYPES)
        if not used & (1 << piece) and ships_in_reach(s, seat, piece)
    ]


async def hack_once(s: Table, seat: int, used: int, adjust: bool) -> int:
    """CY-15.1, CY-15.6: one unit hacks one ship; returns it, or NONE when the player is done."""
    able = hackers(s, seat, used)
    if not able:
        return NONE
    piece = await pick_piece(s, seat, Ask.HACK, able, s.options.done, given=[used])
    if piece == NONE:
        return NONE
    ships = ships_in_reach(s, seat, piece)
    about = f"{TYPES[s.content.type_of[piece]]}/{HEX_IDS[s.players[seat].where[piece]]}"
    owner = await pick_seat(s, seat, ships, Ask.HACK_SHIP, given=[piece], about=about)
    await attack(s, seat, piece, owner, adjust)
    return piece


async def attack(s: Table, seat: int, piece: int, owner: int, adjust: bool) -> None:
    """CY-15.1 to CY-15.5: roll, pick a die, change it, compare it with the module's number."""
    target = s.players[owner]
    first = not target.turn_marks & HACKED
    target.turn_marks |= HACKED
    if s.witness is not None:
        s.witness.tell("hacks", who=seat, foe=owner, unit=TYPES[s.content.type_of[piece]])
    if first and target.powers[THORN_MIND] > 0:
        tell_ability(s, owner, "thorn_mind")
        return
    fight = s.fight = Fight(hex=s.players[seat].where[piece], striker=seat, other=owner)
    type = s.content.type_of[piece]
    fight.colours = [RED] * s.content.red_dice[type] + [YELLOW] * s.content.yellow_dice[type]
    roll(s, fight)
    if s.witness is not None:
        s.witness.tell("hack_rolls", who=seat, dice=dice_names(fight))
    needed = target.colour + 1
    await _pick_die(s, fight, needed)
    if target.powers[BLACK_ICE] > 0:
        change(s, fight, 0, -1, "black_ice", who=owner)
    if adjust or s.players[seat].powers[ADJUST_HACK] > 0:
        choice = await question(s, seat, Ask.ADJUST, f"{die_name(fight, 0)}/{needed}")
        if choice is not s.options.skip:
            change(s, fight, 0, 1 if choice is s.options.plus else -1, "adjusts", who=seat)
    await modify(s, fight, seat)
    value = fight.values[0]
    s.fight = None
    if s.witness is not None:
        told = "hack_result" if value == needed else "hack_fails"
        s.witness.tell(told, who=seat, n=value, needed=needed)
    if value == needed:
        about = f"{seat + 1}/{s.content.modules[target.colour]}"
        if await react(s, owner, W_HACKED, about) == NONE:
            learn(s, seat, owner)


async def _pick_die(s: Table, fight: Fight, needed: int) -> None:
    """CY-15.3: one die before any modifier; the others are dropped."""
    choice = await question(s, fight.striker, Ask.HACK_DIE, str(needed))
    kept = choice.value
    if s.witness is not None:
        s.witness.tell("hack_keeps", who=fight.striker, die=die_name(fight, kept))
    fight.values = [fight.values[kept]]
    fight.colours = [fight.colours[kept]]
    fight.shielded = [False]
    fight.changed = [0]


@QUESTIONS.rule(Ask.HACK_DIE, every_die)
def why_not_this_die(s: Table, decision: Decision, option: Option) -> Reason | None:
    assert s.fight is not None
    return why_twin(s.fight, option.value, [])


QUESTIONS.free(Ask.ADJUST, lambda s, d: [s.options.plus, s.options.minus, s.options.skip])


def _may_hack(s: Table, seat: int, clause: Clause) -> bool:
    return len(hackers(s, seat, 0)) > 0


@EFFECTS.verb("cyber", SOME, one_of("adjust"), optional=1, when=_may_hack)
async def _cyber(s: Table, seat: int, clause: Clause) -> None:
    """CY-15.6, CY-25.2: up to n eligible units make one attack each."""
    used = 0
    for _ in range(clause.numbers[0]):
        piece = await hack_once(s, seat, used, bool(clause.words))
        if piece == NONE:
            return
        used |= 1 << piece
