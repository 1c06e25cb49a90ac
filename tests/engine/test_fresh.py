"""Where rules can be taken up again: freshness, forks of bare plays, interjections."""

import pytest

from starhall.engine.errors import IllegalChoice, RulesFault
from starhall.engine.rules.decision import Decision, GameOver, Together, Until
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import Strand
from tests.engine.toys.script import NO, PICK, SHOUT, YES, Board, Script, answer, notes, perform

# Fresh positions and forks


async def counted(s: Board, strand: Strand) -> None:
    """Fresh at every first question of a pair; the second hangs on a local variable."""
    while len(s.notes) < 6:
        strand.fresh = True
        first = await Decision(0, "first", [YES, NO])
        second = await Decision(0, "second", [YES, NO])
        s.notes.append(f"{first.token} {second.token}")


def test_a_play_forks_where_it_is_fresh() -> None:
    play = perform(counted)
    answer(play, YES)
    answer(play, NO)
    assert play.fresh
    twin = play.fork()
    answer(twin, NO)
    answer(twin, NO)
    assert notes(twin) == ["yes no", "no no"]
    assert notes(play) == ["yes no"]
    assert play.decision is not None and play.decision.kind == "first"


def test_a_play_does_not_fork_inside_a_phase() -> None:
    play = perform(counted)
    answer(play, YES)
    assert not play.fresh
    with pytest.raises(RulesFault, match="is inside a phase"):
        play.fork()


def test_a_finished_play_forks_into_a_finished_play() -> None:
    play = perform(patient)
    answer(play, NO)
    assert play.over and play.fork().over


def test_a_forced_answer_ends_freshness_as_a_given_one_does() -> None:
    async def forced(s: Board, strand: Strand) -> None:
        strand.fresh = True
        await Decision(0, "only", [YES])
        s.notes.append("begun")
        await Decision(0, "ask", [YES, NO])

    assert not perform(forced).fresh


def test_a_strand_that_waited_is_no_longer_fresh_when_it_goes_on() -> None:
    async def waits(s: Board, strand: Strand) -> None:
        strand.fresh = True
        await Until(lambda: "go" in s.notes)
        s.notes.append("went on")
        await Decision(0, "inside", [YES, NO])

    async def frees(s: Board, strand: Strand) -> None:
        strand.fresh = True
        await Decision(1, "ask", [YES, NO])
        s.notes.append("go")

    play = perform(waits, frees)
    assert play.fresh
    answer(play, YES, seat=1)
    assert [decision.kind for decision in play.decisions] == ["inside"]
    assert not play.fresh


def test_a_rule_that_goes_on_after_together_is_no_longer_fresh() -> None:
    async def phase(s: Board, strand: Strand) -> None:
        async def pick(seat: int) -> None:
            await Decision(seat, "pick", [YES, NO])
            s.notes.append(str(seat))
            strand.fresh = True

        strand.fresh = True
        await Together([pick(seat) for seat in (0, 1) if str(seat) not in s.notes])
        s.notes.append("both")
        await Decision(0, "inside", [YES, NO])

    play = perform(phase)
    answer(play, YES, seat=1)
    assert play.fresh
    assert [decision.seat for decision in play.fork().decisions] == [0]
    answer(play, YES, seat=0)
    assert not play.fresh


# Interjections


async def patient(s: Board, strand: Strand) -> None:
    strand.fresh = True
    heard = len(s.notes)
    await Decision(strand.seat, "listen", [PICK[heard], NO])


def test_after_an_interjection_fresh_strands_ask_anew() -> None:
    play = perform(patient, patient)
    before = play.decision_of(0)
    assert before is not None and before.options == [PICK[0], NO]
    play.interject(1, SHOUT)
    assert notes(play) == ["1 shouts"]
    assert [decision.options for decision in play.decisions] == [[PICK[1], NO]] * 2
    with pytest.raises(IllegalChoice, match="already been answered"):
        play.choose(before, NO)


def test_a_strand_inside_a_phase_goes_on_where_it_stands() -> None:
    play = perform(counted, patient)
    answer(play, NO, seat=0)
    play.interject(1, SHOUT)
    assert [decision.kind for decision in play.decisions] == ["second", "listen"]
    answer(play, YES, seat=0)
    assert notes(play) == ["1 shouts", "no yes"]


def test_a_strand_that_was_fresh_is_not_when_it_comes_to_another_place() -> None:
    async def turns(s: Board, strand: Strand) -> None:
        if not s.notes:
            strand.fresh = True
            await Decision(0, "calm", [YES, NO])
        else:
            await Decision(0, "roused", [YES, NO])

    play = perform(turns)
    assert play.fresh
    play.interject(1, SHOUT)
    assert play.decision is not None and play.decision.kind == "roused"
    assert not play.fresh


def test_an_interjection_may_stop_and_start_strands_and_free_waiting_ones() -> None:
    class Meddler(Script):
        def interject(self, state: object, seat: int, option: Option) -> None:
            assert isinstance(state, Board)
            state.notes.append("meddled")
            state.stop(state.strands[0])
            state.start(Strand(number=3, seat=3))

    async def waits(s: Board, strand: Strand) -> None:
        strand.fresh = True
        await Until(lambda: "meddled" in s.notes)
        await Decision(1, "freed", [YES, NO])

    async def inside(s: Board, strand: Strand) -> None:
        await Decision(strand.seat, "inside", [YES, NO])

    board = Board()
    for number in range(3):
        board.start(Strand(number=number, seat=number))
    play = Play(Meddler([inside, waits, inside, patient]), board)
    play.interject(0, SHOUT)
    asked = [(decision.seat, decision.kind) for decision in play.decisions]
    assert asked == [(1, "freed"), (2, "inside"), (3, "listen")]


def test_an_interjection_may_end_the_game() -> None:
    class Ender(Script):
        def interject(self, state: object, seat: int, option: Option) -> None:
            raise GameOver

    board = Board()
    board.start(Strand())
    play = Play(Ender([patient]), board)
    play.interject(0, SHOUT)
    assert play.over and play.decisions == []


def test_restart_takes_every_strand_up_from_the_state() -> None:
    play = perform(counted)
    answer(play, YES)
    play.restart()
    assert play.decision is not None and play.decision.kind == "first"
