"""The table of Pulp Invasion! as the player sees it, made from the view alone."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence

from starhall.engine.rules.decision import Decision
from starhall.engine.scene.elements import Badge as SceneBadge
from starhall.engine.scene.elements import Card as SceneCard
from starhall.engine.scene.elements import (
    Element,
    Link,
    Note,
    Panel,
    Pile,
    Scene,
    SeatInfo,
    Stat,
    Table,
    Value,
)
from starhall.engine.text.catalogue import Catalogue
from starhall.games.pulp_invasion.content import ABILITIES, BLACK, KINDS, MARKS, NONE
from starhall.games.pulp_invasion.rules.reckoning import (
    STRENGTH_NOW,
    TYPE_NOW,
    bill,
    evade_cost,
    evade_draw,
    icon_giver,
    planet_icons,
    search_draw,
)
from starhall.games.pulp_invasion.scene import wording
from starhall.games.pulp_invasion.scene.crew import CrewPainter
from starhall.games.pulp_invasion.scene.odds import odds_tables
from starhall.games.pulp_invasion.state import EVADED
from starhall.games.pulp_invasion.state import Table as Position

FATES = ("waiting", "engaged", "evaded")
FATE_TONES = ("neutral", "green", "orange")
KIND_RULES = ("PI-19.7", "PI-19.8", "PI-19.9")  # by kind of card
ABILITY_TONES = ("red", "blue", "orange")


def scene(
    view: Position,
    seat: int | None,
    names: Sequence[str],
    decision: Decision | None,
    text: Catalogue,
) -> Scene:
    """What is to be decided first: the line, then the Captain, then the rest; tables in drawers."""
    paint = CrewPainter(view, seat, names, text, decision)
    areas: list[Element] = []
    if view.over:
        areas.append(_report(paint))
    areas += [_line(paint), paint.captain(), paint.dice(), _in_force(paint)]
    if tables := odds_tables(paint):
        areas.append(Panel(id="odds", title=paint.say("odds"), children=tables, place="drawer"))
    areas += [paint.hand(), paint.cubes(), paint.weapons(), _hegemony(paint), paint.decks()]
    captain, level = paint.content.captains[view.captain], paint.content.levels[view.level]
    key = "subtitle" if view.rounds else "subtitle_start"
    status = paint.say("status", n=len(view.found.cards), wanted=view.wanted)
    return Scene(
        title=text.say("game.title"),
        subtitle=paint.say(key, captain=captain, level=level, n=view.rounds),
        viewer=seat,
        seats=[SeatInfo(name=names[0], status=status)],
        areas=areas,
    )


def _report(paint: CrewPainter) -> Panel:
    """PI-18.7: what to remember of a finished game; the line keeps its room."""
    view, say = paint.view, paint.say
    rows = [
        [say("report_level"), paint.text.name("level", paint.content.levels[view.level])],
        [say("report_captain"), paint.text.name("captain", paint.content.captains[view.captain])],
        [say("report_found"), f"{len(view.found.cards)} / {view.wanted}"],
        [say("report_understood"), str(view.understood.bit_count())],
        [say("report_rounds"), str(view.rounds)],
        [say("report_cause"), say(f"cause_{view.cause}")],
    ]
    table = Table(id="report", title="", columns=["", ""], rows=rows)
    return Panel(id="reports", title=say("report"), children=[table], place="beside")


# The aliens


def _hegemony(paint: CrewPainter) -> Panel:
    columns: list[Element] = []
    for place, deck in enumerate(paint.view.decks):
        title = paint.say("sector", n=place + 1)
        pile = Pile(
            id=f"deck:{place + 1}", title=paint.say("deck"), count=len(deck.cards), icon="deck"
        )
        columns.append(
            Panel(
                id=f"sector:{place + 1}",
                title=title,
                children=[_alien(paint, place), pile],
                active=place == paint.view.sector,
            )
        )
    return Panel(id="hegemony", title=paint.say("hegemony"), children=columns, place="drawer")


def _alien(paint: CrewPainter, place: int) -> SceneCard:
    view = paint.view
    alien = view.aliens[place]
    now = place == view.sector
    state = "current" if now else ("past" if place < view.sector else "ahead")
    icon = ABILITIES[paint.content.alien_icons[alien]]
    values = [Value(label=paint.say("icon"), value=paint.text.name("ability", icon))]
    pieces = []
    if alien == paint.content.quietus:
        values.append(Value(label=paint.say("black_cubes"), value=view.quietus))
        if view.quietus:
            pieces.append(paint.cube("quietus", BLACK, view.quietus))
    return SceneCard(
        id=f"alien:{paint.content.aliens[alien]}",
        title=paint.text.name("alien", paint.content.aliens[alien]),
        text=wording.card_text(paint.text, paint.content.alien_texts[alien]),
        values=values,
        badges=[SceneBadge(label=paint.say(state), tone="yellow" if now else "neutral")],
        pieces=pieces,
        tone=ABILITY_TONES[paint.content.alien_icons[alien]],
        icon=f"alien:{paint.content.aliens[alien]}",
        dim=not now,
        rule="PI-19.3",
    )


# The line


def _line(paint: CrewPainter) -> Panel:
    view = paint.view
    cards = view.line.cards
    # A Location is about to leave the line: until then neighbours and demands are not known.
    first = paint.content.first_location
    settled = all(card < first for card in cards)
    children: list[Element] = [
        _line_card(paint, place, settled) for place, card in enumerate(cards) if card < first
    ]
    if not cards:
        children.append(Note(id="no_line", text=paint.say("no_line")))
    if cards and settled:
        value, label = search_draw(view), paint.say("search_now")
        children += _links(paint)
        children.append(Stat(id="search_now", label=label, value=value, icon="search"))
    return Panel(id="line", title=paint.say("line"), children=children, active=True)


def _links(paint: CrewPainter) -> list[Element]:
    """PI-5.5: which card gives its icon to which, drawn for every card still to be engaged."""
    view = paint.view
    found: list[Element] = []
    for place, card in enumerate(view.line.cards):
        giver = icon_giver(view, place)
        if view.fates[place] == EVADED or giver == place or paint.content.strengths[card] == 0:
            continue
        icon = paint.content.engage_icons[view.line.cards[giver]]
        found.append(
            Link(
                id=f"link:{place}",
                source=f"card:{paint.content.cards[view.line.cards[giver]]}",
                target=f"card:{paint.content.cards[card]}",
                label=paint.say("link", ability=ABILITIES[icon]),
                tone=ABILITY_TONES[icon],
            )
        )
    return found


def _line_card(paint: CrewPainter, place: int, settled: bool) -> SceneCard:
    view, say = paint.view, paint.say
    card = view.line.cards[place]
    fate = view.fates[place]
    here = place == view.active
    badges = [SceneBadge(label=say("active"), tone="yellow")] if here else []
    if fate or not here:
        badges.append(SceneBadge(label=say(FATES[fate]), tone=FATE_TONES[fate]))
    own = paint.content.engage_icons[card]
    badges.append(
        SceneBadge(label=say("own_icon", ability=ABILITIES[own]), tone=ABILITY_TONES[own])
    )
    if paint.content.marks[card] != NONE:
        badges.append(
            SceneBadge(label=say("mark", mark=MARKS[paint.content.marks[card]]), tone="violet")
        )
    return SceneCard(
        id=f"card:{paint.content.cards[card]}",
        touch=(f"card:{paint.content.cards[card]}",),
        title=paint.text.name("card", paint.content.cards[card]),
        subtitle=paint.text.name("kind", KINDS[paint.content.kinds[card]]),
        text=wording.card_text(paint.text, paint.content.texts[card], own=True),
        values=_line_values(paint, place) if settled else [],
        badges=badges,
        tone=ABILITY_TONES[own],
        icon=f"kind:{KINDS[paint.content.kinds[card]]} card:{paint.content.cards[card]}",
        dim=fate != 0 and not here,
        active=here,
        rule=KIND_RULES[paint.content.kinds[card]],
    )


def _line_values(paint: CrewPainter, place: int) -> list[Value]:
    """Strength and demands with where they come from, icons, and what an Evade costs."""
    view, say = paint.view, paint.say
    card = view.line.cards[place]
    printed = paint.content.strengths[card]
    due = bill(view, place)
    note = "" if due[STRENGTH_NOW] == printed else f"{printed} {due[STRENGTH_NOW] - printed:+d}"
    icons = planet_icons(view, place)
    changed = icons - paint.content.planet_icons[card]
    cost, draw = evade_cost(view, place), evade_draw(view, place)
    return [
        Value(label=say("strength"), value=due[STRENGTH_NOW], note=note, icon="strength"),
        Value(
            label=say("demands"),
            value=say("must_evade") if printed == 0 else paint.short_due(due),
            tone=ABILITY_TONES[due[TYPE_NOW]],
            icon="demands",
        ),
        Value(
            label=say("planets"),
            value=icons,
            icon="planets",
            note=f"{paint.content.planet_icons[card]} {changed:+d}" if changed else "",
        ),
        Value(label=say("evade"), value=f"{cost} / {draw}", note=say("evade_note"), icon="evade"),
    ]


# Planet and Location


def _in_force(paint: CrewPainter) -> Panel:
    view, say = paint.view, paint.say
    children: list[Element] = []
    if view.planet.cards:
        children.append(paint.planet(view.planet.cards[0], say("planet"), ()))
    else:
        children.append(Note(id="no_planet", text=say("no_planet")))
    if view.location.cards:
        children.append(_location(paint, view.location.cards[0]))
    else:
        children.append(Note(id="no_location", text=say("no_location")))
    for card in view.row.cards:
        touch = (f"planet:{paint.content.planets[card - paint.content.first_planet]}",)
        children.append(paint.planet(card, say("row"), touch))
    return Panel(
        id="in_force", title=say("in_force"), children=children, layout="column", place="beside"
    )


def _location(paint: CrewPainter, card: int) -> SceneCard:
    """All three actions; the one of the current alien's icon is named as the active one."""
    view = paint.view
    icon = paint.content.alien_icons[view.alien()]
    first = 3 * (card - paint.content.first_location)
    actions = []
    for track in range(3):
        name = paint.text.name("ability", ABILITIES[track])
        key = "action_active" if track == icon else "action"
        what = wording.card_text(paint.text, paint.content.location_texts[first + track])
        actions.append(paint.say(key, icon=name, what=what))
    return SceneCard(
        id=f"location:{paint.content.cards[card]}",
        title=paint.text.name("card", paint.content.cards[card]),
        subtitle=paint.say("location"),
        text=" ".join(actions),
        icon=f"card:{paint.content.cards[card]}",
        badges=[
            SceneBadge(
                label=paint.say("location_active", icon=ABILITIES[icon]), tone=ABILITY_TONES[icon]
            )
        ],
        rule="PI-19.10",
    )
