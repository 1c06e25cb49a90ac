"""Resumes a saved match: replays and verifies it, or continues from its last checkpoint."""

# mypyc: off

from __future__ import annotations

from pathlib import Path

from starhall.engine.errors import BadSetting, IllegalChoice, RecordError, StarhallError
from starhall.engine.game import Game, find
from starhall.engine.match import record as records
from starhall.engine.match.match import Match
from starhall.engine.match.record import PackName, Record
from starhall.engine.rules.state import State
from starhall.engine.text.catalogue import ENGINE
from starhall.engine.text.spoken import say


def resume(source: str | Path | Record, game: Game[State] | None) -> Match[State]:
    """The match of a record, or of the file it was saved to."""
    record = source if isinstance(source, Record) else records.read(source)
    rules = game if game is not None else find(record.game)
    if record.game != rules.id:
        raise RecordError("record.other_game", game=record.game, wanted=rules.id)
    _check_pack(record, rules)
    if (record.rules, record.content) != (rules.version, rules.content.hash):
        return _go_on(record, rules)
    try:
        return _played_again(record, rules)
    except RecordError as error:
        if record.build in ("", rules.build):
            raise
        # The rules changed without a new version number; the record may be intact.
        try:
            return _go_on(record, rules)
        except RecordError:
            raise RecordError(
                "record.other_build",
                game=record.game,
                rules=record.rules,
                build=record.build,
                now=rules.build,
                why=error,
            ) from None


def _check_pack(record: Record, rules: Game[State]) -> None:
    """Refuse a record of another pack; packs with the same content play the same."""
    if record.content == rules.content.hash or record.pack is None and rules.pack is None:
        return
    then, now = record.pack, PackName.of(rules.pack)
    raise RecordError(
        "record.pack",
        game=record.game,
        packed="no" if then is None else "yes",
        then=then,
        name=None if then is None else then.name,
        content=record.content[:8],
        loaded="no" if now is None else "yes",
        now=now,
        new_content=rules.content.hash[:8],
    )


def _played_again(record: Record, rules: Game[State]) -> Match[State]:
    """Make all choices again from the deal and compare the seal."""
    match = _header(record, rules)
    match.lesson = record.lesson
    if record.origin is not None:
        match.start_at(record.origin)
    _choose_all(match, record.choices)
    rules_are = "same" if record.build in ("", rules.build) else "other"
    if record.digest != match.seal():
        seals = {"seal": match.seal(), "claimed": record.digest}
        raise RecordError("record.seal", rules=rules_are, n=len(record.choices), **seals)
    if record.result is not None and record.result != match.result:
        raise RecordError("record.result", rules=rules_are)
    return match


def _header(record: Record, rules: Game[State]) -> Match[State]:
    """A new match with the names, settings and seed of a record."""
    try:
        return Match(rules, record.seats, record.settings, record.seed_bytes(), record.names)
    except BadSetting as error:
        raise RecordError("record.settings", why=error) from None


def _choose_all(match: Match[State], choices: list[str]) -> None:
    for number, line in enumerate(choices, start=match.ply + 1):
        seat, _, token = line.partition(" ")
        if seat not in [str(known) for known in range(match.seats)]:
            raise RecordError("record.choice_form", n=number, line=line, last=match.seats - 1)
        try:
            match.choose(token, int(seat))
        except IllegalChoice as error:
            raise RecordError("record.choice", n=number, line=line, why=error) from None


def _go_on(record: Record, rules: Game[State]) -> Match[State]:
    """For a record of another version: try its last checkpoint."""
    clash = _clash(record, rules)
    checkpoint = record.checkpoint
    if checkpoint is None:
        raise RecordError("record.no_checkpoint", clash=clash)
    begun = record.origin.ply if record.origin is not None else 0
    if not begun <= checkpoint.ply <= begun + len(record.choices):
        raise RecordError("record.foreign_checkpoint", clash=clash, ply=checkpoint.ply)
    try:
        match = _header(record, rules)
        match.start_at(checkpoint)
    except StarhallError as error:
        raise RecordError("record.bad_checkpoint", clash=clash, why=error) from None
    since = record.choices[checkpoint.ply - begun :]
    replayed = 0
    for line in since:
        try:
            _choose_all(match, [line])
        except StarhallError:
            break
        replayed += 1
    lost = len(since) - replayed
    told = {"clash": clash, "ply": checkpoint.ply, "n": replayed, "lost": lost}
    match.notice = say(ENGINE, "record.goes_on", told)
    return match


def _clash(record: Record, rules: Game[State]) -> str:
    """The rules and content of a record, and those that are installed."""
    then, now = (record.rules, record.content[:8]), (rules.version, rules.content.hash[:8])
    values = {"game": record.game, "rules": then[0], "content": then[1], "now": now[0]}
    if then == now:
        builds = {"build": record.build, "new_build": rules.build}
        return say(ENGINE, "record.clash_build", values | builds)
    return say(ENGINE, "record.clash", values | {"new_content": now[1]})
