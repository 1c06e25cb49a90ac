"""Section 9: the Planet Search Phase and what becomes of the cubes drawn."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps, straight_through
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    AT_SEARCH,
    AT_YELLOW,
    BLACK,
    COLOURS,
    MARKS,
    NONE,
    WHITE,
    YELLOW,
)
from starhall.games.pulp_invasion.options import D_CUBE, D_LOSE, D_SCAN_WEAPON, D_SEARCH
from starhall.games.pulp_invasion.rules.dice import draw_cube
from starhall.games.pulp_invasion.rules.effects import (
    at_maximum,
    found_weapons,
    held,
    losable,
    lose_point,
    missing,
    not_missing,
    perform,
    put_on_weapon,
)
from starhall.games.pulp_invasion.rules.legality import QUESTIONS, SEAT, ask
from starhall.games.pulp_invasion.rules.reckoning import NOTHING, search_draw
from starhall.games.pulp_invasion.rules.uses import add_uses, all_uses, carry_out, why_no_die
from starhall.games.pulp_invasion.rules.weapons import find_weapon
from starhall.games.pulp_invasion.state import Table


def begin_search(s: Table) -> None:
    """PI-9.1: the line is done; the Search has a die of its own (PI-8.2)."""
    s.active = NONE
    s.searching = True
    if not s.per_round:
        s.die_spent = False


def planet_of(s: Table) -> dict[str, object]:
    return {"planet": s.content.cards[s.planet.cards[0]]}


# The Planet action and a die


async def search_actions(s: Table) -> None:
    """PI-9.3 to PI-9.10: the Planet action and a die in any order, then the draw."""
    while True:
        options: list[Option] = [s.options.draw]
        if why_not_act(s) is None:
            options.append(s.options.act)
        add_uses(s, AT_SEARCH, NOTHING, options)
        choice = await Decision(SEAT, D_SEARCH, options, s.content.cards[s.planet.cards[0]])
        if choice is s.options.draw:
            return
        if choice is s.options.act:
            await straight_through(s.strands[0], act(s))
        else:
            await carry_out(s, AT_SEARCH, choice)


def why_not_act(s: Table) -> Reason | None:
    """PI-9.5, PI-D12: not used yet, payable from the hand, and it changes something."""
    content = s.content
    planet = s.planet.cards[0] - content.first_planet
    if s.planet_paid:
        return Reason("PI-9.5", "planet_paid", planet_of(s))
    price = content.planet_prices[planet]
    lacking = [MARKS[mark] for mark in price if held(s, mark) < 0]
    if lacking:
        marks = [MARKS[mark] for mark in price]
        values = {**planet_of(s), "marks": marks, "lacking": lacking}
        return Reason("PI-9.3", "planet_price", values)
    action = content.planet_actions[planet]
    return None if action.useful(s, action) else Reason("PI-D12", "planet_idle", planet_of(s))


QUESTIONS.rule(D_SEARCH, lambda s, _: [s.options.act])(lambda s, _, option: why_not_act(s))
QUESTIONS.free(D_SEARCH, lambda s, _: [s.options.draw])


async def act(s: Table) -> None:
    """PI-9.4: one hand card for each icon goes to the discard pile; then the action."""
    planet = s.planet.cards[0] - s.content.first_planet
    s.planet_paid = True
    for mark in s.content.planet_prices[planet]:
        card = held(s, mark)
        s.move(card, s.hand, s.discard)
        if s.witness is not None:
            s.witness.tell("pays_card", card=s.content.cards[card])
    await perform(s, s.content.planet_actions[planet])


# Drawing and resolving


def draw_cubes(s: Table) -> None:
    """PI-9.7 to PI-9.10: all together, none put back before they are resolved."""
    count = search_draw(s)
    drawn = s.drawn
    in_bag = sum(s.bag)
    for n in range(count):
        colour = draw_cube(s, in_bag - n)
        s.bag[colour] -= 1
        drawn[colour] += 1
    s.last_search = drawn[:]
    if s.witness is not None:
        cubes = [COLOURS[colour] for colour in range(len(COLOURS)) for _ in range(drawn[colour])]
        if count:
            s.witness.tell("searches", n=count, cubes=cubes)
        else:
            s.witness.tell("finds_nothing")


async def leads(s: Table) -> None:
    """PI-9.12: each gives the top weapon of the deck, or with Scanning at 6 one of your choice."""
    while s.drawn[YELLOW] > 0:
        choice = s.options.no
        if len(s.weapon_deck.cards) >= 2 and all_uses(s, AT_YELLOW) and why_no_die(s) is None:
            choice = await ask(s, D_SCAN_WEAPON)
        if choice is s.options.use:
            await carry_out(s, AT_YELLOW, choice)
        else:
            find_weapon(s, s.weapon_deck.cards[-1] - s.content.first_weapon)


QUESTIONS.free(D_SCAN_WEAPON, lambda s, _: [s.options.use, s.options.no])


async def shadows(s: Table) -> None:
    """PI-9.14, PI-9.15: onto The Quietus, or, past its Sector, a point of your choice."""
    while s.drawn[BLACK] > 0:
        if s.planet_text().black_back:
            s.bag[BLACK] += 1
            if s.witness is not None:
                s.witness.tell("returns", n=1, colour=COLOURS[BLACK])
        elif not s.past_quietus():
            s.quietus += 1
            if s.witness is not None:
                s.witness.tell("quietus_grows", n=s.quietus)
        else:
            options = losable(s)
            if options:
                choice = await Decision(SEAT, D_LOSE, options, "cube")
                lose_point(s, choice.value)
            s.supply[BLACK] += 1
        s.drawn[BLACK] -= 1


async def insights(s: Table) -> None:
    """PI-9.11: red, then blue, then orange."""
    for colour in range(3):
        while s.drawn[colour] > 0:
            await insight(s, colour)


async def insight(s: Table, colour: int) -> None:
    """PI-9.16 to PI-9.18: raise the ability or study a weapon; a usable cube must be used."""
    options = cube_uses(s, colour)
    if options:
        choice = await Decision(SEAT, D_CUBE, options, COLOURS[colour])
        if choice is not s.options.raised[colour]:
            put_on_weapon(s, choice.value, colour)
            s.drawn[colour] -= 1
            return
        s.abilities[colour] += 1
        if s.witness is not None:
            s.witness.tell("gains", n=1, ability=ABILITIES[colour])
    elif s.witness is not None:
        s.witness.tell("unused_cube", colour=COLOURS[colour])
    s.supply[colour] += 1
    s.drawn[colour] -= 1


def cube_uses(s: Table, colour: int) -> list[Option]:
    options: list[Option] = []
    if s.abilities[colour] < s.maxima[colour]:
        options.append(s.options.raised[colour])
    for weapon in found_weapons(s):
        if missing(s, weapon, colour):
            options.append(s.options.place[weapon])
    return options


@QUESTIONS.rule(D_CUBE, lambda s, d: [s.options.raised[COLOURS.index(d.about)]])
def why_not_raise(s: Table, decision: Decision, option: Option) -> Reason | None:
    return at_maximum(s, option.value)


@QUESTIONS.rule(D_CUBE, lambda s, _: [s.options.place[weapon] for weapon in found_weapons(s)])
def why_not_place(s: Table, decision: Decision, option: Option) -> Reason | None:
    return not_missing(s, option.value, COLOURS.index(decision.about))


def false_leads(s: Table) -> None:
    """PI-9.19: white cubes go back into the bag."""
    if s.witness is not None and s.drawn[WHITE] > 0:
        s.witness.tell("returns", n=s.drawn[WHITE], colour=COLOURS[WHITE])
    s.bag[WHITE] += s.drawn[WHITE]
    s.drawn[WHITE] = 0


# The steps of a Search
SEARCH: Final = Steps(
    "search",
    begin_search,
    search_actions,
    draw_cubes,
    leads,
    shadows,
    insights,
    false_leads,
    about=planet_of,
)
