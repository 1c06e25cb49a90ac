"""What a client at a table may ask, one function for each message."""

from __future__ import annotations

import time

from starhall import bots
from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.server import workers
from starhall.server.botplay import let_bots_play
from starhall.server.errors import HallError, NotNow, NotYours
from starhall.server.follow import RESEATED
from starhall.server.frames import Look, Place, reasons
from starhall.server.hall import Hall, playing
from starhall.server.ledger import Entry, Ledger
from starhall.server.people import clean_line
from starhall.server.protocol import (
    Ack,
    Asked,
    AskHint,
    Choose,
    ClientMessage,
    Consent,
    Hand,
    Hello,
    Hint,
    HintOption,
    Interject,
    Ping,
    Pong,
    Reasons,
    Refused,
    Say,
    Undo,
    UndoWish,
    WhyNot,
)
from starhall.server.table import Connection, Table, Wish

MOST_AT_ONCE = 64  # options in one message


async def obey(hall: Hall, table: Table, connection: Connection, message: ClientMessage) -> None:
    """Do what a message asks; refusals are raised."""
    match message:
        case Hello():
            await hello(hall, table, connection, message)
        case Choose():
            await hall.finish(choose(hall, table, connection, message))
        case Interject():
            await hall.finish(interject(hall, table, connection, message))
        case Undo():
            await hall.finish(undo(hall, table, connection, message))
        case Consent():
            await hall.finish(consent(hall, table, connection, message))
        case WhyNot():
            async with table.lock:
                found = reasons(playing(table).match, own_seat(connection))
            connection.send(Reasons(ref=message.ref, reasons=found))
        case AskHint():
            await hint(hall, table, connection, message)
        case Say():
            text = clean_line(message.text, hall.limits.chat_letters)
            await hall.finish(hall.say(table, connection, text))
        case Hand():
            await hall.finish(hand(hall, table, connection, message))
        case Ping():
            connection.send(Pong(ref=message.ref))


def own_seat(connection: Connection) -> int:
    if connection.seat is None:
        raise NotYours("you are watching; only those who sit at the table can do that")
    return connection.seat


async def hello(hall: Hall, table: Table, connection: Connection, message: Hello) -> None:
    """From now on the client gets frames, first what it has missed."""
    scene = message.wants == "scene"
    connection.look = Look(connection.seat, scene, scene and message.words)
    connection.place = Place(max(0, message.have))
    connection.seen = 0
    for line in table.said:
        connection.send(line)
    connection.send(table.presence(connection.seat))
    wish = table.wish
    if wish is not None and connection.seat in wish.needed - wish.agreed:
        connection.send(UndoWish(request=wish.number, seat=wish.seat))
    connection.refresh()


async def choose(hall: Hall, table: Table, connection: Connection, message: Choose) -> None:
    seat = own_seat(connection)
    if not 1 <= len(message.options) <= MOST_AT_ONCE:
        raise IllegalChoice(f"send 1 to {MOST_AT_ONCE} options at once")

    def make(ledger: Ledger) -> list[Entry]:
        if ledger.already(seat, message.answered, message.options):
            return []
        return ledger.choose(seat, message.options, time.time())

    async with table.lock:
        try:
            await hall.change(table, make)
        except IllegalChoice:
            # Whoever looked through another process may know more than this one.
            if not await hall.look_again(table):
                raise
            await hall.change(table, make)
        connection.send(Ack(ref=message.ref, answered=len(playing(table).answers[seat])))


async def interject(hall: Hall, table: Table, connection: Connection, message: Interject) -> None:
    seat = own_seat(connection)

    def make(ledger: Ledger) -> list[Entry]:
        if message.option not in [option.number for option in ledger.match.interjections(seat)]:
            raise IllegalChoice("that cannot be chosen here without being asked")
        return ledger.choose(seat, [message.option], time.time())

    async with table.lock:
        await hall.change(table, make)
        connection.send(Ack(ref=message.ref, answered=len(playing(table).answers[seat])))


# Taking back


