"""Sections 2, 3 and 11: the choice of dice, the course of a round, its end, and the Sectors."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver
from starhall.engine.rules.state import Strand
from starhall.games.pulp_invasion.cards import (
    ALIENS,
    BLACK,
    CAPTAIN_DICE,
    CAPTAIN_KEEPS,
    CARD_MARKS,
    CARDS,
    DICE,
    DIE_COUNT,
    FIRST_PLANET,
    NONE,
    PLANETS,
    QUIETUS,
    SYSTEM,
)
from starhall.games.pulp_invasion.dice import roll
from starhall.games.pulp_invasion.effects import SEAT
from starhall.games.pulp_invasion.encounter import encounter_line, form_line
from starhall.games.pulp_invasion.search import resolve_cubes, search_actions
from starhall.games.pulp_invasion.state import (
    CARD_STREAM,
    CHOOSE_DICE,
    CHOOSE_PLANET,
    ENGAGED,
    FORM_LINE,
    NEXT_CARD,
    RESOLVE_CUBES,
    ROUND_END,
    ROUND_START,
    SEARCH_ACTIONS,
    TIME,
    Table,
)
from starhall.games.pulp_invasion.words import D_DICE, D_PLANET, KEEP, VISIT

FACE_UP_PLANETS: Final = 3
CREW_START: Final = 6


async def play(s: Table, main: Strand) -> None:
    """PI-3.1: rounds until the game is won or lost; `s.step` says where the round stands."""
    if s.step == CHOOSE_DICE:
        await choose_dice(s, main)
    while True:
        if s.step == ROUND_START:
            start_round(s)
        if s.step == CHOOSE_PLANET:
            await choose_planet(s, main)
        if s.step == FORM_LINE:
            await form_line(s)
        if NEXT_CARD <= s.step < SEARCH_ACTIONS:
            await encounter_line(s, main)
        if s.step == SEARCH_ACTIONS:
            await search_actions(s, main)
        if s.step == RESOLVE_CUBES:
            await resolve_cubes(s, main)
        if s.step == ROUND_END:
            end_round(s)


# The Captain's dice


async def choose_dice(s: Table, main: Strand) -> None:
    """PI-2.4, PI-2.5: keep 2 of the Captain's dice; Crew starts at 6, Systems are rolled."""
    main.fresh = True
    shown = CAPTAIN_DICE[s.captain]
    kept = shown
    if CAPTAIN_KEEPS[s.captain] == 2:
        pairs = [[one, other] for i, one in enumerate(shown) for other in shown[i + 1 :]]
        options = [KEEP[pair_number(one, other)] for one, other in pairs]
        choice = await Decision(SEAT, D_DICE, options)
        kept = pairs[options.index(choice)]
    if s.witness is not None:
        s.witness.tell("keeps_dice", dice=[DICE[die] for die in kept])
    for die in kept:
        s.dice[die] = roll(s, die) if SYSTEM[die] else CREW_START
    s.step = ROUND_START


def pair_number(one: int, other: int) -> int:
    """The place of a pair of dice, one < other, in the table KEEP."""
    before = 0
    for first in range(one):
        before += DIE_COUNT - 1 - first
    return before + other - one - 1


# A round


def start_round(s: Table) -> None:
    """R0: PI-3.2, PI-3.3, PI-3.6, PI-4.2: move on, end check, Planets."""
    while not s.decks[s.sector].cards:
        if s.sector == len(s.aliens) - 1:
            s.cause = TIME
            if s.witness is not None:
                s.witness.tell("out_of_time")
            raise GameOver
        leave_sector(s)
    if not s.row.cards:
        deal_planets(s)
    s.rounds += 1
    if s.witness is not None:
        s.witness.tell("round", n=s.rounds, alien=ALIENS[s.alien()])
    s.step = CHOOSE_PLANET


def leave_sector(s: Table) -> None:
    """PI-3.5: what lies on The Quietus goes back when its Sector is left."""
    if s.alien() == QUIETUS:
        s.supply[BLACK] += s.quietus
        s.quietus = 0
    s.sector += 1


def deal_planets(s: Table) -> None:
    """PI-4.2, PI-4.3: three new ones; an empty deck is made anew from the searched ones."""
    deck = s.planet_deck
    if not deck.cards:
        s.gather(s.searched, deck)
        s.chance.streams[CARD_STREAM].shuffle(deck.cards)
    for _ in range(min(FACE_UP_PLANETS, len(deck.cards))):
        s.draw(deck, s.row)


async def choose_planet(s: Table, main: Strand) -> None:
    """PI-4.1: one of the face-up Planets is searched in this round."""
    main.fresh = True
    options = [VISIT[card - FIRST_PLANET] for card in s.row.cards]
    choice = await Decision(SEAT, D_PLANET, options)
    s.move(FIRST_PLANET + choice.value, s.row, s.planet)
    if s.witness is not None:
        s.witness.tell("visits", planet=PLANETS[choice.value])
    s.meridian = s.planet_text().cheap_convert
    s.step = FORM_LINE


def end_round(s: Table) -> None:
    """PI-11.1 to PI-11.6: engaged cards with a Code or Key to the hand, the rest away."""
    for place, card in enumerate(s.line.cards[:]):
        kept = s.fates[place] == ENGAGED and CARD_MARKS[card] != NONE
        s.move(card, s.line, s.hand if kept else s.discard)
        if kept and s.witness is not None:
            s.witness.tell("keeps_card", card=CARDS[card])
    s.fates = []
    s.gather(s.planet, s.searched)
    s.fired = 0
    s.meridian = 0
    s.gathered = 0
    s.die_spent = False
    s.die_begun = False
    s.die_sought = False
    s.engaged_any = False
    s.planet_paid = False
    s.step = ROUND_START
