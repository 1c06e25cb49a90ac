"""A report as one HTML page that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from starhall.engine.game import Game
from starhall.engine.text.language import active, formatted
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
from starhall.lab.findings import Finding, file_of, percent, signed
from starhall.lab.names import Names
from starhall.lab.words import say, to

FEW: Final = 12  # rows of a table that is shown at once


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
        self.names = Names(rules)
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
        links = "".join([f'<a href="#{name}">{_section(name)}</a>' for name in shown])
        sections = "\n".join(
            [
                f'<section id="{name}" aria-labelledby="{name}-title">'
                f'<h2 id="{name}-title">{_section(name)}</h2>{part}</section>'
                for name, part in shown.items()
            ]
        )
        style = files("starhall.lab").joinpath("report.css").read_text(encoding="utf-8")
        themes = "".join(
            [
                f'<label><input type="radio" name="theme" id="theme-{name}"'
                f"{' checked' if name == 'auto' else ''}>{say(f'theme_{name}')}</label>"
                for name in ("auto", "light", "dark")
            ]
        )
        return f"""<!doctype html>
<html lang="{active()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="starhall lab">
<title>{escape(self.title)}: {say("balance_report")}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<div class="top"><div class="wrap"><nav aria-label="{say("sections")}">{links}</nav>
<fieldset class="themes"><legend>{say("theme")}</legend>{themes}</fieldset></div></div>
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
        lines = [say("hero", games=_whole(report.games), seats=report.seats, bots=bots)]
        if about.get("pack"):
            lines.append(say("hero_pack", pack=about["pack"]))
        lines.append(say("hero_rules", rules=about["rules"], content=str(about["content"])[:8]))
        if report.broken:
            lines.append(say("hero_broken", n=_whole(report.broken)))
        said = escape(" ".join(lines))
        figures = "".join([_figure(*figure) for figure in self._figures()])
        return (
            '<header class="hero"><div class="wrap"><p class="kicker">'
            f"{say('kicker')}</p>"
            f'<h1>{escape(self.title)}</h1><p class="soft">{said}</p>'
            f'<dl class="figures">{figures}</dl></div></header>'
        )

    def _figures(self) -> Iterable[tuple[str, str, str]]:
        report = self.report
        tests = say("figure_tests", n=report.comparisons)
        yield say("figure_games"), _whole(report.games), tests
        if report.by_seat:
            gap = report.seat_gap
            yield (
                say("figure_gap"),
                formatted(100 * gap.value, ".1f"),
                to(100 * gap.low, 100 * gap.high, ".1f"),
            )
        else:
            yield say("figure_won"), percent(report.decided.value), _range(report.decided)
        for length in report.lengths:
            form = f",.{0 if length.unit != 'rounds' else 1}f"
            yield (
                say("figure_mean", unit=say(f"unit_{length.unit}")),
                formatted(length.mean.value, form),
                to(length.mean.low, length.mean.high, form),
            )
        if report.lead is not None:
            found = report.lead.kept[50]
            yield say("figure_ahead"), percent(found.value, 0), _range(found)

    # Findings

    def _findings(self) -> str:
        items = []
        for finding in self.findings:
            kind = ' class="certain"' if finding.certain else ""
            items.append(
                f'<li{kind}><span class="topic">{escape(say(f"topic_{finding.topic}"))}</span>'
                f"<h3>{escape(finding.title)}</h3><p>{_unbroken(escape(finding.text))}</p>"
                f"{self._links(finding)}</li>"
            )
        return (
            f'<p class="lead-in">{say("findings_lead", n=self.report.comparisons)} '
            f"{say('findings_links', command='<code>starhall replay FILE</code>')}</p>"
            f'<ul class="findings">{"".join(items)}</ul>'
        )

    def _links(self, finding: Finding) -> str:
        found = [
            f'<li><a href="{escape(self._file(example.index), quote=True)}">'
            f"{say('game', n=example.index)}</a> <span>{escape(example.why)}</span></li>"
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
            parts.append(self._groups(say("seats"), report.by_seat, say("kind_seat")))
        for kind, groups in report.by_role.items():
            name = self.names.kind(kind)
            parts.append(self._groups(name.capitalize(), groups, name))
        if len(report.by_bot) > 1:
            parts.append(self._groups(say("bots"), report.by_bot, say("kind_bot"), tested=False))
        for option, variants in report.by_option.items():
            parts.append(self._variants(option, variants))
        return "".join(parts)

    def _groups(self, title: str, groups: list[Group], kind: str, tested: bool = True) -> str:
        label = "; ".join([f"{g.name} {percent(g.won.value)}" for g in groups])
        svg = self.drawn.svg(charts.shares(groups), say("win_rates", label=label))
        head = [kind, say("col_played"), say("col_won"), say("col_interval")]
        head += ["q"] if tested else []
        rows = [
            [
                escape(group.name),
                _whole(group.seats),
                _toned(percent(group.won.value), group.real, group.won.value - group.fair),
                _range(group.won),
                *([_q(group.q)] if tested else []),
            ]
            for group in groups
        ]
        return (
            f'<div class="card"><h3>{escape(title)}</h3><div class="pair">'
            f"<figure>{svg}<figcaption>{say('dashed')}</figcaption></figure>"
            f"{_table(say('rate_by', kind=kind), head, rows)}</div></div>"
        )

    def _variants(self, option: str, variants: list[Variant]) -> str:
        several = self.report.seats > 1
        unit = say(f"unit_{self.report.lengths[0].unit}")
        won = say("col_somebody") if several else say("col_won")
        first = [say("col_first")] if several else []
        head = [option, say("col_games"), won, *first, unit, "q"]
        rows = [
            [
                escape(variant.name),
                _whole(variant.games),
                _with_range(variant.decided),
                *([_with_range(variant.first_seat)] if several else []),
                _bounded(variant.length, ".1f"),
                _q(variant.q),
            ]
            for variant in variants
        ]
        title = say("option", option=option)
        return f'<div class="card"><h3>{escape(title)}</h3>{_table(title, head, rows)}</div>'

    # Length and course

    def _length(self) -> str:
        report = self.report
        columns = ("in", "mean", "interval", "median", "below", "above", "range")
        head = [say(f"col_{name}") for name in columns]
        rows = []
        for found in report.lengths:
            form = f",.{1 if found.unit != 'decisions' else 0}f"
            rows.append(
                [
                    say(f"unit_{found.unit}"),
                    formatted(found.mean.value, ",.1f"),
                    to(found.mean.low, found.mean.high, ",.1f"),
                    _bounded(found.median, form),
                    formatted(found.tenth.value, form),
                    formatted(found.ninetieth.value, form),
                    to(found.shortest, found.longest, form),
                ]
            )
        table = _table(say("game_length"), head, rows)
        note = f'<p class="soft">{say("minutes", pace=formatted(report.pace, "g"))}</p>'
        figures = ""
        for unit, counts in (("rounds", report.rounds), ("decisions", report.decisions)):
            if counts:
                title = say(f"by_{unit}")
                svg = self.drawn.svg(charts.counts(counts, say(f"unit_{unit}")), title)
                figures += f"<figure>{svg}<figcaption>{title}.</figcaption></figure>"
        return f'<div class="card"><div class="pair">{figures}</div>{table}{note}</div>'

    def _course(self) -> str:
        report, lead = self.report, self.report.lead
        parts = []
        if lead is not None:
            kept = charts.kept(lead, report.by_seat[0].fair)
            said = "; ".join([f"{x} %: {percent(f.value, 0)}" for x, f in lead.kept.items()])
            svg = self.drawn.svg(kept, say("ahead_course", said=said))
            changes = self.drawn.svg(
                charts.counts(lead.counts, say("lead_changes")), say("by_changes")
            )
            rows = [
                [say("row_changes"), _bounded(lead.changes, ".1f")],
                [say("row_ahead"), _with_range(lead.kept[50])],
                [say("row_runaway"), _with_range(lead.runaway)],
                [say("row_comeback"), _with_range(lead.comeback)],
            ]
            table = _table(say("topic_lead"), ["", say("col_interval")], rows)
            parts.append(
                f'<p class="lead-in">{say("judged")}</p>'
                f'<div class="pair"><div class="card"><figure>{svg}<figcaption>{say("early")}'
                "</figcaption></figure></div>"
                f'<div class="card"><figure>{changes}<figcaption>{say("hands")}'
                "</figcaption></figure></div></div>"
                f'<div class="card">{table}</div>'
            )
        if report.finals:
            rows = [
                [escape(each.name.capitalize())]
                + [_bounded(found, ",.1f") for found in (each.winners, each.others)]
                for each in report.finals
            ]
            names = [say("col_at_end"), say("col_won"), say("col_not_won")]
            parts.append(f'<div class="card">{_table(say("belongings"), names, rows)}</div>')
        return "".join(parts)

    # Content

    def _content(self) -> str:
        if not self.report.uses:
            return ""
        uses = [self._uses(uses) for uses in self.report.uses]
        return f'<p class="lead-in">{say("content_lead")}</p>' + "".join(uses)

    def _uses(self, uses: Uses) -> str:
        offered = any([item.available is not None for item in uses.items])
        head = [
            "",
            *([say("col_available")] if offered else []),
            say("col_taken") if offered else say("col_seats"),
            say("col_times"),
            say("col_with"),
            say("col_without") if offered else say("col_others"),
            say("col_change"),
            "q",
        ]
        rows = [self._usage(item, offered) for item in uses.items]
        table = _table(say("used", name=uses.name), head, rows)
        estimated = [item for item in uses.items if item.effect is not None]
        figure = ""
        if len(estimated) > 1:
            said = "; ".join([f"{i.name} {_points(i)}" for i in estimated])
            svg = self.drawn.svg(charts.effects(estimated), say("changes", said=said))
            figure = f"<figure>{svg}</figure>"
        if len(rows) > FEW:
            table = f"<details><summary>{say('all', n=len(rows))}</summary>{table}</details>"
        return f'<div class="card"><h3>{escape(uses.name)}</h3>{figure}{table}</div>'

    def _usage(self, item: Usage, offered: bool) -> list[str]:
        kinds = [kind for kind in ("dominant", "dead") if getattr(item, kind)]
        tags = "".join([f'<span class="tag {kind}">{say(kind)}</span>' for kind in kinds])
        change = f'<span class="soft">{say("too_few")}</span>'
        if item.effect is not None:
            found = item.effect.change
            limits = say("to", low=signed(100 * found.low), high=signed(100 * found.high))
            change = f"{_toned(_points(item), item.real, found.value)} <small>{limits}</small>"
        cells = [escape(item.name) + tags]
        if offered:
            cells.append(_with_range(item.available) if item.available is not None else "")
        return [
            *cells,
            _with_range(item.taken),
            formatted(item.times, ".2f"),
            _with_range(item.with_it),
            _with_range(item.without),
            change,
            _q(item.q) if item.effect is not None else "",
        ]

    # Endings, choices

    def _endings(self) -> str:
        endings = self.report.endings
        said = "; ".join([f"{each.name} {percent(each.share.value)}" for each in endings])
        svg = self.drawn.svg(charts.endings(endings), f"{say('ends')}: {said}")
        rows = [
            [
                escape(each.name),
                _whole(each.games),
                _with_range(each.share),
                formatted(each.rounds, ".1f") if self.report.rounds else "",
            ]
            for each in endings
        ]
        head = ["", say("col_games"), say("col_share"), say("col_rounds")]
        table = _table(say("ends"), head, rows)
        return f'<div class="card"><div class="pair"><figure>{svg}</figure>{table}</div></div>'

    def _choices(self) -> str:
        found = self.report.branching
        course = found.course.items()
        said = "; ".join([f"{x} %: {formatted(each.value, '.1f')}" for x, each in course])
        svg = self.drawn.svg(charts.branching(found), say("options_course", said=said))
        rows = [
            [say("row_options"), _bounded(found.options, ".1f")],
            [say("row_choices"), _bounded(found.choices, ",.0f")],
            [say("row_widest"), _whole(found.widest)],
        ]
        return (
            f'<div class="card"><figure>{svg}<figcaption>{say("band")}</figcaption></figure>'
            f"{_table(say('branching'), ['', say('col_interval')], rows)}</div>"
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
                f'<a href="{escape(self._file(index), quote=True)}">{say("game", n=index)}</a>',
                f'<span class="words">{escape("; ".join(whys))}</span>',
                f"<code>{seed[:16]}…</code>",
            ]
            for index, (seed, whys) in sorted(seen.items())
        ]
        table = _table(say("records"), [say("col_game"), say("col_why"), say("col_seed")], rows)
        first = self._file(min(seen)) if seen else "FILE"
        pack = " --pack FOLDER" if self.report.about.get("pack") else ""
        return (
            f'<div class="card">{table}<pre tabindex="0">starhall replay '
            f"{escape(first)}{pack}</pre></div>"
        )

    def _methods(self) -> str:
        seed = f"<code>{escape(str(self.report.about['seed']))}</code>"
        said = [
            say("method_seed", seed=seed),
            *[say(f"method_{name}") for name in ("intervals", "shared", "tests", "exposure")],
            say("method_q", n=self.report.comparisons),
            say(
                "method_words",
                dead=percent(DEAD, 0),
                always=percent(ALWAYS, 0),
                points=f"{100 * LARGE:.0f}",
                rare=RARE,
            ),  # fmt: skip
            say("method_bots"),
        ]
        return f'<ul class="methods">{"".join([f"<li>{line}</li>" for line in said])}</ul>'


