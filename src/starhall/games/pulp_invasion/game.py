"""The declaration of Pulp Invasion!: settings, procedures, results, conservation."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Procedure, Refusal
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import State, Strand
from starhall.engine.scene.elements import Scene
from starhall.games.pulp_invasion.cards import (
    BLACK,
    CAPTAINS,
    CARDS,
    COLOURS,
    CUBES,
    LEVELS,
    NONE,
    YELLOW,
)
from starhall.games.pulp_invasion.evaluation import evaluate
from starhall.games.pulp_invasion.prospects import chance
from starhall.games.pulp_invasion.refusals import refusals
from starhall.games.pulp_invasion.rounds import play
from starhall.games.pulp_invasion.scene import scene
from starhall.games.pulp_invasion.setup import set_up
from starhall.games.pulp_invasion.state import STREAMS, WON, Table
from starhall.games.pulp_invasion.words import D_SEARCH, PASSES, VOCABULARY

ANY_CAPTAIN = "random"


class PulpInvasion(Game[Table]):
    """One player; three Sectors of up to four rounds; hidden decks, an open bag."""

    id: ClassVar[str] = "pulp-invasion"
    version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "starhall.games.pulp_invasion"
    seats: ClassVar[range] = range(1, 2)
    streams: ClassVar[tuple[str, ...]] = STREAMS
    vocabulary: ClassVar[Vocabulary] = VOCABULARY
    horizon: ClassVar[tuple[str, ...]] = (D_SEARCH,)
    settings = (
        Setting("level", "normal", choices=tuple(LEVELS), rule="PI-20.1"),
        Setting("captain", ANY_CAPTAIN, choices=(ANY_CAPTAIN, *CAPTAINS), rule="PI-20.2"),
        Setting(
            "dice_limit", "per_encounter", choices=("per_encounter", "per_round"), rule="PI-20.3"
        ),
        Setting("black_on_evade", "leave", choices=("leave", "redraw"), rule="PI-20.4"),
    )

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        captain = str(settings["captain"])
        return set_up(
            chance,
            level=LEVELS.index(str(settings["level"])),
            captain=NONE if captain == ANY_CAPTAIN else CAPTAINS.index(captain),
            per_round=settings["dice_limit"] == "per_round",
            black_redraw=settings["black_on_evade"] == "redraw",
        )

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Table)
        return play(state, strand)

    def result(self, state: Table) -> Result:
        """PI-18.6: won or lost, nothing in between."""
        won = state.cause == WON
        return Result(
            ranks=[1 if won else 2],
            scores=[1.0 if won else 0.0],
            winners=[0] if won else [],
            reason=state.cause,
        )

    def scene(
        self, view: Table, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        return scene(view, seat, names, self.text)

    def refusals(self, view: Table, decision: Decision) -> list[Refusal]:
        return refusals(view, decision, self.text)

    def default(self, decision: Decision) -> Option:
        """The pass of section 15 where there is one, else the first option that is not fatal."""
        for option in decision.options:
            if option in PASSES:
                return option
        for option in decision.options:
            if not option.verb.endswith("_fatal"):
                return option
        return decision.options[0]

    def evaluate(self, state: Table, seat: int) -> float:
        return evaluate(state, seat)

    def prospects(self, state: Table, seat: int) -> float:
        return chance(state)

    def measures(self, view: Table) -> dict[str, list[float]]:
        return {
            "weapons": [float(len(view.found.cards))],
            "points": [float(sum(view.abilities))],
        }

    def stock(self, state: Table) -> Counter[str]:
        """PI-1.2, PI-1.4: every card that is dealt once, and 76 cubes."""
        cards = Counter(CARDS)
        cards.update({f"cube:{COLOURS[colour]}": count for colour, count in enumerate(CUBES)})
        return cards

    def census(self, state: Table) -> Counter[str]:
        """PI-14.1: every cube is in exactly one zone, every card too (PI-14.4)."""
        found = super().census(state)
        for colour, name in enumerate(COLOURS):
            count = state.bag[colour] + state.supply[colour] + state.drawn[colour]
            if colour < 3:
                count += 1 + sum(state.on_weapons[colour::3])
            elif colour == BLACK:
                count += state.quietus
            elif colour == YELLOW:
                count += len(state.found.cards)
            found[f"cube:{name}"] = count
        return found

    def card_name(self, card: int) -> str:
        return CARDS[card] if 0 <= card < len(CARDS) else "unknown"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """PI-18.8: at most 12 rounds; per card and Search a handful of choices."""
        return 12 * 160


GAME = PulpInvasion()
