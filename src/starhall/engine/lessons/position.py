"""The position in which a lesson begins, from its seed, its choices and what it arranges."""

# mypyc: off

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from starhall.engine.errors import LessonError, Place, StarhallError
from starhall.engine.lessons.conditions import inside, walk
from starhall.engine.lessons.lesson import Lesson
from starhall.engine.match.match import Match
from starhall.engine.match.record import Checkpoint
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.rules.state import Part, State, Zone
from starhall.engine.text.files import closest

LEARNER: Final = "Learner"  # a name, not "You": sentences are in the third person


def begin(lesson: Lesson, learner: str = LEARNER) -> Match[Any]:
    """The match of a lesson, before anything is chosen in it."""
    match = _dealt(lesson, learner)
    origin = position(lesson)
    if origin is not None:
        match.start_at(origin)
    match.lesson = lesson.key
    return match


def seed_of(lesson: Lesson) -> bytes:
    return seed_bytes(lesson.start.seed)


def position(lesson: Lesson) -> Checkpoint | None:
    """Where the lesson begins, if that is not the deal: cards and fields, then choices."""
    start, place = lesson.start, lesson.place
    if not (start.play or start.set or start.cards):
        return None
    match = _dealt(lesson, LEARNER)
    state = match.deal()
    _arrange(lesson, state)
    arranged = Checkpoint.of(state, 0)
    match.start_at(arranged)
    if not start.play:
        return arranged
    for line in start.play:
        try:
            make(match, line)
        except StarhallError as error:
            where = place.at("start", 0, "play", line)
            raise LessonError("lesson.unplayable", where, line=line, why=error) from None
    if not match.fresh or match.over:
        where = place.at("start", 0, "play")
        raise LessonError("lesson.inside", where)
    return Checkpoint.of(match.state, 0)


def make(match: Match[Any], line: str) -> None:
    """Make a choice that is written as in a record, `seat token`."""
    seat, _, token = line.partition(" ")
    if not seat.isdecimal() or not token:
        raise LessonError("lesson.line")
    match.choose(token, int(seat))


def _dealt(lesson: Lesson, learner: str) -> Match[Any]:
    start = lesson.start
    try:
        names = lesson.names(learner)
        return Match(lesson.game, start.seats, start.settings, seed_of(lesson), names)
    except StarhallError as error:
        raise LessonError("file.wrong", lesson.place.at("start"), why=error) from None


# Arranging: fields are set and cards change places, so no card appears or disappears.


def _arrange(lesson: Lesson, state: State) -> None:
    before = lesson.game.census(state)
    for path, value in lesson.start.set.items():
        _set(lesson, state, path, value)
    for path, names in lesson.start.cards.items():
        _put(lesson, state, path, names)
    _check_pieces(lesson, before, lesson.game.census(state))


def _set(lesson: Lesson, state: State, path: str, value: int | str | bool) -> None:
    where = lesson.place.at("start", 0, "set", path)
    try:
        owner, name = walk(state, path, lesson.seat)
    except LessonError as error:
        raise error.at(where) from None
    present = inside(owner, name)
    if type(present) is not type(value) or path.partition(".")[0] in State.SHAPE:
        now, new = repr(present), repr(value)
        raise LessonError("lesson.set", where, path=path, now=now, new=new)
    if isinstance(owner, Part):
        setattr(owner, str(name), value)
        return
    # Positions may share a list, so it is replaced.
    above, own = walk(state, path.rpartition(".")[0], lesson.seat)
    changed = [*owner[: int(name)], value, *owner[int(name) + 1 :]]
    if isinstance(above, Part):
        setattr(above, str(own), changed)
    else:
        above[int(own)] = changed


def _put(lesson: Lesson, state: State, path: str, names: list[str | int]) -> None:
    """Put cards on top of a zone, each in exchange for the card that is there."""
    where = lesson.place.at("start", 0, "cards", path)
    try:
        owner, name = walk(state, path, lesson.seat)
    except LessonError as error:
        raise error.at(where) from None
    zone = inside(owner, name)
    if not isinstance(zone, Zone):
        raise LessonError("lesson.zone", where, path=path)
    alike = [other for other in state.zones() if other.family == zone.family]
    others = [other for other in alike if other is not zone and other.cards]
    while len(zone.cards) < len(names) and others:
        source = min(others, key=lambda other: (other.sight.bit_count(), -len(other.cards)))
        zone.cards.append(source.cards.pop())
    top = len(zone.cards) - 1
    for number, card in enumerate(names):
        source, at = _found(lesson, alike, zone, top - number, card, where)
        wanted = top - number
        source.cards[at], zone.cards[wanted] = zone.cards[wanted], source.cards[at]


def _found(
    lesson: Lesson, zones: list[Zone], target: Zone, last: int, name: str | int, where: Place
) -> tuple[Zone, int]:
    """A card of that name that can be moved: hidden ones first, not those already in place."""
    card_name = lesson.game.card_name
    for zone in sorted(zones, key=lambda zone: (zone is not target, zone.sight.bit_count())):
        for at in reversed(range(last + 1 if zone is target else len(zone.cards))):
            if name in (zone.cards[at], card_name(zone.cards[at])):
                return zone, at
    known = {card_name(card) for zone in zones for card in zone.cards}
    further, near = "yes" if name in known else "no", closest(str(name), known)
    raise LessonError("lesson.card", where, further=further, name=name, near=near)


def _check_pieces(lesson: Lesson, before: Counter[str], after: Counter[str]) -> None:
    """The census of the game must not change: cards change places, pieces do not appear."""
    if before != after:
        changed = {name: after[name] - before[name] for name in before | after}
        told = [f"{name} {by:+d}" for name, by in changed.items() if by]
        where = lesson.place.at("start", 0, "set")
        raise LessonError("lesson.pieces", where, changes=", ".join(sorted(told)))
