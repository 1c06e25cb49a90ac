"""The value of a position: for bots, on imagined worlds only (section 22).

Everything is counted in ability points: what is left after the cards of the line are dealt with
as cheaply as possible, the weapons found, what the Search and later ones promise, the dice.
"""

from __future__ import annotations

from typing import Final

from starhall.games.pulp_invasion.content import (
    ANY,
    BLACK,
    NONE,
    WHITE,
    YELLOW,
    Content,
    Happening,
)
from starhall.games.pulp_invasion.rules.payment import payable
from starhall.games.pulp_invasion.rules.reckoning import (
    bill,
    drawable,
    evade_cost,
    evade_draw,
    planet_icons,
)
from starhall.games.pulp_invasion.state import ENGAGED, EVADED, WON, Table

EFFORT: Final = 0.7  # points that one more cube to draw costs, about
REFILL: Final = 5  # cubes a round adds to the bag, about
MARK: Final = 0.6  # a Code or Key in hand
COLOURED: Final = 0.8  # a coloured cube drawn in the Search
BLACK_PAST: Final = 1.2  # a black cube drawn past The Quietus
READY: Final = 0.4  # an active weapon not yet used in this phase
SCALE: Final = 120.0

# How often the bag must be drawn through to find the last 0 to 6 yellow cubes: a value between
# drawing with and without putting back. The last one takes longest.
SEARCHING: Final[list[float]] = [0.0, 0.75, 1.08, 1.29, 1.44, 1.56, 1.65]

# Worth of an ability at 0 to 9 by itself, and of the second-lowest of the three: two zeros lose.
TRACK: Final[list[float]] = [0.0, 2.0, 3.6, 4.9, 6.0, 7.0, 7.9, 8.7, 9.4, 10.0]
SECOND: Final[list[float]] = [-12.0, 0.0, 0.8, 1.2, 1.5, 1.6, 1.7, 1.7, 1.7, 1.7]

# Worth of a die by value, 0 for one in the box
DIE_WORTH: Final[dict[str, list[float]]] = {
    "ai": [0.0, 3.0, 2.2, 3.0, 2.4, 3.6, 2.8],
    "engineer": [0.0, 2.4, 3.0, 3.8, 4.8, 5.2, 6.2],
    "infiltration": [0.0, 3.2, 3.2, 4.0, 4.2, 4.9, 5.6],
    "scanning": [0.0, 1.2, 1.4, 2.0, 1.8, 2.6, 2.4],
    "weapons": [0.0, 2.4, 3.2, 3.9, 4.9, 5.3, 6.2],
}
ANY_DIE: Final[list[float]] = [0.0, 2.4, 2.6, 3.3, 3.6, 4.3, 4.6]

# Worth of an understood weapon
WEAPON_WORTH: Final[dict[str, float]] = {
    "chronal_vault": 2.5,
    "gravity_harpoon": 3.5,
    "mind_loom": 3.0,
    "nova_lance": 3.0,
    "star_mirror": 1.5,
    "void_bell": 1.0,
}
ANY_WEAPON: Final = 2.4

# What a die with its effect still to come promises, by the verb of the option
PROMISES: Final[dict[str, float]] = {
    "borrow": 1.3,
    "swap": 0.8,
    "reroll": 1.0,
    "tune": 0.6,
    "overhaul": 0.6,
    "fathom": 2.0,
    "extract": 0.4,
    "sweep": 0.5,
}

# What an effect of a card brings, for each of its points
EFFECT_WORTH: Final[dict[str, float]] = {
    "gain": 0.9,
    "study": 0.7,
    "upgrade": 0.7,
    "calm": 0.3,
    "purge": 0.3,
}
ANY_EFFECT: Final = -0.3


class Worth:
    """What the things of one content are worth."""

    def __init__(self, content: Content) -> None:
        self.dice: list[list[float]] = [DIE_WORTH.get(die, ANY_DIE) for die in content.dice]
        self.understood: list[float] = [
            WEAPON_WORTH.get(weapon, ANY_WEAPON) for weapon in content.weapons
        ]
        # By line card
        self.on_engage: list[float] = [
            _triggered(content.texts[card].engaged) + (MARK if mark != NONE else 0.0)
            for card, mark in enumerate(content.marks)
        ]
        self.on_evade: list[float] = [_triggered(text.evaded) for text in content.texts]


def _triggered(effects: list[Happening]) -> float:
    """What the effects of a card bring when it is engaged or evaded."""
    total = 0.0
    for effect in effects:
        total += EFFECT_WORTH.get(effect.verb, ANY_EFFECT) * effect.n
    return total


