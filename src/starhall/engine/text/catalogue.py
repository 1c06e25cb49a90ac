"""Text: every sentence a player reads, stored in `text/<language>.toml` and filled in here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from starhall.engine.errors import Phrase, TextError
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.files import closest, decode, listed, read, root
from starhall.engine.text.language import ENGLISH
from starhall.engine.text.message import (
    COUNT,
    MOMENTS,
    OTHER,
    PLURAL,
    SELECT,
    Part,
    Slot,
    Template,
    moment,
    plural,
)

if TYPE_CHECKING:
    from starhall.engine.text.packs import Pack

ENGINE: Final = "starhall.engine"
NAME: Final = "name."
FORM: Final = 3  # dots in the key of a form: name.<kind>.<id>.<form>
BASE: Final = ".nom"  # the form that is the name itself, if a name has several forms
GRAMMAR: Final = (PLURAL, SELECT, COUNT)  # kinds of slots that name nothing
PEOPLE: Final = ("seat", "player", "text")  # kinds of slots that may name a player
NO_VALUES: Final[Mapping[str, object]] = MappingProxyType({})


class Catalogue:
    """The texts of a package in one language; falls back to English, then to the engine's texts."""

    def __init__(self, file: str, language: str, templates: dict[str, Template]) -> None:
        self.file = file
        self.language = language
        self.templates = templates
        self._names: dict[tuple[str, str, str], str] = {}  # the names of the things named so far
        self._naming: dict[str, list[tuple[str, str]]] = {}  # by key: slots and kinds
        self._marks: tuple[str, str] | None = None  # the marks between the things of a list

    @classmethod
    def load(
        cls, package: str, language: str = ENGLISH, content: ContentFiles | None = None
    ) -> Catalogue:
        """Read the texts of a package; a broken template is refused at once, not during play.

        Texts of the pack of `content` come last, and replace those of the package.
        """
        known = languages(package, None if content is None else content.pack)
        if language not in known:
            tongues = ", ".join(known) or Phrase("list.none")
            raise TextError("text.language", package=package, language=language, known=tongues)
        content = ContentFiles(package) if content is None else content
        found: dict[str, tuple[str, object]] = {}  # with the file, for messages
        packed: set[str] = set()  # what the pack says in English is true, unlike our translation
        for tongue in dict.fromkeys((ENGLISH, language)):
            for source in (ENGINE, package):
                if tongue in languages(source):
                    file = _file(source, tongue)
                    for key, text in texts(source, tongue).items():
                        if _whole(key) not in packed:
                            found[key] = text, file
            if content.pack is not None:
                packed |= _overlay(found, content.pack, tongue, content)
        templates = {key: Template(key, *text, content, language) for key, text in found.items()}
        seat = templates["seat"]
        if any(slot.name != "n" or slot.kind for slot in seat.slots()):
            raise TextError("text.seat", seat)
        return cls(_file(package, language), language, templates)

    def say(
        self, key: str, values: Mapping[str, object] = NO_VALUES, seats: Sequence[str] = ()
    ) -> str:
        """The text for a key with the values filled in; `seats` are the players' names."""
        template = self.templates.get(key) or self._template(key)
        parts = template.parts
        if len(parts) == 1 and isinstance(parts[0], str):  # most texts: nothing has to be filled in
            return parts[0]
        return self._joined(template, parts, values, seats)

    def fill(
        self, template: Template, values: Mapping[str, object], seats: Sequence[str] = ()
    ) -> str:
        """A template with the values filled in."""
        return self._joined(template, template.parts, values, seats)

    def _joined(
        self,
        template: Template,
        parts: list[Part],
        values: Mapping[str, object],
        seats: Sequence[str],
    ) -> str:
        return "".join(
            [
                part if isinstance(part, str) else self._fill(template, part, values, seats)
                for part in parts
            ]
        )

    def mentions(self, key: str, values: Mapping[str, object]) -> list[str]:
        """The things that a text names, by their keys: `hex:ed4`, `seat:1`, as in scenes.

        An option counts seats from 1 (`{arg, player}`). Its `player:2` is not a key of any scene,
        because events name the seats.
        """
        naming = self._naming.get(key)
        if naming is None:
            slots = [slot for slot in self._template(key).slots() if slot.kind]
            naming = [(slot.name, slot.kind + ":") for slot in slots if slot.kind not in GRAMMAR]
            self._naming[key] = naming
        found: list[str] = []
        for name, kind in naming:
            if name in values:
                value = values[name]
                if isinstance(value, (list, tuple)):
                    for thing in value:
                        _add_once(found, kind + str(thing))
                else:
                    _add_once(found, kind + str(value))
        return found

    def names_people(self, key: str) -> bool:
        """Can the text contain the name of a player?"""
        return any([slot.kind in PEOPLE for slot in self._template(key).slots()])

    def name(self, kind: str, id: str, form: str = "") -> str:
        """The name of a thing: the text `name.<kind>.<id>`.

        Things can be counted: `coin_2` without a text of its own is `name.<kind>.coin` with
        `n` = 2, as in "{n, plural, one {# coin} other {# coins}}". A language may have several
        forms of a name, `name.<kind>.<id>.<form>`; a name without them is always the same.
        """
        known = self._names.get((kind, id, form))
        if known is None:
            known = self._names[kind, id, form] = self._name(kind, id, form)
        return known

    def _name(self, kind: str, id: str, form: str) -> str:
        key = f"{NAME}{kind}.{id}"
        if key not in self.templates:
            thing, _, count = id.rpartition("_")
            if count.isdecimal() and self.has(f"{NAME}{kind}.{thing}"):
                key, values = f"{NAME}{kind}.{thing}", {"n": int(count)}
                return self.say(f"{key}.{form}" if self.has(f"{key}.{form}") else key, values)
        return self.say(f"{key}.{form}" if self.has(f"{key}.{form}") else key)

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
            near = closest(key, self.templates)
            raise TextError("text.unknown", key=key, file=self.file, near=near)
        return self.templates[key]

    def _fill(
        self, template: Template, slot: Slot, values: Mapping[str, object], seats: Sequence[str]
    ) -> str:
        if slot.name not in values:
            near, given = closest(slot.name, values), listed(values)
            raise TextError("text.value", text=template, slot=slot.name, near=near, given=given)
        value = values[slot.name]
        if slot.options or slot.kind == COUNT:
            return self._agree(template, slot, values, seats)
        if isinstance(value, (list, tuple)):
            return self._listed([self._show(template, slot, thing, seats) for thing in value])
        return self._show(template, slot, value, seats)

    def _agree(
        self, template: Template, slot: Slot, values: Mapping[str, object], seats: Sequence[str]
    ) -> str:
        """The words that agree with a value: the form of a plural or a select."""
        value, options = values[slot.name], slot.options
        if slot.kind == SELECT:
            if isinstance(value, (list, tuple)) and len(value) == 1:  # a question is about lists
                value = value[0]
            return self._joined(template, options.get(str(value), options[OTHER]), values, seats)
        count = len(value) if isinstance(value, (list, tuple)) else value
        if type(count) is not int:
            raise TextError("text.counts", template, slot=slot.name, value=repr(value))
        if slot.kind == COUNT:
            return str(count)
        chosen = options.get(plural(template.language, count), options[OTHER])
        return self._joined(template, options.get(f"={count}", chosen), values, seats)

    def _show(self, template: Template, slot: Slot, value: object, seats: Sequence[str]) -> str:
        if not slot.kind:
            return str(value)
        if slot.kind in MOMENTS:
            return moment(self.language, slot.kind, value)
        if slot.kind == "text":
            if isinstance(value, Mapping):
                return self.say(str(value["key"]), value, seats)
            return self.say(str(value), NO_VALUES, seats)
        if slot.kind == "player":  # options number the seats from 1
            value = int(value) - 1 if isinstance(value, str) and value.isdecimal() else value
        elif slot.kind != "seat":
            return self.name(slot.kind, str(value), slot.form)
        if type(value) is not int or value < 0:
            wrong = repr(value)
            raise TextError(
                "text.seat_number", template, slot=slot.name, kind=slot.kind, value=wrong
            )
        known = seats[value] if value < len(seats) else ""
        return known or self.say("seat", {"n": value + 1})

    def _listed(self, things: list[str]) -> str:
        if not things:
            return self.say("list.none")
        if len(things) == 1:
            return things[0]
        if self._marks is None:
            self._marks = self.say("list.comma"), self.say("list.and")
        comma, last = self._marks
        if any([comma in thing for thing in things]):  # "Vox, Smuggler King" is one thing
            comma = self.say("list.semicolon")
            last = comma.rstrip() + last
        return comma.join(things[:-1]) + last + things[-1]


