"""Records: saved anywhere, loaded to the byte, and refused with a sentence when they are wrong."""

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import starhall
from starhall.engine.errors import RecordError, StarhallError, UnknownGame
from starhall.engine.game import Game
from starhall.engine.match import record as records
from starhall.engine.match.match import Match
from starhall.engine.match.record import Record, parse
from starhall.engine.rules.chance import commitment, seed_bytes, verify
from tests.engine.toys import expedition, lanterns, sealed
from tests.engine.toys.course import TOYS, course, standing


def load(data: bytes | dict[str, Any], game: Game[Any] = lanterns.GAME) -> Match[Any]:
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    return starhall.load(parse(text), game)


def played(game: Game[Any] = lanterns.GAME, plies: int = 8, seed: int = 3) -> Match[Any]:
    """A match some plies into a random game."""
    for match in course(game, seed, interject=0.0):
        if match.ply == plies:
            return match
    raise AssertionError(f"the game was over before ply {plies}")


def plain(match: Match[Any]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(match.record().to_json())
    return data


# Saving and loading


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_a_match_can_be_saved_and_taken_up_at_every_ply(game: Game[Any], tmp_path: Path) -> None:
    for seed in range(4):
        for match in course(game, seed):
            match.save(tmp_path / "evening.json")
            again = starhall.load(tmp_path / "evening.json", game)
            assert standing(again) == standing(match)
            assert again.record().to_json() == match.record().to_json()
            assert again.notice == ""


def test_a_match_inside_a_phase_is_taken_up_inside_it() -> None:
    match = played(expedition.GAME, 2)
    assert not match.play.fresh
    again = load(match.record().to_json(), expedition.GAME)
    assert again.decision.kind == match.decision.kind
    for each in (match, again):
        each.choose(each.decision.options[0])
    assert standing(again) == standing(match)


def test_a_record_says_what_was_played_by_whom_with_what() -> None:
    match = starhall.new(lanterns.GAME, seed=7, names=["Ann", "Bob"], rounds=5)
    match.choose("roll")
    match.choose("concede", 1)
    data = plain(match)
    assert data["starhall"] == 1
    assert (data["game"], data["rules"]) == ("lanterns", "1")
    assert data["names"] == ["Ann", "Bob"]
    assert data["settings"] == {"rounds": 5, "forced": "skip"}
    assert data["choices"] == ["0 roll", "1 concede"]
    assert data["seed"] == seed_bytes(7).hex()
    assert data["commitment"] == commitment(seed_bytes(7))
    assert data["result"]["winners"] == [0]


def test_a_record_is_a_thing_of_its_own() -> None:
    """A record taken before does not change when the match goes on."""
    match = played(expedition.GAME, 4)
    record = match.record()
    before = record.to_json()
    while not match.over:
        match.choose(match.decision.options[0])
    assert record.to_json() == before


def test_records_of_real_games_are_found_by_their_name(tmp_path: Path) -> None:
    match = starhall.new("cyberstrife", seats=3, seed=5)
    for _ in range(25):
        match.choose(match.decision.options[-1])
    match.save(tmp_path / "evening.json")
    assert standing(starhall.load(tmp_path / "evening.json")) == standing(match)


def test_an_unwatched_match_keeps_its_record_but_no_checkpoint() -> None:
    match = starhall.new(lanterns.GAME, seed=7, watched=False)
    match.choose("roll")
    record = match.record()
    assert record.checkpoint is None
    assert load(record.to_json()).ply == 1


# What a public record tells


def test_before_the_end_a_public_record_promises_the_seed_and_hides_it() -> None:
    match = played(lanterns.GAME)
    record = match.record(public=True)
    shown = record.to_json().decode()
    assert verify(match.seed, record.commitment)
    assert match.seed.hex() not in shown
    assert record.choices == [] and record.digest == "" and record.seed is None
    assert record.checkpoint is None and record.origin is None and record.result is None
    with pytest.raises(RecordError, match="carries only the commitment to its seed"):
        load(record.to_json())


def test_after_the_end_a_public_record_tells_all() -> None:
    *_, match = course(lanterns.GAME, 2)
    assert match.over
    assert match.record(public=True).to_json() == match.record().to_json()
    assert standing(load(match.record(public=True).to_json())) == standing(match)


# Damage


def test_a_truncated_record_is_refused_wherever_it_was_cut(tmp_path: Path) -> None:
    data = played().record().to_json()
    path = tmp_path / "cut.json"
    for length in range(0, len(data) - 2, 50):
        path.write_bytes(data[:length])
        with pytest.raises(RecordError, match=r"cut\.json is damaged or cut off"):
            starhall.load(path, lanterns.GAME)


def test_flipped_bytes_never_do_worse_than_a_sentence() -> None:
    """Whatever byte is changed: the match of the record, or a StarhallError."""
    match = played()
    data = match.record().to_json()
    outcomes = set()
    for place in range(0, len(data), 7):
        broken = bytearray(data)
        broken[place] ^= 0x95 if place % 2 else 0x15
        try:
            outcomes.add(type(load(bytes(broken))).__name__)
        except StarhallError as error:
            assert str(error)
            outcomes.add(type(error).__name__)
    assert "RecordError" in outcomes


@pytest.mark.parametrize(
    "foreign",
    [b"[]", b"{}", b"17", b'"starhall"', b"null", b'{"players": ["Ann"], "moves": []}'],
)
def test_foreign_json_is_no_record(foreign: bytes) -> None:
    with pytest.raises(RecordError, match="it has no 'starhall' field"):
        parse(foreign)


@pytest.mark.parametrize(
    "rubbish",
    [b"", b"\x00\x01\x02", b"\x89PNG\r\n", b"[" * 100_000, b'{"starhall": "\xff\xfe"}', b"<html>"],
    ids=["empty", "binary", "picture", "deep", "no text", "page"],
)
def test_what_is_no_json_at_all_is_damaged(rubbish: bytes) -> None:
    with pytest.raises(RecordError, match="the record is damaged or cut off"):
        parse(rubbish)


def test_another_format_is_named_with_ours() -> None:
    data = plain(played())
    data["starhall"] = 99
    with pytest.raises(RecordError, match="has record format 99; this Starhall reads format 1"):
        load(data)


def test_files_that_are_not_there_or_not_to_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"there is no file .*nowhere\.json"):
        starhall.load(tmp_path / "nowhere.json")
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        starhall.load(tmp_path)


