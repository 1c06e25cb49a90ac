"""Databases that cannot be used, or fail while the hall is open: a sentence, and nothing lost."""

import asyncio
import contextlib
import random
import resource
import sqlite3
from pathlib import Path

import pytest
import websockets
from typer.testing import CliRunner

from starhall.cli import app
from tests.server.hall import Guest, Hall
from tests.server.test_durable import UNWRITTEN


def run_sql(file: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def junk(file: Path) -> None:
    file.write_bytes(b"this is no database " * 100)


def foreign(file: Path) -> None:
    run_sql(file, "CREATE TABLE tables (x)")


def newer(file: Path) -> None:
    run_sql(
        file,
        "CREATE TABLE alembic_version (version_num VARCHAR)",
        "INSERT INTO alembic_version VALUES ('9999')",
    )


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (junk, "cannot be used: file is not a database"),
        (foreign, "cannot be used: table tables already exists"),
        (newer, "was made by a newer Starhall"),
        (Path.mkdir, "cannot be created: Is a directory"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_in_a_sentence(
    database: Path, make: object, says: str
) -> None:
    make(database)  # type: ignore[operator]
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--db", str(database)])
    assert result.exit_code == 1 and says in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_on_a_full_disk_nothing_is_done_and_later_the_game_goes_on(database: Path) -> None:
    async def run(hall: Hall) -> None:
        assert hall.process is not None
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                await place.play_on(random.Random(1).choice, 4)
                frame = await place.until_asked()
                # The database may not grow any more; what the hall says to its operator may.
                free = resource.prlimit(hall.process.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(hall.process.pid, resource.RLIMIT_FSIZE, (20_000, free[1]))
                option = frame["options"][0]["number"]
                for _ in range(2):
                    refused = await place.choose(option)
                    assert refused["type"] == "refused" and UNWRITTEN in refused["error"]
                await place.send(type="chat", text="can you hear me?")
                await place.until(type="refused", ref=0)
                problem = await ada.post("/api/me", {"name": "Eve"}, status=503)
                assert UNWRITTEN in problem["error"]
                resource.prlimit(hall.process.pid, resource.RLIMIT_FSIZE, free)
                assert (await place.choose(option))["answered"] == frame["answered"] + 1
                await place.play_on(random.Random(1).choice, 4)
            assert (await ada.get("/api/me"))["name"] == "Ada"

    with Hall(database) as hall:
        asyncio.run(run(hall))
    assert "The database does not answer: " in hall.log.read_text()


def test_while_another_program_holds_the_database_a_choice_waits(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                frame = await place.until_asked()
                with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
                    db.execute("BEGIN IMMEDIATE")
                    option = frame["options"][0]["number"]
                    answer = asyncio.create_task(place.choose(option))
                    for _ in range(50):  # the hall has time for others meanwhile
                        await ada.get("/api/games")
                    assert not answer.done()
                    db.execute("ROLLBACK")
                    assert (await answer)["type"] == "ack"

    with Hall(database) as hall:
        asyncio.run(run(hall))


def test_a_database_that_was_deleted_is_not_written_to(database: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                frame = await place.until_asked()
                aside = database.with_name("aside.db")
                database.rename(aside)
                # The table cannot even be read again: its sockets are closed.
                with contextlib.suppress(ConnectionError, websockets.ConnectionClosed):
                    refused = await place.choose(frame["options"][0]["number"])
                    assert UNWRITTEN in refused["error"]
                await place.until_closed()
            for path in ("/api/tables", "/api/me"):
                chairs = [{"kind": "me"}, {"kind": "open"}]
                data = {"game": "cyberstrife", "chairs": chairs}
                answer = await ada.http.post(
                    path, json=data if path.endswith("s") else {"name": "E"}
                )
                assert answer.status_code == 503 and UNWRITTEN in answer.json()["error"]
            async with ada.sit(table["id"], wants="options") as place:
                await place.until_closed()
                assert place.socket.close_code == 4503
            database.unlink(missing_ok=True)
            aside.rename(database)
            async with ada.sit(table["id"], wants="options") as place:
                again = await place.until_asked()
                assert again["options"] == frame["options"]

    with Hall(database) as hall:
        asyncio.run(run(hall))
    assert "was moved or deleted; put it back" in hall.log.read_text()


def test_a_game_that_is_not_installed_any_more_does_not_break_the_lobby(database: Path) -> None:
    async def begin(hall: Hall) -> tuple[Guest, str, str]:
        async with Guest(hall, "Ada") as ada:
            lost, kept = [await ada.open_table("me", "random") for _ in range(2)]
            return ada, lost["id"], kept["id"]

    async def look(hall: Hall, guest: Guest, lost: str, kept: str) -> None:
        async with Guest(hall, "Ada", guest.http.cookies) as ada:
            assert kept in str((await ada.get("/api/lobby"))["mine"])
            async with ada.sit(kept, wants="options") as place:
                await place.play_on(random.Random(1).choice, 1)
            async with ada.sit(lost) as place:
                await place.until_closed()
                assert place.socket.close_code == 4404
                assert "there is no game 'lost'" in str(place.socket.close_reason).lower()

    with Hall(database) as hall:
        guest, lost, kept = asyncio.run(begin(hall))
    run_sql(database, f"UPDATE tables SET game = 'lost' WHERE id = '{lost}'")
    with Hall(database) as hall:
        asyncio.run(look(hall, guest, lost, kept))
