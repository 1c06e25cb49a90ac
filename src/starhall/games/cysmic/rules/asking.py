"""Small helpers for asking: a yes or no, a hex, a unit, a player (CY-21)."""

from __future__ import annotations

from starhall.engine.rules.options import Option
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.board import tell_ability
from starhall.games.cysmic.rules.legality import (
    NO_NUMBERS,
    QUESTIONS,
    Question,
    Why,
    question,
    yes_or_no,
)
from starhall.games.cysmic.state import NONE, Table


def resumable(s: Table) -> None:
    """The current step can be entered again up to its next question."""
    s.strands[0].fresh = True


async def confirm(s: Table, seat: int, kind: str, about: str = "") -> bool:
    """Yes or no."""
    choice = await Question(seat, kind, [s.options.yes, s.options.no], about)
    return choice is s.options.yes


async def may_use(s: Table, seat: int, ability: str, about: str = "") -> bool:
    """Ask whether an ability is used; `about` says what it would be used on."""
    if not await confirm(s, seat, Ask.ABILITY, f"{ability}/{about}" if about else ability):
        return False
    tell_ability(s, seat, ability)
    return True


def for_effect(s: Table, effect: str, *parts: str) -> str:
    """What a target is asked for: the effect, and the card or bonus action it belongs to."""
    return "/".join([effect, s.source, *parts])


async def pick_hex(
    s: Table,
    seat: int,
    kind: str,
    hexes: list[int],
    way_out: Option | None = None,
    about: str = "",
) -> int:
    """One of these hexes, or NONE for the way out."""
    options = [s.options.hex[hex] for hex in hexes]
    choice = await Question(seat, kind, options, about, way_out=way_out)
    return NONE if choice is way_out else choice.value


async def pick_piece(
    s: Table,
    seat: int,
    kind: str,
    pieces: list[int],
    way_out: Option | None = None,
    about: str = "",
    given: list[int] | None = None,
    why: Why | None = None,
) -> int:
    """One of these pieces of the player, or NONE; equal ones on a hex are shown once (CY-21.2)."""
    where, types = s.players[seat].where, s.content.type_of
    first: dict[Option, int] = {}  # the first piece that an option stands for
    for piece in pieces:
        first.setdefault(s.options.unit_at(types[piece], where[piece]), piece)
    choice = await Question(seat, kind, list(first), about, given, way_out, why)
    return NONE if choice is way_out else first[choice]


async def pick_seat(
    s: Table,
    seat: int,
    seats: list[int],
    kind: str = Ask.TARGET_SEAT,
    way_out: Option | None = None,
    given: list[int] | None = None,
    why: Why | None = None,
    about: str = "",
) -> int:
    """One of these players, or NONE for the way out."""
    options = [s.options.seat[other] for other in seats]
    choice = await Question(seat, kind, options, about, given, way_out, why)
    return NONE if choice is way_out else choice.value


async def target(
    s: Table,
    seat: int,
    kind: str,
    why: Why | None,
    about: str,
    given: list[int] | None = None,
    way_out: Option | None = None,
) -> Option | None:
    """What an effect is aimed at; None if nothing can be chosen, or for the way out."""
    asked = question(s, seat, kind, about, given, way_out, why)
    if asked.idle():
        return None
    choice = await asked
    return None if choice is way_out else choice


def opponents(s: Table, seat: int, why: Why, given: list[int]) -> list[int]:
    """The other players without a reason against them, clockwise."""
    return [other for other in s.others(seat) if why(s, seat, other, given) is None]


async def target_seat(
    s: Table, seat: int, why: Why, about: str, given: list[int] = NO_NUMBERS
) -> int:
    """The opponent an effect is aimed at, or NONE if there is none."""
    found = opponents(s, seat, why, given)
    if not found:
        return NONE
    return await pick_seat(s, seat, found, given=given, why=why, about=about)


QUESTIONS.free(Ask.ABILITY, yes_or_no)
