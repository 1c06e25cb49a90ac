"""`starhall lab`: many games under observation, and a report of what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from starhall.cli.console import GameName, PackFolder, Seats, chosen_game, out
from starhall.cli.runs import (
    Bots,
    ClusterAddress,
    Games,
    Jobs,
    RunSeed,
    make_plan,
    observed,
    read_jobs,
)
from starhall.cli.words import say

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
    told = say("lab.report", page=files.page, data=source or files.data)
    out.print(told, markup=False, soft_wrap=True)
    with_pack = "" if pack is None else f" --pack {pack}"
    command = f"starhall replay {records[0]}{with_pack}"
    told = say("lab.records", n=len(records), command=command)
    out.print(told, markup=False, soft_wrap=True)
