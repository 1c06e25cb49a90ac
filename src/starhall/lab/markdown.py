"""A report in short: a page of Markdown with small charts, to be kept with the sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from starhall.engine.game import Game
from starhall.engine.match.record import replace_file
from starhall.engine.text.language import formatted
from starhall.lab import charts
from starhall.lab.figures import Group, Report, Usage
from starhall.lab.findings import Finding, interval, number, points
from starhall.lab.names import Names
from starhall.lab.words import say
from starhall.lab.workers import LabError

MOST: Final = 8  # lines of a table of content: the best and the worst
# Both themes: a chart follows the reader's.
STYLE: Final = (
    "<style>:root{--ink:#1a2033;--soft:#4d566e;--line:#dde1ec;--one:#3b63c9;--two:#7b46b5;"
    "--up:#14784a;--down:#b3302f}@media(prefers-color-scheme:dark){:root{--ink:#eef1fa;"
    "--soft:#aab4cf;--line:#2b3450;--one:#7fa2ff;--two:#c39bff;--up:#4fd08e;--down:#ff8a80}}"
    "</style>"
)


def write_markdown(
    report: Report, findings: Sequence[Finding], rules: Game[Any], command: str, page: Path
) -> list[Path]:
    """Write the page and its charts beside it."""
    drawn, names = charts.Drawn(), Names(rules)
    pictures: dict[str, tuple[str, str]] = {}
    if report.by_seat:
        pictures["seats"] = (
            say("rate_by_seat"),
            drawn.svg(charts.shares(report.by_seat), say("seats")),
        )
    for kind, groups in report.by_role.items():
        name = names.kind(kind)
        pictures[kind] = say("rate_by", kind=name), drawn.svg(charts.shares(groups), name)
    if report.rounds:
        by_rounds = say("by_rounds")
        svg = drawn.svg(charts.counts(report.rounds, say("unit_rounds")), by_rounds)
        pictures["rounds"] = by_rounds, svg
    if report.lead is not None:
        svg = drawn.svg(charts.kept(report.lead, report.by_seat[0].fair), say("ahead_wins"))
        pictures["lead"] = say("ahead_often"), svg
    text = "\n".join(_lines(report, findings, rules, command, page.stem, pictures))
    written = [page]
    try:
        replace_file(page, f"{text}\n".encode())
        for name, (_, svg) in pictures.items():
            file = page.with_name(f"{page.stem}-{name}.svg")
            replace_file(file, (svg.replace(">", f">{STYLE}", 1) + "\n").encode())
            written.append(file)
    except OSError as error:
        raise LabError("file.write", file=page, why=error.strerror) from None
    return written


def _lines(
    report: Report,
    findings: Sequence[Finding],
    rules: Game[Any],
    command: str,
    stem: str,
    pictures: dict[str, tuple[str, str]],
) -> Iterable[str]:
    about, names = report.about, Names(rules)
    title = rules.text.say("game.title") if rules.text.has("game.title") else rules.id
    yield f"# {title}: {say('balance')}"
    yield ""
    yield say(
        "short", games=formatted(report.games, ","), seats=report.seats,
        bots=", ".join(about["bots"]), rules=about["rules"], content=str(about["content"])[:8],
        tests=report.comparisons,
    )  # fmt: skip
    yield from ("", "```", command, "```", "")
    yield say("run_seed", seed=f"`{about['seed']}`")
    yield ""
    for finding in findings:
        games = ", ".join([f"{each.index} ({each.why})" for each in finding.examples])
        yield f"- **{finding.title}.** {finding.text}" + (
            f" {say('games_named', games=games)}" if games else ""
        )
    for name, (caption, _) in pictures.items():
        yield from ("", f"![{caption}]({stem}-{name}.svg)")
    if report.by_seat:
        yield from ("", f"## {say('seats')}", "", *_groups(say("kind_seat"), report.by_seat))
    for kind, groups in report.by_role.items():
        name = names.kind(kind)
        yield from ("", f"## {name.capitalize()}", "", *_groups(name, groups))
    head = [say(f"col_{name}") for name in ("in", "mean", "median", "below", "above")]
    yield from ("", f"## {say('section_length')}", "", f"| {' | '.join(head)} |")
    yield "|---|---|---|---|---|"
    for found in report.lengths:
        yield (
            f"| {say(f'unit_{found.unit}')} | {number(found.mean)} | "
            f"{formatted(found.median.value, '.1f')} | {formatted(found.tenth.value, '.1f')} | "
            f"{formatted(found.ninetieth.value, '.1f')} |"
        )
    for uses in report.uses:
        yield from ("", f"## {uses.name}", "")
        head = [say(f"col_{name}") for name in ("available", "taken", "chance")]
        yield f"| | {' | '.join(head)} | q |"
        yield "|---|---|---|---|---|"
        for item in _ends(uses.items):
            available = "" if item.available is None else interval(item.available)
            change = say("too_few") if item.effect is None else points(item.effect.change)
            taken = interval(item.taken)
            yield f"| {item.name} | {available} | {taken} | {change} | {formatted(item.q, '.3f')} |"
        if len(uses.items) > MOST:
            yield from ("", say("list_ends", n=len(uses.items)))


def _groups(kind: str, groups: Sequence[Group]) -> Iterable[str]:
    yield f"| {kind} | {say('col_played')} | {say('col_won')} | q |"
    yield "|---|---|---|---|"
    for group in groups:
        played, q = formatted(group.seats, ","), formatted(group.q, ".3f")
        yield f"| {group.name} | {played} | {interval(group.won)} | {q} |"


def _ends(items: Sequence[Usage]) -> Sequence[Usage]:
    """The first and the last of those with an estimate."""
    estimated = [item for item in items if item.effect is not None] or list(items)
    if len(estimated) <= MOST:
        return estimated
    return [*estimated[: MOST // 2], *estimated[-MOST // 2 :]]
