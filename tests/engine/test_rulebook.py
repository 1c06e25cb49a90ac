from pathlib import Path

import pytest

from starhall.engine.errors import RuleError
from starhall.engine.text.rulebook import (
    Citation,
    Rulebook,
    citations,
    coverage,
    rule,
    unknown,
)
from tests.engine.packages import Packages

RULES = """\
# Toy: the rules

Some words before the first rule, with **TY-9.9** in them.

## 1. Setup

- **TY-1.1** Everybody draws
  six cards.
- **TY-1.2** The order is:
  1. draw,
  2. discard.

  That is all.

An aside that belongs to no rule.

**TY-1.3**
A paragraph that says see **TY-1.1**.
It goes on.

| a | table |

### 1a. Variants ##

- **TY-D3** *withdrawn*
* **TY-2** With a star.

```
- **TY-7.7** only an example
## No heading
```

## 2. End

- **TY-2.1** The **re-roll** and C# are no ids.
**2-player** games and **Mk-2** units are none either.
"""


def read(text: str) -> Rulebook:
    return Rulebook.parse(text, "RULES.md")


# The book


def test_rules_are_found_by_id_with_heading_and_text() -> None:
    book = read(RULES)
    assert list(book.rules) == ["TY-1.1", "TY-1.2", "TY-1.3", "TY-D3", "TY-2", "TY-2.1"]
    assert book.find("TY-1.1").text == "Everybody draws\nsix cards."
    assert book.find("TY-1.1").section == "1. Setup"
    assert book.find("TY-2.1").section == "2. End"


def test_what_is_indented_belongs_to_a_rule_and_an_aside_does_not() -> None:
    book = read(RULES)
    assert book.find("TY-1.2").text == "The order is:\n1. draw,\n2. discard.\n\nThat is all."
    assert book.find("TY-1.3").text == "A paragraph that says see **TY-1.1**.\nIt goes on."
    assert book.find("TY-2").text == "With a star."


def test_sections_stand_in_order_with_their_rules() -> None:
    sections = read(RULES).sections
    assert [(section.heading, section.level) for section in sections] == [
        ("Toy: the rules", 1),
        ("1. Setup", 2),
        ("1a. Variants", 3),
        ("2. End", 2),
    ]
    assert [rule.id for rule in sections[2].rules] == ["TY-D3", "TY-2"]


def test_a_withdrawn_rule_says_so() -> None:
    book = read(RULES)
    assert [rule.id for rule in book.rules.values() if rule.withdrawn] == ["TY-D3"]


