"""Section 2: aliens, Captain, bag, decks, Super Weapons and Planets."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import Strand
from starhall.games.pulp_invasion.content import COLOURS, NONE, Content
from starhall.games.pulp_invasion.state import CARD_STREAM, Table

DECK_SIZE: Final = 16
TRACK_END: Final = 9  # PI-1.8
PER_ROUND_BONUS: Final = 2  # PI-20.3


def set_up(
    content: Content, chance: Chance, level: int, captain: int, per_round: bool, black_redraw: bool
) -> Table:
    """PI-2.1 to PI-2.13; the dice are chosen when the game starts, Planets dealt after that."""
    s = Table(seats=1, chance=chance, content=content, options=content.options)
    s.level = level
    s.wanted = content.level_weapons[level]
    s.per_round = per_round
    s.black_redraw = black_redraw
    cards = chance.streams[CARD_STREAM]
    s.aliens = list(range(len(content.aliens)))
    cards.shuffle(s.aliens)
    s.captain = captain if captain != NONE else cards.below(len(content.captains))
    bonus = PER_ROUND_BONUS if per_round else 0
    s.maxima = [min(TRACK_END, number + bonus) for number in content.captain_numbers[s.captain]]
    s.abilities = s.maxima[:]
    s.dice = [0] * len(content.dice)
    _fill_bag(s)
    _deal(s)
    s.start(Strand(number=1))
    return s


def _fill_bag(s: Table) -> None:
    """PI-2.6, PI-2.7, PI-2.13: the bag by level, a cube on each track, the rest the supply."""
    content = s.content
    colours = range(len(COLOURS))
    s.bag = [s.wanted if content.by_level[n] else content.in_bag[n] for n in colours]
    s.supply = [content.cubes[n] - s.bag[n] - (1 if n < 3 else 0) for n in colours]
    s.drawn = [0] * len(COLOURS)
    s.last_search = [0] * len(COLOURS)
    s.on_weapons = [0] * (3 * len(content.weapons))


def _deal(s: Table) -> None:
    """PI-2.8 to PI-2.10: three decks of 16, the weapons of the level, the Planets."""
    content = s.content
    stream = s.chance.streams[CARD_STREAM]
    encounters = list(range(content.first_planet))
    stream.shuffle(encounters)
    for number, deck in enumerate(s.decks):
        deck.name = f"deck:{number + 1}"  # as the scene calls it, by the number of the Sector
        deck.cards = encounters[DECK_SIZE * number : DECK_SIZE * (number + 1)]
    weapons = list(range(content.first_weapon, len(content.cards)))
    stream.shuffle(weapons)
    s.weapon_deck.cards = weapons[: s.wanted]
    s.weapon_box.cards = weapons[s.wanted :]
    s.planet_deck.cards = list(range(content.first_planet, content.first_weapon))
    stream.shuffle(s.planet_deck.cards)
