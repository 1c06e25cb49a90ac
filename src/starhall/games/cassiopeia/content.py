"""Reads the cards and tokens and checks every effect against the vocabulary of CA-16."""

# mypyc: off

from __future__ import annotations

from typing import Literal

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Number, Verb, Verbs, load, one_of, place

PACKAGE = "starhall.games.cassiopeia"
RESOURCES = ("coin", "bot", "lens", "cell", "capsule")
SIDES = ("earth", "mars")
KINDS = ("base", "ship", "station")
CARDS_IN_ALL = 56  # CA-1.1
MOST_OF_A_KIND = 4  # tokens of one type that a payment can ask for (D18 has five options)

_RESOURCE = one_of(*RESOURCES)
_COUNT = Number(1, 9)
_GAIN = Verb("gain", (_RESOURCE, _COUNT))
_PURCHASE = Verb("purchase", (_COUNT,))

SPECIALIST_VERBS = Verbs(
    _GAIN,
    Verb("each_gain", (_RESOURCE, _COUNT)),
    _PURCHASE,
    Verb("buy", (_RESOURCE, Number(1, MOST_OF_A_KIND), _COUNT)),
    Verb("upgrade", (_COUNT,)),
    Verb("set_logistics", (one_of(*SIDES),)),
    Verb("levy", (one_of("coin"), _COUNT)),
    Verb("raid", (_COUNT,)),
    Verb("discount", (_COUNT,)),
    Verb("extra_terraform", (_COUNT,)),
    Verb("take_object", (one_of(*KINDS), Number(0, MOST_OF_A_KIND))),
)
COMPLEX_VERBS = {
    "start": Verbs(_GAIN, Verb("exchange", (_RESOURCE, _RESOURCE))),
    "coins": Verbs(_GAIN),
    "buy": Verbs(Verb("cheaper", (_COUNT,)), _PURCHASE),
    "pay": Verbs(Verb("substitute", (_COUNT,))),
    "end": Verbs(Verb("interest", (_RESOURCE, _COUNT, _COUNT))),
    "always": Verbs(Verb("protect", (one_of("coin"), _COUNT)), Verb("protect_best", (_COUNT,))),
}
OBJECT_VERBS = {
    "base": ("always", Verbs(Verb("symbols", (one_of(*SIDES), _COUNT)))),
    "ship": ("start", Verbs(Verb("extort"), Verb("swap_neighbours"))),
    "station": ("start", Verbs(_GAIN, Verb("turn_over"))),
}


class Token(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    price: int
    worth: int


class Colour(msgspec.Struct, forbid_unknown_fields=True):
    id: str


class OtherCard(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int


class Cost(msgspec.Struct, forbid_unknown_fields=True):
    coin: int = 0
    bot: int = 0
    lens: int = 0
    cell: int = 0

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
    copies: int
    specialist: int
    a: Face
    b: Face


class ComplexEffect(msgspec.Struct):
    """One checked effect of a complex, and when it works."""

    window: str
    logistics: bool
    effect: Effect


def tokens() -> list[Token]:
    """The resources in the order coin, bot, lens, cell, capsule (CA-1.2)."""
    found = load(PACKAGE, "tokens.toml", "token", Token)
    if tuple(token.id for token in found) != RESOURCES:
        raise ContentError(f"tokens.toml: the tokens must be {', '.join(RESOURCES)}, in this order")
    return found


def colours() -> list[str]:
    return [colour.id for colour in load(PACKAGE, "tokens.toml", "colour", Colour)]


def complexes() -> list[tuple[Complex, list[ComplexEffect]]]:
    """The seven planet types with their checked effects."""
    found = []
    for entry in load(PACKAGE, "complexes.toml", "complex", Complex):
        where = place("complexes.toml", "complex", entry.id)
        _check_costs(entry, where)
        effects = [
            ComplexEffect(part.window, part.logistics, effect)
            for part in entry.effects
            for effect in COMPLEX_VERBS[part.window].parse(part.does, where)
        ]
        if not effects:
            raise ContentError(f"{where}: every inhabited planet has an effect (CA-1.4)")
        found.append((entry, effects))
    return found


def _check_costs(entry: Complex, where: str) -> None:
    """CA-16.20, CA-7.4: three tokens uninhabited, more when inhabited, few of one kind."""
    before, after = entry.uninhabited.tokens(), entry.inhabited.tokens()
    if sum(before) != 3 or sum(after) <= 3:
        raise ContentError(f"{where}: the cost is 3 tokens, and more on the inhabited side")
    for coin, bot, lens, cell in (before, after):
        if max(coin + min(2, bot + lens), bot, lens, cell) > MOST_OF_A_KIND:
            raise ContentError(f"{where}: a payment may ask for {MOST_OF_A_KIND} of a kind at most")


def planets() -> list[Planet]:
    """CA-1.3: five systems, each with the seven types in their order."""
    found = load(PACKAGE, "planets.toml", "planet", Planet)
    types = [entry.id for entry, _ in complexes()]
    for index, planet in enumerate(found):
        where = place("planets.toml", "planet", planet.id)
        number = index % len(types) + 1
        if planet.number != number or planet.complex != types[number - 1]:
            raise ContentError(f"{where}: here belongs number {number}, {types[number - 1]}")
        if planet.system != found[index - index % len(types)].system:
            raise ContentError(f"{where}: a system has its {len(types)} planets in one block")
        if planet.uninhabited == planet.inhabited:
            raise ContentError(f"{where}: one side shows Earth, the other Mars (CA-1.4)")
    return found


def specialists() -> list[tuple[Specialist, tuple[Effect, ...], tuple[Effect, ...]]]:
    """CA-1.5: cards I to IX, side a before side b, with effect and Logistics clause."""
    found = []
    for index, entry in enumerate(load(PACKAGE, "specialists.toml", "specialist", Specialist)):
        where = place("specialists.toml", "specialist", entry.id)
        card, side = index // 2 + 1, "ab"[index % 2]
        if (entry.card, entry.side) != (card, side):
            raise ContentError(f"{where}: here belongs side {side} of card {card}")
        does = SPECIALIST_VERBS.parse(entry.does, where)
        found.append((entry, does, SPECIALIST_VERBS.parse(entry.logistics, where)))
    return found


def objects() -> list[tuple[SpaceObject, tuple[Effect, ...], tuple[Effect, ...]]]:
    """The three kinds of Space Object with the checked effects of both sides."""
    found = []
    for entry in load(PACKAGE, "objects.toml", "object", SpaceObject):
        where = place("objects.toml", "object", entry.id)
        if entry.id not in OBJECT_VERBS:
            raise ContentError(f"{where}: the kinds are {', '.join(KINDS)}")
        window, verbs = OBJECT_VERBS[entry.id]
        for face in (entry.a, entry.b):
            if face.window != window:
                raise ContentError(f"{where}, {face.id}: a {entry.id} works in '{window}'")
        found.append((entry, verbs.parse(entry.a.does, where), verbs.parse(entry.b.does, where)))
    if tuple(entry.id for entry, _, _ in found) != KINDS:
        raise ContentError(f"objects.toml: the kinds must be {', '.join(KINDS)}, in this order")
    return found


def others() -> list[OtherCard]:
    return load(PACKAGE, "others.toml", "card", OtherCard)


def check_cards() -> None:
    """CA-1.1: 56 cards in all."""
    count = len(planets()) + len(specialists()) // 2
    count += sum(entry.copies for entry, _, _ in objects())
    count += sum(card.copies for card in others())
    if count != CARDS_IN_ALL:
        raise ContentError(f"the content files hold {count} cards; it must be {CARDS_IN_ALL}")
