"""How units move: reach, legs, paths over Relic Tokens, Jumpjets (CY-5)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import IS_COMBAT, IS_VEHICLE, TYPES, power
from starhall.games.cysmic.geometry import DISTANCE, HEX_IDS, HEXES, NEAR, TOUCH
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import resumable
from starhall.games.cysmic.rules.board import (
    NO_ARROWS,
    NO_CAVES,
    arrow_links,
    cave_links,
    lift,
    links,
    locked,
    may_stop,
    put,
    surface_links,
    tell_ability,
)
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    at_hex,
    every_hex,
    given,
    why_no_stop,
)
from starhall.games.cysmic.rules.powers import move_of
from starhall.games.cysmic.rules.relics import pick_up
from starhall.games.cysmic.rules.tremors import tremor
from starhall.games.cysmic.state import ABYSS, CAVE, DEVASTATED, JUMPED, MOUNTAIN, NONE, Table

CROSS_MOUNTAIN: Final = power("cross_mountain")
CROSS_WATER: Final = power("cross_water")
FREE_ARROW: Final = power("free_arrow")
FREE_CAVE: Final = power("free_cave")
JUMP: Final = power("jump")
QUIET_JUMPS: Final = power("quiet_jumps")
HOVER_JETS: Final = power("hover_jets")
JUMP_RANGE: Final = 5

# What entering a hex means for a walking unit
BLOCKED: Final = 0
CROSS: Final = 1  # may pass, not stop
LAST: Final = 2  # may stop, not pass: an enemy is there
OPEN: Final = 3  # may pass and stop

# First steps that cost nothing and have not been used in this move
ARROW_FREE: Final = 1
CAVE_FREE: Final = 2

STEPS: Final = 16  # more steps than any move has


class Walk:
    """The walker: everything about it that decides which hexes are open."""

    __slots__ = ("bit", "combat", "free", "goal", "mountain", "seat", "type", "water")

    def __init__(self, s: Table, seat: int, type: int, goal: int = NONE) -> None:
        powers = s.players[seat].powers
        troop = not IS_VEHICLE[type]
        self.seat = seat
        self.type = type
        self.bit = 1 << seat
        self.combat = IS_COMBAT[type]
        self.mountain = troop and powers[CROSS_MOUNTAIN] > 0
        self.water = troop and powers[CROSS_WATER] > 0
        self.goal = goal  # the player's ship, for units that evacuate
        # CY-25.25: a step that espionage forbids is not free either, where another link remains.
        arrow = powers[FREE_ARROW] > 0 and powers[NO_ARROWS] == 0
        cave = powers[FREE_CAVE] > 0 and powers[NO_CAVES] == 0
        self.free = (ARROW_FREE if arrow else 0) | (CAVE_FREE if cave else 0)


def entry(s: Table, walk: Walk, hex: int) -> int:
    """CY-5.2 to CY-5.9: may the walker pass or stop here?"""
    ground = s.ground[hex]
    if ground > DEVASTATED:
        if ground == ABYSS:
            return BLOCKED
        return CROSS if (walk.mountain if ground == MOUNTAIN else walk.water) else BLOCKED
    if s.ship_at[hex] != NONE:
        return LAST if hex == walk.goal else BLOCKED
    present = s.present[hex]
    if present == 0:
        return OPEN
    foes = present & ~walk.bit
    here = s.players[walk.seat].here[hex]
    if foes == 0:
        fits = here & 15 < 3 and not (here >= 16 and IS_VEHICLE[walk.type])
        return OPEN if fits else CROSS
    if here > 0:
        return LAST if here & 15 < 3 and not (here >= 16 and IS_VEHICLE[walk.type]) else BLOCKED
    return LAST if walk.combat and foes & (foes - 1) == 0 else BLOCKED


class Reach:
    """Where a unit can go: the hexes it may stop on, and what the way there costs."""

    __slots__ = ("cost", "keys", "stops")

    def __init__(self) -> None:
        self.stops: list[int] = []
        self.cost: list[int] = [NONE] * HEXES
        # With free steps, by hex * 4 + free steps left: cost * STEPS + steps of the best way there,
        # or NONE.
        self.keys: list[int] = []


def reach(s: Table, walk: Walk, start: int, moves: int, free: int) -> Reach:
    """All hexes within `moves`; breadth first, as every step costs 1 or (the first ones) 0."""
    if free:
        return _reach_with_free_steps(s, walk, start, moves, free)
    found = Reach()
    cost = found.cost
    cost[start] = 0
    edge = [start]
    touch = surface_links(s, walk.seat)
    caves = cave_links(s, walk.seat)
    for step in range(1, moves + 1):
        beyond: list[int] = []
        for hex in edge:
            _enter(s, walk, touch[hex], step, found, beyond)
            if caves and s.ground[hex] == CAVE:
                _enter(s, walk, caves, step, found, beyond)
                caves = []  # one cave has led to all of them
        if not beyond:
            break
        edge = beyond
    found.stops.sort()
    return found


def _enter(
    s: Table, walk: Walk, hexes: list[int], step: int, found: Reach, beyond: list[int]
) -> None:
    """Take one more step to those of the hexes that were not reached before."""
    cost = found.cost
    for hex in hexes:
        if cost[hex] != NONE:
            continue
        cost[hex] = step
        entered = entry(s, walk, hex)
        if entered == OPEN:
            beyond.append(hex)
            found.stops.append(hex)
        elif entered == CROSS:
            beyond.append(hex)
        elif entered == LAST:
            found.stops.append(hex)


def _reach_with_free_steps(s: Table, walk: Walk, start: int, moves: int, free: int) -> Reach:
    """Layer by layer: the first way that gets to a hex is the best one there."""
    found = Reach()
    entries = [NONE] * HEXES  # as far as they were looked at
    entries[start] = OPEN
    keys = found.keys = [NONE] * (HEXES * 4)
    layers: list[list[int]] = [[] for _ in range((moves + 1) * STEPS)]
    keys[start * 4 + free] = 0
    layers[0].append(start * 4 + free)
    for key, layer in enumerate(layers):
        for state in layer:
            if keys[state] != key:
                continue  # a better way was found
            here, left = state // 4, state % 4
            if here != start and found.cost[here] == NONE:
                found.cost[here] = key // STEPS
                if entries[here] >= LAST:
                    found.stops.append(here)
            if entries[here] == LAST or (left == 0 and key + 1 + STEPS >= len(layers)):
                continue  # it must stop here, or has no Move left
            touch = TOUCH[here]
            for near in links(s, walk.seat, here):
                price, rest = 1, left
                if left and near not in touch:
                    price, rest = step_price(s, here, near, left)
                beyond = key + 1 + price * STEPS
                known = keys[near * 4 + rest]
                if known != NONE and known <= beyond or beyond >= len(layers) or near == start:
                    continue
                if entries[near] == NONE:
                    entries[near] = entry(s, walk, near)
                if entries[near] != BLOCKED:
                    keys[near * 4 + rest] = beyond
                    layers[beyond].append(near * 4 + rest)
    found.stops.sort()
    return found


def best_key(keys: list[int], hex: int) -> int:
    best = NONE
    for state in range(hex * 4, hex * 4 + 4):
        if keys[state] != NONE and (best == NONE or keys[state] < best):
            best = keys[state]
    return best


class Way:
    """A path: the hexes after the start, and the Relic Tokens on it."""

    __slots__ = ("hexes", "tokens")

    def __init__(self, hexes: list[int], tokens: int) -> None:
        self.hexes = hexes
        self.tokens = tokens

    def better(self, other: Way) -> bool:
        """CY-5.11: of ways equal in cost and steps, tokens crossed, then the ids step by step."""
        if self.tokens != other.tokens:
            return self.tokens > other.tokens
        return self.hexes < other.hexes


def way_to(s: Table, walk: Walk, start: int, goal: int, found: Reach, free: int) -> Way | None:
    """The best way to one hex within reach (CY-5.11): cost, steps, tokens, ids."""
    keys = found.keys if free else _plain_keys(found)
    best: Way | None = None
    key = best_key(keys, goal)
    known: dict[int, Way] = {start * 4 + free: Way([], 0)}
    for state in range(goal * 4, goal * 4 + 4):
        if key != NONE and keys[state] == key:
            way = _trace(s, walk, keys, known, state, free)
            if best is None or way.better(best):
                best = way
    return best


def _plain_keys(found: Reach) -> list[int]:
    """The keys if every step costs 1."""
    keys = [NONE] * (HEXES * 4)
    keys[::4] = [cost * (STEPS + 1) if cost != NONE else NONE for cost in found.cost]
    return keys


def _trace(
    s: Table, walk: Walk, keys: list[int], known: dict[int, Way], state: int, free: int
) -> Way:
    """The best way to a state, from the best ways to those one step before it."""
    if state in known:
        return known[state]
    hex, left = state // 4, state % 4
    best: Way | None = None
    for before in links(s, walk.seat, hex):
        for had in range(left, free + 1):
            earlier = before * 4 + had
            if keys[earlier] == NONE or keys[earlier] >= keys[state]:
                continue
            price, rest = step_price(s, before, hex, had)
            if rest != left or keys[earlier] + 1 + price * STEPS != keys[state]:
                continue
            if keys[earlier] > 0 and entry(s, walk, before) not in (OPEN, CROSS):
                continue
            way = _trace(s, walk, keys, known, earlier, free)
            longer = Way(way.hexes + [hex], way.tokens + s.tokens[hex])
            if best is None or longer.better(best):
                best = longer
    assert best is not None
    known[state] = best
    return best


def step_price(s: Table, here: int, near: int, free: int) -> tuple[int, int]:
    """What one step costs, and which free steps are left after it."""
    if near in TOUCH[here]:
        return 1, free
    if free & ARROW_FREE and near in arrow_links(s, here):
        return 0, free & ~ARROW_FREE
    if free & CAVE_FREE and s.ground[here] == CAVE and s.ground[near] == CAVE:
        return 0, free & ~CAVE_FREE
    return 1, free


# Moving


async def walk_unit(s: Table, seat: int, piece: int, moves: int, fresh: bool = False) -> bool:
    """CY-5.1, CY-5.10: leg by leg until the unit stops, is locked or has no Move left.

    `fresh` says that the caller can resume the move before its first leg.
    """
    type = s.content.type_of[piece]
    walk = Walk(s, seat, type)
    where = s.players[seat].where
    free = walk.free
    left = moves
    moved = False
    while where[piece] >= 0 and not (moved and locked(s, where[piece])):
        found = reach(s, walk, where[piece], left, free)
        if not found.stops:
            break
        s.moving = piece
        s.moves_left = left
        if fresh and not moved:
            resumable(s)
        table = s.options.hex
        options: list[Option] = [table[hex] for hex in found.stops]
        about = f"{TYPES[type]}/{HEX_IDS[where[piece]]}/{left}"
        choice = await Question(seat, Ask.LEG, options, about, [free], s.options.stop)
        if choice is s.options.stop:
            break
        moved = True
        if free or (s.tokens_out > 0 and _token_near(s, found)):
            spent, free = await _go_leg(s, walk, piece, choice.value, found, free)
            left -= spent
        else:
            step_to(s, seat, piece, choice.value)
            left -= found.cost[choice.value]
    s.moving = NONE
    s.moves_left = 0
    return moved


@QUESTIONS.rule(Ask.LEG, every_hex)
def why_not_go(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-5.1 to CY-5.9: where the unit being moved may stop; the free steps left are given."""
    seat, hex, free = decision.seat, option.value, given(decision)[0]
    type = s.content.type_of[s.moving]
    here = s.players[seat].where[s.moving]
    if hex == here:
        return at_hex("CY-5.1", "stands_there", hex)
    reason = why_no_stop(s, seat, type, hex)
    if reason is not None:
        return reason
    if hex in reach(s, Walk(s, seat, type), here, s.moves_left, free).stops:
        return None
    values: dict[str, object] = {"hex": HEX_IDS[hex], "moves": s.moves_left}
    return Reason("CY-5.1", "out_of_reach", values)


