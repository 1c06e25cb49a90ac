"""The review of a finished game: what was lost by choice and what by luck.

Comet Run with one turn each is small enough to know the truth: the second player's roll has 36
outcomes, and all of them are counted.
"""

from __future__ import annotations

import pickle
from collections.abc import Generator
from typing import Any

import pytest

import starhall
from starhall.bots import review as reviews
from starhall.bots.outlook import Gain
from starhall.bots.review import Progress, Review
from starhall.engine.errors import IllegalChoice
from starhall.engine.match.match import Match
from starhall.engine.text.language import speaking
from tests.bots.positions import other_truth

pytestmark = pytest.mark.usefixtures("example_games")
TOLERANCE = 0.19  # two standard errors of 24 imagined worlds, where the truth lies near a quarter


def race(seed: int) -> Match[Any]:
    """Both players have one turn; the farthest ship wins."""
    return starhall.new("comet-run", seats=2, seed=seed, turns=1, fuel=1, names=["Ann", "Ben"])


def truth(match: Match[Any]) -> dict[str, float]:
    """By option of Ann: her chance to win, if Ben then makes the best of every roll."""
    found: dict[str, float] = {}
    for option in match.decision.options:
        chance = 0.0
        for outcome in match.outcomes(option):
            play = outcome.play
            if play.over:
                chance += outcome.probability * share(match, play.state)
                continue
            decision = play.decision
            assert decision is not None
            best = 1.0
            for answer in decision.options:
                world = type(play)(play.rules, play.state.copy())
                asked = world.decision
                assert asked is not None
                world.choose(asked, answer)
                best = min(best, share(match, world.state))
            chance += outcome.probability * best
        found[option.token] = chance
    return found


def share(match: Match[Any], state: Any) -> float:
    winners = match.game.result(state).winners
    return 1.0 / len(winners) if 0 in winners else 0.0


def best_answer(match: Match[Any]) -> None:
    """Ben takes the farthest he can get."""
    best = max(match.decision.options, key=lambda option: -share_after(match, option.token))
    match.choose(best)


def share_after(match: Match[Any], token: str) -> float:
    fork = match.fork()
    fork.choose(token)
    return share(match, fork.state)


def run(steps: Generator[Progress, None, Review]) -> Review:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Review = end.value
            return made


def test_a_planted_blunder_is_found_and_called_a_choice() -> None:
    for seed in range(200):
        match = race(seed)
        chances = truth(match)
        best, worst = max(chances, key=lambda t: chances[t]), min(chances, key=lambda t: chances[t])
        if chances[best] - chances[worst] > 0.6:
            break
    match.choose(worst)
    while not match.over:
        best_answer(match)
    found = run(reviews.review(match, 0))
    judged = found.decisions[found.costliest[0]]
    assert (judged.ply, judged.studied) == (0, True)
    assert judged.chosen == race(seed).decision.sentence(match.game.vocabulary.find(worst))
    assert judged.best == race(seed).decision.sentence(match.game.vocabulary.find(best))
    assert judged.expected == pytest.approx(chances[best], abs=TOLERANCE)
    assert judged.after == pytest.approx(chances[worst], abs=TOLERANCE)
    assert found.choice == pytest.approx(chances[worst] - chances[best], abs=2 * TOLERANCE)
    assert any([point.cause == "choice" and point.ply == 1 for point in found.turning])


def test_planted_bad_luck_is_called_luck() -> None:
    for seed in range(2000):
        match = race(seed)
        chances = truth(match)
        best = max(chances, key=lambda token: chances[token])
        if chances[best] < 0.7:
            continue
        match.choose(best)
        while not match.over:
            best_answer(match)
        if share(match, match.state) == 0.0:
            break
    found = run(reviews.review(match, 0))
    assert found.result == 0.0
    assert found.costliest == [] and found.choice == pytest.approx(0.0, abs=0.02)
    assert found.luck == pytest.approx(-chances[best], abs=TOLERANCE)
    assert found.luck < -0.5 and abs(found.others) < 0.1
    assert [point.cause for point in found.turning] == ["luck"]
    assert any(["Ben rolls" in sentence for sentence in found.turning[0].told])


def played(game: str, seats: int, seed: int) -> Match[Any]:
    """A whole game in which everybody takes the middle option."""
    match = starhall.new(game, seats=seats, seed=seed)
    while not match.over:
        options = match.decision.options
        match.choose(options[len(options) // 2])
    return match


def test_the_same_record_seed_and_budget_give_the_same_review() -> None:
    match = played("black-market", 3, 4)
    first = run(reviews.review(match, 1, seed=5, budget=300))
    again = run(reviews.review(starhall.load(match.record()), 1, seed=5, budget=300))
    assert first == again
    assert first != run(reviews.review(match, 1, seed=6, budget=300))


def test_looks_can_be_taken_anywhere_and_in_any_order() -> None:
    """The hall takes them in workers, some at a time."""
    match = played("black-market", 2, 4)
    looks = pickle.loads(pickle.dumps(reviews.plan(match, 0, 200)))
    found = [reviews.take(match, 0, 0, look) for look in reversed(looks)]
    found += [reviews.take(match, 0, 0, look) for look in reviews.closer(found)]
    made = reviews.conclude(match, 0, 0, 200, pickle.loads(pickle.dumps(found)))
    assert made == run(reviews.review(match, 0, budget=200))


def test_the_findings_are_put_into_the_words_of_the_reader() -> None:
    """They have no texts themselves: the hall stores them once for all languages."""
    match: Match[Any] = starhall.new("cassiopeia", seats=2, seed=1)
    for _ in range(12):
        match.choose(match.decision.options[0])
    best = match.choices[0].option.token
    look = reviews.Look("study", 0, 8)
    found = [reviews.Finding(look, 0.6, 0.5, 0.1, best=best, leads=[Gain("planets", 1.5)])]
    told = {}
    for language in ("en", "de"):
        with speaking(language):
            told[language] = reviews.conclude(match, 0, 0, 200, found)
            judged = told[language].decisions[0]
            asked = match.at(0).decision
            assert judged.question == match.at(0).prompt(asked)
    assert told["en"].decisions[0].leads == [Gain("planets", 1.5)]
    assert told["de"].decisions[0].leads == [Gain("Planeten", 1.5)]
    assert told["en"].turning[0].told != told["de"].turning[0].told


def test_it_tells_how_far_it_is() -> None:
    told = list(reviews.review(played("black-market", 2, 1), 0, budget=200))
    assert [progress.done for progress in told] == list(range(len(told)))
    assert all([progress.done < progress.total for progress in told])


def test_it_judges_by_what_the_seat_knew() -> None:
    """With other cards in the other hands, a look is the same."""
    match: Match[Any] = starhall.new("black-market", seats=3, seed=11)
    twin = other_truth(match, 0, 7)
    assert (
        twin is not None and twin.state.traders[1].hand.cards != match.state.traders[1].hand.cards
    )
    looks = []
    for one in (match, twin):
        one.choose(one.decision.options[0], 0)
        looks.append(reviews.take(one, 0, 3, reviews.Look("study", 0, 8)))
    assert looks[0] == looks[1]


def test_whoever_chose_nothing_has_nothing_to_review() -> None:
    with pytest.raises(IllegalChoice, match="Ben chose nothing"):
        reviews.plan(race(1), 1)
