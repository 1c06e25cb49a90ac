"""Section 2: aliens, Captain, bag, decks, Super Weapons and Planets."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import EVERYONE, NOBODY, Strand, Zone
from starhall.games.pulp_invasion.cards import (
    ALIENS,
    BAG,
    BY_LEVEL,
    CAPTAIN_NUMBERS,
    CAPTAINS,
    CARD_COUNT,
    CUBES,
    DIE_COUNT,
    ENCOUNTER_CARDS,
    FIRST_PLANET,
    FIRST_WEAPON,
    LEVEL_WEAPONS,
    NONE,
    WEAPONS,
)
from starhall.games.pulp_invasion.state import (
    CARD_STREAM,
    ENCOUNTER_FAMILY,
    PLANET_FAMILY,
    WEAPON_FAMILY,
    Table,
)

DECK_SIZE: Final = 16
TRACK_END: Final = 9  # PI-1.8
PER_ROUND_BONUS: Final = 2  # PI-20.3


def set_up(chance: Chance, level: int, captain: int, per_round: bool, black_redraw: bool) -> Table:
    """PI-2.1 to PI-2.13; the dice are chosen when the game starts, Planets dealt after that."""
    s = Table(1, chance, _lay_out())
    s.level = level
    s.wanted = LEVEL_WEAPONS[level]
    s.per_round = per_round
    s.black_redraw = black_redraw
    cards = chance.streams[CARD_STREAM]
    s.aliens = list(range(len(ALIENS)))
    cards.shuffle(s.aliens)
    s.captain = captain if captain != NONE else cards.below(len(CAPTAINS))
    bonus = PER_ROUND_BONUS if per_round else 0
    s.maxima = [min(TRACK_END, number + bonus) for number in CAPTAIN_NUMBERS[s.captain]]
    s.abilities = s.maxima[:]
    s.dice = [0] * DIE_COUNT
    _fill_bag(s)
    _deal(s)
    s.start(Strand(1))
    return s


def _lay_out() -> list[Zone]:
    """The zones of PI-14.4, numbered; all but the decks and the box lie open (PI-16.2)."""
    places = [
        ("deck:1", ENCOUNTER_FAMILY, NOBODY),
        ("deck:2", ENCOUNTER_FAMILY, NOBODY),
        ("deck:3", ENCOUNTER_FAMILY, NOBODY),
        ("line", ENCOUNTER_FAMILY, EVERYONE),
        ("location", ENCOUNTER_FAMILY, EVERYONE),
        ("hand", ENCOUNTER_FAMILY, EVERYONE),
        ("discard", ENCOUNTER_FAMILY, EVERYONE),
        ("planet_deck", PLANET_FAMILY, NOBODY),
        ("row", PLANET_FAMILY, EVERYONE),
        ("planet", PLANET_FAMILY, EVERYONE),
        ("searched", PLANET_FAMILY, EVERYONE),
        ("weapon_deck", WEAPON_FAMILY, NOBODY),
        ("weapon_box", WEAPON_FAMILY, NOBODY),
        ("found", WEAPON_FAMILY, EVERYONE),
    ]
    return [Zone(key, name, family, -1, sight) for key, (name, family, sight) in enumerate(places)]


def _fill_bag(s: Table) -> None:
    """PI-2.6, PI-2.7, PI-2.13: the bag by level, a cube on each track, the rest the supply."""
    s.bag = [s.wanted if BY_LEVEL[colour] else BAG[colour] for colour in range(len(CUBES))]
    s.supply = [
        CUBES[colour] - s.bag[colour] - (1 if colour < 3 else 0) for colour in range(len(CUBES))
    ]
    s.drawn = [0] * len(CUBES)
    s.last_search = [0] * len(CUBES)
    s.on_weapons = [0] * (3 * len(WEAPONS))


def _deal(s: Table) -> None:
    """PI-2.8 to PI-2.10: three decks of 16, the weapons of the level, the Planets."""
    stream = s.chance.streams[CARD_STREAM]
    encounters = list(range(ENCOUNTER_CARDS))
    stream.shuffle(encounters)
    for number, deck in enumerate(s.decks):
        deck.cards = encounters[DECK_SIZE * number : DECK_SIZE * (number + 1)]
    weapons = list(range(FIRST_WEAPON, CARD_COUNT))
    stream.shuffle(weapons)
    s.weapon_deck.cards = weapons[: s.wanted]
    s.weapon_box.cards = weapons[s.wanted :]
    s.planet_deck.cards = list(range(FIRST_PLANET, FIRST_WEAPON))
    stream.shuffle(s.planet_deck.cards)
