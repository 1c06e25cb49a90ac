"""The declaration of Pulp Invasion!: settings, procedures, results, conservation."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.packs import Pack
from starhall.games.pulp_invasion.bot.evaluation import Worth, evaluate
from starhall.games.pulp_invasion.bot.prospects import chance
from starhall.games.pulp_invasion.content import BLACK, COLOURS, NONE, YELLOW, Content
from starhall.games.pulp_invasion.options import D_SEARCH
from starhall.games.pulp_invasion.orders import STANDING_ORDERS
from starhall.games.pulp_invasion.reading import read
from starhall.games.pulp_invasion.rules.legality import QUESTIONS
from starhall.games.pulp_invasion.rules.rounds import GAME as COURSE
from starhall.games.pulp_invasion.rules.setup import set_up
from starhall.games.pulp_invasion.scene.entries import entry_words
from starhall.games.pulp_invasion.scene.remarks import remark
from starhall.games.pulp_invasion.scene.table import TablePainter
from starhall.games.pulp_invasion.state import STREAMS, WON, Table

ANY_CAPTAIN = "random"


class PulpInvasion(Game[Table]):
    """One player (PI-1.1); three Sectors of up to four rounds; hidden decks, an open bag."""

    id = "pulp-invasion"
    version = "1.3"
    package = "starhall.games.pulp_invasion"
    seats = range(1, 2)
    described = {
        "agents.agent": ("name.card",),
        "guardforce.guardforce": ("name.card",),
        "events.event": ("name.card",),
        "locations.location": ("name.card",),
        "planets.planet": ("name.planet",),
        "weapons.weapon": ("name.weapon",),
        "aliens.alien": ("name.alien",),
        "captains.captain": ("name.captain",),
        "dice.die": ("name.die",),
        "levels.level": ("name.level",),
    }
    counted = (
        "visit",
        "keep",
        "understand",
        "fire",
        "claim",
        "engages",
        "evades",
    )
    streams = STREAMS
    questions = QUESTIONS
    orders = STANDING_ORDERS
    steps = COURSE
    painter = TablePainter
    horizon = (D_SEARCH,)

    content: Content

    def __init__(self, pack: Pack | None = None) -> None:
        super().__init__(pack)
        self.worth = Worth(self.content)

    def entry_words(self, place: str, id: str) -> Mapping[str, object]:
        return entry_words(self.content, self.text, place, id)

    def load(self, files: ContentFiles) -> Content:
        content = read(files)
        limits, black = ("per_encounter", "per_round"), ("leave", "redraw")
        captains = (ANY_CAPTAIN, *content.captains)
        self.settings = (
            Setting("level", "normal", choices=tuple(content.levels), rule="PI-20.1"),
            Setting("captain", ANY_CAPTAIN, choices=captains, rule="PI-20.2"),
            Setting("dice_limit", "per_encounter", choices=limits, rule="PI-20.3"),
            Setting("black_on_evade", "leave", choices=black, rule="PI-20.4"),
        )
        return content

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        """The table for the settings of PI-20.1 to PI-20.4."""
        captain = str(settings["captain"])
        return set_up(
            self.content,
            chance,
            level=self.content.levels.index(str(settings["level"])),
            captain=NONE if captain == ANY_CAPTAIN else self.content.captains.index(captain),
            per_round=settings["dice_limit"] == "per_round",
            black_redraw=settings["black_on_evade"] == "redraw",
        )

    def result(self, state: Table) -> Result:
        """PI-18.6: won or lost, nothing in between."""
        won = state.cause == WON
        return Result(
            ranks=[1 if won else 2],
            scores=[1.0 if won else 0.0],
            winners=[0] if won else [],
            reason=state.cause,
        )

    def remark(self, view: Table, decision: Decision, option: Option) -> Remark | None:
        """What an option costs and does, as PI-6.2, PI-7.3 and PI-8.8 have it."""
        return remark(view, decision, option, self.text)

    def default(self, decision: Decision) -> Option:
        """The pass of section 15 if there is one, otherwise the first option that is not fatal."""
        for option in decision.options:
            if option in self.content.options.passes:
                return option
        for option in decision.options:
            if not option.fatal:
                return option
        return decision.options[0]

    def evaluate(self, state: Table, seat: int) -> float:
        return evaluate(state, self.worth)

    def prospects(self, state: Table, seat: int) -> float:
        return chance(state, self.worth)

    def round_of(self, state: Table) -> int:
        return state.rounds

    def roles(self, state: Table) -> dict[str, list[str]]:
        return {"captain": [self.content.captains[state.captain]]}

    def measures(self, view: Table) -> dict[str, list[float]]:
        return {
            "weapons": [float(len(view.found.cards))],
            "points": [float(sum(view.abilities))],
        }

    def stock(self, state: Table) -> Counter[str]:
        """PI-1.2, PI-1.4: every card that is dealt once, and 76 cubes."""
        content = self.content
        stock = Counter(content.cards)
        stock.update({f"cube:{COLOURS[colour]}": n for colour, n in enumerate(content.cubes)})
        return stock

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
        """PI-14.4 counts cards by these names."""
        cards = self.content.cards
        return cards[card] if 0 <= card < len(cards) else "unknown"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """PI-18.8: at most 12 rounds; per card and Search a handful of choices."""
        return 12 * 160


GAME = PulpInvasion()
