"""The words of a content entry for the tables of the rule book."""

# mypyc: off

from __future__ import annotations

from collections.abc import Mapping

from starhall.engine.text.catalogue import Catalogue
from starhall.games.cysmic.content import (
    CARD_TYPES,
    EITHER_SIGN,
    NO_VALUE,
    RED,
    YELLOW,
    Content,
)


def entry_words(content: Content, text: Catalogue, place: str, id: str) -> Mapping[str, object]:
    """What the rule book says about an entry besides its name and its fields."""
    if place == "discovery.discovery":
        return _discovery(content, text, content.discoveries.index(id))
    if place == "espionage.espionage":
        card = content.espionage.index(id)
        sabotage, exploit = [
            text.say("scene.stays" if stays else "scene.now") for stays in content.stays[card]
        ]
        other = text.say(f"exploit.{id}")
        return {"sabotage": sabotage, "exploit": exploit, "other_side": other}
    if place == "dice.die":
        kind = "humanity" if id == "humanity" else "face"
        faces = content.faces[id]
        faces = [face if face.isdecimal() else text.name(kind, face) for face in faces]
        return {"faces": ", ".join(faces)}
    return {}


def _discovery(content: Content, text: Catalogue, card: int) -> Mapping[str, object]:
    said = text.say(f"card.discovery.{content.discoveries[card]}")
    if content.gain[card]:
        said = f"{said} {text.say('scene.gain', {'what': gain_words(content, text, card)})}"
    return {
        "kind": text.say(f"scene.{CARD_TYPES[content.card_type[card]]}"),
        "on_yellow": modifier_words(content, card, YELLOW),
        "on_red": modifier_words(content, card, RED),
        "text": said,
    }


def gain_words(content: Content, text: Catalogue, card: int) -> str:
    """The Resource Gain of a Discovery card."""
    clause = content.gain[card][0]
    return text.say(f"scene.gain_{clause.verb}", {"n": clause.numbers[0]})


def modifier_words(content: Content, card: int, colour: int) -> str:
    """What a Discovery card does to a die of that colour (CY-25.15)."""
    value = content.modifier[colour][card]
    if value == NO_VALUE:
        return "-"
    return "±1" if value == EITHER_SIGN else f"{value:+}"
