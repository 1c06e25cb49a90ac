"""The published schema, and requests made up from it: no answer is ever a failure of the hall."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from starhall.server.protocol.frames import ServerMessage
from starhall.server.protocol.requests import ClientMessage
from tests.server.hall import Hall

ROOT = Path(__file__).resolve().parents[2]
ROUTES = {
    "/api/me", "/api/me/language", "/api/me/recover", "/api/me/phrase", "/api/me/logout",
    "/api/games",
    "/api/games/{game}/rules",
    "/api/icons", "/api/lobby", "/api/tables", "/api/tables/{id}", "/api/tables/{id}/join",
    "/api/tables/{id}/spectators",
    "/api/tables/{id}/leave", "/api/tables/{id}/delete", "/api/tables/{id}/fork",
    "/api/tables/{id}/replay",
    "/api/tables/{id}/review",
    "/api/tables/{id}/course", "/api/tables/{id}/record", "/api/tables/{id}/verify", "/api/health",
    "/api/promises", "/api/tables/{id}/proof", "/api/programs", "/api/programs/{id}",
    "/api/tables/{id}/observe", "/api/tables/{id}/act", "/api/tables/{id}/why",
    "/api/tables/{id}/consent", "/api/lessons", "/api/me/learning",
    "/api/channels", "/api/channels/{id}", "/api/channels/{id}/test", "/api/channels/{id}/ask",
    "/api/channels/confirm", "/api/unsubscribe/{token}", "/api/profile", "/api/profile/share",
    "/api/pages/{token}", "/api/games/{game}/ladder", "/api/friends", "/api/friends/link",
    "/api/friends/link/{token}", "/api/friends/{id}", "/api/tables/{id}/invite", "/api/blocks",
    "/api/blocks/{id}", "/api/tables/{id}/report", "/api/me/export", "/api/me/delete",
}  # fmt: skip


@pytest.fixture(scope="module")
def browser(hall: Hall) -> Iterator[dict[str, str]]:
    """The headers of somebody who has introduced himself."""
    header = {"X-Starhall": "1"}
    answer = hall.http.post("/api/me", json={"name": "Fuzz"}, headers=header)
    yield {**header, "Cookie": f"starhall={answer.cookies['starhall']}"}


@pytest.mark.parametrize("route", sorted(ROUTES))
def test_made_up_requests_never_fail_inside(
    hall: Hall, route: str, browser: dict[str, str]
) -> None:
    chairs = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": "cyberstrife", "chairs": chairs}
    table = hall.http.post("/api/tables", json=wanted, headers=browser).json()
    schema = schemathesis.openapi.from_url(f"{hall.url}/schema/openapi.json")
    for method in schema[route]:
        _try_out(schema[route][method], browser, table.get("id", ""))


def _try_out(operation: Any, browser: dict[str, str], table: str) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=10,
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any) -> None:
        if table and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = table  # a made-up id would get no further than 404
        if (case.query or {}).get("wait"):
            case.query["wait"] = 0.01  # nothing is going to happen at this table
        answer = case.call(headers=browser)
        assert answer.status_code < 500, answer.text
        assert "Traceback" not in answer.text
        if answer.status_code >= 400:
            problem = answer.json()
            assert problem["error"] and problem["status"] == answer.status_code

    check()


def test_the_messages_of_live_tables_are_published(hall: Hall) -> None:
    answer = hall.http.get("/schema/asyncapi.json")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.text == (ROOT / "docs" / "asyncapi.json").read_text("utf-8")
    found = answer.json()
    schemas = found["components"]["schemas"]
    for union, operation in ((ClientMessage, "hear"), (ServerMessage, "tell")):
        names = {kind.__name__ for kind in get_args(union)}
        messages = found["operations"][operation]["messages"]
        assert {message["$ref"].rpartition("/")[2] for message in messages} == names
        assert names <= set(schemas)


def test_the_schema_lists_every_route_at_schema(hall: Hall) -> None:
    found = hall.http.get("/schema").json()
    assert set(found["paths"]) == ROUTES
    assert {"TableInfo", "Lobby", "OpenTable", "Scene"} <= set(found["components"]["schemas"])
