"""What the cards can say (section 16): the verbs, registered where the rules carry them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from starhall.engine.text.content import Number, OneOf, Verbs, one_of
from starhall.games.cassiopeia.content import RESOURCES, Act, Content, WhyNotUse

RESOURCE: Final[OneOf] = one_of(*RESOURCES)
COUNT: Final[Number] = Number(1, 9)


class Offer:
    """An effect that a player may use in START: why not now, and what it does."""

    def __init__(self, why_not: WhyNotUse, act: Act) -> None:
        self.why_not = why_not
        self.act = act


# Enters a passive power into the content: its source (the bit of a complex, the side of a base),
# whether it is a Logistics clause, and its numbers. `when` takes the window and the same flag.
Power: TypeAlias = Callable[[Content, int, bool, list[int]], None]

ACTS: Final[Verbs[Act]] = Verbs()  # of specialists
AUTOMATIC: Final[Verbs[Act]] = Verbs()  # of complexes, by themselves (CA-4.16)
OFFERS: Final[Verbs[Offer]] = Verbs()  # of complexes and objects, used in START
POWERS: Final[Verbs[Power]] = Verbs()  # of complexes and bases, always there
