"""The value of a position for a seat: for bots, on imagined worlds only (section 19).

Everything is counted in victory points: points themselves, units, rubium, income, cards, ground
that is nearly won, and the battles that are being prepared or fought, by their exact odds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from starhall.games.nexus_ops.boards import MONO, hexes_of
from starhall.games.nexus_ops.bot.odds import Odds, fight_odds, odds, worth
from starhall.games.nexus_ops.content import MONOLITH, NONE, STRIDER
from starhall.games.nexus_ops.rules.control import (
    add,
    awake,
    controlled_mask,
    enemies,
    enemy_mask,
    homes,
    take,
)
from starhall.games.nexus_ops.rules.dice import cancel, hits
from starhall.games.nexus_ops.rules.ending import ranks, standing_points
from starhall.games.nexus_ops.rules.exploration import mined
from starhall.games.nexus_ops.rules.missions import battle_fulfils, holds_monolith, objective_holds
from starhall.games.nexus_ops.rules.movement import goals_of, moving_from
from starhall.games.nexus_ops.rules.turn import phase_of
from starhall.games.nexus_ops.stacks import ONE, slots, total
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Player, Table

UNIT: Final = 0.075  # points for each rubium that units are worth
RUBIUM: Final = 0.05
INCOME: Final = 0.24
MISSION_CARD: Final = 0.4
ENERGIZE_CARD: Final = 0.35
MONOLITH_HELD: Final = 0.7
UNEXPLORED: Final = 0.55  # a token that will be turned up this turn
NEAR: Final = 0.10  # a token or free refinery next door
OBJECTIVE: Final = 0.75  # share of the points of an Objective that is fulfilled
LOST_UNIT: Final = 0.07  # points for each rubium that units lost in battle were worth
EAGER: Final = 0.25  # a battle being prepared is worth a little more than its odds
RIVAL: Final = 0.7  # how much of the strongest rival's standing counts against the seat
SPREAD: Final = 5.0

MOVING: Final[tuple[str, ...]] = ("movement", "special_attack")  # tokens are not yet turned up
FIGHTING: Final[tuple[str, ...]] = (*MOVING, "exploration", "battles", "battle")


def evaluate(s: Table, seat: int) -> float:
    """Between 0 and 1: the seat's standing against its strongest rival."""
    if s.over:
        return 1.0 if ranks(s)[seat] == 1 else 0.0
    own = s.players[seat]
    if own.out and not s.teams:
        return 0.0
    rival = max([assets(s, s.players[other]) for other in enemies(s, seat)])
    lead = assets(s, own) + prospects(s, own) - RIVAL * rival
    return 1.0 / (1.0 + exp(-lead / SPREAD))


# What a player has


def assets(s: Table, player: Player) -> float:
    """Points, units, rubium, income and cards, as everybody can count them."""
    seat = player.seat
    stack = 0.0
    for hex in hexes_of(player.mask):
        stack += worth(s.content, player.stacks[hex], s.alternate)
    points = standing_points(s, seat)
    value = points + 0.02 * points * points  # the nearer the target, the more a point is worth
    value += UNIT * stack + RUBIUM * min(player.rubium, 30)
    value += INCOME * mined(s, seat)
    value += MISSION_CARD * min(len(player.missions.cards), 8)
    value += ENERGIZE_CARD * min(len(player.energize.cards), 8)
    if holds_monolith(s, seat):
        value += MONOLITH_HELD
    return value


# What is about to happen


def prospects(s: Table, player: Player) -> float:
    """What the seat itself can make of the position."""
    seat = player.seat
    if seat == s.active:
        if s.moving != NONE:
            return best_move(s, player)
        if s.buying != NONE:
            return best_place(s, player)
    value = outlook(s, player)
    if s.card != NONE and s.card_seat == seat:
        value += card_value(s, player)
    return value


