"""Section 7: the scores of a battle, a pure function of the line-up.

Scene, bots and tests use the same function that decides the battle. A place is side * 3 + lane,
with side 0 the attacker and lanes 0 to 2 from the attacker's left.
"""

from __future__ import annotations

from typing import Final

from starhall.games.cyberstrife.content import Clause, Content, Scope, power

ATTACKER: Final = 0
DEFENDER: Final = 1
NOBODY: Final = -1
EMPTY: Final = -1
DUPLICATE: Final = 3  # CS-7.14

BASE: Final = "base"
TRAIT: Final = "trait"
TEXT: Final = "text"
STACK: Final = "stack"


# Where an effect comes from: a place, or the traits of the attacker (6) or the defender (7).
TRAIT_SOURCE: Final = 6


class Lineup:
    """The units and cards of a battle: everything that the scores depend on."""

    __slots__ = ("cards", "content", "owned", "sources", "stacked", "traits", "units")

    def __init__(
        self,
        content: Content,
        units: list[int],
        stacked: list[int],
        traits: list[list[int]],
        owned: list[int],
    ) -> None:
        self.content = content
        self.units = units  # six places, EMPTY where nobody stands
        self.stacked = stacked  # duplicates on each of them
        self.traits = traits  # of attacker and defender, in the order acquired
        self.owned = owned  # unit cards of attacker and defender (CS-7.16)
        # The cards whose texts count and where they come from, in the order of CS-7.2.
        self.cards = traits[ATTACKER] + traits[DEFENDER]
        self.sources = [TRAIT_SOURCE] * len(traits[ATTACKER])
        self.sources += [TRAIT_SOURCE + 1] * len(traits[DEFENDER])
        for place, unit in enumerate(units):
            if unit != EMPTY:
                self.cards.append(unit)
                self.sources.append(place)


class Share:
    """One line of the breakdown of a score: where it comes from and how much it is."""

    __slots__ = ("amount", "card", "place", "source")

    def __init__(self, place: int, source: str, card: int, amount: int) -> None:
        self.place = place
        self.source = source
        self.card = card
        self.amount = amount


class Outcome:
    """Scores by place, winner by lane, winner of the battle, and the breakdown if wanted."""

    __slots__ = ("lanes", "scores", "shares", "winner")

    def __init__(self) -> None:
        self.scores = [0, 0, 0, 0, 0, 0]
        self.lanes = [NOBODY, NOBODY, NOBODY]
        self.winner = DEFENDER
        self.shares: list[Share] = []

    def lanes_won(self, side: int) -> int:
        return self.lanes.count(side)


def resolve(line: Lineup, explain: bool = False) -> Outcome:
    """CS-7.2: base values, traits, texts, duplicates, comparison, in that order."""
    outcome = Outcome()
    modifiers = line.content.modifiers
    blank = _blanked(line)
    _add_base(line, blank, outcome, explain)
    for number, card in enumerate(line.cards):
        source = line.sources[number]
        if not blank[source]:
            for clause in modifiers[card]:
                _add_clause(line, source, card, clause, outcome, explain)
    _add_duplicates(line, blank, outcome, explain)
    _compare(line, outcome)
    return outcome


def _blanked(line: Lineup) -> list[bool]:
    """CS-18.10, CS-18.11: by source, is its text jammed? Protection beats every jam."""
    shields = line.content.shields
    jams = line.content.jams
    safe = [False, False, False, False, False, False]
    blank = [False, False, False, False, False, False, False, False]
    for number, card in enumerate(line.cards):
        for clause in shields[card]:
            for reached in _reach(line, line.sources[number], clause.scope):
                safe[reached] = True
    for number, card in enumerate(line.cards):
        source = line.sources[number]
        for clause in jams[card]:
            for reached in _reach(line, source, clause.scope):
                if not safe[reached] and _holds(line, source, reached, clause):
                    blank[reached] = True
    return blank


def printed(line: Lineup, place: int) -> int:
    """CS-1.4: Attack as an attacker, Defense as a defender."""
    unit = line.units[place]
    return line.content.attack[unit] if place < 3 else line.content.defense[unit]


