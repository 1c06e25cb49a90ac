import pytest
from hypothesis import given
from hypothesis import strategies as st

from starhall.engine.errors import ContentError
from starhall.engine.hexes import (
    DIRECTIONS,
    ORIGIN,
    Coord,
    Grid,
    distance,
    reach,
    ring,
    spiral,
    step,
    turn,
)

numbers = st.integers(-50, 50)
coords = st.tuples(numbers, numbers)


def pairs(grid: Grid) -> int:
    """How many pairs of hexes touch."""
    return sum(len(near) for near in grid.neighbours) // 2


def anywhere(hex: int) -> bool:
    return True


# Geometry


def test_the_directions_go_round_clockwise() -> None:
    assert DIRECTIONS == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for number, direction in enumerate(DIRECTIONS):
        assert turn(direction) == DIRECTIONS[(number + 1) % 6]
        assert turn((1, 0), number) == direction


def test_steps_count_directions_modulo_six() -> None:
    assert step((2, 1), 2, 3) == (-1, 4)
    assert step((2, 1), 8, 3) == (-1, 4)
    assert step((2, 1), -4, 3) == (-1, 4)


@given(coords, st.integers(-6, 12), st.integers(0, 30))
def test_a_straight_line_is_as_long_as_its_steps(start: Coord, direction: int, times: int) -> None:
    assert distance(start, step(start, direction, times)) == times


@given(coords, coords)
def test_distance_is_the_greatest_of_the_three_differences(a: Coord, b: Coord) -> None:
    dq, dr = a[0] - b[0], a[1] - b[1]
    assert distance(a, b) == distance(b, a) == max(abs(dq), abs(dr), abs(dq + dr))


@given(coords, coords, coords)
def test_no_detour_is_shorter(a: Coord, b: Coord, c: Coord) -> None:
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(coords, coords, st.integers(-12, 12))
def test_turning_keeps_distances(a: Coord, b: Coord, times: int) -> None:
    assert distance(turn(a, times), turn(b, times)) == distance(a, b)
    assert turn(turn(a, times), -times) == a


@given(coords, st.integers(1, 12))
def test_a_ring_goes_once_round_its_centre(centre: Coord, radius: int) -> None:
    hexes = ring(radius, centre)
    assert len(hexes) == len(set(hexes)) == 6 * radius
    assert hexes[0] == step(centre, 0, radius)
    assert hexes[radius] == step(centre, 1, radius)  # clockwise
    for here, there in zip(hexes, hexes[1:] + hexes[:1], strict=True):
        assert distance(centre, here) == radius
        assert distance(here, there) == 1


def test_the_innermost_ring_is_the_centre() -> None:
    assert ring(0, (3, -1)) == [(3, -1)]


@given(coords, st.integers(0, 8))
def test_a_spiral_holds_every_hex_up_to_its_radius_nearest_first(centre: Coord, n: int) -> None:
    hexes = spiral(n, centre)
    away = [distance(centre, hex) for hex in hexes]
    assert len(set(hexes)) == len(hexes) == 1 + 3 * n * (n + 1)
    assert away == sorted(away)


def test_a_ring_numbers_sectors_as_cysmic_does() -> None:
    """Sector k, ring n, index j is hex k * n + j of the ring (CY-4.3, examples of CY-4.4)."""
    assert ring(4)[0 * 4 + 2] == (2, 2)
    assert ring(6)[1 * 6 + 5] == (-5, 6)
    assert ring(6)[5 * 6 + 5] == (6, -1)


# Boards


def test_a_grid_numbers_hexes_in_the_order_given() -> None:
    grid = Grid([(5, 5), (0, 0), (0, 1), (1, 0)])
    assert len(grid) == 4
    assert grid.coords[2] == (0, 1)
    assert grid.index == {(5, 5): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}
    assert grid.neighbours == [(), (3, 2), (1, 3), (2, 1)]  # in the order of the directions
    assert grid.distances[0] == (0, 10, 9, 9)


def test_a_grid_refuses_a_hex_listed_twice() -> None:
    with pytest.raises(ContentError, match=r"\(1, 0\) twice, as number 0 and as number 2"):
        Grid([(1, 0), (0, 0), (1, 0)])


def test_a_grid_keeps_its_own_list() -> None:
    listed = [(0, 0), (1, 0)]
    grid = Grid(listed)
    listed.clear()
    assert grid.coords == [(0, 0), (1, 0)]


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), unique=True, max_size=40))
def test_hexes_are_neighbours_exactly_at_distance_one(hexes: list[Coord]) -> None:
    grid = Grid(hexes)
    for a in range(len(grid)):
        assert len(set(grid.neighbours[a])) == len(grid.neighbours[a])
        for b in range(len(grid)):
            assert grid.distances[a][b] == distance(hexes[a], hexes[b])
            assert (b in grid.neighbours[a]) == (grid.distances[a][b] == 1)


