"""`starhall puzzles`: the puzzles of a game; finding new ones, and playing one here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starhall.cli.console import GameName, err, out
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from rich.progress import Progress

    from starhall.engine.game import Game
    from starhall.engine.lessons.puzzle import PuzzleFile

COUNT = 24


def puzzles(
    game: GameName,
    number: Annotated[str | None, typer.Argument(help="With --play: which one.")] = None,
    play: Annotated[bool, typer.Option("--play", help="Play a puzzle at this terminal.")] = False,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Search this many bot games.", min=1)
    ] = None,
    count: Annotated[int, typer.Option(help="How many puzzles to keep.", min=1, max=99)] = COUNT,
    seats: Annotated[
        str, typer.Option(help="Seats of the bot games, such as 2,3; default: what is usual.")
    ] = "",
    seed: Annotated[
        str, typer.Option(help="The seed of the bot games and of the searches.")
    ] = "puzzle",
    simulations: Annotated[
        int | None, typer.Option(help="Of each of the two searches that must agree.", min=1)
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where to write the puzzles.")
    ] = None,
    update: Annotated[
        bool,
        typer.Option("--update", help="Search the known puzzles again, after a change of rules."),
    ] = False,
) -> None:
    """List the puzzles of a game, play one, or find new ones in bot games.

    In a puzzle one choice is clearly better than the others, given what the seat knows. Two deep
    searches with different seeds must agree on it.

    \b
    Examples:
      starhall puzzles cassiopeia
      starhall puzzles cassiopeia 3 --play
      starhall puzzles cassiopeia --games 40 --seed winter -o puzzles
      starhall puzzles cassiopeia --update -o src/starhall/games/cassiopeia/puzzles
    """
    from starhall.engine.game import find

    rules = find(game)
    if play:
        _play(rules, number)
    elif number is not None:
        raise BadUse("use.puzzle_play", n=number)
    elif games is None and not update:
        _list(rules)
    elif folder is None:
        raise BadUse("use.puzzle_folder")
    else:
        found = _updated(rules, seed) if update else []
        if games is not None:
            found += _found(rules, games, seats, seed, simulations)
        _write(rules, found, count, folder)


def _list(game: Game[Any]) -> None:
    from rich.table import Table

    from starhall.engine.lessons.puzzle import puzzles

    known = puzzles(game)
    out.print(f"[bold]{game.text.say('game.title')}[/]  {say('puzzles.count', n=len(known))}")
    table = Table.grid(padding=(0, 2))
    for puzzle in known:
        hard = f"[yellow]{say('puzzles.hard')}[/]" if puzzle.data.hard else ""
        table.add_row(f"  [cyan]{puzzle.number}[/]", hard, puzzle.lesson.about)
    out.print(table)


def _play(game: Game[Any], number: str | None) -> None:
    from starhall.cli.lesson import new_session
    from starhall.engine.lessons.puzzle import find_puzzle

    new_session(find_puzzle(game, number or "1").lesson).run()


def _progress() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def _found(
    game: Game[Any], games: int, seats: str, seed: str, simulations: int | None
) -> list[PuzzleFile]:
    """The puzzles of some bot games; the same seed gives the same ones."""
    from starhall.bots.puzzles import DEEP, in_game

    counts = _seats(game, seats)
    found: list[PuzzleFile] = []
    with _progress() as progress:
        task = progress.add_task("", total=games)
        for number in range(games):
            among = counts[number % len(counts)]
            for puzzle in in_game(game, among, f"{seed} {number}", simulations or DEEP):
                found.append(puzzle)
                progress.update(task, description=say("puzzles.count", n=len(found)))
            progress.advance(task)
    return found


def _seats(game: Game[Any], text: str) -> Sequence[int]:
    if not text:
        return list(game.seats)[:3]
    try:
        counts = [int(part) for part in text.split(",")]
    except ValueError:
        raise BadUse("use.puzzle_seats", text=text) from None
    for count in counts:
        game.configure(count, {})
    return counts


def _updated(game: Game[Any], seed: str) -> list[PuzzleFile]:
    """The known puzzles under today's rules; those that no longer are puzzles are named."""
    from starhall.bots.puzzles import searched_again
    from starhall.engine.lessons.puzzle import puzzles

    known = puzzles(game)
    kept: list[PuzzleFile] = []
    with _progress() as progress:
        task = progress.add_task("", total=len(known))
        for puzzle in known:
            again = searched_again(game, puzzle.data, seed)
            if again is None:
                out.print(say("puzzles.left_out", n=puzzle.number))
            else:
                kept.append(again)
            progress.advance(task)
    return kept


def _write(game: Game[Any], found: Sequence[PuzzleFile], count: int, folder: Path) -> None:
    """One file for each puzzle; files of earlier puzzles are removed."""
    from starhall.bots.puzzles import as_toml, chosen

    picked = chosen(found, count)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("[0-9][0-9].toml"):
            old.unlink()
        for number, puzzle in enumerate(picked, start=1):
            Path(folder, f"{number:02}.toml").write_text(as_toml(puzzle), encoding="utf-8")
    except OSError as error:
        raise BadUse("use.not_written", file=folder, why=error.strerror) from None
    told = say("puzzles.written", n=len(picked), of=len(found), folder=folder)
    out.print(told, soft_wrap=True)
