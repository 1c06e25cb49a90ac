"""How well a seat stands: for bots, on imagined worlds only (section 19).

Everything is counted in victory points: points themselves, units, rubium, income, cards, ground
that is nearly won, and the battles that are being prepared or fought, by their exact odds.
"""

from __future__ import annotations

from math import exp
from typing import Final

from starhall.games.nexus_ops.boards import BOARDS, MONO, hexes_of
from starhall.games.nexus_ops.cards import (
    AT_LEAST,
    AT_REFINERY,
    CANCEL,
    CARD_SLOT,
    DESTROYED,
    DIRECT,
    DROP,
    FEWER,
    FIRST,
    FLAWLESS,
    FROM_THE_MONOLITH,
    HOME,
    IN_ENEMY_HOME,
    IS_BATTLE,
    MOD,
    MONOLITH,
    NONE,
    POINTS,
    PREDICATE,
    REROLL,
    STARTED_WITH,
    STRIDER,
    TWICE,
    VERB,
    WHAT,
    WON_IN,
)
from starhall.games.nexus_ops.control import (
    add,
    controlled_mask,
    enemies,
    enemy_homes,
    enemy_mask,
    homes,
    take,
)
from starhall.games.nexus_ops.dice import cancel, hits
from starhall.games.nexus_ops.ending import ranks, standing_points
from starhall.games.nexus_ops.exploration import mined
from starhall.games.nexus_ops.fight import ATTACKER, DEFENDER, OUTCOME, WINDOW_2, Fight
from starhall.games.nexus_ops.missions import holds_monolith, objective_holds
from starhall.games.nexus_ops.movement import MARCH_GROUP, destinations, march_goals
from starhall.games.nexus_ops.odds import Odds, fight_odds, odds, worth
from starhall.games.nexus_ops.stacks import MINERS, ONE, count, total
from starhall.games.nexus_ops.state import BREATH, FOUGHT, MOVE, MOVED, Player, Table
from starhall.games.nexus_ops.window import awake

UNIT: Final = 0.075  # of one rubium spent on units, in points
RUBIUM: Final = 0.05
INCOME: Final = 0.24
MISSION_CARD: Final = 0.4
ENERGIZE_CARD: Final = 0.35
MONOLITH_HELD: Final = 0.7
UNEXPLORED: Final = 0.55  # a token that will be turned up this turn
NEAR: Final = 0.10  # a token or free refinery next door
OBJECTIVE: Final = 0.75  # of the points of an Objective that is fulfilled
LOST_UNIT: Final = 0.07  # of one rubium of units lost in battle
EAGER: Final = 0.25  # a battle being prepared is worth a little more than its odds
RIVAL: Final = 0.7  # how much of the strongest rival's standing counts against the seat
SPREAD: Final = 5.0


def evaluate(s: Table, seat: int) -> float:
    """Between 0 and 1: the seat's standing against its strongest rival."""
    if s.over:
        return 1.0 if ranks(s)[seat] == 1 else 0.0
    own = s.players[seat]
    if own.out and not s.teams:
        return 0.0
    rival = -99.0
    for other in enemies(s, seat):
        rival = max(rival, assets(s, s.players[other]))
    lead = assets(s, own) + prospects(s, own) - RIVAL * rival
    return 1.0 / (1.0 + exp(-lead / SPREAD))


# What a player has


def assets(s: Table, player: Player) -> float:
    """Points, units, rubium, income and cards, as everybody can count them."""
    seat = player.seat
    stack = 0.0
    for hex in hexes_of(player.mask):
        stack += worth(player.stacks[hex], s.alternate)
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
    value = ground(s, player)
    if not s.transmissions:
        for mission in player.missions.cards:
            if not IS_BATTLE[mission] and objective_holds(s, seat, mission):
                value += OBJECTIVE * POINTS[mission]
    fight = s.fight
    if fight is not None and fight.defender != NONE and fight.stage < OUTCOME:
        value += fight_value(s, fight, player, fight_odds(s, fight))
    if seat == s.active and MOVE <= s.stage <= FOUGHT:
        value += battles_ahead(s, player)
    return value


def best_move(s: Table, player: Player) -> float:
    """A unit has been picked up: the best of what it can reach."""
    group = s.moving % MARCH_GROUP
    hex, slot = group >> 3, group & 7
    goals = march_goals(s, group) if s.moving >= MARCH_GROUP else destinations(s, hex, slot)
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


def ground(s: Table, player: Player) -> float:
    """Tokens and refineries that are within reach, weak neighbours, the way to the Monolith."""
    seat = player.seat
    near = BOARDS[s.board].near
    enemy = enemy_mask(s, seat)
    value = 0.0
    beside = 0
    miners_beside = 0
    big_beside = 0
    for hex in hexes_of(player.mask):
        beside |= near[hex]
        if player.stacks[hex] & MINERS:
            miners_beside |= near[hex]
        if player.stacks[hex] >> (4 * STRIDER):
            big_beside |= near[hex]
    exploring = seat == s.active and MOVE <= s.stage <= MOVED
    for hex in s.unexplored:
        if (player.mask >> hex) & 1:
            value += UNEXPLORED if exploring else 0.0
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
    near = BOARDS[s.board].near
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
                chance = odds(attackers, defenders, s.terrain[hex], s.alternate).win
                best = max(best, chance)
    return 0.5 * best


