"""Sections 2, 3 and 11: the choice of dice, the course of a round, its end, and the Sectors."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps, straight
from starhall.games.pulp_invasion.content import BLACK, NONE
from starhall.games.pulp_invasion.options import D_DICE, D_PLANET
from starhall.games.pulp_invasion.rules.dice import roll
from starhall.games.pulp_invasion.rules.encounter import ENCOUNTER, form_line, reveal
from starhall.games.pulp_invasion.rules.legality import QUESTIONS, SEAT
from starhall.games.pulp_invasion.rules.search import SEARCH
from starhall.games.pulp_invasion.state import CARD_STREAM, ENGAGED, TIME, Table

FACE_UP_PLANETS: Final = 3
CREW_START: Final = 6


# The Captain's dice


async def choose_dice(s: Table) -> None:
    """PI-2.4, PI-2.5: keep 2 of the Captain's dice; Crew starts at 6, Systems are rolled."""
    content = s.content
    kept = content.captain_dice[s.captain]
    if content.captain_keeps[s.captain] == 2:
        every = s.options.keep
        options = [option for option in every if not_shown(s, option) == NONE]
        choice = await Decision(SEAT, D_DICE, options)
        kept = s.options.pairs[choice.value]
    if s.witness is not None:
        s.witness.tell("keeps_dice", dice=[content.dice[die] for die in kept])
    for die in kept:
        s.dice[die] = roll(s, die) if content.system[die] else CREW_START


def not_shown(s: Table, option: Option) -> int:
    """One of two dice that the Captain does not show."""
    for die in s.options.pairs[option.value]:
        if die not in s.content.captain_dice[s.captain]:
            return die
    return NONE


@QUESTIONS.rule(D_DICE, lambda s, _: s.options.keep)
def why_not_keep(s: Table, decision: Decision, option: Option) -> Reason | None:
    die = not_shown(s, option)
    if die == NONE:
        return None
    values: dict[str, object] = {"captain": s.content.captains[s.captain]}
    return Reason("PI-2.4", "die_not_shown", {**values, "die": s.content.dice[die]})


# A round


def encounters_left(s: Table) -> bool:
    """PI-3.6: is there a card in this Sector's deck or in a later one?"""
    return any([deck.cards for deck in s.decks[s.sector :]])


def round_number(s: Table) -> dict[str, object]:
    return {"n": s.rounds + 1}


def start_round(s: Table) -> None:
    """PI-3.2, PI-3.3, PI-4.2: move on to a Sector with cards, deal Planets."""
    while not s.decks[s.sector].cards:
        leave_sector(s)
    if not s.row.cards:
        deal_planets(s)
    s.rounds += 1
    if s.witness is not None:
        s.witness.tell("round", n=s.rounds, alien=s.content.aliens[s.alien()])


def leave_sector(s: Table) -> None:
    """PI-3.5: what lies on The Quietus goes back when its Sector is left."""
    if s.alien() == s.content.quietus and s.quietus > 0:
        if s.witness is not None:
            s.witness.tell("leaves_quietus", n=s.quietus)
        s.supply[BLACK] += s.quietus
        s.quietus = 0
    s.sector += 1


def deal_planets(s: Table) -> None:
    """PI-4.2, PI-4.3: three new ones; an empty deck is made from the searched ones again."""
    deck = s.planet_deck
    if not deck.cards:
        s.gather(s.searched, deck)
        s.chance.streams[CARD_STREAM].shuffle(deck.cards)
    for _ in range(min(FACE_UP_PLANETS, len(deck.cards))):
        s.draw(deck, s.row)
    if s.witness is not None:
        s.witness.tell("deals_planets", planets=[s.content.cards[card] for card in s.row.cards])


async def choose_planet(s: Table) -> None:
    """PI-4.1: one of the face-up Planets is searched in this round."""
    first = s.content.first_planet
    options = [s.options.visit[card - first] for card in s.row.cards]
    choice = await Decision(SEAT, D_PLANET, options)
    s.move(first + choice.value, s.row, s.planet)
    if s.witness is not None:
        s.witness.tell("visits", planet=s.content.planets[choice.value])
    s.meridian = s.planet_text().cheap_convert


@QUESTIONS.rule(D_PLANET, lambda s, _: s.options.visit)
def why_not_visit(s: Table, decision: Decision, option: Option) -> Reason | None:
    card = s.content.first_planet + option.value
    if card in s.row.cards:
        return None
    values: dict[str, object] = {"planet": s.content.planets[option.value]}
    if card in s.searched.cards:
        return Reason("PI-4.2", "planet_searched", values)
    return Reason("PI-4.1", "planet_face_down", values)


def end_round(s: Table) -> None:
    """PI-11.1 to PI-11.6: engaged cards with a Code or Key go to hand, others are discarded."""
    content = s.content
    for place, card in enumerate(s.line.cards[:]):
        kept = s.fates[place] == ENGAGED and content.marks[card] != NONE
        s.move(card, s.line, s.hand if kept else s.discard)
        if kept and s.witness is not None:
            s.witness.tell("keeps_card", card=content.cards[card])
    s.gather(s.planet, s.searched)
    s.clear("round")


def run_out_of_time(s: Table) -> None:
    """PI-18.2: no encounter cards are left."""
    s.cause = TIME
    if s.witness is not None:
        s.witness.tell("out_of_time")
    raise GameOver


# PI-3.1 and the order of a round
ROUND: Final = Steps(
    "round",
    start_round,
    choose_planet,
    form_line,
    straight(reveal),
    ENCOUNTER,
    SEARCH,
    end_round,
    as_long_as=encounters_left,
    about=round_number,
)
GAME: Final = Steps("", choose_dice, ROUND, run_out_of_time)
