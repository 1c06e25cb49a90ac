"""What a player of Cysmic might expect to be offered, and the rule that forbids it."""

# mypyc: off

from __future__ import annotations

from starhall.engine.decision import Decision, Refusal
from starhall.games.cysmic.table import Table


def refusals(view: Table, decision: Decision) -> list[Refusal]:
    return []
