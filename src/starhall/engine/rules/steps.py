"""A phase as a list of steps that reads like the rulebook's summary.

    TURN = Steps("turn", begin, deployment, checkpoint, movement, BATTLES, draw)

The engine stores the position in the strand's cursor, which is copied, saved and hashed with the
state, so rules need no program counter of their own. A step is a function or a coroutine of
the state, or another list of steps. When a game is resumed, the rules run from the top and each
list continues at its current step; that step is entered again. So a step must find its progress
in the state, as a loop over the remaining work naturally does. A step that keeps
local variables between two questions is marked `straight`: then a position inside
it is reached by repeating the choices since its start. Such a step can still be resumed
at a question of its outer loop if it sets `strand.fresh = True` just before it asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Procedure
from starhall.engine.rules.play import complete
from starhall.engine.rules.state import State, Strand

# What a step may return; None continues with the next step.
AGAIN: Final = 1  # the same step once more
LEAVE: Final = 2  # leave this list of steps

# Takes the state; in a list of `StrandSteps` also the strand.
Condition = Callable[..., bool]
Choice = Callable[..., int]
Values = Callable[..., dict[str, object]]


class Straight:
    """A step that can only be started at its beginning."""

    __slots__ = ("step",)

    def __init__(self, step: Callable[..., Any]) -> None:
        self.step = step


def straight(step: Callable[..., Any]) -> Straight:
    """Mark a step that keeps local variables between its questions: it is forked by replay."""
    return Straight(step)


async def straight_through(strand: Strand, procedure: Procedure) -> None:
    """The same for a procedure inside a step: the step itself is entered again where it asks."""
    strand.straight = True
    await procedure
    strand.straight = False


class Steps:
    """Steps in order, under a name that groups their events.

    With `when`, the list is entered only if the condition holds. With `as_long_as`, it is repeated
    while the condition holds, each time as a separate group. With `which`, only that one of its
    steps is taken. `about` gives the values of the group's event.
    """

    __slots__ = (
        "about",
        "as_long_as",
        "calls",
        "last",
        "lists",
        "name",
        "straight",
        "when",
        "which",
        "with_strand",
    )

    def __init__(
        self,
        name: str,
        *steps: object,
        when: Condition | None = None,
        as_long_as: Condition | None = None,
        which: Choice | None = None,
        about: Values | None = None,
    ) -> None:
        self.name = name
        self.when = when
        self.as_long_as = as_long_as
        self.which = which
        self.about = about
        self.lists: list[Steps | None] = []
        self.calls: list[Callable[..., Any]] = []
        self.straight: list[bool] = []
        for step in steps:
            self._add(step)
        self.last = len(self.calls) - 1
        self.with_strand = isinstance(self, StrandSteps)

    def _add(self, step: object) -> None:
        inner = step.step if isinstance(step, Straight) else step
        self.lists.append(inner if isinstance(inner, Steps) else None)
        self.straight.append(isinstance(step, Straight))
        if isinstance(inner, Steps):
            self.calls.append(inner.run)
        elif callable(inner):
            self.calls.append(inner)
        else:
            raise RulesFault(f"a step of '{self.name}' is {step!r}: steps are functions and lists")

    # Running

    async def run(self, s: State, strand: Strand) -> None:
        """Run the steps, starting at the cursor.

        One loop also runs the nested lists: an answer then reaches the step that asked
        without passing through a coroutine for each enclosing list.
        """
        cursor = strand.cursor
        outside = strand.depth  # the number of enclosing lists
        if outside < len(cursor):
            running = self._standing(cursor, outside)
            strand.depth = outside + len(running)
        elif self._enter(s, strand):
            running = [self]
        else:
            return
        # Every step of every rollout runs this code, so it is kept short.
        steps = running[-1]
        depth = strand.depth - 1
        place = cursor[depth]
        while True:
            then: Any = None
            inner = steps.lists[place]
            if inner is None:
                step = steps.calls[place]
                then = step(s, strand) if steps.with_strand else step(s)
                if then is not None and not isinstance(then, int):
                    if steps.straight[place]:
                        strand.straight = True
                        strand.fresh = False  # unless the step says otherwise where it asks
                    then = await then
                    strand.straight = False
            elif inner._enter(s, strand):
                running.append(inner)
                steps = inner
                depth += 1
                place = cursor[depth]
                continue
            if then is not None and then == AGAIN:
                continue
            # The next step; at the end of a list, its first step or that of the enclosing list.
            while place == steps.last or then is not None or steps.which is not None:
                if then is None and steps._goes_round(s, strand, depth):
                    place = -1
                    break
                cursor.pop()
                strand.depth = depth
                if s.witness is not None:
                    s.witness.depth = depth
                running.pop()
                if not running:
                    return
                steps = running[-1]
                depth -= 1
                place = cursor[depth]
                then = None
            place += 1
            cursor[depth] = place

    def _enter(self, s: State, strand: Strand) -> bool:
        """Go to the first step, or the chosen one, if the list is entered at all."""
        when = self.when
        if when is not None and not (when(s, strand) if self.with_strand else when(s)):
            return False
        when = self.as_long_as
        if when is not None and not (when(s, strand) if self.with_strand else when(s)):
            return False
        first = 0
        which = self.which
        if which is not None:
            first = which(s, strand) if self.with_strand else which(s)
        strand.cursor.append(first)
        if s.witness is not None:
            self._tell(s, strand, strand.depth)
        strand.depth += 1
        return True

    def _tell(self, s: State, strand: Strand, depth: int) -> None:
        """Open a group for the following events."""
        assert s.witness is not None
        s.witness.depth = depth + 1
        if self.name:
            values: dict[str, object] = {}
            if self.about is not None:
                values = self.about(s, strand) if self.with_strand else self.about(s)
            s.witness.open(self.name, depth, values)

    def _goes_round(self, s: State, strand: Strand, depth: int) -> bool:
        """At the end of the list: is it repeated?"""
        again = self.as_long_as
        if again is None or not (again(s, strand) if self.with_strand else again(s)):
            return False
        if s.witness is not None:
            self._tell(s, strand, depth)
        return True

    def complete(self, s: State, strand: Strand, depth: int) -> None:
        """Run the rest of this list, which is running at this depth, at once.

        For a strand that is stopped: nobody is asked, all its decisions are automatic.
        """
        strand.depth = depth
        if s.witness is not None:
            s.witness.strand = strand.number
            s.witness.depth = depth + 1
        complete(self.run(s, strand))

    # The position of a strand

    def _standing(self, cursor: list[int], depth: int) -> list[Steps]:
        """The lists that contain the cursor's position, from this one inwards."""
        running = []
        steps: Steps | None = self
        while steps is not None and depth < len(cursor):
            running.append(steps)
            steps = steps.lists[cursor[depth]]
            depth += 1
        return running

    def names(self, cursor: list[int]) -> list[str]:
        """The names of the lists that contain the cursor's position, the outermost first."""
        return [steps.name for steps in self._standing(cursor, 0) if steps.name]

    def at(self, strand: Strand) -> str:
        """The name of the strand's current step; empty outside this list."""
        running = self._standing(strand.cursor, 0)
        if not running:
            return ""
        place = strand.cursor[len(running) - 1]
        inner = running[-1].lists[place]
        return "" if inner is not None else str(running[-1].calls[place].__name__)

    def find(self, step: object) -> list[int]:
        """The cursor of a strand at this step, or at the start of this list."""
        for place, inner in enumerate(self.lists):
            if step is (self.calls[place] if inner is None else inner):
                return [place]
            if inner is not None and (below := inner.find(step)):
                return [place, *below]
        return []


class StrandSteps(Steps):
    """Steps for games with several strands: all functions take the state and the strand."""

    __slots__ = ()


def within(strand: Strand, place: list[int]) -> bool:
    """Is the strand at this place (as returned by `find`) or deeper inside it?"""
    return strand.cursor[: len(place)] == place
