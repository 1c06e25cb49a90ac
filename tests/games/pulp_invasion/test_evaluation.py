"""What the bots think of a position: chances that are chances, and what makes them rise."""

from __future__ import annotations

from math import comb

import pytest

from starhall.games.pulp_invasion.cards import COLOURS
from starhall.games.pulp_invasion.evaluation import EVEN, evaluate, exactly, odds
from starhall.games.pulp_invasion.state import CHOOSE_PLANET
from tests.games.pulp_invasion.desk import line, search, table

CARDS = ("guardforce_05", "hypno_herald", "countess_of_comets")  # 3, 3 and 2 Planet icons


@pytest.mark.parametrize("marked, draws, cubes", [(5, 0, 26), (5, 7, 26), (1, 3, 4), (3, 9, 9)])
def test_yellow_cubes_are_found_as_often_as_counting_says(
    marked: int, draws: int, cubes: int
) -> None:
    ways = comb(cubes, draws)
    for hits in range(min(marked, draws) + 1):
        counted = comb(marked, hits) * comb(cubes - marked, draws - hits) / ways
        assert exactly(hits, marked, draws, cubes) == pytest.approx(counted)


def test_points_make_a_chance() -> None:
    assert 0 < odds(-100) < odds(0) < odds(EVEN) < odds(30) < odds(100) < 1
    assert odds(EVEN) == pytest.approx(0.5)


def last_weapon(cubes: int, draws: int) -> float:
    """The chance seen where one weapon is missing and so many cubes will be drawn."""
    weapons = ["chronal_vault", "gravity_harpoon", "mind_loom", "nova_lance"]
    s = table(planet="orrery", weapons=weapons, bag={"white": cubes - 1, "yellow": 1}, auto=False)
    desk = search(s, *CARDS[:draws], fates="n" * draws)
    return evaluate(desk.s, 0)


def test_a_search_that_empties_the_bag_has_won_before_it_is_made() -> None:
    assert last_weapon(cubes=3, draws=1) == pytest.approx(1.0)


def test_the_search_to_come_is_never_worse_than_its_cubes_promise() -> None:
    """Three of ten cubes are drawn: three times of ten the game is won at once."""
    assert 0.3 < last_weapon(cubes=10, draws=1) < last_weapon(cubes=10, draws=2) < 1
    assert last_weapon(cubes=10, draws=2) > 0.6


def test_late_in_the_game_a_missing_weapon_weighs_more() -> None:
    def chance(rounds: int, weapons: list[str]) -> float:
        s = table(weapons=weapons)
        s.rounds = rounds
        return evaluate(line(s, "guardforce_05", "guardforce_01").s, 0)

    assert chance(11, []) < chance(6, []) == chance(1, [])
    few = ["nova_lance", "mind_loom", "void_bell"]
    assert chance(11, few) / chance(1, few) > chance(11, []) / chance(1, [])


def test_what_was_luck_in_the_cubes_just_drawn_is_taken_off() -> None:
    """One decision ahead, how many cubes are drawn counts, not which ones a world gives."""

    def chances(colour: str) -> tuple[float, float]:
        """With the luck of having drawn one such cube, and without."""
        s = table(planet="orrery", weapons=["nova_lance"] if colour == "yellow" else [])
        s.bag = [4, 4, 4, 4, 5, 5]
        s.bag[COLOURS.index(colour)] -= 1
        s.step = CHOOSE_PLANET
        had = evaluate(s, 0)
        s.last_search[COLOURS.index(colour)] = 1
        return had, evaluate(s, 0)

    black, yellow = chances("black"), chances("yellow")
    assert yellow[0] > black[0] + 0.03
    assert abs(yellow[1] - black[1]) < (yellow[0] - black[0]) / 3
    assert yellow[1] < yellow[0] and black[1] > black[0]
