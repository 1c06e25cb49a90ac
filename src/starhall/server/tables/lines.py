"""The log of one observer as lines, each with its sentence, what it names and its groups."""

# mypyc: on

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from starhall.engine.errors import IllegalChoice
from starhall.engine.knowledge.memory import Event
from starhall.engine.match.log import Entry, shown_to
from starhall.engine.match.match import Match
from starhall.engine.match.story import Around, Group, open_groups, paths
from starhall.engine.scene import stage
from starhall.engine.scene.elements import Scene
from starhall.engine.scene.passing import passed
from starhall.engine.text.catalogue import Catalogue
from starhall.server.protocol.frames import Head, LogLine, Moment

MOVE: Final = "move"
KEPT: Final = 32  # heads of groups


class Told:
    """An event, the heads of the groups around it, and its lines if they were already made."""

    __slots__ = ("entry", "heads", "line", "masked")

    def __init__(self, entry: Entry, heads: list[Head]) -> None:
        self.entry = entry
        self.heads = heads
        self.line: LogLine | None = None  # for those who may see all of it
        self.masked: LogLine | None = None  # for the others


class Stretch:
    """Consecutive entries of the log, for everybody who is told of them."""

    __slots__ = ("after", "end", "first", "told")

    def __init__(self, first: int, end: int, before: Around) -> None:
        self.first = first  # entries before it
        self.end = end
        # The groups that are open at its end, for the strands needed so far.
        self.after = {strand: groups[:] for strand, groups in before.items()}
        self.told: list[Told] = []


class Lines:
    """The lines of one match in one language. Observers share the lines that are the same."""

    __slots__ = ("_heads", "_latest", "_text", "_zones")

    def __init__(self, text: Catalogue) -> None:
        self._text = text
        self._latest = Stretch(0, 0, {})  # nearly all clients ask for the same stretch
        self._heads: dict[Group, Head] = {}  # used recently
        self._zones: dict[int, str] = {}  # names by key

    def go_back(self) -> None:
        """Something was taken back, so the log has other entries now."""
        self._latest = Stretch(0, 0, {})

    def after(
        self, match: Match[Any], seat: int | None, have: int, count: int, since: int
    ) -> list[LogLine]:
        """The lines after the first `have` of `count`; before the ply `since` none is missing."""
        seen = self._seen(match, seat, since)
        if len(seen) < count - have:  # something unseen was taken back, so plies have shifted
            seen = self._seen(match, seat, 0)
        made: list[LogLine] = []
        heads: list[Head] = []
        number = have
        for told, entry in seen[len(seen) - (count - have) :]:
            number += 1
            line = self._line(match, told, entry, number)
            now = told.heads
            if number == have + 1 or (now is not heads and now != heads):
                line = replace(line, frame=number, heads=now)
                heads = now
            elif line.frame != number:
                line = replace(line, frame=number)
            made.append(line)
        return made

    def _seen(self, match: Match[Any], seat: int | None, since: int) -> list[tuple[Told, Entry]]:
        """The events since a ply, with the entries as the seat may know them."""
        observer, everything = match.observer(seat), match.all_shown
        found: list[tuple[Told, Entry]] = []
        for told in self._told_since(match, since):
            entry = shown_to(told.entry, observer, everything)
            if entry is not None:
                found.append((told, entry))
        return found

    def _told_since(self, match: Match[Any], ply: int) -> list[Told]:
        """The events of this ply and all later ones."""
        log = match.log
        entries = log.since(ply) if ply else log.after(0)
        end = len(log)
        first = end - len(entries)
        latest = self._latest
        if first == latest.first and end == latest.end:
            return latest.told
        before: Around = latest.after if first == latest.end else {}
        if first:
            unknown = _strands_within(entries, before)
            if unknown:
                before = {**before, **open_groups(match.told_before(ply), unknown)}
        made = Stretch(first, end, before)
        heads: list[Head] = []
        around: list[Group] = []
        for entry, groups in paths(entries, made.after):
            if groups != around:
                around = groups
                heads = [self._head(match, group) for group in groups]
            made.told.append(Told(entry, heads))
        if first:  # the whole log is rarely requested, and may be long
            self._latest = made
        return made.told

    def _head(self, match: Match[Any], group: Group) -> Head:
        """The head of a group. The next lines of the log often belong to it too."""
        head = self._heads.get(group)
        if head is None:
            if len(self._heads) >= KEPT:
                self._heads.clear()
            head = self._heads[group] = _head(match, group, self._text)
        return head

    def _line(self, match: Match[Any], told: Told, entry: Entry, number: int) -> LogLine:
        """The line of an event, numbered for the first observer who is told of it."""
        event = entry[1]
        whole = event is told.entry[1]
        line = told.line if whole else told.masked
        if line is None:
            line = _line(match, event, self._text, self._zones, number)
            if whole:
                told.line = line
            else:
                told.masked = line
        return line


