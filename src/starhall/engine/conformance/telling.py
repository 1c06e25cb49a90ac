# mypyc: off
"""The told check: nothing that an observer sees changes without a sentence that covers it.

A change to a seat's things is covered by an event that names the seat, any other change by any
event. The opening of a group ("Mira's turn") covers fields but not cards: a player who gets a card
is told so. A field that only counts or remembers something says so on its line:
`public(0, untold="...")`.

When a card moves, an observer may conclude something about cards elsewhere: where the other copy of
it must be, or no longer has to be. That does not change the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from starhall.engine.conformance.looks import Broken
from starhall.engine.conformance.registry import EVERY_PLY, check
from starhall.engine.conformance.secrecy import who
from starhall.engine.conformance.walk import Spot
from starhall.engine.knowledge.memory import GROUP, SEEN_BY_ALL, Event
from starhall.engine.match.match import Match
from starhall.engine.rules.fields import OWNER, UNSAVED, Field
from starhall.engine.rules.state import Part, State, Strand, Zone
from starhall.engine.text.message import Template

# The fields of the engine itself describe the course of the game, not the table.
ENGINE: Final = {*State.SHAPE, *Strand.SHAPE}


class Before(NamedTuple):
    """What one observer saw when the last question was asked, and the kinds of the questions."""

    seat: int | None
    view: State
    asked: dict[int, str]


class Change(NamedTuple):
    """A field that changed, and the seat it belongs to (-1: the table)."""

    field: str
    seat: int
    cards: bool = False  # does it hold cards?
    stays: int = -1  # the key of a zone with as many cards as before


@check("told", EVERY_PLY)
def changes_are_told(spot: Spot) -> None:
    """Between two decisions no visible part of the state changes without an event about it."""
    for change, kind in silences(spot):
        seat = spot.trial.notes["told to"]
        assert seat is None or isinstance(seat, int)
        owner = "nobody" if change.seat < 0 else str(change.seat)
        raise Broken("fault.untold", field=change.field, seat=owner, kind=kind, who=who(seat))


def silences(spot: Spot) -> list[tuple[Change, str]]:
    """Changes since the last ply that one observer was not told of, each with the decision made."""
    match, notes = spot.match, spot.trial.notes
    before = notes.get("before")
    seat = match.ply % (match.seats + 1)
    observer = None if seat == match.seats else seat
    asked = {decision.seat: decision.kind for decision in match.decisions}
    notes["before"] = Before(observer, match.view(observer), asked)
    if not isinstance(before, Before) or not match.choices or match.over:
        return []
    notes["told to"] = before.seat
    chooser = match.choices[-1].seat
    kind = before.asked.get(chooser, match.choices[-1].option.verb)
    heard = Heard(match, spot.news, match.observer(before.seat))
    after = match.view(before.seat)
    found = dict.fromkeys(changes(before.view, after, "", -1, before.seat == chooser))
    return [(change, kind) for change in found if not heard.covers(change)]


class Heard:
    """The seats that are named by the sentences and groups which an observer heard."""

    def __init__(self, match: Match[Any], news: list[tuple[int, Event]], observer: int) -> None:
        self.sentences = self.groups = 0
        self.named: set[int] = set()
        self.opened: set[int] = set()
        self.touched = {key for _, event in news if event.what == "move" for key in ends(event)}
        for _, event in news:
            group = event.what == GROUP
            key = f"group.{event.values['name']}" if group else f"event.{event.what}"
            if not event.visible(observer) or not match.game.text.has(key):
                continue
            seats = {*seats_in(event, match.game.text.templates[key])}
            if event.to != SEEN_BY_ALL:  # "you ..."
                seats |= {seat for seat in range(match.seats) if event.visible(seat)}
            if group:
                self.groups += 1
                self.opened |= seats
            else:
                self.sentences += 1
                self.named |= seats

    def covers(self, change: Change) -> bool:
        if change.stays >= 0 and self.touched and change.stays not in self.touched:
            return True  # only a conclusion
        if change.seat < 0:
            return self.sentences > 0 or self.groups > 0 and not change.cards
        return change.seat in self.named or change.seat in self.opened and not change.cards


def ends(event: Event) -> tuple[object, object]:
    """The keys of the zones that a card left and reached."""
    return event.values["src"], event.values["dst"]


def seats_in(event: Event, template: Template) -> Iterator[int]:
    """The seats that the sentence of an event names."""
    for slot in template.slots():
        if slot.kind in ("seat", "player"):
            value = event.values[slot.name]
            for one in value if isinstance(value, (list, tuple)) else [value]:
                yield int(str(one)) - (slot.kind == "player")


def changes(before: Part, after: Part, path: str, seat: int, chose: bool) -> Iterator[Change]:
    """The fields of a part that differ; private ones do not count if the observer chose."""
    seat = after.seat if after.seat >= 0 else seat
    for field in fields_told(type(after)):
        if chose and field.is_own:
            continue
        name = f"{path}.{field.name}" if path else field.name
        one, two = getattr(before, field.name), getattr(after, field.name)
        if field.is_part and field.is_list:
            if len(one) != len(two):
                yield Change(name, seat)
            for old, new in zip(one, two, strict=False):
                yield from part_changes(old, new, name, seat, chose)
        elif field.is_part:
            yield from part_changes(one, two, name, seat, chose)
        elif one != two:
            yield Change(name, seat)


def part_changes(
    one: Part | None, two: Part | None, name: str, seat: int, chose: bool
) -> Iterator[Change]:
    if one is None or two is None:
        if one is not two:
            yield Change(name, seat)
    elif isinstance(one, Zone) and isinstance(two, Zone):
        if one.cards != two.cards or one.sight != two.sight:
            same = one.sight == two.sight and len(one.cards) == len(two.cards)
            owner = two.seat if two.seat >= 0 else seat
            yield Change(name, owner, cards=True, stays=two.key if same else -1)
    else:
        yield from changes(one, two, name, seat, chose)


class Told(NamedTuple):
    """What matters here about a field. It is needed after every choice, so it is collected once."""

    name: str
    is_part: bool
    is_list: bool
    is_own: bool  # a secret of its seat


_TOLD: dict[type[Part], list[Told]] = {}


def fields_told(cls: type[Part]) -> list[Told]:
    """The fields of a class that are on the table and not declared as untold."""
    if cls not in _TOLD:
        fields: list[Field] = getattr(cls, "FIELDS", [])
        _TOLD[cls] = [
            Told(field.name, field.is_part, field.is_list, field.declared.sight == OWNER)
            for field in fields
            if field.declared.sight != UNSAVED
            and not field.declared.untold
            and field.name not in ENGINE
        ]
    return _TOLD[cls]
