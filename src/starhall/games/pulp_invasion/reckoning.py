"""What a card demands, what an Evade costs, how many cubes a Search draws: always reckoned anew.

Sections 5 and 13: the card as printed with the alien, then Location, Planet, Super Weapons,
dice. Nothing here changes the state (PI-5.17).
"""

from __future__ import annotations

from typing import Final

from starhall.games.pulp_invasion.cards import (
    AGENT,
    AGENTS,
    ALIEN_TEXTS,
    ALL_CARDS,
    BLACK,
    CARD_TEXTS,
    DEMAND,
    DEMAND_BLACK,
    ENGAGE_ICONS,
    EVADE_COST,
    EVADE_DRAW,
    GUARDFORCE,
    GUARDFORCES,
    JOINED,
    KINDS,
    LEFTMOST,
    NONE,
    OWN,
    PLANET_ICONS,
    RIGHTMOST,
    STRENGTH,
    STRENGTH_WEAPONS,
    STRENGTHS,
    TYPE,
    Clause,
    Text,
)
from starhall.games.pulp_invasion.state import EVADED, NEXT_CARD, SEARCH_ACTIONS, Table

BASE_COST: Final = 1  # PI-7.3
BASE_DRAW: Final = 2  # PI-7.5

# A bill: the three demands, then Engage Strength and type as they stand.
STRENGTH_NOW: Final = 3
TYPE_NOW: Final = 4


def means(s: Table, filter: int, place: int) -> bool:
    """PI-19.1: does the filter of an effect mean the card at this place of the line?"""
    if filter == ALL_CARDS:
        return True
    cards = s.line.cards
    if filter == GUARDFORCES:
        return KINDS[cards[place]] == GUARDFORCE
    if filter == AGENTS:
        return KINDS[cards[place]] == AGENT
    if filter == LEFTMOST:
        return place == 0
    if filter == RIGHTMOST:
        return place == len(cards) - 1
    if filter == JOINED:
        for other, card in enumerate(cards):
            if other != place and KINDS[card] == GUARDFORCE:
                return True
    return False


# Engaging


def base_type(s: Table, place: int) -> int:
    """PI-5.5 to PI-5.11: the icon of the right neighbour; the last card looks to the left end."""
    cards = s.line.cards
    if place < len(cards) - 1:
        return ENGAGE_ICONS[cards[place + 1]]
    return ENGAGE_ICONS[cards[icon_giver(s, place)]]


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

    Steps 1 to 3 of section 13 for any card; what dice and weapons did, for the active one.
    """
    card = s.line.cards[place]
    strength = STRENGTHS[card]
    sums = [0, 0, 0, strength, base_type(s, place)]
    if strength == 0:
        return sums  # PI-5.16: nothing changes a printed 0
    own = CARD_TEXTS[card].engage
    if own:
        _step(s, own, place, sums)
    theirs = ALIEN_TEXTS[s.aliens[s.sector]].engage
    if theirs:
        _step(s, theirs, place, sums)
    there = s.location_text().engage
    if there:
        _step(s, there, place, sums)
    planet = s.planet_text().engage
    if planet:
        _step(s, planet, place, sums)
    if place == s.active:
        if s.loom != NONE:
            sums[STRENGTH_NOW] -= 1
            sums[TYPE_NOW] = s.loom
        sums[sums[TYPE_NOW]] += sums[STRENGTH_NOW]
        reduced = s.reduced
        for ability in range(3):
            sums[ability] = max(0, sums[ability] - reduced[ability])
    else:
        sums[sums[TYPE_NOW]] += sums[STRENGTH_NOW]
    return sums


def _step(s: Table, clauses: list[Clause], place: int, sums: list[int]) -> None:
    """PI-13.3, PI-13.5: type, strength (never below 1), demands."""
    for clause in clauses:
        if clause.filter != ALL_CARDS and not means(s, clause.filter, place):
            continue
        verb = clause.verb
        if verb == STRENGTH:
            sums[STRENGTH_NOW] = max(1, sums[STRENGTH_NOW] + clause.n)
        elif verb == DEMAND:
            sums[clause.who] += clause.n
        elif verb == TYPE:
            who = clause.who
            sums[TYPE_NOW] = ENGAGE_ICONS[s.line.cards[place]] if who == OWN else who
        elif verb == STRENGTH_WEAPONS:
            sums[STRENGTH_NOW] = max(clause.n, min(clause.most, len(s.found.cards)))
        elif verb == DEMAND_BLACK:
            sums[clause.who] += min(clause.most, s.quietus // clause.n)


# Evading


def evade_cost(s: Table, place: int) -> int:
    """PI-7.3, PI-7.4: the points an Evade costs."""
    return max(0, BASE_COST + _evade_change(s, place, EVADE_COST))


def evade_draw(s: Table, place: int) -> int:
    """PI-7.5: the cubes an Evade draws, if the bag has them."""
    if s.stilled and place == s.active:
        return 0
    return max(0, BASE_DRAW + _evade_change(s, place, EVADE_DRAW))


def _evade_change(s: Table, place: int, verb: int) -> int:
    change = 0
    card = CARD_TEXTS[s.line.cards[place]].evade
    if card:
        change += _sum(s, card, place, verb)
    location = s.location_text().evade
    if location:
        change += _sum(s, location, place, verb)
    planet = s.planet_text().evade
    if planet:
        change += _sum(s, planet, place, verb)
    return change


def _sum(s: Table, clauses: list[Clause], place: int, verb: int) -> int:
    total = 0
    for clause in clauses:
        if clause.verb == verb and means(s, clause.filter, place):
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
    icons = PLANET_ICONS[card]
    for text in (CARD_TEXTS[card], s.location_text(), s.planet_text()):
        for clause in text.icons:
            if means(s, clause.filter, place):
                icons += clause.n
    return max(0, icons)


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
    """PI-8.2: is the die of this card (or Search) still to be used, and nothing forbids dice?"""
    return not s.die_spent and not dice_forbidden(s)


def dice_forbidden(s: Table) -> bool:
    """`no_die`: the Planet's for the round, the active card's while it is active."""
    if s.planet_text().no_die:
        return True
    if NEXT_CARD < s.step < SEARCH_ACTIONS:
        return active_text(s).no_die
    return False


def active_text(s: Table) -> Text:
    return CARD_TEXTS[s.line.cards[s.active]]
