"""What is on the table of Cysmic, and who may see it (CY-21.3, CY-22)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.codes import (
    FLAG,
    LEFT_OUT,
    SEAT,
    bits,
    each,
    joined,
    members,
    number,
    one_hot,
    packed,
)
from starhall.engine.rules.fields import (
    EVERYONE,
    NOBODY,
    OWN,
    hidden,
    internal,
    part,
    private,
    public,
    zone,
)
from starhall.engine.rules.state import EVERYWHERE, Part, State, Zone
from starhall.games.cysmic.content import COLUMNS, EVENT, Content
from starhall.games.cysmic.geometry import HEXES
from starhall.games.cysmic.options import Options

NONE: Final = -1
PIECES: Final = 25  # of a player
MOST_CARDS: Final = 160  # numbers of cards

# Where a piece is: a hex from 0 up, the reserve, or the prison or salvage of a seat.
RESERVE: Final = -1
HELD: Final = -10  # HELD - seat

# What a position is; up to DEVASTATED it can be entered (CY-4.12).
PLAIN: Final = 0
ORE_DEPOSIT: Final = 1
CAVE: Final = 2
SITE: Final = 3  # ground made for a Habitat, which may be gone (CY-4.15)
CITY_GROUND: Final = 4
DEVASTATED: Final = 5
ABYSS: Final = 6
MOUNTAIN: Final = 7
WATER: Final = 8
GROUNDS: Final[list[str]] = [
    "plain", "ore", "cave", "site", "city", "devastated", "abyss", "mountain", "water",
]  # fmt: skip

# Once-per-turn marks of a player (CY-3.22)
RECLAIMED: Final = 1
TOOK_OVER: Final = 2
MODULE_BUILT: Final = 4
HARVESTED: Final = 8
JUMPED: Final = 16
TREMBLED: Final = 32
CAPTURED: Final = 64
LOST_TROOP: Final = 128
CASHED: Final = 256
HACKED: Final = 512
FELL: Final = 1024
FADED: Final = 2048
DEPLOYED_FREE: Final = 4096
SHARDED: Final = 1  # once per cycle

# Who is the first to play modifiers (CY-11.19)
OPPONENT_FIRST: Final = 0
ATTACKER_FIRST: Final = 1
STRIKER_FIRST: Final = 2

TRACK: Final = 8
FRACTURE_SPACE: Final = 7
ORE_SUPPLY: Final = 60
RELIC_TOKENS: Final = 30
MAX_STRIKES: Final = 40  # CY-11.29

# The random streams (CY-23); those of setup are separate, so an extra draw shifts no others.
SEAT_STREAM: Final = 0
PLANET_STREAM: Final = 1
CARD_STREAM: Final = 2
FRACTURE_STREAM: Final = 3
DICE_STREAM: Final = 4
FATE_STREAM: Final = 5
STREAMS: Final[tuple[str, ...]] = ("seats", "planet", "cards", "fractures", "dice", "fate")

# Families of cards with the same back; each player's Command Cards are a family of their own.
DISCOVERY_FAMILY: Final = 0
RELIC_FAMILY: Final = 1
ESPIONAGE_FAMILY: Final = 2
FACTION_FAMILY: Final = 3
COMMAND_FAMILY: Final = 4

# Why fields change without an event
COMBAT_STANDS: Final = "where the combat stands"
DICE_TOLD: Final = "what was told of the dice and hits"
OFFER_TOLD: Final = "told when the offer is complete"
SECTION_STANDS: Final = "remembers where a section stands"


def changed(values: list[int], place: int, value: int) -> list[int]:
    """The list with one value changed, as a new one.

    Long lists that seldom change are never changed in place, as copies of the table share them.
    """
    twin = values[:]
    twin[place] = value
    return twin


@part
class Player(Part):
    """A player: pieces, ship, ore, cards and what is in force for them."""

    dealt: Zone = zone(FACTION_FAMILY, OWN)
    hand: Zone = zone(COMMAND_FAMILY, OWN)
    burned: Zone = zone(COMMAND_FAMILY, OWN)
    played: Zone = zone(COMMAND_FAMILY, EVERYONE)
    cards: Zone = zone(DISCOVERY_FAMILY, OWN)
    relics: Zone = zone(RELIC_FAMILY, OWN)
    slots: Zone = zone(RELIC_FAMILY, EVERYONE)  # active Relics in the order of activation
    found: Zone = zone(RELIC_FAMILY, OWN)  # Relics just drawn, of which one is kept
    spy: Zone = zone(ESPIONAGE_FAMILY, EVERYONE)  # the active Espionage card
    spy_side: int = public(0, coded=number(1))
    colour: int = public(0, coded=one_hot(6))  # also the number of the native module, from 0
    faction: int = public(NONE, coded=one_hot(17))
    pick: int = private(0, coded=one_hot(17, first=1))  # the faction chosen in secret, plus one
    chosen: bool = public(False, untold="that a faction is chosen shows when all have")
    ship: int = public(NONE, coded=one_hot(HEXES))
    ore: int = public(0, coded=number(20))
    where: list[int] = public([], coded=each(PIECES, number(HEXES)))  # by piece
    # Units on each hex, Vehicles counted as 16 more
    here: list[int] = public(
        [0] * HEXES, untold="follows from where the units are", coded=each(HEXES, packed(2, 4, 3))
    )
    holds: list[int] = public([], coded=members(HEXES))  # Habitats under the player's flag
    modules: list[int] = public([0] * 6, coded=each(6, number(3)))
    # Of the cards in `burned`, in the same order
    burned_columns: list[int] = public([], lasts="cycle", coded=each(5, one_hot(5, first=1)))
    played_columns: list[int] = public([], lasts="cycle", coded=each(5, one_hot(5, first=1)))
    powers: list[int] = public(
        [], shared=True, untold="follows from the cards in force", coded=LEFT_OUT
    )
    turn_marks: int = public(
        0, lasts="turn", untold="remembers what was told this turn", coded=bits(13)
    )
    cycle_marks: int = public(
        0, lasts="cycle", untold="remembers what was told this cycle", coded=bits(1)
    )
    # Trades that have paid this turn (Barter Kings)
    barters: int = public(
        0, lasts="turn", untold="counts the trades that were told", coded=number(3)
    )


@part
class Fight(Part):
    """The current combat or cyber attack: the dice on the table and who has done what."""

    hex: int = public(0, coded=one_hot(HEXES))
    striker: int = public(0, untold=COMBAT_STANDS, coded=SEAT)
    other: int = public(0, untold=COMBAT_STANDS, coded=SEAT)
    strikes: int = public(0, untold=COMBAT_STANDS, coded=number(MAX_STRIKES))
    parting: bool = public(False, untold=COMBAT_STANDS)
    flee_hex: int = public(NONE, coded=one_hot(HEXES))
    # Extra red dice in the parting strike
    bonus_dice: int = public(0, untold=COMBAT_STANDS, coded=number(4))
    face: int = public(NONE, coded=one_hot(6))  # of the Strike Die
    colours: list[int] = public([], coded=each(8, number(2)))
    values: list[int] = public([], coded=each(8, number(6)))
    shielded: list[bool] = public([], untold=DICE_TOLD, coded=each(8, FLAG))
    # By die: 1 a card of the striker, 2 one of the opponent
    changed: list[int] = public([], untold=DICE_TOLD, coded=each(8, bits(2)))
    # Pieces of the other side picked for capture
    picks: list[int] = public([], untold=DICE_TOLD, coded=each(6, number(PIECES)))


@part
class Offer(Part):
    """A trade being put together; the faces of offered cards are for the two traders only."""

    partner: int = public(0, coded=SEAT)
    # Named so far on this side
    items: int = public(0, untold=OFFER_TOLD, coded=number(6))
    give_ore: int = public(0, untold=OFFER_TOLD, coded=number(20))
    give_cards: int = public(0, untold=OFFER_TOLD, coded=number(8))
    give_relics: int = public(0, untold=OFFER_TOLD, coded=number(4))
    give_habitats: list[int] = public([], untold=OFFER_TOLD, coded=members(HEXES))
    # Owner * 5 + type
    give_captives: list[int] = public([], untold=OFFER_TOLD, coded=members(30))
    get_ore: int = public(0, untold=OFFER_TOLD, coded=number(20))
    get_cards: int = public(0, untold=OFFER_TOLD, coded=number(8))
    get_relics: int = public(0, untold=OFFER_TOLD, coded=number(4))
    get_habitats: list[int] = public([], untold=OFFER_TOLD, coded=members(HEXES))
    get_captives: list[int] = public([], untold=OFFER_TOLD, coded=members(30))
    cards: list[int] = private([], coded=members(MOST_CARDS))
    relics: list[int] = private([], coded=members(MOST_CARDS))

    def owners(self) -> int:
        return 1 << self.seat | 1 << self.partner


@part
class Table(State):
    """The whole game."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)

    # The settings (CY-26.2)
    soldier_move: int = public(4, coded=LEFT_OUT)
    modifier_order: int = public(OPPONENT_FIRST, coded=LEFT_OUT)
    rings_start: bool = public(False, coded=LEFT_OUT)
    antipodal: bool = public(False, coded=LEFT_OUT)
    open_ridge: bool = public(False, coded=LEFT_OUT)
    aftershocks: bool = public(False, coded=LEFT_OUT)
    trading: bool = public(True, coded=LEFT_OUT)
    round_cap: int = public(40, coded=LEFT_OUT)
    best_progress: bool = public(False, coded=LEFT_OUT)
    random_faction: bool = public(False, coded=LEFT_OUT)

    # Whose turn it is
    first: int = public(0, coded=SEAT)  # the first player of this cycle (CY-3.3)
    holder: int = public(0, coded=SEAT)  # who has the First Player token
    active: int = public(0, coded=SEAT)
    # How many have had their turn this round, or their part of setup
    position: int = public(0, untold="counts the turns that were told", coded=number(6))
    round: int = public(1, coded=number(40))

    # What has happened in this turn
    # The Command Card being resolved
    command: int = public(NONE, untold="the card that was told", coded=one_hot(10))
    # Pieces that have used the section, one bit each
    acted: int = public(0, lasts="turn", untold=SECTION_STANDS, coded=bits(PIECES))
    # Speakers that were there when their card was played (CY-8.5)
    may_promote: int = public(0, untold=SECTION_STANDS, coded=bits(PIECES))
    # Pieces deployed or made by the card this turn
    made: int = public(0, lasts="turn", untold=SECTION_STANDS, coded=bits(PIECES))
    budget: int = public(0, untold="counts what was deployed")
    # Startups used up
    upgraded: int = public(0, lasts="turn", untold=SECTION_STANDS, coded=bits(8))
    # Made with the last Negotiate
    offers: int = public(0, untold="counts the offers that were told", coded=number(6))
    # Combats the Battle card still has to resolve
    battles: list[int] = public([], coded=members(HEXES))
    # The card or bonus action being carried out: the key of its name
    source: str = public("", untold="the card that was told", coded=LEFT_OUT)
    ended: bool = public(False, lasts="turn")  # the turn ends at once (CY-3.21)
    # The bonus action taken this turn, row * 5 + column
    cell: int = public(NONE, lasts="turn", coded=one_hot(30))
    # The face of the Humanity Die rolled this turn
    humanity: int = public(NONE, lasts="turn", coded=one_hot(6))
    # The piece being moved, and how far it still may
    moving: int = public(NONE, untold=SECTION_STANDS, coded=one_hot(PIECES))
    moves_left: int = public(0, untold=SECTION_STANDS, coded=number(6))

    # The planet; lists that seldom change are replaced and never changed in place after setup
    # The biome of each sector
    sectors: list[int] = public([0] * 6, shared=True, coded=each(6, one_hot(6)))
    tiles: list[int] = public([0] * HEXES, shared=True, coded=LEFT_OUT)
    ground: list[int] = public([0] * HEXES, shared=True, coded=each(HEXES, one_hot(len(GROUNDS))))
    # Of the Habitat there, 0 if there is none
    level: list[int] = public([0] * HEXES, shared=True, coded=each(HEXES, number(5)))
    flag: list[int] = public([NONE] * HEXES, shared=True, coded=each(HEXES, SEAT))
    # Relic Tokens
    tokens: list[int] = public([0] * HEXES, shared=True, coded=each(HEXES, number(1)))
    tokens_out: int = public(0, untold="counts the tokens on the planet", coded=number(8))
    under: list[int] = hidden([], shared=True)  # devastated index by sector and ring (CY-4.17)
    caves: list[int] = public([], coded=members(HEXES))
    # Whose units are there, one bit a seat
    present: list[int] = public(
        [0] * HEXES, untold="follows from where the units are", coded=LEFT_OUT
    )
    attacker: list[int] = public([NONE] * HEXES, shared=True, coded=each(HEXES, SEAT))
    ship_at: list[int] = public([NONE] * HEXES, shared=True, coded=LEFT_OUT)
    ore: int = public(ORE_SUPPLY, coded=number(ORE_SUPPLY))  # in the supply
    relic_tokens: int = public(RELIC_TOKENS, coded=number(RELIC_TOKENS))

    # Tremors and fractures
    bag: list[int] = public([], shared=True, coded=members(42))
    drawn: list[int] = public([], coded=members(42))  # Fracture Tokens on the table
    spent: list[int] = public([], coded=members(42))
    singles: int = public(0, coded=number(TRACK))  # Tremor Tokens laid out from the left
    stack: int = public(TRACK, coded=number(TRACK))  # how many are still stacked
    stack_at: int = public(0, coded=number(TRACK))  # the space of the stack
    fracturing: bool = public(False, untold="the fracture was told")
    # Causes of tremors that wait (CY-19.6)
    waiting: list[int] = public(
        [], untold="tremors are told when they come", coded=each(6, number(8))
    )
    # Hexes that are collapsing
    doomed: list[int] = public(
        [], untold="the hexes of the fracture that was told", coded=members(HEXES)
    )
    # Seat * 128 + hex with Grapple Lines
    warned: list[int] = public([], coded=each(4, joined(128, one_hot(HEXES), SEAT)))
    dust: list[int] = public([], coded=each(4, SEAT))  # seats until whose turn a Dust Storm blows
    flare: list[int] = public([], coded=each(4, SEAT))  # the same for Solar Flares
    dying: bool = public(False)  # the last Fracture Token has been drawn (CY-24.3)

    winner: int = public(NONE, coded=SEAT)
    left_behind: int = public(0, coded=number(6))
    reason: str = public("", coded=LEFT_OUT)

    fight: Fight | None = public(None)
    offer: Offer | None = public(None, untold="an offer is told when it is complete")
    players: list[Player] = public([])
    discovery_deck: Zone = zone(DISCOVERY_FAMILY, NOBODY)
    discovery_pile: Zone = zone(DISCOVERY_FAMILY, EVERYONE)
    relic_deck: Zone = zone(RELIC_FAMILY, NOBODY)
    relic_pile: Zone = zone(RELIC_FAMILY, EVERYONE)
    espionage_deck: Zone = zone(ESPIONAGE_FAMILY, NOBODY)
    espionage_pile: Zone = zone(ESPIONAGE_FAMILY, EVERYONE)
    shown: Zone = zone(ESPIONAGE_FAMILY, EVERYONE)
    boards: Zone = zone(FACTION_FAMILY, NOBODY)
    aside: Zone = zone(DISCOVERY_FAMILY, EVERYONE)

    def homes(self, card: int) -> int:
        """CY-17.2: an Event is carried out when it is drawn, so no hand holds one."""
        types = self.content.card_type
        if card < len(types) and types[card] == EVENT:
            return 1 << self.discovery_deck.key | 1 << self.discovery_pile.key | 1 << self.aside.key
        return EVERYWHERE

    def column(self) -> int:
        """CY-3.13: 1 to 5, the number of the round in its cycle."""
        return (self.round - 1) % COLUMNS + 1

    def clockwise(self, start: int) -> list[int]:
        """All seats from this one on."""
        return [(start + i) % self.seats for i in range(self.seats)]

    def others(self, seat: int) -> list[int]:
        """All other seats, clockwise."""
        return [(seat + i) % self.seats for i in range(1, self.seats)]
