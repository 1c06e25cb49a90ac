"""`starhall new-game`: the skeleton of a game, complete enough to be played and checked."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

from starhall.cli.console import out, write_text
from starhall.cli.words import BadUse, say

ENDING = ".txt"  # the skeleton consists of text files, so that nothing imports or checks it
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new_game(
    name: Annotated[str, typer.Argument(help="Its id: small letters, digits and hyphens.")],
    folder: Annotated[
        Path, typer.Option("--in", help="The folder in which the package is made.")
    ] = Path("."),
) -> None:
    """Write the skeleton of a new game that can be played and passes all checks.

    \b
    Examples:
      starhall new-game star-salvage
      starhall --games . check star-salvage
      starhall --games . play star-salvage
    """
    package = name.replace("-", "_")
    if not NAME.fullmatch(name) or keyword.iskeyword(package):
        raise BadUse("use.game_id", name=name)
    target = folder / package
    if target.exists():
        raise BadUse("use.exists", place=target)
    words = name.split("-")
    marks = {
        "__TITLE__": " ".join(word.capitalize() for word in words),
        "__CLASS__": "".join(word.capitalize() for word in words),
        "__PACKAGE__": package,
        "__ID__": name,
        "__PREFIX__": (words[0][0] + (words[1][0] if len(words) > 1 else name[1:2])).upper(),
    }
    for path, text in sorted(_skeleton(files("starhall.cli").joinpath("skeleton"), "")):
        for mark, value in marks.items():
            text = text.replace(mark, value)
        write_text(target / path, text, folders=True)
    out.print(say("new_game.made", place=target), markup=False, soft_wrap=True)
    out.print(f"  starhall --games {folder} check {name}", markup=False, soft_wrap=True)
    out.print(f"  starhall --games {folder} play {name}", markup=False, soft_wrap=True)


def _skeleton(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    """The files of the skeleton: paths and texts."""
    found: list[tuple[str, str]] = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _skeleton(item, f"{prefix}{item.name}/")
        elif item.name.endswith(ENDING):
            path = prefix + item.name.removesuffix(ENDING)
            found.append((path, item.read_text(encoding="utf-8")))
    return found
