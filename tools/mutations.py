"""Every small change that breaks a rule of a game: the mutants that `mutants.py` tries.

A mutant is one change of the text of a file, found with `ast` (Python) or line by line (TOML). It
belongs to the rules that are cited where it lies: by its function, else by its class, else by the
module; in content by the entry, else by the head of the file. "Section 8" and "CY-5" stand for all
rules of the section, "NX-8.11 to NX-8.22" for those in between.

What only tells (`if s.witness is not None: ...`), draws (`scene/`), evaluates (`bot`) or reads
files (`reading`) is not a rule and is left alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from starhall.engine.text.rulebook import Rulebook

# The kinds of mutants, in the order in which a sample takes them.
KINDS: Final = ("comparison", "constant", "drop", "swap", "visibility", "content", "handler")

NOT_RULES: Final = ("scene", "bot", "reading")
FIELDS: Final = "starhall.engine.rules.fields"
LONGEST_KEY: Final = 160

Edit = tuple[int, int, str]  # from, to (in bytes), and the new text
Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)

COMPARISONS: Final = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
VISIBILITY: Final = {
    "public": "hidden",
    "private": "public",
    "hidden": "public",
    "EVERYONE": "NOBODY",
    "OWN": "EVERYONE",
    "NOBODY": "EVERYONE",
}
TOLD: Final = ("untold", "coded")
# Calls that are no rules: they tell what happens, or how a fork is made.
TELLING: Final = ("tell_", "resumable(")
DECLARATIONS: Final = ("public", "private", "hidden", "zone", "zones")
NO_RULE: Final = ("coded", "shared")  # how a field is given to learning programs, and copied


class Mutant(NamedTuple):
    """One change: where it is, what it does, and the rules it breaks."""

    file: str  # relative to the root of the project
    function: str  # or the class, the statement, the entry of a content file
    line: int
    kind: str
    before: str
    after: str
    nth: int  # 2 for the second change in this function that reads the same, and so on
    rules: tuple[str, ...]
    edits: tuple[Edit, ...]

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """A key that stays the same when the code around the change does not."""
        return self.file, self.function, self.before, self.after, self.nth

    def applied(self, source: bytes) -> bytes:
        for start, end, text in sorted(self.edits, reverse=True):
            source = source[:start] + text.encode() + source[end:]
        return source


class Change(NamedTuple):
    kind: str
    edits: tuple[Edit, ...]
    before: str = ""  # if the lines of the change would be too long for a key
    after: str = ""


def mutants(root: Path, package: str) -> list[Mutant]:
    """All mutants of the game in that folder of `src/starhall/games`."""
    folder = root / "src/starhall/games" / package
    book = Rulebook.parse((folder / "RULES.md").read_text(encoding="utf-8"), "RULES.md")
    found: list[Mutant] = []
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        if not any(part in NOT_RULES for part in parts):
            found += Module(file, file.relative_to(root).as_posix(), book).mutants()
    for file in sorted((folder / "content").glob("*.toml")):
        found += content_mutants(file, file.relative_to(root).as_posix(), book)
    return numbered(found)


def numbered(found: list[Mutant]) -> list[Mutant]:
    """Number the changes that read the same, to tell them apart."""
    met: dict[tuple[str, str, str, str, int], int] = {}
    result = []
    for mutant in found:
        met[mutant.key] = nth = met.get(mutant.key, 0) + 1
        result.append(mutant._replace(nth=nth))
    return result


# --- the rules that a text cites -----------------------------------------------------------------

CITED: Final = re.compile(
    r"\b([A-Z]{2}-[0-9A-Z]+(?:\.[0-9]+)?)(?: (on)\b| to ([A-Z]{2}-[\w.]+\w))?"
)
SECTIONS: Final = re.compile(r"\b[Ss]ections? ((?:[0-9]+(?:-?[A-Z]\b)?(?:, | and | to )?)+)")


def cited(text: str, book: Rulebook) -> tuple[str, ...]:
    """The ids of the rules that are cited in a text, in the order of the book."""
    order = {id: place for place, id in enumerate(book.rules)}
    prefix = next(iter(order), "")[:3]
    found: set[str] = set()
    for first, on, last in CITED.findall(text):
        if last in order and first in order:
            found |= {id for id in order if order[first] <= order[id] <= order[last]}
        elif on and first in order:
            section = first.split(".")[0] + "."
            found |= {id for id in order if id.startswith(section) and order[id] >= order[first]}
        else:
            found |= {id for id in order if id == first or id.startswith(first + ".")}
    for listed in SECTIONS.findall(text):
        for first, last in re.findall(r"([0-9]+)(?:-?[A-Z]\b)?(?: to ([0-9]+))?", listed):
            for number in range(int(first), int(last or first) + 1):
                found |= {id for id in order if id.startswith(f"{prefix}{number}.")}
    return tuple(sorted(found, key=lambda id: order[id]))


# --- Python --------------------------------------------------------------------------------------


class Module:
    """A module of rules, and the changes that can be made to it."""

    def __init__(self, file: Path, name: str, book: Rulebook) -> None:
        self.name = name
        self.book = book
        self.source = file.read_bytes()
        self.tree = ast.parse(self.source)
        self.lines = self.source.decode().splitlines()
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        head = cited(ast.get_docstring(self.tree) or "", self.book)
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                rules = cited(ast.get_docstring(node) or "", self.book) or head
                for inner in node.body:
                    yield from self.of(inner, f"{node.name}.", rules)
            else:
                yield from self.of(node, "", head)

    def of(self, node: ast.stmt, prefix: str, inherited: tuple[str, ...]) -> Iterator[Mutant]:
        """The mutants of one function, field or other statement outside of functions."""
        if isinstance(node, Function) and node.name.lstrip("_").startswith("tell"):
            return
        rules = cited(self.text_of(node), self.book) or inherited
        changes = self.of_function(node) if isinstance(node, Function) else self.of_plain(node)
        for change in changes:
            line = self.source.count(b"\n", 0, change.edits[0][0]) + 1
            before, after = change.before, change.after
            if not before:
                before, after = self.changed_lines(change.edits[0])
            name = prefix + name_of(node)
            yield Mutant(self.name, name, line, change.kind, before, after, 1, rules, change.edits)

    def text_of(self, node: ast.stmt) -> str:
        """The lines of a statement, with its decorators and the comment right above it."""
        first = node.lineno
        if isinstance(node, Function):
            first = min([first, *(decorator.lineno for decorator in node.decorator_list)])
        while first > 1 and self.lines[first - 2].lstrip().startswith("#"):
            first -= 1
        return "\n".join(self.lines[first - 1 : node.end_lineno])

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def changed_lines(self, edit: Edit) -> tuple[str, str]:
        """The lines that an edit touches, before and after it."""
        start, end, text = edit
        first = self.source.rfind(b"\n", 0, start) + 1
        last = self.source.find(b"\n", end)
        before = self.source[first:last].decode()
        after = (self.source[first:start] + text.encode() + self.source[end:last]).decode()
        return short(before), short(after)

    def replaced(self, node: ast.expr | ast.stmt, text: str) -> tuple[Edit, ...]:
        return ((*self.span(node), text),)

    # What can be changed

    def of_function(self, node: Function) -> Iterator[Change]:
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        returns = ast.unparse(node.returns) if node.returns else ""
        if body and (returns == "None" or returns.endswith(" | None")) and not empty(body):
            start, end = self.span(body[0])[0], self.span(body[-1])[1]
            name = f"{node.name}: the whole body"
            yield Change("handler", ((start, end, "return None"),), name, "return None")
        yield from self.of_body(body)

    def of_body(self, body: list[ast.stmt]) -> Iterator[Change]:
        """Statements that are dropped or swapped, and what is inside them."""
        for statement, following in zip(body, [*body[1:], None], strict=True):
            if only_tells(statement) or isinstance(statement, (ast.Assert, Function)):
                continue
            if droppable(statement):
                yield Change("drop", self.replaced(statement, "pass"))
            steps = following is not None and is_step(statement) and is_step(following)
            if following is not None and steps and not independent(statement, following):
                yield Change("swap", (self.swapped(self.span(statement), self.span(following)),))
            for inner in bodies(statement):
                yield from self.of_body(inner)
            for expression in expressions(statement):
                yield from self.of_expression(expression)

    def of_plain(self, node: ast.stmt) -> Iterator[Change]:
        """A field, a constant, a list of steps."""
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Expr)) else None
        if value is None or isinstance(value, ast.Constant) and isinstance(value.value, str):
            return
        if isinstance(value, ast.Call) and ast.unparse(value.func) in DECLARATIONS:
            if not (isinstance(node, ast.AnnAssign) and holds_parts(node, value)):
                yield from self.of_declaration(value)
            rules = [mark for mark in value.keywords if mark.arg not in NO_RULE]
            value = ast.copy_location(ast.Call(value.func, value.args, rules), value)
        yield from self.of_expression(value)

    def of_declaration(self, call: ast.Call) -> Iterator[Change]:
        for node in (call.func, *call.args):
            if isinstance(node, ast.Name) and (other := VISIBILITY.get(node.id)):
                if other == "hidden" and any([mark.arg in TOLD for mark in call.keywords]):
                    other = "private"  # a hidden field is not told, neither in words nor coded
                line = f"from {FIELDS} import"
                place = self.source.index(line.encode())
                added = (place, place, f"{line} {other}\n")
                yield Change("visibility", (*self.replaced(node, other), added))

    def of_expression(self, expression: ast.expr) -> Iterator[Change]:
        for node in ast.walk(expression):
            if isinstance(node, ast.Compare) and len(node.ops) == 1:
                old, new = COMPARISONS[type(node.ops[0])]
                start, end = self.span(node.left)[1], self.span(node.comparators[0])[0]
                text = self.source[start:end].decode()
                yield Change("comparison", ((start, end, text.replace(old, new, 1)),))
            elif isinstance(node, ast.BoolOp):
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                start, end = self.span(node.values[0])[1], self.span(node.values[1])[0]
                # A chain has the same word throughout; brackets keep the rest of it as it is.
                if len(node.values) == 2:
                    text = self.source[start:end].decode()
                    yield Change("comparison", ((start, end, text.replace(old, new, 1)),))
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                start, end = self.span(node)[0], self.span(node.operand)[0]
                text = self.source[start:end].decode()
                yield Change("comparison", ((start, end, text.replace("not", "", 1)),))
            elif isinstance(node, ast.Constant) and isinstance(node.value, int):
                value = node.value
                new = str(not value if isinstance(value, bool) else value + 1)
                yield Change("constant", self.replaced(node, new))
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Steps"):
                yield from self.of_steps(node)

    def of_steps(self, call: ast.Call) -> Iterator[Change]:
        spans = [self.span(step) for step in call.args[1:]]
        names = [short(ast.unparse(step)) for step in call.args[1:]]
        for i, (start, end) in enumerate(spans):
            if len(spans) > 1:
                cut = (
                    (start, spans[i + 1][0], "")
                    if i < len(spans) - 1
                    else (spans[i - 1][1], end, "")
                )
                yield Change("drop", (cut,), f"the step {names[i]}", "dropped")
            if i < len(spans) - 1:
                swapped = (self.swapped(spans[i], spans[i + 1]),)
                yield Change("swap", swapped, f"{names[i]}, then {names[i + 1]}", "swapped")

    def swapped(self, first: tuple[int, int], second: tuple[int, int]) -> Edit:
        (start, end), (then, last) = first, second
        text = self.source[then:last] + self.source[end:then] + self.source[start:end]
        return start, last, text.decode()


def name_of(node: ast.stmt) -> str:
    if isinstance(node, Function):
        return node.name
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    return ast.unparse(node).splitlines()[0][:40]


def short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_KEY else text[:LONGEST_KEY] + "..."


def empty(body: list[ast.stmt]) -> bool:
    """Is nothing lost if the body is emptied, or is it a function of another sort?"""
    inner = [node for statement in body for node in ast.walk(statement)]
    if any(isinstance(node, (ast.Yield, ast.YieldFrom, *FUNCTION)) for node in inner):
        return True
    return all(
        isinstance(statement, (ast.Pass, ast.Raise))
        or isinstance(statement, ast.Return)
        and (statement.value is None or isinstance(statement.value, ast.Constant))
        for statement in body
    )


def only_tells(statement: ast.stmt) -> bool:
    """`if s.witness is not None: ...`, `tell_card(s, ...)`: events, but no rules."""
    if isinstance(statement, ast.If):
        return "witness" in ast.unparse(statement.test)
    if not isinstance(statement, ast.Expr):
        return False
    text = ast.unparse(statement)
    return "witness" in text or text.lstrip("_").startswith(TELLING)


def independent(first: ast.stmt, second: ast.stmt) -> bool:
    """Do two calls put things into lists or counters, so that their order makes no difference?"""
    calls = [ast.unparse(statement).split("(")[0].rpartition(".") for statement in (first, second)]
    (one, _, verb), (other, _, same) = calls
    return verb == same and (verb == "update" or verb == "append" and one != other)


def is_step(statement: ast.stmt) -> bool:
    """A call that is made for what it does."""
    if not isinstance(statement, ast.Expr) or only_tells(statement):
        return False
    value = statement.value
    return isinstance(value.value if isinstance(value, ast.Await) else value, ast.Call)


def holds_parts(field: ast.AnnAssign, declared: ast.Call) -> bool:
    """Is it made of other parts, whose own fields say who sees them? Zones say it themselves."""
    if ast.unparse(declared.func) in ("zone", "zones"):
        return False
    names = [node.id for node in ast.walk(field.annotation) if isinstance(node, ast.Name)]
    return any([name[0].isupper() for name in names])


def droppable(statement: ast.stmt) -> bool:
    """What can be left out and still runs: a call, a change of the state, a condition."""
    if isinstance(statement, ast.If):
        return not statement.orelse
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], (ast.Attribute, ast.Subscript))
    return is_step(statement) or isinstance(statement, (ast.AugAssign, ast.Continue, ast.Break))


def bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        inner = getattr(statement, name, None)
        if inner:
            yield inner
    if isinstance(statement, ast.Match):
        for case in statement.cases:
            yield case.body


def expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement itself, without annotations and inner statements."""
    for name, value in ast.iter_fields(statement):
        if name != "annotation":
            for node in value if isinstance(value, list) else [value]:
                if isinstance(node, ast.expr):
                    yield node


