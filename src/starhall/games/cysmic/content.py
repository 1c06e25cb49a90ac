"""Reads planet, ship, units, dice, cards and factions, and checks every effect (CY-25)."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Number, Verb, Verbs, load, one_of, place

PACKAGE = "starhall.games.cysmic"

UNIT_TYPES = ("soldier", "speaker", "miner", "harvester", "powermech")
KINDS = (*UNIT_TYPES, "troops", "vehicles", "combat", "all")
EVENT, ACTION, REACTION = "event", "action", "reaction"
COLOURS = ("red", "blue", "green", "yellow", "white", "black")

# The reaction windows (CY-17.9) and what a card may do in each; `flee_declared` has two sides.
WINDOWS: dict[str, tuple[str, ...]] = {
    "tremor": ("cancel",),
    "fracture_drawn": ("redraw",),
    "collapse": ("early",),
    "strike_rolled": ("reroll",),
    "strike_final": ("add",),
    "would_capture": ("save",),
    "captured": ("gain_ore",),
    "fleeing": ("no_parting",),
    "pursuing": ("extra_die",),
    "combat_won": ("advance",),
    "hack_hit": ("cancel",),
    "action_played": ("cancel",),
    "flag_threat": ("cancel",),
    "ore_dug": ("take_ore",),
}

# Abilities that are a rule of their own; the number that may follow adds up.
TRAITS = (
    "quiet_harvest", "quiet_jumps", "first_module", "cross_mountain", "cross_water",
    "adjust_hack", "thorn_mind", "exchange_ore", "void_keel", "tyrant_crown", "time_shard",
    "world_seed", "two_tokens", "mercy_engine", "no_arrows", "free_arrow", "no_caves",
    "free_cave", "jammed", "dear_exchange", "no_grand_persuade", "safe_flight", "no_offers",
    "hallowed_ground", "martyrs", "fan_base", "show_stopper", "royalties", "curators",
    "dividends", "takeover", "immunity", "conscription", "barter_kings", "two_startups",
    "recall_beacons", "damping", "cave_larders", "relay_mesh", "black_ice", "reclaimers",
    "after_the_fall", "smash_and_grab", "fade_out", "garrison", "attunement", "dowsers",
    "town_halls", "strike_fund", "hover_jets", "tug_crews", "evacuation_drill",
)  # fmt: skip
GUARDS = ("targeting", "signals", "kill_zones")
DICE_TERMS = ("soldier_here", "massed", "defender")
BONUS_TERMS = ("attacker_red", "attacker_any", "cave_red")
YIELDS = ("mine_ore", "harvest_ore", "scavenge_ore", "explore_cards")
AMOUNTS = (
    "jump", "cap_ore", "cap_hand", "cap_hold", "cap_relic", "slots", "infl", "cost_module",
    "cost_workers", "budget", "humanity",
)  # fmt: skip

ODD = (
    "crystal_bloom", "sinkhole", "refugee_column", "riots", "dust_storm", "prison_break",
    "ore_rot", "alien_beacon", "solar_flare", "rich_vein", "black_market", "false_orders",
    "counterfeit_ore", "cheap_exchange", "bribe_out", "ransom", "stolen_codes", "saboteurs",
    "relic_smugglers", "hand_over", "fifth_column", "forget", "buy_blueprint",
)  # fmt: skip

_N = Number()
_UP = Number(low=1)
_KIND = one_of(*KINDS)

# CY-25.2: done once, when the effect resolves.
NOW_VERBS = Verbs(
    Verb("gain_ore", (_UP,)),
    Verb("draw", (_UP,)),
    Verb("find_relic"),
    Verb("tremor", (_UP,)),
    Verb("tremor_back", (_UP,)),
    Verb("deploy", (_UP, _UP), optional=1),
    Verb("march", (_UP, _KIND, _UP)),
    Verb("relocate", (_UP, _KIND, one_of("cave", "ship"))),
    Verb("upgrade", (_UP, _N, one_of("spawn"))),
    Verb("build", (_UP, _N)),
    Verb("manual", (_N, _N)),
    Verb("exchange", (_UP, _UP), optional=1),
    Verb("cyber", (_UP, _UP), optional=1),
    Verb("play_discovery", (_UP,)),
    Verb("steal_ore", (_UP, one_of("richer")), optional=1),
    Verb("flag", (one_of("held", "touching"),)),
    Verb("unflag", (one_of("low", "any"),)),
    Verb("destroy", (one_of("surface_troop"),)),
    Verb("collapse", (one_of("near"),)),
    Verb("odd", (one_of(*ODD),)),
)
REACTION_VERBS = Verbs(
    Verb("add", (_N,)),
    Verb("reroll"),
    Verb("save", (one_of("troop", "vehicle"),)),
    Verb("redraw"),
    Verb("early"),
    Verb("cancel"),
    Verb("take_ore", (_UP,)),
    Verb("no_parting"),
    Verb("extra_die", (_UP,)),
    Verb("advance", (_UP,)),
    Verb("gain_ore", (_UP,)),
)
# CY-25.30: in force while the card or board is.
STATIC_VERBS = Verbs(
    Verb("move", (_KIND, _N)),
    Verb("health", (_KIND, _N)),
    Verb("shield", (_KIND,)),
    Verb("early", (_KIND,)),
    Verb("cost_upgrade", (_KIND, _N)),
    Verb("dice", (one_of(*DICE_TERMS), _UP)),
    Verb("bonus", (one_of(*BONUS_TERMS), _UP)),
    Verb("reroll", (one_of("red", "yellow"), _UP)),
    Verb("yield", (one_of(*YIELDS), _N)),
    Verb("guard", (one_of(*GUARDS),)),
    Verb("trait", (one_of(*TRAITS), _UP), optional=1),
    *[Verb(name, (_N,)) for name in AMOUNTS],
)


class Biome(msgspec.Struct):
    """How many of each feature a biome's 21 hexes show."""

    id: str
    camp: int
    outpost: int
    settlement: int
    ore: int
    cave: int
    mountain: int
    water: int
    plain: int


