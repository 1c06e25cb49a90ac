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
    PackFolder,
    Seats,
    Settings,
    chosen_game,
    complain,
    err,
    out,
    print_json,
    print_table,
    read_settings,
)
from starhall.cli.runs import (
    Bots,
    ClusterAddress,
    Games,
    Jobs,
    RunSeed,
    played,
    read_bots,
    read_jobs,
    tell_failures,
)
from starhall.cli.words import between, number, say

if TYPE_CHECKING:
    from starhall.lab.simulate import Summary


def simulate(
    game: GameName,
    games: Games = 1000,
    bots: Bots = "random",
    seats: Seats = None,
    jobs: Jobs = "auto",
    seed: RunSeed = "1",
    option: Settings = None,
    file: Annotated[
        Path | None,
        typer.Option("--out", help="One row for each game: .parquet, .csv or .jsonl."),
    ] = None,
    pack: PackFolder = None,
    records: Annotated[
        bool, typer.Option("--records", help="Keep every choice as the last column.")
    ] = False,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> None:
    """Let bots play many games and summarize the results.

    The games do not depend on the number of jobs. Rows are written as the games end: after
    Ctrl-C or a crash, the same command goes on. A game in which a bot fails is a row with its
    seed, its ply and the error, and the exit code is 1.

    \b
    Examples:
      starhall simulate cyberstrife --games 200 --bots random,greedy --seats 4
      starhall simulate cyberstrife -n 10000 --out games.parquet
      starhall simulate cassiopeia -n 20 --bots my_bot.py,greedy
      starhall simulate nexus-ops -n 200 --bots greedy --pack examples/packs/cheap-dragons
      starhall simulate nexus-ops -n 20000 --bots quick --out n.parquet --cluster ray://host:10001
    """
    from starhall.lab.results import Results
    from starhall.lab.simulate import Row, plan, play_game, summarize

    rules = chosen_game(game, pack)
    planned = plan(rules, read_bots(bots), seats, read_settings(option), seed, records)
    processes = read_jobs(jobs)
    results = Results(file, planned, games, Row) if file is not None else None
    rows: list[Row] = results.rows if results is not None else []
    if rows:
        err.print(say("runs.going_on", n=len(rows)))
    stopped = False
    begun = time.perf_counter()
    try:
        done = {row.index for row in rows}
        with closing(played(play_game, planned, games, done, processes, cluster)) as playing:
            for row in playing:
                if results is not None:
                    results.add(row)
                else:
                    rows.append(row)
    except KeyboardInterrupt:
        stopped = True
    seconds = time.perf_counter() - begun
    failed = [row for row in rows if row.error]
    if results is not None:
        if rows:
            results.write()
        results.close(finished=not stopped and not failed)
    if len(rows) > len(failed):
        _report(summarize(rows), seconds, planned.seats, file, json)
    tell_failures(failed)
    if stopped and not rows:
        err.print(say("runs.stopped_at_once"))
        raise typer.Exit(130)
    if stopped:
        key = "simulate.stopped" if file is None else "simulate.stopped_file"
        told = say(key, n=len(rows), of=games, file=file)
        err.print(told, style="yellow", markup=False, soft_wrap=True)
        raise typer.Exit(130)
    if failed:
        complain(say("simulate.broke_off", n=len(failed), of=games))
        raise typer.Exit(1)


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
    table.add_column(say("runs.bot"))
    for column in ("seats", "wins", "share", "interval", "score"):
        table.add_column(say(f"simulate.{column}"), justify="right", no_wrap=True)
    for bot in summary.bots:
        table.add_row(
            bot.bot,
            number(bot.seats),
            number(bot.wins, ",.10g"),
            number(bot.share, ".1%"),
            between(bot.low, bot.high, ".1%"),
            number(bot.score, ",.1f"),
        )
    print_table(table)
    out.print()
    fair = number(summary.bots[0].fair, ".1%")
    out.print(say("simulate.games", n=number(summary.games), seats=seats, fair=fair))
    reasons = [f"{reason} {number(count)}" for reason, count in summary.reasons.items()]
    out.print(
        say(
            "simulate.length",
            mean=number(summary.mean_plies, ",.1f"),
            between=between(summary.shortest, summary.longest, ","),
            reasons=", ".join(reasons),
        )
    )
    rates = {"decisions": number(rate, ",.0f"), "games": number(summary.games / seconds, ",.1f")}
    out.print(say("simulate.speed", **rates, seconds=number(seconds, ",.1f")))
    if file is not None:
        out.print(say("simulate.written", file=file), markup=False, soft_wrap=True)
