"""The vocabulary of Nexus Ops: every option there is, ready-made (section 12)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option, Vocabulary
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.cards import CARDS, ENERGIZE, FACTIONS, MISSIONS, UNITS

VOCABULARY: Final = Vocabulary()
UNIT_COUNT: Final = len(UNITS)
MOST: Final = 12  # the largest number ever asked for

_GROUPS: Final[list[str]] = [f"{hex}/{unit}" for hex in HEXES for unit in UNITS]

LEAD: Final[list[Option]] = VOCABULARY.table("lead", FACTIONS, "faction")
# Deployment
BUY: Final[list[Option]] = VOCABULARY.table("buy", UNITS, "unit")
PLACE: Final[list[Option]] = VOCABULARY.table("place", HEXES, "hex")
PLAY: Final[list[Option]] = VOCABULARY.table("play", ENERGIZE, "card")
EXCHANGE: Final[list[Option]] = VOCABULARY.table("exchange", CARDS, "card")
DONE: Final = VOCABULARY.single("done")
# Choices of a card
AT: Final[list[Option]] = VOCABULARY.table("at", HEXES, "hex")
TAKE: Final[list[Option]] = VOCABULARY.table("take", UNITS, "unit")
NUMBER: Final[list[Option]] = VOCABULARY.table("number", [str(n) for n in range(MOST + 1)])
STOP: Final = VOCABULARY.single("stop", -1)  # as a pick: no unit
RIVAL: Final[list[Option]] = VOCABULARY.table("rival", FACTIONS, "faction")
SIDE: Final[list[Option]] = VOCABULARY.table("side", ["attacker", "defender"], "side")
DICE: Final[list[Option]] = VOCABULARY.table(
    "dice",
    ["attacker/hits", "attacker/misses", "defender/hits", "defender/misses"],
    "side",
    "group",
)
# Movement and special attacks
MOVE: Final[list[Option]] = VOCABULARY.table("move", _GROUPS, "hex", "unit")
MARCH_ON: Final[list[Option]] = VOCABULARY.table("march", _GROUPS, "hex", "unit")
GO: Final[list[Option]] = VOCABULARY.table("go", HEXES, "hex")
END_MOVEMENT: Final = VOCABULARY.single("end_movement")
BREATHE: Final[list[Option]] = VOCABULARY.table("breathe", HEXES, "hex")
AIM: Final[list[Option]] = VOCABULARY.table("aim", HEXES, "hex")
FINISH: Final = VOCABULARY.single("finish")
# Battle
FIGHT: Final[list[Option]] = VOCABULARY.table("fight", HEXES, "hex")
SHATTER_ONE: Final = VOCABULARY.single("shatter")
PASS: Final = VOCABULARY.single("pass")
LOSE: Final[list[Option]] = VOCABULARY.table("lose", UNITS, "unit")
STRIKE: Final[list[Option]] = VOCABULARY.table("strike", UNITS, "unit")
CREEP_TO: Final[list[Option]] = VOCABULARY.table("creep", HEXES, "hex")
STAY: Final = VOCABULARY.single("stay")
# Missions and the draw
SCORE: Final[list[Option]] = VOCABULARY.table("score", MISSIONS, "card")
DECLINE: Final = VOCABULARY.single("decline")
CONTINUE: Final = VOCABULARY.single("continue")
DRAW_ENERGIZE: Final = VOCABULARY.single("draw_energize")
TAKE_HILL: Final = VOCABULARY.single("take_hill")
KEEP: Final[list[Option]] = VOCABULARY.table("keep", MISSIONS, "card")
GIVE: Final[list[Option]] = VOCABULARY.table("give", CARDS, "card")
GIVE_NOTHING: Final = VOCABULARY.single("give_nothing")
END_TURN: Final = VOCABULARY.single("end_turn")

# Kinds of decisions, as section 12 names them.
D_FACTION: Final = "faction"
D_DEPLOY: Final = "deploy"
D_PLACE: Final = "place"
D_CARD_HEX: Final = "card_hex"
D_CARD_FROM: Final = "card_from"
D_CARD_TO: Final = "card_to"
D_CARD_NUMBER: Final = "card_number"
D_CARD_UNIT: Final = "card_unit"
D_CARD_SLOT: Final = "card_slot"
D_CARD_PLAYER: Final = "card_player"
D_CARD_SIDE: Final = "card_side"
D_CARD_DICE: Final = "card_dice"
D_MOVE: Final = "move"
D_DEST: Final = "dest"
D_BREATH: Final = "breath"
D_BREATH_TARGET: Final = "breath_target"
D_BREATH_VICTIM: Final = "breath_victim"
D_CASUALTY: Final = "casualty"
D_DIRECTED: Final = "directed"
D_BATTLE_HEX: Final = "battle_hex"
D_DEFENDER: Final = "defender"
D_WINDOW: Final = "window"
D_BATTLE_MISSION: Final = "battle_mission"
D_OBJECTIVE: Final = "objective"
D_HILL: Final = "hill"
D_TOP: Final = "top"
D_PASS_CARD: Final = "pass_card"
D_END: Final = "end"
D_CREEP: Final = "creep"
D_CREEP_NUMBER: Final = "creep_number"
