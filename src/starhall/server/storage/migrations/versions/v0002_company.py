"""Several processes see each other's guests; running games survive a change of their rules."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "halls",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
    )
    op.create_table(
        "company",
        sa.Column("hall", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sockets", sa.Integer, nullable=False),
    )
    op.create_table(
        "seatings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False),
    )
    for name in ("positions", "origins"):
        op.create_table(
            name,
            sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("count", sa.Integer, nullable=False),
            sa.Column("data", sa.Text, nullable=False),
        )


def downgrade() -> None:
    for name in ("origins", "positions", "seatings", "company", "halls"):
        op.drop_table(name)
