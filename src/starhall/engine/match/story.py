"""The events as a tree of turns, phases and battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.match.log import Entry


class Group:
    """A named group of events."""

    __slots__ = ("depth", "items", "name", "ply", "values")

    def __init__(self, ply: int, name: str, values: dict[str, object], depth: int) -> None:
        self.ply = ply  # the ply at which it began
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


# By strand: the groups that may still be open, the outermost first.
Around = dict[int, list[Group]]


def paths(entries: Iterable[Entry], around: Around) -> Iterator[tuple[Entry, list[Group]]]:
    """Each event with the groups around it, the outermost first.

    `around` has the groups that were open before; at the end, it has those that are open then.
    """
    for ply, event in entries:
        groups = around.setdefault(event.strand, [])
        while groups and groups[-1].depth >= event.depth:
            groups.pop()
        if event.what == GROUP:
            groups.append(_group(ply, event))
        else:
            yield (ply, event), groups[:]


def open_groups(before: Iterable[Entry], strands: set[int]) -> Around:
    """The groups of these strands that may still be open.

    `before` are the earlier entries from the latest back; they are read only as far as needed.
    """
    found: Around = {strand: [] for strand in strands}
    depths: dict[int, int] = {}  # by strand: only groups less deep than that are still open
    missing = set(strands)
    for ply, event in before:
        if not missing:
            break
        if event.strand not in missing:
            continue
        if event.what == GROUP and event.depth < depths.get(event.strand, event.depth + 1):
            found[event.strand].insert(0, _group(ply, event))
        depths[event.strand] = min(event.depth, depths.get(event.strand, event.depth))
        if depths[event.strand] == 0:
            missing.discard(event.strand)
    return found


def _group(ply: int, event: Event) -> Group:
    values = {name: value for name, value in event.values.items() if name != "name"}
    return Group(ply, str(event.values["name"]), values, event.depth)


def _pruned(group: Group) -> Group:
    for item in group.items:
        if isinstance(item, Group):
            _pruned(item)
    group.items = [item for item in group.items if not isinstance(item, Group) or item.items]
    return group
