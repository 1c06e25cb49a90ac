# mypyc: on
"""What a client at a table may ask for, one function for each message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import msgspec

from starhall.engine.text.language import speaking
from starhall.server.errors import Conflict, Forbidden
from starhall.server.hall import Hall
from starhall.server.languages import known
from starhall.server.protocol.frames import Hint, HintOption, Pong, Reasons
from starhall.server.protocol.orders import AskPlannable, GiveOrders, Plannable
from starhall.server.protocol.requests import (
    Abort,
    AskHint,
    Choose,
    ClientMessage,
    Consent,
    Hand,
    Hello,
    Interject,
    Kick,
    LookBack,
    Mute,
    PauseClock,
    Ping,
    Resign,
    Say,
    TryAgain,
    Undo,
    WhyNot,
)
from starhall.server.storage.models import Entry
from starhall.server.tables import lines, orders
from starhall.server.tables.answers import answer, check_number, interrupt
from starhall.server.tables.audience import Connection
from starhall.server.tables.chat import in_words
from starhall.server.tables.frames import reasons
from starhall.server.tables.table import Table, ack_of
from starhall.server.tables.viewpoint import Cursor, Viewpoint
from starhall.server.tables.wishes import pending_for

# Messages that cost the hall more than a choice count as several: how many more than one.
EXTRA_COST: dict[type[ClientMessage], int] = {
    Undo: 9,
    TryAgain: 9,
    AskPlannable: 29,
    GiveOrders: 4,
    LookBack: 9,
    WhyNot: 4,
    AskHint: 4,
    Hello: 4,
    Hand: 4,
}

# These need no answer when the client is gone. All others are always handled completely.
CHANGES_NOTHING = frozenset((Hello, WhyNot, AskHint, LookBack, Ping))


async def handle(hall: Hall, table: Table, connection: Connection, message: ClientMessage) -> None:
    """Do what a message asks for. Refusals are raised."""
    match message:
        case Hello():
            hello(table, connection, message)
        case Choose():
            await choose(hall, table, connection, message)
        case Interject():
            await interject(hall, table, connection, message)
        case Undo():
            seat = own_seat(connection)
            await hall.undo.request(table, connection, seat, message.ref, message.answered)
        case TryAgain():
            await try_again(hall, table, connection, message)
        case Resign():
            made = await hall.ending.resign(table, own_seat(connection))
            acknowledge(table, connection, message.ref, made)
        case GiveOrders():
            await hall.tasks.finish(give_orders(hall, table, connection, message))
        case AskPlannable():
            await plannable(table, connection, message)
        case PauseClock():
            await hall.tasks.finish(pause(hall, table, connection, message))
        case Abort():
            seat = own_seat(connection)
            await hall.ending.abort(table, connection, seat, message.ref)
        case Consent():
            seat = own_seat(connection)
            await hall.wishes.answer(table, seat, message.request, message.agreed)
        case WhyNot():
            await why_not(table, connection, message)
        case AskHint():
            await hint(hall, table, connection, message)
        case LookBack():
            await look_back(table, connection, message)
        case Say():
            await hall.chat.say(table, connection, message.text)
        case Hand():
            await hand(hall, table, connection, message)
        case Mute():
            person = connection.person.id
            await hall.seating.mute(table, person, message.speaker, message.muted)
            acknowledge(table, connection, message.ref)
        case Kick():
            await hall.seating.kick(table, connection.person.id, message.speaker)
            acknowledge(table, connection, message.ref)
        case Ping():
            connection.send(Pong(ref=message.ref))
        case _:
            assert_never(message)


def own_seat(connection: Connection) -> int:
    if connection.seat is None:
        raise Forbidden("table.watching")
    return connection.seat


def hello(table: Table, connection: Connection, message: Hello) -> None:
    """Start sending frames, beginning with what the client has missed."""
    scene = message.wants == "scene"
    language = known(message.language) if message.language else connection.viewpoint.language
    viewpoint = Viewpoint(
        connection.seat, scene, scene and message.words, language, scene and message.steps
    )
    table.audience.look_from(connection, viewpoint, Cursor(max(0, message.have)))
    connection.together = message.together
    with speaking(language):
        for line in table.chat:
            connection.send(in_words(line))
    connection.send(table.presence(connection.seat))
    pending = pending_for(table, connection.seat)
    if pending is not None:
        connection.send(pending)
    connection.refresh()


async def choose(hall: Hall, table: Table, connection: Connection, message: Choose) -> None:
    seat = own_seat(connection)
    check_number(message.options)
    async with table.lock:
        made = await answer(hall.changes, table, seat, message.answered, message.options)
        acknowledge(table, connection, message.ref, made)


async def interject(hall: Hall, table: Table, connection: Connection, message: Interject) -> None:
    seat = own_seat(connection)
    async with table.lock:
        made = await interrupt(hall.changes, table, seat, message.answered, message.option)
        acknowledge(table, connection, message.ref, made)


async def pause(hall: Hall, table: Table, connection: Connection, message: PauseClock) -> None:
    seat = own_seat(connection)
    async with table.lock:
        made = await hall.timekeeper.pause(table, seat)
        acknowledge(table, connection, message.ref, made)


async def give_orders(
    hall: Hall, table: Table, connection: Connection, message: GiveOrders
) -> None:
    seat = own_seat(connection)
    async with table.lock:
        made = await hall.advance.give(table, seat, message.standing, message.plan)
        acknowledge(table, connection, message.ref, made)


async def plannable(table: Table, connection: Connection, message: AskPlannable) -> None:
    own_seat(connection)
    async with table.lock:
        with speaking(connection.viewpoint.language):
            found = orders.plannable(table.require_journal().match)
    connection.send(Plannable(ref=message.ref, options=found))


async def try_again(hall: Hall, table: Table, connection: Connection, message: TryAgain) -> None:
    seat = own_seat(connection)
    async with table.lock:
        made = await hall.lessons.try_again(table, seat)
        acknowledge(table, connection, message.ref, made)


def acknowledge(table: Table, connection: Connection, ref: int, made: Sequence[Entry] = ()) -> None:
    connection.send(ack_of(table, connection.seat, ref, made))


async def why_not(table: Table, connection: Connection, message: WhyNot) -> None:
    async with table.lock:
        with speaking(connection.viewpoint.language):
            found = reasons(table.require_journal().match, own_seat(connection))
    connection.send(Reasons(ref=message.ref, reasons=found))


async def look_back(table: Table, connection: Connection, message: LookBack) -> None:
    async with table.lock:
        match = table.require_journal().match
        with speaking(connection.viewpoint.language):
            found = lines.moment(match, connection.seat, message.ref, message.line)
    connection.send(found)


async def hand(hall: Hall, table: Table, connection: Connection, message: Hand) -> None:
    """Let a bot play a seat whose player is gone, or your own; or take your seat back."""
    seat = own_seat(connection)
    answers = 0 if table.journal is None else len(table.journal.answers[seat])
    late = message.answered is not None and message.answered != answers
    if late and [chair.bot for chair in table.row.chairs][message.seat :][:1] != [message.bot]:
        raise Conflict("seat.played_on")
    if not late:
        await hall.seating.stand_in(table, seat, message.seat, message.bot)
    acknowledge(table, connection, message.ref)


async def hint(hall: Hall, table: Table, connection: Connection, message: AskHint) -> None:
    with speaking(connection.viewpoint.language):
        found = await hall.bots.hint(table, own_seat(connection), connection.person.id)
    options = [
        HintOption(
            number=one.number,
            label=one.label,
            chance=round(one.chance, 3),
            low=round(one.low, 3),
            high=round(one.high, 3),
            **({} if one.reason is None else msgspec.structs.asdict(one.reason)),
        )
        for one in found
    ]
    games = sum([one.worlds for one in found])
    connection.send(Hint(ref=message.ref, options=options, games=games))
