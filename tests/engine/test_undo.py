"""Taking back: freely up to the information frontier, beyond it with the consent of the table."""

import random
from typing import Any

import pytest

import starhall
from starhall.engine.errors import IllegalChoice, UndoRefused
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from tests.engine.toys import expedition, lanterns, sealed, whispers
from tests.engine.toys.course import TOYS, standing, step
from tests.engine.toys.lanterns import Hall


def evening(seats: int = 2, seed: int = 1, **settings: Any) -> starhall.Match[Any]:
    return starhall.new(lanterns.GAME, seats, seed=seed, **settings)


def some(match: starhall.Match[Any], verb: str) -> str:
    return next(option.token for option in match.decision.options if option.verb == verb)


# The frontier


@pytest.mark.parametrize("verb", ["pass", "bury"])
def test_what_shows_nothing_and_uses_no_chance_is_taken_back_freely(verb: str) -> None:
    match = evening()
    before = standing(match)
    match.choose(some(match, verb))
    assert match.undoable(0) == 1
    match.undo(0)
    assert standing(match) == before


@pytest.mark.parametrize(
    "verb",
    [
        pytest.param("roll", id="chance was used"),
        pytest.param("take", id="a card was shown to the seat itself"),
        pytest.param("play", id="a card was shown to the others"),
    ],
)
def test_what_set_something_loose_is_not(verb: str) -> None:
    match = evening()
    match.choose(some(match, verb))
    after = standing(match)
    assert match.undoable(0) == 0
    with pytest.raises(
        UndoRefused, match="since the last choice of Player 1 something was revealed"
    ):
        match.undo(0)
    assert standing(match) == after


def test_a_chain_of_harmless_choices_is_taken_back_one_by_one() -> None:
    match = evening()
    stood = [standing(match)]
    match.choose(some(match, "bury"))
    stood.append(standing(match))
    match.choose("pass")
    assert match.undoable(0) == 2
    match.undo(0)
    assert standing(match) == stood[1] and match.undoable(0) == 1
    match.undo(0)
    assert standing(match) == stood[0] and match.undoable(0) == 0


def test_the_frontier_is_the_last_choice_that_set_something_loose() -> None:
    match = evening()
    match.choose("roll")
    match.choose("pass")
    assert match.undoable(0) == 1
    match.undo(0)
    assert match.undoable(0) == 0 and match.ply == 1


def test_nobody_takes_back_what_others_have_built_on() -> None:
    match = evening()
    match.choose("pass")
    match.choose("pass")
    match.choose("pass")
    assert match.decision.seat == 1
    assert (match.undoable(0), match.undoable(1)) == (0, 1)
    with pytest.raises(UndoRefused, match="somebody else decided"):
        match.undo(0)
    match.undo(1)
    assert match.undoable(0) == 2  # now nobody has built on it any more


def test_an_answer_among_simultaneous_ones_is_free_until_the_next_comes() -> None:
    match = starhall.new(sealed.GAME, 3, seed=1)
    bid = match.decisions[1].options[0]
    match.choose(bid, 1)
    assert match.undoable(1) == 1
    match.undo(1)
    assert match.waiting() == [0, 1, 2]
    match.choose(bid, 1)
    match.choose(match.decisions[0].options[0], 0)
    assert (match.undoable(0), match.undoable(1)) == (1, 0)


def test_what_others_choose_in_secret_does_not_show_in_what_can_be_taken_back() -> None:
    match = starhall.new(whispers.GAME, 3, seed=1)
    match.choose("word moon", 1)
    match.choose("word star", 0)
    assert [match.undoable(seat) for seat in range(3)] == [1, 1, 0]
    match.undo(1)
    assert [str(chosen) for chosen in match.choices] == ["0 word star"]
    assert match.waiting(1) == [1] and match.undoable(0) == 1
    match.choose("word void", 1)
    match.choose("word void", 2)
    assert [match.undoable(seat) for seat in range(3)] == [1, 1, 1]


def test_a_secret_question_that_depends_on_what_is_taken_back_is_asked_again() -> None:
    match = starhall.new(whispers.GAME, 3, seed=1)
    for seat in range(3):
        match.choose("word moon", seat)
    match.choose("object", 0)
    match.choose("agree", 1)
    assert [match.undoable(seat) for seat in range(3)] == [2, 2, 1]
    twin, gone = match.without(3)
    assert gone == [3, 4] and twin.waiting(0) == [0]
    match.undo(0)
    assert standing(match) == standing(twin)
    for seat in range(3):
        match.choose("agree", seat)
    assert match.over and [match.undoable(seat) for seat in range(3)] == [0, 0, 0]


