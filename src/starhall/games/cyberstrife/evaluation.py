"""How well a seat stands: for bots, on imagined worlds only (section 21)."""

from __future__ import annotations

from starhall.games.cyberstrife.cards import ATTACK, DEFENSE, MODIFIERS, UNIT_TYPES
from starhall.games.cyberstrife.state import Player, Table

UNIT_WORTH = 1.0  # a unit card is a life point
QUALITY_WORTH = 0.012  # of one point of fighting value of the best three
BASELINE = 6.0


def evaluate(s: Table, seat: int) -> float:
    """Between 0 and 1: the seat's share of all strength; 1 for the winner, 0 for the dead."""
    player = s.players[seat]
    if not player.alive:
        return 0.0
    if s.over:
        return 1.0 if _leads(s, seat) else 0.0
    own = strength(player)
    total = 0.0
    for other in s.players:
        if other.alive:
            total += strength(other)
    return own / total


def _leads(s: Table, seat: int) -> bool:
    own = s.players[seat].owned()
    for player in s.players:
        if player.alive and player.owned() > own:
            return False
    return True


def strength(player: Player) -> float:
    """Units owned, and how well the best of them fight with the player's traits."""
    cards = player.hand.cards[:]
    for lane in player.lanes:
        cards += lane.cards
    values = [fighting_value(unit, player.traits.cards) for unit in cards]
    values.sort(reverse=True)
    best = 0.0
    for value in values[:4]:
        best += value
    pairs = len(cards) - len(set(cards))
    return UNIT_WORTH * len(cards) + QUALITY_WORTH * (best + BASELINE * pairs / 2)


def fighting_value(unit: int, traits: list[int]) -> float:
    """Attack and Defense, the traits that fit its types, and what its text does for others."""
    value = float(ATTACK[unit] + DEFENSE[unit])
    types = UNIT_TYPES[unit]
    for trait in traits:
        for clause in MODIFIERS[trait]:
            fits = clause.scope.types == 0 or clause.scope.types & types
            if fits:
                weight = 0.4 if clause.conditions else 1.0
                value += weight * (clause.attack + clause.defense)
    for clause in MODIFIERS[unit]:
        weight = 0.4 if clause.conditions or clause.scope.types else 0.8
        value += weight * abs(clause.attack + clause.defense) / 2
    return value
