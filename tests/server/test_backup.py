"""`starhall hall backup` and `restore`: complete while people play, between both databases."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path

from typer.testing import CliRunner

from starhall.cli import app
from starhall.lab.postgres import Postgres
from tests.server.hall import Guest, Hall, Place
from tests.server.store import Store


def starhall(*arguments: str, fails: bool = False) -> str:
    """What the command says."""
    result = CliRunner().invoke(app, ["hall", *arguments])
    assert result.exit_code == int(fails), result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def logs(file: Path) -> list[tuple[str, int, str]]:
    with contextlib.closing(sqlite3.connect(file)) as db:
        query = "SELECT table_id, ply, what FROM entries ORDER BY table_id, ply"
        return db.execute(query).fetchall()


async def play_on(place: Place, acknowledged: list[str]) -> None:
    dice = random.Random(1)
    while not (frame := await place.until_asked()).get("over"):
        option = dice.choice(frame["options"])
        assert (await place.choose(option["number"]))["type"] == "ack"
        acknowledged.append(option["token"])


def test_a_backup_made_under_load_is_complete_and_can_be_restored(
    store: Store, postgres: Postgres, tmp_path: Path
) -> None:
    """To the other kind of database: a backup has the same format, wherever it comes from."""
    fresh = Store(postgres.new_database() if store.sqlite else str(tmp_path / "new.db"), tmp_path)
    file = tmp_path / "hall.backup"

    async def save(hall: Hall) -> tuple[Guest, str, list[str]]:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20})
            async with ada.sit(table["id"], wants="options") as place:
                acknowledged: list[str] = []
                playing = asyncio.create_task(play_on(place, acknowledged))
                while len(acknowledged) < 3:
                    await asyncio.sleep(0.01)
                before = list(acknowledged)
                said = await asyncio.to_thread(
                    starhall, "backup", str(file), "--db", str(store.url)
                )
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            assert said.startswith(f"1 table with {len(logs(file))} choices saved in ")
            return ada, table["id"], before

    async def go_on(hall: Hall, guest: Guest, table: str, before: list[str]) -> None:
        async with (
            Guest(hall, "Ada", guest.http.cookies) as ada,
            ada.sit(table, wants="options") as place,
        ):
            frame = await place.until_asked()
            assert frame["answered"] >= len(before)
            await place.send(type="chat", text="it goes on")
            await place.until(type="chat", text="it goes on")
            await place.play_on(random.Random(2).choice, 2)

    with Hall(store) as hall:
        guest, table, before = asyncio.run(save(hall))
    saved = logs(file)
    assert [ply for _, ply, _ in saved] == list(range(len(saved)))
    assert set(before) <= {what for _, _, what in saved}
    assert file.stat().st_mode & 0o777 == 0o600
    assert "restored from" in starhall("restore", str(file), "--db", fresh.url)
    with Hall(fresh) as hall:
        asyncio.run(go_on(hall, guest, table, before))
    # The leftover of a database that was moved away would be mixed into the restored one.
    leftover = tmp_path / "moved.db-wal"
    leftover.touch()
    said = starhall("restore", str(file), "--db", str(tmp_path / "moved.db"), fails=True)
    assert "moved.db-wal exists already" in said
    # A hall that people play in is not overwritten.
    says = "move it away" if fresh.sqlite else "is in use already"
    assert says in starhall("restore", str(file), "--db", fresh.url, fails=True)


def test_what_cannot_be_saved_or_restored_is_said_in_a_sentence(tmp_path: Path) -> None:
    file, other = tmp_path / "hall.backup", tmp_path / "other"
    db = ("--db", str(tmp_path / "hall.db"))
    assert "there is no database" in starhall("backup", str(file), *db, fails=True).lower()
    assert not file.exists() and not file.with_name("hall.backup.part").exists()
    assert "there is no file" in starhall("restore", str(file), *db, fails=True).lower()
    other.write_text("this is not a database " * 100)
    assert "is not the backup of a hall" in starhall("restore", str(other), *db, fails=True)
    sqlite3.connect(file).close()
    assert "is not the backup of a hall" in starhall("restore", str(file), *db, fails=True)
