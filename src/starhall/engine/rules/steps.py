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

    def __init__(self, step: Callable[..., Any]) -> None:
        self.step = step


def straight(step: Callable[..., Any]) -> Straight:
    """Mark a step that keeps local variables between its questions: it is forked by replay."""
    return Straight(step)


async def straight_through(strand: Strand, procedure: Procedure) -> None:
    """The same for a procedure inside a step: the step itself is entered again where it asks."""
    strand.resumable = False
    await procedure
    strand.resumable = True


class Step:
    """A function or a list of steps at its place in a list, or neither: the end of the list."""

    def __init__(
        self, outer: Steps, call: Callable[..., Any] | None, inner: Steps | None, straight: bool
    ) -> None:
        self.outer = outer
        self.call = call  # the function, or None
        self.inner = inner  # the list, or None
        self.straight = straight
        self.place = 0
        self.following = self

    @property
    def name(self) -> str:
        """The name of the function, or an empty text."""
        return "" if self.call is None else str(self.call.__name__)


class Steps:
    """Steps in order, under a name that groups their events.

    With `when`, the list is entered only if the condition holds. With `as_long_as`, it is also
    repeated while the condition holds, each time as a separate group. With `which`, only the step
    that it chooses is taken. `about` gives the values of the group's event.
    """

    def __init__(
        self,
        name: str,
        *steps: object,
        when: Condition | None = None,
        as_long_as: Condition | None = None,
        which: Choice | None = None,
        about: Values | None = None,
    ) -> None:
        if when is not None and as_long_as is not None:
            raise RulesFault(f"'{name}' has two conditions: put one list into the other")
        self.name = name
        self.condition = when if as_long_as is None else as_long_as
        self.repeated = as_long_as is not None
        self.which = which
        self.about = about
        self.with_strand = isinstance(self, StrandSteps)
        self.steps = [self._step(step) for step in steps]
        following = end = Step(self, None, None, False)
        for place in range(len(steps) - 1, -1, -1):
            step = self.steps[place]
            step.place = place
            step.following = following
            following = step if which is None else end

    def _step(self, step: object) -> Step:
        inner = step.step if isinstance(step, Straight) else step
        if isinstance(inner, Steps):
            if inner.with_strand != self.with_strand:
                raise RulesFault(
                    f"'{self.name}' contains the list '{inner.name}', but the functions of only "
                    "one of them take the strand"
                )
            return Step(self, None, inner, isinstance(step, Straight))
        if callable(inner):
            return Step(self, inner, None, isinstance(step, Straight))
        raise RulesFault(f"a step of '{self.name}' is {step!r}: steps are functions and lists")

    # Running

    async def run(self, s: State, strand: Strand) -> None:
        """Run the steps, starting at the cursor.

        One loop also runs the nested lists: an answer then reaches the step that asked
        without passing through a coroutine for each enclosing list.
        """
        cursor = strand.cursor
        outside = strand.depth  # the number of enclosing lists
        with_strand = self.with_strand
        running: list[Step] = []  # the inner lists, as steps of the outer ones
        if outside < len(cursor):
            running = self._standing(cursor, outside)
            strand.depth = outside + len(running)
            step = running.pop()
        else:
            when = self.condition
            if when is not None and not (when(s, strand) if with_strand else when(s)):
                return
            step = self._enter(s, strand)
        if outside == 0:
            strand.resumable = True
        depth = strand.depth - 1
        # Every step of every rollout runs this code, so it is kept short and calls little.
        while True:
            call = step.call
            if call is not None:
                cursor[depth] = step.place
                then = call(s, strand) if with_strand else call(s)
                if then is not None and type(then) is not int:  # a coroutine
                    if step.straight:
                        strand.resumable = False
                        strand.fresh = False  # unless the step sets it before it asks
                        then = await then
                        strand.resumable = True
                    else:
                        then = await then
                if then is None:
                    step = step.following
                    continue
                if then == AGAIN:
                    continue
            elif step.inner is not None:
                cursor[depth] = step.place
                when = step.inner.condition
                if when is None or (when(s, strand) if with_strand else when(s)):
                    running.append(step)
                    step = step.inner._enter(s, strand)
                    depth += 1
                else:
                    step = step.following
                continue
            elif step.outer.repeated:
                when = step.outer.condition
                if when is None or (when(s, strand) if with_strand else when(s)):
                    if s.witness is not None:
                        step.outer._tell(s, strand, depth)
                    step = step.outer.steps[0]
                    continue
            # The list is left: after its end, or early.
            cursor.pop()
            strand.depth = depth
            if s.witness is not None:
                s.witness.depth = depth
            if depth == outside:
                break
            depth -= 1
            step = running.pop().following
        if outside == 0:
            strand.resumable = False

    def _enter(self, s: State, strand: Strand) -> Step:
        """Go to the first step, or the chosen one."""
        first = 0
        which = self.which
        if which is not None:
            first = which(s, strand) if self.with_strand else which(s)
        strand.cursor.append(first)
        if s.witness is not None:
            self._tell(s, strand, strand.depth)
        strand.depth += 1
        return self.steps[first]

    def _tell(self, s: State, strand: Strand, depth: int) -> None:
        """Open a group for the following events."""
        assert s.witness is not None
        s.witness.depth = depth + 1
        if self.name:
            values: dict[str, object] = {}
            if self.about is not None:
                values = self.about(s, strand) if self.with_strand else self.about(s)
            s.witness.open(self.name, depth, values)

    def complete(self, s: State, strand: Strand, depth: int) -> None:
        """Run the rest of this list, which is running at this depth, at once.

        This is for a stopped strand: nobody is asked, all its decisions are automatic.
        """
        strand.depth = depth
        if s.witness is not None:
            s.witness.strand = strand.number
            s.witness.depth = depth + 1
        complete(self.run(s, strand))

    # The position of a strand

    def _standing(self, cursor: list[int], depth: int) -> list[Step]:
        """The steps at the cursor's position, from this list inwards."""
        found: list[Step] = []
        steps: Steps | None = self
        while steps is not None and depth < len(cursor):
            step = steps.steps[cursor[depth]]
            found.append(step)
            steps = step.inner
            depth += 1
        return found

    def names(self, cursor: list[int]) -> list[str]:
        """The names of the lists that contain the cursor's position, the outermost first."""
        return [step.outer.name for step in self._standing(cursor, 0) if step.outer.name]

    def at(self, strand: Strand) -> str:
        """The name of the strand's current step; empty outside this list."""
        standing = self._standing(strand.cursor, 0)
        return standing[-1].name if standing else ""

    def find(self, step: object) -> list[int]:
        """The cursor of a strand at this step, or at the start of this list."""
        for own in self.steps:
            if step is (own.inner if own.call is None else own.call):
                return [own.place]
            if own.inner is not None and (below := own.inner.find(step)):
                return [own.place, *below]
        return []


class StrandSteps(Steps):
    """Steps for games with several strands: all functions take the state and the strand."""


def within(strand: Strand, place: list[int]) -> bool:
    """Is the strand at this place (as returned by `find`) or deeper inside it?"""
    return strand.cursor[: len(place)] == place
