"""Content: cards, tiles and tokens as TOML data with effects in a small verb vocabulary."""

# mypyc: off

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Generic, NoReturn, TypeAlias, TypeVar

import msgspec

from starhall.engine.errors import ContentError, Phrase, Place
from starhall.engine.text.files import closest, decode, file_names, listed, read, root, wrong_value

if TYPE_CHECKING:
    from starhall.engine.text.packs import Pack

T = TypeVar("T", bound=msgspec.Struct)
S = TypeVar("S")


# --- effects -------------------------------------------------------------------------------------


class Pair(msgspec.Struct, frozen=True):
    """A pair of signed numbers: `+3/+0`."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first:+d}/{self.second:+d}"


class Word(msgspec.Struct, frozen=True):
    """A name with an optional filter in brackets: `enemy`, `friendly[drone,heavy]`."""

    name: str
    filter: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}[{','.join(self.filter)}]" if self.filter else self.name


Arg: TypeAlias = int | Pair | Word


class Effect(msgspec.Struct, frozen=True):
    """One verb with its arguments; `str` gives a text that can be parsed back."""

    verb: str
    args: tuple[Arg, ...] = ()

    def number(self, place: int = 0) -> int:
        """An argument that the verb declares as a number."""
        arg = self.args[place]
        assert isinstance(arg, int)
        return arg

    def __str__(self) -> str:
        return f"{self.verb}({', '.join(map(str, self.args))})"


def parse_effects(text: str, where: Place | str) -> tuple[Effect, ...]:
    """The effects of a text such as `mod(friendly[drone], +3/+0, vs[officer]); gain(coin, 2)`.

    Error messages name `where` (see `place`). The meaning of the verbs is not checked here:
    a game's `Verbs` does that.
    """
    return tuple(effect for _, effect in _Reader(text, where).effects())


_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ITEM: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*|[0-9]{1,9}(?![0-9A-Za-z_])")
_PAIR: Final = re.compile(r"([+-]?[0-9]{1,9})/([+-]?[0-9]{1,9})")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_SPACE: Final = re.compile(r"\s*")


class _Reader:
    """Reads an effect text from left to right."""

    def __init__(self, text: str, where: Place | str) -> None:
        self.text = text
        self.where = where
        self.at = 0

    def effects(self) -> Iterator[tuple[int, Effect]]:
        """Every effect with the column it starts at."""
        self.space()
        if self.at == len(self.text):
            return
        while True:
            column = self.at + 1
            yield column, self.effect()
            if self.at == len(self.text):
                return
            self.need(";", Phrase("effect.semicolon"))

    def effect(self) -> Effect:
        verb = self.name(Phrase("effect.verb"))
        self.need("(", Phrase("effect.bracket", verb=verb))
        return Effect(verb, () if self.skip(")") else tuple(self.listed(")", self.arg)))

    def arg(self) -> Arg:
        if pair := self.take(_PAIR):
            return Pair(int(pair[1]), int(pair[2]))
        if number := self.take(_NUMBER):
            return int(number[0])
        name = self.name(Phrase("effect.argument"))
        return Word(name, tuple(self.listed("]", self.item)) if self.skip("[") else ())

    def item(self) -> str:
        if item := self.take(_ITEM):
            return item[0]
        self.fail(Phrase("effect.item"))

    def listed(self, end: str, one: Callable[[], S]) -> Iterator[S]:
        """The items between commas, up to the closing bracket."""
        while True:
            yield one()
            if self.skip(end):
                return
            self.need(",", Phrase("effect.comma", end=end))

    def name(self, wanted: object) -> str:
        if name := self.take(_NAME):
            return name[0]
        self.fail(wanted)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
            self.space()
        return found

    def skip(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        self.space()
        return True

    def need(self, mark: str, wanted: object) -> None:
        if not self.skip(mark):
            self.fail(wanted)

    def space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def fail(self, wanted: object) -> NoReturn:
        ended = self.at == len(self.text)
        found = Phrase("effect.end") if ended else f"'{self.text[self.at]}'"
        where = at_column(self.where, self.at + 1)
        raise ContentError("effect.form", where, wanted=wanted, found=found, text=self.text)


# --- verbs ---------------------------------------------------------------------------------------


class Number(msgspec.Struct, frozen=True):
    """A parameter that takes a whole number."""

    low: int | None = None
    high: int | None = None

    def problem(self, arg: Arg) -> Phrase | None:
        if not isinstance(arg, int):
            return Phrase("effect.number")
        if self.low is not None and arg < self.low:
            return Phrase("effect.least", n=self.low)
        if self.high is not None and arg > self.high:
            return Phrase("effect.most", n=self.high)
        return None


class Pairs(msgspec.Struct, frozen=True):
    """A parameter that takes a pair of numbers."""

    def problem(self, arg: Arg) -> Phrase | None:
        return None if isinstance(arg, Pair) else Phrase("effect.pair")


class Filter(msgspec.Struct, frozen=True):
    """What is allowed in the brackets after a word.

    With `any`, every word is allowed: the game's content says which of them exist.
    """

    words: tuple[str, ...] = ()
    numbers: bool = False
    needed: bool = False
    single: bool = False
    any: bool = False

    def problem(self, word: Word) -> Phrase | None:
        if not self.words and not self.numbers and not self.any:
            return Phrase("effect.no_brackets", word=word.name) if word.filter else None
        if self.needed and not word.filter:
            return Phrase("effect.needs_brackets", word=word.name, allowed=self.allowed())
        if self.single and len(word.filter) > 1:
            return Phrase("effect.one_entry", word=word)
        for item in word.filter:
            if item.isdecimal() and self.numbers or not item.isdecimal() and self.any:
                continue
            if item not in self.words:
                near, allowed = closest(item, self.words), self.allowed()
                return Phrase(
                    "effect.no_item", word=word.name, item=item, near=near, allowed=allowed
                )
        return None

    def allowed(self) -> Phrase:
        words = ", ".join(self.words) if self.words else ""
        comma = ", " if words and (self.any or self.numbers) else ""
        return Phrase("effect.allowed", words=words + comma, any=self.any, numbers=self.numbers)


NO_FILTER: Final = Filter()


class OneOf(msgspec.Struct, frozen=True):
    """A parameter that takes one of several words, each with its own filter."""

    words: Mapping[str, Filter]

    def problem(self, arg: Arg) -> Phrase | None:
        if not isinstance(arg, Word):
            return Phrase("effect.word", known=", ".join(self.words))
        if arg.name not in self.words:
            near = closest(arg.name, self.words)
            return Phrase("effect.one_of", known=", ".join(self.words), near=near)
        return self.words[arg.name].problem(arg)


def one_of(*names: str, filter: Filter = NO_FILTER) -> OneOf:
    """A parameter that takes one of these words, all with the same filter."""
    return OneOf(dict.fromkeys(names, filter))


Param: TypeAlias = Number | Pairs | OneOf


H = TypeVar("H")


class Verb(msgspec.Struct, Generic[H], frozen=True):
    """A verb: its parameters, when it may be used, and its handler.

    The last parameters may be optional; `rest` is the kind of any further arguments. The
    sentence of a verb is `verb.<name>` in the text catalogue.
    """

    name: str
    params: tuple[Param, ...]
    optional: int
    rest: Param | None
    handler: H
    when: Callable[..., bool]

    def problem(self, effect: Effect) -> Phrase | None:
        """The problem with an effect of this verb, if there is one."""
        given, most = len(effect.args), len(self.params)
        least = most - self.optional
        if given < least or (given > most and self.rest is None):
            return Phrase("effect.takes", count=self.count(least, most), n=given)
        for number, arg in enumerate(effect.args):
            param = self.params[number] if number < most else self.rest
            if param and (problem := param.problem(arg)):
                return Phrase("effect.at", n=number + 1, arg=arg, problem=problem)
        return None

    def count(self, least: int, most: int) -> Phrase:
        """The number of arguments the verb takes, in words."""
        if self.rest is not None:
            return Phrase("effect.at_least", n=least)
        if least == most:
            return Phrase("effect.exactly", n=least)
        return Phrase("effect.between", low=least, high=most)


def always(*_: object) -> bool:
    """The verb may be used at any time."""
    return True


class Verbs(Generic[H]):
    """The verbs of one kind of effect; `H` is the type of their handlers.

    VERBS: Verbs[Handler] = Verbs()

    @VERBS.verb("gain", one_of("ore", "coin"), Number(1))
    def gain(s: Table, seat: int, effect: Effect) -> None: ...

    A verb is registered together with its handler, so content cannot name a verb without one.
    """

    def __init__(self) -> None:
        self.known: dict[str, Verb[H]] = {}

    def verb(
        self,
        name: str,
        *params: Param,
        optional: int = 0,
        rest: Param | None = None,
        when: Callable[..., bool] = always,
    ) -> Callable[[H], H]:
        """Register the decorated function as the handler of a verb."""

        def enter(handler: H) -> H:
            if name in self.known:
                raise ContentError("effect.declared", verb=name)
            self.known[name] = Verb(name, params, optional, rest, handler, when)
            return handler

        return enter

    def __getitem__(self, name: str) -> Verb[H]:
        return self.known[name]

    def parse(self, text: str, where: Place | str) -> tuple[Effect, ...]:
        """The effects of a text; each is checked against the registered verbs."""
        effects = []
        for column, effect in _Reader(text, where).effects():
            self.check(effect, at_column(where, column))
            effects.append(effect)
        return tuple(effects)

    def check(self, effect: Effect, where: Place | str) -> None:
        """Raise if the verb of an effect is unknown or its arguments are wrong."""
        verb, known = effect.verb, ", ".join(sorted(self.known))
        if verb not in self.known:
            near = closest(verb, self.known)
            raise ContentError("effect.no_verb", where, verb=verb, near=near, known=known)
        if problem := self.known[verb].problem(effect):
            raise ContentError("effect.wrong", where, verb=verb, problem=problem)


# Ranges that the fields of entries share. Readers check what else their rules need.
Copies: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
AtLeastOne: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """An entry that has only an id."""

    id: str


# --- files ---------------------------------------------------------------------------------------


class ContentFiles:
    """The content files of a game, with the changes of a pack."""

    def __init__(self, package: str, pack: Pack | None = None) -> None:
        self.package = package
        self.pack = pack
        content = root(package, ContentError).joinpath("content")
        self.names = sorted(file_names(content, "")) if content.is_dir() else []
        self.schemas: dict[tuple[str, str], type[msgspec.Struct]] = {}  # of the loaded tables
        self._base: dict[str, dict[str, object]] = {}
        self._data: dict[str, dict[str, object]] = {}

    def read(self, file: str) -> str:
        """The text of a file of the package."""
        return read(self.package, f"content/{file}", ContentError)

    def base(self, file: str) -> dict[str, object]:
        """The data of a file of the package."""
        if file not in self._base:
            self._base[file] = decode(self.read(file), file, ContentError)
        return self._base[file]

    def data(self, file: str) -> dict[str, object]:
        """The data of a file as it is played, with the changes of the pack."""
        if file not in self._data:
            base = self.base(file)
            self._data[file] = base if self.pack is None else self.pack.overlay(file, base)
        return self._data[file]

    def load(self, file: str, table: str, schema: type[T], least: int = 1) -> list[T]:
        """The entries `[[table]]` of a file, in order, checked.

        Every entry has a unique id. A `total` at the top of the file is the number of pieces
        in it: the sum of `copies` (1 if an entry does not say) over all its tables. `least` is
        the number of pieces that this table needs for the game to be playable.
        """
        return [entry for _, entry in self.placed(file, table, schema, least)]

    def placed(
        self, file: str, table: str, schema: type[T], least: int = 1
    ) -> list[tuple[Place, T]]:
        """The same entries, each with its place for messages."""
        self.schemas[file, table] = schema
        data = dict(self.data(file))
        _check_total(data, file)
        if table not in data:
            near, known = closest(table, data), listed(data)
            raise ContentError("content.no_table", file=file, table=table, near=near, known=known)
        entries: dict[str, tuple[Place, T]] = {}
        for number, raw in enumerate(_rows(data, file, table), start=1):
            id = raw.get("id")
            where = Place(file, table=table, number=number)
            if not isinstance(id, str) or not id:
                raise ContentError("content.no_id", where)
            if id in entries:
                raise ContentError("content.same_id", where, id=id)
            where = place(file, table, id)
            entries[id] = where, _convert(raw, schema, where)
        pieces = sum([_copies(row, file, table) for row in _rows(data, file, table)])
        if pieces < least:
            raise ContentError("content.few", Place(file), n=pieces, table=table, least=least)
        return list(entries.values())

    def ids(self, file: str, table: str, least: int = 1) -> list[str]:
        """The ids of entries that have nothing else."""
        return [entry.id for entry in self.load(file, table, Named, least)]

    def hash(self) -> str:
        """A fingerprint of all files; it is the same on every platform.

        A file that a pack does not change counts with its text, a changed one with its data.
        """
        total = hashlib.blake2b(digest_size=16)
        for name in self.names:
            data = self.read(name).encode()
            if self.pack is not None and self.data(name) != self.base(name):
                data = msgspec.json.encode(self.data(name))
            # Lengths come first, so a byte that moves from a name to the contents changes the hash.
            total.update(f"{len(name.encode())} {name} {len(data)} ".encode())
            total.update(data)
        return total.hexdigest()

    def entries(self, file: str, data: Mapping[str, object] | None = None) -> Rows:
        """The entries of a file by their ids, from all its tables."""
        rows: Rows = {}
        for table, found in (self.data(file) if data is None else data).items():
            for row in found if isinstance(found, list) else []:
                rows[str(row["id"])] = {**row, "": table}
        return rows

    def fact(self, path: str) -> str | None:
        """A value of the content by its path, for texts: `units.dragon.cost`.

        A further number picks an item of a list, or a number of an effect: if the effect is
        "buy(cell, 3, 2)", `specialists.ecologist.does.2` is 2. `energize.total` counts the pieces
        of a file, and `*` adds up all its entries. None if the pack has removed the entry.
        """
        name, *keys = path.split(".")
        file = f"{name}.toml"
        if file not in self.names:
            raise ContentError("content.no_file", file=file, near=closest(file, self.names))
        rows = self.entries(file)
        if keys == ["total"]:
            return str(sum([_copies(row, file, str(row[""])) for row in rows.values()]))
        if len(keys) > 1 and keys[0] == "*":
            return str(sum([_whole(_inside(row, keys[1:], path), path) for row in rows.values()]))
        if keys and keys[0] not in rows:
            if keys[0] in self.entries(file, self.base(file)):
                return None
            near = closest(keys[0], rows)
            raise ContentError("content.no_entry", path, file=file, id=keys[0], near=near)
        return str(_inside(rows, keys, path))


Rows: TypeAlias = dict[str, dict[str, object]]
_FIGURE: Final = re.compile(r"(?<![\w])[+-]?[0-9]+(?:/[+-]?[0-9]+)?")


def _inside(value: object, keys: Sequence[str], path: str) -> object:
    """What lies at the end of a path of fields and numbers."""
    for key in keys:
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, dict):
            raise ContentError("content.no_key", path, key=key, near=closest(key, value))
        elif isinstance(value, (list, str)) and key.isdecimal():
            parts: Sequence[object] = _FIGURE.findall(value) if isinstance(value, str) else value
            if not 1 <= int(key) <= len(parts):
                raise ContentError("content.no_figure", path, value=repr(value), n=key)
            value = parts[int(key) - 1]
        else:
            raise ContentError("content.nothing_below", path, value=repr(value))
    return value


def _whole(value: object, path: str) -> int:
    if not isinstance(value, int):
        raise ContentError("content.not_number", path, value=repr(value))
    return value


def place(file: str, table: str, id: str) -> Place:
    """A content entry in messages: `units.toml, unit spymaster`."""
    return Place(file, table=table, id=id)


def at_column(where: Place | str, column: int) -> Place:
    """A place in the text of an effect."""
    place = where if isinstance(where, Place) else Place(where)
    return msgspec.structs.replace(place, column=column)


def _rows(data: Mapping[str, object], file: str, table: str) -> list[dict[str, object]]:
    rows = data[table]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ContentError("content.not_list", Place(file), table=table)
    return rows


def _check_total(data: dict[str, object], file: str) -> None:
    """Remove the total from the data and compare it with the entries."""
    total = data.pop("total", None)
    if total is not None and type(total) is not int:
        raise ContentError("content.total", Place(file), total=repr(total))
    found = sum(_copies(row, file, table) for table in data for row in _rows(data, file, table))
    if total is not None and total != found:
        raise ContentError("content.other_total", Place(file), total=total, found=found)


def _copies(row: dict[str, object], file: str, table: str) -> int:
    copies = row.get("copies", 1)
    if type(copies) is not int or copies < 0:
        where = place(file, table, str(row.get("id", "?")))
        raise ContentError("content.copies", where, copies=repr(copies))
    return copies


def _convert(raw: dict[str, object], schema: type[T], where: Place) -> T:
    known = [field.encode_name for field in msgspec.structs.fields(schema)]
    for name in raw:
        if name not in known:
            near, fields = closest(name, known), ", ".join(known)
            raise ContentError("content.no_field", where, field=name, near=near, known=fields)
    try:
        return msgspec.convert(raw, schema)
    except msgspec.ValidationError as bad:
        raise wrong_value(ContentError, where, str(bad)) from None