def test_an_unknown_rule_is_refused_with_the_closest() -> None:
    with pytest.raises(RuleError, match=r"no rule TY-1\.9 in RULES\.md \(did you mean 'TY-1\..'"):
        read(RULES).find("TY-1.9")
    with pytest.raises(RuleError, match=r"no rule ty-d3 in RULES\.md \(did you mean 'TY-D3'\?\)"):
        read(RULES).find("ty-d3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# A\n**TY-1.1** x\n# B\n**TY-1.1** y", r"line 4: rule TY-1\.1 is already under 'A'"),
        ("**TY-1.1** x", r"line 1: rule TY-1\.1 comes before the first heading"),
        ("# A\n- **ty-1.1** x", r"line 2: 'ty-1\.1' is not a rule id"),
        ("# A\n- **TY-1.1.2** x", r"line 2: 'TY-1\.1\.2' is not a rule id"),
        ("# A\n- **TY-1.1.** x", r"line 2: 'TY-1\.1\.' is not a rule id"),
        ("# A\n- **TYS-1.1** x", r"line 2: 'TYS-1\.1' is not a rule id"),
        ("# A\n- **TY-1.1**\n\n- **TY-1.2** x", r"rule TY-1\.1 has no text"),
    ],
)
def test_a_broken_rulebook_is_refused(text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        read(text)


def test_load_reads_the_rules_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = Packages(tmp_path, monkeypatch)
    package = packages.make({"RULES.md": RULES.replace("\n", "\r\n")})
    book = Rulebook.load(package)
    assert book.find("TY-1.1").text == "Everybody draws\nsix cards."
    with pytest.raises(RuleError, match=f"no rule XX-1 in RULES.md of {package}"):
        book.find("XX-1")
    with pytest.raises(RuleError, match=r"no readable file RULES\.md"):
        Rulebook.load(packages.make({}))


# The decorator


def test_rule_attaches_its_ids_and_changes_nothing_else() -> None:
    def check() -> int:
        return 3

    assert rule("TY-1.1", "CA-D3")(check) is check
    assert vars(check)["__rules__"] == ("TY-1.1", "CA-D3")
    rule("NX-17.38")(check)
    assert vars(check)["__rules__"] == ("NX-17.38", "TY-1.1", "CA-D3")


def test_a_class_does_not_repeat_the_rules_of_its_base() -> None:
    @rule("TY-1.1")
    class Base:
        pass

    @rule("TY-1.2")
    class Derived(Base):
        pass

    assert vars(Base)["__rules__"] == ("TY-1.1",)
    assert vars(Derived)["__rules__"] == ("TY-1.2",)


@pytest.mark.parametrize("id", ["TY", "TY-", "T-1", "TYS-1", "ty-1", "TY-1.", "TY-1.1.1", "TY-1 "])
def test_a_misspelt_id_is_refused_at_once(id: str) -> None:
    with pytest.raises(RuleError, match="is not a rule id"):
        rule("TY-1.1", id)


def test_citing_nothing_is_refused() -> None:
    with pytest.raises(RuleError, match="cites no rule"):
        rule()


# Citations

TESTS = """\
from hypothesis import stateful
from starhall.engine.text import rulebook
from starhall.engine.text.rulebook import rule

@rule("TY-1.1", "TY-1.2")
@other
def test_draw():
    pass

@rule("TY-8.8")
def helper():
    pass

@rulebook.rule("TY-1.1")
@rule("TY-1.1")
async def test_twice():
    pass

@rule("TY-2")
class TestEnd:
    def test_plain(self):
        pass

    @rule("TY-2.1")
    def test_more(self):
        pass

    @rule()
    @stateful.rule(x=1)
    def test_of_a_machine(self):
        pass

    class TestInner:
        def test_deep(self):
            pass
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    path = tmp_path / "deep" / "test_toy.py"
    path.parent.mkdir()
    path.write_text(TESTS)
    return path


def test_citations_are_read_from_the_source(tests: Path) -> None:
    cited = citations([tests])
    where = str(tests)
    end = [
        Citation(where, 21, "TestEnd.test_plain"),
        Citation(where, 25, "TestEnd.test_more"),
        Citation(where, 30, "TestEnd.test_of_a_machine"),
        Citation(where, 34, "TestEnd.TestInner.test_deep"),
    ]
    assert cited == {
        "TY-1.1": [Citation(where, 7, "test_draw"), Citation(where, 16, "test_twice")],
        "TY-1.2": [Citation(where, 7, "test_draw")],
        "TY-2": end,
        "TY-2.1": [end[1]],
    }


def test_folders_are_searched_and_every_file_is_read(tests: Path) -> None:
    (tests.parent.parent / "test_more.py").write_text('@rule("TY-1.3")\ndef test_x(): pass\n')
    assert citations([tests.parent.parent]).keys() == {
        "TY-1.1",
        "TY-1.2",
        "TY-1.3",
        "TY-2",
        "TY-2.1",
    }


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("@rule(ID)\ndef test_x(): pass", r"test_toy\.py, line 1: @rule must be given ids in quo"),
        ("\n@rule(3)\ndef test_x(): pass", r"test_toy\.py, line 2: @rule must be given ids in q"),
        ("@rule('TY1')\ndef test_x(): pass", r"test_toy\.py, line 1: 'TY1' is not a rule id"),
        ("def test_x(:", r"test_toy\.py, line 1: this is not Python"),
    ],
)
def test_sources_that_cannot_be_read_are_refused(tests: Path, source: str, message: str) -> None:
    tests.write_text(source)
    with pytest.raises(RuleError, match=message):
        citations([tests])


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"no test file or folder .*nowhere"):
        citations([tmp_path / "nowhere"])


def test_coverage_lists_what_no_test_cites(tests: Path) -> None:
    book = read(RULES)
    assert coverage(book, citations([tests])) == ["TY-1.3"]
    assert coverage(book, {}) == ["TY-1.1", "TY-1.2", "TY-1.3", "TY-2", "TY-2.1"]


def test_unknown_lists_what_the_book_does_not_have(tests: Path) -> None:
    tests.write_text('@rule("TY-1.1", "TY-1.4")\ndef test_x(): pass\n')
    assert unknown(read(RULES), citations([tests])) == ["TY-1.4"]


def test_this_very_file_cites_nothing() -> None:
    """Decorators inside test bodies and in strings are no citations."""
    assert citations([__file__]) == {}
