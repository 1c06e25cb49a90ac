"""The learning example: it learns, and what it has learned plays as a bot like any other."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from starhall.bots.base import ask
from starhall.bots.bot import make
from starhall.bots.outside.files import load
from starhall.engine.game import find
from starhall.engine.match.match import Match

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
pytestmark = pytest.mark.usefixtures("example_games")


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES / "learning"))
    yield importlib.import_module("train")
    for name in ("train", "bot"):
        del sys.modules[name]


def test_it_learns(training: Any, tmp_path: Path) -> None:
    """A minute is not needed to see that it plays better than at first."""
    game = find("comet-run")
    random = np.random.default_rng(1)
    new = training.Policy.new(game.encoding(2).size, 3, 16, random)
    policy = training.train(game, seats=2, games=768, batch=128, hidden=16, seed=1)
    before = training.score(game, 2, new, "random", 60, seed=1)
    after = training.score(game, 2, policy, "random", 60, seed=1)
    assert after > 0.55 and after > before
    policy.save("comet-run", tmp_path)
    assert (tmp_path / "comet-run.npz").stat().st_size > 1000


@pytest.mark.parametrize(("id", "games"), [("comet-run", 40), ("cassiopeia", 6)])
def test_what_it_has_learned_plays_as_a_bot(id: str, games: int) -> None:
    kind = load(str(EXAMPLES / "learning" / "bot.py"))
    won = 0
    for number in range(games):
        own = number % 2
        match = Match(find(id), 2, seed=number)
        bots = [kind(1) if seat == own else make("random", number) for seat in range(2)]
        while not match.over:
            seat = match.decision.seat
            match.choose(ask(bots[seat], match, seat), seat)
        assert match.result is not None
        won += own in match.result.winners
    assert won / games > 0.6