def evaluate(s: Table, worth: Worth) -> float:
    """Between 0 and 1: 1 for a game won, 0 for one lost."""
    if s.over:
        return 1.0 if s.cause == WON else 0.0
    total = dice_worth(s, worth) + weapons_worth(s, worth) + MARK * len(s.hand.cards)
    total -= quietus_threat(s)
    total -= still_to_draw(s)
    draws = 0
    drawn = s.drawn
    resolving = sum(drawn) > 0
    if s.planet.cards and not resolving:
        line, draws = line_worth(s, worth, draw_worth(s))
        total += line
    else:
        total += points(s.abilities[0], s.abilities[1], s.abilities[2])
        if resolving:
            total += COLOURED * (drawn[0] + drawn[1] + drawn[2]) - black_harm(s) * drawn[BLACK]
            total += drawn[YELLOW] * lead_worth(s)
        total -= luck(s)
    value = max(0.001, min(0.999, 0.3 + total / SCALE))
    return value + winning_chance(s, draws) * (1.0 - value)


def winning_chance(s: Table, draws: int) -> float:
    """The chance that this many cubes hold all the missing yellow ones."""
    left = s.wanted - len(s.found.cards)
    total = sum(s.bag)
    chance = 1.0
    for n in range(left):
        if draws <= n:
            return 0.0
        chance *= (draws - n) / (total - n)
    return chance


# The way to the last weapon


def still_to_draw(s: Table) -> float:
    """What the weapons not found yet will still cost, by how full the bag is."""
    cubes = sum(s.bag) + s.drawn[WHITE] + REFILL  # false leads go back
    return EFFORT * cubes * SEARCHING[s.wanted - len(s.found.cards)]


def lead_worth(s: Table) -> float:
    """What finding the next weapon brings."""
    left = s.wanted - len(s.found.cards)
    return EFFORT * (sum(s.bag) + REFILL) * (SEARCHING[left] - SEARCHING[left - 1])


def black_harm(s: Table) -> float:
    return BLACK_PAST if s.past_quietus() else 0.5


def draw_worth(s: Table) -> float:
    """What one cube of the Search brings on average."""
    bag = s.bag
    total = sum(bag)
    if total == 0:
        return 0.0
    gain = lead_worth(s) * bag[YELLOW] + COLOURED * (bag[0] + bag[1] + bag[2])
    thinner = EFFORT * SEARCHING[s.wanted - len(s.found.cards)] * (total - bag[WHITE])
    return (gain + thinner - black_harm(s) * bag[BLACK]) / total


def luck(s: Table) -> float:
    """By how much the cubes just drawn were better than expected.

    Subtracting it keeps the average and removes most of the noise: what matters to a choice is
    how many cubes it draws, not which ones an imagined world happens to give.
    """
    drawn = s.last_search
    count = sum(drawn)
    if count == 0:
        return 0.0
    left = s.wanted - len(s.found.cards) + drawn[YELLOW] - s.drawn[YELLOW]
    cubes = sum(s.bag) + count - (0 if s.planet.cards else drawn[WHITE])
    lead = EFFORT * (cubes + REFILL) * (SEARCHING[left] - SEARCHING[left - 1])
    thinner = EFFORT * SEARCHING[left]
    total = 0.0
    for colour in range(len(drawn)):
        if colour == WHITE:
            continue
        worth = thinner
        if colour == YELLOW:
            worth += lead
        elif colour == BLACK:
            worth -= black_harm(s)
        else:
            worth += COLOURED
        before = s.bag[colour] + drawn[colour]
        total += worth * (drawn[colour] - count * before / cubes)
    return total


# Abilities


def at(table: list[float], value: float) -> float:
    """The table between its entries."""
    if value <= 0.0:
        return table[0]
    low = int(value)
    if low >= 9:
        return table[9]
    return table[low] + (table[low + 1] - table[low]) * (value - low)


def points(c: float, d: float, e: float) -> float:
    """Worth of three abilities; the second-lowest decides survival (PI-22.1)."""
    second = max(min(c, d), min(max(c, d), e))
    return at(TRACK, c) + at(TRACK, d) + at(TRACK, e) + at(SECOND, second)


# The line


def line_worth(s: Table, worth: Worth, draw: float) -> tuple[float, int]:
    """Go through the line from the active card on, dealing with each card in the cheaper way.

    Return what is left then, with the cubes of the Search, and the number of these cubes.
    """
    have = [float(s.abilities[0]), float(s.abilities[1]), float(s.abilities[2])]
    planet = s.planet_text()
    kept = planet.keep_evaded
    draws = s.gathered + s.location_text().search + planet.search
    extra = 0.0
    for place in range(len(s.line.cards)):
        card = s.line.cards[place]
        icons = planet_icons(s, place)
        fate = s.fates[place] if place < len(s.fates) else 0
        if fate == ENGAGED:
            draws += icons
            extra += worth.on_engage[card]
        elif fate == EVADED:
            draws += min(kept, icons)
            if place == s.active:
                cost = s.evade_points if s.evade_points != NONE else evade_cost(s, place)
                have = after_evade(s, have, cost, evade_draw(s, place))
                extra += worth.on_evade[card]
        else:
            engaged = after_engage(s, have, place)
            evaded = after_evade(s, have, evade_cost(s, place), evade_draw(s, place))
            gain = (icons - min(kept, icons)) * draw + worth.on_engage[card]
            gain -= worth.on_evade[card]
            must = place == s.active and len(s.owed) > 0
            if engaged and (must or worth_of(engaged) + gain >= worth_of(evaded)):
                have = engaged
                draws += icons
                extra += worth.on_engage[card]
            else:
                have = evaded
                draws += min(kept, icons)
                extra += worth.on_evade[card]
    extra += READY * (s.understood & ~s.fired).bit_count()
    draws = max(0, min(draws, sum(s.bag)))
    return worth_of(have) + extra + draw * draws, draws


