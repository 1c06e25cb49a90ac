"""Text: every sentence a player reads, stored in `text/<language>.toml` and filled in here."""

# mypyc: off

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from starhall.engine.errors import ContentError, TextError
from starhall.engine.text.content import ContentFiles, closest, decode, read, root

if TYPE_CHECKING:
    from starhall.engine.text.packs import Pack

ENGLISH: Final = "en"
ENGINE: Final = "starhall.engine"
SIZE: Final = "size "  # {=size relics.forge_heart.effects.1}: a number without its sign
NO_VALUES: Final[Mapping[str, object]] = MappingProxyType({})

_MARK: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_SLOT: Final = re.compile(r"([a-z_][a-z0-9_]*)(?::([a-z_][a-z0-9_]*)|\|([^|]*)\|([^|]*))?")


class Slot:
    """A place in a template: `{n}`, `{who:seat}`, `{card:unit}` or `{n|card|cards}`.

    `{who:seat}` takes the number of a seat, `{arg:player}` an option that counts seats from 1.
    `{what:text}` takes the key of another text, or a mapping with the `key` and its values.
    """

    __slots__ = ("forms", "kind", "name")

    def __init__(self, name: str, kind: str, forms: tuple[str, str] | None) -> None:
        self.name = name
        self.kind = kind
        self.forms = forms


class Template:
    """One text, split into literal parts and slots.

    `{=units.dragon.cost}` is a number of the content, filled in when the text is read, and
    `{=units.dragon.cost|coin|coins}` a word that agrees with it.
    """

    __slots__ = ("file", "key", "parts")

    def __init__(
        self, key: str, source: str, file: str, content: ContentFiles | None = None
    ) -> None:
        self.key = key
        self.file = file
        self.parts: list[str | Slot] = [part for part in self._parts(source, content) if part]

    def _parts(self, source: str, content: ContentFiles | None) -> Iterator[str | Slot]:
        at = 0
        for mark in _MARK.finditer(source):
            yield source[at : mark.start()]
            at = mark.end()
            if mark[0] in ("{{", "}}"):
                yield mark[0][0]
            elif mark[1] is not None and mark[1].startswith("="):
                yield self._fact(mark[1][1:], content)
            elif mark[1] is not None and (slot := _SLOT.fullmatch(mark[1])):
                forms = None if slot[3] is None else (slot[3], slot[4])
                yield Slot(slot[1], slot[2] or "", forms)
            else:
                raise TextError(
                    f"{self}: '{mark[0]}' at column {mark.start() + 1} is not a slot; write "
                    f"{{n}}, {{who:seat}}, {{card:unit}}, {{n|card|cards}}, and {{{{ or }}}} for "
                    f"a brace"
                )
        yield source[at:]

    def _fact(self, slot: str, content: ContentFiles | None) -> str:
        if content is None:
            raise TextError(f"{self}: {{={slot}}} names content, but there is none")
        try:
            return filled(slot, content)
        except ContentError as error:
            raise TextError(f"{self}: {{={slot}}}: {error}") from None

    def __str__(self) -> str:
        return f"text '{self.key}' in {self.file}"


def filled(slot: str, content: ContentFiles) -> str:
    """A number of the content, or a word that agrees with it; a dash for what a pack removes."""
    path, _, forms = slot.partition("|")
    value = content.fact(path.removeprefix(SIZE))
    if value is None:
        return "\N{EN DASH}"
    if path.startswith(SIZE):
        value = value.lstrip("+-")
    one, _, many = forms.partition("|")
    return (one if value in ("1", "+1", "-1") else many) if forms else value


