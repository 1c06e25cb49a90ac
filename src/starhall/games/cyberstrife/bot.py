"""The value of a position for a seat: for bots, on imagined worlds only.

Units are life points. On top come the fighting value of the cards, the battle being prepared
or fought, and the defence that lies on the table.
"""

from __future__ import annotations

from math import exp
from typing import Final

from starhall.games.cyberstrife.content import Content
from starhall.games.cyberstrife.rules.battle import lineup, loser
from starhall.games.cyberstrife.rules.deploying import lane_order
from starhall.games.cyberstrife.rules.scores import ATTACKER, EMPTY, Lineup, Outcome, resolve
from starhall.games.cyberstrife.state import NONE, Player, Table, Turn

QUALITY: Final = 0.03  # units for each point of fighting value
BATTLE_STAKE: Final = 1.0  # a battle is worth a unit gained or lost
DEFENCE: Final = 0.8  # units for a defence that always holds
SPREAD: Final = 2.5  # how quickly a lead in a lane becomes certain
RAIDER: Final = 11  # what an attacker brings to a lane, on average
AVERAGE_TRAIT: Final = 4.0


def evaluate(s: Table, seat: int) -> float:
    """Between 0 and 1: the seat's share of all strength; 1 for the winner, 0 once eliminated."""
    player = s.players[seat]
    if not player.alive:
        return 0.0
    if s.over:
        return 1.0 if _leads(s, seat) else 0.0
    own = strength(s, player) + prospects(s, player)
    total = own
    for other in s.players:
        if other.alive and other is not player:
            total += strength(s, other)
    return max(0.0, own / total) if total > 0 else 0.0


def _leads(s: Table, seat: int) -> bool:
    return s.players[seat].owned() == max([player.owned() for player in s.players if player.alive])


# Cards


def strength(s: Table, player: Player) -> float:
    """Units owned, and how well the best of them fight with the player's traits."""
    traits = [trait for trait in player.traits.cards if trait not in player.marks]
    cards = player.hand.cards[:]
    for lane in player.lanes:
        cards += lane.cards
    values: list[float] = []
    for card in player.marks:
        if card < s.content.first_trait:
            cards.remove(card)
            values.append(s.content.average)
    values += [fighting_value(s.content, unit, traits, cards) for unit in cards]
    values.sort(reverse=True)
    best = 0.0
    for value in values[:4]:
        best += value
    # A trait that is given back is replaced by an average one.
    best += AVERAGE_TRAIT * (len(player.traits.cards) - len(traits))
    return len(values) + QUALITY * best


def fighting_value(content: Content, unit: int, traits: list[int], company: list[int]) -> float:
    """Both printed values, the traits that fit, help for and from the other units held."""
    modifiers = content.modifiers
    unit_types = content.unit_types
    types = unit_types[unit]
    value = float(content.attack[unit] + content.defense[unit])
    for trait in traits:
        for clause in modifiers[trait]:
            if clause.scope.types == 0 or clause.scope.types & types:
                weight = 0.35 if clause.conditions else 1.0
                value += weight * (clause.attack + clause.defense)
    for clause in modifiers[unit]:
        points = abs(clause.attack + clause.defense)
        wanted = clause.scope.types
        if clause.conditions:
            value += 0.3 * points
        elif wanted == 0:
            value += 0.7 * points
        else:
            helped = 0
            for other in company:
                if unit_types[other] & wanted:
                    helped += 1
            value += 0.35 * points * min(helped, 2)
    if company.count(unit) > 1:
        value += 2.0
    return value


def average_value(content: Content) -> float:
    """What a card not yet seen is worth."""
    total = 0.0
    cards = 0
    for unit in range(content.first_trait):
        total += content.copies[unit] * fighting_value(content, unit, [], [])
        cards += content.copies[unit]
    return total / cards + 2.0  # a new card may fit the others


# Battles


