"""Section 8: which battles are fought, the sequence of one battle, and its rewards."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import LEAVE, Steps
from starhall.games.nexus_ops.boards import HEXES, hexes_of
from starhall.games.nexus_ops.content import FUNGOID
from starhall.games.nexus_ops.rules.casualties import casualties
from starhall.games.nexus_ops.rules.control import (
    add,
    awake,
    contested_mask,
    enemies_at,
    enemy_mask,
    may_enter,
    seat_of,
    take,
)
from starhall.games.nexus_ops.rules.decks import draw_energize
from starhall.games.nexus_ops.rules.dice import LAST_STEP, hits_due, roll_step, tell_dice
from starhall.games.nexus_ops.rules.ending import gain_points
from starhall.games.nexus_ops.rules.legality import (
    QUESTIONS,
    ask,
    no_entry,
    not_an_enemy_there,
    place_name,
    rivals,
)
from starhall.games.nexus_ops.rules.missions import battle_mission
from starhall.games.nexus_ops.rules.window import window, window_order
from starhall.games.nexus_ops.stacks import ONE, count
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Table

# Which battles


def unfought_mask(s: Table) -> int:
    """NX-8.1: the hexes in which the active player meets enemies and has not fought yet."""
    mask = s.players[s.active].mask & ~s.fought
    return mask & enemy_mask(s, s.active) if mask else 0


def battle_hexes(s: Table) -> list[int]:
    """NX-8.2: the unfought hexes in which the active player has a participant."""
    player = s.players[s.active]
    return [hex for hex in hexes_of(unfought_mask(s)) if awake(s, player, hex)]


def battle_is_due(s: Table) -> bool:
    player = s.players[s.active]
    mask = unfought_mask(s)
    while mask:
        low = mask & -mask
        if awake(s, player, low.bit_length() - 1):
            return True
        mask ^= low
    return False


async def choose_hex(s: Table) -> None:
    """NX-8.1: battles are mandatory; the active player chooses their order."""
    hexes = battle_hexes(s)
    hex = hexes[0]
    if len(hexes) > 1:
        options = [s.options.fight[hex] for hex in hexes]
        hex = (await Decision(s.active, "battle_hex", options)).value
    s.fight = Fight(hex=hex, attacker=s.active)


async def choose_defender(s: Table) -> None:
    """NX-8.3: one of the enemies in the hex."""
    fight = s.battle()
    seats = enemies_at(s, s.active, fight.hex)
    defender = seats[0]
    if len(seats) > 1:
        if s.witness is not None:
            s.witness.tell("meets", who=s.active, foes=seats, hex=HEXES[fight.hex])
        options = [s.options.rival[s.players[seat].faction] for seat in seats]
        choice = await Decision(s.active, "defender", options, HEXES[fight.hex])
        defender = seat_of(s, choice.value)
    fight.defender = defender


# The sequence


def open_battle(s: Table) -> None:
    """NX-8.4, NX-8.6: who takes part, and the start data for missions."""
    fight = s.battle()
    s.fought |= 1 << fight.hex
    fight.order = window_order(s, fight)
    fight.started = [
        awake(s, s.players[fight.attacker], fight.hex),
        s.players[fight.defender].stacks[fight.hex],
    ]
    fight.present = fight.started[:]
    if s.witness is not None:
        s.witness.tell("attacks", who=s.active, target=fight.defender, hex=HEXES[fight.hex])


def fighting_goes_on(s: Table) -> bool:
    """NX-8.5, NX-8.24: the battle goes on until the last step or until a side has nobody left."""
    fight = s.battle()
    return fight.step <= LAST_STEP and not fight.is_decided()


def roll(s: Table) -> int | None:
    """NX-8.13, NX-8.24: a step in which no die is rolled is skipped without a window."""
    fight = s.battle()
    while not roll_step(s, fight):
        fight.step += 1
        if fight.step > LAST_STEP:
            return LEAVE
    tell_dice(s, fight, ATTACKER)
    tell_dice(s, fight, DEFENDER)
    return None


def score_hits(s: Table) -> None:
    """NX-8.21: after the window the hits count."""
    fight = s.battle()
    fight.due = hits_due(s, fight)


def end_step(s: Table) -> None:
    """NX-8.11: the dice are removed before the next step."""
    fight = s.battle()
    fight.dice = [[], []]
    fight.step += 1


def outcome(s: Table) -> None:
    """NX-8.25 to NX-8.27: the attacker wins if the last defender to go was destroyed."""
    fight = s.battle()
    fight.won = fight.present[DEFENDER] == 0 and fight.last_died
    if not fight.won and s.witness is not None:
        s.witness.tell("undecided", hex=HEXES[fight.hex])


def is_won(s: Table) -> bool:
    return s.battle().won


def close_battle(s: Table) -> None:
    s.fight = None


# Rewards


def take_victory(s: Table) -> None:
    """NX-8.28: one Battle Victory card, one point."""
    fight = s.battle()
    s.wins += 1
    s.players[s.active].victories += 1
    if s.witness is not None:
        s.witness.tell("wins_battle", who=s.active, target=fight.defender, hex=HEXES[fight.hex])
    gain_points(s, s.active, 1)


def console(s: Table) -> None:
    """NX-8.30, NX-8.31: the loser draws an Energize card."""
    draw_energize(s, s.battle().defender)


# Creep


def sporlings(s: Table) -> int:
    """NX-17.24: how many of the Sporlings that took part may creep."""
    if not s.content.creeps[FUNGOID + s.alternate]:
        return 0
    return count(s.battle().present[ATTACKER], FUNGOID)


def can_creep(s: Table) -> bool:
    return sporlings(s) > 0 and creep_goals(s) != 0


def creep_goals(s: Table) -> int:
    """NX-17.24: adjacent hexes that Sporlings may enter; NX-5.4 applies."""
    hex = s.battle().hex
    goals = s.board.near[hex] & may_enter(s, s.active, FUNGOID)
    contested = contested_mask(s)
    if (contested >> hex) & 1:
        goals &= ~(contested | enemy_mask(s, s.active))
    return goals


async def creep_where(s: Table) -> int | None:
    fight = s.battle()
    choice = await ask(s, s.active, "creep", HEXES[fight.hex])
    if choice is s.options.stay:
        return LEAVE
    fight.creeping = choice.value
    return None


async def creep(s: Table) -> None:
    """NX-17.24, NX-17.25: any number of Sporlings that took part move on to one hex."""
    fight = s.battle()
    origin, goal = HEXES[fight.hex], HEXES[fight.creeping]
    choice = await ask(s, s.active, "creep_number", goal)
    stack = choice.value * ONE[FUNGOID]
    player = s.players[s.active]
    take(player, fight.hex, stack)
    add(player, fight.creeping, stack)
    if s.witness is not None:
        s.witness.tell("creeps", who=s.active, n=choice.value, origin=origin, goal=goal)


# NX-8.6 as a list


def opponents(s: Table) -> dict[str, object]:
    fight = s.battle()
    return {"who": fight.attacker, "target": fight.defender, "hex": HEXES[fight.hex]}


BATTLE: Final = Steps(
    "battle",
    open_battle,
    window,
    Steps("", roll, window, score_hits, casualties, end_step, as_long_as=fighting_goes_on),
    outcome,
    Steps(
        "",
        take_victory,
        battle_mission,
        console,
        Steps("", creep_where, creep, when=can_creep),
        when=is_won,
    ),
    close_battle,
    about=opponents,
)


# What is legal


def hexes_and_pass(s: Table, decision: Decision) -> list[Option]:
    own = hexes_of(s.players[decision.seat].mask)
    return [*[s.options.fight[hex] for hex in own], s.options.pass_]


@QUESTIONS.rule("battle_hex", hexes_and_pass)
def why_not_fight(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-8.1, NX-8.2: once in each hex with an enemy and a participant of the player."""
    if option is s.options.pass_:
        return Reason("NX-8.1", "must_fight")
    values: dict[str, object] = {"hex": HEXES[option.value]}
    if not (enemy_mask(s, decision.seat) >> option.value) & 1:
        return Reason("NX-8.1", "no_enemy", values)
    if (s.fought >> option.value) & 1:
        return Reason("NX-8.2", "has_fought", values)
    if not awake(s, s.players[decision.seat], option.value):
        return Reason("NX-8.2", "all_dormant", values)
    return None


