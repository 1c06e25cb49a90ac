"""What is on the table of Pulp Invasion!, and who may see it (sections 14 and 16)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.codes import LEFT_OUT, bits, each, in_order, joined, number, one_hot
from starhall.engine.rules.fields import (
    EVERYONE,
    NOBODY,
    internal,
    part,
    public,
    zone,
    zones,
)
from starhall.engine.rules.state import State, Zone
from starhall.games.pulp_invasion.content import NO_TEXT, NONE, Content, Text
from starhall.games.pulp_invasion.options import Options

# What became of a card of the line
WAITING: Final = 0
ENGAGED: Final = 1
EVADED: Final = 2

# How the game ended
EXHAUSTION: Final = "exhaustion"
TIME: Final = "time"
WON: Final = "won"

# The random streams (section 17)
CARD_STREAM: Final = 0
DICE_STREAM: Final = 1
CUBE_STREAM: Final = 2
STREAMS: Final[tuple[str, ...]] = ("cards", "dice", "cubes")

ENCOUNTERS: Final = 0
PLANETS: Final = 1
WEAPONS: Final = 2

MOST_CUBES: Final = 15  # of one colour (PI-1.4)
WORKING: Final = "what is being carried out is told when it is done"


@part
class Table(State):
    """The whole game: zones of cards, counts of cubes, and what has been done so far."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)

    # The settings
    level: int = public(0, coded=LEFT_OUT)
    wanted: int = public(0, coded=LEFT_OUT)  # Super Weapons to find
    per_round: bool = public(False, coded=LEFT_OUT)  # PI-20.3
    black_redraw: bool = public(False, coded=LEFT_OUT)  # PI-20.4

    captain: int = public(0, coded=one_hot(6))
    aliens: list[int] = public([], shared=True, coded=each(3, one_hot(3)))  # left to right
    sector: int = public(0, coded=one_hot(3))  # place of the current alien in that row
    rounds: int = public(0, coded=number(20))  # begun so far
    cause: str = public("", coded=LEFT_OUT)
    maxima: list[int] = public([], shared=True, coded=each(3, number(8)))
    abilities: list[int] = public([], coded=each(3, number(8)))
    # Value by die, 0 for one in the box
    dice: list[int] = public([], coded=each(5, one_hot(6, first=1)))

    # Cubes, by colour as in every such list
    bag: list[int] = public([], coded=each(6, number(MOST_CUBES)))
    supply: list[int] = public([], coded=each(6, number(MOST_CUBES)))
    quietus: int = public(0, coded=number(6))  # black cubes on the alien card
    drawn: list[int] = public([], coded=each(6, number(4)))  # in this Search, not yet resolved
    # All that the latest Search drew
    last_search: list[int] = public([], shared=True, coded=each(6, number(4)))
    on_weapons: list[int] = public([], coded=each(18, number(2)))  # [3 * weapon + colour]
    understood: int = public(0, coded=bits(6))  # mask of weapons

    # This round
    fates: list[int] = public([], lasts="round", coded=each(6, one_hot(3)))  # by place in the line
    active: int = public(NONE, coded=one_hot(6))  # place of the card being encountered
    searching: bool = public(False, lasts="round")  # the Search Phase has begun
    engaged_any: bool = public(False, lasts="round")
    # Mask of weapons used in this Encounter Phase
    fired: int = public(0, lasts="round", coded=bits(6))
    meridian: int = public(0, lasts="round", coded=number(2))  # discounts of Port Meridian left
    # Changes of this round's Search so far
    gathered: int = public(0, lasts="round", coded=number(3))
    planet_paid: bool = public(False, lasts="round")
    die_spent: bool = public(False, lasts="round")  # the die of this card (or Search) is used
    die_begun: bool = public(False, lasts="round")  # a die was used in this round
    die_sought: bool = public(False, lasts="round")  # a die gave its cube for this Search

    # The active card
    # Bought with dice and weapons
    reduced: list[int] = public([0, 0, 0], lasts="card", coded=each(3, number(4)))
    loom: int = public(NONE, lasts="card", coded=one_hot(3))  # the ability chosen with Mind Loom
    mirror: int = public(0, lasts="card", coded=number(2))  # discounts of Star Mirror left
    # Demands not yet paid, once they are being paid
    owed: list[int] = public(
        [], lasts="card", untold="the payments tell it", coded=each(3, number(6))
    )
    # Points not yet paid, once they are being paid
    evade_points: int = public(NONE, lasts="card", untold="the payments tell it", coded=number(4))
    stilled: bool = public(False, lasts="card")  # Chronal Vault holds the bag shut

    # What is being carried out
    # The option of a die, weapon or Planet, by its number
    chosen: int = public(NONE, untold=WORKING, coded=one_hot(160))
    # The latest effect, by its number in the content
    effect: int = public(NONE, untold=WORKING, coded=one_hot(256))
    turning: int = public(NONE, untold=WORKING, coded=one_hot(5))  # the die being turned down
    # A rolled face on offer: 7 * die + value
    borrowed: int = public(NONE, untold=WORKING, coded=joined(7, one_hot(6, first=1), one_hot(5)))

    # PI-14.4; all but the decks and the box lie open (PI-16.2)
    decks: list[Zone] = zones(3, ENCOUNTERS, NOBODY)
    line: Zone = zone(ENCOUNTERS, EVERYONE, coded=in_order(6))
    location: Zone = zone(ENCOUNTERS, EVERYONE)
    hand: Zone = zone(ENCOUNTERS, EVERYONE)
    discard: Zone = zone(ENCOUNTERS, EVERYONE)
    planet_deck: Zone = zone(PLANETS, NOBODY)
    row: Zone = zone(PLANETS, EVERYONE, coded=in_order(3))
    planet: Zone = zone(PLANETS, EVERYONE)
    searched: Zone = zone(PLANETS, EVERYONE)
    weapon_deck: Zone = zone(WEAPONS, NOBODY)
    weapon_box: Zone = zone(WEAPONS, NOBODY)
    found: Zone = zone(WEAPONS, EVERYONE)

    # What is in force

    def alien(self) -> int:
        """PI-12.1: the alien whose Sector this is."""
        return self.aliens[self.sector]

    def alien_text(self) -> Text:
        return self.content.alien_texts[self.aliens[self.sector]]

    def location_text(self) -> Text:
        """PI-5.3: the Location action with the icon of the current alien."""
        cards = self.location.cards
        if not cards:
            return NO_TEXT
        content = self.content
        first = 3 * (cards[0] - content.first_location)
        return content.location_texts[first + content.alien_icons[self.aliens[self.sector]]]

    def planet_text(self) -> Text:
        """PI-4.1: the passive text of the Planet of this round."""
        cards = self.planet.cards
        return self.content.texts[cards[0]] if cards else NO_TEXT

    def past_quietus(self) -> bool:
        """PI-9.15: does the current alien stand to the right of The Quietus?"""
        return self.aliens.index(self.content.quietus) < self.sector

    def worn_out(self) -> bool:
        """PI-18.3: are two of the three abilities at 0?"""
        abilities = self.abilities
        if abilities[0] == 0:
            return abilities[1] == 0 or abilities[2] == 0
        return abilities[1] == 0 and abilities[2] == 0

    # The progress of the current card

    def engaging(self) -> bool:
        """Is a card being encountered that is not evaded?"""
        return self.active != NONE and self.fates[self.active] != EVADED

    def evading(self) -> bool:
        """PI-7.2: is a card being encountered that counts as evaded?"""
        return self.active != NONE and self.fates[self.active] == EVADED
