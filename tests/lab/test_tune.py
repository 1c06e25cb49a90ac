"""The search for values: goals and places are read with care, and a search goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

import starhall
from starhall.engine.errors import BadSetting
from starhall.engine.game import with_pack
from starhall.lab.estimates import Interval
from starhall.lab.observe import Observed
from starhall.lab.tune import (
    FIGURES,
    Goal,
    Search,
    Trial,
    best,
    front,
    pack_texts,
    packed,
    read_goals,
    read_touch,
    write_pack,
)
from starhall.lab.workers import LabError
from tests.cli.program import run
from tests.lab.test_estimates import game

NEXUS = starhall.find("nexus-ops")


def test_goals() -> None:
    goals = read_goals("seat_gap < 0.03, rounds in 8..14, won > 0.9")
    assert [str(goal) for goal in goals] == ["seat_gap < 0.03", "rounds in 8..14", "won > 0.9"]
    assert goals[1].miss(10) == 0 and goals[1].miss(21) == 0.5 and goals[1].miss(4) == 0.5
    assert goals[1].verdict(Interval(10, 9, 11)) == "yes"
    assert goals[1].verdict(Interval(20, 18, 22)) == "no"
    assert goals[1].verdict(Interval(13, 12, 15)) == "perhaps"
    assert goals[1].verdict(Interval(15, 13, 17)) == "perhaps not"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fun > 9", "there is no figure 'fun'; there are seat_gap"),
        ("rounds", "is not a goal: write"),
        ("rounds in 9..3", "the lower limit comes first"),
        ("rounds < 1.2.3", "must be numbers"),
    ],
)
def test_wrong_goals(text: str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        read_goals(text)


def test_places() -> None:
    places = read_touch("units.dragon.cost in 2..14, units.str*.cost in 3..9", NEXUS)
    assert [place.name for place in places] == ["units.dragon.cost", "units.strider.cost"]
    assert places[0].now == 12 and (places[1].low, places[1].high) == (3, 9)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("unit.dragon.cost in 2..14", "no content file 'unit'; it has boards"),
        ("units.wyvern.cost in 2..14", "its numbers are .*cost.*, its entries human, fungoid"),
        ("units.dragon.id in 2..14", "names no number"),
        ("units.dragon.cost", "does not name values: write"),
        ("units.dragon.cost in 9..2", "the lower limit comes first"),
    ],
)
def test_wrong_places(text: str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        read_touch(text, NEXUS)


def test_the_gap_between_seats() -> None:
    rows = [game(index, 0 if index < 60 else 1 + index % 3) for index in range(120)]
    found = FIGURES["seat_gap"](rows)
    assert found.value == pytest.approx(0.5 - 20 / 120)
    assert found.low < found.value < found.high


def test_no_gap_between_seats_is_wider_than_all_games() -> None:
    found = FIGURES["seat_gap"]([game(0, 0), game(1, 0), game(2, 1)])
    assert found.low == 0 and found.high == 1


def trial(number: int, *misses: float) -> Trial:
    return Trial(number, {"units.dragon.cost": 12 - number}, {}, list(misses))


def test_trade_offs() -> None:
    trials = [trial(0, 0.5, 0.0), trial(1, 0.0, 0.5), trial(2, 0.5, 0.5), trial(3, 0.1, 0.1)]
    assert {each.number for each in front(trials)} == {0, 1, 3}
    places = read_touch("units.dragon.cost in 2..14", NEXUS)
    assert best(trials, places).number == 3
    assert best([trial(4, 0.0), trial(1, 0.0)], places).number == 1  # it changes less
    with pytest.raises(LabError, match="nothing to choose from"):
        best([], places)


def test_values_become_a_pack(tmp_path: Path) -> None:
    places = read_touch("units.*.cost in 2..14", NEXUS)
    values = {place.name: place.now for place in places} | {"units.dragon.cost": 9}
    write_pack(packed(NEXUS, places, Trial(0, values, {}, []), tmp_path / "pack"))
    changed = with_pack(tmp_path / "pack")
    entries = changed.files.entries("units.toml")
    assert entries["dragon"]["cost"] == 9
    assert entries["human"] == NEXUS.files.entries("units.toml")["human"]
    assert pack_texts(NEXUS, places, [place.now for place in places]).keys() == {"pack.toml"}


def test_a_search_finds_a_known_best_value_and_goes_on(tmp_path: Path) -> None:
    """Games last as many rounds as a dragon costs; five are wanted."""
    places = read_touch("units.dragon.cost in 4..12", NEXUS)
    goals = [Goal("rounds", 5, 5)]
    seen: list[int] = []

    def play(rules: object) -> list[Observed]:
        import msgspec

        cost = rules.files.entries("units.toml")["dragon"]["cost"]  # type: ignore[attr-defined]
        seen.append(int(cost))
        return [msgspec.structs.replace(game(index, 0), rounds=int(cost)) for index in range(10)]

    file = tmp_path / "a.study"
    search = Search(NEXUS, goals, places, file, "about")
    for _ in range(6):
        search.step(play)
    assert seen[0] == 12  # the value of today comes first
    again = Search(NEXUS, goals, places, file, "about")
    assert len(again.trials()) == 6
    for _ in range(8):
        again.step(play)
    assert best(again.trials(), places).values["units.dragon.cost"] == 5
    with pytest.raises(LabError, match="is a search with other goals"):
        Search(NEXUS, goals, places, file, "something else")


def test_an_interrupted_trial_is_played_again(tmp_path: Path) -> None:
    """So the values of today are tried first, however often the command is stopped."""
    places = read_touch("units.dragon.cost in 4..12", NEXUS)

    def interrupted(rules: object) -> list[Observed]:
        raise KeyboardInterrupt

    for _ in range(2):
        search = Search(NEXUS, [Goal("rounds", 5, 5)], places, tmp_path / "a.study", "about")
        with pytest.raises(KeyboardInterrupt):
            search.step(interrupted)
        assert search.ended == 0
    again = Search(NEXUS, [Goal("rounds", 5, 5)], places, tmp_path / "a.study", "about")
    again.step(lambda rules: [game(index, 0) for index in range(10)])
    assert again.ended == 1
    assert again.trials()[0].values == {"units.dragon.cost": 12}


def test_the_command(example_games: None, tmp_path: Path) -> None:
    """Comet Run has no numbers to touch, so a small game of ours is tuned."""
    place = tmp_path / "tuned"
    goal = ("--goal", "rounds in 20..60", "--touch", "tokens.bot.price in 1..6")
    few = ("--trials", "2", "--games", "10", "--bots", "random", "--seats", "2", "-j", "1")
    done = run("tune", "cassiopeia", *goal, *few, "--out", place)
    assert done.exit_code == 0, done.output
    assert "Played again with 20 new seeds" in done.output and "Trade-offs" in done.output
    assert run("pack", "check", place).exit_code == 0
    bad = run("tune", "cassiopeia", "--goal", "fun > 1", "--touch", "tokens.bot.price in 1..6")
    assert bad.exit_code == 1 and "no figure 'fun'" in bad.output
