"""The log of one observer as lines: sentence, what it names, and the groups around it."""

# mypyc: on

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from starhall.engine.errors import IllegalChoice
from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.match.log import Entry
from starhall.engine.match.match import Match
from starhall.engine.match.story import Around, Group, open_groups, paths
from starhall.engine.scene import stage
from starhall.engine.scene.elements import Scene
from starhall.engine.scene.passing import passed
from starhall.engine.text.catalogue import Catalogue
from starhall.server.protocol.frames import Head, LogLine, Moment

MOVE: Final = "move"
KEPT: Final = 32  # lines of events that other observers may ask for too


class Lines:
    """The lines of one match in one language. What several observers are told is said once."""

    __slots__ = ("_around", "_heads", "_ply", "_text", "_told", "_zones")

    def __init__(self, text: Catalogue) -> None:
        self._text = text
        self._ply = 0
        self._around: Around = {}  # the groups that were open before this ply, where known
        self._heads: dict[str, Head] = {}  # lately, by what the group is
        self._told: dict[int, tuple[Event, LogLine]] = {}  # lately, by the identity of the event
        self._zones: dict[int, str] = {}  # names by key

    def go_back(self) -> None:
        """Something was taken back: groups that were open may not have begun."""
        self._ply, self._around = 0, {}

    def after(
        self, match: Match[Any], seat: int | None, have: int, count: int, since: int
    ) -> list[LogLine]:
        """The lines after the first `have` of `count`; before the ply `since` none is missing."""
        told = match.told(seat, since)
        if _count(told) < count - have:  # something unseen was taken back: plies have shifted
            told, since = match.told(seat), 0
        pairs = list(paths(told, self._groups_before(match, since, told)))
        missing = pairs[len(pairs) - (count - have) :]
        made: list[LogLine] = []
        around: list[Group] | None = None
        heads: list[Head] = []
        for number, ((_, event), groups) in enumerate(missing, have + 1):
            line = replace(self._line(match, event), frame=number)
            if groups != around:
                around = groups
                now = [self._head(match, group) for group in groups]
                if number == have + 1 or now != heads:
                    line.heads = heads = now
            made.append(line)
        return made

    def _head(self, match: Match[Any], group: Group) -> Head:
        """The head of a group; the next lines of the log often stand in it too."""
        key = f"{group.name} {group.values}"
        head = self._heads.get(key)
        if head is None:
            if len(self._heads) >= KEPT:
                self._heads.clear()
            head = self._heads[key] = _head(match, group, self._text)
        return head

    def _groups_before(self, match: Match[Any], ply: int, told: list[Entry]) -> Around:
        """The groups that are open when a ply begins. Most clients ask for the latest one.

        Only for the strands that are told something, and never by reading the whole log.
        """
        if not ply:
            return {}
        if ply < self._ply:
            return open_groups(match.told_before(ply), _strands_within(told, {}))
        if ply > self._ply:
            self._go_on(match, ply)
        unknown = _strands_within(told, self._around)
        if unknown:
            self._around.update(open_groups(match.told_before(ply), unknown))
        around = self._around
        return {e.strand: around[e.strand][:] for _, e in told if e.strand in around}

    def _go_on(self, match: Match[Any], ply: int) -> None:
        """Follow the groups up to a ply, of the strands that are known."""
        known: list[Entry] = []
        strands = set(self._around)
        for entry in match.log.since(self._ply) if self._ply else []:
            event = entry[1]
            if entry[0] < ply and (event.strand in strands or event.depth == 0):
                strands.add(event.strand)
                known.append(entry)
        for _ in paths(known, self._around):
            pass
        self._ply = ply

    def _line(self, match: Match[Any], event: Event) -> LogLine:
        """The line of an event, for everybody who may see it."""
        told = self._told.get(id(event))
        if told is None or told[0] is not event:
            if len(self._told) >= KEPT:
                self._told.clear()
            told = self._told[id(event)] = event, _line(match, event, self._text, self._zones)
        return told[1]


def moment(match: Match[Any], seat: int | None, ref: int, line: int) -> Moment:
    """The table as the observer saw it right after a line of the log."""
    events = match.events(seat)
    if not 1 <= line <= len(events):
        raise IllegalChoice("choice.line", line=line, last=len(events))
    ply = max(events[line - 1][0], match.history.first)
    return Moment(ref=ref, line=line, scene=_table(match, seat, ply, events, line))


def _table(match: Match[Any], seat: int | None, ply: int, events: list[Entry], line: int) -> Scene:
    """Within a choice that is told in several lines, the table that it passed through."""
    of_ply = [number for number, entry in enumerate(events, 1) if entry[0] == ply]
    told = [number for number in of_ply if match.is_told(events[number - 1][1])]
    if ply > match.history.first and line in told[:-1]:
        number = line - of_ply[0] + 1
        tables = passed(match, seat, ply - 1, (number,))
        if number in tables:
            return tables[number]
    return stage.table(match.at(ply), seat)


def _count(told: list[Entry]) -> int:
    return sum(event.what != GROUP for _, event in told)


def _strands_within(told: list[Entry], around: Around) -> set[int]:
    """The strands whose first event stands in a group that opened earlier and is not known."""
    first: dict[int, int] = {}  # depth by strand
    for _, event in told:
        if event.strand not in around:
            first.setdefault(event.strand, event.depth)
    return {strand for strand, depth in first.items() if depth > 0}


def _head(match: Match[Any], group: Group, text: Catalogue) -> Head:
    who = group.values.get("who")
    said = text.say(f"group.{group.name}", group.values, match.names)
    return Head(text=said, kind=group.name, seat=who if isinstance(who, int) else None)


def _line(match: Match[Any], event: Event, text: Catalogue, zones: dict[int, str]) -> LogLine:
    if event.what == MOVE and not text.has("event.move"):
        return _move(match, event, zones)
    values = event.values
    key = "event." + event.what
    who, needs = values.get("who"), values.get("needs")
    dice = values.get("dice", [values["die"]] if isinstance(values.get("die"), int) else ())
    line = LogLine(
        frame=0,
        text=text.say(key, values, match.names),
        about=tuple(text.mentions(key, values)),
        seat=who if isinstance(who, int) else None,
        dice=tuple(map(str, dice)) if isinstance(dice, list | tuple) else (),
        needs=needs if dice and isinstance(needs, int) else 0,
    )
    if event.what == MOVE:
        move = _move(match, event, zones)
        line.card, line.source, line.target = move.card, move.source, move.target
    return line


def _move(match: Match[Any], event: Event, zones: dict[int, str]) -> LogLine:
    """A card that moves, for the animation."""
    values = event.values
    card, source, target = values["card"], values["src"], values["dst"]
    assert isinstance(card, int) and isinstance(source, int) and isinstance(target, int)
    if source not in zones or target not in zones:
        zones.update({zone.key: zone.name for zone in match.state.zones()})
    return LogLine(
        frame=0,
        card=match.game.card_name(card) if card >= 0 else "",
        source=zones.get(source, ""),
        target=zones.get(target, ""),
    )
