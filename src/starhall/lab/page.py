"""A report as one HTML page that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from starhall.engine.game import Game
from starhall.lab import charts
from starhall.lab.estimates import Interval
from starhall.lab.figures import (
    ALWAYS,
    DEAD,
    LARGE,
    RARE,
    Group,
    Report,
    Usage,
    Uses,
    Variant,
)
from starhall.lab.findings import Finding, file_of, number, percent, signed

FEW: Final = 12  # rows of a table that is shown at once
SECTIONS: Final = {
    "findings": "Findings",
    "who": "Who wins",
    "length": "Length",
    "course": "The course of a game",
    "content": "Content",
    "endings": "Endings",
    "choices": "Choices",
    "games": "Games to look at",
    "methods": "Methods",
}


def page(report: Report, findings: Sequence[Finding], rules: Game[Any], records: str) -> str:
    """The whole page; `records` is the folder of the games that findings name."""
    return Page(report, findings, rules, records).html()


class Page:
    """Writes the sections of a report."""

    def __init__(
        self, report: Report, findings: Sequence[Finding], rules: Game[Any], records: str
    ) -> None:
        self.report = report
        self.findings = findings
        self.records = records
        self.title = str(rules.text.say("game.title")) if rules.text.has("game.title") else rules.id
        self.drawn = charts.Drawn()

    def html(self) -> str:
        parts = {
            "findings": self._findings(),
            "who": self._who(),
            "length": self._length(),
            "course": self._course(),
            "content": self._content(),
            "endings": self._endings(),
            "choices": self._choices(),
            "games": self._games(),
            "methods": self._methods(),
        }
        shown = {name: part for name, part in parts.items() if part}
        links = "".join([f'<a href="#{name}">{SECTIONS[name]}</a>' for name in shown])
        sections = "\n".join(
            [
                f'<section id="{name}" aria-labelledby="{name}-title">'
                f'<h2 id="{name}-title">{SECTIONS[name]}</h2>{part}</section>'
                for name, part in shown.items()
            ]
        )
        style = files("starhall.lab").joinpath("report.css").read_text(encoding="utf-8")
        themes = "".join(
            [
                f'<label><input type="radio" name="theme" id="theme-{name.lower()}"'
                f"{' checked' if name == 'Auto' else ''}>{name}</label>"
                for name in ("Auto", "Light", "Dark")
            ]
        )
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="starhall lab">
<title>{escape(self.title)}: balance report</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<div class="top"><div class="wrap"><nav aria-label="Sections">{links}</nav>
<fieldset class="themes"><legend>Theme</legend>{themes}</fieldset></div></div>
{self._hero()}
<main class="wrap">
{sections}
</main>
</body>
</html>
"""

    # The head

    def _hero(self) -> str:
        report, about = self.report, self.report.about
        bots = ", ".join(dict.fromkeys(about["bots"]))
        seats = "1 seat" if report.seats == 1 else f"{report.seats} seats"
        pack = f" Pack {about['pack']}." if about.get("pack") else ""
        lines = [
            f"{report.games:,} games with {seats}, played by {bots}.{pack} Rules "
            f"{about['rules']}, content {str(about['content'])[:8]}."
        ]
        if report.broken:
            lines.append(f"{report.broken:,} games broke off and are not counted.")
        said = escape(" ".join(lines))
        figures = "".join([_figure(*figure) for figure in self._figures()])
        return (
            '<header class="hero"><div class="wrap"><p class="kicker">Balance report</p>'
            f'<h1>{escape(self.title)}</h1><p class="soft">{said}</p>'
            f'<dl class="figures">{figures}</dl></div></header>'
        )

    def _figures(self) -> Iterable[tuple[str, str, str]]:
        report = self.report
        yield "games", f"{report.games:,}", f"{report.comparisons} tests, corrected together"
        if report.by_seat:
            ranked = sorted(report.by_seat, key=lambda group: group.won.value)
            gap = ranked[-1].won.value - ranked[0].won.value
            yield (
                "points between the best and the worst seat",
                f"{100 * gap:.1f}",
                f"{ranked[-1].name} {percent(ranked[-1].won.value)}",
            )
        else:
            yield "of the games are won", percent(report.decided.value), _range(report.decided)
        for length in report.lengths:
            digits = 0 if length.unit != "rounds" else 1
            yield (
                f"{length.unit} on average",
                f"{length.mean.value:,.{digits}f}",
                f"{length.mean.low:,.{digits}f} to {length.mean.high:,.{digits}f}",
            )
        if report.lead is not None:
            found = report.lead.kept[50]
            yield "won by who is ahead at half time", percent(found.value, 0), _range(found)

    # Findings

    def _findings(self) -> str:
        items = []
        for finding in self.findings:
            kind = ' class="certain"' if finding.certain else ""
            items.append(
                f'<li{kind}><span class="topic">{escape(_TOPICS[finding.topic])}</span>'
                f"<h3>{escape(finding.title)}</h3><p>{escape(finding.text)}</p>"
                f"{self._links(finding)}</li>"
            )
        return (
            '<p class="lead-in">Every figure has its 95 % interval in brackets. What is called a '
            "difference is below 5 % after the correction of Benjamini and Hochberg for all "
            f"{self.report.comparisons} tests of this report. The links are records: "
            "<code>starhall replay FILE</code> opens them.</p>"
            f'<ul class="findings">{"".join(items)}</ul>'
        )

    def _links(self, finding: Finding) -> str:
        found = [
            f'<li><a href="{escape(self._file(example.index), quote=True)}">game {example.index}'
            f"</a> <span>{escape(example.why)}</span></li>"
            for example in finding.examples
        ]
        return f'<ul class="games soft">{"".join(found)}</ul>' if found else ""

    def _file(self, index: int) -> str:
        return f"{self.records}/{file_of(index)}"

    # Who wins

    def _who(self) -> str:
        report = self.report
        parts = []
        if report.by_seat:
            parts.append(self._groups("Seats", report.by_seat, "seat"))
        for kind, groups in report.by_role.items():
            parts.append(self._groups(kind.capitalize(), groups, kind))
        if len(report.by_bot) > 1:
            parts.append(self._groups("Bots", report.by_bot, "bot", tested=False))
        for option, variants in report.by_option.items():
            parts.append(self._variants(option, variants))
        return "".join(parts)

    def _groups(self, title: str, groups: list[Group], kind: str, tested: bool = True) -> str:
        label = "; ".join([f"{g.name} {percent(g.won.value)}" for g in groups])
        svg = self.drawn.svg(charts.shares(groups), f"Win rates: {label}")
        head = [kind, "played", "won", "95 % interval", *(["q"] if tested else [])]
        rows = [
            [
                escape(group.name),
                f"{group.seats:,}",
                _toned(percent(group.won.value), group.real, group.won.value - group.fair),
                _range(group.won),
                *([_q(group.q)] if tested else []),
            ]
            for group in groups
        ]
        return (
            f'<div class="card"><h3>{escape(title)}</h3><div class="pair">'
            f"<figure>{svg}<figcaption>The dashed line is a fair share.</figcaption></figure>"
            f"{_table(f'Win rate by {kind}', head, rows)}</div></div>"
        )

    def _variants(self, option: str, variants: list[Variant]) -> str:
        several = self.report.seats > 1
        unit = self.report.lengths[0].unit
        won = "won by somebody" if several else "won"
        head = [option, "games", won, *(["first seat wins"] if several else []), unit, "q"]
        rows = [
            [
                escape(variant.name),
                f"{variant.games:,}",
                _with_range(variant.decided),
                *([_with_range(variant.first_seat)] if several else []),
                f"{variant.length.value:.1f} <small>{variant.length.low:.1f} to "
                f"{variant.length.high:.1f}</small>",
                _q(variant.q),
            ]
            for variant in variants
        ]
        title = f"Option {option}"
        return f'<div class="card"><h3>{escape(title)}</h3>{_table(title, head, rows)}</div>'

    # Length and course

    def _length(self) -> str:
        report = self.report
        head = ["in", "mean", "95 % interval", "median", "10 % below", "10 % above", "range"]
        rows = []
        for found in report.lengths:
            digits = 1 if found.unit != "decisions" else 0
            rows.append(
                [
                    found.unit,
                    f"{found.mean.value:,.1f}",
                    f"{found.mean.low:,.1f} to {found.mean.high:,.1f}",
                    f"{found.median.value:,.{digits}f} <small>{found.median.low:,.{digits}f} to "
                    f"{found.median.high:,.{digits}f}</small>",
                    f"{found.tenth.value:,.{digits}f}",
                    f"{found.ninetieth.value:,.{digits}f}",
                    f"{found.shortest:,.{digits}f} to {found.longest:,.{digits}f}",
                ]
            )
        table = _table("Length of a game", head, rows)
        note = (
            f'<p class="soft">Minutes are an estimate: {report.pace:g} seconds for each choice '
            "between several options.</p>"
        )
        figures = ""
        for unit, counts in (("rounds", report.rounds), ("decisions", report.decisions)):
            if counts:
                svg = self.drawn.svg(charts.counts(counts, unit), f"Games by their {unit}")
                figures += f"<figure>{svg}<figcaption>Games by their {unit}.</figcaption></figure>"
        return f'<div class="card"><div class="pair">{figures}</div>{table}{note}</div>'

    def _course(self) -> str:
        report, lead = self.report, self.report.lead
        parts = []
        if lead is not None:
            kept = charts.kept(lead, report.by_seat[0].fair)
            said = "; ".join([f"{x} %: {percent(f.value, 0)}" for x, f in lead.kept.items()])
            svg = self.drawn.svg(kept, f"How often who is ahead wins. After {said}")
            changes = self.drawn.svg(
                charts.counts(lead.counts, "changes of the lead"), "Games by changes of the lead"
            )
            rows = [
                ["Changes of the lead in a game", number(lead.changes)],
                ["Ahead at half time, and wins", _with_range(lead.kept[50])],
                [
                    "Runaway: ahead at half time, never overtaken, and wins",
                    _with_range(lead.runaway),
                ],
                ["Comeback: last at half time, and wins", _with_range(lead.comeback)],
            ]
            parts.append(
                '<p class="lead-in">Who is ahead is judged by the evaluation of the bots, at the '
                "beginning of each round.</p>"
                f'<div class="pair"><div class="card"><figure>{svg}<figcaption>How early a game is '
                "decided.</figcaption></figure></div>"
                f'<div class="card"><figure>{changes}<figcaption>How often the lead changes hands.'
                "</figcaption></figure></div></div>"
                f'<div class="card">{_table("The lead", ["", "95 % interval"], rows)}</div>'
            )
        if report.finals:
            rows = [
                [escape(found.name.capitalize()), number(found.winners), number(found.others)]
                for found in report.finals
            ]
            names = ["at the end", "won", "not won"]
            parts.append(f'<div class="card">{_table("What seats have", names, rows)}</div>')
        return "".join(parts)

    # Content

    def _content(self) -> str:
        if not self.report.uses:
            return ""
        return (
            '<p class="lead-in">Available: the share of seats that could take it at least once. '
            "Taken: the share of those that did. The change of the chance to win compares seats "
            "of the same game that took it with those that could have, with seat, bot and exposure "
            "held equal by a choice model. It says what goes with winning. It does not say that "
            "taking it is the cause: who is ahead can often afford more.</p>"
            + "".join([self._uses(uses) for uses in self.report.uses])
        )

    def _uses(self, uses: Uses) -> str:
        offered = any([item.available is not None for item in uses.items])
        head = [
            "",
            *(["available"] if offered else []),
            "taken" if offered else "seats",
            "times a game",
            "won with it",
            *(["won without"] if offered else ["others won"]),
            "change in points",
            "q",
        ]
        rows = [self._usage(item, offered) for item in uses.items]
        table = _table(f"{uses.name}: available, taken, won", head, rows)
        estimated = [item for item in uses.items if item.effect is not None]
        figure = ""
        if len(estimated) > 1:
            said = "; ".join([f"{i.name} {_points(i)}" for i in estimated])
            svg = self.drawn.svg(charts.effects(estimated), f"Change of the chance to win: {said}")
            figure = f"<figure>{svg}</figure>"
        if len(rows) > FEW:
            table = f"<details><summary>All {len(rows)} as a table</summary>{table}</details>"
        return f'<div class="card"><h3>{escape(uses.name)}</h3>{figure}{table}</div>'

    def _usage(self, item: Usage, offered: bool) -> list[str]:
        tags = '<span class="tag dominant">dominant</span>' if item.dominant else ""
        tags += '<span class="tag dead">dead</span>' if item.dead else ""
        change = '<span class="soft">too few</span>'
        if item.effect is not None:
            found = item.effect.change
            change = _toned(_points(item), item.real, found.value) + (
                f" <small>{signed(100 * found.low)} to {signed(100 * found.high)}</small>"
            )
        cells = [escape(item.name) + tags]
        if offered:
            cells.append(_with_range(item.available) if item.available is not None else "")
        return [
            *cells,
            _with_range(item.taken),
            f"{item.times:.2f}",
            _with_range(item.with_it),
            _with_range(item.without),
            change,
            _q(item.q) if item.effect is not None else "",
        ]

    # Endings, choices

    def _endings(self) -> str:
        endings = self.report.endings
        said = "; ".join([f"{each.name} {percent(each.share.value)}" for each in endings])
        svg = self.drawn.svg(charts.endings(endings), f"How games end: {said}")
        rows = [
            [
                escape(each.name),
                f"{each.games:,}",
                _with_range(each.share),
                f"{each.rounds:.1f}" if self.report.rounds else "",
            ]
            for each in endings
        ]
        table = _table("How games end", ["", "games", "share", "mean rounds"], rows)
        return f'<div class="card"><div class="pair"><figure>{svg}</figure>{table}</div></div>'

    def _choices(self) -> str:
        found = self.report.branching
        said = "; ".join([f"{x} %: {each.value:.1f}" for x, each in found.course.items()])
        svg = self.drawn.svg(charts.branching(found), f"Options of a choice. After {said}")
        rows = [
            ["Options of a choice (branching factor)", number(found.options)],
            ["Choices in a game", number(found.choices, 0)],
            ["Most options of one choice", f"{found.widest:,}"],
        ]
        return (
            f'<div class="card"><figure>{svg}<figcaption>The mean with its interval; the band '
            "holds eight of ten choices.</figcaption></figure>"
            f"{_table('Branching', ['', '95 % interval'], rows)}</div>"
        )

    # Games and methods

    def _games(self) -> str:
        seen: dict[int, tuple[str, list[str]]] = {}
        for finding in self.findings:
            for example in finding.examples:
                whys = seen.setdefault(example.index, (example.seed, []))[1]
                if example.why not in whys:
                    whys.append(example.why)
        rows = [
            [
                f'<a href="{escape(self._file(index), quote=True)}">game {index}</a>',
                f'<span class="words">{escape("; ".join(whys))}</span>',
                f"<code>{seed[:16]}…</code>",
            ]
            for index, (seed, whys) in sorted(seen.items())
        ]
        table = _table("Records", ["game", "why", "seed"], rows)
        first = self._file(min(seen)) if seen else "FILE"
        pack = " --pack FOLDER" if self.report.about.get("pack") else ""
        return (
            f'<div class="card">{table}<pre tabindex="0">starhall replay '
            f"{escape(first)}{pack}</pre></div>"
        )

    def _methods(self) -> str:
        about = self.report.about
        said = [
            f"The seed of the run is <code>{escape(str(about['seed']))}</code>; the seed of a game "
            "follows from it and the number of the game. The same seed gives the same games on "
            "any number of processes.",
            "Shares have Wilson intervals, means those of Student's t distribution, medians those "
            "of order statistics. All are 95 % intervals.",
            "A win that several share counts in parts. With several seats, games that nobody wins "
            "do not count for who wins.",
            "Seats are tested against a fair share by an exact binomial test. Roles and content "
            "are tested in a choice model (conditional logit): which seat of a game wins, given "
            "its place, its bot and what it did. The game itself is held equal too. In a game for "
            "one it is a logistic regression.",
            "For content exposure is held equal too, because who acts more takes more of "
            "everything: how often it was offered to the seat, and how often anything of its kind "
            "was. Of events it is how many others of their kind happened to the seat.",
            f"q is the p-value after Benjamini and Hochberg, over all {self.report.comparisons} "
            "tests of this report. Of the findings with q below 0.05, at most 5 % are expected "
            "to be wrong.",
            f"Dead: of the seats that could take it, fewer than {percent(DEAD, 0)} do, and "
            f"the whole interval says so. Dominant: more than {percent(ALWAYS, 0)} do, or the "
            f"chance to win rises by more than {100 * LARGE:.0f} points. Nothing is estimated "
            f"from fewer than {RARE} seats on either side.",
            "Bots are not people. A report says how these bots play, and what is possible; it does "
            "not say what is fun.",
        ]
        return f'<ul class="methods">{"".join([f"<li>{line}</li>" for line in said])}</ul>'


