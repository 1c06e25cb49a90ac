"""The charts of a report: Vega-Lite, rendered to SVG without a browser or a network.

A chart is drawn once for both themes. It is rendered with colours that stand for roles, and
these become variables of the page's style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from starhall.lab.estimates import Interval
from starhall.lab.figures import Branching, Ending, Group, Lead, Usage
from starhall.lab.words import say

WIDTH: Final = 560
NARROW: Final = 360  # beside a table
WIDE: Final = 720  # with names at the left
ROW: Final = 22  # pixels for each line of a chart with names
# The colours as rendered, and the variables of the style sheet that they become.
ROLES: Final = {
    "#010101": "--ink",
    "#020202": "--soft",
    "#030303": "--line",
    "#040404": "--one",
    "#050505": "--two",
    "#060606": "--up",
    "#070707": "--down",
}
INK, SOFT, LINE, ONE, TWO, UP, DOWN = ROLES
FONT: Final = "Arial, 'Liberation Sans', sans-serif"  # its measures are known without a browser

_COLOUR: Final = re.compile("|".join(ROLES))
_ID: Final = re.compile(r'(id="|url\(#)([A-Za-z_][\w-]*)')


class Drawn:
    """The charts of one page: each with its own names, so that they do not get mixed up."""

    def __init__(self) -> None:
        self.count = 0

    def svg(self, chart: Any, label: str) -> str:
        """The chart as SVG for a page, with a text for readers who cannot see it."""
        import vl_convert

        self.count += 1
        svg = vl_convert.vegalite_to_svg(_configured(chart).to_dict())
        svg = _ID.sub(rf"\g<1>c{self.count}-\g<2>", svg)
        svg = _COLOUR.sub(lambda found: f"var({ROLES[found[0]]})", svg)
        # The label and the table beside the chart say what is drawn.
        svg = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", svg)
        svg = re.sub(r' (?:width|height)="[\d.]+"(?=[^>]*viewBox)', "", svg, count=2)
        said = escape(label, quote=True)
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
        wide = f' style="max-width:{float(size[1]):.0f}px"' if size else ""
        return svg.replace("<svg ", f'<svg role="img" aria-label="{said}"{wide} ', 1)


def _configured(chart: Any) -> Any:
    return (
        chart.configure(background="transparent", font=FONT, padding=8)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=SOFT,
            titleColor=SOFT,
            titleFontWeight="normal",
            labelFontSize=12,
            titleFontSize=12,
            gridColor=LINE,
            domainColor=LINE,
            tickColor=LINE,
            labelLimit=280,
            labelPadding=6,
            tickCount=8,
        )
        .configure_text(color=SOFT, fontSize=12)
    )


def _chart(data: Sequence[Mapping[str, object]]) -> Any:
    import altair

    inline: Any = altair.InlineData
    return altair.Chart(inline(values=list(data)))


def _bounds(name: str, found: Interval, scale: float = 100) -> dict[str, object]:
    low, high = found.low * scale, found.high * scale
    return {"name": name, "value": found.value * scale, "low": low, "high": high}


def shares(groups: Sequence[Group]) -> Any:
    """Win rates with their intervals, and a line where a fair share is."""
    data = [
        {
            **_bounds(group.name, group.won),
            "colour": _verdict(group.real, group.won.value - group.fair),
        }
        for group in groups
    ]
    return _forest(data, say("chart_won"), 100 * groups[0].fair, say("chart_fair"), NARROW)


def effects(items: Sequence[Usage]) -> Any:
    """The change of the chance to win that goes with each thing."""
    data = [
        {
            **_bounds(item.name, item.effect.change),
            "colour": _verdict(item.real, item.effect.change.value),
        }
        for item in items
        if item.effect is not None
    ]
    return _forest(data, say("chart_change"), 0.0, "", WIDE)


def _verdict(real: bool, difference: float) -> str:
    return ONE if not real else UP if difference > 0 else DOWN


def _forest(data: list[dict[str, object]], title: str, line: float, said: str, width: int) -> Any:
    import altair

    base = _chart(data).encode(
        y=altair.Y("name:N", sort=None, title=None, axis=altair.Axis(ticks=False, domain=False)),
        color=altair.Color("colour:N", scale=None),
    )
    rule = _chart([{"x": line, "said": said}]).encode(x="x:Q")
    bars = base.mark_rule(strokeWidth=3, opacity=0.45, strokeCap="round").encode(
        x=altair.X("low:Q", title=title, scale=altair.Scale(zero=False, nice=True)), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(x="value:Q")
    lines = rule.mark_rule(color=SOFT, strokeDash=[4, 3])
    layers = [lines, bars, dots]
    if said:
        layers.append(rule.mark_text(dy=-8, baseline="bottom", y=0).encode(text="said:N"))
    return altair.layer(*layers).properties(width=width, height=ROW * len(data))


def counts(found: dict[int, int], title: str) -> Any:
    """How many games have each number."""
    import altair

    total = sum(found.values()) or 1
    step = max(1, -(-(max(found) - min(found) + 1) // 40))  # at most forty bars
    bars: dict[int, float] = {}
    for number, games in found.items():
        first = number // step * step
        bars[first] = bars.get(first, 0.0) + 100 * games / total
    half = 0.5 if step == 1 else 0.0  # a bar of one number stands above it
    data = [
        {"from": first - half, "to": first + step - half, "share": part}
        for first, part in bars.items()
    ]
    return (
        _chart(data)
        .mark_bar(color=ONE, binSpacing=2)
        .encode(
            x=altair.X(
                "from:Q",
                bin="binned",
                title=title,
                axis=altair.Axis(grid=False, tickMinStep=1, format=",d"),
                scale=altair.Scale(zero=False, nice=False),
            ),
            x2="to:Q",
            y=altair.Y("share:Q", title=say("chart_games")),
        )
        .properties(width=WIDTH, height=180)
    )


def kept(lead: Lead, fair: float) -> Any:
    """How often the leader wins, in the course of a game."""
    import altair

    data = [{**_bounds("", found), "x": percent} for percent, found in lead.kept.items()]
    base = _chart(data).encode(
        x=altair.X("x:Q", title=say("chart_played"), axis=altair.Axis(grid=False))
    )
    scale = altair.Scale(domain=[0, 100])
    band = base.mark_area(color=ONE, opacity=0.25).encode(
        y=altair.Y("low:Q", title=say("chart_ahead"), scale=scale), y2="high:Q"
    )
    line = base.mark_line(color=ONE, strokeWidth=2.5, point={"color": ONE, "size": 45}).encode(
        y="value:Q"
    )
    chance = _chart([{"y": 100 * fair, "said": say("chart_chance")}]).encode(y="y:Q")
    dashes = chance.mark_rule(color=SOFT, strokeDash=[4, 3])
    said = chance.mark_text(align="left", x=6, dy=9).encode(text="said:N")
    return altair.layer(dashes, said, band, line).properties(width=WIDTH, height=220)


def endings(found: Sequence[Ending]) -> Any:
    data = [{**_bounds(ending.name, ending.share), "colour": ONE} for ending in found]
    return _bars(data, say("chart_games"))


def _bars(data: list[dict[str, object]], title: str) -> Any:
    import altair

    base = _chart(data).encode(
        y=altair.Y("name:N", sort=None, title=None, axis=altair.Axis(ticks=False, domain=False))
    )
    bars = base.mark_bar(color=ONE, height=ROW - 8).encode(x=altair.X("value:Q", title=title))
    reach = base.mark_rule(color=INK, strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    return altair.layer(bars, reach).properties(width=NARROW, height=ROW * len(data))


def branching(found: Branching) -> Any:
    """How many options there are, in the course of a game."""
    import altair

    data = [
        {
            **_bounds("", each, 1),
            "x": percent,
            "tenth": found.spread[percent][0],
            "ninetieth": found.spread[percent][1],
        }
        for percent, each in found.course.items()
    ]
    base = _chart(data).encode(
        x=altair.X("x:Q", title=say("chart_played"), axis=altair.Axis(grid=False))
    )
    band = base.mark_area(color=TWO, opacity=0.18).encode(
        y=altair.Y("tenth:Q", title=say("chart_options")), y2="ninetieth:Q"
    )
    reach = base.mark_rule(color=TWO, strokeWidth=3, opacity=0.5).encode(y="low:Q", y2="high:Q")
    line = base.mark_line(color=TWO, strokeWidth=2.5, point={"color": TWO, "size": 45}).encode(
        y="value:Q"
    )
    return altair.layer(band, reach, line).properties(width=WIDTH, height=200)
