"""The bonus grid: one action of the current column in a colour of the played card (CY-10)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import ROWS
from starhall.games.cysmic.options import D_BONUS, D_EITHER
from starhall.games.cysmic.rules.asking import resumable
from starhall.games.cysmic.rules.verbs import possible, resolve
from starhall.games.cysmic.state import Table


def offered(s: Table, seat: int) -> list[Option]:
    """CY-10.4: cells of the card's colours that would do something now."""
    column = s.column() - 1
    return [
        s.options.cell[row * 5 + column]
        for row in s.content.card_rows[s.command]
        if possible(s, seat, s.content.cells[row][column])
    ]


async def bonus(s: Table) -> None:
    """D43: one cell, or none."""
    seat = s.active
    options = offered(s, seat)
    if not options:
        return
    options.append(s.options.done)
    resumable(s)
    choice = await Decision(seat, D_BONUS, options)
    if choice is s.options.done:
        return
    s.cell = choice.value
    row, column = choice.value // 5, choice.value % 5
    if s.witness is not None:
        s.witness.tell("bonus", who=seat, row=ROWS[row], column=column + 1)
    clauses = s.content.cells[row][column]
    if s.content.either[row][column]:
        clauses = [clauses[await _part(s, seat, row, column)]]
    await resolve(s, seat, clauses)


async def _part(s: Table, seat: int, row: int, column: int) -> int:
    """CY-25.13: `or` means one of the two; a part that can do nothing is not offered."""
    first, second = s.content.cells[row][column]
    options: list[Option] = []
    if possible(s, seat, [first]):
        options.append(s.options.exchange)
    if possible(s, seat, [second]):
        options.append(s.options.hack)
    choice = await Decision(seat, D_EITHER, options)
    return 0 if choice is s.options.exchange else 1
