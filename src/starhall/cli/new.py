"""`starhall new`: a new record with a fixed seed and its commitment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from starhall.cli.console import (
    GameName,
    Json,
    Seats,
    Seed,
    Settings,
    out,
    print_json,
    read_settings,
)
from starhall.cli.words import say


def new(
    game: GameName,
    file: Annotated[Path, typer.Option("--out", help="The file for the record.")],
    seats: Seats = None,
    names: Annotated[
        str | None, typer.Option(help="The players' names, separated by commas.")
    ] = None,
    option: Settings = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Create the record of a new game and print the commitment to its seed.

    Without --seed, the seed is 256 random bits.

    Keep the record to yourself and publish the commitment: it fixes every die and shuffle.

    \b
    Examples:
      starhall new cyberstrife --seats 4 --out evening.json
      starhall new cyberstrife --names Ann,Ben -o round_cap=30 --out duel.json
    """
    from starhall.cli.players import check_names
    from starhall.engine.game import find
    from starhall.engine.match.match import Match

    rules = find(game)
    called = check_names(names.split(",")) if names else []
    count = seats if seats is not None else len(called) or rules.seats.start
    match = Match(rules, count, read_settings(option), seed, called)
    match.save(file)
    record = match.record()
    if json:
        print_json(
            {
                "file": str(file),
                "game": record.game,
                "names": record.names,
                "settings": record.settings,
                "commitment": record.commitment,
            }
        )
        return
    made = say("new.made", file=file, game=rules.id, n=count)
    out.print(made, markup=False, soft_wrap=True)
    out.print(say("play.commitment"), record.commitment, soft_wrap=True)
