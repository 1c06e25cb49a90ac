"""The database of a hall in the tests: an SQLite file, or a database of a PostgreSQL server."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from starhall.lab.postgres import fetch


class Store:
    """Where halls keep their games, and a look into it from outside."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder  # for the logs of the halls

    @staticmethod
    def file(path: Path) -> Store:
        return Store(str(path), path.parent)

    @property
    def sqlite(self) -> bool:
        return "://" not in self.url

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        if self.sqlite:
            with contextlib.closing(sqlite3.connect(self.url)) as db, db:
                return db.execute(sql).fetchall()
        return fetch(self.url, sql)
