"""What a battle without cards is likely to bring: exact odds, shared by scene, bot and tests.

Every roll is followed with its probability through the battle order. The players' choices are
fixed: the player who is hit loses the cheapest unit (of equal ones the lower slot), and a
directed hit takes the dearest. The figures are exact for these choices, as long as nobody plays
cards or shatters Shardians.
"""

from __future__ import annotations

from typing import Final

from starhall.games.nexus_ops.content import NONE, SLOT_COUNT, TERRAIN_COUNT, Content
from starhall.games.nexus_ops.rules.dice import DIRECTED, ON_DEFENDER, dice_of, hits_due
from starhall.games.nexus_ops.stacks import ONE, count, slots, total
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Table

_CACHE_SIZE: Final = 50_000
_SIDE_BITS: Final = 24  # a stack fits into this many bits
_LOW: Final = (1 << _SIDE_BITS) - 1


class Odds:
    """The chance to wipe the defender out, and what both sides lose on average."""

    __slots__ = ("attacker_units", "attacker_worth", "defender_units", "defender_worth", "win")

    def __init__(self) -> None:
        self.win = 0.0
        self.attacker_units = 0.0
        self.defender_units = 0.0
        self.attacker_worth = 0.0  # in rubium
        self.defender_worth = 0.0


class Terms:
    """What affects the dice besides the stacks: terrain, sheet and cards already played."""

    __slots__ = ("bonus", "content", "direct", "early", "extra", "sheet", "terrain")

    def __init__(self, content: Content, terrain: int, sheet: int = 0) -> None:
        self.content = content
        self.terrain = terrain
        self.sheet = sheet
        self.bonus: list[int] = [0, 0]
        self.extra: list[int] = [0, 0]
        self.early: list[int] = [0, 0]
        self.direct: list[bool] = [False, False]


_caches: Final[dict[str, dict[int, Odds]]] = {}  # by the hash of the content


def odds(content: Content, attackers: int, defenders: int, terrain: int, sheet: int = 0) -> Odds:
    """The odds of a battle from its start (stacks; `sheet` is 6 with the alternate units)."""
    cache = _caches.setdefault(content.hash, {})
    key = ((attackers << _SIDE_BITS | defenders) << 6) | (terrain << 3) | sheet
    found = cache.get(key)
    if found is None:
        found = forecast(attackers, defenders, Terms(content, terrain, sheet), 0)
        if len(cache) >= _CACHE_SIZE:
            cache.clear()
        cache[key] = found
    return found


def fight_odds(s: Table, fight: Fight) -> Odds:
    """The odds of the current battle: hits on the table first, then the steps to come."""
    terms = Terms(s.content, s.terrain[fight.hex], s.alternate)
    terms.bonus = fight.bonus
    terms.extra = fight.extra
    terms.early = fight.early
    terms.direct = fight.direct
    sides = fight.present[:]
    step = fight.step
    due = fight.due
    if fight.dice_rolled():
        step += 1
        if not due:
            due = hits_due(s, fight)
    for code in due:
        side = DEFENDER if code >= ON_DEFENDER else ATTACKER
        directed = 1 if code & DIRECTED else 0
        sides[side] = _suffer(sides[side], directed, 1 - directed)
    found = forecast(sides[ATTACKER], sides[DEFENDER], terms, step)
    a = fight.present[ATTACKER] - sides[ATTACKER]
    d = fight.present[DEFENDER] - sides[DEFENDER]
    found.attacker_units += total(a)
    found.defender_units += total(d)
    found.attacker_worth += worth(s.content, a, s.alternate)
    found.defender_worth += worth(s.content, d, s.alternate)
    return found


def forecast(attackers: int, defenders: int, terms: Terms, step: int) -> Odds:
    """Follow all rolls from this step on."""
    states: dict[int, float] = {attackers << _SIDE_BITS | defenders: 1.0}
    ended: dict[int, float] = {}
    while step <= SLOT_COUNT and states:
        after: dict[int, float] = {}
        for state, chance in states.items():
            _one_step(state, chance, terms, step, after)
        states = {}
        for state, chance in after.items():
            goal = states if state >> _SIDE_BITS and state & _LOW else ended
            goal[state] = goal.get(state, 0.0) + chance
        step += 1
    for state, chance in states.items():
        ended[state] = ended.get(state, 0.0) + chance
    return _sum_up(attackers, defenders, ended, terms)