def _add_once(found: list[str], thing: str) -> None:
    if thing not in found:
        found.append(thing)


def languages(package: str, pack: Pack | None = None) -> list[str]:
    """The languages of the texts of a package and its pack."""
    folder = root(package, TextError).joinpath("text")
    found = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    names = {name.removesuffix(".toml") for name in found if name.endswith(".toml")}
    return sorted(names.union(pack.languages() if pack is not None else []))


def _overlay(
    known: dict[str, tuple[str, object]], pack: Pack, language: str, content: ContentFiles
) -> set[str]:
    """Replace and add the texts of a pack; returns their keys. A new text must belong to an entry.

    A name that is in the pack loses all forms that it had before.
    """
    source = pack.sources.get(f"text/{language}.toml")
    if source is None:
        return set()
    ids = {id for file in content.names for id in content.entries(file)}
    tables = {_whole(key).rpartition(".")[0] for key in known}
    given = dict(flat(source.data, "", source.shown, source.at))
    whole = {_whole(key) for key in given}
    before = set(known)
    for key in before:
        if key != _whole(key) and _whole(key) in whole:
            del known[key]
    for key, text in given.items():
        table, _, id = _whole(key).rpartition(".")
        if key not in before and not (table in tables and (id in ids or table.startswith(NAME))):
            raise TextError("text.pack", source.at(key), key=key, near=closest(key, before))
        for name in _keys(key):
            known[name] = text, source.at(key)
    return whole


