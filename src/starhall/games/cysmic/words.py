"""The vocabulary of Cysmic: every option there is, ready-made (CY-21)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option, Vocabulary
from starhall.games.cysmic.cards import (
    COMMANDS,
    DISCOVERIES,
    FACTIONS,
    MODULES,
    RELICS,
    ROWS,
    TOKENS,
    TYPES,
)
from starhall.games.cysmic.geometry import HEX_IDS, HEXES

SEATS: Final[list[str]] = ["1", "2", "3", "4", "5", "6"]
DICE: Final = 24  # more dice than any side can roll
PACKETS: Final[list[int]] = [1, 2, 3, 5]  # CY-13.4

VOCABULARY: Final = Vocabulary()

# Passing, in the words of the decision at hand
DONE: Final = VOCABULARY.single("done")
PASS: Final = VOCABULARY.single("pass")
STOP: Final = VOCABULARY.single("stop")
STAY: Final = VOCABULARY.single("stay")
YES: Final = VOCABULARY.single("yes")
NO: Final = VOCABULARY.single("no")

# Places and pieces
HEX: Final[list[Option]] = VOCABULARY.table("hex", HEX_IDS, "hex")
UNIT: Final[list[Option]] = VOCABULARY.table(
    "unit", [f"{type}/{hex}" for type in TYPES for hex in HEX_IDS], "piece", "hex"
)
TYPE: Final[list[Option]] = VOCABULARY.table("type", TYPES, "unit")
SEAT: Final[list[Option]] = VOCABULARY.table("player", SEATS, "seat")
FOE_UNIT: Final[list[Option]] = VOCABULARY.table(
    "foe",
    [f"{seat}/{type}/{hex}" for seat in SEATS for type in TYPES for hex in HEX_IDS],
    "owner",
    "piece",
    "hex",
)
CAPTIVE: Final[list[Option]] = VOCABULARY.table(
    "captive", [f"{seat}/{type}" for seat in SEATS for type in TYPES], "owner", "piece"
)
MOVE: Final = VOCABULARY.single("move")
JUMP: Final = VOCABULARY.single("jump")

# Cards
FACTION: Final[list[Option]] = VOCABULARY.table("faction", FACTIONS, "faction")
BURN: Final[list[Option]] = VOCABULARY.table("burn", COMMANDS, "command")
PLAY: Final[list[Option]] = VOCABULARY.table("play", COMMANDS, "command")
RECLAIM: Final[list[Option]] = VOCABULARY.table("reclaim", COMMANDS, "command")
# Others see from which column a burned card is taken, so its column belongs to the choice.
RECLAIM_BURNED: Final[list[Option]] = VOCABULARY.table(
    "reclaim_burned",
    [f"{column}/{command}" for column in range(1, 6) for command in COMMANDS],
    "column",
    "command",
)
ACTIVATE: Final[list[Option]] = VOCABULARY.table("activate", RELICS, "relic")
REPLACE: Final[list[Option]] = VOCABULARY.table(
    "replace", [f"{old}/{new}" for old in RELICS for new in RELICS], "relic", "relic"
)
SPEND_HELD: Final[list[Option]] = VOCABULARY.table("spend", RELICS, "relic")
SPEND_ACTIVE: Final[list[Option]] = VOCABULARY.table("spend_active", RELICS, "relic")
TIME_SHARD: Final = VOCABULARY.single("time_shard")
TAKEOVER: Final = VOCABULARY.single("takeover")
KEEP: Final[list[Option]] = VOCABULARY.table("keep", RELICS, "relic")
HOLD: Final = VOCABULARY.single("hold")
USE: Final[list[Option]] = VOCABULARY.table("use", DISCOVERIES, "discovery")
CASH: Final[list[Option]] = VOCABULARY.table("cash", DISCOVERIES, "discovery")
MODIFY: Final[list[Option]] = VOCABULARY.table("modify", DISCOVERIES, "discovery")
REACT: Final[list[Option]] = VOCABULARY.table("react", DISCOVERIES, "discovery")
DISCARD: Final[list[Option]] = VOCABULARY.table("discard", DISCOVERIES, "discovery")
DROP_RELIC: Final[list[Option]] = VOCABULARY.table("drop", RELICS, "relic")
DROP_ACTIVE: Final[list[Option]] = VOCABULARY.table("drop_active", RELICS, "relic")
SABOTAGE_SIDE: Final = VOCABULARY.single("sabotage")
EXPLOIT_SIDE: Final = VOCABULARY.single("exploit")

# Trading
ORE: Final[list[Option]] = VOCABULARY.table("ore", [str(n) for n in PACKETS])
OFFER_CARD: Final[list[Option]] = VOCABULARY.table("offer_card", DISCOVERIES, "discovery")
OFFER_RELIC: Final[list[Option]] = VOCABULARY.table("offer_relic", RELICS, "relic")
HABITAT: Final[list[Option]] = VOCABULARY.table("habitat", HEX_IDS, "hex")
A_CARD: Final = VOCABULARY.single("a_discovery")
A_RELIC: Final = VOCABULARY.single("a_relic")
ACCEPT: Final = VOCABULARY.single("accept")
DECLINE: Final = VOCABULARY.single("decline")

# Paying with captives (CY-12.9): a Vehicle, or one to three Troops
PAYMENTS: Final[list[list[int]]] = [
    [4], [3],
    [0], [1], [2],
    [0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2],
    [0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1], [0, 1, 2], [0, 2, 2],
    [1, 1, 1], [1, 1, 2], [1, 2, 2], [2, 2, 2],
]  # fmt: skip
PAY: Final[list[Option]] = VOCABULARY.table(
    "pay", ["+".join([TYPES[type] for type in payment]) for payment in PAYMENTS], "payment"
)

# Ship, bonus actions, combat, launch
BUILD: Final[list[Option]] = VOCABULARY.table("build", MODULES, "module")
CELL: Final[list[Option]] = VOCABULARY.table(
    "bonus", [f"{row}/{column}" for row in ROWS for column in range(1, 6)], "row", "column"
)
EXCHANGE: Final = VOCABULARY.single("exchange")
HACK: Final = VOCABULARY.single("hack")
STRIKE: Final = VOCABULARY.single("strike")
FLEE: Final = VOCABULARY.single("flee")
DIE: Final[list[Option]] = VOCABULARY.table("die", [str(n + 1) for n in range(DICE)], "die")
PLUS: Final = VOCABULARY.single("plus")
MINUS: Final = VOCABULARY.single("minus")
FREE: Final[list[Option]] = VOCABULARY.table(
    "free", [f"{seat}/{type}" for seat in SEATS for type in TYPES], "owner", "piece"
)
LET_GO: Final = VOCABULARY.single("let_go")
TOKEN: Final[list[Option]] = VOCABULARY.table("token", TOKENS, "token")
LAUNCH: Final = VOCABULARY.single("launch")
ROLL: Final = VOCABULARY.single("roll")
WAIT: Final = VOCABULARY.single("wait")


def unit(type: int, hex: int) -> Option:
    """The unit of that type on that hex."""
    return UNIT[type * HEXES + hex]


def foe_unit(seat: int, type: int, hex: int) -> Option:
    """Somebody else's unit of that type on that hex."""
    return FOE_UNIT[(seat * len(TYPES) + type) * HEXES + hex]


