"""Rulebook: the rules of a game by id, and which tests check which rule."""

# mypyc: off

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from starhall.engine.errors import Place, RuleError
from starhall.engine.text.files import closest, read

F = TypeVar("F", bound=Callable[..., object])

WITHDRAWN: Final = "*withdrawn*"
_ID: Final = re.compile(r"[A-Z]{2}-[0-9A-Z]+(\.[0-9]+)?")
_HEADING: Final = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?\s*")
_FENCE: Final = re.compile(r"\s*(```|~~~)")
# Also matches near misses (cs-4.1, CS-4.1.), so that they are reported and not ignored.
_LIKE: Final = r"[A-Z]{2}-[0-9A-Z]+|(?:[A-Z]{2,3}|[a-z]{2,3})-[^*\s]*[0-9][^*\s]*"
_RULE: Final = re.compile(rf"(\s*(?:[-*+]\s+)?)\*\*({_LIKE})\*\*\s*(.*)")


# --- the book ------------------------------------------------------------------------------------


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, its heading, and its text in Markdown."""

    id: str
    section: str
    text: str

    @property
    def withdrawn(self) -> bool:
        """The id is kept so that it is not used again, but there is nothing to test."""
        return self.text.startswith(WITHDRAWN)


class Section(msgspec.Struct, frozen=True):
    """A heading, its depth (1 for the title), and the rules directly under it."""

    heading: str
    level: int
    rules: list[Rule]


class Rulebook:
    """The rules of one game, in order."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.rules: dict[str, Rule] = {}
        self.sections: list[Section] = []

    @classmethod
    def load(cls, package: str) -> Rulebook:
        """Read the `RULES.md` of a package."""
        return cls.parse(read(package, "RULES.md", RuleError), f"RULES.md of {package}")

    @classmethod
    def parse(cls, text: str, file: str) -> Rulebook:
        """A rulebook from its Markdown.

        A rule is a paragraph or a list item: after a blank line only indented lines belong to it.
        """
        book = cls(file)
        begun: tuple[str, list[str]] | None = None  # the id and the lines of the rule being read
        indent = 0
        fenced = blank = False
        for number, line in enumerate(text.splitlines(), start=1):
            fenced ^= bool(_FENCE.match(line))
            heading = None if fenced else _HEADING.fullmatch(line)
            start = None if fenced else _RULE.match(line)
            aside = blank and line[:1].strip()
            blank = not line.strip()
            if heading or start or aside:
                book._add(begun)
                begun = None
            if heading:
                book.sections.append(Section(heading[2], len(heading[1]), []))
            elif start:
                indent = len(start[1])
                begun = book._begin(start[2], number), [start[3]]
            elif begun:
                # The indentation of a list item is not part of the rule's text.
                begun[1].append(line[indent:] if line[:indent].isspace() else line)
        book._add(begun)
        return book

    def find(self, id: str) -> Rule:
        """The rule with that id."""
        if id not in self.rules:
            near = closest(id.upper(), self.rules)
            raise RuleError("rules.unknown", id=id, file=self.file, near=near)
        return self.rules[id]

    def _begin(self, id: str, line: int) -> str:
        place = Place(self.file, line=line)
        _check_id(id, place)
        if id in self.rules:
            raise RuleError("rules.twice", place, id=id, section=self.rules[id].section)
        if not self.sections:
            raise RuleError("rules.early", place, id=id)
        return id

    def _add(self, begun: tuple[str, list[str]] | None) -> None:
        if begun is None:
            return
        id, lines = begun
        text = "\n".join(lines).strip()
        if not text:
            raise RuleError("rules.empty", self.file, id=id)
        found = Rule(id, self.sections[-1].heading, text)
        self.rules[id] = found
        self.sections[-1].rules.append(found)


# --- the tests that check it ---------------------------------------------------------------------


class Citation(msgspec.Struct, frozen=True):
    """A test that cites a rule: `TestBattle.test_tie`, with its file and line."""

    path: str
    line: int
    test: str


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test, or a class of tests, with the rules that it checks: `@rule("NX-8.5")`."""
    if not ids:
        raise RuleError("rules.cites_none")
    for id in ids:
        _check_id(id, "@rule")

    def cite(test: F) -> F:
        # Looked up on the object itself: a class must not repeat the citations of its base class.
        cited = (*ids, *vars(test).get("__rules__", ()))
        setattr(test, "__rules__", cited)  # noqa: B010  (a plain assignment has no type)
        return test

    return cite


def citations(paths: Iterable[str | Path]) -> dict[str, list[Citation]]:
    """Which tests cite which rule. Test files and folders are read, the tests are not run."""
    found: dict[str, list[Citation]] = {}
    for file in _test_files(paths):
        for id, citation in _cited(_parsed(file).body, str(file), "", ()):
            found.setdefault(id, []).append(citation)
    return found


def coverage(book: Rulebook, cited: Mapping[str, list[Citation]]) -> list[str]:
    """The ids of the rules that no test cites, in the order of the book."""
    return [id for id, entry in book.rules.items() if id not in cited and not entry.withdrawn]


def unknown(book: Rulebook, cited: Mapping[str, list[Citation]]) -> list[str]:
    """The ids that tests cite but the book does not have."""
    return [id for id in cited if id not in book.rules]


def _check_id(id: str, place: object) -> None:
    if not _ID.fullmatch(id):
        raise RuleError("rules.id", place, id=repr(id))


def _test_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(path.rglob("*.py"))
        elif path.is_file():
            yield path
        else:
            raise RuleError("rules.no_tests", path=path)


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_bytes(), filename=str(file))
    except SyntaxError as bad:
        where = Place(str(file), line=bad.lineno or 0)
        raise RuleError("rules.not_python", where, why=bad.msg) from None


def _cited(
    body: list[ast.stmt], file: str, prefix: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, Citation]]:
    """The citations in a module or class; the tests of a class inherit its citations."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            ids = (*inherited, *_rule_ids(node, file))
            yield from _cited(node.body, file, f"{prefix}{node.name}.", ids)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            ids = (*inherited, *_rule_ids(node, file))
            if node.name.startswith("test"):
                test = Citation(file, node.lineno, prefix + node.name)
                yield from ((id, test) for id in dict.fromkeys(ids))


def _rule_ids(
    node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, file: str
) -> Iterator[str]:
    for call in node.decorator_list:
        # A call without ids is the `rule` of hypothesis' state machines.
        if isinstance(call, ast.Call) and _called(call) == "rule":
            for arg in call.args:
                if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
                    raise RuleError("rules.unquoted", Place(file, line=arg.lineno))
                _check_id(arg.value, Place(file, line=arg.lineno))
                yield arg.value


def _called(call: ast.Call) -> str:
    """`rule` or `rulebook.rule`; the `rule` of other objects is something else."""
    if isinstance(call.func, ast.Attribute):
        owner = call.func.value
        is_ours = isinstance(owner, ast.Name) and owner.id in ("rulebook", "stateful")
        return call.func.attr if is_ours else ""
    return call.func.id if isinstance(call.func, ast.Name) else ""
