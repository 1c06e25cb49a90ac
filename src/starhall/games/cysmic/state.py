"""What is on the table of Cysmic, and who may see it (CY-21.3, CY-22)."""

from __future__ import annotations

from typing import Final

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

# Who starts to play modifiers (CY-11.19)
OPPONENT_FIRST: Final = 0
ATTACKER_FIRST: Final = 1
STRIKER_FIRST: Final = 2

TRACK: Final = 8
FRACTURE_SPACE: Final = 7
ORE_SUPPLY: Final = 60
RELIC_TOKENS: Final = 30
MAX_STRIKES: Final = 40  # CY-11.29

# The random streams (CY-23); setup ones are apart so that one more draw does not shift the rest.
SEAT_STREAM: Final = 0
PLANET_STREAM: Final = 1
CARD_STREAM: Final = 2
FRACTURE_STREAM: Final = 3
DICE_STREAM: Final = 4
FATE_STREAM: Final = 5
STREAMS: Final[tuple[str, ...]] = ("seats", "planet", "cards", "fractures", "dice", "fate")

# Families of cards with the same back; each player's Command Cards are one of their own.
DISCOVERY_FAMILY: Final = 0
RELIC_FAMILY: Final = 1
ESPIONAGE_FAMILY: Final = 2
FACTION_FAMILY: Final = 3
COMMAND_FAMILY: Final = 4


