"""Playing by plain requests, for programs: look at a table, wait for your turn, choose."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from starhall.engine.errors import IllegalChoice
from starhall.engine.text.language import active
from starhall.server.errors import Forbidden, NotFound, TooManyRequests, Unauthorized, Unavailable
from starhall.server.hall import Hall
from starhall.server.http.session import Session, require
from starhall.server.http.tables import TableId
from starhall.server.identities import hashed
from starhall.server.protocol.frames import CloseCode, ReasonInfo
from starhall.server.protocol.play import Act, Agree, Observation
from starhall.server.tables import frames
from starhall.server.tables.answers import answer, check_number, interrupt
from starhall.server.tables.audience import Connection
from starhall.server.tables.journal import Journal
from starhall.server.tables.table import Table, seat_states
from starhall.server.tables.viewpoint import Cursor, Viewpoint
from starhall.server.tables.wishes import pending_for

LONGEST_TOKEN = 100  # letters of an option
# Requests that cost the hall more than a choice count as several: how many more than one.
WORDS_COST = 2
SCENE_COST = 2
WHY_COST = 4

Have = Annotated[int, Parameter(description="`frame` of the last observation.", ge=0)]
Wait = Annotated[
    float, Parameter(description="Seconds to wait until you are asked or the game is over.", ge=0)
]


@get("/api/tables/{id:str}/observe", summary="The table as your seat sees it, now or soon")
async def observe(
    id: TableId,
    hall: Hall,
    player: Session | None,
    have: Have = 0,
    wait: Wait = 0.0,
    words: bool = False,
    scene: bool = False,
) -> Observation:
    asking = require(player, "observe")
    hall.programs.count(asking.owner.id, WORDS_COST * words + SCENE_COST * scene)
    table = await _table(hall, id, asking)
    if wait > 0:
        await _wait(hall, table, asking, min(wait, hall.limits.poll_seconds))
        table = await _table(hall, id, asking)
    async with table.lock:
        return _observation(table, asking, have, Viewpoint(None, scene, words))


@post("/api/tables/{id:str}/act", summary="Choose one or several options", status_code=200)
async def act(id: TableId, data: Act, hall: Hall, player: Session | None) -> Observation:
    asking = require(player, "play")
    check_number(data.options)
    table = await _table(hall, id, asking)
    return await hall.tasks.finish(_act(hall, table, asking, data))


@get("/api/tables/{id:str}/why", summary="What your seat cannot choose now, and why")
async def why(id: TableId, hall: Hall, player: Session | None) -> list[ReasonInfo]:
    asking = require(player, "observe")
    hall.programs.count(asking.owner.id, WHY_COST)
    table = await _table(hall, id, asking)
    async with table.lock:
        return frames.reasons(table.require_journal().match, _seat(table, asking))


@post("/api/tables/{id:str}/consent", summary="Answer what another seat wishes", status_code=200)
async def consent(id: TableId, data: Agree, hall: Hall, player: Session | None) -> Observation:
    asking = require(player, "play")
    table = await _table(hall, id, asking)
    seat = _seat(table, asking)
    await hall.tasks.finish(hall.wishes.answer(table, seat, data.request, data.agreed))
    async with table.lock:
        return _observation(table, asking, 0, Viewpoint(None, False))


async def _table(hall: Hall, id: str, asking: Session) -> Table:
    table = await hall.registry.get(id)
    if not table.row.visible_to(asking.person.id):
        raise NotFound("table.none")
    return table


def _seat(table: Table, asking: Session) -> int:
    seat = table.row.seat_of(asking.person.id)
    if seat is None:
        raise Forbidden("table.watching")
    return seat


async def _act(hall: Hall, table: Table, asking: Session, data: Act) -> Observation:
    seat = _seat(table, asking)
    async with table.lock:
        journal = table.require_journal()
        options = [_number(journal, option) for option in data.options]
        if len(options) == 1 and _unasked(journal, seat, options[0]):
            made = await interrupt(hall.changes, table, seat, data.answered, options[0])
        else:
            made = await answer(hall.changes, table, seat, data.answered, options)
        seen = _observation(table, asking, 0, Viewpoint(None, False))
    seen.log, seen.log_from = [], 0  # the next look brings the new lines
    seen.chain = made[-1].hash if made else ""
    return seen


def _number(journal: Journal, option: int | str) -> int:
    if isinstance(option, int):
        return option
    if len(option) > LONGEST_TOKEN:
        raise IllegalChoice("choice.long", most=LONGEST_TOKEN)
    return journal.game.vocabulary.find(option).number


def _unasked(journal: Journal, seat: int, number: int) -> bool:
    """Is this an option that can be chosen at any time, rather than one that was asked for?"""
    decision = journal.match.decision_of(seat)
    if decision is not None and number in [option.number for option in decision.options]:
        return False
    return number in [option.number for option in journal.match.interjections(seat)]


async def _wait(hall: Hall, table: Table, asking: Session, seconds: float) -> None:
    """Wait until the seat is asked or the game is over. Meanwhile the program is at the table."""
    if _ready(table, asking):
        return
    if not hall.sockets.open(asking.person.id):
        raise TooManyRequests("limit.waiting")
    connection = Connection(
        asking.person, table.row.seat_of(asking.person.id), hashed(asking.token)
    )
    table.audience.join(connection)
    hall.presence.changed(table.id)
    table.tell_presence()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not _ready(table, asking) and not connection.closed:
                    await connection.wait()
                    connection.take()
    finally:
        hall.sockets.close(asking.person.id)
        closing = connection.closing
        table.audience.leave(connection)
        hall.presence.changed(table.id)
        table.tell_presence()
    if closing is not None:
        raise _refusal(closing[0])


def _refusal(code: int) -> Exception:
    if code == CloseCode.NEW_COOKIE:
        return Unauthorized("program.void")
    if code == CloseCode.NO_TABLE:
        return NotFound("table.closed_to_you")
    return Unavailable()


def _ready(table: Table, asking: Session) -> bool:
    """Does the program have something to do?"""
    seat = table.row.seat_of(asking.person.id)
    if table.journal is None:
        return False
    match = table.journal.match
    if table.journal.over or pending_for(table, seat) is not None:
        return True
    return seat is not None and match.decision_of(seat) is not None and not table.bot_of(seat)


def _observation(table: Table, asking: Session, have: int, wanted: Viewpoint) -> Observation:
    row = table.row
    seat = row.seat_of(asking.person.id)
    seen = Observation(
        table=row.id,
        game=row.game,
        status="waiting" if row.status == "waiting" else "over" if row.ending else "playing",
        seats=seat_states(row, table.audience.is_here),
        seat=seat,
    )
    journal = table.journal
    if journal is None:
        return seen
    frame = frames.frame(journal, Viewpoint(seat, wanted.scene, wanted.words, active()))
    seen.frame, seen.answered, seen.prompt = frame.frame, frame.answered, frame.prompt
    seen.options, seen.anytime = frame.options, frame.anytime
    seen.waiting, seen.words, seen.scene = frame.waiting, frame.words, frame.scene
    seen.clocks, seen.now = frame.clocks, table.now()
    seen.log_from, seen.log = frames.new_lines(journal, seat, Cursor(have))
    seen.over, seen.ending, seen.result = frame.over, frame.ending, journal.match.result
    seen.wish = pending_for(table, seat)
    return seen


HANDLERS = [observe, act, why, consent]
