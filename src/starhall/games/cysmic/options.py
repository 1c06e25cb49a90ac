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
