"""The log of a match: recent events as objects, older ones packed to a tenth of their size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from starhall.engine.knowledge.memory import GROUP, Event

Entry = tuple[int, Event]  # the ply and what happened
PACK = 16  # events packed at a time; the same number stays unpacked

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[tuple[int, str, int, dict[str, object], int, int]])


class Log:
    """Entries in the order of their plies. They are appended and never change.

    Older entries are packed because a long game has thousands and they are rarely read.
    """

    __slots__ = ("_latest", "_packed")

    def __init__(self) -> None:
        # Each pack with the ply of its last entry, and the number of its entries that are groups.
        self._packed: list[tuple[int, int, bytes]] = []
        self._latest: list[Entry] = []

    def add(self, ply: int, events: Iterable[Event]) -> None:
        """Add what happened at a ply. It stays unpacked until the next one: everybody reads it."""
        self._pack()
        self._latest += [(ply, event) for event in events]

    def _pack(self) -> None:
        while len(self._latest) >= 2 * PACK:
            old = self._latest[:PACK]
            plain = [
                (when, event.what, event.to, event.values, event.strand, event.depth)
                for when, event in old
            ]
            try:
                data = _encoder.encode(plain)
            except TypeError:
                return  # not plain data: `starhall check` reports it; here it stays unpacked
            self._packed.append((old[-1][0], _groups(old), data))
            self._latest = self._latest[PACK:]

    def cut(self, ply: int) -> None:
        """Forget the entries of later plies."""
        while self._packed and self._packed[-1][0] > ply:
            self._latest = _unpack(self._packed.pop()[2]) + self._latest
        self._latest = [entry for entry in self._latest if entry[0] <= ply]

    def copy(self) -> Log:
        twin = Log()
        twin._packed, twin._latest = self._packed[:], self._latest[:]
        return twin

    def __len__(self) -> int:
        return len(self._packed) * PACK + len(self._latest)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.after(0))

    def __reversed__(self) -> Iterator[Entry]:
        """Entries from the latest back, unpacked only as needed."""
        yield from reversed(self._latest)
        for _, _, data in reversed(self._packed):
            yield from reversed(_unpack(data))

    def after(self, count: int) -> list[Entry]:
        """All entries after the first `count`."""
        first = count // PACK
        if first >= len(self._packed):
            return self._latest[count - len(self._packed) * PACK :]
        return self._from(first)[count - first * PACK :]

    @property
    def events(self) -> int:
        """The number of entries that are not groups."""
        groups = _groups(self._latest) + sum([groups for _, groups, _ in self._packed])
        return len(self) - groups

    def since(self, ply: int) -> list[Entry]:
        """The entries of this ply and all later ones."""
        latest = self._latest
        if latest and latest[0][0] < ply:  # nearly always: only the latest entries are wanted
            first = len(latest)
            while latest[first - 1][0] >= ply:
                first -= 1
            return latest[first:]
        first = len(self._packed)
        while first > 0 and self._packed[first - 1][0] >= ply:
            first -= 1
        return [entry for entry in self._from(first) if entry[0] >= ply]

    def _from(self, pack: int) -> list[Entry]:
        entries = [entry for _, _, data in self._packed[pack:] for entry in _unpack(data)]
        return entries + self._latest


def shown(entries: list[Entry], observer: int, everything: bool) -> list[Entry]:
    """The entries as an observer may know them."""
    found: list[Entry] = []
    for entry in entries:
        seen = shown_to(entry, observer, everything)
        if seen is not None:
            found.append(seen)
    return found


def shown_to(entry: Entry, observer: int, everything: bool) -> Entry | None:
    """One entry as an observer may know it; of an unseen card, it knows only that it moves."""
    ply, event = entry
    if everything or event.visible(observer):
        return entry
    if event.what == "move":
        values = {**event.values, "card": -1}
        return ply, Event("move", event.to, values, event.strand, event.depth)
    return None


def _groups(entries: list[Entry]) -> int:
    return sum([event.what == GROUP for _, event in entries])


def _unpack(data: bytes) -> list[Entry]:
    return [
        (ply, Event(what, to, values, strand, depth))
        for ply, what, to, values, strand, depth in _decoder.decode(data)
    ]
