"""What strangers send is looked up, never loaded; and the hall answers to its own names only."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path
from types import FrameType
from typing import Any

import grimp
import httpx
import pytest
import websockets
from websockets.asyncio.client import connect

from starhall.engine.errors import StarhallError
from starhall.server import notices
from starhall.server.config import BadConfig
from starhall.server.http.hosts import TrustedHosts
from starhall.server.http.icons import show_icons
from starhall.server.installed import find
from tests.server.hall import Guest, Hall

OUTSIDE = "starhall.bots.outside"


def trap(folder: Path) -> tuple[Path, Path]:
    """A bot file that leaves a mark when it is run, and the mark."""
    file, mark = folder / "trap.py", folder / "mark"
    file.write_text(
        "from pathlib import Path\n"
        "from starhall.bots import Bot\n"
        f"Path({str(mark)!r}).touch()\n"
        "class Trap(Bot):\n"
        "    def choose(self, sight):\n"
        "        return sight.decision.options[0]\n"
    )
    return file, mark


def names(file: Path, mark: Path) -> list[str]:
    """What the command line takes for a bot, and the hall must not."""
    settings = "search:simulations=1"
    return [str(file), f"{file}:Trap", f"run:touch {mark}", settings, "search", "run:", "random:"]


def test_a_table_takes_bots_from_the_list_only(hall: Hall, tmp_path: Path) -> None:
    file, mark = trap(tmp_path)

    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            for name in names(file, mark):
                chairs = [{"kind": "me"}, {"kind": "bot", "bot": name}]
                wanted = {"game": "cyberstrife", "chairs": chairs}
                problem = await ada.post("/api/tables", wanted, status=400)
                assert problem["error"].startswith(f"there is no bot '{name}"[:80])
                assert "Known: random, greedy, quick, easy, normal, strong." in problem["error"]

    asyncio.run(run())
    assert not mark.exists()


def test_a_seat_is_handed_to_bots_from_the_list_only(hall: Hall, tmp_path: Path) -> None:
    file, mark = trap(tmp_path)

    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            async with ada.sit(table["id"], wants="options") as place:
                for name in names(file, mark):
                    answer = await place.ask(type="hand", seat=0, bot=name)
                    assert answer["type"] == "refused"
                    assert answer["error"].startswith(f"there is no bot '{name}"[:80])

    asyncio.run(run())
    assert not mark.exists()


def test_names_in_the_database_are_looked_up_too(database: Path, tmp_path: Path) -> None:
    """The game goes on by its default, the operator is told, and nothing is loaded."""
    file, mark = trap(tmp_path)
    opened = Hall(database)

    async def begin() -> str:
        async with Guest(opened, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"simultaneous_turns": "off"})
            cookies.update(ada.http.cookies)
            return str(table["id"])

    async def go_on(table: str) -> None:
        async with (
            Guest(opened, "Ada", known=cookies) as ada,
            ada.sit(table, wants="options") as place,
        ):
            assert await place.play_on(lambda options: options[-1], 12) == 12

    cookies = httpx.Cookies()
    with opened:
        table = asyncio.run(begin())
    with contextlib.closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE chairs SET bot = ? WHERE kind = 'bot'", [str(file)])
    with opened:
        asyncio.run(go_on(table))
    assert not mark.exists()
    assert f"there is no bot '{str(file)[:80]}" in opened.log.read_text()


def test_the_server_cannot_import_what_loads_bots() -> None:
    graph = grimp.build_graph("starhall", cache_dir=None)
    assert graph.find_modules_that_directly_import(OUTSIDE)
    assert not graph.chain_exists(importer="starhall.server", imported=OUTSIDE, as_packages=True)
    check = f"import sys, starhall.server.app; sys.exit('{OUTSIDE}' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True, timeout=60)


def test_control_characters_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    notices.say("a\x1b[2Jb\x9bc\r\n\td")
    assert capsys.readouterr().err.endswith(" a\\x1b[2Jb\\x9bc\\x0d\n\td\n")


# Hosts


def ask(hall: Hall, *hosts: str) -> tuple[int, str]:
    """The status and the sentence that a request with these Host headers gets."""
    lines = ["GET /api/me HTTP/1.1", *[f"Host: {host}" for host in hosts], "Connection: close"]
    with socket.create_connection(("127.0.0.1", hall.port), 20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    found: Any = json.loads(body) if body.startswith(b"{") else None
    return int(head.split()[1]), "" if found is None else found["error"]


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost.:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[0:0::1]:8080"]
)
def test_the_hall_answers_to_loopback(hall: Hall, host: str) -> None:
    assert ask(hall, host) == (200, "")


@pytest.mark.parametrize(
    "hosts",
    [
        ["evil.example"],
        ["evil.example:8080"],
        ["localhost.evil.example"],
        ["evil.example@localhost"],
        ["localhost:evil.example"],
        ["[::1]evil.example"],
        ["[::1"],
        ["0.0.0.0"],
        [""],
        [],
        ["localhost", "evil.example"],
    ],
)
def test_unknown_hosts_are_refused(hall: Hall, hosts: list[str]) -> None:
    status, sentence = ask(hall, *hosts)
    assert status == 400
    assert sentence.startswith("the hall does not answer to the name in your address")
    assert "--trusted-hosts" in sentence


def test_a_socket_under_an_unknown_host_is_not_opened(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            origin = f"http://evil.example:{hall.port}"
            headers = {"Cookie": ada.cookie, "Origin": origin}
            url = f"ws://evil.example:{hall.port}/api/tables/{table['id']}/live"
            with pytest.raises(websockets.InvalidStatus) as refused:
                async with connect(url, host="127.0.0.1", additional_headers=headers, proxy=None):
                    pass
            assert refused.value.response.status_code == 400
            assert b"does not answer to the name" in (refused.value.response.body or b"")

    asyncio.run(run())


def test_the_operator_adds_names(database: Path) -> None:
    with Hall(database, trusted="hall.example, *.games.example") as hall:
        assert ask(hall, "hall.example:443") == (200, "")
        assert ask(hall, "Nexus.Games.example") == (200, "")
        assert ask(hall, "localhost") == (200, "")
        for other in ("games.example", "x.hall.example", "evilgames.example"):
            assert ask(hall, other)[0] == 400


def test_a_hall_on_all_addresses_answers_to_the_one_it_was_reached_at() -> None:
    scope = {"server": ("192.0.2.7", 8080)}
    for bound in ("0.0.0.0", "::"):
        hosts = TrustedHosts(bound)
        assert hosts.trusts("192.0.2.7:8080", scope)
        assert hosts.trusts("192.0.2.7:8080", {"server": ("::ffff:192.0.2.7", 8080)})
        assert not hosts.trusts("192.0.2.8:8080", scope)
        assert not hosts.trusts("evil.example:8080", scope)
    assert TrustedHosts("hall.lan").trusts("hall.lan:8080", scope)
    assert TrustedHosts("127.0.0.1", ["*"]).trusts("evil.example", scope)


@pytest.mark.parametrize("name", ["hall.example:80", "http://hall.example", "*.", "a b", "x.*.y"])
def test_a_name_that_cannot_be_trusted_is_refused(name: str) -> None:
    with pytest.raises(BadConfig, match="cannot be a trusted host: write a name"):
        TrustedHosts("127.0.0.1", [name])


def compared(do: Callable[[], object]) -> tuple[int, str]:
    """With how many texts a word was compared to find one that is close, and the refusal."""
    count = 0

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is SequenceMatcher.set_seq1.__code__

    sys.setprofile(watch)
    try:
        with pytest.raises(StarhallError) as refused:
            do()
    finally:
        sys.setprofile(None)
    return count, str(refused.value)


@pytest.mark.parametrize("token", ["foe 6/soldier/3.4.3x", "foee 6/soldier/3.4.3"])
def test_an_unknown_option_of_a_large_game_is_compared_with_few(token: str) -> None:
    vocabulary = find("cysmic").vocabulary
    count, refused = compared(lambda: vocabulary.find(token))
    assert len(vocabulary) > 5_000 and count < 200
    assert "did you mean 'foe 6/soldier/3.4.3'" in refused


def test_an_unknown_icon_is_compared_with_none() -> None:
    count, _ = compared(lambda: show_icons.fn("aeiorstnl-ae"))
    assert count == 0
