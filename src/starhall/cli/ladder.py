"""`starhall ladder`: the strength of bots at a game, with intervals and CPU time."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

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
from starhall.cli.runs import Jobs, RunSeed, progress_bar, read_bots, read_jobs
from starhall.cli.words import between, number, say

if TYPE_CHECKING:
    from starhall.lab.ladder import Ladder, Played

USUAL = "random,greedy,easy,normal,strong"


def ladder(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each pair; even.")] = 200,
    bots: Annotated[str, typer.Option(help="Bots, weakest first, separated by commas.")] = USUAL,
    seats: Seats = None,
    jobs: Jobs = "auto",
    seed: RunSeed = "1",
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="Each bot meets only the next one.")
    ] = False,
    option: Settings = None,
    pack: PackFolder = None,
    json: Json = False,
) -> None:
    """Let bots play each other, every deal from both sides, and rate them.

    Elo is relative to the first bot. A tie is half a win. Intervals are 95 %. After Ctrl-C, or
    if a bot fails, the finished games are rated.

    \b
    Examples:
      starhall ladder cassiopeia --games 200
      starhall ladder nexus-ops --bots greedy,strong --games 20 --seed 7
      starhall ladder cyberstrife --bots greedy,search:simulations=100 -n 40
    """
    from starhall.lab.ladder import climb, contest, run
    from starhall.lab.workers import LabError

    names = read_bots(bots)
    rules = chosen_game(game, pack)
    plan = contest(rules, names, games, seats, read_settings(option), seed, neighbours)
    played: list[Played] = []
    stopped, failure = False, None
    total = plan.games * len(plan.pairs)
    try:
        with progress_bar() as progress, closing(run(plan, read_jobs(jobs))) as playing:
            task = progress.add_task(game, total=total)
            for one in playing:
                played.append(one)
                progress.advance(task)
    except KeyboardInterrupt:
        stopped = True
    except LabError as error:
        failure = error
        if not played:
            raise
    if stopped and not played:
        err.print(say("runs.stopped_at_once"))
        raise typer.Exit(130)
    command = _command(game, games, bots, seats, seed, neighbours, option or [], pack)
    found = climb(plan, played, command, seed)
    if json:
        print_json(found)
    else:
        _report(found)
    if stopped:
        err.print(say("ladder.stopped", n=len(played), of=total), style="yellow")
        raise typer.Exit(130)
    if failure is not None:
        complain(failure)
        err.print(say("ladder.rated", n=len(played), of=total), style="yellow")
        raise typer.Exit(1)


def _command(
    game: str,
    games: int,
    bots: str,
    seats: int | None,
    seed: str,
    neighbours: bool,
    options: Sequence[str],
    pack: Path | None,
) -> str:
    words = ["starhall", "ladder", game, "--games", str(games), "--bots", bots, "--seed", seed]
    words += ["--seats", str(seats)] if seats is not None else []
    words += ["--neighbours"] if neighbours else []
    words += ["--pack", str(pack)] if pack is not None else []
    for option in options:
        words += ["--option", option]
    return shlex.join(words)


def _report(ladder: Ladder) -> None:
    alone = ladder.seats == 1
    table = Table(
        title=say(
            "ladder.title",
            game=ladder.game,
            n=ladder.games,
            seats=ladder.seats,
            seed=ladder.seed,
        ),
        title_justify="left",
        title_style="bold",
        box=None,
    )
    longest = max([len(rung.bot) for rung in ladder.rungs])
    table.add_column(say("runs.bot"), style="cyan", min_width=longest, no_wrap=True)
    figures = ["won", "won_interval", *(["ratio"] if alone else ["elo", "elo_interval"])]
    for name in ["games", *figures, "score", "decisions", "cpu"]:
        table.add_column(say(f"ladder.{name}"), justify="right", no_wrap=True)
    for rung in ladder.rungs:
        if alone:
            middle = ["" if rung.ratio is None else number(rung.ratio, ".2f")]
        else:
            elo, low, high = rung.elo or 0.0, rung.elo_low or 0.0, rung.elo_high or 0.0
            middle = [number(elo, "+.0f"), between(low, high, "+.0f")]
        table.add_row(
            rung.bot,
            str(rung.games),
            number(rung.share, ".1%"),
            between(rung.low, rung.high, ".1%"),
            *middle,
            number(rung.score, ",.1f"),
            number(rung.decisions),
            number(rung.ms_per_decision, ".2f"),
        )
    print_table(table)
    out.print(say("ladder.columns") + "\n", style="dim")
    for pairing in ladder.pairings:
        told = say(
            "ladder.pairing",
            one=pairing.one,
            wins=number(pairing.wins, "g"),
            n=pairing.games,
            other=pairing.other,
            share=number(pairing.share, ".1%"),
            between=between(pairing.low, pairing.high, ".1%"),
        )
        out.print(told, markup=False)
    repeat = say("ladder.repeat", command=ladder.command)
    out.print(f"\n{repeat}", markup=False, soft_wrap=True)
