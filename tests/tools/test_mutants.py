"""The mutation run, on a toy game of two rules with tests that guard one of them."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from mutants import Workshop, equivalents, games, main, sample, stale
from mutations import KINDS, Mutant, cited, mutants

from starhall.engine.text.rulebook import Rulebook

ROOT = Path(__file__).parents[2]

FILES = {
    "src/starhall/engine/rules/fields.py": """
def public(value):
    return ("public", value)

def hidden(value):
    return ("hidden", value)
""",
    "src/starhall/games/toy/RULES.md": """
# Toy

**TY-1.1** A coin of five or more wins.

**TY-1.2** A turn adds one, then doubles. Everybody sees the score.

**TY-2.1** Nobody tests this.
""",
    "src/starhall/games/toy/rules.py": '''
"""The rules of the toy."""
import tomllib
from pathlib import Path

from starhall.engine.rules.fields import public

# TY-1.2
SCORE = public(0)

def wins(coins: int) -> bool:
    """TY-1.1: enough coins."""
    return coins >= 5

def add(score: list[int]) -> None:
    """TY-1.2"""
    score[0] += 1

def double(score: list[int]) -> None:
    """TY-1.2"""
    score[0] *= 2

def turn(score: list[int], witness: list[str] | None) -> None:
    """TY-1.2: both, in this order."""
    add(score)
    double(score)
    if witness is not None:
        witness.append("told")

def price() -> int:
    """TY-2.1"""
    return int(tomllib.loads((Path(__file__).parent / "content/box.toml").read_text())["price"])
''',
    "src/starhall/games/toy/content/box.toml": """
# TY-2.1

price = 3
""",
    "tests/games/toy/test_toy.py": """
from starhall.games.toy.rules import turn, wins

def rule(*ids):
    return lambda test: test

@rule("TY-1.1")
def test_five_coins_win() -> None:
    assert wins(5) and not wins(4)

@rule("TY-1.2")
def test_a_turn_adds_and_doubles() -> None:
    score = [1]
    turn(score, None)
    assert score == [4]
""",
    "tests/games/test_texts.py": """
from starhall.games.toy.rules import SCORE

def test_the_score_is_public() -> None:
    assert SCORE == ("public", 0)
