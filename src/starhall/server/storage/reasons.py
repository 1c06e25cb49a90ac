"""Why the database failed. Bot workers load this module, so it does not import SQLAlchemy."""

from __future__ import annotations


def reason_of(error: BaseException) -> str:
    """What the database said, without the query."""
    said = str(getattr(error, "orig", None) or error).strip().rstrip(".")
    return said or "no answer in time"  # a TimeoutError has no text
