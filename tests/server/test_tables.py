"""At the table: spectators, undo, consent, stand-ins, chat, reasons, hints."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any

from tests.server.hall import Guest, Hall, Place, seen, until

Table = dict[str, Any]


@contextlib.asynccontextmanager
async def two_people(
    hall: Hall, *bots: str, **more: Any
) -> AsyncIterator[tuple[Table, Guest, Guest]]:
    async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
        table = await ada.open_table("me", "open", *bots, **more)
        await bob.post(f"/api/tables/{table['id']}/join")
        yield table, ada, bob


async def alternate(places: list[Place], dice: random.Random, test: Any) -> None:
    """Random choices by whoever is asked, until the test holds."""
    while True:
        await until(lambda: test() or any(place.frame.get("options") for place in places))
        for place in places:
            if test():
                return
            if place.frame.get("options"):
                await place.choose(dice.choice(place.frame["options"])["number"])


def test_a_spectator_sees_the_game_go_on_and_may_not_touch_it(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall) as (table, ada, bob), Guest(hall, "Max") as max_:
            listed = await max_.get("/api/lobby")
            assert table["id"] in [shown["id"] for shown in listed["watch"]]
            async with (
                ada.sit(table["id"]) as one,
                bob.sit(table["id"]) as two,
                max_.sit(table["id"]) as spectator,
            ):
                first = await spectator.until_frame(lambda frame: True)
                assert "options" not in first and first["scene"].get("viewer") is None
                await one.until_frame(lambda frame: True)  # either of the two may begin
                await alternate([one, two], random.Random(1), lambda: len(spectator.lines) > 3)
                for message in (
                    {"type": "choose", "answered": 0, "options": [0]},
                    {"type": "undo"},
                    {"type": "why"},
                    {"type": "hint"},
                    {"type": "hand", "seat": 0, "bot": "random"},
                    {"type": "interject", "option": 0},
                ):
                    answer = await spectator.ask(**message)
                    assert answer["type"] == "refused" and "you are watching" in answer["error"]
                seen = await one.until(type="presence", watching=1)
                assert [seat["here"] for seat in seen["seats"]] == [True, True]

    asyncio.run(run())


def test_undo_is_free_up_to_the_frontier_and_counts_as_a_move(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", seed="undo")
            async with ada.sit(table["id"], wants="options") as place:
                before = await place.until_asked()
                option = before["options"][0]["number"]
                await place.choose(option)
                after = await place.until_frame(lambda frame: frame["answered"] == 1)
                assert after.get("undoable") == 1
                assert (await place.ask(type="undo"))["type"] == "ack"
                back = await place.until_frame(lambda frame: frame["answered"] == 2)
                assert back["options"] == before["options"]
                # The same choice sent again by a slow network is not made a second time.
                late = await place.choose(option, answered=0)
                assert late["type"] == "ack" and late["answered"] == 2
                assert place.frame["options"] == before["options"]

    asyncio.run(run())


def test_going_back_further_needs_the_other_people(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall) as (table, ada, bob):
            async with ada.sit(table["id"]) as one, bob.sit(table["id"]) as two:
                await one.until_frame(lambda frame: True)
                dice = random.Random(8)
                await alternate(
                    [one, two],
                    dice,
                    lambda: (
                        one.frame.get("answered", 0) > 1
                        and two.frame.get("answered", 0) > 1
                        and not one.frame.get("undoable")
                        and one.lines
                    ),
                )
                lines = len(one.lines)
                asked = await one.ask(type="undo")
                assert asked == {"type": "asked", "ref": one.ref, "seats": [1]}
                wish = await two.until(type="wish", seat=0)
                await two.send(type="consent", request=wish["request"], agreed=False)
                refused = await one.until(type="refused", ref=one.ref)
                assert "Bob does not agree" in refused["error"]

                two.heard.clear()
                one.ref += 1
                await one.send(type="undo", ref=one.ref)
                wish = await two.until(type="wish", seat=0)
                answered = one.frame["answered"]
                await two.send(type="consent", request=wish["request"], agreed=True)
                await one.until(type="ack", ref=one.ref)
                frame = await one.until_frame(lambda frame: frame["answered"] == answered + 1)
                assert frame["options"], "the one who went back is asked again"
                assert len(one.lines) < lines
                fresh = len(one.lines)
            async with ada.sit(table["id"]) as again:
                await again.until_frame(lambda frame: True)
                assert len(again.lines) == fresh

    asyncio.run(run())


def test_a_bot_plays_for_somebody_who_is_gone_until_they_come_back(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall, stand_in="random") as (table, ada, bob):
            place = ada.sit(table["id"], wants="options")
            async with place as one:
                await one.until_frame(lambda frame: True)
                async with bob.sit(table["id"], wants="options") as two:
                    await seen(one, [True, True], 0)
                    here = await one.ask(type="hand", seat=1, bot="random")
                    assert here["type"] == "refused" and "Bob is here" in here["error"]
                await seen(one, [True, False], 0)
                other = await one.ask(type="hand", seat=1, bot="strong")
                assert "only the random bot plays for people who are gone" in other["error"]
                handed = await one.ask(type="hand", seat=1, bot="random")
                assert handed["type"] == "ack"
                told = await one.until(type="chat", name="Starhall")
                assert told["text"].startswith("Bob is gone: the random bot plays for Bob")
                await one.play_on(random.Random(2).choice, 40)
                info = await ada.get(f"/api/tables/{table['id']}")
                assert info["seats"][1]["stand_in"] and info["seats"][1]["name"] == "Bob"
                async with bob.sit(table["id"], wants="options") as two:
                    frame = await two.until_frame(lambda frame: True)
                    assert frame["answered"] > 0, "the bot has moved for Bob"
                    foreign = await one.ask(type="hand", seat=1, bot="")
                    assert foreign["type"] == "refused"
                    assert (await two.ask(type="hand", seat=1, bot=""))["type"] == "ack"
                    info = await ada.get(f"/api/tables/{table['id']}")
                    assert not info["seats"][1].get("stand_in")

    asyncio.run(run())


def test_a_stand_in_does_not_agree_for_its_player(hall: Hall) -> None:
    """Else whoever sees the other vanish could look into the deck and take it back."""
    more = {"stand_in": "random", "settings": {"simultaneous_turns": "off"}}

    async def run() -> None:
        async with two_people(hall, **more) as (table, ada, bob), ada.sit(table["id"]) as one:
            await one.until_frame(lambda frame: True)
            assert (await one.ask(type="hand", seat=1, bot="random"))["type"] == "ack"
            dice = random.Random(3)
            await one.play_on(dice.choice, 1)
            while (await one.until_asked()).get("undoable"):
                await one.play_on(dice.choice, 1)
            answered = one.frame["answered"]
            asked = await one.ask(type="undo")
            assert asked == {"type": "asked", "ref": one.ref, "seats": [1]}
            async with bob.sit(table["id"], wants="options") as two:
                wish = await two.until(type="wish", seat=0)
                await two.send(type="consent", request=wish["request"], agreed=True)
                await one.until(type="ack", ref=one.ref)
                await one.until_frame(lambda frame: frame["answered"] == answered + 1)

    asyncio.run(run())


def test_nobody_learns_that_another_chose_in_secret(hall: Hall) -> None:
    """A wish to take back outlives such a choice, and the hall's health does not count it."""

    async def run() -> None:
        async with (
            two_people(hall, settings={"simultaneous_turns": "off"}) as (table, ada, bob),
            ada.sit(table["id"]) as one,
            bob.sit(table["id"]) as two,
        ):
            await one.until_frame(lambda frame: True)
            await two.until_frame(lambda frame: True)
            asker, other = (one, two) if one.frame.get("options") else (two, one)
            while not other.frame.get("options"):
                await until(lambda: asker.frame.get("options") or other.frame.get("options"))
                if asker.frame.get("options"):
                    await asker.choose(asker.frame["options"][0]["number"])
            await other.choose(other.frame["options"][0]["number"])
            assert (await asker.ask(type="undo"))["type"] == "asked"
            ref, lines = asker.ref, len(asker.lines)
            await other.choose(other.frame["options"][0]["number"])
            health = hall.http.get("/api/health").json()
            assert set(health) == {"tables", "sockets", "lag_ms"}
            await asker.ask(type="ping")
            assert len(asker.lines) == lines, "the choice was not secret"
            assert [said["type"] for said in asker.heard if said.get("ref") == ref] == ["asked"]
            wish = await other.until(type="wish")
            await other.send(type="consent", request=wish["request"], agreed=True)
            await asker.until(type="ack", ref=ref)

    asyncio.run(run())


