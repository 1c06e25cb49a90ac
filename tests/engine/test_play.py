"""Rules that run: what they may await, in which order strands move, and what happens if they err.

The procedures are written here, in the tests, and keep notes of what they did.
"""

import gc
import itertools
from collections.abc import Generator

import pytest

from starhall.engine.errors import IllegalChoice, RulesFault
from starhall.engine.rules.decision import Decision, GameOver, Together, Until
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.play import Play, complete
from starhall.engine.rules.state import Strand
from tests.engine.toys.script import NO, PICK, YES, Board, Script, answer, notes, perform

# Decisions


async def two_questions(s: Board, strand: Strand) -> None:
    for number in (1, 2):
        choice = await Decision(0, "ask", [YES, NO], str(number))
        s.notes.append(f"{number} {choice.token}")


def test_rules_run_to_their_first_question_and_no_further() -> None:
    play = perform(two_questions)
    decision = play.decision
    assert decision is not None and notes(play) == []
    assert (decision.seat, decision.kind, decision.about) == (0, "ask", "1")
    assert decision.options == [YES, NO] and not play.over


@pytest.mark.parametrize("fatal", [False, True])
def test_a_fatal_option_is_not_taken_for_anybody(fatal: bool) -> None:
    doom = Vocabulary().single("doom", fatal=fatal)

    async def ask(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [doom])
        s.notes.append("doomed")

    play = perform(ask)
    assert (play.decision is not None) == fatal
    assert notes(play) == ([] if fatal else ["doomed"])


def test_a_play_that_is_dropped_leaves_nothing_behind() -> None:
    """Searches drop thousands: none may wait for the garbage collector."""
    gc.collect()
    gc.disable()
    try:
        play = perform(two_questions)
        answer(play, NO)
        del play
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_an_answer_is_what_the_rule_gets() -> None:
    play = perform(two_questions)
    answer(play, NO)
    assert notes(play) == ["1 no"] and not play.over
    answer(play, YES)
    assert notes(play) == ["1 no", "2 yes"]


def test_when_all_strands_have_ended_the_game_is_over() -> None:
    play = perform(two_questions)
    answer(play, NO)
    answer(play, NO)
    assert play.over and play.decision is None and play.decisions == []
    assert play.state.strands == []


def test_an_answered_decision_takes_no_second_answer() -> None:
    play = perform(two_questions)
    first = play.decision
    assert first is not None
    play.choose(first, YES)
    with pytest.raises(IllegalChoice, match="'ask' has already been answered"):
        play.choose(first, YES)
    assert notes(play) == ["1 yes"]


def test_a_decision_is_dead_once_the_game_is_over() -> None:
    async def asks(s: Board, strand: Strand) -> None:
        await Decision(strand.seat, "ask", [YES, NO])
        raise GameOver

    play = perform(asks, asks)
    other = play.decision_of(1)
    assert other is not None
    answer(play, YES, seat=0)
    assert play.over
    with pytest.raises(IllegalChoice, match="already been answered"):
        play.choose(other, YES)


def test_a_decision_that_was_never_asked_takes_no_answer() -> None:
    play = perform(two_questions)
    with pytest.raises(IllegalChoice, match="already been answered"):
        play.choose(Decision(0, "ask", [YES, NO]), YES)


# Forced decisions


async def forced_twice(s: Board, strand: Strand) -> None:
    for option in (PICK[3], PICK[5]):
        choice = await Decision(0, "only", [option])
        s.notes.append(choice.token)
    choice = await Decision(0, "ask", [YES, NO])
    s.notes.append(choice.token)


def test_decisions_with_one_option_are_taken_by_the_engine() -> None:
    play = perform(forced_twice)
    assert notes(play) == ["pick 3", "pick 5"]
    assert play.decision is not None and play.decision.kind == "ask"
    assert play.forced == 2


