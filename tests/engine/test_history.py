"""The history of a match: going back costs the same in a long game, and matches can be pickled."""

from __future__ import annotations

import pickle
import random

import pytest

import starhall
from starhall.engine.errors import RecordError, RulesFault
from starhall.engine.game import Game
from starhall.engine.match.history import FAR, NEAR, RECENT
from starhall.engine.match.match import Match
from starhall.engine.match.record import parse
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State
from tests.engine.toys import expedition, lanterns
from tests.engine.toys.course import TOYS, course, standing, step

LONG = 50


def long_game(plies: int) -> Match[lanterns.Hall]:
    match = starhall.new(lanterns.GAME, 4, seed=3, rounds=LONG)
    dice = random.Random(5)
    while match.ply < plies:
        step(match, dice, interject=0)
    return match


def test_going_back_gives_what_was_there() -> None:
    for game in TOYS:
        for seed in range(6):
            seen = [standing(match) for match in course(game, seed)]
            match = list(course(game, seed))[-1]
            for ply in range(match.ply + 1):
                assert standing(match.at(ply)) == seen[ply], (game.id, seed, ply)


def test_positions_are_kept_densely_only_near_the_end() -> None:
    match = long_game(300)
    plies = [position.ply for position in match.history.positions]
    assert plies == sorted(set(plies))
    gaps = [after - before for before, after in zip(plies, plies[1:], strict=False)]
    near = [gap for ply, gap in zip(plies, gaps, strict=False) if ply >= match.ply - RECENT]
    assert max(near) <= 2 * NEAR and max(gaps) <= 2 * FAR
    assert len(plies) <= match.ply // FAR + RECENT // NEAR + 4


@pytest.mark.parametrize("ply", [100, 300])
def test_taking_back_makes_a_few_choices_again_however_long_the_game(ply: int) -> None:
    match = long_game(ply)
    before, steps = match.going_to(ply - 1)
    begun, *made = [before.ply for _ in steps]  # each step makes one choice
    assert made == list(range(begun + 1, ply)) and len(made) <= 2 * NEAR
    match.undo(match.choices[-1].seat, consent=True)
    assert standing(match) == standing(before)


def test_looking_far_back_makes_a_limited_number_of_choices_again() -> None:
    match = long_game(300)
    for ply in range(match.ply):
        _, steps = match.going_to(ply)
        assert len(list(steps)) <= 2 * FAR


def test_taking_back_again_and_again_reaches_the_deal() -> None:
    match = long_game(120)
    while match.choices:
        match.undo(match.choices[-1].seat, consent=True)
    assert standing(match) == standing(starhall.new(lanterns.GAME, 4, seed=3, rounds=LONG))


# Pickles


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_matches_and_decisions_can_be_pickled(game: Game[State]) -> None:
    for match in course(game, 2):
        twin = pickle.loads(pickle.dumps(match))
        assert standing(twin) == standing(match)
        if not match.over:
            decision = pickle.loads(pickle.dumps(match.decision))
            assert repr(decision) == repr(match.decision)


def test_an_option_is_the_same_after_pickling() -> None:
    for option in lanterns.GAME.vocabulary.options:
        twin = pickle.loads(pickle.dumps(option))
        assert (twin.token, twin.number) == (option.token, option.number)
    with pytest.raises(RulesFault, match="has no game"):
        pickle.dumps(Option(0, "stray", "", 0, ()))


def test_an_unwatched_match_stays_unwatched() -> None:
    match = starhall.new(expedition.GAME, 2, seed=1, watched=False)
    match.choose("go cave")
    twin = pickle.loads(pickle.dumps(match))
    assert not twin.watched and twin.ply == 1


# Other builds of the same rules


def test_a_record_of_another_build_is_not_called_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = parse(long_game(40).record().to_json())
    record.build, record.digest, record.checkpoint = "elsewhere", "0" * 32, None
    with pytest.raises(RecordError) as refused:
        starhall.load(record, lanterns.GAME)
    assert "was made by other rules that are called 1 as well" in str(refused.value)
    assert "was changed" not in str(refused.value)


def test_a_record_of_another_build_goes_on_from_its_checkpoint() -> None:
    match = long_game(40)
    record = parse(match.record().to_json())
    record.build, record.digest = "elsewhere", "0" * 32
    resumed = starhall.load(record, lanterns.GAME)
    assert resumed.ply == match.ply and "build elsewhere" in resumed.notice


def test_a_record_of_this_build_that_was_changed_says_so() -> None:
    record = parse(long_game(40).record().to_json())
    record.digest = "0" * 32
    with pytest.raises(RecordError, match="the record was changed"):
        starhall.load(record, lanterns.GAME)
