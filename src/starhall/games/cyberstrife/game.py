"""The declaration of Cyberstrife: seats, settings, procedures, results."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Procedure, Reason, Remark
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State, Strand
from starhall.engine.text.content import ContentFiles
from starhall.games.cyberstrife.bot import average_value, evaluate
from starhall.games.cyberstrife.content import Content
from starhall.games.cyberstrife.options import D_ATTACK, Options
from starhall.games.cyberstrife.orders import STANDING_ORDERS
from starhall.games.cyberstrife.reading import read
from starhall.games.cyberstrife.remarks import remark
from starhall.games.cyberstrife.rules.asking import default
from starhall.games.cyberstrife.rules.legality import QUESTIONS
from starhall.games.cyberstrife.rules.passing import concede
from starhall.games.cyberstrife.rules.setup import copies_needed, set_up
from starhall.games.cyberstrife.rules.turn import STRANDS
from starhall.games.cyberstrife.scene.table import TablePainter
from starhall.games.cyberstrife.state import FAMILIES, STREAMS, Table, Turn

ON_OFF = ("on", "off")
MOST_SEATS = 48


class Cyberstrife(Game[Table]):
    """2 to 48 players; simultaneous turns; hidden hands and face-down defenders."""

    id = "cyberstrife"
    version = "1.4"
    package = "starhall.games.cyberstrife"
    seats = range(2, MOST_SEATS + 1)
    described = {
        "units.unit": ("name.unit", "card.unit"),
        "traits.trait": ("name.trait", "card.trait"),
        "types.type": ("name.type",),
    }
    counted = ("place", "draws_traits")
    streams = STREAMS
    questions = QUESTIONS
    orders = STANDING_ORDERS
    painter = TablePainter
    guesses = (D_ATTACK,)  # against face-down defenders
    sharpness = 3.5
    remarks_vary = ("stack", "swap")
    settings = (
        Setting("simultaneous_turns", "on", choices=ON_OFF, rule="CS-11.1"),
        Setting("start_seat", 0, low=1, high=MOST_SEATS, also=(0,), rule="CS-2.1"),
        Setting("large_game", "pools", choices=("pools", "merged"), rule="CS-12.2"),
        Setting("round_cap", None, low=20, high=200, rule="CS-17.6"),
        Setting("auto_single", "on", choices=ON_OFF, rule="CS-14"),
        Setting("sudden_death_round", 0, low=2, high=200, also=(0,), rule="CS-19.2"),
    )

    content: Content
    options: Options

    def load(self, files: ContentFiles) -> Content:
        content = read(files)
        content.average = average_value(content)
        self.options = Options(content)
        return content

    def defaults(self, seats: int, settings: dict[str, Value]) -> None:
        """CS-17.6: 60 rounds, and 20 more for each further copy of the game."""
        settings.setdefault("round_cap", 60 + 20 * (copies_needed(seats) - 1))

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        start = int(settings["start_seat"])
        if start > seats:
            return Reason("CS-2.1", "no_such_seat", {"seat": start, "seats": seats})
        return None

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        return set_up(seats, settings, chance, self.content, self.options)

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Table) and isinstance(strand, Turn)
        return STRANDS[strand.kind].run(state, strand)

    def interjections(self, state: State, seat: int) -> list[Option]:
        """CS-10.8: a living player may concede at any time, unless nobody else is left."""
        assert isinstance(state, Table)
        player = state.players[seat]
        if state.over or not player.alive or player.conceding or len(state.living()) < 2:
            return []
        return [self.options.concede]

    def interject(self, state: State, seat: int, option: Option) -> None:
        assert isinstance(state, Table)
        concede(state, seat)

    def result(self, state: Table) -> Result:
        """CS-17.1, CS-17.2, CS-17.7: the living by units owned, then by who left last."""
        keys = [_standing(state, seat) for seat in range(state.seats)]
        ranks = [1 + sum(other > key for other in keys) for key in keys]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        scores = [float(player.owned()) for player in state.players]
        reason = "last" if state.reason == "last" else _decided_by(keys)
        return Result(ranks, scores, winners, reason)

    def remark(self, view: Table, decision: Decision, option: Option) -> Remark | None:
        return remark(view, decision, option)

    def default(self, decision: Decision) -> Option:
        return default(decision)

    def evaluate(self, state: Table, seat: int) -> float:
        return evaluate(state, seat)

    def round_of(self, state: Table) -> int:
        return state.round()

    def measures(self, view: Table) -> dict[str, list[float]]:
        return {
            "units": [float(player.owned()) for player in view.players],
            "won": [float(player.won) for player in view.players],
        }

    def assets(self, state: Table, seat: int) -> dict[str, float]:
        player, content = state.players[seat], self.content
        units = player.hand.cards + [card for lane in player.lanes for card in lane.cards]
        return {
            **super().assets(state, seat),
            "attack": float(sum([content.attack[unit] for unit in units])),
            "defense": float(sum([content.defense[unit] for unit in units])),
        }

    def stock(self, state: Table) -> Counter[str]:
        """CS-1.1: every copy of the game holds 76 units and 32 traits."""
        merged = len(state.copies) == 1
        boxes = copies_needed(state.seats) if merged else 1
        return Counter(
            {
                f"{number}:{self.card_name(card)}": count * boxes
                for number in range(len(state.copies))
                for card, count in enumerate(self.content.copies)
            }
        )

    def census(self, state: Table) -> Counter[str]:
        """Cards by copy: they never mix (CS-12.4)."""
        return Counter(
            f"{zone.family // FAMILIES}:{self.card_name(card)}"
            for zone in state.zones()
            for card in zone.cards
        )

    def card_name(self, card: int) -> str:
        cards = self.content.cards
        return cards[card] if 0 <= card < len(cards) else "unknown"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """Section 14: at most 9 + 3 + 3 + 2 + 10 + 1 + 3 + 3 + 3 choices a turn."""
        return 40 * seats * (int(settings["round_cap"]) + seats)


def _standing(s: Table, seat: int) -> tuple[int, ...]:
    """The greater the standing, the better the rank."""
    player = s.players[seat]
    if not player.alive:
        return (0, player.left)
    return (1, player.owned(), player.eliminations, player.won, -player.lost)


def _decided_by(keys: list[tuple[int, ...]]) -> str:
    """CS-17.7: what put the winner ahead at the cap, as a key of the texts of results."""
    best, second = sorted(keys, reverse=True)[:2]
    if best == second:
        return "shared_cap"
    reasons = ("cap", "cap_eliminations", "cap_won", "cap_lost")
    return next(name for name, a, b in zip(reasons, best[1:], second[1:], strict=False) if a != b)


GAME = Cyberstrife()
