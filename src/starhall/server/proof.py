# mypyc: on
"""What the hall can prove about its luck and its log.

See "What the proof proves" in docs/security.md.

Everything is SHA-256 over lines of text, written in hexadecimal digits, so that a browser (or
`sha256sum`) can check it. `web/src/lib/proof.ts` is the counterpart.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from starhall.engine.rules import chance
from starhall.server.errors import BadRequest, Conflict
from starhall.server.hashes import digest
from starhall.server.protocol.archive import Proof
from starhall.server.storage.models import CHOICE, UNDO, WITHOUT, Entry, TableRow, taken_out

MOST_NONCE = 64  # letters


class Damaged(Conflict):
    """The stored data of a table contradicts itself: it was changed, or a disk has failed."""

    def __init__(self, table: str, what: str, **values: object) -> None:
        super().__init__("table.damaged", table=table, what={**values, "key": f"damaged.{what}"})


# The seed


def new_secret(seed: str = "") -> str:
    """The secret committed to before the deal: random, plus a seed if one was chosen."""
    return f"{secrets.token_hex(32)} {seed}".strip()


def mixed_seed(secret: str, nonces: Sequence[str]) -> str:
    """The seed, made from the hall's secret and what the browsers added, by seat."""
    return digest(secret, *nonces)


def checked_nonce(nonce: str) -> str:
    if len(nonce) > MOST_NONCE or not (nonce.isalnum() or not nonce) or not nonce.isascii():
        raise BadRequest("proof.nonce", most=MOST_NONCE)
    return nonce


def check_seed(row: TableRow) -> None:
    """Do commitment, secret, nonces and seed of a table fit together?"""
    if not opens(row.commitment, row.secret):
        raise Damaged(row.id, "secret")
    if seed_of(row) != row.seed:
        raise Damaged(row.id, "seed")


def opens(commitment: str, secret: str) -> bool:
    # For games older than this module, the commitment covers only the seed.
    return commitment == digest(secret) or (
        len(secret) == 2 * chance.SEED_BYTES
        and commitment == chance.commitment(bytes.fromhex(secret))
    )


def seed_of(row: TableRow) -> str:
    if row.mixed:
        return mixed_seed(row.secret, [chair.nonce for chair in row.chairs])
    return chosen_seed(row.secret)


def chosen_seed(secret: str) -> str:
    return secret.rpartition(" ")[2]


# The log


def line_of(number: int, entry: Entry) -> str:
    return " ".join((str(number), str(entry.seat), entry.kind, repr(entry.at), entry.what))


def linked(before: str, number: int, entry: Entry) -> Entry:
    """An entry with the hash that covers it and all entries before it."""
    hash = digest(before, line_of(number, entry))
    return Entry(entry.seat, entry.kind, entry.what, entry.at, hash)


def chained(first: str, entries: Sequence[Entry]) -> list[Entry]:
    """A whole log with its hashes."""
    made: list[Entry] = []
    for number, entry in enumerate(entries):
        made.append(linked(made[-1].hash if made else first, number, entry))
    return made


def check_chain(table: str, before: str, first: int, entries: Sequence[Entry]) -> None:
    """Does each entry follow from the one before it?"""
    for number, entry in enumerate(entries, start=first):
        if entry.hash != digest(before, line_of(number, entry)):
            raise Damaged(table, "entry", n=number)
        before = entry.hash


def check_end(row: TableRow, log: Sequence[Entry]) -> None:
    """Are the last entries there? Another process may have added some after the row was read."""
    if row.chain and row.chain not in [entry.hash for entry in reversed(log)]:
        raise Damaged(row.id, "end", n=len(log) - 1)


# What is published


def check_proof(proof: Proof) -> None:
    """Check a published proof, as a browser does; raises if something is wrong."""
    if not opens(proof.commitment, proof.secret):
        raise Damaged(proof.table, "secret")
    seed = mixed_seed(proof.secret, proof.nonces) if proof.mixed else chosen_seed(proof.secret)
    if seed != proof.seed:
        raise Damaged(proof.table, "seed")
    last = digest(proof.secret, proof.opening)
    for number, (line, hash) in enumerate(zip(proof.lines, proof.hashes, strict=False)):
        last = digest(last, line)
        if last != hash or not line.startswith(f"{number} "):
            raise Damaged(proof.table, "entry", n=number)
    if len(proof.lines) != len(proof.hashes):
        raise Damaged(proof.table, "lengths")


def played(proof: Proof) -> list[str]:
    """The choices that were not taken back, as a record has them."""
    choices: list[str] = []
    for line in proof.lines:
        _, seat, kind, _, what = line.split(" ", 4)
        if kind == CHOICE:
            choices.append(f"{seat} {what}")
        elif kind == UNDO and what.startswith(WITHOUT):
            for number in reversed(taken_out(what)):
                del choices[number]
        elif kind == UNDO:
            del choices[int(what) :]
    return choices
