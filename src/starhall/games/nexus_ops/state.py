"""What lies on the table of Nexus Ops, and who may see it (sections 1, 2 and 13)."""

from __future__ import annotations

from typing import ClassVar, Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import OPEN, OWNER, Part, State, Strand, Zone
from starhall.games.nexus_ops.boards import HEX_COUNT
from starhall.games.nexus_ops.cards import NONE
from starhall.games.nexus_ops.fight import Fight
from starhall.games.nexus_ops.stacks import ALL_FIGURES

STREAMS: Final[tuple[str, ...]] = ("chance",)  # NX-14.1: one generator, one order

# Where the turn stands: the phases of NX-3.1 with the moments between them.
FACTIONS: Final = 0
BEGIN: Final = 1  # the Vortex stirs before the first player's turn
DEPLOY: Final = 2
DEPLOYED: Final = 3  # the checkpoints of NX-3.3
MOVE: Final = 4
BREATH: Final = 5
MOVED: Final = 6
EXPLORED: Final = 7
BATTLE: Final = 8
FOUGHT: Final = 9
MINED: Final = 10
DRAW: Final = 11
SIFT: Final = 12  # Top Priority: one of two missions is kept
MONOLITH_DRAW: Final = 13
DRAWN: Final = 14
HAND_OVER: Final = 15
END: Final = 16
TURN_OVER: Final = 17


class Player(Part):
    """A player: a company, its figures, rubium, cards and victory points."""

    __slots__ = (
        "energize",
        "faction",
        "heard",
        "hills",
        "mask",
        "missions",
        "out",
        "points",
        "rubium",
        "scored",
        "shattered",
        "stacks",
        "supply",
        "victories",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "faction": OPEN,
        "rubium": OPEN,
        "points": OPEN,
        "victories": OPEN,
        "hills": OPEN,
        "shattered": OPEN,
        "out": OPEN,
        "heard": OWNER,
        "stacks": OPEN,
        "mask": OPEN,
        "supply": OPEN,
        "missions": Zone,
        "energize": Zone,
        "scored": Zone,
    }

    def __init__(
        self,
        seat: int = 0,
        missions: Zone | None = None,
        energize: Zone | None = None,
        scored: Zone | None = None,
        stacks: list[int] | None = None,
    ) -> None:
        self.seat = seat
        self.missions = missions if missions is not None else Zone()
        self.energize = energize if energize is not None else Zone()
        self.scored = scored if scored is not None else Zone()
        self.faction = NONE
        self.rubium = 0
        self.points = 0
        self.victories = 0  # Battle Victory cards
        self.hills = 0  # King of the Hill cards
        self.shattered = 0  # Shardians given up in this game: seen by all, kept by all
        self.out = False  # eliminated, in the team game
        # How many in the order of the open window it knows to have passed: all before it once it
        # is asked, itself too once it has passed. Nobody else may know (NX-13.6).
        self.heard = 0
        self.stacks: list[int] = stacks if stacks is not None else [0] * HEX_COUNT  # by hex
        self.mask = 0  # the hexes with units
        self.supply = ALL_FIGURES

    def copy(self) -> Player:
        twin = Player(
            self.seat,
            self.missions.copy(),
            self.energize.copy(),
            self.scored.copy(),
            self.stacks[:],
        )
        twin.faction = self.faction
        twin.rubium = self.rubium
        twin.points = self.points
        twin.victories = self.victories
        twin.hills = self.hills
        twin.shattered = self.shattered
        twin.out = self.out
        twin.heard = self.heard
        twin.mask = self.mask
        twin.supply = self.supply
        return twin

    def hand(self) -> int:
        """How many cards the player holds, of both kinds."""
        return len(self.missions.cards) + len(self.energize.cards)


