"""`starhall check`: the conformance kit on one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from starhall.cli.console import (
    GameName,
    Json,
    PackFolder,
    Seats,
    Settings,
    chosen_game,
    complain,
    err,
    out,
    print_json,
    read_settings,
)
from starhall.cli.words import number, say

if TYPE_CHECKING:
    from starhall.engine.conformance import Outcome, Report


def check(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help="Random games; default: one per combination."),
    ] = None,
    seats: Seats = None,
    option: Settings = None,
    pack: PackFolder = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    only: Annotated[
        list[str] | None,
        typer.Option("--check", metavar="NAME", help="Only this check; can be given repeatedly."),
    ] = None,
    json: Json = False,
) -> None:
    """Run the conformance kit on a game: determinism, secrecy, conservation and more.

    Random games cover all seat counts and options, unless you give some.

    \b
    Examples:
      starhall check cyberstrife
      starhall check cyberstrife --seats 4 --games 3 --seed 17
      starhall check cyberstrife --check told
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from starhall.engine.conformance import check_game

    rules = chosen_game(game, pack)
    if seats is not None:
        rules.configure(seats, {})
    settings = read_settings(option) or None
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=None)

        def tell(done: int, total: int, case: str) -> None:
            progress.update(task, completed=done, total=total, description=case)

        report = check_game(rules, seats, settings, games, seed, tell, only or ())
    if json:
        print_json({"ok": report.ok, "report": report})
    else:
        _show(report)
    if not report.ok:
        raise typer.Exit(1)


def _show(report: Report) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column(say("check.check"))
    table.add_column(say("check.looks"), justify="right")
    table.add_column("")
    table.add_column(say("check.subject"), style="dim")
    for outcome in report.outcomes:
        table.add_row(outcome.check, number(outcome.runs), _verdict(outcome), outcome.about)
    out.print(table)
    out.print()
    seats = ", ".join([str(count) for count in report.seats])
    plies = number(report.plies)
    out.print(
        f"{report.game} {report.version}:",
        say("check.played", n=report.games, seats=seats, plies=plies),
        soft_wrap=True,
    )
    for failure in report.failures:
        complain(str(failure))
    if report.ok:
        out.print(say("check.passed", n=len(report.outcomes)), style="bold green")


def _verdict(outcome: Outcome) -> Text:
    if outcome.follows:
        return Text(say("check.follows", checks=", ".join(outcome.follows)), "yellow")
    if not outcome.ok:
        return Text(say("check.failed", n=outcome.failed), "red")
    return Text(say("check.ok"), "green") if outcome.runs else Text(say("check.not_run"), "dim")
