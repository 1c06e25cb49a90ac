# mypyc: off
"""Standing orders: choices that a player can leave to the table, if the game offers them.

    orders = (Order("decline_trades", ("answer",), takes("decline")),)

An order answers decisions of some kinds. It sees what the seat sees, and gives one of the offered
options, or None if the player should be asked. Its sentence is `order.<id>` in the text catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.legality import Questions
from starhall.engine.rules.options import Option

Answer = Callable[[Any, Decision], Option | None]  # from the view of the seat that is asked


class Order(msgspec.Struct, frozen=True):
    """A standing order that a seat can give."""

    id: str
    kinds: tuple[str, ...]  # of the decisions that it answers
    choose: Answer

    def answer(self, view: Any, decision: Decision) -> Option | None:
        """The choice at this decision, if the order makes one."""
        if decision.kind not in self.kinds:
            return None
        choice = self.choose(view, decision)
        if choice is not None and choice not in decision.options:
            raise RulesFault(
                f"the order '{self.id}' chooses '{choice.token}', which is not offered"
            )
        return choice


def takes(*verbs: str) -> Answer:
    """The first offered option with one of these verbs, such as passing or declining."""

    def choose(_: Any, decision: Decision) -> Option | None:
        return next((option for option in decision.options if option.verb in verbs), None)

    return choose


def check_orders(game: str, orders: Sequence[Order], questions: Questions) -> None:
    """Check on import that every order has its own id and answers decisions that exist."""
    seen: set[str] = set()
    for order in orders:
        if not order.id.isidentifier() or order.id in seen:
            raise RulesFault(f"{game} needs another id for the order '{order.id}'")
        seen.add(order.id)
        unknown = [kind for kind in order.kinds if kind not in questions.rules]
        if unknown or not order.kinds:
            raise RulesFault(
                f"the order '{order.id}' of {game} names no decision that exists: "
                f"{', '.join(unknown) or 'it has no kinds'}"
            )
