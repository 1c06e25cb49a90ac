"""How likely a bot thinks it is to win: chances that are chances, and what makes them rise."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import pytest

from starhall.games.pulp_invasion.bot.prospects import exactly
from starhall.games.pulp_invasion.game import GAME
from tests.games.pulp_invasion.tables import search, table

ICONS = ("guardforce_05", "hypno_herald")  # cards with 3 Planet icons each
FOUR = ["chronal_vault", "gravity_harpoon", "mind_loom", "nova_lance"]


@pytest.mark.parametrize("marked, draws, cubes", [(5, 0, 26), (5, 7, 26), (1, 3, 4), (3, 9, 9)])
def test_yellow_cubes_are_found_as_often_as_counting_says(
    marked: int, draws: int, cubes: int
) -> None:
    ways = comb(cubes, draws)
    for hits in range(min(marked, draws) + 1):
        counted = comb(marked, hits) * comb(cubes - marked, draws - hits) / ways
        assert exactly(hits, marked, draws, cubes) == pytest.approx(counted)


def last_weapon(cubes: int, engaged: int, rounds: int = 6) -> float:
    """The chance where one weapon is missing and three cubes are drawn for each card engaged."""
    bag = {"white": cubes - 1, "yellow": 1}
    s = table(planet="orrery", weapons=FOUR, bag=bag, auto=False)
    s.rounds = rounds
    return GAME.prospects(search(s, *ICONS[:engaged]).s, 0)


def test_a_search_that_empties_the_bag_has_won_before_it_is_made() -> None:
    assert last_weapon(cubes=3, engaged=1) == pytest.approx(1.0)


def test_the_last_search_wins_as_often_as_its_cubes_say() -> None:
    """No round follows: three or six of ten cubes are drawn, and one is yellow."""
    assert last_weapon(cubes=10, engaged=1, rounds=12) == pytest.approx(0.3)
    assert last_weapon(cubes=10, engaged=2, rounds=12) == pytest.approx(0.6)


def test_the_later_it_is_the_less_is_hoped_for() -> None:
    chances = [last_weapon(cubes=10, engaged=1, rounds=rounds) for rounds in (1, 8, 10, 11, 12)]
    assert chances[0] == chances[1] > chances[2] > chances[3] > chances[4]


def standing(points: Sequence[int], **laid: object) -> float:
    return GAME.prospects(search(table(points=points, auto=False, **laid), ICONS[0]).s, 0)  # type: ignore[arg-type]


def test_what_makes_a_chance_rise() -> None:
    usual = standing((4, 4, 4))
    assert 0 < standing((4, 4, 3)) < usual < standing((4, 5, 4)) < 1
    assert standing((4, 4, 4), dice={"weapons": 6}) > standing((4, 4, 4), dice={"weapons": 1})
    assert standing((6, 5, 1)) > standing((9, 1, 2)), "the second-lowest decides (PI-22.1)"
    found = standing((4, 4, 4), weapons=["star_mirror", "void_bell"], bag={"yellow": 3, "red": 9})
    assert found > standing((4, 4, 4), bag={"yellow": 5, "red": 9})
