"""Errors as answers. Every refusal is a Problem with a sentence, and none has a traceback."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import SQLAlchemyError

from starhall.engine.errors import RulesFault, StarhallError
from starhall.server.errors import BadRequest, HallError, Unavailable, sentence_of, status_of
from starhall.server.notices import report, report_outage
from starhall.server.protocol.operation import Problem
from starhall.server.storage.database import is_outage
from starhall.server.words import say

RETRY_AFTER = "2"  # seconds, while the database does not answer

Asking = Request[Any, Any, Any]


def problem(error: StarhallError, status: int) -> Response[Problem]:
    return Response(
        Problem(error=sentence_of(error), status=status, code=error.code),
        status_code=status,
        media_type=MediaType.JSON,
        headers={"Retry-After": RETRY_AFTER} if status == 503 else None,
    )


def refused(_: Asking, error: StarhallError) -> Response[Problem]:
    if isinstance(error, RulesFault):
        report(error)
    return problem(error, status_of(error))


def not_understood(request: Asking, error: HTTPException) -> Response[Problem]:
    """A refusal by the framework: which field is wrong, and why."""
    if error.status_code == 413:
        most = request.app.state.limits.body_bytes
        return problem(BadRequest("request.large", most=most), 413)
    if error.status_code == 404:
        return problem(BadRequest("page.none_at", path=request.url.path), 404)
    if error.status_code == 405:
        method, path = request.method, request.url.path
        return problem(BadRequest("request.method", method=method, path=path), 405)
    wrong = [error.detail]
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra:
        wrong = [_wrong(item) for item in extra if isinstance(item, dict)]
    return problem(BadRequest("request.unread", why="; ".join(wrong)), error.status_code)


def _wrong(item: dict[str, Any]) -> str:
    message, key = str(item.get("message", "")), item.get("key")
    if message == "'data'":
        return say("request.no_body")
    return f"{key}: {message}" if key else message


def nested_too_deeply(_: Asking, error: RecursionError) -> Response[Problem]:
    return problem(BadRequest("request.deep"), 400)


def database_failed(request: Asking, error: Exception) -> Response[Problem]:
    if not is_outage(error):
        return failed(request, error)
    report_outage(error)
    return refused(request, Unavailable())


def failed(_: Asking, error: Exception) -> Response[Problem]:
    report(error)
    return problem(HallError("hall.failed"), 500)


HANDLERS: ExceptionHandlersMap = {
    StarhallError: refused,
    HTTPException: not_understood,
    RecursionError: nested_too_deeply,
    SQLAlchemyError: database_failed,
    OSError: database_failed,
    Exception: failed,
}
