"""How the rarer questions are asked: every decision can be taken up again from the state."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.cards import CARDS
from starhall.games.nexus_ops.state import Table


async def choose(s: Table, seat: int, kind: str, options: list[Option], about: str = "") -> Option:
    """One open decision of a seat."""
    s.strands[0].fresh = True
    return await Decision(seat, kind, options, about)


async def pick(s: Table, kind: str, options: list[Option]) -> int:
    """One choice of the card being resolved, made by its player and kept in `picks` (NX-16.7)."""
    s.strands[0].fresh = True
    choice = await Decision(s.card_seat, kind, options, CARDS[s.card])
    s.picks.append(choice.value)
    return choice.value
