"""`starhall serve` before it is open: ports and databases."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from starhall.cli import app
from starhall.cli.serve import USUAL_PORT, _listen


@contextlib.contextmanager
def taken(port: int) -> Iterator[int]:
    """A port that somebody listens on: we, unless somebody else does already."""
    with socket.socket() as listener:
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
