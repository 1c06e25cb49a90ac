"""The estimators on data with known answers: intervals, tests, corrections, the choice model."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import starhall
from starhall.lab.analysis import analyse
from starhall.lab.estimates import (
    adjusted,
    choice_model,
    games_needed,
    mean,
    quantile,
    share,
    share_test,
    t95,
    two_shares_test,
    two_sided,
)
from starhall.lab.figures import Report
from starhall.lab.observe import Observed, Use

RUNS = 200
SEATS = 4


def game(index: int, winner: int, uses: list[Use] | None = None) -> Observed:
    """A game that only has a winner."""
    return Observed(
        index=index,
        seed=f"{index:064x}",
        seats=SEATS,
        bots=["quick"] * SEATS,
        winners=[winner],
        ranks=[1 if seat == winner else 2 for seat in range(SEATS)],
        scores=[0.0] * SEATS,
        plies=10,
        reason="settled",
        choices=10,
        settings="{}",
        error="",
        record=[],
        rounds=5,
        widths=[2, 3],
        course=[[0.5] * SEATS] * 3,
        roles=[],
        measures=[],
        uses=uses or [],
    )


WON_BY = [game(0, winner) for winner in range(SEATS)]


def report(rows: list[Observed]) -> Report:
    return analyse(rows, starhall.find("cassiopeia"), {}, pace=10)


# --- a loaded game and a fair one ----------------------------------------------------------------


def flagged(dice: random.Random, games: int, weights: list[int]) -> bool:
    """Does a report of that many games say that the seats are not equal?"""
    rows = [WON_BY[winner] for winner in dice.choices(range(SEATS), weights, k=games)]
    return any([group.real for group in report(rows).by_seat])


def test_a_fair_game_is_seldom_flagged_by_a_whole_report() -> None:
    """Of 200 runs this seed flags 12. A count of 200 is that uncertain: with a rate of exactly 5 %,
    two seeds in five flag more than 10. The next test has so many runs that it is certain."""
    dice = random.Random("fair")
    alarms = sum([flagged(dice, 150, [25] * SEATS) for _ in range(RUNS)])
    assert alarms <= RUNS * 0.05 or share_test(alarms, RUNS, 0.05) > 0.05


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("games", [60, 150, 1000])
def test_the_rate_of_false_alarms_is_kept(seats: int, games: int) -> None:
    """So many runs that a rate of 5.5 % would be noticed: the error is a seventh of a point."""
    runs = 20_000
    draw = numpy.random.default_rng(1)
    wins = draw.multinomial(games, [1 / seats] * seats, size=runs)
    p_values = {int(won): share_test(int(won), games, 1 / seats) for won in numpy.unique(wins)}
    alarms = [min(adjusted([p_values[int(won)] for won in run])) < 0.05 for run in wins]
    assert sum(alarms) <= 0.05 * runs


def test_a_loaded_game_is_found_at_the_stated_rate() -> None:
    """The first seat wins 40 %. Games are needed for four of five; more may be found."""
    needed = games_needed(0.15, math.sqrt(0.25 * 0.75))
    assert needed is not None and 60 < needed < 70
    # One test in four is the loaded one: Bonferroni is the worst that the correction can do.
    most = needed * 2
    dice = random.Random("loaded")
    found = sum([flagged(dice, most, [40, 20, 20, 20]) for _ in range(RUNS)])
    assert found >= RUNS * 0.8


@pytest.mark.parametrize(("difference", "deviation"), [(0.3, 1.0), (0.5, 2.0)])
def test_as_many_games_as_are_needed_tell_four_times_out_of_five(
    difference: float, deviation: float
) -> None:
    needed = games_needed(difference, deviation)
    assert needed is not None
    draw = numpy.random.default_rng(3)
    found = 0
    for _ in range(400):
        values = draw.normal(difference, deviation, needed)
        found += mean(list(values)).low > 0
    assert 0.74 * 400 <= found <= 0.86 * 400


def test_no_number_of_games_tells_what_is_not_there() -> None:
    assert games_needed(0.0, 1.0) is None


# --- intervals -----------------------------------------------------------------------------------


def test_nineteen_of_twenty_intervals_of_a_mean_hold_it() -> None:
    draw = numpy.random.default_rng(5)
    held = 0
    for _ in range(1000):
        found = mean(list(draw.exponential(2.0, 60)))
        held += found.low <= 2.0 <= found.high
    assert 910 <= held <= 970


def test_nineteen_of_twenty_intervals_of_a_median_hold_it() -> None:
    draw = numpy.random.default_rng(6)
    held = 0
    for _ in range(1000):
        found = quantile(list(draw.exponential(1.0, 81)), 0.5)
        held += found.low <= math.log(2) <= found.high
    assert held >= 940


def test_points_of_students_distribution() -> None:
    """From tables."""
    known = {1: 12.706, 5: 2.571, 9: 2.262, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, point in known.items():
        assert t95(freedom) == pytest.approx(point, abs=0.004)


def test_a_mean_of_one_value_is_not_certain_at_all() -> None:
    assert mean([3.0]).low == -math.inf
    assert mean([]).value == 0.0
    assert share(0, 0).high == 1.0


# --- tests ---------------------------------------------------------------------------------------


def test_p_values_from_tables() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert two_sided(-2.575829) == pytest.approx(0.01, abs=1e-6)
    assert share_test(60, 100, 0.5) == pytest.approx(0.0569, abs=1e-4)
    assert share_test(3, 10, 0.5) == pytest.approx(0.34375)
    assert share_test(60.5, 100, 0.5) == share_test(60, 100, 0.5)
    assert two_shares_test(40, 100, 60, 100) == pytest.approx(0.004678, abs=1e-5)
    assert share_test(0, 0, 0.5) == two_shares_test(0, 0, 1, 2) == 1.0


def test_the_example_of_benjamini_and_hochberg() -> None:
    """The fifteen p-values of their paper of 1995: four are below 5 %."""
    p_values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
                0.4262, 0.5719, 0.6528, 0.7590, 1.0]  # fmt: skip
    q_values = adjusted(p_values)
    assert len([q for q in q_values if q <= 0.05]) == 4
    assert q_values[0] == pytest.approx(0.0015) and q_values[-1] == 1.0


@given(st.lists(st.floats(0, 1), max_size=30))
def test_a_correction_keeps_the_order_and_never_helps(p_values: list[float]) -> None:
    q_values = adjusted(p_values)
    assert all([q >= p for p, q in zip(p_values, q_values, strict=True)])
    pairs = sorted(zip(p_values, q_values, strict=True))
    assert [q for _, q in pairs] == sorted(q_values)


# --- the model -----------------------------------------------------------------------------------


def winners(values: NDArray[Any], draw: numpy.random.Generator) -> NDArray[Any]:
    """Who wins, with chances that follow from the values of the seats."""
    lucky = values + draw.gumbel(size=values.shape)
    won: NDArray[Any] = (lucky == lucky.max(axis=1, keepdims=True)).astype(float)
    return won


def test_the_model_finds_the_coefficients_it_was_given() -> None:
    """In nineteen of twenty samples, the interval holds the truth."""
    draw = numpy.random.default_rng(7)
    truth = numpy.array([0.5, -0.3, 0.8])
    held = 0
    for _ in range(100):
        features = draw.normal(size=(300, 3, 3))
        fit = choice_model(features, winners(features @ truth, draw))
        error = numpy.sqrt(numpy.diag(fit.covariance))
        held += int((abs(fit.coefficients - truth) <= 1.96 * error).sum())
    assert 270 <= held <= 297


def test_a_seat_that_wins_does_not_make_its_habits_good() -> None:
    """The first seat has an advantage and buys more dragons, which do nothing by themselves."""
    draw = numpy.random.default_rng(8)
    games = 3000
    bought = (draw.random((games, SEATS)) < numpy.array([0.8, 0.3, 0.3, 0.3])).astype(float)
    won = winners(numpy.tile([1.5, 0.0, 0.0, 0.0], (games, 1)), draw)
    raw = float(
        (won * bought).sum() / bought.sum() - (won * (1 - bought)).sum() / (1 - bought).sum()
    )
    assert raw > 0.1
    rows = [
        game(
            index,
            int(won[index].argmax()),
            [Use(seat, "choose martian", 2, int(bought[index, seat])) for seat in range(SEATS)],
        )
        for index in range(games)
    ]
    item = report(rows).uses[0].items[0]
    assert item.name == "Martian" and not item.real
    assert item.effect is not None
    assert item.effect.change.low < 0 < item.effect.change.high
    assert item.available is not None and item.available.value == 1.0
    assert item.with_it.value - item.without.value == pytest.approx(raw)


def test_who_acts_more_does_not_make_all_cards_good() -> None:
    """Busy seats win more and take more of everything; no card does anything by itself."""
    draw = numpy.random.default_rng(12)
    cards = ["martian", "broker", "foreman", "captain", "intendant", "earthman"]
    rows = []
    for index in range(1500):
        busy = draw.integers(1, 13, SEATS)
        winner = int((0.25 * busy + draw.gumbel(size=SEATS)).argmax())
        uses = []
        for seat in range(SEATS):
            offered = draw.multinomial(3 * busy[seat], [1 / len(cards)] * len(cards))
            for card, offers in zip(cards, offered, strict=True):
                taken = int(draw.binomial(offers, 1 / 3))
                if offers:
                    uses.append(Use(seat, f"choose {card}", int(offers), taken))
        rows.append(game(index, winner, uses))
    items = report(rows).uses[0].items
    assert all([item.with_it.low > item.without.high for item in items])  # as it looks
    assert not any([item.real for item in items])  # as it is


def test_a_card_is_found_where_one_is_taken_in_each_round() -> None:
    """Taking another card is the same as not taking this one, and must not be held equal."""
    draw = numpy.random.default_rng(13)
    cards = ["martian", "broker", "foreman", "captain", "intendant", "earthman"]
    rows = []
    for index in range(1500):
        taken = draw.multinomial(5, [1 / len(cards)] * len(cards), SEATS)
        winner = int((1.0 * (taken[:, 0] > 0) + draw.gumbel(size=SEATS)).argmax())
        uses = [
            Use(seat, f"choose {card}", 5, int(taken[seat, place]))
            for seat in range(SEATS)
            for place, card in enumerate(cards)
        ]
        rows.append(game(index, winner, uses))
    items = {item.what: item for item in report(rows).uses[0].items}
    good = items["choose martian"]
    assert good.real and good.effect is not None
    assert good.effect.change.low > 0.1 and good.effect.change.high - good.effect.change.low < 0.08
    assert (
        max(items.values(), key=lambda item: item.effect.change.value if item.effect else 0) is good
    )


def test_what_helps_is_found_with_its_size() -> None:
    """A card doubles the odds: 1/4 to 2/5 for a seat that alone has it."""
    draw = numpy.random.default_rng(9)
    has = (draw.random((4000, SEATS)) < 0.25).astype(float)
    won = winners(math.log(2) * has, draw)
    rows = [
        game(
            index,
            int(won[index].argmax()),
            [Use(seat, "choose martian", 1, int(has[index, seat])) for seat in range(SEATS)],
        )
        for index in range(4000)
    ]
    item = report(rows).uses[0].items[0]
    assert item.real and item.effect is not None
    assert 0.09 < item.effect.change.low < 0.14 < item.effect.change.high < 0.17


def test_one_seat_is_a_logistic_regression() -> None:
    draw = numpy.random.default_rng(10)
    features = numpy.concatenate(
        [numpy.ones((4000, 1, 1)), draw.integers(0, 2, (4000, 1, 1)).astype(float)], axis=2
    )
    chances = 1 / (1 + numpy.exp(-(features @ numpy.array([-1.0, 1.2]))))
    won = (draw.random((4000, 1)) < chances).astype(float)
    fit = choice_model(features, won)
    assert fit.coefficients == pytest.approx([-1.0, 1.2], abs=0.15)
    # 1 / (1 + e) to 1 / (1 + e^-0.2)
    change = fit.effect(1, numpy.ones((4000, 1))).change
    assert change.low < 0.281 < change.high


def test_what_all_winners_do_has_a_finite_effect() -> None:
    features = numpy.zeros((50, 2, 1))
    features[:, 0, 0] = 1.0
    won = numpy.tile([1.0, 0.0], (50, 1))
    fit = choice_model(features, won)
    assert 2 < fit.coefficients[0] < 8
    assert fit.effect(0, numpy.ones((50, 2))).p < 0.05


def test_dead_and_dominant() -> None:
    def uses(index: int) -> list[Use]:
        return [
            use
            for seat in range(SEATS)
            for use in (
                Use(seat, "choose martian", 3, 1),
                Use(seat, "choose broker", 3, int(index == 0)),
                Use(seat, "choose foreman", 3, index % 2),
            )
        ]

    rows = [game(index, index % SEATS, uses(index)) for index in range(200)]
    items = {item.name: item for item in report(rows).uses[0].items}
    assert items["Martian"].dominant and not items["Martian"].dead
    assert items["Broker"].dead and not items["Broker"].dominant
    assert not items["Foreman"].dead and not items["Foreman"].dominant
    assert items["Martian"].effect is None  # nobody to compare with
