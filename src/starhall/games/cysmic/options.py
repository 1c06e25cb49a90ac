"""The options of Cysmic: everything that can ever be chosen, ready-made (CY-21)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import COLUMNS, COMMANDS, ROWS, TYPES, Content
from starhall.games.cysmic.geometry import HEX_IDS, HEXES

SEATS: Final[list[str]] = ["1", "2", "3", "4", "5", "6"]
DICE: Final = 24  # more dice than any side can roll
PACKETS: Final[list[int]] = [1, 2, 3, 5]  # CY-13.4
# Paying with captives (CY-12.9): a Vehicle, or one to three Troops
PAYMENTS: Final[list[list[int]]] = [
    [4], [3],
    [0], [1], [2],
    [0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2],
    [0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1], [0, 1, 2], [0, 2, 2],
    [1, 1, 1], [1, 1, 2], [1, 2, 2], [2, 2, 2],
]  # fmt: skip


class Options:
    """The options of one content, entered in its vocabulary."""

    def __init__(self, content: Content) -> None:
        words = content.vocabulary
        relics, discoveries = content.relics, content.discoveries
        columns = range(1, COLUMNS + 1)

        # Passing, in the words of the decision at hand
        self.done = words.single("done")
        self.skip = words.single("pass")
        self.stop = words.single("stop")
        self.stay = words.single("stay")
        self.yes = words.single("yes")
        self.no = words.single("no")

        # Places and pieces
        self.hex = words.table("hex", HEX_IDS, "hex")
        self.unit = words.table(
            "unit", [f"{type}/{hex}" for type in TYPES for hex in HEX_IDS], "piece", "hex"
        )
        self.type = words.table("type", TYPES, "unit")
        self.seat = words.table("player", SEATS, "seat")
        self.foe_unit = words.table(
            "foe",
            [f"{seat}/{type}/{hex}" for seat in SEATS for type in TYPES for hex in HEX_IDS],
            "owner",
            "piece",
            "hex",
        )
        self.captive = words.table(
            "captive", [f"{seat}/{type}" for seat in SEATS for type in TYPES], "owner", "piece"
        )
        self.move = words.single("move")
        self.jump = words.single("jump")

        # Cards
        self.faction = words.table("faction", content.factions, "faction")
        self.burn = words.table("burn", COMMANDS, "command")
        self.play = words.table("play", COMMANDS, "command")
        self.reclaim = words.table("reclaim", COMMANDS, "command")
        # Others see from which column a burned card is taken, so its column belongs to the choice.
        self.reclaim_burned = words.table(
            "reclaim_burned",
            [f"{column}/{command}" for column in columns for command in COMMANDS],
            "column",
            "command",
        )
        self.activate = words.table("activate", relics, "relic")
        self.replace = words.table(
            "replace", [f"{old}/{new}" for old in relics for new in relics], "relic", "relic"
        )
        self.spend_held = words.table("spend", relics, "relic")
        self.spend_active = words.table("spend_active", relics, "relic")
        self.time_shard = words.single("time_shard")
        self.takeover = words.single("takeover")
        self.keep = words.table("keep", relics, "relic")
        self.hold = words.single("hold")
        self.use = words.table("use", discoveries, "discovery")
        self.cash = words.table("cash", discoveries, "discovery")
        self.modify = words.table("modify", discoveries, "discovery")
        self.react = words.table("react", discoveries, "discovery")
        self.discard = words.table("discard", discoveries, "discovery")
        self.drop_relic = words.table("drop", relics, "relic")
        self.drop_active = words.table("drop_active", relics, "relic")
        self.sabotage_side = words.single("sabotage")
        self.exploit_side = words.single("exploit")

        # Trading
        self.ore = words.table("ore", [str(n) for n in PACKETS])
        self.offer_card = words.table("offer_card", discoveries, "discovery")
        self.offer_relic = words.table("offer_relic", relics, "relic")
        self.habitat = words.table("habitat", HEX_IDS, "hex")
        self.a_card = words.single("a_discovery")
        self.a_relic = words.single("a_relic")
        self.accept = words.single("accept")
        self.decline = words.single("decline")

        self.pay = words.table(
            "pay", ["+".join([TYPES[type] for type in payment]) for payment in PAYMENTS], "payment"
        )

        # Ship, bonus actions, combat, launch
        self.build = words.table("build", content.modules, "module")
        self.cell = words.table(
            "bonus", [f"{row}/{column}" for row in ROWS for column in columns], "row", "column"
        )
        self.exchange = words.single("exchange")
        self.hack = words.single("hack")
        self.strike = words.single("strike")
        self.flee = words.single("flee")
        self.die = words.table("die", [str(n + 1) for n in range(DICE)], "die")
        self.plus = words.single("plus")
        self.minus = words.single("minus")
        self.free = words.table(
            "free", [f"{seat}/{type}" for seat in SEATS for type in TYPES], "owner", "piece"
        )
        self.let_go = words.single("let_go")
        self.token = words.table("token", content.tokens, "token")
        self.launch = words.single("launch")
        self.roll = words.single("roll")
        self.wait = words.single("wait")
        self.all = words.single("all")

    def unit_at(self, type: int, hex: int) -> Option:
        """The unit of that type on that hex."""
        return self.unit[type * HEXES + hex]

    def foe_at(self, seat: int, type: int, hex: int) -> Option:
        """Somebody else's unit of that type on that hex."""
        return self.foe_unit[(seat * len(TYPES) + type) * HEXES + hex]


