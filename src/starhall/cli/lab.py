"""`starhall lab`: many games under observation, and a report of what they show."""

from __future__ import annotations

from contextlib import closing
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from starhall.cli.console import (
    GameName,
    PackFolder,
    Seats,
    chosen_game,
    complain,
    err,
    out,
    plural,
    read_settings,
)
from starhall.cli.simulate import ClusterAddress, progress_bar, read_bots, read_jobs

if TYPE_CHECKING:
    from starhall.engine.game import Value
    from starhall.lab.observe import Observed
    from starhall.lab.results import Results
    from starhall.lab.simulate import Plan

SHOWN_FAILURES = 3

Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")]
Bots = Annotated[
    str, typer.Option(help="Bots, separated by commas; they rotate through the seats.")
]
Jobs = Annotated[str, typer.Option("--jobs", "-j", help="Processes; auto takes all cores.")]
RunSeed = Annotated[str, typer.Option(help="The same seed gives the same games.")]
Varied = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="KEY=VALUE",
        help="A variant; KEY=A,B plays both in turn and compares them. Can be repeated.",
    ),
]
Pace = Annotated[
    float, typer.Option(min=0.1, help="Seconds that a choice takes people, for the minutes.")
]


def lab(
    game: GameName,
    games: Games = 2000,
    bots: Bots = "quick",
    seats: Seats = None,
    option: Varied = None,
    pack: PackFolder = None,
    seed: RunSeed = "1",
    jobs: Jobs = "auto",
    file: Annotated[
        Path | None, typer.Option("--out", help="The page; default: GAME.html in this folder.")
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Make the report of an earlier run again, from its .parquet."),
    ] = None,
    short: Annotated[
        Path | None,
        typer.Option("--markdown", help="Also a short page in Markdown, with small charts."),
    ] = None,
    pace: Pace = 10.0,
    cluster: ClusterAddress = None,
) -> None:
    """Play many games under observation and write a report: who wins, how long, with what.

    The report is one HTML page that needs no network. Beside it are the games as a Parquet
    file, and a folder with records of typical and extreme games, which `starhall replay` opens.
    After Ctrl-C or a crash the same command goes on. Bots, options, extras and files are checked
    before the first game.

    \b
    Examples:
      starhall lab cassiopeia --games 2000 --seats 4
      starhall lab nexus-ops -n 1000 --pack examples/packs/cheap-dragons --out dragons.html
      starhall lab pulp-invasion -n 3000 -o level=basic,normal,advanced
      starhall lab cassiopeia --from cassiopeia.parquet --out again.html
    """
    from starhall.lab.report import check, read_run, write_report
    from starhall.lab.results import check_file, head

    rules = chosen_game(game, pack)
    files = check(file if file is not None else Path(f"{game}.html"))
    if short is not None:
        check_file(short, [".md"])
    if source is not None:
        about, rows = read_run(source, rules)
        records = write_report(rows, rules, about, files, pace, short)
    else:
        planned = make_plan(game, pack, bots, seats, option, seed)
        played = observed(planned, games, read_jobs(jobs), files.data, cluster)
        records = write_report(played, rules, head(planned), files, pace, short)
    out.print(f"The report is {files.page}, its games are in {source or files.data}.")
    out.print(
        f"{plural(len(records), 'record')} to look at: starhall replay {records[0]}",
        soft_wrap=True,
    )


def make_plan(
    game: str,
    pack: Path | None,
    bots: str,
    seats: int | None,
    options: list[str] | None,
    seed: str,
) -> Plan:
    """A checked plan; an option with several values is varied."""
    from starhall.lab.simulate import plan

    rules = chosen_game(game, pack)
    fixed, variants = varied(options)
    return plan(rules, read_bots(bots), seats, fixed, seed, variants=variants)


def varied(options: list[str] | None) -> tuple[dict[str, Value], list[dict[str, Value]]]:
    """The settings that stay, and all combinations of those that have several values."""
    fixed: dict[str, Value] = {}
    several: dict[str, list[str]] = {}
    for key, value in read_settings(options).items():
        values = [word.strip() for word in str(value).split(",")]
        if len(values) > 1:
            several[key] = values
        else:
            fixed[key] = value
    if not several:
        return fixed, []
    return fixed, [dict(zip(several, values, strict=True)) for values in product(*several.values())]


def observed(
    plan: Plan, games: int, jobs: int, data: Path, cluster: str | None = None
) -> list[Observed]:
    """Play under observation, with a progress bar; what is there from an earlier run counts."""
    from starhall.lab import observe
    from starhall.lab.cluster import crew
    from starhall.lab.results import Results
    from starhall.lab.simulate import numbers_left

    results = Results(data, plan, games, observe.Observed)
    if results.rows:
        err.print(f"Going on after {plural(len(results.rows), 'game')} of an interrupted run.")
    try:
        left = numbers_left(games, results.done)
        with (
            crew(cluster, jobs) as players,
            closing(players.play(observe.observe_game, plan, left)) as playing,
            progress_bar() as progress,
        ):
            task = progress.add_task(plan.game, total=games, completed=len(results.rows))
            for row in playing:
                results.add(row)
                progress.advance(task)
    except KeyboardInterrupt:
        results.close(finished=False)
        err.print(
            f"Stopped after {len(results.rows)} of {games} games. The same command goes on.",
            style="yellow",
        )
        raise typer.Exit(130) from None
    return finish(results, games)


def finish(results: Results[Observed], games: int) -> list[Observed]:
    """Write the file; games that broke off are named, and the part is kept to play them again."""
    results.write()
    results.close(finished=not results.failed)
    for row in results.failed[:SHOWN_FAILURES]:
        complain(f"game {row.index} (seed {row.seed}) broke off: {row.error}")
    if results.failed:
        complain(f"{plural(len(results.failed), 'game')} of {games} broke off; none is reported")
        raise typer.Exit(1)
    return results.rows
