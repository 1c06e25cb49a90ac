"""A bot class in a file of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starhall.bots.outside import bot_from_text
from starhall.bots.outside.files import BotFileError
from starhall.lab.simulate import plan, play_game

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "bots" / "hopeful.py"

TWO = """
from starhall.bots import Bot

class First(Bot):
    def choose(self, sight):
        return sight.decision.options[0]

class Last(Bot):
    def choose(self, sight):
        return sight.decision.options[-1]
"""


def test_the_example_plays_a_whole_game_and_beats_random() -> None:
    row = play_game(plan("cassiopeia", [str(EXAMPLE), "random"], seats=2, seed=3), 0)
    assert row.bots[row.winners[0]] == str(EXAMPLE)


def test_the_guide_shows_the_example() -> None:
    guide = (ROOT / "docs" / "writing-a-bot.md").read_text()
    shown = re.search(r"```python\n(.*?)```", guide, re.DOTALL)
    assert shown is not None
    assert EXAMPLE.read_text().endswith(shown[1])


def test_one_of_several_is_named(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO)
    assert type(bot_from_text(f"{file}:Last", 1)).__name__ == "Last"
    with pytest.raises(BotFileError, match=r"several bots; write one of: .*two\.py:First, .*:Last"):
        bot_from_text(str(file), 1)
    with pytest.raises(BotFileError, match="no bot 'Best'; write one of"):
        bot_from_text(f"{file}:Best", 1)


@pytest.mark.parametrize(
    "code, said",
    [
        ("", "defines no bot"),
        ("from starhall.bots import Bot", "defines no bot"),
        ("\ndef choose(", r"line 2 does not load: SyntaxError"),
        ("x = 1\n1 / 0", r"line 2 does not load: ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_without_a_bot_is_told_of(tmp_path: Path, code: str, said: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(code)
    with pytest.raises(BotFileError, match=said):
        bot_from_text(str(file), 1)


def test_a_file_that_is_not_there_is_told_of() -> None:
    with pytest.raises(BotFileError, match=r"there is no file nowhere\.py"):
        bot_from_text("nowhere.py", 1)
