# mypyc: off
"""Checks on positions: declared fields, copies, forks, records, going back."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from starhall.engine.conformance.looks import (
    Broken,
    go_on_equally,
    play_on,
    portrait,
    position_hash,
    same,
    told,
)
from starhall.engine.conformance.registry import END, EVERY_PLY, POSITION, check
from starhall.engine.conformance.secrecy import who
from starhall.engine.conformance.walk import Spot
from starhall.engine.errors import Phrase, StarhallError
from starhall.engine.knowledge.views import encode, fill, parts_of, undeclared
from starhall.engine.match.match import Match
from starhall.engine.match.opening import load
from starhall.engine.match.record import Record, parse
from starhall.engine.rules.state import State

ONE_BY_ONE: Final = 150  # plies of the first game that are saved and loaded one by one


# Shape


@check("shape", POSITION)
def all_is_declared(spot: Spot) -> None:
    """Every field is declared, saved data gives the same state, and copies are independent."""
    state = spot.match.state
    missing = undeclared(state) + _loose(state)
    if missing:
        raise Broken("fault.undeclared", field=missing[0])


@check("shape", POSITION)
def copies_are_independent(spot: Spot) -> None:
    """A copy is equal to its original, and playing on it leaves the original alone."""
    match = spot.match
    original = rebuilt(match)
    before = encode(original)
    same(before, encode(original.copy()), Phrase("fault.copy"))
    if match.play.fresh:
        play_on(match.going_on_from(original.copy()), spot.stream, spot.ahead)
        same(before, encode(original), Phrase("fault.copy_shares"))


@check("shape", POSITION)
def saved_and_filled(spot: Spot) -> None:
    """Saved data gives the same state, and the game continues from it in the same way."""
    match = spot.match
    same(encode(match.state), encode(rebuilt(match)), Phrase("fault.filled"))
    if match.play.fresh and not match.over:
        left = match.going_on_from(match.state.copy())
        right = match.going_on_from(rebuilt(match))
        go_on_equally(left, right, spot.stream, spot.ahead, Phrase("fault.restarted"))


def rebuilt(match: Match[Any]) -> State:
    """The state rebuilt from its saved data: it shares nothing with the match."""
    data = msgspec.json.decode(msgspec.json.encode(encode(match.state)))
    state: State = match.deal()
    fill(state, data)
    if match.state.witness is not None:
        state.witness = match.state.witness.copy()
    return state


def _loose(state: State) -> list[str]:
    """Undeclared fields of a class without __slots__."""
    return [
        f"{type(part).__name__}.{name}"
        for part in parts_of(state)
        for name in getattr(part, "__dict__", {})
        if name not in type(part).SHAPE
    ]


# Fork


@check("fork", POSITION)
def forks_go_their_own_ways(spot: Spot) -> None:
    """A fork equals the original and stays equal, and neither affects the other."""
    match = spot.match
    before = portrait(match)
    fork, other = match.fork(), match.fork()
    same(before, portrait(fork), Phrase("fault.fork"))
    play_on(fork.fork(), spot.stream, spot.ahead)
    same(before, portrait(fork), Phrase("fault.fork_of_fork"))
    go_on_equally(fork, other, spot.stream, spot.ahead, Phrase("fault.forks"))
    same(before, portrait(match), Phrase("fault.fork_changed"))


@check("fork", POSITION)
def forks_go_the_same_way(spot: Spot) -> None:
    """A fork that makes the choices of the match reaches the same position."""
    trial, ply = spot.trial, spot.match.ply
    fork = spot.match.fork()
    for seat, option in trial.steps[ply : ply + spot.ahead]:
        fork.choose(option, seat)
        if position_hash(fork) != trial.moments[fork.ply].marks["position"]:
            raise Broken("fault.fork_elsewhere", ply=fork.ply)


# Records


@check("save_load", POSITION)
def saved_and_loaded(spot: Spot) -> None:
    """A match that is saved and loaded, at any ply, is the same and continues in the same way."""
    match = spot.match
    if not spot.cheap:
        return
    loaded = _loaded(match, parse(match.record().to_json()))
    for seat in spot.observers:
        before, after = told(match.events(seat)), told(loaded.events(seat))
        same(before, after, Phrase("fault.log_saved", who=who(seat)))
    go_on_equally(match.fork(), loaded, spot.stream, spot.ahead, Phrase("fault.saved"))


@check("save_load", POSITION)
def taken_up_at_the_checkpoint(spot: Spot) -> None:
    """A record of another rules version is resumed at its checkpoint, and nothing is lost."""
    match = spot.match
    record = parse(match.record().to_json())
    if record.checkpoint is None:
        return
    foreign = msgspec.structs.replace(record, rules=f"{record.rules} of yesterday")
    loaded = _loaded(match, foreign)
    go_on_equally(match.fork(), loaded, spot.stream, spot.ahead, Phrase("fault.checkpoint"))


@check("save_load", EVERY_PLY)
def saved_at_every_ply(spot: Spot) -> None:
    """The first game of a run is saved and loaded ply by ply."""
    match = spot.match
    if spot.case.number > 0 or match.ply > ONE_BY_ONE:
        return
    loaded = _loaded(match, parse(match.record().to_json()))
    same(portrait(match), portrait(loaded), Phrase("fault.saved_ply"))


@check("save_load", END)
def whole_games_are_kept(spot: Spot) -> None:
    """The record of a whole game restores it, including result and log."""
    match = spot.match
    loaded = _loaded(match, parse(match.record().to_json()))
    same(portrait(match), portrait(loaded), Phrase("fault.whole"))
    same(told(match.events()), told(loaded.events()), Phrase("fault.whole_log"))


def _loaded(match: Match[Any], record: Record) -> Match[Any]:
    try:
        return load(record, match.game)
    except StarhallError as error:
        raise Broken("fault.not_loaded", error=error) from error


@check("save_load", POSITION)
def going_back(spot: Spot) -> None:
    """Going back to an earlier ply, or taking a choice back, restores what was there then."""
    match, moments = spot.match, spot.trial.moments
    if not spot.cheap or match.ply == 0:
        return
    ply = spot.stream.below(match.ply)
    if position_hash(match.at(ply)) != moments[ply].marks["position"]:
        raise Broken("fault.not_there", ply=ply)
    seat = match.choices[-1].seat
    fork = match.fork()
    fork.undo(seat, consent=True)
    if position_hash(fork) != moments[match.ply - 1].marks["position"]:
        raise Broken("fault.undo", seat=seat)
