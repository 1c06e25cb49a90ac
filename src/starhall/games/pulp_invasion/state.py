"""What lies on the table of Pulp Invasion!, and who may see it (sections 14 and 16)."""

from __future__ import annotations

from typing import ClassVar, Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import OPEN, State, Strand, Zone
from starhall.games.pulp_invasion.cards import (
    ALIEN_ICONS,
    ALIEN_TEXTS,
    FIRST_LOCATION,
    FIRST_PLANET,
    LOCATION_TEXTS,
    NO_TEXT,
    NONE,
    PLANET_TEXTS,
    QUIETUS,
    Text,
)

# Where the game stands: the steps of a round (section 3), those of a card in between.
CHOOSE_DICE: Final = 0
ROUND_START: Final = 1
CHOOSE_PLANET: Final = 2
FORM_LINE: Final = 3
NEXT_CARD: Final = 4
ENCOUNTER: Final = 5
BOOST_ENGAGE: Final = 6
PAY_DEMANDS: Final = 7
BOOST_EVADE: Final = 8
PAY_EVADE: Final = 9
SEARCH_ACTIONS: Final = 10
RESOLVE_CUBES: Final = 11
ROUND_END: Final = 12

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

ENCOUNTER_FAMILY: Final = 0
PLANET_FAMILY: Final = 1
WEAPON_FAMILY: Final = 2


