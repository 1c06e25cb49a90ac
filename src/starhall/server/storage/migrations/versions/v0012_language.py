"""The language in which a person reads belongs to the person."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.String, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("people", "language")
