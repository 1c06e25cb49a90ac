"""Asks decisions whose options come from the legality rules.

The rules themselves are next to what they allow: `@QUESTIONS.rule(kind, candidates)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import Candidates, Questions, Rule, WhyNot
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES, MONO, hexes_of
from starhall.games.nexus_ops.content import MONOLITH, SLOT_COUNT, TERRAINS, VORTEX
from starhall.games.nexus_ops.rules.control import are_enemies
from starhall.games.nexus_ops.rules.decks import add_exchanges
from starhall.games.nexus_ops.state import Table

QUESTIONS: Final = Questions()


async def ask(s: Table, seat: int, kind: str, about: str = "") -> Option:
    """One open decision of a seat."""
    return await QUESTIONS.ask(s, seat, kind, about)


# The choices of a card: by kind of decision and verb of the card

CHOICES: Final[dict[str, dict[str, Rule]]] = {}


async def pick(s: Table, kind: str) -> int:
    """One choice of the card being resolved, made by its player and kept in `picks` (NX-16.7)."""
    choice = await QUESTIONS.ask(s, s.card_seat, kind, card_about(s))
    s.picks.append(choice.value)
    return choice.value


async def pick_hex(s: Table, kind: str, hexes: int) -> int:
    """The same, with the hexes already known."""
    options = [s.options.at[hex] for hex in hexes_of(hexes)]
    choice = await Decision(s.card_seat, kind, options, card_about(s))
    s.picks.append(choice.value)
    return choice.value


def card_about(s: Table) -> str:
    """What a choice of a card is about: the card's effect and the card itself."""
    return f"{s.content.verb[s.card]}/{s.content.cards[s.card]}"


def card_rule(verb: str, kind: str, candidates: Candidates) -> Callable[[WhyNot], WhyNot]:
    """A rule for one choice of the cards with this verb."""
    if kind not in CHOICES:
        CHOICES[kind] = {}
        QUESTIONS.rule(kind, card_candidates)(why_not_pick)

    def enter(why_not: WhyNot) -> WhyNot:
        CHOICES[kind][verb] = Rule(candidates, why_not)
        return why_not

    return enter


def choice_at(s: Table, decision: Decision) -> Rule:
    return CHOICES[decision.kind][s.content.verb[s.card]]


def card_candidates(s: Table, decision: Decision) -> list[Option]:
    return choice_at(s, decision).candidates(s, decision)


def why_not_pick(s: Table, decision: Decision, option: Option) -> Reason | None:
    return choice_at(s, decision).why_not(s, decision, option)


# Candidates that several decisions share


def card_hexes(s: Table, decision: Decision) -> list[Option]:
    """Every hex of the board, in the order of their numbers."""
    return [s.options.at[hex] for hex in sorted(s.board.hexes)]


def sheet(s: Table, options: list[Option]) -> list[Option]:
    """The options of a table by unit that belong to this game's sheet."""
    return options[s.alternate : s.alternate + SLOT_COUNT]


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


def place_name(s: Table, hex: int) -> str:
    """NX-17.9: in the middle lies the Monolith, or the Vortex."""
    return "vortex" if hex == MONO and s.vortex else HEXES[hex]


def no_entry(s: Table, slot: int, hex: int) -> Reason:
    """NX-5.6, NX-17.9: the terrain bars the unit."""
    terrain = s.terrain[hex]
    if terrain == VORTEX:
        return Reason("NX-17.9", "no_entry_vortex")
    values: dict[str, object] = {"unit": s.content.units[slot + s.alternate]}
    if terrain == MONOLITH:
        return Reason("NX-5.6", "no_entry_monolith", values)
    values["hex"] = HEXES[hex]
    values["terrain"] = TERRAINS[terrain]
    return Reason("NX-5.6", "no_entry", values)


def not_an_enemy_there(s: Table, seat: int, other: int, hex: int) -> Reason | None:
    """NX-1.9: why another player in a hex cannot be attacked."""
    if not are_enemies(s, seat, other):
        return Reason("NX-1.9", "is_partner", {"who": other})
    if not s.players[other].stacks[hex]:
        return Reason("NX-1.9", "not_there", {"who": other, "hex": HEXES[hex]})
    return None
