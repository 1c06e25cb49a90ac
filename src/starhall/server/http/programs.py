"""Requests about the programs of a person: who they are, and the tokens that open the hall."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import delete, get, post
from litestar.params import Parameter

from starhall.server.hall import Hall
from starhall.server.http.session import Asking, Session, address_of, require
from starhall.server.programs import Programs
from starhall.server.protocol.people import NewProgram, ProgramInfo, Scope
from starhall.server.storage.programs import Program

ProgramId = Annotated[str, Parameter(description="The id of a program.", max_length=60)]


@get("/api/programs", summary="My programs")
async def list_programs(programs: Programs, session: Session | None) -> list[ProgramInfo]:
    return [_info(program) for program in await programs.of(require(session).person)]


@post("/api/programs", summary="A new program; its token is shown only once")
async def make_program(
    data: NewProgram, request: Asking, programs: Programs, session: Session | None
) -> ProgramInfo:
    owner, address = require(session).person, address_of(request.scope)
    program, token = await programs.make(owner, data.name, data.scopes, address)
    return _info(program, token)


@delete("/api/programs/{id:str}", summary="Revoke the token of a program", status_code=204)
async def revoke_program(id: ProgramId, hall: Hall, session: Session | None) -> None:
    """Its seats stay its own; a bot can play there as for anybody who is gone."""
    await hall.programs.revoke(require(session).person, id)
    await hall.close_void()


def _info(program: Program, token: str | None = None) -> ProgramInfo:
    return ProgramInfo(
        id=program.person.id,
        name=program.person.name,
        scopes=[cast("Scope", scope) for scope in program.scopes],
        made=program.made,
        token=token,
    )


HANDLERS = [list_programs, make_program, revoke_program]