def outlook(s: Table, player: Player) -> float:
    seat = player.seat
    phase = phase_of(s) if seat == s.active else ""
    value = ground(s, player, phase)
    if not s.transmissions:
        for mission in player.missions.cards:
            if not s.content.is_battle[mission] and objective_holds(s, seat, mission):
                value += OBJECTIVE * s.content.points[mission]
    fight = s.fight
    if fight is not None and fight.defender != NONE and not fight.won:
        value += fight_value(s, fight, player, fight_odds(s, fight))
    if phase in FIGHTING:
        value += battles_ahead(s, player, phase)
    return value


def best_move(s: Table, player: Player) -> float:
    """A unit has been picked up: the best of what it can reach."""
    hex, slot = moving_from(s), s.moving & 7
    goals = goals_of(s, hex, slot)
    before = assets(s, player)
    best = -99.0
    take(player, hex, ONE[slot])
    for goal in hexes_of(goals):
        add(player, goal, ONE[slot])
        best = max(best, assets(s, player) + outlook(s, player))
        take(player, goal, ONE[slot])
    add(player, hex, ONE[slot])
    return best - before


def best_place(s: Table, player: Player) -> float:
    """A unit has been bought: the best home hex for it."""
    before = assets(s, player)
    best = -99.0
    for hex in homes(s, player.seat):
        add(player, hex, ONE[s.buying])
        best = max(best, assets(s, player) + outlook(s, player))
        take(player, hex, ONE[s.buying])
    return best - before


def ground(s: Table, player: Player, phase: str) -> float:
    """Tokens and refineries that are within reach, weak neighbours, the way to the Monolith."""
    seat = player.seat
    near = s.board.near
    enemy = enemy_mask(s, seat)
    value = 0.0
    beside = 0
    miners_beside = 0
    big_beside = 0
    for hex in hexes_of(player.mask):
        beside |= near[hex]
        if player.stacks[hex] & s.content.miners:
            miners_beside |= near[hex]
        if player.stacks[hex] >> (4 * STRIDER):
            big_beside |= near[hex]
    for hex in s.unexplored:
        if (player.mask >> hex) & 1:
            value += UNEXPLORED if phase in MOVING else 0.0
        elif (beside >> hex) & 1:
            value += NEAR
    free = s.refineries & ~enemy & ~controlled_mask(s, seat)
    value += NEAR * (free & miners_beside & s.enter[0]).bit_count()
    if s.terrain[MONO] == MONOLITH and (big_beside & 1 or player.mask & 1):
        value += 2 * NEAR
    value += opportunity(s, player, beside & enemy)
    return value


def opportunity(s: Table, player: Player, hexes: int) -> float:
    """A fraction of the best battle that could be fought next door."""
    near = s.board.near
    best = 0.0
    for hex in hexes_of(hexes):
        attackers = 0
        for other in hexes_of(near[hex] & player.mask):
            stack = player.stacks[other]
            if total(attackers) + total(stack) > 12:
                break
            attackers += stack
        for seat in enemies(s, player.seat):
            defenders = s.players[seat].stacks[hex]
            if defenders and attackers:
                found = odds(s.content, attackers, defenders, s.terrain[hex], s.alternate)
                best = max(best, found.win)
    return 0.5 * best


# Battles


def battles_ahead(s: Table, player: Player, phase: str) -> float:
    """What the battles due this turn are worth before they are fought."""
    value = 0.0
    current = s.fight.hex if s.fight is not None else NONE
    eager = EAGER if s.ready or phase == "special_attack" else 0.0
    for hex in hexes_of(player.mask & enemy_mask(s, player.seat) & ~s.fought):
        attackers = awake(s, player, hex)
        if hex == current or attackers == 0:
            continue
        best = -99.0
        for seat in enemies(s, player.seat):
            defenders = s.players[seat].stacks[hex]
            if defenders:
                found = odds(s.content, attackers, defenders, s.terrain[hex], s.alternate)
                gain = found.win * (1.0 + promise(s, player, hex, attackers, defenders))
                best = max(best, gain + exchange_of_units(found) + eager * found.win)
        value += best
    return value


