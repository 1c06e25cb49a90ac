"""What is in force for each player: faction, relics, espionage; influence and limits (CY-18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.text.content import Verbs, one_of
from starhall.games.cysmic.content import (
    AMOUNTS,
    BONUSES,
    EXPLOIT,
    INSTALLED,
    KINDS,
    POWERS,
    SABOTAGE,
    SOLDIER,
    TERMS,
    TRAITS,
    TYPES,
    Clause,
    Term,
    power,
)
from starhall.games.cysmic.rules.verbs import ANY_NUMBER, KIND, SOME
from starhall.games.cysmic.state import NONE, Player, Table

MOVE_OF: Final = power("move_soldier")  # the first of five, by type
HEALTH_OF: Final = power("health_soldier")
SHIELD_OF: Final = power("shield_soldier")
EARLY_OF: Final = power("early_soldier")
COST_OF: Final = power("cost_upgrade_soldier")
CAP_ORE: Final = power("cap_ore")
CAP_HAND: Final = power("cap_hand")
CAP_HOLD: Final = power("cap_hold")
CAP_RELIC: Final = power("cap_relic")
SLOTS: Final = power("slots")
INFL: Final = power("infl")
FAN_BASE: Final = power("fan_base")
TOWN_HALLS: Final = power("town_halls")
IMMUNITY: Final = power("immunity")
GARRISON: Final = power("garrison")
JAMMED: Final = power("jammed")
GUARDS: Final[list[int]] = [power(f"guard_{word}") for word in TERMS["guard"]]

MOST_INFLUENCE: Final = 30  # CY-18.2
RELIC_LIMIT: Final = 5
HAND_LIMIT: Final = 5
HAND_MINIMUM: Final = 2
ACTIVE_SLOTS: Final = 2
HOLDING: Final = 12
# CY-18.3, CY-18.4: up to this influence, this much ore.
STEPS: Final[list[tuple[int, int]]] = [(6, 5), (10, 8), (14, 10), (18, 12), (22, 14), (30, 16)]


# The verbs of CY-25.30: what a card or board puts in force, as terms for the lists of powers

STANDING: Final[Verbs[Callable[[Clause], list[Term]]]] = Verbs()


def _amount(clause: Clause) -> int:
    return clause.numbers[0] if clause.numbers else 1


def _for_types(clause: Clause) -> list[Term]:
    return [
        Term(power(f"{clause.verb}_{TYPES[type]}"), _amount(clause))
        for type in KINDS[clause.words[0]]
    ]


def _for_word(clause: Clause) -> list[Term]:
    return [Term(power(f"{clause.verb}_{clause.words[0]}"), _amount(clause))]


def _for_verb(clause: Clause) -> list[Term]:
    return [Term(power(clause.verb), _amount(clause))]


def _trait(clause: Clause) -> list[Term]:
    return [Term(power(clause.words[0]), 1)]


STANDING.verb("move", KIND, ANY_NUMBER)(_for_types)
STANDING.verb("health", KIND, ANY_NUMBER)(_for_types)
STANDING.verb("shield", KIND)(_for_types)
STANDING.verb("early", KIND)(_for_types)
STANDING.verb("cost_upgrade", KIND, ANY_NUMBER)(_for_types)
STANDING.verb("dice", one_of(*TERMS["dice"]), SOME)(_for_word)
STANDING.verb("bonus", one_of(*TERMS["bonus"]), SOME)(_for_word)
STANDING.verb("reroll", one_of(*TERMS["reroll"]), SOME)(_for_word)
STANDING.verb("yield", one_of(*TERMS["yield"]), ANY_NUMBER)(_for_word)
STANDING.verb("guard", one_of(*TERMS["guard"]))(_for_word)
STANDING.verb("trait", one_of(*TRAITS))(_trait)
for _name in AMOUNTS:
    STANDING.verb(_name, ANY_NUMBER)(_for_verb)
for _name in BONUSES:
    STANDING.verb(_name, SOME)(_for_verb)


def refresh(s: Table) -> None:
    """Sum up all effects in force for every player; called whenever a card is added or removed."""
    for player in s.players:
        powers = [0] * len(POWERS)
        if player.faction != NONE:
            _add(powers, s.content.faction_terms[player.faction])
        for relic in player.slots.cards:
            _add(powers, s.content.relic_terms[relic - s.content.first_relic])
        for spy in player.spy.cards:
            terms = s.content.side_terms[spy - s.content.first_espionage][player.spy_side]
            if player.spy_side == EXPLOIT:
                _add(powers, terms)
            else:
                for term in terms:
                    if term.power in GUARDS:
                        powers[term.power] += term.amount
        player.powers = powers
    for player in s.players:
        if player.spy.cards and player.spy_side == SABOTAGE:
            for other in s.players:
                if other is not player and not immune(s, other.seat):
                    for term in s.content.side_terms[
                        player.spy.cards[0] - s.content.first_espionage
                    ][SABOTAGE]:
                        if term.power not in GUARDS:
                            other.powers[term.power] += term.amount


def _add(powers: list[int], terms: list[Term]) -> None:
    for term in terms:
        powers[term.power] += term.amount


def immune(s: Table, seat: int) -> bool:
    """World Council Remnant: with the First Player token no lasting sabotage touches you."""
    return s.holder == seat and s.players[seat].powers[IMMUNITY] > 0


def guarded(s: Table, owner: int, guard: int, against: int) -> bool:
    """Does the owner's sabotage of this kind bind that opponent?"""
    return s.players[owner].powers[guard] > 0 and not immune(s, against)


