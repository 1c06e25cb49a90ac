"""The bonus grid: one action of the current column in a colour of the played card (CY-10)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import COLUMNS, COMMANDS, ROWS
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import resumable
from starhall.games.cysmic.rules.legality import QUESTIONS, Question, question
from starhall.games.cysmic.rules.verbs import carry_out, possible
from starhall.games.cysmic.state import Table


def offered(s: Table, seat: int) -> list[Option]:
    """CY-10.4: cells of the card's colours that would do something now."""
    column = s.column() - 1
    return [
        s.options.cell[row * COLUMNS + column]
        for row in s.content.card_rows[s.command]
        if possible(s, seat, s.content.cells[row][column])
    ]


@QUESTIONS.rule(Ask.BONUS, lambda s, d: s.options.cell)
def why_no_bonus(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-10.1 to CY-10.4: the column of the round, a colour of the card, something to do."""
    row, column = option.value // COLUMNS, option.value % COLUMNS
    values: dict[str, object] = {"row": ROWS[row], "card": COMMANDS[s.command]}
    if row not in s.content.card_rows[s.command]:
        return Reason("CY-10.1", "wrong_colour", values)
    if column != s.column() - 1:
        return Reason("CY-3.16", "other_column", {"n": s.column()})
    if not possible(s, decision.seat, s.content.cells[row][column]):
        return Reason("CY-10.4", "nothing_to_do", values)
    return None


async def bonus(s: Table) -> None:
    """CY-10.1 to CY-10.4: one cell, or none."""
    seat = s.active
    options = offered(s, seat)
    if not options:
        return
    resumable(s)
    choice = await Question(seat, Ask.BONUS, options, way_out=s.options.done)
    if choice is s.options.done:
        return
    s.cell = choice.value
    row, column = choice.value // COLUMNS, choice.value % COLUMNS
    if s.witness is not None:
        s.witness.tell("bonus", who=seat, row=ROWS[row], cell=choice.arg)
    clauses = s.content.cells[row][column]
    if s.content.either[row][column]:
        part = await question(s, seat, Ask.EITHER)
        clauses = [clauses[0] if part is s.options.exchange else clauses[1]]
    await carry_out(s, seat, f"name.row.{ROWS[row]}", clauses)


@QUESTIONS.rule(Ask.EITHER, lambda s, d: [s.options.exchange, s.options.hack])
def why_not_this_part(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-25.13: `or` means one of the two; a part that can do nothing is not offered."""
    first, second = s.content.cells[s.cell // COLUMNS][s.cell % COLUMNS]
    if option is s.options.exchange:
        can = possible(s, decision.seat, [first])
        return None if can else Reason("CY-12.8", "no_exchange")
    return None if possible(s, decision.seat, [second]) else Reason("CY-15.1", "no_hack")
