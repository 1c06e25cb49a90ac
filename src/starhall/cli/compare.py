"""`starhall compare`: two packs or option sets, paired by seed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from starhall.cli.console import Json, Seats, err, out, print_json, print_table
from starhall.cli.runs import Bots, Games, Jobs, RunSeed, make_plan, observed, read_jobs
from starhall.engine.errors import BadSetting

if TYPE_CHECKING:
    from starhall.lab.compare import Change, Comparison

SHOWN_USES = 12
TOPICS = {
    "who": "Who wins",
    "length": "Length",
    "lead": "The lead",
    "end": "Endings",
    "role": "Roles",
    "use": "Content, times a game",
}


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
    95 % interval of its difference, and the number of games that would tell such a difference four
    times out of five. q is corrected for all comparisons. With --out an interrupted comparison
    goes on.

    \b
    Examples:
      starhall compare nexus-ops examples/packs/cheap-dragons --games 400 --seats 4
      starhall compare nexus-ops nexus-ops:vp_target=10
      starhall compare nexus-ops:teams=off,vortex=on nexus-ops:vortex=off --out vortex
    """
    from starhall.cli.console import chosen_game
    from starhall.lab.compare import compare as compared
    from starhall.lab.report import check_extras
    from starhall.lab.results import part_of

    check_extras(("numpy", "polars"))
    sides = [read_side(one), read_side(other)]
    plans = [make_plan(game, pack, bots, seats, options, seed) for game, pack, options in sides]
    if plans[0].game != plans[1].game:
        raise BadSetting(f"{one} is {plans[0].game}, {other} is {plans[1].game}: compare one game")
    if plans[0].seats != plans[1].seats:
        raise BadSetting("both sides need the same number of seats: give --seats")
    processes = read_jobs(jobs)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetting(f"{folder} cannot be made: {error.strerror}") from None
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
        raise BadSetting(f"{name} is not a pack: there is no {MANIFEST} in it")
    return name, None, words


def _show(found: Comparison, everything: bool) -> None:
    from rich.table import Table

    out.print(f"{found.pairs:,} pairs of games: {found.one} and {found.other}", markup=False)
    uses = [change for change in found.changes if change.topic == "use"]
    most = sorted(uses, key=lambda change: change.p)[:SHOWN_USES]
    for topic, title in TOPICS.items():
        changes = [change for change in found.changes if change.topic == topic]
        if topic == "use" and not everything:
            changes = most
        if not changes:
            continue
        table = Table(title=f"\n{title}", title_justify="left", title_style="bold", box=None)
        table.add_column("", min_width=24)
        for name in ("one", "other", "difference", "95 % interval", "q", "games to tell"):
            table.add_column(name, justify="right", no_wrap=True)
        for change in changes:
            table.add_row(*_row(change))
        print_table(table)
    real = [change for change in found.changes if change.real]
    out.print()
    if real:
        out.print(f"{len(real)} of {len(found.changes)} figures changed (q below 0.05).")
    else:
        out.print(f"None of {len(found.changes)} figures changed for certain.")
    seats = [change for change in found.changes if change.topic == "who"]
    least = max([change.least for change in seats])
    out.print(
        f"So many games find a change of {100 * least:.1f} points in who wins, four times out of "
        "five.",
        style="dim",
    )
    if len(uses) > len(most) and not everything:
        err.print(f"{len(uses) - len(most)} more figures of content: --all", style="dim")


def _row(change: Change) -> list[str]:
    scale, digits = (100, 1) if change.share else (1, 2)
    unit = " %" if change.share else ""
    bounds = change.difference
    style = "" if not change.real else "green" if bounds.value > 0 else "red"
    difference = f"{scale * bounds.value:+.{digits}f}"
    return [
        change.name,
        f"{scale * change.one:,.{digits}f}{unit}",
        f"{scale * change.other:,.{digits}f}{unit}",
        f"[{style}]{difference}[/]" if style else difference,
        f"{scale * bounds.low:+.{digits}f} to {scale * bounds.high:+.{digits}f}",
        "< 0.001" if change.q < 0.001 else f"{change.q:.3f}",
        "" if change.needed is None else f"{change.needed:,}",
    ]
