"""The worlds that a seat can imagine at one position of a match."""

# mypyc: off

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.worlds import Knowledge, Midway, redeal
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

if TYPE_CHECKING:
    from starhall.engine.match.match import Match


class Worlds:
    """Deals worlds until the next choice; what worlds of one seat have in common is made once."""

    def __init__(self, match: Match[Any]) -> None:
        if not match.watched:
            raise RulesFault("an unwatched match keeps no memory of what seats saw: no imagining")
        self._match = match
        self._midway: Midway | None = None

    def alternative(self, seat: int, stream: Stream) -> State:
        """A state that fits what the seat knows: hidden cards dealt again, future seeded again."""
        state: State = self._match.state.copy()
        redeal(state, self._match.observer(seat), stream)
        return state

    def imagine(self, seat: int, stream: Stream) -> Play:
        """A running world consistent with the seat's knowledge, independent of the true state."""
        match = self._match
        if match.all_shown:
            return match.fork_play()
        if match.over:
            return Play(match.game, self.alternative(seat, stream))
        if match.fresh:
            return self.knowledge(seat).world(stream)
        return self._standing(match.observer(seat)).world(stream)

    def knowledge(self, seat: int) -> Knowledge:
        """The seat's knowledge, from which worlds are dealt; only if every strand is fresh."""
        if not self._match.fresh:
            raise RulesFault("inside a phase the rules cannot start again: use imagine()")
        return Knowledge(self._match.play, self._match.observer(seat))

    def _standing(self, seat: int) -> Midway:
        """The common part of the worlds of a seat inside a phase."""
        if self._midway is None or self._midway.observer != seat:
            state, since = self._match.phase()
            self._midway = Midway(self._match.play, state, since, seat)
        return self._midway
