"""People who are away are told what waits for them: once, without secrets, and not for ever."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from py_vapid import Vapid02

from starhall.server.config import Notify
from starhall.server.errors import BadRequest
from starhall.server.notify.apprise import Apprise
from starhall.server.notify.network import Refused, is_public
from starhall.server.notify.push import Push, new_key
from starhall.server.notify.transports import Leaving, SendFailed
from starhall.server.notify.wording import trial
from tests.server.hall import PATIENCE, Guest, Hall, Json, Place, until
from tests.server.services import (
    Browser,
    MailServer,
    WebServer,
    certificate,
    link_in,
    settings,
    text_of,
)
from tests.server.store import Store

ADDRESS = "ada@example.org"
URL = "https://hall.example.org"
SHORT = {"round_cap": 20}

Environment = pytest.MonkeyPatch


def smtp(server: MailServer) -> Json:
    return {"host": "127.0.0.1", "port": server.port, "tls": "none", "sender": "hall@example.org"}


def open_hall(
    monkeypatch: Environment,
    folder: Path,
    store: Store | Path,
    limits: Json | None = None,
    **values: Any,
) -> Hall:
    """A hall with these settings for notifications."""
    monkeypatch.setenv("STARHALL_NOTIFY", str(settings(folder, url=URL, **values)))
    return Hall(store, **(limits or {}))


async def by_mail(guest: Guest, server: MailServer) -> Json:
    """Open a channel and confirm the address, as its owner does."""
    channel: Json = await guest.post("/api/channels", {"kind": "mail", "target": ADDRESS})
    assert channel["state"] == "new"
    asked = await server.wait_for(1)
    answer = guest.hall.http.post(
        "/api/channels/confirm",
        json={"token": link_in(asked, "confirm")},
        headers={"X-Starhall": "1"},
    )
    assert answer.json() == {"kind": "mail", "label": ADDRESS}
    return channel


async def start_game(ada: Guest, ben: Guest, **more: Any) -> str:
    table = await ada.open_table("me", "open", settings=SHORT, **more)
    await ben.post(f"/api/tables/{table['id']}/join", {})
    return str(table["id"])


async def play_until_other_asked(guest: Guest, table: str, seed: int = 1) -> None:
    """Play for one side until only the other one is asked."""
    async with guest.sit(table, wants="options") as place:
        await hand_over(place, seed)


async def take_turn(guest: Guest, table: str, seed: int) -> None:
    """Another process may hear a little later whose turn it is."""
    async with guest.sit(table, wants="options") as place:
        await place.until_asked()
        await hand_over(place, seed)


async def hand_over(place: Place, seed: int) -> None:
    """Answer as long as one is asked; who is asked next may be a secret."""
    rng = random.Random(seed)
    await place.until_frame(lambda frame: True)
    while place.frame.get("options"):
        answer = await place.choose(rng.choice(place.frame["options"])["number"])
        assert answer["type"] == "ack", answer


def test_a_mail_about_a_turn(tmp_path: Path, monkeypatch: Environment) -> None:
    """Confirmed before, sent once, says nothing secret, in one's language, ends with one click."""

    async def run() -> None:
        async with MailServer().open() as server:
            hall = open_hall(monkeypatch, tmp_path, tmp_path / "hall.db", smtp=smtp(server))
            with hall:
                async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                    channel = await by_mail(ada, server)
                    table = await start_game(ada, ben)
                    await play_until_other_asked(ben, table)
                    mail = await server.wait_for(2)
                    assert mail["To"] == ADDRESS and mail["Subject"] == "Your turn: Cyberstrife"
                    said = text_of(mail)
                    assert said.splitlines()[:2] == [
                        "It is your turn in Cyberstrife with Ben.",
                        f"{URL}/t/{table}?for=turn",
                    ]
                    assert mail["Content-Language"] == "en"
                    await ada.post("/api/me/language", {"language": "de"})
                    await asked_again(ada, ben, table, server)
                    german = server.got[-1]
                    first, *_ = text_of(german).splitlines()
                    assert first == "Du bist am Zug in Cyberstrife mit Ben."
                    assert "Keine solchen Nachrichten mehr: " in text_of(german)
                    assert german["Content-Language"] == "de"
                    leave_with_one_click(hall, mail)
                    assert (await ada.get("/api/channels"))["channels"][0]["state"] == "off"
                    await ada.post(f"/api/channels/{channel['id']}", {"on": True})
                    await ada.post(f"/api/channels/{channel['id']}/test")
                    assert server.got[-1]["Subject"] == "Es funktioniert"

    asyncio.run(run())


