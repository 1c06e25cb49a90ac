"""What lies on the table of Cysmic, and who may see it (CY-21.3, CY-22)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from starhall.engine.rules.state import OPEN, OWNER, Part, Zone
from starhall.games.cysmic.cards import PIECES, POWERS
from starhall.games.cysmic.geometry import HEXES

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

# The steps of setup and of a turn (CY-2, CY-3.5)
PICK_FACTIONS: Final = 0
PLACE_SHIPS: Final = 1
TAKE_GOODS: Final = 2
PLACE_UNITS: Final = 3
START: Final = 4
FREE_1: Final = 5
BURNING: Final = 6
PLAYING: Final = 7
SECTIONS: Final = 8
FREE_2: Final = 9
BONUS: Final = 10
LAUNCHING: Final = 11
END: Final = 12
STEPS: Final[list[str]] = [
    "factions", "ships", "goods", "units", "start", "free_1", "burn", "play", "sections",
    "free_2", "bonus", "launch", "end",
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


@mypyc_attr(allow_interpreted_subclasses=True)  # so that `__new__` leaves out `__init__`
class Player(Part):
    """A player: pieces, ship, ore, cards and what is in force for them."""

    __slots__ = (
        "barters",
        "burned",
        "burned_columns",
        "cards",
        "chosen",
        "colour",
        "cycle_marks",
        "dealt",
        "faction",
        "found",
        "hand",
        "here",
        "holds",
        "modules",
        "ore",
        "pick",
        "played",
        "played_columns",
        "powers",
        "relics",
        "ship",
        "slots",
        "spy",
        "spy_side",
        "turn_marks",
        "where",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "colour": OPEN,
        "faction": OPEN,
        "dealt": Zone,
        "pick": OWNER,
        "chosen": OPEN,
        "ship": OPEN,
        "ore": OPEN,
        "where": OPEN,
        "here": OPEN,
        "holds": OPEN,
        "modules": OPEN,
        "hand": Zone,
        "burned": Zone,
        "burned_columns": OPEN,
        "played": Zone,
        "played_columns": OPEN,
        "cards": Zone,
        "relics": Zone,
        "slots": Zone,
        "found": Zone,
        "spy": Zone,
        "spy_side": OPEN,
        "powers": OPEN,
        "turn_marks": OPEN,
        "cycle_marks": OPEN,
        "barters": OPEN,
    }

    def __init__(self, seat: int = 0, zones: list[Zone] | None = None) -> None:
        self.seat = seat
        nine = zones if zones is not None else [Zone() for _ in range(9)]
        self.dealt = nine[0]
        self.hand = nine[1]
        self.burned = nine[2]
        self.played = nine[3]
        self.cards = nine[4]
        self.relics = nine[5]
        self.slots = nine[6]  # active Relics in the order of activation
        self.found = nine[7]  # Relics just drawn, of which one is kept
        self.spy = nine[8]  # the active Espionage card
        self.colour = 0  # also the number of the native module, from 0
        self.faction = NONE
        self.pick = 0  # the faction chosen in secret, plus one
        self.chosen = False
        self.ship = NONE
        self.ore = 0
        self.where: list[int] = [RESERVE] * PIECES
        self.here: list[int] = [0] * HEXES  # units on each hex, Vehicles counted as 16 more
        self.holds: list[int] = []  # Habitats under own flag
        self.modules: list[int] = [0] * 6
        self.burned_columns: list[int] = []  # of the cards in `burned`, in the same order
        self.played_columns: list[int] = []
        self.spy_side = 0
        self.powers: list[int] = [0] * len(POWERS)
        self.turn_marks = 0
        self.cycle_marks = 0
        self.barters = 0  # trades that have paid this turn (Barter Kings)

    def copy(self) -> Player:
        twin = Player.__new__(Player)
        twin.seat = self.seat
        twin.dealt = self.dealt.copy()
        twin.hand = self.hand.copy()
        twin.burned = self.burned.copy()
        twin.played = self.played.copy()
        twin.cards = self.cards.copy()
        twin.relics = self.relics.copy()
        twin.slots = self.slots.copy()
        twin.found = self.found.copy()
        twin.spy = self.spy.copy()
        twin.colour = self.colour
        twin.faction = self.faction
        twin.pick = self.pick
        twin.chosen = self.chosen
        twin.ship = self.ship
        twin.ore = self.ore
        twin.where = self.where[:]
        twin.here = self.here[:]
        twin.holds = self.holds[:]
        twin.modules = self.modules[:]
        twin.burned_columns = self.burned_columns[:]
        twin.played_columns = self.played_columns[:]
        twin.spy_side = self.spy_side
        twin.powers = self.powers  # made anew whenever they change
        twin.turn_marks = self.turn_marks
        twin.cycle_marks = self.cycle_marks
        twin.barters = self.barters
        return twin

    def zones(self) -> list[Zone]:
        return [
            self.dealt,
            self.hand,
            self.burned,
            self.played,
            self.cards,
            self.relics,
            self.slots,
            self.found,
            self.spy,
        ]


class Fight(Part):
    """A combat or a cyber attack under way: the dice on the table and who has done what."""

    __slots__ = (
        "bonus_dice",
        "changed",
        "colours",
        "face",
        "flee_hex",
        "hex",
        "other",
        "parting",
        "picks",
        "shielded",
        "striker",
        "strikes",
        "values",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "hex": OPEN,
        "striker": OPEN,
        "other": OPEN,
        "strikes": OPEN,
        "parting": OPEN,
        "flee_hex": OPEN,
        "bonus_dice": OPEN,
        "face": OPEN,
        "colours": OPEN,
        "values": OPEN,
        "shielded": OPEN,
        "changed": OPEN,
        "picks": OPEN,
    }

    def __init__(self, hex: int = 0, striker: int = 0, other: int = 0) -> None:
        self.seat = NONE
        self.hex = hex
        self.striker = striker
        self.other = other
        self.strikes = 0
        self.parting = False
        self.flee_hex = NONE
        self.bonus_dice = 0  # extra red dice in the parting strike
        self.face = NONE  # of the Strike Die
        self.colours: list[int] = []
        self.values: list[int] = []
        self.shielded: list[bool] = []
        self.changed: list[int] = []  # by die: 1 a card of the striker, 2 one of the opponent
        self.picks: list[int] = []  # pieces of the other side picked for capture

    def copy(self) -> Fight:
        twin = Fight(self.hex, self.striker, self.other)
        twin.strikes = self.strikes
        twin.parting = self.parting
        twin.flee_hex = self.flee_hex
        twin.bonus_dice = self.bonus_dice
        twin.face = self.face
        twin.colours = self.colours[:]
        twin.values = self.values[:]
        twin.shielded = self.shielded[:]
        twin.changed = self.changed[:]
        twin.picks = self.picks[:]
        return twin


class Offer(Part):
    """A trade being put together; the faces of offered cards are for the two traders only."""

    __slots__ = (
        "cards",
        "get_captives",
        "get_cards",
        "get_habitats",
        "get_ore",
        "get_relics",
        "give_captives",
        "give_cards",
        "give_habitats",
        "give_ore",
        "give_relics",
        "items",
        "partner",
        "relics",
        "stage",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "partner": OPEN,
        "stage": OPEN,
        "items": OPEN,
        "give_ore": OPEN,
        "give_cards": OPEN,
        "give_relics": OPEN,
        "give_habitats": OPEN,
        "give_captives": OPEN,
        "get_ore": OPEN,
        "get_cards": OPEN,
        "get_relics": OPEN,
        "get_habitats": OPEN,
        "get_captives": OPEN,
        "cards": OWNER,
        "relics": OWNER,
    }

    def __init__(self, seat: int = 0, partner: int = 0) -> None:
        self.seat = seat
        self.partner = partner
        self.stage = 0  # giving, asking, finished, announced
        self.items = 0  # named so far in this stage
        self.give_ore = 0
        self.give_cards = 0
        self.give_relics = 0
        self.give_habitats: list[int] = []
        self.give_captives: list[int] = []  # owner * 5 + type
        self.get_ore = 0
        self.get_cards = 0
        self.get_relics = 0
        self.get_habitats: list[int] = []
        self.get_captives: list[int] = []
        self.cards: list[int] = []
        self.relics: list[int] = []

    def owners(self) -> int:
        return 1 << self.seat | 1 << self.partner

    def copy(self) -> Offer:
        twin = Offer(self.seat, self.partner)
        twin.stage = self.stage
        twin.items = self.items
        twin.give_ore = self.give_ore
        twin.give_cards = self.give_cards
        twin.give_relics = self.give_relics
        twin.give_habitats = self.give_habitats[:]
        twin.give_captives = self.give_captives[:]
        twin.get_ore = self.get_ore
        twin.get_cards = self.get_cards
        twin.get_relics = self.get_relics
        twin.get_habitats = self.get_habitats[:]
        twin.get_captives = self.get_captives[:]
        twin.cards = self.cards[:]
        twin.relics = self.relics[:]
        return twin
