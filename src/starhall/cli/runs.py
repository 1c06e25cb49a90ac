"""Shared by the commands that play many games: their options, plans and observed runs."""

from __future__ import annotations

from collections.abc import Container, Generator, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from starhall.cli.console import chosen_game, complain, err, read_settings
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from rich.progress import Progress

    from starhall.engine.game import Value
    from starhall.lab.observe import Observed
    from starhall.lab.results import Results
    from starhall.lab.simulate import Plan, Row
    from starhall.lab.workers import Play

R = TypeVar("R")

SHOWN_FAILURES = 3

Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")]
Bots = Annotated[
    str, typer.Option(help="Bots, separated by commas; they rotate through the seats.")
]
Jobs = Annotated[str, typer.Option("--jobs", "-j", help="Processes; auto takes all cores.")]
RunSeed = Annotated[str, typer.Option(help="The same seed gives the same games.")]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Ray cluster: ray://HOST:PORT, HOST:PORT, or local for one on this machine.",
    ),
]


def read_bots(text: str) -> list[str]:
    """Split bots at commas; the settings of a search also contain commas."""
    names: list[str] = []
    for word in text.split(","):
        if "=" in word and ":" not in word and names:
            names[-1] += f",{word}"
        else:
            names.append(word.strip())
    return names


def read_jobs(text: str) -> int:
    from starhall.lab.workers import cores

    if text == "auto":
        return cores()
    if not text.isdecimal() or int(text) < 1:
        raise BadUse("use.jobs", text=text)
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


def played(
    play: Play[Plan, R],
    plan: Plan,
    games: int,
    done: Container[int],
    jobs: int,
    cluster: str | None = None,
) -> Generator[R, None, None]:
    """The games that are still to be played, as they end, with a progress bar."""
    from starhall.lab.cluster import crew
    from starhall.lab.simulate import numbers_left

    left = numbers_left(games, done)
    with (
        crew(cluster, jobs) as players,
        closing(players.play(play, plan, left)) as playing,
        progress_bar() as progress,
    ):
        task = progress.add_task(plan.game, total=games, completed=games - len(left))
        for row in playing:
            progress.advance(task)
            yield row


def observed(
    plan: Plan, games: int, jobs: int, data: Path, cluster: str | None = None, more: bool = False
) -> list[Observed]:
    """Play under observation, with a progress bar; games of an earlier run count.

    If `more` is still to be played, this part is kept so that the command can be resumed.
    """
    from starhall.lab import observe
    from starhall.lab.results import Results

    results = Results(data, plan, games, observe.Observed)
    if results.rows:
        err.print(say("runs.going_on", n=len(results.rows)))
    try:
        rows = played(observe.observe_game, plan, games, results.done, jobs, cluster)
        with closing(rows) as playing:
            for row in playing:
                results.add(row)
    except KeyboardInterrupt:
        results.close(finished=False)
        err.print(say("runs.stopped", n=len(results.rows), of=games), style="yellow")
        raise typer.Exit(130) from None
    return finish(results, games, more)


def finish(results: Results[Observed], games: int, more: bool) -> list[Observed]:
    """Write the file; games that broke off are named, and the part is kept to play them again."""
    results.write()
    results.close(finished=not results.failed and not more)
    tell_failures(results.failed)
    if results.failed:
        complain(say("runs.broke_off", n=len(results.failed), of=games))
        raise typer.Exit(1)
    return results.rows


def tell_failures(failed: Sequence[Row]) -> None:
    """Name the first games that broke off."""
    for row in failed[:SHOWN_FAILURES]:
        complain(say("runs.game_broke_off", n=row.index, seed=row.seed, error=row.error))
