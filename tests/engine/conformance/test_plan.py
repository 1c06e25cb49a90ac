"""The random games of a run: all seat counts, and every two settings together."""

from collections.abc import Mapping
from itertools import combinations
from typing import ClassVar

from starhall.engine.conformance import by_seats, label
from starhall.engine.conformance.plan import cases, combined, seat_counts
from starhall.engine.errors import BadSetting
from starhall.engine.game import Setting, Value
from starhall.engine.rules.decision import Reason
from tests.engine.conformance.comet import COMET, Comet


class Wide(Comet):
    seats: ClassVar[range] = range(2, 49)


class Choosy(Comet):
    """Some settings exclude each other, some go with few seats only."""

    settings: tuple[Setting, ...] = (
        Setting("rounds", None, low=2, high=5),
        Setting("wild", "off", choices=("on", "off")),
        Setting("map", "small", choices=("small", "large", "huge")),
        Setting("fog", "off", choices=("on", "off")),
    )

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        huge = settings["map"] == "huge" and (seats < 4 or settings["fog"] == "on")
        return Reason("CM-1", "not_in_hand", {"card": 1}) if huge else None


def test_of_a_wide_range_of_seats_the_telling_ones_are_tried() -> None:
    assert seat_counts(COMET) == [2, 3, 4]
    assert seat_counts(Wide()) == [2, 3, 4, 5, 6, 7, 8, 12, 13, 48]


def test_every_two_values_that_fit_together_meet() -> None:
    game = Choosy()
    rows = combined(game, seat_counts(game))
    names = ["seats", *[setting.id for setting in game.settings]]
    met = set()
    for seats, given in rows:
        full = {"seats": seats, **game.configure(seats, given)}
        met |= {((a, full[a]), (b, full[b])) for a, b in combinations(names, 2)}
    values: dict[str, list[Value]] = {
        "seats": [2, 3, 4],
        "rounds": [2, 4, 5],
        "wild": ["on", "off"],
        "map": ["small", "large", "huge"],
        "fog": ["on", "off"],
    }
    pairs = [
        ((a, x), (b, y)) for a, b in combinations(names, 2) for x in values[a] for y in values[b]
    ]
    impossible = {
        (("seats", 2), ("map", "huge")),
        (("seats", 3), ("map", "huge")),
        (("map", "huge"), ("fog", "on")),
    }
    assert met == {*pairs} - impossible
    assert len(rows) < 3 * 3 * 2 * 3 * 2 / 4


def test_every_row_can_be_played() -> None:
    game = Choosy()
    for seats, given in combined(game, seat_counts(game)):
        try:
            game.configure(seats, given)
        except BadSetting as error:
            raise AssertionError(f"{seats} seats, {given}") from error


def test_a_number_of_games_stretches_or_thins_the_list() -> None:
    everything = cases(COMET)
    assert len(cases(COMET, games=3)) == 3
    assert {case.seats for case in cases(COMET, games=4)} == {2, 3, 4}
    long = cases(COMET, games=2 * len(everything), seed=100)
    assert [case.seed for case in long] == list(range(100, 100 + len(long)))
    assert long[0].settings == long[len(everything)].settings
    assert cases(COMET, seats=3, settings={"wild": "on"})[0].settings == {"wild": "on"}


def test_for_pytest_the_games_are_grouped_by_seats() -> None:
    groups = by_seats(COMET, games=12, most=3)
    assert [case.number for group in groups for case in group] == list(range(12))
    assert all(len(group) <= 3 for group in groups)
    assert all(len({case.seats for case in group}) == 1 for group in groups)
    assert {group[0].seats for group in groups} == {2, 3, 4}
    assert len({label(group) for group in groups}) == len(groups)
    assert label(groups[0]) == "comet-2-seats-0"
