"""Units, traits and piles as they lie on the table of Cyberstrife."""

# mypyc: off

from __future__ import annotations

from collections import Counter

from starhall.engine.rules.state import Zone
from starhall.engine.scene.elements import Badge, Card, Pile, Value
from starhall.engine.scene.painter import Painter
from starhall.games.cyberstrife.options import LANES
from starhall.games.cyberstrife.state import Player, Table


class CardPainter(Painter[Table]):
    """Draws single cards."""

    def card_name(self, card: int) -> str:
        content = self.view.content
        kind = "unit" if card < content.first_trait else "trait"
        return self.name(kind, content.cards[card])

    def unit(self, id: str, unit: int, owner: int, keys: tuple[str, ...]) -> Card:
        content = self.view.content
        types = [
            type for bit, type in enumerate(content.types) if content.unit_types[unit] >> bit & 1
        ]
        return Card(
            id=id,
            title=self.card_name(unit),
            subtitle=" / ".join(self.name("type", type) for type in types),
            text=self.text.say(f"card.unit.{content.units[unit]}"),
            values=[
                Value(label=self.say(key), value=printed[unit], tone=tone, icon=key)
                for key, printed, tone in (
                    ("attack", content.attack, "red"),
                    ("defense", content.defense, "blue"),
                )
            ],
            owner=owner,
            tone="unit",
            icon=" ".join(f"type:{type}" for type in types),
            touch=keys,
            rule="CS-18.20",
        )

    def trait(self, player: Player, trait: int, place: int) -> Card:
        id = self.view.content.cards[trait]
        keys = (f"trait:{id}",) if player.seat == self.seat else ()
        card = Card(
            id=f"trait:{player.seat}:{place}",
            title=self.card_name(trait),
            text=self.text.say(f"card.trait.{id}"),
            owner=player.seat,
            tone="trait",
            icon=f"trait:{id}",
            touch=keys,
            rule="CS-18.21",
        )
        if trait in player.marks:
            card.badges = [Badge(label=self.say("marked"), tone="orange")]
        return card

    def gap(self, id: str, player: Player, lane: int) -> Card:
        return Card(
            id=id,
            title=self.say("empty_lane"),
            subtitle=self.say("lane_of", lane=LANES[lane]),
            owner=player.seat,
            dim=True,
            tone="hidden",
        )

    def deck(self, id: str, key: str, zone: Zone) -> Pile:
        return Pile(id=id, title=self.say(key), count=len(zone.cards), icon=key)

    def pile(self, id: str, key: str, zone: Zone, icon: str) -> Pile:
        """CS-13.1: discard piles are open; everybody may look through them."""
        badges = []
        for card, count in sorted(Counter(zone.cards).items()):
            name = self.card_name(card)
            badges.append(Badge(label=f"{name} x{count}" if count > 1 else name))
        return Pile(id=id, title=self.say(key), count=len(zone.cards), icon=icon, badges=badges)
