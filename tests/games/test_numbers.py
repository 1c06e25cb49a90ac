"""Numbers in texts come from the content: change one in a pack, and what is said of it changes.

Every number of the content is replaced by a mark of its own, in a pack. A number whose mark no text
and no rule says must be one of those below, which nobody speaks of by number.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from starhall.engine.errors import ContentError, RuleError
from starhall.engine.game import Game, find, installed
from starhall.engine.text.catalogue import Catalogue, languages
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.descriptions import fill_rules
from starhall.engine.text.files import read
from starhall.engine.text.packs import Pack
from tests.packs import manifest, packed, rewritten

UNSAID = {
    "cassiopeia": {
        "planets.number": "the place of a planet in its system; planets are called by name",
        "specialists.card": "the card of a specialist, which has a numeral as its name",
    },
    "cyberstrife": {},
    "cysmic": {"command.either": "which column lets one choose; its cell says 'or'"},
    "nexus-ops": {
        "boards.seats": "which board is for how many players; the setting offers no other",
        "boards.field": "coordinates of hexes",
        "boards.doubles": "coordinates of hexes",
        "boards.apart": "coordinates of hexes",
        "boards.places": "coordinates of hexes",
    },
    "pulp-invasion": {
        "agents.your_perfect_double.strength": "its strength is the number of weapons found",
    },
}
FIRST_MARK = 500_000
_FIGURE = re.compile(r"(?<![\w])[+-]?[0-9]+")
_KEY = re.compile(r"\s*([a-z_]+) = ")


@cache
def marked(id: str) -> tuple[ContentFiles, dict[str, str]]:
    """The content with a mark for every number, and the path of each: `units.human.cost`."""
    game, texts, count = find(id), {"pack.toml": manifest(find(id))}, FIRST_MARK

    def mark(figure: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return figure[0][: -len(figure[0].lstrip("+-"))] + str(count)

    for file in game.files.names:
        lines = []
        for line in game.files.read(file).split("\n"):
            key = _KEY.match(line)
            plain = line.startswith(("#", "[")) or key and key[1] in ("id", "total")
            start = key.end() if key else 0
            lines.append(line if plain else line[:start] + _FIGURE.sub(mark, line[start:]))
        texts[f"content/{file}"] = "replace = true\n" + "\n".join(lines)
    files = ContentFiles(game.package, Pack(Path("marks"), texts))
    paths = {}
    for file in game.files.names:
        for entry, row in files.entries(file).items():
            for field, value in row.items():
                for found in re.findall(r"5[0-9]{5}", str(value)):
                    paths[found] = f"{file.removesuffix('.toml')}.{entry}.{field}"
    return files, paths


def said(game: Game[Any], files: ContentFiles, language: str) -> str:
    """All texts and all rules of a game."""
    text = Catalogue.load(game.package, language, files)
    book = "RULES.md" if language == "en" else f"RULES.{language}.md"
    source = read(game.package, book, RuleError)
    rules = fill_rules(source, text, files, game.described, game.entry_words)
    parts = [part for template in text.templates.values() for part in template.literals()]
    return "\n".join([*parts, rules])


def unsaid(id: str, language: str) -> list[str]:
    """The numbers that no text says when it is read; the words of an entry are not among them."""
    files, paths = marked(id)
    heard = set(re.findall(r"5[0-9]{5}", said(find(id), files, language)))
    return [path for mark, path in paths.items() if mark not in heard]


def fields_of(paths: list[str], known: Container[str] = ()) -> dict[str, list[str]]:
    """Entries by file and field, but for those known: `{"units.cost": ["human", "dragon"]}`."""
    found: dict[str, list[str]] = {}
    for path in paths:
        file, entry, field = path.split(".")
        if path in known:
            continue
        entries = found.setdefault(f"{file}.{field}", [])
        if entry not in entries:
            entries.append(entry)
    return found


def tongues() -> Iterator[tuple[str, str]]:
    for id in sorted(installed()):
        for language in languages(find(id).package):
            yield id, language


@pytest.mark.parametrize(("id", "language"), [*tongues()])
def test_every_number_of_the_content_is_said_from_the_content(id: str, language: str) -> None:
    missing = {}
    for field, entries in fields_of(unsaid(id, language), UNSAID[id]).items():
        if field not in UNSAID[id]:
            silent = [entry for entry in entries if entry not in words_follow(id, field)]
            if silent:
                missing[field] = silent
    assert missing == {}


@pytest.mark.parametrize("id", sorted(installed()))
def test_nothing_is_listed_as_unsaid_that_a_text_says(id: str) -> None:
    paths = unsaid(id, "en")
    silent = {*paths, *fields_of(paths)}
    assert [known for known in UNSAID[id] if known not in silent] == []


@cache
def words_follow(id: str, field: str) -> list[str]:
    """The entries of a field whose line in the rule book changes with it.

    Some games put the words of an entry together from what it does (`entry_words`). For them the
    numbers of the field are all changed by one, and the game is loaded with them.
    """
    game = find(id)
    if type(game).entry_words is Game.entry_words:
        return []
    file, _, key = field.partition(".")
    rows = game.files.entries(f"{file}.toml")
    rows = {
        entry: row for entry, row in rows.items() if _is_printed(game, f"{file}.{row['']}", entry)
    }
    other = _stepped(game, file, key, 1)
    if other is not None:
        return [entry for entry, row in rows.items() if _differs(game, other, file, row)]
    return [entry for entry, row in rows.items() if _follows(game, file, key, row)]


def _follows(game: Game[Any], file: str, key: str, row: dict[str, object]) -> bool:
    """Every number of one entry changes its words, unless no other number is allowed there."""
    count = len(_FIGURE.findall(str(row[key])))
    for number in range(count):
        others = [_stepped(game, file, key, step, str(row["id"]), number) for step in (1, -1)]
        other = next((each for each in others if each is not None), None)
        if other is not None and not _differs(game, other, file, row):
            return False
    return True


def _differs(game: Game[Any], other: Game[Any], file: str, row: dict[str, object]) -> bool:
    place, entry = f"{file}.{row['']}", str(row["id"])
    return game.entry_words(place, entry) != other.entry_words(place, entry)


def _is_printed(game: Game[Any], place: str, entry: str) -> bool:
    book = read(game.package, "RULES.md", RuleError)
    return f"{{each {place}}}" in book or f"{{={place}.{entry}." in book


def _stepped(
    game: Game[Any], file: str, key: str, step: int, entry: str = "", place: int = 0
) -> Game[Any] | None:
    """The game with other numbers in a field, or with another number in one place of one entry.

    None if the rules of the game cannot play with that.
    """
    lines, id, within, seen = [], "", False, 0

    def moved(figure: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        number = int(figure[0])
        if entry and (id != entry or seen != place + 1):
            return figure[0]
        number += step if number >= 0 else -step
        return f"{number:+d}" if figure[0][0] in "+-" else str(number)

    for line in rewritten(game, f"{file}.toml").split("\n"):
        found = _KEY.match(line)
        if found and found[1] == "id":
            id, seen = line.split('"')[1], 0
        within = found[1] == key if found else within and not line.startswith("[")
        start = found.end() if found else 0
        lines.append(line[:start] + _FIGURE.sub(moved, line[start:]) if within else line)
    try:
        return packed(game, {f"content/{file}.toml": "\n".join(lines)})
    except ContentError:
        return None
