"""Running games outlive a change of their rules.

Played again by the new rules from its first choice, a game may come to the very position that
was stored under the old ones: then nothing has changed for it. Else it goes on from the stored
position, as far as that still fits, with the choices made since then.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from starhall.engine.errors import StarhallError
from starhall.engine.game import Game
from starhall.engine.rules.state import State
from starhall.server.errors import NotNow
from starhall.server.ledger import CHOICE, RULES, UNDO, Entry, Header, Ledger, Position


class Succession(msgspec.Struct, frozen=True):
    """A table under the rules installed now, and what its people must be told."""

    ledger: Ledger
    origin: Position | None
    entry: Entry | None  # for the log, where the game goes on from a new origin
    note: str


async def succeed(
    game: Game[State], old: Header, at: float, log: Sequence[Entry], stored: Position | None,
    origin: Position | None,
) -> Succession:  # fmt: skip
    """Let a running game go on by other rules than those it began with, or refuse."""
    header = msgspec.structs.replace(old, rules=game.version, content=game.content.hash)
    clash = f"The rules have changed since this game began: {versions(game, old)}."
    if not log:
        anew = "Nothing had been chosen yet: it begins anew."
        return Succession(Ledger(game, header, at, origin), origin, None, f"{clash} {anew}")
    if stored is None:
        raise NotNow(f"{clash} No position of it was stored from which it could go on")
    again = await _played_again(game, header, at, log, stored, origin)
    if again is not None:
        same = "Played again from its first choice it comes to the same position, and goes on."
        return Succession(again, origin, None, f"{clash} {same}")
    try:
        begun = msgspec.structs.replace(stored, count=0, steps=[])
        trial = Ledger(game, header, at, begun)
    except StarhallError as error:
        raise NotNow(f"{clash} The stored position does not fit them: {error}") from None
    since = [Entry(seat, CHOICE, token, at) for seat, token in stored.steps]
    since += [_counted_from(stored.ply, entry) for entry in log[stored.count :]]
    made = await _made_again(trial, since)
    steps = [(step.seat, step.option.token) for step in trial.match.steps]
    origin = Position(len(log) + 1, 0, stored.checkpoint, steps)
    ledger = Ledger(game, header, at, origin)
    entry = Entry(-1, RULES, f"{game.version} {game.content.hash}", time.time())
    await ledger.read([*log, entry])
    lost = len(since) - made
    note = f"{clash} The game goes on from where it stood; what came before cannot be replayed."
    if lost:
        note += f" The last {lost} choices are not possible any more and were taken back."
    return Succession(ledger, origin, entry, note)


async def still_ends(
    game: Game[State], header: Header, at: float, log: Sequence[Entry], origin: Position | None,
    ending: str,
) -> Ledger:  # fmt: skip
    """A finished game, if it comes to the same end by the rules installed now."""
    try:
        ledger = Ledger(game, header, at, origin)
        await ledger.read(log)
        if ledger.match.over and ledger.match.ending() == ending:
            return ledger
    except StarhallError:
        pass
    raise NotNow(
        f"this game was played by other rules and cannot be shown by those of today: "
        f"{versions(game, header)}"
    )


def versions(game: Game[State], header: Header) -> str:
    then = f"{game.id} rules {header.rules} with content {header.content[:8]}"
    return f"{then} then, rules {game.version} with content {game.content.hash[:8]} now"


async def _played_again(
    game: Game[State], header: Header, at: float, log: Sequence[Entry], stored: Position,
    origin: Position | None,
) -> Ledger | None:  # fmt: skip
    """The whole log by the new rules, if it goes through the stored position."""
    try:
        ledger = Ledger(game, header, at, origin)
        await ledger.read(log[: stored.count])
        if msgspec.json.encode(ledger.position()) != msgspec.json.encode(stored):
            return None
        await ledger.read(log[stored.count :])
    except StarhallError:
        return None
    return ledger


def _counted_from(ply: int, entry: Entry) -> Entry:
    """An undo says how many choices are left, counted from the beginning of the match."""
    if entry.kind == CHOICE:
        return entry
    return msgspec.structs.replace(entry, what=str(int(entry.what) - ply))


async def _made_again(ledger: Ledger, entries: Sequence[Entry]) -> int:
    """How many of these choices are still possible, one after the other."""
    for number, entry in enumerate(entries):
        try:
            if entry.kind == UNDO and int(entry.what) < 0:
                return number  # it goes back behind the position
            await ledger.read([entry])
        except StarhallError:
            return number
    return len(entries)
