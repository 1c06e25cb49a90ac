"""`starhall serve` before it is open: ports and databases."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect
from typer.testing import CliRunner

from starhall.cli import app
from starhall.cli.serve import USUAL_PORT, _listen
from starhall.server.app import prepare
from starhall.server.config import Config
from starhall.server.hall import Hall
from starhall.server.identities import hashed
from starhall.server.storage.database import MIGRATIONS, newest_migration
from starhall.server.storage.models import Person


@contextlib.contextmanager
def taken(port: int) -> Iterator[int]:
    """A port that somebody listens on: we, unless somebody else does already."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            listener.listen()
        yield port or listener.getsockname()[1]


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with taken(USUAL_PORT), _listen("127.0.0.1", None) as found:
        assert found.getsockname()[1] > USUAL_PORT


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--host", "203.0.113.7"], "203.0.113.7:8080 to 8129 cannot be used"),
        (["--port", "0", "--db", "mysql://hall"], "is of an unknown kind: write a file name"),
        (["--port", "0", "--db", "sqlite://"], "give SQLite a file name"),
        (["--port", "0", "--db", "postgresql://h:port/x"], "database address cannot be read"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(app, ["serve", *arguments])
    assert result.exit_code == 1 and says in " ".join(result.output.split())


def test_a_port_that_was_asked_for_is_that_or_none(tmp_path: Path) -> None:
    with taken(0) as port:
        arguments = ["serve", "--port", str(port), "--db", str(tmp_path / "hall.db")]
        result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert f"127.0.0.1:{port} cannot be used" in result.output and "--port" in result.output


def test_a_database_of_an_older_hall_is_brought_up_to_date(tmp_path: Path) -> None:
    """Every step from the first one on, with somebody in it who must still be there."""
    file = tmp_path / "hall.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("INSERT INTO people VALUES ('ada', 'Ada', 0.0, 'phrase')")
        key = hashed("token")
        connection.exec_driver_sql(f"INSERT INTO keys VALUES ('{key}', 'ada', 0.0)")
        command.upgrade(config, "0012")
        connection.exec_driver_sql(
            "INSERT INTO channels VALUES ('c', 'ada', 'mail', 'Ben@example.org', 'Ben', 'refused',"
            " '', 'soon', 0.0, 7.0, 0.0, NULL, 0, '', '', 0.0)"
        )
    engine.dispose()

    async def run() -> None:
        hall = Hall(Config(database=str(file)))
        await hall.open()
        try:
            assert await hall.identities.find("token") == Person("ada", "Ada")
            asked = await hall.notifier.store.address("mail", "ben@example.org")
            assert asked.refused and asked.asked == 7.0
        finally:
            await hall.close()

    asyncio.run(run())

    asyncio.run(prepare(Config(database=str(tmp_path / "new.db"))))
    assert shape(file) == shape(tmp_path / "new.db")


def shape(file: Path) -> dict[str, object]:
    """The tables of a database: their columns, keys and indexes."""
    made = create_engine(f"sqlite:///{file}")
    try:
        found = inspect(made)
        return {
            table: (
                sorted([(each["name"], str(each["type"])) for each in found.get_columns(table)]),
                found.get_pk_constraint(table)["constrained_columns"],
                sorted(
                    [(str(each["name"]), each["column_names"]) for each in found.get_indexes(table)]
                ),
                sorted([each["constrained_columns"] for each in found.get_foreign_keys(table)]),
            )
            for table in found.get_table_names()
        }
    finally:
        made.dispose()


def test_the_steps_of_the_database_follow_each_other_by_their_numbers() -> None:
    """A new database gets the number of the last file: it must be the end of the chain."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    steps = [step.revision for step in script.walk_revisions()][::-1]
    assert steps == sorted(steps) and steps[-1] == newest_migration()
