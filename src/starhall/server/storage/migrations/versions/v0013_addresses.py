"""What an address was asked, and what it said, outlives the channel of whoever named it."""

import sqlalchemy as sa
from alembic import op

from starhall.server.hashes import digest

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    addresses = op.create_table(
        "addresses",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("refused", sa.Boolean, nullable=False),
    )
    known = {}
    columns = sa.column("kind"), sa.column("target"), sa.column("asked"), sa.column("state")
    for kind, target, asked, state in op.get_bind().execute(
        sa.select(*columns).select_from(sa.table("channels"))
    ):
        key = digest(kind, target.lower())
        before, refused = known.get(key, (0.0, False))
        known[key] = max(before, asked), refused or state == "refused"
    op.bulk_insert(
        addresses,
        [{"digest": key, "asked": a, "refused": r} for key, (a, r) in known.items()],
    )
    op.drop_column("channels", "asked")


def downgrade() -> None:
    op.add_column("channels", sa.Column("asked", sa.Float, nullable=False, server_default="0"))
    op.drop_table("addresses")
