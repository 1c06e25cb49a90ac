"""The verbs of CY-25.2: effects that are done once, entered by the rules that carry them out.

Effects call rules and rules call effects (an Event collapses a hex, a unit escapes onto a Relic
Token, its finder draws another Event). They find each other in this table, because imports in both
directions would be circular.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from starhall.engine.text.content import Number, Verbs, one_of
from starhall.games.cysmic.content import KINDS, Clause
from starhall.games.cysmic.state import Table

Handler = Callable[[Table, int, Clause], Coroutine[Any, Any, None]]

EFFECTS: Final[Verbs[Handler]] = Verbs()
ANY_NUMBER: Final = Number()
SOME: Final = Number(1)
NO_MORE: Final = Number(None, 0)  # a price that can only fall
KIND: Final = one_of(*KINDS)


async def carry_out(s: Table, seat: int, source: str, clauses: list[Clause]) -> None:
    """All effects of a card or bonus action; `source` is the key of its name."""
    before, s.source = s.source, source
    await resolve(s, seat, clauses)
    s.source = before


async def resolve(s: Table, seat: int, clauses: list[Clause]) -> None:
    """CY-25.1: part by part; what cannot be done is left out."""
    for clause in clauses:
        assert clause.handler is not None
        await clause.handler(s, seat, clause)


def possible(s: Table, seat: int, clauses: list[Clause]) -> bool:
    """CY-17.6: can at least one part take effect?"""
    for clause in clauses:
        if clause.when(s, seat, clause):
            return True
    return False
