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


def resume(source: str | Path | Record, game: Game[State] | None) -> Match[State]:
    """The match of a record, or of the file it was saved to."""
    record = source if isinstance(source, Record) else records.read(source)
    rules = game if game is not None else find(record.game)
    if record.game != rules.id:
        raise RecordError(f"this is a record of {record.game}, not of {rules.id}")
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
                f"this record of {record.game} was made by other rules that are called "
                f"{record.rules} as well (build {record.build}; installed is {rules.build}): "
                f"{error}"
            ) from None


def _check_pack(record: Record, rules: Game[State]) -> None:
    """Refuse a record of another pack; packs with the same content play the same."""
    if record.content == rules.content.hash or record.pack is None and rules.pack is None:
        return
    then, now = _pack_in_words(record.pack), _pack_in_words(PackName.of(rules.pack))
    advice = "without a pack" if record.pack is None else f"with the pack {record.pack.name}"
    raise RecordError(
        f"this record of {record.game} was played with {then}, content {record.content[:8]}; it is "
        f"loaded with {now}, content {rules.content.hash[:8]}: load it {advice}"
    )


def _pack_in_words(pack: PackName | None) -> str:
    return "no pack" if pack is None else f"the pack {pack}"


def _played_again(record: Record, rules: Game[State]) -> Match[State]:
    """Make all choices again from the deal and compare the seal."""
    match = _header(record, rules)
    match.lesson = record.lesson
    if record.origin is not None:
        match.start_at(record.origin)
    _choose_all(match, record.choices)
    same_rules = record.build in ("", rules.build)
    changed = "the record was changed" if same_rules else "it comes out differently"
    if record.digest != match.seal():
        raise RecordError(
            f"{changed}: its {len(record.choices)} choices and where they lead have the seal "
            f"{match.seal()}, but it says {record.digest}"
        )
    if record.result is not None and record.result != match.result:
        raise RecordError(f"{changed}: its result is not that of its choices")
    return match


def _header(record: Record, rules: Game[State]) -> Match[State]:
    """A new match with the names, settings and seed of a record."""
    try:
        return Match(rules, record.seats, record.settings, record.seed_bytes(), record.names)
    except BadSetting as error:
        raise RecordError(f"the record does not fit its game: {error}") from None


def _choose_all(match: Match[State], choices: list[str]) -> None:
    for number, line in enumerate(choices, start=match.ply + 1):
        seat, _, token = line.partition(" ")
        if seat not in [str(known) for known in range(match.seats)]:
            raise RecordError(
                f"choice {number} of the record is '{line}': a choice is written as seat "
                f"(0 to {match.seats - 1}) and option"
            )
        try:
            match.choose(token, int(seat))
        except IllegalChoice as error:
            raise RecordError(f"choice {number} of the record, '{line}': {error}") from None


def _go_on(record: Record, rules: Game[State]) -> Match[State]:
    """For a record of another version: try its last checkpoint."""
    then = f"rules {record.rules}, content {record.content[:8]}"
    now = f"rules {rules.version}, content {rules.content.hash[:8]}"
    if then == now:
        then, now = f"{then}, build {record.build}", f"build {rules.build}"
    clash = f"this record of {record.game} was made with {then}; installed are {now}"
    checkpoint = record.checkpoint
    if checkpoint is None:
        raise RecordError(f"{clash}, and it carries no checkpoint to go on from")
    begun = record.origin.ply if record.origin is not None else 0
    if not begun <= checkpoint.ply <= begun + len(record.choices):
        raise RecordError(f"{clash}, and its checkpoint at ply {checkpoint.ply} is none of its own")
    try:
        match = _header(record, rules)
        match.start_at(checkpoint)
    except StarhallError as error:
        raise RecordError(f"{clash}, and its last checkpoint does not fit: {error}") from None
    since = record.choices[checkpoint.ply - begun :]
    replayed = 0
    for line in since:
        try:
            _choose_all(match, [line])
        except StarhallError:
            break
        replayed += 1
    lost = len(since) - replayed
    match.notice = (
        f"{clash}. The game goes on from its last checkpoint (choice {checkpoint.ply}): "
        f"{replayed} later choices were made again, {lost} were lost."
    )
    return match
