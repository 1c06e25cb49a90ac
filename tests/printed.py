"""The cards of a game as they are printed: tables to compare the content files with."""

import tomllib
from typing import Any

from starhall.engine.game import Game

NOTHING = "-"


def printed(table: str) -> list[list[str]]:
    """A table, row by row, its cells separated by bars; the first row names the fields."""
    rows = [line for line in table.splitlines() if line.strip()]
    return [[cell.strip() for cell in row.split("|")] for row in rows]


def written(game: Game[Any], file: str, entry: str, fields: list[str]) -> list[list[str]]:
    """The same table as the content file has it; a field that is not asked for is a mistake."""
    entries: list[dict[str, Any]] = tomllib.loads(game.files.read(file))[entry]
    for values in entries:
        assert set(values) <= set(fields), f"{file}: {values['id']}: {set(values) - set(fields)}"
    return [fields, *([cell(values.get(field)) for field in fields] for values in entries)]


def cell(value: object) -> str:
    """A value as the tables write it: semicolons in lists, yes, and "-" for nothing."""
    if isinstance(value, bool):
        return "yes" if value else NOTHING
    if isinstance(value, dict):
        return ", ".join([f"{name} {cell(inner)}" for name, inner in value.items()])
    if isinstance(value, list):
        return "; ".join(map(cell, value)) or NOTHING
    return NOTHING if value is None or value == "" else str(value)


def agrees(game: Game[Any], file: str, entry: str, table: str) -> bool:
    """Compare row by row, so that a difference names its card."""
    rows = printed(table)
    for row, expected in zip(written(game, file, entry, rows[0]), rows, strict=True):
        assert row == expected
    return True
