"""What a player might expect at each decision, and the rule that forbids it.

Each module of the rules enters its own decisions here.
"""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.legality import Questions
from starhall.games.pulp_invasion.state import Table

QUESTIONS: Final = Questions()
SEAT: Final = 0  # PI-1.1: the only one


def ask(s: Table, kind: str, about: str = "") -> Decision:
    """A decision whose options come from the rules."""
    return QUESTIONS.ask(s, SEAT, kind, about)
