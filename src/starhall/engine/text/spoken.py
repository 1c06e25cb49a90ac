"""Sentences as keys with values, put into words in the language of the reader."""

# mypyc: off

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from starhall.engine.text.catalogue import ENGINE, NO_VALUES, Catalogue, languages, texts
from starhall.engine.text.language import ENGLISH, active
from starhall.engine.text.message import Template
from starhall.engine.text.translation import PSEUDO, pseudo

REFUSED: Final = "refused."


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence that can be stored; `text` is for sentences from before there were keys."""

    key: str = ""
    values: dict[str, Any] = {}
    text: str = ""


def catalogue(package: str = ENGINE) -> Catalogue:
    """The texts of a package that is not a game, in the active language."""
    return _catalogue(package, active())


@cache
def _catalogue(package: str, language: str) -> Catalogue:
    if language == PSEUDO:
        return pseudo(_catalogue(package, ENGLISH))
    return Catalogue.load(package, language if language in languages(package) else ENGLISH)


def refusals(package: str = ENGINE) -> Catalogue:
    """The refusals of a package in the active language, without its other texts.

    They are read when the content that the other texts are about may be broken.
    """
    return _refusals(package, active())


@cache
def _refusals(package: str, language: str) -> Catalogue:
    if package == ENGINE:
        return _catalogue(package, language)
    if language == PSEUDO:
        return pseudo(_refusals(package, ENGLISH))
    found = dict(_catalogue(ENGINE, language).templates)
    for tongue in dict.fromkeys((ENGLISH, language)):
        if tongue in languages(package):
            known = texts(package, tongue).items()
            own = [(key, text) for key, text in known if key.startswith(REFUSED)]
            found |= {key: Template(key, text, package, None, tongue) for key, text in own}
    return Catalogue(package, language, found)


def say(package: str, key: str, values: Mapping[str, object] = NO_VALUES) -> str:
    """A text of such a package with its values."""
    return catalogue(package).say(key, values)
