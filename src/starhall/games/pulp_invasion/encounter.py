"""Sections 4 to 7: the Encounter Line is formed and every card of it engaged or evaded."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Strand
from starhall.games.pulp_invasion.arsenal import fire, weapon_options
from starhall.games.pulp_invasion.cards import (
    ABILITIES,
    BLACK,
    CARD_TEXTS,
    CARDS,
    COLOURS,
    FIRST_LOCATION,
    NONE,
    Clause,
)
from starhall.games.pulp_invasion.dice import (
    AT_CHOICE,
    AT_ENGAGE,
    AT_EVADE,
    die_options,
    draw_cube,
    use_die,
)
from starhall.games.pulp_invasion.effects import (
    SEAT,
    become_location,
    check_zeros,
    losable,
    perform,
    seed_printed,
)
from starhall.games.pulp_invasion.payment import payable, payments, spend
from starhall.games.pulp_invasion.reckoning import (
    STRENGTH_NOW,
    bill,
    drawable,
    evade_cost,
    evade_draw,
    means,
)
from starhall.games.pulp_invasion.state import (
    BOOST_ENGAGE,
    BOOST_EVADE,
    ENCOUNTER,
    ENGAGED,
    EVADED,
    NEXT_CARD,
    PAY_DEMANDS,
    PAY_EVADE,
    SEARCH_ACTIONS,
    WAITING,
    Table,
)
from starhall.games.pulp_invasion.words import (
    D_BOOST,
    D_ENCOUNTER,
    D_EVADE,
    D_EVADE_PAY,
    D_PAY,
    ENGAGE,
    EVADE,
    EVADE_INSTEAD,
    GO,
    PAY,
)

CARDS_A_ROUND: Final = 4
NOTHING: Final[list[int]] = [0, 0, 0]


# Forming the line


async def form_line(s: Table) -> None:
    """Steps E2 to E6: draw, seed, Locations, `reveal`, `line`, the first zero check."""
    deck = s.decks[s.sector]
    drawn = [s.draw(deck, s.line) for _ in range(min(CARDS_A_ROUND, len(deck.cards)))]
    if s.witness is not None:
        s.witness.tell("line", cards=[CARDS[card] for card in drawn])
    for card in drawn:
        seed_printed(s, card)
    for card in drawn:
        if card >= FIRST_LOCATION:
            become_location(s, card)
    s.fates = [WAITING] * len(s.line.cards)
    await reveal(s)
    for clause in s.location_text().line:  # PI-4.14: a Location does this in every round
        await perform(s, clause)
    for clause in s.planet_text().line:
        await perform(s, clause)
    check_zeros(s)  # PI-4.15
    s.active = NONE
    s.step = NEXT_CARD


async def reveal(s: Table) -> None:
    """PI-4.13: left to right; cards that join in between have their turn too."""
    place = 0
    while place < len(s.line.cards):
        for clause in CARD_TEXTS[s.line.cards[place]].reveal:
            await perform(s, clause)
        place += 1


# The line, card by card


async def encounter_line(s: Table, main: Strand) -> None:
    """PI-5.1: one card at a time from left to right, none skipped. Every step can be resumed."""
    while True:
        if s.step == NEXT_CARD:
            if s.active + 1 >= len(s.line.cards):
                break
            turn_to(s, s.active + 1)
        if s.step == ENCOUNTER:
            await choose_encounter(s, main)
        if s.step == BOOST_ENGAGE:
            await boost_engage(s, main)
        if s.step == PAY_DEMANDS:
            await pay_demands(s, main)
        if s.step == BOOST_EVADE:
            await boost_evade(s, main)
        if s.step == PAY_EVADE:
            await pay_evade(s, main)
            await evade(s)
    s.active = NONE
    if not s.per_round:
        s.die_spent = False
    s.step = SEARCH_ACTIONS


def turn_to(s: Table, place: int) -> None:
    """The next card becomes the active one; the die limit starts anew (PI-11.5)."""
    s.active = place
    s.reduced = [0, 0, 0]
    s.loom = NONE
    s.mirror = 0
    s.stilled = False
    if not s.per_round:
        s.die_spent = False
    s.step = ENCOUNTER


async def choose_encounter(s: Table, main: Strand) -> None:
    """PI-D3: Engage or Evade; before that a die or Void Bell."""
    while True:
        main.fresh = True
        place = s.active
        choice = await Decision(SEAT, D_ENCOUNTER, encounter_options(s), CARDS[s.line.cards[place]])
        if choice is ENGAGE:
            s.step = BOOST_ENGAGE
            return
        if choice is EVADE:
            begin_evade(s)
            return
        if choice.verb == "fire":
            await fire(s, choice)
        else:
            await use_die(s, choice, NOTHING)


def encounter_options(s: Table) -> list[Option]:
    options: list[Option] = []
    due = bill(s, s.active)
    if due[STRENGTH_NOW] > 0 and may_engage(s, due):
        options.append(ENGAGE)
    options.append(EVADE)
    die_options(s, AT_CHOICE, NOTHING, options)
    weapon_options(s, AT_CHOICE, NOTHING, options)
    return options


def may_engage(s: Table, due: list[int]) -> bool:
    """PI-6.1: the demands can be paid now, or a die or weapon could help."""
    if payable(s.abilities, due, s.mirror + s.meridian):
        return True
    boosts: list[Option] = []
    die_options(s, AT_ENGAGE, due, boosts)
    weapon_options(s, AT_ENGAGE, due, boosts)
    return bool(boosts)


# Engage


async def boost_engage(s: Table, main: Strand) -> None:
    """PI-6.3: one die and any weapons, one at a time; then pay, or evade after all."""
    while True:
        main.fresh = True
        due = bill(s, s.active)
        about = CARDS[s.line.cards[s.active]]
        choice = await Decision(SEAT, D_BOOST, boost_options(s, due), about)
        if choice is PAY:
            s.owed = due[:3]
            s.step = PAY_DEMANDS
            return
        if choice is EVADE_INSTEAD:
            begin_evade(s)
            return
        if choice.verb == "fire" or choice.verb == "aim":
            await fire(s, choice)
        else:
            await use_die(s, choice, due)


def boost_options(s: Table, due: list[int]) -> list[Option]:
    options: list[Option] = []
    if payable(s.abilities, due, s.mirror + s.meridian):
        options.append(PAY)
    die_options(s, AT_ENGAGE, due, options)
    weapon_options(s, AT_ENGAGE, due, options)
    options.append(EVADE_INSTEAD)
    return options


async def pay_demands(s: Table, main: Strand) -> None:
    """PI-6.2: each demand in the order C, D, S; then the zero check and what follows."""
    for ability in range(3):
        if s.owed[ability] > 0:
            main.fresh = True
            choice = await Decision(SEAT, D_PAY, payments(s, ability), ABILITIES[ability])
            spend(s, ability, choice)
            if s.witness is not None:
                s.witness.tell(
                    "pays",
                    combat=choice.value // 100,
                    diplomacy=choice.value // 10 % 10,
                    science=choice.value % 10,
                )
    check_zeros(s)  # PI-6.10
    s.mirror = 0
    place = s.active
    first = not s.engaged_any
    s.fates[place] = ENGAGED
    s.engaged_any = True
    if s.witness is not None:
        s.witness.tell("engages", card=CARDS[s.line.cards[place]])
    location = s.location_text()
    await happen(s, CARD_TEXTS[s.line.cards[place]].engaged, place)
    await happen(s, s.alien_text().engaged, place)
    await happen(s, location.engaged, place)
    if first:
        await happen(s, location.first_engaged, place)
    await happen(s, s.planet_text().engaged, place)
    check_zeros(s)
    s.step = NEXT_CARD


async def happen(s: Table, clauses: list[Clause], place: int) -> None:
    """PI-13.4: the effects of one source that this card triggers."""
    for clause in clauses:
        if means(s, clause.filter, place):
            await perform(s, clause)


# Evade


def begin_evade(s: Table) -> None:
    """PI-7.2: the card counts as evaded from now on."""
    s.fates[s.active] = EVADED
    s.step = BOOST_EVADE


async def boost_evade(s: Table, main: Strand) -> None:
    """PI-D6: dice that work on the bag, and Chronal Vault."""
    while True:
        main.fresh = True
        options: list[Option] = [GO]
        die_options(s, AT_EVADE, NOTHING, options)
        weapon_options(s, AT_EVADE, NOTHING, options)
        choice = await Decision(SEAT, D_EVADE, options, CARDS[s.line.cards[s.active]])
        if choice is GO:
            break
        if choice.verb == "fire":
            await fire(s, choice)
        else:
            await use_die(s, choice, NOTHING)
    s.evade_points = evade_cost(s, s.active)
    s.step = PAY_EVADE


async def pay_evade(s: Table, main: Strand) -> None:
    """PI-7.3, PI-7.4: points of the player's choice, one after the other."""
    while s.evade_points > 0:
        main.fresh = True
        choice = await Decision(SEAT, D_EVADE_PAY, losable(s), CARDS[s.line.cards[s.active]])
        s.abilities[choice.value] -= 1
        s.evade_points -= 1
        if s.witness is not None:
            s.witness.tell("loses", n=1, ability=ABILITIES[choice.value])
        check_zeros(s)


