"""What a card demands, what an Evade costs, how many cubes a Search draws: from the texts in force.

Sections 5 and 13: the card as printed with the alien, then Location, Planet, Super Weapons,
dice. Nothing here changes the state (PI-5.17).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.text.content import Number, Verbs, one_of
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    AGENT,
    AGENTS,
    ALL_CARDS,
    BLACK,
    GUARDFORCE,
    GUARDFORCES,
    LEFTMOST,
    NONE,
    OWN_ICON,
    RIGHTMOST,
    Clause,
    Text,
)
from starhall.games.pulp_invasion.state import EVADED, Table

BASE_COST: Final = 1  # PI-7.3
BASE_DRAW: Final = 2  # PI-7.5

# A bill: the three demands, then Engage Strength and type as they stand.
STRENGTH_NOW: Final = 3
TYPE_NOW: Final = 4
NOTHING: Final[list[int]] = [0, 0, 0]


# The verbs under `while`, in the order in which a card tells them: each goes to its place in the
# text, where the rules below look for it. Those under `search` change the number of cubes.

STANDING: Final[Verbs[Callable[[Text, Clause], None]]] = Verbs()
SEARCHING: Final[Verbs[Callable[[Text, Clause], None]]] = Verbs()
CHANGE: Final = Number(-3, 3)
COUNT: Final = Number(1, 3)
ABILITY: Final = one_of(*ABILITIES)


STANDING.verb("type", one_of("own", *ABILITIES))(lambda text, clause: text.types.append(clause))
STANDING.verb("strength_weapons", Number(1), Number(1))(
    lambda text, clause: text.weapon_strengths.append(clause)
)
STANDING.verb("strength", CHANGE)(lambda text, clause: text.strengths.append(clause))
STANDING.verb("demand", ABILITY, COUNT)(lambda text, clause: text.demands.append(clause))
STANDING.verb("demand_black", ABILITY, Number(1), Number(1))(
    lambda text, clause: text.black_demands.append(clause)
)
STANDING.verb("icons", CHANGE)(lambda text, clause: text.icons.append(clause))
STANDING.verb("evade_cost", CHANGE)(lambda text, clause: text.evade_costs.append(clause))
STANDING.verb("evade_draw", CHANGE)(lambda text, clause: text.evade_draws.append(clause))


@STANDING.verb("no_die")
def no_die(text: Text, clause: Clause) -> None:
    """PI-19.1: no die may be used."""
    text.no_die = True


@STANDING.verb("free_die")
def free_die(text: Text, clause: Clause) -> None:
    """PI-19.1: the first die of the round is not turned down."""
    text.free_die = True


@STANDING.verb("black_back")
def black_back(text: Text, clause: Clause) -> None:
    """PI-19.1: black cubes of the Search go back into the bag."""
    text.black_back = True


@STANDING.verb("cheap_convert", COUNT)
def cheap_convert(text: Text, clause: Clause) -> None:
    """PI-19.1: this many converted points cost 1."""
    text.cheap_convert += clause.n


@STANDING.verb("keep_evaded", COUNT)
def keep_evaded(text: Text, clause: Clause) -> None:
    """PI-19.1: this many icons of each evaded card count."""
    text.keep_evaded += clause.n


@SEARCHING.verb("search", CHANGE)
def search(text: Text, clause: Clause) -> None:
    """PI-19.1: this many cubes more or fewer are drawn."""
    text.search += clause.n


def means(s: Table, filter: int, place: int) -> bool:
    """PI-19.1: does the filter of an effect mean the card at this place of the line?"""
    if filter == ALL_CARDS:
        return True
    cards = s.line.cards
    if filter == LEFTMOST:
        return place == 0
    if filter == RIGHTMOST:
        return place == len(cards) - 1
    kinds = s.content.kinds
    if filter == GUARDFORCES:
        return kinds[cards[place]] == GUARDFORCE
    if filter == AGENTS:
        return kinds[cards[place]] == AGENT
    for other, card in enumerate(cards):  # JOINED
        if other != place and kinds[card] == GUARDFORCE:
            return True
    return False


# Engaging


def base_type(s: Table, place: int) -> int:
    """PI-5.5 to PI-5.11: the icon of the right neighbour; the last card looks to the left end."""
    cards = s.line.cards
    if place < len(cards) - 1:
        return s.content.engage_icons[cards[place + 1]]
    return s.content.engage_icons[cards[icon_giver(s, place)]]


def icon_giver(s: Table, place: int) -> int:
    """The place whose Engage icon the card at this place uses (its own if it is alone)."""
    last = len(s.line.cards) - 1
    if place < last:
        return place + 1
    fates = s.fates
    for left in range(last):
        if fates[left] != EVADED:
            return left
    return last


def bill(s: Table, place: int) -> list[int]:
    """PI-5.13: demands of Combat, Diplomacy and Super Science, then strength and type.

    Steps 1 to 3 of section 13 apply to any card; dice and weapons only to the active one.
    """
    card = s.line.cards[place]
    content = s.content
    strength = content.strengths[card]
    sums = [0, 0, 0, strength, base_type(s, place)]
    if strength == 0:
        return sums  # PI-5.16: nothing changes a printed 0
    own = content.texts[card]
    if own.changes_engage:
        _step(s, own, place, sums)
    alien = content.alien_texts[s.aliens[s.sector]]
    if alien.changes_engage:
        _step(s, alien, place, sums)
    location = s.location_text()
    if location.changes_engage:
        _step(s, location, place, sums)
    planet = s.planet_text()
    if planet.changes_engage:
        _step(s, planet, place, sums)
    if place == s.active and s.loom != NONE:
        sums[STRENGTH_NOW] -= 1
        sums[TYPE_NOW] = s.loom
    sums[sums[TYPE_NOW]] += sums[STRENGTH_NOW]
    if place == s.active:
        reduced = s.reduced
        for ability in range(3):
            if reduced[ability] != 0:
                sums[ability] = max(0, sums[ability] - reduced[ability])
    return sums


def _step(s: Table, text: Text, place: int, sums: list[int]) -> None:
    """PI-13.3, PI-13.5: type, strength (never below 1), demands."""
    for clause in text.types:
        if means(s, clause.filter, place):
            own = s.content.engage_icons[s.line.cards[place]]
            sums[TYPE_NOW] = own if clause.who == OWN_ICON else clause.who
    for clause in text.weapon_strengths:
        if means(s, clause.filter, place):
            sums[STRENGTH_NOW] = max(clause.n, min(clause.most, len(s.found.cards)))
    for clause in text.strengths:
        if means(s, clause.filter, place):
            sums[STRENGTH_NOW] = max(1, sums[STRENGTH_NOW] + clause.n)
    for clause in text.demands:
        if means(s, clause.filter, place):
            sums[clause.who] += clause.n
    for clause in text.black_demands:
        if means(s, clause.filter, place):
            sums[clause.who] += min(clause.most, s.quietus // clause.n)


# Evading


def evade_cost(s: Table, place: int) -> int:
    """PI-7.3, PI-7.4: the points an Evade costs."""
    own = s.content.texts[s.line.cards[place]].evade_costs
    more = _sum(s, place, own, s.location_text().evade_costs, s.planet_text().evade_costs)
    return max(0, BASE_COST + more)


def evade_draw(s: Table, place: int) -> int:
    """PI-7.5: the cubes an Evade draws, if the bag has them."""
    if s.stilled and place == s.active:
        return 0
    own = s.content.texts[s.line.cards[place]].evade_draws
    more = _sum(s, place, own, s.location_text().evade_draws, s.planet_text().evade_draws)
    return max(0, BASE_DRAW + more)


def _sum(
    s: Table, place: int, own: list[Clause], location: list[Clause], planet: list[Clause]
) -> int:
    """What a card's own text, the Location and the Planet change about it."""
    total = 0
    for clauses in (own, location, planet):
        for clause in clauses:
            if means(s, clause.filter, place):
                total += clause.n
    return total