def hex_of(option: Option) -> int:
    """The hex that a `unit` or `foe` option names."""
    return option.value % HEXES


def type_of(option: Option) -> int:
    """The unit type that a `unit` or `foe` option names."""
    return option.value // HEXES % len(TYPES)


def owner_of(option: Option) -> int:
    """The seat that a `foe` option names."""
    return option.value // (HEXES * len(TYPES))


class Ask:
    """The kinds of decisions (CY-21.1)."""

    FACTION: Final = "pick_faction"
    SHIP_START: Final = "place_ship"
    HABITAT: Final = "pick_habitat"
    START_UNIT: Final = "place_start_unit"
    FREE_1: Final = "free_window_1"
    FREE_2: Final = "free_window_2"
    RECLAIM: Final = "reclaim"
    BURN: Final = "burn"
    PLAY: Final = "play"
    UNIT: Final = "pick_unit"
    LEG: Final = "move_leg"
    MODE: Final = "move_mode"
    JUMP: Final = "jump_hex"
    NEUTRALIZE: Final = "neutralize"
    PERSUADE: Final = "persuade"
    DIG: Final = "dig"
    PROMOTE: Final = "promote"
    PROMOTE_TO: Final = "promote_to"
    RECRUIT: Final = "recruit_type"
    DEPLOY: Final = "deploy_hex"
    UPGRADE: Final = "upgrade_pick"
    DROPSHIP: Final = "dropship_pick"
    ACTIVATE: Final = "activate_pick"
    PARTNER: Final = "trade_partner"
    GIVE: Final = "trade_give"
    GET: Final = "trade_get"
    ANSWER: Final = "trade_answer"
    TRADE_CARD: Final = "trade_card"
    TRADE_RELIC: Final = "trade_relic"
    EXCHANGE: Final = "exchange_with"
    PAY: Final = "exchange_pay"
    SIDE: Final = "espionage_side"
    DROP_SPY: Final = "espionage_drop"
    HACK: Final = "hack_unit"
    HACK_SHIP: Final = "hack_ship"
    HACK_DIE: Final = "hack_die"
    ADJUST: Final = "hack_adjust"
    COMBAT: Final = "pick_combat"
    STRIKE: Final = "strike_or_flee"
    FLEE: Final = "flee_hex"
    STRIKE_DIE: Final = "strike_die_use"
    REROLL: Final = "static_reroll"
    BONUS_DIE: Final = "static_bonus"
    SHIELD: Final = "shield"
    MODIFIER: Final = "modifier"
    MOD_DIE: Final = "modifier_die"
    SIGN: Final = "modifier_sign"
    CAPTURE: Final = "capture"
    ROOM: Final = "make_room"
    REACT: Final = "reaction"
    SHIP: Final = "ship_hex"
    SHIP_MOVE: Final = "ship_move"
    BUILD: Final = "build"
    EVACUATE: Final = "evacuate"
    EVAC_JUMP: Final = "evacuate_jump"
    BONUS: Final = "bonus"
    EITHER: Final = "bonus_part"
    WORK_MODULE: Final = "work_module"
    WORKER: Final = "worker"
    DISCOVERY: Final = "discovery_use"
    TARGET_HEX: Final = "target_hex"
    TARGET_UNIT: Final = "target_unit"
    TARGET_FOE: Final = "target_foe"
    TARGET_SEAT: Final = "target_player"
    TARGET_DIE: Final = "target_die"
    TARGET_CARD: Final = "target_card"
    TARGET_MODULE: Final = "target_module"
    LAUNCH: Final = "launch"
    DISCARD: Final = "discard_discovery"
    DROP: Final = "discard_relic"
    ESCAPE: Final = "escape"
    ESCAPE_WHO: Final = "escape_who"
    KEEP: Final = "relic_keep"
    RELIC_NOW: Final = "relic_now"
    TOKEN: Final = "fracture_pick"
    FREE_CAPTIVE: Final = "free_captive"
    ABILITY: Final = "ability_cost"
