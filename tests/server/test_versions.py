"""Games that were begun by other rules than those installed now: real processes, changed cards."""

import asyncio
import contextlib
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import starhall
from starhall.engine.match.record import parse
from starhall.server.tables import remarks
from tests.server.hall import Guest, Hall, Json, Place

GAME = Path("games", "cyberstrife")
CHOICES = (12, 25, 40)


def changed(folder: Path, edit: Callable[[str], str]) -> Path:
    """A second installation: the same files but for the units of Cyberstrife."""
    installed = Path(starhall.__file__).parent
    _mirror(installed, folder / "starhall", GAME / "content" / "units.toml")
    units = folder / "starhall" / GAME / "content" / "units.toml"
    units.write_text(edit((installed / GAME / "content" / "units.toml").read_text()))
    return folder


def _mirror(source: Path, target: Path, spared: Path) -> None:
    """Links to all that is the same; real folders on the way to what is not."""
    target.mkdir(parents=True)
    for item in source.iterdir():
        if item.name != spared.parts[0]:
            (target / item.name).symlink_to(item)
        elif len(spared.parts) > 1:
            _mirror(item, target / item.name, Path(*spared.parts[1:]))


def reworded(units: str) -> str:
    return units + "\n# A comment that changes no card, but the hash of the content.\n"


def rotated(units: str) -> str:
    """Every card is another design, one with as many copies: no game goes on as before."""
    head, *designs = units.split("[[unit]]")
    copies = [re.findall("copies = .", design) for design in designs]
    kinds = [[n for n, found in enumerate(copies) if found == kind] for kind in copies]
    others = [designs[same[same.index(n) - 1]] for n, same in enumerate(kinds)]
    return "[[unit]]".join([head, *others])


def notes(place: Place) -> list[str]:
    return [said["text"] for said in place.heard if said.get("name") == "Starhall"]


