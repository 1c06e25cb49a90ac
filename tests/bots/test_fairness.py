"""Bots see what their seat may see: the truth is out of reach, and does not change a choice."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest

from starhall.bots import NAMES, Sight, ask, make
from starhall.engine.game import Game
from starhall.engine.match import Match
from starhall.engine.options import Option
from starhall.engine.state import State, Zone, sees
from starhall.engine.witness import Fact, Witness
from tests.bots.positions import GAMES, other_truth, positions

QUICK = "search:simulations=6,depth=3"
BOTS = [*[name for name in NAMES if name not in ("normal", "strong")], QUICK]


@pytest.mark.parametrize("game", GAMES)
def test_another_truth_never_changes_a_choice(game: str) -> None:
    """The same seat, the same knowledge, the same bot seed; other hidden cards and dice."""
    compared = 0
    for number, match in enumerate(positions(game, 5, 6)):
        seat = match.decision.seat
        other = other_truth(match, seat, number)
        if other is None:
            continue
        compared += 1
        for bot in BOTS:
            chosen = ask(make(bot, number), match, seat)
            assert ask(make(bot, number), other, seat) is chosen, (bot, match)
    assert compared >= 4


@pytest.mark.parametrize("game", GAMES)
def test_the_truth_is_not_in_what_a_bot_is_handed(game: str) -> None:
    for match in positions(game, 9, 5):
        seat = match.decision.seat
        sight = Sight(match, seat, worlds=12)
        secret = _hidden(match, seat)
        known = _known(match, seat)
        told_apart = 0
        for thing in _reachable(sight):
            assert not isinstance(thing, Match | Witness), thing
            assert thing is not match.state and thing is not match.play
            if isinstance(thing, State):
                assert thing.chance.seed != match.seed
                lying = [zone.cards for zone in thing.zones() if not sees(zone, seat)]
                told_apart += lying != secret
            if isinstance(thing, Zone):
                assert thing not in match.state.zones()
            if isinstance(thing, Fact):
                assert (thing.card, thing.where) in known
        assert told_apart > 0 or not any(secret)


def _hidden(match: Match, seat: int) -> list[list[int]]:
    return [zone.cards for zone in match.state.zones() if not sees(zone, seat)]


def _known(match: Match, seat: int) -> set[tuple[int, int]]:
    assert match.state.witness is not None
    return {(fact.card, fact.where) for fact in match.state.witness.facts[seat]}


def _reachable(root: object) -> Iterator[object]:
    """Everything that can be reached from here, also through private names and closures."""
    seen: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | Option | Game):
            continue
        seen[id(thing)] = thing
        yield thing
        if isinstance(thing, FunctionType):
            waiting += [*(thing.__closure__ or ()), *(thing.__defaults__ or ())]
        elif not (isinstance(thing, dict) and "__builtins__" in thing):  # a module's names
            waiting += gc.get_referents(thing)
