"""`starhall hall people|tables|chat`: what the operator of a hall looks at, mutes and deletes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from starhall.cli.console import out, told
from starhall.cli.hall import DatabaseUrl
from starhall.cli.usage import Command, Group
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from starhall.server.storage.database import Database

T = TypeVar("T")
DAY = 86_400.0
FOR_EVER = 4e9  # seconds: the year 2096

PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="The id of a person.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]

people = typer.Typer(cls=Group, help="Look at people; mute and delete them.", no_args_is_help=True)
tables = typer.Typer(cls=Group, help="Look at tables; close and delete them.", no_args_is_help=True)
chat = typer.Typer(cls=Group, help="Read reports and chat; delete lines.", no_args_is_help=True)


def _run(db: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Do something with the database of a hall, which may be open meanwhile."""
    from starhall.server.config import Config
    from starhall.server.storage.database import Database

    async def run() -> T:
        database = Database(Config(db).database_url)
        try:
            await database.upgrade()
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def _show(columns: dict[str, str], rows: list[dict[str, Any]], none: str) -> None:
    """A table of rows; what people have written is printed as text, not as markup."""
    if not rows:
        out.print(say(none))
        return
    shown = Table(box=None, header_style="bold", pad_edge=False)
    for heading in columns.values():
        shown.add_column(say(f"hall.column.{heading}"), overflow="fold")
    for row in rows:
        shown.add_row(*[Text(_cell(name, row[name])) for name in columns])
    out.print(shown)


def _cell(name: str, value: Any) -> str:
    if name in ("made", "at", "said", "moved"):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M")
    if name == "muted_until":
        return _muted(value)
    written = "" if value is None else str(value)
    return "".join([c if c.isprintable() else "?" for c in written])


def _muted(until: float) -> str:
    if until < time.time():
        return ""
    if until >= FOR_EVER:
        return say("hall.muted_for_good")
    day = datetime.fromtimestamp(until, UTC).strftime("%Y-%m-%d %H:%M")
    return say("hall.muted_until", time=day)


def _must(done: bool, missing: str, **values: object) -> None:
    if not done:
        raise BadUse(missing, **values)


# People


@people.command("list", cls=Command)
@told
def list_people(
    words: Annotated[str, typer.Argument(help="A part of the name, or an id.")] = "",
    db: DatabaseUrl = "",
) -> None:
    """The newest people, or those with a name."""
    from starhall.server.storage.moderation import ModerationStore

    rows = _run(db, lambda database: ModerationStore(database).people(words))
    columns = {"id": "person", "name": "name", "made": "since", "muted_until": "muted"}
    _show(columns, rows, "hall.nobody")


@people.command("mute", cls=Command)
@told
def mute_person(
    person: PersonId,
    days: Annotated[float, typer.Option(help="For how long; 0 is for good.")] = 7.0,
    db: DatabaseUrl = "",
) -> None:
    """Refuse what somebody says, at all tables."""
    from starhall.server.storage.moderation import ModerationStore

    until = time.time() + days * DAY if days else FOR_EVER
    done = _run(db, lambda database: ModerationStore(database).mute(person, until))
    _must(done, "use.no_person", id=person)
    out.print(say("hall.muted", how=_muted(until)))


@people.command("unmute", cls=Command)
@told
def unmute_person(person: PersonId, db: DatabaseUrl = "") -> None:
    """Let somebody speak again."""
    from starhall.server.storage.moderation import ModerationStore

    done = _run(db, lambda database: ModerationStore(database).mute(person, 0.0))
    _must(done, "use.no_person", id=person)
    out.print(say("hall.unmuted"))


