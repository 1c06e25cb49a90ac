"""The command line: `starhall play`, `simulate`, `ladder`, `replay`, `check`, `bench` and more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from starhall import __version__
from starhall.cli import (
    bench,
    check,
    games,
    golden,
    hall,
    ladder,
    learn,
    mcp,
    new,
    new_game,
    pack,
    play,
    replay,
    rules,
    serve,
    simulate,
)
from starhall.cli.console import told
from starhall.engine.game import add_folders

app = typer.Typer(
    name="starhall",
    help="A games hall for space board games: play, simulate, replay, check.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"starhall {__version__}")
        raise typer.Exit


@app.callback()
def _starhall(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    games: Annotated[
        list[Path] | None,
        typer.Option("--games", help="A folder with more game packages; can be repeated."),
    ] = None,
) -> None:
    if games:
        add_folders(games)


# In the order of the help page. The modules import what is heavy only when they run.
COMMANDS: dict[str, Callable[..., None]] = {
    "play": play.play,
    "learn": learn.learn,
    "serve": serve.serve,
    "games": games.games,
    "new": new.new,
    "new-game": new_game.new_game,
    "simulate": simulate.simulate,
    "ladder": ladder.ladder,
    "replay": replay.replay,
    "check": check.check,
    "golden": golden.golden,
    "rules": rules.rules,
    "mcp": mcp.mcp,
    "bench": bench.bench,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(told(_command))
_hall = typer.Typer(help="Back up and restore a hall.", no_args_is_help=True)
for _command in (hall.backup, hall.restore):
    _hall.command()(told(_command))
app.add_typer(_hall, name="hall")
_pack = typer.Typer(help="Begin, check and compare content packs.", no_args_is_help=True)
for _command in (pack.new, pack.check, pack.diff):
    _pack.command()(told(_command))
app.add_typer(_pack, name="pack")


def main() -> None:
    app(prog_name="starhall")
