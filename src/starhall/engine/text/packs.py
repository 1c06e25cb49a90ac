# mypyc: off
"""Packs: folders of TOML that overlay the content, the texts and the look of a game.

A pack mirrors the package of its game: `content/*.toml`, `text/*.toml` and `look.toml`, with
`pack.toml` to say what it is. An entry with a known id changes the fields it names; one with a
new id is added. docs/packs.md explains the rest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NoReturn

import msgspec
from msgspec.structs import replace

from starhall.engine.errors import AuthorError, ContentError, Phrase, Place
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.files import closest, listed, toml_fault
from starhall.engine.text.language import ENGLISH, speaking

MANIFEST: Final = "pack.toml"
LOOK: Final = "look.toml"
EVALUATION: Final = "evaluation.toml"  # fitted weights: see engine/weights.py
FOLDERS: Final = ("content", "text")
LARGEST_FILE: Final = 1_000_000  # bytes

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE: Final = re.compile(r"(\w+\.toml)(?:, (\w+) ([^\s:,]+))?: (.*)", re.DOTALL)
# What an entry of a pack can say besides the fields of the entry.
_REMOVE, _REPLACE, _AFTER, _BEFORE = "remove", "replace", "after", "before"

Entry = dict[str, object]
Data = dict[str, object]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `pack.toml` says. `content` is the beginning of the hash of the content it was made
    for: see `starhall pack new`."""

    name: str
    version: str
    game: str
    content: str
    author: str
    licence: str
    description: str = ""


class Source:
    """One TOML file of a pack: its data, and the line of every key."""

    def __init__(self, path: str, shown: str, text: str) -> None:
        self.path = path
        self.shown = shown  # the path for messages
        self.text = text
        self.lines = key_lines(text)
        self.data = self._decode()

    def _decode(self) -> Data:
        try:
            data = msgspec.toml.decode(self.text)
        except msgspec.DecodeError as bad:
            line, column, why = toml_fault(str(bad), self.text)
            place = Place(self.shown, line=line, column=column)
            raise ContentError("pack.toml", place, why=why) from None
        except RecursionError:
            raise ContentError("pack.deep", Place(self.shown, line=1)) from None
        assert isinstance(data, dict)
        return data

    def fail(self, path: str, key: str, /, **values: object) -> NoReturn:
        """Refuse the pack because of a key, given by its path: `unit#2.cost`."""
        raise ContentError(f"pack.{key}", self.at(path), **values)

    def at(self, key: str) -> Place:
        """The file and the line of a key, or of what is nearest above it."""
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        return Place(self.shown, line=self.lines.get(key, 1))


