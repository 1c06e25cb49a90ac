"""What every part of the picture needs: who looks at what in which words, and cards as cards."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.state import UNKNOWN
from starhall.engine.scene.elements import Card
from starhall.engine.scene.elements import Value as CardValue
from starhall.engine.scene.painter import Painter
from starhall.games.cysmic.cards import (
    ACTION,
    CARD_ROWS,
    CARD_TYPE,
    COMMANDS,
    DISCOVERIES,
    EITHER_SIGN,
    ESPIONAGE,
    EVENT,
    FIRST_COMMAND,
    FIRST_ESPIONAGE,
    FIRST_RELIC,
    GAIN,
    MODIFIER,
    NO_VALUE,
    RED,
    RELICS,
    ROWS,
    SABOTAGE,
    STAYS,
    TYPES,
    VERBS,
    YELLOW,
)
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.table import Table


class Painting(Painter[Table]):
    """A painter that knows the cards of Cysmic."""

    # Cards

    def card(self, card: int, id: str) -> Card:
        """Any card, by its number."""
        if card >= FIRST_COMMAND:
            return self.command(card, id)
        if card >= FIRST_ESPIONAGE:
            return self.espionage(card, id, None)
        if card >= FIRST_RELIC:
            return self.relic(card, id)
        return self.discovery(card, id)

    def discovery(self, card: int, id: str) -> Card:
        if card == UNKNOWN:
            return Card(id=id, face_up=False)
        name = DISCOVERIES[card]
        kind = CARD_TYPE[card]
        tone = "event" if kind == EVENT else "action" if kind == ACTION else "reaction"
        values = []
        for colour, label in ((YELLOW, "yellow"), (RED, "red")):
            if kind != EVENT:
                values.append(
                    CardValue(
                        label=self.name("die_colour", label),
                        value=_modifier(card, colour),
                        tone=label,
                    )
                )
        text = self.text.say(f"card.discovery.{name}")
        if GAIN[card]:
            text = f"{text} {self.say('gain', what=self.gain(card))}"
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

    def gain(self, card: int) -> str:
        clause = GAIN[card][0]
        return self.say(f"gain_{VERBS[clause.verb]}", n=clause.a)

    def relic(self, card: int, id: str) -> Card:
        if card == UNKNOWN:
            return Card(id=id, face_up=False)
        name = RELICS[card - FIRST_RELIC]
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
        name = COMMANDS[card - FIRST_COMMAND]
        rows = [self.name("row", ROWS[row]) for row in CARD_ROWS[card - FIRST_COMMAND]]
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
        name = ESPIONAGE[card - FIRST_ESPIONAGE]
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
        name = ESPIONAGE[card - FIRST_ESPIONAGE]
        when = self.say("stays" if STAYS[card - FIRST_ESPIONAGE][side] else "now")
        key = "sabotage" if side == SABOTAGE else "exploit"
        return f"{when}: {self.text.say(f'{key}.{name}')}"

    # Trade items in words

    def items(
        self, ore: int, cards: int, relics: int, habitats: list[int], captives: list[int]
    ) -> list[str]:
        found = []
        if ore:
            found.append(self.say("item_ore", n=ore))
        if cards:
            found.append(self.say("item_cards", n=cards))
        if relics:
            found.append(self.say("item_relics", n=relics))
        found += [self.say("item_habitat", hex=HEX_IDS[hex]) for hex in habitats]
        for captive in captives:
            owner, type = divmod(captive, len(TYPES))
            found.append(self.say("item_captive", who=owner, unit=TYPES[type]))
        return found


def _modifier(card: int, colour: int) -> str:
    value = MODIFIER[colour][card]
    if value == NO_VALUE:
        return "-"
    return "±1" if value == EITHER_SIGN else f"{value:+}"