def _add_base(line: Lineup, blank: list[bool], outcome: Outcome, explain: bool) -> None:
    """CS-7.2 step 4: the printed value; then `copy_base` (CS-18.12)."""
    copies_base = line.content.copies_base
    for place in range(6):
        unit = line.units[place]
        if unit == EMPTY:
            continue
        value = printed(line, place)
        opposite = (place + 3) % 6
        if copies_base[unit] and not blank[place] and line.units[opposite] != EMPTY:
            value = max(value, printed(line, opposite))
        outcome.scores[place] = value
        if explain:
            outcome.shares.append(Share(place, BASE, unit, value))


def _add_clause(
    line: Lineup,
    source: int,
    card: int,
    clause: Clause,
    outcome: Outcome,
    explain: bool,
) -> None:
    """CS-18.2, CS-18.3: add a modifier to every unit it reaches and fits."""
    times = 1
    if clause.counted is not None:
        times = len(_reach(line, source, clause.counted))
    for place in _reach(line, source, clause.scope):
        # CS-7.4: the half that fits the role of the affected unit.
        amount = clause.attack if place < 3 else clause.defense
        if amount != 0 and times != 0 and _holds(line, source, place, clause):
            outcome.scores[place] += amount * times
            if explain:
                kind = TRAIT if source >= TRAIT_SOURCE else TEXT
                outcome.shares.append(Share(place, kind, card, amount * times))


def _add_duplicates(line: Lineup, blank: list[bool], outcome: Outcome, explain: bool) -> None:
    """CS-7.14, CS-18.13: each duplicate +3/+3, or the best bonus that reaches the unit."""
    if not any(line.stacked):
        return
    bonuses = line.content.dup_bonuses
    for place in range(6):
        if line.stacked[place] == 0:
            continue
        worth = DUPLICATE
        for number, card in enumerate(line.cards):
            source = line.sources[number]
            if not blank[source]:
                for clause in bonuses[card]:
                    if place in _reach(line, source, clause.scope):
                        worth = max(worth, clause.attack if place < 3 else clause.defense)
        amount = worth * line.stacked[place]
        outcome.scores[place] += amount
        if explain:
            outcome.shares.append(Share(place, STACK, line.units[place], amount))


def _reach(line: Lineup, source: int, scope: Scope) -> list[int]:
    """The places of the units in a scope."""
    units = line.units
    types = scope.types
    if types == 0:
        return [place for place in scope.places[source] if units[place] != EMPTY]
    unit_types = line.content.unit_types
    return [
        place
        for place in scope.places[source]
        if units[place] != EMPTY and unit_types[units[place]] & types
    ]


def _holds(line: Lineup, source: int, place: int, clause: Clause) -> bool:
    """Do all conditions of the clause hold for the affected unit?"""
    if not clause.conditions:
        return True
    side = source // 3 if source < TRAIT_SOURCE else source - TRAIT_SOURCE
    for condition in clause.conditions:
        if not condition.holds(line, side, source, place):
            return False
    return True


def present(line: Lineup, side: int) -> int:
    """How many units of a side are in the battle."""
    return 3 - line.units[side * 3 : side * 3 + 3].count(EMPTY)


def types_shown(line: Lineup, side: int, without: int) -> int:
    """All types shown by the units of a side, leaving out one place."""
    types = 0
    for place in range(side * 3, side * 3 + 3):
        unit = line.units[place]
        if unit != EMPTY and place != without:
            types |= line.content.unit_types[unit]
    return types


def _compare(line: Lineup, outcome: Outcome) -> None:
    """CS-6.9 to CS-6.14: the lanes, then the battle; ties go to the defender."""
    wins_ties = power(line.content.ties_won, line.traits[ATTACKER]) > 0
    for lane in range(3):
        attacker = line.units[lane]
        defender = line.units[lane + 3]
        if attacker == EMPTY and defender == EMPTY:
            continue
        if defender == EMPTY:
            outcome.lanes[lane] = ATTACKER
        elif attacker == EMPTY:
            outcome.lanes[lane] = DEFENDER
        else:
            lead = outcome.scores[lane] - outcome.scores[lane + 3]
            ahead = lead > 0 or (lead == 0 and wins_ties)
            outcome.lanes[lane] = ATTACKER if ahead else DEFENDER
    if outcome.lanes_won(ATTACKER) > outcome.lanes_won(DEFENDER):
        outcome.winner = ATTACKER
