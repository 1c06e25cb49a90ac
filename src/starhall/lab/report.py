"""Reports: a run of the lab as a page, the Parquet file behind it, and records of some games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from starhall.engine.game import Game
from starhall.engine.match.record import replace_file
from starhall.lab.observe import Observed
from starhall.lab.results import check_file, read_parquet
from starhall.lab.workers import LabError

PACE: Final = 10.0  # seconds that a choice takes people
EXTRAS: Final = ("altair", "numpy", "polars", "vl_convert")


class Files:
    """Where a report is written: the page, its data beside it, and a folder of records."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.data = page.with_suffix(".parquet")
        self.records = page.with_name(f"{page.stem}-records")


def check(page: Path) -> Files:
    """Refuse a report that could not be written, before the first game."""
    check_extras()
    check_file(page, [".html"])
    found = Files(page)
    check_file(found.data)
    if found.records.exists() and not found.records.is_dir():
        raise LabError(f"{found.records} is in the way: a folder of that name holds the records")
    return found


def check_extras(names: Sequence[str] = EXTRAS, extra: str = "lab") -> None:
    """Refuse to begin if something is not installed."""
    missing = []
    for name in names:
        try:
            import_module(name)
        except ImportError:
            missing.append(name.replace("_", "-"))
    if missing:
        raise LabError(
            f"this needs {', '.join(missing)}, which is not installed: "
            f"pip install 'starhall[{extra}]'"
        )


def write_report(
    rows: Sequence[Observed],
    rules: Game[Any],
    about: dict[str, Any],
    to: Files,
    pace: float,
    short: Path | None = None,
) -> list[Path]:
    """Write the page and the records that it links to; returns the records.

    `short` is a page of Markdown with the same findings.
    """
    from starhall.lab.analysis import analyse
    from starhall.lab.findings import Reader, write_records
    from starhall.lab.markdown import write_markdown
    from starhall.lab.page import page

    report = analyse(rows, rules, about, pace)
    findings = Reader(report, rows).findings()
    if short is not None:
        write_markdown(report, findings, rules, command(about, len(rows)), short)
    written = write_records(findings, rows, rules, to.records)
    html = page(report, findings, rules, to.records.name)
    try:
        replace_file(to.page, html.encode())
    except OSError as error:
        raise LabError(f"{to.page} could not be written: {error.strerror}") from None
    return written


def command(about: dict[str, Any], games: int) -> str:
    """What plays such games again; the seed is written in full."""
    words = ["starhall", "lab", about["game"], "--games", games, "--seats", about["seats"]]
    words += ["--bots", ",".join(about["bots"]), "--seed", about["seed"]]
    return shlex.join([str(word) for word in words])


def read_run(data: Path, rules: Game[Any]) -> tuple[dict[str, Any], list[Observed]]:
    """An earlier run, for a report that is made again; its content must be that of the game."""
    about, rows = read_parquet(data, Observed)
    if about.get("game") != rules.id:
        raise LabError(f"{data} is a run of {about.get('game')}, not of {rules.id}")
    if about["content"] != rules.content.hash:
        raise LabError(
            f"{data} was played with the content {about['content'][:8]}; {rules.id} has "
            f"{rules.content.hash[:8]} now. If that was a pack, name it with --pack"
        )
    if about["rules"] != rules.version:
        raise LabError(
            f"{data} was played by rules {about['rules']}; {rules.id} has rules {rules.version} now"
        )
    return about, rows