async def undo(hall: Hall, table: Table, connection: Connection, message: Undo) -> None:
    """Take back at once where nobody can mind, else ask the people at the other seats."""
    seat = own_seat(connection)
    async with table.lock:
        ledger = playing(table)
        needed = people_to_ask(table, seat)
        try:
            ledger.undo_target(seat, consent=False)
        except StarhallError:
            ledger.undo_target(seat, consent=True)
            if needed:
                ask(table, connection, message.ref, needed)
                return
        await take_back(hall, table, connection, message.ref, seat)


def people_to_ask(table: Table, seat: int) -> set[int]:
    """The other seats that people play themselves; bots do not mind."""
    chairs = table.row.chairs
    return {c.seat for c in chairs if c.kind == "person" and not c.bot and c.seat != seat}


def ask(table: Table, connection: Connection, ref: int, needed: set[int]) -> None:
    seat = own_seat(connection)
    if table.wish is not None and table.wish.seat != seat:
        raise NotNow("somebody else is asking to take back; answer that first")
    count = playing(table).count
    number = 1 if table.wish is None else table.wish.number + 1
    table.wish = Wish(number, seat, count, needed, connection, ref)
    connection.send(Asked(ref=ref, seats=sorted(needed)))
    for other in table.connections:
        if other.seat in needed:
            other.send(UndoWish(request=number, seat=seat))


async def consent(hall: Hall, table: Table, connection: Connection, message: Consent) -> None:
    seat = own_seat(connection)
    async with table.lock:
        wish = table.wish
        if wish is None or wish.number != message.request or seat not in wish.needed:
            raise NotNow("nobody is asking you that (any more)")
        if not message.agreed:
            table.wish = None
            name = table.row.chairs[seat].name
            wish.by.send(Refused(ref=wish.ref, error=f"{name} does not want to go back"))
            return
        wish.agreed.add(seat)
        if wish.needed <= wish.agreed:
            table.wish = None
            await take_back(hall, table, wish.by, wish.ref, wish.seat)


async def take_back(hall: Hall, table: Table, by: Connection, ref: int, seat: int) -> None:
    async def make(ledger: Ledger) -> list[Entry]:
        return [await ledger.undo(seat, ledger.undo_target(seat, consent=True), time.time())]

    await hall.change(table, make)
    by.send(Ack(ref=ref, answered=len(playing(table).answers[seat])))


# Bots


async def hand(hall: Hall, table: Table, connection: Connection, message: Hand) -> None:
    """A bot takes over a seat whose player is gone, or one's own; its owner takes it back."""
    asker = own_seat(connection)
    chairs = table.row.chairs
    if not 0 <= message.seat < len(chairs):
        raise HallError(f"there is no seat {message.seat}: seats are 0 to {len(chairs) - 1}")
    chair = chairs[message.seat]
    if chair.kind != "person":
        raise NotNow("no person sits there")
    if message.bot:
        bots.bot_class(message.bot)  # refuses a name that is not in the closed list
    if message.seat != asker:
        if not message.bot:
            raise NotYours("only the player of a seat can take it back")
        wait = hall.limits.gone_seconds - table.gone_for(message.seat)
        if table.here(message.seat):
            raise NotNow(f"{chair.name} is here and plays")
        if wait > 0:
            raise NotNow(f"{chair.name} may come back; wait another {wait:.0f} seconds")
    await hall.store.stand_in(table.id, message.seat, message.bot)
    async with table.lock:
        chair.bot = message.bot
    answered = 0 if table.ledger is None else len(table.ledger.answers[asker])
    connection.send(Ack(ref=message.ref, answered=answered))
    table.tell_presence()
    hall.announce(table.id, RESEATED)
    let_bots_play(hall, table)


async def hint(hall: Hall, table: Table, connection: Connection, message: AskHint) -> None:
    seat = own_seat(connection)
    if not table.row.hints:
        raise NotNow("this table was opened without hints")
    async with table.lock:
        if playing(table).match.decision_of(seat) is None:
            raise NotNow("you are not asked anything now")
        story = table.story()
    found = await hall.thinkers.run(workers.hint, story, seat)
    options = [
        HintOption(number=one.number, label=one.label, chance=round(one.chance, 3)) for one in found
    ]
    games = sum([one.worlds for one in found])
    connection.send(Hint(ref=message.ref, options=options, games=games))