class Catalogue:
    """The texts of a package in one language; falls back to English, then to the engine's texts."""

    __slots__ = ("_names", "file", "language", "templates")

    def __init__(self, file: str, language: str, templates: dict[str, Template]) -> None:
        self.file = file
        self.language = language
        self.templates = templates
        self._names: dict[tuple[str, str], str] = {}  # of the things named so far

    @classmethod
    def load(
        cls, package: str, language: str = ENGLISH, content: ContentFiles | None = None
    ) -> Catalogue:
        """Read the texts of a package; a broken template is refused at once, not during play.

        Texts of the pack of `content` come last, and replace those of the package.
        """
        known = languages(package, None if content is None else content.pack)
        if language not in known:
            raise TextError(
                f"{package} has no texts in '{language}'; it has: {', '.join(known) or 'none'}"
            )
        content = ContentFiles(package) if content is None else content
        found: dict[str, tuple[str, str]] = {}  # with the file, for messages
        for tongue in (ENGLISH, language):
            for source in (ENGINE, package):
                if tongue in languages(source):
                    file = _file(source, tongue)
                    found |= {key: (text, file) for key, text in texts(source, tongue).items()}
            if content.pack is not None:
                _overlay(found, content.pack, tongue, content)
        templates = {key: Template(key, *text, content) for key, text in found.items()}
        seat = templates["seat"]
        if any(isinstance(part, Slot) and (part.name != "n" or part.kind) for part in seat.parts):
            raise TextError(f"{seat}: a seat without a name has only its number, {{n}}")
        return cls(_file(package, language), language, templates)

    def say(
        self, key: str, values: Mapping[str, object] = NO_VALUES, seats: Sequence[str] = ()
    ) -> str:
        """The text for a key with the values filled in; `seats` are the players' names."""
        return self.fill(self._template(key), values, seats)

    def fill(
        self, template: Template, values: Mapping[str, object], seats: Sequence[str] = ()
    ) -> str:
        """A template with the values filled in."""
        return "".join(
            [
                part if isinstance(part, str) else self._fill(template, part, values, seats)
                for part in template.parts
            ]
        )

    def mentions(self, key: str, values: Mapping[str, object]) -> list[str]:
        """The things that a text names, by their keys: `hex:ed4`, `seat:1`. A scene uses the same.

        An option that counts seats from 1 (`{arg:player}`) is not looked at: events name seats.
        """
        found: dict[str, None] = {}
        for part in self._template(key).parts:
            if isinstance(part, Slot) and part.kind and part.name in values:
                value = values[part.name]
                for thing in value if isinstance(value, (list, tuple)) else [value]:
                    found[f"{part.kind}:{thing}"] = None
        return list(found)

    def name(self, kind: str, id: str) -> str:
        """The name of a thing: the text `name.<kind>.<id>`.

        Things can be counted: `coin_2` without a text of its own is `name.<kind>.coin` with
        `n` = 2, as in "{n} {n|coin|coins}".
        """
        known = self._names.get((kind, id))
        if known is None:
            known = self._names[kind, id] = self._name(kind, id)
        return known

    def _name(self, kind: str, id: str) -> str:
        key = f"name.{kind}.{id}"
        if key not in self.templates:
            thing, _, count = id.rpartition("_")
            if count.isdecimal() and self.has(f"name.{kind}.{thing}"):
                return self.say(f"name.{kind}.{thing}", {"n": int(count)})
        return self.say(key)

    def has(self, key: str) -> bool:
        return key in self.templates

    def keys(self) -> list[str]:
        """All keys that have a text, sorted."""
        return sorted(self.templates)

    def check(self, required: Iterable[str]) -> list[str]:
        """The required keys that have no text, each once, in the given order."""
        return [key for key in dict.fromkeys(required) if key not in self.templates]

    def _template(self, key: str) -> Template:
        if key not in self.templates:
            raise TextError(
                f"there is no text '{key}' in {self.file}{closest(key, self.templates)}"
            )
        return self.templates[key]

    def _fill(
        self, template: Template, slot: Slot, values: Mapping[str, object], seats: Sequence[str]
    ) -> str:
        if slot.name not in values:
            raise TextError(
                f"{template} needs a value for {{{slot.name}}}{closest(slot.name, values)}; "
                f"given: {', '.join(values) or 'nothing'}"
            )
        value = values[slot.name]
        things = value if isinstance(value, (list, tuple)) else None
        if slot.forms:
            count = value if things is None else len(things)
            if type(count) is not int:
                raise TextError(
                    f"{template}: {{{slot.name}|...}} counts, so its value must be a number or a "
                    f"list, not {value!r}"
                )
            return slot.forms[0] if count == 1 else slot.forms[1]
        if things is None:
            return self._show(template, slot, value, seats)
        return self._listed([self._show(template, slot, thing, seats) for thing in things])

    def _show(self, template: Template, slot: Slot, value: object, seats: Sequence[str]) -> str:
        if not slot.kind:
            return str(value)
        if slot.kind == "text":
            if isinstance(value, Mapping):
                return self.say(str(value["key"]), value, seats)
            return self.say(str(value), NO_VALUES, seats)
        if slot.kind == "player":  # options number the seats from 1
            value = int(value) - 1 if isinstance(value, str) and value.isdecimal() else value
        elif slot.kind != "seat":
            return self.name(slot.kind, str(value))
        if type(value) is not int or value < 0:
            raise TextError(
                f"{template}: {{{slot.name}:{slot.kind}}} needs a seat number, not {value!r}"
            )
        known = seats[value] if value < len(seats) else ""
        return known or self.say("seat", {"n": value + 1})

    def _listed(self, things: list[str]) -> str:
        if not things:
            return self.say("list.none")
        if len(things) == 1:
            return things[0]
        return self.say("list.comma").join(things[:-1]) + self.say("list.and") + things[-1]


