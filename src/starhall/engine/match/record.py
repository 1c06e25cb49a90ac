"""The record of a match, header and choices: a save file, a replay and an audit trail."""

# mypyc: off

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import msgspec

from starhall.engine.errors import RecordError
from starhall.engine.game import Result, Value
from starhall.engine.knowledge.memory import Fact, Witness
from starhall.engine.knowledge.views import Data, encode, fill
from starhall.engine.rules.chance import SEED_BYTES, commitment
from starhall.engine.rules.state import State
from starhall.engine.text.packs import Pack

FORMAT = 1


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A resumable position: state and memory after `ply` choices."""

    ply: int
    state: dict[str, Any]
    facts: list[list[tuple[int, str]]]

    @staticmethod
    def of(state: State, ply: int) -> Checkpoint:
        witness = state.witness
        facts = witness.facts if witness is not None else []
        # Hexadecimal, because zone masks can exceed the 64 bits that JSON readers support.
        known = [[(fact.card, f"{fact.where:x}") for fact in seat] for seat in facts]
        return Checkpoint(ply, encode(state), known)

    def restore(self, blank: State) -> State:
        """Fill a state made by the game's setup with this position."""
        seats = blank.seats
        witness = Witness(seats + 1)
        try:
            fill(blank, self.state)
            for observer, facts in enumerate(self.facts):
                witness.facts[observer] = [Fact(card, int(where, 16)) for card, where in facts]
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise RecordError("record.position", why=error) from error
        if blank.seats != seats:
            raise RecordError("record.position_seats", n=blank.seats, seats=seats)
        blank.witness = witness
        return blank


class PackName(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The pack whose content a match was played with, and its hash."""

    name: str
    version: str
    hash: str

    @staticmethod
    def of(pack: Pack | None) -> PackName | None:
        if pack is None:
            return None
        return PackName(pack.manifest.name, pack.manifest.version, pack.hash)

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.hash[:8]})"


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole match. Choices are written `seat token`, seats from 0, in order of arrival."""

    starhall: int
    game: str
    rules: str
    content: str
    names: list[str]
    settings: dict[str, Value]
    commitment: str
    choices: list[str]
    digest: str
    pack: PackName | None = None
    build: str = ""  # the build of the rules that made it; see Game.build
    seed: str | None = None
    checkpoint: Checkpoint | None = None
    origin: Checkpoint | None = None  # where the choices begin, if not at the deal
    result: Result | None = None
    lesson: str = ""  # the lesson that was played, with its hash

    @property
    def seats(self) -> int:
        return len(self.names)

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def seed_bytes(self) -> bytes:
        """The seed, checked against the commitment."""
        if self.seed is None:
            raise RecordError("record.no_seed")
        try:
            seed = bytes.fromhex(self.seed)
        except ValueError:
            raise RecordError("record.seed_letters") from None
        if len(seed) != SEED_BYTES:
            raise RecordError("record.seed_length", n=len(seed), wanted=SEED_BYTES)
        if commitment(seed) != self.commitment:
            raise RecordError("record.seed_changed")
        return seed


def parse(data: bytes, source: str = "the record") -> Record:
    """Read a record; the error for a damaged one says where the damage is."""
    try:
        raw: Data = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("record.damaged", file=source, why=error) from None
    if not isinstance(raw, dict) or "starhall" not in raw:
        raise RecordError("record.not_record", file=source)
    if raw["starhall"] != FORMAT:
        raise RecordError("record.format", file=source, format=raw["starhall"], known=FORMAT)
    try:
        return msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise RecordError("record.not_whole", file=source, why=error) from None


def read(path: str | Path) -> Record:
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise RecordError("record.no_file", file=path) from None
    except OSError as error:
        raise RecordError("record.not_read", file=path, why=error.strerror) from None
    return parse(data, str(path))


def write(record: Record, path: str | Path) -> None:
    """Save the record; a full disk or a crash does not damage an existing file."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(record.to_json())  # a device or a pipe is written to, not replaced
        else:
            replace_file(path, record.to_json())
    except OSError as error:
        raise RecordError("record.not_saved", file=path, why=error.strerror) from None


def replace_file(path: Path, data: bytes) -> None:
    """Write a new file beside the old one, then replace the old one."""
    path = Path(os.path.realpath(path))  # a link stays a link
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
