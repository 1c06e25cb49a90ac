"""Stand-ins are settings of a table, friends' chairs stay theirs, hosts mute and kick."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COLUMNS: list[tuple[str, str, type[sa.types.TypeEngine[Any]], Any]] = [
    ("tables", "stand_in", sa.String, "normal"),
    ("tables", "stand_in_seconds", sa.Float, "60"),
    ("chairs", "reserved", sa.Boolean, sa.false()),
    ("chat", "speaker", sa.String, ""),
]


def upgrade() -> None:
    for table, name, kind, default in COLUMNS:
        op.add_column(table, sa.Column(name, kind, nullable=False, server_default=default))
    op.create_table(
        "bans",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("speaker", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bans")
    for table, name, _, _ in COLUMNS:
        op.drop_column(table, name)
