"""Alembic runs this: it applies the steps in the transaction that the hall has begun."""

from alembic import context

from starhall.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite cannot alter a column
)
context.run_migrations()
