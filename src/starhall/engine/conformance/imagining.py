# mypyc: off
"""The imagine check: worlds fit what a seat knows, can be played, and reveal nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from starhall.engine.conformance.looks import (
    Broken,
    Data,
    plain,
    questions,
    run_out,
    same,
    seen_state,
)
from starhall.engine.conformance.registry import EVERY_PLY, POSITION, check
from starhall.engine.conformance.secrecy import untrue, who
from starhall.engine.conformance.walk import Spot
from starhall.engine.errors import Phrase
from starhall.engine.knowledge.views import encode, remembered
from starhall.engine.knowledge.worlds import redeal
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State, sees

WORLDS: Final = 8  # worlds compared with each other
AHEAD: Final = 400  # choices played in an imagined world
ENOUGH: Final = 4  # worlds must differ if a family has at least this many unknown cards
KINDS: Final = 3  # of at least this many kinds


@check("imagine", POSITION)
def worlds_fit(spot: Spot) -> None:
    """Imagined worlds fit the seat's knowledge, can be played, and ignore the true state."""
    match = spot.match
    for seat in imaginers(spot):
        world = imagined(match, seat, _stream(spot, 0))
        state = world.state.copy()
        state.witness = match.state.witness
        before, after = seen_state(match.state, seat), seen_state(state, seat)
        same(before, after, Phrase("fault.unlike", seat=seat))
        _has_all(spot, world.state, Phrase("fault.world", seat=seat))
        if world.state.chance.seed == match.seed:
            raise Broken("fault.same_luck")
        _plays_on(spot, world, seat)


def imaginers(spot: Spot) -> list[int]:
    """The seats that can imagine here; inside a phase, only the one that decides."""
    match = spot.match
    if match.over:
        return []
    if match.play.fresh:
        return [seat for seat in spot.observers if seat is not None]
    deciding = {decision.seat for decision in match.decisions}
    return list(deciding) if len(deciding) == 1 else []


def imagined(match: Match[Any], seat: int, stream: Stream) -> Play:
    try:
        return match.imagine(seat, stream)
    except Exception as error:
        raise Broken("fault.no_world", seat=seat, error=repr(error)) from error


def _stream(spot: Spot, number: int) -> Stream:
    return Stream(seed_bytes(f"world {number} {spot.match.ply} {spot.case.seed}"))


def _has_all(spot: Spot, state: State, what: Phrase) -> None:
    """Nothing is lost, as cards in hidden fields instead of zones would be."""
    for name, have, due in spot.miscounted(state):
        raise Broken("fault.stock", what=what, have=have, name=name, due=due)


def _plays_on(spot: Spot, world: Play, seat: int) -> None:
    match = spot.match
    try:
        run_out(world, spot.stream, AHEAD // match.seats * 2)
    except Exception as error:
        raise Broken("fault.stuck_world", seat=seat, error=repr(error)) from error
    _has_all(spot, world.state, Phrase("fault.world_on", seat=seat))
    value = match.game.evaluate(world.state, seat)
    if not 0.0 <= value <= 1.0:
        raise Broken("fault.evaluate", value=value, seat=seat)


@check("imagine", POSITION)
def worlds_do_not_depend_on_the_truth(spot: Spot) -> None:
    """Another true state that the seat cannot tell from this one gives the same worlds."""
    match = spot.match
    for seat in imaginers(spot):
        if match.play.fresh:
            truth = imagined(match, seat, _stream(spot, 1)).state.copy()
            truth.witness = match.state.witness.copy() if match.state.witness else None
            other = match.going_on_from(truth)
            one = imagined(match, seat, _stream(spot, 2))
            two = imagined(other, seat, _stream(spot, 2))
            worlds = [_all_of(one.state, questions(one)), _all_of(two.state, questions(two))]
        else:
            first, second = match.state.copy(), match.state.copy()
            redeal(second, seat, _stream(spot, 1))
            for state in (first, second):
                redeal(state, seat, _stream(spot, 2))
            worlds = [_all_of(first, []), _all_of(second, [])]
        same(worlds[0], worlds[1], Phrase("fault.depends", seat=seat))


def _all_of(state: State, asked: list[Data]) -> dict[str, Data]:
    return {"state": encode(state), "seed": state.chance.seed.hex(), "questions": asked}


@check("imagine", POSITION)
def worlds_vary(spot: Spot) -> None:
    """Hidden cards differ between imagined worlds."""
    match = spot.match
    for seat in imaginers(spot):
        unclear = _unclear(match, seat)
        if not unclear:
            continue
        worlds = [imagined(match, seat, _stream(spot, i)).state.zones() for i in range(WORLDS)]
        for keys in unclear:
            if len({plain([zones[key].cards for key in keys]) for zones in worlds}) == 1:
                names = ", ".join([worlds[0][key].name for key in keys])
                raise Broken("fault.same_worlds", worlds=WORLDS, seat=seat, names=names)


def _unclear(match: Match[Any], seat: int) -> list[list[int]]:
    """The zones, by family, of which the seat knows so little that worlds must differ."""
    known = remembered(match.state, seat)
    hidden = [zone for zone in match.state.zones() if not sees(zone, seat)]
    found = []
    for family in sorted({zone.family for zone in hidden}):
        zones = [zone for zone in hidden if zone.family == family]
        pool = Counter([card for zone in zones for card in zone.cards])
        pool -= Counter([card for zone in zones for card in known.get(zone.key, [])])
        if pool.total() >= ENOUGH and len(pool) >= KINDS:
            found.append([zone.key for zone in zones])
    return found


@check("imagine", EVERY_PLY)
def cards_stay_in_their_family(spot: Spot) -> None:
    """Zones between which cards move belong to one family, as they are dealt again together."""
    zones = spot.match.state.zones() if spot.news else []
    for _, event in spot.news:
        if event.what == "move":
            src, dst = (zones[_key(event.values[end])] for end in ("src", "dst"))
            if src.family != dst.family:
                raise Broken(
                    "fault.family",
                    name=src.name,
                    family=src.family,
                    name2=dst.name,
                    family2=dst.family,
                )


def _key(value: object) -> int:
    assert isinstance(value, int)
    return value


@check("imagine", POSITION)
def memory_is_true(spot: Spot) -> None:
    """What an observer remembers is true."""
    match = spot.match
    if match.over or match.state.witness is None:
        return
    for seat in spot.observers:
        wrong = untrue(match.state, match.state.witness.facts[match.observer(seat)])
        if wrong is not None:
            zones = [zone.name for zone in match.state.zones() if (wrong.where >> zone.key) & 1]
            raise Broken(
                "fault.memory",
                who=who(seat),
                card=match.game.card_name(wrong.card),
                zones=zones or Phrase("fault.no_zone"),
            )