def worth_of(have: list[float]) -> float:
    return points(have[0], have[1], have[2])


def after_engage(s: Table, have: list[float], place: int) -> list[float]:
    """The abilities after paying as gently as possible; nothing if that is impossible."""
    if place == s.active and s.owed:
        due = s.owed
    else:
        due = bill(s, place)
        if s.content.strengths[s.line.cards[place]] == 0:
            return []
    discounts = s.mirror + s.meridian
    whole = [int(have[0]), int(have[1]), int(have[2])]
    if not payable(whole, due, discounts):
        return []
    left = have[:]
    short = 0
    for ability in range(3):
        paid = min(whole[ability], due[ability])
        left[ability] -= paid
        short += due[ability] - paid
    for _ in range(short):
        best = left.index(max(left))
        left[best] -= 1.0 if discounts > 0 else 2.0
        discounts -= 1
    # A point converted where a direct one was scarce may be better: try one exchange.
    return _eased(left, due, have, discounts)


def _eased(left: list[float], due: list[int], have: list[float], discounts: int) -> list[float]:
    """Two points of the strongest ability instead of one of the weakest, if that is better."""
    best = left
    value = worth_of(left)
    rate = 1.0 if discounts > 0 else 2.0
    for ability in range(3):
        if due[ability] > 0 and have[ability] > left[ability]:
            for other in range(3):
                if other != ability and left[other] >= rate:
                    trial = left[:]
                    trial[ability] += 1.0
                    trial[other] -= rate
                    if worth_of(trial) > value:
                        best = trial
                        value = worth_of(trial)
    return best


def after_evade(s: Table, have: list[float], cost: int, draws: int) -> list[float]:
    """The abilities after the points (of the strongest) and the cubes to expect."""
    left = have[:]
    for _ in range(cost):
        best = left.index(max(left))
        left[best] = max(0.0, left[best] - 1.0)
    total = drawable(s)
    if total > 0 and draws > 0:
        count = min(draws, total)
        for ability in range(3):
            lost = count * s.bag[ability] / total
            left[ability] = max(0.0, left[ability] - lost)
    return left


# What else there is


def dice_worth(s: Table, worth: Worth) -> float:
    """The dice as they will show; a die being turned down goes to its best lower value."""
    total = 0.0
    for die, value in enumerate(s.dice):
        if die == s.turning:
            total += max(worth.dice[die][1:value], default=0.0)
            total += PROMISES.get(s.content.vocabulary.options[s.chosen].verb, 0.0)
        else:
            total += worth.dice[die][value]
    if s.borrowed != NONE:
        total += borrowed_worth(s)
    return total


def borrowed_worth(s: Table) -> float:
    """What the rolled face would take off the demands of the active card."""
    due = bill(s, s.active)
    best = 0.0
    for part in s.content.faces[s.borrowed].parts:
        if part.verb == "bonus":
            for ability in range(3):
                if part.who == ANY or part.who == ability:
                    best = max(best, 1.3 * min(part.n, due[ability]))
        elif part.verb == "search" and not s.die_sought:
            best = max(best, draw_worth(s))
    return best


def weapons_worth(s: Table, worth: Worth) -> float:
    """Understood weapons, and progress with the others."""
    total = 0.0
    for card in s.found.cards:
        weapon = card - s.content.first_weapon
        if (s.understood >> weapon) & 1:
            total += worth.understood[weapon]
        else:
            have = 0
            need = 0
            for colour in range(3):
                have += s.on_weapons[3 * weapon + colour]
                need += s.content.needs[3 * weapon + colour]
            total += 0.6 * worth.understood[weapon] * have / need
    return total


def quietus_threat(s: Table) -> float:
    """What its black cubes will cost in the rounds of its Sector that are still to come."""
    place = s.aliens.index(s.content.quietus)
    if place < s.sector:
        return 0.0
    rounds = len(s.decks[place].cards) / 4.0
    return 0.7 * rounds * min(3.0, 0.5 * s.quietus)
