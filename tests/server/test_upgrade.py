"""A running game under other rules: what of its log still counts."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from starhall.engine.rules.chance import seed_bytes
from starhall.server.errors import Conflict
from starhall.server.installed import find
from starhall.server.storage.models import RULES, Entry, Header, Position
from starhall.server.tables.journal import Journal
from starhall.server.tables.upgrade import Upgraded, upgrade
from starhall.server.words import told

GAME = find("cyberstrife")


def begun() -> Journal:
    settings = GAME.configure(2, {})
    seed = seed_bytes("upgrade").hex()
    header = Header(GAME.id, GAME.version, GAME.content.hash, settings, seed, ["Ada", "Bob"])
    return Journal(GAME, header, 0.0)


def play(journal: Journal, log: list[Entry], choices: int) -> Position:
    """Make random choices, and tell where the game stands then."""
    dice = random.Random(len(log))
    for _ in range(choices):
        decision = dice.choice(journal.match.decisions)
        log += journal.choose(decision.seat, [dice.choice(decision.options).number], 1.0)
    position = journal.position()
    assert position is not None
    return position


def take_back(journal: Journal, log: list[Entry], left: int) -> None:
    log.append(asyncio.run(journal.undo(0, left, 2.0)))


def upgraded(journal: Journal, log: list[Entry], stored: Position | None) -> Upgraded:
    """By other rules: with another seed the deal differs, so the log cannot be replayed."""
    other = seed_bytes("another deal").hex()
    header = msgspec.structs.replace(journal.header, rules="0.9", seed=other)
    return asyncio.run(upgrade(GAME, header, 0.0, log, stored, None))


def options(journal: Journal) -> list[tuple[int, list[str]]]:
    decisions = journal.match.decisions
    return [(asked.seat, [option.token for option in asked.options]) for asked in decisions]


def test_undos_after_the_stored_position_are_carried_out() -> None:
    journal, log = begun(), list[Entry]()
    stored = play(journal, log, 30)
    play(journal, log, 12)
    take_back(journal, log, 35)
    play(journal, log, 3)
    found = upgraded(journal, log, stored)
    assert options(found.journal) == options(journal)
    assert found.journal.steps() == journal.steps()[stored.ply :]
    assert found.entry is not None and found.entry.kind == RULES
    assert found.journal.count == len(log) + 1
    assert "goes on from where it stood" in told(found.note) and "taken back" not in told(
        found.note
    )


def test_what_comes_after_an_undo_behind_the_stored_position_is_lost() -> None:
    journal, log = begun(), list[Entry]()
    stored = play(journal, log, 30)
    play(journal, log, 4)
    before = options(journal)
    take_back(journal, log, stored.ply - 1)
    play(journal, log, 2)
    found = upgraded(journal, log, stored)
    assert options(found.journal) == before
    assert "The last 3 choices are not possible any more and were taken back" in told(found.note)


def test_without_a_stored_position_it_cannot_go_on() -> None:
    journal, log = begun(), list[Entry]()
    play(journal, log, 5)
    with pytest.raises(Conflict, match="The rules have changed since this game began: cyberstrife"):
        upgraded(journal, log, None)