async def asked_again(ada: Guest, ben: Guest, table: str, server: MailServer) -> None:
    """One message for each turn, and none for somebody who is at the table."""
    async with ada.sit(table, wants="options") as place:
        before = len(server.got)
        await hand_over(place, 3)
        await play_until_other_asked(ben, table, 4)
        await place.until_asked()
        await hand_over(place, 5)
    await play_until_other_asked(ben, table, 6)
    await server.wait_for(before + 1)
    subjects = [mail["Subject"] for mail in server.got[before:]]
    assert subjects == ["Du bist am Zug: Cyberstrife"]


def leave_with_one_click(hall: Hall, mail: Any) -> None:
    """As a mail program does it: RFC 8058, without cookies and our header."""
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = mail["List-Unsubscribe"].strip("<>").removeprefix(URL)
    assert path.rpartition("/")[2] == link_in(mail, "unsubscribe")
    form = {"List-Unsubscribe": "One-Click"}
    forged = path[:-1] + ("0" if path[-1] != "0" else "1")
    assert hall.http.post(forged, data=form).status_code == 404
    assert hall.http.get(path).status_code == 405  # a scanner that only looks changes nothing
    answer = hall.http.post(path, data=form)
    assert answer.status_code == 200 and answer.json()["label"] == ADDRESS


def test_push_messages_are_for_one_browser(tmp_path: Path, monkeypatch: Environment) -> None:
    """Encrypted for it, signed by the hall; several things come as one message."""
    trusted, tls = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))

    async def run() -> None:
        async with WebServer(tls).open() as service:
            hall = open_hall(
                monkeypatch,
                tmp_path,
                tmp_path / "hall.db",
                push_hosts=["localhost"],
                private_hosts=["localhost"],
                gather_seconds=3.0,
            )
            with hall:
                async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                    await one_message(ada, ben, service)

    async def one_message(ada: Guest, ben: Guest, service: WebServer) -> None:
        browser = Browser()
        endpoint = f"https://localhost:{service.port}/push/1"
        target = browser.subscription(endpoint)
        made = await ada.post("/api/channels", {"kind": "push", "target": target})
        assert made["state"] == "on" and made["label"] == "localhost"
        tables = [await start_game(ada, ben) for _ in range(2)]
        for table in tables:
            await play_until_other_asked(ben, table)
        headers, body = await service.wait_for(1)
        assert headers["content-encoding"] == "aes128gcm" and b"Cyberstrife" not in body
        assert Vapid02.verify(headers["authorization"])
        message = browser.read(body)
        assert message["title"] == "Your turn in 2 games" and message["url"] == "/"
        assert message["body"].splitlines() == ["It is your turn in Cyberstrife with Ben."] * 2
        service.status = 410  # the browser has ended it
        answer = await ada.post(f"/api/channels/{made['id']}/test", status=409)
        assert "ended its subscription" in answer["error"]
        await play_until_other_asked(ada, tables[0], 3)
        await play_until_other_asked(ben, tables[0], 4)
        await closes(ada, "the browser has ended its subscription")

    asyncio.run(run())


async def closes(guest: Guest, why: str) -> None:
    """Until the hall has given a channel up, and says why."""
    async with asyncio.timeout(PATIENCE):
        while True:
            channel = (await guest.get("/api/channels"))["channels"][0]
            if channel["state"] == "off":
                assert channel["fault"] == why
                return
            await asyncio.sleep(0.02)


def test_two_processes_send_one_message(
    tmp_path: Path, store: Store, monkeypatch: Environment
) -> None:
    """Also after a failure: the retry is one message, too."""

    async def run() -> None:
        async with MailServer().open() as server:
            file = settings(tmp_path, url=URL, smtp=smtp(server))
            monkeypatch.setenv("STARHALL_NOTIFY", str(file))
            with Hall(store) as one, Hall(store) as two:
                async with Guest(one, "Ada") as ada, Guest(two, "Ben") as ben:
                    await by_mail(ada, server)
                    table = await start_game(ada, ben)
                    await turns(ada, ben, table, server)

    async def turns(ada: Guest, ben: Guest, table: str, server: MailServer) -> None:
        for turn in range(3):
            await server.wait_for(turn + 2)
            await until(lambda: store.rows("SELECT * FROM deliveries") == [])
            server.refusing = turn  # the next attempts fail
            await take_turn(ada, table, turn)
            await take_turn(ben, table, turn)
        await server.wait_for(5)
        assert len(server.got) == len({mail["Message-ID"] for mail in server.got}) == 5

    asyncio.run(run())