def moment(match: Match[Any], seat: int | None, ref: int, line: int) -> Moment:
    """The table as the observer saw it right after a line of the log."""
    events = match.events(seat)
    if not 1 <= line <= len(events):
        raise IllegalChoice("choice.line", line=line, last=len(events))
    ply = max(events[line - 1][0], match.history.first)
    return Moment(ref=ref, line=line, scene=_table(match, seat, ply, events, line))


def _table(match: Match[Any], seat: int | None, ply: int, events: list[Entry], line: int) -> Scene:
    """The table after a line; within a choice of several lines, an intermediate table."""
    of_ply = [number for number, entry in enumerate(events, 1) if entry[0] == ply]
    told = [number for number in of_ply if match.is_told(events[number - 1][1])]
    if ply > match.history.first and line in told[:-1]:
        number = line - of_ply[0] + 1
        tables = passed(match, seat, ply - 1, (number,))
        if number in tables:
            return tables[number]
    return stage.table(match.at(ply), seat)


def _strands_within(told: list[Entry], around: Around) -> set[int]:
    """The strands whose first event belongs to a group that opened earlier and is not known."""
    first: dict[int, int] = {}  # depth by strand
    for _, event in told:
        if event.strand not in around:
            first.setdefault(event.strand, event.depth)
    return {strand for strand, depth in first.items() if depth > 0}


def _head(match: Match[Any], group: Group, text: Catalogue) -> Head:
    who = group.values.get("who")
    said = text.say(f"group.{group.name}", group.values, match.names)
    return Head(text=said, kind=group.name, seat=who if isinstance(who, int) else None)


def _line(
    match: Match[Any], event: Event, text: Catalogue, zones: dict[int, str], number: int = 0
) -> LogLine:
    if event.what == MOVE and not text.has("event.move"):
        return _move(match, event, zones, number)
    values = event.values
    key = "event." + event.what
    who, needs = values.get("who"), values.get("needs")
    dice, die = values.get("dice"), values.get("die")
    faces = dice if isinstance(dice, (list, tuple)) else [die] if isinstance(die, int) else []
    line = LogLine(
        frame=number,
        text=text.say(key, values, match.names),
        about=tuple(text.mentions(key, values)),
        seat=who if isinstance(who, int) else None,
        dice=tuple([str(face) for face in faces]),
        needs=needs if faces and isinstance(needs, int) else 0,
    )
    if event.what == MOVE:
        move = _move(match, event, zones, number)
        line.card, line.source, line.target = move.card, move.source, move.target
    return line


def _move(match: Match[Any], event: Event, zones: dict[int, str], number: int) -> LogLine:
    """A card that moves, for the animation."""
    values = event.values
    card, source, target = values["card"], values["src"], values["dst"]
    assert isinstance(card, int) and isinstance(source, int) and isinstance(target, int)
    if source not in zones or target not in zones:
        zones.update({zone.key: zone.name for zone in match.state.zones()})
    return LogLine(
        frame=number,
        card=match.game.card_name(card) if card >= 0 else "",
        source=zones.get(source, ""),
        target=zones.get(target, ""),
    )
