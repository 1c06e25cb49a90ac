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
from starhall.engine.rules.state import State, Strand

# What a step may return; None goes on to the next step.
AGAIN: Final = 1  # the same step once more
LEAVE: Final = 2  # leave this list of steps

Step = Callable[[Any], Any]
StrandStep = Callable[[Any, Any], Any]
Condition = Callable[[Any], bool]
Choice = Callable[[Any], int]
Values = Callable[[Any], dict[str, object]]


class Straight:
    """A step that can only be entered at its start."""

    __slots__ = ("step",)

    def __init__(self, step: Callable[..., Any]) -> None:
        self.step = step


def straight(step: Callable[..., Any]) -> Straight:
    """This step keeps local variables between its questions: it is forked by replay."""
    return Straight(step)


class Steps:
    """Steps in order, under a name that groups what happens in them.

    With `when` the list is entered only if that holds. With `as_long_as` it is run through again
    and again while that holds. With `which` only that one of its steps is taken. `about` gives
    the values of the group's event.
    """

    __slots__ = (
        "about", "as_long_as", "calls", "for_strands", "lists", "name", "straight", "when", "which",
    )  # fmt: skip

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
        self.for_strands = isinstance(self, StrandSteps)
        self.lists: list[Steps | None] = []
        self.calls: list[Callable[..., Any]] = []
        self.straight: list[bool] = []
        for step in steps:
            self._add(step)

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

    async def run(self, s: State, strand: Strand) -> None:
        """Go through the steps, from where the cursor stands."""
        depth = strand.depth
        cursor = strand.cursor
        if depth == len(cursor):
            if depth == 0 and not self._entered(s):  # else the list around it has asked
                return
            cursor.append(0 if self.which is None else self.which(s))
            self._tell(s, depth)
        strand.depth = depth + 1
        place = cursor[depth]
        end = len(self.calls) if self.which is None else place + 1
        while place < end:
            # A list inside is awaited right here: every answer passes through all frames between.
            then: Any = None
            inner = self.lists[place]
            if inner is None:
                if self.straight[place]:
                    strand.straight = True
                    strand.fresh = False  # unless the step says otherwise where it asks
                step = self.calls[place]
                then = step(s, strand) if self.for_strands else step(s)
                if then is not None and not isinstance(then, int):
                    then = await then
                strand.straight = False
            elif len(cursor) > depth + 1 or inner._entered(s):
                await inner.run(s, strand)
            if then is None:
                place += 1
            elif then == LEAVE:
                break
            if place == end and self.as_long_as is not None and self.as_long_as(s):
                place = 0
            cursor[depth] = place
        cursor.pop()
        strand.depth = depth
        if s.witness is not None:
            s.witness.depth = depth

    def find(self, step: object) -> list[int]:
        """The cursor of a strand that stands at this step, or at the start of this list."""
        for place, inner in enumerate(self.lists):
            if step is (self.calls[place] if inner is None else inner):
                return [place]
            if inner is not None and (below := inner.find(step)):
                return [place, *below]
        return []

    def _entered(self, s: State) -> bool:
        if self.when is not None and not self.when(s):
            return False
        return self.as_long_as is None or self.as_long_as(s)

    def _tell(self, s: State, depth: int) -> None:
        if s.witness is None:
            return
        s.witness.depth = depth + 1
        if self.name:
            s.witness.open(self.name, depth, self.about(s) if self.about is not None else {})


def within(strand: Strand, place: list[int]) -> bool:
    """Does the strand stand at this place (as `find` gives it) or deeper inside it?"""
    return strand.cursor[: len(place)] == place


class StrandSteps(Steps):
    """The same for games with several strands: a step takes the state and its strand."""

    __slots__ = ()
