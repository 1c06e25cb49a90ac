"""Nothing leaks: what goes over the wire is checked byte by byte against what each may know."""

import asyncio
import contextlib
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from starhall.engine.conformance.secrecy import Glance, _alike, _nothing_to_blank, dealt_again
from starhall.engine.errors import StarhallError
from starhall.engine.game import installed
from starhall.engine.knowledge.views import view
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream
from starhall.server.errors import sentence_of
from starhall.server.hashes import digest
from starhall.server.installed import find
from starhall.server.storage.models import ChairRow, Entry, Header, Person, TableRow
from starhall.server.tables.audience import Connection
from starhall.server.tables.frames import frame, new_lines, reasons
from starhall.server.tables.journal import Journal
from starhall.server.tables.table import Table
from starhall.server.tables.viewpoint import Cursor, Viewpoint
from tests.server import hall as halls
from tests.server.hall import Guest, Hall

OBSERVERS = (0, 1, 2, None)
MOMENTS = 5  # of each game that are looked at
LONGEST = 500  # choices


def header_and_log(database: Path, table: str) -> tuple[Header, float, list[Entry]]:
    """The truth, as only the server's disk has it."""
    with contextlib.closing(sqlite3.connect(database)) as db:
        game, rules, content, settings, seed, started, secret = db.execute(
            "SELECT game, rules, content, settings, seed, started, secret FROM tables WHERE id = ?",
            (table,),
        ).fetchone()
        names = db.execute(
            "SELECT name FROM chairs WHERE table_id = ? ORDER BY seat", (table,)
        ).fetchall()
        log = db.execute(
            "SELECT seat, kind, what, at, hash FROM entries WHERE table_id = ? ORDER BY ply",
            (table,),
        ).fetchall()
    decoded = msgspec.json.decode(settings)
    ordered = msgspec.json.encode(dict(sorted(decoded.items()))).decode()
    first = digest(secret, f"{table} {game} {ordered}")
    header = Header(game, rules, content, decoded, seed, [name for (name,) in names], first, table)
    return header, started, [Entry(*row) for row in log]


def journal_of(database: Path, table: str) -> Journal:
    header, started, log = header_and_log(database, table)
    journal = Journal(find(header.game), header, started)
    asyncio.run(journal.read(log))
    return journal


def names_known(match: Match[Any], seat: int | None) -> set[str]:
    """The cards this observer sees, remembers, or was shown in passing."""
    zones = view(match.state, match.observer(seat)).zones()
    cards = {card for zone in zones for card in zone.cards}
    cards |= {
        card
        for _, event in match.events(seat)
        if event.what == "move" and isinstance(card := event.values["card"], int)
    }
    return {match.game.card_name(card) for card in cards if card >= 0}


def card_words(id: str) -> dict[str, str]:
    """Every word by which a card could be told, its id and the name people read, to its id."""
    game = find(id)
    cards = [zone_card for zone_card in range(200) if game.card_name(zone_card) != "unknown"]
    words = {game.card_name(card): game.card_name(card) for card in cards}
    for card in list(words):
        for kind in ("unit", "trait"):
            if game.text.has(f"name.{kind}.{card}"):
                words[game.text.name(kind, card)] = card
    return words


def test_no_byte_on_the_wire_names_a_card_its_receiver_cannot_know(hall: Hall) -> None:
    """Three people and a spectator; after each choice all that each of them got is searched."""
    database = Path(str(hall.database))

    async def run() -> int:
        async with contextlib.AsyncExitStack() as stack:
            guests = [
                await stack.enter_async_context(Guest(hall, name))
                for name in ("Ada", "Bob", "Eve", "Max")
            ]
            table = await guests[0].open_table("me", "open", "open")
            for guest in guests[1:3]:
                await guest.post(f"/api/tables/{table['id']}/join")
            places = [
                await stack.enter_async_context(guest.sit(table["id"], words=True))
                for guest in guests
            ]
            header, started, _ = header_and_log(database, table["id"])
            journal = Journal(find(header.game), header, started)
            words = card_words("cyberstrife")
            longest_first = sorted(words, key=len, reverse=True)
            spoken = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b")
            plain = [
                option.number
                for option in find("cyberstrife").vocabulary.options
                if not {"unit", "trait"} & {*option.kinds} and option.verb != "concede"
            ]
            dice = random.Random(11)
            allowed: list[set[str]] = [set() for _ in places]
            searched = 0
            for step in range(45):
                mover = dice.randrange(3)
                if step and places[mover].frame.get("options"):
                    await places[mover].choose(
                        dice.choice(places[mover].frame["options"])["number"]
                    )
                elif step:
                    # Not a card's option: the refusal names what was asked for.
                    refused = await places[mover].choose(dice.choice(plain))
                    assert refused["type"] == "refused"
                    await places[mover].ask(type="why")
                _, _, log = header_and_log(database, table["id"])
                await journal.read(log[journal.count :])
                for place, seat, known in zip(places, OBSERVERS, allowed, strict=True):
                    await place.send(type="hello", words=True, have=0)
                    await place.ask(type="ping")
                    await place.until_frame(lambda frame: True)
                    now = names_known(journal.match, seat)
                    text = "\n".join(place.raw)
                    told = {words[word] for word in spoken.findall(text)}
                    assert told <= now | known, f"{told - now - known} was told to {seat}"
                    searched += len(set(words.values()) - now - known)
                    known.clear()
                    known |= now
                    place.raw.clear()
                    place.heard.clear()
            return searched

    assert asyncio.run(run()) > 5000


