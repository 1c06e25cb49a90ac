"""Section 9: the Planet Search Phase and what becomes of the cubes drawn."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import EVERYONE, NOBODY, Strand
from starhall.games.pulp_invasion.arsenal import find_weapon
from starhall.games.pulp_invasion.cards import (
    ABILITIES,
    BLACK,
    BLUE,
    CARDS,
    CHOOSE_WEAPON,
    COLOURS,
    FACES,
    FIRST_PLANET,
    FIRST_WEAPON,
    ORANGE,
    PLANET_ACTIONS,
    PLANET_PRICES,
    RED,
    SCANNING,
    WEAPONS,
    WHITE,
    YELLOW,
)
from starhall.games.pulp_invasion.dice import AT_SEARCH, die_options, draw_cube, turn_down, use_die
from starhall.games.pulp_invasion.effects import (
    SEAT,
    changes_something,
    held,
    losable,
    missing,
    perform,
    put_on_weapon,
)
from starhall.games.pulp_invasion.encounter import NOTHING
from starhall.games.pulp_invasion.reckoning import die_allowed, search_draw
from starhall.games.pulp_invasion.state import CARD_STREAM, RESOLVE_CUBES, ROUND_END, Table
from starhall.games.pulp_invasion.words import (
    ACT,
    CLAIM,
    D_CLAIM,
    D_CUBE,
    D_LOSE,
    D_SCAN_WEAPON,
    D_SEARCH,
    DRAW,
    NO,
    PLACE,
    RAISE,
    USE,
)


async def search_actions(s: Table, main: Strand) -> None:
    """PI-9.3 to PI-9.10: the Planet action and a die in any order, then the draw."""
    while True:
        main.fresh = True
        options: list[Option] = [DRAW]
        if planet_action(s):
            options.append(ACT)
        die_options(s, AT_SEARCH, NOTHING, options)
        choice = await Decision(SEAT, D_SEARCH, options, CARDS[s.planet.cards[0]])
        if choice is DRAW:
            break
        if choice is ACT:
            await act(s)
        else:
            await use_die(s, choice, NOTHING)
    draw_cubes(s)
    s.step = RESOLVE_CUBES


def planet_action(s: Table) -> bool:
    """PI-9.5, PI-D12: not used yet, payable from the hand, and it changes something."""
    if s.planet_paid:
        return False
    planet = s.planet.cards[0] - FIRST_PLANET
    for mark in PLANET_PRICES[planet]:
        if held(s, mark) < 0:
            return False
    return changes_something(s, PLANET_ACTIONS[planet])


async def act(s: Table) -> None:
    """PI-9.4: one hand card for each icon goes to the discard pile; then the action."""
    planet = s.planet.cards[0] - FIRST_PLANET
    s.planet_paid = True
    for mark in PLANET_PRICES[planet]:
        card = held(s, mark)
        s.move(card, s.hand, s.discard)
        if s.witness is not None:
            s.witness.tell("pays_card", card=CARDS[card])
    await perform(s, PLANET_ACTIONS[planet])


def draw_cubes(s: Table) -> None:
    """PI-9.7 to PI-9.10: all together, none put back before they are resolved."""
    count = search_draw(s)
    drawn = s.drawn
    for _ in range(count):
        colour = draw_cube(s, len(COLOURS))
        s.bag[colour] -= 1
        drawn[colour] += 1
    s.last_search = drawn[:]
    if s.witness is not None:
        cubes = [COLOURS[colour] for colour in range(len(COLOURS)) for _ in range(drawn[colour])]
        s.witness.tell("searches", n=count, cubes=cubes)


async def resolve_cubes(s: Table, main: Strand) -> None:
    """PI-9.11: yellow, black, red, blue, orange, white; each cube leaves `drawn` when resolved."""
    drawn = s.drawn
    while drawn[YELLOW] > 0:
        await lead(s, main)
    while drawn[BLACK] > 0:
        await shadow(s, main)
    for colour in (RED, BLUE, ORANGE):
        while drawn[colour] > 0:
            await insight(s, main, colour)
    s.bag[WHITE] += drawn[WHITE]  # PI-9.19
    drawn[WHITE] = 0
    s.step = ROUND_END


async def lead(s: Table, main: Strand) -> None:
    """PI-9.12: the top weapon of the deck, or with Scanning at 6 one of your choice (PI-D15)."""
    deck = s.weapon_deck
    if len(deck.cards) >= 2 and may_choose_weapon(s):
        main.fresh = True
        choice = await Decision(SEAT, D_SCAN_WEAPON, [USE, NO])
        if choice is USE:
            s.purpose = CHOOSE_WEAPON
            await turn_down(s, SCANNING)
            await claim(s)
            return
    find_weapon(s, deck.cards[-1] - FIRST_WEAPON)


def may_choose_weapon(s: Table) -> bool:
    value = s.dice[SCANNING]
    if value == 0 or FACES[7 * SCANNING + value].parts[0].verb != CHOOSE_WEAPON:
        return False
    return die_allowed(s)


async def claim(s: Table) -> None:
    """PI-10.8, PI-16.3: the deck is shown, one weapon taken, the rest shuffled face down."""
    deck = s.weapon_deck
    s.reveal(deck, EVERYONE)
    weapons = sorted(deck.cards)
    choice = await Decision(SEAT, D_CLAIM, [CLAIM[card - FIRST_WEAPON] for card in weapons])
    rest = [card for card in deck.cards if card != FIRST_WEAPON + choice.value]
    s.chance.streams[CARD_STREAM].shuffle(rest)
    deck.cards = [*rest, FIRST_WEAPON + choice.value]
    s.reveal(deck, NOBODY)
    find_weapon(s, choice.value)


async def shadow(s: Table, main: Strand) -> None:
    """PI-9.14, PI-9.15: onto The Quietus, or, past its Sector, a point of your choice."""
    if s.planet_text().black_back:
        s.bag[BLACK] += 1
    elif not s.past_quietus():
        s.quietus += 1
        if s.witness is not None:
            s.witness.tell("quietus_grows", n=s.quietus)
    else:
        options = losable(s)
        if options:
            main.fresh = True
            choice = await Decision(SEAT, D_LOSE, options)
            s.abilities[choice.value] -= 1
            if s.witness is not None:
                s.witness.tell("loses", n=1, ability=ABILITIES[choice.value])
        s.supply[BLACK] += 1
    s.drawn[BLACK] -= 1


async def insight(s: Table, main: Strand, colour: int) -> None:
    """PI-9.16 to PI-9.18: raise the ability or study a weapon; a usable cube must be used."""
    options = cube_uses(s, colour)
    if options:
        main.fresh = True
        choice = await Decision(SEAT, D_CUBE, options, COLOURS[colour])
        if choice is not RAISE[colour]:
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
        options.append(RAISE[colour])
    for weapon in range(len(WEAPONS)):
        if missing(s, weapon, colour):
            options.append(PLACE[weapon])
    return options
