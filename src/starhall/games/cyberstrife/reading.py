"""Reads the units and traits and checks every effect against the vocabulary of CS-18."""

# mypyc: off

from __future__ import annotations

import msgspec

from starhall.engine.errors import ContentError, Place
from starhall.engine.text.content import Amount, ContentFiles, Copies, Verbs
from starhall.games.cyberstrife.content import Content
from starhall.games.cyberstrife.rules.effects import TRAIT_VERBS, UNIT_VERBS, Handler
from starhall.games.cyberstrife.rules.setup import FIRST_TRAITS, SEATS_PER_COPY
from starhall.games.cyberstrife.state import HAND_LIMIT


class BadContent(ContentError):
    """Content that the rules cannot use."""

    package = "starhall.games.cyberstrife"


# What one copy of the game deals to its twelve players (CS-1.5, CS-2.3, CS-2.4).
MOST_UNITS = SEATS_PER_COPY * HAND_LIMIT
MOST_TRAITS = SEATS_PER_COPY * FIRST_TRAITS


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    types: tuple[str, str]
    attack: Amount
    defense: Amount
    copies: Copies
    effects: str


class TraitEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    effects: str
    copies: Copies = 1


def read(files: ContentFiles) -> Content:
    """All cards of the files, in their order."""
    content = Content(files.ids("types.toml", "type"))
    for where, unit in files.placed("units.toml", "unit", UnitEntry, MOST_UNITS):
        if unit.types[0] == unit.types[1]:
            raise BadContent("content.same_types", where)
        try:
            types = content.bits(unit.types)
        except ContentError as wrong:
            raise wrong.at(where) from None
        card = content.add_unit(unit.id, types, unit.attack, unit.defense, unit.copies)
        _install(content, card, UNIT_VERBS, unit.effects, where)
    for where, trait in files.placed("traits.toml", "trait", TraitEntry, MOST_TRAITS):
        card = content.add_trait(trait.id, trait.copies)
        _install(content, card, TRAIT_VERBS, trait.effects, where)
    return content


def _install(content: Content, card: int, verbs: Verbs[Handler], text: str, where: Place) -> None:
    """Enter the effects of a card's text into the tables."""
    for effect in verbs.parse(text, where):
        try:
            verbs[effect.verb].handler(content, card, effect)
        except ContentError as wrong:
            raise ContentError("effect.wrong", where, verb=effect, problem=wrong) from None