class Table(State):
    """The whole game: zones of cards, counts of cubes, and how far the round has come."""

    __slots__ = (
        "abilities",
        "active",
        "aliens",
        "bag",
        "black_redraw",
        "borrowed",
        "captain",
        "cause",
        "decks",
        "dice",
        "die_begun",
        "die_sought",
        "die_spent",
        "discard",
        "drawn",
        "engaged_any",
        "evade_points",
        "fates",
        "fired",
        "found",
        "gathered",
        "hand",
        "last_search",
        "level",
        "line",
        "location",
        "loom",
        "maxima",
        "meridian",
        "mirror",
        "on_weapons",
        "owed",
        "per_round",
        "planet",
        "planet_deck",
        "planet_paid",
        "purpose",
        "quietus",
        "reduced",
        "rounds",
        "row",
        "searched",
        "sector",
        "step",
        "stilled",
        "supply",
        "turning",
        "understood",
        "wanted",
        "weapon_box",
        "weapon_deck",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "level": OPEN,
        "wanted": OPEN,
        "per_round": OPEN,
        "black_redraw": OPEN,
        "captain": OPEN,
        "aliens": OPEN,
        "sector": OPEN,
        "rounds": OPEN,
        "step": OPEN,
        "cause": OPEN,
        "maxima": OPEN,
        "abilities": OPEN,
        "dice": OPEN,
        "bag": OPEN,
        "supply": OPEN,
        "quietus": OPEN,
        "drawn": OPEN,
        "on_weapons": OPEN,
        "understood": OPEN,
        "fired": OPEN,
        "fates": OPEN,
        "active": OPEN,
        "reduced": OPEN,
        "loom": OPEN,
        "mirror": OPEN,
        "meridian": OPEN,
        "owed": OPEN,
        "evade_points": OPEN,
        "stilled": OPEN,
        "last_search": OPEN,
        "turning": OPEN,
        "borrowed": OPEN,
        "purpose": OPEN,
        "die_spent": OPEN,
        "die_begun": OPEN,
        "die_sought": OPEN,
        "engaged_any": OPEN,
        "gathered": OPEN,
        "planet_paid": OPEN,
        "decks": [Zone],
        "line": Zone,
        "location": Zone,
        "hand": Zone,
        "discard": Zone,
        "planet_deck": Zone,
        "row": Zone,
        "planet": Zone,
        "searched": Zone,
        "weapon_deck": Zone,
        "weapon_box": Zone,
        "found": Zone,
    }

    def __init__(
        self, seats: int = 0, chance: Chance | None = None, zones: list[Zone] | None = None
    ) -> None:
        super().__init__(seats, chance)
        all_zones = zones if zones is not None else [Zone(key) for key in range(14)]
        self.decks: list[Zone] = all_zones[:3]
        self.line = all_zones[3]
        self.location = all_zones[4]
        self.hand = all_zones[5]
        self.discard = all_zones[6]
        self.planet_deck = all_zones[7]
        self.row = all_zones[8]
        self.planet = all_zones[9]
        self.searched = all_zones[10]
        self.weapon_deck = all_zones[11]
        self.weapon_box = all_zones[12]
        self.found = all_zones[13]
        self.level = 0
        self.wanted = 0  # Super Weapons to find
        self.per_round = False  # PI-20.3
        self.black_redraw = False  # PI-20.4
        self.captain = 0
        self.aliens: list[int] = []  # left to right
        self.sector = 0  # place of the current alien in that row
        self.rounds = 0  # begun so far
        self.step = CHOOSE_DICE
        self.cause = ""
        self.maxima: list[int] = []
        self.abilities: list[int] = []
        self.dice: list[int] = []  # value by die, 0 for one in the box
        self.bag: list[int] = []  # cubes by colour, as in every such list
        self.supply: list[int] = []
        self.quietus = 0  # black cubes on the alien card
        self.drawn: list[int] = []  # in this Search, not yet resolved
        self.last_search: list[int] = []  # all that the latest Search drew
        self.on_weapons: list[int] = []  # [3 * weapon + colour]
        self.understood = 0  # mask of weapons
        self.fired = 0  # mask of weapons used in this Encounter Phase
        self.fates: list[int] = []  # by place in the line
        self.active = NONE  # place of the card being encountered
        self.reduced: list[int] = [0, 0, 0]  # bought with dice and weapons on the active card
        self.loom = NONE  # the ability chosen with Mind Loom
        self.mirror = 0  # discounts of Star Mirror left on the active card
        self.meridian = 0  # discounts of Port Meridian left in this round
        self.owed: list[int] = [0, 0, 0]  # demands not yet paid
        self.evade_points = 0  # cost of the Evade not yet paid
        self.stilled = False  # Chronal Vault holds the bag shut
        self.turning = NONE  # the die being turned down
        self.purpose = NONE  # the verb of its face that follows
        self.borrowed = NONE  # a rolled face on offer: 7 * die + value
        self.die_spent = False  # the die of this card (or Search, or round) is used
        self.die_begun = False  # a die was used in this round
        self.die_sought = False  # a die gave its cube for this round's Search
        self.engaged_any = False
        self.gathered = 0  # changes of this round's Search so far
        self.planet_paid = False

    def copy(self) -> Table:
        decks = self.decks
        twin = Table(
            self.seats,
            self.chance,
            [
                decks[0].copy(),
                decks[1].copy(),
                decks[2].copy(),
                self.line.copy(),
                self.location.copy(),
                self.hand.copy(),
                self.discard.copy(),
                self.planet_deck.copy(),
                self.row.copy(),
                self.planet.copy(),
                self.searched.copy(),
                self.weapon_deck.copy(),
                self.weapon_box.copy(),
                self.found.copy(),
            ],
        )
        self.copy_into(twin)
        twin.strands = [strand.copy() for strand in self.strands]
        twin.level = self.level
        twin.wanted = self.wanted
        twin.per_round = self.per_round
        twin.black_redraw = self.black_redraw
        twin.captain = self.captain
        twin.aliens = self.aliens[:]
        twin.sector = self.sector
        twin.rounds = self.rounds
        twin.step = self.step
        twin.cause = self.cause
        twin.maxima = self.maxima[:]
        twin.abilities = self.abilities[:]
        twin.dice = self.dice[:]
        twin.bag = self.bag[:]
        twin.supply = self.supply[:]
        twin.quietus = self.quietus
        twin.drawn = self.drawn[:]
        twin.on_weapons = self.on_weapons[:]
        twin.understood = self.understood
        twin.fired = self.fired
        twin.fates = self.fates[:]
        twin.active = self.active
        twin.reduced = self.reduced[:]
        twin.loom = self.loom
        twin.mirror = self.mirror
        twin.meridian = self.meridian
        twin.owed = self.owed[:]
        twin.evade_points = self.evade_points
        twin.stilled = self.stilled
        twin.last_search = self.last_search[:]
        twin.turning = self.turning
        twin.borrowed = self.borrowed
        twin.purpose = self.purpose
        twin.die_spent = self.die_spent
        twin.die_begun = self.die_begun
        twin.die_sought = self.die_sought
        twin.engaged_any = self.engaged_any
        twin.gathered = self.gathered
        twin.planet_paid = self.planet_paid
        return twin

    def zones(self) -> list[Zone]:
        return [
            *self.decks,
            self.line,
            self.location,
            self.hand,
            self.discard,
            self.planet_deck,
            self.row,
            self.planet,
            self.searched,
            self.weapon_deck,
            self.weapon_box,
            self.found,
        ]

    # What is in force

    def alien(self) -> int:
        """PI-12.1: the alien whose Sector this is."""
        return self.aliens[self.sector]

    def alien_text(self) -> Text:
        return ALIEN_TEXTS[self.aliens[self.sector]]

    def location_text(self) -> Text:
        """PI-5.3: the Location action with the icon of the current alien."""
        cards = self.location.cards
        if not cards:
            return NO_TEXT
        return LOCATION_TEXTS[
            3 * (cards[0] - FIRST_LOCATION) + ALIEN_ICONS[self.aliens[self.sector]]
        ]

    def planet_text(self) -> Text:
        """PI-4.1: the passive text of the Planet of this round."""
        cards = self.planet.cards
        return PLANET_TEXTS[cards[0] - FIRST_PLANET] if cards else NO_TEXT

    def past_quietus(self) -> bool:
        """PI-9.15: does the current alien stand to the right of The Quietus?"""
        return self.aliens.index(QUIETUS) < self.sector

    def worn_out(self) -> bool:
        """PI-18.3: are two of the three abilities at 0?"""
        abilities = self.abilities
        if abilities[0] == 0:
            return abilities[1] == 0 or abilities[2] == 0
        return abilities[1] == 0 and abilities[2] == 0
