"""What clients are sent: a whole frame once, then what is different, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import random
from statistics import median

import pytest

from starhall.engine.game import installed
from starhall.engine.rules.chance import seed_bytes
from starhall.server.storage.models import Header, Person
from starhall.server.tables.audience import Audience, Connection
from starhall.server.tables.journal import Journal
from starhall.server.tables.viewpoint import Cursor
from tests.server.hall import Json, told, updated

MOST_BYTES = 4000  # while nothing is asked, in the median


def quiet() -> Audience:
    return Audience({}, lambda: False)


class Watcher:
    """A client in the same process, which follows a journal."""

    def __init__(self, audience: Audience, seat: int | None, have: int = 0) -> None:
        self.audience = audience
        self.connection = Connection(Person("x", "x"), seat)
        self.connection.cursor = Cursor(have)
        self.frame: Json = {}
        self.lines: list[Json] = []
        audience.join(self.connection)

    def look(self, journal: Journal) -> bytes:
        sent = self.audience.frame_for(journal, self.connection)
        if sent is None:
            return b""
        message = json.loads(sent)
        whole = message["type"] == "frame"
        kept = message.get("log_from", 0) if whole else message.get("log_from")
        self.lines = self.lines[:kept] + message.get("log", [])
        self.frame = message if whole else updated(self.frame, message)
        return sent


def journal_of(game: str) -> Journal:
    rules = installed()[game]
    seats = max(rules.seats[0], min(2, rules.seats[-1]))
    names = [f"Seat {seat + 1}" for seat in range(seats)]
    settings, seed = rules.configure(seats, {}), seed_bytes("frames").hex()
    header = Header(game, rules.version, rules.content.hash, settings, seed, names)
    return Journal(rules, header, 1.0)


def choose(journal: Journal, dice: random.Random) -> None:
    decision = dice.choice(journal.match.decisions)
    journal.choose(decision.seat, [dice.choice(decision.options).number], float(journal.count))


def shown(frame: Json) -> Json:
    """A frame without what depends on what the client had before."""
    empty = {"log", "log_from", "type", "scene"}
    return {key: value for key, value in frame.items() if key not in empty and value}


@pytest.mark.parametrize("game", sorted(installed()))
def test_differences_lead_to_the_same_table_and_are_small(game: str) -> None:
    journal, dice, audience = journal_of(game), random.Random(1), quiet()
    watchers = [Watcher(audience, seat) for seat in (0, None)]
    assert all(b'"type":"frame"' in watcher.look(journal) for watcher in watchers)
    sizes = []
    for _ in range(80):
        if journal.match.over:
            break
        choose(journal, dice)
        for watcher in watchers:
            sent = watcher.look(journal)
            asked = journal.match.decision_of(watcher.connection.seat or 0) is not None
            if sent and not (asked and watcher.connection.seat == 0):
                assert sent.startswith(b'{"type":"update"')
                sizes.append(len(sent))
            newcomer = Watcher(audience, watcher.connection.seat)
            newcomer.look(journal)
            assert shown(newcomer.frame) == shown(watcher.frame)
            assert newcomer.frame["scene"] == watcher.frame["scene"]
            assert told(newcomer.lines) == told(watcher.lines)
    assert not sizes or median(sizes) <= MOST_BYTES


def test_an_undo_does_not_send_the_whole_log_again() -> None:
    journal, dice, audience = (
        journal_of("cyberstrife"),
        random.Random(3),
        quiet(),
    )
    watcher = Watcher(audience, None)
    while len(watcher.lines) < 20:
        choose(journal, dice)
        watcher.look(journal)
    before = len(watcher.lines)
    asyncio.run(journal.undo(journal.match.choices[-1].seat, journal.match.ply - 1, 99.0))
    sent = json.loads(watcher.look(journal))
    assert not sent.get("log") and 0 < len(watcher.lines) <= before
    newcomer = Watcher(audience, None)
    newcomer.look(journal)
    assert told(newcomer.lines) == told(watcher.lines)


def test_somebody_who_comes_back_gets_what_was_missed() -> None:
    """Over several undos, at another process that has read the same log."""
    journal, dice, audience = (
        journal_of("cyberstrife"),
        random.Random(5),
        quiet(),
    )
    bookmarks: list[tuple[int, list[Json]]] = []
    watcher = Watcher(audience, 0)
    for step in range(60):
        if step % 9 == 8:
            left = max(0, journal.match.ply - 3)
            asyncio.run(journal.undo(journal.match.choices[-1].seat, left, float(step)))
        else:
            choose(journal, dice)
        watcher.look(journal)
        bookmarks.append((watcher.frame["frame"], list(watcher.lines)))
    for have, lines in bookmarks:
        back = Watcher(audience, 0, have)
        back.lines = list(lines)
        back.look(journal)
        assert told(back.lines) == told(watcher.lines)


def test_clients_with_one_view_share_the_bytes() -> None:
    journal, dice, audience = journal_of("nexus-ops"), random.Random(2), quiet()
    watchers = [Watcher(audience, None) for _ in range(3)]
    for watcher in watchers:
        watcher.look(journal)
    choose(journal, dice)
    first, *others = [audience.frame_for(journal, watcher.connection) for watcher in watchers]
    assert first is not None and all(other is first for other in others)


def test_a_client_that_was_too_slow_gets_a_whole_frame() -> None:
    journal, dice, audience = journal_of("nexus-ops"), random.Random(2), quiet()
    quick, slow = Watcher(audience, None), Watcher(audience, None)
    for watcher in (quick, slow):
        watcher.look(journal)
    for _ in range(2):
        choose(journal, dice)
        quick.look(journal)
    assert slow.look(journal).startswith(b'{"type":"frame"')
    assert told(slow.lines) == told(quick.lines)
    assert slow.frame["scene"] == quick.frame["scene"]
    assert slow.look(journal) == b""