""",
}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for folder in ("starhall", "starhall/engine", "starhall/engine/rules", "starhall/games"):
        (tmp_path / "src" / folder).mkdir(parents=True)
        (tmp_path / "src" / folder / "__init__.py").touch()
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.lstrip())
    (tmp_path / "src/starhall/games/toy/__init__.py").touch()
    return tmp_path


def run(toy: Path, *words: str) -> int:
    return main([*words, "--root", str(toy), "--jobs", "2"])


def found(toy: Path) -> list[Mutant]:
    return mutants(toy, "toy")


def test_every_kind_of_change_is_found(toy: Path) -> None:
    assert Counter(mutant.kind for mutant in found(toy)) == {
        "comparison": 1,
        "constant": 6,
        "drop": 4,
        "swap": 1,
        "visibility": 1,
        "content": 1,
        "handler": 3,
    }
    assert {mutant.kind for mutant in found(toy)} == {*KINDS}
    # What only tells is left alone.
    assert not any("told" in mutant.before for mutant in found(toy))


def test_a_change_is_a_change_and_still_python(toy: Path) -> None:
    for mutant in found(toy):
        source = (toy / mutant.file).read_bytes()
        assert mutant.applied(source) != source
        if mutant.file.endswith(".py"):
            compile(mutant.applied(source), mutant.file, "exec")


def test_a_mutant_belongs_to_the_rules_cited_where_it_lies(toy: Path) -> None:
    rules = {(mutant.function, mutant.kind): mutant.rules for mutant in found(toy)}
    assert rules["wins", "comparison"] == ("TY-1.1",)
    assert rules["SCORE", "visibility"] == ("TY-1.2",)
    assert rules["", "content"] == ("TY-2.1",)


def test_sections_and_ranges_are_citations() -> None:
    text = "# T\n\n" + "\n\n".join(
        f"**TY-{section}.{number}** x" for section in (1, 2, 3) for number in (1, 2, 3)
    )
    book = Rulebook.parse(text, "RULES.md")
    assert cited("Sections 1 and 3: more.", book) == (
        *("TY-1.1", "TY-1.2", "TY-1.3"),
        *("TY-3.1", "TY-3.2", "TY-3.3"),
    )
    assert cited("Section 2A: more.", book) == ("TY-2.1", "TY-2.2", "TY-2.3")
    assert cited("TY-1.3 to TY-2.2", book) == ("TY-1.3", "TY-2.1", "TY-2.2")
    assert cited("TY-2.2 on", book) == ("TY-2.2", "TY-2.3")
    assert cited("TY-3", book) == ("TY-3.1", "TY-3.2", "TY-3.3")
    assert cited("Nothing (XX-1.1).", book) == ()


def test_survivors_are_reported_by_rule(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()}
    assert run(toy, "toy", "--all-tests", "--number", "7") == 0  # one of each kind
    printed = capsys.readouterr().out
    report = (toy / "build/mutants/toy.md").read_text()
    assert "| toy | 1 | 7 | 0 | 5 (71.4 %) | 6 (85.7 %) |" in printed
    assert "## TY-1.2" in report and "## TY-2.1" in report and "## TY-1.1" not in report
    assert "-price = 3\n+price = 4" in report and "survives all tests" in report
    assert "killed only by tests/games/test_texts.py::test_the_score_is_public" in report
    assert all(path.read_bytes() == source for path, source in before.items())


def test_a_change_without_end_is_killed_by_the_clock(toy: Path) -> None:
    rules = toy / "src/starhall/games/toy/rules.py"
    endless = "def spend(coins: list[int]) -> None:\n    while coins:\n        coins.pop()\n"
    rules.write_text(rules.read_text() + "\n" + endless)
    tests = toy / "tests/games/toy/test_spend.py"
    tests.write_text(
        "from starhall.games.toy.rules import spend\n\ndef test_spend():\n    spend([1])\n"
    )
    [mutant] = [mutant for mutant in found(toy) if mutant.before == "coins.pop()"]
    with closing(Workshop.make(toy, toy / "copy")) as shop:
        assert shop.trial(mutant, ["tests/games/toy/test_spend.py"], 2) == "the time limit"


def test_a_result_is_kept_until_what_it_depends_on_changes(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(toy, "toy", "--rule", "TY-1.2", "--kind", "swap")
    assert "1 (100.0 %)" in capsys.readouterr().out
    tried: list[Mutant] = []
    monkeypatch.setattr("mutants.Workshop.trial", lambda shop, mutant, *rest: tried.append(mutant))
    run(toy, "toy", "--rule", "TY-1.2", "--kind", "swap")
    assert tried == []
    tests = toy / "tests/games/toy/test_toy.py"
    tests.write_text(tests.read_text().replace("assert score == [4]", "assert score"))
    run(toy, "toy", "--rule", "TY-1.2", "--kind", "swap")
    assert [mutant.kind for mutant in tried] == ["swap"]


def test_the_sample_depends_on_the_seed_alone(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def listed(seed: int) -> str:
        run(toy, "toy", "--list", "--number", "9", "--seed", str(seed))
        return capsys.readouterr().out

    assert listed(1) == listed(1) != listed(2)


def test_a_change_in_one_function_leaves_the_rest_of_the_sample(toy: Path) -> None:
    before = sample(found(toy), 12, 1)
    rules = toy / "src/starhall/games/toy/rules.py"
    rules.write_text(rules.read_text().replace("score[0] *= 2", "score[0] += score[0]"))
    kept = [mutant.key for mutant in before if mutant.function != "double"]
    after = [mutant.key for mutant in sample(found(toy), 20, 1)]
    assert {*kept} <= {*after}


def test_equivalent_mutants_are_not_tried_and_stale_ones_are_reported(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = """
[[mutant]]
file = "src/starhall/games/toy/{0}"
function = ""
before = "price = {1}"
after = "price = 4"
reason = "nothing costs anything"
"""
    text = entry.format("content/box.toml", 3) + entry.format("content/box.toml", 8)
    (toy / "tests/equivalent-mutants.toml").write_text(text)
    run(toy, "toy", "--rule", "TY-2.1", "--kind", "content")
    printed = capsys.readouterr().out
    assert "| toy | 1 | 0 | 1 | 0 | 0 |" in printed
    assert "stale in equivalent-mutants.toml: src/starhall/games/toy/content/box.toml" in printed


def test_tests_that_fail_anyway_stop_the_run(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = toy / "tests/games/toy/test_toy.py"
    tests.write_text(tests.read_text().replace("[4]", "[5]"))
    assert run(toy, "toy", "--rule", "TY-1.2", "--kind", "swap") == 2
    assert "fails without any mutant" in capsys.readouterr().err


def test_bad_input_is_answered_with_a_sentence(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(toy, "chess") == 2
    assert "there is no game 'chess'; there are toy" in capsys.readouterr().err
    assert run(toy, "toy", "--rule", "TY-9.9") == 2
    assert "no code cites TY-9.9" in capsys.readouterr().err
    (toy / "tests/equivalent-mutants.toml").write_text("[[mutant]]\nfile = 3\n")
    assert run(toy, "toy") == 2
    assert "equivalent-mutants.toml: Expected `str`" in capsys.readouterr().err


def test_the_equivalent_mutants_of_this_repository_exist() -> None:
    every = [mutant for folder in games(ROOT).values() for mutant in mutants(ROOT, folder)]
    assert stale(equivalents(ROOT), every) == []
