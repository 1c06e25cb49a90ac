"""What a user can get wrong: each time one sentence that says what, where and what is right."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

import starhall
from tests.cli.program import command, environment, lines, ok, refused, run, spawn

SMALL = 2000  # bytes that a full disk still takes: less than any record


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game on file."""
    match = starhall.new("cyberstrife", seats=2, seed=4)
    while not match.over:
        match.choose(match.decision.options[0])
    file = tmp_path_factory.mktemp("saved") / "game.json"
    match.save(file)
    return file


@pytest.mark.parametrize(
    "args",
    [
        ("play", "cybrstrife"),
        ("new", "cybrstrife", "--out", "x.json"),
        ("simulate", "cybrstrife"),
        ("rules", "cybrstrife"),
    ],
)
def test_an_unknown_game(args: tuple[str, ...]) -> None:
    sentence = refused(*args)
    assert "There is no game 'cybrstrife'" in sentence
    assert "did you mean 'cyberstrife'?" in sentence


@pytest.mark.parametrize(
    "start", [("play", "cyberstrife"), ("new", "cyberstrife", "--out", "x.json")]
)
@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (("--seats", "1"), ("cyberstrife is for 2 to 48 players, not 1",)),
        (("--seats", "49"), ("2 to 48 players, not 49",)),
        (("-o", "round_caps=30"), ("has no option 'round_caps'", "did you mean round_cap?")),
        (("-o", "round_cap=3"), ("round_cap is from 20 to 200, not 3",)),
        (("-o", "round_cap=many"), ("round_cap is a number, not 'many'",)),
        (("-o", "large_game=huge"), ("large_game is pools, merged, not 'huge'",)),
        (("-o", "round_cap"), ("'round_cap' is not an option: write KEY=VALUE",)),
        (("-o", "round_cap=30", "-o", "round_cap=40"), ("'round_cap' is given twice",)),
        (("--seats", "3", "-o", "start_seat=4"), ("(CS-2.1)",)),
    ],
)
def test_unknown_options_and_seat_counts(
    start: tuple[str, ...], args: tuple[str, ...], parts: tuple[str, ...], tmp_path: Path
) -> None:
    sentence = refused(*[arg.replace("x.json", str(tmp_path / "x.json")) for arg in start], *args)
    for part in parts:
        assert part.lower() in sentence.lower()
    assert not list(tmp_path.iterdir()), "nothing was written"


# --- records -------------------------------------------------------------------------------------

READERS = (("play", "--load"), ("replay",), ("replay", "--verify"), ("replay", "--json"))


def every_reader_refuses(file: Path, *parts: str) -> None:
    before = file.read_bytes() if file.is_file() else b""
    for reader in READERS:
        sentence = refused(*reader, file)
        for part in parts:
            assert part in sentence, reader
    if before:
        assert file.read_bytes() == before


def edited(saved: Path, folder: Path, **changes: object) -> Path:
    """The saved game with some fields changed by hand."""
    record = json.loads(saved.read_bytes())
    file = folder / "edited.json"
    file.write_text(json.dumps({**record, **changes}))
    return file


