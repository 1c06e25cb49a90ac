"""Writes out what `@part` derives, as source: mypyc compiles classes, not class decorators.

The declarations and the methods that follow from them are those of
`starhall.engine.rules.fields`; here they are read from a module's source instead of a class.
"""

from __future__ import annotations

import ast
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from starhall.engine.rules import fields as declarations  # noqa: E402
from starhall.engine.rules.codes import LEFT_OUT  # noqa: E402
from starhall.engine.rules.fields import Declared, Field, Fields  # noqa: E402

HELPERS = (
    "from typing import ClassVar, Self",
    "from starhall.engine.rules.fields import Field, declare, live_field",
)
UNUSED = ("untold", "coded")  # more than literals; only whether a field is left out matters
WORDS = ("public", "private", "hidden", "internal", "zone", "zones")


class Source:
    """One module: its classes, and where the names in it come from."""

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.name = name
        path = Path(*name.split(".")).with_suffix(".py")
        home = root if (root / path).is_file() else ROOT / "src"  # a game from outside
        self.text = (home / path).read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.classes = {
            node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)
        }
        self.imports: dict[str, str] = {}  # name -> the module that it is imported from
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                self.imports |= {alias.asname or alias.name: node.module for alias in node.names}

    def declared(self) -> list[ast.ClassDef]:
        return [node for node in self.classes.values() if _is_part(node)]

    def fields(self, node: ast.ClassDef) -> tuple[Fields, dict[str, str]]:
        """The fields of a class, and the imports that its inherited ones need here."""
        inherited: list[Field] = []
        needed: dict[str, str] = {}
        base = node.bases[0] if node.bases else None
        if isinstance(base, ast.Name):
            home = self if base.id in self.classes else Source(self.root, self.imports[base.id])
            above, needed = home.fields(home.classes[base.id])
            inherited = above.all
            for field in above.own:
                for name in _names(field.annotation) | _names(field.default):
                    if name in home.imports:
                        needed[name] = home.imports[name]
                    elif name in home.tree_names():
                        needed[name] = home.name
        return Fields(node.name, inherited, [_field(line) for line in _lines(node)]), needed

    def tree_names(self) -> set[str]:
        """What the module defines itself."""
        found = set(self.classes)
        for node in self.tree.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
        return found

    def expanded(self) -> str:
        """The text with every declared class written out."""
        lines = self.text.splitlines()
        imports: set[str] = set()
        for node in reversed(self.declared()):
            fields, needed = self.fields(node)
            for name, module in needed.items():
                if module != self.name and self.imports.get(name) != module:
                    imports.add(f"from {module} import {name}")
            if "Zone" not in {**self.imports, **self.classes}:  # `collect` takes a list of them
                imports.add("from starhall.engine.rules.state import Zone")
            first = min([node.lineno, *[mark.lineno for mark in node.decorator_list]])
            lines[first - 1 : node.end_lineno] = self._written(node, fields).splitlines()
        if self.declared():
            at = lines.index("from __future__ import annotations") + 1
            lines[at:at] = [*HELPERS, *sorted(imports)]
        return "\n".join(lines) + "\n"

    def _written(self, node: ast.ClassDef, fields: Fields) -> str:
        base = ast.unparse(node.bases[0]) if node.bases else ""
        marks = {ast.unparse(mark) for mark in node.decorator_list} - {"part"}
        found = [f"@{mark}" for mark in sorted(marks)]
        found.append(f"class {node.name}({base}):" if base else f"class {node.name}:")
        docstring = ast.get_docstring(node, clean=False)
        rest = node.body if docstring is None else node.body[1:]
        found += [] if docstring is None else [f'    """{docstring}"""', ""]
        taken: set[str] = set()
        body: list[str] = []
        for statement in rest:
            if statement in _lines(node) or _is_derived(statement):
                continue
            if isinstance(statement, ast.FunctionDef):
                taken.add(statement.name)
            first = min([statement.lineno, *[m.lineno for m in _marks(statement)]])
            body += ["", *self.text.splitlines()[first - 1 : statement.end_lineno]]
        found += [f"    {field.name}: {field.annotation}" for field in fields.own]
        found += self._class_variables(node, fields, base)
        for name, text in fields.methods().items():
            if text and name not in taken:
                found += ["", *[f"    {line}" for line in text.splitlines()]]
        return "\n".join(found + body)

    def _class_variables(self, node: ast.ClassDef, fields: Fields, base: str) -> list[str]:
        shapes = fields.shapes()
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and _target(statement) == "strand_type":
                assert statement.value is not None
                shapes["strands"] = f"[{ast.unparse(statement.value)}]"
        shape = ", ".join(f"{name!r}: {value}" for name, value in shapes.items())
        rows = [
            f"live_field({field.name!r}, {field.annotation!r}, {_said(line)})"
            for field, line in zip(fields.own, _lines(node), strict=True)
        ]
        inherited = [f"*{base}.FIELDS"] if base else []
        return [
            f"    SHAPE: ClassVar[dict[str, object]] = {{{shape}}}",
            f"    FIELDS: ClassVar[list[Field]] = [{', '.join(inherited + rows)}]",
        ]