@QUESTIONS.rule("defender", rivals)
def why_not_attack(s: Table, decision: Decision, option: Option) -> Reason | None:
    return not_an_enemy_there(s, decision.seat, seat_of(s, option.value), s.battle().hex)


def creep_hexes(s: Table, decision: Decision) -> list[Option]:
    origin = s.battle().hex
    return [s.options.creep[hex] for hex in sorted(s.board.hexes) if hex != origin]


@QUESTIONS.rule("creep", creep_hexes)
def why_not_creep(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-17.24: adjacent hexes that Sporlings may enter; NX-5.4 applies."""
    goal = option.value
    values: dict[str, object] = {"goal": place_name(s, goal), "hex": HEXES[s.battle().hex]}
    if not (s.board.near[s.battle().hex] >> goal) & 1:
        return Reason("NX-17.24", "not_adjacent", values)
    if not (may_enter(s, decision.seat, FUNGOID) >> goal) & 1:
        return no_entry(s, FUNGOID, goal)
    if not (creep_goals(s) >> goal) & 1:
        return Reason("NX-5.4", "both_contested", values)
    return None


QUESTIONS.free("creep", lambda s, _: [s.options.stay])


@QUESTIONS.rule("creep_number", lambda s, _: s.options.number[1 : s.content.count[FUNGOID] + 1])
def why_not_so_many(s: Table, decision: Decision, option: Option) -> Reason | None:
    able = sporlings(s)
    return None if option.value <= able else Reason("NX-17.24", "too_few_sporlings", {"n": able})
