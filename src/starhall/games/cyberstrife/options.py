"""The vocabulary of Cyberstrife: every option there is, ready-made (section 14)."""

from __future__ import annotations

from typing import Final

from starhall.games.cyberstrife.content import Content

LANES: Final[list[str]] = ["1", "2", "3"]
SWAPPED: Final[list[tuple[int, ...]]] = [(0, 1), (0, 2), (1, 2)]

# The kinds of decisions.
D_MARK: Final = "mark_discard"
D_PEEK: Final = "peek_lane"
D_ATTACK: Final = "place_attacker"
D_SWAP: Final = "swap_lanes"
D_STACK: Final = "stack_duplicate"
D_DEFEAT: Final = "defeat_discard"
D_SIFT: Final = "sift_discard"
D_LIMIT: Final = "limit_discard"
D_DEFEND: Final = "place_defender"


class Options:
    """The options of a match, by what they name."""

    def __init__(self, content: Content) -> None:
        words = content.vocabulary
        self.mark_unit = words.table("mark", content.units, "unit")
        self.mark_trait = words.table("mark_trait", content.traits, "trait")
        self.done = words.single("done")
        self.peek = words.table("peek", LANES, "lane")
        self.skip = words.single("skip")
        self.place = words.table("place", content.units, "unit")
        self.leave_empty = words.single("leave_empty")
        self.swap = words.table("swap", ["1/2", "1/3", "2/3"], "lane", "lane")
        self.keep = words.single("keep")
        self.stack = words.table("stack", LANES, "lane")
        self.discard = words.table("discard", content.units, "unit")
        self.concede = words.single("concede")
