"""The log of one observer as lines: sentence, what it names, and the groups around it."""

from __future__ import annotations

from typing import Any, Final

from starhall.engine.errors import IllegalChoice
from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.match.log import Entry
from starhall.engine.match.match import Match
from starhall.engine.match.story import Group, paths
from starhall.engine.text.catalogue import Catalogue
from starhall.server.protocol import Head, LogLine, Moment

MOVE: Final = "move"


def after(match: Match[Any], seat: int | None, have: int, count: int, since: int) -> list[LogLine]:
    """The lines after the first `have` of `count`; before the ply `since` none is missing."""
    told = match.told(seat, since)
    if _count(told) < count - have:  # something unseen was taken back: plies have shifted
        told, since = match.told(seat), 0
    pairs = list(paths(told, match.told_before(since) if since else ()))
    made: list[LogLine] = []
    heads: list[Head] | None = None
    missing = pairs[len(pairs) - (count - have) :]
    moved = any([event.what == MOVE for (_, event), _ in missing])
    zones = {zone.key: zone.name for zone in match.state.zones()} if moved else {}
    for number, ((_, event), groups) in enumerate(missing, have + 1):
        line = _line(match, event, number, zones)
        around = [_head(match, group) for group in groups]
        if around != heads:
            line.heads = heads = around
        made.append(line)
    return made


def moment(match: Match[Any], seat: int | None, ref: int, line: int) -> Moment:
    """The table as the observer saw it right after a line of the log."""
    events = match.events(seat)
    if not 1 <= line <= len(events):
        raise IllegalChoice(f"your log has no line {line}: it has 1 to {len(events)}")
    scene = match.at(max(events[line - 1][0], match.history.first)).scene(seat)
    scene.prompt, scene.options, scene.log = "", [], []
    return Moment(ref=ref, line=line, scene=scene)


def _count(told: list[Entry]) -> int:
    return sum(event.what != GROUP for _, event in told)


def _head(match: Match[Any], group: Group) -> Head:
    who = group.values.get("who")
    text = match.game.text.say(f"group.{group.name}", group.values, match.names)
    return Head(text=text, kind=group.name, seat=who if isinstance(who, int) else None)


def _line(match: Match[Any], event: Event, number: int, zones: dict[int, str]) -> LogLine:
    line = LogLine(frame=number)
    text: Catalogue = match.game.text
    values = event.values
    if event.what != MOVE or text.has("event.move"):
        key = f"event.{event.what}"
        line.text = text.say(key, values, match.names)
        line.about = tuple(text.mentions(key, values))
    who = values.get("who")
    if isinstance(who, int):
        line.seat = who
    if event.what == MOVE:
        card, source, target = values["card"], values["src"], values["dst"]
        assert isinstance(card, int) and isinstance(source, int) and isinstance(target, int)
        line.card = match.game.card_name(card) if card >= 0 else ""
        line.source, line.target = zones.get(source, ""), zones.get(target, "")
    return line