_TOPICS: Final = {
    "who": "Who wins",
    "length": "Length",
    "lead": "The lead",
    "content": "Content",
    "end": "Endings",
}


def _figure(name: str, value: str, more: str) -> str:
    return (
        f"<div><dt>{escape(name)}<small>{escape(more)}</small></dt><dd>{escape(value)}</dd></div>"
    )


def _range(found: Interval) -> str:
    return f"{100 * found.low:.1f} to {100 * found.high:.1f} %"


def _with_range(found: Interval) -> str:
    return f"{percent(found.value)} <small>{100 * found.low:.1f} to {100 * found.high:.1f}</small>"


def _points(item: Usage) -> str:
    return signed(100 * item.effect.change.value) if item.effect is not None else ""


def _toned(text: str, real: bool, difference: float) -> str:
    if not real:
        return text
    return f'<span class="{"up" if difference > 0 else "down"}">{text}</span>'


def _q(value: float) -> str:
    return "&lt; 0.001" if value < 0.001 else f"{value:.3f}"


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The cells are HTML; the first of each row is its heading."""
    cells = "".join(
        [f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in head]
    )
    body = ""
    for row in rows:
        figures = "".join([f"<td>{cell}</td>" for cell in row[1:]])
        body += f'<tr><th scope="row">{row[0]}</th>{figures}</tr>'
    name = escape(caption, quote=True)
    return (
        f'<div class="scroll" role="region" aria-label="{name}" tabindex="0"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
