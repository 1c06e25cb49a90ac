# mypyc: off
"""What a bot is handed: its seat's view, its decision, and imagined worlds."""

from __future__ import annotations

from starhall.engine.chance import Stream
from starhall.engine.decision import Decision
from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Game
from starhall.engine.match import Match
from starhall.engine.play import Play
from starhall.engine.state import State


class Sight:
    """A seat's window on a match."""

    __slots__ = ("_match", "decision", "game", "seat")

    def __init__(self, match: Match, seat: int) -> None:
        decision = match.decision_of(seat)
        if decision is None:
            raise IllegalChoice(f"seat {seat} is not asked anything now")
        self._match = match
        self.decision: Decision = decision
        self.game: Game[State] = match.game
        self.seat = seat

    def view(self) -> State:
        return self._match.view(self.seat)

    def imagine(self, stream: Stream) -> Play:
        """A running world that fits all the seat knows; the same for the same stream."""
        return self._match.imagine(self.seat, stream)
