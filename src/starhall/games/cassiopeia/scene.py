"""The table of Cassiopeia, made from a view; nothing is hidden, so every seat sees the same."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence

from starhall.engine.decision import Decision
from starhall.engine.painter import Painter
from starhall.engine.scene import Badge, Card, Element, Note, Panel, Piece, Scene, SeatInfo, Stat
from starhall.engine.scene import Value as CardValue
from starhall.engine.text import Catalogue
from starhall.games.cassiopeia.cards import (
    BASE,
    BOT,
    CAPSULE,
    CELL,
    COLOURS,
    COMPLEXES,
    COST,
    EXCHANGES,
    FACES,
    KINDS,
    LENS,
    PLANETS,
    RESOURCES,
    ROW,
    SIDES,
    SPECIALIST_CARDS,
    SPECIALISTS,
    STATION,
    SYMBOLS,
    SYSTEMS,
    TOKENS,
)
from starhall.games.cassiopeia.refusals import missing, symbols
from starhall.games.cassiopeia.resources import (
    loose,
    open_substitutions,
    payable,
    price_of,
    token_names,
)
from starhall.games.cassiopeia.rounds import wealth
from starhall.games.cassiopeia.state import CHOOSING, NONE, PAID, PHASE_2, TURNS, Player, Table
from starhall.games.cassiopeia.turn import cost_of
from starhall.games.cassiopeia.words import (
    CRUISER_EFFECT,
    D_BUY,
    D_PHASE_2,
    D_PURCHASE,
    D_TAKE,
    EXCHANGE_EFFECT,
    START_EFFECTS,
    STATION_EFFECT,
)

SHOPPING = (D_PHASE_2, D_PURCHASE, D_BUY)


def scene(
    view: Table, seat: int | None, names: Sequence[str], text: Catalogue, decision: Decision | None
) -> Scene:
    """Order and logistics, the Specialist row, the viewer's system, the others, the reserve."""
    return _Painter(view, seat, names, text, decision).paint()


