# mypyc: on
"""Statements that are executed for many rows at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.sql.compiler import SQLCompiler

from starhall.server.storage.sqlite import Target

Row = dict[str, Any]
Values = Callable[[Row], tuple[Any, ...]]  # the values of a row, in the statement's order


class ManyRows:
    """A statement for many rows, compiled once.

    The usual way through SQLAlchemy looks at each value of each row, which takes longer than
    SQLite needs to write it.
    """

    def __init__(self, statement: Insert | Update | Delete) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Values]] = {}  # by dialect

    def execute(self, connection: Target, rows: Sequence[Row]) -> None:
        if not rows:
            return
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            made = self._statement.compile(dialect=dialect)
            assert isinstance(made, SQLCompiler) and made.positiontup is not None
            self._compiled[dialect.name] = str(made), _values_of(made.positiontup)
        sql, values = self._compiled[dialect.name]
        connection.exec_driver_sql(sql, list(map(values, rows)))


def _values_of(names: list[str]) -> Values:
    if len(names) > 1:
        return itemgetter(*names)
    only = names[0]
    return lambda row: (row[only],)
