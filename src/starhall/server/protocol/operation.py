"""The state of the hall, and errors."""

from __future__ import annotations

from starhall.server.protocol.wire import Answer


class Health(Answer):
    """GET /api/health: the state of the hall; `lag_ms` is the worst lag since the last request.

    Only the operator is told about the log: its growth shows that somebody chose in secret.
    """

    tables: int
    sockets: int
    lag_ms: float
    groups: int | None = None  # transactions of the log, and how many changes they held
    writes: int | None = None


class Readiness(Answer):
    """GET /readyz, with status 200 or 503: can somebody play here now?"""

    ready: bool
    database: bool  # the database answers
    workers: bool  # bots can think


class Problem(Answer):
    """An error: what was wrong and what would be right."""

    error: str
    status: int = 400
    code: str = ""  # for programs: the same in all languages
