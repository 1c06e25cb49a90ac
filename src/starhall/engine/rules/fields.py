# mypyc: off
"""A field of the state is one line: its type, its default and who may see it.

    @part
    class Player(Part):
        rubium: int = public(0)
        heard: int = private(0)  # only the player knows
        stacks: list[int] = public([0] * HEX_COUNT)
        missions: Zone = zone(MISSIONS, OWN)

`part` derives slots, constructor, `copy`, `clear`, the zones and SHAPE from these lines when the
module is imported. Before mypyc compiles a module, `tools/expand.py` writes the same methods
as source. Both use `Fields`.

The annotation determines how a value is copied: numbers, texts and tuples are shared, lists are
copied, parts and zones copy themselves. A list that is replaced but never changed in place can be
declared with `shared=True`: all copies share it.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from typing import Any, Final, TypedDict, TypeVar, Unpack, cast, dataclass_transform

from starhall.engine.errors import RulesFault
from starhall.engine.rules.codes import LEFT_OUT, Code

OPEN: Final = "open"  # everybody sees it
OWNER: Final = "owner"  # only the owners of the part
HIDDEN: Final = "hidden"  # nobody
UNSAVED: Final = ""  # not part of the position

EVERYONE: Final = -1  # as a mask of seats: all of them, and the spectators
NOBODY: Final = 0
OWN: Final = -2  # in a zone's declaration: the seat of its part

T = TypeVar("T")
P = TypeVar("P")

MISSING: Final = object()
SCALARS: Final = ("int", "bool", "str", "float")
ENCODED: Final = ("int", "bool", "list[int]", "list[bool]", "list[list[int]]")


# The right-hand side of a field's line


@dataclass(slots=True, eq=False)
class Declared:
    """The declaration of a field, apart from name and type."""

    sight: str
    default: object
    shared: bool = False
    fresh: bool = False  # a copy gets the default
    lasts: str = ""
    family: int = 0  # the kind of cards in a zone
    seen_by: int = NOBODY
    shuffled: bool = False
    untold: str = ""  # why it changes without an event
    coded: Code | None = None  # how it is encoded for learning programs


class Flags(TypedDict, total=False):
    """What else can be said of a field: see `public`."""

    shared: bool
    lasts: str
    untold: str
    coded: Code | None


class ZoneFlags(TypedDict, total=False):
    """What else can be said of a zone."""

    shuffled: bool
    untold: str
    coded: Code | None


def public(default: T, **flags: Unpack[Flags]) -> T:
    """Everybody sees it. With `lasts="turn"`, `clear("turn")` resets it to its default.

    Changes on the table are told by events. A field that only counts or remembers something says
    why its changes are not: `untold="the same as the length of the pile"`. `coded` says how it is
    encoded for learning programs (codes.py).
    """
    return cast(T, Declared(OPEN, default, **flags))


def private(default: T, **flags: Unpack[Flags]) -> T:
    """Only the owners of the part see it."""
    return cast(T, Declared(OWNER, default, **flags))


def hidden(default: T, *, shared: bool = False, lasts: str = "") -> T:
    """Nobody sees it."""
    return cast(T, Declared(HIDDEN, default, shared, lasts=lasts))


def internal(default: Any = MISSING, *, shared: bool = False, fresh: bool = False) -> Any:
    """Not part of the position: neither saved nor shown. A copy gets the default of a `fresh` one.

    Without a default it is a required argument of the constructor.
    """
    return Declared(UNSAVED, default, shared, fresh)


def zone(family: int, seen_by: int, **flags: Unpack[ZoneFlags]) -> Any:
    """A group of cards: the kind of cards it can hold, and who sees them.

    A `shuffled` zone is put in random order by `shuffle`, and cards leave it only by `draw`, so the
    next card can be decided as late as that (see `Script` in chance.py).
    """
    return zones(0, family, seen_by, **flags)


def zones(count: int, family: int, seen_by: int, **flags: Unpack[ZoneFlags]) -> Any:
    """Several zones side by side, such as lanes."""
    return Declared(OPEN, count, family=family, seen_by=seen_by, **flags)


# What is derived from a line


@dataclass(slots=True, eq=False)
class Field:
    """One line of a declaration. `default` and `family` are expressions in Python."""

    name: str
    annotation: str
    declared: Declared
    default: str
    family: str

    @property
    def item(self) -> str:
        """The type without `| None` and `list[...]`."""
        return self.annotation.removesuffix(" | None").removeprefix("list[").removesuffix("]")

    @property
    def is_list(self) -> bool:
        return self.annotation.startswith("list[")

    @property
    def is_part(self) -> bool:
        """Is it a part of the table, or a list of parts? Zones are parts."""
        saved = self.declared.sight != UNSAVED and not self.declared.shared
        return saved and self.item.isidentifier() and self.item not in SCALARS

    @property
    def required(self) -> bool:
        return self.declared.default is MISSING

    @property
    def simple(self) -> bool:
        """Can all instances share the default?"""
        return self.annotation in SCALARS or self.annotation.endswith(" | None")

    def parameter(self) -> str:
        if self.required:
            return f"{self.name}: {self.annotation}"
        if self.simple:
            return f"{self.name}: {self.annotation} = {self.default}"
        return f"{self.name}: {self.annotation} | None = None"

    def new(self) -> str:
        """The expression that creates the default of one instance."""
        if self.item != "Zone":
            return self.default
        if not self.is_list:
            return self._new_zone(self.name)
        rows = range(cast(int, self.declared.default))
        return f"[{', '.join(self._new_zone(f'{self.name}:{row}') for row in rows)}]"

    def _new_zone(self, name: str) -> str:
        """Its name in text and scenes is `deck`, or `hand:2` if it belongs to a seat."""
        seen_by = self.declared.seen_by
        sight = "1 << seat if seat >= 0 else 0" if seen_by == OWN else str(seen_by)
        called = f"{name + ':'!r} + str(seat) if seat >= 0 else {name!r}"
        return f"Zone(0, {called}, {self.family}, seat, {sight})"

    def copied(self, value: str) -> str:
        """The expression that copies the value of this field."""
        if self.declared.fresh:
            return self.new()
        return value if self.declared.shared else copied(self.annotation, value)

    def shape(self) -> str:
        if not self.is_part:
            return repr(self.declared.sight)
        return f"[{self.item}]" if self.is_list else self.item


def copied(annotation: str, value: str) -> str:
    """The expression that copies a value of this type."""
    return _copied(ast.parse(annotation, mode="eval").body, value, 0)


def _copied(type: ast.expr, value: str, depth: int) -> str:
    match type:
        case ast.BinOp(left=left):  # X | None
            inner = _copied(left, value, depth)
            return value if inner == value else f"{inner} if {value} is not None else None"
        case ast.Name(id=name):
            return value if name in SCALARS else f"{value}.copy()"
        case ast.Subscript(value=ast.Name(id="tuple")):
            return value
        case ast.Subscript(value=ast.Name(id="list"), slice=inside):
            item = f"item{depth}"
            inner = _copied(inside, item, depth + 1)
            return f"{value}[:]" if inner == item else f"[{inner} for {item} in {value}]"
    raise RulesFault(
        f"a field cannot be of type {ast.unparse(type)}: use numbers, texts, tuples, lists, "
        "zones and parts"
    )


class Fields:
    """All fields of a class, those of its bases first, and the methods derived from them."""

    __slots__ = ("all", "name", "own")

    def __init__(self, name: str, inherited: list[Field], own: list[Field]) -> None:
        self.name = name
        self.own = own
        names = [field.name for field in own]
        self.all = [field for field in inherited if field.name not in names] + own

    def shapes(self) -> dict[str, str]:
        return {field.name: field.shape() for field in self.all if field.declared.sight}

    def methods(self, create: str = "") -> dict[str, str]:
        """The sources of the methods by name. `create` makes an instance without `__init__`."""
        return {
            "__init__": self._init(),
            "copy": self._copy(create),
            "collect": self._collect(),
            "clear": self._clear(),
            "seen_by_all": self._seen_by_all(),
            "seen_by_owners": self._seen_by_owners(),
        }

    def _init(self) -> str:
        lines = [f"def __init__(self, *, {', '.join([f.parameter() for f in self.all])}) -> None:"]
        for field in self.all:
            name = field.name
            if field.required or field.simple:
                lines.append(f"    self.{name} = {name}")
            else:
                lines.append(f"    self.{name} = {name} if {name} is not None else {field.new()}")
        return "\n".join(lines)

    def _copy(self, create: str) -> str:
        head = "def copy(self) -> Self:"
        values = {field.name: field.copied(f"self.{field.name}") for field in self.all}
        if not create:
            given = ", ".join(f"{name}={value}" for name, value in values.items())
            # Self, as in Part: the copy of a match's state is of the game's own type.
            return f"{head}\n    return {self.name}({given})  # type: ignore[return-value]"
        lines = [f"    twin.{name} = {value}" for name, value in values.items()]
        return "\n".join([head, f"    twin = {create}", *lines, "    return twin"])

    def _collect(self) -> str:
        lines = ["def collect(self, found: list[Zone]) -> None:"]
        for field in self.all:
            name = field.name
            if not field.is_part or field.annotation.endswith(" | None"):
                continue
            if field.item == "Zone" and field.is_list:
                lines.append(f"    found += self.{name}")
            elif field.item == "Zone":
                lines.append(f"    found.append(self.{name})")
            elif field.is_list:
                lines.append(f"    for each_{name} in self.{name}:")
                lines.append(f"        each_{name}.collect(found)")
            else:
                lines.append(f"    self.{name}.collect(found)")
        return "\n".join(lines) if len(lines) > 1 else ""

    def _clear(self) -> str:
        lines = ["def clear(self, span: str) -> None:"]
        for span in sorted({field.declared.lasts for field in self.all} - {""}):
            lines.append(f"    if span == {span!r}:")
            lines += [
                f"        self.{field.name} = {field.new()}"
                for field in self.all
                if field.declared.lasts == span
            ]
        return "\n".join(lines) if len(lines) > 1 else ""

    def encoded(self, sight: str) -> list[Field]:
        """The encoded fields with this sight that are numbers or lists of numbers."""
        return [
            field
            for field in self.all
            if field.declared.sight == sight
            and field.declared.coded is not LEFT_OUT
            and field.annotation in ENCODED
        ]

    def encoded_zones(self) -> list[Field]:
        return [f for f in self.all if f.item == "Zone" and f.declared.coded is not LEFT_OUT]

    def _seen_by_all(self) -> str:
        """For engine/knowledge/pages.py: the values, the cards of the zones, who sees them."""
        values = [f"self.{field.name}" for field in self.encoded(OPEN)]
        for what in ("cards", "sight"):
            for field in self.encoded_zones():
                several = f"*[zone.{what} for zone in self.{field.name}]"
                values.append(several if field.is_list else f"self.{field.name}.{what}")
        return f"def seen_by_all(self) -> list[object]:\n    return [{', '.join(values)}]"

    def _seen_by_owners(self) -> str:
        values = [f"self.{field.name}" for field in self.encoded(OWNER)]
        return f"def seen_by_owners(self) -> list[object]:\n    return [{', '.join(values)}]"


# In plain Python


@dataclass_transform(kw_only_default=True)
def part(cls: type[P]) -> type[P]:
    """Derive everything from the field declarations; returns a new class with slots."""
    fields = Fields(cls.__name__, getattr(cls, "FIELDS", []), _own_fields(cls))
    names = [field.name for field in fields.own]
    body = {name: value for name, value in vars(cls).items() if name not in names}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    body["__slots__"] = tuple(name for name in names if not hasattr(cls.__base__, name))
    body["FIELDS"] = fields.all
    made: Any = type(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    scope = _scope(made, fields)
    made.SHAPE = {name: eval(shape, scope) for name, shape in fields.shapes().items()}
    if hasattr(made, "strand_type"):
        made.SHAPE["strands"] = [made.strand_type]
    for name, text in fields.methods("create(made)").items():
        if text and name not in body:
            exec(f"from __future__ import annotations\n{text}", scope)
            setattr(made, name, scope[name])
    return cast("type[P]", made)


def _own_fields(cls: type) -> list[Field]:
    found = []
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        if not isinstance(annotation, str):
            raise RulesFault(
                f"{cls.__module__} must begin with 'from __future__ import annotations': the "
                f"types of {cls.__name__}'s fields are read as they are written"
            )
        if annotation.startswith("ClassVar"):
            continue
        declared = vars(cls).get(name)
        if not isinstance(declared, Declared):
            raise RulesFault(
                f"{cls.__name__}.{name} does not say who may see it: write "
                f"'{name}: {annotation} = public(...)', or private, hidden, zone"
            )
        found.append(live_field(name, annotation, declared))
    return found


def declare(word: str, *values: Any, **flags: Any) -> Declared:
    """The same as calling `public` and the like, for code compiled by mypyc.

    Their declared return type is the field's type, and compiled code enforces it.
    """
    declared = globals()[word](*values, **flags)
    assert isinstance(declared, Declared)
    return declared


def live_field(name: str, annotation: str, declared: Declared) -> Field:
    """A field of an existing class: its default is a value, stored in `defaults`."""
    value = f"defaults[{name!r}]"
    field = Field(name, annotation, declared, value, str(declared.family))
    if field.item == "Zone" or declared.shared:
        return field
    if _is_plain(declared.default):
        field.default = repr(declared.default)  # a literal is faster than a copy
    elif not field.simple:
        field.default = copied(annotation, value)
    return field


def _is_plain(value: object) -> bool:
    """Does `repr` give an expression for the value?"""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or type(value) in (int, bool, str)


def _scope(made: Any, fields: Fields) -> dict[str, Any]:
    """The names that the generated methods use."""
    scope = dict(vars(sys.modules[made.__module__]))
    for base in made.__mro__[1:-1]:
        for name, thing in vars(sys.modules[base.__module__]).items():
            scope.setdefault(name, thing)
    scope["defaults"] = {field.name: field.declared.default for field in fields.all}
    scope["create"] = made.__new__
    scope["made"] = made
    return scope
