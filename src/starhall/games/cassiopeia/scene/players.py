"""A player's part of the table: resources, planets, Space Objects."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from starhall.engine.scene.elements import Badge, Card, Element, Panel, Stat
from starhall.engine.scene.elements import Value as CardValue
from starhall.engine.scene.painter import Painter
from starhall.games.cassiopeia.content import (
    BOT,
    CELL,
    KINDS,
    LENS,
    NONE,
    RESOURCES,
    ROW,
    SIDES,
    Content,
    Cost,
)
from starhall.games.cassiopeia.options import D_BUY, D_PHASE_2, D_PURCHASE, D_TAKE
from starhall.games.cassiopeia.rules.logistics import symbols
from starhall.games.cassiopeia.rules.payment import missing, open_substitutions
from starhall.games.cassiopeia.rules.purchases import price_of
from starhall.games.cassiopeia.rules.resources import loose, token_names
from starhall.games.cassiopeia.rules.turn import cost_of
from starhall.games.cassiopeia.state import Player, Table

SHOPPING = (D_PHASE_2, D_PURCHASE, D_BUY)


class PlayerPainter(Painter[Table]):
    """Draws what belongs to one player."""

    @property
    def content(self) -> Content:
        return self.view.content

    @cached_property
    def asked(self) -> str:
        """The kind of the viewer's decision."""
        return self.decision.kind if self.decision is not None else ""

    @cached_property
    def acting(self) -> int:
        """Whose turn it is."""
        view = self.view
        playing = view.dealt() and not view.over and view.turn < len(view.order)
        return view.active().seat if playing else NONE

    def player(self, player: Player, place: Literal["centre", "drawer"]) -> Panel:
        """Resources, fund, logistics, and the circle of seven planets with Space Objects in it."""
        circle = [
            self.inhabited(player),
            *self.resources(player),
            *self.numbers(player),
            *[self.planet(player, place) for place in range(ROW)],
        ]
        objects = [
            self.object(player, kind) for kind in range(len(KINDS)) if player.objects[kind] != NONE
        ]
        if objects:
            title = self.say("objects")
            circle.append(Panel(id=f"objects:{player.seat}", title=title, children=objects))
        planets = Panel(
            id=f"planets:{player.seat}",
            title=self.say("circle"),
            children=circle,
            layout="ring",
            owner=player.seat,
        )
        colour = self.content.colours[player.colour]
        system = self.content.systems[player.system]
        label = self.say("colour_and_system", colour=colour, system=system)
        return Panel(
            id=f"player:{player.seat}",
            title=f"{self.names[player.seat]} ({label})",
            owner=player.seat,
            children=[planets],
            touch=(f"colour:{colour}",),
            active=player.seat == self.acting,
            place=place,
        )

    def inhabited(self, player: Player) -> Stat:
        """How near the end is: seven planets."""
        return Stat(
            id=f"inhabited:{player.seat}",
            label=self.say("inhabited"),
            value=player.planets(),
            max=ROW,
            icon="inhabited",
        )

    def resources(self, player: Player) -> list[Element]:
        """What is held, and how much of it is protected."""
        unprotected = [*loose(self.view, player), 0]
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
        earth, mars = symbols(self.view, player)
        good = self.view.optimized(player)
        badge = Badge(
            label=self.say("optimized" if good else "not_optimized"),
            tone="green" if good else "orange",
        )
        prices = {RESOURCES[r]: price_of(self.view, player, r) for r in (BOT, LENS, CELL)}
        return [
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
        name = self.content.planets[player.planet(type)]
        side = SIDES[self.content.symbols[player.planet(type) * 2 + inhabited]]
        badges = [Badge(label=self.text.name("side", side), tone=side)]
        values: list[CardValue] = []
        lines = [self.cost("cost_right", self.content.cost[type * 2 + inhabited])]
        if inhabited:
            badges.append(Badge(label=self.say("is_inhabited"), tone="blue"))
        else:
            cost = cost_of(self.view, player, place)
            short = self.shortage(player, cost)
            if not any(short):
                badges.append(Badge(label=self.say("ready"), tone="green"))
            values = self.price(cost, short)
        lines.append(self.text.say(f"card.complex.{self.content.complexes[type]}"))
        return Card(
            id=f"planet:{name}",
            title=self.text.name("planet", name),
            subtitle=self.say("planet_kind", number=type + 1, complex=self.content.complexes[type]),
            text="\n".join(reversed(lines)),
            values=values,
            owner=player.seat,
            tone="inhabited" if inhabited else "uninhabited",
            icon=f"complex:{self.content.complexes[type]}",
            touch=self.planet_keys(player, place, name),
            badges=badges,
            rule=f"CA-16.{22 + type}",
        )

    def cost(self, key: str, cost: Cost) -> str:
        return self.say(key, tokens=token_names(list(cost)))

    def price(self, cost: Cost, short: Sequence[int]) -> list[CardValue]:
        """What the planet costs now, a number for each kind of token, and how many are missing."""
        return [
            CardValue(
                label=self.text.say(f"plural.resource.{name}"),
                value=number,
                note=self.say("short", n=lacking) if lacking else "",
                tone="red" if lacking else "green",
                icon=f"resource:{name}",
            )
            for name, number, lacking in zip(RESOURCES, cost, short, strict=False)
            if number
        ]

    def shortage(self, player: Player, cost: Cost) -> list[int]:
        """What is missing, of each kind of token, to terraform with what is held."""
        mine = player.seat == self.acting and not self.view.choosing()
        discount = self.view.discount if mine else 0
        return [*missing(player, cost, discount, open_substitutions(self.view, player))]

    def planet_keys(self, player: Player, place: int, name: str) -> tuple[str, ...]:
        if player.seat != self.seat:
            return ()
        keys = [f"planet:{name}", f"place:{place + 1}"]
        for effect in self.content.start_effects:
            if effect.bit == 1 << player.row[place]:
                keys.append(f"start_effect:{effect.name}")
        return tuple(keys)

    def object(self, player: Player, kind: int) -> Card:
        """A Space Object; a touch means its use or the side it can be turned to."""
        face = kind * 2 + player.objects[kind]
        name = self.content.faces[face]
        touch: tuple[str, ...] = ()
        if player.seat == self.seat:
            touch = (f"face:{self.content.faces[face ^ 1]}",)
            for effect in self.content.start_effects:
                if effect.kind == kind and effect.side in (NONE, player.objects[kind]):
                    touch += (f"start_effect:{effect.name}",)
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
