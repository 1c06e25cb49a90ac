"""Who is connected through which process gets plain names; processes fill both tables again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _replace(["company", "halls"], sockets="presence", owner="processes", column="process")


def downgrade() -> None:
    _replace(["presence", "processes"], sockets="company", owner="halls", column="hall")


def _replace(old: list[str], sockets: str, owner: str, column: str) -> None:
    for name in old:
        op.drop_table(name)
    op.create_table(
        owner,
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
    )
    op.create_table(
        sockets,
        sa.Column(column, sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sockets", sa.Integer, nullable=False),
    )
