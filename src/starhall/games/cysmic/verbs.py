"""The verbs of CY-25.2 and who carries them out; modules with rules enter theirs here.

Effects call rules and rules call effects (an Event collapses a hex, a unit escapes onto a Relic
Token, its finder draws another Event), so the two meet in this table and not by import.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from starhall.engine.errors import ContentError
from starhall.games.cysmic.cards import ODD, VERBS, Clause
from starhall.games.cysmic.table import Table

Handler = Callable[[Table, int, Clause], Coroutine[Any, Any, None]]
Predicate = Callable[[Table, int, Clause], bool]

HANDLERS: Final[dict[int, Handler]] = {}
PREDICATES: Final[dict[int, Predicate]] = {}
ODD_HANDLERS: Final[dict[int, Handler]] = {}
ODD_PREDICATES: Final[dict[int, Predicate]] = {}
ODD_VERB: Final = VERBS.index("odd")


def enter(verb: str, handler: Handler, predicate: Predicate) -> None:
    """This verb is carried out so, and can take effect when."""
    HANDLERS[VERBS.index(verb)] = handler
    PREDICATES[VERBS.index(verb)] = predicate


def enter_odd(name: str, handler: Handler, predicate: Predicate) -> None:
    """This card needs code of its own (CY-25.19)."""
    ODD_HANDLERS[ODD.index(name)] = handler
    ODD_PREDICATES[ODD.index(name)] = predicate


async def resolve(s: Table, seat: int, clauses: list[Clause]) -> None:
    """CY-25.1: part by part; what cannot be done is left out."""
    for clause in clauses:
        if clause.verb == ODD_VERB:
            await ODD_HANDLERS[clause.a](s, seat, clause)
        else:
            await HANDLERS[clause.verb](s, seat, clause)


def possible(s: Table, seat: int, clauses: list[Clause]) -> bool:
    """CY-17.6: can at least one part take effect?"""
    for clause in clauses:
        if clause.verb == ODD_VERB:
            if ODD_PREDICATES[clause.a](s, seat, clause):
                return True
        elif PREDICATES[clause.verb](s, seat, clause):
            return True
    return False


def always(s: Table, seat: int, clause: Clause) -> bool:
    return True


def check_complete() -> None:
    """No effect without a rule behind it: called once when the game is put together."""
    for verb, name in enumerate(VERBS):
        if verb != ODD_VERB and (verb not in HANDLERS or verb not in PREDICATES):
            raise ContentError(f"the verb '{name}' has no rule behind it")
    for odd, name in enumerate(ODD):
        if odd not in ODD_HANDLERS or odd not in ODD_PREDICATES:
            raise ContentError(f"the odd effect '{name}' has no rule behind it")
