"""The command line in German: messages, table headings and help."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
import typer
from typer import rich_utils

from starhall.cli import app
from starhall.cli.translated import commands, texts, translate
from starhall.cli.words import CLI, wanted_language
from starhall.engine.text.catalogue import ENGINE, Catalogue
from starhall.engine.text.language import speaking
from starhall.engine.text.translation import OPEN, PSEUDO, faults
from starhall.lab.workers import LAB
from tests.cli.program import ok, run, spawn
from tests.made_up import SENTENCE, outside

# By package: what names a key there, and the section in which its text is.
SPOKEN = {
    CLI: {"BadUse": "refused.", "BadAnswer": "refused.", "NotTakenBack": "refused.",
          "NotProven": "refused.", "say": ""},
    LAB: {"LabError": "refused.", "BadPlan": "refused."},
    ENGINE: {"RecordError": "refused.", "ContentError": "refused.", "TextError": "refused.",
             "RuleError": "refused.", "LessonError": "refused.", "Phrase": ""},
}  # fmt: skip


def keys(package: str) -> Iterator[tuple[str, set[str | None]]]:
    """Every key that a package names, with the names of its values."""
    spoken = SPOKEN[package]
    for file in sorted(Path(str(files(package))).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in spoken and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield spoken[name] + first.value, {word.arg for word in node.keywords}


@pytest.mark.parametrize("package", SPOKEN)
def test_german_lacks_nothing(package: str) -> None:
    assert list(faults(package, "de", Catalogue.load(package, "de"))) == []


@pytest.mark.parametrize("package", SPOKEN)
def test_every_sentence_has_a_text_with_its_values(package: str) -> None:
    known, seen = Catalogue.load(package), 0
    for key, given in keys(package):
        seen += 1
        assert known.has(key), key
        if None not in given:
            missing = {slot.name for slot in known.templates[key].slots()} - given
            assert not missing, f"{key} lacks {missing}"
    assert seen > 20


def test_the_help_of_every_command_is_there_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in vars(rich_utils) if name.isupper()]:  # it changes some of them
        monkeypatch.setattr(rich_utils, name, getattr(rich_utils, name))
    command = typer.main.get_command(app)
    assert translate(command, "de") == []
    known = texts("de")
    for name, _ in commands(command):
        found = known
        for part in name.split("."):
            found = found[part]
        assert found["about"]


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"STARHALL_LANGUAGE": "de", "LANG": "en_GB"}, "de"),
        (["--lang", "en", "games"], {"LANG": "de_DE"}, "en"),
        (["--language=de", "games"], {}, "de"),
        (["--lang"], {}, ""),
    ],
)
def test_the_language_of_a_command_line(
    words: list[str], environment: dict[str, str], language: str
) -> None:
    assert wanted_language(words, environment) == language


def test_a_game_at_a_german_terminal() -> None:
    with speaking("en"):
        shown = ok(
            "--lang", "de", "play", "cassiopeia", "--seed", "3", "--players", "me,greedy",
            typed="h\n99\nq\n\n",
        )  # fmt: skip
    assert "Es spielen: Spieler 1 und Greedy." in shown
    assert "nimmt deine letzte Entscheidung zurück" in shown
    assert "Es gibt keine Möglichkeit 99: wähl 1 bis 5." in shown
    assert shown.endswith("nach 0 Entscheidungen verlassen, nicht gespeichert.\n")


def test_tables_and_errors_are_german_and_other_languages_are_refused() -> None:
    with speaking("en"):
        assert "2 bis 5 Plätze" in ok("--lang", "de", "games", "cassiopeia")
        wrong = run("--lang", "de", "play", "chess")
        assert wrong.stderr.startswith("Fehler: Es gibt kein Spiel „chess“; meinst du")
    with speaking("en"):
        assert (
            "There is no language 'fr'; there are: de, en." in run("--lang", "fr", "games").stderr
        )


def test_help_in_german() -> None:
    shown = spawn("--lang", "de", "hall", "people", "mute", "--help").stdout
    assert "Nimmt nicht an, was jemand sagt, an allen Tischen." in shown
    assert "Wie lange; 0 ist für immer." in shown and "Angaben" in shown
    assert "Zeigt diese Hilfe und endet." in shown and "-h" in shown
    assert "Aufruf: starhall hall people mute [ANGABEN]" in shown
    assert "BEFEHL [ARGUMENTE]" in spawn("--lang", "de", "hall").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ply", "Den Befehl „ply“ gibt es nicht; meinst du play oder replay?"),
        ("hall peple", "Den Befehl „peple“ gibt es nicht; meinst du people?"),
        ("play --see 3", "Die Angabe --see gibt es nicht; meinst du --seats oder --seed?"),
        ("play --xyzzy", "Die Angabe --xyzzy gibt es nicht."),
        ("play --seed", "Die Angabe --seed braucht einen Wert."),
        ("games --json=3", "Die Angabe --json nimmt keinen Wert."),
        ("play cassiopeia a b", "Diese Wörter sind hier zu viel: a b."),
        ("hall restore", "Das Argument FILE fehlt."),
        ("new cassiopeia", "Die Angabe --out fehlt."),
        ("lab cassiopeia --pace 0", "--pace: mindestens 0,1 ist nötig, nicht 0."),
        ("serve --port 99999", "--port: höchstens 65535 ist erlaubt, nicht 99999."),
        ("lab cassiopeia -n few", "--games / -n: „few“ ist keine ganze Zahl."),
        ("lab cassiopeia --pace fast", "--pace: „fast“ ist keine Zahl."),
        ("", "Ein Befehl fehlt: play, learn, puzzles"),
    ],
)
def test_a_wrong_command_line_is_told_in_german(words: str, sentence: str) -> None:
    with speaking("en"):
        wrong = run("--lang", "de", *words.split())
    usage, help, told = wrong.stderr.splitlines()
    assert usage.startswith("Aufruf: ") and help.startswith("Hilfe: ") and help.endswith(" -h")
    assert told.startswith(f"Fehler: {sentence}")
    assert wrong.exit_code == 2


# Every command that prints something, in the made-up language: what stands outside of the brackets
# is data, such as ids, files and figures, or a command to be typed.
SPEAKING = """
games cassiopeia
new cassiopeia --seats 2 --out r.json
new-game star-salvage
new-game Chess!
check cassiopeia --check tokens --games 1 --seats 2
check cassiopeia --check nothing
golden cassiopeia --add 2,5 --folder .
golden --folder .
golden --update --folder .
golden --add 2,5
golden cassiopeia --add two,5
golden --folder nowhere
pack new cassiopeia mine
pack new cassiopeia mine
pack check mine --games 1
pack diff cassiopeia mine
pack diff cassiopeia nexus-ops
simulate cassiopeia -n 2 --bots random --out s.jsonl -j 1
simulate cassiopeia -n 2 --bots nobody -j 1
simulate cassiopeia -n 2 --bots random -j 0
simulate cassiopeia -n 2 --bots random --out s.doc
ladder cassiopeia -n 2 --bots random,quick -j 1
ladder cassiopeia -n 3 --bots random,quick
ladder pulp-invasion -n 2 --bots random,quick -j 1
compare cassiopeia nexus-ops
compare cassiopeia nowhere/x
fit cassiopeia -n 2 --bots random --seats 2 -j 1
fit cassiopeia --pack mine --out x
tune cassiopeia --goal much --touch x
lab cassiopeia --out report.txt
lab cassiopeia --from nothing.parquet
bench --server --tables x
bench --attack nothing
replay r.json
replay r.json --verify
replay nothing.json
play --load nothing.json
play chess
hall people list --db sqlite:///hall.db
hall backup copy.db --db sqlite:///none.db
ply
pack dif
play --see 3
play --seed
play cassiopeia too many
games --json=3
hall restore
lab cassiopeia --pace 0
lab cassiopeia -n few
serve --port 99999
"""
COMMAND = re.compile(r"starhall [^|\n]*")


def test_no_command_speaks_past_the_catalogue() -> None:
    with speaking("en"):
        for line in SPEAKING.strip().splitlines():
            result = run("--lang", PSEUDO, *line.split(), typed="q\n")
            assert isinstance(result.exception, SystemExit | None), line
            left = COMMAND.sub("", outside(result.output))
            assert OPEN in result.output, line
            assert not SENTENCE.findall(left), f"{line}: {result.output}"
