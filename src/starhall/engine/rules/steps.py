"""A phase as a list of steps that reads like the rulebook's summary.

    TURN = Steps("turn", begin, deployment, checkpoint, movement, BATTLES, draw)

The engine keeps the place in the strand's cursor, which is copied, saved and hashed with the
state, so that no rule keeps a program counter of its own. A step is a function or a coroutine of
the state, or another list of steps. When a game is resumed, the rules run from the top, and each
list goes on at the step where it stood; that step is entered again. So a step finds what it has
done so far in the state, as a loop over what is left to do does by nature. A step that keeps
something in local variables between two questions says so by `straight`: then a position inside
it is reached by making the choices since its start again. Such a step may still be entered again
up to a question of its outer loop; it says so by `strand.fresh = True` just before it asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starhall.engine.errors import RulesFault
from starhall.engine.rules.decision import Procedure
from starhall.engine.rules.play import complete
from starhall.engine.rules.state import State, Strand

# What a step may return; None goes on to the next step.
AGAIN: Final = 1  # the same step once more
LEAVE: Final = 2  # leave this list of steps

# Of the state, and in a list of `StrandSteps` of the strand too.
Condition = Callable[..., bool]
Choice = Callable[..., int]
Values = Callable[..., dict[str, object]]


class Straight:
    """A step that can only be entered at its start."""

    __slots__ = ("step",)

    def __init__(self, step: Callable[..., Any]) -> None:
        self.step = step


def straight(step: Callable[..., Any]) -> Straight:
    """This step keeps local variables between its questions: it is forked by replay."""
    return Straight(step)


async def straight_through(strand: Strand, procedure: Procedure) -> None:
    """The same for a procedure inside a step: the step itself is entered again where it asks."""
    strand.straight = True
    await procedure
    strand.straight = False


class Steps:
    """Steps in order, under a name that groups what happens in them.

    With `when` the list is entered only if that holds. With `as_long_as` it is run through again
    and again while that holds, each time as a group of its own. With `which` only that one of its
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
        """Go through the steps, from where the cursor stands.

        One loop runs the lists inside this one too: an answer then reaches the step that asked
        without passing through a coroutine for each list around it.
        """
        cursor = strand.cursor
        outside = strand.depth  # the lists that run around this one
        if outside < len(cursor):
            running = self._standing(cursor, outside)
            strand.depth = outside + len(running)
        elif self._enter(s, strand):
            running = [self]
        else:
            return
        # Every step of every rollout comes through here: the way to the next one is kept short.
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
            # The next step; at the end of a list its first one, or that of the list around it.
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
        """Stand at the first step, or the chosen one, if the list is to be entered at all."""
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
        """Open the group of what happens from here on."""
        assert s.witness is not None
        s.witness.depth = depth + 1
        if self.name:
            values: dict[str, object] = {}
            if self.about is not None:
                values = self.about(s, strand) if self.with_strand else self.about(s)
            s.witness.open(self.name, depth, values)

    def _goes_round(self, s: State, strand: Strand, depth: int) -> bool:
        """At the end of the list: does it begin again?"""
        again = self.as_long_as
        if again is None or not (again(s, strand) if self.with_strand else again(s)):
            return False
        if s.witness is not None:
            self._tell(s, strand, depth)
        return True

    def complete(self, s: State, strand: Strand, depth: int) -> None:
        """Go through the rest of this list, which is running at this depth, at once.

        For a strand that is broken off: nobody is asked, all its decisions are automatic.
        """
        strand.depth = depth
        if s.witness is not None:
            s.witness.strand = strand.number
            s.witness.depth = depth + 1
        complete(self.run(s, strand))

    # Where a strand stands

    def _standing(self, cursor: list[int], depth: int) -> list[Steps]:
        """The lists in which a cursor stands, from this one inwards."""
        running = []
        steps: Steps | None = self
        while steps is not None and depth < len(cursor):
            running.append(steps)
            steps = steps.lists[cursor[depth]]
            depth += 1
        return running

    def names(self, cursor: list[int]) -> list[str]:
        """The names of the lists in which a cursor stands, the outermost first."""
        return [steps.name for steps in self._standing(cursor, 0) if steps.name]

    def at(self, strand: Strand) -> str:
        """The name of the step where the strand stands; empty outside this list."""
        running = self._standing(strand.cursor, 0)
        if not running:
            return ""
        place = strand.cursor[len(running) - 1]
        inner = running[-1].lists[place]
        return "" if inner is not None else str(running[-1].calls[place].__name__)

    def find(self, step: object) -> list[int]:
        """The cursor of a strand that stands at this step, or at the start of this list."""
        for place, inner in enumerate(self.lists):
            if step is (self.calls[place] if inner is None else inner):
                return [place]
            if inner is not None and (below := inner.find(step)):
                return [place, *below]
        return []


class StrandSteps(Steps):
    """The same for games with several strands: all functions take the state and the strand."""

    __slots__ = ()


def within(strand: Strand, place: list[int]) -> bool:
    """Does the strand stand at this place (as `find` gives it) or deeper inside it?"""
    return strand.cursor[: len(place)] == place