def languages(package: str, pack: Pack | None = None) -> list[str]:
    """The languages of the texts of a package and its pack."""
    folder = root(package, TextError).joinpath("text")
    found = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    names = {name.removesuffix(".toml") for name in found if name.endswith(".toml")}
    return sorted(names.union(pack.languages() if pack is not None else []))


def _overlay(
    known: dict[str, tuple[str, str]], pack: Pack, language: str, content: ContentFiles
) -> None:
    """Replace and add the texts of a pack. A new text belongs to an entry of the content."""
    source = pack.source(f"text/{language}.toml")
    if source is None:
        return
    ids = {id for file in content.names for id in content.entries(file)}
    tables = {key.rpartition(".")[0] for key in known}
    for key, text in _flat(source.data, "", source.shown, source.at):
        table, _, id = key.rpartition(".")
        if key not in known and not (table in tables and (id in ids or table.startswith("name."))):
            raise TextError(
                f"{source.at(key)}: there is no text '{key}'{closest(key, known)}; a pack changes "
                "texts of the game, and adds names and texts of its content"
            )
        known[key] = (text, source.at(key))


def untranslated(package: str, language: str) -> list[str]:
    """The keys that a package has in English but not in the other language."""
    done = texts(package, language)
    return [key for key in texts(package, ENGLISH) if key not in done]


def _file(package: str, language: str) -> str:
    return f"text/{language}.toml of {package}"


def texts(package: str, language: str = ENGLISH) -> dict[str, str]:
    """The texts of one file by dotted key."""
    file = _file(package, language)
    table = decode(read(package, f"text/{language}.toml", TextError), file, TextError)
    found: dict[str, str] = {}
    for key, text in _flat(table, "", file):
        if key in found:
            raise TextError(f"{file} has the text '{key}' twice; keys must be unique")
        found[key] = text
    return found


def _flat(
    table: Mapping[str, object], prefix: str, file: str, at: Callable[[str], str] | None = None
) -> Iterator[tuple[str, str]]:
    """The texts by dotted key; `at` gives the line of a key, where it is known."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.", file, at)
        elif isinstance(value, str):
            yield prefix + key, value
        else:
            where = file if at is None else at(prefix + key)
            raise TextError(f"{where}: '{prefix}{key}' is {value!r}; it must be a text in quotes")
