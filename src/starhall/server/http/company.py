"""Requests about people: their pages, ladders, friends and blocks, reports, their own data."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import Parameter

from starhall.server.errors import BadRequest, NotFound
from starhall.server.hall import Hall
from starhall.server.http.identity import cleared_cookie
from starhall.server.http.session import Asking, Session, person_of, require
from starhall.server.http.tables import TableId
from starhall.server.installed import find
from starhall.server.protocol.company import (
    Befriend,
    Block,
    DeleteMe,
    Friend,
    Friends,
    InviteFriend,
    Ladder,
    Profile,
    Report,
    SharePage,
)
from starhall.server.storage.models import TableRow
from starhall.server.tasks import Tasks

LinkToken = Annotated[str, Parameter(description="The end of a link.", max_length=60)]
PersonId = Annotated[str, Parameter(description="As in GET /api/friends.", max_length=60)]


@get("/api/profile", summary="My page: games, results, opponents")
async def my_page(hall: Hall, session: Session | None) -> Profile:
    return await hall.company.page(require(session).person, mine=True)


@post("/api/profile/share", summary="A new link to my page, or none", status_code=200)
async def share_page(data: SharePage, hall: Hall, session: Session | None) -> Profile:
    person = require(session).person
    await hall.company.store.set_link(person.id, "page", data.on)
    return await hall.company.page(person, mine=True)


@get("/api/pages/{token:str}", summary="The page that somebody shares")
async def shared_page(token: LinkToken, hall: Hall) -> Profile:
    return await hall.company.shared_page(token)


@get("/api/games/{game:str}/ladder", summary="The rated players of a game")
async def ladder(game: str, hall: Hall, session: Session | None) -> Ladder:
    person = person_of(session)
    return await hall.company.ladder(find(game).id, None if person is None else person.id)


@get("/api/friends", summary="My friends, my link, and whom I have blocked")
async def friends(hall: Hall, session: Session | None) -> Friends:
    return await hall.company.friends(require(session).person.id)


@post("/api/friends/link", summary="A new link to become friends; the old one is void")
async def new_friend_link(hall: Hall, session: Session | None) -> Friends:
    person = require(session).person.id
    await hall.company.store.set_link(person, "friend")
    return await hall.company.friends(person)


@get("/api/friends/link/{token:str}", summary="Whose link this is")
async def friend_link(token: LinkToken, hall: Hall, session: Session | None) -> Friend:
    require(session)
    return Friend(id="", name=(await hall.company.behind(token)).name)


@post("/api/friends", summary="Become friends with who has sent a link", status_code=200)
async def befriend(data: Befriend, hall: Hall, session: Session | None) -> Friends:
    person = require(session).person
    await hall.company.befriend(person, data.token)
    return await hall.company.friends(person.id)


@delete("/api/friends/{id:str}", summary="Not friends any more", status_code=204)
async def part(id: PersonId, hall: Hall, session: Session | None) -> None:
    await hall.company.part(require(session).person.id, id)


@post("/api/tables/{id:str}/invite", summary="Invite a friend by name", status_code=204)
async def invite(id: TableId, data: InviteFriend, hall: Hall, session: Session | None) -> None:
    person = require(session).person
    row = await _visible(hall, id, session)
    await hall.company.invite(row, person.id, data.friend, data.seat)
    await hall.watcher.invite(id, data.friend, person.name)


@post("/api/blocks", summary="Do not meet somebody any more", status_code=204)
async def block(data: Block, hall: Hall, session: Session | None) -> None:
    person = require(session).person.id
    row = await _visible(hall, data.table, session)
    await hall.company.block(person, row, data.speaker, data.seat)


@delete("/api/blocks/{id:str}", summary="Unblock somebody", status_code=204)
async def unblock(id: PersonId, hall: Hall, session: Session | None) -> None:
    await hall.company.unblock(require(session).person.id, id)


@post("/api/tables/{id:str}/report", summary="Report a line of the chat", status_code=204)
async def report(id: TableId, data: Report, hall: Hall, session: Session | None) -> None:
    person = require(session).person.id
    await _visible(hall, id, session)
    await hall.company.report(id, person, data.speaker, data.at, data.reason)


@get("/api/me/export", summary="Everything the hall has stored about me, as a file")
async def export(hall: Hall, session: Session | None) -> Response[bytes]:
    found = await hall.moderation.export(require(session).person.id)
    named = {"exported": time.time(), **found}
    body = msgspec.json.format(msgspec.json.encode(named), indent=1)
    headers = {"content-disposition": 'attachment; filename="starhall.json"'}
    return Response(body, media_type="application/json", headers=headers)


@post("/api/me/delete", summary="Delete me: the games stay, the name goes", status_code=204)
async def delete_me(
    data: DeleteMe, request: Asking, hall: Hall, tasks: Tasks, session: Session | None
) -> Response[None]:
    person = require(session).person
    if data.name != person.name:
        raise BadRequest("person.delete_name")
    await tasks.finish(hall.forgetting.person(person))
    await hall.close_void()
    return Response(None, cookies=[cleared_cookie(request, hall.config)])


async def _visible(hall: Hall, id: str, session: Session | None) -> TableRow:
    row = await hall.registry.row(id)
    if not row.visible_to(require(session).person.id):
        raise NotFound("table.none")
    return row


HANDLERS = [
    my_page,
    share_page,
    shared_page,
    ladder,
    friends,
    new_friend_link,
    friend_link,
    befriend,
    part,
    invite,
    block,
    unblock,
    report,
    export,
    delete_me,
]
