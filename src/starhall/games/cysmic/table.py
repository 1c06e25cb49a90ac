"""The whole table of Cysmic: the planet, the track, the decks and where the turn stands."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import EVERYWHERE, HIDDEN, OPEN, State, Strand, Zone
from starhall.games.cysmic.cards import CARD_TYPE, EVENT
from starhall.games.cysmic.geometry import HEXES
from starhall.games.cysmic.state import (
    NONE,
    OPPONENT_FIRST,
    ORE_SUPPLY,
    PICK_FACTIONS,
    RELIC_TOKENS,
    TRACK,
    Fight,
    Offer,
    Player,
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that `__new__` leaves out `__init__`
class Table(State):
    """The whole game."""

    __slots__ = (
        "acted",
        "active",
        "aftershocks",
        "antipodal",
        "aside",
        "attacker",
        "bag",
        "battles",
        "best_progress",
        "boards",
        "budget",
        "caves",
        "cell",
        "command",
        "discovery_deck",
        "discovery_pile",
        "doomed",
        "drawn",
        "dust",
        "dying",
        "ended",
        "espionage_deck",
        "espionage_pile",
        "fight",
        "first",
        "flag",
        "flare",
        "fracturing",
        "ground",
        "holder",
        "humanity",
        "left_behind",
        "level",
        "made",
        "may_promote",
        "modifier_order",
        "moves_left",
        "moving",
        "offer",
        "offers",
        "open_ridge",
        "ore",
        "players",
        "position",
        "present",
        "random_faction",
        "reason",
        "relic_deck",
        "relic_pile",
        "relic_tokens",
        "rings_start",
        "round",
        "round_cap",
        "section",
        "sectors",
        "ship_at",
        "shown",
        "singles",
        "soldier_move",
        "spent",
        "stack",
        "stack_at",
        "step",
        "tiles",
        "tokens",
        "tokens_out",
        "trading",
        "under",
        "upgraded",
        "waiting",
        "warned",
        "winner",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "players": [Player],
        "soldier_move": OPEN,
        "modifier_order": OPEN,
        "rings_start": OPEN,
        "antipodal": OPEN,
        "open_ridge": OPEN,
        "aftershocks": OPEN,
        "trading": OPEN,
        "round_cap": OPEN,
        "best_progress": OPEN,
        "random_faction": OPEN,
        "first": OPEN,
        "holder": OPEN,
        "active": OPEN,
        "position": OPEN,
        "round": OPEN,
        "step": OPEN,
        "section": OPEN,
        "command": OPEN,
        "acted": OPEN,
        "may_promote": OPEN,
        "made": OPEN,
        "budget": OPEN,
        "upgraded": OPEN,
        "offers": OPEN,
        "battles": OPEN,
        "ended": OPEN,
        "cell": OPEN,
        "humanity": OPEN,
        "moving": OPEN,
        "moves_left": OPEN,
        "sectors": OPEN,
        "tiles": OPEN,
        "ground": OPEN,
        "level": OPEN,
        "flag": OPEN,
        "tokens": OPEN,
        "tokens_out": OPEN,
        "under": HIDDEN,
        "caves": OPEN,
        "present": OPEN,
        "attacker": OPEN,
        "ship_at": OPEN,
        "ore": OPEN,
        "relic_tokens": OPEN,
        "bag": OPEN,
        "drawn": OPEN,
        "spent": OPEN,
        "singles": OPEN,
        "stack": OPEN,
        "stack_at": OPEN,
        "fracturing": OPEN,
        "waiting": OPEN,
        "doomed": OPEN,
        "warned": OPEN,
        "dust": OPEN,
        "flare": OPEN,
        "dying": OPEN,
        "winner": OPEN,
        "left_behind": OPEN,
        "reason": OPEN,
        "fight": Fight,
        "offer": Offer,
        "discovery_deck": Zone,
        "discovery_pile": Zone,
        "relic_deck": Zone,
        "relic_pile": Zone,
        "espionage_deck": Zone,
        "espionage_pile": Zone,
        "shown": Zone,
        "boards": Zone,
        "aside": Zone,
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.players: list[Player] = []
        self.soldier_move = 4  # settings (CY-26.2)
        self.modifier_order = OPPONENT_FIRST
        self.rings_start = False
        self.antipodal = False
        self.open_ridge = False
        self.aftershocks = False
        self.trading = True
        self.round_cap = 40
        self.best_progress = False
        self.random_faction = False
        self.first = 0  # the first player of this cycle (CY-3.3)
        self.holder = 0  # who has the First Player token
        self.active = 0
        self.position = 0  # how many have had their turn this round, or their part of setup
        self.round = 1
        self.step = PICK_FACTIONS
        self.section = 0
        self.command = NONE  # the Command Card being resolved
        self.acted = 0  # pieces that have used the section, one bit each
        self.may_promote = 0  # Speakers that were there when their card was played (CY-8.5)
        self.made = 0  # pieces deployed or made by the card this turn
        self.budget = 0
        self.upgraded = 0  # Startups or the like used up
        self.offers = 0  # made with the last Negotiate
        self.battles: list[int] = []  # combats the Battle card still has to resolve
        self.ended = False  # the turn ends at once (CY-3.21)
        self.cell = NONE  # the bonus action taken this turn, row * 5 + column
        self.humanity = NONE  # the face of the Humanity Die rolled this turn
        self.moving = NONE  # the piece being moved, and how far it still may
        self.moves_left = 0
        self.sectors: list[int] = [0] * 6  # the biome of each sector
        self.tiles: list[int] = [0] * HEXES
        self.ground: list[int] = [0] * HEXES
        self.level: list[int] = [0] * HEXES  # of the Habitat standing there, 0 without
        self.flag: list[int] = [NONE] * HEXES
        self.tokens: list[int] = [0] * HEXES  # Relic Tokens
        self.tokens_out = 0
        self.under: list[int] = []  # devastated index by sector and ring (CY-4.17)
        self.caves: list[int] = []
        self.present: list[int] = [0] * HEXES  # whose units are there, one bit a seat
        self.attacker: list[int] = [NONE] * HEXES
        self.ship_at: list[int] = [NONE] * HEXES
        self.ore = ORE_SUPPLY  # in the supply
        self.relic_tokens = RELIC_TOKENS
        self.bag: list[int] = []
        self.drawn: list[int] = []  # Fracture Tokens on the table
        self.spent: list[int] = []
        self.singles = 0  # Tremor Tokens laid out from the left
        self.stack = TRACK  # how many are still stacked
        self.stack_at = 0  # the space of the stack
        self.fracturing = False
        self.waiting: list[int] = []  # causes of tremors that wait (CY-19.6)
        self.doomed: list[int] = []  # hexes that are collapsing
        self.warned: list[int] = []  # seat * 128 + hex with Grapple Lines
        self.dust: list[int] = []  # seats until whose turn a Dust Storm blows
        self.flare: list[int] = []  # the same for Solar Flares
        self.dying = False  # the last Fracture Token has been drawn (CY-24.3)
        self.winner = NONE
        self.left_behind = 0
        self.reason = ""
        self.fight: Fight | None = None
        self.offer: Offer | None = None
        self.discovery_deck = Zone()
        self.discovery_pile = Zone()
        self.relic_deck = Zone()
        self.relic_pile = Zone()
        self.espionage_deck = Zone()
        self.espionage_pile = Zone()
        self.shown = Zone()
        self.boards = Zone()
        self.aside = Zone()

    def copy(self) -> Table:
        twin = Table.__new__(Table)
        self.copy_into(twin)
        twin.strands = [strand.copy() for strand in self.strands]
        twin.players = [player.copy() for player in self.players]
        twin.soldier_move = self.soldier_move
        twin.modifier_order = self.modifier_order
        twin.rings_start = self.rings_start
        twin.antipodal = self.antipodal
        twin.open_ridge = self.open_ridge
        twin.aftershocks = self.aftershocks
        twin.trading = self.trading
        twin.round_cap = self.round_cap
        twin.best_progress = self.best_progress
        twin.random_faction = self.random_faction
        twin.first = self.first
        twin.holder = self.holder
        twin.active = self.active
        twin.position = self.position
        twin.round = self.round
        twin.step = self.step
        twin.section = self.section
        twin.command = self.command
        twin.acted = self.acted
        twin.may_promote = self.may_promote
        twin.made = self.made
        twin.budget = self.budget
        twin.upgraded = self.upgraded
        twin.offers = self.offers
        twin.battles = self.battles[:]
        twin.ended = self.ended
        twin.cell = self.cell
        twin.humanity = self.humanity
        twin.moving = self.moving
        twin.moves_left = self.moves_left
        # Never changed in place after setup, and so shared:
        twin.sectors = self.sectors
        twin.tiles = self.tiles
        twin.ground = self.ground
        twin.level = self.level
        twin.flag = self.flag
        twin.tokens = self.tokens
        twin.under = self.under
        twin.attacker = self.attacker
        twin.ship_at = self.ship_at
        twin.bag = self.bag
        twin.tokens_out = self.tokens_out
        twin.caves = self.caves[:]
        twin.present = self.present[:]
        twin.ore = self.ore
        twin.relic_tokens = self.relic_tokens
        twin.drawn = self.drawn[:]
        twin.spent = self.spent[:]
        twin.singles = self.singles
        twin.stack = self.stack
        twin.stack_at = self.stack_at
        twin.fracturing = self.fracturing
        twin.waiting = self.waiting[:]
        twin.doomed = self.doomed[:]
        twin.warned = self.warned[:]
        twin.dust = self.dust[:]
        twin.flare = self.flare[:]
        twin.dying = self.dying
        twin.winner = self.winner
        twin.left_behind = self.left_behind
        twin.reason = self.reason
        twin.fight = self.fight.copy() if self.fight is not None else None
        twin.offer = self.offer.copy() if self.offer is not None else None
        twin.discovery_deck = self.discovery_deck.copy()
        twin.discovery_pile = self.discovery_pile.copy()
        twin.relic_deck = self.relic_deck.copy()
        twin.relic_pile = self.relic_pile.copy()
        twin.espionage_deck = self.espionage_deck.copy()
        twin.espionage_pile = self.espionage_pile.copy()
        twin.shown = self.shown.copy()
        twin.boards = self.boards.copy()
        twin.aside = self.aside.copy()
        return twin

    def zones(self) -> list[Zone]:
        found: list[Zone] = []
        for player in self.players:
            found += player.zones()
        found += [
            self.discovery_deck,
            self.discovery_pile,
            self.relic_deck,
            self.relic_pile,
            self.espionage_deck,
            self.espionage_pile,
            self.shown,
            self.boards,
            self.aside,
        ]
        return found

    def homes(self, card: int) -> int:
        """CY-17.2: an Event is carried out when it is drawn, so no hand holds one."""
        if card < len(CARD_TYPE) and CARD_TYPE[card] == EVENT:
            return 1 << self.discovery_deck.key | 1 << self.discovery_pile.key | 1 << self.aside.key
        return EVERYWHERE

    def column(self) -> int:
        """CY-3.13: 1 to 5, the number of the round in its cycle."""
        return (self.round - 1) % 5 + 1

    def clockwise(self, start: int) -> list[int]:
        """All seats from this one on."""
        return [(start + i) % self.seats for i in range(self.seats)]

    def others(self, seat: int) -> list[int]:
        """All other seats, clockwise."""
        return [(seat + i) % self.seats for i in range(1, self.seats)]
