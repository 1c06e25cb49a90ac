"""`starhall hall`: what the operator of a hall does beside serving it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from starhall.cli.console import out
from starhall.cli.words import say

if TYPE_CHECKING:
    from starhall.server.storage.backup import Contents

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, one SQLite file.")]
DatabaseUrl = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        envvar="STARHALL_DB",
        help="As for `starhall serve`: an SQLite file or postgresql://...; default: your data "
        "folder.",
    ),
]


def backup(file: BackupFile, db: DatabaseUrl = "") -> None:
    """Save everything the hall stores in one new file. The hall may be open meanwhile.

    \b
    Examples:
      starhall hall backup monday.backup
      starhall hall backup monday.backup --db postgresql://hall@localhost/hall
    """
    from starhall.server.config import Config
    from starhall.server.storage import backup

    contents = asyncio.run(backup.backup(Config(db).database_url, file))
    _tell("hall.saved", contents, file)


def restore(file: BackupFile, db: DatabaseUrl = "") -> None:
    """Fill a new database from a backup, of the same kind or the other one.

    \b
    Examples:
      starhall hall restore monday.backup --db hall.db
      starhall hall restore monday.backup --db postgresql://hall@localhost/hall
    """
    from starhall.server.config import Config
    from starhall.server.storage import backup

    contents = asyncio.run(backup.restore(Config(db).database_url, file))
    _tell("hall.restored", contents, file)


def _tell(key: str, contents: Contents, file: Path) -> None:
    told = say(key, tables=contents.tables, choices=contents.entries, file=file)
    out.print(told, soft_wrap=True)
