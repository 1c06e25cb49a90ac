"""The cards of a match as tables of small numbers: what the rules look at during play.

A planet is `system * 7 + type`, a specialist `card * 2 + side`, a face of a Space Object
`kind * 2 + side`, a set of planet types a mask of seven bits.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from starhall.engine.rules.content import Content as EngineContent
from starhall.engine.rules.decision import Reason

if TYPE_CHECKING:
    from starhall.games.cassiopeia.state import Player, Table

NONE: Final = -1

COIN: Final = 0
BOT: Final = 1
LENS: Final = 2
CELL: Final = 3
CAPSULE: Final = 4
RESOURCES: Final[list[str]] = ["coin", "bot", "lens", "cell", "capsule"]

EARTH: Final = 0
MARS: Final = 1
SIDES: Final[list[str]] = ["earth", "mars"]

BASE: Final = 0
SHIP: Final = 1
STATION: Final = 2
KINDS: Final[list[str]] = ["base", "ship", "station"]

ROW: Final = 7  # planets in a row
ALL_INHABITED: Final = 127
MASKS: Final = 128
INHABITED_COUNT: Final[list[int]] = [mask.bit_count() for mask in range(MASKS)]
LOGISTICS_CARD: Final = 3  # card IV: without it the Logistics card could never change (CA-2.7)
MOST_OF_A_KIND: Final = 4  # tokens of one type that a payment can ask for: 0 to 4 capsules stand in

Cost: TypeAlias = tuple[int, int, int, int]
Asking: TypeAlias = Coroutine[Any, Any, None] | None  # what a rule returns that may ask
Act: TypeAlias = "Callable[[Table, Player, Clause], Asking]"
WhyNotUse: TypeAlias = "Callable[[Table, Player, Clause], Reason | None]"


def usable(s: Table, player: Player, clause: Clause) -> Reason | None:
    """Always allowed."""
    return None


class Clause:
    """One verb of a card with its numbers, in the order in which the card gives them."""

    def __init__(
        self,
        verb: str,
        act: Act,
        numbers: list[int],
        logistics: bool = False,
        bit: int = 0,
        why_not: WhyNotUse = usable,
    ) -> None:
        self.verb = verb
        self.act = act
        self.numbers = numbers
        self.times = numbers[-1] if numbers else 0  # how often, if the verb can be repeated
        self.logistics = logistics  # only for a player whose logistics is optimized
        self.bit = bit  # the complex that has it
        self.why_not = why_not


class StartEffect:
    """What a player may use in START: a Space Object, or an offer of a complex."""

    def __init__(self, name: str, kind: int, side: int, bit: int, clauses: list[Clause]) -> None:
        self.name = name
        self.kind = kind  # of the object, NONE for a complex
        self.side = side  # that must face up, NONE for either
        self.bit = bit  # of the complex, 0 for an object
        self.clauses = clauses  # of the complex; an object has those of the side facing up
        self.rivals = 0  # the effects of the same card: a mask, this one included


class Content(EngineContent):
    """All tables; `reading` fills them from the content files."""

    def __init__(self) -> None:
        super().__init__()
        # Tokens, by resource
        self.tokens: list[int] = []  # how many there are
        self.prices: list[int] = []  # 0 where nobody can purchase it
        self.worth: list[int] = []
        self.colours: list[str] = []

        # Planets
        self.systems: list[str] = []
        self.planets: list[str] = []
        self.complexes: list[str] = []  # by type
        self.cost: list[Cost] = []  # [type * 2 + inhabited]: of the planet to the right (CA-7.2)
        self.least_cost = 0  # how many tokens a planet costs at least
        self.symbols: list[int] = []  # [planet * 2 + inhabited] (CA-16.29)
        # [system * 128 + mask]: how far Earth leads among the planets' symbols (CA-6.1)
        self.margin: list[int] = []

        # What complexes do by themselves in a window, and what they offer in START
        self.at_start: list[Clause] = []
        self.at_coins: list[Clause] = []
        self.at_end: list[Clause] = []
        self.offers: list[Clause] = []
        self.offering = 0  # the complexes that offer something, as a mask
        # Their passive powers: the bit of the complex, and how much it does
        self.bank = 0
        self.protected_coins = 0
        self.defence = 0
        self.protected_best = 0
        self.engineering = 0
        self.substitutes = 0
        self.substitutes_optimized = 0
        self.supply = 0
        self.cheaper = 0
        self.resupply = 0
        self.second_purchases = 0

        # Specialists
        self.specialists: list[str] = []
        self.specialist_cards: list[str] = []
        self.clauses: list[list[Clause]] = []

        # Space Objects, by kind or by face
        self.object_copies: list[int] = []
        self.object_card: list[int] = []  # the Specialist card that brings it
        self.faces: list[str] = []
        self.face_clauses: list[list[Clause]] = []
        # How far a base moves the margin towards Earth, by its side + 1; the first is for no base.
        self.base_symbols: list[int] = [0, 0, 0]

        self.start_effects: list[StartEffect] = []

    def count_margins(self) -> None:
        """Earth symbols less Mars symbols, for every system and every set of inhabited types."""
        for system in range(len(self.systems)):
            for mask in range(MASKS):
                margin = 0
                for type in range(ROW):
                    symbol = self.symbols[(system * ROW + type) * 2 + (mask >> type & 1)]
                    margin += 1 if symbol == EARTH else -1
                self.margin.append(margin)

    def list_start_effects(self) -> None:
        """CA-4.4: the station, either side of the ship, then what complexes offer."""
        found = [StartEffect(KINDS[STATION], STATION, NONE, 0, [])]
        found += [StartEffect(self.faces[SHIP * 2 + side], SHIP, side, 0, []) for side in (0, 1)]
        for clause in self.offers:
            complex = self.complexes[clause.bit.bit_length() - 1].removesuffix("_complex")
            name = f"{complex}_{RESOURCES[clause.numbers[0]]}"
            found.append(StartEffect(name, NONE, NONE, clause.bit, [clause]))
            self.offering |= clause.bit
        for effect in found:
            for number, other in enumerate(found):
                if (effect.kind, effect.bit) == (other.kind, other.bit):
                    effect.rivals |= 1 << number
        self.start_effects = found