def test_without_auto_single_they_are_asked_like_any_other() -> None:
    play = perform(forced_twice, auto_single=False)
    assert notes(play) == [] and play.forced == 0
    assert play.decision is not None and play.decision.options == [PICK[3]]
    answer(play, PICK[3])
    answer(play, PICK[5])
    assert notes(play) == ["pick 3", "pick 5"]


async def automatic(s: Board, strand: Strand) -> None:
    gone = Decision(0, "default", [PICK[1]])
    gone.automatic = True
    s.notes.append((await gone).token)
    await Decision(0, "ask", [PICK[2]])


def test_an_automatic_decision_is_taken_by_the_engine_in_any_case() -> None:
    play = perform(automatic, auto_single=False)
    assert notes(play) == ["pick 1"]
    assert play.decision is not None and play.decision.kind == "ask"


def test_a_procedure_of_automatic_decisions_can_be_completed_on_the_spot() -> None:
    async def closing(s: Board) -> None:
        gone = Decision(0, "default", [PICK[1]])
        gone.automatic = True
        s.notes.append((await gone).token)

    board = Board()
    complete(closing(board))
    assert board.notes == ["pick 1"]
    with pytest.raises(RulesFault, match="although nobody can be asked any more"):
        complete(two_questions(board, Strand()))


# Together


async def both_pick(s: Board, strand: Strand) -> None:
    picks: dict[int, str] = {}

    async def pick(seat: int) -> None:
        choice = await Decision(seat, "pick", [PICK[seat], PICK[seat + 3]])
        s.notes.append(f"{seat} picked")
        picks[seat] = choice.token

    await Together([pick(seat) for seat in range(3)])
    s.notes.append(" ".join(picks[seat] for seat in range(3)))


def test_together_all_are_asked_at_the_same_time() -> None:
    play = perform(both_pick)
    assert [decision.seat for decision in play.decisions] == [0, 1, 2]
    assert [decision.options[0] for decision in play.decisions] == PICK[:3]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_together_answers_come_in_any_order(order: tuple[int, ...]) -> None:
    play = perform(both_pick)
    for seat in order:
        assert not play.over
        assert play.decision_of(seat) is not None
        answer(play, PICK[seat + 3], seat)
        assert play.decision_of(seat) is None
    assert notes(play) == [f"{seat} picked" for seat in order] + ["pick 3 pick 4 pick 5"]


def test_together_the_rule_goes_on_only_when_all_have_ended() -> None:
    play = perform(both_pick)
    answer(play, PICK[1], 1)
    answer(play, PICK[0], 0)
    assert notes(play) == ["1 picked", "0 picked"]
    assert [decision.seat for decision in play.decisions] == [2]


async def nested(s: Board, strand: Strand) -> None:
    async def single(name: str, seat: int) -> None:
        choice = await Decision(seat, name, [YES, NO])
        s.notes.append(f"{name} {choice.token}")

    async def pair() -> None:
        await Together([single("left", 0), single("right", 1)])
        s.notes.append("pair")

    await Together([pair(), single("third", 2)])
    s.notes.append("all")


def test_together_can_be_nested() -> None:
    play = perform(nested)
    assert [decision.kind for decision in play.decisions] == ["third", "left", "right"]
    answer(play, YES, 1)
    answer(play, YES, 2)
    answer(play, NO, 0)
    assert notes(play) == ["right yes", "third yes", "left no", "pair", "all"]


def test_together_of_nobody_goes_on_at_once() -> None:
    async def alone(s: Board, strand: Strand) -> None:
        await Together([])
        s.notes.append("on")

    assert notes(perform(alone)) == ["on"]


def test_together_forced_decisions_are_taken_and_the_others_asked() -> None:
    async def half(s: Board, strand: Strand) -> None:
        async def one(seat: int, options: list[Option]) -> None:
            s.notes.append(f"{seat} {(await Decision(seat, 'pick', options)).token}")

        await Together([one(0, [YES]), one(1, [YES, NO]), one(2, [NO])])

    play = perform(half)
    assert notes(play) == ["0 yes", "2 no"]
    assert [decision.seat for decision in play.decisions] == [1]


