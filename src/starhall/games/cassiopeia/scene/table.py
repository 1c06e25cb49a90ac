"""The table of Cassiopeia, made from a view; nothing is hidden, so every seat sees the same."""

# mypyc: off

from __future__ import annotations

from starhall.engine.scene.elements import (
    Badge,
    Card,
    Element,
    Note,
    Panel,
    Piece,
    Scene,
    SeatInfo,
    Stat,
)
from starhall.engine.scene.elements import Value as CardValue
from starhall.games.cassiopeia.content import KINDS, NONE, RESOURCES, SIDES
from starhall.games.cassiopeia.rules.payment import still_due
from starhall.games.cassiopeia.rules.resources import token_names
from starhall.games.cassiopeia.rules.rounds import wealth
from starhall.games.cassiopeia.scene.players import SHOPPING, PlayerPainter
from starhall.games.cassiopeia.state import PICKED, Player


class TablePainter(PlayerPainter):
    """Draws the table part by part."""

    def paint(self) -> Scene:
        """Order and logistics, the Specialist row, the viewer's system, the others, the reserve."""
        view = self.view
        areas: list[Element]
        if view.dealt():
            areas = [self.course(), self.specialist_row()]
            near, *others = self.clockwise()
            areas.append(self.player(view.players[near], place="centre"))
            areas += [self.player(view.players[seat], place="drawer") for seat in others]
            areas += [self.reserve(), self.box()]
            subtitle = self.say("round", n=view.round, cap=view.round_cap)
        else:
            areas = [self.setup()]
            subtitle = self.say("setup")
        return Scene(
            subtitle=self.say("over") if view.over else subtitle,
            seats=[self.seat_info(player) for player in view.players],
            areas=areas,
        )

    def seat_info(self, player: Player) -> SeatInfo:
        colour = f"seat_{self.content.colours[player.colour]}" if player.colour != NONE else ""
        status = self.say("status", worth=wealth(self.view, player))
        return SeatInfo(
            name=self.names[player.seat],
            colour=colour,
            status=status if self.view.dealt() else "",
        )

    # Setup

    def setup(self) -> Panel:
        """What can be taken: colours, and systems and Specialist cards if they are chosen."""
        view = self.view
        taken = {player.colour: player.seat for player in view.players}
        settled = {player.system: player.seat for player in view.players}
        picked = {specialist // 2 for specialist in view.row}
        colours = [
            Piece(
                id=f"colour:{colour}",
                label=self.text.name("colour", colour),
                tone=colour,
                owner=taken.get(number),
                touch=(f"colour:{colour}",),
            )
            for number, colour in enumerate(self.content.colours)
        ]
        systems = [
            Piece(
                id=f"system:{system}",
                label=self.text.name("system", system),
                owner=settled.get(number),
                touch=(f"system:{system}",),
            )
            for number, system in enumerate(self.content.systems)
        ]
        cards = [
            self.both_sides(card, card in picked)
            for card in range(len(self.content.specialist_cards))
        ]
        children = [Panel(id="colours", title=self.say("colours"), children=colours)]
        if not view.random_systems:
            children.append(Panel(id="systems", title=self.say("systems"), children=systems))
        if view.selection == PICKED:
            title = self.say("cards")
            children.append(
                Panel(id="cards", title=title, children=cards, layout="grid", columns=4)
            )
        return Panel(id="setup", title=self.say("setup"), children=children, layout="column")

    def both_sides(self, card: int, picked: bool) -> Card:
        """A Specialist card with the texts of both its sides."""
        sides = [self.content.specialists[card * 2], self.content.specialists[card * 2 + 1]]
        name = self.content.specialist_cards[card]
        return Card(
            id=f"card:{name}",
            title=self.text.name("card", name),
            text="\n".join(self.text.say(f"card.specialist.{side}") for side in sides),
            tone="specialist",
            icon=" ".join(f"specialist:{side}" for side in sides),
            touch=(f"card:{name}",),
            badges=[Badge(label=self.say("in_row"), tone="green")] if picked else [],
        )

    # The middle of the table

    def course(self) -> Panel:
        """Logistics, the order of play, and what the player to move may still do."""
        view = self.view
        side = SIDES[view.logistics]
        key = "initiative" if view.choosing() else "turn_order"
        children: list[Element] = [
            Stat(
                id="logistics",
                label=self.say("logistics"),
                value=self.text.name("side", side),
                tone=side,
                icon=f"side:{side}",
            ),
            Stat(id="order", label=self.say(key), value=self.say("order", seats=view.order)),
        ]
        if not view.choosing() and not view.over:
            children += self.progress()
        return Panel(id="course", title=self.say("course"), children=children, place="beside")

    def progress(self) -> list[Element]:
        """Discounts, extra planets and payments of the current turn."""
        view = self.view
        notes = []
        if view.discount:
            notes.append(self.say("discounted", n=view.discount))
        if view.planets_left > 1:
            notes.append(self.say("extra", n=view.planets_left))
        if view.due:
            owed = token_names(still_due(view))
            notes.append(self.say("payment_due", who=self.acting, tokens=owed))
        return [Note(id=f"progress:{i}", text=note) for i, note in enumerate(notes)]

    def specialist_row(self) -> Panel:
        return Panel(
            id="row",
            title=self.say("row"),
            children=[self.specialist(place) for place in range(self.view.row_size)],
            layout="column",
            active=self.view.choosing(),
            place="beside",
        )

    def specialist(self, place: int) -> Card:
        view = self.view
        specialist = view.row[place]
        name = self.content.specialists[specialist]
        owner = view.on[place]
        badges = []
        if owner != NONE:
            badges.append(Badge(label=self.say("token_on", who=owner), tone="green"))
        badges += [
            Badge(label=self.say("token_beside", who=player.seat), tone="grey")
            for player in view.players
            if player.place == place and owner != player.seat
        ]
        return Card(
            id=f"specialist:{name}",
            title=self.text.name("specialist", name),
            subtitle=self.say(
                "numeral",
                card=self.content.specialist_cards[specialist // 2],
                other=self.content.specialists[specialist ^ 1],
            ),
            text=self.text.say(f"card.specialist.{name}"),
            values=[CardValue(label=self.say("coins_on"), value=view.coins[place], tone="yellow")],
            owner=owner if owner != NONE else None,
            tone="specialist",
            icon=f"specialist:{name}",
            touch=(f"specialist:{name}",),
            badges=badges,
            rule=f"CA-16.{32 + specialist}",
        )

    # Around the table

    def reserve(self) -> Panel:
        view = self.view
        children = [
            Stat(
                id=f"reserve:{name}",
                label=self.text.say(f"plural.resource.{name}"),
                value=view.reserve[resource],
                max=self.content.tokens[resource],
                icon=f"resource:{name}",
                touch=(f"resource:{name}",) if self.asked in SHOPPING else (),
            )
            for resource, name in enumerate(RESOURCES)
        ]
        children += [
            Stat(
                id=f"objects:{name}",
                label=self.text.say(f"plural.kind.{name}"),
                value=view.object_reserve[kind],
                icon=f"kind:{name}",
                touch=(
                    f"face:{self.content.faces[kind * 2]}",
                    f"face:{self.content.faces[kind * 2 + 1]}",
                ),
            )
            for kind, name in enumerate(KINDS)
            if view.box_objects[kind] == 0
        ]
        return Panel(id="reserve", title=self.say("reserve"), children=children, place="drawer")

    def box(self) -> Panel:
        """CA-13.1: what is not in the game is known as well."""
        cards = [self.content.specialist_cards[card] for card in self.view.box_specialists]
        systems = [self.content.systems[system] for system in self.view.box_systems]
        notes = [
            Note(id="box:cards", text=self.say("boxed_cards", cards=cards)),
            Note(id="box:systems", text=self.say("boxed_systems", systems=systems)),
        ]
        return Panel(
            id="box", title=self.say("boxed"), children=notes, layout="column", place="drawer"
        )
