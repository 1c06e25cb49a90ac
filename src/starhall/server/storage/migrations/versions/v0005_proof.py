"""What was committed to is stored, and the log is chained by hashes; see proof.py."""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from starhall.engine.rules.chance import commitment
from starhall.server.hashes import digest

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

COLUMNS: list[tuple[str, str, type[sa.types.TypeEngine[Any]], Any]] = [
    ("tables", "commitment", sa.String, ""),
    ("tables", "secret", sa.String, ""),
    ("tables", "mixed", sa.Boolean, sa.false()),
    ("tables", "chain", sa.String, ""),
    ("chairs", "nonce", sa.String, ""),
    ("entries", "hash", sa.String, ""),
]


def upgrade() -> None:
    for table, name, kind, default in COLUMNS:
        op.add_column(table, sa.Column(name, kind, nullable=False, server_default=default))
    op.create_table(
        "promises",
        sa.Column("commitment", sa.String, primary_key=True),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    db = op.get_bind()
    for row in db.execute(sa.text("SELECT id, game, settings, seed FROM tables")).all():
        _chain(db, *row)


def _chain(db: sa.Connection, table: str, game: str, settings: str, seed: str) -> None:
    """A table that was opened before: its seed was committed to, and its log has no hashes."""
    ordered = msgspec.json.encode(dict(sorted(msgspec.json.decode(settings).items()))).decode()
    last = digest(seed, f"{table} {game} {ordered}")
    log = "SELECT ply, seat, kind, at, what FROM entries WHERE table_id = :t ORDER BY ply"
    rows = []
    for ply, seat, kind, at, what in db.execute(sa.text(log), {"t": table}).all():
        last = digest(last, f"{ply} {seat} {kind} {at!r} {what}")
        rows.append({"t": table, "p": ply, "h": last})
    if rows:
        db.execute(sa.text("UPDATE entries SET hash = :h WHERE table_id = :t AND ply = :p"), rows)
    now = {
        "t": table,
        "c": commitment(bytes.fromhex(seed)),
        "s": seed,
        "h": last if rows else "",
    }
    row = "UPDATE tables SET commitment = :c, secret = :s, chain = :h WHERE id = :t"
    db.execute(sa.text(row), now)


def downgrade() -> None:
    op.drop_table("promises")
    for table, name, _, _ in COLUMNS:
        op.drop_column(table, name)
