"""Lessons are played at tables of their own, and people know which ones they have finished."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("lesson", sa.String, nullable=False, server_default=""))
    op.create_table(
        "learned",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("lesson", sa.String, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("learned")
    op.drop_column("tables", "lesson")