def test_a_killed_process_leaves_its_message_to_another(
    tmp_path: Path, store: Store, monkeypatch: Environment
) -> None:
    """And while the mail server hangs, the table goes on and other channels work."""
    trusted, tls = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))

    async def run() -> None:
        async with MailServer().open() as server, WebServer(tls).open() as service:
            hall = open_hall(
                monkeypatch,
                tmp_path,
                store,
                smtp=smtp(server),
                lease_seconds=2.0,
                push_hosts=["localhost"],
                private_hosts=["localhost"],
            )
            with hall:
                async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                    await by_mail(ada, server)
                    target = Browser().subscription(f"https://localhost:{service.port}/")
                    await ada.post("/api/channels", {"kind": "push", "target": target})
                    server.stuck = True
                    table = await start_game(ada, ben)
                    await play_until_other_asked(ben, table)
                    hanging = await server.tried.wait_for(1)
                    await service.wait_for(1)
                    solo = await ben.open_table("me", "greedy", settings=SHORT)
                    async with ben.sit(solo["id"], wants="options") as place:
                        assert await place.play_on(random.Random(1).choice, 2) == 2
                    hall.kill()
            server.stuck = False
            with Hall(store):
                mail = await server.wait_for(2)
            assert mail["Message-ID"] == hanging["Message-ID"]

    asyncio.run(run())


def test_wishes_and_endings(tmp_path: Path, monkeypatch: Environment) -> None:
    """Somebody who is away learns that others ask something, and that a game is over."""

    async def run() -> None:
        async with MailServer().open() as server:
            hall = open_hall(monkeypatch, tmp_path, tmp_path / "hall.db", smtp=smtp(server))
            with hall:
                async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                    channel = await by_mail(ada, server)
                    wants = {"wants": ["over", "wish"]}
                    await ada.post(f"/api/channels/{channel['id']}", wants)
                    table = await start_game(ada, ben)
                    async with ben.sit(table, wants="options") as place:
                        await place.until(type="frame")
                        await place.ask(type="abort")
                        mail = await server.wait_for(2)
                        said = text_of(mail)
                        assert "Ben asks to end the game in Cyberstrife." in said
                        assert f"/t/{table}?for=wish" in said
                        await place.ask(type="resign")
                        mail = await server.wait_for(3)
                    assert mail["Subject"] == "The game is over: Cyberstrife"
                    assert "Your game of Cyberstrife with Ben is over." in text_of(mail)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("then", "subject", "said"),
    [
        ("default", "Your time was up: Cyberstrife", "so the game has chosen for you."),
        ("bot", "Your time was up: Cyberstrife", "so a bot plays the rest of your turn."),
        ("loss", "The game is over: Cyberstrife", "Your game of Cyberstrife with Ben is over."),
    ],
)
def test_who_is_late_is_told(
    then: str, subject: str, said: str, tmp_path: Path, monkeypatch: Environment
) -> None:
    """What the clock did in one's name is news, though the log has it under one's seat."""

    async def run() -> None:
        async with MailServer().open() as server:
            limits = {"clock_seconds": 1.0, "clock_grace_seconds": 0.0}
            hall = open_hall(monkeypatch, tmp_path, tmp_path / "hall.db", limits, smtp=smtp(server))
            with hall:
                async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                    await by_mail(ada, server)
                    clock = {"type": "live", "minutes": 0.02, "then": then}
                    table = await start_game(ada, ben, clock=clock)
                    await until(lambda: subject in [mail["Subject"] for mail in server.got])
                    [mail] = [mail for mail in server.got if mail["Subject"] == subject]
                    assert said in text_of(mail) and f"/t/{table}?for=" in text_of(mail)
                    query = f"SELECT seat FROM entries WHERE table_id = '{table}' ORDER BY ply"
                    assert hall.store.rows(query)[0][0] == 0  # nobody else has done anything yet

    asyncio.run(run())


