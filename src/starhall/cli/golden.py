"""`starhall golden`: play the recorded games again, or record them again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from starhall.cli.console import Settings, complain, out, read_settings, write_text
from starhall.cli.words import BadUse, say
from starhall.engine.errors import RecordError

FOLDER = Path("tests") / "golden"


def golden(
    game: Annotated[str | None, typer.Argument(help="Only this game.")] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Record them again, under a new rules version.")
    ] = False,
    add: Annotated[
        str | None, typer.Option(metavar="SEATS,SEED", help="Record one more game.")
    ] = None,
    option: Settings = None,
    folder: Annotated[Path, typer.Option(help="The folder of the golden games.")] = FOLDER,
) -> None:
    """Play the golden games again and report the first line that comes out differently.

    A golden game is a random game recorded choice by choice. When a change of the rules is
    wanted, raise the version of the game and record its golden games again.

    \b
    Examples:
      starhall golden
      starhall golden cyberstrife --update
      starhall golden cyberstrife --add 4,11 -o round_cap=30
    """
    from starhall.engine.conformance.golden import check, updated
    from starhall.engine.game import find

    if game is not None:
        find(game)
    if add is not None:
        if game is None:
            raise BadUse("use.golden_game")
        _add(folder, game, add, option)
        return
    files = sorted(folder.glob(f"{game or '*'}-*-*.txt"))
    if not files:
        raise BadUse(
            "use.no_golden" if game is None else "use.no_golden_of", game=game, folder=folder
        )
    failed = changed = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            if not update:
                check(text, file.name)
            elif (again := updated(text, file.name)) != text:
                file.write_text(again, encoding="utf-8")
                changed += 1
        except RecordError as error:
            failed += 1
            complain(str(error))
    if failed:
        raise typer.Exit(1)
    out.print(say("golden.updated" if update else "golden.same", n=len(files), changed=changed))


def _add(folder: Path, game: str, numbers: str, option: list[str] | None) -> None:
    from starhall.engine.conformance.golden import record
    from starhall.engine.game import find

    seats, comma, seed = numbers.partition(",")
    if not comma or not seats.isdecimal() or not seed.isdecimal():
        raise BadUse("use.golden_add", text=numbers)
    text = record(find(game), int(seats), read_settings(option), int(seed))
    file = folder / f"{game}-{seats}-{seed}.txt"
    write_text(file, text)
    lines = len(text.splitlines())
    out.print(say("golden.added", file=file, n=lines), markup=False, soft_wrap=True)
