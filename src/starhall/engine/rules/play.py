"""The running rules of one state: runs coroutines and holds pending decisions, without history.

Rollouts and imagined worlds use it directly. `Match` adds record, views and undo.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from mypy_extensions import mypyc_attr

from starhall.engine.errors import IllegalChoice, RulesFault
from starhall.engine.rules.decision import Decision, GameOver, Procedure, Together, Until
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State, Strand


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """What the engine runs: a game's procedures. The full declaration is `game.Game`."""

    def run(self, state: State, strand: Strand) -> Procedure:
        """The procedure of a strand; it continues from the state."""
        raise RulesFault(f"{type(self).__name__} must define run()")

    def interjections(self, state: State, seat: int) -> list[Option]:
        """Options that a seat can choose at any time without being asked (conceding)."""
        return []

    def interject(self, state: State, seat: int, option: Option) -> None:
        """Carry out an interjection at once; may raise GameOver."""
        raise RulesFault(f"{type(self).__name__} offers interjections but has no interject()")


class Runner:
    """A running procedure: it asks, waits for a condition, or waits for its children."""

    __slots__ = ("begun", "children", "coroutine", "decision", "parent", "send", "strand", "until")

    def __init__(self, strand: Strand, coroutine: Procedure, parent: Runner | None) -> None:
        self.strand = strand
        self.coroutine: Coroutine[Any, Any, None] = coroutine
        self.send: Callable[[Any], Any] = coroutine.send  # looked up once
        self.parent = parent
        self.begun = False
        self.children = 0
        self.decision: Decision | None = None
        self.until: Until | None = None

    def movable(self) -> bool:
        """Can it continue, if it does not ask?"""
        if not self.begun:
            return True
        if self.children > 0:
            return False
        return self.until is None or self.until.ready()

    def close(self) -> None:
        """Stop the procedure; also prevents Python's warning if it never started."""
        self.decision = None
        self.coroutine.close()


