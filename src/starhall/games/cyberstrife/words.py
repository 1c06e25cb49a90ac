"""The vocabulary of Cyberstrife: every option there is, ready-made (section 14)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.options import Option, Vocabulary
from starhall.games.cyberstrife.cards import TRAITS, UNITS

LANES: Final[list[str]] = ["1", "2", "3"]
VOCABULARY: Final = Vocabulary()

MARK_UNIT: Final[list[Option]] = VOCABULARY.table("mark", UNITS, "unit")
MARK_TRAIT: Final[list[Option]] = VOCABULARY.table("mark_trait", TRAITS, "trait")
DONE: Final = VOCABULARY.single("done")
PEEK_AT: Final[list[Option]] = VOCABULARY.table("peek", LANES, "lane")
SKIP: Final = VOCABULARY.single("skip")
PLACE: Final[list[Option]] = VOCABULARY.table("place", UNITS, "unit")
LEAVE_EMPTY: Final = VOCABULARY.single("leave_empty")
SWAP_LANES: Final[list[Option]] = VOCABULARY.table("swap", ["1/2", "1/3", "2/3"], "lane", "lane")
KEEP: Final = VOCABULARY.single("keep")
STACK_ON: Final[list[Option]] = VOCABULARY.table("stack", LANES, "lane")
DISCARD: Final[list[Option]] = VOCABULARY.table("discard", UNITS, "unit")
CONCEDE: Final = VOCABULARY.single("concede")

SWAPPED: Final[list[tuple[int, ...]]] = [(0, 1), (0, 2), (1, 2)]

D_MARK: Final = "mark_discard"
D_PEEK: Final = "peek_lane"
D_ATTACK: Final = "place_attacker"
D_SWAP: Final = "swap_lanes"
D_STACK: Final = "stack_duplicate"
D_DEFEAT: Final = "defeat_discard"
D_SIFT: Final = "sift_discard"
D_LIMIT: Final = "limit_discard"
D_DEFEND: Final = "place_defender"