def exchange_of_units(found: Odds) -> float:
    return LOST_UNIT * (RIVAL * found.defender_worth - found.attacker_worth)


def fight_value(s: Table, fight: Fight, player: Player, found: Odds) -> float:
    """The current battle, for the attacker or for the defender."""
    if player.seat == fight.attacker:
        points = promise(s, player, fight.hex, fight.started[ATTACKER], fight.started[DEFENDER])
        return found.win * (1.0 + points) + exchange_of_units(found)
    if player.seat == fight.defender:
        loss = LOST_UNIT * (RIVAL * found.attacker_worth - found.defender_worth)
        return loss - RIVAL * found.win
    return 0.0


def promise(s: Table, player: Player, hex: int, attackers: int, defenders: int) -> float:
    """The points of the best Battle mission that winning there is likely to fulfil."""
    content = s.content
    cards = s.line.cards if s.transmissions else player.missions.cards
    best = 0
    won: Fight | None = None  # as it will be remembered if all goes well
    for mission in cards:
        if content.is_battle[mission] and content.points[mission] > best:
            if content.verb[mission] == "flawless" and total(attackers) <= 2 * total(defenders):
                continue  # it takes more than twice their number
            if won is None:
                stacks = [attackers, defenders]
                won = Fight(hex=hex, attacker=player.seat, started=stacks, lost=[0, defenders])
            if battle_fulfils(s, won, mission):
                best = content.points[mission]
    return 0.9 * best


# A card whose choices are still to be made


def card_value(s: Table, player: Player) -> float:
    """What the card just played will bring when its choices are made well."""
    verb = s.content.verb[s.card]
    if verb == "drop":
        worthy = worth(s.content, 2 * ONE[s.content.what[s.card]], s.alternate)
        return UNIT * worthy + 2 * NEAR
    fight = s.fight
    if fight is None or verb not in TRIALS:
        return 0.0
    side = fight.side_of(player.seat)
    if side == NONE:
        return 0.0
    before = fight_value(s, fight, player, fight_odds(s, fight))
    best = before
    for trial in TRIALS[verb](s, fight, side):
        best = max(best, fight_value(s, trial, player, fight_odds(s, trial)))
    return best - before


# By verb: the battle as it would stand after the card, for choices worth a thought


def _try_mod(s: Table, fight: Fight, own: int) -> list[Fight]:
    found: list[Fight] = []
    for side in (ATTACKER, DEFENDER):
        trial = fight.copy()
        trial.bonus[side] += 1 if side == own else -1
        found.append(trial)
    return found


def _try_direct(s: Table, fight: Fight, own: int) -> list[Fight]:
    trial = fight.copy()
    trial.direct[own] = True
    return [trial]


def _try_twice(s: Table, fight: Fight, own: int) -> list[Fight]:
    found: list[Fight] = []
    for slot in slots(fight.present[own]):
        trial = fight.copy()
        trial.extra[own] += ONE[slot]
        found.append(trial)
    return found


def _try_first(s: Table, fight: Fight, own: int) -> list[Fight]:
    found: list[Fight] = []
    for slot in slots(fight.present[own]):
        trial = fight.copy()
        trial.early[own] |= 1 << slot
        found.append(trial)
    return found


def _try_cancel(s: Table, fight: Fight, own: int) -> list[Fight]:
    trial = fight.copy()
    cancel(s, trial, own, 2)
    return [trial]


def _try_reroll(s: Table, fight: Fight, own: int) -> list[Fight]:
    if not hits(s, fight, 1 - own):
        return []
    trial = fight.copy()
    cancel(s, trial, own, 1)
    return [trial]


TRIALS: Final[dict[str, Callable[[Table, Fight, int], list[Fight]]]] = {
    "mod": _try_mod,
    "direct": _try_direct,
    "twice": _try_twice,
    "first": _try_first,
    "cancel": _try_cancel,
    "reroll": _try_reroll,
}