def test_an_invitation(tmp_path: Path, monkeypatch: Environment) -> None:
    """A friend who is away learns of a chair, once; who wants no such message gets none."""

    async def run() -> None:
        async with MailServer().open() as server:
            hall = open_hall(monkeypatch, tmp_path, tmp_path / "hall.db", smtp=smtp(server))
            with hall:
                async with Guest(hall, "Ada") as ada, Guest(hall, "Ben") as ben:
                    channel = await by_mail(ada, server)
                    token = (await ada.get("/api/friends"))["link"]
                    await ben.post("/api/friends", {"token": token})
                    await invite(ben)
                    mail = await server.wait_for(2)
                    assert mail["To"] == ADDRESS
                    assert mail["Subject"] == "You are invited: Cyberstrife"
                    table = (await ada.get("/api/lobby"))["invited"][0]["id"]
                    assert text_of(mail).splitlines()[:2] == [
                        "Ben invites you to a game of Cyberstrife.",
                        f"{URL}/t/{table}?for=invited",
                    ]
                    wants = {"wants": ["turn"]}
                    await ada.post(f"/api/channels/{channel['id']}", wants)
                    await invite(ben)
                    assert len((await ada.get("/api/lobby"))["invited"]) == 2
                    await ada.post(f"/api/channels/{channel['id']}/test")
                    assert [mail["Subject"] for mail in server.got[2:]] == ["It works"]

    async def invite(host: Guest) -> None:
        friend = (await host.get("/api/friends"))["friends"][0]["id"]
        table = (await host.open_table("me", "friend", settings=SHORT, private=True))["id"]
        for _ in range(2):  # the same again is one message
            await host.post(f"/api/tables/{table}/invite", {"friend": friend, "seat": 1})

    asyncio.run(run())


FORBIDDEN_ENDPOINTS = [
    "http://fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
    "https://fcm.googleapis.com.evil.example/x",
    "https://fcm.googleapis.com@127.0.0.1/x",
    "https://fcm.googleapis.com:22/x",
    "https://evil.example#.push.apple.com",
    "https://fcm.googleapis.com/x\r\nX-Injected: 1",
    "ftp://fcm.googleapis.com/x",
    "file:///etc/passwd",
    "//fcm.googleapis.com/x",
    "",
]


@pytest.mark.parametrize("endpoint", FORBIDDEN_ENDPOINTS)
def test_forged_push_endpoints_are_refused(endpoint: str) -> None:
    push = Push(Notify(), new_key())
    with pytest.raises(BadRequest):
        push.check(Browser().subscription(endpoint))
    assert push.check(Browser().subscription("https://fcm.googleapis.com/x"))[1]


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.1.1", "0.0.0.0", "100.64.0.1",
        "224.0.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::a00:1",
        "2002:7f00:1::", "255.255.255.255", "::7f00:1", "::ffff:0:7f00:1", "fec0::1",
        "64:ff9b:1::7f00:1", "192.0.0.8", "192.88.99.1", "3fff::1",
    ],
)  # fmt: skip
def test_private_addresses_are_known_however_they_are_written(address: str) -> None:
    assert not is_public(address)
    assert is_public("93.184.215.14") and is_public("2606:2800:21f:cb07::1")


@pytest.mark.parametrize(
    "target",
    ["ada", "ada@", "@example.org", "ada@example.org\nBcc: ben@example.org", "a,b@example.org",
     "Ada <ada@example.org>", "ada@localhost", "ada@[127.0.0.1]"],
)  # fmt: skip
def test_a_mail_goes_to_one_plain_address(target: str) -> None:
    from starhall.server.config import Smtp
    from starhall.server.notify.mail import Mail

    mail = Mail(Notify(url=URL), Smtp("localhost", "hall@example.org"))
    with pytest.raises(BadRequest):
        mail.check(target)


