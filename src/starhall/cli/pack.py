"""`starhall pack`: begin, check and compare packs, which change the content of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from starhall.cli.console import GameName, Json, complain, out, print_json, write_text
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from starhall.engine.game import Game
    from starhall.engine.rules.state import State
    from starhall.engine.text.differences import Difference

SEED = "1"


def new(
    game: GameName,
    folder: Annotated[Path, typer.Argument(help="Where to write the pack; it must not exist.")],
) -> None:
    """Begin a pack: a folder with all content of a game as comments, to be filled in.

    The new pack changes nothing. Remove the marks before the lines that you want to change.

    \b
    Examples:
      starhall pack new nexus-ops my-cards
      starhall pack check my-cards
      starhall play --pack my-cards
    """
    from starhall.cli.pack_skeleton import skeleton
    from starhall.engine.game import find

    if folder.exists():
        raise BadUse("use.exists", place=folder)
    for path, text in skeleton(find(game), folder.resolve().name).items():
        write_text(folder / path, text, folders=True)
    out.print(say("pack.made", place=folder), markup=False, soft_wrap=True)
    out.print(f"  starhall pack check {folder}", markup=False, soft_wrap=True)
    out.print(f"  starhall play --pack {folder}", markup=False, soft_wrap=True)


def check(
    folder: Annotated[Path, typer.Argument(help="The pack.")],
    games: Annotated[
        int, typer.Option("--games", "-n", min=0, help="Random games for each number of seats.")
    ] = 2,
    json: Json = False,
) -> None:
    """Check a pack: every file, the sizes of its decks, its texts; then play random games.

    Without an error it says what the pack changes. `starhall check GAME --pack FOLDER` runs all
    checks that a game must pass.

    \b
    Examples:
      starhall pack check examples/packs/cheap-dragons
      starhall pack check my-cards --games 20
    """
    from starhall.engine.game import find, with_pack
    from starhall.engine.text.differences import differences

    game = with_pack(folder)
    pack = game.pack
    assert pack is not None
    found = differences(find(game.id), game)
    played, faults = _try_out(game, games)
    if json:
        data = {"ok": not faults, "name": pack.manifest.name, "hash": pack.hash}
        data |= {"content": game.content.hash, "changes": found, "games": played}
        print_json(data | {"faults": faults})
    else:
        about = say("pack.about", pack=pack, game=game.id, content=game.content.hash[:8])
        out.print(about, markup=False, soft_wrap=True)
        _show(found)
        for fault in faults:
            complain(fault)
        if not faults:
            out.print(say("pack.good", n=played), style="bold green")
    if faults:
        raise typer.Exit(1)


def diff(
    one: Annotated[str, typer.Argument(help="A pack, or the id of a game for its own content.")],
    other: Annotated[str, typer.Argument(help="Another pack of the same game, or the game.")],
    json: Json = False,
) -> None:
    """Show what differs between two packs, or between a game and a pack.

    \b
    Examples:
      starhall pack diff nexus-ops examples/packs/cheap-dragons
      starhall pack diff my-cards my-cards-2 --json
    """
    from starhall.engine.text.differences import differences

    first, second = _content(one), _content(other)
    if first.id != second.id:
        raise BadUse("use.two_games", one=one, first=first.id, other=other, second=second.id)
    found = differences(first, second)
    if json:
        print_json(found)
        return
    _show(found)


def _content(text: str) -> Game[State]:
    """A pack by its folder, or a game by its id."""
    from starhall.engine.game import find, with_pack

    return with_pack(Path(text)) if Path(text).is_dir() else find(text)


def _try_out(game: Game[State], games: int) -> tuple[int, list[str]]:
    """Random games with the fewest seats, the most of an ordinary table, and between."""
    from starhall.lab.simulate import plan, run

    played, faults = 0, []
    for seats in [count for count in game.seats if count <= 4] if games else []:
        for row in run(plan(game, ["random"], seats, seed=SEED), games):
            played += 1
            if row.error:
                faults.append(say("pack.broke", n=seats, seed=row.seed, error=row.error))
    return played, faults


def _show(found: list[Difference]) -> None:
    """The differences, file by file."""
    if not found:
        out.print(say("pack.nothing"))
        return
    file = ""
    for difference in found:
        if difference.file != file:
            file = difference.file
            out.print(Text(file, style="bold cyan"))
        field = f", {difference.field}" if difference.field else ""
        line = Text(f"  {difference.what}{field}: ")
        if difference.before is None:
            line.append(say("pack.added", what=_said(difference.after)), style="green")
        elif difference.after is None:
            line.append(say("pack.removed"), style="red")
        else:
            line.append(f"{_said(difference.before)} -> {_said(difference.after)}")
        out.print(line, soft_wrap=True)


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join([f"{key} = {_said(item)}" for key, item in value.items()])
    return f'"{value}"' if isinstance(value, str) else str(value)
