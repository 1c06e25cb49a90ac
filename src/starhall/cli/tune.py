"""`starhall tune`: searches content values that reach goals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from starhall.cli.console import (
    GameName,
    PackFolder,
    Seats,
    Settings,
    chosen_game,
    err,
    out,
    print_table,
    read_settings,
)
from starhall.cli.runs import Bots, Jobs, RunSeed, progress_bar, read_bots, read_jobs
from starhall.cli.words import BadUse, between, number, say

if TYPE_CHECKING:
    from starhall.engine.game import Game
    from starhall.lab.observe import Observed
    from starhall.lab.tune import Goal, Place, Trial


def tune(
    game: GameName,
    goal: Annotated[
        str, typer.Option("--goal", help='Such as "seat_gap < 0.03, rounds in 8..14".')
    ],
    touch: Annotated[str, typer.Option("--touch", help='Such as "units.*.cost in 2..14".')],
    trials: Annotated[int, typer.Option(min=1, help="How many sets of values.")] = 40,
    games: Annotated[int, typer.Option("--games", "-n", min=10, help="Games of each.")] = 200,
    bots: Bots = "quick",
    seats: Seats = None,
    option: Settings = None,
    pack: PackFolder = None,
    seed: RunSeed = "1",
    jobs: Jobs = "auto",
    folder: Annotated[
        Path | None, typer.Option("--out", help="The folder of the new pack; GAME-tuned.")
    ] = None,
) -> None:
    """Search values of the content that reach goals, and write the best as a pack.

    Figures: seat_gap, won, rounds, decisions, options, lead_changes, runaway, comeback. The first
    trial has the values of today. After the search the best is played again with new seeds,
    because the best of many has also been lucky. Trials are kept in FOLDER.study: the same
    command goes on.

    \b
    Examples:
      starhall tune nexus-ops --seats 4 --goal "seat_gap < 0.03, rounds in 8..14" \\
        --touch "units.*.cost in 2..14" --trials 40 --games 200
    """
    from starhall.lab.observe import observe
    from starhall.lab.report import check_extras
    from starhall.lab.simulate import plan
    from starhall.lab.tune import Search, best, front, packed, read_goals, read_touch, write_pack

    check_extras(("numpy", "optuna"), "tune")
    rules = chosen_game(game, pack)
    goals, places = read_goals(goal), read_touch(touch, rules)
    place = folder or Path(f"{game}-tuned")
    if place.exists():
        raise BadUse("use.tune_exists", place=place)
    if not place.parent.is_dir():
        raise BadUse("use.no_folder", place=place, folder=place.parent)
    settings, names, processes = read_settings(option), read_bots(bots), read_jobs(jobs)

    def play(changed: Game[Any], luck: str = seed, number: int = games) -> Sequence[Observed]:
        planned = plan(changed, names, seats, settings, luck)
        rows = list(observe(planned, number, processes))
        broken = [row for row in rows if row.error]
        if broken:
            raise BadUse("use.broke_off", n=broken[0].index, error=broken[0].error)
        return rows

    plan(rules, names, seats, settings, seed)  # refused now, or never
    about = msgspec.json.encode([game, rules.content.hash, goal, touch, games, names, seats,
                                 settings, seed]).decode()  # fmt: skip
    search = Search(rules, goals, places, place.with_name(f"{place.name}.study"), about)
    try:
        with progress_bar() as progress:
            task = progress.add_task(game, total=trials, completed=min(search.ended, trials))
            while search.ended < trials:
                search.step(play)
                progress.advance(task)
        found = search.trials()
        chosen = best(found, places)
        _show(front(found), goals, places, chosen)
        tuned = packed(rules, places, chosen, place)
        _confirm(play(type(rules)(tuned), f"{seed} again", 2 * games), goals)
    except KeyboardInterrupt:
        err.print(say("tune.stopped", n=search.ended, of=trials))
        raise typer.Exit(130) from None
    write_pack(tuned)  # at the end: a folder that exists is not searched for again
    told = say("tune.pack", place=place, command=f"starhall pack diff {game} {place}")
    out.print(f"\n{told}", markup=False, soft_wrap=True)


def _show(
    trials: Sequence[Trial], goals: Sequence[Goal], places: Sequence[Place], chosen: Trial
) -> None:
    from rich.table import Table

    title = say("tune.trade_offs")
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    table.add_column(say("tune.trial"), justify="right")
    for goal in goals:
        table.add_column(str(goal), justify="right", no_wrap=True)
    table.add_column(say("tune.changed"), justify="left")
    for trial in trials:
        cells = [_figure(trial.figures[goal.figure]) for goal in goals]
        changed = [
            say("tune.change", what=f"{place.id}.{place.field}", before=place.now, after=value)
            for place in places
            if (value := trial.values[place.name]) != place.now
        ]
        number = f"{trial.number} *" if trial is chosen else str(trial.number)
        table.add_row(number, *cells, ", ".join(changed) or say("tune.unchanged"))
    print_table(table)
    out.print(say("tune.chosen"), style="dim")


def _confirm(rows: Sequence[Observed], goals: Sequence[Goal]) -> None:
    from starhall.lab.tune import FIGURES

    out.print("\n" + say("tune.again", n=number(len(rows))), style="bold")
    for goal in goals:
        found = FIGURES[goal.figure](rows)
        verdict = say(f"tune.verdict.{goal.verdict(found).replace(' ', '_')}")
        told = say("tune.goal", goal=goal, figure=_figure(found), verdict=verdict)
        out.print(f"  {told}", markup=False)


def _figure(found: Any) -> str:
    return f"{number(found.value, '.3g')} ({between(found.low, found.high, '.3g')})"
