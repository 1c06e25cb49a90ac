"""Positions of real games to ask bots at, some of them inside a phase."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import starhall
from starhall.engine.conformance.secrecy import dealt_again
from starhall.engine.errors import StarhallError
from starhall.engine.knowledge.views import to_bytes, view
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream, seed_bytes

GAMES = sorted(starhall.installed())


def walk(game: str, seed: int) -> Iterator[Match[Any]]:
    """A random game, position by position (always the same match object)."""
    seats = max(2, starhall.find(game).seats.start)
    match = starhall.new(game, seats=min(seats, starhall.find(game).seats[-1]), seed=seed)
    draw = random.Random(seed)
    while not match.over:
        yield match
        decision = match.decision
        match.choose(draw.choice(decision.options), decision.seat)


def positions(game: str, seed: int, count: int) -> list[Match[Any]]:
    """So many of the first positions, spread out, with some that lie inside a phase."""
    found: list[Match[Any]] = []
    inside = 0
    for match in walk(game, seed):
        wanted = match.play.fresh and match.ply % 7 == 3
        if not match.play.fresh and len(match.play.decisions) == 1 and inside * 3 < count:
            wanted = True
            inside += 1
        if wanted:
            found.append(match.fork())
        if len(found) == count:
            break
    return found


def other_truth(match: Match[Any], seat: int, seed: int) -> Match[Any] | None:
    """The same position for the seat, with other hidden cards and other dice to come.

    Inside a phase the cards are exchanged where it began; None if that led elsewhere.
    """
    stream = Stream(seed_bytes(seed))
    base, since = (match.state, []) if match.fresh else match.phase()
    base = dealt_again(base, seat, stream)
    if base is None:
        return None
    other = match.at(match.ply - len(since)).going_on_from(base)
    try:
        for chooser, option in since:
            other.choose(option, chooser)
    except StarhallError:
        return None
    asked, now = match.decision_of(seat), other.decision_of(seat)
    if asked is None or now is None or asked.options != now.options:
        return None
    alike = to_bytes(view(match.state, seat)) == to_bytes(view(other.state, seat))
    return other if alike else None
