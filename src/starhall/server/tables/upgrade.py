"""Continues running games when other rules are installed.

If a replay with the new rules reaches exactly the position that was stored under the old ones,
nothing changes for the game. Otherwise the engine resumes it from the stored position, with the
choices made since, as far as they are still legal.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from starhall.engine.errors import StarhallError
from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.match.opening import load
from starhall.engine.match.record import FORMAT, Record
from starhall.engine.rules.chance import commitment
from starhall.engine.rules.state import State
from starhall.engine.text.language import ENGLISH, speaking
from starhall.server import words
from starhall.server.errors import Conflict
from starhall.server.proof import Damaged, linked
from starhall.server.storage.models import (
    CHOICE,
    RULES,
    UNDO,
    WITHOUT,
    Entry,
    Header,
    Position,
    taken_out,
)
from starhall.server.tables.journal import Journal

Steps = list[tuple[int, str]]


class Upgraded(msgspec.Struct, frozen=True):
    """A table under the rules installed now, with a notice for its people."""

    journal: Journal
    origin: Position | None
    entry: Entry | None  # for the log, if the game continues from a new origin
    note: str  # as it is stored


async def upgrade(
    game: Game[State], old: Header, at: float, log: Sequence[Entry], stored: Position | None,
    origin: Position | None,
) -> Upgraded:  # fmt: skip
    """Continue a running game with the rules installed now, or refuse."""
    header = msgspec.structs.replace(old, rules=game.version, content=game.content.hash)
    clash = versions(game, old)
    if not log:
        note = words.stored("note.upgrade_begins", **clash)
        return Upgraded(Journal(game, header, at, origin), origin, None, note)
    if stored is None:
        raise Conflict("upgrade.no_position", **clash)
    replayed = await _replayed(game, header, at, log, stored, origin)
    if replayed is not None:
        note = words.stored("note.upgrade_same", **clash)
        return Upgraded(replayed, origin, None, note)
    since, lost = _since(stored, log)
    try:
        match = _resumed(game, old, stored, since)
    except StarhallError as error:
        raise Conflict("upgrade.misfit", why=str(error), **clash) from None
    steps = [(step.seat, step.option.token) for step in match.choices]
    origin = Position(len(log) + 1, 0, stored.checkpoint, steps)
    journal = Journal(game, header, at, origin)
    entry = Entry(-1, RULES, f"{game.version} {game.content.hash}", time.time())
    entry = linked(log[-1].hash, len(log), entry)
    await journal.read([*log, entry])
    lost += len(since) - len(steps)
    note = words.stored("note.upgrade_resumed", lost=lost, **clash)
    return Upgraded(journal, origin, entry, note)


async def finished(
    game: Game[State], header: Header, at: float, log: Sequence[Entry], origin: Position | None,
    ending: str,
) -> Journal:  # fmt: skip
    """A finished game, if it has the same ending under the rules installed now."""
    try:
        journal = Journal(game, header, at, origin)
        await journal.read(log)
        if journal.over and _ends(journal, ending):
            return journal
    except Damaged:
        raise
    except StarhallError:
        pass
    raise Conflict("upgrade.other_rules", **versions(game, header))


def _ends(journal: Journal, ending: str) -> bool:
    """Is this the stored ending? For old games it is an English sentence."""
    with speaking(ENGLISH):
        return ending in (journal.conclusion, journal.ending)


def versions(game: Game[State], header: Header) -> dict[str, str]:
    """The old and new versions of rules and content, for sentences about them."""
    return {
        "game": game.id,
        "old_rules": header.rules,
        "old_content": header.content[:8],
        "new_rules": game.version,
        "new_content": game.content.hash[:8],
    }


async def _replayed(
    game: Game[State], header: Header, at: float, log: Sequence[Entry], stored: Position,
    origin: Position | None,
) -> Journal | None:  # fmt: skip
    """The whole log under the new rules, if it passes through the stored position."""
    try:
        journal = Journal(game, header, at, origin)
        await journal.read(log[: stored.count])
        if msgspec.json.encode(journal.position()) != msgspec.json.encode(stored):
            return None
        await journal.read(log[stored.count :])
    except Damaged:
        raise
    except StarhallError:
        return None
    return journal


def _since(stored: Position, log: Sequence[Entry]) -> tuple[Steps, int]:
    """The remaining choices after the stored position, and how many later entries are lost.

    An undo that goes back beyond the position cannot be applied, nor can anything after it.
    """
    steps = list(stored.steps)
    for number, entry in enumerate(log[stored.count :], start=stored.count):
        if entry.kind == CHOICE:
            steps.append((entry.seat, entry.what))
        elif entry.kind != UNDO:
            continue
        elif taken_out(entry.what)[0] < stored.ply:
            return steps, len(log) - number
        elif entry.what.startswith(WITHOUT):
            for ply in reversed(taken_out(entry.what)):
                del steps[ply - stored.ply]
        else:
            del steps[int(entry.what) - stored.ply :]
    return steps, 0


def _resumed(game: Game[State], old: Header, stored: Position, since: Steps) -> Match[Any]:
    """Let the engine resume a record of other rules from its checkpoint."""
    record = Record(
        starhall=FORMAT,
        game=old.game,
        rules=old.rules,
        content=old.content,
        names=old.names,
        settings=old.settings,
        commitment=commitment(bytes.fromhex(old.seed)),
        choices=[f"{seat} {token}" for seat, token in since],
        digest="",
        seed=old.seed,
        checkpoint=stored.checkpoint,
    )
    return load(record, game)