# Battles


def battles_ahead(s: Table, player: Player) -> float:
    """What the battles due this turn are worth before they are fought."""
    value = 0.0
    current = s.fight.hex if s.fight is not None else NONE
    eager = EAGER if s.stage in (MOVE, BREATH) else 0.0
    for hex in hexes_of(player.mask & enemy_mask(s, player.seat) & ~s.fought):
        attackers = awake(s, player, hex)
        if hex == current or attackers == 0:
            continue
        best = -99.0
        for seat in enemies(s, player.seat):
            defenders = s.players[seat].stacks[hex]
            if defenders:
                found = odds(attackers, defenders, s.terrain[hex], s.alternate)
                gain = found.win * (1.0 + promise(s, player, hex, attackers, defenders))
                best = max(best, gain + exchange_of_units(found) + eager * found.win)
        value += best
    return value


def exchange_of_units(found: Odds) -> float:
    return LOST_UNIT * (RIVAL * found.defender_cost - found.attacker_cost)


def fight_value(s: Table, fight: Fight, player: Player, found: Odds) -> float:
    """The battle under way, for the attacker or for the defender."""
    if player.seat == fight.attacker:
        points = promise(s, player, fight.hex, fight.started[ATTACKER], fight.started[DEFENDER])
        return found.win * (1.0 + points) + exchange_of_units(found)
    if player.seat == fight.defender:
        loss = LOST_UNIT * (RIVAL * found.attacker_cost - found.defender_cost)
        return loss - RIVAL * found.win
    return 0.0


def promise(s: Table, player: Player, hex: int, attackers: int, defenders: int) -> float:
    """The points of the best Battle mission that winning there is likely to fulfil."""
    cards = s.line.cards if s.transmissions else player.missions.cards
    best = 0
    for mission in cards:
        if IS_BATTLE[mission] and POINTS[mission] > best:
            if is_likely(s, player, mission, hex, attackers, defenders):
                best = POINTS[mission]
    return 0.9 * best


def is_likely(
    s: Table, player: Player, mission: int, hex: int, attackers: int, defenders: int
) -> bool:
    predicate = PREDICATE[mission]
    if predicate == WON_IN:
        return s.terrain[hex] == WHAT[mission]
    if predicate == DESTROYED:
        return count(defenders, WHAT[mission]) >= AT_LEAST[mission]
    if predicate == STARTED_WITH:
        return count(attackers, WHAT[mission]) >= AT_LEAST[mission]
    if predicate == FLAWLESS:
        return total(defenders) >= AT_LEAST[mission] and total(attackers) > 2 * total(defenders)
    if predicate == FEWER:
        return total(attackers) < total(defenders)
    if predicate == IN_ENEMY_HOME:
        return (enemy_homes(s, player.seat) >> hex) & 1 == 1
    if predicate == FROM_THE_MONOLITH:
        beside = (BOARDS[s.board].near[MONO] >> hex) & 1 == 1
        return beside and holds_monolith(s, player.seat)
    if predicate == AT_REFINERY:
        return s.refinery[hex] > 0 and s.terrain[hex] != HOME
    return False


# A card whose choices are still to be made


def card_value(s: Table, player: Player) -> float:
    """What the card just played will bring when its choices are made well."""
    verb = VERB[s.card]
    if verb == DROP:
        worthy = worth(2 * ONE[CARD_SLOT[s.card]], s.alternate)
        return UNIT * worthy + 2 * NEAR
    fight = s.fight
    if fight is None or player.seat not in (fight.attacker, fight.defender):
        return 0.0
    side = ATTACKER if player.seat == fight.attacker else DEFENDER
    before = fight_value(s, fight, player, fight_odds(s, fight))
    best = before
    for other in (ATTACKER, DEFENDER):
        for trial in trials(s, fight, verb, other, side):
            best = max(best, fight_value(s, trial, player, fight_odds(s, trial)))
    return best - before


def trials(s: Table, fight: Fight, verb: int, target: int, own: int) -> list[Fight]:
    """The battle as it would stand after the card, for choices worth a thought."""
    found: list[Fight] = []
    if verb == MOD:
        trial = fight.copy()
        trial.bonus[target] += 1 if target == own else -1
        found.append(trial)
    elif verb == DIRECT and target == own:
        trial = fight.copy()
        trial.direct[own] = True
        found.append(trial)
    elif verb in (TWICE, FIRST) and target == own:
        for slot in range(6):
            if count(fight.present[own], slot):
                trial = fight.copy()
                if verb == TWICE:
                    trial.extra[own] += ONE[slot]
                else:
                    trial.early[own] |= 1 << slot
                found.append(trial)
    elif verb == CANCEL and target == own and fight.stage == WINDOW_2:
        trial = fight.copy()
        cancel(s, trial, own, 2)
        found.append(trial)
    elif verb == REROLL and target != own and hits(s, fight, target):
        trial = fight.copy()
        cancel(s, trial, own, 1)
        found.append(trial)
    return found
