"""Asks decisions whose options come from the legality rules.

The rules themselves are next to what they allow: `@QUESTIONS.rule(kind, candidates)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import Candidates, Questions, WhyNot
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.content import TERRAINS
from starhall.games.nexus_ops.rules.control import are_enemies
from starhall.games.nexus_ops.rules.decks import add_exchanges
from starhall.games.nexus_ops.state import Table

QUESTIONS: Final = Questions()


async def ask(s: Table, seat: int, kind: str, about: str = "") -> Option:
    """One open decision of a seat."""
    return await QUESTIONS.ask(s, seat, kind, about)


async def pick(s: Table, kind: str) -> int:
    """One choice of the card being resolved, made by its player and kept in `picks` (NX-16.7)."""
    choice = await QUESTIONS.ask(s, s.card_seat, kind, s.content.cards[s.card])
    s.picks.append(choice.value)
    return choice.value


def card_rule(verb: str, kind: str, candidates: Candidates) -> Callable[[WhyNot], WhyNot]:
    """A rule for one choice of the cards with this verb."""

    def of_this_card(s: Table, decision: Decision) -> list[Option]:
        return candidates(s, decision) if s.content.verb[s.card] == verb else []

    return QUESTIONS.rule(kind, of_this_card)


# Candidates that several decisions share


def card_hexes(s: Table, decision: Decision) -> list[Option]:
    """Every hex of the board, in the order of their numbers."""
    return [s.options.at[hex] for hex in sorted(s.board.hexes)]


def rivals(s: Table, decision: Decision) -> list[Option]:
    """All other players, clockwise from the seat's left."""
    seats = [(decision.seat + step) % s.seats for step in range(1, s.seats)]
    return [s.options.rival[s.players[seat].faction] for seat in seats]


def exchanges(s: Table, decision: Decision) -> list[Option]:
    """NX-11.14: any card in hand."""
    options: list[Option] = []
    add_exchanges(s, s.players[decision.seat], options)
    return options


# Reasons that several decisions share


def no_entry(s: Table, slot: int, hex: int) -> Reason:
    """NX-5.6, NX-17.9: the terrain bars the unit."""
    terrain = TERRAINS[s.terrain[hex]]
    values: dict[str, object] = {
        "unit": s.content.units[slot + s.alternate], "hex": HEXES[hex], "terrain": terrain
    }  # fmt: skip
    return Reason("NX-17.9" if terrain == "vortex" else "NX-5.6", "no_entry", values)


def not_an_enemy_there(s: Table, seat: int, other: int, hex: int) -> Reason | None:
    """NX-1.9: why another player in a hex cannot be attacked."""
    if not are_enemies(s, seat, other):
        return Reason("NX-1.9", "is_partner", {"who": other})
    if not s.players[other].stacks[hex]:
        return Reason("NX-1.9", "not_there", {"who": other, "hex": HEXES[hex]})
    return None