def drawable(s: Table) -> int:
    """PI-7.6, PI-7.11: how many cubes of the bag an Evade can draw."""
    bag = s.bag
    coloured = bag[0] + bag[1] + bag[2]
    return coloured if s.black_redraw else coloured + bag[BLACK]


# The Search


def planet_icons(s: Table, place: int) -> int:
    """The Planet icons of a card after all standing effects, never below 0 (PI-13.5)."""
    card = s.line.cards[place]
    own = s.content.texts[card].icons
    more = _sum(s, place, own, s.location_text().icons, s.planet_text().icons)
    return max(0, s.content.planet_icons[card] + more)


def search_total(s: Table) -> int:
    """PI-9.2, PI-9.7: icons of cards not evaded and all changes, before the floor of PI-9.8."""
    planet = s.planet_text()
    total = s.gathered + s.location_text().search + planet.search
    fates = s.fates
    for place in range(len(s.line.cards)):
        if fates[place] != EVADED:
            total += planet_icons(s, place)
        elif planet.keep_evaded > 0:
            total += min(planet.keep_evaded, planet_icons(s, place))
    return total


def search_draw(s: Table) -> int:
    """PI-9.8, PI-9.10: how many cubes will be drawn as things stand."""
    return max(0, min(search_total(s), sum(s.bag)))


def scannable(s: Table) -> int:
    """PI-8.20: evaded cards with a Planet icon that does not count yet."""
    kept = s.planet_text().keep_evaded
    cards = 0
    for place in range(len(s.line.cards)):
        if s.fates[place] == EVADED and planet_icons(s, place) > kept:
            cards += 1
    return cards


# Dice


def die_allowed(s: Table) -> bool:
    """PI-8.2: is the die of this card (or Search) still to be used, and are dice not forbidden?"""
    return not s.die_spent and not dice_forbidden(s)


def dice_forbidden(s: Table) -> bool:
    """`no_die`: the Planet's for the round, the active card's while it is active."""
    if s.planet_text().no_die:
        return True
    return s.active != NONE and s.content.texts[s.line.cards[s.active]].no_die
