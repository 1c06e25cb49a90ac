"""Phases as lists of steps: order, loops, exits, resuming, groups of events."""

from __future__ import annotations

import pytest

from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.memory import GROUP, Witness
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State, Strand
from starhall.engine.rules.steps import AGAIN, LEAVE, Steps, StrandSteps, straight, within
from tests.engine.toys.script import NO, PICK, YES, Board, Script, answer, notes


def playing(steps: Steps, watched: bool = False) -> Play:
    """A play of one strand that goes through these steps."""
    board = Board(seats=2, witness=Witness(3) if watched else None)
    board.start(Strand())
    return Play(Script([steps.run]), board)


def note(word: str, then: int | None = None):  # type: ignore[no-untyped-def]
    def step(s: Board) -> int | None:
        s.notes.append(word)
        return then

    return step


async def ask(s: Board) -> None:
    s.notes.append((await Decision(0, "asked", [YES, NO])).verb)


async def three_times(s: Board) -> None:
    """What is done so far stands in the notes, so it can be entered again."""
    while s.notes.count("yes") < 3:
        choice = await Decision(0, "asked", [YES, NO])
        s.notes.append(choice.verb)


def cursor(play: Play) -> list[int]:
    return play.state.strands[0].cursor


def test_steps_run_in_order_and_lists_may_be_nested() -> None:
    inner = Steps("inner", note("b"), note("c"))
    play = playing(Steps("outer", note("a"), inner, note("d")))
    assert notes(play) == ["a", "b", "c", "d"] and play.over


def test_a_step_may_leave_its_list_or_be_taken_again() -> None:
    def twice(s: Board) -> int | None:
        s.notes.append("again")
        return AGAIN if s.notes.count("again") < 2 else None

    inner = Steps("inner", twice, note("out", LEAVE), note("never"))
    assert notes(playing(Steps("outer", inner, note("end")))) == ["again", "again", "out", "end"]


def test_a_list_may_depend_on_a_condition_or_run_as_long_as_one_holds() -> None:
    def few(s: Board) -> bool:
        return len(s.notes) < 5

    never = Steps("never", note("x"), when=lambda s: False)
    assert notes(playing(Steps("all", never, note("a")))) == ["a"]
    loop = Steps("loop", note("a"), note("b"), as_long_as=few)
    assert notes(playing(loop)) == ["a", "b", "a", "b", "a", "b"]
    left = Steps("loop", note("a"), note("b", LEAVE), as_long_as=few)
    assert notes(playing(left)) == ["a", "b"]


def test_a_list_may_take_one_of_its_steps() -> None:
    def second(s: Board) -> int:
        return 1

    one = Steps("one", note("a"), Steps("two", note("b"), ask, note("c")), which=second)
    play = playing(Steps("outer", one, note("end")))
    assert cursor(play) == [0, 1, 1]
    fork = play.fork()
    answer(fork, YES)
    assert notes(fork) == ["b", "yes", "c", "end"]


def test_the_cursor_stands_where_the_rules_ask_and_a_fork_goes_on_there() -> None:
    inner = Steps("inner", note("b"), ask, note("c"))
    play = playing(Steps("outer", note("a"), inner, note("d")))
    assert cursor(play) == [1, 1] and play.fresh
    fork = play.fork()
    answer(play, YES)
    assert notes(play) == ["a", "b", "yes", "c", "d"] and play.over
    assert notes(fork) == ["a", "b"] and cursor(fork) == [1, 1]
    answer(fork, NO)
    assert notes(fork) == ["a", "b", "no", "c", "d"]
    assert play.state.strands == []


def test_a_step_is_entered_again_when_the_game_is_resumed() -> None:
    play = playing(Steps("outer", three_times, note("end")))
    for choice in (YES, NO, YES):
        answer(play, choice)
        play = play.fork()
    assert not play.over and cursor(play) == [0]
    answer(play, YES)
    assert notes(play) == ["yes", "no", "yes", "yes", "end"]