@people.command("delete", cls=Command)
@told
def delete_person(person: PersonId, db: DatabaseUrl = "") -> None:
    """Delete somebody: the games stay, the name goes. In running games a bot can stand in."""
    from starhall.server.storage.moderation import ModerationStore

    async def forget(database: Database) -> bool:
        store = ModerationStore(database)
        known = [row["id"] for row in await store.people(person)]
        if person in known:
            await store.forget(person)
        return person in known

    _must(_run(db, forget), "use.no_person", id=person)
    out.print(say("hall.person_deleted"))


# Tables


@tables.command("list", cls=Command)
@told
def list_tables(
    status: Annotated[str, typer.Option(help="waiting, playing, over or closed.")] = "",
    person: Annotated[str, typer.Option(help="Where this person plays or is the host.")] = "",
    db: DatabaseUrl = "",
) -> None:
    """The tables where something has happened last."""
    from starhall.server.storage.moderation import ModerationStore

    rows = _run(db, lambda database: ModerationStore(database).tables(status, person))
    columns = {
        "id": "table", "game": "game", "status": "status", "moved": "last", "host": "host",
    }  # fmt: skip
    _show(columns, rows, "hall.no_tables")


@tables.command("close", cls=Command)
@told
def close_table(table: TableId, db: DatabaseUrl = "") -> None:
    """Close a table: nobody can play or look at it any more. Its log stays in the database."""
    from starhall.server.storage.tables import TableStore

    def close(row: Any, _invited: object) -> None:
        row.status = "closed"

    _run(db, lambda database: TableStore(database).change_chairs(table, close))
    out.print(say("hall.closed"))


@tables.command("delete", cls=Command)
@told
def delete_table(table: TableId, db: DatabaseUrl = "") -> None:
    """Delete a game for good: its log, its seed and its chat."""
    from starhall.server.storage.tables import TableStore

    _run(db, lambda database: TableStore(database).erase(table))
    out.print(say("hall.table_deleted"))


# Chat


@chat.command("reports", cls=Command)
@told
def list_reports(
    closed: Annotated[bool, typer.Option("--closed", help="Those that are done.")] = False,
    db: DatabaseUrl = "",
) -> None:
    """Lines that people have reported."""
    from starhall.server.storage.moderation import ModerationStore

    rows = _run(db, lambda database: ModerationStore(database).reports(closed))
    columns = {
        "id": "report", "table_id": "table", "at": "when", "person": "person",
        "name": "name", "text": "line", "reason": "reason",
    }  # fmt: skip
    _show(columns, rows, "hall.no_reports")


@chat.command("done", cls=Command)
@told
def close_report(
    report: Annotated[int, typer.Argument(metavar="REPORT", help="The number of a report.")],
    db: DatabaseUrl = "",
) -> None:
    """A report is dealt with."""
    from starhall.server.storage.moderation import ModerationStore

    done = _run(db, lambda database: ModerationStore(database).close_report(report))
    _must(done, "use.no_report", n=report)
    out.print(say("hall.done"))


@chat.command("show", cls=Command)
@told
def show_chat(table: TableId, db: DatabaseUrl = "") -> None:
    """What was said at a table."""
    from starhall.server.storage.moderation import ModerationStore
    from starhall.server.words import told as told_by_hall

    rows = _run(db, lambda database: ModerationStore(database).chat_of(table))
    for row in rows:
        if row["person"] is None:  # a line of the hall itself
            row["text"] = told_by_hall(row["text"])
    columns = {
        "id": "line", "at": "when", "person": "person", "name": "name", "text": "text",
    }  # fmt: skip
    _show(columns, rows, "hall.no_chat")


@chat.command("delete", cls=Command)
@told
def delete_line(
    line: Annotated[int, typer.Argument(metavar="LINE", help="The number of a line.")],
    db: DatabaseUrl = "",
) -> None:
    """Delete a line. Browsers that have it keep it until they load the table again."""
    from starhall.server.storage.moderation import ModerationStore

    done = _run(db, lambda database: ModerationStore(database).delete_line(line))
    _must(done, "use.no_line", n=line)
    out.print(say("hall.line_deleted"))
