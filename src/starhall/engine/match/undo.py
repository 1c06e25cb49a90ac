"""Undo: a choice is taken out of the match, and what others have chosen unseen stays."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from starhall.engine.errors import UndoRefused
from starhall.engine.game import S
from starhall.engine.match.history import Chosen

if TYPE_CHECKING:
    from starhall.engine.match.match import Match


def without(match: Match[S], ply: int) -> tuple[Match[S], list[int]]:
    """The match in which the choice at this ply was not made, and the plies that it lacks."""
    twin = match.at(ply)
    return twin, leave_out(twin, match, ply)


def leave_out(twin: Match[Any], match: Match[Any], ply: int) -> list[int]:
    """Repeat the choices after this ply in the twin; returns the plies that it lacks."""
    return [ply, *_repeat(twin, match.history.since(ply + 1), ply + 1)]


def undo(match: Match[Any], seat: int, consent: bool) -> None:
    """Take back the last choice of a seat, with or without the consent of the others."""
    match.observer(seat)
    last = match.history.last_of(seat)
    if match.undoable(seat) > 0:
        later = match.history.since(last + 1)
        match.rewind(last)
        _repeat(match, later, match.ply + 1)
        return
    if last < match.history.first:
        raise UndoRefused("undo.none_of", name=match.names[seat])
    if not consent:
        raise UndoRefused("undo.revealed", name=match.names[seat])
    match.rewind(last)


def _repeat(match: Match[Any], choices: Sequence[Chosen], first: int) -> list[int]:
    """Repeat the choices made from this ply on; returns the plies that cannot be repeated."""
    lost: list[int] = []
    silent: set[int] = set()  # seats that have lost a choice: their next ones built on it
    for ply, chosen in enumerate(choices, first):
        seat, option = chosen.seat, chosen.option
        decision = match.play.decision_of(seat)
        offered = decision is not None and option in decision.options
        if seat in silent or not (offered or option in match.interjections(seat)):
            silent.add(seat)
            lost.append(ply)
        else:
            match.choose(option, seat)
    return lost
