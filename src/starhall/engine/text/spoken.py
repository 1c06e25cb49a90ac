"""Sentences as keys with values, put into words in the language of whoever reads them."""

# mypyc: off

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from starhall.engine.text.catalogue import ENGINE, NO_VALUES, Catalogue, languages
from starhall.engine.text.language import ENGLISH, active
from starhall.engine.text.translation import PSEUDO, pseudo


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence that can be stored: `text` is one from before there were keys."""

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


def say(package: str, key: str, values: Mapping[str, object] = NO_VALUES) -> str:
    """A text of such a package with its values."""
    return catalogue(package).say(key, values)
