"""A match and what its seats are given: numbers, a mask of options, and at the end a reward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Game, Result, Value, find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.codes import Page
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

Observation = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Setup:
    """The setup of an environment, which all kinds of environments have in common."""

    game: str | Game[Any]
    seats: int | None = None  # the fewest of the game
    settings: Mapping[str, Value] = field(default_factory=dict)
    events: int = 0  # how many of the latest events an observation has
    watched: bool = False  # does it have the cards that a seat remembers?
    limit: int | None = None  # after so many steps the game is cut
    render_mode: str | None = None


class Observed:
    """The matches of one game, one after the other, as learning programs see them."""

    def __init__(self, setup: Setup, waits: bool = False) -> None:
        self.game: Game[Any] = find(setup.game) if isinstance(setup.game, str) else setup.game
        self.seats = self.game.seats.start if setup.seats is None else setup.seats
        self.settings = dict(setup.settings)
        self.limit = setup.limit
        self.render_mode = setup.render_mode
        self.watched = setup.watched or setup.events > 0  # memory and events cost time
        self.encoding = self.game.encoding(self.seats, self.settings, setup.events)
        self._write = self.encoding.writer.write
        # If all seats act at once, there is one more action: a seat that is not asked waits.
        self.waiting = len(self.game.vocabulary) if waits else None
        self.actions = len(self.game.vocabulary) + waits
        self.options = self.game.vocabulary.options
        self.play: Play  # the rules of the current match
        self.seed = b""
        self.choices: list[tuple[int, Option]] = []
        self._match: Match[State] | None = None
        self.pages: list[Page] = []
        self._numbers: list[NDArray[np.float32]] = []
        self._masks: list[NDArray[np.int8]] = []

    def space(self) -> spaces.Dict:
        """What an observation looks like."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def deal(self, seed: int | bytes) -> None:
        """Begin the next match. Only a watched one needs more than the running rules."""
        self.seed = seed_bytes(seed)
        self.choices = []
        self._match = None
        if self.watched:
            self._match = self._new_match()
            self.play = self._match.play
        else:
            chance = Chance(self.seed, self.game.streams)
            settings = self.game.configure(self.seats, self.settings)
            self.play = Play(self.game, self.game.deal(self.seats, settings, chance))
        if not self.pages:
            self._make_pages()

    def _new_match(self) -> Match[State]:
        return Match(self.game, self.seats, self.settings, self.seed, watched=self.watched)

    @property
    def match(self) -> Match[State]:
        """The current match, to look at it, draw it or save it; replayed if it was not watched."""
        if self._match is not None:
            return self._match
        match = self._new_match()
        for seat, option in self.choices:
            match.choose(option, seat)
        return match

    def _make_pages(self) -> None:
        self.pages = [self.encoding.page(seat) for seat in range(self.seats)]
        for page in self.pages:
            page.mask = bytearray(self.actions)
        # The arrays and the pages share their memory.
        self._numbers = [np.frombuffer(page.numbers, np.float32) for page in self.pages]
        self._masks = [np.frombuffer(page.mask, np.int8) for page in self.pages]

    def look(self, seat: int, decision: Decision | None) -> Observation:
        """What a seat is given; `decision` is its own, if it has one."""
        page = self.pages[seat]
        self._write(page, self.play.state, decision)
        if self.encoding.events:
            heard = [event for _, event in self._heard(seat)]
            self.encoding.write_events(page, heard)
        mask = self._masks[seat].copy()
        if decision is None and self.waiting is not None:
            mask[self.waiting] = 1
        return {"observation": self._numbers[seat].copy(), "action_mask": mask}

    def _heard(self, seat: int) -> list[tuple[int, Any]]:
        """The latest events that the seat saw, the last one last."""
        assert self._match is not None
        latest = self._match.latest(seat)
        found = [entry for entry, _ in zip(latest, range(self.encoding.events), strict=False)]
        return found[::-1]

    def choose(self, seat: int, action: int) -> None:
        """Answer the decision of a seat."""
        options = self.options
        if not 0 <= action < len(options):
            raise IllegalChoice(
                f"actions are the numbers of options, 0 to {len(options) - 1}, not {action}"
            )
        option, play = options[action], self.play
        decision = play.decision_of(seat)
        if decision is None or option not in decision.options:
            self.match.choose(option, seat)  # raises, and says why it is not allowed
        elif self._match is None:
            play.choose(decision, option)
        else:
            self._match.choose(option, seat)
        self.choices.append((seat, option))

    def render(self, seat: int | None = None) -> str | None:
        """The table in words, as the seat or a spectator sees it: returned or printed."""
        if self.render_mode is None:
            return None
        text = self.match.text(seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def rewards(self) -> list[float]:
        """What each seat gets at the end."""
        return rewards(self.game.result(self.play.state))


def rewards(result: Result) -> list[float]:
    """1 for winning alone, -1 for losing; the sum over all seats is 0.

    Winners share the win. If the game itself wins, which solo and cooperative games can do,
    everybody gets -1, and 1 if it is beaten.
    """
    seats = len(result.ranks)
    winners = result.winners
    if seats == 1 or not winners:
        return [1.0 if seat in winners else -1.0 for seat in range(seats)]
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def agents(seats: int) -> list[str]:
    """The names of the seats as PettingZoo writes them."""
    return [f"player_{seat}" for seat in range(seats)]


def sampled(mask: Sequence[int] | NDArray[np.int8], random: np.random.Generator) -> int:
    """A random action that is allowed."""
    allowed = np.flatnonzero(mask)
    return int(allowed[random.integers(len(allowed))])