def test_what_came_over_the_wire_is_what_the_log_alone_gives(hall: Hall) -> None:
    """So the frames that the next test compares are the ones that are sent."""
    database = Path(str(hall.database))

    async def run() -> tuple[str, list[str]]:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Max") as max_:
            table = await ada.open_table("me", "random", "random")
            async with ada.sit(table["id"], words=True) as place:
                await place.play_on(random.Random(4).choice, 12)
                await halls.until(lambda: _asked(database, table["id"]) == "0")
            async with (
                ada.sit(table["id"], words=True) as place,
                max_.sit(table["id"], words=True) as spectator,
            ):
                return table["id"], [
                    await _first_frame(place),
                    await _first_frame(spectator),
                ]

    table, wire = asyncio.run(run())
    journal = journal_of(database, table)
    for seat, sent in zip((0, None), wire, strict=True):
        made = _bytes(journal, seat, Cursor())
        assert made == sent


def _asked(database: Path, table: str) -> str:
    """The seats that owe an answer."""
    with contextlib.closing(sqlite3.connect(database)) as db:
        [(seats,)] = db.execute("SELECT asked FROM tables WHERE id = ?", (table,)).fetchall()
    return str(seats)


async def _first_frame(place: halls.Place) -> str:
    await place.until_frame(lambda frame: True)
    [frame] = [raw for raw in place.raw if raw.startswith('{"type":"frame"')]
    return frame


def _bytes(journal: Journal, seat: int | None, cursor: Cursor) -> str:
    """The frame exactly as a table in the hall sends it."""
    table = Table(_row(journal))
    table.journal = journal
    connection = Connection(Person("x", "x"), seat)
    connection.viewpoint = Viewpoint(seat, True, True)
    connection.cursor = cursor
    sent = table.frame_for(connection)
    return "" if sent is None else sent.decode()


def _row(journal: Journal) -> TableRow:
    header = journal.header
    return TableRow(
        "t", header.game, header.rules, header.content, header.settings, header.seed,
        "host", False, False, "", "playing", 0.0, 0.0, [], "", [],
    )  # fmt: skip


@pytest.mark.parametrize("id", list(installed()))
def test_other_truths_give_the_same_bytes(id: str) -> None:
    """Hidden cards dealt anew, played on side by side: frames, refusals, reasons stay the same.

    At moments from all over a game, each looked at by some of its observers in turn.
    """
    game = find(id)
    compared = 0
    secrets = False
    for seed, seats in ((1, 3), (2, 2)):
        seats = max(game.seats.start, min(seats, game.seats.stop - 1))
        stream = Stream(bytes([seed]) * 32)
        choices, moments = _course(id, seats, seed)
        truth = _started(id, seats, f"wire {seed}")
        observers = [*range(seats), None]
        for ply, (chooser, number) in enumerate(choices):
            if ply in moments:
                secrets = secrets or _has_secrets(truth.match)
                for _ in range(2):
                    observers.append(observers.pop(0))
                    compared += _side_by_side(truth, observers[-1], stream)
            truth.choose(chooser, [number], float(ply))
    assert compared >= MOMENTS or not secrets