class Pack:
    """A pack as it was read; it can be sent to other processes."""

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        self.folder = folder
        self.texts = dict(texts)
        self.sources = {path: Source(path, str(folder / path), texts[path]) for path in texts}
        self.manifest = self._manifest()
        self.hash = self._hash()

    @classmethod
    def read(cls, folder: Path) -> Pack:
        """The pack in a folder; whatever does not belong there is refused."""
        if not (folder / MANIFEST).is_file():
            raise ContentError("pack.none", folder=folder, file=MANIFEST)
        return cls(folder, dict(sorted(_texts(folder))))

    def __reduce__(self) -> tuple[object, ...]:
        return Pack, (self.folder, self.texts)

    def __str__(self) -> str:
        return f"{self.manifest.name} {self.manifest.version} ({self.hash[:8]})"

    def _manifest(self) -> Manifest:
        source = self.sources[MANIFEST]
        known = Manifest.__struct_fields__
        for key in source.data:
            if key not in known:
                near = closest(key, known)
                source.fail(key, "no_key", key=key, near=near, known=listed(known))
        for key in known[:-1]:
            if key not in source.data:
                source.fail("", "missing", key=key, known=listed(known[:-1]))
        for key, value in source.data.items():
            if not isinstance(value, str) or not (value.strip() or key == "description"):
                source.fail(key, "not_text", key=key, value=repr(value))
        found = msgspec.convert(source.data, Manifest)
        if not _NAME.fullmatch(found.name):
            source.fail("name", "name", name=found.name)
        return found

    def _hash(self) -> str:
        """A fingerprint of all its files; the same on every platform."""
        total = hashlib.blake2b(digest_size=16)
        for path, text in sorted(self.texts.items()):
            data = text.encode()
            total.update(f"{len(path.encode())} {path} {len(data)} ".encode() + data)
        return total.hexdigest()

    # Does it belong to this game?

    def check(self, game: str, content: str, files: list[str]) -> None:
        """Refuse a pack of another game or for other content, and files the game does not have."""
        source, manifest = self.sources[MANIFEST], self.manifest
        if manifest.game != game:
            source.fail("game", "other_game", game=manifest.game, wanted=game)
        if len(manifest.content) < 8 or not content.startswith(manifest.content):
            made, now = manifest.content, content[:8]
            source.fail("content", "other_content", game=game, content=made, now=now)
        for path in self.sources:
            folder, _, file = path.rpartition("/")
            if folder == "content" and file not in files:
                near, known = closest(file, files), listed(files)
                self.sources[path].fail("", "no_file", game=game, file=file, near=near, known=known)

    # Content

    def overlay(self, file: str, base: Data) -> Data:
        """The data of a content file with the changes of this pack."""
        source = self.sources.get(f"content/{file}")
        return base if source is None else _Overlay(source, base).result()

    def entry(self, file: str, table: str, id: str) -> tuple[Source, str, Entry] | None:
        """Where the pack has this entry: its file and the path of its key; and what it says."""
        source = self.sources.get(f"content/{file}")
        if source is None:
            return None
        rows = source.data.get(table)
        for number, row in enumerate(rows if isinstance(rows, list) else []):
            if isinstance(row, dict) and row.get("id") == id:
                return source, f"{table}#{number}", row
        return None

    # Texts and look

    def languages(self) -> list[str]:
        return [
            path.removeprefix("text/").removesuffix(".toml")
            for path in self.sources
            if path.startswith("text/")
        ]


