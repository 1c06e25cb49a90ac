"""Bots see what their seat may see: the truth is out of reach, and does not change a choice."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from starhall.bots import NAMES, Sight, ask
from starhall.bots.outside import bot_from_text
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import Fact, Witness
from starhall.engine.knowledge.views import remembered
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import UNKNOWN, State, sees
from tests.bots.positions import GAMES, other_truth, positions

SLOW = ("normal", "strong")  # asked in one position of each game; elsewhere a quicker search
QUICK = [*[name for name in NAMES if name not in SLOW], "search:simulations=6,depth=3"]


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
        for bot in QUICK if compared > 1 else NAMES:
            chosen = ask(bot_from_text(bot, number), match, seat)
            assert ask(bot_from_text(bot, number), other, seat) is chosen, (bot, match)
    assert compared >= 4


@pytest.mark.parametrize("game", GAMES)
def test_the_truth_is_not_in_what_a_bot_is_handed(game: str) -> None:
    for match in positions(game, 9, 5):
        seat = match.decision.seat
        secret = _hidden(match.state, seat)
        known = _known(match, seat)
        sure = remembered(match.state, seat)
        lying = []
        for thing in _reachable(Sight(match, seat, worlds=12)):
            assert not isinstance(thing, Match | Witness), thing
            assert thing is not match.state and thing is not match.play
            if isinstance(thing, State):
                assert thing.chance.seed != match.seed
                lying.append(_hidden(thing, seat))
            if isinstance(thing, Fact):
                assert (thing.card, thing.where) in known
        assert lying
        if match.play.fresh:
            for key, card in [(key, card) for zones in lying for key, card in zones]:
                assert card == UNKNOWN or card in sure.get(key, [])
        else:  # worlds imagined beforehand: some are unlike the truth, if anything is unclear
            unclear = len({card for _, card in secret}) > 2
            assert not unclear or any([zones != secret for zones in lying[1:]])


def _hidden(state: State, seat: int) -> list[tuple[int, int]]:
    """Zone and card of all that lies hidden, in order."""
    zones = [zone for zone in state.zones() if not sees(zone, seat)]
    return [(zone.key, card) for zone in zones for card in zone.cards]


def _known(match: Match[Any], seat: int) -> set[tuple[int, int]]:
    """What the seat remembers, and where cards can lie at all by the rules."""
    state = match.state
    assert state.witness is not None
    facts = {(fact.card, fact.where) for fact in state.witness.facts[seat]}
    for family in {zone.family for zone in state.zones()}:
        zones = [zone for zone in state.zones() if zone.family == family and not sees(zone, seat)]
        mask = sum([1 << zone.key for zone in zones])
        cards = {card for zone in zones for card in zone.cards}
        facts |= {(card, state.homes(card) & mask) for card in cards}
    return facts | {(card, where & state.homes(card)) for card, where in facts}


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
