"""The options of Nexus Ops, made once for a content (section 12)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.content import Content

MOST: Final = 12  # the largest number ever asked for


class Options:
    """Everything a player can ever choose, by verb."""

    def __init__(self, content: Content) -> None:
        words = content.vocabulary
        units = content.units
        groups = [f"{hex}/{unit}" for hex in HEXES for unit in units]
        self.lead: list[Option] = words.table("lead", content.factions, "faction")
        # Deployment
        self.buy: list[Option] = words.table("buy", units, "unit")
        self.place: list[Option] = words.table("place", HEXES, "hex")
        self.play: list[Option] = words.table("play", content.energize, "card")
        self.exchange: list[Option] = words.table("exchange", content.cards, "card", costly=True)
        self.done: Option = words.single("done")
        # Choices of a card
        self.at: list[Option] = words.table("at", HEXES, "hex")
        self.take: list[Option] = words.table("take", units, "unit")
        self.number: list[Option] = words.table("number", [str(n) for n in range(MOST + 1)])
        self.stop: Option = words.single("stop", -1)  # as a pick: no unit
        self.rival: list[Option] = words.table("rival", content.factions, "faction")
        self.side: list[Option] = words.table("side", ["attacker", "defender"], "side")
        groups_of_dice = [
            f"{side}/{group}" for side in ("attacker", "defender") for group in ("hits", "misses")
        ]
        self.dice: list[Option] = words.table("dice", groups_of_dice, "side", "group")
        # Movement and special attacks
        self.move: list[Option] = words.table("move", groups, "hex", "unit")
        self.march: list[Option] = words.table("march", groups, "hex", "unit")
        self.go: list[Option] = words.table("go", HEXES, "hex")
        self.end_movement: Option = words.single("end_movement")
        self.breathe: list[Option] = words.table("breathe", HEXES, "hex")
        self.aim: list[Option] = words.table("aim", HEXES, "hex")
        self.finish: Option = words.single("finish")
        # Battle
        self.fight: list[Option] = words.table("fight", HEXES, "hex")
        self.shatter: Option = words.single("shatter")
        self.pass_: Option = words.single("pass")
        self.lose: list[Option] = words.table("lose", units, "unit")
        self.strike: list[Option] = words.table("strike", units, "unit")
        self.creep: list[Option] = words.table("creep", HEXES, "hex")
        self.stay: Option = words.single("stay")
        # Missions and the draw
        self.score: list[Option] = words.table("score", content.missions, "card")
        self.decline: Option = words.single("decline")
        self.continue_: Option = words.single("continue")
        self.draw_energize: Option = words.single("draw_energize")
        self.take_hill: Option = words.single("take_hill")
        self.keep: list[Option] = words.table("keep", content.missions, "card")
        self.give: list[Option] = words.table("give", content.cards, "card")
        self.give_nothing: Option = words.single("give_nothing")
        self.end_turn: Option = words.single("end_turn")


# The verbs that end a choice without doing anything; one of them is taken when time is up.
PASSES: Final[tuple[str, ...]] = (
    "done", "end_movement", "finish", "pass", "decline", "continue", "give_nothing", "end_turn",
    "stay", "stop",
)  # fmt: skip
