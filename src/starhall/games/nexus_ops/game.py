"""The declaration of Nexus Ops: seats, settings, procedures, results."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Reason, Remark
from starhall.engine.rules.options import Option
from starhall.engine.text.content import ContentFiles
from starhall.games.nexus_ops.bot.evaluation import evaluate
from starhall.games.nexus_ops.content import SLOT_COUNT, SLOTS, Content
from starhall.games.nexus_ops.options import PASSES, Options
from starhall.games.nexus_ops.orders import STANDING_ORDERS
from starhall.games.nexus_ops.reading import read
from starhall.games.nexus_ops.remarks import remark
from starhall.games.nexus_ops.rules.control import controlled_mask
from starhall.games.nexus_ops.rules.ending import decided_by, ranks, units_of
from starhall.games.nexus_ops.rules.exploration import mined
from starhall.games.nexus_ops.rules.legality import QUESTIONS
from starhall.games.nexus_ops.rules.setup import TEAM_TARGET, set_up
from starhall.games.nexus_ops.rules.turn import GAME_STEPS
from starhall.games.nexus_ops.scene.table import TablePainter
from starhall.games.nexus_ops.stacks import count
from starhall.games.nexus_ops.state import STREAMS, TOKENS, Table

ON_OFF = ("off", "on")
UNUSED = "unused"


class NexusOps(Game[Table]):
    """2 to 4 players; a hex map, dice, hidden hands and face-down tokens."""

    id = "nexus-ops"
    version = "1.3"
    package = "starhall.games.nexus_ops"
    seats = range(2, 5)
    described = {
        "units.unit": ("name.unit", "ability"),
        "energize.card": ("name.card", "card"),
        "missions.mission": ("name.card", "card"),
        "tokens.token": ("name.token",),
        "factions.faction": ("name.faction",),
    }
    counted = ("buy", "play", "score")
    streams = STREAMS
    questions = QUESTIONS
    orders = STANDING_ORDERS
    steps = GAME_STEPS
    painter = TablePainter
    content: Content
    settings: tuple[Setting, ...] = (
        Setting("vp_target", "12", choices=("10", "12", "14"), rule="NX-17.2"),
        Setting("executive_orders", "off", choices=ON_OFF, rule="NX-17.3"),
        Setting("king_of_the_hill", "off", choices=ON_OFF, rule="NX-17.4"),
        Setting("top_priority", "off", choices=ON_OFF, rule="NX-17.6"),
        Setting("extra_tokens", None, choices=("off", "random", "custom"), rule="NX-17.7"),
        Setting("transmissions", "off", choices=ON_OFF, rule="NX-17.13"),
        Setting("teams", "off", choices=ON_OFF, rule="NX-17.15"),
        Setting("vortex", "off", choices=ON_OFF, rule="NX-17.9"),
        Setting("alternate_units", "off", choices=ON_OFF, rule="NX-17.21"),
        Setting(
            "two_player_board",
            "standard",
            choices=("standard", "energy_dependence", "rift_corridor"),
            rule="NX-17.34",
        ),
        Setting("round_cap", 50, low=10, high=200, rule="NX-15.8"),
    )

    def load(self, files: ContentFiles) -> Content:
        content = read(files)
        self.options = Options(content)
        self.swaps = _swap_settings(content)
        standard = [
            id for id, green in zip(content.tokens, content.green, strict=True) if not green
        ]
        self.settings += tuple(
            Setting(id, UNUSED, choices=(UNUSED, *standard), rule="NX-17.8") for id in self.swaps
        )
        return content

    def defaults(self, seats: int, settings: dict[str, Value]) -> None:
        """Naming a swap asks for a custom set of tokens; otherwise there are no extra ones."""
        swapping = any(settings[id] != UNUSED for id in self.swaps)
        settings.setdefault("extra_tokens", "custom" if swapping else "off")

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        """NX-17.1: the pairs that exclude each other."""

        def both(one: str, other: str) -> bool:
            return settings[one] == "on" and settings[other] == "on"

        if both("king_of_the_hill", "vortex"):
            return Reason("NX-17.1", "hill_and_vortex")
        if both("top_priority", "transmissions"):
            return Reason("NX-17.1", "priority_and_line")
        if both("executive_orders", "transmissions"):
            return Reason("NX-17.1", "orders_and_line")
        if settings["teams"] == "on" and seats != 4:
            return Reason("NX-17.15", "teams_need_four", {"seats": seats})
        if settings["teams"] == "on" and settings["vp_target"] != "12":
            values: dict[str, object] = {"target": TEAM_TARGET, "n": settings["vp_target"]}
            return Reason("NX-17.1", "team_target", values)
        if settings["two_player_board"] != "standard" and seats != 2:
            board: dict[str, object] = {"board": settings["two_player_board"], "seats": seats}
            return Reason("NX-17.1", "board_for_two", board)
        return self._bad_swap(settings)

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        swaps = self._chosen_swaps(settings)
        return set_up(seats, settings, chance, self.content, self.options, swaps)

    def result(self, state: Table) -> Result:
        """NX-15.1 to NX-15.9."""
        found = ranks(state)
        winners = [seat for seat, rank in enumerate(found) if rank == 1]
        scores = [float(player.points) for player in state.players]
        reason = f"team_{state.reason}" if state.teams else state.reason
        if state.reason != "target":
            shared = len(winners) > (2 if state.teams else 1)
            reason = f"{reason}_{'draw' if shared else decided_by(state)}"
        return Result(found, scores, winners, reason)

    def remark(self, view: Table, decision: Decision, option: Option) -> Remark | None:
        return remark(view, decision, option)

    def default(self, decision: Decision) -> Option:
        """A player who has run out of time passes if possible."""
        for option in decision.options:
            if option.verb in PASSES:
                return option
        return decision.options[0]

    def evaluate(self, state: Table, seat: int) -> float:
        return evaluate(state, seat)

    def round_of(self, state: Table) -> int:
        return state.round

    def roles(self, state: Table) -> dict[str, list[str]]:
        return {"faction": [self.content.factions[player.faction] for player in state.players]}

    def measures(self, view: Table) -> dict[str, list[float]]:
        players = view.players
        seats = range(view.seats)
        return {
            "points": [float(player.points) for player in players],
            "rubium": [float(player.rubium) for player in players],
            "income": [float(mined(view, seat)) for seat in seats],
            "units": [float(units_of(player)) for player in players],
            "hexes": [float(controlled_mask(view, seat).bit_count()) for seat in seats],
        }

    def assets(self, state: Table, seat: int) -> dict[str, float]:
        return {**super().assets(state, seat), "cards": float(state.players[seat].hand())}

    def stock(self, state: Table) -> Counter[str]:
        """NX-1.1: 36 missions, 32 Energize cards, 24 tokens, and every faction's figures."""
        content = self.content
        found = Counter(dict(zip(content.cards, content.copies, strict=True)))
        found += Counter(dict(zip(content.tokens, content.token_copies, strict=True)))
        for seat in range(state.seats):
            for slot in range(SLOT_COUNT):
                found[f"{SLOTS[slot]}:{seat}"] = content.count[slot]
        return found

    def census(self, state: Table) -> Counter[str]:
        found: Counter[str] = Counter()
        for zone in state.zones():
            names = self.content.tokens if zone.family == TOKENS else self.content.cards
            found.update(names[card] for card in zone.cards)
        for player in state.players:
            for stack in (player.supply, *player.stacks):
                for slot in range(SLOT_COUNT):
                    if number := count(stack, slot):
                        found[f"{SLOTS[slot]}:{player.seat}"] += number
        return found

    def card_name(self, card: int) -> str:
        cards = self.content.cards
        return cards[card] if 0 <= card < len(cards) else "unknown"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """NX-15.8: units move once, cards and rubium are finite; 400 choices fill any turn."""
        return 400 * seats * int(settings["round_cap"])

    def _chosen_swaps(self, settings: Mapping[str, Value]) -> list[tuple[int, int]]:
        """The swaps of NX-17.8: standard token, green token."""
        return [
            (self.content.tokens.index(str(settings[id])), green)
            for id, green in self.swaps.items()
            if settings[id] != UNUSED
        ]

    def _bad_swap(self, settings: Mapping[str, Value]) -> Reason | None:
        swaps = self._chosen_swaps(settings)
        if swaps and settings["extra_tokens"] != "custom":
            return Reason("NX-17.8", "swaps_need_custom", {"value": settings["extra_tokens"]})
        for old, wanted in Counter(old for old, _ in swaps).items():
            copies = self.content.token_copies[old]
            if wanted > copies:
                values = {"token": self.content.tokens[old], "n": wanted, "copies": copies}
                return Reason("NX-17.8", "too_many_swaps", values)
        return None


def _swap_settings(content: Content) -> dict[str, int]:
    """NX-17.8: each green token has a setting that names the standard token it replaces."""
    return {
        id.removeprefix("ex_") + (f"_{copy + 1}" if copies > 1 else ""): token
        for token, (id, copies) in enumerate(zip(content.tokens, content.token_copies, strict=True))
        if content.green[token]
        for copy in range(copies)
    }


GAME = NexusOps()
