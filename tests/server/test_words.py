"""What the hall says is in its catalogue: keys with values, in the language of the reader."""

import ast
import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import starhall.server
from starhall.bots import NAMES
from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.engine.text.catalogue import ENGINE, Catalogue, texts
from starhall.engine.text.language import speaking
from starhall.engine.text.translation import CLOSE, OPEN, faults
from starhall.server import words
from starhall.server.errors import HALL, BadRequest, Conflict
from tests.server.hall import Guest, Hall

FOLDER = Path(starhall.server.__file__).parent
SPOKEN = {
    "BadRequest", "Unauthorized", "Forbidden", "NotFound", "Conflict", "TooManyRequests",
    "HallError", "SendFailed", "TargetGone", "IllegalChoice", "UndoRefused", "UnknownGame",
    "BadSetting", "BadConfig",
}  # fmt: skip
TELLING = {"say", "Said", "stored"}
CLOCK = {"type": "days", "hours": 24, "pause_days": 3}
PSEUDO = {"accept-language": "en-XA"}
KEY = re.compile(r"[a-z_]+(\.[a-z_]+)+")


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of the hall by the name of what is called, with the file."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                yield name, node


def constants(node: ast.expr) -> list[str]:
    """The texts that an argument can be: a constant, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return []


def test_german_lacks_nothing() -> None:
    for package in (ENGINE, HALL):
        assert list(faults(package, "de", Catalogue.load(package, "de"))) == []


def test_every_refusal_of_the_hall_has_a_text_with_its_values() -> None:
    known = Catalogue.load(HALL)
    seen = 0
    for name, call in calls():
        if name not in SPOKEN or not call.args:
            continue
        for key in constants(call.args[0]):
            seen += 1
            template = known.templates.get(f"refused.{key}")
            assert template is not None, f"{name}({key!r}) is not the key of a text"
            given = {word.arg for word in call.keywords}
            if None not in given:  # **values
                missing = {slot.name for slot in template.slots()} - given
                assert not missing, f"{name}({key!r}) lacks {missing}"
    assert seen > 150


def test_every_other_sentence_of_the_hall_has_a_text() -> None:
    known = Catalogue.load(HALL)
    keys: set[str] = set()
    for name, call in calls():
        if name in TELLING and call.args:
            keys.update(filter(KEY.fullmatch, constants(call.args[0])))
    assert len(keys) > 30
    ours = {key for key in keys if not key.startswith("game.")}  # the others are of the games
    assert [k for k in ours if not (known.has(k) or known.has(f"refused.{k}"))] == []


def test_no_text_of_the_hall_is_left_over() -> None:
    source = "\n".join(file.read_text("utf-8") for file in FOLDER.rglob("*.py"))
    made = ("name.bot.", "bot.", "message.", "remark.time_up_", "remark.resigned", "remark.time",
            "ending.", "damaged.", "refused.clock.", "refused.send.")  # fmt: skip
    for key in texts(HALL):
        plain = key.removeprefix("refused.")
        assert key.startswith(made) or f'"{plain}"' in source or f'"{key}"' in source, key


def test_every_bot_has_a_name_in_sentences() -> None:
    for language in ("en", "de"):
        known = Catalogue.load(HALL, language)
        for name in NAMES:
            assert known.name("bot", name) and known.has(f"bot.{name}.help")


def test_a_refusal_is_read_in_the_language_of_the_reader_and_has_one_code() -> None:
    error = Conflict("seat.wait", name="Ann", seconds=1)
    with speaking("de"):
        assert str(error) == "Ann kommt vielleicht zurück; warte noch 1 Sekunde"
    assert str(error) == "Ann may come back; wait another 1 second"
    assert error.code == "seat.wait"
    assert IllegalChoice("a sentence of a game from outside").code == "illegal_choice"
    assert StarhallError("x").code == "starhall_error"


def test_what_was_stored_as_a_sentence_is_shown_as_it_is() -> None:
    assert words.told("Ann wins: Ben resigns.") == "Ann wins: Ben resigns."
    assert words.told("") == ""
    kept = words.stored("ending.resigned_won", winner=0, who=1)
    assert words.told(kept, ["Ann", "Ben"]) == "Ann wins: Ben resigns."
    with speaking("de"):
        assert words.told(kept, ["Ann", "Ben"]) == "Ann gewinnt: Ben gibt auf."
        reason = words.fault(BadRequest("send.timeout"))
        assert words.told(reason) == "der Dienst hat nicht rechtzeitig geantwortet"


def bracketed(text: str) -> bool:
    return text.startswith(OPEN) and text.endswith(CLOSE)


def test_no_refusal_of_a_request_escapes_the_catalogue(hall: Hall) -> None:
    asks: list[tuple[str, str, Any]] = [
        ("GET", "/api/nothing", None),
        ("GET", "/api/tables/none", None),
        ("GET", "/api/channels", None),
        ("GET", "/api/games/chess/rules", None),
        ("GET", "/api/icons?names=nothing", None),
        ("GET", "/api/pages/none", None),
        ("POST", "/api/me", {"name": "   "}),
        ("POST", "/api/me", {"name": "x" * 500}),
        ("POST", "/api/me", {"name": "Starhall"}),
        ("POST", "/api/me", {"word": 1}),
        ("POST", "/api/me", None),
        ("POST", "/api/me/recover", {"phrase": "babab"}),
        ("POST", "/api/me/language", {"language": "xx"}),
        ("POST", "/api/tables", {"game": "cyberstrife", "chairs": []}),
        ("PUT", "/api/me", {}),
    ]
    for method, path, body in asks:
        headers = {**PSEUDO, "x-starhall": "1"}
        answer = hall.http.request(method, path, json=body, headers=headers)
        problem = answer.json()
        assert answer.status_code >= 400 and problem["code"], problem
        assert bracketed(problem["error"]), problem
    forged = hall.http.post("/api/me", json={"name": "Eve"}, headers=PSEUDO).json()
    assert bracketed(forged["error"]) and forged["code"] == "request.header"


def test_no_sentence_at_a_table_escapes_the_catalogue(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bo") as bo, Guest(hall, "Cy") as cy:
            await ada.post("/api/me/language", {"language": "en-xa"})
            table = await ada.open_table("me", "open", "open", clock=CLOCK)
            id = table["id"]
            await bo.post(f"/api/tables/{id}/join")
            await cy.post(f"/api/tables/{id}/join")
            async with ada.sit(id) as one, bo.sit(id) as two:
                await one.until_frame(lambda frame: True)
                for wrong in (
                    {"type": "choose", "answered": 0, "options": [99_999]},
                    {"type": "choose", "answered": 7, "options": [0]},
                    {"type": "choose", "answered": 0, "options": []},
                    {"type": "hand", "seat": 1, "bot": "easy"},
                    {"type": "look", "line": 9_999},
                    {"type": "mute", "speaker": "x", "muted": True},
                    {"type": "nonsense"},
                ):
                    told = await one.ask(**wrong)
                    assert told["type"] == "refused" and told["code"], told
                    assert bracketed(told["error"]), told
                await two.send(type="hand", seat=1, bot="easy", ref=5)
                note = await one.until(type="chat")
                assert bracketed(note["text"]) and not note.get("speaker")
                await one.send(type="pause", ref=6)
                await two.send(type="resign", ref=7)
                frame = await one.until_frame(lambda f: len(f.get("remarks", [])) >= 2)
                assert all(bracketed(remark["text"]) for remark in frame["remarks"]), frame
                theirs = await two.until_frame(lambda f: len(f.get("remarks", [])) >= 2)
                assert not any(OPEN in remark["text"] for remark in theirs["remarks"])

    asyncio.run(run())


def test_rows_from_before_are_shown(tmp_path: Path) -> None:
    """Endings and notes of the chat that an older hall has stored as English sentences."""

    async def begin(hall: Hall) -> tuple[str, Any]:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bo") as bo:
            table = await ada.open_table("me", "open")
            await bo.post(f"/api/tables/{table['id']}/join")
            async with ada.sit(table["id"]) as one:
                await one.send(type="resign", ref=1)
                await one.until_frame(lambda frame: frame.get("over"))
            return table["id"], ada.http.cookies

    async def look(hall: Hall, id: str, cookies: Any) -> None:
        async with Guest(hall, "Ada", cookies) as ada:
            await ada.post("/api/me/language", {"language": "de"})
            assert (await ada.get(f"/api/tables/{id}"))["ending"] == "Bo wins: Ada resigns."
            async with ada.sit(id) as one:
                frame = await one.until_frame(lambda frame: frame.get("over"))
                assert frame["ending"] == "Bo gewinnt: Ada gibt auf."  # by the log
                note = await one.until(type="chat")
                assert note["text"] == "Bo plays again."
            assert (await ada.get(f"/api/tables/{id}/verify"))["ok"]

    file = tmp_path / "hall.db"
    with Hall(file) as hall:
        id, cookies = asyncio.run(begin(hall))
    with sqlite3.connect(file) as database:
        kept = database.execute("SELECT ending FROM tables").fetchone()[0]
        assert json.loads(kept) == {"key": "ending.resigned_won", "values": {"who": 0, "winner": 1}}
        database.execute("UPDATE tables SET ending = 'Bo wins: Ada resigns.'")
        database.execute(
            "INSERT INTO chat (table_id, seat, name, text, at, speaker) "
            "VALUES (?, NULL, 'Starhall', 'Bo plays again.', 1.0, '')",
            [id],
        )
    with Hall(file) as hall:
        asyncio.run(look(hall, id, cookies))
