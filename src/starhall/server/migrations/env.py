"""Alembic runs this: the steps are applied within the transaction the hall has opened."""

from alembic import context

from starhall.server.database import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite cannot alter a column
)
context.run_migrations()
