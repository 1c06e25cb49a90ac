"""Stepping through records, and proving them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import starhall
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import commitment, seed_bytes
from tests.cli.program import choices, lines, ok, refused, run

SEED = 21


def played(choices: int | None = None) -> Match[Any]:
    match = starhall.new("cyberstrife", seats=3, seed=SEED, names=["Ann", "Ben", "Cleo"])
    while not match.over and (choices is None or match.ply < choices):
        match.choose(match.decision.options[-1 if match.ply % 3 else 0])
    return match


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "finished.json"
    played().save(file)
    return file


@pytest.fixture(scope="module")
def broken_off(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Saved in the middle of a turn."""
    file = tmp_path_factory.mktemp("records") / "half.json"
    played(33).save(file)
    return file


def edited(source: Path, folder: Path, **changes: object) -> Path:
    file = folder / "edited.json"
    file.write_text(json.dumps({**json.loads(source.read_bytes()), **changes}))
    return file


# --- looking -------------------------------------------------------------------------------------


def test_one_ply_as_a_seat_sees_it(finished: Path) -> None:
    shown = ok("replay", finished, "--ply", "12", "--seat", "1")
    match = played().at(12)
    hand = match.text(1).split("Your hand\n")[1].split("\n  Lanes")[0]
    cards = [line.strip().split(" (")[0] for line in hand.splitlines()]
    assert len(cards) >= 3
    for card in cards:
        assert card in shown
    assert f"After choice 12 of {played().ply}." in shown
    spectator = ok("replay", finished, "--ply", "12")
    assert "Your hand" not in spectator
    assert not all([card in spectator for card in cards])


def test_what_others_chose_in_secret_is_not_told(finished: Path) -> None:
    """A card laid face down is known to its own seat only."""
    match = played()
    ply, step = next(
        (number, step)
        for number, step in enumerate(match.choices, 1)
        if step.option.verb == "place" and number < 40
    )
    seat, token = step.seat, step.option.token
    own = ok("replay", finished, "--ply", str(ply), "--seat", str(seat))
    assert f"{match.names[seat]} chose: {token}." in own
    for viewer in ([], ["--seat", str((seat + 1) % 3)]):
        shown = ok("replay", finished, "--ply", str(ply), *viewer)
        assert f"{match.names[seat]} chose." in shown
        assert token not in shown
        data = json.loads(ok("replay", finished, "--ply", str(ply), "--json", *viewer))
        assert (data["chooser"], data["choice"]) == (seat, None)


def test_stepping_forth_and_back(finished: Path) -> None:
    plies = played().ply
    typed = lines("n", "n", "", "p", "20", "s 2", "s", "b", "p", "e", "n", "999", "s 3", "zap", "q")
    shown = ok("replay", finished, typed=typed)
    visited = [int(ply) for ply in re.findall(r"^After choice (\d+) of", shown, re.MULTILINE)]
    assert visited == [0, 1, 2, 3, 2, 20, 20, 20, 0, plies]
    assert shown.count("Your hand") == 1, "once as seat 2, else as a spectator"
    assert "This is the beginning; n goes on, q quits." in shown
    assert "That was the last choice; p goes back, q quits." in shown
    assert f"There is no ply 999: the record has 0 to {plies}." in shown
    assert "There is no seat '3': the game has 3 seats, 0 to 2." in shown
    assert "'zap' is not a key here" in shown
    assert played().ending() in shown


def test_the_end_of_the_input_ends_the_replay(finished: Path) -> None:
    assert "After choice 1 of" in ok("replay", finished, typed="n\n")


def test_json_of_the_last_ply_holds_the_scene(finished: Path) -> None:
    data = json.loads(ok("replay", finished, "--json", "--seat", "0"))
    match = played()
    assert (data["game"], data["ply"], data["plies"]) == ("cyberstrife", match.ply, match.ply)
    assert data["over"] is True
    assert data["choice"] == match.choices[-1].option.token
    assert data["scene"] == json.loads(match.scene(0).to_json())
    assert data["log"] == match.sentences(0, match.ply)


# --- proving -------------------------------------------------------------------------------------