def _is_part(node: ast.ClassDef) -> bool:
    return "part" in [ast.unparse(mark) for mark in node.decorator_list]


def _target(statement: ast.AnnAssign) -> str:
    return statement.target.id if isinstance(statement.target, ast.Name) else ""


def _marks(statement: ast.stmt) -> list[ast.expr]:
    return statement.decorator_list if isinstance(statement, ast.FunctionDef) else []


def _is_derived(statement: ast.stmt) -> bool:
    """Does it declare something that is written out here?"""
    return isinstance(statement, ast.AnnAssign) and _target(statement) in ("SHAPE", "FIELDS")


def _lines(node: ast.ClassDef) -> list[ast.AnnAssign]:
    """The lines of a class that declare fields."""
    return [
        line
        for line in node.body
        if isinstance(line, ast.AnnAssign)
        and isinstance(line.value, ast.Call)
        and ast.unparse(line.value.func) in WORDS
    ]


def _said(line: ast.AnnAssign) -> str:
    """The right-hand side as a call that compiled code may make."""
    call = line.value
    assert isinstance(call, ast.Call)
    word = ast.Constant(ast.unparse(call.func))
    return ast.unparse(ast.Call(ast.Name("declare"), [word, *call.args], call.keywords))


def _field(line: ast.AnnAssign) -> Field:
    call = line.value
    assert isinstance(call, ast.Call)
    word = ast.unparse(call.func)
    flags = {
        mark.arg: ast.literal_eval(mark.value)
        for mark in call.keywords
        if mark.arg and mark.arg not in UNUSED
    }
    code = {mark.arg: ast.unparse(mark.value) for mark in call.keywords}.get("coded")
    annotation = ast.unparse(line.annotation)
    if word in ("zone", "zones"):
        *count, family, seen_by = call.args
        declared = Declared(declarations.OPEN, ast.literal_eval(count[0]) if count else 0)
        declared.seen_by = getattr(declarations, ast.unparse(seen_by))
        declared.coded = LEFT_OUT if code == "LEFT_OUT" else None
        return Field(_target(line), annotation, declared, "", ast.unparse(family))
    default = ast.unparse(call.args[0]) if call.args else ""
    declared = getattr(declarations, word)(default, **flags) if default else _demanded(flags)
    declared.coded = LEFT_OUT if code == "LEFT_OUT" else None
    return Field(_target(line), annotation, declared, default, "")


def _demanded(flags: dict[str, bool]) -> Declared:
    declared = declarations.internal(**flags)
    assert isinstance(declared, Declared)
    return declared


def _names(expression: str) -> set[str]:
    if not expression:
        return set()
    tree = ast.parse(expression, mode="eval")
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def expand_tree(source: Path, target: Path) -> None:
    """Copy a package, every declaration written out."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in sorted((target / source.name).rglob("*.py")):
        if "@part\n" in path.read_text(encoding="utf-8"):
            module = ".".join(path.relative_to(target).with_suffix("").parts)
            text = Source(source.parent, module).expanded()
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    expand_tree(ROOT / "src" / "starhall", Path(sys.argv[1]))