class Play:
    """One state and the rules that run on it."""

    __slots__ = ("alone", "decision", "forced", "rules", "runners", "state")

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.runners: list[Runner] = []
        self.decision: Decision | None = None  # the oldest strand's; None when the game is over
        self.alone = False  # one procedure runs, and no other one waits for what it does
        self.forced = 0  # decisions with a single option, answered here
        self._resume()

    # Pending decisions

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decisions(self) -> list[Decision]:
        """All pending decisions, the oldest strand's first; a seat has at most one."""
        return [runner.decision for runner in self.runners if runner.decision is not None]

    def decision_of(self, seat: int) -> Decision | None:
        for runner in self.runners:
            if runner.decision is not None and runner.decision.seat == seat:
                return runner.decision
        return None

    @property
    def fresh(self) -> bool:
        """Can every strand be restarted from the current state?"""
        for strand in self.state.strands:
            if not strand.fresh:
                return False
        return True

    # Answers

    def choose(self, decision: Decision, option: Option) -> None:
        """Answer a decision and run until every strand asks or waits."""
        # A reference in the decision to its runner would keep a dropped play alive.
        for runner in self.runners:
            if runner.decision is decision:
                break
        else:
            raise IllegalChoice("choice.answered", kind=decision.kind)
        runner.strand.fresh = False  # it runs; when a step asks, it is fresh again
        try:
            asked = self._advance(runner, option)
            # The common case is one strand that asks again: nothing else can have changed.
            if asked is not None and self.alone and not self.state.started:
                self.decision = asked
            else:
                self._settle()
        except GameOver:
            self._finish()

    def interject(self, seat: int, option: Option) -> None:
        """Make a choice that nobody asked for.

        Fresh strands are restarted from the new state; a strand inside a
        phase continues where it is, because it cannot be restarted there.
        """
        try:
            self.rules.interject(self.state, seat, option)
            self._renew()
            self._settle()
        except GameOver:
            self._finish()

    def close(self) -> None:
        """Stop all procedures."""
        for runner in self.runners:
            runner.close()
        self.runners = []
        self.decision = None

    def restart(self) -> None:
        """Stop the running procedures and restart them from the state."""
        self.close()
        self._resume()

    def fork(self) -> Play:
        """An independent copy of this play; only possible if every strand is fresh."""
        if not self.fresh and not self.state.over:
            raise RulesFault("this play is inside a phase and cannot be copied by itself")
        return Play(self.rules, self.state.copy())

    # The machinery

    def _resume(self) -> None:
        state = self.state
        state.started = []
        state.stopped = []
        if state.over:
            return
        for strand in state.strands:
            self._begin(strand)
        try:
            self._settle()
        except GameOver:
            self._finish()

    def _settle(self) -> None:
        """Run the oldest strand that can continue, until none can."""
        state = self.state
        while not state.over:
            if state.started:
                for strand in state.started:
                    self._begin(strand)
                state.started = []
            if state.stopped:
                self._stop()
            for runner in self.runners:
                if runner.decision is None and runner.movable():
                    if runner.begun:
                        runner.strand.fresh = False
                    runner.begun = True
                    runner.until = None
                    self._advance(runner, None)
                    break
            else:
                if not self.runners:
                    break
                self.decision = self._oldest()
                self.alone = len(self.runners) == 1
                return
        self._finish()

    def _oldest(self) -> Decision:
        """The pending decision of the oldest strand that asks."""
        for runner in self.runners:
            if runner.decision is not None:
                return runner.decision
        raise RulesFault("every strand waits and nobody is asked: the rules are stuck")

    def _renew(self) -> None:
        """Restart the fresh strands."""
        state = self.state
        self._stop()
        fresh = [strand for strand in state.strands if strand.fresh]
        self._close(fresh)
        for strand in fresh:
            self._begin(strand)

    def _begin(self, strand: Strand) -> None:
        """Start the procedure of a strand at its cursor."""
        strand.fresh = False
        strand.depth = 0
        strand.resumable = False
        self._insert(Runner(strand, self.rules.run(self.state, strand), None))

    def _stop(self) -> None:
        stopped = self.state.stopped
        self.state.stopped = []
        self._close(stopped)

    def _close(self, strands: list[Strand]) -> None:
        """Stop the procedures of these strands."""
        for runner in self.runners[:]:
            if runner.strand in strands:
                runner.close()
                self.runners.remove(runner)

    def _insert(self, runner: Runner) -> None:
        """Keep the runners in the order of their strands' numbers, children after parents."""
        number = runner.strand.number
        place = len(self.runners)
        while place > 0 and self.runners[place - 1].strand.number > number:
            place -= 1
        self.runners.insert(place, runner)

    def _advance(self, runner: Runner, answer: Option | None) -> Decision | None:
        """Run one procedure until it asks, waits or ends; returns what it asks."""
        strand = runner.strand
        send = runner.send
        witness = self.state.witness
        if witness is not None:
            witness.strand = strand.number
            witness.depth = strand.depth
        runner.decision = None
        while True:
            try:
                asked = send(answer)
            except StopIteration:
                self._end(runner)
                return None
            if isinstance(asked, Decision):
                if len(asked.options) < 2:
                    if not asked.options:
                        raise RulesFault(
                            f"seat {asked.seat} is asked '{asked.kind}' without options"
                        )
                    only = asked.options[0]
                    if asked.automatic or (self.state.auto_single and not only.fatal):
                        answer = only
                        strand.fresh = False
                        self.forced += 1
                        continue
                runner.decision = asked
                if strand.resumable:  # as in `_mark`, but without a call: this code is hot
                    strand.fresh = True
                return asked
            if isinstance(asked, Until):
                runner.until = asked
                self._mark(strand)
                return None
            if isinstance(asked, Together):
                self._mark(strand)
                self._spread(runner, asked.procedures)
                return None
            raise RulesFault(f"rules awaited {asked!r}; they can await decisions and conditions")

    def _mark(self, strand: Strand) -> None:
        """Mark the strand as fresh where a step asks or waits: the step can be entered again.

        A straight step itself marks the questions at which it can be resumed.
        """
        if strand.resumable:
            strand.fresh = True

    def _spread(self, runner: Runner, procedures: list[Procedure]) -> None:
        runner.children = len(procedures)
        for procedure in procedures:
            self._insert(Runner(runner.strand, procedure, runner))

    def _end(self, runner: Runner) -> None:
        self.runners.remove(runner)
        if runner.parent is not None:
            runner.parent.children -= 1
            self._mark(runner.strand)
        else:
            self.state.strands.remove(runner.strand)

    def _finish(self) -> None:
        self.state.over = True
        self.state.started = []
        self.close()


def complete(procedure: Procedure) -> None:
    """Run a procedure to its end; all its decisions must be automatic."""
    answer: Option | None = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration:
            return
        if not isinstance(asked, Decision) or not asked.automatic:
            raise RulesFault(f"a procedure awaited {asked!r} although nobody can be asked any more")
        answer = asked.options[0]
