"""The HTTP part of the hall: identities, games, tables, and what is left of finished games."""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from starhall.bots import bot_class
from starhall.engine.chance import commitment, seed_bytes
from starhall.engine.errors import BadSetting
from starhall.engine.record import Record
from starhall.server import lobby, workers
from starhall.server.errors import HallError, NotNow, NotThere, Stranger, TooMuch
from starhall.server.guard import address
from starhall.server.hall import Hall, playing
from starhall.server.icons import show_icons
from starhall.server.ledger import CHOICE, Entry, Ledger, Position
from starhall.server.people import (
    COOKIE,
    clean_name,
    hashed,
    invitation,
    new_id,
    new_phrase,
    new_token,
    plain_phrase,
)
from starhall.server.protocol import (
    Chair,
    Course,
    ForkTable,
    GameInfo,
    Health,
    Introduce,
    JoinTable,
    Lobby,
    Me,
    OpenTable,
    Recover,
    ReplayFrame,
    RuleSection,
    SeatState,
    TableInfo,
    Verification,
)
from starhall.server.shelf import find
from starhall.server.store import ChairRow, Person, TableRow
from starhall.server.table import Table, info

Asking = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(description="The id of a table.", max_length=40)]
COOKIE_SECONDS = 400 * 86_400  # as long as browsers keep one
STARS = ("Vega", "Rigel", "Mira", "Altair", "Spica", "Deneb", "Nunki", "Sirius")  # names for bots


class Guest(msgspec.Struct, frozen=True):
    """Who asks: the person and the token of this browser."""

    person: Person
    token: str


async def provide_guest(request: Asking, hall: Hall) -> Guest | None:
    token = request.cookies.get(COOKIE, "")
    person = await hall.who(hashed(token)) if token else None
    return None if person is None else Guest(person, token)


def known(guest: Guest | None) -> Guest:
    if guest is None:
        raise Stranger("introduce yourself first: POST /api/me with a name")
    return guest


# People


@get("/api/me", summary="Who am I? Nobody yet, if null")
async def me(guest: Guest | None) -> Me | None:
    return None if guest is None else Me(id=guest.person.id, name=guest.person.name)


@post("/api/me", summary="Introduce yourself, or take another name")
async def introduce(
    data: Introduce, request: Asking, hall: Hall, guest: Guest | None
) -> Response[Me]:
    name = clean_name(data.name, hall.limits.name_letters)
    if guest is not None:
        person = Person(guest.person.id, name)
        await hall.store.rename(person.id, name)
        hall.remember(hashed(guest.token), person)
        return Response(Me(id=person.id, name=name))
    _admit_stranger(request, hall)
    person, token, phrase = Person(new_id(), name), new_token(), new_phrase()
    await hall.store.introduce(person, token, phrase)
    return Response(
        Me(id=person.id, name=name, phrase=phrase), cookies=[_cookie(request, hall, token)]
    )


@post("/api/me/recover", summary="Move an identity to this browser by its phrase", status_code=200)
async def recover(data: Recover, request: Asking, hall: Hall) -> Response[Me]:
    _admit_stranger(request, hall)
    token = new_token()
    person = await hall.store.recover(plain_phrase(data.phrase), token)
    return Response(Me(id=person.id, name=person.name), cookies=[_cookie(request, hall, token)])


@post("/api/me/phrase", summary="A new recovery phrase; the old one is void", status_code=200)
async def phrase(hall: Hall, guest: Guest | None) -> Me:
    person, made = known(guest).person, new_phrase()
    await hall.store.new_phrase(person.id, made)
    return Me(id=person.id, name=person.name, phrase=made)


def _admit_stranger(request: Asking, hall: Hall) -> None:
    if not hall.strangers.take(address(request.scope)):
        raise TooMuch("too many new identities from your address; try again in some minutes")


def _cookie(request: Asking, hall: Hall, token: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="strict",
        secure=hall.config.secure or request.url.scheme == "https",
        max_age=COOKIE_SECONDS,
        path="/",
    )


# Games


