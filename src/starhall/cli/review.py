"""`starhall review`: reviews a finished game, going by what a seat knew at each choice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starhall.cli.console import Json, PackFolder, chosen_game, err, out, print_json
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from starhall.bots.review import Judged, Review
    from starhall.engine.match.match import Match

LINES = 3  # of the log, for a turning point


def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    seat: Annotated[
        int | None,
        typer.Option(help="Whose choices, counted from 0 as in the record; default: all seats."),
    ] = None,
    budget: Annotated[
        int | None, typer.Option(help="How many imagined games to play for each seat.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the imagined games.")] = 0,
    pack: PackFolder = None,
    json: Json = False,
) -> None:
    """Review a finished game: turning points, luck, and the choices that cost most.

    A strong bot looks at every decision with what the seat knew at that time.

    \b
    Examples:
      starhall review evening.json
      starhall review evening.json --seat 1
      starhall review evening.json --seat 1 --budget 20000 --json
    """
    from starhall.bots.review import BUDGET
    from starhall.engine.match import record as records
    from starhall.engine.match.opening import load

    record = records.read(file)
    match = load(record, chosen_game(record.game, pack))
    if not match.over:
        raise BadUse("use.unfinished", file=file)
    if seat is not None:
        match.observer(seat)
    seats = range(match.seats) if seat is None else [seat]
    made = [_made(match, number, seed, budget or BUDGET) for number in seats]
    if json:
        print_json(made)
        return
    for found in made:
        _show(match, found, file)


def _made(match: Match[Any], seat: int, seed: int, budget: int) -> Review:
    """The review of a seat, with a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from starhall.bots.review import review

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(match.names[seat], total=None)
        steps = review(match, seat, seed, budget)
        while True:
            try:
                progress = next(steps)
            except StopIteration as end:
                found: Review = end.value
                return found
            bar.update(task, completed=progress.done, total=progress.total)


def _show(match: Match[Any], found: Review, file: Path) -> None:
    from rich.table import Table

    name = match.names[found.seat]
    told = say("review.seat", seat=found.seat, ending=match.ending())
    out.print(f"[bold]{name}[/], {told}")
    best = max(found.course, key=lambda point: point.chance)
    first = _percent(found.course[0].chance)
    out.print(say("review.chance", first=first, best=_percent(best.chance), ply=best.ply))
    changes = {"choice": found.choice, "luck": found.luck, "others": found.others}
    out.print(say("review.causes", **{name: _signed(n) for name, n in changes.items()}))
    if found.turning:
        out.print(f"\n[bold]{say('review.turning')}[/]")
        table = Table.grid(padding=(0, 2))
        for point in found.turning:
            told = " ".join(point.told[:LINES])
            ply, cause = say("review.ply", ply=point.ply), say(f"review.cause.{point.cause}")
            table.add_row(f"  {ply}", _signed(point.change), cause, told)
        out.print(table)
    out.print(f"\n[bold]{say('review.cost')}[/]")
    if not found.costliest:
        out.print(f"  {say('review.none')}")
    for place in found.costliest:
        _show_choice(found.decisions[place], found.seat, file)
    out.print()


def _show_choice(judged: Judged, seat: int, file: Path) -> None:
    asked = say("review.asked", ply=judged.ply, question=judged.question)
    out.print(f"  [cyan]{_signed(-judged.lost)}[/] {asked}")
    chosen, better = (
        say("review.chosen", what=judged.chosen),
        say("review.better", what=judged.best),
    )
    out.print(f"      {chosen} [dim]({_percent(judged.after)})[/]")
    out.print(f"      {better} [dim]({_percent(judged.expected)})[/]")
    if judged.leads:
        leads = judged.leads
        more = [say("review.more", measure=gain.measure, n=f"{gain.more:g}") for gain in leads]
        out.print(f"      {say('review.leads', what=more)}")
    again = f"starhall play --load {file} --ply {judged.ply}"
    out.print(f"      [dim]{say('review.again', command=again)}[/]", soft_wrap=True)


def _percent(chance: float) -> str:
    return f"{round(chance * 100)} %"


def _signed(change: float) -> str:
    return f"{round(change * 100):+d} %".replace("-", "−")
