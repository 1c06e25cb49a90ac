"""The base of all painters of the table of Cysmic: turns a card number into a `Card` to draw."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.state import UNKNOWN
from starhall.engine.scene.elements import Card
from starhall.engine.scene.elements import Value as CardValue
from starhall.engine.scene.painter import Painter
from starhall.games.cysmic.content import (
    ACTION,
    COMMANDS,
    EVENT,
    RED,
    ROWS,
    SABOTAGE,
    YELLOW,
)
from starhall.games.cysmic.scene.entries import gain_words, modifier_words
from starhall.games.cysmic.state import Table


class Painting(Painter[Table]):
    """A painter that knows the cards of Cysmic."""

    # Cards

    def card(self, card: int, id: str) -> Card:
        """Any card, by its number."""
        if card >= self.view.content.first_command:
            return self.command(card, id)
        if card >= self.view.content.first_espionage:
            return self.espionage(card, id, None)
        if card >= self.view.content.first_relic:
            return self.relic(card, id)
        return self.discovery(card, id)

    def discovery(self, card: int, id: str) -> Card:
        if card == UNKNOWN:
            return Card(id=id, face_up=False)
        name = self.view.content.discoveries[card]
        kind = self.view.content.card_type[card]
        tone = "event" if kind == EVENT else "action" if kind == ACTION else "reaction"
        values = []
        for colour, label in ((YELLOW, "yellow"), (RED, "red")):
            if kind != EVENT:
                values.append(
                    CardValue(
                        label=self.name("die_colour", label),
                        value=modifier_words(self.view.content, card, colour),
                        tone=label,
                    )
                )
        text = self.text.say(f"card.discovery.{name}")
        if self.view.content.gain[card]:
            gain = gain_words(self.view.content, self.text, card)
            text = f"{text} {self.say('gain', what=gain)}"
        return Card(
            id=id,
            touch=(f"discovery:{name}",),
            title=self.name("discovery", name),
            subtitle=self.say(tone),
            text=text,
            values=values,
            tone=tone,
            icon=f"discovery:{name}",
        )

    def relic(self, card: int, id: str) -> Card:
        if card == UNKNOWN:
            return Card(id=id, face_up=False)
        name = self.view.content.relics[card - self.view.content.first_relic]
        return Card(
            id=id,
            touch=(f"relic:{name}",),
            title=self.name("relic", name),
            text=self.text.say(f"card.relic.{name}"),
            tone="relic",
            icon=f"relic:{name}",
        )

    def command(self, card: int, id: str) -> Card:
        if card == UNKNOWN:
            return Card(id=id, face_up=False)
        name = COMMANDS[card - self.view.content.first_command]
        rows = [
            self.name("row", ROWS[row])
            for row in self.view.content.card_rows[card - self.view.content.first_command]
        ]
        return Card(
            id=id,
            touch=(f"command:{name}",),
            title=self.name("command", name),
            subtitle=", ".join(rows),
            text=self.text.say(f"card.command.{name}"),
            tone="command",
            icon=f"command:{name}",
        )

    def espionage(self, card: int, id: str, side: int | None) -> Card:
        name = self.view.content.espionage[card - self.view.content.first_espionage]
        text = "" if side is None else self.side_text(card, side)
        return Card(
            id=id,
            title=self.name("espionage", name),
            text=text,
            tone="espionage",
            icon=f"espionage:{name}",
        )

    def side_text(self, card: int, side: int) -> str:
        """One side of an Espionage card, with when it works."""
        name = self.view.content.espionage[card - self.view.content.first_espionage]
        stays = self.view.content.stays[card - self.view.content.first_espionage][side]
        when = self.say("stays" if stays else "now")
        key = "sabotage" if side == SABOTAGE else "exploit"
        return f"{when}: {self.text.say(f'{key}.{name}')}"
