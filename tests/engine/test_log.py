"""The log of a match reads the same whether or not its older part is packed."""

import pytest

from starhall.engine.knowledge.memory import Event
from starhall.engine.match.log import PACK, Log

Told = tuple[int, str, int, dict[str, object]]


def filled(plies: int) -> tuple[Log, list[Told]]:
    """Three events at each ply, none at every fifth, and all of them as plain data."""
    log, plain = Log(), []
    for ply in range(plies):
        count = 0 if ply % 5 == 4 else 3
        events = [
            Event("move" if n else "acts", -1 if n else 1 << n, {"card": ply * n, "names": ["a"]})
            for n in range(count)
        ]
        log.add(ply, events)
        plain += [(ply, event.what, event.to, event.values) for event in events]
    return log, plain


def told(entries: object) -> list[Told]:
    return [(ply, e.what, e.to, e.values) for ply, e in entries]  # type: ignore[attr-defined]


@pytest.mark.parametrize("plies", [0, 3, PACK, 5 * PACK])
def test_every_way_of_reading_finds_all_entries_in_order(plies: int) -> None:
    log, plain = filled(plies)
    assert len(log) == len(plain)
    assert told(log) == plain
    assert told(reversed(log)) == plain[::-1]
    for count in {0, 1, PACK - 1, PACK, PACK + 1, len(plain) - 1, len(plain)}:
        if 0 <= count <= len(plain):
            assert told(log.after(count)) == plain[count:]
    for ply in range(plies + 1):
        assert told(log.since(ply)) == [entry for entry in plain if entry[0] >= ply]


def test_a_copy_goes_its_own_way() -> None:
    log, plain = filled(3 * PACK)
    twin = log.copy()
    for ply in range(PACK):
        twin.add(1000 + ply, [Event("acts", 1, {"who": 0})])
    assert told(log) == plain
    assert len(twin) == len(plain) + PACK and told(twin)[: len(plain)] == plain


def test_what_lies_back_is_small() -> None:
    log, plain = filled(40 * PACK)
    packed = sum(len(data) for *_, data in log._packed)
    assert len(log._latest) < 2 * PACK
    assert packed < 40 * len(plain), "bytes for each event"


def test_what_cannot_be_packed_is_kept_all_the_same() -> None:
    log, thing = Log(), object()
    for ply in range(3 * PACK):
        log.add(ply, [Event("acts", -1, {"thing": thing})])
    assert [event.values for _, event in log] == [{"thing": thing}] * (3 * PACK)
