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
from starhall.engine.text.catalogue import Catalogue
from starhall.server.protocol.frames import Head, LogLine, Moment

MOVE: Final = "move"
KEPT: Final = 32  # lines of events that other observers may ask for too


class Lines:
    """The lines of one match. What several observers are told is put into words once."""

    __slots__ = ("_around", "_heads", "_ply", "_told", "_zones")

    def __init__(self) -> None:
        self._ply = 0
        self._around: Around = {}  # the groups that were open before this ply
        self._heads: dict[str, Head] = {}  # lately, by what the group is
        self._told: dict[int, tuple[Event, LogLine]] = {}  # lately, by the identity of the event
        self._zones: dict[int, str] = {}  # names by key

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
        heads: list[Head] | None = None
        known: dict[Group, Head] = {}
        for number, ((_, event), groups) in enumerate(missing, have + 1):
            line = replace(self._line(match, event), frame=number)
            for group in groups:
                if group not in known:
                    known[group] = self._head(match, group)
            around = [known[group] for group in groups]
            if around != heads:
                line.heads = heads = around
            made.append(line)
        return made

    def _head(self, match: Match[Any], group: Group) -> Head:
        """The head of a group; the next lines of the log often stand in it too."""
        key = f"{group.name} {group.values}"
        head = self._heads.get(key)
        if head is None:
            if len(self._heads) >= KEPT:
                self._heads.clear()
            head = self._heads[key] = _head(match, group)
        return head

    def _groups_before(self, match: Match[Any], ply: int, told: list[Entry]) -> Around:
        """The groups that are open when a ply begins. Most clients ask for the latest one."""
        if not ply:
            return {}
        if ply < self._ply:
            return open_groups(match.told_before(ply), {event.strand for _, event in told})
        if ply > self._ply:
            passed = [entry for entry in match.log.since(self._ply) if entry[0] < ply]
            for _ in paths(passed, self._around):
                pass
            self._ply = ply
        return {strand: groups[:] for strand, groups in self._around.items()}

    def _line(self, match: Match[Any], event: Event) -> LogLine:
        """The line of an event, for everybody who may see it."""
        told = self._told.get(id(event))
        if told is None or told[0] is not event:
            if len(self._told) >= KEPT:
                self._told.clear()
            told = self._told[id(event)] = event, _line(match, event, self._zones)
        return told[1]


def moment(match: Match[Any], seat: int | None, ref: int, line: int) -> Moment:
    """The table as the observer saw it right after a line of the log."""
    events = match.events(seat)
    if not 1 <= line <= len(events):
        raise IllegalChoice("choice.line", line=line, last=len(events))
    scene = match.at(max(events[line - 1][0], match.history.first)).scene(seat)
    scene.prompt, scene.options, scene.log = "", [], []
    return Moment(ref=ref, line=line, scene=scene)


def _count(told: list[Entry]) -> int:
    return sum(event.what != GROUP for _, event in told)


def _head(match: Match[Any], group: Group) -> Head:
    who = group.values.get("who")
    text = match.game.text.say(f"group.{group.name}", group.values, match.names)
    return Head(text=text, kind=group.name, seat=who if isinstance(who, int) else None)


def _line(match: Match[Any], event: Event, zones: dict[int, str]) -> LogLine:
    line = LogLine(frame=0)
    text: Catalogue = match.game.text
    values = event.values
    if event.what != MOVE or text.has("event.move"):
        key = f"event.{event.what}"
        line.text = text.say(key, values, match.names)
        line.about = tuple(text.mentions(key, values))
    who, dice = values.get("who"), values.get("dice")
    if isinstance(who, int):
        line.seat = who
    if isinstance(dice, list | tuple):
        line.dice = tuple(map(str, dice))
    if event.what == MOVE:
        card, source, target = values["card"], values["src"], values["dst"]
        assert isinstance(card, int) and isinstance(source, int) and isinstance(target, int)
        if source not in zones or target not in zones:
            zones.update({zone.key: zone.name for zone in match.state.zones()})
        line.card = match.game.card_name(card) if card >= 0 else ""
        line.source, line.target = zones.get(source, ""), zones.get(target, "")
    return line