def _sum_up(attackers: int, defenders: int, ended: dict[int, float], terms: Terms) -> Odds:
    found = Odds()
    for state, chance in ended.items():
        a = attackers - (state >> _SIDE_BITS)
        d = defenders - (state & _LOW)
        if state & _LOW == 0:
            found.win += chance
        found.attacker_units += chance * total(a)
        found.defender_units += chance * total(d)
        found.attacker_worth += chance * worth(terms.content, a, terms.sheet)
        found.defender_worth += chance * worth(terms.content, d, terms.sheet)
    return found


def worth(content: Content, stack: int, sheet: int) -> float:
    """What the units of a stack are worth, by what they do (see worth.py)."""
    worths = content.worth
    found = 0.0
    slot = 0
    while stack:
        found += (stack & 15) * worths[slot + sheet]
        stack >>= 4
        slot += 1
    return found


def _one_step(state: int, chance: float, terms: Terms, step: int, after: dict[int, float]) -> None:
    """Both sides roll together; their losses are applied to each other."""
    a = state >> _SIDE_BITS
    d = state & _LOW
    on_defender = _side_hits(a, ATTACKER, terms, step)
    on_attacker = _side_hits(d, DEFENDER, terms, step)
    for a_hits, a_chance in on_attacker.items():
        left = _suffer(a, a_hits >> 8, a_hits & 255) << _SIDE_BITS
        for d_hits, d_chance in on_defender.items():
            key = left | _suffer(d, d_hits >> 8, d_hits & 255)
            after[key] = after.get(key, 0.0) + chance * a_chance * d_chance


def _first(terms: Terms, side: int, slot: int) -> bool:
    """Does this group roll in step 0?"""
    avalanche = terms.content.avalanche[slot + terms.sheet]
    early = (terms.early[side] >> slot) & 1 == 1
    return early or (avalanche != NONE and avalanche == terms.terrain)


def _side_hits(stack: int, side: int, terms: Terms, step: int) -> dict[int, float]:
    """Directed hits * 256 + other hits -> probability, for the dice of one side in a step."""
    content = terms.content
    found: dict[int, float] = {0: 1.0}
    if step == 0:
        rolling = [slot for slot in slots(stack) if _first(terms, side, slot)]
    else:
        slot = content.slot_at[step + 7 if terms.sheet else step]
        rolling = [slot] if count(stack, slot) and not _first(terms, side, slot) else []
    for slot in rolling:
        unit = slot + terms.sheet
        extra = (terms.extra[side] >> (4 * slot)) & 15
        bonus = content.terrain_modifier[unit * TERRAIN_COUNT + terms.terrain] + terms.bonus[side]
        for _ in range(dice_of(content, unit, count(stack, slot), extra)):
            found = _add_die(content, found, unit, bonus, terms.direct[side])
    return found


def _add_die(
    content: Content, found: dict[int, float], unit: int, bonus: int, direct: bool
) -> dict[int, float]:
    directed = 0
    plain = 0
    for face in range(1, 7):
        if face + bonus >= content.value[unit]:
            if direct or face >= content.directed_from[unit]:
                directed += 1
            else:
                plain += 1
    after: dict[int, float] = {}
    for key, chance in found.items():
        for gain, faces in ((256, directed), (1, plain), (0, 6 - directed - plain)):
            if faces:
                after[key + gain] = after.get(key + gain, 0.0) + chance * faces / 6.0
    return after


def _suffer(stack: int, directed: int, plain: int) -> int:
    """Directed hits take the dearest unit, the others the cheapest, until none is left."""
    while stack and directed:
        slot = SLOT_COUNT - 1
        while not (stack >> (4 * slot)) & 15:
            slot -= 1
        stack -= ONE[slot]
        directed -= 1
    while stack and plain:
        slot = 0
        while not (stack >> (4 * slot)) & 15:
            slot += 1
        stack -= ONE[slot]
        plain -= 1
    return stack
