"""Turns a match into its record, and a record into a match."""

# mypyc: off

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from starhall.engine.game import Game, S
from starhall.engine.knowledge.views import to_bytes
from starhall.engine.match import record as records
from starhall.engine.match.record import FORMAT, PackName, Record
from starhall.engine.rules.chance import commitment

if TYPE_CHECKING:
    from starhall.engine.match.match import Match


def record_of(match: Match[Any], public: bool) -> Record:
    """Everything needed to replay the game; a public record hides what is not shown to all."""
    shown = not public or match.all_shown
    return Record(
        starhall=FORMAT,
        game=match.game.id,
        rules=match.game.version,
        content=match.game.content.hash,
        names=match.names,
        settings=match.settings,
        commitment=commitment(match.seed),
        choices=[str(chosen) for chosen in match.choices] if shown else [],
        digest=seal_of(match) if shown else "",
        pack=PackName.of(match.game.pack),
        build=match.game.build,
        seed=match.seed.hex() if shown else None,
        checkpoint=match.checkpoint() if shown else None,
        origin=match.origin if shown else None,
        result=match.result,
        lesson=match.lesson,
    )


def seal_of(match: Match[Any]) -> str:
    """A fingerprint of all choices and the resulting position."""
    sealed = blake2b(digest_size=16)
    for chosen in match.choices:
        sealed.update(f"{chosen};".encode())
    sealed.update(to_bytes(match.play.state))
    return sealed.hexdigest()


def pickled(data: bytes, game: Game[S], watched: bool) -> Match[S]:
    """The match of a pickled record."""
    from starhall.engine.match.match import Match

    record = records.parse(data)
    match = Match(game, record.seats, record.settings, record.seed_bytes(), record.names, watched)
    match.lesson = record.lesson
    if record.origin is not None:
        match.start_at(record.origin)
    for line in record.choices:
        seat, _, token = line.partition(" ")
        match.choose(token, int(seat))
    return match
