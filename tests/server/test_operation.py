"""For operators: probes that tell the truth, figures for their eyes only, readable logs."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
from pathlib import Path

import pytest

from starhall.server.notices import report, request_id, say
from tests.server.hall import PATIENCE, Guest, Hall, until


def test_probes_tell_the_truth(tmp_path: Path) -> None:
    database = tmp_path / "hall.db"
    well = {"ready": True, "database": True, "workers": True}
    with Hall(database) as hall:

        def becomes(status: int, said: dict[str, bool]) -> None:
            """Until it says so: a worker takes a while to start, or to answer on a busy machine."""

            def now() -> bool:
                answer = hall.http.get("/readyz")
                return answer.status_code == status and answer.json() == said

            asyncio.run(until(now))

        becomes(200, well)
        away = database.rename(tmp_path / "away.db")
        becomes(503, {**well, "ready": False, "database": False})
        assert hall.http.get("/livez").status_code == 200
        away.rename(database)
        becomes(200, well)


def test_figures_are_for_the_operator_alone(hall: Hall) -> None:
    answer = hall.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    names = {line.split()[0] for line in lines if not line.startswith("#")}
    assert {"starhall_tables", "starhall_sockets", "starhall_log_changes_total"} <= names
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        through = hall.http.get("/metrics", headers={header: "127.0.0.1"})
        assert through.status_code == 404 and "starhall_tables" not in through.text


def test_a_token_and_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARHALL_OPERATOR_TOKEN", "open sesame")
    monkeypatch.setenv("STARHALL_NOTICE", "Tournament on Friday.")

    async def run(hall: Hall) -> None:
        async with Guest(hall, "Ada") as ada:
            assert (await ada.get("/api/lobby"))["notice"] == "Tournament on Friday."

    with Hall(tmp_path / "hall.db") as hall:
        assert hall.http.get("/metrics").status_code == 404
        wrong = {"Authorization": "Bearer open barley"}
        assert hall.http.get("/metrics", headers=wrong).status_code == 404
        right = {"Authorization": "Bearer open sesame", "X-Forwarded-For": "192.0.2.7"}
        assert "starhall_tables" in hall.http.get("/metrics", headers=right).text
        asyncio.run(run(hall))


def test_answers_name_their_request(hall: Hall) -> None:
    numbers = [hall.http.get("/livez").headers["x-request-id"] for _ in range(2)]
    assert len(set(numbers)) == 2


def test_notices_have_time_and_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = request_id.set("abc123")
    try:
        say("A table\x1b[31m is damaged.")
        monkeypatch.setenv("STARHALL_LOG", "json")
        report(ValueError("what strangers\nsend"))
    finally:
        request_id.reset(token)
    say("The hall opens.")
    plain, fault, opening = capsys.readouterr().err.splitlines()
    assert plain[:2] == "20" and "+00:00 notice request=abc123 A table\\x1b[31m is" in plain
    found = json.loads(fault)
    assert (found["level"], found["request"]) == ("error", "abc123")
    assert found["message"] == "ValueError: what strangers\nsend"
    assert "request" not in json.loads(opening)


MALFORMED = (
    b"\x83\x80abcd",  # a reserved opcode
    b"\x81\x05hello",  # not masked
    b"\x81\x82\0\0\0\0\xff\xfe",  # not UTF-8
    b"\xf1\x80\0\0\0\0",  # reserved bits
    b"\x80\x80\0\0\0\0",  # continues nothing
    b"\x88\x81\0\0\0\0\x03",  # a reason that is too short
)


def test_malformed_frames_end_the_socket_without_a_traceback(tmp_path: Path) -> None:
    async def table() -> tuple[str, str]:
        async with Guest(hall, "Mallory") as mallory:
            opened = await mallory.open_table("me", "open")
            return opened["id"], mallory.cookie

    with Hall(tmp_path / "hall.db", hello_seconds=0.2) as hall:
        id, cookie = asyncio.run(table())
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /api/tables/{id}/live HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\n"
            f"Origin: {hall.url}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        for frame in MALFORMED:
            with socket.create_connection(("127.0.0.1", hall.port), PATIENCE) as wire:
                wire.sendall(request.encode())
                heard = wire.recv(65536)
                assert heard.startswith(b"HTTP/1.1 101")
                wire.sendall(frame)
                wire.shutdown(socket.SHUT_WR)
                while wire.recv(65536):
                    pass  # until the hall closes it
        assert hall.http.get("/livez").status_code == 200
