"""The declaration of Cassiopeia: seats, settings, procedures, results."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Reason, Remark
from starhall.engine.rules.options import Option
from starhall.engine.text.content import ContentFiles
from starhall.games.cassiopeia.bot import evaluate
from starhall.games.cassiopeia.content import COIN, KINDS, NONE, RESOURCES, Content
from starhall.games.cassiopeia.options import DECLINES, Options
from starhall.games.cassiopeia.orders import STANDING_ORDERS
from starhall.games.cassiopeia.reading import read
from starhall.games.cassiopeia.rules.legality import QUESTIONS
from starhall.games.cassiopeia.rules.rounds import PLAY, wealth
from starhall.games.cassiopeia.rules.setup import SELECTIONS, new_table
from starhall.games.cassiopeia.scene.remarks import remark
from starhall.games.cassiopeia.scene.table import TablePainter
from starhall.games.cassiopeia.state import STREAMS, Table

MOST_SEATS = 5


class Cassiopeia(Game[Table]):
    """2 to 5 players; nothing hidden; all chance is in the setup."""

    id = "cassiopeia"
    version = "1.4"
    package = "starhall.games.cassiopeia"
    seats = range(2, MOST_SEATS + 1)
    described = {
        "complexes.complex": ("name.complex", "card.complex"),
        "specialists.specialist": ("name.specialist", "card.specialist"),
        "planets.planet": ("name.planet",),
        "objects.object": ("name.kind",),
    }
    counted = (
        "choose",
        "build",
        "buy",
        "purchase",
        "requisition",
        "use",
    )
    streams = STREAMS
    questions = QUESTIONS
    orders = STANDING_ORDERS
    steps = PLAY
    painter = TablePainter
    sharpness = 2.5
    settings = (
        Setting("row_size", None, low=6, high=9, rule="CA-2.6"),
        Setting("flipped_at_setup", 3, low=0, high=9, rule="CA-2.8"),
        Setting("specialist_selection", "core_random", choices=tuple(SELECTIONS), rule="CA-2.7"),
        Setting("system_assignment", "random", choices=("random", "choose"), rule="CA-2.3"),
        Setting("first_player", 0, low=1, high=MOST_SEATS, also=(0,), rule="CA-2.13"),
        Setting("round_cap", 60, low=20, high=200, rule="CA-15.4"),
    )
    content: Content
    options: Options

    def load(self, files: ContentFiles) -> Content:
        content = read(files)
        self.options = Options(content)
        return content

    def defaults(self, seats: int, settings: dict[str, Value]) -> None:
        """CA-2.6: four cards more than players."""
        settings.setdefault("row_size", seats + 4)

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        first, flipped = int(settings["first_player"]), int(settings["flipped_at_setup"])
        size = int(settings["row_size"])
        if first > seats:
            return Reason("CA-2.13", "no_such_seat", {"seat": first, "seats": seats})
        if flipped > size:
            return Reason("CA-2.8", "too_many_flips", {"flipped": flipped, "size": size})
        return None

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        s = new_table(seats, chance, self.content, self.options)
        s.row_size = int(settings["row_size"])
        s.flipped_at_setup = int(settings["flipped_at_setup"])
        s.selection = SELECTIONS[str(settings["specialist_selection"])]
        s.random_systems = settings["system_assignment"] == "random"
        s.first = int(settings["first_player"]) - 1
        s.round_cap = int(settings["round_cap"])
        return s

    def result(self, state: Table) -> Result:
        """CA-15.1 to CA-15.4: one winner, the others ranked by inhabited planets."""
        planets = [player.planets() for player in state.players]
        ranks = []
        for seat, own in enumerate(planets):
            ahead = [n for other, n in enumerate(planets) if other != state.winner and n > own]
            ranks.append(1 if seat == state.winner else 2 + len(ahead))
        return Result(ranks, [float(n) for n in planets], [state.winner], state.reason)

    def remark(self, view: Table, decision: Decision, option: Option) -> Remark | None:
        return remark(view, decision, option, self.text)

    def default(self, decision: Decision) -> Option:
        """Decline if possible; otherwise take the first option."""
        last = decision.options[-1]
        return last if last.verb in DECLINES else decision.options[0]

    def evaluate(self, state: Table, seat: int) -> float:
        return evaluate(state, seat)

    def round_of(self, state: Table) -> int:
        return state.round

    def roles(self, state: Table) -> dict[str, list[str]]:
        return {"system": [self.content.systems[player.system] for player in state.players]}

    def measures(self, view: Table) -> dict[str, list[float]]:
        return {
            "planets": [float(player.planets()) for player in view.players],
            "wealth": [float(wealth(view, player)) for player in view.players],
        }

    def stock(self, state: Table) -> Counter[str]:
        """CA-1.1, CA-1.2: the tokens, the systems, the Specialist cards, the Space Objects."""
        content = state.content
        counts = Counter(dict(zip(RESOURCES, content.tokens, strict=True)))
        counts.update(content.systems)
        counts.update(content.specialist_cards)
        counts.update(dict(zip(KINDS, content.object_copies, strict=True)))
        return counts

    def census(self, state: Table) -> Counter[str]:
        """CA-5.15: reserve, players and cards together."""
        systems, cards = state.content.systems, state.content.specialist_cards
        counts: Counter[str] = Counter()
        for resource, name in enumerate(RESOURCES):
            held = sum(player.held[resource] for player in state.players)
            on_cards = sum(state.coins) if resource == COIN else 0
            counts[name] = state.reserve[resource] + held + on_cards
        counts.update(systems[player.system] for player in state.players if player.system != NONE)
        counts.update(systems[system] for system in state.box_systems)
        counts.update(cards[specialist // 2] for specialist in state.row)
        counts.update(cards[card] for card in state.box_specialists)
        for kind, name in enumerate(KINDS):
            owned = sum(player.objects[kind] != NONE for player in state.players)
            counts[name] = state.object_reserve[kind] + state.box_objects[kind] + owned
        return counts

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """CA-15.5: setup, then in each round at most one flip and 40 choices a turn."""
        return 20 + int(settings["round_cap"]) * (40 * seats + sum(self.content.tokens))


GAME = Cassiopeia()
