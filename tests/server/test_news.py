"""What processes tell each other about the log: the new entries, as many as fit."""

from __future__ import annotations

import msgspec

from starhall.server.cluster.bus import MOST_BYTES, Message, packed
from starhall.server.storage.models import Change, ChangeKind, Entry


def entry(number: int, what: str = "pass") -> Entry:
    return Entry(0, "choice", what, float(number), f"hash {number}")


def news(count: int, *numbers: int, table: str = "t") -> Change:
    return Change(table, ChangeKind.LOG, count, tuple(entry(number) for number in numbers))


def test_news_that_follow_each_other_are_told_together() -> None:
    assert news(3, 2).after(None) == news(3, 2)
    assert news(4, 3).after(news(3, 1, 2)) == news(4, 1, 2, 3)
    assert news(5, 4).after(news(3, 2)) == news(5, 4)  # something between them is not known
    assert news(3).after(news(2, 1)) == news(3)
    assert news(2, 1).after(news(3, 2)) == news(3, 2)  # it came late


def test_only_what_follows_is_taken_from_the_news() -> None:
    told = news(5, 2, 3, 4)
    assert told.entries_after(2) == (entry(2), entry(3), entry(4))
    assert told.entries_after(4) == (entry(4),)
    assert told.entries_after(5) == told.entries_after(9) == ()  # known
    assert told.entries_after(1) == ()  # one is missing: it must be read


def test_a_message_fits_and_nothing_is_lost() -> None:
    changes = [news(1, 0, table=f"table {number}") for number in range(200)]
    large = Change("large", ChangeKind.LOG, 1, (entry(0, "x" * MOST_BYTES),))
    messages = list(packed([*changes[:100], large, *changes[100:]]))
    sizes = [len(msgspec.json.encode(Message("f" * 16, message))) for message in messages]
    assert max(sizes) <= MOST_BYTES and len(sizes) > 1
    heard = [msgspec.json.decode(raw, type=Change) for message in messages for raw in message]
    assert [one for one in heard if one.table != "large"] == changes
    assert [one for one in heard if one.table == "large"] == [Change("large", ChangeKind.LOG, 1)]
