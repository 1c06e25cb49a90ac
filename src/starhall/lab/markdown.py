"""A report in short: a page of Markdown with small charts, to be kept with the sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from starhall.engine.game import Game
from starhall.engine.match.record import replace_file
from starhall.lab import charts
from starhall.lab.figures import Group, Report, Usage
from starhall.lab.findings import Finding, interval, number, points
from starhall.lab.workers import LabError

MOST: Final = 8  # lines of a table of content: the best and the worst
# Both themes: a chart follows the one of the reader.
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
    drawn = charts.Drawn()
    pictures: dict[str, tuple[str, str]] = {}
    if report.by_seat:
        pictures["seats"] = "Win rate by seat", drawn.svg(charts.shares(report.by_seat), "Seats")
    for kind, groups in report.by_role.items():
        pictures[kind] = f"Win rate by {kind}", drawn.svg(charts.shares(groups), kind)
    if report.rounds:
        svg = drawn.svg(charts.counts(report.rounds, "rounds"), "Games by their rounds")
        pictures["rounds"] = "Games by their rounds", svg
    if report.lead is not None:
        svg = drawn.svg(charts.kept(report.lead, report.by_seat[0].fair), "Who is ahead wins")
        pictures["lead"] = "How often who is ahead wins", svg
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
    about = report.about
    title = rules.text.say("game.title") if rules.text.has("game.title") else rules.id
    yield f"# {title}: balance"
    yield ""
    yield (
        f"{report.games:,} games with {report.seats} {'seat' if report.seats == 1 else 'seats'}, "
        f"bots {', '.join(about['bots'])}, rules {about['rules']}, content "
        f"{str(about['content'])[:8]}. Intervals are 95 %; the {report.comparisons} tests are "
        "corrected together (Benjamini-Hochberg)."
    )
    yield from ("", "```", command, "```", "")
    yield f"The seed of the run is `{about['seed']}`."
    yield ""
    for finding in findings:
        games = ", ".join([f"{each.index} ({each.why})" for each in finding.examples])
        yield f"- **{finding.title}.** {finding.text}" + (f" Games: {games}." if games else "")
    for name, (caption, _) in pictures.items():
        yield from ("", f"![{caption}]({stem}-{name}.svg)")
    if report.by_seat:
        yield from ("", "## Seats", "", *_groups("seat", report.by_seat))
    for kind, groups in report.by_role.items():
        yield from ("", f"## {kind.capitalize()}", "", *_groups(kind, groups))
    yield from ("", "## Length", "", "| in | mean | median | 10 % below | 10 % above |")
    yield "|---|---|---|---|---|"
    for found in report.lengths:
        yield (
            f"| {found.unit} | {number(found.mean)} | {found.median.value:.1f} | "
            f"{found.tenth.value:.1f} | {found.ninetieth.value:.1f} |"
        )
    for uses in report.uses:
        yield from ("", f"## {uses.name}", "")
        yield "| | available | taken | change of the chance to win | q |"
        yield "|---|---|---|---|---|"
        for item in _ends(uses.items):
            available = "" if item.available is None else interval(item.available)
            change = "too few" if item.effect is None else points(item.effect.change)
            taken = interval(item.taken)
            yield f"| {item.name} | {available} | {taken} | {change} | {item.q:.3f} |"
        if len(uses.items) > MOST:
            yield from ("", f"The ends of a list of {len(uses.items)}.")


def _groups(kind: str, groups: Sequence[Group]) -> Iterable[str]:
    yield f"| {kind} | played | won | q |"
    yield "|---|---|---|---|"
    for group in groups:
        yield f"| {group.name} | {group.seats:,} | {interval(group.won)} | {group.q:.3f} |"


def _ends(items: Sequence[Usage]) -> Sequence[Usage]:
    """The first and the last of those with an estimate."""
    estimated = [item for item in items if item.effect is not None] or list(items)
    if len(estimated) <= MOST:
        return estimated
    return [*estimated[: MOST // 2], *estimated[-MOST // 2 :]]