class Module(msgspec.Struct):
    """A ship module, whose native colour it has and what it costs."""

    id: str
    colour: str
    ore: int
    workers: int


class Unit(msgspec.Struct):
    """A unit type; influence or ore as its cost, a second health number for Vehicles."""

    id: str
    copies: int
    cost: int
    move: int
    health: int
    second: int = 0
    red: int = 0
    yellow: int = 0
    shield: bool = False
    early: bool = False


class DieEntry(msgspec.Struct):
    """The faces of one die."""

    id: str
    faces: tuple[str, ...]


class CommandCard(msgspec.Struct):
    """A Command Card and its three colours."""

    id: str
    colours: tuple[str, str, str]


class BonusRow(msgspec.Struct):
    """A row of the bonus grid: five cells; columns in `either` let one choose a part."""

    id: str
    cells: tuple[str, ...]
    either: tuple[int, ...] = ()


class Discovery(msgspec.Struct):
    """A Discovery design; events have neither modifiers nor a Resource Gain."""

    id: str
    type: str
    copies: int
    ability: str
    yellow: str = "none"
    red: str = "none"
    window: str = ""
    gain: str = ""


class Relic(msgspec.Struct):
    """A Relic design."""

    id: str
    copies: int
    effects: str


class EspionageCard(msgspec.Struct):
    """Both sides of an Espionage card; each is done now or stays in play."""

    id: str
    sabotage: str
    sabotage_effects: str
    exploit: str
    exploit_effects: str


class Faction(msgspec.Struct):
    """A Faction board."""

    id: str
    min_players: int
    influence: int
    camps: int
    outposts: int
    settlements: int
    soldiers: int
    speakers: int
    miners: int
    harvesters: int
    powermechs: int
    ore: int
    discovery: int
    relics: int
    abilities: str


def biomes() -> list[Biome]:
    """CY-25.5: six biomes of 21 hexes each."""
    found = load(PACKAGE, "planet.toml", "biome", Biome)
    for biome in found:
        where = place("planet.toml", "biome", biome.id)
        count = sum(number for _, number in features(biome))
        if count != 21:
            raise ContentError(f"{where}: the features add up to {count}; a biome has 21 hexes")
    if len(found) != 6:
        raise ContentError(f"planet.toml has {len(found)} biomes; the planet has 6 sectors")
    return found


FEATURES = ("camp", "outpost", "settlement", "ore", "cave", "mountain", "water", "plain")


