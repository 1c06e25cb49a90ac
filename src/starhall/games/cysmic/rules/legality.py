"""What the rules of legality have in common: candidates, and reasons that recur (CY-21).

The rule of a decision is next to the code that asks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.legality import Candidates, Questions
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import UNKNOWN, Zone
from starhall.games.cysmic.content import ALL_TYPES, IS_COMBAT, TYPES
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.options import Ask, hex_of, type_of
from starhall.games.cysmic.rules.board import locked, room
from starhall.games.cysmic.state import DEVASTATED, GROUNDS, NONE, Table

QUESTIONS: Final = Questions()

# Why a seat cannot choose a value (a hex, a piece, a seat, a die), going by the given numbers
Why = Callable[[Table, int, int, list[int]], Reason | None]


NO_NUMBERS: Final[list[int]] = []


class Question(Decision):
    """A decision of Cysmic. For some, the kind and the state are not enough.

    `given` are the numbers that its rule uses, `why` is that rule if several effects ask the same
    kind of question, and `way_out` is the option that declines, if there is one.
    """

    __slots__ = ("given", "way_out", "why")

    def __init__(
        self,
        seat: int,
        kind: str,
        options: list[Option],
        about: str = "",
        given: list[int] | None = None,
        way_out: Option | None = None,
        why: Why | None = None,
    ) -> None:
        if way_out is not None:
            options.append(way_out)
        Decision.__init__(self, seat, kind, options, about)  # faster than super()
        self.given = given if given is not None else NO_NUMBERS
        self.way_out = way_out
        self.why = why

    def idle(self) -> bool:
        """Is there nothing to choose but the way out?"""
        return len(self.options) == (0 if self.way_out is None else 1)

    def copy(self) -> Decision:
        twin = Question(self.seat, self.kind, self.options[:], self.about, self.given[:])
        twin.way_out = self.way_out  # already among the options
        twin.why = self.why
        return twin


def question(
    s: Table,
    seat: int,
    kind: str,
    about: str = "",
    given: list[int] | None = None,
    way_out: Option | None = None,
    why: Why | None = None,
) -> Question:
    """A question that offers what its rules allow."""
    asked = Question(seat, kind, [], about, given, way_out, why)
    asked.options = QUESTIONS.options(s, asked)
    return asked


def given(decision: Decision) -> list[int]:
    assert isinstance(decision, Question)
    return decision.given


# Candidates


def way_out(s: Table, decision: Decision) -> list[Option]:
    """The option that declines, if there is one."""
    if isinstance(decision, Question) and decision.way_out is not None:
        return [decision.way_out]
    return []


def done(s: Table, decision: Decision) -> list[Option]:
    return [s.options.done]


def yes_or_no(s: Table, decision: Decision) -> list[Option]:
    return [s.options.yes, s.options.no]


def every_hex(s: Table, decision: Decision) -> list[Option]:
    return s.options.hex


def every_seat(s: Table, decision: Decision) -> list[Option]:
    return s.options.seat[: s.seats]


def every_type(s: Table, decision: Decision) -> list[Option]:
    return s.options.type


def every_die(s: Table, decision: Decision) -> list[Option]:
    return s.options.die[: len(s.fight.values)] if s.fight is not None else []


def every_module(s: Table, decision: Decision) -> list[Option]:
    return s.options.build


def own_units(s: Table, decision: Decision) -> list[Option]:
    """All of the player's units on the map."""
    return units_of(s, decision.seat, ALL_TYPES)


def units_of(s: Table, seat: int, types: list[int]) -> list[Option]:
    """CY-21.2: a player's units of these types on the map; equal ones on a hex are shown once."""
    found: list[Option] = []
    for piece, hex in enumerate(s.players[seat].where):
        type = s.content.type_of[piece]
        if hex >= 0 and type in types:
            option = s.options.unit_at(type, hex)
            if option not in found:
                found.append(option)
    return found


def foe_units(s: Table, decision: Decision) -> list[Option]:
    """CY-21.2: all units of the others on the map."""
    found: list[Option] = []
    for owner in s.others(decision.seat):
        for piece, hex in enumerate(s.players[owner].where):
            if hex >= 0:
                option = s.options.foe_at(owner, s.content.type_of[piece], hex)
                if option not in found:
                    found.append(option)
    return found


def own_cards(s: Table, table: list[Option], seat: int) -> list[Option]:
    """The options of the Discovery cards in a hand, as far as they are known."""
    cards = s.players[seat].cards.cards
    return [table[card] for card in sorted(set(cards)) if card != UNKNOWN]


def relics_in(s: Table, table: list[Option], zone: Zone) -> list[Option]:
    """The options of the Relics in a hand or in slots."""
    return [table[card - s.content.first_relic] for card in sorted(set(zone.cards))]


def held_relics(s: Table, table: list[Option], seat: int) -> list[Option]:
    return relics_in(s, table, s.players[seat].relics)


def active_relics(s: Table, table: list[Option], seat: int) -> list[Option]:
    return relics_in(s, table, s.players[seat].slots)


# Pieces: an option stands for every piece of that type on that hex