# Edited by hand


def edited(change: Callable[[dict[str, Any]], None], match: Match[Any] | None = None) -> str:
    """What is said to a record that was changed in this way."""
    data = plain(match or played())
    change(data)
    with pytest.raises(RecordError) as refused:
        load(data)
    return str(refused.value)


def test_a_choice_replaced_by_another_legal_one() -> None:
    match = starhall.new(lanterns.GAME, seed=7)
    match.choose("roll")
    match.choose("pass")
    said = edited(lambda data: data["choices"].__setitem__(0, "0 pass"), match)
    assert said.startswith("the record was changed: its 2 choices and where they lead have the")


def test_a_choice_replaced_by_an_illegal_one() -> None:
    said = edited(lambda data: data["choices"].__setitem__(4, "1 wake"))
    assert said.startswith("choice 5 of the record, '1 wake': ")
    said = edited(lambda data: data["choices"].__setitem__(0, "0 rol"))
    assert "'rol' is not an option of this game; did you mean 'roll'" in said


@pytest.mark.parametrize("line", ["", "pass", "zero pass", "-1 pass", "7 pass", "  ", "0pass"])
def test_a_choice_that_is_not_written_as_one(line: str) -> None:
    said = edited(lambda data: data["choices"].__setitem__(2, line))
    assert f"choice 3 of the record is '{line}': a choice is written as seat (0 to" in said


def test_a_choice_without_an_option() -> None:
    assert "choice 3 of the record, '0 '" in edited(
        lambda data: data["choices"].__setitem__(2, "0 ")
    )


def test_choices_after_the_end() -> None:
    *_, match = course(lanterns.GAME, 2)
    said = edited(lambda data: data["choices"].append("0 pass"), match)
    assert "the game is over" in said


def test_a_choice_left_out() -> None:
    match = starhall.new(lanterns.GAME, seed=7)
    for token in ("roll", "take"):
        match.choose(token)
    assert edited(lambda data: data["choices"].pop(), match).startswith("the record was changed")


def test_another_order_of_choices_that_leads_to_the_same_position() -> None:
    match = starhall.new(sealed.GAME, 2, seed=1)
    for seat in (0, 1):
        decision = match.decision_of(seat)
        assert decision is not None
        match.choose(decision.options[0], seat)
    data = plain(match)
    data["choices"].reverse()
    with pytest.raises(RecordError, match="the record was changed: its 2 choices"):
        load(data, sealed.GAME)


def test_another_seed() -> None:
    said = edited(lambda data: data.__setitem__("seed", seed_bytes(99).hex()))
    assert said == "the seed of this record does not fit its commitment: one of them was changed"


def test_another_seed_with_its_own_commitment() -> None:
    def change(data: dict[str, Any]) -> None:
        data["seed"] = seed_bytes(99).hex()
        data["commitment"] = commitment(seed_bytes(99))

    said = edited(change)
    assert "of the record" in said or said.startswith("the record was changed")