def changed(values: list[int], place: int, value: int) -> list[int]:
    """The list with one value changed, as a new one.

    Long lists that seldom change are never changed in place: copies of the table share them.
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
    spy_side: int = public(0)
    colour: int = public(0)  # also the number of the native module, from 0
    faction: int = public(NONE)
    pick: int = private(0)  # the faction chosen in secret, plus one
    chosen: bool = public(False, untold="that a faction is chosen shows when all have")
    ship: int = public(NONE)
    ore: int = public(0)
    where: list[int] = public([])  # by piece
    here: list[int] = public(
        [0] * HEXES, untold="follows from where the units are"
    )  # units on each hex, Vehicles counted as 16 more
    holds: list[int] = public([])  # Habitats under own flag
    modules: list[int] = public([0] * 6)
    burned_columns: list[int] = public(
        [], lasts="cycle"
    )  # of the cards in `burned`, in the same order
    played_columns: list[int] = public([], lasts="cycle")
    powers: list[int] = public([], shared=True, untold="follows from the cards in force")
    turn_marks: int = public(0, lasts="turn", untold="remembers what was told this turn")
    cycle_marks: int = public(0, lasts="cycle", untold="remembers what was told this cycle")
    barters: int = public(
        0, lasts="turn", untold="counts the trades that were told"
    )  # trades that have paid this turn (Barter Kings)


@part
class Fight(Part):
    """The current combat or cyber attack: the dice on the table and who has done what."""

    hex: int = public(0)
    striker: int = public(0, untold="where the combat stands")
    other: int = public(0, untold="where the combat stands")
    strikes: int = public(0, untold="where the combat stands")
    parting: bool = public(False, untold="where the combat stands")
    flee_hex: int = public(NONE)
    bonus_dice: int = public(
        0, untold="where the combat stands"
    )  # extra red dice in the parting strike
    face: int = public(NONE)  # of the Strike Die
    colours: list[int] = public([])
    values: list[int] = public([])
    shielded: list[bool] = public([], untold="what was told of the dice and hits")
    changed: list[int] = public(
        [], untold="what was told of the dice and hits"
    )  # by die: 1 a card of the striker, 2 one of the opponent
    picks: list[int] = public(
        [], untold="what was told of the dice and hits"
    )  # pieces of the other side picked for capture


@part
class Offer(Part):
    """A trade being put together; the faces of offered cards are for the two traders only."""

    partner: int = public(0)
    items: int = public(0, untold="told when the offer is complete")  # named so far on this side
    give_ore: int = public(0, untold="told when the offer is complete")
    give_cards: int = public(0, untold="told when the offer is complete")
    give_relics: int = public(0, untold="told when the offer is complete")
    give_habitats: list[int] = public([], untold="told when the offer is complete")
    give_captives: list[int] = public(
        [], untold="told when the offer is complete"
    )  # owner * 5 + type
    get_ore: int = public(0, untold="told when the offer is complete")
    get_cards: int = public(0, untold="told when the offer is complete")
    get_relics: int = public(0, untold="told when the offer is complete")
    get_habitats: list[int] = public([], untold="told when the offer is complete")
    get_captives: list[int] = public([], untold="told when the offer is complete")
    cards: list[int] = private([])
    relics: list[int] = private([])

    def owners(self) -> int:
        return 1 << self.seat | 1 << self.partner


@part
class Table(State):
    """The whole game."""

    content: Content = internal(shared=True)
    options: Options = internal(shared=True)

    # The settings (CY-26.2)
    soldier_move: int = public(4)
    modifier_order: int = public(OPPONENT_FIRST)
    rings_start: bool = public(False)
    antipodal: bool = public(False)
    open_ridge: bool = public(False)
    aftershocks: bool = public(False)
    trading: bool = public(True)
    round_cap: int = public(40)
    best_progress: bool = public(False)
    random_faction: bool = public(False)

    # Whose turn it is
    first: int = public(0)  # the first player of this cycle (CY-3.3)
    holder: int = public(0)  # who has the First Player token
    active: int = public(0)
    position: int = public(
        0, untold="counts the turns that were told"
    )  # how many have had their turn this round, or their part of setup
    round: int = public(1)

    # What has happened in this turn
    command: int = public(NONE, untold="the card that was told")  # the Command Card being resolved
    acted: int = public(
        0, lasts="turn", untold="remembers where a section stands"
    )  # pieces that have used the section, one bit each
    may_promote: int = public(
        0, untold="remembers where a section stands"
    )  # Speakers that were there when their card was played (CY-8.5)
    made: int = public(
        0, lasts="turn", untold="remembers where a section stands"
    )  # pieces deployed or made by the card this turn
    budget: int = public(0, untold="counts what was deployed")
    upgraded: int = public(
        0, lasts="turn", untold="remembers where a section stands"
    )  # Startups used up
    offers: int = public(
        0, untold="counts the offers that were told"
    )  # made with the last Negotiate
    battles: list[int] = public([])  # combats the Battle card still has to resolve
    source: str = public(
        "", untold="the card that was told"
    )  # the card or bonus action being carried out: the key of its name
    ended: bool = public(False, lasts="turn")  # the turn ends at once (CY-3.21)
    cell: int = public(NONE, lasts="turn")  # the bonus action taken this turn, row * 5 + column
    humanity: int = public(NONE, lasts="turn")  # the face of the Humanity Die rolled this turn
    moving: int = public(
        NONE, untold="remembers where a section stands"
    )  # the piece being moved, and how far it still may
    moves_left: int = public(0, untold="remembers where a section stands")

    # The planet; lists that seldom change are replaced and never changed in place after setup
    sectors: list[int] = public([0] * 6, shared=True)  # the biome of each sector
    tiles: list[int] = public([0] * HEXES, shared=True)
    ground: list[int] = public([0] * HEXES, shared=True)
    level: list[int] = public([0] * HEXES, shared=True)  # of the Habitat there, 0 without
    flag: list[int] = public([NONE] * HEXES, shared=True)
    tokens: list[int] = public([0] * HEXES, shared=True)  # Relic Tokens
    tokens_out: int = public(0, untold="counts the tokens on the planet")
    under: list[int] = hidden([], shared=True)  # devastated index by sector and ring (CY-4.17)
    caves: list[int] = public([])
    present: list[int] = public(
        [0] * HEXES, untold="follows from where the units are"
    )  # whose units are there, one bit a seat
    attacker: list[int] = public([NONE] * HEXES, shared=True)
    ship_at: list[int] = public([NONE] * HEXES, shared=True)
    ore: int = public(ORE_SUPPLY)  # in the supply
    relic_tokens: int = public(RELIC_TOKENS)

    # Tremors and fractures
    bag: list[int] = public([], shared=True)
    drawn: list[int] = public([])  # Fracture Tokens on the table
    spent: list[int] = public([])
    singles: int = public(0)  # Tremor Tokens laid out from the left
    stack: int = public(TRACK)  # how many are still stacked
    stack_at: int = public(0)  # the space of the stack
    fracturing: bool = public(False, untold="the fracture was told")
    waiting: list[int] = public(
        [], untold="tremors are told when they come"
    )  # causes of tremors that wait (CY-19.6)
    doomed: list[int] = public(
        [], untold="the hexes of the fracture that was told"
    )  # hexes that are collapsing
    warned: list[int] = public([])  # seat * 128 + hex with Grapple Lines
    dust: list[int] = public([])  # seats until whose turn a Dust Storm blows
    flare: list[int] = public([])  # the same for Solar Flares
    dying: bool = public(False)  # the last Fracture Token has been drawn (CY-24.3)

    winner: int = public(NONE)
    left_behind: int = public(0)
    reason: str = public("")

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
