"""The vocabulary of Cassiopeia: every option there is, ready-made (section 12)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.content import (
    BOT,
    CAPSULE,
    CELL,
    MOST_OF_A_KIND,
    RESOURCES,
    ROW,
    Content,
)

# The kinds of decisions (section 12).
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

DECLINES: Final = ("done", "pass", "skip", "stop")  # verbs


class Options:
    """The options that name the cards of one content, in the order of their numbers."""

    def __init__(self, content: Content) -> None:
        words = content.vocabulary
        loose = RESOURCES[:CAPSULE]  # what can be taken, discarded and asked for in a cost
        self.pick = words.table("pick", content.specialist_cards, "card")
        self.colour = words.table("colour", content.colours, "colour")
        self.system = words.table("system", content.systems, "system")
        self.choose = words.table("choose", content.specialists, "specialist")
        start_effects = [effect.name for effect in content.start_effects]
        self.use = words.table("use", start_effects, "start_effect")
        self.done = words.single("done")
        self.target = words.table("target", content.colours, "colour")
        self.give = words.table("give", loose, "resource")
        self.take = words.table("take", loose, "resource")
        self.swap = words.table("swap", [str(place + 1) for place in range(ROW)], "place")
        self.effect = words.single("effect")
        self.purchase = words.table("purchase", RESOURCES[BOT:CAPSULE], "resource")
        self.skip = words.single("skip")
        self.pass_ = words.single("pass")
        self.buy = words.table("buy", RESOURCES[BOT:], "resource")
        self.upgrade = words.table("upgrade", RESOURCES[:CELL], "resource")
        self.stop = words.single("stop")
        self.build = words.table("build", content.faces, "face")
        self.turn = words.table("turn", content.faces, "face")  # the side it turns to
        self.requisition = words.table("requisition", content.colours, "colour")
        self.terraform = words.table("terraform", content.planets, "planet")
        self.drop = words.table("drop", loose, "resource")
        self.substitute = words.table("substitute", RESOURCES[BOT:CELL], "resource")
        jokers = [str(number) for number in range(MOST_OF_A_KIND + 1)]
        self.capsules = words.table("capsules", jokers, "jokers")
        self.discard = words.table("discard", loose, "resource")

        # Ready-made lists by a mask of what is possible, so that asking need not build any.
        self.give_any = by_mask(self.give, [], [])
        self.take_any = by_mask(self.take, [], [])
        self.discard_any = by_mask(self.discard, [], [])
        self.phase_2 = by_mask(self.purchase, [self.effect], [self.skip])
        self.purchase_any = by_mask(self.purchase, [], [self.pass_])
        self.upgrade_any = by_mask(self.upgrade, [], [self.pass_])


def by_mask(table: list[Option], before: list[Option], after: list[Option]) -> list[list[Option]]:
    """For every set of places in the table: those options, between what is always offered."""
    return [
        before + [option for i, option in enumerate(table) if mask >> i & 1] + after
        for mask in range(1 << len(table))
    ]
