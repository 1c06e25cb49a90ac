"""The declaration of Cysmic: seats, settings, procedures, results (CY-1.1, CY-21.1)."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Reason, Remark
from starhall.engine.rules.options import Option
from starhall.engine.text.content import ContentFiles
from starhall.games.cysmic.bot import evaluate
from starhall.games.cysmic.content import COMMANDS, INSTALLED, MISSING, SOLDIER, Content
from starhall.games.cysmic.options import Options
from starhall.games.cysmic.orders import STANDING_ORDERS
from starhall.games.cysmic.reading import read
from starhall.games.cysmic.remarks import remark
from starhall.games.cysmic.rules.board import captive_types
from starhall.games.cysmic.rules.launch import standing
from starhall.games.cysmic.rules.legality import questions
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.setup import set_up
from starhall.games.cysmic.rules.turn import GAME as COURSE
from starhall.games.cysmic.scene.entries import entry_words
from starhall.games.cysmic.scene.table import TablePainter
from starhall.games.cysmic.state import (
    ATTACKER_FIRST,
    NONE,
    OPPONENT_FIRST,
    ORE_SUPPLY,
    RELIC_TOKENS,
    STREAMS,
    STRIKER_FIRST,
    TRACK,
    Table,
)

ON_OFF = ("on", "off")
ORDERS = {
    "opponent_first": OPPONENT_FIRST,
    "attacker_first": ATTACKER_FIRST,
    "striker_first": STRIKER_FIRST,
}


class Cysmic(Game[Table]):
    """2 to 6 players; command cards, combat, blueprints; a planet that collapses."""

    id = "cysmic"
    version = "1.7"
    package = "starhall.games.cysmic"
    seats = range(2, 7)
    described = {
        "units.unit": ("name.unit",),
        "ship.module": ("name.module",),
        "planet.biome": ("name.biome",),
        "command.card": ("name.command", "card.command"),
        "command.row": ("name.row", "name.cell/"),
        "discovery.discovery": ("name.discovery", "card.discovery"),
        "relics.relic": ("name.relic", "card.relic"),
        "espionage.espionage": ("name.espionage", "sabotage", "exploit"),
        "factions.faction": ("name.faction", "card.faction"),
    }
    counted = (
        "play",
        "activate",
        "use",
        "modify",
        "react",
        "build",
        "bonus",
        "sabotages",
        "exploits",
    )
    streams = STREAMS
    questions = questions()
    orders = STANDING_ORDERS
    steps = COURSE
    painter = TablePainter
    settings: tuple[Setting, ...] = (
        Setting("first_player", 0, low=1, high=6, also=(0,), rule="CY-2.1"),
        Setting("faction_pick", "one_of_three", choices=("one_of_three", "random"), rule="CY-26.2"),
        Setting("soldier_move", 4, low=3, high=4, rule="CY-1.5"),
        Setting("modifier_order", "opponent_first", choices=tuple(ORDERS), rule="CY-11.19"),
        Setting("ship_start_zone", "inner", choices=("inner", "rings_1_3"), rule="CY-2.13"),
        Setting(
            "global_arrows", "six_colours", choices=("six_colours", "antipodal"), rule="CY-4.8"
        ),
        Setting(
            "underlayer", "hidden_random", choices=("hidden_random", "open_ridge"), rule="CY-4.17"
        ),
        Setting("aftershocks", "off", choices=ON_OFF, rule="CY-26.2"),
        Setting("trading", "on", choices=ON_OFF, rule="CY-13.1"),
        Setting("round_cap", 40, low=20, high=80, rule="CY-24.5"),
        Setting(
            "planet_death_result", "all_lose", choices=("all_lose", "best_progress"), rule="CY-24.6"
        ),
    )

    def load(self, files: ContentFiles) -> Content:
        self.tables = read(files)
        self.options = Options(self.tables)
        move = self.tables.moves[SOLDIER]
        moves = Setting("soldier_move", move, low=min(3, move), high=max(4, move), rule="CY-1.5")
        self.settings = tuple(
            moves if setting.id == moves.id else setting for setting in type(self).settings
        )
        return self.tables

    def entry_words(self, place: str, id: str) -> Mapping[str, object]:
        return entry_words(self.tables, self.text, place, id)

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        first = int(settings["first_player"])
        if first > seats:
            return Reason("CY-2.1", "no_such_seat", {"seat": first, "seats": seats})
        return None

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        """CY-2.1, CY-26.2: the table as the settings want it, before the first choice."""
        s = Table(seats=seats, chance=chance, content=self.tables, options=self.options)
        s.random_faction = settings["faction_pick"] == "random"
        s.soldier_move = int(settings["soldier_move"])
        s.modifier_order = ORDERS[str(settings["modifier_order"])]
        s.rings_start = settings["ship_start_zone"] == "rings_1_3"
        s.antipodal = settings["global_arrows"] == "antipodal"
        s.open_ridge = settings["underlayer"] == "open_ridge"
        s.aftershocks = settings["aftershocks"] == "on"
        s.trading = settings["trading"] == "on"
        s.round_cap = int(settings["round_cap"])
        s.best_progress = settings["planet_death_result"] == "best_progress"
        set_up(s, chance, int(settings["first_player"]) - 1)
        return s

    def result(self, state: Table) -> Result:
        """CY-24.1, CY-24.6: the launch wins; on planet death nobody, or the best progress."""
        keys = [standing(state, seat) for seat in range(state.seats)]
        if state.winner != NONE:
            ranks = [1 if seat == state.winner else 2 for seat in range(state.seats)]
            winners = [state.winner]
        else:
            first = 1 if state.best_progress else 2  # if all lose, the planet has won
            ranks = [first + sum(other > key for other in keys) for key in keys]
            winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        scores = [float(key[0]) for key in keys]
        reason = state.reason if state.winner != NONE or not winners else "best_progress"
        return Result(ranks, scores, winners, reason)

    def remark(self, view: Table, decision: Decision, option: Option) -> Remark | None:
        return remark(view, decision, option)

    def evaluate(self, state: Table, seat: int) -> float:
        return evaluate(state, seat)

    def round_of(self, state: Table) -> int:
        return state.round

    def roles(self, state: Table) -> dict[str, list[str]]:
        return {"faction": [self.tables.factions[player.faction] for player in state.players]}

    def measures(self, view: Table) -> dict[str, list[float]]:
        return {
            "modules": [float(player.modules.count(INSTALLED)) for player in view.players],
            "ore": [float(player.ore) for player in view.players],
            "influence": [float(influence(view, seat)) for seat in range(view.seats)],
        }

    def assets(self, state: Table, seat: int) -> dict[str, float]:
        player = state.players[seat]
        held = [captive_types(state, seat, other) for other in range(state.seats) if other != seat]
        return {
            **super().assets(state, seat),
            "units": float(sum([hex >= 0 for hex in player.where])),
            "blueprints": float(len(player.modules) - player.modules.count(MISSING)),
            "cards": float(len(player.cards.cards)),
            "relics": float(len(player.relics.cards) + len(player.slots.cards)),
            "captives": float(sum([sum(types) for types in held])),
        }

    def stock(self, state: Table) -> Counter[str]:
        """CY-1.2, CY-1.3: every card, token, ore and piece."""
        tables, seats = self.tables, state.seats
        stock = Counter(dict(zip(tables.discoveries, tables.discovery_copies, strict=True)))
        stock.update(dict(zip(tables.relics, tables.relic_copies, strict=True)))
        stock.update(tables.espionage)
        boards = zip(tables.factions, tables.faction_seats, strict=True)
        stock.update(board for board, least in boards if least <= seats)
        stock.update(dict.fromkeys(COMMANDS, seats))
        stock.update(tables.tokens)
        stock["ore"] = ORE_SUPPLY
        stock["relic_token"] = RELIC_TOKENS
        stock["tremor_token"] = TRACK
        stock["piece"] = len(tables.type_of) * seats
        return stock

    def census(self, state: Table) -> Counter[str]:
        """CY-1.2, CY-1.3: where all of that is."""
        found = super().census(state)
        tokens = state.bag + state.drawn + state.spent
        found.update(self.tables.tokens[token] for token in tokens)
        found["ore"] = state.ore + sum(player.ore for player in state.players)
        found["relic_token"] = state.relic_tokens + sum(state.tokens)
        found["tremor_token"] = state.singles + state.stack
        found["piece"] = sum(len(player.where) for player in state.players)
        return found

    def card_name(self, card: int) -> str:
        cards = self.tables.cards
        return cards[card] if 0 <= card < len(cards) else "unknown"

    def default(self, decision: Decision) -> Option:
        """CY-21.1: for a player whose time is up: pass if possible, otherwise the first option."""
        last = decision.options[-1]
        return last if not last.arg else decision.options[0]

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """CY-24.7: every turn ends; no turn has more choices than this."""
        return 1000 * seats * int(settings["round_cap"])


GAME = Cysmic()
