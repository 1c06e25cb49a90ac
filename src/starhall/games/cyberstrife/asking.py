"""How Cyberstrife asks: every decision can be taken up again from the state (section 14)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cyberstrife.state import Table, Turn
from starhall.games.cyberstrife.words import D_DEFEND, DONE, KEEP, LEAVE_EMPTY, SKIP

PASSES = (DONE, SKIP, KEEP, LEAVE_EMPTY)


def ask(
    s: Table,
    turn: Turn,
    seat: int,
    kind: str,
    options: list[Option],
    about: str = "",
    secret: bool = False,
) -> Decision:
    """One decision; a conceding player's answers take the default (CS-10.8, CS-17.6)."""
    turn.fresh = True
    decision = Decision(seat, kind, options, about, secret)
    if s.closing or s.players[seat].conceding:
        decision.options = [default(kind, options, about)]
        decision.automatic = True
    return decision


def default(kind: str, options: list[Option], about: str) -> Option:
    """The default column of section 14: pass if one may, else the first by id (CS-14.3)."""
    lane_to_fill = kind == D_DEFEND and about == "1"
    if not lane_to_fill:
        for option in options:
            if option in PASSES:
                return option
    return min([option for option in options if option not in PASSES], key=by_id)


def by_id(option: Option) -> str:
    return option.arg


def designs(cards: list[int]) -> list[int]:
    """CS-13.7: equal cards are interchangeable, so options are listed per design."""
    return sorted(set(cards))
