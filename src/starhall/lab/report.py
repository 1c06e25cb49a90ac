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

PACE: Final = 10.0  # seconds that people take for a choice
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
        raise LabError("report.in_the_way", file=found.records)
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
        listed = ", ".join(missing)
        raise LabError("lab.extras", missing=listed, n=len(missing), extra=f"starhall[{extra}]")


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
    from starhall.lab.names import Names
    from starhall.lab.page import page

    report = analyse(rows, rules, about, pace)
    findings = Reader(report, rows, Names(rules).kind).findings()
    if short is not None:
        write_markdown(report, findings, rules, command(about, len(rows)), short)
    written = write_records(findings, rows, rules, to.records)
    html = page(report, findings, rules, to.records.name)
    try:
        replace_file(to.page, html.encode())
    except OSError as error:
        raise LabError("file.write", file=to.page, why=error.strerror) from None
    return written


def command(about: dict[str, Any], games: int) -> str:
    """The command that plays such games again, with the seed in full."""
    words = ["starhall", "lab", about["game"], "--games", games, "--seats", about["seats"]]
    words += ["--bots", ",".join(about["bots"]), "--seed", about["seed"]]
    return shlex.join([str(word) for word in words])


def read_run(data: Path, rules: Game[Any]) -> tuple[dict[str, Any], list[Observed]]:
    """An earlier run, for a report that is made again; its content must be that of the game."""
    about, rows = read_parquet(data, Observed)
    if about.get("game") != rules.id:
        raise LabError("report.game", file=data, game=about.get("game"), wanted=rules.id)
    if about["content"] != rules.content.hash:
        content = {"then": about["content"][:8], "now": rules.content.hash[:8]}
        raise LabError("report.content", file=data, game=rules.id, **content)
    if about["rules"] != rules.version:
        versions = {"then": about["rules"], "now": rules.version}
        raise LabError("report.rules", file=data, game=rules.id, **versions)
    return about, rows
