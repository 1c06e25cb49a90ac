"""The vocabulary of Cassiopeia: every option there is, ready-made (section 12)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option, Vocabulary
from starhall.games.cassiopeia.cards import (
    BOT,
    CELL,
    COLOURS,
    EXCHANGES,
    FACES,
    PLANETS,
    RESOURCES,
    SPECIALIST_CARDS,
    SPECIALISTS,
    SYSTEMS,
)

VOCABULARY: Final = Vocabulary()

PICK: Final[list[Option]] = VOCABULARY.table("pick", SPECIALIST_CARDS, "card")
COLOUR: Final[list[Option]] = VOCABULARY.table("colour", COLOURS, "colour")
SYSTEM: Final[list[Option]] = VOCABULARY.table("system", SYSTEMS, "system")
CHOOSE: Final[list[Option]] = VOCABULARY.table("choose", SPECIALISTS, "specialist")

STATION_EFFECT: Final = 0
CRUISER_EFFECT: Final = 1
TRANSPORTER_EFFECT: Final = 2
EXCHANGE_EFFECT: Final = 3  # the first exchange of the Genetic Complex; the others follow
START_EFFECTS: Final[list[str]] = ["station", "cruiser", "transporter"] + [
    f"genetic_{RESOURCES[exchange.given]}" for exchange in EXCHANGES
]
USE: Final[list[Option]] = VOCABULARY.table("use", START_EFFECTS, "start_effect")
DONE: Final = VOCABULARY.single("done")

TARGET: Final[list[Option]] = VOCABULARY.table("target", COLOURS, "colour")
GIVE: Final[list[Option]] = VOCABULARY.table("give", RESOURCES[:4], "resource")
TAKE: Final[list[Option]] = VOCABULARY.table("take", RESOURCES[:4], "resource")
SWAP: Final[list[Option]] = VOCABULARY.table("swap", ["1", "2", "3", "4", "5", "6", "7"], "place")

EFFECT: Final = VOCABULARY.single("effect")
PURCHASES: Final[list[Option]] = VOCABULARY.table("purchase", RESOURCES[BOT:4], "resource")
SKIP: Final = VOCABULARY.single("skip")
PASS: Final = VOCABULARY.single("pass")
BUYS: Final[list[Option]] = VOCABULARY.table("buy", RESOURCES[BOT:], "resource")
UPGRADES: Final[list[Option]] = VOCABULARY.table("upgrade", RESOURCES[:3], "resource")
STOP: Final = VOCABULARY.single("stop")

TAKE_FACE: Final[list[Option]] = VOCABULARY.table("build", FACES, "face")
TURN_OVER: Final[list[Option]] = VOCABULARY.table("turn", FACES, "face")  # the side it turns to
REQUISITION: Final[list[Option]] = VOCABULARY.table("requisition", COLOURS, "colour")

TERRAFORM: Final[list[Option]] = VOCABULARY.table("terraform", PLANETS, "planet")
DROP: Final[list[Option]] = VOCABULARY.table("drop", RESOURCES[:4], "resource")
SUBSTITUTE: Final[list[Option]] = VOCABULARY.table("substitute", RESOURCES[BOT:CELL], "resource")
CAPSULES: Final[list[Option]] = VOCABULARY.table("capsules", ["0", "1", "2", "3", "4"], "jokers")
DISCARD: Final[list[Option]] = VOCABULARY.table("discard", RESOURCES[:4], "resource")

# The decisions D0 to D19.
D_PICK: Final = "pick_card"
D_COLOUR: Final = "choose_colour"
D_SYSTEM: Final = "choose_system"
D_CHOOSE: Final = "choose_specialist"
D_START: Final = "start_effects"
D_TARGET: Final = "choose_target"
D_GIVE: Final = "give"
D_TAKE: Final = "take"
D_SWAP: Final = "swap_neighbours"
D_PHASE_2: Final = "phase_2"
D_PURCHASE: Final = "purchase"
D_BUY: Final = "buy"
D_UPGRADE: Final = "upgrade"
D_OBJECT: Final = "take_object"
D_REQUISITION: Final = "requisition"
D_TERRAFORM: Final = "terraform"
D_DROP: Final = "drop"
D_SUBSTITUTE: Final = "substitute"
D_CAPSULES: Final = "capsules"
D_DISCARD: Final = "discard"

# Ready-made lists by a mask of what is possible, so that asking builds nothing.


def _by_mask(table: list[Option], before: list[Option], after: list[Option]) -> list[list[Option]]:
    """For every set of places in the table: those options, between what is always offered."""
    return [
        before + [option for i, option in enumerate(table) if mask >> i & 1] + after
        for mask in range(1 << len(table))
    ]


GIVE_ONE: Final = _by_mask(GIVE, [], [])
TAKE_ONE: Final = _by_mask(TAKE, [], [])
DISCARD_ONE: Final = _by_mask(DISCARD, [], [])
PHASE_2: Final = _by_mask(PURCHASES, [EFFECT], [SKIP])
PURCHASE_ONE: Final = _by_mask(PURCHASES, [], [PASS])
UPGRADE_ONE: Final = _by_mask(UPGRADES, [], [PASS])
BUY_ONE: Final[list[list[Option]]] = [[option, STOP] for option in BUYS]
# CAPSULE_RANGE[low * 5 + high]
CAPSULE_RANGE: Final[list[list[Option]]] = [
    CAPSULES[low : high + 1] for low in range(5) for high in range(5)
]
PRICE_WORDS: Final[list[str]] = ["0", "1", "2", "3", "4"]