# Strands and conditions


async def steady(s: Board, strand: Strand) -> None:
    while len(s.notes) < 20:
        await Decision(strand.seat, "go", [YES, NO])
        s.notes.append(str(strand.number))


def test_the_oldest_strand_asks_first() -> None:
    play = perform(steady, steady, steady)
    assert [decision.seat for decision in play.decisions] == [0, 1, 2]
    answer(play, YES, seat=0)
    assert [decision.seat for decision in play.decisions] == [0, 1, 2]
    answer(play, YES, seat=2)
    assert play.decision is not None and play.decision.seat == 0
    assert notes(play) == ["0", "2"]


def test_the_answered_strand_goes_on_first_then_the_oldest_that_can_move() -> None:
    async def waits(s: Board, strand: Strand) -> None:
        await Until(lambda: "go" in s.notes)
        s.notes.append(f"{strand.number} moves")
        await Decision(strand.seat, "ask", [YES, NO])

    async def triggers(s: Board, strand: Strand) -> None:
        await Decision(strand.seat, "ask", [YES, NO])
        s.notes.append("go")
        s.notes.append(f"{strand.number} ends")

    play = perform(waits, waits, triggers, waits)
    assert [decision.seat for decision in play.decisions] == [2]
    answer(play, YES)
    assert notes(play) == ["go", "2 ends", "0 moves", "1 moves", "3 moves"]


def test_a_condition_is_looked_at_again_after_every_move() -> None:
    async def chain(s: Board, strand: Strand) -> None:
        await Until(lambda: len(s.notes) > 2 - strand.number)
        s.notes.append(str(strand.number))
        await Decision(strand.seat, "ask", [YES, NO])

    async def first(s: Board, strand: Strand) -> None:
        await Decision(3, "ask", [YES, NO])
        s.notes.append("start")

    play = perform(chain, chain, chain, first)
    answer(play, YES)
    assert notes(play) == ["start", "2", "1", "0"]


def test_a_condition_that_holds_already_does_not_wait() -> None:
    async def ready(s: Board, strand: Strand) -> None:
        await Until(lambda: True)
        s.notes.append("through")

    assert notes(perform(ready)) == ["through"]


