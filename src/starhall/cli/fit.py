"""`starhall fit`: fits the weights of the evaluation to self-play of this content."""

from __future__ import annotations

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
    err,
    out,
    print_json,
)
from starhall.cli.runs import Bots, Games, Jobs, RunSeed, make_plan, played, read_jobs
from starhall.cli.words import BadUse, between, number, say

if TYPE_CHECKING:
    from starhall.lab.fit import Stand


def fit(
    game: GameName,
    pack: PackFolder = None,
    games: Games = 400,
    bots: Bots = "quick",
    seats: Seats = None,
    option: Settings = None,
    seed: RunSeed = "1",
    jobs: Jobs = "auto",
    folder: Annotated[
        Path | None,
        typer.Option("--out", help="Without --pack: the folder of the new pack; GAME-fitted."),
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Store the weights even if they are not certainly better."),
    ] = False,
    json: Json = False,
) -> None:
    """Fit the evaluation of the bots to self-play of this content, and store it with the pack.

    A logistic regression on who won weighs the evaluation and the measures of the game. It is
    stored as evaluation.toml if it is certainly better than before at predicting who wins games
    that were kept apart. Bots use it when they play with the pack.

    \b
    Examples:
      starhall fit nexus-ops --pack my-pack --games 400 --seats 4
      starhall fit cassiopeia --seats 4 --out cassiopeia-fitted
    """
    from starhall.lab.fit import check_number, stand_game, store, surprise
    from starhall.lab.fit import fit as fitted
    from starhall.lab.report import check_extras

    check_extras(("numpy",))
    check_number(games)
    rules = chosen_game(game, pack)
    if pack is not None and folder is not None:
        raise BadUse("use.fit_out")
    place = pack or folder or Path(f"{game}-fitted")
    if pack is None and place.exists():
        raise BadUse("use.fit_exists", place=place)
    plan = make_plan(game, pack, bots, seats, option, seed)
    stands: list[Stand] = []
    try:
        with closing(played(stand_game, plan, games, (), read_jobs(jobs))) as playing:
            stands.extend(playing)
    except KeyboardInterrupt:
        err.print(say("fit.stopped", n=len(stands), of=games))
        raise typer.Exit(130) from None
    found = fitted(stands, rules, plan.seats)
    better = found.gain.low > 0
    if json:
        print_json(found)
    else:
        out.print(say("fit.games", n=number(found.games), positions=number(found.positions)))
        for name, weight in found.weights.items():
            error = say("fit.error", n=number(found.errors[name], ".4f"))
            out.print(f"  {name:14} {number(weight, '+.4f')}  ({error})")
        before, after = surprise(found.before), surprise(found.after)
        told = "fit.better" if better else "fit.not_better"
        out.print(say(told, before=number(before, ".1%"), after=number(after, ".1%")))
        gain, form = found.gain, "+.4f"
        interval = between(gain.low, gain.high, form)
        out.print(say("fit.gain", n=number(gain.value, form), between=interval))
    if better or force:
        stored = say("fit.stored", file=store(found, rules, place))
        err.print(stored, markup=False, soft_wrap=True)
    else:
        err.print(say("fit.not_stored"), style="yellow")
        raise typer.Exit(1)
