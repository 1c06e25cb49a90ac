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
    strand.resumable = False
    await procedure
    strand.resumable = True


class Step:
    """A function or a list of steps at its place in a list."""

    __slots__ = ("call", "following", "inner", "place", "straight")

    def __init__(
        self, call: Callable[..., Any] | None, inner: Steps | None, straight: bool
    ) -> None:
        self.call = call  # the function, or None for a list
        self.inner = inner  # the list, or None for a function
        self.straight = straight
        self.place = 0
        self.following: Step | None = None  # None at the end of the list

    @property
    def name(self) -> str:
        """That of the function; empty for a list."""
        return "" if self.call is None else str(self.call.__name__)


class Steps:
    """Steps in order, under a name that groups their events.

    With `when`, the list is entered only if the condition holds. With `as_long_as`, it is repeated
    while the condition holds, each time as a separate group. With `which`, only that one of its
    steps is taken. `about` gives the values of the group's event.
    """

    __slots__ = (
        "about",
        "as_long_as",
        "name",
        "steps",
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
        self.with_strand = isinstance(self, StrandSteps)
        self.steps = [self._step(step) for step in steps]
        for place, step in enumerate(self.steps):
            step.place = place
            if which is None and place > 0:
                self.steps[place - 1].following = step

    def _step(self, step: object) -> Step:
        inner = step.step if isinstance(step, Straight) else step
        if isinstance(inner, Steps):
            if inner.with_strand != self.with_strand:
                raise RulesFault(
                    f"'{self.name}' contains the list '{inner.name}', but the functions of only "
                    "one of them take the strand"
                )
            return Step(None, inner, isinstance(step, Straight))
        if callable(inner):
            return Step(inner, None, isinstance(step, Straight))
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
        if outside == 0:
            strand.resumable = True
        with_strand = self.with_strand
        steps = running[-1]
        depth = strand.depth - 1
        step: Step | None = steps.steps[cursor[depth]]
        # Every step of every rollout runs this code, so it is kept short.
        while True:
            left = False
            while step is not None:
                cursor[depth] = step.place
                call = step.call
                if call is not None:
                    then = call(s, strand) if with_strand else call(s)
                    if then is not None:
                        if type(then) is not int:  # a coroutine; isinstance is slow to say no
                            if step.straight:
                                strand.resumable = False
                                strand.fresh = False  # unless it says otherwise where it asks
                                then = await then
                                strand.resumable = True
                            else:
                                then = await then
                        if then is not None:
                            if then == AGAIN:
                                continue
                            left = True
                            break
                elif step.inner is not None and step.inner._enter(s, strand):
                    steps = step.inner
                    running.append(steps)
                    depth += 1
                    step = steps.steps[cursor[depth]]
                    continue
                step = step.following
            # At the end of a list comes its first step again, or the next one outside.
            if not left and steps._goes_round(s, strand, depth):
                step = steps.steps[0]
                continue
            cursor.pop()
            strand.depth = depth
            if s.witness is not None:
                s.witness.depth = depth
            running.pop()
            if not running:
                break
            steps = running[-1]
            depth -= 1
            step = steps.steps[cursor[depth]].following
        if outside == 0:
            strand.resumable = False

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
            steps = steps.steps[cursor[depth]].inner
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
        step = running[-1].steps[strand.cursor[len(running) - 1]]
        return step.name

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

    __slots__ = ()


def within(strand: Strand, place: list[int]) -> bool:
    """Is the strand at this place (as returned by `find`) or deeper inside it?"""
    return strand.cursor[: len(place)] == place
