"""`starhall simulate`: thousands of games between bots, with a summary and a data file."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from starhall.cli.console import (
    GameName,
    Json,
    Seats,
    Settings,
    complain,
    err,
    out,
    print_json,
    read_settings,
)
from starhall.engine.errors import BadSetting, StarhallError

if TYPE_CHECKING:
    from rich.progress import Progress

    from starhall.lab.simulate import Row, Summary


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option(help="Bots, separated by commas; they rotate through the seats.")
    ] = "random",
    seats: Seats = None,
    jobs: Annotated[
        str, typer.Option("--jobs", "-j", help="Processes; auto takes all cores.")
    ] = "auto",
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    option: Settings = None,
    file: Annotated[
        Path | None,
        typer.Option("--out", help="One row for each game: .parquet, .csv or .jsonl."),
    ] = None,
    records: Annotated[
        bool, typer.Option("--records", help="Keep every choice as the last column.")
    ] = False,
    json: Json = False,
) -> None:
    """Let bots play many games and summarize the results.

    The games do not depend on the number of jobs. Ctrl-C keeps what is finished.

    \b
    Examples:
      starhall simulate cyberstrife --games 200 --bots random,greedy --seats 4
      starhall simulate cyberstrife -n 10000 --out games.parquet
      starhall simulate cassiopeia -n 20 --bots my_bot.py,greedy
    """
    from starhall.lab.simulate import check_file, plan, run, summarize, write

    if file is not None:
        check_file(file)
    names = [name.strip() for name in bots.split(",")]
    planned = plan(game, names, seats, read_settings(option), seed, records)
    processes = read_jobs(jobs)
    rows: list[Row] = []
    stopped = False
    begun = time.perf_counter()
    try:
        with progress_bar() as progress, closing(run(planned, games, processes)) as playing:
            task = progress.add_task(game, total=games)
            for row in playing:
                rows.append(row)
                progress.advance(task)
    except KeyboardInterrupt:
        stopped = True
    except StarhallError as error:
        # One failed game must not discard hours of play.
        if file is None or not rows:
            raise
        write(rows, file)
        complain(error)
        err.print(f"The {len(rows)} games before it are in {file}.", markup=False)
        raise typer.Exit(1) from None
    seconds = time.perf_counter() - begun
    if stopped and not rows:
        err.print("Stopped before the first game was finished; nothing was written.")
        raise typer.Exit(130)
    if file is not None:
        write(rows, file)
    _report(summarize(rows), seconds, planned.seats, file, json)
    if stopped:
        where = f" and written to {file}" if file is not None else ""
        err.print(
            f"Stopped after {len(rows)} of {games} games; they are counted{where}.",
            style="yellow",
            markup=False,
        )
        raise typer.Exit(130)


def read_jobs(text: str) -> int:
    from starhall.lab.simulate import cores

    if text == "auto":
        return cores()
    if not text.isdecimal() or int(text) < 1:
        raise BadSetting(f"--jobs is auto or a number from 1 up, not '{text}'")
    return int(text)


def progress_bar() -> Progress:
    """A progress bar with the rate and the time left; hidden without a terminal."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """Games a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(
                "" if speed is None else f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2f}/s",
                style="cyan",
            )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )


def _report(summary: Summary, seconds: float, seats: int, file: Path | None, json: bool) -> None:
    from msgspec import structs
    from rich.table import Table

    rate = summary.plies / seconds
    if json:
        data = structs.asdict(summary)
        data |= {"seconds": seconds, "decisions_per_second": rate}
        print_json(data | {"out": str(file) if file is not None else None})
        return
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("bot")
    for column in ("seats taken", "wins", "share", "95 % interval"):
        table.add_column(column, justify="right")
    for bot in summary.bots:
        interval = f"{bot.low:.1%} to {bot.high:.1%}"
        table.add_row(bot.bot, f"{bot.seats:,}", f"{bot.wins:,}", f"{bot.share:.1%}", interval)
    out.print(table)
    out.print()
    fair = summary.bots[0].fair
    reasons = ", ".join([f"{reason} {count:,}" for reason, count in summary.reasons.items()])
    out.print(f"{summary.games:,} games with {seats} seats; a fair share is {fair:.1%}")
    out.print(
        f"length {summary.mean_plies:,.1f} decisions on average, "
        f"{summary.shortest:,} to {summary.longest:,}; ended by {reasons}"
    )
    out.print(f"{rate:,.0f} decisions/s, {summary.games / seconds:,.1f} games/s, {seconds:,.1f} s")
    if file is not None:
        out.print(f"written to {file}", markup=False, soft_wrap=True)