# --- content -------------------------------------------------------------------------------------

VALUE: Final = re.compile(r"(?<![\w.\"-])[0-9]+(?![\w.])|\b(?:true|false)\b")


def content_mutants(file: Path, name: str, book: Rulebook) -> Iterator[Mutant]:
    """Every number and every yes or no of a content file; `total` only counts the entries."""
    lines = file.read_text(encoding="utf-8").splitlines()
    head = cited("\n".join(leading_comment(lines)), book)
    entry, rules, start = "", head, 0
    comment: list[str] = []
    for number, line in enumerate(lines, start=1):
        code, _, remark = line.partition("#")
        if not code.strip():
            comment = [*comment, remark] if remark else []
        elif code.startswith("["):
            entry, rules = code.strip("[] "), cited("\n".join(comment), book) or head
            comment = []
        elif code.startswith("id ="):
            entry = code.split("=")[1].strip(' "')
        own = cited(remark, book) or rules
        if not code.startswith(("total", "id =", "[")):
            for match in VALUE.finditer(code):
                if "=" not in code[: match.start()] and not code.startswith((" ", "]")):
                    continue
                new = other(match[0])
                after = code[: match.start()] + new + code[match.end() :]
                place = start + len(line[: match.start()].encode())
                edit = (place, place + len(match[0]), new)
                yield Mutant(
                    name, entry, number, "content", short(code), short(after), 1, own, (edit,)
                )
        start += len(line.encode()) + 1


def leading_comment(lines: list[str]) -> list[str]:
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            return lines[:number]
    return lines


def other(value: str) -> str:
    return {"true": "false", "false": "true"}.get(value) or str(int(value) + 1)