def why_no_piece(s: Table, decision: Decision, option: Option, why: Why) -> Reason | None:
    """CY-21.2: the reason against the first of the pieces, unless another one may be chosen."""
    first: Reason | None = None
    numbers = decision.given if isinstance(decision, Question) else []
    hex, type = hex_of(option), type_of(option)
    for piece, place in enumerate(s.players[decision.seat].where):
        if place == hex and s.content.type_of[piece] == type:
            reason = why(s, decision.seat, piece, numbers)
            if reason is None:
                return None
            if first is None:
                first = reason
    return first


def pieces_rule(kind: str, why: Why, candidates: Candidates = own_units) -> None:
    """A decision among the player's units on the map, by the reason against a single piece."""

    @QUESTIONS.rule(kind, candidates)
    def rule(s: Table, decision: Decision, option: Option) -> Reason | None:
        return why_no_piece(s, decision, option, why)


# What several effects ask: the effect says why not


def why_not_target(s: Table, decision: Decision, option: Option) -> Reason | None:
    assert isinstance(decision, Question) and decision.why is not None
    return decision.why(s, decision.seat, option.value, decision.given)


def _why_not_unit(s: Table, decision: Decision, option: Option) -> Reason | None:
    assert isinstance(decision, Question) and decision.why is not None
    return why_no_piece(s, decision, option, decision.why)


QUESTIONS.rule(Ask.TARGET_HEX, every_hex)(why_not_target)
QUESTIONS.rule(Ask.TARGET_UNIT, own_units)(_why_not_unit)
QUESTIONS.rule(Ask.TARGET_FOE, foe_units)(why_not_target)
QUESTIONS.rule(Ask.TARGET_SEAT, every_seat)(why_not_target)
QUESTIONS.rule(Ask.TARGET_DIE, every_die)(why_not_target)
QUESTIONS.free(Ask.TARGET_CARD, lambda s, d: own_cards(s, s.options.discard, given(d)[0]))
QUESTIONS.rule(Ask.TARGET_MODULE, every_module)(why_not_target)


def any_target(s: Table, seat: int, hexes: list[int], why: Why, given: list[int]) -> bool:
    """Is there no reason against at least one of these hexes?"""
    for hex in hexes:
        if why(s, seat, hex, given) is None:
            return True
    return False


# Reasons that recur


def card_rule(s: Table) -> str:
    """The rule with the text of the card or bonus action that is being carried out."""
    kind = s.source.split(".")[1] if s.source else ""
    return {"espionage": "CY-25.24", "row": "CY-25.12"}.get(kind, "CY-25.17")


def at_hex(rule: str, key: str, hex: int) -> Reason:
    return Reason(rule, key, {"hex": HEX_IDS[hex]})


def of_type(rule: str, key: str, type: int) -> Reason:
    return Reason(rule, key, {"unit": TYPES[type]})


def why_locked(s: Table, seat: int, piece: int) -> Reason | None:
    """CY-4.21: units in a combat do nothing else."""
    hex = s.players[seat].where[piece]
    return at_hex("CY-4.21", "is_locked", hex) if locked(s, hex) else None


def why_impassable(s: Table, hex: int) -> Reason | None:
    """CY-5.2, CY-5.4: ground that nobody can stop on, or a ship."""
    ground = s.ground[hex]
    if ground > DEVASTATED:
        values: dict[str, object] = {"hex": HEX_IDS[hex], "ground": GROUNDS[ground]}
        return Reason("CY-5.2", "blocked_ground", values)
    if s.ship_at[hex] != NONE:
        return at_hex("CY-5.4", "ship_there", hex)
    return None


def why_no_stop(s: Table, seat: int, type: int, hex: int) -> Reason | None:
    """CY-5.2 to CY-5.9: why a unit of this type cannot end a move, jump or deployment here."""
    reason = why_impassable(s, hex)
    if reason is not None:
        return reason
    player = s.players[seat]
    if player.here[hex] == 0:
        if locked(s, hex):
            return at_hex("CY-5.9", "others_fight", hex)
        if s.present[hex] and not IS_COMBAT[type]:
            return at_hex("CY-5.7", "enemy_there", hex)
        return None
    return None if room(player, hex, type) else at_hex("CY-5.5", "full", hex)


def why_not_quiet(s: Table, seat: int, hex: int, rule: str) -> Reason | None:
    """CY-11.31, CY-19.15: why nobody can be put, flee or escape here; `rule` is about enemies."""
    reason = why_impassable(s, hex)
    if reason is None and s.present[hex] & ~(1 << seat):
        return at_hex(rule, "others_there", hex)
    return reason


def why_no_place(s: Table, seat: int, type: int, hex: int, rule: str) -> Reason | None:
    """Why a unit of this type cannot be put here."""
    reason = why_not_quiet(s, seat, hex, rule)
    if reason is None and not room(s.players[seat], hex, type):
        return at_hex("CY-5.5", "full", hex)
    return reason


def questions() -> Questions:
    """All rules, once every module has entered its own; every question may have a way out."""
    for kind in QUESTIONS.rules:
        QUESTIONS.free(kind, way_out)
    return QUESTIONS
