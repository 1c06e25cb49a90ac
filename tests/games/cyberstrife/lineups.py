"""Battles on paper: line-ups written as in the rules, and the sums they come to.

battle("breacher / ghostwire+1 / - with pincer", "juggernaut / - / -").sums
"""

from collections.abc import Sequence

from starhall.games.cyberstrife.rules.scores import EMPTY, Lineup, Outcome, resolve
from tests.games.cyberstrife.tables import CONTENT, card

SIDES = "AD"  # attacker, defender


class Side:
    """One side of a line-up: units by lane, duplicates on them, traits behind them."""

    def __init__(self, line: str) -> None:
        lanes, _, traits = line.partition(" with ")
        stacks = [lane.strip().partition("+") for lane in lanes.split("/")]
        self.units = [EMPTY if name == "-" else card(name) for name, _, _ in stacks]
        self.stacked = [int(more or 0) for _, _, more in stacks]
        self.traits = [card(name.strip()) for name in traits.split(",") if name.strip()]
        assert len(stacks) == 3, f"a line-up has three lanes: {line}"


class Battle:
    """How a battle ends: the sums of each lane, who won it, and who won the battle."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    @property
    def winner(self) -> str:
        return SIDES[self.outcome.winner]

    @property
    def lanes(self) -> str:
        """The winners of lanes 1 to 3, `-` for nobody: `AD-`."""
        return "".join("-" if side < 0 else SIDES[side] for side in self.outcome.lanes)

    @property
    def scores(self) -> list[tuple[int, int]]:
        """By lane: the attacker's score and the defender's (0 where nobody stands)."""
        scores = self.outcome.scores
        return [(scores[lane], scores[lane + 3]) for lane in range(3)]

    @property
    def sums(self) -> list[str]:
        """By lane: `13 = 8+2+3 against 11 = 9+2`."""
        return [f"{self.sum(lane)} against {self.sum(lane + 3)}" for lane in range(3)]

    def sum(self, place: int) -> str:
        """How a score adds up, in the order of CS-7.2; `-` for an empty place."""
        amounts = [share.amount for share in self.outcome.shares if share.place == place]
        if not amounts:
            return "-"
        terms = str(amounts[0]) + "".join(f"{amount:+d}" for amount in amounts[1:])
        score = str(self.outcome.scores[place])
        return score if terms == score else f"{score} = {terms}"


def battle(attacker: str, defender: str, owned: Sequence[int] = (6, 6)) -> Battle:
    """Resolve a battle; `owned` are the unit cards of both players."""
    sides = Side(attacker), Side(defender)
    line = Lineup(
        CONTENT,
        [unit for side in sides for unit in side.units],
        [more for side in sides for more in side.stacked],
        [side.traits for side in sides],
        list(owned),
    )
    return Battle(resolve(line, explain=True))


def check(attacker: str, defender: str, expected: str, owned: Sequence[int] = (6, 6)) -> None:
    """The scores by lane, attacker : defender, `-` where nobody stands: `5 13 6 : - - 6`."""
    fought = battle(attacker, defender, owned)
    sides = [[fought.sum(side + lane).split(" ")[0] for lane in range(3)] for side in (0, 3)]
    found = " : ".join(" ".join(side) for side in sides)
    assert found == expected, f"{attacker} against {defender}: {fought.sums}"