@get("/api/games", summary="The games of the hall", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    return lobby.games()


@get("/api/games/{game:str}/rules", summary="The rule book of a game", sync_to_thread=False)
def rule_book(game: str) -> list[RuleSection]:
    return lobby.rules(game)


@get("/api/lobby", summary="My games, open tables, games to watch")
async def show_lobby(hall: Hall, guest: Guest | None) -> Lobby:
    person = known(guest).person
    mine = [_info(hall, row, guest) for row in await hall.store.mine(person.id)]
    mine.sort(key=lambda table: (table.status == "over", not table.your_turn))
    own = {table.id for table in mine}
    waiting, running = await hall.store.listed("waiting"), await hall.store.listed("playing")
    return Lobby(
        mine=mine,
        open=[
            _info(hall, row, guest)
            for row in waiting
            if row.id not in own and any(chair.kind == "open" for chair in row.chairs)
        ],
        watch=[_info(hall, row, guest) for row in running if row.id not in own],
    )


# Tables


@post("/api/tables", summary="Open a table")
async def open_table(data: OpenTable, hall: Hall, guest: Guest | None) -> TableInfo:
    host = known(guest)
    game = find(data.game)
    settings = game.configure(len(data.chairs), data.settings)
    if data.seed and any(chair.kind in ("friend", "open") for chair in data.chairs):
        raise BadSetting(
            "whoever knows the seed knows every card: a seed can only be set at a table with "
            "bots; leave it empty and it is drawn"
        )
    drawn = seed_bytes(data.seed or hall.config.seed or new_token())
    row = TableRow(
        id=new_id(),
        game=game.id,
        rules=game.version,
        content=game.content,
        settings=settings,
        seed=drawn.hex(),
        host=host.person.id,
        hints=data.hints,
        private=data.private,
        forked="",
        status="waiting",
        started=time.time(),
        moved=time.time(),
        asked=[],
        ending="",
        chairs=_chairs(data.chairs, host.person),
    )
    return await _open(hall, host, row, [])


def _chairs(wanted: list[Chair], host: Person) -> list[ChairRow]:
    if len([chair for chair in wanted if chair.kind == "me"]) > 1:
        raise HallError("you can take one chair only")
    chairs: list[ChairRow] = []
    for seat, chair in enumerate(wanted):
        if chair.kind == "me":
            chairs.append(ChairRow(seat, "person", host.name, host.id))
        elif chair.kind == "bot":
            bot_class(chair.bot)  # refuses a name that is not in the closed list
            name = _bot_name([host.name, *(chair.name for chair in chairs)])
            chairs.append(ChairRow(seat, "bot", name, None, chair.bot))
        else:
            chairs.append(ChairRow(seat, chair.kind, ""))
    return chairs


def _bot_name(taken: list[str]) -> str:
    """The first star nobody is called after; how well it plays is said beside its name."""
    return next((star for star in STARS if star not in taken), f"{STARS[0]} {len(taken)}")


async def _open(
    hall: Hall, host: Guest, row: TableRow, log: list[Entry], origin: Position | None = None
) -> TableInfo:
    count, bots = await hall.store.hosted(host.person.id)
    if count >= hall.limits.tables_per_person:
        raise TooMuch(
            f"you host {count} tables that are not over; finish or leave some before opening more"
        )
    bots += len([chair for chair in row.chairs if chair.kind == "bot"])
    if bots > hall.limits.bot_seats_per_person:
        raise TooMuch(f"{bots} bots would play for you at once; finish some of your games first")
    if all(chair.kind in ("person", "bot") for chair in row.chairs):
        row.status = "playing"
        ledger = Ledger(find(row.game), Table(row, []).header(), row.started, origin)
        await ledger.read(log)
        if ledger.match.over:
            raise HallError("the game is over at that ply: fork an earlier one")
        row.asked = ledger.asked()
    await hall.store.open_table(row, log, origin)
    table = await hall.table(row.id)
    return await _shown(hall, table.row, host)


@get("/api/tables/{id:str}", summary="A table")
async def show_table(
    id: TableId,
    hall: Hall,
    guest: Guest | None,
    invitation: Annotated[str, Parameter(max_length=100)] = "",
) -> TableInfo:
    row = await _row(hall, id)
    invited = bool(invitation) and await hall.store.invited(id, invitation)
    if not invited and not lobby.may_see(row, None if guest is None else guest.person.id):
        raise NotThere("there is no such table")
    return await _shown(hall, row, guest)


@post("/api/tables/{id:str}/join", summary="Take a chair", status_code=200)
async def join(id: TableId, data: JoinTable, hall: Hall, guest: Guest | None) -> TableInfo:
    person = known(guest).person
    row, _ = await hall.store.sit(id, person, data.seat, data.invitation)
    return await hall.finish(_reseated(hall, row, guest))


@post("/api/tables/{id:str}/leave", summary="Give the chair back before the start", status_code=200)
async def leave(id: TableId, hall: Hall, guest: Guest | None) -> TableInfo:
    person = known(guest).person
    row = await hall.store.leave(id, person.id, await hall.stuck(id))
    return await hall.finish(_reseated(hall, row, guest))


async def _reseated(hall: Hall, row: TableRow, guest: Guest | None) -> TableInfo:
    await hall.reseat(await hall.table(row.id), row)
    return await _shown(hall, row, guest)


async def _row(hall: Hall, id: str) -> TableRow:
    live = hall.tables.get(id)
    return live.row if live is not None else await hall.store.table(id)


async def _shown(hall: Hall, row: TableRow, guest: Guest | None) -> TableInfo:
    """For the host, with the invitations of the chairs that wait for friends."""
    invited: dict[int, str] = {}
    if guest is not None and row.host == guest.person.id and row.status == "waiting":
        free = [chair.seat for chair in row.chairs if chair.kind in ("friend", "open")]
        invited = {seat: invitation(guest.token, row.id, seat) for seat in free}
        await hall.store.invite(row.id, invited)
    return _info(hall, row, guest, invited)


def _info(
    hall: Hall, row: TableRow, guest: Guest | None, invited: dict[int, str] | None = None
) -> TableInfo:
    live = hall.tables.get(row.id)
    seats: list[SeatState] = (live or Table(row, [], hall.company.of(row.id))).seats()
    return info(row, None if guest is None else guest.person, seats, invited or {})


# Finished games


async def _finished(hall: Hall, id: str, guest: Guest | None) -> Table:
    table = await hall.table(id)
    if not lobby.may_see(table.row, None if guest is None else guest.person.id):
        raise NotThere("there is no such table")
    if not playing(table).match.over:
        raise NotNow("this can be seen when the game is over")
    return table


@post("/api/tables/{id:str}/fork", summary="Play on from a ply of a finished game")
async def fork(id: TableId, data: ForkTable, hall: Hall, guest: Guest | None) -> TableInfo:
    host = known(guest)
    source = await _finished(hall, id, guest)
    steps = source.story().steps
    if not 0 <= data.ply < len(steps):
        raise HallError(f"fork a ply from 0 to {len(steps) - 1}, not {data.ply}")
    if len(data.chairs) != len(source.row.chairs):
        raise HallError(f"this game has {len(source.row.chairs)} seats, not {len(data.chairs)}")
    now = time.time()
    row = msgspec.structs.replace(
        source.row,
        id=new_id(),
        host=host.person.id,
        forked=f"{id}@{data.ply}",
        status="waiting",
        started=now,
        moved=now,
        asked=[],
        ending="",
        chairs=_chairs(data.chairs, host.person),
    )
    log = [Entry(seat, CHOICE, token, now) for seat, token in steps[: data.ply]]
    origin = playing(source).origin
    if origin is not None:
        origin = Position(0, 0, origin.checkpoint, [])
    return await _open(hall, host, row, log, origin)


@get(
    "/api/tables/{id:str}/replay",
    summary="A finished game at any ply, from any seat",
    responses={200: ResponseSpec(ReplayFrame, description="The table at that ply")},
)
async def replay(
    id: TableId, hall: Hall, guest: Guest | None, ply: int = 0, seat: int | None = None
) -> Response[bytes]:
    table = await _finished(hall, id, guest)
    story = table.story()
    if not 0 <= ply <= len(story.steps):
        raise HallError(f"there is no ply {ply}: this game has 0 to {len(story.steps)}")
    if seat is not None and not 0 <= seat < len(table.row.chairs):
        raise HallError(f"there is no seat {seat}: seats are 0 to {len(table.row.chairs) - 1}")
    frame = await hall.library.run(workers.position, story, ply, seat)
    return Response(frame, media_type="application/json")


@get("/api/tables/{id:str}/course", summary="What was measured over a finished game")
async def course(id: TableId, hall: Hall, guest: Guest | None) -> Course:
    table = await _finished(hall, id, guest)
    plies, measures = await hall.library.run(workers.course, table.story())
    return Course(plies=plies, measures=measures)


@get(
    "/api/tables/{id:str}/record",
    summary="The record of a finished game, to keep",
    responses={200: ResponseSpec(Record, description="The record")},
)
async def record(id: TableId, hall: Hall, guest: Guest | None) -> Response[bytes]:
    table = await _finished(hall, id, guest)
    kept = await hall.library.run(workers.record, table.story())
    name = f"{table.row.game}-{id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(kept.to_json(), media_type="application/json", headers=headers)


@get("/api/tables/{id:str}/verify", summary="Was the game dealt from the seed it committed to?")
async def verify(id: TableId, hall: Hall, guest: Guest | None) -> Verification:
    table = await _finished(hall, id, guest)
    row = table.row
    promised = commitment(bytes.fromhex(row.seed))
    wrong = await hall.library.run(workers.verify, table.story(), promised, row.ending)
    proven = (
        "The seed fits the commitment shown before the game, and dealt from it, every choice "
        "of the log is legal in turn and leads to the same end."
    )
    if playing(table).origin is not None:
        proven = (
            "The seed fits the commitment shown before the game. The rules changed during the "
            "game: from then on every choice of the log is legal in turn and leads to the same "
            "end; what came before cannot be played again by the rules of today."
        )
    return Verification(ok=not wrong, commitment=promised, seed=row.seed, sentence=wrong or proven)


@get("/api/health", summary="Is the hall well?")
async def health(hall: Hall) -> Health:
    return Health(
        tables=len(hall.tables),
        sockets=hall.sockets,
        lag_ms=round(hall.take_lag() * 1000, 1),
        groups=hall.writer.groups,
        pages=hall.writer.pages,
    )


HANDLERS = [
    me, introduce, recover, phrase, list_games, rule_book, show_icons, show_lobby, open_table,
    show_table, join, leave, fork, replay, course, record, verify, health,
]  # fmt: skip
