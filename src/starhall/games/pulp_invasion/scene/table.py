"""The table of Pulp Invasion! as the player sees it, made from the view alone."""

# mypyc: off

from __future__ import annotations

from starhall.engine.scene.elements import (
    Badge,
    Card,
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

FATES = ("waiting", "engaged", "evaded")
FATE_TONES = ("neutral", "green", "orange")
KIND_RULES = ("PI-19.7", "PI-19.8", "PI-19.9")  # by kind of card
ABILITY_TONES = ("red", "blue", "orange")


class TablePainter(CrewPainter):
    """Draws the table part by part."""

    def paint(self) -> Scene:
        """First what is to be decided: the line, the Captain, then the rest; tables in drawers."""
        view = self.view
        areas: list[Element] = []
        if view.over:
            areas.append(self.report())
        areas += [self.line(), self.captain(), self.dice(), self.in_force()]
        if tables := odds_tables(self):
            areas.append(Panel(id="odds", title=self.say("odds"), children=tables, place="drawer"))
        areas += [self.hand(), self.cubes(), self.weapons(), self.hegemony(), self.decks()]
        captain, level = self.content.captains[view.captain], self.content.levels[view.level]
        key = "subtitle" if view.rounds else "subtitle_start"
        status = self.say("status", n=len(view.found.cards), wanted=view.wanted)
        return Scene(
            subtitle=self.say(key, captain=captain, level=level, n=view.rounds),
            seats=[SeatInfo(name=self.names[0], status=status)],
            areas=areas,
        )

    def report(self) -> Panel:
        """PI-18.7: what to remember of a finished game; the line keeps its room."""
        view, say = self.view, self.say
        rows = [
            [say("report_level"), self.text.name("level", self.content.levels[view.level])],
            [say("report_captain"), self.text.name("captain", self.content.captains[view.captain])],
            [say("report_found"), f"{len(view.found.cards)} / {view.wanted}"],
            [say("report_understood"), str(view.understood.bit_count())],
            [say("report_rounds"), str(view.rounds)],
            [say("report_cause"), say(f"cause_{view.cause}")],
        ]
        table = Table(id="report", title="", columns=["", ""], rows=rows)
        return Panel(id="reports", title=say("report"), children=[table], place="beside")

    # The aliens

    def hegemony(self) -> Panel:
        columns: list[Element] = []
        for place, deck in enumerate(self.view.decks):
            pile = Pile(
                id=f"deck:{place + 1}", title=self.say("deck"), count=len(deck.cards), icon="deck"
            )
            columns.append(
                Panel(
                    id=f"sector:{place + 1}",
                    title=self.say("sector", n=place + 1),
                    children=[self.alien(place), pile],
                    active=place == self.view.sector,
                )
            )
        return Panel(id="hegemony", title=self.say("hegemony"), children=columns, place="drawer")

    def alien(self, place: int) -> Card:
        view = self.view
        alien = view.aliens[place]
        now = place == view.sector
        state = "current" if now else ("past" if place < view.sector else "ahead")
        icon = ABILITIES[self.content.alien_icons[alien]]
        values = [Value(label=self.say("icon"), value=self.text.name("ability", icon))]
        pieces = []
        if alien == self.content.quietus:
            values.append(Value(label=self.say("black_cubes"), value=view.quietus))
            if view.quietus:
                pieces.append(self.cube("quietus", BLACK, view.quietus))
        return Card(
            id=f"alien:{self.content.aliens[alien]}",
            title=self.text.name("alien", self.content.aliens[alien]),
            text=wording.card_text(self.text, self.content.alien_texts[alien]),
            values=values,
            badges=[Badge(label=self.say(state), tone="yellow" if now else "neutral")],
            pieces=pieces,
            tone=ABILITY_TONES[self.content.alien_icons[alien]],
            icon=f"alien:{self.content.aliens[alien]}",
            dim=not now,
            rule="PI-19.3",
        )

    # The line

    def line(self) -> Panel:
        view = self.view
        cards = view.line.cards
        # A Location is about to leave the line: until then neighbours and demands are not known.
        first = self.content.first_location
        settled = all(card < first for card in cards)
        children: list[Element] = [
            self.line_card(place, settled) for place, card in enumerate(cards) if card < first
        ]
        if not cards:
            children.append(Note(id="no_line", text=self.say("no_line")))
        if cards and settled:
            value, label = search_draw(view), self.say("search_now")
            children += self.links()
            children.append(Stat(id="search_now", label=label, value=value, icon="search"))
        return Panel(id="line", title=self.say("line"), children=children, active=True)

    def links(self) -> list[Element]:
        """PI-5.5: which card gives its icon to which, drawn for every card still to be engaged."""
        view = self.view
        found: list[Element] = []
        for place, card in enumerate(view.line.cards):
            giver = icon_giver(view, place)
            if view.fates[place] == EVADED or giver == place or self.content.strengths[card] == 0:
                continue
            icon = self.content.engage_icons[view.line.cards[giver]]
            found.append(
                Link(
                    id=f"link:{place}",
                    source=f"card:{self.content.cards[view.line.cards[giver]]}",
                    target=f"card:{self.content.cards[card]}",
                    label=self.say("link", ability=ABILITIES[icon]),
                    tone=ABILITY_TONES[icon],
                )
            )
        return found

    def line_card(self, place: int, settled: bool) -> Card:
        view, say = self.view, self.say
        card = view.line.cards[place]
        fate = view.fates[place]
        here = place == view.active
        badges = [Badge(label=say("active"), tone="yellow")] if here else []
        if fate or not here:
            badges.append(Badge(label=say(FATES[fate]), tone=FATE_TONES[fate]))
        own = self.content.engage_icons[card]
        badges.append(Badge(label=say("own_icon", ability=ABILITIES[own]), tone=ABILITY_TONES[own]))
        if self.content.marks[card] != NONE:
            badges.append(
                Badge(label=say("mark", mark=MARKS[self.content.marks[card]]), tone="violet")
            )
        return Card(
            id=f"card:{self.content.cards[card]}",
            touch=(f"card:{self.content.cards[card]}",),
            title=self.text.name("card", self.content.cards[card]),
            subtitle=self.text.name("kind", KINDS[self.content.kinds[card]]),
            text=wording.card_text(self.text, self.content.texts[card], own=True),
            values=self.line_values(place) if settled else [],
            badges=badges,
            tone=ABILITY_TONES[own],
            icon=f"kind:{KINDS[self.content.kinds[card]]} card:{self.content.cards[card]}",
            dim=fate != 0 and not here,
            active=here,
            rule=KIND_RULES[self.content.kinds[card]],
        )

    def line_values(self, place: int) -> list[Value]:
        """Strength and demands with where they come from, icons, and what an Evade costs."""
        view, say = self.view, self.say
        card = view.line.cards[place]
        printed = self.content.strengths[card]
        due = bill(view, place)
        note = "" if due[STRENGTH_NOW] == printed else f"{printed} {due[STRENGTH_NOW] - printed:+d}"
        icons = planet_icons(view, place)
        changed = icons - self.content.planet_icons[card]
        cost, draw = evade_cost(view, place), evade_draw(view, place)
        return [
            Value(label=say("strength"), value=due[STRENGTH_NOW], note=note, icon="strength"),
            Value(
                label=say("demands"),
                value=say("must_evade") if printed == 0 else self.short_due(due),
                tone=ABILITY_TONES[due[TYPE_NOW]],
                icon="demands",
            ),
            Value(
                label=say("planets"),
                value=icons,
                icon="planets",
                note=f"{self.content.planet_icons[card]} {changed:+d}" if changed else "",
            ),
            Value(
                label=say("evade"), value=f"{cost} / {draw}", note=say("evade_note"), icon="evade"
            ),
        ]

    # Planet and Location

    def in_force(self) -> Panel:
        view, say = self.view, self.say
        children: list[Element] = []
        if view.planet.cards:
            children.append(self.planet(view.planet.cards[0], say("planet"), ()))
        else:
            children.append(Note(id="no_planet", text=say("no_planet")))
        if view.location.cards:
            children.append(self.location(view.location.cards[0]))
        else:
            children.append(Note(id="no_location", text=say("no_location")))
        for card in view.row.cards:
            touch = (f"planet:{self.content.planets[card - self.content.first_planet]}",)
            children.append(self.planet(card, say("row"), touch))
        return Panel(
            id="in_force", title=say("in_force"), children=children, layout="column", place="beside"
        )

    def location(self, card: int) -> Card:
        """All three actions; the one of the current alien's icon is named as the active one."""
        view = self.view
        icon = self.content.alien_icons[view.alien()]
        first = 3 * (card - self.content.first_location)
        actions = []
        for track in range(3):
            name = self.text.name("ability", ABILITIES[track])
            key = "action_active" if track == icon else "action"
            what = wording.card_text(self.text, self.content.location_texts[first + track])
            actions.append(self.say(key, icon=name, what=what))
        return Card(
            id=f"location:{self.content.cards[card]}",
            title=self.text.name("card", self.content.cards[card]),
            subtitle=self.say("location"),
            text=" ".join(actions),
            icon=f"card:{self.content.cards[card]}",
            badges=[
                Badge(
                    label=self.say("location_active", icon=ABILITIES[icon]),
                    tone=ABILITY_TONES[icon],
                )
            ],
            rule="PI-19.10",
        )
