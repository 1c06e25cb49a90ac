"""Clocks: the settings of a table, and when the time of its seats is up."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("dues", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("tables_by_due", "tables", ["due"])


def downgrade() -> None:
    op.drop_index("tables_by_due", "tables")
    for column in ("due", "dues", "clock"):
        op.drop_column("tables", column)