def _section(name: str) -> str:
    return say(f"section_{name}")


def _figure(name: str, value: str, more: str) -> str:
    return (
        f"<div><dt>{escape(name)}<small>{escape(more)}</small></dt><dd>{escape(value)}</dd></div>"
    )


def _whole(number: int) -> str:
    return formatted(number, ",")


def _unbroken(text: str) -> str:
    """A per cent sign stays on the line of its number."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _bounded(found: Interval, form: str) -> str:
    limits = to(found.low, found.high, form)
    return f"{formatted(found.value, form)} <small>{limits}</small>"


def _range(found: Interval) -> str:
    return f"{to(100 * found.low, 100 * found.high, '.1f')} %"


def _with_range(found: Interval) -> str:
    limits = to(100 * found.low, 100 * found.high, ".1f")
    return f"{percent(found.value)} <small>{limits}</small>"


def _points(item: Usage) -> str:
    return signed(100 * item.effect.change.value) if item.effect is not None else ""


def _toned(text: str, real: bool, difference: float) -> str:
    if not real:
        return text
    return f'<span class="{"up" if difference > 0 else "down"}">{text}</span>'


def _q(value: float) -> str:
    return f"&lt; {formatted(0.001, '.3f')}" if value < 0.001 else formatted(value, ".3f")


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