async def evade(s: Table) -> None:
    """PI-7.5 to PI-7.14: draw cubes, then what the Evade triggers."""
    place = s.active
    if s.witness is not None:
        s.witness.tell("evades", card=CARDS[s.line.cards[place]])
    colours = BLACK if s.black_redraw else BLACK + 1
    for _ in range(evade_draw(s, place)):
        if drawable(s) == 0:
            break
        draw_evade_cube(s, draw_cube(s, colours))
    await happen(s, CARD_TEXTS[s.line.cards[place]].evaded, place)
    await happen(s, s.alien_text().evaded, place)
    await happen(s, s.location_text().evaded, place)
    await happen(s, s.planet_text().evaded, place)
    check_zeros(s)
    s.step = NEXT_CARD


def draw_evade_cube(s: Table, colour: int) -> None:
    """PI-7.5, PI-7.7 to PI-7.10: the cube goes to the supply and lowers its ability, if above 0."""
    s.bag[colour] -= 1
    s.supply[colour] += 1
    lowers = colour != BLACK and s.abilities[colour] > 0
    if s.witness is not None:
        s.witness.tell("evade_cube" if lowers else "evade_ignored", colour=COLOURS[colour])
    if lowers:
        s.abilities[colour] -= 1
        check_zeros(s)