def _course(id: str, seats: int, seed: int) -> tuple[list[tuple[int, int]], set[int]]:
    """The choices of a random game, and plies spread over it where other cards can be dealt."""
    journal = _started(id, seats, f"wire {seed}")
    header = journal.header
    match = Match(
        find(id), seats, header.settings, bytes.fromhex(header.seed), header.names, watched=False
    )
    dice = random.Random(seed)
    choices: list[tuple[int, int]] = []
    fresh = []
    while not match.over and len(choices) < LONGEST:
        if match.play.fresh:
            fresh.append(len(choices))
        decision = dice.choice(match.decisions)
        option = dice.choice(decision.options)
        match.choose(option, decision.seat)
        choices.append((decision.seat, option.number))
    return choices, {fresh[n * (len(fresh) - 1) // (MOMENTS - 1)] for n in range(MOMENTS)}


def _has_secrets(match: Match[Any]) -> bool:
    return any(len(zone.cards) > 1 and zone.sight != -1 for zone in match.state.zones())


def _started(id: str, seats: int, seed: str) -> Journal:
    from starhall.engine.rules.chance import seed_bytes

    game = find(id)
    names = [f"Player {seat + 1}" for seat in range(seats)]
    header = Header(
        game.id,
        game.version,
        game.content.hash,
        game.configure(seats, {}),
        seed_bytes(seed).hex(),
        names,
    )
    return Journal(game, header, 0.0)


def _side_by_side(truth: Journal, seat: int | None, stream: Stream) -> int:
    """Two worlds the observer cannot tell apart, for some choices; how many looks were equal."""
    base = truth.match.state.copy()
    base.auto_single = False
    strict = _nothing_to_blank(base, truth.match.observer(seat))
    other = dealt_again(base, truth.match.observer(seat), stream)
    if other is None:
        return 0
    worlds = []
    for state in (base, other):
        journal = _started(truth.game.id, truth.match.seats, "other")
        journal.header = truth.header
        journal.match = truth.match.going_on_from(state)
        worlds.append(journal)
    one, two = worlds
    cursors = Cursor(), Cursor()
    compared = 0
    for step in range(5):
        first, second = Glance(one.match, seat), Glance(two.match, seat)
        if (
            first.all_shown
            or second.all_shown
            or first.shown != second.shown
            or first.secretly != second.secretly
            or first.waiting != second.waiting
        ):
            return compared
        if not strict and not _alike(first, second):
            return compared  # what lay hidden outside the zones has rightly been shown
        assert _told(one, seat, cursors[0]) == _told(two, seat, cursors[1])
        compared += 1
        pair = _both(one.match, two.match, stream)
        if pair is None:
            return compared
        for journal in worlds:
            journal.choose(pair[0], [pair[1]], 100.0 + step)
    return compared


def _told(journal: Journal, seat: int | None, cursor: Cursor) -> list[str]:
    """All that this observer can get out of the hall here."""
    match = journal.match
    said = [
        msgspec.json.encode(frame(journal, Viewpoint(seat, True, True))).decode(),
        msgspec.json.encode(frame(journal, Viewpoint(seat, False))).decode(),
        msgspec.json.encode(new_lines(journal, seat, cursor)).decode(),
    ]
    cursor.bookmark = journal.shown[match.observer(seat)].bookmark
    if seat is not None:
        said.append(msgspec.json.encode(reasons(match, seat)).decode())
        decision = match.decision_of(seat)
        offered = decision.options if decision is not None else []
        for option in match.game.vocabulary.options[:: max(1, len(match.game.vocabulary) // 15)]:
            if option not in offered and option not in match.interjections(seat):
                try:
                    match.choose(option, seat)
                except StarhallError as error:
                    said.append(sentence_of(error))
    return said


def _both(one: Match[Any], two: Match[Any], stream: Stream) -> tuple[int, int] | None:
    pairs = []
    for decision in one.decisions:
        other = two.decision_of(decision.seat)
        if other is not None and other.kind == decision.kind:
            pairs += [(decision.seat, o.number) for o in decision.options if o in other.options]
    return pairs[stream.below(len(pairs))] if pairs else None


def test_a_running_game_shows_nothing_of_what_only_finished_ones_show(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random")
            seed = header_and_log(Path(str(hall.database)), table["id"])[0].seed
            for what in ("replay", "course", "verify", "record"):
                answer = await ada.get(f"/api/tables/{table['id']}/{what}", status=409)
                assert "when the game is over" in answer["error"] and seed not in str(answer)
            chairs = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            await ada.post(
                f"/api/tables/{table['id']}/fork", {"ply": 0, "chairs": chairs}, status=409
            )
            assert seed not in str(await ada.get("/api/lobby"))
            async with ada.sit(table["id"], words=True) as place:
                await place.play_on(random.Random(1).choice, 5)
                assert seed not in "".join(place.raw)

    asyncio.run(run())


def test_a_private_table_is_not_there_for_strangers(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Eve") as eve:
            table = await ada.open_table("me", "friend", private=True)
            path = f"/api/tables/{table['id']}"
            await eve.get(path, status=404)
            shown = await eve.get(path, invitation=table["invitations"]["1"])
            assert shown["id"] == table["id"] and "invitations" not in shown
            listed = await eve.get("/api/lobby")
            assert table["id"] not in str(listed)
            with pytest.raises((ConnectionError, websockets.ConnectionClosed)):
                async with eve.sit(table["id"]) as place:
                    await place.until(type="presence")

    asyncio.run(run())


def test_nobody_is_told_who_decides_in_secret() -> None:
    """Neither frames nor presence name a seat whose question does not show on the table."""
    seats, found = 4, 0
    for seed in range(3):
        journal = _started("cyberstrife", seats, f"secret {seed}")
        row = _row(journal)
        row.chairs = [ChairRow(seat, "bot", f"Bot {seat}", None, "random") for seat in range(seats)]
        table = Table(row)
        table.journal = journal
        dice = random.Random(seed)
        for ply in range(150):
            match = journal.match
            if match.over:
                break
            hidden = {decision.seat for decision in match.decisions if decision.secret}
            for seat in [*range(seats), None]:
                others = hidden - {seat}
                for viewpoint in (Viewpoint(seat, False), Viewpoint(seat)) if others else ():
                    found += 1
                    assert not others & {*frame(journal, viewpoint).waiting}
                    assert not others & {*table.presence(seat).thinking}
            decision = dice.choice(match.decisions)
            journal.choose(decision.seat, [dice.choice(decision.options).number], float(ply))
    assert found > 20
