"""The vocabulary of Pulp Invasion!: every option a player can ever choose, ready-made."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option, Vocabulary
from starhall.games.pulp_invasion.cards import ABILITIES, COLOURS, DICE, MARKS, PLANETS, WEAPONS

# The decisions of section 15
D_DICE: Final = "choose_dice"
D_PLANET: Final = "choose_planet"
D_ENCOUNTER: Final = "encounter_choice"
D_BOOST: Final = "engage_boost"
D_PAY: Final = "pay_demand"
D_EVADE: Final = "evade_boost"
D_EVADE_PAY: Final = "evade_pay"
D_LOWER: Final = "lower_die"
D_BORROW: Final = "borrowed_face"
D_GIVE: Final = "give_die"
D_TAKE: Final = "take_die"
D_REROLL: Final = "reroll_die"
D_UPGRADE: Final = "upgrade_die"
D_UNDERSTAND: Final = "understand_weapon"
D_LOSE: Final = "lose_ability"
D_GAIN: Final = "gain_ability"
D_SEARCH: Final = "search_action"
D_DROP: Final = "drop_card"
D_PICK: Final = "pick_cube"
D_SCAN_WEAPON: Final = "choose_weapon"
D_CLAIM: Final = "claim_weapon"
D_CUBE: Final = "use_cube"
D_STUDY: Final = "study_target"
D_BELL: Final = "void_bell_mode"

VOCABULARY: Final = Vocabulary()
_PAIRS: Final[list[str]] = [
    f"{one}/{other}" for i, one in enumerate(DICE) for other in DICE[i + 1 :]
]
_DIE_ABILITY: Final[list[str]] = [f"{die}/{ability}" for die in DICE for ability in ABILITIES]
_WEAPON_ABILITY: Final[list[str]] = [f"{w}/{ability}" for w in WEAPONS for ability in ABILITIES]

KEEP: Final = VOCABULARY.table("keep", _PAIRS, "die", "die")
VISIT: Final = VOCABULARY.table("visit", PLANETS, "planet")
ENGAGE: Final = VOCABULARY.single("engage")
EVADE: Final = VOCABULARY.single("evade")
PAY: Final = VOCABULARY.single("pay")
EVADE_INSTEAD: Final = VOCABULARY.single("evade_instead")
GO: Final = VOCABULARY.single("go")

# What a die is used for, by die
BOOST: Final = VOCABULARY.table("boost", _DIE_ABILITY, "die", "ability")
OVERHAUL: Final = VOCABULARY.table("overhaul", DICE, "die")
TUNE: Final = VOCABULARY.table("tune", DICE, "die")
SEEK: Final = VOCABULARY.table("seek", DICE, "die")
SWEEP: Final = VOCABULARY.table("sweep", DICE, "die")
BORROW: Final = VOCABULARY.table(
    "borrow", [f"{die}/{other}" for die in DICE for other in DICE], "die", "die"
)
SWAP: Final = VOCABULARY.table("swap", DICE, "die")
REROLL: Final = VOCABULARY.table("reroll", DICE, "die")
SCAN: Final = VOCABULARY.table("scan", DICE, "die")
EXTRACT: Final = VOCABULARY.table("extract", DICE, "die")
FATHOM: Final = VOCABULARY.table("fathom", DICE, "die")
PROBE: Final = VOCABULARY.table("probe", DICE, "die")

# What follows from it
TURN: Final = VOCABULARY.table("turn", ["0", "1", "2", "3", "4", "5"], "face")
GIVE: Final = VOCABULARY.table("give", DICE, "die")
TAKE: Final = VOCABULARY.table("take", DICE, "die")
ROLL: Final = VOCABULARY.table("roll", DICE, "die")
UPGRADE: Final = VOCABULARY.table("upgrade", DICE, "die")
UNDERSTAND: Final = VOCABULARY.table("understand", WEAPONS, "weapon")
DECLINE: Final = VOCABULARY.single("decline")

# Super Weapons
FIRE: Final = VOCABULARY.table("fire", WEAPONS, "weapon")
AIM: Final = VOCABULARY.table("aim", _WEAPON_ABILITY, "weapon", "ability")
TOLL_BAG: Final = VOCABULARY.single("toll_bag")
TOLL_QUIETUS: Final = VOCABULARY.single("toll_quietus")

# Abilities, cubes, hand
LOSE: Final = VOCABULARY.table("lose", ABILITIES, "ability")
LOSE_FATAL: Final = VOCABULARY.table("lose_fatal", ABILITIES, "ability")
GAIN: Final = VOCABULARY.table("gain", ABILITIES, "ability")
REMOVE: Final = VOCABULARY.table("remove", COLOURS[:5], "cube")
STOP: Final = VOCABULARY.single("stop")
DROP: Final = VOCABULARY.table("drop", MARKS, "mark")
STUDY: Final = VOCABULARY.table(
    "study", [f"{w}/{colour}" for w in WEAPONS for colour in COLOURS[:3]], "weapon", "cube"
)

# The Search
DRAW: Final = VOCABULARY.single("draw")
ACT: Final = VOCABULARY.single("act")
USE: Final = VOCABULARY.single("use")
NO: Final = VOCABULARY.single("no")
CLAIM: Final = VOCABULARY.table("claim", WEAPONS, "weapon")
RAISE: Final = VOCABULARY.table("raise", ABILITIES, "ability")
PLACE: Final = VOCABULARY.table("place", WEAPONS, "weapon")

# Payments: SPEND[100 * combat + 10 * diplomacy + science]; PI-15.2 marks those that lose
_AMOUNTS: Final[list[str]] = [f"{n // 100}/{n // 10 % 10}/{n % 10}" for n in range(1000)]
SPEND: Final = VOCABULARY.table("spend", _AMOUNTS)
SPEND_FATAL: Final = VOCABULARY.table("spend_fatal", _AMOUNTS)

PASSES: Final[tuple[Option, ...]] = (GO, DRAW, STOP, NO, DECLINE, PAY)