def why_no_way(s: Table, seat: int, piece: int, moves: int) -> Reason | None:
    if can_move(s, seat, piece, moves):
        return None
    return at_hex("CY-5.1", "nowhere_to_go", s.players[seat].where[piece])


def _token_near(s: Table, found: Reach) -> bool:
    """Could a Relic Token lie on the way? If not, which way is taken does not matter."""
    for hex, token in enumerate(s.tokens):
        if token and found.cost[hex] != NONE:
            return True
    return False


async def _go_leg(
    s: Table, walk: Walk, piece: int, goal: int, found: Reach, free: int
) -> tuple[int, int]:
    """CY-5.11 to CY-5.13: along the best path, picking up Relic Tokens on the way."""
    where = s.players[walk.seat].where
    here = where[piece]
    way = way_to(s, walk, here, goal, found, free)
    assert way is not None
    spent = 0
    for number, near in enumerate(way.hexes):
        price, free = step_price(s, here, near, free)
        spent += price
        here = near
        if near == goal:
            step_to(s, walk.seat, piece, near)
        elif s.tokens[near]:
            step_to(s, walk.seat, piece, near)
            await pick_up(s, walk.seat, near)
            if where[piece] != near or not _open_way(s, walk, way.hexes[number + 1 :]):
                return spent, free
    await pick_up(s, walk.seat, goal)
    return spent, free