def test_a_started_strand_runs_when_its_turn_comes() -> None:
    async def starter(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        s.start(Strand(number=1, seat=1))
        s.notes.append("started")

    async def child(s: Board, strand: Strand) -> None:
        s.notes.append("child runs")
        await Decision(1, "child", [YES, NO])

    play = perform(starter, child, begin=1)
    answer(play, YES)
    assert notes(play) == ["started", "child runs"]
    assert [decision.kind for decision in play.decisions] == ["child"]


def test_a_started_strand_runs_although_its_starter_asks_again() -> None:
    async def starter(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        s.start(Strand(number=1, seat=1))
        await Decision(0, "again", [YES, NO])

    play = perform(starter, steady, begin=1)
    answer(play, YES)
    assert [decision.kind for decision in play.decisions] == ["again", "go"]


def test_a_strand_with_a_lower_number_goes_before_older_ones() -> None:
    async def starter(s: Board, strand: Strand) -> None:
        await Decision(strand.seat, "ask", [YES, NO])
        s.start(Strand(number=0, seat=0))

    board = Board()
    board.start(Strand(number=1, seat=1))
    board.start(Strand(number=2, seat=2))
    play = Play(Script([steady, starter, steady]), board)
    answer(play, YES, seat=1)
    assert [decision.seat for decision in play.decisions] == [0, 2]


def test_a_taken_up_play_asks_in_the_order_of_the_numbers() -> None:
    async def fresh(s: Board, strand: Strand) -> None:
        strand.fresh = True
        await Decision(strand.seat, "go", [YES, NO])

    board = Board()
    for number in (2, 0, 1):
        board.start(Strand(number=number, seat=number))
    play = Play(Script([fresh, fresh, fresh]), board)
    assert [decision.seat for decision in play.decisions] == [0, 1, 2]
    assert [decision.seat for decision in play.fork().decisions] == [0, 1, 2]


def test_a_stopped_strand_is_gone_with_its_question() -> None:
    async def stopper(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        s.stop(s.strands[1])
        await Decision(0, "then", [YES, NO])

    play = perform(stopper, steady, steady)
    dead = play.decision_of(1)
    assert dead is not None
    answer(play, YES, seat=0)
    assert [decision.seat for decision in play.decisions] == [0, 2]
    with pytest.raises(IllegalChoice, match="already been answered"):
        play.choose(dead, YES)


def test_a_strand_stopped_before_it_began_never_runs() -> None:
    async def fickle(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        child = Strand(number=1, seat=1)
        s.start(child)
        s.stop(child)

    play = perform(fickle, steady, begin=1)
    answer(play, YES)
    assert play.over and notes(play) == []


def test_stopping_a_strand_that_runs_together_ends_all_its_procedures() -> None:
    async def stopper(s: Board, strand: Strand) -> None:
        await Decision(9, "ask", [YES, NO])
        s.stop(s.strands[1])

    play = perform(stopper, both_pick)
    assert len(play.decisions) == 4
    answer(play, YES, seat=9)
    assert play.over and notes(play) == []


# The end


def test_the_game_ends_in_the_depth_of_a_rule_at_that_very_moment() -> None:
    async def deep(s: Board, level: int) -> None:
        if level == 0:
            raise GameOver
        await deep(s, level - 1)
        s.notes.append("never")

    async def strikes(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        s.notes.append("strikes")
        await deep(s, 5)

    play = perform(strikes, steady)
    answer(play, YES, seat=0)
    assert play.over and play.decisions == [] and notes(play) == ["strikes"]


def test_the_game_may_end_before_anything_is_asked() -> None:
    async def at_once(s: Board, strand: Strand) -> None:
        raise GameOver

    play = perform(at_once, steady)
    assert play.over and play.decisions == []


def test_the_game_may_end_inside_together() -> None:
    async def race(s: Board, strand: Strand) -> None:
        async def run(seat: int) -> None:
            await Decision(seat, "run", [YES, NO])
            raise GameOver

        await Together([run(0), run(1)])
        s.notes.append("never")

    play = perform(race)
    answer(play, YES, seat=1)
    assert play.over and notes(play) == []


# Rules that break the contract


def test_strands_that_all_wait_are_stuck() -> None:
    async def never(s: Board, strand: Strand) -> None:
        await Until(lambda: False)

    with pytest.raises(RulesFault, match="every strand waits and nobody is asked"):
        perform(never, never)


def test_getting_stuck_later_is_noticed_too() -> None:
    async def then_waits(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        await Until(lambda: False)

    play = perform(then_waits)
    with pytest.raises(RulesFault, match="the rules are stuck"):
        answer(play, YES)


class Rubbish:
    def __await__(self) -> Generator[str, None, None]:
        yield "rubbish"


def test_rules_that_await_rubbish_are_told_so() -> None:
    async def confused(s: Board, strand: Strand) -> None:
        await Rubbish()

    with pytest.raises(RulesFault, match="rules awaited 'rubbish'; they can await decisions"):
        perform(confused)


def test_a_question_without_options_is_refused() -> None:
    async def empty(s: Board, strand: Strand) -> None:
        await Decision(1, "nothing", [])

    with pytest.raises(RulesFault, match="seat 1 is asked 'nothing' without options"):
        perform(empty)


def test_an_error_in_a_rule_is_not_swallowed() -> None:
    async def fails(s: Board, strand: Strand) -> None:
        await Decision(0, "ask", [YES, NO])
        raise KeyError("no such hex")

    play = perform(fails)
    with pytest.raises(KeyError, match="no such hex"):
        answer(play, YES)
