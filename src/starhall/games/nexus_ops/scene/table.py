"""The table of Nexus Ops as one seat sees it, made from its view alone."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.state import UNKNOWN, Zone
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Cell,
    Element,
    Hexmap,
    Note,
    Panel,
    Piece,
    Pile,
    Scene,
    SeatInfo,
    Stat,
)
from starhall.engine.scene.elements import Value as CardValue
from starhall.engine.scene.painter import Painter
from starhall.games.nexus_ops.boards import HEXES, MONO
from starhall.games.nexus_ops.content import NONE, SLOT_COUNT, SLOTS, TERRAINS
from starhall.games.nexus_ops.remarks import units_by_slot
from starhall.games.nexus_ops.rules.control import contested_mask, controlled_mask, homes
from starhall.games.nexus_ops.rules.deployment import price
from starhall.games.nexus_ops.rules.ending import standing_points, units_of
from starhall.games.nexus_ops.rules.exploration import mined
from starhall.games.nexus_ops.rules.missions import objective_holds
from starhall.games.nexus_ops.rules.movement import goals_of, moving_from
from starhall.games.nexus_ops.rules.setup import FLOOR_18, FULL_BOARD, refinery_total
from starhall.games.nexus_ops.rules.turn import phase_of
from starhall.games.nexus_ops.scene.battle import BattlePainter
from starhall.games.nexus_ops.stacks import count, slots
from starhall.games.nexus_ops.state import Player, Table

SYMBOLS = ("H", "F", "C", "S", "L", "D", "Cl", "Sp", "Sh", "Bl", "Di", "Wy")


class TablePainter(Painter[Table]):
    """Draws the table part by part."""

    def unit(self, slot: int) -> str:
        return self.text.name("unit", self.view.content.units[slot + self.view.alternate])

    def units(self, slot: int, number: int) -> str:
        """The unit's name, in the singular or the plural."""
        unit = self.view.content.units[slot + self.view.alternate]
        return self.text.name("unit" if number == 1 else "units", unit)

    def paint(self) -> Scene:
        """The map, the battle, the viewer's side, the others, the cards and the reference sheet."""
        view = self.view
        areas: list[Element] = [self.map()]
        if view.fight is not None and view.fight.defender != NONE:
            areas.append(BattlePainter(view, self.seat, self.names, self.text).panel())
        order = self.clockwise(view.first)
        areas += [self.company(view.players[seat]) for seat in order]
        areas += [self.decks(), self.sheet()]
        return Scene(
            subtitle=self.subtitle(),
            seats=[self.seat_info(player) for player in view.players],
            areas=areas,
        )

    def subtitle(self) -> str:
        view = self.view
        if view.over:
            return self.say("over")
        phase = self.text.name("phase", phase_of(view))
        said = [self.say("when", n=view.round, cap=view.round_cap, phase=phase, who=view.active)]
        if view.moving != NONE:
            unit = view.content.units[(view.moving & 7) + view.alternate]
            said.append(self.say("moving", unit=unit, hex=HEXES[moving_from(view)]))
        if view.card != NONE:
            card = view.content.cards[view.card]
            said.append(self.say("resolving", who=view.card_seat, card=card))
        return " ".join(said)

    def seat_info(self, player: Player) -> SeatInfo:
        if player.faction == NONE:
            return SeatInfo(name=self.names[player.seat])
        faction = self.view.content.factions[player.faction]
        said = self.text.name("faction", faction)
        if self.view.teams:
            said = f"{said}, {self.say('partner', who=self.partner(player.seat))}"
        if player.out:
            said = f"{said}, {self.say('out')}"
        return SeatInfo(
            name=self.names[player.seat],
            colour=faction,
            status=said,
            active=player.seat == self.view.active and not self.view.over,
        )

    def partner(self, seat: int) -> int:
        """NX-17.15: the player who sits opposite."""
        return (seat + 2) % self.view.seats

    # The map

    def map(self) -> Panel:
        view = self.view
        reach = self.reach()
        contested = contested_mask(view)
        cells = [self.cell(hex, reach, contested) for hex in view.board.hexes]
        children: list[Element] = [Hexmap(id="moon", title="", cells=cells)]
        if view.vortex_dice:
            black, white, burnt = view.vortex_dice
            said = self.say("vortex_dice", black=black, white=white, burnt=burnt)
            children.append(Note(id="vortex", text=said))
        if not self.enough_refineries():
            children.append(Note(id="few", text=self.say("few_refineries", floor=FLOOR_18)))
        return Panel(id="map", title=self.say("moon"), children=children, layout="column")

    def enough_refineries(self) -> bool:
        """NX-17.8: a custom set of tokens below the advised total is worth a warning."""
        view = self.view
        if view.spare.cards or len(view.board.field) != FULL_BOARD:
            return True
        tokens = view.content.all_tokens(green=True)
        for token in view.token_box.cards:
            tokens.remove(token)
        return refinery_total(view.content, tokens) >= FLOOR_18

    def reach(self) -> int:
        """The hexes that the unit being moved can go to, as everybody may work out."""
        view = self.view
        return goals_of(view, moving_from(view), view.moving & 7) if view.moving != NONE else 0

    def cell(self, hex: int, reach: int, contested: int) -> Cell:
        view = self.view
        name = HEXES[hex]
        terrain = TERRAINS[view.terrain[hex]]
        q, r = view.board.coords[hex]
        home = self.home_of(hex)
        badges = []
        if view.refinery[hex]:
            badges.append(self.refinery(view.refinery[hex]))
        if hex in view.unexplored:
            badges.append(Badge(label=self.say("unexplored"), tone="grey", icon="unexplored"))
        if (view.fought >> hex) & 1:
            badges.append(Badge(label=self.say("fought"), tone="orange", icon="fought"))
        if hex == view.vein:
            badges.append(Badge(label=self.say("vein"), tone="green", icon="vein"))
        highlights = []
        if (contested >> hex) & 1:
            highlights.append(Badge(label=self.say("contested"), tone="red"))
        if (reach >> hex) & 1:
            highlights.append(Badge(label=self.say("in_reach"), tone="teal"))
        return Cell(
            id=f"hex:{name}",
            touch=(f"hex:{name}",),
            q=q,
            r=r,
            label=self.place(hex),
            terrain=self.text.name("terrain", terrain),
            owner=home,
            text=self.say("home_of", who=home) if home is not None else "",
            rule=self.ground(terrain),
            tone=terrain,
            icon=f"terrain:{terrain}",
            badges=badges,
            highlights=highlights,
            pieces=[piece for player in view.players for piece in self.pieces(player, hex)],
        )

    def place(self, hex: int) -> str:
        """NX-17.9: in the middle lies the Monolith, or the Vortex."""
        if hex == MONO:
            return self.say("centre_vortex" if self.view.vortex else "centre")
        return self.text.name("hex", HEXES[hex])

    def ground(self, terrain: str) -> str:
        """What a terrain means to the units of this game's sheet."""
        other = self.view.alternate and terrain not in ("home", "vortex")
        return self.say(f"ground_{terrain}_alternate" if other else f"ground_{terrain}")

    def refinery(self, value: int) -> Badge:
        return Badge(label=self.say("refinery", n=value), tone="yellow", icon="refinery")

    def home_of(self, hex: int) -> int | None:
        """NX-2.5: the seat whose home base the hex belongs to."""
        seats = range(self.view.seats)
        return next((seat for seat in seats if hex in homes(self.view, seat)), None)

    def pieces(self, player: Player, hex: int) -> list[Piece]:
        found = []
        for slot in slots(player.stacks[hex]):
            number = count(player.stacks[hex], slot)
            found.append(
                Piece(
                    id=f"unit:{player.seat}:{HEXES[hex]}:{slot}",
                    owner=player.seat,
                    label=self.units(slot, number),
                    count=number,
                    symbol=SYMBOLS[slot + self.view.alternate],
                    icon=f"unit:{self.view.content.units[slot + self.view.alternate]}",
                    badges=self.piece_badges(player, hex, slot),
                )
            )
        return found

    def piece_badges(self, player: Player, hex: int, slot: int) -> list[Badge]:
        """NX-1.11: units that differ in what they may still do are told apart."""
        view = self.view
        badges: list[Badge] = []
        if player.seat != view.active:
            return badges
        for key, stacks, tone in (
            ("can_move", view.ready, "green"),
            ("can_march", view.marching, "teal"),
            ("dormant", view.dormant, "grey"),
        ):
            if stacks and (number := count(stacks[hex], slot)):
                badges.append(Badge(label=self.say(key, n=number), tone=tone))
        return badges

    # Companies

    def company(self, player: Player) -> Panel:
        view = self.view
        seat = player.seat
        faction = view.content.factions[player.faction] if player.faction != NONE else ""
        title = self.names[seat]
        if faction:
            key = "team" if view.teams else "company"
            title = self.say(key, who=seat, faction=faction, partner=self.partner(seat))
        children = [
            Panel(id=f"stats:{seat}", title="", children=self.stats(player)),
            *self.hand(player),
        ]
        if player.scored.cards:
            scored = [
                self.card(card, f"scored:{seat}:{i}") for i, card in enumerate(player.scored.cards)
            ]
            said = self.say("scored")
            children.append(
                Panel(id=f"scored:{seat}", title=said, children=scored, layout="column")
            )
        return Panel(
            id=f"company:{seat}",
            title=title,
            owner=seat,
            touch=(f"faction:{faction}",) if faction else (),
            children=children,
            layout="column",
            active=seat == view.active and not view.over,
            place="beside" if seat == self.seat else "drawer",
        )

    def stats(self, player: Player) -> list[Element]:
        view = self.view
        seat = player.seat
        stats: list[Element] = [
            Stat(
                id=f"points:{seat}",
                label=self.say("points"),
                value=player.points,
                max=None if view.teams else view.target,
                icon="points",
            )
        ]
        if view.teams:
            together = standing_points(view, seat)
            label = self.say("team_points")
            stats.append(
                Stat(id=f"team:{seat}", label=label, value=together, max=view.target, icon="points")
            )
        for key, icon, value in (
            ("victories", "victories", player.victories),
            ("hills", "hills", player.hills),
            ("rubium", "rubium", player.rubium),
            ("income", "income", mined(view, seat)),
            ("hexes", "hexes", controlled_mask(view, seat).bit_count()),
            ("units", "units", units_of(player)),
            ("held_missions", "missions", len(player.missions.cards)),
            ("held_energize", "energize", len(player.energize.cards)),
        ):
            if key != "hills" or view.hill:
                stats.append(Stat(id=f"{key}#{seat}", label=self.say(key), value=value, icon=icon))
        return stats

    def hand(self, player: Player) -> list[Element]:
        """The cards the viewer knows: his whole hand, and the cards of others that he remembers."""
        found: list[Element] = []
        for key, zone in (("missions", player.missions), ("energize", player.energize)):
            if all(card == UNKNOWN for card in zone.cards):
                continue
            cards = [
                self.card(card, f"{key}:{player.seat}:{i}", player.seat)
                for i, card in enumerate(sorted(zone.cards, reverse=card_first(zone)))
            ]
            title = self.say(key)
            id = f"{key}:{player.seat}"
            found.append(Panel(id=id, title=title, children=cards, layout="column"))
        return found

    def card(self, card: int, id: str, holder: int = NONE) -> Card:
        if card == UNKNOWN:
            return Card(id=id, face_up=False, tone="hidden")
        content = self.view.content
        name = content.cards[card]
        mission = card < content.first_energize
        badges = []
        if mission and holder == self.seat and self.is_fulfilled(card):
            badges.append(Badge(label=self.say("fulfilled"), tone="green"))
        kind = "energize"
        values = []
        if mission:
            kind = "battle_mission" if content.is_battle[card] else "objective"
            values = [CardValue(label=self.say("points"), value=content.points[card])]
        return Card(
            id=id,
            touch=(f"card:{name}",),
            title=self.text.name("card", name),
            subtitle=self.say(kind),
            text=self.text.say(f"card.{name}", units_by_slot(self.view)),
            values=values,
            tone="mission" if mission else "energize",
            icon=f"kind:{kind} card:{name}",
            badges=badges,
        )

    def is_fulfilled(self, mission: int) -> bool:
        """Could the viewer score this mission now?"""
        view = self.view
        if self.seat is None or self.seat != view.active or view.over:
            return False
        if view.content.is_battle[mission]:
            option = view.options.score[mission]
            return self.decision is not None and option in self.decision.options
        return objective_holds(view, self.seat, mission)

    # Decks and the reference sheet

    def decks(self) -> Panel:
        view = self.view
        children: list[Element] = [
            Pile(
                id="mission_deck",
                title=self.say("mission_deck"),
                count=len(view.mission_deck.cards) + len(view.mission_bottom.cards),
                icon="missions",
            ),
            self.pile("mission_pile", view.mission_pile, "missions"),
            Pile(
                id="energize_deck",
                title=self.say("energize_deck"),
                count=len(view.energize_deck.cards),
                icon="energize",
            ),
            self.pile("energize_pile", view.energize_pile, "energize"),
        ]
        holder = view.active if self.seat is None else self.seat
        for key, zone in (("line", view.line), ("offer", view.offer)):
            if zone.cards:
                cards: list[Element] = [
                    self.card(card, f"{key}:{i}", holder) for i, card in enumerate(zone.cards)
                ]
                children.append(Panel(id=key, title=self.say(key), children=cards))
        return Panel(id="decks", title=self.say("decks"), children=children, place="drawer")

    def pile(self, key: str, zone: Zone, icon: str) -> Pile:
        """A discard pile with its contents, which everybody may look through (NX-11.3)."""
        names = self.view.content.cards
        contents = [
            Piece(
                id=f"{key}:{names[card]}",
                label=self.text.name("card", names[card]),
                count=zone.cards.count(card),
            )
            for card in sorted(set(zone.cards))
        ]
        return Pile(
            id=key, title=self.say(key), count=len(zone.cards), icon=icon, contents=contents
        )

    def sheet(self) -> Panel:
        """The reference sheet, and how many figures everybody has left."""
        view = self.view
        content = view.content
        cards: list[Element] = []
        for slot in reversed(range(SLOT_COUNT)):
            unit = slot + view.alternate
            name = content.units[unit]
            # NX-17.21: an alternate unit is the same figure as the standard one.
            figure = "figure" if view.alternate else "step"
            left = ", ".join(
                f"{self.names[player.seat]} {count(player.supply, slot)}" for player in view.players
            )
            cards.append(
                Card(
                    id=f"sheet:{name}",
                    touch=(f"unit:{name}",),
                    title=self.unit(slot),
                    icon=f"unit:{name}",
                    subtitle=self.say(figure, n=content.step[unit], unit=SLOTS[slot]),
                    text=f"{self.text.say(f'ability.{name}')} {self.say('left', left=left)}",
                    values=[
                        CardValue(label=self.say("cost"), value=price(view, slot)),
                        CardValue(label=self.say("hits_on"), value=f"{content.value[unit]}+"),
                    ],
                )
            )
        return Panel(
            id="sheet", title=self.say("sheet"), children=cards, layout="grid", place="drawer"
        )


def card_first(zone: Zone) -> bool:
    """Known cards come before unknown ones if a zone has both."""
    return UNKNOWN in zone.cards
