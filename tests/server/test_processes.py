"""`starhall serve --processes`, and two halls behind a proxy as docs/operating.md describes it."""

import asyncio
import contextlib
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from typer.testing import CliRunner

from starhall.cli import app
from starhall.lab.postgres import Postgres
from tests.server.hall import PATIENCE, Guest, Hall, Place, until
from tests.server.store import Store
from tests.server.test_durable import children

ROOT = Path(__file__).resolve().parents[2]
SHORT = {"round_cap": 20}


def test_several_processes_need_postgres(tmp_path: Path) -> None:
    db = str(tmp_path / "hall.db")
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--processes", "2", "--db", db])
    assert result.exit_code == 1
    assert "everal processes need PostgreSQL" in " ".join(result.output.split())


def servers(process: int) -> list[int]:
    """The processes of the hall, without their workers."""
    found = []
    for child in children(process):
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            parent = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[1]
            if int(parent) == process and b"spawn_main" in command:
                found.append(child)
    return found


async def somebody_asked(places: list[Place]) -> Place:
    """The first of these who is asked something."""
    await until(lambda: any(place.frame.get("options") for place in places))
    return next(place for place in places if place.frame.get("options"))


def test_processes_on_one_port_play_together_and_one_that_dies_is_replaced(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def run(hall: Hall) -> None:
        assert hall.process is not None
        main = hall.process.pid
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open", settings=SHORT)
            await bob.post(f"/api/tables/{table['id']}/join")
            first = servers(main)
            assert len(first) == 2
            for _ in range(2):
                async with contextlib.AsyncExitStack() as stack:
                    # So many sockets that each process has some of them.
                    places = [
                        await stack.enter_async_context(guest.sit(table["id"], wants="options"))
                        for guest in (ada, bob) * 4
                    ]
                    for place in places:
                        await place.until_frame(lambda frame: True)
                    for _ in range(4):
                        asked = await somebody_asked(places)
                        option = random.Random(1).choice(asked.frame["options"])
                        assert (await asked.choose(option["number"]))["type"] == "ack"
                        made = asked.frame["frame"]
                        for place in places[places.index(asked) % 2 :: 2]:
                            await place.until_frame(lambda frame, made=made: frame["frame"] >= made)
                    os.kill(servers(main)[0], signal.SIGKILL)
                await until(lambda: len(servers(main)) == 2)
            assert not set(first) <= set(servers(main))

    with Hall(Store(postgres.new_database(), tmp_path), processes=2) as hall:
        assert hall.process is not None
        asyncio.run(run(hall))
        started = children(hall.process.pid)
        hall.close()
    asyncio.run(until(lambda: not any(Path(f"/proc/{child}").exists() for child in started)))


def nginx() -> str:
    """The system's nginx, or Debian's, unpacked: to install it would start it as a service."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    folder = ROOT / "build" / "nginx"
    unpacked = folder / "usr/sbin/nginx"
    if found is None and not unpacked.exists() and shutil.which("apt-get"):
        folder.mkdir(parents=True, exist_ok=True)
        fetch = ["apt-get", "-qq", "download", "nginx"]
        if subprocess.run(fetch, cwd=folder, check=False).returncode:
            subprocess.run(["apt-get", "-qq", "update"], check=False)
            subprocess.run(fetch, cwd=folder, check=False)
        for package in folder.glob("nginx_*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], check=True)
    if found is None and unpacked.exists():
        found = str(unpacked)
    assert found, "The test of the proxy needs nginx: install the package nginx."
    return found


@contextlib.contextmanager
def proxy(folder: Path, halls: list[Hall]) -> Iterator[int]:
    """nginx with the configuration of deploy/, on a free port and without TLS."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    text = (ROOT / "deploy/nginx.conf").read_text()
    text = text.replace("127.0.0.1:8081", f"127.0.0.1:{halls[0].port}")
    text = text.replace("127.0.0.1:8082", f"127.0.0.1:{halls[1].port}")
    kept = [line for line in text.splitlines() if "ssl_" not in line and "# https" not in line]
    site = "\n".join(kept).replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    assert str(port) in site and str(halls[1].port) in site
    config = folder / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    config.write_text(
        f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\ndaemon off;\nuser root;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}\n{site}\n}}\n"
    )
    command = [nginx(), "-p", str(folder), "-c", str(config)]
    with (folder / "nginx.out").open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_two_halls_behind_a_proxy_go_on_when_one_of_them_is_killed(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def run(one: Hall, two: Hall, port: int) -> None:
        front = Hall(one.store, port=port)  # only its address
        async with Guest(front, "Ada") as ada, Guest(front, "Bob") as bob:
            table = await ada.open_table("me", "open", settings=SHORT)
            await bob.post(f"/api/tables/{table['id']}/join")
            for victim in (one, two):
                async with ada.sit(table["id"]) as here, bob.sit(table["id"]) as there:
                    for _ in range(4):
                        asked = await somebody_asked([here, there])
                        option = asked.frame["options"][0]["number"]
                        assert (await asked.choose(option))["type"] == "ack"
                    await asyncio.to_thread(victim.kill)
                    # Its sockets are lost; new ones go to the other hall.
                async with ada.sit(table["id"]) as here:
                    await here.until_frame(lambda frame: True)
                await asyncio.to_thread(victim.open)

    store = Store(postgres.new_database(), tmp_path)
    halls = [Hall(store, proxies="127.0.0.1") for _ in range(2)]
    with halls[0] as one, halls[1] as two, proxy(tmp_path, halls) as port:
        asyncio.run(answers(port))
        asyncio.run(run(one, two, port))


def test_a_choice_of_another_process_is_applied_without_reading_the_whole_log(
    store: Store,
) -> None:
    """The old entries are damaged meanwhile, which only somebody who reads them can notice."""

    async def run(one: Hall, two: Hall) -> None:
        async with Guest(one, "Ada") as ada, Guest(two, "Ada", ada.http.cookies) as elsewhere:
            table = await ada.open_table("me", "random", settings=SHORT)
            async with (
                ada.sit(table["id"], wants="options") as here,
                elsewhere.sit(table["id"], wants="options") as there,
            ):
                await here.play_on(random.Random(1).choice, 2)
                await there.until_frame(lambda frame: frame["answered"] == 2)
                store.rows("UPDATE entries SET hash = 'damaged' WHERE ply = 0")
                await here.play_on(random.Random(2).choice, 2)
                await there.until_frame(lambda frame: frame["answered"] == 4)

    with Hall(store) as one, Hall(store) as two:
        asyncio.run(run(one, two))
    with Hall(store) as three:  # checks the logs when it opens
        asyncio.run(until(lambda: "is damaged: entry 0" in three.log.read_text()))


def test_halls_that_start_together_on_an_empty_database_make_it_once(store: Store) -> None:
    halls = [Hall(store) for _ in range(2)]
    with ThreadPoolExecutor(2) as together:
        for hall in together.map(Hall.open, halls):
            assert hall.http.get("/readyz").json()["database"]
    for hall in halls:
        hall.close()
        assert "Traceback" not in hall.log.read_text()


def test_a_hall_may_open_as_many_files_as_the_system_lets_it(database: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1] // 2, before[1]))
    try:
        with Hall(database, from_scratch=True) as hall:
            assert hall.process is not None
            now = resource.prlimit(hall.process.pid, resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert now == (before[1], before[1])


async def answers(port: int) -> None:
    """Until the proxy listens."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                await writer.wait_closed()
                return
            await asyncio.sleep(0.02)
