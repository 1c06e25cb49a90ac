"""Translations: what is missing in one, what differs, and a made-up language for tests."""

# mypyc: off

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from starhall.engine.errors import Phrase, RuleError
from starhall.engine.text.catalogue import GRAMMAR, NAME, Catalogue, texts
from starhall.engine.text.files import closest, read, root
from starhall.engine.text.language import ENGLISH
from starhall.engine.text.message import Slot, Template
from starhall.engine.text.rulebook import Rulebook

PSEUDO: Final = "en-xa"  # English in brackets: text outside of them is not translated
OPEN: Final = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}"
CLOSE: Final = "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
_SEPARATORS: Final = ("list.and", "list.comma", "list.semicolon")


def pseudo(catalogue: Catalogue) -> Catalogue:
    """The catalogue with every text in brackets."""
    templates: dict[str, Template] = {}
    for key, template in catalogue.templates.items():
        made = Template(key, "", template.file, None, ENGLISH)
        made.parts = [*template.parts]
        if key not in _SEPARATORS:
            made.parts = [OPEN, *template.parts, CLOSE]
        templates[key] = made
    return Catalogue(catalogue.file, PSEUDO, templates)


def faults(package: str, language: str, catalogue: Catalogue) -> Iterator[str]:
    """What is wrong with the texts of a package in a language, one sentence for each fault."""
    file = f"text/{language}.toml of {package}"
    english, done = texts(package, ENGLISH), texts(package, language)
    for key in english:
        if key not in done:
            yield _said("missing", file=file, key=key)
    whole = Catalogue.load(package, ENGLISH)
    for key in done:
        base = key
        if key not in whole.templates and key.startswith(NAME):
            base = key.rpartition(".")[0]  # a form of a name
        if base not in whole.templates:
            yield _said("extra", file=file, key=key, near=closest(key, english))
        else:
            yield from _differences(whole.templates[base], catalogue.templates[key], file)
    yield from _missing_forms(done, catalogue, file)


def _differences(english: Template, translated: Template, file: str) -> Iterator[str]:
    """Slots that only one of the two has."""
    known = {slot.name for slot in english.slots()}
    shown = {slot.name for slot in english.slots() if slot.kind not in (GRAMMAR[0], GRAMMAR[1])}
    used = {slot.name for slot in translated.slots()}
    for name in sorted(used - known):
        yield _said("uses", file=file, key=translated.key, name=name)
    for name in sorted(shown - used):
        yield _said("leaves_out", file=file, key=translated.key, name=name)
    kinds = {(slot.name, slot.kind) for slot in english.slots()}
    for slot in translated.slots():
        if slot.name in known and slot.kind not in GRAMMAR and (slot.name, slot.kind) not in kinds:
            yield _said("shows", file=file, key=translated.key, slot=_written(slot))


def _missing_forms(done: dict[str, str], catalogue: Catalogue, file: str) -> Iterator[str]:
    """The forms that sentences ask for and that a name with several forms lacks."""
    wanted: dict[str, dict[str, str]] = {}  # by kind and form: a text that uses it
    for key in done:
        for slot in catalogue.templates[key].slots():
            if slot.form and slot.kind not in GRAMMAR:
                wanted.setdefault(slot.kind, {}).setdefault(slot.form, key)
    for key in done:
        if key.startswith(NAME) and key.endswith(".nom"):
            name = key.removesuffix(".nom")
            for form, user in wanted.get(name.split(".")[1], {}).items():
                if f"{name}.{form}" not in done:
                    yield _said("form", file=file, name=name, form=form, user=user)


def _written(slot: Slot) -> str:
    return f"{{{slot.name}, {slot.kind}}}" if slot.kind else f"{{{slot.name}}}"


def rule_faults(package: str, language: str) -> Iterator[str]:
    """Rules that the translated rule book lacks, or has in addition to the English ones."""
    name = f"RULES.{language}.md"
    if not root(package, RuleError).joinpath(name).is_file():
        return
    book = Rulebook.parse(read(package, name, RuleError), f"{name} of {package}")
    english = Rulebook.load(package)
    for id, rule in english.rules.items():
        if id not in book.rules:
            yield _said("rule", file=book.file, id=id)
        elif rule.withdrawn != book.rules[id].withdrawn:
            yield _said("withdrawn", file=book.file, id=id)
    for id in book.rules:
        if id not in english.rules:
            yield _said("extra_rule", file=book.file, id=id)
    if len(english.sections) != len(book.sections):
        here, there = len(book.sections), len(english.sections)
        yield _said("headings", file=book.file, n=here, of=there)


def _said(key: str, /, **values: object) -> str:
    """What is wrong with a translation, in the active language."""
    return str(Phrase(f"translation.{key}", **values))
