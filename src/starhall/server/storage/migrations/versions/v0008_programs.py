"""Programs of people: an identity of their own, opened by a token."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "programs",
        sa.Column("id", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("owner", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("scopes", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("programs_by_owner", "programs", ["owner"])


def downgrade() -> None:
    op.drop_table("programs")