def _open_way(s: Table, walk: Walk, rest: list[int]) -> bool:
    """CY-5.13: can the rest of the leg still be walked?"""
    for hex in rest[:-1]:
        if entry(s, walk, hex) not in (OPEN, CROSS):
            return False
    return entry(s, walk, rest[-1]) >= LAST


def step_to(s: Table, seat: int, piece: int, hex: int, told: str = "moves") -> None:
    """The unit arrives; entering an enemy's hex is Engage (CY-11.2)."""
    if s.witness is not None:
        unit, here = TYPES[s.content.type_of[piece]], HEX_IDS[s.players[seat].where[piece]]
        s.witness.tell(told, who=seat, unit=unit, hex=here, goal=HEX_IDS[hex])
    lift(s, seat, piece)
    put(s, seat, piece, hex)


# Jumpjets


def jump_range(s: Table, seat: int) -> int:
    return JUMP_RANGE + s.players[seat].powers[JUMP]


def jump_goals(s: Table, seat: int, piece: int) -> list[int]:
    """CY-5.16: every hex within range where a Powermech may legally stop."""
    if s.flare:
        return []
    here = s.players[seat].where[piece]
    type = s.content.type_of[piece]
    found: list[int] = []
    for distance in range(1, min(12, jump_range(s, seat)) + 1):
        for hex in NEAR[here][distance]:
            if may_stop(s, seat, type, hex):
                found.append(hex)
    found.sort()
    return found


