"""The words of a content entry for the tables of the rule book."""

# mypyc: off

from __future__ import annotations

from collections.abc import Mapping

from starhall.engine.text.catalogue import Catalogue
from starhall.games.pulp_invasion.content import COLOURS, MARKS, NONE, Content
from starhall.games.pulp_invasion.scene import wording


def entry_words(content: Content, text: Catalogue, place: str, id: str) -> Mapping[str, object]:
    """What the rule book says about an entry besides its name and its fields."""
    if place == "captains.captain":
        return _captain(content, text, id)
    if place == "aliens.alien":
        number = content.aliens.index(id)
        letter = content.symbols[content.alien_icons[number]]
        return {"letter": letter, "text": wording.card_text(text, content.alien_texts[number])}
    if place == "planets.planet":
        return _planet(content, text, id)
    if place == "weapons.weapon":
        return _weapon(content, text, id)
    if place == "locations.location":
        return _location(content, text, id)
    if place == "dice.die":
        die = content.dice.index(id)
        faces = [wording.face_text(text, content.faces[7 * die + n]) for n in range(1, 7)]
        return {f"face_{n}": _capital(face) for n, face in enumerate(faces, start=1)}
    if place in ("guardforce.guardforce", "agents.agent", "events.event"):
        return _line_card(content, text, id)
    return {}


def _captain(content: Content, text: Catalogue, id: str) -> Mapping[str, object]:
    number = content.captains.index(id)
    names = [text.name("die", content.dice[die]) for die in content.captain_dice[number]]
    dice = ", ".join(names)
    if content.captain_keeps[number] == len(names):
        dice = text.say("wording.all_dice", {"dice": dice})
    return {"crew": dice, "word": _flavour(text, id)}


def _planet(content: Content, text: Catalogue, id: str) -> Mapping[str, object]:
    number = content.planets.index(id)
    standing = wording.card_text(text, content.texts[content.first_planet + number])
    action = wording.planet_text(text, content, number).removeprefix(standing).strip()
    return {"standing": standing, "does": action, "word": _flavour(text, id)}


def _weapon(content: Content, text: Catalogue, id: str) -> Mapping[str, object]:
    number = content.weapons.index(id)
    counts = content.needs[3 * number : 3 * number + 3]
    needs = [f"{n} {text.name('cube', COLOURS[c])}" for c, n in enumerate(counts) if n]
    power = _capital(wording.effect(text, content.powers[number]))
    return {"needed": ", ".join(needs) or text.name("points", "nothing"), "does": power}


def _line_card(content: Content, text: Catalogue, id: str) -> Mapping[str, object]:
    card = content.cards.index(id)
    strength: object = content.strengths[card]
    for clause in content.texts[card].weapon_strengths:
        strength = text.say("wording.range", {"n": clause.n, "most": clause.most})
    mark = content.marks[card]
    return {
        "needs": strength,
        "letter": content.symbols[content.engage_icons[card]],
        "cubes": _cubes(text, content.printed_cubes[card]),
        "shows": text.name("mark", MARKS[mark]) if mark != NONE else "",
        "text": wording.card_text(text, content.texts[card], own=True),
    }


def _location(content: Content, text: Catalogue, id: str) -> Mapping[str, object]:
    card = content.cards.index(id)
    first = 3 * (card - content.first_location)
    texts = [wording.card_text(text, content.location_texts[first + n]) for n in range(3)]
    return {
        "printed": _cubes(text, content.printed_cubes[card]),
        **dict(zip(("c", "d", "s"), texts, strict=True)),
    }


def _cubes(text: Catalogue, cubes: list[int]) -> str:
    return ", ".join([text.name("cube", COLOURS[colour]) for colour in cubes])


def _flavour(text: Catalogue, id: str) -> str:
    """A short text about a thing; things from a pack need not have one."""
    return text.say(f"flavour.{id}") if text.has(f"flavour.{id}") else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
