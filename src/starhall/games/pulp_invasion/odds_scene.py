"""The tables of odds on the scene: ways to pay, outcomes of evading, outcomes of searching."""

# mypyc: off

from __future__ import annotations

from starhall.engine.scene.elements import Element, Table
from starhall.games.pulp_invasion.cards import ABILITIES, COLOURS, STRENGTHS, YELLOW
from starhall.games.pulp_invasion.crew_scene import CrewPainter
from starhall.games.pulp_invasion.odds import (
    colour_odds,
    evade_outcomes,
    evade_risk,
    lead_odds,
    ways_to_pay,
)
from starhall.games.pulp_invasion.reckoning import bill, evade_cost, evade_draw, search_draw
from starhall.games.pulp_invasion.state import (
    BOOST_ENGAGE,
    BOOST_EVADE,
    ENCOUNTER,
    PAY_DEMANDS,
    PAY_EVADE,
    SEARCH_ACTIONS,
)

ENGAGE_STEPS = (ENCOUNTER, BOOST_ENGAGE, PAY_DEMANDS)
EVADE_STEPS = (ENCOUNTER, BOOST_ENGAGE, BOOST_EVADE, PAY_EVADE)


def odds_tables(paint: CrewPainter) -> list[Element]:
    """What the present decision needs."""
    view = paint.view
    found: list[Element] = []
    if view.over:
        return found
    if view.step in ENGAGE_STEPS and STRENGTHS[view.line.cards[view.active]] > 0:
        found.append(_payments(paint))
    if view.step in EVADE_STEPS:
        found += [_evading(paint), _risk(paint)]
    if ENCOUNTER <= view.step <= SEARCH_ACTIONS:
        found += [_leads(paint), _colours(paint)]
    return found


def percent(chance: float) -> str:
    """Rounded to a tenth; what is possible never reads as impossible, nor as certain."""
    if 0 < chance < 0.0005:
        return "< 0.1 %"
    if 0.9995 < chance < 1:
        return "> 99.9 %"
    return f"{100 * chance:.1f} %"


def _payments(paint: CrewPainter) -> Table:
    view, say = paint.view, paint.say
    owed = view.owed if view.step == PAY_DEMANDS else bill(view, view.active)
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
        rows.append([", ".join(cubes) or say("no_cubes"), lost, percent(outcome.chance)])
    cost = view.evade_points if view.step == PAY_EVADE else evade_cost(view, view.active)
    return Table(
        id="evading",
        title=say("evading", cost=cost, n=evade_draw(view, view.active)),
        columns=[say("cubes_column"), say("loss_column"), say("chance_column")],
        rows=rows,
    )


def _risk(paint: CrewPainter) -> Table:
    """The chance to lose the game by evading, by the ability the points are paid with."""
    view, say = paint.view, paint.say
    cost = view.evade_points if view.step == PAY_EVADE else evade_cost(view, view.active)
    rows = []
    if cost == 0:
        rows.append([say("nothing_due"), percent(evade_risk(view, (0, 0, 0)))])
    for track in range(3):
        if 0 < cost <= view.abilities[track]:
            paid = (cost * (track == 0), cost * (track == 1), cost * (track == 2))
            name = paint.text.name("ability", ABILITIES[track])
            rows.append([f"{cost} {name}", percent(evade_risk(view, paid))])
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
        [str(n), percent(chance), say("wins_column") if n >= missing else ""]
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
        rows.append([name, str(view.bag[colour]), f"{expected:.2f}", percent(some)])
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
