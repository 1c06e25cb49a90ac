"""R."""

# mypyc: off
from starhall.engine.decision import Decision, Refusal
from starhall.games.nexus_ops.state import Table


def refusals(view: Table, decision: Decision) -> list[Refusal]:
    return []