class _Overlay:
    """Merges one file of a pack into the data of the game."""

    def __init__(self, source: Source, base: Data) -> None:
        self.source = source
        self.base = base
        self.tables = [key for key, value in base.items() if isinstance(value, list)]

    def result(self) -> Data:
        data = self.source.data
        allowed = ["total", _REPLACE, *self.tables]
        for key in data:
            if key not in allowed:
                near, known = closest(key, allowed), listed(allowed)
                self.source.fail(
                    _first(self.source, key), "not_here", key=key, near=near, known=known
                )
        whole = self._flag(data, "", _REPLACE)
        found: Data = {}
        for key, value in self.base.items():
            if key in self.tables:
                assert isinstance(value, list)
                found[key] = self._table(key, [] if whole else value, data.get(key, []))
            else:
                found[key] = data.get(key, value)
        if "total" in data:
            found["total"] = data["total"]
        else:
            self._check_total(found)
        return found

    def _check_total(self, found: Data) -> None:
        """A deck keeps its size, unless the pack says otherwise."""
        total, counts = found.get("total"), []
        added: list[Phrase] = []
        for table in self.tables:
            known = [str(entry["id"]) for entry in _rows(self.base, table)]
            for entry in _rows(found, table):
                counts.append(entry.get("copies", 1))
                id = str(entry["id"])
                if id not in known:
                    added.append(Phrase("pack.new", id=id, near=closest(id, known)))
        numbers = [count for count in counts if isinstance(count, int)]
        if total is not None and len(numbers) == len(counts) and sum(numbers) != total:
            self.source.fail("", "total", n=sum(numbers), total=total, added=added[:3])

    def _table(self, table: str, base: list[Entry], given: object) -> list[Entry]:
        if not isinstance(given, list) or not all(isinstance(row, dict) for row in given):
            self.source.fail(table, "not_list", table=table)
        entries = {str(entry["id"]): dict(entry) for entry in base}
        seen: set[str] = set()
        for number, row in enumerate(given):
            where = f"{table}#{number}"
            id = row.get("id")
            if not isinstance(id, str) or not _ID.fullmatch(id):
                self.source.fail(f"{where}.id", "id", table=table, n=number + 1, id=repr(id))
            if id in seen:
                self.source.fail(f"{where}.id", "twice", table=table, id=id)
            seen.add(id)
            self._entry(table, where, id, dict(row), entries)
        return list(entries.values())

    def _entry(
        self, table: str, where: str, id: str, row: Entry, entries: dict[str, Entry]
    ) -> None:
        """Change, remove, replace or add one entry."""
        known = id in entries
        remove = self._flag(row, where, _REMOVE)
        replace = self._flag(row, where, _REPLACE)
        after, before = row.pop(_AFTER, None), row.pop(_BEFORE, None)
        if (remove or replace) and not known:
            verb = _REMOVE if remove else _REPLACE
            near, all = closest(id, entries), listed(entries)
            self.source.fail(
                f"{where}.id", "no_entry", table=table, id=id, verb=verb, near=near, known=all
            )
        if remove:
            if len(row) > 1:
                self.source.fail(where, "removed", table=table, id=id)
            del entries[id]
            return
        entries[id] = row if replace or not known else {**entries[id], **row}
        if after is not None and before is not None:
            self.source.fail(f"{where}.{_BEFORE}", "both")
        if after is not None:
            self._move(table, f"{where}.{_AFTER}", id, after, 1, entries)
        if before is not None:
            self._move(table, f"{where}.{_BEFORE}", id, before, 0, entries)

    def _move(
        self, table: str, key: str, id: str, goal: object, step: int, entries: dict[str, Entry]
    ) -> None:
        others = [other for other in entries if other != id]
        if goal not in others:
            near, known = closest(str(goal), others), listed(others)
            self.source.fail(key, "no_other", table=table, id=repr(goal), near=near, known=known)
        others.insert(others.index(str(goal)) + step, id)
        ordered = {other: entries[other] for other in others}
        entries.clear()
        entries.update(ordered)

    def _flag(self, row: Entry, where: str, key: str) -> bool:
        value = row.get(key, False) if not where else row.pop(key, False)
        if not isinstance(value, bool):
            path = f"{where}.{key}" if where else key
            self.source.fail(path, "flag", key=key, value=repr(value))
        return value


def located(error: AuthorError, files: ContentFiles) -> AuthorError:
    """The error of a game's reader, with the line of the pack that caused it.

    Readers name the entry, as `place` does: `units.toml, unit dragon: cost: ...`.
    """
    pack, error = files.pack, _placed(error)
    assert pack is not None
    place = error.where if isinstance(error.where, Place) else Place(str(error.values.get("file")))
    if place.line:
        return error  # it already has a line
    source = pack.sources.get(f"content/{place.file}")
    if source is None:
        changed = ", ".join([file for file in files.names if pack.sources.get(f"content/{file}")])
        where = pack.sources[MANIFEST].at("")
        return ContentError("pack.changed", where, files=changed, why=error)
    if not error.where:
        return type(error)(error.key, **{**error.values, "file": source.at("")})
    key = _key(pack, place, error) if place.id else ""
    rows = files.entries(place.file, files.base(place.file)).items()
    known = [id for id, entry in rows if entry[""] == place.table]
    where = replace(place, file=source.shown, line=source.at(key).line)
    if not key or place.id in known:
        return error.at(where)
    near = closest(place.id, known)
    return ContentError(
        "pack.new_entry", where, why=error.at(""), table=place.table, id=place.id, near=near
    )