class _Painter(Painter[Table]):
    """Draws the table part by part."""

    def __init__(
        self,
        view: Table,
        seat: int | None,
        names: Sequence[str],
        text: Catalogue,
        decision: Decision | None,
    ) -> None:
        super().__init__(view, seat, names, text, decision)
        self.asked = decision.kind if decision is not None else ""
        begun = view.phase >= CHOOSING and not view.over
        self.acting = view.order[view.turn] if begun else NONE

    def paint(self) -> Scene:
        view = self.view
        dealt = view.phase >= CHOOSING
        areas: list[Element]
        if dealt:
            areas = [self.course(), self.specialist_row()]
            areas += [self.player(view.players[seat]) for seat in self.clockwise()]
            areas += [self.reserve(), self.box()]
            subtitle = self.say("round", n=view.round, cap=view.round_cap)
        else:
            areas = [self.setup()]
            subtitle = self.say("setup")
        return Scene(
            title=self.text.say("game.title"),
            subtitle=self.say("over") if view.over else subtitle,
            viewer=self.seat,
            seats=[self.seat_info(player) for player in view.players],
            areas=areas,
        )

    def seat_info(self, player: Player) -> SeatInfo:
        colour = f"seat_{COLOURS[player.colour]}" if player.colour != NONE else ""
        status = self.say("status", n=player.planets(), worth=wealth(player))
        return SeatInfo(
            name=self.names[player.seat],
            colour=colour,
            status=status if self.view.phase >= CHOOSING else "",
        )

    # Setup

    def setup(self) -> Panel:
        """What can be taken: colours, systems, and the cards the host may pick."""
        view = self.view
        taken = {player.colour: player.seat for player in view.players}
        settled = {player.system: player.seat for player in view.players}
        picked = {specialist // 2 for specialist in view.row}
        colours: list[Element] = [
            Piece(
                id=f"colour:{colour}",
                label=self.text.name("colour", colour),
                tone=colour,
                owner=taken.get(number),
                touch=(f"colour:{colour}",),
            )
            for number, colour in enumerate(COLOURS)
        ]
        systems: list[Element] = [
            Piece(
                id=f"system:{system}",
                label=self.text.name("system", system),
                owner=settled.get(number),
                touch=(f"system:{system}",),
            )
            for number, system in enumerate(SYSTEMS)
        ]
        cards: list[Element] = [
            self.both_sides(card, card in picked) for card in range(len(SPECIALIST_CARDS))
        ]
        children: list[Element] = [
            Panel(id="colours", title=self.say("colours"), children=colours),
            Panel(id="systems", title=self.say("systems"), children=systems),
            Panel(id="cards", title=self.say("cards"), children=cards, layout="grid", columns=4),
        ]
        return Panel(id="setup", title=self.say("setup"), children=children, layout="column")

    def both_sides(self, card: int, picked: bool) -> Card:
        """A Specialist card with the texts of both its sides."""
        sides = [SPECIALISTS[card * 2], SPECIALISTS[card * 2 + 1]]
        name = SPECIALIST_CARDS[card]
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
        """Logistics, the order of play, and what the player to move still may do."""
        view = self.view
        side = SIDES[view.logistics]
        key = "initiative" if view.phase == CHOOSING else "turn_order"
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
        if view.phase == TURNS and not view.over:
            children += self.progress()
        return Panel(id="course", title=self.say("course"), children=children)

    def progress(self) -> list[Element]:
        """Discounts, extra planets and payments of the turn under way."""
        view = self.view
        notes = []
        if view.step >= PHASE_2 and view.discount:
            notes.append(self.say("discounted", n=view.discount))
        if view.step >= PHASE_2 and view.planets_left > 1:
            notes.append(self.say("extra", n=view.planets_left))
        if view.payment != PAID:
            due = [view.due[r] - view.by_capsule[r] for r in range(CAPSULE)]
            owed = token_names([*due, sum(view.by_capsule)])
            notes.append(self.say("payment_due", who=self.acting, tokens=owed))
        return [Note(id=f"progress:{i}", text=note) for i, note in enumerate(notes)]

    def specialist_row(self) -> Panel:
        cards: list[Element] = [self.specialist(place) for place in range(self.view.row_size)]
        return Panel(
            id="row",
            title=self.say("row"),
            children=cards,
            layout="grid",
            columns=(self.view.row_size + 1) // 2,
            active=self.view.phase == CHOOSING,
        )

    def specialist(self, place: int) -> Card:
        view = self.view
        specialist = view.row[place]
        name = SPECIALISTS[specialist]
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
                card=SPECIALIST_CARDS[specialist // 2],
                other=SPECIALISTS[specialist ^ 1],
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

    # Players

    def player(self, player: Player) -> Panel:
        """Resources, fund and logistics, the circle of seven planets, Space Objects."""
        planets: list[Element] = [self.planet(player, place) for place in range(ROW)]
        children: list[Element] = [
            *self.resources(player),
            *self.numbers(player),
            Panel(
                id=f"planets:{player.seat}",
                title=self.say("circle"),
                children=planets,
                layout="grid",
                columns=4,
                owner=player.seat,
            ),
        ]
        objects: list[Element] = [
            self.object(player, kind) for kind in range(len(KINDS)) if player.objects[kind] != NONE
        ]
        if objects:
            title = self.say("objects")
            children.append(Panel(id=f"objects:{player.seat}", title=title, children=objects))
        colour = COLOURS[player.colour]
        system = SYSTEMS[player.system]
        label = self.say("colour_and_system", colour=colour, system=system)
        return Panel(
            id=f"player:{player.seat}",
            title=f"{self.names[player.seat]} ({label})",
            owner=player.seat,
            children=children,
            touch=(f"colour:{colour}",),
            active=player.seat == self.acting,
        )

    def resources(self, player: Player) -> list[Element]:
        """What is held, and how much of it is protected."""
        unprotected = [*loose(player), 0]
        victim = self.view.victim if self.asked == D_TAKE else self.seat
        touched = player.seat == victim and self.asked not in SHOPPING
        found: list[Element] = []
        for resource, name in enumerate(RESOURCES):
            held = player.held[resource]
            safe = held - unprotected[resource]
            badges = [Badge(label=self.say("protected", n=safe), tone="teal")] if safe else []
            found.append(
                Stat(
                    id=f"held:{player.seat}:{name}",
                    label=self.text.say(f"plural.resource.{name}"),
                    value=held,
                    icon=f"resource:{name}",
                    badges=badges,
                    touch=(f"resource:{name}",) if touched else (),
                )
            )
        return found

    def numbers(self, player: Player) -> list[Element]:
        earth, mars = symbols(player)
        good = self.view.optimized(player)
        badge = Badge(
            label=self.say("optimized" if good else "not_optimized"),
            tone="green" if good else "orange",
        )
        prices = {RESOURCES[r]: price_of(player, r) for r in (BOT, LENS, CELL)}
        return [
            Stat(id=f"inhabited:{player.seat}", label=self.say("inhabited"),
                 value=player.planets(), max=ROW),
            Stat(id=f"fund:{player.seat}", label=self.say("fund"), value=player.fund()),
            Stat(
                id=f"symbols:{player.seat}",
                label=self.say("symbols"),
                value=self.say("symbols_of", earth=earth, mars=mars),
                badges=[badge],
            ),
            Stat(
                id=f"prices:{player.seat}",
                label=self.say("prices"),
                value=self.say("price_of", **prices),
            ),
        ]  # fmt: skip

    def planet(self, player: Player, place: int) -> Card:
        """One planet: its state, its symbol, what it costs now and what it misses."""
        type = player.row[place]
        inhabited = player.inhabited >> type & 1 == 1
        name = PLANETS[player.planet(type)]
        side = SIDES[SYMBOLS[player.planet(type) * 2 + inhabited]]
        badges = [Badge(label=self.text.name("side", side), tone=side)]
        values: list[CardValue] = []
        lines = [self.cost("cost_right", COST[type * 2 + inhabited])]
        if inhabited:
            badges.append(Badge(label=self.say("is_inhabited"), tone="blue"))
        else:
            cost = cost_of(player, place)
            badges.append(self.readiness(player, cost))
            values = self.price(cost)
        lines.append(self.text.say(f"card.complex.{COMPLEXES[type]}"))
        return Card(
            id=f"planet:{name}",
            title=self.text.name("planet", name),
            subtitle=self.say("planet_kind", number=type + 1, complex=COMPLEXES[type]),
            text="\n".join(reversed(lines)),
            values=values,
            owner=player.seat,
            tone="inhabited" if inhabited else "uninhabited",
            icon=f"complex:{COMPLEXES[type]}",
            touch=self.planet_keys(player, place, name),
            badges=badges,
            rule=f"CA-16.{22 + type}",
        )

    def cost(self, key: str, cost: tuple[int, int, int, int]) -> str:
        return self.say(key, tokens=token_names(list(cost)))

    def price(self, cost: tuple[int, int, int, int]) -> list[CardValue]:
        """What the planet costs now, a number for each kind of token."""
        return [
            CardValue(
                label=self.text.say(f"plural.resource.{name}"),
                value=number,
                icon=f"resource:{name}",
            )
            for name, number in zip(RESOURCES, cost, strict=False)
            if number
        ]

    def readiness(self, player: Player, cost: tuple[int, int, int, int]) -> Badge:
        """Can the planet be terraformed with what is held, and if not, what is short?"""
        mine = self.view.phase == TURNS and player.seat == self.acting
        discount = self.view.discount if mine and self.view.step >= PHASE_2 else 0
        if payable(player, *cost, discount, open_substitutions(self.view, player)):
            return Badge(label=self.say("ready"), tone="green")
        short = token_names(missing(player, list(cost)))
        return Badge(label=self.say("misses", tokens=short), tone="grey")

    def planet_keys(self, player: Player, place: int, name: str) -> tuple[str, ...]:
        if player.seat != self.seat:
            return ()
        keys = [f"planet:{name}", f"place:{place + 1}"]
        for number, effect in enumerate(EXCHANGES):
            if effect.bit == 1 << player.row[place]:
                keys.append(f"start_effect:{START_EFFECTS[EXCHANGE_EFFECT + number]}")
        return tuple(keys)

    def object(self, player: Player, kind: int) -> Card:
        """A Space Object; it is touched by its use and by the side it can be turned to."""
        face = kind * 2 + player.objects[kind]
        name = FACES[face]
        touch: tuple[str, ...] = ()
        if player.seat == self.seat:
            touch = (f"face:{FACES[face ^ 1]}",)
            if kind != BASE:
                effect = STATION_EFFECT if kind == STATION else CRUISER_EFFECT + face % 2
                touch += (f"start_effect:{START_EFFECTS[effect]}",)
        return Card(
            id=f"object:{player.seat}:{KINDS[kind]}",
            title=self.text.name("face", name),
            subtitle=self.text.name("kind", KINDS[kind]),
            text=self.text.say(f"card.face.{name}"),
            owner=player.seat,
            tone="object",
            icon=f"kind:{KINDS[kind]}",
            touch=touch,
            rule=f"CA-16.{52 + kind}",
        )

    # Around the table

    def reserve(self) -> Panel:
        view = self.view
        children: list[Element] = [
            Stat(
                id=f"reserve:{name}",
                label=self.text.say(f"plural.resource.{name}"),
                value=view.reserve[resource],
                max=TOKENS[resource],
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
                touch=(f"face:{FACES[kind * 2]}", f"face:{FACES[kind * 2 + 1]}"),
            )
            for kind, name in enumerate(KINDS)
            if view.box_objects[kind] == 0
        ]
        return Panel(id="reserve", title=self.say("reserve"), children=children)

    def box(self) -> Panel:
        """CA-13.1: what is not in the game is known as well."""
        cards = [SPECIALIST_CARDS[card] for card in self.view.box_specialists]
        systems = [SYSTEMS[system] for system in self.view.box_systems]
        notes: list[Element] = [
            Note(id="box:cards", text=self.say("boxed_cards", cards=cards)),
            Note(id="box:systems", text=self.say("boxed_systems", systems=systems)),
        ]
        return Panel(id="box", title=self.say("boxed"), children=notes, layout="column")
