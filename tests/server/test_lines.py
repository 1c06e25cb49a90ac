"""The lines of the log that a client is sent, and what the hall reads for them."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from msgspec.structs import replace

import starhall
from starhall.engine import game as rules
from starhall.engine.knowledge.memory import SEEN_BY_ALL, Event
from starhall.engine.match import log
from starhall.engine.rules.chance import seed_bytes
from starhall.server.protocol.frames import LogLine
from starhall.server.storage.models import Header
from starhall.server.tables.frames import new_lines
from starhall.server.tables.journal import Journal
from starhall.server.tables.lines import Lines, _line
from starhall.server.tables.viewpoint import Cursor

GAME = rules.find("cyberstrife")
SEATS = (0, 1, None)


class Reader:
    """A client of each seat, and one who only watches."""

    def __init__(self, game: rules.Game[Any] = GAME) -> None:
        header = Header(
            game.id, game.version, game.content.hash, game.configure(2, {}),
            seed_bytes("lines").hex(), ["Ada", "Bob"], "", "t",
        )  # fmt: skip
        self.journal = Journal(game, header, 1.0)
        self.dice = random.Random(4)
        self.cursors = [Cursor() for _ in SEATS]
        self.read: list[list[LogLine]] = [[] for _ in SEATS]

    def choose(self) -> None:
        match = self.journal.match
        decision = match.decision
        option = self.dice.choice(decision.options)
        self.journal.choose(decision.seat, [option.number], 2.0)

    def hear(self) -> None:
        """What a hall does for each client after a change."""
        journal = self.journal
        for seat, cursor, read in zip(SEATS, self.cursors, self.read, strict=True):
            kept, new = new_lines(journal, seat, cursor)
            read[kept:] = new
            cursor.bookmark = journal.shown[journal.match.observer(seat)].bookmark
            cursor.ply = journal.match.ply

    def undo(self) -> None:
        left = self.journal.match.ply - 1
        asyncio.run(self.journal.undo(self.journal.match.choices[-1].seat, left, 3.0))


def from_the_beginning(journal: Journal, seat: int | None) -> list[LogLine]:
    count = journal.shown[journal.match.observer(seat)].lines
    return Lines(journal.game.text).after(journal.match, seat, 0, count, 0)


def headed(lines: list[LogLine]) -> list[tuple[LogLine, list[str]]]:
    """Each line with the groups that it stands in, whether they are repeated or not."""
    found: list[tuple[LogLine, list[str]]] = []
    heads: list[str] = []
    for line in lines:
        if line.heads is not None:
            heads = [head.text for head in line.heads]
        found.append((replace(line, heads=None), heads))
    return found


@pytest.mark.parametrize("game", ["cyberstrife", "cysmic"])  # here all, there only some are told
def test_lines_told_one_by_one_are_the_same_as_those_told_at_once(game: str) -> None:
    reader = Reader(rules.find(game))
    for number in range(70):
        reader.choose()
        reader.hear()
        if number % 9 == 8:
            reader.undo()
            reader.hear()
    for seat, read in zip(SEATS, reader.read, strict=True):
        assert headed(read) == headed(from_the_beginning(reader.journal, seat))


def test_who_lags_behind_is_told_the_same_as_the_others() -> None:
    reader = Reader()
    late, read = Cursor(), list[LogLine]()
    for number in range(60):
        reader.choose()
        reader.hear()
        if number % 3 == 0:  # between the others, with the lines of several choices at once
            kept, new = new_lines(reader.journal, 1, late)
            read[kept:] = new
            late.bookmark, late.ply = reader.cursors[1].bookmark, reader.cursors[1].ply
            reader.choose()
            reader.hear()
    kept, new = new_lines(reader.journal, 1, late)
    assert headed([*read[:kept], *new]) == headed(from_the_beginning(reader.journal, 1))


def test_a_card_that_moves_is_named_only_to_those_who_see_it() -> None:
    reader = Reader()
    for _ in range(40):
        reader.choose()
        reader.hear()
    cards = [[line.card for line in read if line.target] for read in reader.read]
    assert len({len(found) for found in cards}) == 1
    seen = list(zip(*cards, strict=True))
    assert any(own and not other for own, other, _ in seen)
    assert any(other and not own for own, other, _ in seen)
    assert all(card in ("", own) for own, _, card in seen if own)


def test_after_an_undo_the_log_is_not_read_from_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = Reader()
    for _ in range(60):
        reader.choose()
    reader.hear()
    unpacked: list[bytes] = []
    unpack = log._unpack

    def counting(data: bytes) -> Any:
        unpacked.append(data)
        return unpack(data)

    monkeypatch.setattr(log, "_unpack", counting)
    assert len(reader.journal.match.log) > 8 * log.PACK
    for _ in range(5):
        reader.choose()
        reader.hear()
        reader.undo()
        reader.hear()
        reader.choose()
        reader.hear()
    assert len(unpacked) < 5 * len(SEATS) * 2


def test_a_roll_is_told_with_its_faces_and_what_they_need() -> None:
    nexus = starhall.new("nexus-ops", seats=2, seed="dice")
    values: dict[str, object] = {"who": 0, "unit": "human", "dice": ["2", "6"], "needs": 6, "n": 1}
    told = _line(nexus, Event("rolls", SEEN_BY_ALL, values, 0, 0), nexus.game.text, {})
    assert (told.dice, told.needs) == (("2", "6"), 6)
    values = {"who": 0, "unit": "dragon", "origin": "mono", "goal": "co1", "die": 5, "needs": 4}
    told = _line(nexus, Event("breathes", SEEN_BY_ALL, values, 0, 0), nexus.game.text, {})
    assert (told.dice, told.needs) == (("5",), 4)
