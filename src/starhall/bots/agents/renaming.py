# mypyc: off
"""Renames everything that a model could know by heart: cards, places, verbs, titles.

A model that plays with the renamed words must reason from the rules, because no text about them
exists. A word always becomes the same invented word, in tokens, sentences and rules, so the
game stays the same. Words of the language, and those that all board games share, stay (kept.txt).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

from starhall.engine.errors import RulesFault
from starhall.engine.game import Game, installed
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.state import State
from starhall.engine.text.message import Template

KEPT: Final = frozenset(files(__package__).joinpath("kept.txt").read_text("utf-8").split())
ENDINGS: Final = ("s", "es", "d", "ed", "ing", "er", "ers")
SHORTEST: Final = 3  # letters of a word that is renamed; shorter ones are words of the language
_WORD: Final = re.compile(r"[A-Za-z]+")
_STARTS: Final = "bdfgklmnprtvz"
_VOWELS: Final = "aeiou"
_ENDS: Final = "klmnvx"


class Renaming:
    """Invented words for all installed games; the same seed gives the same words."""

    def __init__(self, seed: str) -> None:
        games = list(installed().values())
        terms = {word for game in games for word in _terms(game)} - KEPT
        roots = sorted({_root(word, terms) for word in terms})
        taken = {word for game in games for word in _all_words(game)}
        stream = Stream(seed_bytes(f"renaming {seed}"))
        self._new: dict[str, str] = {}
        for root in roots:
            self._new[root] = word = _invented(stream, taken)
            taken.add(word)
        self._cache: dict[str, str] = {}
        for game in games:
            tokens = {self.text(option.token) for option in game.vocabulary.options}
            if len(tokens) != len(game.vocabulary):
                raise RulesFault(f"two options of {game.id} would have the same renamed token")

    def text(self, text: str) -> str:
        """A text with all names replaced."""
        return _WORD.sub(lambda found: self._word(found[0]), text)

    def data(self, value: Any) -> Any:
        """Data with the names replaced in all texts of its lists and dicts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.data(item) for item in value]
        if isinstance(value, dict):
            return {key: self.data(item) for key, item in value.items()}
        return value

    def original(self, shown: str, candidates: Iterable[str]) -> str | None:
        """The candidate that is shown as this text."""
        for text in candidates:
            if self.text(text) == shown:
                return text
        return None

    def _word(self, word: str) -> str:
        if word not in self._cache:
            self._cache[word] = self._renamed(word)
        return self._cache[word]

    def _renamed(self, word: str) -> str:
        plain = word.lower()
        if plain in KEPT:
            return word
        for ending in ("", *ENDINGS):
            root = plain.removesuffix(ending)
            if plain.endswith(ending) and root in self._new:
                return _like(word, self._new[root] + ending)
        return word


def _terms(game: Game[State]) -> Iterable[str]:
    """The words of a game that a model may have read about."""
    texts = [game.id]
    for key, template in game.text.templates.items():
        if key.startswith("name.") or key == "game.title":
            texts.append(_plain(template))
    for option in game.vocabulary.options:
        texts += [option.verb, option.arg]
    for text in texts:
        yield from [word for word in _words(text) if len(word) >= SHORTEST]
    for id in game.rulebook.rules:
        yield id.partition("-")[0].lower()


def _all_words(game: Game[State]) -> set[str]:
    """All words of the game's texts: an invented word must not be one of them."""
    book = [rule.text for rule in game.rulebook.rules.values()]
    texts = [_plain(template) for template in game.text.templates.values()]
    return {word for text in [*book, *texts] for word in _words(text)}


def _plain(template: Template) -> str:
    return " ".join(template.literals())


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _root(word: str, terms: set[str]) -> str:
    """`dragons` is renamed like `dragon`, if both are names."""
    for ending in ENDINGS:
        if word.endswith(ending) and word.removesuffix(ending) in terms:
            return word.removesuffix(ending)
    return word


def _invented(stream: Stream, taken: set[str]) -> str:
    while True:
        syllables = 1 + stream.below(2)
        word = "".join(
            [
                _STARTS[stream.below(len(_STARTS))] + _VOWELS[stream.below(len(_VOWELS))]
                for _ in range(syllables)
            ]
        )
        word += _STARTS[stream.below(len(_STARTS))] + _VOWELS[stream.below(len(_VOWELS))]
        word += _ENDS[stream.below(len(_ENDS))]
        if not any([word + ending in taken for ending in ("", *ENDINGS)]):
            return word


def _like(word: str, new: str) -> str:
    """The new word, capitalized like the old one."""
    if len(word) > 1 and word.isupper():
        return new.upper()
    return new.capitalize() if word[0].isupper() else new
