"""Small helpers for asking: a yes or no, a hex, a unit, a player (CY-21)."""

from __future__ import annotations

from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import TYPES
from starhall.games.cysmic.geometry import HEXES
from starhall.games.cysmic.options import Ask, hex_of, type_of
from starhall.games.cysmic.rules.board import tell_ability
from starhall.games.cysmic.rules.legality import QUESTIONS, Question, Why, yes_or_no
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
    given: list[int] | None = None,
    why: Why | None = None,
) -> int:
    """One of these hexes, or NONE for the way out."""
    table = s.options.hex
    options = [table[hex] for hex in hexes]
    choice = await Question(seat, kind, options, about, given, way_out, why)
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
    options = piece_options(s, seat, pieces)
    choice = await Question(seat, kind, options, about, given, way_out, why)
    return NONE if choice is way_out else chosen_piece(s, seat, pieces, choice)


def piece_options(s: Table, seat: int, pieces: list[int]) -> list[Option]:
    where = s.players[seat].where
    types = s.content.type_of
    found: list[Option] = []
    seen: list[int] = []
    for piece in pieces:
        number = types[piece] * HEXES + where[piece]
        if number not in seen:
            seen.append(number)
            found.append(s.options.unit[number])
    return found


def chosen_piece(s: Table, seat: int, pieces: list[int], choice: Option) -> int:
    """The first of the pieces that the option names."""
    where = s.players[seat].where
    hex = hex_of(choice)
    type = type_of(choice)
    for piece in pieces:
        if where[piece] == hex and s.content.type_of[piece] == type:
            return piece
    return NONE


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


def captive_options(s: Table, counts: list[list[int]]) -> list[Option]:
    """By owner and type, each captive kind once; counts[owner] may be empty."""
    return [
        s.options.free[owner * len(TYPES) + type]
        for owner, types in enumerate(counts)
        for type, count in enumerate(types)
        if count > 0
    ]


QUESTIONS.free(Ask.ABILITY, yes_or_no)
