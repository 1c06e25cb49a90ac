"""The tables of odds on the scene: ways to pay, outcomes of evading, outcomes of searching."""

# mypyc: off

from __future__ import annotations

from starhall.engine.scene.elements import Element, Table
from starhall.games.pulp_invasion.bot.odds import (
    colour_odds,
    evade_outcomes,
    evade_risk,
    lead_odds,
    ways_to_pay,
)
from starhall.games.pulp_invasion.content import ABILITIES, COLOURS, NONE, YELLOW
from starhall.games.pulp_invasion.rules.reckoning import (
    bill,
    evade_cost,
    evade_draw,
    search_draw,
)
from starhall.games.pulp_invasion.scene.crew import CrewPainter


def odds_tables(paint: CrewPainter) -> list[Element]:
    """What the present decision needs."""
    view = paint.view
    found: list[Element] = []
    if view.over:
        return found
    encountering = view.active != NONE
    if view.engaging() and view.content.strengths[view.line.cards[view.active]] > 0:
        found.append(_payments(paint))
    if encountering and not view.owed:
        found += [_evading(paint), _risk(paint)]
    if encountering or (view.searching and not any(view.drawn)):
        found += [_leads(paint), _colours(paint)]
    return found


def percent(chance: float) -> str:
    """Rounded to a tenth; a possible outcome never reads as impossible or certain."""
    if 0 < chance < 0.0005:
        return "< 0.1 %"
    if 0.9995 < chance < 1:
        return "> 99.9 %"
    return f"{100 * chance:.1f} %"


def written(paint: CrewPainter, figure: str) -> str:
    """A figure with the decimal mark of the language."""
    return figure.replace(".", paint.say("decimal_mark"))


def _payments(paint: CrewPainter) -> Table:
    view, say = paint.view, paint.say
    owed = view.owed or bill(view, view.active)
    rows = [
        [paint.points(way.cost), paint.points(way.left), say("fatal") if way.fatal else ""]
        for way in ways_to_pay(view)
    ]
    return Table(
        id="payments",
        title=say("payments", due=paint.due(owed)),
        columns=[say("pay_column"), say("left_column"), say("note_column")],
        rows=rows,
    )


def _evading(paint: CrewPainter) -> Table:
    view, say = paint.view, paint.say
    rows = []
    for outcome in evade_outcomes(view):
        cubes = [
            f"{count} {paint.text.name('cube', COLOURS[colour])}"
            for colour, count in enumerate(outcome.cubes)
            if count
        ]
        lost = paint.points(outcome.lost) if any(outcome.lost) else say("nothing_due")
        rows.append(
            [", ".join(cubes) or say("no_cubes"), lost, written(paint, percent(outcome.chance))]
        )
    cost = points_due(paint)
    return Table(
        id="evading",
        title=say("evading", cost=cost, n=evade_draw(view, view.active)),
        columns=[say("cubes_column"), say("loss_column"), say("chance_column")],
        rows=rows,
    )


def points_due(paint: CrewPainter) -> int:
    """What is left to pay of an Evade, or what it would cost."""
    view = paint.view
    return view.evade_points if view.evade_points != NONE else evade_cost(view, view.active)


def _risk(paint: CrewPainter) -> Table:
    """The chance to lose the game by evading, by the ability the points are paid with."""
    view, say = paint.view, paint.say
    cost = points_due(paint)
    rows = []
    if cost == 0:
        rows.append([say("nothing_due"), written(paint, percent(evade_risk(view, (0, 0, 0))))])
    for track in range(3):
        if 0 < cost <= view.abilities[track]:
            paid = (cost * (track == 0), cost * (track == 1), cost * (track == 2))
            name = paint.text.name("ability", ABILITIES[track])
            rows.append([f"{cost} {name}", written(paint, percent(evade_risk(view, paid)))])
    return Table(
        id="evade_risk",
        title=say("evade_risk"),
        columns=[say("pay_with"), say("chance_column")],
        rows=rows,
    )


def _leads(paint: CrewPainter) -> Table:
    view, say = paint.view, paint.say
    missing = view.wanted - len(view.found.cards)
    rows = [
        [str(n), written(paint, percent(chance)), say("wins_column") if n >= missing else ""]
        for n, chance in enumerate(lead_odds(view, search_draw(view)))
    ]
    return Table(
        id="leads",
        title=say("leads"),
        columns=[say("leads_column"), say("chance_column"), say("note_column")],
        rows=rows,
    )


def _colours(paint: CrewPainter) -> Table:
    view, say = paint.view, paint.say
    draws = search_draw(view)
    rows = []
    for colour in (YELLOW, *range(YELLOW)):
        expected, some = colour_odds(view, colour, draws)
        name = paint.text.name("cube", COLOURS[colour])
        rows.append(
            [
                name,
                str(view.bag[colour]),
                written(paint, f"{expected:.2f}"),
                written(paint, percent(some)),
            ]
        )
    return Table(
        id="searching",
        title=say("searching", n=draws),
        columns=[
            say("colour_column"),
            say("in_bag_column"),
            say("expected_column"),
            say("some_column"),
        ],
        rows=rows,
    )