def test_a_true_record_is_proven(finished: Path, broken_off: Path) -> None:
    shown = ok("replay", finished, "--verify")
    assert shown.count("proven") == 5
    assert f"all {len(choices(finished))} choices are legal" in shown
    assert "The recorded result follows." in shown
    assert "The record is true." in shown
    half = ok("replay", broken_off, "--verify")
    assert "The game is not over yet." in half and "The record is true." in half


def test_the_commitment_told_before_the_game_is_compared(finished: Path) -> None:
    promised = commitment(seed_bytes(SEED))
    shown = ok("replay", finished, "--verify", "--commitment", promised.upper())
    assert "the one that was told before the game" in shown
    other = commitment(seed_bytes(SEED + 1))
    sentence = refused("replay", finished, "--verify", "--commitment", other)
    assert other in sentence and promised in sentence


def test_json_of_a_proof(finished: Path, tmp_path: Path) -> None:
    data = json.loads(ok("replay", finished, "--verify", "--json"))
    assert data["verified"] is True and len(data["proven"]) == 5 and data["failed"] == ""
    file = edited(finished, tmp_path, digest="0" * 32)
    result = run("replay", file, "--verify", "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert data["verified"] is False and "0" * 32 in data["failed"]
    assert len(data["proven"]) == 2


def not_proven(file: Path, *parts: str) -> None:
    result = run("replay", file, "--verify")
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "The record is true." not in result.stdout
    assert "The record is not proven: " in result.stderr
    for part in parts:
        assert part in result.stderr


def test_a_changed_choice_is_found(finished: Path, tmp_path: Path) -> None:
    """Every tenth choice is replaced by another that was legal at that moment."""
    original = choices(finished)
    match = starhall.new("cyberstrife", seats=3, seed=SEED)
    found = 0
    for ply, line in enumerate(original):
        seat, _, token = line.partition(" ")
        others = [option.token for option in match.decision.options if option.token != token]
        if ply % 10 == 0 and others:
            changed = [*original[:ply], f"{seat} {others[0]}", *original[ply + 1 :]]
            not_proven(edited(finished, tmp_path, choices=changed))
            found += 1
        match.choose(token, int(seat))
    assert found > 10


def test_a_changed_seed_or_commitment_is_found(finished: Path, tmp_path: Path) -> None:
    other = seed_bytes(SEED + 1)
    fits = "does not fit its commitment"
    not_proven(edited(finished, tmp_path, seed=other.hex()), fits)
    not_proven(edited(finished, tmp_path, commitment=commitment(other)), fits)
    both = edited(finished, tmp_path, seed=other.hex(), commitment=commitment(other))
    not_proven(both, "hoice")  # the cards dealt are others, so the choices cannot have been made
    not_proven(edited(finished, tmp_path, seed="zz"), "hexadecimal")
    not_proven(edited(finished, tmp_path, seed=None), "commitment")


def test_a_changed_result_is_found(finished: Path, tmp_path: Path) -> None:
    result = json.loads(finished.read_bytes())["result"]
    winner = result["winners"][0]
    not_proven(edited(finished, tmp_path, result={**result, "winners": [(winner + 1) % 3]}))
    not_proven(edited(finished, tmp_path, result=None), "result")


def test_a_changed_checkpoint_is_found(broken_off: Path, tmp_path: Path) -> None:
    """Later versions go on from it, so it must not be a position nobody reached."""
    point = json.loads(broken_off.read_bytes())["checkpoint"]
    assert point["state"]["players"][0]["won"] != 9
    point["state"]["players"][0]["won"] = 9
    not_proven(edited(broken_off, tmp_path, checkpoint=point), "checkpoint", "not the position")
    point["ply"] = 4000
    not_proven(edited(broken_off, tmp_path, checkpoint=point), "4000")


def test_another_version_cannot_vouch(finished: Path, tmp_path: Path) -> None:
    not_proven(edited(finished, tmp_path, rules="9.9"), "rules 9.9", "install the record's version")
    not_proven(edited(finished, tmp_path, content="f" * 32), "content ffffffff")


def test_new_settings_smuggled_in_are_found(broken_off: Path, tmp_path: Path) -> None:
    settings = json.loads(broken_off.read_bytes())["settings"]
    not_proven(edited(broken_off, tmp_path, settings={**settings, "round_cap": 99}))
    del settings["round_cap"]
    not_proven(edited(broken_off, tmp_path, settings=settings), "options")