def test_a_fence_around_apprise() -> None:
    """It talks to the hosts of the operator's list and nobody else, wherever it is sent."""
    allowed = Notify(
        url=URL, apprise={"json": ("localhost",)}, private_hosts=("localhost",), send_seconds=60.0
    )

    async def run() -> None:
        service = Apprise(allowed)
        strict = Apprise(msgspec.structs.replace(allowed, private_hosts=()))
        try:
            async with WebServer().open() as hook, WebServer().open() as secret:
                hook.status = 200
                await send(service, f"json://localhost:{hook.port}/hook")
                assert b"It works" in hook.got[0][1]
                where = f"http://127.0.0.1:{secret.port}/"
                hook.status, hook.headers = 307, [("location", where)]
                for target, why in [
                    (f"json://localhost:{hook.port}/hook", "does not allow"),  # sends us elsewhere
                    (f"json://127.0.0.1:{secret.port}/", "does not allow connections to 127.0.0.1"),
                    ("json://evil.example/", "does not allow connections to evil.example"),
                    (f"json://localhost@127.0.0.1:{secret.port}/", "does not allow"),
                ]:
                    with pytest.raises(SendFailed, match=why):
                        await send(service, target)
                with pytest.raises(SendFailed, match="private address"):
                    await send(strict, f"json://localhost:{hook.port}/hook")
                for target in ("jsons://localhost/", "mailto://a:b@localhost", "file://x", "json:"):
                    with pytest.raises(BadRequest, match="begin with: json"):
                        service.check(target)
                assert secret.got == []
        finally:
            service.stop()
            strict.stop()

    async def send(service: Apprise, target: str) -> None:
        await service.send(service.check(target)[0], trial(), Leaving("page", "click"))

    asyncio.run(run())


def test_a_push_service_cannot_send_the_hall_elsewhere(
    tmp_path: Path, monkeypatch: Environment
) -> None:
    """A redirect is a failure, and so is a known name that leads to a private address."""
    trusted, tls = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))

    async def run() -> None:
        async with WebServer(tls).open() as service, WebServer().open() as secret:
            service.status = 307
            service.headers = [("location", f"http://127.0.0.1:{secret.port}/")]
            open_to = Notify(push_hosts=("localhost",), private_hosts=("localhost",))
            with pytest.raises(SendFailed, match="localhost answered 307"):
                await send(Push(open_to, new_key()), f"https://localhost:{service.port}/x")
            with pytest.raises(Refused, match="send.private"):
                await send(
                    Push(Notify(push_hosts=("localhost",)), new_key()), "https://localhost/x"
                )
            assert len(service.got) == 1 and secret.got == []

    async def send(push: Push, endpoint: str) -> None:
        target, _ = push.check(Browser().subscription(endpoint))
        await push.send(target, trial(), Leaving("page", "click"))

    asyncio.run(run())


def test_an_address_is_asked_once_in_an_hour(tmp_path: Path, monkeypatch: Environment) -> None:
    async def run() -> None:
        async with MailServer().open() as server:
            hall = open_hall(monkeypatch, tmp_path, tmp_path / "hall.db", smtp=smtp(server))
            with hall:
                async with Guest(hall, "Mallory") as mallory, Guest(hall, "Ada") as ada:
                    wanted = {"kind": "mail", "target": ADDRESS}
                    channel = await mallory.post("/api/channels", wanted)
                    await ada.post("/api/channels", wanted, status=429)  # not twice in an hour
                    await mallory.post(f"/api/channels/{channel['id']}/test", status=409)
                    await ada.post(f"/api/channels/{channel['id']}/test", status=404)
                    await mallory.post(f"/api/channels/{channel['id']}/ask", status=429)
                    await mallory.http.delete(f"/api/channels/{channel['id']}")
                    loud = {"kind": "mail", "target": ADDRESS.capitalize()}
                    for again in (wanted, loud):
                        answer = await mallory.post("/api/channels", again, status=429)
                        assert "a short time ago" in answer["error"]
            assert len(server.got) == 1

    asyncio.run(run())


def test_who_says_no_is_left_alone(tmp_path: Path, monkeypatch: Environment) -> None:
    """Also when whoever named the address removes it, or goes away and comes back."""

    async def run() -> None:
        async with MailServer().open() as server:
            hall = open_hall(monkeypatch, tmp_path, tmp_path / "hall.db", smtp=smtp(server))
            with hall:
                async with Guest(hall, "Mallory") as mallory, Guest(hall, "Ada") as ada:
                    wanted = {"kind": "mail", "target": ADDRESS}
                    channel = await mallory.post("/api/channels", wanted)
                    leave_with_one_click(hall, server.got[0])
                    for what in ("test", "ask"):
                        await mallory.post(f"/api/channels/{channel['id']}/{what}", status=409)
                    await mallory.http.delete(f"/api/channels/{channel['id']}")
                    for person in (mallory, ada):
                        answer = await person.post("/api/channels", wanted, status=409)
                        assert "does not want messages" in answer["error"]
                    push = {"kind": "apprise", "target": "json://localhost"}
                    answer = await ada.post("/api/channels", push, status=400)
                    assert "does not offer" in answer["error"]
            assert len(server.got) == 1

    asyncio.run(run())
