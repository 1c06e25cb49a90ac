"""The events as a tree of turns, phases and battles."""

# mypyc: off

from __future__ import annotations

from collections.abc import Iterable

from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.match.log import Entry


class Group:
    """A named group of events."""

    __slots__ = ("depth", "items", "name", "ply", "values")

    def __init__(self, ply: int, name: str, values: dict[str, object], depth: int) -> None:
        self.ply = ply  # at which it began
        self.name = name
        self.values = values
        self.depth = depth
        self.items: list[Group | Entry] = []

    def __repr__(self) -> str:
        return f"<Group {self.name} {self.items}>"


def tree(entries: Iterable[Entry]) -> list[Group | Entry]:
    """The events in their groups; groups without events are left out.

    Strands run side by side, so each has its own groups.
    """
    top = Group(0, "", {}, -1)
    open_groups: dict[int, list[Group]] = {}  # by strand, the outermost first
    for ply, event in entries:
        groups = open_groups.setdefault(event.strand, [top])
        while groups[-1].depth >= event.depth:
            groups.pop()
        if event.what == GROUP:
            group = _group(ply, event)
            groups[-1].items.append(group)
            groups.append(group)
        else:
            groups[-1].items.append((ply, event))
    return _pruned(top).items


def _group(ply: int, event: Event) -> Group:
    values = {name: value for name, value in event.values.items() if name != "name"}
    return Group(ply, str(event.values["name"]), values, event.depth)


def _pruned(group: Group) -> Group:
    for item in group.items:
        if isinstance(item, Group):
            _pruned(item)
    group.items = [item for item in group.items if not isinstance(item, Group) or item.items]
    return group
