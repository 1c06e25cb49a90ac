"""Looking one decision ahead: what each option is worth in an imagined world."""

from __future__ import annotations

from math import inf

from starhall.engine.errors import RulesFault
from starhall.engine.game import Game
from starhall.engine.knowledge.worlds import Knowledge
from starhall.engine.match.history import Chosen
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State


class Look:
    """What each option is worth to a seat, right after choosing it in a world of its own."""

    __slots__ = ("_knowledge", "_worlds", "values")

    def __init__(
        self,
        game: Game[State],
        seat: int,
        options: list[Option],
        worlds: list[Play],
        knowledge: Knowledge | None,
    ) -> None:
        self._worlds = worlds
        self._knowledge = knowledge  # None inside a phase
        self.values: list[float] = []
        for place, option in enumerate(options):
            world = worlds[place]
            decision = world.decision_of(seat)
            if decision is None:
                raise RulesFault(f"seat {seat} is not asked in the imagined world")
            world.choose(decision, option)
            self.values.append(game.value(world.state, seat))

    def best(self) -> list[int]:
        """The places of the options that are worth most."""
        most = max(self.values)
        return [place for place, value in enumerate(self.values) if value == most]

    def leaders(self, count: int, margin: float = inf) -> list[int]:
        """At most `count` options, the best first, that are worth almost as much as the best."""
        least = max(self.values) - margin
        close = [place for place, value in enumerate(self.values) if value > least]
        close.sort(key=self._below_the_best)
        return close[:count]

    def undecided(self, count: int, margin: float) -> list[int]:
        """These leaders, if another world may change their order; none if one world is enough."""
        close = self.leaders(count, margin)
        if len(close) == 1:
            return []
        for place in close:
            if self._varies(place):
                return close
        return []

    def again(self, places: list[int], other: Look) -> None:
        """Go on with these options only, adding what they are worth in another world."""
        values = [-inf] * len(self.values)
        for number, place in enumerate(places):
            values[place] = self.values[place] + other.values[number]
        self.values = values

    def leads_to(self, place: int, option: Option) -> Foreseen | None:
        """The world after this choice, if the table will then look the same."""
        world, knowledge = self._worlds[place], self._knowledge
        if knowledge is None or world.over or not world.fresh or self._varies(place):
            return None
        return Foreseen(world, knowledge, option)

    def _below_the_best(self, place: int) -> float:
        return -self.values[place]

    def _varies(self, place: int) -> bool:
        """Did chance decide something after this choice, or did cards move that nobody shows?

        If not, other worlds look the same to the seat.
        """
        state = self._worlds[place].state
        if state.chance.used > 0:
            return True
        return self._knowledge is not None and self._knowledge.moved(state)


class Foreseen:
    """The world in which a choice was tried: the table looks the same once it is made."""

    __slots__ = ("before", "knowledge", "option", "world")

    def __init__(self, world: Play, knowledge: Knowledge, option: Option) -> None:
        self.world = world
        self.knowledge = knowledge  # what is hidden lies where it lay before the choice
        self.option = option
        self.before: Chosen | None = None  # the choice before; set by the code that asks the bot

    def holds(self, choices: list[Chosen], decision: Decision) -> bool:
        """Has nothing else happened, and is this the question that was expected?"""
        if len(choices) < 2 or choices[-2] is not self.before:
            return False
        made = choices[-1]
        if made.option is not self.option or made.seat != decision.seat:
            return False
        expected = self.world.decision_of(decision.seat)
        return (
            expected is not None
            and expected.kind == decision.kind
            and expected.about == decision.about
            and expected.options == decision.options
        )

    def copies(self, count: int) -> list[Play]:
        """The world for each of several options; afterwards it is used up."""
        worlds = [self.world.fork() for _ in range(count - 1)]
        worlds.append(self.world)
        return worlds
