"""What texts say about content: numbers in the rule book, and the names and texts of entries."""

# mypyc: off

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from starhall.engine.errors import ContentError, Place, RuleError, TextError
from starhall.engine.text.catalogue import Catalogue
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.message import FACT, Facts, Template, facts_of
from starhall.engine.text.packs import MANIFEST

Described = Mapping[str, tuple[str, ...]]
Words = Callable[[str, str], Mapping[str, object]]

TEXT: Final = "text"  # {=card.specialist.engineer, text}: a text of the catalogue
WORDS: Final = "words"  # {=dice.die.engineer.face_1, words}: what the game says of an entry
_EACH: Final = re.compile(r"\{each ([a-z_]+)\.([a-z_]+)\}")
_NUMBER: Final = re.compile(r"\+?[0-9]+")
_SIGNED: Final = re.compile(r"[+-]?[0-9]+")
PARTS: Final = "/"  # ends the key of texts about the parts of an entry: name.cell.red/1


def fill_rules(
    text: str, catalogue: Catalogue, files: ContentFiles, described: Described, words: Words
) -> str:
    """The rule book with the numbers and the cards of the content.

    `{=units.dragon.cost}` is a number, `{=card.complex.trade_complex, text}` a text of the
    catalogue. A line with `{each energize.card}` is written once for each entry, with its fields
    as slots, `{name}` and `{text}` for its texts, and what the game adds in `words`.
    """
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            lines += _lines(line, catalogue, files, described, words)
        except (ContentError, TextError) as error:
            where = Place(f"RULES.md of {files.package}", line=number)
            raise RuleError("rules.line", where, why=error) from None
    return "\n".join(lines)


def _lines(
    line: str, catalogue: Catalogue, files: ContentFiles, described: Described, words: Words
) -> list[str]:
    each = _EACH.search(line)
    if each is None and "{" + FACT not in line:
        return [line]
    source = line if each is None else line.replace(each[0], "")
    facts = _facts(catalogue, files, words)
    pattern = Template("a line", source, "the rule book", facts, catalogue.language)
    if each is None:
        return [catalogue.fill(pattern, {})]
    found = []
    for id, entry in files.entries(f"{each[1]}.toml").items():
        if entry[""] == each[2]:
            keys = described.get(f"{each[1]}.{each[2]}", ())
            texts = [catalogue.say(f"{key}.{id}", _Itself()) for key in keys if key[-1] != PARTS]
            values = {**entry, **dict(zip(("name", "text"), texts, strict=False))}
            values |= words(f"{each[1]}.{each[2]}", id)
            found.append(catalogue.fill(pattern, values))
    return found


class _Itself(dict[str, object]):
    """Values for a card text outside of a game: `{human, units}` is about humans."""

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> str:
        return key


def _facts(catalogue: Catalogue, files: ContentFiles, words: Words) -> Facts:
    """Numbers and texts. What a pack has removed is a dash: its cards have their own texts."""
    number = facts_of(files)

    def fact(path: str, kind: str) -> str:
        try:
            if kind == TEXT:
                return catalogue.say(path, _Itself())
            if kind == WORDS:
                place, id, key = path.rsplit(".", 2)
                return str(words(place, id)[key])
            return number(path, kind)
        except (ContentError, LookupError, ValueError):
            if files.pack is None:
                raise
            return "\N{EN DASH}"

    return fact


def check_texts(files: ContentFiles, described: Described) -> None:
    """Refuse a pack whose new or changed entries lack their texts.

    A text follows the numbers of an entry, but not its words: an entry that does something else
    needs its own text.
    """
    pack = files.pack
    assert pack is not None
    for place, keys in described.items():
        name, _, table = place.partition(".")
        file = f"{name}.toml"
        before = files.entries(file, files.base(file))
        for id, entry in files.entries(file).items():
            if entry[""] != table or entry == before.get(id):
                continue
            whole = [f"{key}.{id}" for key in keys if key[-1] != PARTS]
            parts = [key.removesuffix(PARTS) for key in keys if key[-1] == PARTS]
            needed = whole if id not in before else []
            if parts:
                changed = _parts(entry, before.get(id, {}))
                needed += [f"{key}.{id}/{n}" for key in parts for n in changed]
            elif id in before and _words(entry) != _words(before[id]):
                needed = whole[1:]
            found = pack.entry(file, table, id)
            at = found[0].at(found[1]) if found else pack.sources[MANIFEST].at("")
            for key in needed:
                if not _has(pack.sources.get("text/en.toml"), key):
                    known = "yes" if id in before else "no"
                    raise ContentError(
                        "pack.needs_text", at, table=table, id=id, changed=known, key=key
                    )


def _words(entry: Mapping[str, object]) -> dict[str, str]:
    """The effects of an entry without their numbers; a sign counts, as it changes the meaning."""
    return {
        field: _NUMBER.sub("#", str(value)) for field, value in entry.items() if "(" in str(value)
    }


def _parts(entry: Mapping[str, object], before: Mapping[str, object]) -> list[int]:
    """The effects in a list that do something else than before, counted from 1.

    Their texts are written for numbers of either sign.
    """
    found: list[int] = []
    for field, value in entry.items():
        old = before.get(field)
        if isinstance(value, list) and "(" in str(value):
            shapes = [_SIGNED.sub("#", str(part)) for part in old] if isinstance(old, list) else []
            for number, part in enumerate(value, start=1):
                if _SIGNED.sub("#", str(part)) not in shapes[number - 1 : number]:
                    found.append(number)
    return found


def _has(source: object, key: str) -> bool:
    value = getattr(source, "data", {})
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return isinstance(value, str)