@pytest.mark.parametrize(
    ("seed", "words"),
    [("zz" * 32, "is not hexadecimal"), ("ab", "has 1 bytes; a seed has 32"), ("", "has 0 bytes")],
)
def test_a_seed_that_is_none(seed: str, words: str) -> None:
    def change(data: dict[str, Any]) -> None:
        data["seed"] = seed
        if words != "is not hexadecimal":
            data["commitment"] = commitment(bytes.fromhex(seed))

    assert words in edited(change)


def test_another_digest() -> None:
    assert "but it says 00" in edited(lambda data: data.__setitem__("digest", "00"))


def test_another_result() -> None:
    *_, match = course(lanterns.GAME, 2)
    said = edited(lambda data: data["result"].__setitem__("winners", [1, 0]), match)
    assert said == "the record was changed: its result is not that of its choices"


def test_a_result_before_the_end() -> None:
    won = {"ranks": [1, 2], "scores": [1.0, 0.0], "winners": [0], "reason": "dawn"}
    assert "its result is not" in edited(lambda data: data.__setitem__("result", won))


def test_a_field_too_many() -> None:
    said = edited(lambda data: data.__setitem__("cheat", 1))
    assert "is not a whole Starhall record" in said and "cheat" in said


@pytest.mark.parametrize("field", ["game", "rules", "choices", "names", "commitment", "digest"])
def test_a_field_too_few(field: str) -> None:
    said = edited(lambda data: data.pop(field))
    assert "is not a whole Starhall record" in said and field in said


@pytest.mark.parametrize(
    ("field", "value"),
    [("choices", "0 pass"), ("names", [1, 2]), ("settings", {"rounds": 1.5}), ("seed", 7)],
)
def test_a_field_of_another_kind(field: str, value: object) -> None:
    said = edited(lambda data: data.__setitem__(field, value))
    assert "is not a whole Starhall record" in said and field in said


def test_settings_and_seats_that_the_game_does_not_have() -> None:
    words = "the record does not fit its game: lanterns"
    assert f"{words} has no option" in edited(lambda data: data["settings"].update(pace=1))
    assert f"{words} is for 2 to 4" in edited(lambda data: data.__setitem__("names", ["Ann"]))


def test_a_record_of_another_game() -> None:
    with pytest.raises(RecordError, match="this is a record of lanterns, not of expedition"):
        load(played().record().to_json(), expedition.GAME)
    data = plain(played())
    data["game"] = "lanternz"
    with pytest.raises(UnknownGame, match="there is no game 'lanternz'"):
        starhall.load(parse(json.dumps(data).encode()))


# Saving safely


def test_saving_replaces_the_older_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_text("something older")
    match = played()
    match.save(path)
    assert parse(path.read_bytes()) == match.record()
    assert os.listdir(tmp_path) == ["evening.json"]


def test_saving_follows_a_link_and_keeps_it(tmp_path: Path) -> None:
    there = tmp_path / "real.json"
    there.write_text("older")
    link = tmp_path / "link.json"
    link.symlink_to(there)
    match = played()
    match.save(link)
    assert link.is_symlink() and parse(there.read_bytes()) == match.record()


def test_saved_files_can_be_read_by_those_who_may_read_other_files(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    before = os.umask(0o022)
    try:
        played().save(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    match = played()
    match.save(pipe)
    reader.join(20)
    assert parse(got[0]) == match.record() and stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    match = played()
    with pytest.raises(RecordError, match="evening.json could not be saved: No such file"):
        match.save(tmp_path / "no such folder" / "evening.json")
    with pytest.raises(RecordError, match="could not be saved: Is a directory"):
        match.save(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="could not be saved: Not a directory"):
        match.save(tmp_path / "file" / "evening.json")
    assert os.listdir(tmp_path) == ["file"]


FULL_DISK = """
import resource, sys
import starhall
match = starhall.new("cyberstrife", seats=2, seed=1)
for _ in range(30):
    match.choose(match.decision.options[0])
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    match.save(sys.argv[1])
except starhall.StarhallError as error:
    print(error)
"""


def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    starhall.new("cyberstrife", seats=2, seed=1).save(path)
    old = path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    said = "evening.json could not be saved: File too large; an older file there is untouched"
    assert said in done.stdout
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["evening.json"]


def test_writing_and_reading_a_record_are_each_other_s_reverse(tmp_path: Path) -> None:
    record = played(expedition.GAME, 5).record()
    records.write(record, tmp_path / "one.json")
    read = records.read(tmp_path / "one.json")
    assert isinstance(read, Record) and read == record
    assert read.to_json() == record.to_json()
