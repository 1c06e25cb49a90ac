"""What the operator does not keep for ever goes when its time has come, and nothing else."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from starhall.server.config import BadConfig, Retention, retention_from_environment
from tests.server.hall import Guest, Hall, until
from tests.server.store import Store
from tests.server.test_company import SHORT, resign, stored

DAY = 86_400


class Kept:
    """What a hall has stored: one of each that is old, and one that is not."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, str] = {}  # by what they are

    def names(self) -> set[str]:
        ids = {id for (id,) in self.store.rows("SELECT id FROM tables WHERE status != 'closed'")}
        return {name for name, id in self.tables.items() if id in ids}

    def count(self, what: str) -> int:
        return int(self.store.rows(f"SELECT count(*) FROM {what}")[0][0])

    def age(self, name: str, days: int) -> None:
        moved = time.time() - days * DAY
        self.store.rows(f"UPDATE tables SET moved = {moved} WHERE id = '{self.tables[name]}'")


async def live(hall: Hall, kept: Kept) -> None:
    """Games, talk, reports and people; nothing of it is old yet."""
    async with Guest(hall, "Ada") as ada, Guest(hall, "Idle"):
        for name in ("waits long", "waits"):
            kept.tables[name] = (await ada.open_table("me", "open", settings=SHORT))["id"]
        for number, name in enumerate(("over long", "over", "over with talk"), start=1):
            table = (await ada.open_table("me", "greedy", settings=SHORT))["id"]
            kept.tables[name] = table
            async with ada.sit(table) as place:
                for text in ("rude", "ruder"):
                    await place.send(type="chat", text=text)
                    line = await place.until(type="chat", text=text)
                    if name == "over":
                        report = {"speaker": line["speaker"], "at": line["at"]}
                        await ada.post(f"/api/tables/{table}/report", report)
            await resign(ada, table)
            await stored(ada, number)


def make_old(kept: Kept) -> None:
    """As if days had passed, for some of it."""
    kept.age("waits long", 8)
    kept.age("waits", 6)
    kept.age("over long", 21)
    kept.age("over", 4)
    kept.age("over with talk", 6)
    old = time.time() - 4 * DAY
    kept.store.rows(f"UPDATE reports SET at = {old}, closed = 1 WHERE text = 'rude'")
    kept.store.rows(f"UPDATE reports SET at = {old} WHERE text = 'ruder'")
    kept.store.rows(f"UPDATE people SET made = {time.time() - 31 * DAY}")
    table = kept.tables["waits"]
    for mark, days in (("long ago", 3), ("lately", 1)):
        kept.store.rows(
            "INSERT INTO notifications (person, kind, table_id, mark, who, made) "
            f"SELECT id, 'turn', '{table}', '{mark}', '', {time.time() - days * DAY} "
            "FROM people WHERE name = 'Ada'"
        )


def test_old_things_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(Store.file(tmp_path / "hall.db"))
    with Hall(kept.store) as hall:
        asyncio.run(live(hall, kept))
    make_old(kept)
    retention = {"games": 20, "chat": 5, "waiting_tables": 7, "notifications": 2, "reports": 3}
    monkeypatch.setenv("STARHALL_RETENTION", json.dumps({**retention, "unused_people": 30}))
    with Hall(kept.store):
        # What is forgotten last: all that comes before it is done then.
        asyncio.run(until(lambda: kept.count("notifications WHERE mark = 'long ago'") == 0))
        assert kept.names() == {"waits", "over", "over with talk"}
        said = dict(kept.store.rows("SELECT table_id, count(*) FROM chat GROUP BY table_id"))
        assert said == {kept.tables["over"]: 2}
        assert kept.store.rows("SELECT text FROM reports") == [("ruder",)]  # that is open
        people = kept.store.rows("SELECT name FROM people WHERE NOT gone")
        assert people == [("Ada",)]  # who sits at tables, however long ago she came
        assert kept.count("notifications WHERE mark = 'lately'") == 1
        for name in ("over long", "waits long"):
            assert kept.count(f"entries WHERE table_id = '{kept.tables[name]}'") == 0
            assert kept.count(f"tables WHERE id = '{kept.tables[name]}' AND seed != ''") == 0
        assert kept.count(f"entries WHERE table_id = '{kept.tables['over']}'") > 0


def test_by_default_finished_games_stay(tmp_path: Path) -> None:
    kept = Kept(Store.file(tmp_path / "hall.db"))
    with Hall(kept.store) as hall:
        asyncio.run(live(hall, kept))
    kept.age("waits", Retention().waiting_tables + 1)
    for name in ("over", "over long"):
        kept.age(name, 3650)
    with Hall(kept.store):
        asyncio.run(until(lambda: "waits" not in kept.names()))
        assert {"over", "over long", "waits long"} <= kept.names()


@pytest.mark.parametrize("text", ['{"chats": 30}', '{"chat": "a month"}', "30 days"])
def test_wrong_settings_are_named(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARHALL_RETENTION", text)
    with pytest.raises(BadConfig, match="STARHALL_RETENTION is not JSON of known settings"):
        retention_from_environment()