def _placed(error: AuthorError) -> AuthorError:
    """The error with its place separate, even if a reader wrote it into the sentence."""
    found = None if error.where else _PLACE.fullmatch(error.key)
    if found is None:
        return error
    return type(error)(found[4], Place(found[1], table=found[2] or "", id=found[3] or ""))


def _key(pack: Pack, place: Place, error: AuthorError) -> str:
    """The path of the field that an error is about, or of its entry, or an empty one."""
    found = pack.entry(place.file, place.table, place.id)
    if found is None:
        return ""
    _, key, entry = found
    fields = {field: str(value) for field, value in entry.items() if field != "id"}
    with speaking(ENGLISH):  # the language of the names of fields
        said = error.sentence
    quoted = re.findall(r"'([^']+)'", said)
    signs: list[Callable[[str], bool]] = [
        lambda field: said.startswith(f"{field}: ") or field in quoted,
        lambda field: any(word in fields[field] for word in quoted),
        lambda field: re.search(rf"\b{re.escape(field)}\b", said) is not None,
    ]
    found_fields = [field for sign in signs for field in fields if sign(field)]
    return f"{key}.{found_fields[0]}" if found_fields else key


# Reading


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """The TOML files of a pack, by their path."""
    for file in sorted(folder.rglob("*.toml")):
        path = file.relative_to(folder).as_posix()
        if path.startswith(".") or not file.is_file():
            continue
        known = path in (MANIFEST, LOOK, EVALUATION) or (path.count("/") == 1 and path.startswith(
            tuple(f"{name}/" for name in FOLDERS)
        ))  # fmt: skip
        if not known:
            allowed = f"{MANIFEST}, {LOOK}, {EVALUATION}"
            raise ContentError("pack.unknown_file", Place(str(file), line=1), known=allowed)
        yield path, _read(file)


def _read(file: Path) -> str:
    try:
        data = file.read_bytes()
        if len(data) > LARGEST_FILE:
            where = Place(str(file), line=1)
            raise ContentError("pack.large", where, n=len(data), most=LARGEST_FILE)
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as bad:
        line = data[: bad.start].count(b"\n") + 1
        raise ContentError("pack.utf8", Place(str(file), line=line)) from None
    except OSError as error:
        where = Place(str(file), line=1)
        raise ContentError("pack.unreadable", where, why=error.strerror) from None


_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_WORD: Final = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY: Final = re.compile(rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*=(.*)")
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"|' + r"'[^']*'|#.*")


def key_lines(text: str) -> dict[str, int]:
    """The line of each key of a TOML text, by its path: `total`, `unit#0.cost`, `name.card`."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix = ""
    open_brackets = 0
    quotes = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        key = None if open_brackets else _KEY.fullmatch(line)
        header = None if open_brackets or key else _HEADER.fullmatch(line)
        if header:
            name = header[1].replace('"', "").replace(" ", "")
            if line.lstrip().startswith("[["):
                counts[name] = counts.get(name, -1) + 1
                prefix = f"{name}#{counts[name]}"
            else:
                first, dot, rest = name.partition(".")
                prefix = f"{first}#{counts[first]}{dot}{rest}" if first in counts else name
            lines.setdefault(prefix, number)
            continue
        value = line if key is None else key[2]
        if key:
            name = re.sub(r"""["']|\s""", "", key[1])
            lines.setdefault(f"{prefix}.{name}" if prefix else name, number)
        for mark in ('"""', "'''"):
            if value.count(mark) % 2:
                quotes = mark
        bare = _QUOTED.sub("", value)
        open_brackets += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
        open_brackets = max(0, open_brackets)
    return lines


def _first(source: Source, key: str) -> str:
    return key if key in source.lines else f"{key}#0"


def _rows(data: Data, table: str) -> list[Entry]:
    rows = data[table]
    assert isinstance(rows, list)
    return rows