# Numbers of a unit


def move_of(s: Table, seat: int, type: int) -> int:
    """CY-5.14: bonuses and penalties add up; at least 1."""
    base = s.soldier_move if type == SOLDIER else s.content.moves[type]
    return max(1, base + s.players[seat].powers[MOVE_OF + type] - len(s.dust))


def health_of(s: Table, seat: int, type: int, hex: int) -> int:
    """The (first) health number, at most 6."""
    player = s.players[seat]
    value = s.content.health[type] + player.powers[HEALTH_OF + type]
    if type == SOLDIER and player.powers[GARRISON] > 0 and s.flag[hex] == seat:
        value += player.powers[GARRISON]
    return min(6, value)


def second_of(s: Table, seat: int, type: int) -> int:
    """A Vehicle's second health number, at most 6."""
    return min(6, s.content.second[type] + s.players[seat].powers[HEALTH_OF + type])


def shielded(s: Table, seat: int, type: int) -> bool:
    return s.content.has_shield[type] or s.players[seat].powers[SHIELD_OF + type] > 0


def early(s: Table, seat: int, type: int, hex: int) -> bool:
    """CY-19.14: Early Warning; Jammed Sensors take all of it but Grapple Lines (CY-25.25)."""
    if seat * 128 + hex in s.warned:
        return True
    powers = s.players[seat].powers
    if powers[JAMMED] > 0 and s.content.has_early[type]:
        return False
    return s.content.has_early[type] or powers[EARLY_OF + type] > 0


# Influence and limits


def influence(s: Table, seat: int) -> int:
    """CY-18.1, CY-18.2: the faction's own, the Habitats, and effects; from 1 to 30."""
    player = s.players[seat]
    powers = player.powers
    total = powers[INFL]
    if player.faction != NONE:
        total += s.content.faction_influence[player.faction]
    for hex in player.holds:
        total += s.level[hex]
        if s.level[hex] >= 3:
            total += powers[FAN_BASE]
    if powers[TOWN_HALLS] > 0:
        total += len(player.holds) // 3
    return min(MOST_INFLUENCE, max(1, total))


def ore_capacity(s: Table, seat: int) -> int:
    """CY-18.3, CY-18.4."""
    reached = influence(s, seat)
    for most, ore in STEPS:
        if reached <= most:
            return ore + s.players[seat].powers[CAP_ORE]
    return STEPS[-1][1] + s.players[seat].powers[CAP_ORE]


def hand_limit(player: Player) -> int:
    return max(HAND_MINIMUM, HAND_LIMIT + player.powers[CAP_HAND])


def relic_limit(player: Player) -> int:
    return RELIC_LIMIT + player.powers[CAP_RELIC]


def relic_slots(player: Player) -> int:
    return ACTIVE_SLOTS + player.powers[SLOTS]


def holding(player: Player) -> int:
    """CY-12.3: 12, less 2 for every installed module."""
    return max(0, HOLDING - 2 * player.modules.count(INSTALLED) + player.powers[CAP_HOLD])


def complete(player: Player) -> bool:
    """CY-12.11: six installed modules."""
    return player.modules.count(INSTALLED) == 6