def prospects(s: Table, player: Player) -> float:
    """The battle the player prepares or fights, and the defence that is out or planned."""
    if player.bound != 0:
        turn = s.turn_of(player.seat)
        if turn.fighting and not s.preparing(turn):
            return _battle_worth(s, turn, player)
        if turn.fighting and player.seat == turn.seat:
            return BATTLE_STAKE * _attack_odds(s, turn, player)
        if player.plan:
            return DEFENCE * defence(s.content, player, _filled(s.content, player, [0, 1, 2]))
    lanes = [lane.cards[0] if lane.cards else EMPTY for lane in player.lanes]
    return DEFENCE * defence(s.content, player, lanes)


def _filled(content: Content, player: Player, order: list[int]) -> list[int]:
    """The plan by lane, the lanes still open filled with the best units left."""
    left = player.hand.cards[:]
    lanes = [EMPTY, EMPTY, EMPTY]
    for place, unit in enumerate(player.plan):
        if unit != EMPTY:
            lanes[order[place]] = unit
            left.remove(unit)
    left.sort(key=lambda unit: content.attack[unit] + content.defense[unit], reverse=True)
    for place in range(len(player.plan), 3):
        if left:
            lanes[order[place]] = left.pop(0)
    return lanes


def _attack_odds(s: Table, turn: Turn, player: Player) -> float:
    target = s.players[turn.target]
    facing = [lane.cards[0] if lane.cards else EMPTY for lane in target.lanes]
    line = Lineup(
        s.content,
        _filled(s.content, player, lane_order(target)) + facing,
        [0, 0, 0, 0, 0, 0],
        [player.traits.cards, target.traits.cards],
        [player.owned(), target.owned()],
    )
    return odds(line, resolve(line))


def _battle_worth(s: Table, turn: Turn, player: Player) -> float:
    if turn.winner != NONE:
        lost = player.seat == loser(turn) and player.deployed()  # until a unit is given up
        return -BATTLE_STAKE if lost else 0.0
    line = lineup(s, turn)
    chance = odds(line, resolve(line))
    mine = chance if player.seat == turn.seat else 1.0 - chance
    return BATTLE_STAKE * (2.0 * mine - 1.0)


def odds(line: Lineup, outcome: Outcome) -> float:
    """Roughly how likely the attacker wins, allowing for what is not yet known in each lane."""
    chances: list[float] = []
    for lane in range(3):
        if line.units[lane] == EMPTY and line.units[lane + 3] == EMPTY:
            continue
        if line.units[lane] == EMPTY or line.units[lane + 3] == EMPTY:
            chances.append(1.0 if outcome.lanes[lane] == ATTACKER else 0.0)
        else:
            lead = outcome.scores[lane] - outcome.scores[lane + 3] - 0.5
            chances.append(_certainty(lead))
    return _majority(chances)


def _certainty(lead: float) -> float:
    return 1.0 / (1.0 + exp(-lead / SPREAD))


def _majority(chances: list[float]) -> float:
    """The chance to win more than half of these lanes."""
    exactly = [1.0]
    for chance in chances:
        longer = [0.0] * (len(exactly) + 1)
        for won, p in enumerate(exactly):
            longer[won] += p * (1.0 - chance)
            longer[won + 1] += p * chance
        exactly = longer
    total = 0.0
    for won, p in enumerate(exactly):
        if 2 * won > len(chances):
            total += p
    return total


def defence(content: Content, player: Player, lanes: list[int]) -> float:
    """How likely these defenders hold against three average raiders."""
    line = Lineup(
        content,
        [EMPTY, EMPTY, EMPTY, *lanes],
        [0, 0, 0, 0, 0, 0],
        [[], player.traits.cards],
        [6, player.owned()],
    )
    outcome = resolve(line)
    chances: list[float] = []
    for lane in range(3):
        if lanes[lane] == EMPTY:
            chances.append(1.0)
        else:
            chances.append(_certainty(RAIDER - outcome.scores[lane + 3] - 0.5))
    return 1.0 - _majority(chances)
