"""`starhall compare`: two packs or option sets, paired by seed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from starhall.cli.console import Json, Seats, err, out, print_json, print_table
from starhall.cli.runs import Bots, Games, Jobs, RunSeed, make_plan, observed, read_jobs
from starhall.cli.words import BadUse, between, number, say

if TYPE_CHECKING:
    from starhall.lab.compare import Change, Comparison

SHOWN_USES = 12
TOPICS = ("who", "length", "lead", "end", "role", "use")
COLUMNS = ("one", "other", "difference", "interval", "q", "needed")


def compare(
    one: Annotated[str, typer.Argument(help="A game or a pack; options follow a colon.")],
    other: Annotated[str, typer.Argument(help="What it is compared with, of the same game.")],
    games: Games = 1000,
    bots: Bots = "quick",
    seats: Seats = None,
    seed: RunSeed = "1",
    jobs: Jobs = "auto",
    folder: Annotated[
        Path | None,
        typer.Option("--out", help="Keep the games here, as one.parquet and other.parquet."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show all content, not only what changed most.")
    ] = False,
    json: Json = False,
) -> None:
    """Play the same seeds on both sides and say what changed, and whether it is real.

    A side is a game, or the folder of a pack, and options after a colon. Each figure has the
    95 % interval of its difference, and the number of games that would find such a difference
    four times out of five. q is corrected for all comparisons. With --out an interrupted comparison
    goes on.

    \b
    Examples:
      starhall compare nexus-ops examples/packs/cheap-dragons --games 400 --seats 4
      starhall compare nexus-ops nexus-ops:vp_target=10
      starhall compare nexus-ops:teams=off,vortex=on nexus-ops:vortex=off --out vortex
    """
    from starhall.cli.console import chosen_game
    from starhall.lab.compare import check_number
    from starhall.lab.compare import compare as compared
    from starhall.lab.report import check_extras
    from starhall.lab.results import part_of

    check_extras(("numpy", "polars"))
    check_number(games)
    sides = [read_side(one), read_side(other)]
    plans = [make_plan(game, pack, bots, seats, options, seed) for game, pack, options in sides]
    if plans[0].game != plans[1].game:
        games_of = [plan.game for plan in plans]
        raise BadUse("use.two_games", one=one, first=games_of[0], other=other, second=games_of[1])
    if plans[0].seats != plans[1].seats:
        raise BadUse("use.same_seats")
    processes = read_jobs(jobs)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadUse("use.not_written", file=folder, why=error.strerror) from None
    with TemporaryDirectory() as scratch:
        place = folder if folder is not None else Path(scratch)
        files = [place / "one.parquet", place / "other.parquet"]
        rows = [
            observed(plans[0], games, processes, files[0], more=True),
            observed(plans[1], games, processes, files[1]),
        ]
        part_of(files[0]).unlink()
    rules = [chosen_game(game, pack) for game, pack, _ in sides]
    found = compared(rows[0], rows[1], (rules[0], rules[1]), (one, other))
    if json:
        print_json(found)
    else:
        _show(found, everything)


def read_side(text: str) -> tuple[str, Path | None, list[str]]:
    """`nexus-ops:vp_target=10,teams=on` as a game, a pack and options."""
    from starhall.engine.text.packs import MANIFEST, Pack

    name, _, options = text.partition(":")
    words = [word for word in options.split(",") if word]
    folder = Path(name)
    if (folder / MANIFEST).is_file():
        return Pack.read(folder).manifest.game, folder, words
    if folder.is_dir() or "/" in name:
        raise BadUse("use.not_pack", name=name, file=MANIFEST)
    return name, None, words


def _show(found: Comparison, everything: bool) -> None:
    from rich.table import Table

    pairs = say("compare.pairs", n=number(found.pairs), one=found.one, other=found.other)
    out.print(pairs, markup=False)
    uses = [change for change in found.changes if change.topic == "use"]
    most = sorted(uses, key=lambda change: change.p)[:SHOWN_USES]
    for topic in TOPICS:
        changes = [change for change in found.changes if change.topic == topic]
        if topic == "use" and not everything:
            changes = most
        if not changes:
            continue
        title = "\n" + say(f"compare.topic.{topic}")
        table = Table(title=title, title_justify="left", title_style="bold", box=None)
        table.add_column("", min_width=24)
        for name in COLUMNS:
            table.add_column(say(f"compare.column.{name}"), justify="right", no_wrap=True)
        for change in changes:
            table.add_row(*_row(change))
        print_table(table)
    real = [change for change in found.changes if change.real]
    out.print()
    out.print(say("compare.changed", n=len(real), of=len(found.changes)))
    seats = [change for change in found.changes if change.topic == "who"]
    least = max([change.least for change in seats])
    out.print(say("compare.power", points=number(100 * least, ".1f")), style="dim")
    if len(uses) > len(most) and not everything:
        err.print(say("compare.more", n=len(uses) - len(most)), style="dim")


def _row(change: Change) -> list[str]:
    scale, digits = (100, 1) if change.share else (1, 2)
    unit = " %" if change.share else ""
    bounds, form = change.difference, f"+.{digits}f"
    style = "" if not change.real else "green" if bounds.value > 0 else "red"
    difference = number(scale * bounds.value, form)
    return [
        change.name,
        number(scale * change.one, f",.{digits}f") + unit,
        number(scale * change.other, f",.{digits}f") + unit,
        f"[{style}]{difference}[/]" if style else difference,
        between(scale * bounds.low, scale * bounds.high, form),
        f"< {number(0.001, '.3f')}" if change.q < 0.001 else number(change.q, ".3f"),
        "" if change.needed is None else number(change.needed),
    ]
