"""Playing at random, and telling whether two matches stand alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import starhall
from starhall.engine.game import Game
from starhall.engine.knowledge.views import digest, to_bytes
from starhall.engine.match.match import Match
from tests.engine.toys import convoy, expedition, lanterns, sealed

TOYS: list[Game[Any]] = [lanterns.GAME, sealed.GAME, convoy.GAME, expedition.GAME]


def step(match: Match[Any], dice: random.Random, interject: float = 0.1) -> None:
    """One choice of somebody: mostly an answer, now and then an interjection."""
    seat = dice.randrange(match.seats)
    if dice.random() < interject and match.interjections(seat):
        match.choose(match.interjections(seat)[0], seat)
        return
    decision = dice.choice(match.decisions)
    match.choose(dice.choice(decision.options), decision.seat)


def course(game: Game[Any], seed: int, interject: float = 0.1) -> Iterator[Match[Any]]:
    """One and the same match at every ply of a random game, the deal and the end included."""
    dice = random.Random(seed)
    match = starhall.new(game, dice.choice(list(game.seats)), seed=seed)
    yield match
    while not match.over:
        step(match, dice, interject)
        yield match


def standing(match: Match[Any]) -> dict[str, object]:
    """All that can be seen of a match from anywhere: equal standings, equal matches."""
    observers = [None, *range(match.seats)]
    witness = match.state.witness
    return {
        "ply": match.ply,
        "choices": [str(step) for step in match.choices],
        "state": digest(match.state),
        "asked": [repr(decision) for decision in match.decisions],
        "views": [to_bytes(match.view(seat)) for seat in observers],
        "events": [repr(match.events(seat)) for seat in observers],
        "waiting": [match.waiting(seat) for seat in observers],
        "undoable": [match.undoable(seat) for seat in range(match.seats)],
        "facts": repr(witness.facts) if witness is not None else "",
        "result": match.result,
    }
