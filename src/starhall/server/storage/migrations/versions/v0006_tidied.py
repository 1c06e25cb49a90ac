"""People can tidy finished games away from their lists."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tidied",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("tidied")