def sql(database: Path, question: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        found = db.execute(question).fetchall()
        db.commit()
    return found


async def play(hall: Hall, cookies: Any, id: str, choices: int) -> Json:
    """Somebody who has been here before plays on; the frame in the end."""
    async with Guest(hall, "Ada", cookies) as ada, ada.sit(id, wants="options") as place:
        await place.play_on(random.Random(choices).choice, choices)
        return await place.until_asked()


class Begun(NamedTuple):
    """A game that is under way: the cookies of its player, the table, and the last frame."""

    cookies: Any
    id: str
    frame: Json


class Past:
    """What an earlier hall has left: games after some numbers of choices."""

    def __init__(self, folder: Path) -> None:
        self._killed, self._closed = folder / "killed.db", folder / "closed.db"
        with Hall(self._closed) as hall:
            self.games = {choices: asyncio.run(self._begin(hall, choices)) for choices in CHOICES}
            # As a power cut leaves it: the last stored positions are older than the last choices.
            with (
                contextlib.closing(sqlite3.connect(self._closed)) as source,
                contextlib.closing(sqlite3.connect(self._killed)) as target,
            ):
                source.backup(target)

    async def _begin(self, hall: Hall, choices: int) -> Begun:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", settings={"round_cap": 20}, seed="new")
        cookies = ada.http.cookies
        frame = await play(hall, cookies, table["id"], choices)
        assert not frame.get("over"), "the game was over too soon"
        return Begun(cookies, table["id"], frame)

    def leave(self, database: Path, killed: bool) -> None:
        shutil.copy(self._killed if killed else self._closed, database)


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Past:
    return Past(tmp_path_factory.mktemp("past"))


def test_a_game_that_comes_to_the_same_position_goes_on_with_all_its_past(
    past: Past, database: Path, tmp_path: Path
) -> None:
    past.leave(database, killed=True)
    cookies, id, before = past.games[25]

    async def run(new: Hall) -> None:
        async with Guest(new, "Ada", cookies) as ada:
            async with ada.sit(id, wants="options") as place:
                frame = await place.until_asked()
                assert frame["answered"] == before["answered"]
                assert frame["options"] == before["options"]
                [note] = notes(place)
                assert (
                    f"rules {starhall.find(GAME.name).version} with content" in note
                    and "the same position" in note
                )
                assert len(place.lines) > 20, "all that happened before"
                await place.play_on(random.Random(1).choice)
            assert (await ada.get(f"/api/tables/{id}/verify"))["ok"]

    with Hall(database, path=changed(tmp_path / "new", reworded)) as new:
        asyncio.run(run(new))
    assert sql(database, "SELECT count(*) FROM entries WHERE kind = 'rules'") == [(0,)]


@pytest.mark.parametrize("killed", [False, True])
def test_a_game_that_cannot_be_played_again_goes_on_from_where_it_stood(
    past: Past, database: Path, tmp_path: Path, killed: bool
) -> None:
    past.leave(database, killed)
    cookies, id, before = past.games[40]

    async def run(new: Hall) -> None:
        async with Guest(new, "Ada", cookies) as ada, Guest(new, "Bob") as bob:
            async with ada.sit(id, wants="options", have=before["frame"]) as place:
                frame = await place.until_asked()
                assert frame["answered"] >= before["answered"] and frame["frame"] > before["frame"]
                [note] = notes(place)
                assert "goes on from where it stood" in note
                if not killed:  # the position was stored when the hall closed
                    assert "taken back" not in note
                    numbers = [option["number"] for option in before["options"]]
                    assert [option["number"] for option in frame["options"]] == numbers
                await place.choose(frame["options"][0]["number"])
                assert (await place.ask(type="undo"))["type"] in ("ack", "asked")
            # What was written is read again by the next process, and played to its end.
            await asyncio.to_thread(new.kill)
            await asyncio.to_thread(new.open)
            end = await play(new, cookies, id, 1_000)
            assert end["over"]
        async with Guest(new, "Ada", cookies) as ada, Guest(new, "Bob") as bob:
            proof = await bob.get(f"/api/tables/{id}/verify")
            assert proof["ok"] and "The rules changed during the game" in proof["sentence"]
            frame = await bob.get(f"/api/tables/{id}/replay", ply=3, seat=0)
            assert frame["scene"]["areas"] and frame["plies"] > 3
            record = parse((await bob.http.get(f"/api/tables/{id}/record")).content)
            assert record.origin is not None and record.result is not None
            chairs = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            forked = await ada.post(f"/api/tables/{id}/fork", {"ply": 3, "chairs": chairs})
            await play(new, cookies, forked["id"], 5)

    with Hall(database, path=changed(tmp_path / "new", rotated)) as new:
        asyncio.run(run(new))
    # The one who comes back to the old rules can look at it no more, and is told so.
    [(stored,)] = sql(database, f"SELECT ending FROM tables WHERE id = '{id}'")
    ending = remarks.ending("cyberstrife", stored, ("Ada", "Vega"))
    assert "wins" in ending

    async def back(old: Hall) -> None:
        async with Guest(old, "Ada", cookies) as ada:
            shown = await ada.get(f"/api/tables/{id}")
            assert shown["ending"] == ending
            problem = await ada.get(f"/api/tables/{id}/replay", status=409)
            assert "was played by other rules" in problem["error"]

    if killed:
        return
    with Hall(database) as old:
        asyncio.run(back(old))


def test_a_game_that_cannot_go_on_says_so_and_its_host_may_close_it(
    past: Past, database: Path, tmp_path: Path
) -> None:
    past.leave(database, killed=False)
    cookies, id, _ = past.games[12]
    sql(database, "UPDATE positions SET data = replace(data, '\"players\"', '\"elsewhere\"')")

    async def run(new: Hall) -> None:
        async with Guest(new, "Ada", cookies) as ada, Guest(new, "Bob") as bob:
            other = await ada.open_table("me", "random")
            await play(new, cookies, other["id"], 2)
            with pytest.raises(ConnectionError):
                async with ada.sit(id) as place:
                    await place.until(type="frame")
            assert place.socket.close_code == 4404
            assert "The rules have changed" in str(place.socket.close_reason)
            await bob.post(f"/api/tables/{id}/leave", status=409)
            assert id in str(await ada.get("/api/lobby"))
            await ada.post(f"/api/tables/{id}/leave")
            assert id not in str(await ada.get("/api/lobby"))

    new = Hall(database, path=changed(tmp_path / "new", rotated))
    with new:
        asyncio.run(run(new))
    assert f"Table {id} cannot go on: The rules have changed" in new.log.read_text()
