"""Shared by all commands: the two consoles, errors as one sentence, and parsing of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, ParamSpec

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from starhall.cli.words import BadUse, say
from starhall.engine.errors import SpokenError, StarhallError
from starhall.engine.game import Game, Value, find, installed, with_pack
from starhall.engine.rules.state import State

P = ParamSpec("P")

WIDEST = 400  # columns of a table
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

# Arguments that several commands have.
GameName = Annotated[str, typer.Argument(help="The game's id; `starhall games` lists them.")]
Seats = Annotated[int | None, typer.Option(help="How many seats the table has.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="A variant; can be repeated."),
]
Seed = Annotated[
    str | None,
    typer.Option(help="Any word or number, or 64 hexadecimal digits; default: random."),
]
PackFolder = Annotated[
    Path | None,
    typer.Option("--pack", metavar="FOLDER", help="Play with the content of this pack."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def complain(error: StarhallError | str) -> None:
    """One red sentence on stderr."""
    said = Text.assemble((say("error"), "bold red"), (_sentence(error), "red"))
    err.print(said, soft_wrap=True)


def refuse(error: StarhallError) -> None:
    """An error during an interactive session, printed as part of it."""
    out.print(Text(_sentence(error), style="red"), soft_wrap=True)


def _sentence(error: StarhallError | str) -> str:
    text = str(error)
    first = text.split(" ", 1)[0]
    given = map(str, error.values.values()) if isinstance(error, SpokenError) else ()
    if first.isalpha() and first not in given:  # not a folder, a number or an option in quotes
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ".)")) else f"{text}."


def told(command: Callable[P, None]) -> Callable[P, None]:
    """A command whose user errors become a sentence and the exit code 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except StarhallError as error:
            complain(error)
            raise typer.Exit(1) from None

    return run


def chosen_game(game: str | None, pack: Path | None) -> Game[State]:
    """The game that was named, or the game of a pack, with the content of the pack."""
    if pack is not None:
        return with_pack(pack, game)
    if game is None:
        raise BadUse("use.name_game", known=", ".join(installed()))
    return find(game)


def read_settings(texts: Sequence[str] | None) -> dict[str, Value]:
    """`key=value` words as settings; the game checks them."""
    settings: dict[str, Value] = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise BadUse("use.option", text=text)
        if key in settings:
            raise BadUse("use.option_twice", key=key)
        settings[key] = value
    return settings


def print_table(table: Table) -> None:
    """A table in its full width, so that a narrow terminal wraps its lines and cuts nothing off."""
    wide = table.__rich_measure__(out, out.options.update(max_width=WIDEST)).maximum
    if wide <= out.width:
        out.print(table)
    else:
        Console(width=wide, highlight=False).print(table, crop=False, soft_wrap=True)


def write_text(file: Path, text: str, folders: bool = False) -> None:
    """A file, and the folders on the way to it if they may be made."""
    try:
        if folders:
            file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadUse("use.not_written", file=file, why=error.strerror) from None


def print_json(data: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
