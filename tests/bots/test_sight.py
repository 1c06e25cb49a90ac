"""What a bot can read of its sight: the same that its seat can read of the match, and no more."""

from __future__ import annotations

from typing import Any

import pytest

import starhall
from starhall.bots import Bot, Need, Sight, ask, tell_end
from starhall.bots.sight import ALL, NotDeclared
from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Result
from starhall.engine.knowledge.views import to_bytes
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from tests.bots.positions import GAMES, positions


@pytest.mark.parametrize("game", GAMES)
def test_a_sight_tells_what_the_match_tells_its_seat(game: str) -> None:
    for match in positions(game, 7, 8):
        seat = match.decision.seat
        sight = Sight(match, seat, worlds=0)
        asked = match.decision_of(seat)
        assert asked is not None
        assert sight.prompt == asked.prompt()
        assert sight.labels == asked.labels()
        assert sight.words == match.text(seat)
        refused = {each.option.token: match.reason(each) for each in asked.refusals()}
        assert sight.reasons == refused
        assert to_bytes(sight.view) == to_bytes(match.view(seat))


class Reader(Bot):
    """Plays the first option, and collects what it was told."""

    needs = Need.EVENTS

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.log: list[str] = []
        self.asked = 0
        self.result: Result | None = None

    def choose(self, sight: Sight) -> Option:
        self.log += sight.log
        self.asked += 1
        return sight.decision.options[0]

    def end(self, sight: Sight) -> None:
        self.log += sight.log
        self.result = sight.result
        with pytest.raises(IllegalChoice, match="the game is over"):
            sight.decision.labels()


def _play(game: str) -> tuple[Match[Any], list[Reader]]:
    """A game in which nothing is hidden, so that the end adds nothing to the log."""
    match = starhall.new(game, seats=2, seed=11)
    bots = [Reader(seat) for seat in range(2)]
    told = 0  # how many events of seat 0 were told so far: each is told once, in order
    while not match.over:
        seat = match.decision.seat
        if seat == 0:
            sight = Sight(match, 0, worlds=0)
            expected = [event for _, event in match.events(0)][told:]
            assert [repr(event) for event in sight.events] == [repr(event) for event in expected]
            told += len(expected)
        match.choose(ask(bots[seat], match, seat), seat)
    tell_end(dict(enumerate(bots)), match)
    return match, bots


def test_the_events_since_the_last_decision_add_up_to_the_log() -> None:
    match, bots = _play("cassiopeia")
    for seat, bot in enumerate(bots):
        assert bot.asked > 3
        assert bot.log == match.sentences(seat)
        assert bot.result == match.result is not None


@pytest.mark.parametrize(
    "look, need",
    [
        (lambda sight: sight.view, "VIEW"),
        (lambda sight: sight.labels, "VIEW"),
        (lambda sight: sight.words, "VIEW"),
        (lambda sight: sight.events, "EVENTS"),
        (lambda sight: sight.log, "EVENTS"),
    ],
)
def test_what_a_bot_does_not_declare_is_not_made(look: Any, need: str) -> None:
    match = starhall.new("cassiopeia", seats=2, seed=1)
    others = ALL & ~Need[need]
    for needs in (Need.NOTHING, others):
        with pytest.raises(NotDeclared, match=f"add Need.{need} to its `needs`"):
            look(Sight(match, match.decision.seat, worlds=0, needs=needs))
    look(Sight(match, match.decision.seat, worlds=0))


def test_a_question_keeps_the_numbers_that_its_rule_goes_by() -> None:
    """Cysmic asks with numbers that are not in the state; a bot can ask why not all the same."""
    for match in positions("cysmic", 3, 12):
        asked = match.decision
        for name in ("given", "way_out", "why"):
            copied = Sight(match, asked.seat, worlds=0).decision
            assert getattr(copied, name, None) == getattr(asked, name, None)