def _file(package: str, language: str) -> str:
    return f"text/{language}.toml of {package}"


def texts(package: str, language: str = ENGLISH) -> dict[str, str]:
    """The texts of one file by dotted key."""
    file = _file(package, language)
    table = decode(read(package, f"text/{language}.toml", TextError), file, TextError)
    found: dict[str, str] = {}
    for key, text in flat(table, "", file):
        if key in found:
            raise TextError("text.twice", file=file, key=key)
        found |= dict.fromkeys(_keys(key), text)
    return found


def _whole(key: str) -> str:
    """The key of a text, without the form of a name."""
    if key.startswith(NAME) and key.count(".") == FORM:
        return key.rpartition(".")[0]
    return key


def _keys(key: str) -> list[str]:
    """The keys of a text: the first form of a name is also the name without a form."""
    base = key.removesuffix(BASE)
    return [key, base] if key.startswith(NAME) and base != key else [key]


def flat(
    table: Mapping[str, object], prefix: str, file: str, at: Callable[[str], object] | None = None
) -> Iterator[tuple[str, str]]:
    """The texts by dotted key; `at` gives the line of a key, if it is known."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.", file, at)
        elif isinstance(value, str):
            yield prefix + key, value
        else:
            where = file if at is None else at(prefix + key)
            raise TextError("text.not_text", where, key=prefix + key, value=repr(value))
