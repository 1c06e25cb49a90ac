"""The legality rules; each is registered next to the code it concerns."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import Questions
from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.state import Table

QUESTIONS: Final[Questions] = Questions()


def passing(s: Table, decision: Decision) -> list[Option]:
    """The option that declines."""
    return [s.options.pass_]


def must(kind: str, rule: str, key: str) -> None:
    """At this decision nobody may pass."""

    def why_not_pass(s: Table, decision: Decision, option: Option) -> Reason | None:
        return Reason(rule, key)

    QUESTIONS.rule(kind, passing)(why_not_pass)