def hex_of(option: Option) -> int:
    """The hex that a `unit` or `foe` option names."""
    return option.value % HEXES


def type_of(option: Option) -> int:
    """The unit type that a `unit` or `foe` option names."""
    return option.value // HEXES % len(TYPES)


def owner_of(option: Option) -> int:
    """The seat that a `foe` option names."""
    return option.value // (HEXES * len(TYPES))


# The decisions (CY-21.1)
D_FACTION: Final = "pick_faction"
D_SHIP_START: Final = "place_ship"
D_HABITAT: Final = "pick_habitat"
D_START_UNIT: Final = "place_start_unit"
D_FREE_1: Final = "free_window_1"
D_FREE_2: Final = "free_window_2"
D_RECLAIM: Final = "reclaim"
D_BURN: Final = "burn"
D_PLAY: Final = "play"
D_UNIT: Final = "pick_unit"
D_LEG: Final = "move_leg"
D_MODE: Final = "move_mode"
D_JUMP: Final = "jump_hex"
D_NEUTRALIZE: Final = "neutralize"
D_PERSUADE: Final = "persuade"
D_DIG: Final = "dig"
D_PROMOTE: Final = "promote"
D_PROMOTE_TO: Final = "promote_to"
D_RECRUIT: Final = "recruit_type"
D_DEPLOY: Final = "deploy_hex"
D_UPGRADE: Final = "upgrade_pick"
D_DROPSHIP: Final = "dropship_pick"
D_ACTIVATE: Final = "activate_pick"
D_PARTNER: Final = "trade_partner"
D_GIVE: Final = "trade_give"
D_GET: Final = "trade_get"
D_ANSWER: Final = "trade_answer"
D_TRADE_CARD: Final = "trade_card"
D_TRADE_RELIC: Final = "trade_relic"
D_EXCHANGE: Final = "exchange_with"
D_PAY: Final = "exchange_pay"
D_SIDE: Final = "espionage_side"
D_DROP_SPY: Final = "espionage_drop"
D_HACK: Final = "hack_unit"
D_HACK_SHIP: Final = "hack_ship"
D_HACK_DIE: Final = "hack_die"
D_ADJUST: Final = "hack_adjust"
D_COMBAT: Final = "pick_combat"
D_STRIKE: Final = "strike_or_flee"
D_FLEE: Final = "flee_hex"
D_STRIKE_DIE: Final = "strike_die_use"
D_REROLL: Final = "static_reroll"
D_BONUS_DIE: Final = "static_bonus"
D_SHIELD: Final = "shield"
D_MODIFIER: Final = "modifier"
D_MOD_DIE: Final = "modifier_die"
D_SIGN: Final = "modifier_sign"
D_CAPTURE: Final = "capture"
D_ROOM: Final = "make_room"
D_REACT: Final = "reaction"
D_SHIP: Final = "ship_hex"
D_SHIP_MOVE: Final = "ship_move"
D_BUILD: Final = "build"
D_EVACUATE: Final = "evacuate"
D_EVAC_JUMP: Final = "evacuate_jump"
D_BONUS: Final = "bonus"
D_EITHER: Final = "bonus_part"
D_WORK_MODULE: Final = "work_module"
D_WORKER: Final = "worker"
D_DISCOVERY: Final = "discovery_use"
D_TARGET_HEX: Final = "target_hex"
D_TARGET_UNIT: Final = "target_unit"
D_TARGET_FOE: Final = "target_foe"
D_TARGET_SEAT: Final = "target_player"
D_TARGET_DIE: Final = "target_die"
D_TARGET_CARD: Final = "target_card"
D_TARGET_MODULE: Final = "target_module"
D_LAUNCH: Final = "launch"
D_DISCARD: Final = "discard_discovery"
D_DROP: Final = "discard_relic"
D_ESCAPE: Final = "escape"
D_ESCAPE_WHO: Final = "escape_who"
D_KEEP: Final = "relic_keep"
D_RELIC_NOW: Final = "relic_now"
D_TOKEN: Final = "fracture_pick"
D_FREE_CAPTIVE: Final = "free_captive"
D_ABILITY: Final = "ability_cost"