def test_no_such_file(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.json"
    every_reader_refuses(file, f"no file {file}")


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    every_reader_refuses(tmp_path, f"{tmp_path} cannot be read")


def test_a_truncated_record(saved: Path, tmp_path: Path) -> None:
    file = tmp_path / "cut.json"
    whole = saved.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    every_reader_refuses(file, f"{file} is damaged or cut off")


def test_an_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    file.write_bytes(b"")
    every_reader_refuses(file, f"{file} is damaged or cut off")


def test_foreign_files(tmp_path: Path) -> None:
    file = tmp_path / "foreign.json"
    file.write_text('{"name": "package", "version": "1.0"}')
    every_reader_refuses(file, f"{file} is not a Starhall record")
    file.write_text("[1, 2, 3]")
    every_reader_refuses(file, f"{file} is not a Starhall record")
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    every_reader_refuses(file, f"{file} is damaged or cut off")


def test_another_format(saved: Path, tmp_path: Path) -> None:
    file = edited(saved, tmp_path, starhall=99)
    every_reader_refuses(file, "has record format 99", "reads format 1")


def test_a_field_too_much_or_too_few(saved: Path, tmp_path: Path) -> None:
    every_reader_refuses(edited(saved, tmp_path, colour="blue"), "colour")
    record = json.loads(saved.read_bytes())
    del record["names"]
    file = tmp_path / "short.json"
    file.write_text(json.dumps(record))
    every_reader_refuses(file, "names")


def test_a_record_of_an_unknown_game(saved: Path, tmp_path: Path) -> None:
    every_reader_refuses(edited(saved, tmp_path, game="chess"), "no game 'chess'")


def test_a_record_of_another_version(saved: Path, tmp_path: Path) -> None:
    file = edited(saved, tmp_path, rules="0.1")
    every_reader_refuses(file, "rules 0.1", starhall.find("cyberstrife").version)


def test_a_choice_that_was_not_offered(saved: Path, tmp_path: Path) -> None:
    record = json.loads(saved.read_bytes())
    chosen = record["choices"]
    for wrong in ("0 juggle", "0 stack 1", "7 done", "done", "x done", ""):
        file = edited(saved, tmp_path, choices=[chosen[0], wrong, *chosen[2:]])
        every_reader_refuses(file, "hoice 2 of the record", wrong)


def test_a_choice_replaced_by_another_legal_one(saved: Path, tmp_path: Path) -> None:
    """Legal by itself, but the rest of the game then cannot have been played so."""
    match = starhall.new("cyberstrife", seats=2, seed=4)
    other = match.decision.options[1].token
    record = json.loads(saved.read_bytes())
    seat, _, token = record["choices"][0].partition(" ")
    assert token != other
    file = edited(saved, tmp_path, choices=[f"{seat} {other}", *record["choices"][1:]])
    every_reader_refuses(file, "record")


def test_choices_left_out_at_the_end(saved: Path, tmp_path: Path) -> None:
    record = json.loads(saved.read_bytes())
    file = edited(saved, tmp_path, choices=record["choices"][:-1], result=None)
    every_reader_refuses(file, "ecord was changed", record["digest"])


def test_a_ply_or_seat_that_is_not_there(saved: Path) -> None:
    plies = len(json.loads(saved.read_bytes())["choices"])
    sentence = refused("replay", saved, "--ply", str(plies + 1))
    assert f"no ply {plies + 1}" in sentence and f"0 to {plies}" in sentence
    assert "seats are 0 to 1" in refused("replay", saved, "--seat", "2")
    assert "no seat -1" in refused("replay", saved, "--seat", "-1")
    assert "leave out --ply" in refused("replay", saved, "--verify", "--ply", "3")
    assert "add --verify" in refused("replay", saved, "--commitment", "00")


# --- a full disk ---------------------------------------------------------------------------------


def on_a_full_disk(*args: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a process that cannot write files of more than a few bytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))

    return subprocess.run(
        command(*args),
        input=typed,
        capture_output=True,
        text=True,
        env=environment(),
        preexec_fn=limit,
        check=False,
    )


