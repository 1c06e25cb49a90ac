"""What people are told when they are away; friends, results and ratings; reports."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("muted_until", sa.Float, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("gone", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("chat", sa.Column("person", sa.String))
    op.create_table(
        "secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("wants", sa.String, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("fault", sa.String, nullable=False),
        sa.Column("claim", sa.String, nullable=False),
        sa.Column("claimed_until", sa.Float, nullable=False),
        sa.UniqueConstraint("person", "kind", "target"),
    )
    op.create_index("channels_by_due", "channels", ["kind", "due"])
    op.create_table(
        "notifications",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("mark", sa.String, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.UniqueConstraint("person", "kind", "table_id", "mark"),
    )
    op.create_table(
        "deliveries",
        sa.Column("channel", sa.String, sa.ForeignKey("channels.id"), primary_key=True),
        sa.Column("notification", sa.Integer, sa.ForeignKey("notifications.id"), primary_key=True),
    )
    op.create_table(
        "links",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("token", sa.String, nullable=False, unique=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "friends",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("friend", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("blocked", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "invited",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("invited_by_person", "invited", ["person"])
    op.create_table(
        "finals",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
    )
    op.create_index("results_by_player", "results", ["player"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("reporter", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("people.id")),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", sa.Float, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "reporter", "name", "said"),
    )


def downgrade() -> None:
    for name in (
        "reports",
        "ratings",
        "results",
        "finals",
        "invited",
        "blocks",
        "friends",
        "links",
        "deliveries",
        "notifications",
        "channels",
        "secrets",
    ):
        op.drop_table(name)
    op.drop_column("chat", "person")
    op.drop_column("tables", "rated")
    op.drop_column("people", "gone")
    op.drop_column("people", "muted_until")
