"""What a seat has seen: compared with OpenSpiel's Leduc poker, history by history."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel
import pytest

import starhall
from starhall.engine.errors import IllegalChoice, RulesFault
from starhall.engine.match.outcomes import Branch, TooManyOutcomes, Tree
from tests.envs.poker import LEDUC

FOLD, CALL, RAISE = 0, 1, 2  # the same numbers in both


def walk(theirs: pyspiel.State, ours: Branch) -> Iterator[tuple[pyspiel.State, Branch]]:
    """Every point of both trees, side by side."""
    yield theirs, ours
    if theirs.is_terminal():
        return
    for action in theirs.legal_actions():
        if theirs.is_chance_node():
            left = theirs.legal_actions()
            yield from walk(theirs.child(action), ours.draw(left.index(action)))
        else:
            yield from walk(theirs.child(action), ours.choose(LEDUC.vocabulary.options[action]))


def test_the_information_sets_are_those_of_openspiel() -> None:
    game = pyspiel.load_game("leduc_poker")
    ours_of: dict[tuple[int, str], str] = {}
    theirs_of: dict[str, tuple[int, str]] = {}
    for theirs, ours in walk(game.new_initial_state(), Tree(LEDUC, 2, {}).root()):
        assert theirs.is_terminal() == (ours.over and not ours.weights)
        if theirs.is_chance_node():
            assert ours.chances == [chance for _, chance in theirs.chance_outcomes()]
        elif not theirs.is_terminal():
            assert ours.decision is not None
            seat = ours.decision.seat
            assert seat == theirs.current_player()
            assert [o.number for o in ours.decision.options] == theirs.legal_actions()
            key = (seat, theirs.information_state_string(seat))
            digest = ours.information_state(seat).digest
            assert ours_of.setdefault(key, digest) == digest
            assert theirs_of.setdefault(digest, key) == key
    assert len(ours_of) == len(theirs_of) == 936


@pytest.mark.parametrize("game", ["cassiopeia", "cyberstrife", "nexus-ops", "black-market"])
def test_a_fork_and_a_replay_know_the_same(game: str) -> None:
    match, chance = starhall.new(game, seed=5), random.Random(5)
    for _ in range(40):
        if match.over:
            break
        decision = chance.choice(match.decisions)
        match.choose(chance.choice(decision.options), decision.seat)
    again = match.at(match.ply)
    for seat in range(match.seats):
        known = match.information_state(seat)
        assert known == match.fork().information_state(seat) == again.information_state(seat)
        assert known.digest == match.fork().information_state(seat).digest
    others = {match.information_state(seat).text for seat in range(match.seats)}
    assert len(others) == match.seats


def test_it_remembers_what_is_no_longer_on_the_table() -> None:
    """Two ways to the same view are two information states."""
    texts = set()
    for first in ("bid 1", "bid 2"):
        match = starhall.new("black-market", seed=3, rounds=1)
        traders = match.state.traders  # type: ignore[attr-defined]
        hand = sorted(traders[0].hand.cards)
        match.choose(match.decision_of(0).options[0 if first == "bid 1" else -1], 0)  # type: ignore[union-attr]
        texts.add(match.information_state(0).text)
        assert len(hand) == 4
    assert len(texts) == 2


def test_a_secret_choice_of_another_seat_is_not_in_it() -> None:
    texts = set()
    for place in (0, -1):
        match = starhall.new("black-market", seed=3)
        match.choose(match.decision_of(1).options[place], 1)  # type: ignore[union-attr]
        texts.add(match.information_state(0).text)
    assert len(texts) == 1


def test_only_a_watched_match_remembers() -> None:
    with pytest.raises(RulesFault, match="unwatched"):
        starhall.new("black-market", watched=False).information_state(0)


# Outcomes


def test_the_outcomes_of_two_dice() -> None:
    match = starhall.new("comet-run", seed=1)
    found = match.outcomes(match.decision.options[0])
    assert len(found) == 21 and sum(each.probability for each in found) == pytest.approx(1)
    chances = {tuple(each.play.state.dice): each.probability for each in found}  # type: ignore[attr-defined]
    assert chances[1, 1] == pytest.approx(1 / 36) and chances[1, 2] == pytest.approx(2 / 36)
    assert match.ply == 0


def test_a_choice_without_chance_has_one_outcome() -> None:
    match = starhall.new("black-market", seed=1)
    (only,) = match.outcomes(match.decision.options[0])
    assert only.probability == 1 and only.draws == ()


def test_the_next_card_of_a_pile_is_not_told() -> None:
    match = starhall.new(LEDUC, seed=1)
    match.choose("call")
    found = match.outcomes("call")
    cards = [each.play.state.board.cards[0] for each in found]  # type: ignore[attr-defined]
    held = [player.hand.cards[0] for player in match.state.players]
    assert sorted(cards + held) == list(range(6))
    assert [each.probability for each in found] == [0.25] * 4


def test_too_many_outcomes_are_refused() -> None:
    match = starhall.new("comet-run", seed=1)
    with pytest.raises(TooManyOutcomes, match="more than 10"):
        match.outcomes(match.decision.options[0], most=10)
    with pytest.raises(IllegalChoice):
        match.outcomes("fly low", seat=1)


def test_the_outcomes_are_as_likely_as_the_seeds_make_them() -> None:
    match = starhall.new("comet-run", seed=1)
    expected = {
        tuple(each.play.state.dice): each.probability  # type: ignore[attr-defined]
        for each in match.outcomes(match.decision.options[0])
    }
    drawn = dict.fromkeys(expected, 0)
    for seed in range(2000):
        other = starhall.new("comet-run", seed=seed, watched=False)
        drawn[tuple(other.state.dice)] += 1  # type: ignore[attr-defined]
    distance = sum((drawn[dice] - 2000 * p) ** 2 / (2000 * p) for dice, p in expected.items())
    assert distance < 45.3  # chi-square with 20 degrees of freedom: one in a thousand
