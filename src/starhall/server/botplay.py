"""Bots at the tables of the hall: they think in workers and answer when that still fits."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from starhall.bots import UnknownBot
from starhall.server import workers
from starhall.server.errors import Unwritten
from starhall.server.ledger import Entry, Ledger
from starhall.server.notices import report, say
from starhall.server.table import Table

if TYPE_CHECKING:
    from starhall.server.hall import Hall

RETRY_SECONDS = 2.0  # until a bot tries again to write


def let_bots_play(hall: Hall, table: Table) -> None:
    """Every bot that owes an answer starts to think."""
    ledger = table.ledger
    if ledger is None or ledger.match.over or hall.closing:
        return
    for seat in ledger.asked():
        if table.bot_of(seat) and seat not in table.thinking:
            table.thinking[seat] = hall.spawn(_bot_plays(hall, table, seat))


async def _bot_plays(hall: Hall, table: Table, seat: int) -> None:
    """Think until an answer fits the table as it stands by then."""
    try:
        while _owes(table, seat):
            ledger = table.ledger
            assert ledger is not None
            asked = len(ledger.answers[seat]), ledger.undos
            number = await _think(hall, table, seat)
            async with table.lock:
                ledger = table.ledger
                if ledger is None or (len(ledger.answers[seat]), ledger.undos) != asked:
                    continue
                decision = ledger.match.decision_of(seat)
                if decision is None or not table.bot_of(seat):
                    return  # its player has come back while it was thinking
                if number not in [option.number for option in decision.options]:
                    number = ledger.game.default(decision).number
                await hall.change(table, partial(_answer, seat, number))
    except Unwritten:
        await asyncio.sleep(RETRY_SECONDS)
    finally:
        table.thinking.pop(seat, None)
        # While this one was at work the game may have asked it again.
        if _owes(table, seat) and hall.tables.get(table.id) is table:
            asyncio.get_running_loop().call_soon(let_bots_play, hall, table)


def _owes(table: Table, seat: int) -> bool:
    ledger = table.ledger
    if ledger is None or ledger.match.over or not table.bot_of(seat):
        return False
    return ledger.match.decision_of(seat) is not None


async def _think(hall: Hall, table: Table, seat: int) -> int | None:
    bot = table.bot_of(seat)
    try:
        return await hall.thinkers.run(workers.think, table.story(), seat, bot)
    except UnknownBot as error:  # the database has a name that is not on the list (any more)
        say(f"Seat {seat} of table {table.id} is played by the game's default: {error}")
        return None
    except Exception as error:
        # A bot that fails must not stop the table: the game's default is taken.
        report(error)
        return None


def _answer(seat: int, number: int, ledger: Ledger) -> list[Entry]:
    return ledger.choose(seat, [number], time.time())
