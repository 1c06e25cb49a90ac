"""Requests about finished games."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.openapi import ResponseSpec

from starhall.engine.match.record import Record
from starhall.server.hall import Hall
from starhall.server.http.session import Session, asker_of, person_of, require
from starhall.server.http.tables import Describer, TableId
from starhall.server.protocol.archive import (
    Course,
    ForkTable,
    Proof,
    ReplayFrame,
    ReviewState,
    Verification,
)
from starhall.server.protocol.tables import TableInfo
from starhall.server.tables.archive import Archive, must_be_shown
from starhall.server.tables.opening import Opening
from starhall.server.tables.table import Table


@post("/api/tables/{id:str}/fork", summary="Play on from a ply of a finished game")
async def fork(
    id: TableId,
    data: ForkTable,
    archive: Archive,
    opening: Opening,
    describer: Describer,
    session: Session | None,
) -> TableInfo:
    host = require(session)
    source = await _finished(archive, id, session)
    must_be_shown(source)
    row = await opening.fork(source, data.ply, data.chairs, host.person)
    return await describer.describe(row, host)


@get(
    "/api/tables/{id:str}/replay",
    summary="A finished game at any ply, from any seat",
    responses={200: ResponseSpec(ReplayFrame, description="The table at that ply")},
)
async def replay(
    id: TableId, archive: Archive, session: Session | None, ply: int = 0, seat: int | None = None
) -> Response[bytes]:
    table = await _finished(archive, id, session)
    frame = await archive.replay(table, asker_of(session), ply, seat)
    return Response(frame, media_type="application/json")


@get("/api/tables/{id:str}/course", summary="What was measured over a finished game")
async def course(id: TableId, archive: Archive, session: Session | None) -> Course:
    table = await _finished(archive, id, session)
    return await archive.course(table, asker_of(session))


@get(
    "/api/tables/{id:str}/record",
    summary="The record of a finished game, to keep",
    responses={200: ResponseSpec(Record, description="The record")},
)
async def record(id: TableId, archive: Archive, session: Session | None) -> Response[bytes]:
    table = await _finished(archive, id, session)
    made = await archive.record(table, asker_of(session))
    name = f"{table.row.game}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(made.to_json(), media_type="application/json", headers=headers)


@get("/api/tables/{id:str}/verify", summary="Was the game dealt from the seed it committed to?")
async def verify(id: TableId, archive: Archive, session: Session | None) -> Verification:
    table = await _finished(archive, id, session)
    return await archive.verify(table, asker_of(session))


@get("/api/tables/{id:str}/proof", summary="All that is needed to check a finished game")
async def proof(id: TableId, archive: Archive, session: Session | None) -> Proof:
    return await archive.proof(await _finished(archive, id, session))


@get("/api/tables/{id:str}/review", summary="The review of a seat of a finished game")
async def review(
    id: TableId, archive: Archive, hall: Hall, session: Session | None, seat: int = 0
) -> ReviewState:
    table = await _finished(archive, id, session)
    person = person_of(session)
    return await hall.reviews.get(table, None if person is None else person.id, seat)


@post("/api/tables/{id:str}/review", summary="Let a strong bot review a seat of a finished game")
async def start_review(
    id: TableId, archive: Archive, hall: Hall, session: Session | None, seat: int = 0
) -> ReviewState:
    person = require(session).person
    table = await _finished(archive, id, session)
    return await hall.reviews.start(table, person.id, seat)


async def _finished(archive: Archive, id: str, session: Session | None) -> Table:
    person = person_of(session)
    return await archive.find(id, None if person is None else person.id)


HANDLERS = [fork, replay, course, review, start_review, record, verify, proof]
