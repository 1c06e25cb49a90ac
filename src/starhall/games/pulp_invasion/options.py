"""The vocabulary of Pulp Invasion!: every option a player can ever choose, ready-made."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion.content import ABILITIES, COLOURS, MARKS, YELLOW, Content

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

LOWEST_FACES: Final[list[str]] = ["0", "1", "2", "3", "4", "5"]
# PI-6.12: a payment in points of Combat, Diplomacy and Super Science, at most 9 of each (PI-1.8)
AMOUNTS: Final[list[str]] = [f"{n // 100}/{n // 10 % 10}/{n % 10}" for n in range(1000)]


class Options:
    """The tables of options of one content; in play, building a list only indexes into them."""

    def __init__(self, content: Content) -> None:
        words = content.vocabulary
        dice = content.dice
        weapons = content.weapons
        count = len(dice)
        self.pairs: list[list[int]] = [
            [one, other] for one in range(count) for other in range(one + 1, count)
        ]
        pairs = [f"{dice[one]}/{dice[other]}" for one, other in self.pairs]
        die_ability = [f"{die}/{ability}" for die in dice for ability in ABILITIES]
        die_die = [f"{die}/{other}" for die in dice for other in dice]
        weapon_ability = [f"{weapon}/{ability}" for weapon in weapons for ability in ABILITIES]
        weapon_cube = [f"{weapon}/{colour}" for weapon in weapons for colour in COLOURS[:3]]

        self.keep: list[Option] = words.table("keep", pairs, "die", "die")
        self.visit: list[Option] = words.table("visit", content.planets, "planet")
        self.engage: Option = words.single("engage")
        self.evade: Option = words.single("evade")
        self.pay: Option = words.single("pay")
        self.evade_instead: Option = words.single("evade_instead")
        self.go: Option = words.single("go")

        # What a die is used for, by die
        self.boost: list[Option] = words.table("boost", die_ability, "die", "ability")
        self.overhaul: list[Option] = words.table("overhaul", dice, "die")
        self.tune: list[Option] = words.table("tune", dice, "die")
        self.seek: list[Option] = words.table("seek", dice, "die")
        self.sweep: list[Option] = words.table("sweep", dice, "die")
        self.borrow: list[Option] = words.table("borrow", die_die, "die", "die")
        self.swap: list[Option] = words.table("swap", dice, "die")
        self.reroll: list[Option] = words.table("reroll", dice, "die")
        self.scan: list[Option] = words.table("scan", dice, "die")
        self.extract: list[Option] = words.table("extract", dice, "die")
        self.fathom: list[Option] = words.table("fathom", dice, "die")
        self.probe: list[Option] = words.table("probe", dice, "die")

        # What follows from it
        self.turn: list[Option] = words.table("turn", LOWEST_FACES, "face")
        self.give: list[Option] = words.table("give", dice, "die")
        self.take: list[Option] = words.table("take", dice, "die")
        self.roll: list[Option] = words.table("roll", dice, "die")
        self.upgrade: list[Option] = words.table("upgrade", dice, "die")
        self.understand: list[Option] = words.table("understand", weapons, "weapon")
        self.decline: Option = words.single("decline")

        # Super Weapons
        self.fire: list[Option] = words.table("fire", weapons, "weapon")
        self.aim: list[Option] = words.table("aim", weapon_ability, "weapon", "ability")
        self.toll_bag: Option = words.single("toll_bag")
        self.toll_quietus: Option = words.single("toll_quietus")

        # Abilities, cubes, hand
        self.lose: list[Option] = words.table("lose", ABILITIES, "ability")
        self.lose_fatal: list[Option] = words.table("lose_fatal", ABILITIES, "ability", fatal=True)
        self.gain: list[Option] = words.table("gain", ABILITIES, "ability")
        self.remove: list[Option] = words.table("remove", COLOURS[:YELLOW], "cube")
        self.stop: Option = words.single("stop")
        self.drop: list[Option] = words.table("drop", MARKS, "mark")
        self.study: list[Option] = words.table("study", weapon_cube, "weapon", "cube")

        # The Search
        self.draw: Option = words.single("draw")
        self.act: Option = words.single("act")
        self.use: Option = words.single("use")
        self.no: Option = words.single("no")
        self.claim: list[Option] = words.table("claim", weapons, "weapon")
        self.raised: list[Option] = words.table("raise", ABILITIES, "ability")
        self.place: list[Option] = words.table("place", weapons, "weapon")

        # Payments: [100 * combat + 10 * diplomacy + science]; PI-15.2: `fatal` ones lose
        self.spend: list[Option] = words.table("spend", AMOUNTS)
        self.spend_fatal: list[Option] = words.table("spend_fatal", AMOUNTS, fatal=True)
        self.pay_fatal: Option = words.single("pay_fatal", fatal=True)
        self.gain_fatal: list[Option] = words.table("gain_fatal", ABILITIES, "ability", fatal=True)

        self.passes: list[Option] = [
            self.go,
            self.draw,
            self.stop,
            self.no,
            self.decline,
            self.pay,
        ]
