"""The command line: `starhall play`, `simulate`, `ladder`, `replay`, `check`, `bench` and more."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from starhall import __version__
from starhall.cli import (
    bench,
    check,
    compare,
    fit,
    games,
    golden,
    hall,
    lab,
    ladder,
    learn,
    mcp,
    moderation,
    new,
    new_game,
    pack,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    simulate,
    tune,
)
from starhall.cli.console import complain, told
from starhall.cli.translated import translate
from starhall.cli.usage import Command, Group, Program
from starhall.cli.words import CLI, OPTIONS, VARIABLE, BadUse, wanted_language
from starhall.engine.game import add_folders
from starhall.engine.text.catalogue import languages
from starhall.engine.text.language import activate
from starhall.engine.text.translation import PSEUDO

app = typer.Typer(
    name="starhall",
    cls=Program,
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
    language: Annotated[
        str,
        typer.Option(
            *OPTIONS,
            envvar=VARIABLE,
            help="The language: en, de; else that of the system (LANG).",
            show_default=False,
        ),
    ] = "",
) -> None:
    known = languages(CLI)
    if language and language not in (*known, PSEUDO):
        complain(BadUse("use.language", language=language, known=", ".join(known)))
        raise typer.Exit(1)
    activate(language or wanted_language(sys.argv[1:]))
    if games:
        add_folders(games)


# In the order of the help page. The modules import what is heavy only when they run.
COMMANDS: dict[str, Callable[..., None]] = {
    "play": play.play,
    "learn": learn.learn,
    "puzzles": puzzles.puzzles,
    "serve": serve.serve,
    "games": games.games,
    "new": new.new,
    "new-game": new_game.new_game,
    "simulate": simulate.simulate,
    "ladder": ladder.ladder,
    "lab": lab.lab,
    "compare": compare.compare,
    "fit": fit.fit,
    "tune": tune.tune,
    "replay": replay.replay,
    "review": review.review,
    "check": check.check,
    "golden": golden.golden,
    "rules": rules.rules,
    "mcp": mcp.mcp,
    "bench": bench.bench,
}
for _name, _command in COMMANDS.items():
    app.command(_name, cls=Command)(told(_command))
_hall = typer.Typer(cls=Group, help="Back up, restore and moderate a hall.", no_args_is_help=True)
for _command in (hall.backup, hall.restore):
    _hall.command(cls=Command)(told(_command))
_hall.add_typer(moderation.people, name="people")
_hall.add_typer(moderation.tables, name="tables")
_hall.add_typer(moderation.chat, name="chat")
app.add_typer(_hall, name="hall")
_pack = typer.Typer(cls=Group, help="Begin, check and compare content packs.", no_args_is_help=True)
for _command in (pack.new, pack.check, pack.diff):
    _pack.command(cls=Command)(told(_command))
app.add_typer(_pack, name="pack")


def main() -> None:
    language = wanted_language(sys.argv[1:])
    command = typer.main.get_command(app)
    translate(command, language)
    command(prog_name="starhall")
