"""The smallest rules: procedures written in a test, run on a state that only keeps notes."""

from __future__ import annotations

from collections.abc import Callable

from starhall.engine.rules.decision import Procedure
from starhall.engine.rules.fields import part, public
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.play import Play, Rules
from starhall.engine.rules.state import State, Strand

WORDS = Vocabulary()
YES = WORDS.single("yes")
NO = WORDS.single("no")
PICK = WORDS.table("pick", [str(n) for n in range(10)], "number")
SHOUT = WORDS.single("shout")


@part
class Board(State):
    """Notes of what the procedures did, in order."""

    notes: list[str] = public([])


Body = Callable[[Board, Strand], Procedure]


class Script(Rules):
    """Strand number n runs the n-th procedure."""

    def __init__(self, bodies: list[Body]) -> None:
        self.bodies = bodies

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Board)
        return self.bodies[strand.number](state, strand)

    def interjections(self, state: State, seat: int) -> list[Option]:
        return [SHOUT]

    def interject(self, state: State, seat: int, option: Option) -> None:
        assert isinstance(state, Board)
        state.notes.append(f"{seat} shouts")


def perform(*bodies: Body, auto_single: bool = True, begin: int | None = None) -> Play:
    """A play of these procedures; the first `begin` of them start as strands (all, if not said)."""
    board = Board(seats=2, auto_single=auto_single)
    for number in range(len(bodies) if begin is None else begin):
        board.start(Strand(number=number, seat=number))
    return Play(Script(list(bodies)), board)


def notes(play: Play) -> list[str]:
    assert isinstance(play.state, Board)
    return play.state.notes


def answer(play: Play, option: Option, seat: int | None = None) -> None:
    decision = play.decision if seat is None else play.decision_of(seat)
    assert decision is not None and option in decision.options
    play.choose(decision, option)