class Table(State):
    """The whole game."""

    __slots__ = (
        "active",
        "aim",
        "alternate",
        "blast",
        "board",
        "breather",
        "breathed",
        "buying",
        "card",
        "card_seat",
        "cloned",
        "discount",
        "dormant",
        "energize_deck",
        "energize_pile",
        "enter",
        "fight",
        "first",
        "fought",
        "found",
        "ground",
        "grounds",
        "hill",
        "kills",
        "line",
        "line_size",
        "marched",
        "marching",
        "mission_bottom",
        "mission_box",
        "mission_deck",
        "mission_pile",
        "moving",
        "offer",
        "picks",
        "players",
        "ready",
        "reason",
        "refineries",
        "refinery",
        "round",
        "round_cap",
        "spare",
        "stage",
        "suits",
        "target",
        "teams",
        "terrain",
        "token_box",
        "top_priority",
        "transmissions",
        "unexplored",
        "vein",
        "victim",
        "vortex",
        "vortex_dice",
        "winner",
        "wins",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "board": OPEN,
        "alternate": OPEN,
        "teams": OPEN,
        "vortex": OPEN,
        "hill": OPEN,
        "top_priority": OPEN,
        "transmissions": OPEN,
        "line_size": OPEN,
        "target": OPEN,
        "round_cap": OPEN,
        "first": OPEN,
        "active": OPEN,
        "round": OPEN,
        "stage": OPEN,
        "reason": OPEN,
        "winner": OPEN,
        "terrain": OPEN,
        "grounds": OPEN,
        "enter": OPEN,
        "refinery": OPEN,
        "refineries": OPEN,
        "unexplored": OPEN,
        "vortex_dice": OPEN,
        "buying": OPEN,
        "discount": OPEN,
        "cloned": OPEN,
        "marched": OPEN,
        "suits": OPEN,
        "vein": OPEN,
        "card": OPEN,
        "card_seat": OPEN,
        "picks": OPEN,
        "moving": OPEN,
        "ready": OPEN,
        "marching": OPEN,
        "dormant": OPEN,
        "breathed": OPEN,
        "breather": OPEN,
        "aim": OPEN,
        "victim": OPEN,
        "blast": OPEN,
        "kills": OPEN,
        "wins": OPEN,
        "fought": OPEN,
        "fight": Fight,
        "players": [Player],
        "mission_deck": Zone,
        "mission_bottom": Zone,
        "mission_pile": Zone,
        "line": Zone,
        "offer": Zone,
        "mission_box": Zone,
        "energize_deck": Zone,
        "energize_pile": Zone,
        "ground": Zone,
        "found": Zone,
        "spare": Zone,
        "token_box": Zone,
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.board = 0
        self.alternate = 0  # 6 with the alternate units: added to a slot it gives the unit
        self.teams = False
        self.vortex = False
        self.hill = False
        self.top_priority = False
        self.transmissions = False
        self.line_size = 0
        self.target = 12
        self.round_cap = 50
        self.first = 0
        self.active = 0
        self.round = 1
        self.stage = FACTIONS
        self.reason = ""
        self.winner = NONE  # who reached the victory point target
        self.terrain: list[int] = []  # by hex
        self.grounds: list[int] = []  # by terrain, the mask of its hexes
        self.enter: list[int] = []  # by slot, the mask of hexes it may enter
        self.refinery: list[int] = []  # by hex, the value
        self.refineries = 0  # the hexes that have one
        self.unexplored: list[int] = []  # the hexes of the cards in `ground`, in the same order
        self.vortex_dice: list[int] = []
        self.mission_deck = Zone()
        self.mission_bottom = Zone()  # cards put below the deck; the first one is drawn first
        self.mission_pile = Zone()
        self.line = Zone()
        self.offer = Zone()
        self.mission_box = Zone()
        self.energize_deck = Zone()
        self.energize_pile = Zone()
        self.ground = Zone()
        self.found = Zone()
        self.spare = Zone()
        self.token_box = Zone()
        self.players: list[Player] = []
        self.fight: Fight | None = None
        self.card = NONE  # the Energize card being resolved
        self.card_seat = NONE
        self.picks: list[int] = []  # its choices so far
        self.marching: list[int] = []
        self.ready: list[int] = []
        self.dormant: list[int] = []
        self.clear_turn()

    def clear_turn(self) -> None:
        """NX-3.6: what lasts for one turn ends with it."""
        self.buying = NONE
        self.discount = 0
        self.cloned = 0  # home hexes with a new Clone
        self.marched = 0  # bits of slots with a second move
        self.suits = False
        self.vein = NONE
        self.moving = NONE  # the group chosen to move: hex * 8 + slot, + 1024 for a march
        self.ready = []  # by hex, the stack of units that have their normal move
        self.marching = []  # by hex, those that still have a march move
        self.dormant = []  # by hex, those found this turn
        self.breathed: list[int] = []  # a hex for each dragon that has breathed
        self.breather = NONE
        self.aim = NONE
        self.victim = NONE
        self.blast = 0  # the die of the special attack, once it has been rolled
        self.kills = 0
        self.wins = 0
        self.fought = 0

    def copy(self) -> Table:
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.strands = [self.strands[0].copy()] if self.strands else []
        twin.board = self.board
        twin.alternate = self.alternate
        twin.teams = self.teams
        twin.vortex = self.vortex
        twin.hill = self.hill
        twin.top_priority = self.top_priority
        twin.transmissions = self.transmissions
        twin.line_size = self.line_size
        twin.target = self.target
        twin.round_cap = self.round_cap
        twin.first = self.first
        twin.active = self.active
        twin.round = self.round
        twin.stage = self.stage
        twin.reason = self.reason
        twin.winner = self.winner
        # The ground does not change after setup: all copies share it.
        twin.terrain = self.terrain
        twin.grounds = self.grounds
        twin.enter = self.enter
        twin.refinery = self.refinery[:]
        twin.refineries = self.refineries
        twin.unexplored = self.unexplored[:]
        twin.vortex_dice = self.vortex_dice[:]
        twin.mission_deck = self.mission_deck.copy()
        twin.mission_bottom = self.mission_bottom.copy()
        twin.mission_pile = self.mission_pile.copy()
        twin.line = self.line.copy()
        twin.offer = self.offer.copy()
        twin.mission_box = self.mission_box.copy()
        twin.energize_deck = self.energize_deck.copy()
        twin.energize_pile = self.energize_pile.copy()
        twin.ground = self.ground.copy()
        twin.found = self.found.copy()
        twin.spare = self.spare.copy()
        twin.token_box = self.token_box.copy()
        twin.players = [player.copy() for player in self.players]
        fight = self.fight
        twin.fight = fight.copy() if fight is not None else None
        twin.card = self.card
        twin.card_seat = self.card_seat
        twin.picks = self.picks[:]
        self._copy_turn(twin)
        return twin

    def _copy_turn(self, twin: Table) -> None:
        twin.buying = self.buying
        twin.discount = self.discount
        twin.cloned = self.cloned
        twin.marched = self.marched
        twin.suits = self.suits
        twin.vein = self.vein
        twin.moving = self.moving
        twin.ready = self.ready[:]
        twin.marching = self.marching[:]
        twin.dormant = self.dormant[:]
        twin.breathed = self.breathed[:]
        twin.breather = self.breather
        twin.aim = self.aim
        twin.victim = self.victim
        twin.blast = self.blast
        twin.kills = self.kills
        twin.wins = self.wins
        twin.fought = self.fought

    def zones(self) -> list[Zone]:
        found: list[Zone] = []
        for player in self.players:
            found += [player.missions, player.energize, player.scored]
        found += [
            self.mission_deck,
            self.mission_bottom,
            self.mission_pile,
            self.line,
            self.offer,
            self.mission_box,
            self.energize_deck,
            self.energize_pile,
            self.ground,
            self.found,
            self.spare,
            self.token_box,
        ]
        return found

    def position(self, seat: int) -> int:
        """How many seats clockwise of the first player: 0 for him (NX-2.6)."""
        return (seat - self.first) % self.seats
