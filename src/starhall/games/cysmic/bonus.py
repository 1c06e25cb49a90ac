"""The bonus grid: one action of the current column in a colour of the played card (CY-10)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cysmic import verbs
from starhall.games.cysmic.cards import CARD_ROWS, CELLS, EITHER, ROWS
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.words import CELL, D_BONUS, D_EITHER, DONE, EXCHANGE, HACK


def offered(s: Table, seat: int) -> list[Option]:
    """CY-10.4: cells of the card's colours that would do something now."""
    column = s.column() - 1
    return [
        CELL[row * 5 + column]
        for row in CARD_ROWS[s.command]
        if verbs.possible(s, seat, CELLS[row][column])
    ]


async def bonus(s: Table, seat: int) -> None:
    """D43: one cell, or none."""
    options = offered(s, seat)
    if not options:
        return
    options.append(DONE)
    choice = await Decision(seat, D_BONUS, options)
    if choice is DONE:
        return
    s.cell = choice.value
    row, column = choice.value // 5, choice.value % 5
    if s.witness is not None:
        s.witness.tell("bonus", who=seat, row=ROWS[row], column=column + 1)
    clauses = CELLS[row][column]
    if EITHER[row][column]:
        clauses = [clauses[await _part(s, seat, row, column)]]
    await verbs.resolve(s, seat, clauses)


async def _part(s: Table, seat: int, row: int, column: int) -> int:
    """CY-25.13: `or` means one of the two; a part that can do nothing is not offered."""
    first, second = CELLS[row][column]
    options: list[Option] = []
    if verbs.possible(s, seat, [first]):
        options.append(EXCHANGE)
    if verbs.possible(s, seat, [second]):
        options.append(HACK)
    choice = await Decision(seat, D_EITHER, options)
    return 0 if choice is EXCHANGE else 1
