"""Programs that play: both examples through a whole game, and programs that misbehave."""

from __future__ import annotations

import json
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


CURIOUS = """
import json, sys
heard = []
for line in sys.stdin:
    message = json.loads(line)
    heard.append(message)
    if message["type"] == "choose":
        names = ["prompt", "labels", "reasons", "words", "log", "events"]
        print(json.dumps({"tell": names}), flush=True)
    elif message["type"] == "told":
        print(json.dumps({"choose": heard[-2]["options"][0]["number"]}), flush=True)
    elif message["type"] == "over":
        open(sys.argv[1], "w").write(json.dumps(heard))
        break
"""


def test_a_program_reads_on_request_what_its_seat_can_read(tmp_path: Path) -> None:
    program, written = tmp_path / "curious.py", tmp_path / "heard.json"
    program.write_text(CURIOUS)
    bots = [f"run:{sys.executable} {program} {written}", "random"]
    row = play_game(plan("cassiopeia", bots, seats=2, seed=3, records=True), 0)
    heard = json.loads(written.read_text())
    seat = heard[0]["seat"]
    match = starhall.new("cassiopeia", seats=2, seed=row.seed)
    asked = [message for message in heard if message["type"] == "choose"]
    told = [message for message in heard if message["type"] == "told"]
    assert len(asked) == len(told) > 3
    assert row.record is not None
    log: list[str] = []
    for line in row.record:
        chooser, _, token = line.partition(" ")
        if int(chooser) == seat:
            now = told.pop(0)
            assert now["prompt"] == match.decision.prompt()
            assert now["labels"] == match.decision.labels()
            assert now["words"] == match.text(seat)
            log += now["log"]
            assert len(now["events"]) >= len(now["log"])
        match.choose(token, int(chooser))
    over = heard[-1]
    assert over["result"]["winners"] == row.winners
    assert over["result"]["scores"] == row.scores
    assert log + over["log"] == match.sentences(seat)


def test_a_program_that_asks_for_something_unknown_is_told_of() -> None:
    wish = "{'tell': ['future']}".replace("'", "\\042")
    bot = ProgramBot(1, f"{sys.executable} -c \"print('{wish}')\"")
    match = starhall.new("cassiopeia", seats=2, seed=1)
    try:
        with pytest.raises(ProgramError, match="'future'; it can be told: prompt, labels"):
            ask(bot, match, match.decision.seat)
    finally:
        bot.close()


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
