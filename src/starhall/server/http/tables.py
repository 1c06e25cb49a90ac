"""Requests about tables: the lobby, opening, joining and leaving one."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from starhall.server.errors import NotFound
from starhall.server.http.session import Session, person_of, require
from starhall.server.protocol.archive import Commitment
from starhall.server.protocol.tables import JoinTable, Lobby, OpenTable, Spectator, TableInfo
from starhall.server.storage.models import TableRow
from starhall.server.tables.company import Company
from starhall.server.tables.ending import Ending
from starhall.server.tables.listing import Listing
from starhall.server.tables.opening import Opening
from starhall.server.tables.registry import Registry
from starhall.server.tables.seating import Seating
from starhall.server.tasks import Tasks

TableId = Annotated[str, Parameter(description="The id of a table.", max_length=40)]


class Describer:
    """Describes a table to the requesting person: the host also gets the invitations."""

    def __init__(self, listing: Listing, seating: Seating, company: Company) -> None:
        self._listing = listing
        self._company = company
        self._seating = seating

    async def describe(self, row: TableRow, session: Session | None) -> TableInfo:
        invitations: dict[int, str] = {}
        if session is not None and row.host == session.person.id and row.status == "waiting":
            invitations = await self._seating.invitations(row, session.token)
        info = self._listing.info(row, person_of(session), invitations)
        if session is not None:
            info.hidden = await self._company.hidden(session.person.id, row.id)
        return info


@get("/api/lobby", summary="My games, open tables, games to watch")
async def lobby(listing: Listing, player: Session | None) -> Lobby:
    return await listing.lobby(require(player).person)


@post("/api/tables", summary="Open a table")
async def open_table(
    data: OpenTable, opening: Opening, describer: Describer, player: Session | None
) -> TableInfo:
    """The host of a table that a program opens is its owner; the program sits down."""
    opener = require(player, "open")
    row = await opening.open(data, opener.owner, opener.person)
    return await describer.describe(row, opener)


@post("/api/promises", summary="A commitment to the secret of a table that is opened next")
async def promise(opening: Opening, player: Session | None) -> Commitment:
    return Commitment(commitment=await opening.promise(require(player, "open").owner))


@get("/api/tables/{id:str}", summary="A table")
async def show_table(
    id: TableId,
    registry: Registry,
    seating: Seating,
    describer: Describer,
    player: Session | None,
    invitation: Annotated[str, Parameter(max_length=100)] = "",
) -> TableInfo:
    row = await registry.row(id)
    person = person_of(player)
    invited = await seating.is_invited(id, invitation, "" if person is None else person.id)
    if not invited and not row.visible_to(None if person is None else person.id):
        raise NotFound("table.none")
    return await describer.describe(row, player)


@get("/api/tables/{id:str}/spectators", summary="Who watches, for the host")
async def spectators(id: TableId, seating: Seating, session: Session | None) -> list[Spectator]:
    """Those who are connected to this process of the hall."""
    return await seating.spectators(id, require(session).person.id)


@post("/api/tables/{id:str}/join", summary="Take a chair", status_code=200)
async def join(
    id: TableId,
    data: JoinTable,
    seating: Seating,
    tasks: Tasks,
    describer: Describer,
    player: Session | None,
) -> TableInfo:
    person = require(player, "play").person
    row = await tasks.finish(seating.join(id, person, data.seat, data.invitation, data.nonce))
    return await describer.describe(row, player)


@post("/api/tables/{id:str}/leave", summary="Give the chair back before the start", status_code=200)
async def leave(
    id: TableId, seating: Seating, tasks: Tasks, describer: Describer, player: Session | None
) -> TableInfo:
    row = await tasks.finish(seating.leave(id, require(player, "play").person.id))
    return await describer.describe(row, player)


@post(
    "/api/tables/{id:str}/delete",
    summary="Tidy a game away from my list; if nobody else played it, it is deleted",
    status_code=204,
)
async def delete_table(id: TableId, ending: Ending, tasks: Tasks, session: Session | None) -> None:
    await tasks.finish(ending.delete(id, require(session).person.id))


HANDLERS = [lobby, promise, open_table, show_table, spectators, join, leave, delete_table]
