"""Reads the content files into tables and checks every effect against the verbs of the rules."""

# mypyc: off

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from starhall.engine.errors import ContentError, Place
from starhall.engine.text.content import (
    Amount,
    AtLeastOne,
    ContentFiles,
    Copies,
    Effect,
    Pair,
    Word,
    parse_effects,
    place,
)
from starhall.games.cassiopeia.content import (
    BASE,
    KINDS,
    MOST_OF_A_KIND,
    RESOURCES,
    ROW,
    SIDES,
    Clause,
    Content,
)
from starhall.games.cassiopeia.rules.verbs import ACTS, AUTOMATIC, OFFERS, POWERS


class BadContent(ContentError):
    """Content that the rules cannot use."""

    package = "starhall.games.cassiopeia"


MOST_SEATS = 5
MOST_IN_ROW = 9  # Specialist cards (CA-2.6)
NUMBERS = {word: n for words in (RESOURCES, SIDES, KINDS) for n, word in enumerate(words)}


class Token(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies
    price: Amount
    worth: Amount


class OtherCard(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies


class Cost(msgspec.Struct, forbid_unknown_fields=True):
    coin: Amount = 0
    bot: Amount = 0
    lens: Amount = 0
    cell: Amount = 0

    def tokens(self) -> tuple[int, int, int, int]:
        return (self.coin, self.bot, self.lens, self.cell)


class Window(msgspec.Struct, forbid_unknown_fields=True):
    window: Literal["start", "coins", "buy", "pay", "end", "always"]
    does: str
    logistics: bool = False


class Complex(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    uninhabited: Cost
    inhabited: Cost
    effects: tuple[Window, ...]


class Planet(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    system: str
    number: int
    complex: str
    uninhabited: Literal["earth", "mars"]
    inhabited: Literal["earth", "mars"]


class Specialist(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    card: int
    side: Literal["a", "b"]
    does: str
    logistics: str


class Face(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    window: Literal["start", "always"]
    does: str


class SpaceObject(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies
    specialist: AtLeastOne
    a: Face
    b: Face


def read(files: ContentFiles) -> Content:
    """The whole box (CA-1.1)."""
    content = Content()
    _read_tokens(files, content)
    _read_complexes(files, content)
    _read_planets(files, content)
    _read_specialists(files, content)
    _read_objects(files, content)
    files.load("others.toml", "card", OtherCard)  # no rule needs them; their number is checked
    content.count_margins()
    content.list_start_effects()
    return content


def _read_tokens(files: ContentFiles, content: Content) -> None:
    """The resources in the order coin, bot, lens, cell, capsule (CA-1.2), and the colours."""
    found = files.load("tokens.toml", "token", Token)
    if [token.id for token in found] != RESOURCES:
        raise BadContent("content.tokens", Place("tokens.toml"), known=", ".join(RESOURCES))
    content.tokens = [token.copies for token in found]
    content.prices = [token.price for token in found]
    content.worth = [token.worth for token in found]
    content.colours = files.ids("tokens.toml", "colour", MOST_SEATS)


# Planets


def _read_complexes(files: ContentFiles, content: Content) -> None:
    """The seven planet types: costs and effects."""
    found = files.load("complexes.toml", "complex", Complex)
    if len(found) != ROW:
        raise BadContent("content.complexes", file="complexes.toml", n=len(found), row=ROW)
    content.least_cost = min([sum(entry.uninhabited.tokens()) for entry in found])
    for type, entry in enumerate(found):
        where = place("complexes.toml", "complex", entry.id)
        _check_costs(entry, where)
        content.complexes.append(entry.id)
        content.cost += [entry.uninhabited.tokens(), entry.inhabited.tokens()]
        effects = [(part, e) for part in entry.effects for e in parse_effects(part.does, where)]
        if not effects:
            raise BadContent("content.no_effect", where)
        for part, effect in effects:
            _add_effect(content, effect, part.window, part.logistics, 1 << type, where)


def _check_costs(entry: Complex, where: Place) -> None:
    """CA-16.20, CA-7.4: three tokens uninhabited, more when inhabited, few of one kind."""
    before, after = entry.uninhabited.tokens(), entry.inhabited.tokens()
    if sum(before) != 3 or sum(after) <= 3:
        raise BadContent("content.cost", where)
    for coin, bot, lens, cell in (before, after):
        if max(coin + min(2, bot + lens), bot, lens, cell) > MOST_OF_A_KIND:
            raise BadContent("content.of_a_kind", where, most=MOST_OF_A_KIND)


def _add_effect(
    content: Content, effect: Effect, window: str, logistics: bool, bit: int, where: Place
) -> None:
    """CA-4.3: START, COINS and END work by themselves or are offered, the rest is passive."""
    windows = {"start": content.at_start, "coins": content.at_coins, "end": content.at_end}
    if window not in windows:
        _use_power(content, effect, window, logistics, bit, where)
    elif window == "start" and effect.verb not in AUTOMATIC.known:
        content.offers.append(_offer(effect, where, logistics, bit))
    else:
        AUTOMATIC.check(effect, where)
        act = AUTOMATIC[effect.verb].handler
        windows[window].append(Clause(effect.verb, act, _numbers(effect), logistics, bit))


def _use_power(
    content: Content, effect: Effect, window: str, logistics: bool, source: int, where: Place
) -> None:
    POWERS.check(effect, where)
    verb = POWERS[effect.verb]
    if not verb.when(window, logistics):
        raise BadContent(
            "content.meaning", where, verb=effect.verb, window=window, logistics=logistics
        )
    verb.handler(content, source, logistics, _numbers(effect))


def _offer(effect: Effect, where: Place, logistics: bool = False, bit: int = 0) -> Clause:
    OFFERS.check(effect, where)
    offer = OFFERS[effect.verb].handler
    return Clause(effect.verb, offer.act, _numbers(effect), logistics, bit, offer.why_not)


def _numbers(effect: Effect) -> list[int]:
    """The arguments, words by their places in the lists of resources, sides and kinds."""
    found = []
    for arg in effect.args:
        assert not isinstance(arg, Pair)  # no verb of this game takes one
        found.append(NUMBERS[arg.name] if isinstance(arg, Word) else arg)
    return found


def _read_planets(files: ContentFiles, content: Content) -> None:
    """CA-1.3: systems, each with the seven types in their order."""
    found = files.load("planets.toml", "planet", Planet, ROW * MOST_SEATS)
    for index, planet in enumerate(found):
        where = place("planets.toml", "planet", planet.id)
        type = index % ROW
        if planet.number != type + 1 or planet.complex != content.complexes[type]:
            complex = content.complexes[type]
            raise BadContent("content.number", where, n=type + 1, complex=complex)
        if planet.system != found[index - type].system:
            raise BadContent("content.block", where, row=ROW)
        if planet.uninhabited == planet.inhabited:
            raise BadContent("content.sides", where)
        content.planets.append(planet.id)
        content.symbols += [SIDES.index(planet.uninhabited), SIDES.index(planet.inhabited)]
    content.systems = [planet.system for planet in found[::ROW]]


# Specialists and Space Objects


def _read_specialists(files: ContentFiles, content: Content) -> None:
    """CA-1.5: cards I to IX, side a before side b, with effect and Logistics clause."""
    found = files.placed("specialists.toml", "specialist", Specialist, 2 * MOST_IN_ROW)
    for index, (where, entry) in enumerate(found):
        card, side = index // 2 + 1, "ab"[index % 2]
        if (entry.card, entry.side) != (card, side):
            raise BadContent("content.side", where, side=side, card=card)
        content.specialists.append(entry.id)
        content.clauses.append(
            [
                Clause(effect.verb, ACTS[effect.verb].handler, _numbers(effect), logistics)
                for text, logistics in ((entry.does, False), (entry.logistics, True))
                for effect in ACTS.parse(text, where)
            ]
        )
    cards = len(content.specialists) // 2
    content.specialist_cards = [f"specialist_{card + 1}" for card in range(cards)]


def _read_objects(files: ContentFiles, content: Content) -> None:
    """The three kinds of Space Object: a base counts, the others are used in START."""
    found = files.load("objects.toml", "object", SpaceObject)
    if [entry.id for entry in found] != KINDS:
        raise BadContent("content.kinds", Place("objects.toml"), known=", ".join(KINDS))
    for kind, entry in enumerate(found):
        where = place("objects.toml", "object", entry.id)
        content.object_copies.append(entry.copies)
        content.object_card.append(entry.specialist - 1)
        for side, face in enumerate((entry.a, entry.b)):
            window = "always" if kind == BASE else "start"
            if face.window != window:
                raise BadContent(
                    "content.window", replace(where, inside=face.id), id=entry.id, window=window
                )
            effects = parse_effects(face.does, where)
            content.faces.append(face.id)
            if kind == BASE:
                for effect in effects:
                    _use_power(content, effect, entry.id, False, side, where)
                effects = ()
            content.face_clauses.append([_offer(effect, where) for effect in effects])
