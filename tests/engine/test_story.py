"""What happened as a tree."""

from __future__ import annotations

from collections.abc import Iterable

from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.match.log import Entry
from starhall.engine.match.story import Group, open_groups, paths, tree

ALL = -1


def plain(items: list[object]) -> list[object]:
    """Groups as [name, ...], events as their names."""
    found: list[object] = []
    for item in items:
        if isinstance(item, Group):
            found.append([item.name, *plain(list(item.items))])
        else:
            assert isinstance(item, tuple)
            found.append(item[1].what)
    return found


def opened(name: str, depth: int, strand: int = 0) -> tuple[int, Event]:
    return 1, Event(GROUP, ALL, {"name": name}, strand, depth)


def told(what: str, depth: int, strand: int = 0) -> tuple[int, Event]:
    return 1, Event(what, ALL, {}, strand, depth)


def test_events_stand_in_the_group_around_them() -> None:
    entries = [
        opened("turn", 0), told("begins", 1), opened("battle", 1), told("hit", 2), told("ends", 1),
        opened("turn", 0), told("begins", 1),
    ]  # fmt: skip
    assert plain(list(tree(entries))) == [
        ["turn", "begins", ["battle", "hit"], "ends"],
        ["turn", "begins"],
    ]


def test_events_of_a_list_without_a_name_stand_in_the_group_around_it() -> None:
    assert plain(list(tree([opened("turn", 0), told("deep", 3)]))) == [["turn", "deep"]]
    assert plain(list(tree([told("bare", 0)]))) == ["bare"]


def test_groups_in_which_nothing_is_told_are_left_out() -> None:
    entries = [opened("turn", 0), opened("battle", 1), opened("turn", 0), told("begins", 1)]
    assert plain(list(tree(entries))) == [["turn", "begins"]]


def test_strands_have_groups_of_their_own() -> None:
    entries = [opened("one", 0, 1), opened("two", 0, 2), told("a", 1, 1), told("b", 1, 2)]
    assert plain(list(tree(entries))) == [["one", "a"], ["two", "b"]]


def around(entries: list[tuple[int, Event]], since: int) -> list[tuple[str, list[str]]]:
    """Each event after the first `since` entries, with the names of its groups."""
    strands = {event.strand for _, event in entries[since:]}
    found = paths(entries[since:], open_groups(reversed(entries[:since]), strands))
    return named(found)


def named(found: Iterable[tuple[Entry, list[Group]]]) -> list[tuple[str, list[str]]]:
    return [(event.what, [group.name for group in groups]) for (_, event), groups in found]


def test_the_groups_around_an_event_are_the_same_wherever_one_begins_to_read() -> None:
    entries = [
        opened("round", 0), opened("turn", 1), told("begins", 2), opened("battle", 2),
        told("hit", 3), opened("side", 0, 1), told("ends", 2), told("apart", 1, 1),
        opened("turn", 1), told("begins", 2),
    ]  # fmt: skip
    whole = [
        ("begins", ["round", "turn"]),
        ("hit", ["round", "turn", "battle"]),
        ("ends", ["round", "turn"]),
        ("apart", ["side"]),
        ("begins", ["round", "turn"]),
    ]
    assert around(entries, 0) == whole
    for since in range(len(entries) + 1):
        rest = [what for what in entries[since:] if what[1].what != GROUP]
        assert around(entries, since) == whole[len(whole) - len(rest) :]
        still: dict[int, list[Group]] = {}
        before, after = list(paths(entries[:since], still)), list(paths(entries[since:], still))
        assert named(before + after) == whole
