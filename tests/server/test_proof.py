"""The proof: what was committed to, what browsers add, and a log in which nothing can change."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from starhall.cli.verify import audit
from starhall.engine.game import find
from starhall.engine.match.record import parse
from starhall.server.proof import Damaged, chained, check_chain, check_end, check_seed, mixed_seed
from starhall.server.protocol.archive import Proof
from starhall.server.storage.models import CHOICE, ChairRow, Entry, TableRow
from tests.server.hall import Guest, Hall, Json, until


def hashed(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def sql(database: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(database)) as db, db:
        assert db.execute(statement, values).rowcount > 0


# Without a hall


def a_row() -> TableRow:
    chairs = [ChairRow(0, "person", "Ada", "a", nonce="n0"), ChairRow(1, "bot", "Vega")]
    row = TableRow(
        id="t", game="cyberstrife", rules="1", content="c", settings={"b": 2, "a": 1}, seed="",
        host="a", hints=False, private=False, forked="", status="playing", started=0.0, moved=0.0,
        asked=[], ending="", chairs=chairs, secret="secret", commitment=hashed("secret"),
        mixed=True,
    )  # fmt: skip
    row.seed = mixed_seed("secret", ["n0", ""])
    return row


def a_log(row: TableRow) -> list[Entry]:
    plain = [Entry(i % 2, CHOICE, f"take:{i}", 1.5 + i) for i in range(6)]
    return chained(row.header.first_link, plain)


def test_the_seed_depends_on_the_secret_and_on_every_nonce() -> None:
    row = a_row()
    check_seed(row)
    assert row.seed == hashed("secret", "n0", "")
    for changed in (
        msgspec.structs.replace(row, seed="00" * 32),
        msgspec.structs.replace(row, secret="another"),
        msgspec.structs.replace(row, commitment=hashed("another")),
        msgspec.structs.replace(row, chairs=[ChairRow(0, "person", "Ada"), row.chairs[1]]),
    ):
        with pytest.raises(Damaged):
            check_seed(changed)


def test_each_entry_covers_the_one_before_it() -> None:
    row = a_row()
    log = a_log(row)
    first = row.header.first_link
    assert first == hashed("secret", 't cyberstrife {"a":1,"b":2}')
    assert log[0].hash == hashed(first, "0 0 choice 1.5 take:0")
    check_chain("t", first, 0, log)
    replace = msgspec.structs.replace
    forged = chained(log[1].hash, [Entry(0, CHOICE, "take:9", 3.5)])[0]
    for number, damaged in (
        (2, [*log[:2], replace(log[2], what="take:9"), *log[3:]]),
        (2, [*log[:2], replace(log[2], at=9.0), *log[3:]]),
        (2, [*log[:2], *log[3:]]),
        (2, [*log[:2], forged, *log[3:]]),
        (0, log[1:]),
    ):
        with pytest.raises(Damaged, match=rf"table t .* entry {number}\b"):
            check_chain("t", first, 0, damaged)
    row.chain = log[-1].hash
    check_end(row, [*log, replace(log[0], hash="written since")])
    with pytest.raises(Damaged, match="the entries after number 4 .* are missing"):
        check_end(row, log[:-1])


# In a hall


def check(proof: Json, commitment: str) -> None:
    """What a browser does."""
    assert hashed(proof["secret"]) == proof["commitment"] == commitment
    assert proof["seed"] == hashed(proof["secret"], *proof["nonces"])
    last = hashed(proof["secret"], proof["opening"])
    for line, link in zip(proof["lines"], proof["hashes"], strict=True):
        last = hashed(last, line)
        assert last == link


def test_a_game_is_dealt_from_what_hall_and_browsers_add(tmp_path: Path) -> None:
    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            promise = (await ada.post("/api/promises"))["commitment"]
            table = await ada.open_table(
                "me", "open", promise=promise, nonce="ada1", settings={"round_cap": 20}
            )
            path = f"/api/tables/{table['id']}"
            assert table["commitment"] == promise and table["mixed"]
            again = {"game": "cyberstrife", "chairs": [{"kind": "me"}, {"kind": "open"}]}
            await ada.post("/api/tables", {**again, "promise": promise}, 404)  # it is used up
            seen = await bob.get(path)
            assert seen["commitment"] == promise
            await bob.post(f"{path}/join", {"nonce": "not a nonce!"}, 400)
            await bob.post(f"{path}/join", {"nonce": "bob2"})
            await bob.get(f"{path}/proof", 409)
            receipts = await play(ada, bob, table["id"])
            proof = await ada.get(f"{path}/proof")
            check(proof, promise)
            assert proof["nonces"] == ["ada1", "bob2"]
            assert receipts and set(receipts) <= set(proof["hashes"])
            verdict = await ada.get(f"{path}/verify")
            assert verdict["ok"] and "browsers added" in verdict["sentence"]
            record = parse((await ada.http.get(f"{path}/record")).content)
            published = msgspec.convert(proof, Proof)
            assert audit(record, find(record.game), promise, published).passed
            replace = msgspec.structs.replace
            for other, said in (
                (replace(published, seed="00" * 32), "seed does not follow"),
                (replace(published, lines=published.lines[1:]), "entry 0 of its log"),
                (replace(published, secret="another"), "does not fit the commitment"),
                (replace(published, lines=[], hashes=[]), "not of this game"),
            ):
                assert said in audit(record, find(record.game), promise, other).failed
            assert "told before" in audit(record, find(record.game), "00" * 32, published).failed

    with Hall(tmp_path / "hall.db", seed="") as hall:
        asyncio.run(run(hall))


async def play(ada: Guest, bob: Guest, table: str) -> list[str]:
    """Both play at random to the end; the receipts that Ada got."""
    async with ada.sit(table, wants="options") as one, bob.sit(table, wants="options") as two:
        dice = random.Random(1)
        await asyncio.gather(one.play_on(dice.choice), two.play_on(dice.choice))
        return [m["chain"] for m in one.heard if m["type"] == "ack" and m.get("chain")]


def test_damage_is_named_and_everything_else_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "hall.db"

    async def begin(hall: Hall) -> tuple[list[str], Guest]:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            ids = []
            for _ in range(5):
                table = await ada.open_table("me", "open")
                await bob.post(f"/api/tables/{table['id']}/join")
                ids.append(table["id"])
                async with ada.sit(table["id"], wants="options") as place:
                    await place.play_on(random.Random(2).choice, 3)
            return ids, ada

    with Hall(database) as hall:
        ids, ada = asyncio.run(begin(hall))
    changed, dropped, cut, seed, whole = ids
    sql(database, "UPDATE entries SET at = at + 1 WHERE table_id = ? AND ply = 1", changed)
    sql(database, "DELETE FROM entries WHERE table_id = ? AND ply = 1", dropped)
    sql(database, "DELETE FROM entries WHERE table_id = ? AND ply = 2", cut)
    sql(database, "UPDATE tables SET seed = ? WHERE id = ?", "00" * 32, seed)

    async def come_back(hall: Hall) -> None:
        async with Guest(hall, "Ada", ada.http.cookies) as again:
            for id, said in (
                (changed, "entry 1 of its log"),
                (dropped, "entry 1 of its log"),
                (cut, "after number 1 of its log are missing"),
                (seed, "its seed does not follow"),
            ):
                with pytest.raises(ConnectionError):
                    async with again.sit(id) as place:
                        await place.until(type="frame")
                assert place.socket.close_code == 4404
                assert said in str(place.socket.close_reason)
                await until(lambda: f"Table {id} cannot" in hall.log.read_text())  # noqa: B023
            async with again.sit(whole, wants="options") as place:
                await place.play_on(random.Random(3).choice, 1)
            assert {t["id"] for t in (await again.get("/api/lobby"))["mine"]} >= set(ids)

    with Hall(database) as hall:
        asyncio.run(come_back(hall))


def test_a_hall_with_a_seed_of_its_own_says_so(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            promise = (await ada.post("/api/promises"))["commitment"]
            table = await ada.open_table("me", "open", promise=promise, nonce="ada1")
            assert not table.get("mixed") and table["commitment"] != promise

    asyncio.run(run())


def test_only_new_choices_give_a_receipt(hall: Hall) -> None:
    """Otherwise one could see from it whether others have chosen in secret."""

    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                frame = await place.until_asked()
                first = [frame["options"][0]["number"]]
                new = await place.choose(*first, answered=0)
                again = await place.choose(*first, answered=0)
                assert new["chain"] and "chain" not in again
                handed = await place.ask(type="hand", seat=0, bot="")
                assert handed["type"] == "ack" and "chain" not in handed

    asyncio.run(run())


def test_what_is_sent_twice_is_done_once(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", seed="undo")
            async with ada.sit(table["id"], wants="options") as place:
                while not place.frame.get("undoable"):
                    frame = await place.until_asked()
                    await place.choose(frame["options"][0]["number"])
                made = place.frame["answered"]
                for _ in range(2):
                    answer = await place.ask(type="undo", answered=made)
                    assert answer == {**answer, "type": "ack", "answered": made + 1}
                stale = await place.ask(type="undo", answered=made - 1)
                assert stale["type"] == "refused" and "look again" in stale["error"]
                late = await place.ask(type="hand", seat=0, bot="random", answered=made)
                assert late["type"] == "refused" and "look again" in late["error"]
                give_up = place.frame["anytime"][0]["number"]
                now = {"answered": made + 1, "option": give_up}
                for _ in range(2):
                    answer = await place.ask(type="interject", **now)
                    assert answer["type"] == "ack" and answer["answered"] == made + 2

    asyncio.run(run())