def test_a_condition_is_asked_on_entering_only() -> None:
    def nothing_yet(s: Board) -> bool:
        return not s.notes

    inner = Steps("inner", note("b"), ask, ask, when=nothing_yet)
    play = playing(Steps("outer", inner))
    answer(play, YES)
    fork = play.fork()
    answer(fork, NO)
    assert notes(fork) == ["b", "yes", "no"] and fork.over


def test_a_straight_step_cannot_be_resumed_inside() -> None:
    async def two(s: Board) -> None:
        first = await Decision(0, "first", [YES, NO])
        second = await Decision(0, "second", PICK)
        s.notes += [first.verb, second.token]

    play = playing(Steps("outer", straight(two), ask))
    assert not play.fresh
    with pytest.raises(RulesFault, match="inside a phase"):
        play.fork()
    answer(play, YES)
    answer(play, PICK[3])
    assert (play.fresh, notes(play)) == (True, ["yes", "pick 3"])


def test_strand_steps_get_their_strand() -> None:
    def whose(s: Board, strand: Strand) -> None:
        s.notes.append(f"strand {strand.number}")

    assert notes(playing(StrandSteps("outer", whose))) == ["strand 0"]


def test_what_is_not_a_step_is_refused() -> None:
    with pytest.raises(RulesFault, match="a step of 'turn' is 7"):
        Steps("turn", 7)


def test_a_list_has_one_condition() -> None:
    with pytest.raises(RulesFault, match="'turn' has two conditions"):
        Steps("turn", ask, when=lambda s: True, as_long_as=lambda s: True)


def test_named_lists_group_what_happens_in_them() -> None:
    def tell(word: str):  # type: ignore[no-untyped-def]
        def step(s: State) -> None:
            if s.witness is not None:
                s.witness.tell(word)

        return step

    def whose(s: State) -> dict[str, object]:
        return {"who": 1}

    battle = Steps("battle", tell("hit"), ask, tell("miss"))
    turn = Steps(
        "turn", tell("begins"), Steps("", tell("plain")), battle, tell("ends"), about=whose
    )
    play = playing(turn, watched=True)
    answer(play, YES)
    assert play.state.witness is not None
    found = [
        (event.depth, event.values["name"] if event.what == GROUP else event.what)
        for event in play.state.witness.events
    ]
    assert found == [
        (0, "turn"), (1, "begins"), (2, "plain"), (1, "battle"), (2, "hit"), (2, "miss"),
        (1, "ends"),
    ]  # fmt: skip
    assert play.state.witness.events[0].values == {"name": "turn", "who": 1}


def test_only_one_of_several_lists_is_taken() -> None:
    lists = [Steps("", note(word), ask, note(f"after {word}")) for word in ("a", "b")]
    play = playing(Steps("", Steps("", *lists, which=lambda s: 1), note("end")))
    assert notes(play) == ["b"] and cursor(play) == [0, 1, 1]
    answer(play.fork(), YES)
    answer(play, YES)
    assert notes(play) == ["b", "yes", "after b", "end"] and play.over


def test_the_place_of_a_step_is_found() -> None:
    inner = Steps("inner", note("a"), three_times)
    steps = Steps("outer", ask, inner)
    assert steps.find(inner) == [1] and steps.find(three_times) == [1, 1]
    play = playing(steps)
    assert not within(play.state.strands[0], steps.find(inner))
    answer(play, NO)
    assert within(play.state.strands[0], steps.find(inner))


def test_a_straight_step_says_itself_where_it_can_be_entered_again() -> None:
    async def loop(s: Board) -> None:
        while s.notes.count("yes") < 2:
            s.strands[0].fresh = True
            s.notes.append((await Decision(0, "outer", [YES, NO])).verb)
            await Decision(0, "inner", [YES, NO])

    play = playing(Steps("", straight(loop)))
    found = [play.fresh]
    for choice in (YES, NO):
        answer(play, choice)
        found.append(play.fresh)
    assert found == [True, False, True]
