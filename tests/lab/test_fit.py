"""Weights fitted to self-play: known ones are found again, and bots go by what a pack stores."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

import starhall
from starhall.engine.errors import ContentError
from starhall.engine.game import with_pack
from starhall.engine.weights import Weights, ahead
from starhall.lab.fit import FEWEST, Fitted, Stand, fit, store
from starhall.lab.workers import LabError
from tests.cli.program import run

CASSIOPEIA = starhall.find("cassiopeia")


def stands(games: int, weights: list[float], seed: int) -> list[Stand]:
    """Games whose winner follows from how the seats stood, by these weights."""
    draw = numpy.random.default_rng(seed)
    found = []
    for index in range(games):
        look = draw.normal(size=(3, len(weights)))
        lucky = look @ numpy.array(weights) + draw.gumbel(size=3)
        won = [float(seat == int(lucky.argmax())) for seat in range(3)]
        found.append(Stand(index, won, [look.tolist()]))
    return found


def test_known_weights_are_found_again() -> None:
    """Cassiopeia measures planets and wealth."""
    found = fit(stands(3000, [2.5, 0.8, -0.4], 1), CASSIOPEIA, 3)
    assert list(found.weights) == ["evaluation", "planets", "wealth"]
    for weight, true in zip(found.weights.values(), [2.5, 0.8, -0.4], strict=True):
        assert weight == pytest.approx(true, abs=0.3)
    assert found.gain.low > 0 and found.after.value < found.before.value


def test_what_does_not_help_gains_nothing_in_games_kept_apart() -> None:
    found = fit(stands(400, [CASSIOPEIA.sharpness, 0.0, 0.0], 2), CASSIOPEIA, 3)
    assert found.gain.low < 0 < found.gain.high


def test_too_few_or_broken_games_are_refused() -> None:
    with pytest.raises(LabError, match="too few"):
        fit(stands(FEWEST - 1, [1.0, 0.0, 0.0], 3), CASSIOPEIA, 3)
    with pytest.raises(LabError, match="game 7 broke off: oh"):
        fit([Stand(7, [], [], "oh")], CASSIOPEIA, 3)


def test_too_few_games_are_refused_before_the_first() -> None:
    done = run("fit", "cysmic", "--games", "39", "--bots", "missing.py")
    assert done.exit_code == 1 and "39 games with a result are too few to fit to: 40" in done.output


def fitted(weights: dict[str, float]) -> Fitted:
    found = fit(stands(FEWEST, [1.0, 0.0, 0.0], 4), CASSIOPEIA, 3)
    return Fitted(50, 100, weights, dict.fromkeys(weights, 0.1), 0.0, found.before, found.after,
                  found.gain)  # fmt: skip


def test_bots_go_by_the_weights_of_the_pack(tmp_path: Path) -> None:
    """With wealth as the only thing that counts, the richest seat has the best position."""
    store(fitted({"evaluation": 0.0, "wealth": 0.5}), CASSIOPEIA, tmp_path / "rich")
    rules = with_pack(tmp_path / "rich")
    assert rules.content.hash == CASSIOPEIA.content.hash  # nothing of the game is changed
    match = starhall.Match(rules, 3, seed=3)
    wealth = [0.0]
    while len(set(wealth)) < 3:
        match.choose(match.decision.options[0])
        wealth = rules.measures(match.state)["wealth"]
    values = [rules.value(match.state, seat) for seat in range(3)]
    assert sorted(range(3), key=values.__getitem__) == sorted(range(3), key=wealth.__getitem__)
    assert rules.evaluate(match.state, 0) == CASSIOPEIA.evaluate(match.state, 0)


def test_without_weights_the_evaluation_is_what_it_was() -> None:
    match = starhall.Match(CASSIOPEIA, 3, seed=3)
    assert CASSIOPEIA.weights is None
    assert CASSIOPEIA.value(match.state, 1) == CASSIOPEIA.evaluate(match.state, 1)


def test_what_is_decided_stays_decided() -> None:
    weights = Weights("0" * 8, 1, {"evaluation": 0.0, "wealth": 9.0})
    assert weights.value(1.0, {"wealth": [0.0, 9.0]}, 0) == 1.0
    assert weights.value(0.0, {"wealth": [9.0, 0.0]}, 0) == 0.0
    assert ahead([5.0, 1.0, 3.0], 0) == 3.0 and ahead([4.0], 0) == 4.0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("wealth", "welth"), "line 8: there is no measure 'welth'"),
        (
            ('content = "', 'content = "00000000'),
            "line 3: these weights were fitted to the content",
        ),
        (("games = 50", 'games = "many"'), "`starhall fit` writes this file"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    change: tuple[str, str], complaint: str, tmp_path: Path
) -> None:
    file = store(fitted({"wealth": 0.5}), CASSIOPEIA, tmp_path / "pack")
    file.write_text(file.read_text("utf-8").replace(*change), encoding="utf-8")
    with pytest.raises(ContentError, match=complaint):
        with_pack(tmp_path / "pack")


def test_the_command_stores_the_weights_with_a_pack(example_games: None, tmp_path: Path) -> None:
    place = tmp_path / "fitted"
    options = ("--games", "60", "--bots", "random", "--seats", "2", "-j", "1", "--force")
    done = run("fit", "comet-run", *options, "--out", place)
    assert done.exit_code == 0, done.output
    assert "Gain in log loss" in done.output
    rules = with_pack(place)
    assert rules.weights is not None and rules.weights.weights["evaluation"] != 0
    assert run("pack", "check", place).exit_code == 0
    again = run("fit", "comet-run", *options, "--out", place)
    assert again.exit_code == 1 and "exists already" in again.output
    with_it = run("fit", "comet-run", *options, "--pack", place)
    assert with_it.exit_code == 0
