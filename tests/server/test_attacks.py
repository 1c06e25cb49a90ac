"""Attacks on a real hall, in short: one visitor cannot hurt the others.

`starhall bench --attack` makes the same attacks at full size and prints how long others waited.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.hall import PATIENCE, Guest, Hall, Json

SHORT = {"round_cap": 20}


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with tight limits, where they are under attack."""
    limits: Json = {
        "tables_per_person": 20,
        "job_seconds": 5.0,
        "header_seconds": 2.0,
        "connections_per_address": 150,
        "chat_per_second": 0.001,
        "chat_burst": 6,
        "chat_lines_kept": 4,
    }
    database = tmp_path_factory.mktemp("attacked") / "hall.db"
    with Hall(database, **limits) as hall:
        yield hall


def children(hall: Hall) -> set[int]:
    """The processes that the hall has started, except Python's own helper."""
    assert hall.process is not None
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            helper = b"resource_tracker" in (entry / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if parent == hall.process.pid and not helper:
            found.add(int(entry.name))
    return found


# Workers


def test_a_worker_that_dies_or_hangs_is_replaced_by_one(attacked: Hall) -> None:
    async def run() -> None:
        async with Guest(attacked, "Ada") as ada:
            table = await ada.open_table("random", "random", settings=SHORT)
            async with ada.sit(table["id"], wants="options") as place:
                await place.until_frame(lambda frame: frame.get("over"))
            [worker] = children(attacked)
            os.kill(worker, signal.SIGSTOP)  # so that jobs pile up
            waiting = [await ada.open_table("random", "random", settings=SHORT) for _ in range(6)]
            os.kill(worker, signal.SIGKILL)
            counts = []
            for table in waiting:
                async with ada.sit(table["id"], wants="options") as place:
                    while not place.frame.get("over"):
                        living = {*await asyncio.to_thread(children, attacked)} - {worker}
                        counts.append(len(living))  # the dead one may still be listed
                        await asyncio.sleep(0.05)  # looking at all processes takes a core
            assert max(counts) == 1

            [worker] = children(attacked)
            os.kill(worker, signal.SIGSTOP)
            table = await ada.open_table("random", "random", settings=SHORT)
            async with ada.sit(table["id"], wants="options") as place:
                await place.until_frame(lambda frame: frame.get("over"))
            assert worker not in children(attacked)
            assert f"Worker {worker} did not finish" in attacked.log.read_text()

    asyncio.run(run())


# Tables


def test_tables_opened_at_the_same_time_are_counted(attacked: Hall) -> None:
    async def run() -> None:
        async with Guest(attacked, "Ada") as ada:
            chairs = [{"kind": "me"}, {"kind": "open"}]
            wanted = {"game": "cyberstrife", "chairs": chairs}
            opened = [ada.http.post("/api/tables", json=wanted) for _ in range(60)]
            codes = [answer.status_code for answer in await asyncio.gather(*opened)]
            assert sorted(codes) == [201] * 20 + [429] * 40
            assert len((await ada.get("/api/lobby"))["mine"]) == 20

    asyncio.run(run())


def test_chat_has_its_own_limit_and_an_end(attacked: Hall) -> None:
    async def run() -> None:
        async with Guest(attacked, "Ada") as ada, Guest(attacked, "Eve") as eve:
            table = await ada.open_table("me", "random")
            async with (
                ada.sit(table["id"], wants="options") as place,
                eve.sit(table["id"]) as one,
                eve.sit(table["id"]) as other,
            ):
                for number in range(20):
                    await (one, other)[number % 2].send(type="chat", text=f"line {number}")
                for spectator in (one, other):
                    await spectator.ask(type="ping")
                refused = [said for said in one.heard + other.heard if said["type"] == "refused"]
                assert len(refused) == 14 and "wait a few seconds" in refused[0]["error"]
                await place.until_asked()
                assert (await place.choose(place.frame["options"][0]["number"]))["type"] == "ack"
            with contextlib.closing(sqlite3.connect(str(attacked.database))) as db:
                query = "SELECT count(*) FROM chat WHERE table_id = ?"
                assert db.execute(query, (table["id"],)).fetchone() == (4,)

    asyncio.run(run())


def test_the_host_mutes_and_kicks(attacked: Hall) -> None:
    async def run() -> None:
        async with Guest(attacked, "Ada") as ada, Guest(attacked, "Eve") as eve:
            table = await ada.open_table("me", "open")
            id = table["id"]
            async with ada.sit(id) as host, eve.sit(id) as guest:
                await guest.send(type="chat", text="hello")
                speaker = (await host.until(type="chat"))["speaker"]
                assert ada.me["id"] not in str(host.heard) and eve.me["id"] not in str(host.heard)
                there = await ada.get(f"/api/tables/{id}/spectators")
                assert there == [{"speaker": speaker, "name": "Eve"}]
                await eve.get(f"/api/tables/{id}/spectators", status=403)
                forged = await guest.ask(type="kick", speaker=speaker)
                assert "only the host" in forged["error"]
                assert (await host.ask(type="mute", speaker=speaker))["type"] == "ack"
                await guest.send(type="chat", text="again")
                assert "does not want you to speak" in (await guest.until(ref=0))["error"]
                assert (await host.ask(type="mute", speaker=speaker, muted=False))["type"] == "ack"
                await guest.send(type="chat", text="sorry")
                await host.until(type="chat", text="sorry")

                await eve.post(f"/api/tables/{id}/join")
                playing = await host.ask(type="kick", speaker=speaker)
                assert "you can only mute them" in playing["error"]
            table = await ada.open_table("me", "open", "open")
            id = table["id"]
            await eve.post(f"/api/tables/{id}/join")
            async with ada.sit(id) as host, eve.sit(id) as guest:
                await guest.send(type="chat", text="hello")
                speaker = (await host.until(type="chat"))["speaker"]
                assert (await host.ask(type="kick", speaker=speaker))["type"] == "ack"
                await guest.until_closed()
                assert guest.socket.close_code == 4404
            assert (await ada.get(f"/api/tables/{id}"))["seats"][1]["kind"] == "open"
            await eve.post(f"/api/tables/{id}/join", status=403)
            async with eve.sit(id) as guest:
                await guest.until_closed()
                assert guest.socket.close_code == 4404

    asyncio.run(run())


# Connections


def raw(hall: Hall) -> socket.socket:
    return socket.create_connection(("127.0.0.1", hall.port), timeout=PATIENCE)


def answer_to(sent: socket.socket) -> bytes:
    """Everything until the hall closes."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while some := sent.recv(65536):
            got += some
    return got


def test_headers_without_an_end_are_refused(attacked: Hall) -> None:
    with raw(attacked) as sent:
        sent.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        with contextlib.suppress(ConnectionError):
            for _ in range(64):
                sent.sendall(b"x" * 64 * 1024)
        answer = answer_to(sent)
    assert not answer or answer.startswith(b"HTTP/1.1 431 ")
    assert attacked.http.get("/api/games").status_code == 200


def test_requests_that_are_never_completed_are_given_up(attacked: Hall) -> None:
    """Also one that trickles in, and one that never says a word."""
    with raw(attacked) as half, raw(attacked) as silent:
        half.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n")
        assert answer_to(half).startswith(b"HTTP/1.1 408 ")
        assert answer_to(silent).startswith(b"HTTP/1.1 408 ")


def test_one_address_has_so_many_connections(attacked: Hall) -> None:
    with contextlib.ExitStack() as opened:
        many = [opened.enter_context(raw(attacked)) for _ in range(170)]
        # Those that are let in get an answer when their time is over, the others none.
        assert 20 <= sum([answer_to(sent) == b"" for sent in many]) < 170


SHAKE = (
    b"GET /api/tables/none/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_requests_and_handshakes_are_counted_by_address(database: Path) -> None:
    def shake(hall: Hall) -> bytes:
        with raw(hall) as sent:
            sent.sendall(SHAKE)
            return sent.recv(12)[9:]

    def codes(hall: Hall) -> list[int]:
        """Of requests that say they come from many addresses."""
        named = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(40)]
        return [hall.http.get("/api/games", headers=each).status_code for each in named]

    tight: Json = {"requests_per_second": 0.001, "request_burst": 30}
    with Hall(database, **tight) as hall:
        assert shake(hall) == b"101"
        shakes = [shake(hall) for _ in range(30)]
        assert shakes[-1] == b"429"
        assert set(codes(hall)) == {429}
        assert "handshake" not in hall.log.read_text()  # nobody fills the operator's disk
    with Hall(database, proxies="127.0.0.1", **tight) as hall:
        assert set(codes(hall)) == {200}


def test_the_files_of_the_database_are_for_their_owner(attacked: Hall) -> None:
    for beside in ("", "-wal", "-shm"):
        mode = Path(f"{attacked.database}{beside}").stat().st_mode
        assert stat.S_IMODE(mode) == 0o600
