"""Nothing that a player reads escapes translation: random games in a made-up language."""

import random
import re

import pytest

import starhall
from starhall.engine.game import find
from starhall.engine.text.language import speaking
from starhall.engine.text.translation import CLOSE, OPEN, PSEUDO

GAMES = ["cassiopeia", "cyberstrife", "cysmic", "nexus-ops", "pulp-invasion"]
CHOICES = 60
LETTERS = re.compile(r"\b[^\W\d_]*[a-z][^\W\d_]+|\b[^\W\d_]+[a-z]\b")  # seats have marks: GN
TOKEN = re.compile(r"  \([a-z_]+( \S+)?\)$")  # beside an option, for typing it
IDS = re.compile(r"\b[A-Z]{2}-[0-9A-Z]+(\.[0-9]+)?\b")  # of rules


def outside(text: str) -> str:
    """What stands outside of all brackets."""
    depth, left = 0, ""
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        left += letter if depth == 0 and letter != CLOSE else ""
    assert depth == 0, text
    return left


@pytest.mark.parametrize("id", GAMES)
def test_every_word_at_the_table_is_translated(id: str) -> None:
    game = find(id)
    seats = game.seats.start
    match = starhall.new(id, seats=seats, seed=5, names=[f"#{n}" for n in range(seats)])
    dice = random.Random(5)
    escaped: dict[str, str] = {}
    with speaking(PSEUDO):
        for ply in range(CHOICES):
            if match.over:
                break
            decision = match.decision
            seat = decision.seat
            said = [TOKEN.sub("", line) for line in match.text(seat).splitlines()]
            said.append(match.prompt(decision))
            said += [match.label(option, decision) for option in decision.options]
            said += [match.reason(refusal) for refusal in match.refusals(seat)]
            said += match.sentences(seat)
            for line in said:
                if found := LETTERS.findall(IDS.sub("", outside(line))):
                    escaped.setdefault(" ".join(found), f"ply {ply}: {line}")
            match.choose(dice.choice(decision.options))
    assert not escaped, "\n".join(escaped.values())


@pytest.mark.parametrize("id", GAMES)
def test_every_measure_has_a_name(id: str) -> None:
    match = starhall.new(id, seed=5)
    with speaking(PSEUDO):
        names = [match.game.measure_name(name) for name in match.game.measures(match.state)]
    assert names and all(name.startswith(OPEN) for name in names)
