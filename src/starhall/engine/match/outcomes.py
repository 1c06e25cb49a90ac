# mypyc: off
"""The tree of a game for solvers: seats decide, and so does chance.

A `Branch` is one point of it. When the rules draw a number, it is chance's turn, with known
probabilities. Rules cannot stop inside a draw, so they run again from the last position from
which they can be resumed, with one more draw decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.engine.game import Game, Value
from starhall.engine.knowledge.information import (
    Happened,
    InformationState,
    heard,
    information,
    seen,
)
from starhall.engine.knowledge.memory import Witness
from starhall.engine.knowledge.views import encode, parts_of
from starhall.engine.rules.chance import SEED_BYTES, Chance, Script, Undrawn
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

MOST = 10_000  # outcomes of one choice that are worth listing


class TooManyOutcomes(StarhallError):
    """A choice has more outcomes than are worth listing."""


class Outcome(msgspec.Struct, frozen=True):
    """What a choice can lead to: how likely it is, the draws that decide it, and the world then."""

    probability: float
    draws: tuple[int, ...]
    play: Play


def piles(state: State) -> list[str]:
    """The names of the zones that are declared as shuffled."""
    found: list[str] = []
    for part in parts_of(state):
        for field in type(part).FIELDS:
            if field.declared.shuffled:
                value = getattr(part, field.name)
                found += [zone.name for zone in (value if field.is_list else [value])]
    return found


def outcomes(play: Any, seat: int, option: Option, most: int = MOST) -> list[Outcome]:
    """All outcomes of a choice; `play` gives a copy of the world that can be played on."""
    waiting: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    found: dict[bytes, Outcome] = {}
    tried = 0
    while waiting:
        probability, draws = waiting.pop()
        world: Play = play()
        world.state.chance.follow(Script(list(draws), piles(world.state)))
        decision = world.decision_of(seat)
        assert decision is not None
        try:
            world.choose(decision, option)
        except Undrawn as undrawn:
            total = sum(undrawn.weights)
            for number, weight in enumerate(undrawn.weights):
                waiting.append((probability * weight / total, (*draws, number)))
            continue
        tried += 1
        if tried > most:
            raise TooManyOutcomes(f"'{option.token}' has more than {most} outcomes")
        key = msgspec.json.encode({**encode(world.state), "chance": None})
        if key in found:
            probability += found[key].probability
        found[key] = Outcome(probability, draws, world)
    return sorted(found.values(), key=lambda outcome: outcome.draws)


class Tree:
    """All games that can be played with these settings."""

    def __init__(self, game: Game[Any], seats: int, settings: Mapping[str, Value]) -> None:
        self.game = game
        self.seats = seats
        self.settings = game.configure(seats, settings)
        sample = game.deal(seats, self.settings, Chance(bytes(SEED_BYTES), game.streams))
        self.piles = piles(sample)

    def root(self) -> Branch:
        """The start: chance deals first, if there is anything to deal."""
        return Branch(self, None, (), (), (), ())


class Branch:
    """One point of the tree: a seat decides, chance draws (`weights`), or the game is over.

    Branches do not change: `choose` and `draw` return the next one.
    """

    def __init__(
        self,
        tree: Tree,
        base: State | None,
        steps: tuple[tuple[int, Option], ...],
        draws: tuple[int, ...],
        opening: tuple[dict[str, Any], ...],
        happened: tuple[Happened, ...],
    ) -> None:
        self.tree = tree
        self._base = base  # the last position from which the rules can be resumed
        self._steps = steps  # the choices since then
        self._draws = draws  # the draws since then
        self._opening = opening  # what each seat saw after the deal
        self._happened = happened  # what happened up to the base
        self._since: list[Happened] = []  # what happened since the base
        self.weights: list[int] = []  # the weights of the outcomes, if chance draws
        self.decision: Decision | None = None
        self.state: State | None = None  # while chance deals there is none
        self.over = False
        try:
            self._run()
        except Undrawn as undrawn:
            self.weights = undrawn.weights

    @property
    def chances(self) -> list[float]:
        """The probabilities of the outcomes, if chance draws."""
        total = sum(self.weights)
        return [weight / total for weight in self.weights]

    def _run(self) -> None:
        """Run the rules from the base to the next decision or the next draw."""
        tree, game = self.tree, self.tree.game
        script = Script(list(self._draws), tree.piles)
        if self._base is None:
            chance = Chance(bytes(SEED_BYTES), game.streams)
            chance.follow(script)
            state: State = game.deal(tree.seats, tree.settings, chance)
            state.witness = Witness(tree.seats + 1)
            self._opening = tuple([seen(state, seat) for seat in range(tree.seats)])
        else:
            state = self._base.copy()
            state.chance.follow(script)
        self.state = state
        assert state.witness is not None
        play = Play(game, state)
        if self._base is not None:
            state.witness.events = []  # they were told before
        self._take_down(state.witness)
        for seat, option in self._steps:
            decision = play.decision_of(seat)
            assert decision is not None
            self._since.append((seat, option))
            try:
                play.choose(decision, option)
            finally:
                self._take_down(state.witness)
        self.over = play.over
        self.decision = play.decision
        if play.fresh and not play.over:
            self._base, self._steps, self._draws = state, (), ()
            self._happened += tuple(self._since)
            self._since = []

    def _take_down(self, witness: Witness) -> None:
        self._since += witness.events
        witness.events = []

    def choose(self, option: Option) -> Branch:
        """The branch after the seat that is asked has chosen."""
        decision = self.decision
        if decision is None or option not in decision.options:
            raise IllegalChoice("choice.not_here", token=option.token)
        return self._next(((decision.seat, option),), ())

    def draw(self, number: int) -> Branch:
        """The branch after this outcome."""
        if not 0 <= number < len(self.weights):
            raise IllegalChoice("choice.outcome", n=number, of=len(self.weights))
        return self._next((), (number,))

    def _next(self, step: tuple[tuple[int, Option], ...], draw: tuple[int, ...]) -> Branch:
        steps, draws = self._steps + step, self._draws + draw
        return Branch(self.tree, self._base, steps, draws, self._opening, self._happened)

    def information_state(self, seat: int) -> InformationState:
        """All that the seat has seen; before the deal is done it has seen nothing."""
        if self.state is None or not self._opening:
            return InformationState("")
        happened = [*self._happened, *self._since]
        noticed = heard(happened, seat, self.state.all_shown)
        asked = self.decision
        own = asked if asked is not None and asked.seat == seat else None
        return information(self._opening[seat], noticed, self.state, seat, own)