def test_saving_on_a_full_disk_keeps_the_old_file_and_the_game(saved: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shutil.copy(saved, file)
    old = file.read_bytes()
    assert len(old) > SMALL
    play = ("play", "--players", "me,random", "--seed", "5")
    done = on_a_full_disk(*play, typed=lines("1", f"s {file}", "u", "q", str(file), ""))
    assert f"{file} could not be saved: File too large; an older file there is untouched." in (
        done.stdout
    )
    assert "Taken back." in done.stdout, "the game went on"
    assert done.stdout.count("could not be saved") == 2, "asked again when leaving"
    assert "not saved." in done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    assert file.read_bytes() == old
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_new_and_simulate_on_a_full_disk(saved: Path, tmp_path: Path) -> None:
    record, rows = tmp_path / "game.json", tmp_path / "games.jsonl"
    for file in (record, rows):
        shutil.copy(saved, file)
    old = record.read_bytes()
    made = on_a_full_disk("new", "cyberstrife", "--out", record)
    played = on_a_full_disk(
        "simulate", "cyberstrife", "-n", "8", "-j", "1", "--records", "--out", rows
    )
    kept = "an older file there is untouched"
    begun = "the 0 games before are in it, and the same command goes on from there"
    for done, file, rest in ((made, record, kept), (played, rows, begun)):
        assert done.returncode == 1
        assert f"File too large; {rest}." in done.stderr
        assert "Traceback" not in done.stderr
        assert file.read_bytes() == old
    left = ["game.json", "games.jsonl", "games.jsonl.part"]
    assert sorted(path.name for path in tmp_path.iterdir()) == left


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.json"
    assert f"{file} could not be saved" in refused("new", "cyberstrife", "--out", file)
    rows = file.with_suffix(".csv")
    sentence = refused("simulate", "cyberstrife", "-n", "1", "--out", rows)
    assert f"there is no folder {file.parent}" in sentence


# --- content -------------------------------------------------------------------------------------


def installed_copy(folder: Path, *edits: tuple[str, str, str]) -> Path:
    """Cyberstrife as a game from outside, installed in a folder, with its content edited."""
    package = folder / "outside"
    source = Path(starhall.find("cyberstrife").package.replace(".", "/")).name
    original = Path(starhall.__file__).parent / "games" / source
    shutil.copytree(original, package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        text = text.replace("starhall.games.cyberstrife", "outside")
        file.write_text(text.replace('"cyberstrife"', '"outside"'), encoding="utf-8")
    for name, old, new in edits:
        file = package / "content" / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
    info = folder / "outside-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[starhall.games]\noutside = outside\n")
    return folder


def list_games(folder: Path) -> subprocess.CompletedProcess[str]:
    base = environment()
    path = f"{base['PYTHONPATH']}:{folder}"
    return subprocess.run(
        command("games"),
        capture_output=True,
        text=True,
        env={**base, "PYTHONPATH": path},
        check=False,
    )


def test_a_game_from_outside_is_found(tmp_path: Path) -> None:
    done = list_games(installed_copy(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{len(starhall.installed()) + 1} games." in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ('effects = "mod(', 'effects = "mood(', ("mood", "did you mean 'mod'?")),
        ('id = "strike_captain"', 'id = "spymaster"', ("spymaster",)),
        ("copies = 3", "copies = 2", ("76",)),
    ],
)
def test_broken_content_names_the_file(
    tmp_path: Path, old: str, new: str, parts: tuple[str, ...]
) -> None:
    done = list_games(installed_copy(tmp_path, ("units.toml", old, new)))
    assert done.returncode == 0 and "cassiopeia" in done.stdout  # the others go on
    assert done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1
    for part in ("units.toml", *parts):
        assert part in done.stderr


# --- usage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("plai",),
        ("play", "--sets", "3"),
        ("play", "--seats", "three"),
        ("new", "cyberstrife"),
        ("simulate",),
        ("simulate", "cyberstrife", "--games", "0"),
        ("replay",),
    ],
)
def test_wrong_usage_exits_with_2(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert "Usage: starhall" in result.stderr or "Try" in result.stderr


def test_simulations_that_cannot_be(tmp_path: Path) -> None:
    simulate = ("simulate", "cyberstrife", "-n", "2")
    assert "did you mean 'greedy'?" in refused(*simulate, "--bots", "gredy")
    assert "--jobs is auto or a number from 1 up" in refused(*simulate, "--jobs", "0")
    assert ".parquet, .csv, .jsonl" in refused(*simulate, "--out", tmp_path / "games.xls")
    folder = tmp_path / "games.csv"
    folder.mkdir()
    assert "is a folder" in refused(*simulate, "--out", folder)


def test_the_program_itself_prints_no_traceback(saved: Path, tmp_path: Path) -> None:
    """In a process of its own, as users see it."""
    cut = tmp_path / "cut.json"
    cut.write_bytes(saved.read_bytes()[:-20])
    for args in (("play", "chess"), ("replay", cut), ("new", "cyberstrife", "--out", "/no/x")):
        done = spawn(*args)
        assert done.returncode == 1
        assert done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1
        assert done.stdout == ""


def test_a_closed_pipe_is_quiet() -> None:
    read = subprocess.Popen(
        command("rules", "cyberstrife"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert read.stdout is not None and read.stderr is not None
    read.stdout.close()
    complaint = read.stderr.read().decode()
    read.stderr.close()
    read.wait()
    assert "Traceback" not in complaint


def test_settings_of_a_new_game_are_kept(tmp_path: Path) -> None:
    """The other side of refusing: what is right is taken."""
    file = tmp_path / "game.json"
    ok("new", "cyberstrife", "--seats", "3", "-o", "round_cap=30", "--out", file)
    assert json.loads(file.read_bytes())["settings"]["round_cap"] == 30
