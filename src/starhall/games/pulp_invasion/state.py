"""What is on the table of Pulp Invasion!, and who may see it (sections 14 and 16)."""

from __future__ import annotations

from typing import Final

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


WORKING: Final = "what is being carried out is told when it is done"


@part
class Table(State):
    """The whole game: zones of cards, counts of cubes, and what has been done so far."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)

    # The settings
    level: int = public(0)
    wanted: int = public(0)  # Super Weapons to find
    per_round: bool = public(False)  # PI-20.3
    black_redraw: bool = public(False)  # PI-20.4

    captain: int = public(0)
    aliens: list[int] = public([], shared=True)  # left to right
    sector: int = public(0)  # place of the current alien in that row
    rounds: int = public(0)  # begun so far
    cause: str = public("")
    maxima: list[int] = public([], shared=True)
    abilities: list[int] = public([])
    dice: list[int] = public([])  # value by die, 0 for one in the box

    # Cubes, by colour as in every such list
    bag: list[int] = public([])
    supply: list[int] = public([])
    quietus: int = public(0)  # black cubes on the alien card
    drawn: list[int] = public([])  # in this Search, not yet resolved
    last_search: list[int] = public([], shared=True)  # all that the latest Search drew
    on_weapons: list[int] = public([])  # [3 * weapon + colour]
    understood: int = public(0)  # mask of weapons

    # This round
    fates: list[int] = public([], lasts="round")  # by place in the line
    active: int = public(NONE)  # place of the card being encountered
    searching: bool = public(False, lasts="round")  # the Search Phase has begun
    engaged_any: bool = public(False, lasts="round")
    fired: int = public(0, lasts="round")  # mask of weapons used in this Encounter Phase
    meridian: int = public(0, lasts="round")  # discounts of Port Meridian left
    gathered: int = public(0, lasts="round")  # changes of this round's Search so far
    planet_paid: bool = public(False, lasts="round")
    die_spent: bool = public(False, lasts="round")  # the die of this card (or Search) is used
    die_begun: bool = public(False, lasts="round")  # a die was used in this round
    die_sought: bool = public(False, lasts="round")  # a die gave its cube for this Search

    # The active card
    reduced: list[int] = public([0, 0, 0], lasts="card")  # bought with dice and weapons
    loom: int = public(NONE, lasts="card")  # the ability chosen with Mind Loom
    mirror: int = public(0, lasts="card")  # discounts of Star Mirror left
    # Demands not yet paid, once they are being paid
    owed: list[int] = public([], lasts="card", untold="the payments tell it")
    # Points not yet paid, once they are
    evade_points: int = public(NONE, lasts="card", untold="the payments tell it")
    stilled: bool = public(False, lasts="card")  # Chronal Vault holds the bag shut

    # What is being carried out
    chosen: int = public(
        NONE, untold=WORKING
    )  # the option of a die, weapon or Planet, by its number
    effect: int = public(NONE, untold=WORKING)  # the latest effect, by its number in the content
    turning: int = public(NONE, untold=WORKING)  # the die being turned down
    borrowed: int = public(NONE, untold=WORKING)  # a rolled face on offer: 7 * die + value

    # PI-14.4; all but the decks and the box lie open (PI-16.2)
    decks: list[Zone] = zones(3, ENCOUNTERS, NOBODY)
    line: Zone = zone(ENCOUNTERS, EVERYONE)
    location: Zone = zone(ENCOUNTERS, EVERYONE)
    hand: Zone = zone(ENCOUNTERS, EVERYONE)
    discard: Zone = zone(ENCOUNTERS, EVERYONE)
    planet_deck: Zone = zone(PLANETS, NOBODY)
    row: Zone = zone(PLANETS, EVERYONE)
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