def test_the_planet_of_cysmic() -> None:
    """127 positions and 342 touching pairs; a corner touches three (CY-4.1, CY-4.5)."""
    planet = Grid(spiral(6))
    assert len(planet) == 127
    assert pairs(planet) == 342
    corner = planet.neighbours[planet.index[(6, 0)]]
    assert {planet.coords[hex] for hex in corner} == {(5, 1), (5, 0), (6, -1)}


def nexus_names(sides: list[int]) -> dict[str, Coord]:
    """The board of Nexus Ops with home bases on those sides (NX-2.3, NX-2.5)."""
    names: dict[str, Coord] = {"mono": ORIGIN}
    for k in range(6):
        names[f"in{k}"] = step(ORIGIN, k)
        names[f"co{k}"] = step(ORIGIN, k, 2)
        names[f"ed{k}"] = step(step(ORIGIN, k), k + 1)
    for k in sides:
        names[f"hb{k}_l"] = step(step(ORIGIN, k, 2), k + 1)
        names[f"hb{k}_r"] = step(step(ORIGIN, k), k + 1, 2)
        names[f"hb{k}_rear"] = step(step(ORIGIN, k, 2), k + 1, 2)
    return names


@pytest.mark.parametrize(
    ("sides", "hexes", "touching"),
    [([0, 3], 25, 56), ([0, 2, 4], 28, 63), ([0, 1, 3, 4], 31, 70)],
)
def test_the_boards_of_nexus_ops(sides: list[int], hexes: int, touching: int) -> None:
    """The counts of NX-2.6 for two, three and four players."""
    grid = Grid(list(nexus_names(sides).values()))
    assert len(grid) == hexes
    assert pairs(grid) == touching


def test_who_touches_whom_in_nexus_ops() -> None:
    """The table of NX-2.7, on a board with homes on neighbouring sides."""
    names = nexus_names([0, 1, 3, 4])
    grid = Grid(list(names.values()))
    ids = list(names)

    def near(name: str) -> set[str]:
        return {ids[hex] for hex in grid.neighbours[grid.index[names[name]]]}

    assert near("mono") == {"in0", "in1", "in2", "in3", "in4", "in5"}
    assert near("in0") == {"mono", "in5", "in1", "co0", "ed0", "ed5"}
    assert near("co1") == {"in1", "ed1", "ed0", "hb1_l", "hb0_r"}
    assert near("ed0") == {"in0", "in1", "co0", "co1", "hb0_l", "hb0_r"}
    assert near("hb0_l") == {"co0", "ed0", "hb0_r", "hb0_rear"}
    assert near("hb0_r") == {"ed0", "co1", "hb0_l", "hb0_rear"}
    assert near("hb0_rear") == {"hb0_l", "hb0_r"}


# Walking


@given(st.integers(0, 60), st.integers(0, 9))
def test_on_open_ground_reach_is_distance(start: int, steps: int) -> None:
    grid = Grid(spiral(4))
    reached = grid.reach(start, steps, anywhere)
    assert reached == {
        hex: grid.distances[start][hex]
        for hex in range(len(grid))
        if 0 < grid.distances[start][hex] <= steps
    }
    assert list(reached.values()) == sorted(reached.values())  # nearest first


def test_walls_are_walked_round_and_never_entered() -> None:
    grid = Grid(spiral(2))
    gap = grid.index[(-1, 0)]
    wall = {grid.index[coord] for coord in ring(1)} - {gap}
    centre = grid.index[ORIGIN]
    outside = grid.index[(2, 0)]
    reached = grid.reach(centre, 9, lambda hex: hex not in wall)
    assert reached.keys() == set(range(len(grid))) - wall - {centre}
    assert reached[gap] == 1
    assert reached[outside] == 7  # out by the gap, then half way round the outer ring
    assert outside not in grid.reach(centre, 6, lambda hex: hex not in wall)


def test_the_start_need_not_be_passable() -> None:
    grid = Grid([(0, 0), (1, 0), (2, 0)])
    assert grid.reach(0, 5, lambda hex: hex != 0) == {1: 1, 2: 2}
    assert grid.reach(0, 0, anywhere) == {}


def test_reach_follows_links_that_are_no_neighbours() -> None:
    row = Grid([(q, 0) for q in range(10)])
    links = list(row.neighbours)
    links[1] = (*links[1], 8)  # a tunnel one way
    assert reach(links, 0, 3, anywhere) == {1: 1, 2: 2, 8: 2, 3: 3, 7: 3, 9: 3}
    assert reach(links, 8, 3, anywhere) == {7: 1, 9: 1, 6: 2, 5: 3}
