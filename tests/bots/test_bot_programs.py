"""Programs that play: both examples through a whole game, and programs that misbehave."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import starhall
from starhall.bots import ask
from starhall.bots.outside.programs import ProgramBot, ProgramError
from starhall.engine.errors import IllegalChoice
from starhall.lab.simulate import plan, play_game
from web import node_folder

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "bots"


def node() -> str:
    """The Node.js at hand, or the one of a Python package."""
    folder = node_folder()
    found = shutil.which("node", path=None if folder is None else str(folder))
    assert found is not None
    return found


@pytest.mark.parametrize("program", ["greedy.py", "careful.js"])
def test_an_example_plays_a_whole_game_and_beats_random(program: str) -> None:
    runner = sys.executable if program.endswith(".py") else node()
    bot = f"run:{runner} {EXAMPLES / program}"
    row = play_game(plan("cassiopeia", [bot, "random"], seats=2, seed=3), 0)
    assert row.bots[row.winners[0]] == bot


@pytest.mark.parametrize(
    "code, said",
    [
        ("print('hello')", "said 'hello', which is not an answer"),
        ("print('{}')", "said neither 'choose' nor 'try'"),
        ("pass", "has ended in the middle of the game"),
        ("import time; time.sleep(999)", "has not answered for 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_answer_is_told_of(code: str, said: str) -> None:
    patience = 0.5 if "sleep" in code else 300.0
    bot = ProgramBot(1, f'{sys.executable} -c "{code}"', patience)
    match = starhall.new("cassiopeia", seats=2, seed=1)
    try:
        with pytest.raises(ProgramError, match=said):
            ask(bot, match, match.decision.seat)
    finally:
        bot.close()
    assert match.ply == 0


def test_what_is_not_offered_is_refused() -> None:
    answer = "{\\'choose\\': \\'win\\'}".replace("\\'", "\\042")
    bot = ProgramBot(1, f"{sys.executable} -c \"print('{answer}')\"")
    match = starhall.new("cassiopeia", seats=2, seed=1)
    try:
        with pytest.raises(IllegalChoice, match="chose 'win', which is not offered"):
            ask(bot, match, match.decision.seat)
    finally:
        bot.close()


@pytest.mark.parametrize("command", ["", "/no/such/program"])
def test_a_program_that_cannot_start_is_told_of(command: str) -> None:
    match = starhall.new("cassiopeia", seats=2, seed=1)
    with pytest.raises(ProgramError, match="run:|cannot be started"):
        ask(ProgramBot(1, command), match, match.decision.seat)
