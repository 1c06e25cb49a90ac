"""Verifies that all dice and shuffles of a record follow from the committed seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from starhall.cli.words import NotProven, say
from starhall.engine.errors import StarhallError
from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.match.opening import load
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
        raise NotProven("proof.read", file=file, why=error.strerror) from None
    except msgspec.DecodeError as error:
        raise NotProven("proof.not_proof", file=file, why=error) from None


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
        raise NotProven("proof.other_commitment", promised=promised, commitment=proof.commitment)
    check_proof(proof)
    secret = "proof.secret_told" if promised else "proof.secret"
    proven.append(say(secret, commitment=proof.commitment))
    proven.append(say("proof.mixed" if proof.mixed else "proof.chosen"))
    proven.append(say("proof.log", n=len(proof.lines)))
    if record.seed != proof.seed or record.choices != played(proof):
        raise NotProven("proof.other_game")
    proven.append(say("proof.same"))


def _check(record: Record, rules: Game[State], promised: str, proven: list[str]) -> None:
    if promised and promised != record.commitment:
        raise NotProven("proof.record_commitment", promised=promised, commitment=record.commitment)
    if promised:
        proven.append(say("proof.commitment"))
    record.seed_bytes()
    proven.append(say("proof.seed", commitment=record.commitment))
    if (record.rules, record.content) != (rules.version, rules.content.hash):
        raise NotProven(
            "proof.rules_pack" if record.pack else "proof.rules",
            game=record.game,
            rules=record.rules,
            content=record.content[:8],
            new_rules=rules.version,
            new_content=rules.content.hash[:8],
            pack=record.pack,
        )
    proven.append(say("proof.rules", game=record.game, rules=record.rules))
    if record.origin is not None:
        raise NotProven("proof.origin", ply=record.origin.ply)
    match = load(record, rules)
    proven.append(say("proof.legal", n=len(record.choices)))
    proven.append(say("proof.seal", seal=match.seal()))
    _check_settings(record, match)
    _check_checkpoint(record, match)
    _check_result(record, match)
    proven.append(say("proof.result" if match.over else "proof.not_over"))


def _check_settings(record: Record, match: Match[Any]) -> None:
    if record.settings != match.settings:
        raise NotProven("proof.options", claimed=str(record.settings), played=str(match.settings))


def _check_checkpoint(record: Record, match: Match[Any]) -> None:
    """Later versions continue from the checkpoint, so it must be a position of this game."""
    kept = record.checkpoint
    if kept is None:
        return
    if not 0 <= kept.ply <= match.ply:
        raise NotProven("proof.checkpoint_ply", ply=kept.ply, n=match.ply)
    true = Checkpoint.of(match.at(kept.ply).state, kept.ply)
    if msgspec.json.encode(true) != msgspec.json.encode(kept):
        raise NotProven("proof.checkpoint", ply=kept.ply)


def _check_result(record: Record, match: Match[Any]) -> None:
    if record.result != match.result:
        raise NotProven("proof.result", claimed=_result(record), played=_result(match.record()))


def _result(record: Record) -> str:
    return "none" if record.result is None else msgspec.json.encode(record.result).decode()
