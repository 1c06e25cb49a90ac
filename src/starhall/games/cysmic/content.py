"""The content of a match as tables of small numbers, and what the rules fix about it (CY-1, CY-25).

Constants here are stated by the rules themselves: which types of units there are,
what is a Vehicle, which Command Cards exist. All numbers and all other cards come from the files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starhall.engine.errors import ContentError
from starhall.engine.rules.content import Content as EngineContent
from starhall.engine.text.content import always

# Unit types, and the words of effects for several of them
SOLDIER: Final = 0
SPEAKER: Final = 1
MINER: Final = 2
HARVESTER: Final = 3
POWERMECH: Final = 4
TYPES: Final[list[str]] = ["soldier", "speaker", "miner", "harvester", "powermech"]
TROOP_TYPES: Final[list[int]] = [SOLDIER, SPEAKER, MINER]
VEHICLE_TYPES: Final[list[int]] = [HARVESTER, POWERMECH]
ALL_TYPES: Final[list[int]] = [SOLDIER, SPEAKER, MINER, HARVESTER, POWERMECH]
IS_VEHICLE: Final[list[bool]] = [False, False, False, True, True]
IS_COMBAT: Final[list[bool]] = [True, False, False, False, True]
SIZE: Final[list[int]] = [1, 1, 1, 2, 2]  # CY-12.2
UPGRADED: Final[list[int]] = [POWERMECH, -1, HARVESTER, -1, -1]  # CY-7.6
KINDS: Final[dict[str, list[int]]] = {
    **{name: [type] for type, name in enumerate(TYPES)},
    "troops": TROOP_TYPES,
    "vehicles": VEHICLE_TYPES,
    "combat": [SOLDIER, POWERMECH],
    "all": ALL_TYPES,
}

# Modules: one of each colour, and what a player has of each
COLOURS: Final[list[str]] = ["red", "blue", "green", "yellow", "white", "black"]
MISSING: Final = 0
KNOWN: Final = 1
INSTALLED: Final = 2

# Dice
RED: Final = 0
YELLOW: Final = 1
DIE_COLOURS: Final[list[str]] = ["red", "yellow"]
STRIKE_FACES: Final[list[str]] = [
    "tremor", "reroll_any", "plus_1", "plus_2", "reroll_yellow", "reroll_red",
]  # fmt: skip
TREMOR_FACE: Final = 0
REROLL_ANY: Final = 1
PLUS_1: Final = 2
PLUS_2: Final = 3
REROLL_YELLOW: Final = 4
REROLL_RED: Final = 5
ANY_FACE: Final = 99  # of the Humanity Die: any number may be left behind

# The planet
FEATURES: Final[list[str]] = [
    "camp", "outpost", "settlement", "ore", "cave", "mountain", "water", "plain",
]  # fmt: skip
LEVELS: Final[list[str]] = ["none", "camp", "outpost", "settlement", "none", "city"]
CITY_LEVEL: Final = 5
# Fracture Tokens (CY-25.9): 7 per biome; the last two are both ring 6.
TOKEN_NAMES: Final[list[str]] = ["1", "2", "3", "4", "5", "6", "6b"]
TOKEN_BIOME: Final[list[int]] = [token // 7 for token in range(42)]
TOKEN_RING: Final[list[int]] = [min(6, token % 7 + 1) for token in range(42)]

# Command Cards and the rows of the bonus grid
COMMANDS: Final[list[str]] = [
    "speaker_card", "miner_card", "soldier_card", "harvester_card", "powermech_card", "ship_card",
    "recruit", "upgrade", "negotiate", "battle",
]  # fmt: skip
SPEAKER_CARD: Final = 0
MINER_CARD: Final = 1
SOLDIER_CARD: Final = 2
HARVESTER_CARD: Final = 3
POWERMECH_CARD: Final = 4
SHIP_CARD: Final = 5
RECRUIT: Final = 6
UPGRADE: Final = 7
NEGOTIATE: Final = 8
BATTLE: Final = 9
ROWS: Final[list[str]] = ["red", "orange", "purple", "brown", "grey", "blue"]
COLUMNS: Final = 5

# Discovery and Espionage cards
EVENT: Final = 0
ACTION: Final = 1
REACTION: Final = 2
CARD_TYPES: Final[list[str]] = ["event", "action", "reaction"]
NO_VALUE: Final = -99  # as a modifier: the card cannot be used on such a die
EITHER_SIGN: Final = 99
SABOTAGE: Final = 0
EXPLOIT: Final = 1


class Clause:
    """An effect that is done once: its verb, its numbers and its words, each in order.

    `handler` carries it out, and `when` says whether it could take effect.
    """

    __slots__ = ("handler", "numbers", "verb", "when", "words")

    def __init__(
        self,
        verb: str,
        numbers: list[int],
        words: list[str],
        handler: Callable[..., Any] | None = None,
        when: Callable[..., bool] = always,
    ) -> None:
        self.verb = verb
        self.numbers = numbers
        self.words = words
        self.handler = handler
        self.when = when

    def __repr__(self) -> str:
        return f"<Clause {self.verb} {self.numbers} {self.words}>"


# What can be in force: every power has a place in a player's list of powers, and numbers add up.

PER_TYPE: Final[list[str]] = ["move", "health", "shield", "early", "cost_upgrade"]
TERMS: Final[dict[str, list[str]]] = {
    "dice": ["soldier_here", "massed", "defender"],
    "bonus": ["attacker_red", "attacker_any", "cave_red"],
    "reroll": ["red", "yellow"],
    "yield": ["mine_ore", "harvest_ore", "scavenge_ore", "explore_cards"],
    "guard": ["targeting", "signals", "kill_zones"],
}
AMOUNTS: Final[list[str]] = [
    "jump", "cap_ore", "cap_hand", "cap_hold", "cap_relic", "slots", "infl", "cost_module",
    "cost_workers", "budget", "humanity",
]  # fmt: skip
# The same, but never less than 1
BONUSES: Final[list[str]] = [
    "first_module", "exchange_ore", "world_seed", "cave_larders", "garrison", "evacuation_drill",
    "fan_base", "royalties",
]  # fmt: skip
# Abilities that are a rule of their own
TRAITS: Final[list[str]] = [
    "quiet_harvest", "quiet_jumps", "cross_mountain", "cross_water",
    "adjust_hack", "thorn_mind", "void_keel", "tyrant_crown", "time_shard",
    "two_tokens", "mercy_engine", "no_arrows", "free_arrow", "no_caves",
    "free_cave", "jammed", "dear_exchange", "no_grand_persuade", "safe_flight", "no_offers",
    "hallowed_ground", "martyrs", "show_stopper", "curators",
    "dividends", "takeover", "immunity", "conscription", "barter_kings", "two_startups",
    "recall_beacons", "damping", "relay_mesh", "black_ice", "reclaimers",
    "after_the_fall", "smash_and_grab", "fade_out", "attunement", "dowsers",
    "town_halls", "strike_fund", "hover_jets", "tug_crews",
]  # fmt: skip
POWERS: Final[list[str]] = [
    *[f"{term}_{type}" for term in PER_TYPE for type in TYPES],
    *[f"{verb}_{term}" for verb, terms in TERMS.items() for term in terms],
    *AMOUNTS,
    *BONUSES,
    *TRAITS,
]


def power(name: str) -> int:
    """The place of a power by its name."""
    if name not in POWERS:
        raise ContentError("content.no_power", power=name)
    return POWERS.index(name)


class Term:
    """A power and by how much it changes."""

    __slots__ = ("amount", "power")

    def __init__(self, power: int, amount: int) -> None:
        self.power = power
        self.amount = amount

    def __repr__(self) -> str:
        return f"<Term {POWERS[self.power]} {self.amount:+}>"


class Content(EngineContent):
    """Units, modules, dice, planet and cards. Every card has one number, whatever its back."""

    def __init__(self) -> None:
        super().__init__()
        # By unit type
        self.cost: list[int] = []
        self.moves: list[int] = []
        self.health: list[int] = []
        self.second: list[int] = []  # a Vehicle's second health number
        self.red_dice: list[int] = []
        self.yellow_dice: list[int] = []
        self.has_shield: list[bool] = []
        self.has_early: list[bool] = []
        self.count: list[int] = []
        # A player's pieces: each has a number of its own, those of one type side by side.
        self.type_of: list[int] = []
        self.first_piece: list[int] = []  # by type
        self.end_piece: list[int] = []
        # By module
        self.modules: list[str] = []
        self.module_ore: list[int] = []
        self.module_workers: list[int] = []
        # The faces of the dice, as they are written, and as the rules use them
        self.faces: dict[str, list[str]] = {}
        self.red_faces: list[int] = []
        self.yellow_faces: list[int] = []
        self.blue_die: list[int] = []
        self.green_die: list[int] = []
        self.humanity_faces: list[str] = []
        self.humanity: list[int] = []  # how many may be left behind
        # The planet
        self.biomes: list[str] = []
        self.tile_feature: list[int] = []  # by landscape hex; Colony City is the first
        self.tokens: list[str] = []
        # Cards by their number: Discovery, Relic, Espionage, Faction, Command
        self.cards: list[str] = []
        self.discoveries: list[str] = []
        self.relics: list[str] = []
        self.espionage: list[str] = []
        self.factions: list[str] = []
        self.first_relic = 0
        self.first_espionage = 0
        self.first_faction = 0
        self.first_command = 0
        # By Discovery card
        self.discovery_copies: list[int] = []
        self.card_type: list[int] = []
        self.modifier: list[list[int]] = []  # by colour of the die, then by card
        self.window: list[str] = []  # of a Reaction
        self.ability: list[list[Clause]] = []
        self.gain: list[list[Clause]] = []
        # By Relic
        self.relic_copies: list[int] = []
        self.relic_terms: list[list[Term]] = []
        # By Espionage card, then by side
        self.stays: list[list[bool]] = []
        self.side_clauses: list[list[list[Clause]]] = []
        self.side_terms: list[list[list[Term]]] = []
        # By Faction
        self.faction_seats: list[int] = []  # for how many players at least
        self.faction_influence: list[int] = []
        self.faction_habitats: list[list[int]] = []  # by level
        self.faction_units: list[list[int]] = []  # by type
        self.faction_ore: list[int] = []
        self.faction_discovery: list[int] = []
        self.faction_relics: list[int] = []
        self.faction_terms: list[list[Term]] = []
        # The bonus grid
        self.card_rows: list[list[int]] = []  # by Command Card
        self.cells: list[list[list[Clause]]] = []  # by row and column
        self.either: list[list[bool]] = []