def test_the_answer_that_turns_the_cards_up_is_not_taken_back() -> None:
    match = starhall.new(sealed.GAME, 2, seed=1)
    for seat in (0, 1):
        decision = match.decision_of(seat)
        assert decision is not None
        match.choose(decision.options[0], seat)
    assert (match.undoable(0), match.undoable(1)) == (0, 0)


def test_the_end_of_the_game_shows_everything_and_is_not_taken_back() -> None:
    match = evening(rounds=1)
    while not match.over:
        match.choose("pass")
    assert [match.undoable(seat) for seat in (0, 1)] == [0, 0]
    with pytest.raises(UndoRefused):
        match.undo(1)
    match.undo(1, consent=True)
    assert (match.over, match.ply) == (False, 3)


def test_undo_works_inside_a_phase() -> None:
    match = starhall.new(expedition.GAME, seed=3)
    match.choose("go marsh")
    before = standing(match)
    match.choose("signal", seat=1)
    match.undo(1)
    assert standing(match) == before
    match.undo(0)
    assert match.ply == 0 and match.decision.kind == "route"


def test_an_unwatched_match_cannot_tell_what_was_revealed() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1, watched=False)
    match.choose("take")
    assert match.undoable(0) == 0
    with pytest.raises(UndoRefused):
        match.undo(0)
    match.undo(0, consent=True)
    assert match.ply == 0


# Consent


def test_with_consent_everything_since_that_choice_goes_back() -> None:
    match = evening(seats=3)
    match.choose("pass")
    before = standing(match)
    match.choose("roll")
    for token in ("take", "roll", "pass"):
        match.choose(token)
    match.undo(0, consent=True)
    assert standing(match) == before
    assert match.decision.seat == 0


def test_consent_is_not_used_up_where_none_is_needed() -> None:
    match = evening()
    match.choose("roll")
    match.choose("pass")
    match.undo(0, consent=True)
    assert match.ply == 1  # only the harmless choice


def test_who_has_chosen_nothing_takes_nothing_back() -> None:
    match = evening()
    match.choose("pass")
    for consent in (False, True):
        with pytest.raises(UndoRefused, match="Player 2 has no choice"):
            match.undo(1, consent=consent)
    with pytest.raises(IllegalChoice, match="there is no seat 7"):
        match.undo(7)
    assert match.ply == 1


def test_after_an_undo_the_game_goes_on_with_the_same_chance() -> None:
    match, straight = evening(), evening()
    match.choose("pass")
    match.undo(0)
    match.choose("roll")
    straight.choose("roll")
    assert standing(match) == standing(straight)


def test_answers_to_what_was_taken_back_are_stale() -> None:
    match = evening()
    match.choose("pass")
    match.choose("pass")
    match.undo(0)
    match.undo(0)
    with pytest.raises(IllegalChoice, match="this answers ply 2.*the match is at ply 0"):
        match.choose("pass", 0, ply=2)


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_undo_is_a_shorter_record(game: Game[State]) -> None:
    """At random points of random games: free undo, undo with consent, refusals in between."""
    for seed in range(8):
        dice = random.Random(seed)
        match = starhall.new(game, seed=seed)
        for _ in range(40):
            if match.over:
                break
            step(match, dice)
            seat = dice.randrange(match.seats)
            here = standing(match)
            free = match.undoable(seat)
            own = [i for i, done in enumerate(match.choices) if done.seat == seat]
            if not own:
                continue
            back = match.fork()
            back.undo(seat, consent=True)
            if free:
                later = [str(done) for done in match.choices[own[-1] + 1 :]]
                kept = [str(done) for done in back.choices[own[-1] :]]
                assert kept == [done for done in later if done in kept]
                assert standing(back) == standing(match.without(own[-1])[0])
                assert standing(back) == standing(starhall.load(back.record(), game))
                if not later:
                    assert standing(back) == standing(match.at(own[-1]))
            else:
                assert standing(back) == standing(match.at(own[-1]))
                with pytest.raises(UndoRefused):
                    match.undo(seat)
            assert standing(match) == here


def test_the_frontier_is_where_the_seat_s_knowledge_is() -> None:
    """Whatever may be taken back freely has shown no card to anyone: all views agree on it."""
    for seed in range(30):
        dice = random.Random(seed)
        match = evening(seats=3, seed=seed)
        while not match.over:
            before = match.fork()
            step(match, dice, interject=0.0)
            seat = match.choices[-1].seat
            if match.undoable(seat) == 0:
                continue
            for observer in (None, 0, 1, 2):
                then, now = before.view(observer), match.view(observer)
                assert isinstance(then, Hall) and isinstance(now, Hall)
                seen = sorted(card for zone in then.zones() for card in zone.cards)
                assert seen == sorted(card for zone in now.zones() for card in zone.cards)
            assert before.state.chance.used == match.state.chance.used
