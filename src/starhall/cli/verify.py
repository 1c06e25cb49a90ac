"""Verifies that all dice and shuffles of a record follow from the committed seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from starhall.cli.console import plural
from starhall.engine.errors import RecordError, StarhallError
from starhall.engine.game import Game
from starhall.engine.match.match import Match, load
from starhall.engine.match.record import Checkpoint, Record
from starhall.engine.rules.state import State
from starhall.server.proof import check_proof, played
from starhall.server.protocol.archive import Proof


class Audit(msgspec.Struct):
    """What was verified, in order, and the failure, if any."""

    proven: list[str]
    failed: str = ""

    @property
    def passed(self) -> bool:
        return not self.failed


def read_proof(file: Path) -> Proof:
    """The proof that a hall has published of a finished game."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Proof)
    except OSError as error:
        raise RecordError(f"{file} cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise RecordError(f"{file} is not the proof of a hall: {error}") from None


def audit(
    record: Record, rules: Game[State], promised: str = "", proof: Proof | None = None
) -> Audit:
    """Check everything that can be checked; stops at the first thing that is wrong.

    With the proof of a hall, the promised commitment is that of the hall.
    """
    found = Audit([])
    promised = promised.strip().lower()
    try:
        if proof is not None:
            _check_proof(record, proof, promised, found.proven)
            promised = ""
        _check(record, rules, promised, found.proven)
    except StarhallError as error:
        found.failed = str(error)
    return found


def _check_proof(record: Record, proof: Proof, promised: str, proven: list[str]) -> None:
    if promised and promised != proof.commitment:
        raise RecordError(
            f"the commitment told before the game was {promised}, but the proof has "
            f"{proof.commitment}"
        )
    check_proof(proof)
    told = "told before the game" if promised else "in the proof"
    proven.append(f"The hall's secret fits the commitment {told}: {proof.commitment}.")
    proven.append(
        "The seed follows from that secret and what the browsers added."
        if proof.mixed
        else "The seed was chosen or known before the deal; the secret fixed it."
    )
    entries = plural(len(proof.lines), "entry", "entries")
    proven.append(f"The log has {entries}, and each covers the one before it.")
    if record.seed != proof.seed or record.choices != played(proof):
        raise RecordError("the proof is not of this game: its seed or its choices are others")
    proven.append("The record has the seed and the choices of the proof.")


def _check(record: Record, rules: Game[State], promised: str, proven: list[str]) -> None:
    if promised and promised != record.commitment:
        raise RecordError(
            f"the commitment told before the game was {promised}, but the record has "
            f"{record.commitment}: it is the record of another game, or was changed"
        )
    if promised:
        proven.append("The commitment is the one that was told before the game.")
    record.seed_bytes()
    proven.append(f"The seed fits the commitment {record.commitment}.")
    if (record.rules, record.content) != (rules.version, rules.content.hash):
        raise RecordError(
            f"the record was made with {record.game} rules {record.rules}, content "
            f"{record.content[:8]}; installed are rules {rules.version}, content "
            f"{rules.content.hash[:8]}, which cannot verify it: install the record's version"
            + (f", or give its pack {record.pack} with --pack" if record.pack else "")
        )
    proven.append(f"It was played by the installed rules of {record.game}, {record.rules}.")
    if record.origin is not None:
        raise RecordError(
            f"the record does not begin at the deal but at choice {record.origin.ply}, resumed "
            "from another version; what came before cannot be checked"
        )
    match = load(record, rules)
    proven.append(
        f"Dealt from that seed, {_all(len(record.choices))} legal in turn, "
        "with every die and shuffle drawn from the seed."
    )
    proven.append(f"The record is unchanged: its seal is {match.seal()}.")
    _check_settings(record, match)
    _check_checkpoint(record, match)
    _check_result(record, match)
    proven.append("The recorded result follows." if match.over else "The game is not over yet.")


def _all(choices: int) -> str:
    return "the one choice is" if choices == 1 else f"all {plural(choices, 'choice')} are"


def _check_settings(record: Record, match: Match[Any]) -> None:
    if record.settings != match.settings:
        raise RecordError(
            f"the record lists the options {record.settings}; played were {match.settings}"
        )


def _check_checkpoint(record: Record, match: Match[Any]) -> None:
    """Later versions continue from the checkpoint, so it must be a position of this game."""
    kept = record.checkpoint
    if kept is None:
        return
    if not 0 <= kept.ply <= match.ply:
        raise RecordError(
            f"the checkpoint claims to stand after choice {kept.ply}; there are {match.ply}"
        )
    true = Checkpoint.of(match.at(kept.ply).state, kept.ply)
    if msgspec.json.encode(true) != msgspec.json.encode(kept):
        raise RecordError(f"the checkpoint after choice {kept.ply} is not the position played")


def _check_result(record: Record, match: Match[Any]) -> None:
    if record.result != match.result:
        raise RecordError(
            f"the record claims the result {_result(record)}, but the choices lead to "
            f"{_result(match.record())}"
        )


def _result(record: Record) -> str:
    return "none" if record.result is None else msgspec.json.encode(record.result).decode()
