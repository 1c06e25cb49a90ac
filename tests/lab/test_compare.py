"""Two sides paired by seed: what changed is found, what did not is not, and how many games tell."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy
import pytest

import starhall
from starhall.cli.compare import read_side
from starhall.cli.runs import make_plan, observed
from starhall.engine.errors import BadSetting
from starhall.lab.compare import Change, compare
from starhall.lab.observe import Named, Observed, Use
from starhall.lab.results import part_of
from starhall.lab.workers import LabError
from tests.cli.program import run
from tests.lab.test_estimates import game

PACK = Path(__file__).parents[2] / "examples" / "packs" / "cheap-dragons"


def side(rounds: list[int], taken: list[int]) -> list[Observed]:
    return [
        msgspec.structs.replace(
            game(index, index % 4, [Use(0, "choose martian", 9, taken[index])]),
            rounds=rounds[index],
        )
        for index in range(len(rounds))
    ]


def changes(one: list[Observed], other: list[Observed]) -> dict[str, Change]:
    rules = starhall.find("cassiopeia")
    found = compare(one, other, (rules, rules), ("one", "other"))
    return {change.name: change for change in found.changes}


def test_a_known_change_is_found_with_its_size() -> None:
    """Games differ by much, pairs by little: one round more, half of a specialist less."""
    draw = numpy.random.default_rng(1)
    rounds = draw.integers(5, 40, 300)
    taken = draw.integers(1, 3, 300)
    longer = rounds + 1 + draw.integers(-2, 3, 300)
    fewer = taken - draw.integers(0, 2, 300)
    found = changes(side(list(map(int, rounds)), list(map(int, taken))),
                    side(list(map(int, longer)), list(map(int, fewer))))  # fmt: skip
    assert (
        found["Rounds"].real
        and found["Rounds"].difference.low < 1 < found["Rounds"].difference.high
    )
    assert found["Rounds"].difference.high - found["Rounds"].difference.low < 0.5
    martian = found["Choose: Martian"]
    assert martian.real and martian.difference.low < -0.5 < martian.difference.high
    assert "Decisions" not in found  # the same in every game
    assert not found["Seat 1 wins"].real and found["Seat 1 wins"].needed is None


def test_a_role_is_compared_by_how_often_a_seat_wins_that_plays_it() -> None:
    """Shedar wins a quarter of its games, then half of them, and is chosen half as often."""
    draw = numpy.random.default_rng(4)

    def games(chosen: float, wins: float) -> list[Observed]:
        rows = []
        for index in range(600):
            first = "shedar" if draw.random() < chosen else "caph"
            won = draw.random() < (wins if first == "shedar" else 0.25)
            winner = 0 if won else int(draw.integers(1, 4))
            systems = Named("system", [first, "segin", "achird", "ruchbah"])
            rows.append(msgspec.structs.replace(game(index, winner, []), roles=[systems]))
        return rows

    found = changes(games(0.8, 0.25), games(0.4, 0.5))["Shedar wins"]
    assert found.one == pytest.approx(0.25, abs=0.05)
    assert found.other == pytest.approx(0.5, abs=0.07)
    assert found.real and found.difference.low < 0.25 < found.difference.high
    again = changes(games(0.8, 0.25), games(0.4, 0.25))["Shedar wins"]
    assert not again.real and again.difference.low < 0 < again.difference.high


def test_how_many_games_would_tell() -> None:
    """A change of a tenth of its deviation takes 785 games."""
    draw = numpy.random.default_rng(2)
    noise = draw.normal(0, 100, 400)
    noise = (noise - noise.mean()) / noise.std(ddof=1)
    rounds = [1000] * 400
    longer = [round(1000 + 100 * each + 10) for each in noise]
    found = changes(side(rounds, [1] * 400), side(longer, [1] * 400))["Rounds"]
    assert found.needed is not None and 700 < found.needed < 880
    assert found.least == pytest.approx(14, abs=0.5)


def test_equal_sides_are_seldom_called_different() -> None:
    """Over all figures together: at most one run in twenty says that something changed."""
    draw = numpy.random.default_rng(3)
    alarms = 0
    for _ in range(100):
        one, other = draw.poisson(10, (2, 60)), draw.poisson(2, (2, 60))
        found = changes(
            side([int(each) for each in one[0]], [int(each) for each in other[0]]),
            side([int(each) for each in one[1]], [int(each) for each in other[1]]),
        )
        alarms += any([change.real for change in found.values()])
    assert alarms <= 5


def test_games_with_other_seeds_are_not_pairs() -> None:
    one = side([5] * 12, [1] * 12)
    other = [msgspec.structs.replace(row, seed="ff" * 32) for row in one]
    with pytest.raises(LabError, match="not pairs"):
        changes(one, other)
    with pytest.raises(LabError, match="3 pairs of games are too few"):
        changes(one, one[:3])


def test_a_side_is_a_game_or_a_pack_with_options() -> None:
    assert read_side("nexus-ops") == ("nexus-ops", None, [])
    assert read_side("nexus-ops:vp_target=10,teams=on")[2] == ["vp_target=10", "teams=on"]
    assert read_side(str(PACK)) == ("nexus-ops", PACK, [])
    with pytest.raises(BadSetting, match="is not a pack"):
        read_side(str(PACK.parent))


def test_the_command_compares_two_option_sets(example_games: None, tmp_path: Path) -> None:
    sides = ("comet-run:sides=2", "comet-run:sides=6")
    options = ("--games", "40", "--bots", "random", "--seats", "2", "-j", "1", "--out", tmp_path)
    done = run("compare", *sides, *options, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    decisions = next(each for each in found["changes"] if each["name"] == "Decisions")
    assert decisions["difference"]["high"] < 0 and decisions["q"] < 0.001
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.parquet", "other.parquet"]
    said = run("compare", "comet-run", "comet-run", "--games", "12", "--bots", "random", "-j", "1")
    assert said.exit_code == 0 and "figures changed for certain" in said.output


@pytest.mark.parametrize(
    ("sides", "complaint"),
    [
        (("cassiopeia", "cyberstrife"), "compare one game"),
        (("cassiopeia", "nowhere/pack"), "is not a pack"),
        (("cassiopeia", "cassiopeia:row=9"), "has no option 'row'"),
    ],
)
def test_sides_that_do_not_fit_are_refused(sides: tuple[str, str], complaint: str) -> None:
    done = run("compare", *sides, "--games", "1000000")
    assert done.exit_code == 1 and complaint in done.output


def test_too_few_games_are_refused_before_the_first(tmp_path: Path) -> None:
    done = run("compare", "cysmic", "cysmic", "--games", "9", "--out", tmp_path / "new")
    assert done.exit_code == 1 and "9 pairs of games are too few to compare: 10" in done.output
    assert not (tmp_path / "new").exists()


def test_the_first_side_is_kept_until_the_second_is_played(
    example_games: None, tmp_path: Path
) -> None:
    plan = make_plan("comet-run", None, "random", 2, None, "1")
    file = tmp_path / "one.parquet"
    played = observed(plan, 4, 1, file, more=True)
    kept = part_of(file).read_text(encoding="utf-8")
    part_of(file).write_text(kept.replace(f'"plies":{played[2].plies}', '"plies":999'))
    assert observed(plan, 4, 1, file, more=True)[2].plies == 999  # read, not played again
