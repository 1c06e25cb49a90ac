# mypyc: on
"""Answers of a seat: choices that it is asked for, and those that it can make at any time.

The caller holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starhall.engine.errors import IllegalChoice
from starhall.server.errors import Forbidden
from starhall.server.storage.models import Entry
from starhall.server.tables.changes import Changes
from starhall.server.tables.journal import Journal
from starhall.server.tables.table import Table

MOST_OPTIONS: Final = 64  # in one message


def check_number(options: Sequence[object]) -> None:
    if not 1 <= len(options) <= MOST_OPTIONS:
        raise IllegalChoice("choice.many", most=MOST_OPTIONS)


async def answer(
    changes: Changes, table: Table, seat: int, answered: int, options: list[int]
) -> list[Entry]:
    """Choose one option, or several as a whole. Does nothing if exactly that was done before."""

    def make(journal: Journal) -> list[Entry]:
        _still_plays(journal, seat)
        if journal.already(seat, answered, options):
            return []
        return journal.choose(seat, options, changes.now(journal))

    try:
        return await changes.apply(table, make)
    except IllegalChoice:
        # The client may know more than this process, from another process.
        if not await changes.catch_up(table):
            raise
        return await changes.apply(table, make)


async def interrupt(
    changes: Changes, table: Table, seat: int, answered: int | None, option: int
) -> list[Entry]:
    """Choose something without being asked."""

    def make(journal: Journal) -> list[Entry]:
        _still_plays(journal, seat)
        if answered is not None and journal.already(seat, answered, [option]):
            return []
        if option not in [each.number for each in journal.match.interjections(seat)]:
            raise IllegalChoice("choice.not_anytime")
        return journal.choose(seat, [option], changes.now(journal))

    return await changes.apply(table, make)


def _still_plays(journal: Journal, seat: int) -> None:
    if seat in journal.resigned:
        raise Forbidden("table.resigned")