def features(biome: Biome) -> list[tuple[str, int]]:
    """The features of a biome with their numbers, in the order of the table."""
    return [(feature, int(getattr(biome, feature))) for feature in FEATURES]


def modules() -> list[Module]:
    """CY-25.3: six modules, one of each colour."""
    found = load(PACKAGE, "ship.toml", "module", Module)
    if [module.colour for module in found] != list(COLOURS):
        raise ContentError(f"ship.toml: the native colours must be {', '.join(COLOURS)}")
    return found


def units() -> list[Unit]:
    """CY-1.4: the five types, in the order the rules number them."""
    found = load(PACKAGE, "units.toml", "unit", Unit)
    if [unit.id for unit in found] != list(UNIT_TYPES):
        raise ContentError(f"units.toml: the units must be {', '.join(UNIT_TYPES)}, in this order")
    return found


def dice() -> dict[str, tuple[str, ...]]:
    """The faces of each die by its id."""
    return {die.id: die.faces for die in load(PACKAGE, "dice.toml", "die", DieEntry)}


def command_cards() -> list[CommandCard]:
    """CY-25.11: ten cards of three colours."""
    return load(PACKAGE, "command.toml", "card", CommandCard)


def bonus_rows() -> list[tuple[BonusRow, list[tuple[Effect, ...]]]]:
    """CY-25.12: six rows of five cells."""
    found = []
    for row in load(PACKAGE, "command.toml", "row", BonusRow):
        where = place("command.toml", "row", row.id)
        if len(row.cells) != 5:
            raise ContentError(f"{where}: a row has 5 cells, not {len(row.cells)}")
        found.append((row, [NOW_VERBS.parse(cell, where) for cell in row.cells]))
    return found


def discoveries() -> list[tuple[Discovery, tuple[Effect, ...], tuple[Effect, ...]]]:
    """All Discovery designs with ability and Resource Gain."""
    found = []
    for card in load(PACKAGE, "discovery.toml", "discovery", Discovery):
        where = place("discovery.toml", "discovery", card.id)
        _one_of(card.type, (EVENT, ACTION, REACTION), where, "type")
        if card.type == REACTION:
            ability = REACTION_VERBS.parse(card.ability, where)
            _one_of(card.window, tuple(WINDOWS), where, "window")
            for effect in ability:
                _one_of(effect.verb, WINDOWS[card.window], where, f"window {card.window}")
        else:
            ability = NOW_VERBS.parse(card.ability, where)
        if (card.type == EVENT) != (not card.gain):
            raise ContentError(f"{where}: actions and reactions have a gain, events have none")
        found.append((card, ability, NOW_VERBS.parse(card.gain, where)))
    return found


def relics() -> list[tuple[Relic, tuple[Effect, ...]]]:
    """All Relic designs with their standing effects."""
    return [
        (relic, STATIC_VERBS.parse(relic.effects, place("relics.toml", "relic", relic.id)))
        for relic in load(PACKAGE, "relics.toml", "relic", Relic)
    ]


def espionage() -> list[tuple[EspionageCard, tuple[Effect, ...], tuple[Effect, ...]]]:
    """All Espionage cards with the effects of both sides."""
    found = []
    for card in load(PACKAGE, "espionage.toml", "espionage", EspionageCard):
        where = place("espionage.toml", "espionage", card.id)
        sides = []
        for kind, text in (
            (card.sabotage, card.sabotage_effects),
            (card.exploit, card.exploit_effects),
        ):
            _one_of(kind, ("now", "stays"), where, "side")
            sides.append((STATIC_VERBS if kind == "stays" else NOW_VERBS).parse(text, where))
        found.append((card, sides[0], sides[1]))
    return found


def factions() -> list[tuple[Faction, tuple[Effect, ...]]]:
    """All Faction boards with their abilities."""
    return [
        (board, STATIC_VERBS.parse(board.abilities, place("factions.toml", "faction", board.id)))
        for board in load(PACKAGE, "factions.toml", "faction", Faction)
    ]


def _one_of(word: str, known: Sequence[str], where: str, what: str) -> None:
    if word not in known:
        raise ContentError(f"{where}: {what} '{word}' must be one of {', '.join(known)}")
