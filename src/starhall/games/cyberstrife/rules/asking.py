"""How Cyberstrife asks: players who concede take the default of section 14."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cyberstrife.options import D_DEFEND, LANES
from starhall.games.cyberstrife.state import Table

PASSES: Final = ("done", "skip", "keep", "leave_empty")


def ask(s: Table, decision: Decision) -> Decision:
    """A conceding player's answers take the default (CS-10.8, CS-17.6)."""
    if s.closing or s.players[decision.seat].conceding:
        decision.options = [default(decision)]
        decision.automatic = True
    return decision


def default(decision: Decision) -> Option:
    """The default column of section 14: pass if possible, otherwise the first by id (CS-14.3)."""
    lane_to_fill = decision.kind == D_DEFEND and decision.about == LANES[0]
    if not lane_to_fill:
        for option in decision.options:
            if option.verb in PASSES:
                return option
    return min([option for option in decision.options if option.verb not in PASSES], key=by_id)


def by_id(option: Option) -> str:
    return option.arg


def designs(cards: list[int]) -> list[int]:
    """CS-13.7: equal cards are interchangeable, so options are listed per design."""
    return sorted(set(cards))
