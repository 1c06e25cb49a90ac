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
from starhall.engine.errors import BadSetting

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
    stored as evaluation.toml if it certainly tells better than before who wins, in games that
    were kept apart. Bots use it when they play with the pack.

    \b
    Examples:
      starhall fit nexus-ops --pack my-pack --games 400 --seats 4
      starhall fit cassiopeia --seats 4 --out cassiopeia-fitted
    """
    from starhall.lab.fit import fit as fitted
    from starhall.lab.fit import stand_game, store, surprise
    from starhall.lab.report import check_extras

    check_extras(("numpy",))
    rules = chosen_game(game, pack)
    if pack is not None and folder is not None:
        raise BadSetting("the weights are stored with the pack: leave out --out")
    place = pack or folder or Path(f"{game}-fitted")
    if pack is None and place.exists():
        raise BadSetting(f"{place} exists already; name another folder with --out, or --pack")
    plan = make_plan(game, pack, bots, seats, option, seed)
    stands: list[Stand] = []
    try:
        with closing(played(stand_game, plan, games, (), read_jobs(jobs))) as playing:
            stands.extend(playing)
    except KeyboardInterrupt:
        err.print(f"Stopped after {len(stands)} of {games} games; nothing was stored.")
        raise typer.Exit(130) from None
    found = fitted(stands, rules, plan.seats)
    better = found.gain.low > 0
    if json:
        print_json(found)
    else:
        out.print(f"{found.games:,} games, {found.positions:,} positions")
        for name, weight in found.weights.items():
            out.print(f"  {name:14} {weight:+.4f}  (deviation {found.errors[name]:.4f})")
        out.print(
            f"In games kept apart, the chance given to the winner rises from "
            f"{surprise(found.before):.1%} to {surprise(found.after):.1%}"
            if better
            else "In games kept apart, the weights do not certainly tell better who wins"
        )
        out.print(
            f"gain in log loss {found.gain.value:+.4f} (95 % interval {found.gain.low:+.4f} to "
            f"{found.gain.high:+.4f})"
        )
    if better or force:
        err.print(f"Stored in {store(found, rules, place)}.")
    else:
        err.print("Nothing was stored; --force stores the weights all the same.", style="yellow")
        raise typer.Exit(1)