def test_the_settings_of_a_table_say_who_stands_in_and_when(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall, stand_in_seconds=3600) as (table, ada, _):
            assert table["stand_in"] == "normal" and table["stand_in_seconds"] == 3600
            async with ada.sit(table["id"]) as one:
                soon = await one.ask(type="hand", seat=1, bot="normal")
                assert "Bob may come back; wait another" in soon["error"]
        async with two_people(hall, stand_in="") as (table, ada, _), ada.sit(table["id"]) as one:
            never = await one.ask(type="hand", seat=1, bot="normal")
            assert "no bot plays for people who are gone" in never["error"]
        async with Guest(hall, "Ada") as ada:
            chairs = [{"kind": "me"}, {"kind": "open"}]
            wrong = {"game": "cyberstrife", "chairs": chairs}
            await ada.post("/api/tables", {**wrong, "stand_in": "/etc/passwd"}, status=400)
            late = {**wrong, "stand_in_seconds": 10**9}
            refused = await ada.post("/api/tables", late, status=400)
            assert "stand_in_seconds must be 0 to 2592000" in refused["error"]

    asyncio.run(run())


def test_a_private_table_is_closed_to_those_who_left_and_those_who_guess(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob, Guest(hall, "Eve") as eve:
            table = await ada.open_table("me", "open", "friend", private=True)
            path = f"/api/tables/{table['id']}"
            await eve.post(f"{path}/join", status=404)
            await eve.post(f"{path}/join", {"seat": 1}, status=404)
            await bob.post(f"{path}/join", {"invitation": table["invitations"]["1"]})
            async with bob.sit(table["id"]) as place:
                await place.until(type="presence")
                await bob.post(f"{path}/leave")
                await place.until_closed()
                assert place.socket.close_code == 4404
            await bob.get(path, status=404)
            await bob.post(f"{path}/join", {"seat": 1}, status=404)
            assert (await ada.post(f"{path}/leave"))["id"] == table["id"]

    asyncio.run(run())


def test_the_chair_of_a_friend_stays_one(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob, Guest(hall, "Eve") as eve:
            table = await ada.open_table("me", "friend", "open")
            path = f"/api/tables/{table['id']}"
            invited = {"invitation": table["invitations"]["1"]}
            await bob.post(f"{path}/join", invited)
            left = await bob.post(f"{path}/leave")
            assert [seat["kind"] for seat in left["seats"]] == ["person", "friend", "open"]
            await eve.post(f"{path}/join", {"seat": 1}, status=409)
            await bob.post(f"{path}/join", invited)

    asyncio.run(run())


def test_chat_reaches_everybody_as_plain_text_and_is_kept(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall) as (table, ada, bob):
            async with ada.sit(table["id"]) as one, bob.sit(table["id"]) as two:
                await one.send(type="chat", text="<b>hello</b>\x00 \u202e")
                heard = await two.until(type="chat")
                assert heard["text"].startswith("<b>hello</b>") and heard["name"] == "Ada"
                assert "\x00" not in heard["text"] and heard["seat"] == 0
                await one.send(type="chat", text=" \n ")
                await one.until(type="refused", error="there is nothing in this line")
            async with bob.sit(table["id"]) as later:
                assert (await later.until(type="chat"))["text"] == heard["text"]

    asyncio.run(run())


def test_why_not_and_hints_answer_for_the_own_seat(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", hints=True)
            plain = await ada.open_table("me", "random")
            async with ada.sit(table["id"]) as place:
                dice = random.Random(4)
                rules: set[str] = set()
                for _ in range(12):
                    await place.until_asked()
                    reasons = (await place.ask(type="why"))["reasons"]
                    rules |= {reason["rule"] for reason in reasons}
                    for reason in reasons:
                        assert reason["rule"] in reason["reason"] and reason["label"]
                    await place.choose(dice.choice(place.frame["options"])["number"])
                assert any(rule.startswith("CS-") for rule in rules)
                frame = await place.until_asked()
                hint = await place.ask(type="hint")
                offered = [option["number"] for option in frame["options"]]
                assert hint["type"] == "hint" and 1 <= len(hint["options"]) <= 3
                assert all(option["number"] in offered for option in hint["options"])
                chances = [option["chance"] for option in hint["options"]]
                assert all(0 <= chance <= 1 for chance in chances) and hint["games"] > 1
            async with ada.sit(plain["id"]) as place:
                await place.until_asked()
                refused = await place.ask(type="hint")
                assert refused["type"] == "refused" and "without hints" in refused["error"]

    asyncio.run(run())


def test_lines_say_what_they_are_about_and_the_table_of_a_line_can_be_seen(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Max") as max_:
            table = await ada.open_table("me", "random", game="nexus-ops")
            async with ada.sit(table["id"]) as place, max_.sit(table["id"]) as spectator:
                dice = random.Random(3)
                shown: dict[int, Any] = {}  # the scenes that came, by the last line they show
                while not any(line.get("heads") for line in place.lines[8:]):
                    frame = await place.until_asked()
                    shown[len(place.lines)] = frame["scene"]
                    await place.choose(dice.choice(frame["options"])["number"])
                turns = [line["heads"][0] for line in place.lines if line.get("heads")]
                assert turns and all(turn["kind"] == "turn" and "seat" in turn for turn in turns)
                moved = next(line for line in place.lines if "hex:" in str(line.get("about")))
                assert f"seat:{moved['seat']}" in moved["about"]
                line = max(number for number in shown if number)
                looked = await place.ask(type="look", line=line)
                assert looked["line"] == line and looked["scene"]["areas"] == shown[line]["areas"]
                seen = await spectator.ask(type="look", line=1)
                assert seen["scene"].get("viewer") is None
                for wrong in (0, 9999):
                    refused = await place.ask(type="look", line=wrong)
                    assert refused["type"] == "refused" and "your log has" in refused["error"]

    asyncio.run(run())


def test_several_answers_in_one_message_are_taken_as_a_whole_or_not_at_all(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada:
            table = await ada.open_table("me", "random", seed="whole")
            async with ada.sit(table["id"], wants="options") as place:
                frame = await place.until_asked()
                marks = [o["number"] for o in frame["options"] if o["token"].startswith("mark")]
                refused = await place.choose(marks[0], marks[0])
                assert refused["type"] == "refused" and place.frame == frame
                done = await place.choose(marks[0], marks[1])
                assert done["type"] == "ack" and done["answered"] == 2
                again = await place.choose(marks[0], marks[1], answered=0)
                assert again["type"] == "ack" and again["answered"] == 2

    asyncio.run(run())


def test_conceding_needs_no_question(hall: Hall) -> None:
    async def run() -> None:
        async with two_people(hall) as (table, ada, bob):
            chairs = ada.sit(table["id"]), bob.sit(table["id"])
            async with chairs[0] as one, chairs[1] as two:
                await one.until_frame(lambda frame: True)
                frame = await two.until_frame(lambda frame: True)
                [concede] = frame["anytime"]
                answer = await two.ask(type="interject", option=concede["number"])
                assert answer["type"] == "ack"
                over = await one.until_frame(lambda frame: frame.get("over"))
                assert "Ada" in over["ending"]
                twice = await two.ask(type="interject", option=concede["number"])
                assert twice["type"] == "refused"

    asyncio.run(run())


def test_the_lobby_puts_games_that_wait_for_me_first(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            asked = await ada.open_table("me", "random")
            async with ada.sit(asked["id"]) as place:
                await place.until_asked()
            unfilled = await ada.open_table("me", "open")
            lobby = await ada.get("/api/lobby")
            assert [table["id"] for table in lobby["mine"]] == [asked["id"], unfilled["id"]]
            assert [table["your_turn"] for table in lobby["mine"][:1]] == [True]
            assert not lobby["mine"][1].get("your_turn")
            theirs = await bob.get("/api/lobby")
            assert unfilled["id"] in [table["id"] for table in theirs["open"]]
            assert asked["id"] in [table["id"] for table in theirs["watch"]]
            assert not any(table.get("your_turn") for table in theirs["watch"])

    asyncio.run(run())