@QUESTIONS.rule(Ask.JUMP, every_hex)
def why_not_land(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-5.16."""
    seat, hex = decision.seat, option.value
    here = s.players[seat].where[s.moving]
    if hex == here:
        return at_hex("CY-5.16", "stands_there", hex)
    if DISTANCE[here][hex] > jump_range(s, seat):
        values: dict[str, object] = {"hex": HEX_IDS[hex], "moves": jump_range(s, seat)}
        values["distance"] = DISTANCE[here][hex]
        return Reason("CY-5.15", "out_of_range", values)
    return why_no_stop(s, seat, s.content.type_of[s.moving], hex)


async def jump(s: Table, seat: int, piece: int) -> None:
    """CY-5.15, CY-5.16: fly, land, perhaps engage; then one tremor."""
    goals = jump_goals(s, seat, piece)
    options: list[Option] = [s.options.hex[hex] for hex in goals]
    s.moving = piece
    about = f"{HEX_IDS[s.players[seat].where[piece]]}/{jump_range(s, seat)}"
    choice = await Question(seat, Ask.JUMP, options, about, way_out=s.options.stay)
    s.moving = NONE
    if choice is s.options.stay:
        return
    step_to(s, seat, piece, choice.value, "jumps")
    await pick_up(s, seat, choice.value)
    await jump_tremor(s, seat)


def quiet_jump(s: Table, seat: int) -> str:
    """CY-5.15: what keeps the ground still: Ember Jets, or Hover Jets at a turn's first jump."""
    player = s.players[seat]
    if player.powers[QUIET_JUMPS] > 0:
        return "quiet_jumps"
    first = not player.turn_marks & JUMPED
    return "hover_jets" if first and player.powers[HOVER_JETS] > 0 else ""


async def jump_tremor(s: Table, seat: int) -> None:
    """CY-5.15: one tremor, unless the jump is quiet."""
    quiet = quiet_jump(s, seat)
    s.players[seat].turn_marks |= JUMPED
    if quiet:
        tell_ability(s, seat, quiet)
    else:
        await tremor(s, seat)


def can_move(s: Table, seat: int, piece: int, moves: int) -> bool:
    """Is there any hex to go to?"""
    if moves < 1:
        return False
    walk = Walk(s, seat, s.content.type_of[piece])
    here = s.players[seat].where[piece]
    for near in links(s, seat, here):
        entered = entry(s, walk, near)
        if entered >= LAST:
            return True
    return len(reach(s, walk, here, moves, walk.free).stops) > 0


def full_move(s: Table, seat: int, piece: int) -> int:
    return move_of(s, seat, s.content.type_of[piece])
