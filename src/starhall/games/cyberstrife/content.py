"""The cards of a match as tables of small numbers: what the rules look at during play.

Units come first, traits follow. A type is a bit; a clause is one effect of a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starhall.engine.errors import ContentError, RulesFault
from starhall.engine.rules.content import Content as MatchContent
from starhall.engine.text.files import closest

if TYPE_CHECKING:
    from starhall.games.cyberstrife.rules.scores import Lineup


class Scope:
    """Which units an effect reaches: by source the places, narrowed down to some types."""

    def __init__(self, places: list[list[int]], types: int) -> None:
        self.places = places
        self.types = types  # 0 for all


class Condition:
    """When an effect works; `filter` is what stands in its brackets."""

    def __init__(self, content: Content, filter: tuple[str, ...]) -> None:
        pass

    def holds(self, line: Lineup, side: int, source: int, place: int) -> bool:
        """For the unit in this place, if the text of the source is this side's."""
        raise RulesFault(f"nothing says when {type(self).__name__} holds")


class Clause:
    """One effect of a card's text, ready to be applied."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.counted: Scope | None = None  # it works once for each of these
        self.attack = 0
        self.defense = 0
        self.conditions: list[Condition] = []


class Content(MatchContent):
    """All cards: first the units, then the traits."""

    def __init__(self, types: list[str]) -> None:
        super().__init__()
        self.types = types
        self.units: list[str] = []
        self.traits: list[str] = []
        self.first_trait = 0
        # By unit
        self.attack: list[int] = []
        self.defense: list[int] = []
        self.unit_types: list[int] = []
        self.average = 0.0  # what bots expect of a unit they have not seen
        # By card: its id, how many there are, and its text
        self.cards: list[str] = []
        self.copies: list[int] = []
        self.modifiers: list[list[Clause]] = []
        self.jams: list[list[Clause]] = []
        self.shields: list[list[Clause]] = []
        self.dup_bonuses: list[list[Clause]] = []
        self.copies_base: list[bool] = []
        self.peeks: list[int] = []
        self.swaps: list[int] = []
        self.ties_won: list[int] = []
        self.sifts: list[int] = []
        self.free_losses: list[int] = []

    def add_unit(self, id: str, types: int, attack: int, defense: int, copies: int) -> int:
        self.units.append(id)
        self.unit_types.append(types)
        self.attack.append(attack)
        self.defense.append(defense)
        self.first_trait += 1
        return self._add_card(id, copies)

    def add_trait(self, id: str, copies: int) -> int:
        self.traits.append(id)
        return self._add_card(id, copies)

    def _add_card(self, id: str, copies: int) -> int:
        """Add a card, still without a text, and return its number."""
        self.cards.append(id)
        self.copies.append(copies)
        for clauses in (self.modifiers, self.jams, self.shields, self.dup_bonuses):
            clauses.append([])
        self.copies_base.append(False)
        for powers in (self.peeks, self.swaps, self.ties_won, self.sifts, self.free_losses):
            powers.append(0)
        return len(self.cards) - 1

    def bits(self, names: tuple[str, ...]) -> int:
        """Some types as bits."""
        bits = 0
        for name in names:
            if name not in self.types:
                near, known = closest(name, self.types), ", ".join(self.types)
                raise ContentError("content.no_type", type=name, near=near, known=known)
            bits |= 1 << self.types.index(name)
        return bits

    def card(self, id: str) -> int:
        """The number of a unit or trait."""
        return self.cards.index(id)


def power(by_card: list[int], traits: list[int]) -> int:
    """How much of a special ability a player's traits have together (CS-18.19)."""
    total = 0
    for trait in traits:
        total += by_card[trait]
    return total
