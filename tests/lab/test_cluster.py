"""A real Ray cluster with two workers: the same tables, also when one of them is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from starhall.lab.cluster import Cluster
from starhall.lab.results import write
from starhall.lab.simulate import Plan, Row, plan, play_game, run
from tests.cli import program

GAMES = 40


class Marked(Plan, frozen=True, kw_only=True):
    """A plan that says where to note that a worker was killed."""

    marker: str


def killed_once(planned: Marked, number: int) -> Row:
    """The worker that plays number 7 is killed, the first time."""
    if number == 7 and not Path(planned.marker).exists():
        Path(planned.marker).write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return play_game(planned, number)


def planned() -> Plan:
    return plan("cyberstrife", ["random"], 3, {"round_cap": 20}, seed=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    root = str(Path(__file__).resolve().parents[2])
    before = os.environ.get("PYTHONPATH", "")
    # The workers must find this module, as they find the bots of a designer.
    os.environ["PYTHONPATH"] = os.pathsep.join([program.SOURCES, root, before])
    with Cluster("local", 2) as found:
        yield found
    os.environ["PYTHONPATH"] = before


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of one process."""
    file: Path = tmp_path_factory.mktemp("rows") / "alone.parquet"
    write(list(run(planned(), GAMES, jobs=1)), file)
    return file


def test_the_table_is_the_same_to_the_byte(cluster: Cluster, table: Path, tmp_path: Path) -> None:
    assert cluster.workers == 2
    write(list(cluster.play(play_game, planned(), range(GAMES))), tmp_path / "ray.parquet")
    assert (tmp_path / "ray.parquet").read_bytes() == table.read_bytes()


def test_a_killed_worker_is_replaced_and_its_games_are_played_again(
    cluster: Cluster, table: Path, tmp_path: Path
) -> None:
    plain = planned()
    fields = {name: getattr(plain, name) for name in Plan.__struct_fields__}
    marked = Marked(**fields, marker=str(tmp_path / "killed"))
    rows = list(cluster.play(killed_once, marked, range(GAMES)))
    assert (tmp_path / "killed").exists()
    write(rows, tmp_path / "ray.parquet")
    assert (tmp_path / "ray.parquet").read_bytes() == table.read_bytes()


def test_the_command_plays_on_a_cluster_that_is_there(cluster: Cluster, tmp_path: Path) -> None:
    address = cluster.ray.get_runtime_context().gcs_address
    options = ("--games", "12", "--seats", "3", "-o", "round_cap=20", "--seed", "3")
    for file, more in (("ray", ("--cluster", address)), ("alone", ("--jobs", "1"))):
        done = subprocess.run(
            program.command(
                "simulate", "cyberstrife", *options, "--out", tmp_path / f"{file}.parquet", *more
            ),
            capture_output=True,
            text=True,
            env=program.environment(),
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "ray.parquet").read_bytes() == (tmp_path / "alone.parquet").read_bytes()


def test_without_ray_the_first_game_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    done = program.run("simulate", "cyberstrife", "--games", "1000000", "--cluster", "local")
    assert done.exit_code == 1 and "pip install 'starhall[ray]'" in done.output


def test_nobody_waits_for_a_cluster_that_is_not_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        done = program.run("simulate", "cyberstrife", "--games", "9", "--cluster", address)
        assert done.exit_code == 1
        assert f"{address} cannot be reached: Connection refused" in done.output
